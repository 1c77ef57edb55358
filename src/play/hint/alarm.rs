use super::{Outlook, WinningOracle};
use crate::board::{Jump, Position};
use crate::control::{Control, LimitReached};
use serde::{Deserialize, Serialize};

/// The jump that lost a game, if any and if known.
///
/// Serde form: `"still_winnable"`, `"never_winnable"`, `{"lost_by": {"number": 2, "jump": [4, 9, 16]}}`,
/// `{"lost_between": {"winnable_after": null, "lost_after": 3, "limit": "time"}}` or `{"unknown": "time"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    /// The goal can still be reached.
    StillWinnable,
    /// The goal cannot be reached from the start.
    NeverWinnable,
    /// This jump lost the game.
    LostBy {
        /// Number of the jump, from 1.
        number: usize,
        /// The jump.
        jump: Jump,
    },
    /// The game is lost, but a limit was reached before the losing jump was found.
    LostBetween {
        /// Number of jumps after which the goal could still be reached; `None` if not even the start is known.
        winnable_after: Option<usize>,
        /// Number of jumps after which the goal could no longer be reached.
        lost_after: usize,
        /// The limit.
        limit: LimitReached,
    },
    /// A limit was reached before the outlook was known.
    Unknown(LimitReached),
}

// Winning positions come first in a game and losing ones last, so bisection finds the border. Proof: let q follow p
// in the game. If a line leads from q to the goal, then the jump from p to q followed by that line leads from p to
// the goal; so p is winning if q is. Conversely, if p is losing, so is q, and by induction every later position. ∎

impl Alarm {
    /// Computes the alarm for a game.
    pub(super) fn raised_by(
        positions: &[Position],
        jumps: &[Jump],
        oracle: &dyn WinningOracle,
        control: &Control<'_>,
    ) -> Alarm {
        let outlook = |played: usize| oracle.outlook(&positions[played], control);
        match outlook(jumps.len()) {
            Outlook::Winning => Alarm::StillWinnable,
            Outlook::Unknown(limit) => Alarm::Unknown(limit),
            Outlook::Losing => Alarm::of_lost(jumps, outlook),
        }
    }

    /// Finds the losing jump, or the jumps between which it lies if outlooks are unknown.
    fn of_lost(jumps: &[Jump], outlook: impl Fn(usize) -> Outlook) -> Alarm {
        let lost_after = first(0, jumps.len(), |played| outlook(played) == Outlook::Losing);
        let mut not_winning = 0;
        loop {
            not_winning = first(not_winning, lost_after, |played| {
                outlook(played) != Outlook::Winning
            });
            match (not_winning, outlook(not_winning)) {
                (0, Outlook::Losing) => return Alarm::NeverWinnable,
                (number, Outlook::Losing) => {
                    return Alarm::LostBy {
                        number,
                        jump: jumps[number - 1],
                    };
                }
                (number, Outlook::Unknown(limit)) => {
                    let winnable_after = number.checked_sub(1);
                    return Alarm::LostBetween {
                        winnable_after,
                        lost_after,
                        limit,
                    };
                }
                // Unknown at first, but then found on a line from another position.
                (number, Outlook::Winning) => not_winning = number + 1,
            }
        }
    }
}

/// Returns the first number in `least..=last` for which `holds`, by bisection. `holds` must be monotonic and hold for
/// `last`.
fn first(least: usize, last: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (least, last);
    while from < to {
        let middle = usize::midpoint(from, to);
        if holds(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    to
}
