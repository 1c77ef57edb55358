//! Arrays of numbers, letters or texts: JSON, Python, C, Prolog, MiniZinc, LaTeX, and lines of values separated by commas or
//! tabs.

use super::block::{MIN_LETTERS, are_consecutive, has_words, is_name, is_short_name};
use super::cells::{Cells, Mark, Spacing};
use super::meaning::is_content_word;
use super::text::{Glyph, Line};
use crate::board::file::span::Span;
use std::collections::HashSet;

/// Array that a text holds.
pub(super) enum Array {
    Cells(Cells),
    /// Each row is one text.
    Lines(Vec<Line>),
}

/// Value of an array.
#[derive(Default)]
struct Token {
    text: String,
    /// The text as it was written, where `text` has plain characters.
    written: String,
    span: Span,
    /// Glyphs within the quotation marks.
    glyphs: Line,
    /// Line of the text.
    line: usize,
    is_quoted: bool,
}

/// Brackets with the values and brackets in them.
#[derive(Default)]
struct Group {
    nodes: Vec<Node>,
    /// `true` if the values have names, as in a JSON object.
    is_object: bool,
    /// Text before it in its line, after another group.
    name: String,
    /// `true` for brackets of a sentence.
    is_prose: bool,
    line: usize,
}

enum Node {
    Value(Token),
    Group(Group),
    /// Semicolon or bar.
    RowEnd,
}

/// Maximum depth of brackets.
const DEEPEST: usize = 16;
/// Maximum length of a value.
const LONGEST_WORD: usize = 12;
/// Minimum number of values of an array amid other text.
const MIN_VALUES: usize = 4;

const OPEN: &str = "[{(";
const CLOSE: &str = "]})";

/// Returns the arrays of a text, or none if it is a drawing.
pub(super) fn read(lines: &[Line]) -> Vec<Array> {
    let first = lines.iter().flatten().find(|glyph| !glyph.is_blank());
    let is_bracketed = first.is_some_and(|glyph| OPEN.contains(glyph.character));
    let mut arrays: Vec<Table> = Vec::new();
    let mut flat: Vec<Group> = Vec::new();
    for group in groups(lines) {
        let joins = flat.last().is_none_or(|last| {
            let is_near = last.line + 1 >= group.line;
            // Facts of a program have the same name: `hole(1,2). hole(1,3).`
            let word = |name: &str| name.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            is_near && (group.name.is_empty() || word(&group.name) == word(&last.name))
        });
        if !joins || group.is_object || group.depth() > 1 {
            arrays.extend(lists(std::mem::take(&mut flat)));
        }
        if group.is_object || group.depth() > 1 {
            group.collect(&mut arrays);
        } else {
            flat.push(group);
        }
    }
    arrays.extend(lists(flat));
    // Words in brackets amid other text are no array.
    arrays.retain(|Table { rows, .. }| {
        is_bracketed || rows.iter().map(Vec::len).sum::<usize>() >= MIN_VALUES || has_text(rows)
    });
    if arrays.is_empty() {
        arrays.extend(tables(lines));
    }
    arrays.into_iter().filter_map(Array::of).collect()
}

type Rows = Vec<Vec<Token>>;

/// Values of an array.
struct Table {
    rows: Rows,
    /// `true` if only the lines of the text divide the values into rows.
    is_list: bool,
}

impl Table {
    fn of(rows: Rows) -> Table {
        let is_list = false;
        Table { rows, is_list }
    }
}

/// Minimum number of pairs that are coordinates, unless they can be no rows of a board.
const MIN_POINTS: usize = 5;

/// Returns the cells of a list of coordinates: different pairs of numbers, some of which repeat, unlike labels.
fn points(rows: &Rows) -> Option<Cells> {
    if rows.iter().any(|row| row.len() != 2) || rows.len() < MIN_POINTS && !are_no_rows(rows) {
        return None;
    }
    let number = |token: &Token| token.text.parse::<i32>().ok();
    let pair = |row: &Vec<Token>| {
        Some((
            number(&row[0])?,
            number(&row[1])?,
            row[0].span.start..row[1].span.end,
        ))
    };
    let mut pairs = rows.iter().map(pair).collect::<Option<Vec<_>>>()?;
    pairs.sort_by_key(|(row, column, _)| (*row, *column));
    let are_distinct = pairs
        .windows(2)
        .all(|two| (two[0].0, two[0].1) != (two[1].0, two[1].1));
    let top = pairs.iter().map(|pair| pair.0).min()?;
    let left = pairs.iter().map(|pair| pair.1).min()?;
    let is_far = |number: i32| !(-FARTHEST..=FARTHEST).contains(&number);
    let numbers: HashSet<&str> = rows
        .iter()
        .flatten()
        .map(|token| token.text.as_str())
        .collect();
    let are_labels = numbers.len() == 2 * rows.len();
    if !are_distinct || are_labels || pairs.iter().any(|pair| is_far(pair.0) || is_far(pair.1)) {
        return None;
    }
    let marks: Vec<Mark> = pairs
        .into_iter()
        .map(|(row, column, span)| Mark {
            row: (row - top) as usize,
            column: (column - left) as usize,
            span,
            symbol: 'o',
            written: 'o',
        })
        .collect();
    Some(Cells {
        spacing: Spacing::Exact,
        widths: vec![0; marks.last()?.row + 1],
        marks,
        are_points: true,
        ..Cells::default()
    })
}

