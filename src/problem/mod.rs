//! Problems, their goals, and the answers to them. All types here are data: nothing searches.
//!
//! # Serde forms
//!
//! | value | serialized form |
//! |---|---|
//! | [`Board`] | a [`BoardFile`](crate::BoardFile): `{"name": "Row", "lattice": "Square", "holes": [[0, 0], [1, 0], [2, 0]], …}` |
//! | [`Position`] | `{"board": …, "pegs": ["a1", "b1"]}` |
//! | [`Problem`] | `{"board": …, "start": ["a1", "b1"], "goal": {"PegIn": ["c1"]}}`; other goals are `"OnePeg"`, `"FewestPegs"`, `{"Position": [labels]}` and `{"Patterns": [{"pegs": [labels], "empty": [labels]}, …]}` |
//! | [`Line`](answer::Line), [`Solution`](answer::Solution) | `{"board": …, "start": ["a1", "b1"], "moves": ["a1-c1"]}` |
//! | [`Answer`](answer::Answer) | the object that `pegboard solve --json` prints, without `schema`, `command` and `board`: [`Answer::read`](answer::Answer::read) reads it with its board |
//! | [`Answers`](crate::Answers) | `{"board": …, "answers": […]}`: the board stands once |
//! | [`Hole`], [`Jump`](crate::Jump), [`Move`](answer::Move) | indices: `16`, `[4, 9, 16]`, `{"holes": [4, 16, 14], "over": [9, 15]}` |
//! | [`Outlook`](crate::Outlook), [`JumpHint`](crate::JumpHint) | `"winning"`, `"losing"` or `{"unknown": "time"}`; `{"jump": [4, 9, 16], "outlook": "winning"}` |
//! | [`Hint`](crate::Hint) | `{"position": …, "outlook": …, "jumps": [jump hints], "best_line": ["d2-d4", …], "alarm": …}`; written only |
//! | [`GameCounts`](crate::count::GameCounts), [`Chance`](crate::count::Chance) | the fields, with large numbers as decimal strings; `"1/280"` |
//! | [`Grade`](crate::play::puzzle::Grade), [`Stats`](answer::Stats) | the fields |
//!
//! Deserialized values are checked like files: the errors are those of [`Board::new`], [`Board::hole`],
//! [`Problem::new`] and [`Line::parse`](answer::Line::parse).
//!
//! ```
//! use pegboard::{Board, Problem};
//! let board = Board::library("english")?;
//! let center = board.hole("d4")?;
//! let problem = Problem::svss(&board, center, center);
//! let text = serde_json::to_string(&problem)?;
//! assert_eq!(serde_json::from_str::<Problem>(&text)?, problem);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub(crate) mod data;
mod direction;
mod finish;
pub mod named;
mod pattern;
mod pddl;

pub(crate) use direction::PlayDirection;
pub(crate) use finish::Finish;
pub(crate) use pattern::Region;
pub use pattern::{Pattern, PatternError};
pub use pddl::ImportedProblem;

use crate::board::file::{BoardFinish, PatternLabels};
use crate::board::{Board, Hole, Position, SvssProblem, Symmetry, UsualFinish};
use crate::control::counted;
use thiserror::Error;

/// Goal of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Exactly this position.
    Position(Position),
    /// A single peg in one of these holes.
    PegIn(Vec<Hole>),
    /// A single peg in any hole.
    OnePeg,
    /// As few pegs as possible.
    FewestPegs,
    /// Any position that matches one of these patterns, at most [`Goal::MAX_PATTERNS`]. A line ends as soon as it meets the
    /// goal.
    Patterns(Vec<Pattern>),
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
///
/// Serde form: `{"board": …, "start": ["a1", "b1"], "goal": {"PegIn": ["c1"]}}`, with labels of the board. Other goals are
/// `"OnePeg"`, `"FewestPegs"`, `{"Position": [labels]}` and `{"Patterns": [{"pegs": [labels], "empty": [labels]}, …]}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    start: Position,
    goal: Goal,
}

