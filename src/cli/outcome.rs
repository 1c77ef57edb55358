use std::process::ExitCode;

/// How a command ended, for the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solved, or done.
    Done = 0,
    /// It is certain that there is no solution.
    Unsolvable = 1,
    /// A limit was reached, or Ctrl-C pressed, before the answer was known.
    Undecided = 2,
    /// The arguments, a file or a position cannot be used, or a file cannot be written.
    BadInput = 3,
}

/// For `--help`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  solved, or done
  1  certainly unsolvable
  2  undecided: a limit was reached, or Ctrl-C pressed
  3  bad input: arguments, a file or a position that cannot be used, or a file that cannot be written";

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(outcome as u8)
    }
}
