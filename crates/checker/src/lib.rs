//! Checking certificates, without trusting the program that wrote them.
//!
//! This package knows a board and the rule of the jump, and nothing else. It shares no code with the search: it does
//! not depend on the library. The library writes certificates through this package's module [`format`](mod@format).
//! What a certificate says is taken from its text, and every statement that the proof rests on is verified.
//!
//! | answer | what is checked |
//! |---|---|
//! | solvable | the moves are played one by one and end in the goal |
//! | unsolvable, class | every jump touches an even number of the invariant's holes, of which start and finish hold an odd number of pegs and an even one |
//! | unsolvable, function | every jump loses as much of the sum of the weights as its parities ask for, and from start to finish less is lost than theirs do |
//! | unsolvable, cases | no first or last jump is left out, and each case is refuted |
//! | unsolvable, exhaustion | the positions hold the start; every jump from them leads to one of them or to a position that functions refute; the finish is not among them |
//! | fewest pegs | a line that leaves this many, and a refutation of every position with one peg fewer |
//! | fewest moves | a line of this many, and two walks, from the start and from the finishes, that carry the fewest moves along to where they meet |
//!
//! The module [`format`](mod@format) describes the format, which another program could write as well. The
//! positions of an exhaustion are read level by level, or found level by level, so that they need not fit
//! into memory.

mod board;
mod carried;
mod cases;
mod exhaustion;
mod expander;
mod flaw;
pub mod format;
mod function;
mod line;
mod moves;
mod packed;
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

use crate::format::{
    AnswerPart, CertificatePart, ExhaustionPart, FewestProofPart, FinishPart, FinishesPart,
    LatticePart, RefutationPart, RefutedPart, VERSION, version_in,
};
use flaw::{Checked, Flaw, require, wrong};
use line::Played;
use refutation::open_finishes;
use resources::Resources;
use statement::{Goal, Statement};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;
use thiserror::Error;

/// How a certificate is to be checked.
///
/// ```
/// use pegboard_checker::{CheckOptions, Rejection, verify_text};
/// let text = include_str!("../../../tests/certificates/version1/halved.ron");
/// let options = CheckOptions { go_on: &|_| false, ..CheckOptions::default() };
/// let stopped = verify_text(text, "halved.ron", "".as_ref(), &options);
/// assert!(matches!(stopped, Err(Rejection::Stopped { positions: 0, .. })));
/// ```
#[derive(Clone, Copy)]
pub struct CheckOptions<'a> {
    /// The bytes that the positions held at once may take; 512 MiB by default. With less, files are read
    /// more often.
    pub memory: u64,
    /// The maximum number of threads; one by default. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// Is told every few thousand positions how many have been checked, from any thread, and stops the
    /// check with `false`; by default nothing stops it.
    pub go_on: &'a (dyn Fn(u64) -> bool + Sync),
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

/// What a valid certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proven {
    /// What was proved, in a sentence.
    pub sentence: String,
    /// The answer that was proved.
    pub answer: ProvenAnswer,
    /// The name that the certificate gives its board. Nothing depends on it.
    pub board: String,
    /// Whether the holes lie on the triangular lattice.
    pub triangular: bool,
    /// The steps along which pegs jump, where the certificate lists them; otherwise they are those of the
    /// lattice.
    pub jumps: Option<Vec<(i32, i32)>>,
    /// The holes, row by row.
    pub holes: Vec<(i32, i32)>,
    /// The code of the start.
    pub start: u128,
    /// The codes of the finishes; none where the goal is to leave as few pegs as possible.
    pub finishes: Option<Vec<u128>>,
    /// The positions of exhaustions that were checked.
    pub positions: u64,
}

/// The answer that a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenAnswer {
    /// This many jumps lead to the goal.
    Solvable {
        /// The number of jumps.
        jumps: usize,
    },
    /// No jumps lead to the goal.
    Unsolvable {
        /// What refutes it: where several kinds do, each for some of the finishes, the last of them.
        by: Refutation,
    },
    /// This many pegs are the fewest that can be left.
    Fewest {
        /// The number of pegs.
        pegs: u32,
    },
    /// Jumps lead to the goal, and no line does in fewer moves, a move being a run of jumps by the same peg.
    FewestMoves {
        /// The number of moves.
        moves: usize,
        /// The number of jumps.
        jumps: usize,
    },
}

