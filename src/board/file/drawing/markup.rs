//! Markup around drawings: quotations of mail, comments and texts of programs, HTML, and lists and tables of Markdown and YAML.

use super::block::{has_words, is_caption};
use super::html;
use super::position::expand_numbers_of_blanks;
use super::text::{self, Glyph, Line, Metric};
use std::collections::{HashMap, HashSet};

/// Returns the lines of a text without markup.
pub(super) fn lines(text: &str, metric: Metric) -> Vec<Line> {
    let mut lines = text::lines(text, metric);
    without_signs(&mut lines);
    if html::has_tags(&lines) {
        lines = html::without_tags(&lines);
    }
    lines.iter_mut().for_each(html::decode_entities);
    lines = at_line_breaks(lines);
    without_fences(&mut lines);
    without_bullets(&mut lines);
    lines.iter_mut().for_each(without_caption);
    without_table_rules(&mut lines);
    expand_numbers_of_blanks(&mut lines);
    lines
}

pub(super) fn character(line: &[Glyph], place: usize) -> Option<char> {
    line.get(place).map(|glyph| glyph.character)
}

fn is_of_words(line: &Line) -> bool {
    line.is_empty() || has_words(line) || is_caption(line)
}

/// Removes the glyphs at the beginning of a line.
pub(super) fn shorten(line: &mut Line, length: usize) {
    let length = length.min(line.len());
    let left = match (line.first(), line.get(length)) {
        (Some(first), Some(next)) => next.column - first.column,
        _ => 0,
    };
    line.drain(..length);
    line.iter_mut().for_each(|glyph| glyph.column -= left);
}

/// Removes the signs with which the lines of a quotation or of a comment begin, each level of them. Other lines may only
/// have words.
fn without_signs(lines: &mut [Line]) {
    const SIGNS: [&str; 8] = [">", "//", "--", "$$", "#", ";", "%", "!"];
    const SPOILER: [&str; 2] = [">!", "!<"];
    /// Each level takes a pass over the text.
    const MAX_LEVELS: usize = 32;
    let text = |line: &Line| line.iter().map(|glyph| glyph.character).collect::<String>();
    let is_spoiler =
        |line: &Line| text(line).starts_with(SPOILER[0]) && text(line).ends_with(SPOILER[1]);
    if lines
        .iter()
        .all(|line| is_spoiler(line) || is_of_words(line))
    {
        for line in lines
            .iter_mut()
            .filter(|line| is_spoiler(line) && line.len() > 4)
        {
            line.truncate(line.len() - 2);
            shorten(line, 2);
        }
    }
    for _ in 0..MAX_LEVELS {
        let Some((length, rows)) = SIGNS.iter().find_map(|sign| signed(lines, sign)) else {
            return;
        };
        for row in rows {
            let line = &mut lines[row];
            let blank = usize::from(character(line, length) == Some(' '));
            shorten(line, length + blank);
        }
    }
}

/// Returns the length of a sign and the lines that begin with it, if it is markup.
fn signed(lines: &[Line], sign: &str) -> Option<(usize, Vec<usize>)> {
    let length = sign.chars().count();
    let has_sign = |line: &Line| {
        line.iter()
            .take(length)
            .map(|glyph| glyph.character)
            .eq(sign.chars())
    };
    let rows: Vec<usize> = (0..lines.len())
        .filter(|row| has_sign(&lines[*row]))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let others_are_words = lines.iter().all(|line| has_sign(line) || is_of_words(line));
    let others = |line: &Line| {
        line[length..]
            .iter()
            .any(|g| !g.is_blank() && !sign.contains(g.character))
    };
    let recurs = |line: &Line| {
        line[length..]
            .iter()
            .any(|g| sign.contains(g.character) || "<>".contains(g.character))
    };
    let signed = || rows.iter().map(|row| &lines[*row]);
    let is_apart = signed().all(|line| matches!(character(line, length), None | Some(' ')));
    let is_markup = match sign {
        ">" => {
            let is_nested =
                signed().all(|line| matches!(character(line, 1), None | Some(' ' | '>')));
            is_nested || rows.len() > 1 && !signed().any(recurs)
        }
        _ => rows.len() > 1 && is_apart && !signed().any(recurs),
    };
    (is_markup && others_are_words && signed().any(others)).then_some((length, rows))
}