/// Error making a problem from a start and a goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Start and finish are positions of different boards.
    #[error("the start is a position of board `{start}`, the finish one of board `{finish}`")]
    DifferentBoards {
        /// Board of the start.
        start: String,
        /// Board of the finish.
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
    #[error("board `{board}` has no finish hole {hole}: its holes are numbered from 0 to {last}")]
    ForeignHole {
        /// Board of the start.
        board: String,
        /// Number of the hole.
        hole: usize,
        /// Number of the board's last hole.
        last: usize,
    },
    /// The finish does not have fewer pegs than the start.
    #[error(
        "the finish has {} and the start {start}; every jump removes one, so the finish needs fewer",
        counted(*finish, "peg")
    )]
    TooFewPegs {
        /// Pegs at the start.
        start: usize,
        /// Pegs at the finish.
        finish: usize,
    },
    /// Each pattern asks for too many pegs.
    #[error(
        "the goal asks for pegs in {}, and the start has {} without meeting it; every jump removes one, so the goal needs fewer",
        counted(*finish, "hole"),
        counted(*start, "peg")
    )]
    PatternPegs {
        /// Pegs at the start.
        start: usize,
        /// Minimum number of pegs of a pattern.
        finish: usize,
    },
    /// The goal has too many patterns.
    #[error("the goal has {patterns} patterns; at most {most} are possible")]
    TooManyPatterns {
        /// Number of patterns.
        patterns: usize,
        /// Maximum number of patterns.
        most: usize,
    },
}

impl Goal {
    /// Maximum number of patterns of a goal.
    pub const MAX_PATTERNS: usize = BoardFinish::MAX_PATTERNS;

    /// Returns the usual goal of games from a start: the board's usual finish if the position classes allow it; otherwise
    /// the complement of a single vacancy if the classes allow that, or else one peg anywhere.
    ///
    /// ```
    /// use pegboard::{Board, Goal};
    /// let english = Board::library("english")?;
    /// let center = english.hole("d4")?;
    /// assert_eq!(Goal::usual(&english.vacate(center)), Goal::Position(english.with_pegs([center])));
    /// assert_eq!(Goal::usual(&english.full()), Goal::OnePeg);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn usual(start: &Position) -> Goal {
        let board = start.board();
        let is_possible = |finish: &Position| {
            start.peg_count() > finish.peg_count() && finish.class() == start.class()
        };
        let usual = board.usual_goal().filter(|goal| match goal {
            Goal::Position(finish) => is_possible(finish),
            Goal::PegIn(holes) => is_possible(&board.with_pegs(holes.iter().copied())),
            Goal::Patterns(patterns) => {
                check_patterns(start, patterns).is_ok()
                    && patterns
                        .iter()
                        .any(|pattern| pattern.class_difference(start).is_none())
            }
            Goal::OnePeg | Goal::FewestPegs => true,
        });
        if let Some(goal) = usual {
            return goal;
        }
        let complement = start.complement();
        if complement.peg_count() == 1 && is_possible(&complement) {
            Goal::Position(complement)
        } else {
            Goal::OnePeg
        }
    }

    /// Returns `true` if a symmetry maps the goal onto itself. Then the goal can be reached from a position exactly
    /// if it can be reached from the image.
    ///
    /// # Panics
    ///
    /// If the goal names a hole that the board of the symmetry lacks, or a position whose board lacks the symmetry.
    pub fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        match self {
            Goal::Position(finish) => finish.image(symmetry) == *finish,
            Goal::PegIn(holes) => holes
                .iter()
                .all(|hole| holes.contains(&symmetry.apply(*hole))),
            Goal::OnePeg | Goal::FewestPegs => true,
            Goal::Patterns(patterns) => patterns
                .iter()
                .all(|pattern| patterns.contains(&pattern.image(symmetry))),
        }
    }

    /// Returns the symmetries that map the goal onto itself: a group, the identity first.
    ///
    /// # Panics
    ///
    /// If the goal lies on another board.
    pub(crate) fn stabilizer(&self, board: &Board) -> Vec<Symmetry> {
        match self {
            Goal::Position(finish) => board.check_position(finish),
            Goal::PegIn(holes) => holes.iter().for_each(|hole| board.check_hole(*hole)),
            Goal::OnePeg | Goal::FewestPegs => {}
            Goal::Patterns(patterns) => patterns
                .iter()
                .for_each(|pattern| board.check_position(&pattern.board().full())),
        }
        board.symmetries_that(|symmetry| self.is_kept_by(symmetry))
    }
}

