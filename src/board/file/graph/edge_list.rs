//! Lists of edges.

use super::Graph;
use crate::board::file::Diagnostic;
use crate::board::file::span::Span;
use crate::board::label::is_word;
use std::collections::HashSet;

/// Line without its comment and its data.
struct Line<'a> {
    span: Span,
    /// Labels, those with links between them together: `a - b - c`.
    chains: Vec<Vec<&'a str>>,
    has_arrow: bool,
}

impl<'a> Line<'a> {
    fn new(content: &'a str, start: usize) -> Line<'a> {
        let mut line = Line {
            span: start..start + content.len(),
            chains: Vec::new(),
            has_arrow: false,
        };
        let mut rest = content;
        let mut is_linked = false;
        // Brackets and quotes that open what nothing closes.
        let mut unclosed = String::new();
        let has_pairs = content.matches('(').count() > 1;
        let mut words = content.split(is_separator).filter(|word| !word.is_empty());
        let are_glued =
            words.all(|word| word.contains('-') && word.split('-').all(is_word) && word != "-");
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            let before = &content[..content.len() - rest.len()];
            let is_apart = before.ends_with(char::is_whitespace) && after.starts_with(' ');
            let link = LINKS.iter().find(|link| rest.starts_with(**link));
            let mut closing = || {
                let found = match first {
                    '(' if !unclosed.contains(first) => after.find(')'),
                    '"' | '\'' if !unclosed.contains(first) => after.find(first),
                    _ => return None,
                };
                if found.is_none() {
                    unclosed.push(first);
                }
                found
            };
            if is_separator(first) || "()".contains(first) && !has_pairs {
                rest = after;
            } else if let Some(link) = link {
                line.has_arrow |= link.contains(['>', '→']);
                is_linked = true;
                rest = &rest[link.len()..];
            } else if first == '-' && (is_apart || are_glued) {
                is_linked = true;
                rest = after;
            } else if let Some(end) = closing() {
                let label = if first == '(' {
                    &rest[..end + 2]
                } else {
                    &after[..end]
                };
                line.push(label, std::mem::take(&mut is_linked));
                rest = &after[end + 1..];
            } else {
                let end = rest.char_indices().skip(1).find(|(at, c)| {
                    let is_link = LINKS.iter().any(|link| rest[*at..].starts_with(link));
                    is_separator(*c) || is_link || *c == '-' && are_glued || *c == ')'
                });
                let end = end.map_or(rest.len(), |(at, _)| at);
                line.push(&rest[..end], std::mem::take(&mut is_linked));
                rest = &rest[end..];
            }
        }
        line
    }

    fn push(&mut self, label: &'a str, is_linked: bool) {
        match self.chains.last_mut() {
            Some(chain) if is_linked => chain.push(label),
            _ => self.chains.push(vec![label]),
        }
    }

    fn labels(&self) -> impl Iterator<Item = &'a str> {
        self.chains.iter().flatten().copied()
    }

    fn has_links(&self) -> bool {
        self.chains.iter().any(|chain| chain.len() > 1)
    }

    /// Returns the third of three labels if it is a number: the weight of the edge.
    fn weight(&self) -> Option<&'a str> {
        let number = match &self.chains[..] {
            [_, _, number] if !self.has_links() => number,
            [edge, number] if edge.len() == 2 => number,
            _ => return None,
        };
        match number[..] {
            [number] => number.parse::<f64>().is_ok().then_some(number),
            _ => None,
        }
    }

    /// Returns the edges of the line, or `None` if it is none.
    fn edges(&self) -> Option<Vec<(&'a str, &'a str)>> {
        match &self.chains[..] {
            [label] if label.len() == 1 => Some(Vec::new()),
            [one, other] if !self.has_links() => Some(vec![(one[0], other[0])]),
            chains if chains.iter().all(|chain| chain.len() > 1) => {
                let pairs = chains.iter().flat_map(|chain| chain.windows(2));
                Some(pairs.map(|pair| (pair[0], pair[1])).collect())
            }
            _ => None,
        }
    }
}

const LINKS: [&str; 8] = ["<->", "-->", "--", "->", "→", "↔", "–", "—"];

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

/// Lines of a list, without weights and header.
struct List<'a> {
    lines: Vec<Line<'a>>,
    /// First line that is no edge: the numbers of vertices and edges, or the names of the columns.
    header: Option<&'a str>,
    /// `true` if all edges have whole numbers as weights.
    has_whole_weights: bool,
}