/// Divides lines at the signs that end them in texts of programs, `\n`, and in matrices of LaTeX, `\\`. Of a program, only the
/// texts with such signs are kept.
fn at_line_breaks(lines: Vec<Line>) -> Vec<Line> {
    let pairs = || {
        let pairs = lines.iter().flat_map(|line| line.windows(2));
        pairs.map(|pair| (pair[0].character, pair[1].character))
    };
    let glyphs = || lines.iter().flatten().map(|glyph| glyph.character);
    let count = |second: char| pairs().filter(|pair| *pair == ('\\', second)).count();
    let slashes = glyphs().filter(|c| *c == '\\').count();
    let is_program = count('n') > 0 && slashes == count('n') + count('r') + count('t');
    let quote = glyphs().find(|c| ['"', '\''].contains(c));
    let of_program = quote
        .filter(|_| is_program)
        .map(|quote| texts(&lines, quote))
        .unwrap_or_default();
    if of_program.iter().flatten().any(|glyph| !glyph.is_blank()) {
        of_program
    } else if is_program && quote.is_none() {
        lines.iter().flat_map(|line| at_pairs(line, 'n')).collect()
    } else if count('\\') > 0 && glyphs().any(|c| c == '&') {
        let lines = lines.iter().map(without_commands);
        lines.flat_map(|line| at_pairs(&line, '\\')).collect()
    } else {
        lines
    }
}

/// Returns a line without commands of LaTeX: `\begin{array}{cc}`, `\hline`.
fn without_commands(line: &Line) -> Line {
    let mut kept = Line::new();
    let mut place = 0;
    while let Some(glyph) = line.get(place) {
        let is_command = glyph.character == '\\'
            && character(line, place + 1).is_some_and(|c| c.is_ascii_alphabetic());
        if !is_command {
            let is_break = glyph.character == '\\' && character(line, place + 1) == Some('\\');
            let end = (place + 1 + usize::from(is_break)).min(line.len());
            kept.extend(&line[place..end]);
            place = end;
            continue;
        }
        let is_of_command = |glyph: &Glyph| glyph.character.is_ascii_alphabetic();
        place += 1 + line[place + 1..]
            .iter()
            .take_while(|glyph| is_of_command(glyph))
            .count();
        while character(line, place) == Some('{') {
            let end = line[place..]
                .iter()
                .position(|glyph| glyph.character == '}');
            place += end.map_or(line.len() - place, |end| end + 1);
        }
    }
    kept
}

/// Divides a line at each backslash with a certain character after it. Nothing follows the last one if it ends the line.
fn at_pairs(line: &[Glyph], second: char) -> Vec<Line> {
    let mut parts = vec![Line::new()];
    let (mut left, mut place) = (line.first().map_or(0, |first| first.column), 0);
    while let Some(glyph) = line.get(place) {
        if glyph.character == '\\' && character(line, place + 1) == Some(second) {
            place += 2;
            left = line.get(place).map_or(0, |next| next.column);
            parts.push(Line::new());
            continue;
        }
        let column = glyph.column - left;
        parts
            .last_mut()
            .into_iter()
            .for_each(|part| part.push(Glyph { column, ..*glyph }));
        place += 1;
    }
    if parts.len() > 1 {
        parts.pop_if(|last| last.is_empty());
    }
    parts
}

/// Returns the lines of the texts in quotes that have line breaks, and of those side by side with them.
fn texts(lines: &[Line], quote: char) -> Vec<Line> {
    let mut kept = Vec::new();
    let (mut follows, mut is_inside) = (false, false);
    for line in lines {
        for part in line.split_inclusive(|glyph| glyph.character == quote) {
            let ends = part.last().is_some_and(|last| last.character == quote);
            let inside = &part[..part.len() - usize::from(ends)];
            if is_inside {
                let parts = at_pairs(inside, 'n');
                let has_break = inside
                    .windows(2)
                    .any(|pair| (pair[0].character, pair[1].character) == ('\\', 'n'));
                follows = has_break || follows;
                kept.extend(parts.into_iter().filter(|_| follows));
            } else {
                follows &= inside.iter().all(Glyph::is_blank);
            }
            is_inside ^= ends;
        }
    }
    kept
}

/// Removes the marks around a text of several lines that stand on its first and its last line.
fn without_fences(lines: &mut [Line]) {
    let starts = |line: &Line, fence: &str| -> Vec<usize> {
        let length = fence.chars().count();
        let is_fence = |place: &usize| {
            let part = line[*place..].iter().take(length);
            part.map(|glyph| glyph.character).eq(fence.chars())
        };
        (0..line.len()).filter(is_fence).collect()
    };
    for fence in ["\"\"\"", "'''", "`"] {
        let all: Vec<(usize, usize)> = (0..lines.len())
            .flat_map(|row| {
                starts(&lines[row], fence)
                    .into_iter()
                    .map(move |place| (row, place))
            })
            .collect();
        if let [(first, start), (last, end)] = all[..]
            && first < last
        {
            lines[last].truncate(end);
            shorten(&mut lines[first], start + fence.len());
        }
    }
}