/// What shows that a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refutation {
    /// Start and finish lie in different position classes.
    Class,
    /// A pagoda function would have to rise, or lose too little.
    Function,
    /// Each case by first and last jumps is refuted.
    Cases,
    /// An exhaustive search does not lead to it.
    Exhaustion,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Rejection {
    /// A file cannot be read, or is no certificate of a version that this program knows.
    #[error("{file}: {message}")]
    Unreadable {
        /// The certificate.
        file: String,
        /// Why.
        message: String,
    },
    /// The certificate proves nothing; this is the first thing that is wrong.
    #[error("{file}: {place}: {message}")]
    Invalid {
        /// The certificate.
        file: String,
        /// The field, the move, the level or the file that is wrong.
        place: String,
        /// What is wrong.
        message: String,
    },
    /// [`CheckOptions::go_on`] stopped the check, which says nothing about the certificate.
    #[error("{file}: the check was stopped after {positions} positions")]
    Stopped {
        /// The certificate.
        file: String,
        /// The positions checked.
        positions: u64,
    },
}

/// A text larger than this is no certificate: large sets of positions are in files of their own. Reading as
/// much takes a second or two.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Checks a certificate file.
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
/// The first thing that is wrong with it.
pub fn verify(path: &Path, options: &CheckOptions<'_>) -> Result<Proven, Rejection> {
    let file = path.display().to_string();
    let text = read(path).map_err(|message| Rejection::Unreadable {
        file: file.clone(),
        message,
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    verify_text(&text, &file, folder, options)
}

/// Checks the text of a certificate. `file` is what messages call it; position files are looked for in
/// `folder`.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn verify_text(
    text: &str,
    file: &str,
    folder: &Path,
    options: &CheckOptions<'_>,
) -> Result<Proven, Rejection> {
    let file = file.to_owned();
    let resources = Resources::new(folder, options);
    parse(text)
        .and_then(|part| check(&part, &resources))
        .map_err(|flaw| match flaw {
            Flaw::Unreadable(message) => Rejection::Unreadable {
                file,
                message: shortened(message),
            },
            Flaw::Wrong { place, message } => Rejection::Invalid {
                file,
                place: shortened(place),
                message: shortened(message),
            },
            Flaw::Stopped => Rejection::Stopped {
                file,
                positions: resources.positions(),
            },
        })
}

/// A message that quotes a text of any length.
fn shortened(mut message: String) -> String {
    const LONGEST: usize = 1000;
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.push('…');
    }
    message
}

/// Returns the count and the noun, in the plural unless the count is 1.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn read(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err(format!(
            "it is a folder; name the certificates in it: {}",
            path.join("*.ron").display()
        ));
    }
    let mut bytes = Vec::new();
    // One byte beyond the limit is enough to know that the file is too large.
    File::open(path)
        .and_then(|file| file.take(MAX_TEXT_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| unopened(path, &error))?;
    if bytes.starts_with(&position_file::MAGIC) {
        return Err(
            "it holds positions of a certificate; check the certificate itself, which is a `.ron` file"
                .into(),
        );
    }
    if bytes.len() > MAX_TEXT_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_TEXT_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|error| format!("it is not UTF-8 text: {error}"))
}

/// What the system says, and what was probably meant.
fn unopened(path: &Path, error: &std::io::Error) -> String {
    let meant = path.with_extension("ron");
    if error.kind() == std::io::ErrorKind::NotFound && meant != path && meant.is_file() {
        return format!("{error}; there is {}", meant.display());
    }
    error.to_string()
}

fn parse(text: &str) -> Checked<CertificatePart> {
    let parsed = CertificatePart::read(text);
    let version = match &parsed {
        Ok(part) => Ok(part.version),
        Err(_) => version_in(text),
    };
    if let Ok(version) = version
        && !(1..=VERSION).contains(&version)
    {
        let message = format!(
            "it is a certificate of version {version}; this program reads versions 1 to {VERSION}"
        );
        return Err(Flaw::Unreadable(message));
    }
    let part = parsed.map_err(|error| {
        let start = error.span.start;
        Flaw::Unreadable(format!(
            "line {}, column {}: {}",
            start.line, start.col, error.code
        ))
    })?;
    let needed = part.oldest_version();
    require(part.version >= needed, "version", || {
        format!("parts of it are new in version {needed}")
    })?;
    Ok(part)
}

fn check(part: &CertificatePart, resources: &Resources<'_>) -> Checked<Proven> {
    let statement = Statement::new(part)?;
    let (answer, positions, words) = match (&part.answer, &statement.goal) {
        (AnswerPart::Solvable(moves), Goal::Finishes(finishes)) => {
            solvable(&statement, finishes, moves)?
        }
        (AnswerPart::Unsolvable(refutation), Goal::Finishes(finishes)) => {
            let refuted = refuted(&statement, refutation, Some(finishes), 0, resources)?;
            let answer = ProvenAnswer::Unsolvable { by: refuted.by };
            (
                answer,
                refuted.positions,
                format!("unsolvable, by {}", refuted.words),
            )
        }
        (AnswerPart::Fewest { pegs, moves, proof }, Goal::FewestPegs) => {
            fewest(&statement, *pegs, moves, proof, resources)?
        }
        (
            AnswerPart::FewestMoves {
                count,
                moves,
                proof,
            },
            Goal::Finishes(finishes),
        ) => fewest_moves(&statement, finishes, *count, moves, proof, resources)?,
        (AnswerPart::Fewest { .. }, _) => {
            return wrong("answer", "the goal is not to leave the fewest pegs");
        }
        (_, Goal::FewestPegs) => return wrong("answer", "the goal is to leave the fewest pegs"),
    };
    Ok(Proven {
        sentence: format!("{}: {words}", statement.in_words(&part.goal)),
        answer,
        board: part.board.name.clone(),
        triangular: part.board.lattice == LatticePart::Triangular,
        jumps: part.board.jumps.clone(),
        holes: part.board.holes.clone(),
        start: statement.start,
        finishes: match &statement.goal {
            Goal::Finishes(finishes) => Some(finishes.clone()),
            Goal::FewestPegs => None,
        },
        positions,
    })
}

