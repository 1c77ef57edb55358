//! What to solve: a start position and a goal, checked against each other.

pub mod answer;
mod data;
mod finish;
pub mod named;

pub(crate) use finish::Finish;

use crate::board::{Board, Hole, Position, Symmetry};
use thiserror::Error;

/// What a line of jumps must lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// This position.
    Position(Position),
    /// A single peg in one of these holes.
    PegIn(Vec<Hole>),
    /// A single peg in any hole.
    OnePeg,
    /// As few pegs as can be reached.
    FewestPegs,
}

/// A start position and a goal on the same board.
///
/// ```
/// use pegboard::{Board, Goal, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// assert_eq!(problem.start().peg_count(), 14);
/// let anywhere = Problem::new(board.vacate(corner), Goal::OnePeg)?;
/// assert_eq!(anywhere.finishes().unwrap().len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    start: Position,
    goal: Goal,
}

/// Why a start and a goal do not make a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Start and finish are positions of different boards.
    #[error("the start is a position of board `{start}`, the finish one of board `{finish}`")]
    DifferentBoards {
        /// The start's board.
        start: String,
        /// The finish's board.
        finish: String,
    },
    /// The start has no pegs.
    #[error("the start has no pegs")]
    EmptyStart,
    /// The finish has no pegs; every jump leaves one.
    #[error("the finish has no pegs, but every jump leaves at least one")]
    EmptyFinish,
    /// The goal names no finish hole.
    #[error("the goal names no hole")]
    NoFinishHole,
    /// A finish hole is not on the start's board.
    #[error("a finish hole does not belong to board `{board}`")]
    ForeignHole {
        /// The start's board.
        board: String,
    },
    /// Jumps remove pegs, so a finish with as many or more cannot be reached.
    #[error(
        "the finish has {finish} pegs and the start {start}; every jump removes one, so the finish needs fewer"
    )]
    TooFewPegs {
        /// Pegs at the start.
        start: usize,
        /// Pegs at the finish.
        finish: usize,
    },
}

impl Goal {
    /// Whether a symmetry of the board carries the goal onto itself. Then a position and its image can both
    /// reach it, or neither can.
    pub fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        match self {
            Goal::Position(finish) => finish.image(symmetry) == *finish,
            Goal::PegIn(holes) => holes
                .iter()
                .all(|hole| holes.contains(&symmetry.apply(*hole))),
            Goal::OnePeg | Goal::FewestPegs => true,
        }
    }

    /// The symmetries of the board that carry the goal onto itself: a group whose first member is the identity.
    pub(crate) fn stabilizer(&self, board: &Board) -> Vec<Symmetry> {
        board.symmetries_that(|symmetry| self.is_kept_by(symmetry))
    }
}

impl Problem {
    /// Any start and any goal.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] when they lie on different boards or no game could lead from one to the other because
    /// of the number of pegs alone. A finish equal to the start is fine: no jump is needed. A finish hole that
    /// is named twice counts once.
    pub fn new(start: Position, mut goal: Goal) -> Result<Problem, ProblemError> {
        if start.peg_count() == 0 {
            return Err(ProblemError::EmptyStart);
        }
        match &mut goal {
            Goal::Position(finish) => check_finish(&start, finish)?,
            Goal::PegIn(holes) => {
                check_holes(&start, holes)?;
                keep_first_of_each(holes);
            }
            Goal::OnePeg | Goal::FewestPegs => {}
        }
        Ok(Problem { start, goal })
    }

    /// From one vacancy to one survivor. The holes must be holes of `board`.
    pub fn svss(board: &Board, vacancy: Hole, finish: Hole) -> Problem {
        Problem {
            start: board.vacate(vacancy),
            goal: Goal::PegIn(vec![finish]),
        }
    }

    /// From a position to its complement, in which pegs and holes are swapped.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] when the complement has more pegs than the start.
    pub fn complement(start: Position) -> Result<Problem, ProblemError> {
        let finish = start.complement();
        Problem::new(start, Goal::Position(finish))
    }