impl Problem {
    /// Returns the same problem on a board with the same geometry, whose labels may differ.
    pub(crate) fn on(&self, board: &Board) -> Problem {
        debug_assert!(board.same_geometry(self.board()));
        let position = |other: &Position| Position::from_code_unchecked(board, other.code());
        let goal = match &self.goal {
            Goal::Position(finish) => Goal::Position(position(finish)),
            Goal::Patterns(patterns) => {
                let pattern = |other: &Pattern| Pattern::new(board, other.pegs(), other.empty());
                let patterns: Result<_, _> = patterns.iter().map(pattern).collect();
                Goal::Patterns(patterns.expect("the boards have the same holes"))
            }
            goal => goal.clone(),
        };
        Problem {
            start: position(&self.start),
            goal,
        }
    }

    /// Makes a problem from a start and a goal. Duplicate finish holes and patterns are removed. A single pattern without
    /// free holes becomes a position.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] if they belong to different boards, if the goal names no hole, or if the number of pegs alone
    /// excludes every line. A finish equal to the start is allowed.
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
            Goal::Patterns(patterns) => {
                check_patterns(&start, patterns)?;
                keep_first_of_each_pattern(patterns);
            }
        }
        if let Goal::Patterns(patterns) = &goal
            && let [pattern] = &**patterns
            && let Some(finish) = pattern.position()
        {
            goal = Goal::Position(finish);
        }
        Ok(Problem { start, goal })
    }

    /// Makes a problem from one vacancy to one survivor.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn svss(board: &Board, vacancy: Hole, finish: Hole) -> Problem {
        board.check_hole(finish);
        Problem::svss_to_any_of(board, vacancy, vec![finish])
    }

    /// As [`Problem::svss`], with several finishes, holes of the board.
    pub(crate) fn svss_to_any_of(board: &Board, vacancy: Hole, finishes: Vec<Hole>) -> Problem {
        Problem {
            start: board.vacate(vacancy),
            goal: Goal::PegIn(finishes),
        }
    }

    /// Makes a complement problem: from a position to the position with pegs and vacancies exchanged.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] if the complement has more pegs than the start.
    pub fn complement(start: Position) -> Result<Problem, ProblemError> {
        let finish = start.complement();
        Problem::new(start, Goal::Position(finish))
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        self.start.board()
    }

    /// Returns the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the only vacancy at the start, if there is exactly one.
    pub fn vacancy(&self) -> Option<Hole> {
        self.start.single_vacancy()
    }

    /// Returns the finish hole if the goal is one peg in one given hole.
    pub fn finish(&self) -> Option<Hole> {
        match &self.goal {
            Goal::Position(finish) if finish.peg_count() == 1 => finish.pegs().next(),
            Goal::PegIn(holes) if holes.len() == 1 => holes.first().copied(),
            _ => None,
        }
    }

    /// Returns the positions that meet the goal, or `None` for [`Goal::FewestPegs`] and [`Goal::Patterns`], whose finishes
    /// are not known in advance or too many.
    pub fn finishes(&self) -> Option<Vec<Position>> {
        let board = self.board();
        match &self.goal {
            Goal::Position(finish) => Some(vec![finish.clone()]),
            Goal::PegIn(holes) => Some(holes.iter().map(|hole| board.with_pegs([*hole])).collect()),
            Goal::OnePeg => Some(board.holes().map(|hole| board.with_pegs([hole])).collect()),
            Goal::FewestPegs | Goal::Patterns(_) => None,
        }
    }

    /// Returns the goal as the usual finish of a board file, if it is one hole, a position or patterns.
    pub(crate) fn board_finish(&self) -> Option<BoardFinish> {
        Some(match (&self.goal, self.finish()) {
            (_, Some(hole)) => BoardFinish::from(self.board().label(hole)),
            (Goal::Position(finish), _) => BoardFinish::Position(crate::board::data::pegs(finish)),
            (Goal::Patterns(patterns), _) => {
                BoardFinish::Patterns(patterns.iter().map(Pattern::labels).collect())
            }
            (Goal::PegIn(_) | Goal::OnePeg | Goal::FewestPegs, _) => return None,
        })
    }

    /// Returns the patterns of the goal, if it consists of patterns.
    pub fn patterns(&self) -> Option<&[Pattern]> {
        match &self.goal {
            Goal::Patterns(patterns) => Some(patterns),
            _ => None,
        }
    }

    /// Returns the labels of the patterns of the goal, if it consists of patterns.
    pub fn pattern_labels(&self) -> Option<Vec<PatternLabels>> {
        let patterns = self.patterns()?;
        Some(patterns.iter().map(Pattern::labels).collect())
    }

    /// Returns the [`finishes`](Problem::finishes) in the position class of the start; no other finish can be reached.
    /// The list is empty for [`Goal::FewestPegs`] and [`Goal::Patterns`].
    pub fn finishes_in_class(&self) -> Vec<Position> {
        let class = self.start().class();
        let mut finishes = self.finishes().unwrap_or_default();
        finishes.retain(|finish| finish.class() == class);
        finishes
    }

    /// Returns `true` if a position meets the goal. For [`Goal::FewestPegs`] only a single peg certainly does.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn is_met_by(&self, position: &Position) -> bool {
        self.board().check_position(position);
        match &self.goal {
            Goal::Position(finish) => position == finish,
            Goal::PegIn(holes) => {
                position.peg_count() == 1 && holes.iter().any(|hole| position.has_peg(*hole))
            }
            Goal::OnePeg | Goal::FewestPegs => position.peg_count() == 1,
            Goal::Patterns(patterns) => patterns.iter().any(|pattern| pattern.matches(position)),
        }
    }
}

