//! Independent checker of peg solitaire certificates.
//!
//! The checker knows only boards and the rule of the jump. It shares no code with the search and does not depend on the
//! library, which writes certificates through the module [`format`](mod@format). The checker trusts nothing: it
//! verifies every statement on which a proof rests.
//!
//! | answer | check |
//! |---|---|
//! | solvable | the moves can be played one by one and end in the goal |
//! | unsolvable, class | every jump changes an even number of the invariant's holes; start and finish differ in the parity of the pegs in it |
//! | unsolvable, function | every jump loses at least as much of the sum of the weights as its parity sets demand; from start to finish the loss is smaller than demanded |
//! | unsolvable, cases | no first or last jump is missing, and each case is refuted |
//! | unsolvable, exhaustion | the set holds the start; every jump leads to a position of the set or to a refuted one; no finish is in the set |
//! | fewest pegs | a line leaves this many pegs, and every position with one peg fewer is refuted |
//! | fewest moves | a line has this many moves; two walks, from the start and from the finishes, count the fewest moves to each position and exclude any shorter line |
//!
//! The module [`format`](mod@format) describes the format; any program can write it. The positions of an exhaustion are
//! read or recomputed level by level, so that they need not fit into memory.

mod board;
mod carried;
mod cases;
mod exhaustion;
mod expander;
mod file;
mod flaw;
pub mod format;
mod function;
mod line;
mod moves;
mod packed;
mod pattern;
mod position_file;
mod positions;
mod refutation;
mod refuter;
mod resources;
mod side;
mod slacks;
mod statement;
mod symmetry;
mod walk;
mod word;

pub use file::{
    MAX_TEXT_BYTES, Unverified, read_atlas, read_atlas_text, read_certificates,
    read_certificates_within,
};

use crate::format::{
    AnswerPart, BoardPart, CertificatePart, ExhaustionPart, FewestProofPart, FinishesPart,
    RefutationPart, RefutedPart,
};
use flaw::{Checked, require, wrong};
use line::Played;
use refutation::open_finishes;
use resources::Resources;
use statement::{Goal, Statement};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use thiserror::Error;

/// Resource limits and observer of a check.
///
/// ```
/// use pegboard_checker::{CheckOptions, Rejection, verify_text};
/// let text = include_str!("../../../tests/certificates/version1/halved.ron");
/// let options = CheckOptions::default().with_go_on(&|_| false);
/// let stopped = verify_text(text, "halved.ron", "".as_ref(), &options);
/// assert!(matches!(stopped, Err(Rejection::Stopped { positions: 0, .. })));
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CheckOptions<'a> {
    /// Memory for positions, in bytes; 512 MiB by default. With less memory, files are read more often.
    pub memory: u64,
    /// Maximum number of threads; one by default. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// Observer, called from any thread every few milliseconds with the number of positions checked so far. The check
    /// stops when it returns `false`. By default nothing stops the check.
    pub go_on: &'a (dyn Fn(u64) -> bool + Sync),
}

impl<'a> CheckOptions<'a> {
    /// Sets the memory for positions, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> CheckOptions<'a> {
        CheckOptions { memory, ..self }
    }

    /// Sets the maximum number of threads.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> CheckOptions<'a> {
        CheckOptions { threads, ..self }
    }

    /// Sets the observer, which stops the check by returning `false`.
    #[must_use]
    pub fn with_go_on(self, go_on: &'a (dyn Fn(u64) -> bool + Sync)) -> CheckOptions<'a> {
        CheckOptions { go_on, ..self }
    }
}

impl Default for CheckOptions<'_> {
    fn default() -> Self {
        CheckOptions {
            memory: 512 << 20,
            threads: NonZeroUsize::MIN,
            go_on: &|_| true,
        }
    }
}

