use crate::board::Position;
use crate::control::{Control, LimitReached};
use crate::problem::answer::Line;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Outlook of a position: whether a goal can be reached from it.
///
/// Serde form: `"winning"`, `"losing"`, or the limit as in `{"unknown": "time"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outlook {
    /// The goal can be reached.
    Winning,
    /// The goal cannot be reached.
    Losing,
    /// A limit was reached first.
    Unknown(LimitReached),
}

/// Source of outlooks for one goal, such as a solver or a set of winning positions.
///
/// The control passed with each query is that of the whole hint; its time covers all queries. Queries panic for positions
/// of another board than the goal's.
pub trait WinningOracle {
    /// Returns `true` if the position meets the goal.
    fn is_won(&self, position: &Position, control: &Control<'_>) -> bool;

    /// Returns the outlook of a position. A position that meets the goal is winning.
    fn outlook(&self, position: &Position, control: &Control<'_>) -> Outlook;

    /// Returns the outlooks of several positions, such as those after each jump of a hint.
    ///
    /// The default implementation queries positions one by one. An oracle that searches can divide its time better if
    /// it knows all positions.
    fn outlooks(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        positions
            .iter()
            .map(|position| self.outlook(position, control))
            .collect()
    }

    /// Returns the best line from a position: to the goal if it is winning, otherwise any line that the oracle can
    /// offer.
    ///
    /// The default implementation follows winning positions, and offers nothing for other positions.
    fn best_line(&self, position: &Position, control: &Control<'_>) -> Option<Line> {
        let is_won = |position: &Position| self.is_won(position, control);
        let jumps = position.jumps_through(is_won, |next| {
            self.outlook(next, control) == Outlook::Winning
        })?;
        Line::new(position.clone(), jumps).ok()
    }

    /// Prepares for a hint: positions left unknown by a limit may then be tried again. Each hint calls this first.
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
