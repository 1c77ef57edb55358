//! Positions of a known board.

use super::array::{self, Array};
use super::block::{has_words, is_caption};
use super::cells::{Cells, Mark};
use super::grid::grids;
use super::markup::{self, shorten};
use super::meaning::{Content, Kind, is_unknown, kinds};
use super::reading::{Assignment, MAX_MARKS, assignments, counted, most_assignments, top_left};
use super::text::{self, Glyph, Line, Metric};
use super::{ImportLegend, block, game_id};
use crate::board::file::Diagnostic;
use crate::board::geometry::{Coordinate, Lattice};
use std::collections::HashMap;

/// Characters that draw positions in the documentation, by their meanings.
pub(crate) const USUAL: [(Content, &[char]); 3] = [
    (Content::Peg, &['*', 'x', 'X', '+', '@', '●', '◉']),
    (Content::Hole, &['o', 'O', '0', '○', '·', '-']),
    (Content::Outside, &['.', '#', '_']),
];

/// Holes of a known board as a drawing shows them.
pub(crate) struct Shape<'a> {
    /// Number of holes in each row that has holes.
    pub(crate) rows: &'a [usize],
    /// Place of each hole in the order of the rows, by the number of the hole.
    pub(crate) by_number: &'a [usize],
    /// Lattice and points of the holes, row by row; `None` for a board without coordinates.
    pub(crate) points: Option<(Lattice, &'a [Coordinate])>,
}

/// Position that a drawing shows.
pub(crate) struct Fit {
    /// `true` for each hole with a peg, row by row.
    pub(crate) pegs: Vec<bool>,
    /// Characters and their meanings, if some of them are not among [`USUAL`].
    pub(crate) reading: Option<String>,
}

/// Reason why a drawing is no position of a board.
pub(crate) enum Misfit {
    /// No row has a hole.
    Empty,
    RowCount {
        found: usize,
    },
    /// A row, from 0 among those with holes, has a wrong number of holes.
    RowLength {
        row: usize,
        text: String,
        found: usize,
    },
    /// A character means nothing.
    Unknown {
        row: usize,
        text: String,
        character: String,
    },
    /// Several drawings of the text are different positions of the board.
    Several {
        count: usize,
    },
    /// Two readings fit equally well.
    Ambiguous {
        one: String,
        other: String,
    },
    /// A list has a wrong number of holes.
    ListLength {
        found: usize,
    },
    /// The text shows the names of holes.
    Labels,
    /// The text cannot be divided into drawings.
    Unreadable(Diagnostic),
}

/// Splits rows at slashes, unless the slashes are lines between holes.
pub(super) fn divided(lines: Vec<Line>) -> Vec<Line> {
    let mut rows = Vec::new();
    let has_slants = lines
        .iter()
        .flatten()
        .any(|glyph| "\\╲".contains(glyph.character));
    if has_slants {
        return lines;
    }
    for line in lines {
        let is_drawn = |character| !" /\\|╱╲".contains(character);
        let has_cells = line.iter().any(|glyph| is_drawn(glyph.character));
        if !has_cells || has_words(&line) {
            rows.push(line);
            continue;
        }
        let mut after_blank = false;
        for (index, part) in line.split(|glyph| glyph.character == '/').enumerate() {
            let skipped = usize::from(after_blank && part.first().is_some_and(|g| g.is_blank()));
            after_blank = part.last().is_some_and(|glyph| glyph.is_blank());
            let mut part: Line = part[skipped..].to_vec();
            if index > 0 {
                let left = part.first().map_or(0, |glyph| glyph.column);
                part.iter_mut().for_each(|glyph| glyph.column -= left);
            }
            rows.push(part);
        }
    }
    rows
}

