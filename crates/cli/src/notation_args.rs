//! Moves as the user writes them, and as the program prints them.

use super::output::{self, wrapped};
use anyhow::{Context, anyhow};
use clap::Args;
use pegboard::{
    Board, CoordinateReading, Jump, LabelScheme, Line, MoveSeparator, Notation, NotationError,
    Position,
};
use std::error::Error;

// Style of printed moves.
#[derive(Args)]
pub struct NotationArgs {
    /// Style of the moves, such as dash, x, arrow or to; their separator, such as lines or numbered; or both
    ///
    /// Styles: hyphen (d2-d4), dash, plain (d2d4), colon (d2:d4), x (d2xd4), arrow, ascii-arrow (d2->d4), to, over
    /// (d2-d3-d4), brackets (d2-(d3)-d4) and coordinates ((2,4) to (4,4), row and column). Separators: commas, semicolons,
    /// bars, lines and numbered. Both: arrow,numbered.
    #[arg(
        long,
        value_name = "STYLE",
        conflicts_with = "json",
        help_heading = "Output"
    )]
    format: Option<Notation>,
}

impl NotationArgs {
    fn notation(&self) -> Notation {
        self.format.unwrap_or_default()
    }

    /// Returns the moves of a line in the style.
    pub fn text(&self, line: &Line) -> String {
        line.written(&self.notation()).to_string()
    }

    /// Returns the moves of a line in the style, wrapped between moves.
    pub fn wrapped(&self, line: &Line, width: usize) -> String {
        let notation = self.notation();
        let separator = notation.separator.text();
        if separator == MoveSeparator::Lines.text() {
            return self.text(line);
        }
        let mut moves = notation.moves(line.board(), &line.moves());
        let last = moves.len().saturating_sub(1);
        for each in &mut moves[..last] {
            *each += separator.trim_end();
        }
        wrapped(moves, width)
    }

    /// Returns a single jump in the style.
    pub fn jump(&self, board: &Board, jump: Jump) -> String {
        self.notation().jump(board, jump)
    }
}

/// Parses moves given by an option, and prints how coordinates were read.
pub fn read_moves(start: &Position, text: &str, option: &str) -> anyhow::Result<Line> {
    match Line::parse_with_reading(start, text) {
        Ok((line, reading)) => {
            if let Some(reading) = reading {
                let advice = match reading {
                    CoordinateReading::Named | CoordinateReading::NamedFromZero => "",
                    _ => "; `--labels rowcol` and `--labels colrow` set the order",
                };
                output::print_note(&format!(
                    "the coordinates of {option} were read as {reading}{advice}"
                ));
            }
            Ok(line)
        }
        Err(error @ NotationError::AmbiguousCoordinates { .. }) => Err(anyhow!(
            "{option}: {error}; choose with `--labels rowcol` or `--labels colrow`"
        )),
        Err(error @ NotationError::UnknownHole { .. }) => {
            let is_known = |board: &Board| {
                let start = Position::from_code(board, start.code());
                start.is_ok_and(|start| Line::parse(&start, text).is_ok())
            };
            Err(with_advice_on_labels(error, start.board(), is_known)).context(option.to_owned())
        }
        Err(error) => Err(error).context(option.to_owned()),
    }
}

/// Adds advice to the error about an unknown hole: the label schemes for whose board `is_known` is true, if any.
pub fn with_advice_on_labels(
    error: impl Error + Send + Sync + 'static,
    board: &Board,
    is_known: impl Fn(&Board) -> bool,
) -> anyhow::Error {
    let mut names = LabelScheme::NAMES.to_vec();
    let mut tried: Vec<LabelScheme> = Vec::new();
    names.retain(|(_, scheme)| {
        let is_other_name = tried.contains(scheme);
        tried.push(*scheme);
        let relabeled = board.with_label_scheme(*scheme);
        !is_other_name && relabeled.is_ok_and(|relabeled| is_known(&relabeled))
    });
    let options: Vec<String> = names
        .iter()
        .map(|(name, _)| format!("`--labels {name}`"))
        .collect();
    match options[..] {
        [] => error.into(),
        _ => anyhow!(
            "{error}; {} gives the holes such labels",
            options.join(" or ")
        ),
    }
}