fn solvable(
    statement: &Statement,
    finishes: &[u128],
    moves: &str,
) -> Checked<(ProvenAnswer, u64, String)> {
    let board = &statement.board;
    let Played { finish, jumps, .. } = solved(statement, finishes, moves)?;
    let pegs = if finish.count_ones() == 1 {
        "a peg"
    } else {
        "pegs"
    };
    let words = format!(
        "solved in {}, leaving {pegs} in {}",
        counted(jumps as u64, "jump"),
        board.labels(finish)
    );
    Ok((ProvenAnswer::Solvable { jumps }, 0, words))
}

/// Plays moves that must end in the goal.
fn solved(statement: &Statement, finishes: &[u128], moves: &str) -> Checked<Played> {
    let board = &statement.board;
    let played = line::play(board, statement.start, moves)?;
    require(finishes.contains(&played.finish), "answer", || {
        format!(
            "the moves leave pegs in `{}`, which is not the goal",
            board.labels(played.finish)
        )
    })?;
    Ok(played)
}

fn fewest_moves(
    statement: &Statement,
    finishes: &[u128],
    count: u32,
    line: &str,
    proof: &RefutationPart,
    resources: &Resources<'_>,
) -> Checked<(ProvenAnswer, u64, String)> {
    let Played { jumps, moves, .. } = solved(statement, finishes, line)?;
    require(moves == count as usize, "answer.count", || {
        format!("the line has {moves} moves, not {count}")
    })?;
    let Some(open) = open_finishes(statement, proof, Some(finishes), 0, resources)? else {
        return wrong(
            "finishes",
            "the finish of the line is not left to the exhaustion",
        );
    };
    let positions = moves::check(statement, &open, &proof.exhaustion, moves, resources)?;
    let words = format!(
        "solved in {} ({}), and no line has fewer moves, by exhaustion ({})",
        counted(moves as u64, "move"),
        counted(jumps as u64, "jump"),
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
        format!("the moves leave {} pegs, not {pegs}", finish.count_ones())
    })?;
    let (positions, words) = match proof {
        FewestProofPart::LastPeg => {
            require(pegs == 1, "answer.proof", || {
                "more than one peg is left".to_owned()
            })?;
            (0, "every jump leaves a peg".to_owned())
        }
        FewestProofPart::Refuted(refutation) => {
            let refuted = refuted(statement, refutation, None, pegs, resources)?;
            (refuted.positions, refuted.words)
        }
    };
    let words = format!("{pegs} left after {jumps} jumps, and no line leaves fewer, by {words}");
    Ok((ProvenAnswer::Fewest { pegs }, positions, words))
}

/// How finishes are refuted.
struct Refuted {
    by: Refutation,
    words: String,
    /// The number of positions checked.
    positions: u64,
}

fn refuted(
    statement: &Statement,
    part: &RefutationPart,
    finishes: Option<&[u128]>,
    fewer_than: u32,
    resources: &Resources<'_>,
) -> Checked<Refuted> {
    if let Some(open) = open_finishes(statement, part, finishes, fewer_than, resources)? {
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

/// What a refutation without an exhaustion rests on.
fn without_exhaustion(part: &RefutationPart) -> Refutation {
    let of_finish = |finish: &FinishPart| match finish.refuted {
        RefutedPart::Cases(_) => Refutation::Cases,
        RefutedPart::Pagoda { .. } | RefutedPart::Function { .. } => Refutation::Function,
        RefutedPart::Class { .. } | RefutedPart::Exhaustion => Refutation::Class,
    };
    match &part.finishes {
        FinishesPart::Each(finishes) => finishes
            .iter()
            .map(of_finish)
            .max()
            .unwrap_or(Refutation::Class),
        _ if part.pagodas.is_empty() && part.functions.is_empty() => Refutation::Class,
        _ => Refutation::Function,
    }
}

/// By what a refutation without an exhaustion refutes, in words.
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
