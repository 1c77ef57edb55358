//! Boards of a text: lines of drawings, without the words, numbers and lines around them.

use super::cells::{Cells, Mark, Spacing};
use super::grid::{Grid, grids};
use super::meaning::stated;
use super::text::{Glyph, Line};
use std::collections::HashSet;

/// Returns the cells of each drawing.
pub(super) fn boards(lines: &[Line]) -> Vec<Cells> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut current = Block::default();
    let style = LineStyle::of(lines);
    let letters = rows_of_letters(lines);
    // Sizes of the drawings, where no row has digits.
    let has_digit = |line: &Line| line.iter().any(|glyph| glyph.character.is_ascii_digit());
    let mut others = lines
        .iter()
        .filter(|line| !line.is_empty() && !is_size(line))
        .peekable();
    let has_sizes =
        others.peek().is_some() && !others.any(|line| has_digit(line) && !has_words(line));
    for (row, line) in lines.iter().enumerate() {
        let kind = if letters.contains(&row) {
            LineKind::Cells
        } else if has_sizes && is_size(line) {
            LineKind::Blank
        } else {
            LineKind::of(line, &style)
        };
        match kind {
            LineKind::Blank => current.finish(&mut blocks),
            LineKind::Words => {
                current.finish(&mut blocks);
                current.captions = chunks(line);
            }
            LineKind::Border => current.has_lines = true,
            LineKind::Cells => current.rows.push((row, style.without_slants(line))),
        }
    }
    current.finish(&mut blocks);
    let mut blocks = merge_spread(blocks);
    merge_labels(&mut blocks);
    let has_words_below = blocks.get(1).is_some_and(|next| !next.captions.is_empty());
    blocks = blocks.into_iter().flat_map(Block::side_by_side).collect();
    blocks.iter_mut().for_each(Block::remove_header);
    blocks.retain(|block| !block.rows.is_empty());
    let mut boards: Vec<Cells> = blocks.into_iter().map(Block::cells).collect();
    let legend = stated(lines);
    boards
        .iter_mut()
        .for_each(|cells| cells.legend.clone_from(&legend));
    // The facts of a board begin with a picture of its labels; the pictures that follow show classes and symmetries.
    if has_words_below && boards.first().is_some_and(Cells::are_labels) {
        boards.truncate(1);
    }
    boards
}

/// Returns the rows of a text that shows one position, without words and lines around it. Blanks between the rows do not
/// matter.
pub(super) fn all_rows(lines: &[Line]) -> Cells {
    let style = LineStyle::of(lines);
    let mut block = Block::default();
    for (row, line) in lines.iter().enumerate() {
        match LineKind::of(line, &style) {
            LineKind::Blank | LineKind::Words => {}
            LineKind::Border => block.has_lines = true,
            LineKind::Cells => block.rows.push((row, style.without_slants(line))),
        }
    }
    Cells {
        legend: stated(lines),
        ..block.cells()
    }
}

/// Consecutive rows of a drawing.
#[derive(Clone, Default)]
struct Block {
    rows: Vec<(usize, Line)>,
    /// Column of each part of the line of words above the drawing.
    captions: Vec<usize>,
    /// `true` if lines around or between the holes were left out.
    has_lines: bool,
    /// `true` for rows that follow others after blank lines.
    is_spread: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Blank,
    Words,
    /// Borders of boxes, and lines that connect holes.
    Border,
    Cells,
}

const HORIZONTAL: &str = "─━═┄┈╌┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╰╯";
const VERTICAL: &str = "|│┃║";
const SLANTS: &str = "/\\╱╲";
const CROSSINGS: &str = "xX×╳";

/// Meanings of signs that draw lines or cells, depending on the other lines of the text.
pub(super) struct LineStyle {
    dashes_are_cells: bool,
    /// `true` if slashes and backslashes are lines between holes or around them.
    has_slants: bool,
    /// `true` if a cross is not a cell, so that it is two crossing lines.
    crosses_are_lines: bool,
    has_bars: bool,
}

