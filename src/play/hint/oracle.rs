use crate::board::Position;
use crate::control::{Control, LimitReached};
use crate::problem::answer::Solution;
use std::fmt;

/// Whether a goal can be reached from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It can.
    Winning,
    /// It certainly cannot.
    Losing,
    /// A limit was reached before either was known.
    Unknown(LimitReached),
}

/// Something that knows, for one goal, which positions can still be won: a solver, or a set of winning
/// positions.
///
/// The control that comes with each question is that of the whole hint: its time is for all questions
/// together.
pub trait WinningOracle {
    /// Whether the position meets the goal, so that nothing more need be played.
    fn is_won(&self, position: &Position, control: &Control<'_>) -> bool;

    /// Whether the goal can be reached from the position. A position that meets it is winning.
    fn outlook(&self, position: &Position, control: &Control<'_>) -> Outlook;

    /// The outlooks of several positions, such as those after each jump of a hint.
    ///
    /// By itself this asks about one after the other. An oracle that searches shares out its time better when it knows
    /// what else is asked.
    fn outlooks(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        positions
            .iter()
            .map(|position| self.outlook(position, control))
            .collect()
    }

    /// The best line from a position: to the goal if it is winning, otherwise whatever the oracle has to
    /// offer.
    ///
    /// By itself this plays from one winning position to the next, and offers nothing from others.
    fn best_line(&self, position: &Position, control: &Control<'_>) -> Option<Solution> {
        let is_won = |position: &Position| self.is_won(position, control);
        let jumps = position.jumps_through(is_won, |next| {
            self.outlook(next, control) == Outlook::Winning
        })?;
        Solution::new(position.clone(), jumps).ok()
    }

    /// A new hint is being worked out: what a limit left unknown before is worth another try.
    fn begin_hint(&self) {}
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outlook::Winning => "winning",
            Outlook::Losing => "losing",
            Outlook::Unknown(_) => "unknown",
        })
    }
}