impl<'a> List<'a> {
    fn new(text: &'a str) -> List<'a> {
        let mut lines = lines(text);
        let header = lines.first().filter(|first| is_header(first, &lines[1..]));
        let header = header.map(|header| &text[header.span.clone()]);
        if header.is_some() {
            lines.remove(0);
        }
        // A row of digits has no point.
        let is_exact = |line: &Line| line.weight().is_some_and(|weight| weight.contains('.'));
        let has_whole_weights = lines.len() > 1 && lines.iter().all(|line| line.weight().is_some());
        for line in &mut lines {
            if has_whole_weights || is_exact(line) {
                line.chains.pop();
            }
        }
        List {
            lines,
            header,
            has_whole_weights,
        }
    }
}

/// Returns the contents of the brackets of a text that consists of pairs, `(1,2), (2,3)`, with their places.
fn pairs(text: &str) -> Option<Vec<(usize, &str)>> {
    let body = text.trim().trim_end_matches(';').trim_end();
    let name = body.rfind('=').map_or(0, |end| end + 1);
    let mut body = body[name..].trim_start();
    let is_pair = |inside: &str| inside.contains(',') && !inside.contains(['(', '[', '{']);
    let opens = |rest: &str| rest.starts_with(['(', '[', '{']);
    if opens(body) && opens(body[1..].trim_start()) {
        body = body[1..].strip_suffix([')', ']', '}'])?;
    }
    let mut rest = body.trim_start();
    let mut pairs = Vec::new();
    while !rest.is_empty() {
        let inside = rest.strip_prefix(['(', '[', '{'])?;
        let (pair, after) = inside.split_once([')', ']', '}'])?;
        pairs.push((pair.as_ptr() as usize - text.as_ptr() as usize, pair));
        rest = after.trim_start_matches(is_separator);
    }
    pairs.iter().all(|(_, pair)| is_pair(pair)).then_some(pairs)
}

/// Returns the edges of a text that consists of pairs, if it can be a graph: no loop, no edge twice, and vertices with
/// several edges.
fn edges_of_pairs(text: &str) -> Option<Vec<(&str, &str)>> {
    let pairs = pairs(text)?.into_iter();
    let edges: Option<Vec<(&str, &str)>> = pairs.map(|(_, pair)| pair.split_once(',')).collect();
    let edges: Vec<(&str, &str)> = edges?
        .into_iter()
        .map(|(one, other)| (one.trim(), other.trim()))
        .collect();
    let ordered: HashSet<(&str, &str)> = edges
        .iter()
        .map(|(one, other)| (*one.min(other), *one.max(other)))
        .collect();
    let vertices: HashSet<&str> = edges
        .iter()
        .flat_map(|(one, other)| [*one, *other])
        .collect();
    let has_loop = edges.iter().any(|(one, other)| one == other);
    let is_graph = edges.len() > 1
        && ordered.len() == edges.len()
        && !has_loop
        && vertices.len() < 2 * edges.len();
    (is_graph && vertices.iter().all(|name| !name.is_empty())).then_some(edges)
}

/// Returns `true` for lines of two pairs with a blank between them, which name the vertices of a grid.
fn has_pairs_of_pairs(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.all(|line| line.matches('(').count() == 2 && !line.contains("),"))
}

/// Returns the lines with labels. A list of pairs in brackets has one line for each pair.
fn lines(text: &str) -> Vec<Line<'_>> {
    if edges_of_pairs(text).is_some() && !has_pairs_of_pairs(text) {
        let pairs = pairs(text).unwrap_or_default().into_iter();
        return pairs.map(|(start, pair)| Line::new(pair, start)).collect();
    }
    if let Some(begin) = text.find('[')
        && (text[..begin].trim().is_empty() || text[..begin].trim_end().ends_with('='))
    {
        let inner = &text[begin + 1..];
        let starts = inner.match_indices(['(', '[']);
        // Only the innermost brackets hold pairs.
        let pairs = starts.map_while(|(start, _)| {
            let content = &inner[start + 1..];
            let end = content.find(['(', '[', ')', ']'])?;
            let is_closed = content[end..].starts_with([')', ']']);
            Some(is_closed.then(|| Line::new(&content[..end], begin + start + 2)))
        });
        return pairs.flatten().collect();
    }
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let begin = start;
        start += line.len();
        let comment = line.find("//").unwrap_or(line.len());
        let end = line.find(['#', '{']).unwrap_or(line.len()).min(comment);
        let indent = line.len() - line.trim_start().len();
        Line::new(line[..end].trim(), begin + indent)
    });
    lines.filter(|line| !line.chains.is_empty()).collect()
}