impl LineStyle {
    pub(super) fn of(lines: &[Line]) -> LineStyle {
        let has_slants = lines
            .iter()
            .flatten()
            .any(|glyph| "\\╲".contains(glyph.character));
        let lines_and_crosses = format!("{CROSSINGS}+-=_{HORIZONTAL}{VERTICAL}{SLANTS}");
        let has_cells = lines.iter().any(|line| !only(line, &lines_and_crosses));
        let has_crossed_cells = lines.iter().any(|line| {
            let has = |signs: &str| line.iter().any(|glyph| signs.contains(glyph.character));
            has(CROSSINGS) && !only(line, &format!("{CROSSINGS}{VERTICAL}{SLANTS}"))
        });
        let crosses_are_lines = has_cells && !has_crossed_cells;
        let has_bars = lines
            .iter()
            .flatten()
            .any(|glyph| VERTICAL.contains(glyph.character));
        LineStyle {
            dashes_are_cells: dashes_are_cells(lines),
            has_slants,
            crosses_are_lines,
            has_bars,
        }
    }

    /// Returns a line of cells without the slants beside them.
    fn without_slants(&self, line: &Line) -> Line {
        let is_slant = |glyph: &Glyph| self.has_slants && SLANTS.contains(glyph.character);
        let glyphs = line.iter();
        glyphs
            .map(|glyph| {
                if is_slant(glyph) {
                    glyph.blanked()
                } else {
                    *glyph
                }
            })
            .collect()
    }
}

/// Returns `true` if a line consists of these characters and blanks.
fn only(line: &[Glyph], characters: &str) -> bool {
    line.iter()
        .all(|glyph| glyph.is_blank() || characters.contains(glyph.character))
}

impl LineKind {
    fn of(line: &[Glyph], style: &LineStyle) -> LineKind {
        if only(line, ")]};`") || is_fence(line) {
            return LineKind::Blank;
        }
        if is_caption(line) {
            return LineKind::Words;
        }
        let has = |signs: &str| line.iter().any(|glyph| signs.contains(glyph.character));
        let is_crossing = style.crosses_are_lines && has(VERTICAL) || has(SLANTS);
        let is_border = only(line, &format!("{HORIZONTAL}{VERTICAL}{SLANTS}"))
            || has(SLANTS) && only(line, &format!("-_={HORIZONTAL}{VERTICAL}{SLANTS}"))
            || style.has_slants && only(line, "^") // the top of a triangle
            || style.has_bars && only(line, "_") // the top of a row of boxes
            || style.has_bars && only(line, "_|") && has_run_of_underscores(line)
            || style.crosses_are_lines
                && is_crossing
                && only(line, &format!("{CROSSINGS}{VERTICAL}{SLANTS}"))
            || (!style.dashes_are_cells
                && only(line, &format!("+-={HORIZONTAL}{VERTICAL}:"))
                && has_rule(line));
        if is_border {
            LineKind::Border
        } else if has_words(line) {
            LineKind::Words
        } else {
            LineKind::Cells
        }
    }
}

fn has_run_of_underscores(line: &[Glyph]) -> bool {
    line.windows(3)
        .any(|three| three.iter().all(|glyph| glyph.character == '_'))
}

/// Returns `true` if a line has two dashes side by side, or a dash between two crosses.
fn has_rule(line: &[Glyph]) -> bool {
    let text: String = line.iter().map(|glyph| glyph.character).collect();
    ["--", "==", "+-+"].iter().any(|rule| text.contains(rule))
}

/// Returns `true` if dashes are places of the board: some line has them beside other characters than those of rules.
fn dashes_are_cells(lines: &[Line]) -> bool {
    lines.iter().any(|line| {
        let drawn = || line.iter().map(|glyph| glyph.character);
        let has_dash = drawn().any(|character| character == '-');
        let is_row = drawn().any(|character| "oO*@○●.".contains(character));
        let has_bar = drawn().any(|character| VERTICAL.contains(character));
        has_dash && is_row && !has_bar && !has_words(line)
    })
}

/// Returns `true` for a line with words, moves or remarks.
pub(super) fn has_words(line: &[Glyph]) -> bool {
    let text: String = line.iter().map(|glyph| glyph.character).collect();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let has_word = words.any(|word| {
        let word = word.to_lowercase();
        distinct_letters(&word) >= 4 || SHORT_WORDS.contains(&word.as_str())
    });
    let has_move = text.split_whitespace().any(|word| {
        let ends: Vec<&str> = word
            .trim_end_matches([',', ';', '.'])
            .split(['-', '→'])
            .collect();
        ends.len() >= 2 && ends.iter().all(|end| is_label(end))
    });
    has_word || has_move
}

