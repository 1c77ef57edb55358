use super::import::drawn_board;
use super::named_files::is_dash;
use super::one_of::OneOf;
use super::output::{self, ReportedBoard};
use super::problem_args::read;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::ValueParserFactory;
use pegboard::{Board, BoardWarning, LabelError, LabelScheme, LoadError};
use std::path::{Path, PathBuf};

// Board, and the labels of its holes.
#[derive(Args)]
pub struct BoardArgs {
    /// A board of the library (see `pegboard boards`), the path of a board file or a drawing, or `-` for standard input
    #[arg(hide_possible_values = true)]
    board: BoardName,
    #[command(flatten)]
    labels: LabelArgs,
}

impl BoardArgs {
    pub fn find(&self) -> anyhow::Result<Board> {
        self.labels.applied(self.board.find()?)
    }

    /// Finds the board and prints its warnings, except those about the form of its file.
    pub fn find_and_warn(&self) -> anyhow::Result<Board> {
        self.labels.applied(self.board.find_and_warn()?)
    }

    /// Returns the board and its labels as arguments of another call.
    pub fn arguments(&self) -> String {
        let labels = self.labels.labels.as_ref();
        let labels = labels.map(|labels| format!(" --labels {}", quoted(labels)));
        quoted(&self.board.0) + &labels.unwrap_or_default()
    }

    pub fn name(&self) -> &BoardName {
        &self.board
    }

    /// Describes the board for a report.
    pub fn reported<'a>(&'a self, board: &'a Board) -> ReportedBoard<'a> {
        self.board.reported(board)
    }

    /// Returns `true` for `--labels`, with a value or without.
    pub fn shows_labels(&self) -> bool {
        self.labels.are_given()
    }

    /// Returns `true` for `--labels` without a value, as drawings allow it.
    pub fn only_shows_labels(&self) -> bool {
        self.labels.labels.as_deref() == Some(OWN_LABELS)
    }
}

/// Value of `--labels` without a value. No argument can be this text.
pub const OWN_LABELS: &str = "\0";

/// Quotes a name or path for a shell.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

// Labels of the holes of a board.
#[derive(Args)]
pub struct LabelArgs {
    /// Labels of the holes: letters, numbers, rowcol, colrow, winning-ways, or a file
    ///
    /// letters are as in d4, numbers as in 17; rowcol and colrow are the digits of row and column. A file has a label for
    /// each hole, row by row. On the English board the names beasley, 33 and 44 are known, too.
    #[arg(long, value_name = "SCHEME|FILE", help_heading = "Start")]
    labels: Option<String>,
}

impl LabelArgs {
    pub fn are_given(&self) -> bool {
        self.labels.is_some()
    }

    /// Gives the board the labels, if any are given.
    pub fn applied(&self, board: Board) -> anyhow::Result<Board> {
        let Some(name) = self.labels.as_ref().filter(|name| *name != OWN_LABELS) else {
            return Ok(board);
        };
        let scheme: Result<LabelScheme, LabelError> = name.parse();
        let relabeled = match scheme {
            Ok(scheme) => board.with_label_scheme(scheme),
            Err(error) if !is_dash(name) && !Path::new(name).exists() => {
                bail!("--labels: no file has this name, and {error}")
            }
            Err(_) => {
                let text = read(Path::new(name)).context("--labels")?;
                let is_between = |c: char| c.is_whitespace() || ",;()[]{}'\"".contains(c);
                let words = text.split(is_between).filter(|word| !word.is_empty());
                let labels = words.map(str::to_owned).collect();
                board.with_labels(labels).map_err(LabelError::from)
            }
        };
        relabeled.context("--labels")
    }
}

/// Name of a library board, or path of a board file or a drawing, as given by the user. Shells complete library names.
#[derive(Clone)]
pub struct BoardName(String);

impl BoardName {
    pub fn new(name: impl Into<String>) -> BoardName {
        BoardName(name.into())
    }

    pub fn find(&self) -> anyhow::Result<Board> {
        let found = if is_dash(&self.0) {
            Board::parse(&read("-".as_ref())?, "standard input")
        } else {
            Board::find(&self.0)
        };
        match found {
            Err(error @ LoadError::UnknownBoard { .. }) => {
                let text = error.to_string();
                let joint = if text.ends_with('?') {
                    ""
                } else {
                    ", and no file has this name;"
                };
                bail!("{text}{joint} `pegboard boards` lists the library")
            }
            Err(LoadError::Invalid(file)) if !self.is_board_file(file.text()) => {
                drawn_board(file.text(), file.file_name())
            }
            found => Ok(found?),
        }
    }

    /// Returns `true` for a file or text that is meant to be a board file, and no drawing.
    fn is_board_file(&self, text: &str) -> bool {
        let has_ending = Path::new(&self.0)
            .extension()
            .is_some_and(|ending| ending == "ron");
        let is_marked = ["Board(", "Board (", "lattice:", "holes:"]
            .iter()
            .any(|mark| text.contains(mark));
        has_ending || is_marked || text.contains(char::REPLACEMENT_CHARACTER)
    }

    /// Finds the board and prints its warnings, except those about the form of its file.
    pub fn find_and_warn(&self) -> anyhow::Result<Board> {
        let board = self.find()?;
        let affects_games = |warning: &BoardWarning| {
            !matches!(
                warning,
                BoardWarning::MoreSymmetry { .. } | BoardWarning::ShortRow { .. }
            )
        };
        board
            .warnings()
            .iter()
            .filter(|warning| affects_games(warning))
            .for_each(output::print_warning);
        Ok(board)
    }

    /// Returns the board's file; `None` for a board of the library.
    pub fn file(&self) -> Option<PathBuf> {
        let (path, with_ending) = (
            PathBuf::from(&self.0),
            PathBuf::from(format!("{}.ron", self.0)),
        );
        let is_library_name = Board::library_names().any(|name| name == self.0);
        if !is_library_name && path.is_file() {
            return Some(path);
        }
        (Board::library_name(&self.0).is_none() && with_ending.is_file()).then_some(with_ending)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the argument that finds the board again: its name in the library, or the path of its file.
    pub fn lasting(&self) -> &str {
        self.in_library().unwrap_or(&self.0)
    }

    /// Describes the board of this name for a report.
    pub fn reported<'a>(&'a self, board: &'a Board) -> ReportedBoard<'a> {
        ReportedBoard {
            board: Some(self.lasting()),
            title: board.name(),
        }
    }

    /// Returns `true` if the board can be read only once, from standard input or from a pipe.
    pub fn is_stream(&self) -> bool {
        let path = Path::new(&self.0);
        is_dash(&self.0)
            || (self.in_library().is_none() && path.exists() && !path.is_file() && !path.is_dir())
    }

    /// Returns the board's name in the library; `None` for a file.
    pub fn in_library(&self) -> Option<&'static str> {
        match self.file() {
            Some(_) => None,
            None => Board::library_name(&self.0),
        }
    }
}

impl ValueParserFactory for BoardName {
    type Parser = OneOf<BoardName>;

    /// Accepts any text.
    fn value_parser() -> OneOf<BoardName> {
        OneOf {
            words: || Board::library_names().collect(),
            parse: |name| Ok(BoardName::new(name)),
        }
    }
}