/// Removes the marks of lists from rows: `- ..o..`, `- "..o.."`.
fn without_bullets(lines: &mut [Line]) {
    let is_bullet = |c: char| "-*+•".contains(c);
    let item = |line: &Line| -> Option<(usize, char)> {
        let first = line.iter().position(|glyph| !glyph.is_blank())?;
        let bullet = line[first].character;
        let rest = &line[first + 1..];
        let start = rest
            .iter()
            .position(|glyph| !glyph.is_blank())
            .filter(|start| *start > 0)?;
        let rest = &rest[start..];
        let is_quoted = rest.len() > 2
            && "'\"".contains(rest[0].character)
            && rest[0].character == rest[rest.len() - 1].character;
        let is_word = rest.len() > 1 && !rest.iter().any(Glyph::is_blank);
        let recurs = rest.iter().any(|glyph| glyph.character == bullet);
        (is_bullet(bullet) && (is_quoted || is_word) && !recurs).then_some((first, bullet))
    };
    for rows in lines.chunk_by_mut(|one, other| item(one).is_some() == item(other).is_some()) {
        if rows.len() > 1 {
            for line in rows {
                if let Some((first, _)) = item(line) {
                    line[first] = line[first].blanked();
                }
            }
        }
    }
}

/// Makes the name before a row blank: `Start: ..o..`.
fn without_caption(line: &mut Line) {
    let Some(colon) = line.iter().position(|glyph| glyph.character == ':') else {
        return;
    };
    let (name, row) = (&line[..=colon], &line[colon + 1..]);
    let is_of_row =
        |glyph: &Glyph| !glyph.character.is_alphabetic() || "oOxXpPeE".contains(glyph.character);
    let is_row = row.first().is_some_and(Glyph::is_blank)
        && row.iter().all(is_of_row)
        && row
            .iter()
            .any(|glyph| !glyph.is_blank() && !"|>-+".contains(glyph.character));
    if !is_caption(name) || !is_row {
        return;
    }
    if row.iter().any(|glyph| glyph.character == '/') {
        let blanks = row.iter().take_while(|glyph| glyph.is_blank()).count();
        shorten(line, colon + 1 + blanks);
    } else {
        line[..=colon]
            .iter_mut()
            .for_each(|glyph| *glyph = glyph.blanked());
    }
}

/// Removes the line below the head of a Markdown table, and the head if it is empty.
fn without_table_rules(lines: &mut Vec<Line>) {
    let cells = |line: &Line| -> Vec<String> {
        let text: String = line.iter().map(|glyph| glyph.character).collect();
        let text = text.trim().trim_matches('|').to_owned();
        text.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().map(cells).collect();
    let has_bar = |row: usize| lines[row].iter().any(|glyph| glyph.character == '|');
    let count = |row: &[String], sign: char| {
        row.iter()
            .flat_map(|cell| cell.chars())
            .filter(|c| *c == sign)
            .count()
    };
    let all = |sign: char| rows.iter().map(|row| count(row, sign)).sum::<usize>();
    let (mut dashes, mut colons) = (all('-'), all(':'));
    let glyphs = rows.iter().flatten().flat_map(|cell| cell.chars());
    let is_other = |c: &char| !c.is_whitespace() && !"-:".contains(*c);
    let other_kinds = glyphs.filter(is_other).collect::<HashSet<char>>().len();
    let mut copies: HashMap<&[String], usize> = HashMap::new();
    for row in &rows {
        *copies.entry(row).or_default() += 1;
    }
    let mut stays = vec![true; rows.len()];
    for row in (1..rows.len()).rev() {
        let rule = &rows[row][..];
        let is_dashes = |cell: &String| {
            let dashes = cell.trim_matches(':');
            !dashes.is_empty() && dashes.chars().all(|c| c == '-')
        };
        let is_head = has_bar(row - 1) && !(row > 1 && has_bar(row - 2));
        if !stays[row] || !is_head || !has_bar(row) || !rule.iter().all(is_dashes) {
            continue;
        }
        // A row of single dashes can be a row of the board.
        let has_others = |all: usize, sign: char| all > copies[rule] * count(rule, sign);
        let has_dashes = has_others(dashes, '-');
        let kinds = other_kinds + usize::from(has_dashes) + usize::from(has_others(colons, ':'));
        let is_marked = rule.iter().any(|cell| cell.chars().count() > 1);
        if is_marked || !has_dashes && kinds > 1 {
            stays[row] = false;
            stays[row - 1] = !rows[row - 1].iter().all(String::is_empty);
            (dashes, colons) = (dashes - count(rule, '-'), colons - count(rule, ':'));
            *copies.entry(rule).or_default() -= 1;
        }
    }
    let mut stays = stays.into_iter();
    lines.retain(|_| stays.next().unwrap_or(true));
}