impl Board {
    /// Returns the usual goal, if the description names one: one hole, a position or patterns. [`Goal::usual`] chooses the
    /// goal of a start.
    pub fn usual_goal(&self) -> Option<Goal> {
        Some(match self.usual_finish()? {
            UsualFinish::Hole(hole) => Goal::PegIn(vec![*hole]),
            UsualFinish::Position(pegs) => Goal::Position(self.with_pegs(pegs.iter().copied())),
            UsualFinish::Patterns(patterns) => {
                let pattern = |[pegs, empty]: &[Vec<Hole>; 2]| {
                    let pattern = Pattern::new(self, pegs.iter().copied(), empty.iter().copied());
                    pattern.expect("the board has checked its usual finish")
                };
                Goal::Patterns(patterns.iter().map(pattern).collect())
            }
        })
    }
}

impl SvssProblem {
    /// Returns the problem on its board.
    ///
    /// ```
    /// let board = pegboard::Board::library("english")?;
    /// let first = board.svss_problems()[0].problem(&board);
    /// assert_eq!((first.vacancy(), first.finish()), (Some(board.hole("c1")?), Some(board.hole("c1")?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn problem(self, board: &Board) -> Problem {
        Problem::svss(board, self.vacancy(), self.finish())
    }
}

fn keep_first_of_each_pattern(patterns: &mut Vec<Pattern>) {
    let mut seen = Vec::new();
    patterns.retain(|pattern| {
        let is_new = !seen.contains(&pattern.region());
        seen.push(pattern.region());
        is_new
    });
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

fn check_patterns(start: &Position, patterns: &[Pattern]) -> Result<(), ProblemError> {
    if patterns.is_empty() {
        return Err(ProblemError::NoFinishHole);
    }
    if patterns.len() > Goal::MAX_PATTERNS {
        return Err(ProblemError::TooManyPatterns {
            patterns: patterns.len(),
            most: Goal::MAX_PATTERNS,
        });
    }
    let mut boards = patterns.iter().map(Pattern::board);
    if let Some(other) = boards.find(|board| *board != start.board()) {
        return Err(ProblemError::DifferentBoards {
            start: start.board().name().to_owned(),
            finish: other.name().to_owned(),
        });
    }
    let regions = patterns.iter().map(Pattern::region);
    let least_pegs = regions.clone().map(Region::least_pegs).min().unwrap_or(0);
    if regions
        .clone()
        .all(|region| region.has_too_many_pegs_for(start.code()))
    {
        return Err(ProblemError::PatternPegs {
            start: start.peg_count(),
            finish: least_pegs as usize,
        });
    }
    Ok(())
}

fn check_holes(start: &Position, holes: &[Hole]) -> Result<(), ProblemError> {
    let board = start.board();
    if holes.is_empty() {
        return Err(ProblemError::NoFinishHole);
    }
    let last = board.hole_count() - 1;
    match holes.iter().find(|hole| hole.index() > last) {
        Some(hole) => Err(ProblemError::ForeignHole {
            board: board.name().to_owned(),
            hole: hole.index(),
            last,
        }),
        None => Ok(()),
    }
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
