//! What `atlas --moves` shows.

use super::output::{HEADING, line_width, styled, wrapped};
use pegboard::moves::{MovesEntry, MovesTable};
use pegboard::{Hole, Solution};
use serde::Serialize;

/// The numbers of moves by vacancy: `d1: d1 18, d4 18, …`.
pub fn moves_text(table: &MovesTable) -> String {
    let board = table.board();
    let solvable = table.entries().iter().filter(|entry| entry.solution.is_some());
    let numbers: Vec<usize> = solvable.filter_map(MovesEntry::moves).collect();
    let range = match (numbers.iter().min(), numbers.iter().max()) {
        (Some(least), Some(most)) if least == most => format!("{} solvable in {least} moves", numbers.len()),
        (Some(least), Some(most)) => format!("{} solvable in {least} to {most} moves", numbers.len()),
        _ => "none solvable".to_owned(),
    };
    let problems = table.entries().len();
    let mut lines = vec![
        format!(
            "{}: fewest moves of {problems} problems; {range}, {} open.",
            styled(HEADING, board.name()),
            table.open()
        ),
        String::new(),
    ];
    let mut entries = table.entries();
    while let Some(first) = entries.first() {
        let vacancy = first.problem.vacancy();
        let count = entries.iter().take_while(|entry| entry.problem.vacancy() == vacancy).count();
        let (same, rest) = entries.split_at(count);
        let cells =
            same.iter().map(|entry| format!("{} {}", board.label(entry.problem.finish()), words(entry)));
        let label = board.label(vacancy);
        let indent = label.chars().count() + 2;
        let cells: Vec<String> = cells.collect();
        let cells = cells.join(", ");
        let body =
            wrapped(cells.split_inclusive(", ").map(str::trim_end), line_width().saturating_sub(indent));
        lines.push(format!("{label}: {}", body.replace('\n', &format!("\n{}", " ".repeat(indent)))));
        entries = rest;
    }
    lines.join("\n")
}

fn words(entry: &MovesEntry) -> String {
    match (entry.moves(), entry.at_least) {
        (Some(moves), Some(at_least)) if moves > at_least => format!("{at_least} to {moves}"),
        (Some(moves), _) => moves.to_string(),
        (None, Some(_)) => "open".to_owned(),
        (None, None) => "unsolvable".to_owned(),
    }
}

/// The table as `--json` prints it.
#[derive(Serialize)]
pub struct MovesReport<'a> {
    board: &'a str,
    open: usize,
    problems: Vec<EntryReport<'a>>,
}

#[derive(Serialize)]
struct EntryReport<'a> {
    vacate: &'a str,
    finish: &'a str,
    answer: &'static str,
    fewest_moves: Option<usize>,
    at_least: Option<usize>,
    proved: bool,
    moves: Option<Vec<String>>,
    seconds: f64,
}

impl<'a> MovesReport<'a> {
    pub fn new(table: &'a MovesTable) -> MovesReport<'a> {
        let board = table.board();
        let label = |hole: Hole| board.label(hole);
        let report = |entry: &MovesEntry| EntryReport {
            vacate: label(entry.problem.vacancy()),
            finish: label(entry.problem.finish()),
            answer: match (&entry.solution, entry.at_least) {
                (Some(_), _) => "solvable",
                (None, Some(_)) => "undecided",
                (None, None) => "unsolvable",
            },
            fewest_moves: entry.moves(),
            at_least: entry.at_least,
            proved: entry.is_proved(),
            moves: entry.solution.as_ref().map(Solution::notation),
            seconds: entry.seconds,
        };
        MovesReport {
            board: board.name(),
            open: table.open(),
            problems: table.entries().iter().map(report).collect(),
        }
    }
}
