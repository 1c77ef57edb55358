//! Puzzles made to order: starts with a solution, graded by what a solver meets.
//!
//! ```
//! use pegboard::{Board, Control, Difficulty, Puzzle, PuzzleOptions};
//! let board = Board::library("english")?;
//! let options = PuzzleOptions { difficulty: Difficulty::Easy, seed: 1, ..PuzzleOptions::default() };
//! let puzzle = Puzzle::new(&board, &options, &Control::default())?;
//! assert!(puzzle.problem().is_met_by(puzzle.solution().finish()));
//! assert_eq!(puzzle.grade().difficulty(), Difficulty::Easy);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The first start that is as wanted is taken. `games`, which looks at every position that can follow a start, says
//! whether it has a solution, where the last peg can end, and what a solver meets. `starts` draws starts at random, and
//! `sieve` turns away most that are not as wanted before all their games are known. Where chance finds none, `search`
//! looks at every start of a small board, or climbs: it plays back from a last peg, and each time a jump that makes the
//! game harder. Starts whose game is too large are left out, so that a puzzle has at most about twenty pegs, whatever
//! the board. Work is bounded by positions and not by time: the same board and options give the same puzzle on every
//! machine.
//!
//! Symmetric starts and unique first jumps as what makes a puzzle interesting: G. Bell, *Designing peg solitaire
//! puzzles*, arXiv 1608.01609 (2016).

mod conditions;
mod games;
mod grade;
mod search;
mod sieve;
mod starts;

pub use grade::{Difficulty, Grade};

use crate::board::{Board, Hole, Position};
use crate::control::{Control, LimitReached};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::problem::answer::Solution;
use games::Games;
use search::Search;
use thiserror::Error;

/// What a puzzle should be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// How hard it should be.
    pub difficulty: Difficulty,
    /// Another seed gives another puzzle.
    pub seed: u64,
    /// The hole where the last peg must end; anywhere if there is none.
    pub finish: Option<Hole>,
    /// A symmetry of the board must carry the start onto itself.
    pub is_symmetric: bool,
    /// Only one first jump may lead to the goal, up to the symmetries of the start, and others must be possible.
    pub has_unique_first_jump: bool,
    /// No game may end with one peg in another hole than the solution does.
    pub has_unique_finish: bool,
}

/// A start with a solution, graded.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    problem: Problem,
    solution: Solution,
    grade: Grade,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Many starts were tried, and none was as wanted.
    #[error(
        "no puzzle of this kind was found on board `{board}`{} in {tried} attempts; try another seed, another difficulty or fewer conditions",
        within(*part)
    )]
    NotFound {
        /// The board's name.
        board: String,
        /// The starts that were tried.
        tried: usize,
        /// Of a board in several parts that no jump connects: the holes of the largest.
        part: Option<usize>,
    },
    /// Every start was looked at, and none is as wanted.
    #[error(
        "no start on board `{board}` is a puzzle of this kind; try another difficulty or fewer conditions"
    )]
    NoSuchPuzzle {
        /// The board's name.
        board: String,
    },
    /// Pegs cannot jump on the board.
    #[error("no jump is possible on board `{board}`, so there is no puzzle on it")]
    NoJump {
        /// The board's name.
        board: String,
    },
    /// The board is in parts that no jump connects, and each is too small.
    #[error(
        "board `{board}` is in {parts} parts that no jump connects, and the largest has {holes} holes, too few for a puzzle of this \
         difficulty; make a board of one part"
    )]
    SmallParts {
        /// The board's name.
        board: String,
        /// The number of parts.
        parts: usize,
        /// The holes of the largest.
        holes: usize,
    },
    /// Where the last peg is wanted, or on the whole board, it can always end in another hole as well.
    #[error("{}", no_unique_finish(finish.as_deref(), possible))]
    NoUniqueFinish {
        /// The hole that was wanted; none if any was.
        finish: Option<String>,
        /// The holes in which the last peg can end without an alternative.
        possible: Vec<String>,
    },
    /// A symmetric start is wanted, and the board has no symmetry.
    #[error("board `{board}` has no symmetry, so no start is symmetric; leave that condition out")]
    NoSymmetry {
        /// The board's name.
        board: String,
    },
    /// The finish is a hole of another board.
    #[error("the finish hole does not belong to board `{board}`")]
    ForeignHole {
        /// The board's name.
        board: String,
    },
    /// The control stopped the search.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
}

fn within(part: Option<usize>) -> String {
    part.map_or_else(String::new, |holes| {
        format!(" (no jump connects its parts, of at most {holes} holes)")
    })
}

fn no_unique_finish(finish: Option<&str>, possible: &[String]) -> String {
    let hole = finish.map_or_else(|| "any hole".to_owned(), |hole| format!("`{hole}`"));
    let advice = match possible {
        [] => "on this board that condition cannot be met".to_owned(),
        possible => format!("finishes that can be unique are {}", possible.join(", ")),
    };
    format!(
        "a last peg in {hole} can always end elsewhere, too: the last two pegs can jump either way; {advice}"
    )
}

impl Puzzle {
    /// Finds a puzzle: the same for the same board and options.
    ///
    /// # Errors
    ///
    /// [`PuzzleError`] when none is found, the conditions contradict the board, or the control stops it.
    pub fn new(
        board: &Board,
        options: &PuzzleOptions,
        control: &Control<'_>,
    ) -> Result<Puzzle, PuzzleError> {
        conditions::check(board, options)?;
        control.ended(AnyEngine::new(board).run(Make { options, control }))
    }

    /// The start, and where the last peg must end.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// One of its solutions.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// What a solver meets.
    pub fn grade(&self) -> &Grade {
        &self.grade
    }
}

struct Make<'a> {
    options: &'a PuzzleOptions,
    control: &'a Control<'a>,
}

impl EngineTask for Make<'_> {
    type Output = Result<Puzzle, PuzzleError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        Search::new(engine, self.options, self.control).run()
    }
}

impl Grade {
    /// The grade of a problem that ends with one peg. `None` where it has no solution, or is won already, and where
    /// more than a quarter of a million positions can follow its start.
    ///
    /// ```
    /// use pegboard::play::puzzle::Grade;
    /// use pegboard::{Board, NamedProblem};
    /// let board = Board::library("english")?;
    /// let cross = Grade::of(NamedProblem::find(&board, "cross")?.problem()).unwrap();
    /// let plus = Grade::of(NamedProblem::find(&board, "plus")?.problem()).unwrap();
    /// assert_eq!((cross.chance, plus.chance), (1.0 / 64.0, 1.0 / 256.0));
    /// assert!(cross.score() < plus.score());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(problem: &Problem) -> Option<Grade> {
        AnyEngine::new(problem.board()).run(GradeProblem(problem))
    }
}

struct GradeProblem<'a>(&'a Problem);

impl EngineTask for GradeProblem<'_> {
    type Output = Option<Grade>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Option<Grade> {
        const MOST: usize = games::MOST_KNOWN + search::MOST_BELOW_A_START; // any puzzle that is made has a grade
        let finishes = self.0.finishes()?;
        if finishes.iter().any(|finish| finish.peg_count() != 1) {
            return None;
        }
        let wanted = finishes.iter().fold(B::EMPTY, |wanted, finish| {
            wanted | B::from_code(finish.code())
        });
        let start: &Position = self.0.start();
        let start = B::from_code(start.code());
        let mut games = Games::new(engine, Some(wanted));
        if games.look_below(start, MOST) {
            games.grade(start)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
