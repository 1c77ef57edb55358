//! Generated puzzles: starts with a solution, graded by difficulty.
//!
//! The search returns the first start that meets the conditions. `games` analyzes every position below a start:
//! whether there is a solution, where the last peg can end, and how hard the games are. `starts` draws starts at
//! random, and `sieve` rejects most unsuitable ones before their games are analyzed. If random starts fail, `search`
//! examines every start of a small board, or climbs: it plays back from a last peg and each time takes a jump that
//! makes the game harder. Starts with too many games are skipped, so a puzzle has at most about twenty pegs on any
//! board. The work is bounded by positions, not by time: the same board and options give the same puzzle on every
//! machine.
//!
//! Symmetric starts and unique first jumps are criteria of quality proposed by G. Bell, *Designing peg solitaire
//! puzzles*, arXiv 1608.01609 (2016).

mod conditions;
mod grade;
mod outcome_table;
mod search;
mod sieve;
mod starts;

pub use grade::{Difficulty, Grade};

use crate::board::{Board, Hole};
use crate::control::{Control, LimitReached, counted};
use crate::engine::{AnyEngine, Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::problem::answer::Solution;
use outcome_table::OutcomeTable;
use search::Search;
use thiserror::Error;

/// Conditions of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PuzzleOptions {
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Seed of the random generator. Different seeds give different puzzles.
    pub seed: u64,
    /// Hole where the last peg must end; any hole if `None`.
    pub finish: Option<Hole>,
    /// A symmetry of the board that moves a hole must map the start onto itself.
    pub is_symmetric: bool,
    /// Only one first jump may win, up to the symmetries of the start and the goal, and others must be possible.
    pub has_unique_first_jump: bool,
    /// No game may end with one peg in a hole other than that of the solution.
    pub has_unique_finish: bool,
}

builder_methods!(PuzzleOptions {
    /// Sets the difficulty.
    with_difficulty(difficulty: Difficulty),
    /// Sets the seed of the random generator.
    with_seed(seed: u64),
    /// Sets the hole where the last peg must end.
    with_finish(finish: Option<Hole>),
    /// Sets whether a symmetry must map the start onto itself.
    with_symmetry(is_symmetric: bool),
    /// Sets whether only one first jump may win.
    with_unique_first_jump(has_unique_first_jump: bool),
    /// Sets whether the last peg may end in only one hole.
    with_unique_finish(has_unique_finish: bool),
});

/// A puzzle: a problem with a solution and a grade.
///
/// ```
/// use pegboard::{Board, Control, Difficulty, Puzzle, PuzzleOptions};
/// let board = Board::library("english")?;
/// let options = PuzzleOptions::default().with_difficulty(Difficulty::Easy).with_seed(1);
/// let puzzle = Puzzle::find(&board, &options, &Control::default())?;
/// assert!(puzzle.problem().is_met_by(puzzle.solution().finish()));
/// assert_eq!(puzzle.grade().difficulty(), Difficulty::Easy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    problem: Problem,
    solution: Solution,
    grade: Grade,
}