/// Writes numbers of blank places as dots, as in positions of chess: `2ppp2/2ppp2/ppppppp`. All rows must have the same
/// length then.
pub(super) fn expand_numbers_of_blanks(lines: &mut [Line]) {
    const MIN_ROWS: usize = 3;
    let mut drawn = lines.iter_mut().filter(|line| !line.is_empty());
    let (Some(whole), None) = (drawn.next(), drawn.next()) else {
        return;
    };
    // Other fields of a position of chess may follow.
    let end = whole
        .iter()
        .position(Glyph::is_blank)
        .unwrap_or(whole.len());
    let has_rows = whole[end..].iter().any(|glyph| glyph.character == '/');
    let line = if has_rows { &whole[..] } else { &whole[..end] };
    let width = |glyph: &Glyph| {
        glyph
            .character
            .to_digit(10)
            .map_or(1, |blanks| blanks as usize)
    };
    let is_known = |glyph: &Glyph| {
        glyph.character.is_ascii_alphabetic() || "123456789/*".contains(glyph.character)
    };
    let rows = || line.split(|glyph| glyph.character == '/');
    let widths = || rows().map(|row| row.iter().map(width).sum::<usize>());
    let is_expanded = |row: &[Glyph]| row.iter().any(|glyph| width(glyph) > 1);
    let are_numbers = line.iter().all(is_known)
        && line
            .iter()
            .any(|glyph| width(glyph) == 1 && glyph.character != '/')
        && rows().count() >= MIN_ROWS
        && rows().any(is_expanded)
        && widths().all(|each| Some(each) == widths().next());
    if !are_numbers {
        return;
    }
    let mut column = 0;
    let mut expanded = Line::new();
    for glyph in line.iter() {
        let character = if glyph.character.is_ascii_digit() {
            '.'
        } else {
            glyph.character
        };
        for _ in 0..width(glyph) {
            expanded.push(Glyph {
                character,
                column,
                ..*glyph
            });
            column += 1;
        }
    }
    *whole = expanded;
}

/// Removes the signs of a program around the rows of a drawing: a backtick at the beginning, a comma or semicolon with which
/// all lines end, and quotation marks around each line.
pub(super) fn without_program(lines: &mut [Line]) {
    for line in lines.iter_mut() {
        let is_tick = |glyph: &Glyph| glyph.character == '`';
        if line.first().is_some_and(is_tick) && line.get(1).is_some_and(|next| !is_tick(next)) {
            shorten(line, 1);
        }
    }
    let drawn = || lines.iter().filter(|line| !line.is_empty());
    let last = |line: &Line| line.last().map(|glyph| glyph.character);
    let ends = [',', ';']
        .into_iter()
        .find(|end| drawn().all(|line| last(line) == Some(*end)));
    let several = drawn().count() > 1;
    for line in lines
        .iter_mut()
        .filter(|line| several && ends.is_some() && !line.is_empty())
    {
        line.pop();
        let end = line.iter().rposition(|glyph| !glyph.is_blank());
        line.truncate(end.map_or(0, |end| end + 1));
    }
    let is_row = |line: &&mut Line| !line.is_empty() && !has_words(line) && !is_caption(line);
    let start = |line: &Line| line.iter().position(|glyph| !glyph.is_blank()).unwrap_or(0);
    let is_quoted = |line: &Line| {
        let first = start(line);
        let quote = line[first].character;
        ['"', '\''].contains(&quote) && last(line) == Some(quote) && line.len() > first + 2
    };
    if lines.iter_mut().filter(is_row).all(|line| is_quoted(line)) {
        for line in lines.iter_mut().filter(is_row) {
            line.pop();
            shorten(line, start(line) + 1);
        }
    }
}

/// Removes tabs with which all lines begin.
pub(super) fn unindent(lines: &mut [Line]) {
    let tabs = |line: &Line| line.iter().take_while(|g| g.character == '\t').count();
    let drawn = lines.iter().filter(|line| !line.is_empty());
    let Some(common) = drawn.map(tabs).min().filter(|common| *common > 0) else {
        return;
    };
    for line in lines.iter_mut().filter(|line| !line.is_empty()) {
        line.drain(..common);
    }
}

/// Lines or cells of a text.
enum Parts {
    Lines(Vec<Line>),
    Cells(Vec<Cells>),
}

