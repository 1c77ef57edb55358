use super::{Outlook, WinningOracle};
use crate::board::{Jump, Position};
use crate::control::{Control, LimitReached};

/// The jump of a game that lost it, if known.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The game is lost, but a limit left open by which jump.
    LostBetween {
        /// Jumps after which the goal could still be reached; `None` if not even the start is known.
        winnable_after: Option<usize>,
        /// Jumps after which it could no longer be reached.
        lost_after: usize,
        /// The limit.
        limit: LimitReached,
    },
    /// A limit left open whether the goal can still be reached.
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

    /// Finds both ends of the border if unknown positions blur it.
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
                // Unknown at first, but it lay on a line found for another position.
                (number, Outlook::Winning) => not_winning = number + 1,
            }
        }
    }
}

/// Returns the first number from `least` to `last` from which on `holds` is true; it is true of `last`.
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
