use super::Line;
use crate::problem::Problem;
use serde::Serialize;
use std::fmt;
use std::ops::Deref;

/// A line that solves its problem. It dereferences to the [`Line`].
///
/// ```
/// use pegboard::{Board, Line, Problem, Solution};
/// let board = Board::library("triangle4")?;
/// let problem = Problem::svss(&board, board.hole("a2")?, board.hole("a2")?);
/// let line = Line::parse(problem.start(), "a4-a2, a1-a3")?;
/// assert!(Solution::new(&problem, line).is_err()); // unsolved: the line comes back
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Serde form: that of its [`Line`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Solution(Line);

impl Solution {
    /// Checks that a line starts and finishes as a problem asks.
    ///
    /// # Errors
    ///
    /// The line itself if it does not solve the problem. For [`Goal::FewestPegs`](crate::Goal::FewestPegs) only a line that
    /// leaves one peg is known to.
    pub fn new(problem: &Problem, line: Line) -> Result<Solution, Line> {
        if line.start() == problem.start() && problem.is_met_by(line.finish()) {
            Ok(Solution(line))
        } else {
            Err(line)
        }
    }

    /// Makes a solution of a line that a search found for the goal.
    pub(crate) fn found(line: Line) -> Solution {
        Solution(line)
    }

    /// Returns the line.
    pub fn into_line(self) -> Line {
        self.0
    }
}

impl Deref for Solution {
    type Target = Line;

    fn deref(&self) -> &Line {
        &self.0
    }
}

impl From<Solution> for Line {
    fn from(solution: Solution) -> Line {
        solution.0
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