    /// The board on which the problem lies.
    pub fn board(&self) -> &Board {
        self.start.board()
    }

    /// The position from which jumps are played.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What the jumps must lead to.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The hole that is empty at the start, if it is the only one.
    pub fn vacancy(&self) -> Option<Hole> {
        let mut vacancies = self.start.vacancies();
        vacancies.next().filter(|_| vacancies.next().is_none())
    }

    /// The hole of the survivor, if the goal is one peg in one given hole.
    pub fn finish(&self) -> Option<Hole> {
        match &self.goal {
            Goal::Position(finish) if finish.peg_count() == 1 => finish.pegs().next(),
            Goal::PegIn(holes) if holes.len() == 1 => holes.first().copied(),
            _ => None,
        }
    }

    /// The positions that meet the goal; `None` for [`Goal::FewestPegs`], where they are not known in
    /// advance.
    pub fn finishes(&self) -> Option<Vec<Position>> {
        let board = self.board();
        match &self.goal {
            Goal::Position(finish) => Some(vec![finish.clone()]),
            Goal::PegIn(holes) => Some(holes.iter().map(|hole| board.pegs([*hole])).collect()),
            Goal::OnePeg => Some(board.holes().map(|hole| board.pegs([hole])).collect()),
            Goal::FewestPegs => None,
        }
    }

    /// The [`finishes`](Problem::finishes) in the position class of the start: no other can be reached. For
    /// [`Goal::FewestPegs`] there are none.
    pub fn finishes_in_class(&self) -> Vec<Position> {
        let class = self.start().class();
        let mut finishes = self.finishes().unwrap_or_default();
        finishes.retain(|finish| finish.class() == class);
        finishes
    }

    /// Whether a position meets the goal. A [`Goal::FewestPegs`] is never known to be met by the position
    /// alone, unless only one peg is left.
    pub fn is_met_by(&self, position: &Position) -> bool {
        match &self.goal {
            Goal::Position(finish) => position == finish,
            Goal::PegIn(holes) => {
                position.peg_count() == 1 && holes.iter().any(|hole| position.has_peg(*hole))
            }
            Goal::OnePeg | Goal::FewestPegs => position.peg_count() == 1,
        }
    }
}

fn keep_first_of_each(holes: &mut Vec<Hole>) {
    let mut seen = 0u128;
    holes.retain(|hole| {
        let is_new = seen & hole.bit() == 0;
        seen |= hole.bit();
        is_new
    });
}

fn check_finish(start: &Position, finish: &Position) -> Result<(), ProblemError> {
    if start.board() != finish.board() {
        return Err(ProblemError::DifferentBoards {
            start: start.board().name().to_owned(),
            finish: finish.board().name().to_owned(),
        });
    }
    if finish.peg_count() == 0 {
        return Err(ProblemError::EmptyFinish);
    }
    if finish.peg_count() >= start.peg_count() && finish != start {
        return Err(ProblemError::TooFewPegs {
            start: start.peg_count(),
            finish: finish.peg_count(),
        });
    }
    Ok(())
}

fn check_holes(start: &Position, holes: &[Hole]) -> Result<(), ProblemError> {
    let board = start.board();
    if holes.is_empty() {
        return Err(ProblemError::NoFinishHole);
    }
    if holes.iter().any(|hole| hole.index() >= board.hole_count()) {
        return Err(ProblemError::ForeignHole {
            board: board.name().to_owned(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finish_hole_counts_once() {
        let board = Board::library("triangle5").unwrap();
        let (corner, other) = (board.hole("a1").unwrap(), board.hole("a4").unwrap());
        let goal = Goal::PegIn(vec![other, corner, other]);
        let problem = Problem::new(board.vacate(corner), goal).unwrap();
        assert_eq!(problem.goal(), &Goal::PegIn(vec![other, corner]));
    }
}
