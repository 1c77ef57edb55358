//! Output of `atlas --games`.

use super::count::CountReport;
use super::output::{HEADING, Headed, ReportedBoard, counted, headed, styled, vacancies};
use super::table::{grouped, of_columns, recorded_and_open};
use pegboard::LimitReached;
use pegboard::count::{GameCountsEntry, GameCountsTable};
use serde::Serialize;

/// Returns the numbers of games, a row for each vacancy.
pub fn games_text(table: &GameCountsTable) -> String {
    let board = table.board();
    let open = recorded_and_open("counted", table.recorded(), table.open());
    let rows = table.entries().iter().map(|entry| {
        let vacate = board.label(entry.vacancy).to_owned();
        let numbers = match &entry.counts {
            Some(counts) => vec![
                grouped(&counts.games),
                grouped(counts.ending_with(1)),
                grouped(counts.ending_at(entry.vacancy)),
                counts.shortest_game.to_string(),
                counts.longest_game.to_string(),
                counts
                    .shortest_dead_end
                    .map_or_else(String::new, |jumps| jumps.to_string()),
            ],
            None => vec!["open".to_owned()],
        };
        [vec![vacate], numbers].concat()
    });
    format!(
        "{}, {} up to symmetry: {}, {open}.\n\n{}",
        styled(HEADING, board.name()),
        vacancies(table.entries().len()),
        counted(table.games(), "game"),
        of_columns(
            &[
                "vacate",
                "games",
                "one peg",
                "complement",
                "shortest",
                "longest",
                "dead end"
            ],
            (1, 1),
            |place| place > 0,
            rows
        )
    )
}

/// Returns a note if the counts of vacancies did not fit the memory.
pub fn memory_note(table: &GameCountsTable) -> Option<String> {
    let is_too_large = |entry: &&GameCountsEntry| entry.limit == Some(LimitReached::Memory);
    let large = table.entries().iter().find(is_too_large)?;
    Some(format!(
        "the count of {} does not fit in the memory limit; raise it with `--memory`, or name a folder on disk with `--scratch`",
        table.board().label(large.vacancy)
    ))
}

/// JSON report of a table.
#[derive(Serialize)]
pub struct GamesReport<'a> {
    open: usize,
    recorded: usize,
    /// Objects that `count` prints for each vacancy.
    vacancies: Vec<Headed<'a, CountReport<'a>>>,
}

impl<'a> GamesReport<'a> {
    pub fn new(table: &'a GameCountsTable, board: ReportedBoard<'a>) -> GamesReport<'a> {
        let report = |entry: &GameCountsEntry| {
            let report = CountReport::of_vacancy(table.board(), entry);
            headed("count", Some(board), report)
        };
        GamesReport {
            open: table.open(),
            recorded: table.recorded(),
            vacancies: table.entries().iter().map(report).collect(),
        }
    }
}
