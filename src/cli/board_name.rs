use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Command};
use pegboard::{Board, LoadError};
use std::ffi::OsStr;

/// A board of the library or the path of a board file, as the user names it. Shells complete the names of the
/// library.
#[derive(Clone)]
pub struct BoardName(String);

impl BoardName {
    pub fn find(&self) -> Result<Board, LoadError> {
        Board::find(&self.0)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the library calls the board; none for a board from a file.
    pub fn in_library(&self) -> Option<&'static str> {
        Board::library_names().find(|name| name.eq_ignore_ascii_case(&self.0))
    }
}

impl ValueParserFactory for BoardName {
    type Parser = BoardNameParser;

    fn value_parser() -> BoardNameParser {
        BoardNameParser
    }
}

/// Takes any text, and offers the names of the library.
#[derive(Clone)]
pub struct BoardNameParser;

impl TypedValueParser for BoardNameParser {
    type Value = BoardName;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<BoardName, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value).map(BoardName)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Board::library_names().map(PossibleValue::new)))
    }
}