/// Returns `true` for pairs of different numbers, which are unlikely to be the rows of a board with two columns.
fn are_no_rows(rows: &Rows) -> bool {
    let number = |token: &Token| token.text.parse::<u32>().ok();
    let pair = |row: &Vec<Token>| Some((number(&row[0])?, number(&row[1])?));
    let pairs: Option<Vec<(u32, u32)>> = rows.iter().map(pair).collect();
    let Some(pairs) = pairs else {
        return false;
    };
    let ordered: HashSet<(u32, u32)> = pairs
        .iter()
        .map(|(one, other)| (*one.min(other), *one.max(other)))
        .collect();
    let is_of_row = |(one, other): &(u32, u32)| one == other || one.max(other) == &1;
    pairs.len() > 1 && ordered.len() == pairs.len() && !pairs.iter().any(is_of_row)
}

/// Maximum coordinate of a hole.
const FARTHEST: i32 = 1000;

/// Returns the brackets of a text that can be arrays: those at the beginning of a line, and those after a name or `=`.
fn groups(lines: &[Line]) -> Vec<Group> {
    let mut open = vec![Group::default()]; // the first is the whole text
    for (row, line) in lines.iter().enumerate() {
        let mut place = 0;
        while let Some(glyph) = line.get(place) {
            let before = &line[..place];
            place += 1;
            let last = open.len() - 1;
            match glyph.character {
                character if OPEN.contains(character) => {
                    if open.len() > DEEPEST {
                        return Vec::new();
                    }
                    let name = name_before(before);
                    open.push(Group {
                        name: if last == 0 && is_name_of_group(name) {
                            name.iter().map(|glyph| glyph.character).collect()
                        } else {
                            String::new()
                        },
                        is_prose: last == 0 && !may_name_array(name, character),
                        line: row,
                        ..Group::default()
                    });
                }
                character if CLOSE.contains(character) => {
                    if last > 0
                        && let Some(group) = open.pop()
                    {
                        open[last - 1].nodes.push(Node::Group(group));
                    }
                }
                _ if last == 0 => {}
                ' ' | '\t' | ',' => {}
                ';' | '|' => open[last].nodes.push(Node::RowEnd),
                ':' => open[last].is_object = true,
                '/' if line.get(place).is_some_and(|next| next.character == '/') => break,
                '\'' if line
                    .get(place)
                    .is_some_and(|next| OPEN.contains(next.character)) => {} // as in Lisp
                quote @ ('\'' | '"') => {
                    let mut token = Token::new(glyph, row);
                    let rest = &line[place..];
                    let length = rest.iter().position(|next| next.character == quote);
                    let Some(length) = length else {
                        return Vec::new();
                    };
                    rest[..length].iter().for_each(|next| token.push(next));
                    token.is_quoted = true;
                    place += length + 1;
                    open[last].nodes.push(Node::Value(token));
                }
                _ => {
                    let is_of_word = |next: &&Glyph| !" \t,;|:'\"[]{}()".contains(next.character);
                    let mut token = Token::new(glyph, row);
                    token.push(glyph);
                    let rest = line[place..].iter().take_while(is_of_word);
                    rest.for_each(|next| token.push(next));
                    place += token.glyphs.len() - 1;
                    open[last].nodes.push(Node::Value(token));
                }
            }
        }
    }
    if open.len() > 1 {
        return Vec::new();
    }
    let groups = open.remove(0).nodes.into_iter().filter_map(Node::group);
    groups.filter(|group| !group.is_prose).collect()
}