fn parts(text: &str) -> Result<Parts, Diagnostic> {
    text::check(text)?;
    let mut lines = markup::lines(text, Metric::Width);
    if let Some(cells) = game_id::read(&lines)? {
        return Ok(Parts::Cells(vec![cells]));
    }
    let mut cells = Vec::new();
    for array in array::read(&lines) {
        match array {
            Array::Cells(array) => cells.push(array),
            Array::Lines(rows) if cells.is_empty() => {
                lines = rows;
                break;
            }
            Array::Lines(rows) => cells.extend(block::boards(&rows)),
        }
    }
    if !cells.is_empty() {
        return Ok(Parts::Cells(cells));
    }
    lines = divided(lines);
    without_program(&mut lines);
    for glyph in lines.iter_mut().flatten() {
        if glyph.character == '\t' {
            *glyph = glyph.blanked();
        }
    }
    Ok(Parts::Lines(lines))
}

/// Returns the position of a known board that a text shows.
/// All rows of the text are one drawing if they fit the board; otherwise each of its drawings is tried.
pub(crate) fn fit(text: &str, shape: &Shape) -> Result<Fit, Misfit> {
    let parts = parts(text).map_err(Misfit::Unreadable)?;
    let whole = match &parts {
        Parts::Lines(lines) => block::all_rows(lines),
        Parts::Cells(cells) => cells[0].clone(),
    };
    if let Some(odd) = odd_character(&whole) {
        let (row, line) = row_of(text, odd);
        return Err(Misfit::Unknown {
            row,
            text: line,
            character: whole.written(odd.symbol),
        });
    }
    if whole.are_labels() {
        return Err(Misfit::Labels);
    }
    let boards = match &parts {
        Parts::Cells(cells) if cells.len() > 1 => cells.clone(),
        _ => match (fit_cells(&whole, text, shape)?, parts) {
            (Some(fit), _) => return Ok(fit),
            (None, Parts::Cells(_)) => Vec::new(),
            (None, Parts::Lines(lines)) => block::boards(&lines),
        },
    };
    let mut found: Vec<Fit> = Vec::new();
    for cells in boards.iter().filter(|cells| !cells.are_labels()) {
        found.extend(fit_cells(cells, text, shape)?);
    }
    if found.iter().any(|fit| fit.pegs != found[0].pegs) {
        return Err(Misfit::Several { count: found.len() });
    }
    let first = found.into_iter().next();
    first.ok_or_else(|| misfit(&whole, text, shape))
}

/// Returns the position that cells show, if they fit the board.
fn fit_cells(cells: &Cells, text: &str, shape: &Shape) -> Result<Option<Fit>, Misfit> {
    let rows = cells
        .marks
        .chunk_by(|one, other| one.row == other.row)
        .count();
    let mut fits = Vec::new();
    if rows >= shape.rows.len() {
        fits = row_fits(cells, shape);
    }
    if fits.is_empty() && rows >= shape.rows.len() {
        fits = point_fits(cells, shape);
    }
    // Lines of one length are a list if the board has another number of rows.
    let lengths = cells
        .marks
        .chunk_by(|one, other| one.row == other.row)
        .map(<[Mark]>::len);
    let lengths: Vec<usize> = lengths.collect();
    let are_even = lengths.split_last().is_some_and(|(last, others)| {
        others
            .iter()
            .all(|length| *length == lengths[0] && length >= last)
    });
    if fits.is_empty() && (rows == 1 || cells.is_list || rows != shape.rows.len() && are_even) {
        fits = list_fits(cells, shape);
    }
    let least = fits.iter().map(|fit| fit.cost).min();
    fits.retain(|fit| Some(fit.cost) == least);
    let Some(first) = fits.first() else {
        return Ok(None);
    };
    if let Some(other) = fits.iter().find(|fit| fit.pegs != first.pegs) {
        let unknown = unknown_character(cells, text);
        return Err(unknown.unwrap_or_else(|| Misfit::Ambiguous {
            one: first.reading.clone(),
            other: other.reading.clone(),
        }));
    }
    let first = fits.swap_remove(0);
    Ok(Some(Fit {
        pegs: first.pegs,
        reading: (first.cost > 0 || !first.is_usual).then_some(first.reading),
    }))
}