impl fmt::Debug for CheckOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckOptions")
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Statement that a valid certificate proves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proven {
    /// The statement as a sentence.
    pub sentence: String,
    /// The proved answer.
    pub answer: ProvenAnswer,
    /// The board. Nothing depends on its name.
    pub board: BoardPart,
    /// Code of the start.
    pub start: u128,
    /// Codes of the finishes; `None` if the goal is to leave as few pegs as possible, or has patterns.
    pub finishes: Option<Vec<u128>>,
    /// Patterns of the goal, if it has any: the code of the holes that hold pegs, and of those that hold none.
    pub patterns: Option<Vec<(u128, u128)>>,
    /// Number of positions of exhaustions that were checked.
    pub positions: u64,
}

/// Answer that a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenAnswer {
    /// This many jumps lead to the goal.
    Solvable {
        /// The number of jumps.
        jumps: usize,
    },
    /// No line leads to the goal.
    Unsolvable {
        /// Kind of the refutation; the greatest if finishes are refuted by different kinds.
        by: Refutation,
    },
    /// No line leaves fewer pegs.
    Fewest {
        /// The number of pegs.
        pegs: u32,
    },
    /// A line leads to the goal, and none has fewer moves. A move is a run of jumps by the same peg.
    FewestMoves {
        /// The number of moves.
        moves: usize,
        /// The number of jumps.
        jumps: usize,
    },
}

/// Kind of proof that a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refutation {
    /// Start and finish lie in different position classes.
    Class,
    /// A function, with or without parity sets, refutes the start.
    Function,
    /// Each case by first and last jumps is refuted.
    Cases,
    /// Exhaustive search.
    Exhaustion,
}

/// Reason for rejecting a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Rejection {
    /// A file cannot be read, or is neither a certificate nor an atlas of a known version.
    #[error("{file}: {message}")]
    Unreadable {
        /// The certificate's file.
        file: String,
        /// The reason.
        message: String,
    },
    /// The certificate does not prove its answer. The fields describe the first flaw.
    #[error("{file}: {place}: {message}")]
    Invalid {
        /// The certificate's file.
        file: String,
        /// The field, move, level or file with the flaw.
        place: String,
        /// The flaw.
        message: String,
    },
    /// [`CheckOptions::go_on`] stopped the check, or the system has no memory left. The certificate may be valid or not.
    #[error("{file}: the check was stopped after {}", counted(*positions, "position"))]
    Stopped {
        /// The certificate's file.
        file: String,
        /// Number of positions checked.
        positions: u64,
    },
}