/// Error generating a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Many starts were tried, and none meets the conditions.
    #[error(
        "no puzzle of this kind was found on board `{board}`{} in {}; try another seed, another difficulty or fewer conditions",
        within(*part),
        counted(*tried, "attempt")
    )]
    NotFound {
        /// Name of the board.
        board: String,
        /// Number of starts tried.
        tried: usize,
        /// Size of the largest connected component, if there are several.
        part: Option<usize>,
    },
    /// No start meets the conditions.
    #[error(
        "no start on board `{board}` is a puzzle of this kind; {}",
        other_difficulties(possible)
    )]
    NoSuchPuzzle {
        /// Name of the board.
        board: String,
        /// Other difficulties of which a puzzle meets the conditions.
        possible: Vec<Difficulty>,
    },
    /// No jump is possible on the board.
    #[error("no jump is possible on board `{board}`, so there is no puzzle on it")]
    NoJump {
        /// Name of the board.
        board: String,
    },
    /// No jump ends in the wanted finish hole.
    #[error("no jump ends in `{finish}`, so no game does; choose another finish")]
    NoJumpToFinish {
        /// Label of the hole.
        finish: String,
    },
    /// The board has several connected components, and each is too small.
    #[error(
        "board `{board}` is in {parts} parts that no jump connects, and the largest has {}, too few for a puzzle of this \
         difficulty; make a board of one part",
        counted(*holes, "hole")
    )]
    SmallParts {
        /// Name of the board.
        board: String,
        /// Number of components.
        parts: usize,
        /// Size of the largest.
        holes: usize,
    },
    /// The last peg can always end in several holes.
    #[error("{}", no_unique_finish(finish.as_deref(), possible))]
    NoUniqueFinish {
        /// Wanted finish hole, if any.
        finish: Option<String>,
        /// Holes where the last peg can end without an alternative.
        possible: Vec<String>,
    },
    /// A symmetric start is wanted, but no symmetry of the board moves a hole.
    #[error(
        "no symmetry of board `{board}` moves a hole, so no start is symmetric; drop this condition"
    )]
    NoSymmetry {
        /// Name of the board.
        board: String,
    },
    /// The finish is a hole of another board.
    #[error("board `{board}` has no finish hole {hole}: its holes are numbered from 0 to {last}")]
    ForeignHole {
        /// Name of the board.
        board: String,
        /// Number of the hole.
        hole: usize,
        /// Number of the board's last hole.
        last: usize,
    },
    /// The control stopped the search.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
}

impl PuzzleError {
    /// Returns the limit that stopped the search, if a limit was the cause.
    pub fn limit(&self) -> Option<LimitReached> {
        match self {
            PuzzleError::Stopped(limit) => Some(*limit),
            _ => None,
        }
    }
}

fn other_difficulties(possible: &[Difficulty]) -> String {
    let names: Vec<String> = possible.iter().map(Difficulty::to_string).collect();
    match names[..] {
        [] => "try fewer conditions or another board".to_owned(),
        _ => format!("it has puzzles of difficulty {}", names.join(", ")),
    }
}

fn within(part: Option<usize>) -> String {
    part.map_or_else(String::new, |holes| {
        format!(
            " (no jump connects its parts, of at most {})",
            counted(holes, "hole")
        )
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
    /// Generates a puzzle. The same board and options give the same puzzle.
    ///
    /// # Errors
    ///
    /// [`PuzzleError`] if none is found, the conditions contradict the board, or the control is stopped.
    pub fn find(
        board: &Board,
        options: &PuzzleOptions,
        control: &Control<'_>,
    ) -> Result<Puzzle, PuzzleError> {
        conditions::check(board, options)?;
        control.ended(with_engine!(&AnyEngine::new(board), |engine| {
            let find = |difficulty| {
                let options = options.clone().with_difficulty(difficulty);
                Search::new(engine, &options, control).run()
            };
            find(options.difficulty).map_err(|error| match error {
                PuzzleError::NoSuchPuzzle { board, .. } => {
                    let others = Difficulty::ALL.into_iter();
                    let possible = others.filter(|other| find(*other).is_ok()).collect();
                    PuzzleError::NoSuchPuzzle { board, possible }
                }
                error => error,
            })
        }))
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns a solution.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the grade.
    pub fn grade(&self) -> &Grade {
        &self.grade
    }
}

impl Grade {
    /// Grades a problem whose goal is a single peg. Returns `None` for other goals, for a problem that has no solution
    /// or is already solved, and if more than about a quarter of a million positions can follow its start.
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
        with_engine!(&AnyEngine::new(problem.board()), |engine| grade(
            engine, problem
        ))
    }
}

fn grade<B: Bits>(engine: &Engine<B>, problem: &Problem) -> Option<Grade> {
    const MOST: usize = outcome_table::MAX_KNOWN + search::MAX_BELOW_A_START; // every generated puzzle can be graded
    let finishes = problem.finishes()?;
    if finishes.iter().any(|finish| finish.peg_count() != 1) {
        return None;
    }
    let wanted = finishes.iter().fold(B::EMPTY, |wanted, finish| {
        wanted | B::from_code(finish.code())
    });
    let start = B::from_code(problem.start().code());
    let mut games = OutcomeTable::new(engine, Some(wanted));
    if games.analyze_below(start, MOST) {
        games.grade(start)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
