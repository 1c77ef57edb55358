use super::one_of::OneOf;
use super::output::{self, ReportedBoard};
use super::problem_args::read;
use anyhow::bail;
use clap::builder::ValueParserFactory;
use pegboard::{Board, BoardWarning, LoadError};
use std::path::{Path, PathBuf};

/// Name of a library board or path of a board file, as given by the user. Shells complete library names.
#[derive(Clone)]
pub struct BoardName(String);

impl BoardName {
    pub fn find(&self) -> anyhow::Result<Board> {
        if self.0 == "-" {
            return Ok(Board::parse(&read("-".as_ref())?, "standard input")?);
        }
        match Board::find(&self.0) {
            Err(
                error @ LoadError::UnknownBoard {
                    suggestion: None, ..
                },
            ) => bail!("{error}; `pegboard boards` lists the library"),
            found => Ok(found?),
        }
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
        self.0 == "-"
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
            parse: |name| Ok(BoardName(name.to_owned())),
        }
    }
}