/// Returns the text between an opening bracket and the brackets before it in its line.
fn name_before(before: &[Glyph]) -> &[Glyph] {
    let close = before
        .iter()
        .rposition(|glyph| CLOSE.contains(glyph.character));
    &before[close.map_or(0, |close| close + 1)..]
}

/// Returns `true` if the text before a bracket names what is in it.
fn is_name_of_group(name: &[Glyph]) -> bool {
    name.iter()
        .any(|glyph| glyph.character.is_alphanumeric() || glyph.character == '=')
}

/// Returns `true` if the text before a bracket is no prose: there is none, it assigns, or it calls.
fn may_name_array(name: &[Glyph], open: char) -> bool {
    let has = |sign: char| name.iter().any(|glyph| glyph.character == sign);
    let touches = name.last().is_some_and(|last| !last.is_blank());
    !is_name_of_group(name) || has('=') || touches || has(':') && open != '('
}

/// Returns the rows of consecutive lists without brackets in them.
fn lists(groups: Vec<Group>) -> Option<Table> {
    let most = groups.iter().map(|group| group.values().count()).max()?;
    // Brackets around each hole are no array: `(o)(o)(o)`.
    if most < 2 {
        return None;
    }
    let has_row_end = |group: &Group| group.nodes.iter().any(|node| matches!(node, Node::RowEnd));
    let is_list = groups.len() == 1 && !groups.iter().any(has_row_end);
    let rows: Rows = groups.into_iter().flat_map(Group::rows).collect();
    are_values(&rows).then_some(Table { rows, is_list })
}

/// Returns `true` unless some values are words of another kind of text.
fn are_values(rows: &Rows) -> bool {
    let mut tokens = rows.iter().flatten();
    tokens.all(|token| {
        let word = token.text.trim();
        token.is_quoted
            || word.chars().count() <= 1
            || word.parse::<i64>().is_ok()
            || is_content_word(word)
            || is_name(word)
    })
}

/// Returns `true` if rows are texts.
fn has_text(rows: &Rows) -> bool {
    rows.iter().flatten().any(Token::is_text)
}

impl Group {
    fn depth(&self) -> usize {
        1 + self.groups().map(Group::depth).max().unwrap_or(0)
    }

    fn groups(&self) -> impl Iterator<Item = &Group> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Group(group) => Some(group),
            _ => None,
        })
    }

    fn values(&self) -> impl Iterator<Item = &Token> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Value(token) => Some(token),
            _ => None,
        })
    }

    /// Adds the arrays in brackets: those in brackets around arrays, and those that are values of an object.
    fn collect(self, arrays: &mut Vec<Table>) {
        let inner = self.groups().count();
        if self.depth() == 1 {
            arrays.extend((!self.is_object).then(|| lists(vec![self])).flatten());
        } else if self.is_object || self.depth() > 2 || inner == 1 {
            let groups = self.nodes.into_iter().filter_map(Node::group);
            groups.for_each(|group| group.collect(arrays));
        } else {
            let groups = self.nodes.into_iter().filter_map(Node::group);
            let rows: Rows = groups
                .map(Group::coordinates_or_values)
                .filter(|row| !row.is_empty())
                .collect();
            if !rows.is_empty() && are_values(&rows) {
                arrays.push(Table::of(rows));
            }
        }
    }

    /// Returns the row and the column of an object, `{"x": 1, "y": 2}`, or the values of a list.
    fn coordinates_or_values(self) -> Vec<Token> {
        let is_object = self.is_object;
        let mut tokens = self.tokens();
        if let [first, _, second, _] = &tokens[..]
            && is_object
        {
            let axes = [first, second].map(|token| token.text.to_lowercase());
            let is_row = |axis: &String| ["y", "r", "row"].contains(&axis.as_str());
            let is_column = |axis: &String| ["x", "c", "col", "column"].contains(&axis.as_str());
            match &axes {
                [row, column] if is_row(row) && is_column(column) => {}
                [column, row] if is_row(row) && is_column(column) => tokens.rotate_left(2),
                _ => return tokens,
            }
            tokens.remove(2);
            tokens.remove(0);
        }
        tokens
    }

    fn tokens(self) -> Vec<Token> {
        let tokens = self.nodes.into_iter().filter_map(|node| match node {
            Node::Value(token) => Some(token),
            _ => None,
        });
        tokens.collect()
    }

    /// Returns the rows of a list: separated by semicolons or bars, or else its lines.
    fn rows(self) -> Rows {
        let mut rows: Rows = Vec::new();
        let is_marked = self.nodes.iter().any(|node| matches!(node, Node::RowEnd));
        let mut is_open = false;
        for node in self.nodes {
            match node {
                Node::RowEnd => is_open = false,
                Node::Group(_) => {}
                Node::Value(token) => match rows.last_mut() {
                    Some(row) if is_open && (is_marked || row[0].line == token.line) => {
                        row.push(token)
                    }
                    _ => {
                        rows.push(vec![token]);
                        is_open = true;
                    }
                },
            }
        }
        rows
    }
}

