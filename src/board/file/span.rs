use ron::error::Position;
use ron::value::RawValue;
use std::ops::Range;

/// Byte range in a text.
pub(crate) type Span = Range<usize>;

/// Returns the line and the column of a byte offset, both from 1. Columns count characters.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let column = 1 + String::from_utf8_lossy(&before[line_start..])
        .chars()
        .count();
    (line, column)
}

/// Returns the byte offset of a line and column as counted by `ron`, at most the end of the text.
fn offset_of(text: &str, position: Position) -> usize {
    let lines_before = text
        .split_inclusive('\n')
        .take(position.line.saturating_sub(1));
    let line_start: usize = lines_before.map(str::len).sum();
    let rest = &text[line_start..];
    let column = position.col.saturating_sub(1);
    line_start
        + rest
            .char_indices()
            .nth(column)
            .map_or(rest.len(), |(offset, _)| offset)
}

/// Returns the byte range between two positions of `ron`.
pub(super) fn span_between(text: &str, span: &ron::error::Span) -> Span {
    let start = offset_of(text, span.start);
    start..offset_of(text, span.end).max(start)
}

/// Returns the byte range of a value borrowed from the text, without surrounding blanks and comments.
pub(super) fn span_of(text: &str, value: &RawValue) -> Span {
    let value = value.trim().get_ron();
    let start = (value.as_ptr() as usize)
        .saturating_sub(text.as_ptr() as usize)
        .min(text.len());
    start..(start + value.len()).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text = "ab\nåß∂x\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 2), (1, 3));
        assert_eq!(line_and_column(text, 3), (2, 1));
        let x = text.find('x').unwrap();
        assert_eq!(line_and_column(text, x), (2, 4));
        assert_eq!(line_and_column(text, text.len()), (3, 1));
        assert_eq!(line_and_column(text, 999), (3, 1));
        assert_eq!(offset_of(text, Position { line: 2, col: 4 }), x);
        assert_eq!(offset_of(text, Position { line: 9, col: 9 }), text.len());
    }

    #[test]
    fn a_value_is_found_without_its_surroundings() {
        let text = "[ /* first */ one , \n// second\n \"two\" /* tail */ ]";
        let values: Vec<&RawValue> = ron::from_str(text).unwrap();
        let found: Vec<&str> = values
            .into_iter()
            .map(|value| &text[span_of(text, value)])
            .collect();
        assert_eq!(found, ["one", "\"two\""]);
    }
}
