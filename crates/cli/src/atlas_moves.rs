//! Output of `atlas --fewest-moves`.

use super::output::{HEADING, counted, line_width, styled, wrapped};
use pegboard::moves::{MovesEntry, MovesTable};
use pegboard::{Hole, Line};
use serde::Serialize;

/// Returns the numbers of moves by vacancy: `d1: d1 18, d4 18, …`.
pub fn moves_text(table: &MovesTable) -> String {
    let board = table.board();
    let solvable = table
        .entries()
        .iter()
        .filter(|entry| entry.solution.is_some());
    let numbers: Vec<usize> = solvable.filter_map(MovesEntry::moves).collect();
    let range = match (numbers.iter().min(), numbers.iter().max()) {
        (Some(least), Some(most)) if least == most => {
            format!("{} solvable in {}", numbers.len(), counted(*least, "move"))
        }
        (Some(least), Some(most)) => {
            format!("{} solvable in {least} to {most} moves", numbers.len())
        }
        _ => "none solvable".to_owned(),
    };
    let problems = counted(table.entries().len(), "problem");
    let (open, recorded) = (table.open(), table.recorded());
    let proved = table.entries().len() - open - recorded;
    let is_unchecked = |entry: &&MovesEntry| entry.is_unchecked;
    let unchecked = table.entries().iter().filter(is_unchecked).count();
    let parts = [
        (proved, "proved"),
        (recorded, "recorded by an earlier run"),
        (open - unchecked, "not proved yet"), // some of them may be solved
        (unchecked, "with a certificate that was not checked in time"),
    ];
    let parts: Vec<String> = match (recorded, open) {
        (0, 0) => vec!["all proved".to_owned()],
        _ => parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, words)| format!("{count} {words}"))
            .collect(),
    };
    let parts = parts.join(", ");
    let mut lines = vec![
        format!(
            "{}: fewest moves of {problems}; {range}, {parts}.",
            styled(HEADING, board.name())
        ),
        String::new(),
    ];
    let mut entries = table.entries();
    while let Some(first) = entries.first() {
        let vacancy = first.problem.vacancy();
        let count = entries
            .iter()
            .take_while(|entry| entry.problem.vacancy() == vacancy)
            .count();
        let (same, rest) = entries.split_at(count);
        let cells = same
            .iter()
            .map(|entry| format!("{} {}", board.label(entry.problem.finish()), words(entry)));
        let label = board.label(vacancy);
        let indent = label.chars().count() + 2;
        let cells: Vec<String> = cells.collect();
        let cells = cells.join(", ");
        let body = wrapped(
            cells.split_inclusive(", ").map(str::trim_end),
            line_width().saturating_sub(indent),
        );
        lines.push(format!(
            "{label}: {}",
            body.replace('\n', &format!("\n{}", " ".repeat(indent)))
        ));
        entries = rest;
    }
    lines.join("\n")
}

/// Returns the fewest moves over all problems, and a solution with that number.
pub fn least_text(table: &MovesTable) -> String {
    let board = table.board();
    let name = styled(HEADING, board.name());
    let Some(at_least) = table.at_least() else {
        return format!("{name}: no problem is solvable.");
    };
    let shortest = table
        .shortest()
        .and_then(|entry| Some((entry.problem, entry.solution.as_ref()?)));
    let Some((problem, solution)) = shortest else {
        let at_least = counted(at_least, "move");
        return format!("{name}: every solution has at least {at_least}; none was found.");
    };
    let [vacancy, finish] = [problem.vacancy(), problem.finish()].map(|hole| board.label(hole));
    let moves = counted(solution.moves().len(), "move");
    let bound = match (table.is_least_settled(), table.is_least_proved()) {
        (_, true) => "No solution of any problem of the board has fewer.".to_owned(),
        (true, false) => {
            "By bounds that an earlier run recorded, no solution of any problem of the board has fewer."
                .to_owned()
        }
        (false, false) => format!("Every solution of any problem of the board has at least {at_least}."),
    };
    let line = wrapped(solution.to_string().split_whitespace(), line_width());
    let head = format!("{name}, vacate {vacancy}, finish {finish}: solved in {moves}. {bound}");
    format!(
        "{}\n\n{line}",
        wrapped(head.split_whitespace(), line_width())
    )
}

fn words(entry: &MovesEntry) -> String {
    match (entry.moves(), entry.at_least) {
        _ if entry.is_unchecked => "not checked".to_owned(),
        (Some(moves), Some(at_least)) if moves > at_least => format!("{at_least} to {moves}"),
        (Some(moves), _) => moves.to_string(),
        (None, Some(_)) => "open".to_owned(),
        (None, None) => "unsolvable".to_owned(),
    }
}

/// JSON report of a table.
#[derive(Serialize)]
pub struct MovesReport<'a> {
    open: usize,
    recorded: usize,
    /// Fewest moves over all problems.
    least: LeastReport<'a>,
    problems: Vec<EntryReport<'a>>,
}

#[derive(Serialize)]
struct LeastReport<'a> {
    fewest_moves: Option<usize>,
    at_least: Option<usize>,
    proved: bool,
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
}

#[derive(Serialize)]
struct EntryReport<'a> {
    vacate: &'a str,
    finish: &'a str,
    answer: &'static str,
    fewest_moves: Option<usize>,
    at_least: Option<usize>,
    proved: bool,
    recorded: bool,
    moves: Option<Vec<String>>,
    /// Holes that each move jumps over.
    over: Option<Vec<Vec<String>>>,
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
                (None, None) if !entry.is_unchecked => "unsolvable",
                (None, _) => "undecided",
            },
            fewest_moves: entry.moves(),
            at_least: entry.at_least,
            proved: entry.is_proved(),
            recorded: entry.is_recorded,
            moves: entry.solution.as_ref().map(Line::notation),
            over: entry.solution.as_ref().map(Line::jumped_over),
            seconds: entry.seconds,
        };
        MovesReport {
            open: table.open(),
            recorded: table.recorded(),
            least: LeastReport::new(table),
            problems: table.entries().iter().map(report).collect(),
        }
    }
}

impl<'a> LeastReport<'a> {
    fn new(table: &'a MovesTable) -> LeastReport<'a> {
        let shortest = table.shortest();
        let label = |hole: Hole| table.board().label(hole);
        LeastReport {
            fewest_moves: shortest.and_then(MovesEntry::moves),
            at_least: table.at_least(),
            proved: table.is_least_proved(),
            vacate: shortest.map(|entry| label(entry.problem.vacancy())),
            finish: shortest.map(|entry| label(entry.problem.finish())),
        }
    }
}
