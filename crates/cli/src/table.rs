use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// Table style with a single line below the header.
const RULED_HEADER: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

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

/// Formats a number with commas between groups of three digits.
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count: `1 game`, `568,630 games`.
pub fn grouped_count(number: impl ToString, noun: &str) -> String {
    let number = number.to_string();
    let ending = match number.as_str() {
        "1" => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_grouped_numbers() {
        assert_eq!(
            [0, 1, 5678].map(|count| grouped_count(count, "game")),
            ["0 games", "1 game", "5,678 games"]
        );
        assert_eq!(
            [1, 2].map(|count| grouped_count(count, "class")),
            ["1 class", "2 classes"]
        );
    }

    #[test]
    fn digits_are_grouped_in_threes() {
        assert_eq!(
            [0, 999, 1000, 23_475_688].map(grouped),
            ["0", "999", "1,000", "23,475,688"]
        );
    }
}
