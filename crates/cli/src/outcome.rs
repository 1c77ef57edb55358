use pegboard::atlas::AtlasError;
#[cfg(feature = "pictures")]
use pegboard::drawing::RasterError;
use pegboard::drawing::graph::GraphError;
use pegboard::levels::LevelError;
use pegboard::moves::MovesError;
use pegboard::solver::exhaustion::ExhaustionError;
use pegboard::sweep::SweepError;
use pegboard::winning::{ImportError, WinningFileError};
use pegboard::{LimitReached, PuzzleError, TableError, Verdict};
use std::error::Error;
use std::io;
use std::process::ExitCode;

/// Exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solved, or done.
    Done = 0,
    /// Proved unsolvable.
    Unsolvable = 1,
    /// A limit or Ctrl-C ended the command before the answer was known, or a random search found nothing.
    Undecided = 2,
    /// The arguments, a file or a position cannot be used, or output cannot be written.
    BadInput = 3,
}

/// Exit codes for `--help`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  solved, or done
  1  proved unsolvable
  2  undecided: a limit was reached, Ctrl-C was pressed, or a random search found nothing
  3  bad input: arguments, a file or a position that cannot be used, or a file that cannot be written";

impl Outcome {
    /// Returns the outcome of a command with this verdict.
    pub fn of_verdict(verdict: &Verdict) -> Outcome {
        match verdict {
            Verdict::Solvable(_) | Verdict::Fewest(..) => Outcome::Done,
            Verdict::Unsolvable(_) => Outcome::Unsolvable,
            Verdict::Undecided(_) => Outcome::Undecided,
        }
    }

    /// Returns the outcome of a command that leaves this number of questions open.
    pub fn of_open(open: usize) -> Outcome {
        match open {
            0 => Outcome::Done,
            _ => Outcome::Undecided,
        }
    }

    /// Returns the outcome of a process with this exit code.
    pub fn of_code(code: Option<i32>) -> Outcome {
        match code {
            Some(0) => Outcome::Done,
            Some(1) => Outcome::Unsolvable,
            Some(2) => Outcome::Undecided,
            _ => Outcome::BadInput,
        }
    }

    /// Returns the outcome of a command that failed with this error.
    pub fn of_error(error: &anyhow::Error) -> Outcome {
        if gave_up(error)
            || error.chain().any(is_short_of_memory)
            || has_lost_process(error)
            || limit_reached(error).is_some()
        {
            Outcome::Undecided
        } else {
            Outcome::BadInput
        }
    }
}

/// Returns `true` if positions or pixels do not fit the memory limit.
fn is_short_of_memory(error: &Cause) -> bool {
    if let Some(inside) = error.downcast_ref().and_then(io::Error::get_ref) {
        return is_short_of_memory(inside);
    }
    let error = innermost(error);
    #[cfg(feature = "pictures")]
    if matches!(error.downcast_ref(), Some(RasterError::NoRoom { .. })) {
        return true;
    }
    matches!(error.downcast_ref(), Some(LevelError::OutOfMemory { .. }))
        || matches!(error.downcast_ref(), Some(SweepError::NoRoom { .. }))
        || matches!(error.downcast_ref(), Some(ImportError::NoRoom { .. }))
}

/// Returns `true` if another process of a cluster ended too early.
pub fn has_lost_process(error: &anyhow::Error) -> bool {
    matches!(
        innermost(error.as_ref()).downcast_ref(),
        Some(LevelError::LostProcess { .. } | LevelError::StoppedProcess { .. })
    )
}

type Cause = dyn Error + 'static;

/// Evaluates to the error inside `$error`, if `$error` is one of the variants.
macro_rules! inside {
    ($error:expr; $($variant:path),* $(,)?) => {
        None$(.or_else(|| match $error.downcast_ref() {
            Some($variant(inner)) => Some(inner as &Cause),
            _ => None,
        }))*
    };
}

/// Returns the innermost error. Unwraps variants that hide their inner error from the chain of causes because they
/// repeat its text.
pub fn innermost(error: &Cause) -> &Cause {
    let inner = inside!(
        error;
        AtlasError::Certificate,
        AtlasError::Exhaustion,
        AtlasError::Games,
        AtlasError::Moves,
        ExhaustionError::Levels,
        ExhaustionError::Solve,
        MovesError::Sweep,
        GraphError::Stopped,
        ImportError::Stopped,
        LevelError::Stopped,
        TableError::<MovesError>::Find,
        TableError::<SweepError>::Find,
        PuzzleError::Stopped,
        SweepError::Levels,
        WinningFileError::Stopped,
    );
    #[cfg(feature = "pictures")]
    let inner = inner.or_else(|| inside!(error; RasterError::Stopped));
    inner.map_or(error, innermost)
}

/// Returns `true` if a random search found nothing, which proves nothing.
pub fn gave_up(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(PuzzleError::NotFound { .. }))
}

/// Returns the limit that stopped the command, if any. Memory that the system refuses is a limit, too.
pub fn limit_reached(error: &anyhow::Error) -> Option<LimitReached> {
    error.chain().find_map(|cause| {
        let of_system = cause.downcast_ref::<io::Error>();
        if of_system.is_some_and(|error| error.kind() == io::ErrorKind::OutOfMemory) {
            return Some(LimitReached::Memory);
        }
        let inside = of_system.and_then(io::Error::get_ref);
        limit_of(cause).or_else(|| inside?.downcast_ref().copied())
    })
}

fn limit_of(error: &Cause) -> Option<LimitReached> {
    let error = innermost(error);
    if let Some(AtlasError::Stopped { limit }) = error.downcast_ref() {
        return Some(*limit);
    }
    if let Some(SweepError::Stopped { limit, .. }) = error.downcast_ref() {
        return Some(*limit);
    }
    error.downcast_ref().copied()
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(outcome as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::{Board, Goal, Line, Problem, Proof, PruningFunctions, Solution, Undecided};

    #[test]
    fn each_verdict_has_its_exit_code() {
        let board = Board::library("triangle3").unwrap();
        let line = || Line::parse(&board.vacate(board.hole("a1").unwrap()), "a3-a1").unwrap();
        let solution = || {
            let goal = Goal::Position(line().finish().clone());
            let problem = Problem::new(line().start().clone(), goal).unwrap();
            Solution::new(&problem, line()).unwrap()
        };
        let undecided = Undecided {
            limit: LimitReached::Time,
            tried: Vec::new(),
            best: Some(line()),
            functions: PruningFunctions::default(),
        };
        assert_eq!(
            Outcome::of_verdict(&Verdict::Solvable(solution())),
            Outcome::Done
        );
        assert_eq!(
            Outcome::of_verdict(&Verdict::Fewest(solution(), Proof::Class)),
            Outcome::Done
        );
        assert_eq!(
            Outcome::of_verdict(&Verdict::Unsolvable(Proof::Class)),
            Outcome::Unsolvable
        );
        assert_eq!(
            Outcome::of_verdict(&Verdict::Undecided(undecided)),
            Outcome::Undecided
        );
    }
}
