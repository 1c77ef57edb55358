//! Output of `atlas --longest-move`.

use super::output::{HEADING, counted, styled};
use super::table::{of_columns, recorded_and_open};
use pegboard::Line;
use pegboard::moves::{LongMoveBounds, LongMovesEntry, LongMovesTable};
use serde::Serialize;

/// Returns the jumps of the longest moves, a row for each problem.
pub fn longest_text(table: &LongMovesTable) -> String {
    let board = table.board();
    let longest = |bounds: fn(&LongMovesEntry) -> &LongMoveBounds| {
        let jumps = table
            .entries()
            .iter()
            .filter_map(|entry| bounds(entry).jumps());
        jumps.max()
    };
    let found = match (
        longest(|entry| &entry.anywhere),
        longest(|entry| &entry.last),
    ) {
        (Some(anywhere), Some(last)) => {
            format!(
                "up to {}, and up to {last} at the end",
                counted(anywhere, "jump")
            )
        }
        _ => "none solvable".to_owned(),
    };
    let open = recorded_and_open("proved", table.recorded(), table.open());
    let rows = table.entries().iter().map(|entry| {
        let ends = [entry.problem.vacancy(), entry.problem.finish()];
        let labels = ends.map(|hole| board.label(hole).to_owned());
        let numbers = [&entry.anywhere, &entry.last].map(words);
        [labels, numbers].concat()
    });
    format!(
        "{}: longest moves of {}; {found}, {open}.\n\n{}",
        styled(HEADING, board.name()),
        counted(table.entries().len(), "problem"),
        of_columns(
            &["vacate", "finish", "longest", "last"],
            (1, 1),
            |place| place > 1,
            rows
        )
    )
}

fn words(bounds: &LongMoveBounds) -> String {
    match (bounds.jumps(), bounds.at_most()) {
        (Some(jumps), Some(at_most)) if jumps < at_most => format!("{jumps} to {at_most}"),
        (Some(jumps), _) => jumps.to_string(),
        (None, Some(_)) => "open".to_owned(),
        (None, None) => "unsolvable".to_owned(),
    }
}

/// JSON report of a table.
#[derive(Serialize)]
pub struct LongestReport<'a> {
    open: usize,
    recorded: usize,
    problems: Vec<EntryReport<'a>>,
}

#[derive(Serialize)]
struct EntryReport<'a> {
    vacate: &'a str,
    finish: &'a str,
    answer: &'static str,
    longest_move: BoundsReport,
    last_move: BoundsReport,
}

#[derive(Serialize)]
struct BoundsReport {
    jumps: Option<usize>,
    at_most: Option<usize>,
    recorded: bool,
    moves: Option<Vec<String>>,
    /// Holes that each move jumps over.
    over: Option<Vec<Vec<String>>>,
}

impl<'a> LongestReport<'a> {
    pub fn new(table: &'a LongMovesTable) -> LongestReport<'a> {
        let report = |entry: &LongMovesEntry| EntryReport {
            vacate: table.board().label(entry.problem.vacancy()),
            finish: table.board().label(entry.problem.finish()),
            answer: match (entry.anywhere.jumps(), entry.anywhere.at_most()) {
                (Some(_), _) => "solvable",
                (None, Some(_)) => "undecided",
                (None, None) => "unsolvable",
            },
            longest_move: BoundsReport::new(&entry.anywhere),
            last_move: BoundsReport::new(&entry.last),
        };
        LongestReport {
            open: table.open(),
            recorded: table.recorded(),
            problems: table.entries().iter().map(report).collect(),
        }
    }
}

impl BoundsReport {
    fn new(bounds: &LongMoveBounds) -> BoundsReport {
        BoundsReport {
            jumps: bounds.jumps(),
            at_most: bounds.at_most(),
            recorded: bounds.is_recorded(),
            moves: bounds.solution().map(Line::notation),
            over: bounds.solution().map(Line::jumped_over),
        }
    }
}