impl Node {
    fn group(self) -> Option<Group> {
        match self {
            Node::Group(group) => Some(group),
            _ => None,
        }
    }
}

impl Token {
    fn new(glyph: &Glyph, line: usize) -> Token {
        Token {
            span: glyph.span(),
            line,
            ..Token::default()
        }
    }

    fn push(&mut self, glyph: &Glyph) {
        self.text.push(glyph.character);
        self.written.push(glyph.written);
        self.span.end = self.span.end.max(glyph.span().end);
        self.glyphs.push(*glyph);
    }

    /// Returns `true` for a text of several places.
    fn is_text(&self) -> bool {
        self.is_quoted
            && self.glyphs.len() > 1
            && self.text.parse::<i64>().is_err()
            && !is_content_word(&self.text)
    }
}

impl Array {
    fn of(Table { rows, is_list }: Table) -> Option<Array> {
        let tokens = || rows.iter().flatten();
        let are_single = rows.iter().all(|row| row.len() == 1);
        if are_single && has_text(&rows)
            || rows.len() == 1 && tokens().count() > 1 && tokens().all(Token::is_text)
        {
            let lines = tokens().map(|token| {
                let mut line = token.glyphs.clone();
                let left = line.first().map_or(0, |glyph| glyph.column);
                line.iter_mut().for_each(|glyph| glyph.column -= left);
                line
            });
            return Some(Array::Lines(lines.collect()));
        }
        if tokens().any(|token| token.text.chars().count() > LONGEST_WORD) {
            return None;
        }
        if let Some(cells) = points(&rows) {
            return Some(Array::Cells(cells));
        }
        let mut cells = Cells {
            spacing: Spacing::Exact,
            widths: rows.iter().map(Vec::len).collect(),
            is_list,
            ..Cells::default()
        };
        let mut words: Vec<&str> = Vec::new();
        for (row, tokens) in rows.iter().enumerate() {
            for (column, token) in tokens.iter().enumerate() {
                if ["", " ", "None", "null", "nil"].contains(&token.text.as_str()) {
                    continue;
                }
                let symbol = cells.symbol(&token.text, &token.written);
                let mut characters = token.written.chars();
                let written = match (characters.next(), characters.next()) {
                    (Some(only), None) => only,
                    _ => symbol,
                };
                words.push(&token.text);
                cells.marks.push(Mark {
                    row,
                    column,
                    span: token.span.clone(),
                    symbol,
                    written,
                });
            }
        }
        let distinct: HashSet<&&str> = words.iter().collect();
        if words.len() >= MIN_VALUES
            && distinct.len() == words.len()
            && words
                .iter()
                .all(|word| is_name(word) || is_short_name(word))
            && (words.len() >= MIN_LETTERS || words.iter().all(|word| is_name(word)))
        {
            cells.set_labels(words.into_iter().map(str::to_owned).collect());
        }
        Some(Array::Cells(cells))
    }
}

/// Returns the tables of values on lines. Blank lines separate tables with several rows.
fn tables(lines: &[Line]) -> Vec<Table> {
    let parts = lines.split(|line| line.is_empty());
    let parts: Vec<&[Line]> = parts
        .filter(|part| {
            part.iter()
                .any(|line| !has_words(line) || are_contents(line))
        })
        .collect();
    let rows: Option<Vec<Rows>> = parts.iter().map(|part| separated(part)).collect();
    let several = rows.filter(|tables| tables.iter().all(|rows| rows.len() > 1));
    let rows = several.unwrap_or_else(|| separated(lines).into_iter().collect());
    rows.into_iter().map(Table::of).collect()
}

