pub use pegboard::control::grouped;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// Table style with a single line below the header.
const RULED_HEADER: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Describes how many rows an earlier run recorded and how many are open: `all proved`, `2 open`.
pub fn recorded_and_open(found: &str, recorded: usize, open: usize) -> String {
    match (recorded, open) {
        (0, 0) => format!("all {found}"),
        (0, open) => format!("{open} open"),
        (recorded, 0) => format!("{recorded} recorded by an earlier run"),
        (recorded, open) => format!("{recorded} recorded by an earlier run, {open} open"),
    }
}

/// Formats a table of right-aligned numbers.
pub fn of_numbers(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    of_columns(header, (1, 1), |_| true, rows)
}

/// Formats a table in which the given columns are right-aligned. `padding` is the number of blanks left and right of
/// each cell.
pub fn of_columns(
    header: &[&str],
    padding: (u16, u16),
    is_number: impl Fn(usize) -> bool,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut table = Table::new();
    table.load_style(RULED_HEADER);
    table.set_header(header);
    table.add_rows(rows);
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding(padding);
        if is_number(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}
