use super::board_facts::BoardFacts;
use super::outcome::Outcome;
use super::output::{self, Format};
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use pegboard::Board;
use serde::Serialize;

#[derive(Serialize)]
struct BoardList {
    boards: Vec<BoardFacts>,
}

pub fn run(format: Format) -> anyhow::Result<Outcome> {
    let boards = library()?;
    match format {
        Format::Text => output::print_text(&table(&boards))?,
        Format::Json => output::print_json(&BoardList { boards })?,
    }
    Ok(Outcome::Done)
}

fn library() -> anyhow::Result<Vec<BoardFacts>> {
    let facts = |name| Ok(BoardFacts::new(&Board::library(name)?, Some(name)));
    Board::library_names().map(facts).collect()
}

/// One line below the header, and no others.
const RULED_HEADER: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

fn table(boards: &[BoardFacts]) -> String {
    let mut table = Table::new();
    table.load_style(RULED_HEADER);
    table.set_header([
        "board",
        "holes",
        "jumps",
        "lattice",
        "symmetry",
        "backend",
        "null-class",
        "SVSS",
        "types",
    ]);
    for board in boards {
        table.add_row([
            board.library_name.clone().unwrap_or_else(|| board.name.clone()),
            board.holes.to_string(),
            board.jumps.to_string(),
            board.lattice.clone(),
            board.symmetry.clone(),
            board.backend.clone(),
            if board.null_class { "yes" } else { "no" }.to_owned(),
            board.svss.len().to_string(),
            board.types.len().to_string(),
        ]);
    }
    for numeric in [1, 2, 7, 8] {
        if let Some(column) = table.column_mut(numeric) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}