/// Checks the certificate in a file.
///
/// ```
/// use pegboard_checker::{CheckOptions, ProvenAnswer, Refutation, verify};
/// let path = "../../tests/certificates/version1/forward.ron".as_ref(); // its positions are in a file beside it
/// let proven = verify(path, &CheckOptions::default())?;
/// assert_eq!(proven.answer, ProvenAnswer::Unsolvable { by: Refutation::Exhaustion });
/// # Ok::<(), pegboard_checker::Rejection>(())
/// ```
///
/// # Errors
///
/// [`Rejection`] names the first flaw, or says why the file cannot be read.
pub fn verify(path: &Path, options: &CheckOptions<'_>) -> Result<Proven, Rejection> {
    let name = path.display().to_string();
    let text = file::text_of(path, options).map_err(|message| Rejection::Unreadable {
        file: name.clone(),
        message,
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Unverified::parse(text, &name, folder, options)?.verify(options)
}

/// Checks the text of a certificate. Messages name it `file`; position files are read from `folder`.
///
/// # Errors
///
/// [`Rejection`] names the first flaw.
pub fn verify_text(
    text: &str,
    file: &str,
    folder: &Path,
    options: &CheckOptions<'_>,
) -> Result<Proven, Rejection> {
    Unverified::parse(text.to_owned(), file, folder, options)?.verify(options)
}

/// Returns the count, its digits in groups of three, and the noun, in the plural unless the count is 1.
fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let digits = count.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = groups
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    format!(
        "{} {noun}{}",
        groups.join(","),
        if count == 1 { "" } else { "s" }
    )
}

fn check(part: &CertificatePart, resources: &Resources<'_>) -> Checked<Proven> {
    let statement = Statement::new(part)?;
    let (answer, positions, words) = match (&part.answer, &statement.goal) {
        (AnswerPart::Fewest { pegs, moves, proof }, Goal::FewestPegs) => {
            fewest(&statement, *pegs, moves, proof, resources)?
        }
        (AnswerPart::Fewest { .. }, _) => {
            return wrong("answer", "the goal is not to leave the fewest pegs");
        }
        (_, Goal::FewestPegs) => return wrong("answer", "the goal is to leave the fewest pegs"),
        (AnswerPart::Solvable(moves), _) => solvable(&statement, moves)?,
        (AnswerPart::Unsolvable(refutation), _) => {
            let refuted = refuted(&statement, refutation, 0, resources)?;
            let answer = ProvenAnswer::Unsolvable { by: refuted.by };
            (
                answer,
                refuted.positions,
                format!("unsolvable, by {}", refuted.words),
            )
        }
        (
            AnswerPart::FewestMoves {
                count,
                moves,
                proof,
            },
            _,
        ) => fewest_moves(&statement, *count, moves, proof, resources)?,
    };
    Ok(Proven {
        sentence: format!("{}: {words}", statement.in_words(&part.goal)),
        answer,
        board: part.board.clone(),
        start: statement.start,
        finishes: match &statement.goal {
            Goal::Finishes(finishes) => Some(finishes.clone()),
            Goal::FewestPegs | Goal::Patterns(_) => None,
        },
        patterns: match &statement.goal {
            Goal::Patterns(patterns) => Some(
                patterns
                    .iter()
                    .map(|pattern| (pattern.pegs, pattern.empty))
                    .collect(),
            ),
            Goal::Finishes(_) | Goal::FewestPegs => None,
        },
        positions,
    })
}

fn solvable(statement: &Statement, moves: &str) -> Checked<(ProvenAnswer, u64, String)> {
    let board = &statement.board;
    let Played { finish, jumps, .. } = solved(statement, moves)?;
    let pegs = if finish.count_ones() == 1 {
        "a peg"
    } else {
        "pegs"
    };
    let words = format!(
        "solved in {}, leaving {pegs} in {}",
        counted(jumps, "jump"),
        board.labels(finish)
    );
    Ok((ProvenAnswer::Solvable { jumps }, 0, words))
}

/// Plays moves and checks that they end in the goal.
fn solved(statement: &Statement, moves: &str) -> Checked<Played> {
    let board = &statement.board;
    let played = line::play(board, statement.start, moves)?;
    require(statement.goal.is_met_by(played.finish), "answer", || {
        format!(
            "the moves leave pegs in `{}`, which is not the goal",
            board.labels(played.finish)
        )
    })?;
    Ok(played)
}

fn fewest_moves(
    statement: &Statement,
    count: u32,
    line: &str,
    proof: &RefutationPart,
    resources: &Resources<'_>,
) -> Checked<(ProvenAnswer, u64, String)> {
    let Played { jumps, moves, .. } = solved(statement, line)?;
    require(moves == count as usize, "answer.count", || {
        format!("the line has {}, not {count}", counted(moves, "move"))
    })?;
    let Some(open) = open_finishes(statement, proof, 0, resources)? else {
        return wrong(
            "finishes",
            "the finish of the line is not left to the exhaustion",
        );
    };
    let positions = moves::check(statement, &open, &proof.exhaustion, moves, resources)?;
    let words = format!(
        "solved in {} ({}), and no line has fewer moves, by exhaustion ({})",
        counted(moves, "move"),
        counted(jumps, "jump"),
        counted(positions, "position")
    );
    Ok((ProvenAnswer::FewestMoves { moves, jumps }, positions, words))
}

fn fewest(
    statement: &Statement,
    pegs: u32,
    moves: &str,
    proof: &FewestProofPart,
    resources: &Resources<'_>,
) -> Checked<(ProvenAnswer, u64, String)> {
    let Played { finish, jumps, .. } = line::play(&statement.board, statement.start, moves)?;
    require(finish.count_ones() == pegs, "answer.pegs", || {
        format!(
            "the moves leave {}, not {pegs}",
            counted(finish.count_ones(), "peg")
        )
    })?;
    let (positions, words) = match proof {
        FewestProofPart::LastPeg => {
            require(pegs == 1, "answer.proof", || {
                "more than one peg is left".to_owned()
            })?;
            (0, "every jump leaves a peg".to_owned())
        }
        FewestProofPart::Refuted(refutation) => {
            let refuted = refuted(statement, refutation, pegs, resources)?;
            (refuted.positions, refuted.words)
        }
    };
    let jumps = counted(jumps, "jump");
    let words = format!("{pegs} left after {jumps}, and no line leaves fewer, by {words}");
    Ok((ProvenAnswer::Fewest { pegs }, positions, words))
}

/// Result of checking a refutation.
struct Refuted {
    by: Refutation,
    words: String,
    /// Number of positions checked.
    positions: u64,
}

fn refuted(
    statement: &Statement,
    part: &RefutationPart,
    fewer_than: u32,
    resources: &Resources<'_>,
) -> Checked<Refuted> {
    if let Some(open) = open_finishes(statement, part, fewer_than, resources)? {
        let positions = exhaustion::check(statement, &open, &part.exhaustion, resources)?;
        let words = format!("exhaustion ({})", counted(positions, "position"));
        return Ok(Refuted {
            by: Refutation::Exhaustion,
            words,
            positions,
        });
    }
    require(
        part.exhaustion == ExhaustionPart::NotNeeded,
        "exhaustion",
        || "every finish is refuted without it".to_owned(),
    )?;
    let by = without_exhaustion(part);
    Ok(Refuted {
        by,
        words: kinds(part, by).join(" and "),
        positions: 0,
    })
}

/// Returns the greatest kind used in a refutation without an exhaustion.
fn without_exhaustion(part: &RefutationPart) -> Refutation {
    let kind = |refuted: &RefutedPart| match refuted {
        RefutedPart::Cases(_) => Refutation::Cases,
        RefutedPart::Pagoda { .. } | RefutedPart::Function { .. } => Refutation::Function,
        RefutedPart::Class { .. } | RefutedPart::Pegs | RefutedPart::Exhaustion => {
            Refutation::Class
        }
    };
    match &part.finishes {
        FinishesPart::Each(finishes) => finishes
            .iter()
            .map(|finish| kind(&finish.refuted))
            .max()
            .unwrap_or(Refutation::Class),
        FinishesPart::Patterns(patterns) => patterns
            .iter()
            .map(|pattern| kind(&pattern.refuted))
            .max()
            .unwrap_or(Refutation::Class),
        _ if part.pagodas.is_empty() && part.functions.is_empty() => Refutation::Class,
        _ => Refutation::Function,
    }
}

/// Describes the kinds of a refutation without an exhaustion.
fn kinds(part: &RefutationPart, by: Refutation) -> Vec<String> {
    let has_cases = by == Refutation::Cases;
    let (pagodas, functions) = (part.pagodas.len(), part.functions.len());
    let mut kinds = Vec::new();
    if has_cases {
        kinds.push("cases".to_owned());
    }
    if !part.invariants.is_empty() || pagodas + functions == 0 && !has_cases {
        kinds.push("position class".to_owned());
    }
    if pagodas > 0 {
        kinds.push(format!("pagoda function ({pagodas})"));
    }
    if functions > 0 {
        kinds.push(format!("function with parities ({functions})"));
    }
    kinds
}