/// Returns a sign without a usual meaning, such as `!`, which is more likely a mistake beside other characters.
fn odd_character(cells: &Cells) -> Option<&Mark> {
    let kinds = kinds(cells, &ImportLegend::default()).ok()?;
    let is_odd = |symbol: char| {
        let has_choice = |kind: &Kind| kind.symbol == symbol && kind.meanings.len() > 1;
        is_unknown(symbol) && symbol.is_ascii_punctuation() && kinds.iter().any(has_choice)
    };
    let has_usual = kinds.iter().any(|kind| !is_unknown(kind.symbol));
    cells
        .marks
        .iter()
        .find(|mark| has_usual && is_odd(mark.symbol))
}

struct CostedFit {
    pegs: Vec<bool>,
    cost: u32,
    reading: String,
    /// `true` if the usual characters have their usual meanings.
    is_usual: bool,
}

/// Returns the assignments of the cells with the cost of each for a position.
fn position_assignments(cells: &Cells) -> Option<(Vec<Kind>, Vec<Assignment>)> {
    let kinds = kinds(cells, &ImportLegend::default()).ok()?;
    let mut assignments = assignments(&kinds);
    assignments.sort_by_key(|assignment| assignment.cost);
    assignments.truncate(most_assignments(cells));
    Some((kinds, assignments))
}

/// Contents of each row with holes.
fn rows<'a>(
    cells: &'a Cells,
    kinds: &[Kind],
    assignment: &Assignment,
) -> Vec<(&'a Mark, Vec<bool>)> {
    let meaning = |symbol| {
        let kind = kinds.iter().position(|kind| kind.symbol == symbol);
        kind.map_or(Content::Outside, |kind| assignment.meanings[kind])
    };
    let rows = cells.marks.chunk_by(|a, b| a.row == b.row).map(|marks| {
        let contents = marks.iter().map(|mark| meaning(mark.symbol));
        let holes = contents.filter(|content| *content != Content::Outside);
        (
            &marks[0],
            holes.map(|content| content == Content::Peg).collect(),
        )
    });
    rows.filter(|(_, holes): &(_, Vec<bool>)| !holes.is_empty())
        .collect()
}

/// Returns the readings with as many holes in each row as the board has.
fn row_fits(cells: &Cells, shape: &Shape) -> Vec<CostedFit> {
    let Some((kinds, assignments)) = position_assignments(cells) else {
        return Vec::new();
    };
    let fitting = assignments.iter().filter_map(|assignment| {
        let rows = rows(cells, &kinds, assignment);
        let lengths = rows.iter().map(|(_, holes)| holes.len());
        lengths.eq(shape.rows.iter().copied()).then(|| CostedFit {
            pegs: rows.into_iter().flat_map(|(_, holes)| holes).collect(),
            cost: assignment.cost,
            reading: described(cells, &kinds, assignment),
            is_usual: is_usual(&kinds, assignment),
        })
    });
    fitting.collect()
}

/// Returns `true` if each character has its usual meaning in pictures of positions, or one that the format of the text
/// defines.
fn is_usual(kinds: &[Kind], assignment: &Assignment) -> bool {
    let mut meanings = kinds.iter().zip(&assignment.meanings);
    meanings.all(|(kind, meaning)| {
        let mut usual = USUAL.iter();
        kind.is_given
            || kind.is_own
            || usual.any(|(each, characters)| {
                each == meaning && characters.contains(&kind.first.written)
            })
    })
}

