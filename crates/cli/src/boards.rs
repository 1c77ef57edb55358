use super::board_facts::BoardFacts;
use super::outcome::Outcome;
use super::output::{self, Format};
use super::program::{Call, Run};
use super::table::of_columns;
use clap::Args;
use pegboard::Board;
use serde::Serialize;

#[derive(Args)]
pub struct BoardsArgs {}

#[derive(Serialize)]
struct BoardList {
    boards: Vec<BoardFacts>,
}

impl Run for BoardsArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let facts = |name| anyhow::Ok(BoardFacts::new(&Board::library(name)?, name));
        let boards = Board::library_names()
            .map(facts)
            .collect::<Result<Vec<_>, _>>()?;
        match call.format {
            Format::Text => output::print_text(&table(&boards))?,
            Format::Json => output::print_json("boards", &BoardList { boards })?,
        }
        Ok(Outcome::Done)
    }
}

/// Formats the boards as a table of at most 80 columns.
fn table(boards: &[BoardFacts]) -> String {
    let header = [
        "board", "holes", "jumps", "lattice", "group", "word", "null", "SVSS", "types",
    ];
    let row = |board: &BoardFacts| {
        vec![
            board.board.clone(),
            board.holes.to_string(),
            board.jumps.to_string(),
            board.lattice.clone(),
            match board.symmetry.strip_suffix(" automorphisms") {
                Some(order) => format!("order {order}"),
                None => board.symmetry.clone(),
            },
            board.backend.clone(),
            if board.null_class { "yes" } else { "no" }.to_owned(),
            board.svss.len().to_string(),
            board.types.len().to_string(),
        ]
    };
    of_columns(
        &header,
        (0, 1),
        |place| [1, 2, 7, 8].contains(&place),
        boards.iter().map(row),
    )
}
