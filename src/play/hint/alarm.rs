use super::{Outlook, WinningOracle};
use crate::board::{Jump, Position};
use crate::control::{Control, LimitReached};

/// Which of the jumps already played threw the win away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// None did: the goal can still be reached.
    StillWinnable,
    /// The goal could not be reached from the start.
    NeverWinnable,
    /// This one.
    LostBy {
        /// The number of the jump, from 1.
        number: usize,
        /// The jump.
        jump: Jump,
    },
    /// The game is lost, but a limit kept the oracle from telling since when.
    LostBetween {
        /// After this many jumps the goal could still be reached; `None` when not even the start is known.
        winnable_after: Option<usize>,
        /// After this many jumps it no longer could.
        lost_after: usize,
        /// The limit.
        limit: LimitReached,
    },
    /// It is not known whether the goal can still be reached.
    Unknown(LimitReached),
}

// Winning positions come first in a game and losing ones last, so that bisection finds the border.
// Proof: let q follow p in the game. If some jumps lead from q to the goal, then the jump from p to q and
// after it those jumps lead from p to the goal; so p is winning whenever q is. Conversely, when p is
// losing, so is q, and by induction every position after it. ∎

impl Alarm {
    /// The alarm for a game.
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

    /// Where the border between winning and losing is blurred by unknown positions, both its sides are
    /// sought.
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
                // Unknown at first, it lay on a line that was found for another position.
                (number, Outlook::Winning) => not_winning = number + 1,
            }
        }
    }
}

/// The first number from `least` to `last` of which `holds` is true, if it is true of all after it; it is true of
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