/// Returns the readings of a list of all holes, or of all places of the rectangle around them.
fn list_fits(cells: &Cells, shape: &Shape) -> Vec<CostedFit> {
    if let Some((_, points)) = shape.points {
        let (_, (right, bottom)) = top_left_and_extent(points);
        let (width, height) = (right as usize + 1, bottom as usize + 1);
        if width * height == cells.marks.len() && height == shape.rows.len() {
            let mut rows = cells.clone();
            for (index, mark) in rows.marks.iter_mut().enumerate() {
                (mark.row, mark.column) = (index / width, index % width);
            }
            let mut fits = row_fits(&rows, shape);
            for fit in &mut fits {
                fit.is_usual = false;
                fit.reading += &format!(", in rows of {width} places");
            }
            if !fits.is_empty() {
                return fits;
            }
        }
    }
    if cells.marks.len() < shape.by_number.len() || cells.marks.len() > MAX_MARKS {
        return Vec::new();
    }
    let Some((kinds, assignments)) = position_assignments(cells) else {
        return Vec::new();
    };
    let fitting = assignments.iter().filter_map(|assignment| {
        let contents = contents(cells, &kinds, assignment);
        (contents.len() == shape.by_number.len()).then(|| {
            let mut pegs = vec![false; contents.len()];
            for (place, is_peg) in shape.by_number.iter().zip(contents) {
                pegs[*place] = is_peg;
            }
            CostedFit {
                pegs,
                cost: assignment.cost,
                reading: format!(
                    "{}, in the order of the holes of the board",
                    described(cells, &kinds, assignment)
                ),
                is_usual: false,
            }
        })
    });
    fitting.collect()
}

/// Returns `true` for each hole with a peg, and `false` for each empty hole.
fn contents(cells: &Cells, kinds: &[Kind], assignment: &Assignment) -> Vec<bool> {
    let rows = rows(cells, kinds, assignment);
    rows.into_iter().flat_map(|(_, holes)| holes).collect()
}

/// Returns the readings in which blanks are empty holes: all other characters lie on holes of the board, and each blank
/// between others of its row. A blank at the end of a row may be a slip.
fn point_fits(cells: &Cells, shape: &Shape) -> Vec<CostedFit> {
    let Some((lattice, board)) = shape.points else {
        return Vec::new();
    };
    let Some((kinds, assignments)) = position_assignments(cells) else {
        return Vec::new();
    };
    if cells.marks.is_empty() || cells.marks.len() > 4 * board.len() {
        return Vec::new();
    }
    let drawn: Vec<Vec<Coordinate>> = match grids(cells, Some(lattice), false) {
        Ok(grids) if grids.is_empty() => vec![counted(&cells.marks)],
        Ok(grids) => grids
            .iter()
            .filter_map(|grid| {
                let point = |mark: &Mark| grid.point(mark.row, mark.column);
                cells.marks.iter().map(point).collect()
            })
            .collect(),
        Err(_) => Vec::new(),
    };
    let mut fits: Vec<CostedFit> = Vec::new();
    for points in &drawn {
        for assignment in &assignments {
            let mut contents: HashMap<Coordinate, bool> = HashMap::new();
            for (mark, point) in cells.marks.iter().zip(points) {
                let kind = kinds.iter().position(|kind| kind.symbol == mark.symbol);
                match kind.map(|kind| assignment.meanings[kind]) {
                    Some(Content::Peg) => drop(contents.insert(*point, true)),
                    Some(Content::Hole) => drop(contents.insert(*point, false)),
                    _ => {}
                }
            }
            if !contents.values().any(|is_peg| *is_peg) {
                continue;
            }
            let drawn: Vec<Coordinate> = contents.keys().copied().collect();
            let (corner, extent) = top_left_and_extent(&drawn);
            let (board_corner, board_extent) = top_left_and_extent(board);
            let (dx, dy) = (board_corner.0 - corner.0, board_corner.1 - corner.1);
            let lies_on_board = |(x, y): &Coordinate| board.contains(&(x + dx, y + dy));
            let is_between = |(x, y): &Coordinate| {
                let mut row = drawn.iter().filter(|point| point.1 == y - dy);
                contents.contains_key(&(x - dx, y - dy))
                    || row.clone().any(|point| point.0 < x - dx)
                        && row.any(|point| point.0 > x - dx)
            };
            if extent == board_extent
                && drawn.iter().all(lies_on_board)
                && board.iter().all(is_between)
            {
                let is_ground = |(mark, point): &(&Mark, &Coordinate)| {
                    lies_on_board(point) && !contents.contains_key(*point) && mark.symbol != ' '
                };
                let ground = cells.marks.iter().zip(points).find(is_ground);
                let ground = ground.map(|(mark, _)| mark);
                let has_peg = |(x, y): &Coordinate| contents.get(&(x - dx, y - dy)) == Some(&true);
                fits.push(CostedFit {
                    pegs: board.iter().map(has_peg).collect(),
                    cost: assignment.cost + 1,
                    reading: format!(
                        "{}, {} an empty hole",
                        described(cells, &kinds, assignment),
                        match ground {
                            Some(mark) => format!("`{}` on the board", cells.shown(mark.symbol)),
                            None => "a blank".to_owned(),
                        }
                    ),
                    is_usual: false,
                });
            }
        }
    }
    fits
}