/// Words of few letters that no row of a drawing is likely to spell.
const SHORT_WORDS: [&str; 36] = [
    "all", "and", "are", "at", "but", "by", "can", "end", "for", "from", "get", "go", "goal",
    "has", "hi", "how", "in", "is", "it", "its", "map", "my", "not", "of", "on", "one", "peg",
    "pegs", "start", "the", "this", "thx", "to", "with", "you", "us",
];

fn distinct_letters(word: &str) -> usize {
    let mut letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.len()
}

/// Returns `true` for a line that names what follows: `End:`, `rows: |`.
pub(super) fn is_caption(line: &[Glyph]) -> bool {
    let text: String = line.iter().map(|glyph| glyph.character).collect();
    let text = text.trim().trim_start_matches(['#', '*', '"', '\'']);
    let Some((name, rest)) = text.split_once(':') else {
        return false;
    };
    let is_of_name = |c: char| c.is_alphanumeric() || " _-*\"'()#.".contains(c);
    let is_end = rest.trim().chars().all(|c| "|>-+*:'\"".contains(c));
    let is_word = |word: &str| {
        let word = word.to_lowercase();
        distinct_letters(&word) > 1 && distinct_letters(&word.replace(['o', 'x'], "")) > 0
    };
    name.chars().all(is_of_name) && is_end && name.split(|c: char| !c.is_alphabetic()).any(is_word)
}