/// Returns `true` if the first line gives the numbers of vertices and edges, as in competitions, or the names of columns.
fn is_header(first: &Line, others: &[Line]) -> bool {
    if first.has_links() || others.is_empty() {
        return false;
    }
    let words: Vec<String> = first.labels().map(str::to_lowercase).collect();
    if let [from, to, ..] = &words[..]
        && ["source", "from"].contains(&from.as_str())
        && ["target", "to"].contains(&to.as_str())
    {
        return true;
    }
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let ends = |line: &Line| line.labels().take(2).map(str::to_owned).collect::<Vec<_>>();
    let vertices: HashSet<String> = others.iter().flat_map(ends).collect();
    // Lists with such a line number the vertices from 0 or 1.
    let are_numbered_from = |first: usize| {
        let numbers = first..first + vertices.len();
        let mut known = vertices.iter().filter_map(|label| label.parse().ok());
        known.all(|number| numbers.contains(&number))
    };
    numbers.is_some_and(|numbers| numbers == [vertices.len(), others.len()])
        && (are_numbered_from(0) || are_numbered_from(1))
}

/// Returns `true` for lines of edges that cannot be the rows of a picture.
pub(super) fn is_certain(text: &str) -> bool {
    if let Some(edges) = edges_of_pairs(text).filter(|_| !has_pairs_of_pairs(text)) {
        // Pairs of numbers can be the coordinates of holes, and rows in square brackets those of an array.
        let is_number = |name: &str| name.parse::<i32>().is_ok();
        let are_names = edges.iter().all(|(one, other)| {
            !is_number(one) && !is_number(other) && is_name(one) && is_name(other)
        });
        return are_names && !text.contains("],");
    }
    if text.starts_with('[') {
        return false; // coordinates of holes
    }
    let list = List::new(text);
    let is_of_picture = |c: char| !c.is_alphanumeric() || "oO0xX".contains(c);
    let has_links = list.lines.iter().any(Line::has_links);
    let mut edges = Vec::new();
    for line in &list.lines {
        match line.edges() {
            Some(of_line) if line.labels().all(is_name) => edges.extend(of_line),
            _ => return false,
        }
    }
    let mut labels = list.lines.iter().flat_map(Line::labels);
    let has_name = labels.any(|label| !label.chars().all(is_of_picture));
    if edges.is_empty() || !has_name {
        return false;
    }
    let ends = || edges.iter().flat_map(|(one, other)| [*one, *other]);
    // Rows of a drawing below a title of two words.
    let vertices: HashSet<&str> = ends().collect();
    let is_row = |line: &&Line| {
        let mut labels = line.labels();
        let is_alone = line.labels().count() == 1;
        line.labels().all(|label| label.chars().all(is_of_picture))
            || is_alone && labels.all(|label| !vertices.contains(label))
    };
    if 2 * list.lines.iter().filter(is_row).count() > list.lines.len() {
        return false;
    }
    let has_loop = edges.iter().any(|(one, other)| one == other);
    let repeats = ends().collect::<HashSet<_>>().len() < ends().count();
    let is_small = |label: &str| ["0", "1", "2"].contains(&label);
    if list.has_whole_weights && !has_links {
        let distinct: HashSet<_> = edges.iter().collect();
        return !has_loop && distinct.len() == edges.len() && repeats && !ends().all(is_small);
    }
    let has_pairs = ends().any(|label| label.starts_with('('));
    !(has_links && has_loop) && (!has_pairs || repeats)
}

/// Returns `true` for a word, and for a pair of numbers, which names a vertex of a grid.
fn is_name(label: &str) -> bool {
    let pair = label
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    match pair {
        Some(pair) => pair
            .split(',')
            .all(|number| number.trim().parse::<i32>().is_ok()),
        None => is_word(label),
    }
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let list = List::new(text);
    let mut graph = Graph {
        header: list.header.map(str::to_owned),
        ..Graph::default()
    };
    let is_number = |label: &str| label.parse::<i32>().is_ok();
    let has_numbers = list.lines.iter().flat_map(Line::labels).all(is_number);
    for line in list.lines {
        let Some(edges) = line.edges() else {
            return Err(Diagnostic::new(format!(
                "the line has {} labels, but an edge has two ends",
                line.labels().count()
            ))
            .at(line.span, "a line")
            .help("write one edge on each line, as in `a b`"));
        };
        graph.is_directed |= line.has_arrow;
        for label in line.labels() {
            graph.vertex(label);
        }
        for (one, other) in edges {
            let (one, other) = (graph.vertex(one), graph.vertex(other));
            graph
                .connect(one, other, line.span.clone())
                .map_err(|wrong| {
                    if has_numbers {
                        wrong
                            .help("pairs that are rows and columns of holes have brackets: `(2,2)`")
                    } else {
                        wrong
                    }
                })?;
        }
    }
    Ok(graph)
}