/// Returns the rows of lines with values separated by commas, semicolons, tabs or `&`, or of numbers separated by blanks.
/// Lines of words and commands of LaTeX are left out.
fn separated(lines: &[Line]) -> Option<Rows> {
    let without_command = |line: &'_ Line| {
        let end = line.iter().position(|glyph| glyph.character == '\\');
        line[..end.unwrap_or(line.len())].to_vec()
    };
    let is_drawn = |line: &Line| {
        line.iter().any(|glyph| !glyph.is_blank()) && (!has_words(line) || are_contents(line))
    };
    let drawn: Vec<(usize, Line)> = lines
        .iter()
        .map(without_command)
        .enumerate()
        .filter(|(_, line)| is_drawn(line))
        .collect();
    let has = |separator: char, line: &Line| line.iter().any(|glyph| glyph.character == separator);
    let in_all = |separator: &char| drawn.iter().all(|(_, line)| has(*separator, line));
    let separator = [',', ';', '\t', '&']
        .into_iter()
        .find(|separator| !drawn.is_empty() && in_all(separator));
    let Some(separator) = separator else {
        return table(&drawn);
    };
    let value = |row: usize, glyphs: &[Glyph]| -> Option<Token> {
        let is_quote = |glyph: &Glyph| "'\"".contains(glyph.character);
        let drawn: Vec<&Glyph> = glyphs
            .iter()
            .filter(|glyph| !glyph.is_blank() && !is_quote(glyph) && glyph.character != '\t')
            .collect();
        let Some(first) = drawn.first() else {
            return Some(Token::default());
        };
        let mut token = Token::new(first, row);
        drawn.iter().for_each(|glyph| token.push(glyph));
        let is_value = token.text.chars().count() == 1
            || token.text.parse::<i64>().is_ok()
            || is_content_word(&token.text)
            || is_name(&token.text);
        is_value.then_some(token)
    };
    let rows: Option<Rows> = drawn
        .iter()
        .map(|(row, line)| {
            let mut parts: Vec<&[Glyph]> =
                line.split(|glyph| glyph.character == separator).collect();
            if separator != '&' && parts.last().is_some_and(|part| part.is_empty()) {
                parts.pop(); // a separator at the end of the line
            }
            parts.into_iter().map(|part| value(*row, part)).collect()
        })
        .collect();
    rows.map(without_names)
}

/// Returns the rows without names of the columns in the first row and of the rows in the first column.
fn without_names(mut rows: Rows) -> Rows {
    let texts = |tokens: &mut dyn Iterator<Item = &Token>| {
        tokens.map(|token| token.text.clone()).collect::<Vec<_>>()
    };
    let Some((head, rest)) = rows.split_first().filter(|(_, rest)| rest.len() > 1) else {
        return rows;
    };
    let is_letter = |text: &String| text.chars().all(char::is_alphabetic);
    let names = texts(&mut head.iter());
    let inner = texts(&mut rest.iter().flat_map(|row| row.iter().skip(1)));
    let firsts = texts(&mut rest.iter().flat_map(|row| row.first()));
    let has_rows = names[0].is_empty()
        && names.len() > 2
        && are_consecutive(&names[1..])
        && are_consecutive(&firsts);
    let has_columns = names.iter().all(is_letter)
        && are_consecutive(&names)
        && !names.iter().any(|name| inner.contains(name));
    if has_rows || has_columns {
        rows.remove(0);
    }
    if has_rows {
        for row in &mut rows {
            row.remove(0);
        }
    }
    rows
}

/// Returns `true` if all words of a line name contents.
fn are_contents(line: &Line) -> bool {
    let mut words = line.split(|glyph| " \t,;&'\"".contains(glyph.character));
    words.all(|word| {
        let word: String = word.iter().map(|glyph| glyph.character).collect();
        word.chars().count() <= 1 || word.parse::<i64>().is_ok() || is_content_word(&word)
    })
}

/// Returns the rows of a table of numbers and of words for contents, some of them with several characters, which are as
/// many in each line.
fn table(lines: &[(usize, Line)]) -> Option<Rows> {
    let row = |(row, line): &(usize, Line)| -> Option<Vec<Token>> {
        let words = line.split(Glyph::is_blank).filter(|word| !word.is_empty());
        let token = |word: &[Glyph]| {
            let mut token = Token::new(&word[0], *row);
            word.iter().for_each(|glyph| token.push(glyph));
            let is_value = token.text.parse::<i64>().is_ok() || is_content_word(&token.text);
            is_value.then_some(token)
        };
        words.map(token).collect()
    };
    let rows = lines.iter().map(row).collect::<Option<Rows>>()?;
    let are_even = rows
        .iter()
        .all(|row| row.len() == rows[0].len() && row.len() > 1);
    let has_long = |row: &Vec<Token>| row.iter().any(|token| token.glyphs.len() > 1);
    let has_words = rows
        .iter()
        .flatten()
        .any(|token| is_content_word(&token.text));
    (are_even && (rows.len() > 1 || has_words) && rows.iter().any(has_long)).then_some(rows)
}