/// Returns `true` for a word that can name a hole: `d4`, or a number.
pub(super) fn is_name(word: &str) -> bool {
    let is_number = (1..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number || is_label(word)
}

/// Returns `true` for a letter or digit that can name a hole where all holes have different names.
pub(super) fn is_short_name(word: &str) -> bool {
    let mut characters = word.chars();
    matches!((characters.next(), characters.next()), (Some(only), None) if only.is_alphanumeric())
}

/// Minimum number of holes with letters as names.
pub(super) const MIN_LETTERS: usize = 6;

/// Returns the rows of pictures that have a different letter or digit for each hole.
fn rows_of_letters(lines: &[Line]) -> HashSet<usize> {
    const MIN_ROWS: usize = 3;
    let mut found = HashSet::new();
    let mut first = 0;
    for part in lines.split(|line| line.is_empty()) {
        let rows = first..first + part.len();
        first += part.len() + 1;
        let letters: Vec<char> = part
            .iter()
            .flatten()
            .filter(|g| !g.is_blank())
            .map(|g| g.character)
            .collect();
        let distinct: HashSet<&char> = letters.iter().collect();
        let are_apart = part
            .iter()
            .all(|line| words(line).iter().all(|(word, _)| is_short_name(word)));
        let are_consecutive = letters.is_sorted();
        if part.len() >= MIN_ROWS
            && letters.len() >= MIN_LETTERS
            && distinct.len() == letters.len()
            && letters.iter().all(|letter| letter.is_alphanumeric())
            && (are_apart || are_consecutive || part.len() > MIN_ROWS)
        {
            found.extend(rows);
        }
    }
    found
}

/// Returns `true` for a letter or two and a number: `d4`.
fn is_label(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.chars().all(|c| c.is_ascii_digit())
}

/// Returns the columns where the parts of a line begin, which two blanks or more separate.
fn chunks(line: &[Glyph]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut blanks = 2;
    for glyph in line {
        if glyph.is_blank() {
            blanks += 1;
        } else {
            if blanks >= 2 {
                starts.push(glyph.column);
            }
            blanks = 0;
        }
    }
    starts
}

/// Returns `true` for the lines around code in Markdown, and around texts of several lines in programs.
fn is_fence(line: &[Glyph]) -> bool {
    let begins = |fence: &str| {
        let first = line.iter().take(3).map(|glyph| glyph.character);
        first.eq(fence.chars())
    };
    begins("```") || line.len() == 3 && ["~~~", "'''", "\"\"\""].into_iter().any(begins)
}

/// Joins rows that are all separated by blank lines.
fn merge_spread(blocks: Vec<Block>) -> Vec<Block> {
    let is_spread = |(index, block): (usize, &Block)| {
        block.rows.len() == 1 && (index == 0 || block.captions.is_empty())
    };
    if blocks.len() < 2 || !blocks.iter().enumerate().all(is_spread) {
        return blocks;
    }
    let mut merged = Block::default();
    for block in blocks {
        if merged.rows.is_empty() {
            merged.captions = block.captions;
        }
        merged.has_lines |= block.has_lines;
        merged.rows.extend(block.rows);
    }
    merged.is_spread = true;
    vec![merged]
}

/// Joins the parts of a picture of labels that an empty row of the board divides.
fn merge_labels(blocks: &mut Vec<Block>) {
    let are_labels = |block: &Block| block.clone().cells().are_labels();
    while let [first, next, ..] = &blocks[..]
        && next.captions.is_empty()
        && are_labels(first)
    {
        let mut joined = first.clone();
        joined.has_lines |= next.has_lines;
        joined.rows.extend_from_slice(&next.rows);
        if !are_labels(&joined) {
            break;
        }
        blocks.splice(..2, [joined]);
    }
}

impl Block {
    fn finish(&mut self, blocks: &mut Vec<Block>) {
        if self.rows.is_empty() {
            self.has_lines = false;
            if !self.captions.is_empty() {
                return; // a caption may stand apart from its drawing
            }
        } else {
            blocks.push(self.clone());
        }
        *self = Block::default();
    }

    /// Divides drawings side by side: below captions, or with arrows between.
    fn side_by_side(self) -> Vec<Block> {
        let arrow = |line: &Line| {
            let shaft = line
                .windows(2)
                .find(|pair| "-=".contains(pair[0].character) && pair[1].character == '>');
            let arrow = line.iter().find(|glyph| "→⇒".contains(glyph.character));
            shaft
                .map(|pair| (pair[0].column, pair[1].column + 1))
                .or(arrow.map(|glyph| (glyph.column, glyph.column + 1)))
        };
        let arrow = self.rows.iter().find_map(|(_, line)| arrow(line));
        let cuts = match arrow {
            Some((start, end)) => vec![0, start, end],
            None if self.captions.len() > 1 => self.captions.clone(),
            None => return vec![self],
        };
        let is_free = |cut: usize| {
            let before = cut.checked_sub(1);
            self.rows
                .iter()
                .flat_map(|(_, line)| line)
                .all(|glyph| glyph.is_blank() || Some(glyph.column) != before)
        };
        if arrow.is_none() && !cuts[1..].iter().all(|cut| is_free(*cut)) {
            return vec![self];
        }
        let part = |index: usize| {
            let from = if index == 0 { 0 } else { cuts[index] };
            let to = cuts.get(index + 1).copied().unwrap_or(usize::MAX);
            let within = |glyph: &&Glyph| (from..to).contains(&glyph.column);
            let rows = self
                .rows
                .iter()
                .map(|(row, line)| (*row, line.iter().filter(within).copied().collect::<Line>()));
            let rows = rows.filter(|(_, line)| line.iter().any(|glyph| !glyph.is_blank()));
            Block {
                rows: rows.collect(),
                ..Block::default()
            }
        };
        let is_arrow = |index: &usize| arrow.is_some() && *index == 1;
        (0..cuts.len())
            .filter(|index| !is_arrow(index))
            .map(part)
            .filter(|block| !block.rows.is_empty())
            .collect()
    }

    /// Removes a first line that holds the numbers of rows and columns.
    fn remove_header(&mut self) {
        let numbers = |line: &Line| -> Option<Vec<usize>> {
            let words = words(line);
            words.iter().map(|(word, _)| word.parse().ok()).collect()
        };
        let Some(header) = self.rows.first().and_then(|(_, line)| numbers(line)) else {
            return;
        };
        let rest = &self.rows[1..];
        let sizes = |line: &Line| [rest.len(), line.iter().filter(|g| !g.is_blank()).count()];
        let is_size = match rest.first() {
            Some((_, line)) => {
                header.len() <= 2 && header.iter().all(|number| sizes(line).contains(number))
            }
            None => false,
        };
        let are_numbers = rest.iter().any(|(_, line)| numbers(line).is_some());
        // 0 and 1 may be the hole at the top of a triangle.
        let is_case_count = header.len() == 1 && header[0] > 1 && !are_numbers && rest.len() > 1;
        if is_size && header.len() == 2 || is_case_count {
            self.rows.remove(0);
        }
    }

    fn cells(mut self) -> Cells {
        let has_connections =
            self.has_lines || self.rows.iter().any(|(_, line)| has_connections(line));
        let without_connections = |mut block: Block| {
            for (_, line) in &mut block.rows {
                remove_connections(line);
            }
            block
        };
        let labels = if has_connections {
            without_connections(self.clone()).labels()
        } else {
            self.labels()
        };
        if let Some(cells) = labels {
            return cells;
        }
        self.remove_margins();
        if let Some(cells) = self.boxes() {
            return cells;
        }
        if let Some(cells) = self.bracketed().or_else(|| self.pairs()) {
            return cells;
        }
        if has_connections {
            self = without_connections(self);
        }
        let bars = |glyph: &Glyph| VERTICAL.contains(glyph.character);
        let mut cells = Cells::default();
        for (row, line) in &self.rows {
            let without_bars = line
                .iter()
                .map(|glyph| if bars(glyph) { glyph.blanked() } else { *glyph });
            cells.push_line(self.number_of_row(*row), &without_bars.collect::<Line>());
        }
        cells
    }

    /// Returns the number of a row, from 0 for the first of the drawing.
    fn number_of_row(&self, row: usize) -> usize {
        row - self.rows.first().map_or(0, |(first, _)| *first)
    }

    /// Returns the cells of a picture of labels, such as `d4`, or numbers. The labels of a column can begin or end in one
    /// column of the text, or have their middles there; otherwise rows of 1, 2, 3, … labels are a triangle.
    fn labels(&self) -> Option<Cells> {
        self.labels_of(words).or_else(|| self.labels_of(letters))
    }

    /// Returns the cells of a picture of labels that are parts of the lines.
    fn labels_of(&self, parts: impl Fn(&[Glyph]) -> Vec<(String, Vec<Glyph>)>) -> Option<Cells> {
        let mut labels: Vec<String> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut cells = Cells::default();
        // Columns of the first characters, of the last characters, and twice those of the middles.
        let mut columns = [Vec::new(), Vec::new(), Vec::new()];
        for (row, line) in &self.rows {
            for (word, glyphs) in parts(line) {
                let word = word.trim_matches(|c| "()[]{}<>".contains(c)).to_owned();
                let is_name = is_name(&word) || is_short_name(&word);
                if !is_name || labels.len() == MAX_LABELS || !seen.insert(word.clone()) {
                    return None;
                }
                labels.push(word);
                let [first, last] = [glyphs[0], glyphs[glyphs.len() - 1]];
                cells.marks.push(Mark {
                    row: self.number_of_row(*row),
                    column: 0,
                    span: first.span().start..last.span().end,
                    symbol: 'o',
                    written: 'o',
                });
                columns[0].push(first.column);
                columns[1].push(last.column);
                columns[2].push(first.column + last.column);
            }
        }
        let is_list = self.rows.len() == 1 && labels.iter().any(|word| word.len() > 1);
        if labels.len() < 4 && !(is_list && labels.len() >= 2) {
            return None;
        }
        let has_letters = labels.iter().any(|word| !is_name(word));
        let are_rows = self.rows.len() == labels.len() && labels.iter().any(|word| word.len() > 1);
        let are_numbers = labels
            .iter()
            .all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        // Letters can be cells, and a number on each line a row of digits.
        if has_letters && labels.len() < MIN_LETTERS || are_rows && are_numbers && labels.len() > 1
        {
            return None;
        }
        cells.widths = vec![
            0;
            self.rows
                .last()
                .map_or(0, |(row, _)| self.number_of_row(*row) + 1)
        ];
        cells.set_labels(labels);
        let with_columns = |columns: &Vec<usize>| {
            let mut cells = cells.clone();
            for (mark, column) in cells.marks.iter_mut().zip(columns) {
                mark.column = *column;
            }
            cells
        };
        let rows = || cells.marks.chunk_by(|one, other| one.row == other.row);
        let is_triangle = rows().map(<[Mark]>::len).eq(1..=rows().count());
        let fits = |cells: &Cells| {
            let places: Vec<(usize, usize)> = cells
                .marks
                .iter()
                .map(|mark| (mark.row, mark.column))
                .collect();
            if is_triangle {
                Grid::centered(&places)
                    .iter()
                    .any(|grid| grid.is_dense(&places))
            } else {
                grids(cells, None, false).is_ok()
            }
        };
        let mut placed = columns.iter().map(with_columns);
        let fitting = placed.find(fits);
        Some(match fitting {
            Some(cells) => cells,
            None if is_triangle => {
                let counted: Vec<usize> = rows().flat_map(|row| 0..row.len()).collect();
                with_columns(&counted)
            }
            None => with_columns(&columns[0]),
        })
    }

    /// Returns the cells of a drawing with brackets around each hole: `(o)( )`.
    fn bracketed(&self) -> Option<Cells> {
        let mut cells = Cells::default();
        for (row, line) in &self.rows {
            let row = self.number_of_row(*row);
            let mut glyphs = line
                .iter()
                .filter(|glyph| glyph.character != '\t')
                .peekable();
            while let Some(glyph) = glyphs.next() {
                let close = match glyph.character {
                    ' ' => continue,
                    '(' => ')',
                    '[' => ']',
                    '{' => '}',
                    '<' => '>',
                    _ => return None,
                };
                let inside = glyphs.next()?;
                cells.marks.push(Mark {
                    row,
                    column: inside.column,
                    span: inside.span(),
                    symbol: inside.character,
                    written: inside.written,
                });
                glyphs.next_if(|next| next.character == close)?;
            }
            cells.widths.resize(row + 1, 0);
            cells.widths[row] = line.last().map_or(0, |glyph| glyph.column + 1);
        }
        cells.drop_blank_corners();
        (!cells.marks.is_empty()).then_some(cells)
    }

    /// Returns the cells of a drawing with two characters for each place, separated by blanks: `## ## ..`.
    fn pairs(&self) -> Option<Cells> {
        let mut cells = Cells::default();
        let mut most = 0;
        for (row, line) in &self.rows {
            let row = self.number_of_row(*row);
            let words = words(line);
            let is_even = words
                .windows(2)
                .all(|pair| (pair[1].1[0].column - pair[0].1[0].column).is_multiple_of(3));
            if !is_even || words.iter().any(|(_, glyphs)| glyphs.len() != 2) {
                return None;
            }
            most = most.max(words.len());
            for (word, glyphs) in words {
                let [one, other] = [glyphs[0], glyphs[1]];
                let written: String = [one.written, other.written].iter().collect();
                let symbol = if one.character == other.character {
                    one.character
                } else {
                    cells.symbol(&word, &written)
                };
                cells.marks.push(Mark {
                    row,
                    column: one.column,
                    span: one.span().start..other.span().end,
                    symbol,
                    written: if symbol == one.character {
                        one.written
                    } else {
                        symbol
                    },
                });
            }
            cells.widths.resize(row + 1, 0);
            cells.widths[row] = line.last().map_or(0, |glyph| glyph.column + 1);
        }
        (most > 2).then_some(cells)
    }

    /// Removes a line of numbers or letters above the columns together with those before the rows.
    fn remove_frame(&mut self) {
        let names = |words: Vec<(String, Vec<Glyph>)>| {
            words.into_iter().map(|(word, _)| word).collect::<Vec<_>>()
        };
        let Some((head, rest)) = self.rows.split_first() else {
            return;
        };
        let head = names(words(&head.1));
        let firsts: Option<Vec<(String, Vec<Glyph>)>> = rest
            .iter()
            .map(|(_, line)| {
                words(line)
                    .into_iter()
                    .next()
                    .filter(|_| words(line).len() == head.len() + 1)
            })
            .collect();
        let Some(firsts) = firsts.filter(|firsts| firsts.len() > 1 && are_consecutive(&head))
        else {
            return;
        };
        if are_consecutive(&names(firsts.clone())) {
            self.rows.remove(0);
            for ((_, line), (_, glyphs)) in self.rows.iter_mut().zip(firsts) {
                line.iter_mut()
                    .filter(|glyph| glyphs.contains(glyph))
                    .for_each(|glyph| *glyph = glyph.blanked());
            }
        }
    }

    /// Removes the numbers or letters of rows and columns in the margin.
    fn remove_margins(&mut self) {
        self.remove_frame();
        let is_header = |line: &Line, others: &[(usize, Line)]| {
            let is_bar = |glyph: &Glyph| VERTICAL.contains(glyph.character);
            let line = line.iter().map(|glyph| {
                if is_bar(glyph) {
                    glyph.blanked()
                } else {
                    *glyph
                }
            });
            let words = words(&line.collect::<Line>());
            let names: Vec<String> = match &words[..] {
                [(word, _)] => word.chars().map(String::from).collect(),
                _ => words.into_iter().map(|(word, _)| word).collect(),
            };
            let is_name = |glyph: &Glyph| {
                let mut names = names.iter();
                names.any(|name| first_character(name) == glyph.character)
            };
            let shares = others.iter().flat_map(|(_, line)| line).any(is_name);
            names.len() >= 2 && are_consecutive(&names) && (names.len() > 2 || !shares)
        };
        if self.rows.len() >= 2 {
            let (last, others) = (
                &self.rows[self.rows.len() - 1],
                &self.rows[..self.rows.len() - 1],
            );
            if is_header(&last.1, others) {
                self.rows.pop();
            }
        }
        if self.rows.len() >= 2 && is_header(&self.rows[0].1, &self.rows[1..]) {
            self.rows.remove(0);
        }
        self.remove_row_names(false);
        self.remove_row_names(true);
    }

    /// Removes consecutive numbers or letters at the start or at the end of all rows.
    fn remove_row_names(&mut self, at_end: bool) {
        let outer = |line: &Line| {
            let words = words(line);
            let (word, glyphs) = if at_end { words.last() } else { words.first() }?;
            let only = word.trim_end_matches(['.', ':', ')', '|']).to_owned();
            (words.len() > 1 || glyphs.len() > 1).then(|| (only, glyphs.clone()))
        };
        let named: Option<Vec<(String, Vec<Glyph>)>> =
            self.rows.iter().map(|(_, line)| outer(line)).collect();
        let Some(named) = named else {
            return;
        };
        let names: Vec<String> = named.iter().map(|(name, _)| name.clone()).collect();
        let inner: String = self
            .rows
            .iter()
            .flat_map(|(_, line)| {
                let words = words(line);
                let end = words.len() - usize::from(at_end || words.len() > 2);
                words[usize::from(!at_end).min(end)..end].to_vec()
            })
            .map(|(word, _)| word)
            .collect();
        let is_elsewhere = |name: &String| name.chars().any(|c| inner.contains(c));
        let is_name = |name: &String| {
            name.chars().all(|c| c.is_ascii_digit())
                || (name.chars().count() == 1 && name.chars().all(char::is_alphabetic))
        };
        let are_names = named.len() >= 2
            && names.iter().all(is_name)
            && are_consecutive(&names)
            && (named.len() >= 4 || !names.iter().any(is_elsewhere));
        if !are_names {
            return;
        }
        for ((_, line), (_, glyphs)) in self.rows.iter_mut().zip(named) {
            let Some((first, last)) = glyphs.first().zip(glyphs.last()) else {
                continue;
            };
            for glyph in line.iter_mut() {
                if (first.offset..=last.offset).contains(&glyph.offset) {
                    *glyph = glyph.blanked();
                }
            }
        }
    }

    /// Returns the cells of a drawing in which vertical lines separate the holes of a row.
    fn boxes(&self) -> Option<Cells> {
        let is_bar = |glyph: &&Glyph| VERTICAL.contains(glyph.character);
        let bars = |line: &Line| -> Vec<usize> {
            line.iter()
                .filter(is_bar)
                .map(|glyph| glyph.column)
                .collect()
        };
        let rows: Vec<(usize, &Line, Vec<usize>)> = self
            .rows
            .iter()
            .map(|(row, line)| (*row, line, bars(line)))
            .collect();
        let widest = rows.iter().map(|(_, _, bars)| bars.len()).max()?;
        let is_enclosed = |line: &Line| {
            let drawn = || line.iter().filter(|glyph| !glyph.is_blank());
            drawn().next().is_some_and(|first| is_bar(&first))
                && drawn().next_back().is_some_and(|last| is_bar(&last))
        };
        if widest < 3
            || rows
                .iter()
                .any(|(_, line, bars)| bars.len() < 2 || !is_enclosed(line))
        {
            return None;
        }
        let left = rows.iter().map(|(_, _, bars)| bars[0]).min()?;
        let pitch = rows
            .iter()
            .flat_map(|(_, _, bars)| bars.windows(2).map(|pair| pair[1] - pair[0]))
            .min()?;
        // The columns of a table can differ in width.
        let are_even = rows
            .iter()
            .all(|(_, _, bars)| bars.len() == widest && bars[0] == left);
        let mut cells = Cells {
            spacing: Spacing::Exact,
            ..Cells::default()
        };
        for (index, (_, line, bars)) in rows.iter().enumerate() {
            for (number, pair) in bars.windows(2).enumerate() {
                let inside: Line = line
                    .iter()
                    .filter(|glyph| glyph.column > pair[0] && glyph.column < pair[1])
                    .copied()
                    .collect();
                if inside.is_empty() && !are_even {
                    return None;
                }
                let drawn: Line = inside
                    .iter()
                    .filter(|glyph| !glyph.is_blank())
                    .copied()
                    .collect();
                let word: String = drawn.iter().map(|glyph| glyph.character).collect();
                let written: String = drawn.iter().map(|glyph| glyph.written).collect();
                let symbol = if word.is_empty() {
                    ' '
                } else {
                    cells.symbol(&word, &written)
                };
                let place = drawn.first().or(inside.first());
                cells.marks.push(Mark {
                    row: index,
                    column: if are_even {
                        number
                    } else {
                        (pair[0] - left) / pitch
                    },
                    span: place.map_or(line[0].span(), Glyph::span),
                    symbol,
                    written: match &drawn[..] {
                        [only] => only.written,
                        _ => symbol,
                    },
                });
            }
        }
        cells.widths = vec![0; rows.len()];
        cells.drop_blank_corners();
        Some(cells)
    }
}

/// Returns `true` for a line of one or two numbers above 1, which no row of holes is.
fn is_size(line: &Line) -> bool {
    let words = words(line);
    let begins = line.first().is_some_and(|first| !first.is_blank());
    let is_number = |(word, _): &(String, Vec<Glyph>)| {
        let is_short = word.len() < 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        is_short && word.parse::<usize>().is_ok_and(|number| number > 1)
    };
    begins && (1..=2).contains(&words.len()) && words.iter().all(is_number)
}

/// Maximum number of labels of a picture; a board has at most 128 holes.
const MAX_LABELS: usize = 1024;

fn first_character(word: &str) -> char {
    word.chars().next().unwrap_or(' ')
}

/// Returns `true` for numbers or letters that follow one another, up or down.
pub(super) fn are_consecutive(names: &[String]) -> bool {
    let number = |name: &String| -> Option<i64> {
        let mut characters = name.chars();
        match (characters.next(), characters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => {
                Some(1000 + i64::from(u32::from(letter)))
            }
            _ => name.parse().ok(),
        }
    };
    let numbers: Option<Vec<i64>> = names.iter().map(number).collect();
    numbers.is_some_and(|numbers| {
        let by = |step: i64| numbers.windows(2).all(|pair| pair[1] == pair[0] + step);
        numbers.len() >= 2 && (by(1) || by(-1))
    })
}

/// Returns the words of a line with their glyphs.
fn words(line: &[Glyph]) -> Vec<(String, Vec<Glyph>)> {
    line.split(Glyph::is_blank)
        .filter(|glyphs| !glyphs.is_empty())
        .map(|glyphs| {
            let word = glyphs.iter().map(|glyph| glyph.character).collect();
            (word, glyphs.to_vec())
        })
        .collect()
}

/// Returns the letters and digits of a line, each as a word.
fn letters(line: &[Glyph]) -> Vec<(String, Vec<Glyph>)> {
    let drawn = line.iter().filter(|glyph| !glyph.is_blank());
    drawn
        .map(|glyph| (glyph.character.to_string(), vec![*glyph]))
        .collect()
}

/// Returns `true` if lines of two dashes or more connect the holes of a row: `o--o`.
fn has_connections(line: &Line) -> bool {
    let is_dash = |glyph: &Glyph| glyph.character == '-' || HORIZONTAL.contains(glyph.character);
    let mut runs = line
        .chunk_by(|one, other| is_dash(one) == is_dash(other))
        .peekable();
    let mut after_cell = false;
    while let Some(run) = runs.next() {
        let ends_cell = run.last().is_some_and(|glyph| !glyph.is_blank());
        let next_is_cell = runs.peek().is_some_and(|next| !next[0].is_blank());
        if is_dash(&run[0]) && run.len() > 1 && after_cell && next_is_cell {
            return true;
        }
        after_cell = !is_dash(&run[0]) && ends_cell;
    }
    false
}

/// Removes the lines between the holes of a row: `o-o`, `o──o`.
fn remove_connections(line: &mut Line) {
    let is_line = |glyph: &Glyph| glyph.character == '-' || HORIZONTAL.contains(glyph.character);
    let first = line
        .iter()
        .position(|glyph| !glyph.is_blank() && !is_line(glyph));
    let last = line
        .iter()
        .rposition(|glyph| !glyph.is_blank() && !is_line(glyph));
    if let (Some(first), Some(last)) = (first, last) {
        for glyph in &mut line[first..=last] {
            if is_line(glyph) {
                *glyph = glyph.blanked();
            }
        }
    }
}