/// Returns the corner of the bounding box, and its width and height.
fn top_left_and_extent(points: &[Coordinate]) -> (Coordinate, Coordinate) {
    let corner = top_left(points);
    let right = points.iter().map(|point| point.0).max().unwrap_or(0);
    let bottom = points.iter().map(|point| point.1).max().unwrap_or(0);
    (corner, (right - corner.0, bottom - corner.1))
}

fn described(cells: &Cells, kinds: &[Kind], assignment: &Assignment) -> String {
    if cells.is_named {
        return "the board of the game id".to_owned();
    }
    let meanings = kinds
        .iter()
        .zip(&assignment.meanings)
        .map(|(kind, meaning)| {
            let meaning = match meaning {
                Content::Outside => "no hole",
                Content::Hole => "an empty hole",
                Content::Peg => "a peg",
            };
            format!("`{}` {meaning}", cells.shown(kind.symbol))
        });
    meanings.collect::<Vec<_>>().join(", ")
}

/// Returns the error for a character without a usual meaning.
fn unknown_character(cells: &Cells, text: &str) -> Option<Misfit> {
    let unknown = cells.marks.iter().find(|mark| is_unknown(mark.symbol))?;
    let (row, line) = row_of(text, unknown);
    Some(Misfit::Unknown {
        row,
        text: line,
        character: cells.written(unknown.symbol),
    })
}

/// Returns the number of the row of a mark in the text, from 1, and its text.
fn row_of(text: &str, mark: &Mark) -> (usize, String) {
    let is_break = |character| ['\n', '/'].contains(&character);
    let before = &text[..mark.span.start];
    let row = 1 + before.matches(is_break).count();
    let start = before.rfind(is_break).map_or(0, |place| place + 1);
    let line = text[start..].split(is_break).next().unwrap_or_default();
    (row, line.trim().to_owned())
}

/// Returns the reason why no reading fits.
fn misfit(cells: &Cells, text: &str, shape: &Shape) -> Misfit {
    if cells.marks.is_empty() {
        return Misfit::Empty;
    }
    if let Some(unknown) = unknown_character(cells, text) {
        return unknown;
    }
    let Some((kinds, assignments)) = position_assignments(cells) else {
        let mark = &cells.marks[0];
        let (row, line) = row_of(text, mark);
        return Misfit::Unknown {
            row,
            text: line,
            character: cells.written(mark.symbol),
        };
    };
    let Some(assignment) = assignments.first() else {
        return Misfit::Empty;
    };
    let rows = rows(cells, &kinds, assignment);
    let longest = shape.rows.iter().max();
    if let [(_, holes)] = &rows[..]
        && shape.rows.len() > 1
        && longest.is_some_and(|longest| holes.len() > *longest)
    {
        return Misfit::ListLength { found: holes.len() };
    }
    if rows.len() != shape.rows.len() {
        return Misfit::RowCount { found: rows.len() };
    }
    let mut numbered = rows.iter().zip(shape.rows).enumerate();
    let wrong = numbered.find(|(_, ((_, holes), expected))| holes.len() != **expected);
    match wrong {
        Some((row, ((mark, holes), _))) => Misfit::RowLength {
            row,
            text: row_of(text, mark).1,
            found: holes.len(),
        },
        None => Misfit::Empty,
    }
}
