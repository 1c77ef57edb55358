//! Graphs as Mathematica writes them: `{1 -> 2, 2 -> 3}`, `Graph[{a \[UndirectedEdge] b, …}]`.

use super::{Graph, edge_list};
use crate::board::file::Diagnostic;

/// Signs of edges, and the links of a list of edges that they mean.
const SIGNS: [(&str, &str); 6] = [
    ("\\[UndirectedEdge]", " -- "),
    ("\\[DirectedEdge]", " -> "),
    ("\\[Rule]", " -> "),
    ("\u{f3d4}", " -- "),
    ("\u{f3d5}", " -> "),
    ("\u{f522}", " -> "),
];

/// Returns the vertices and the edges of a text as lists of edges.
fn lists(text: &str) -> Option<Vec<String>> {
    let mut text = text.trim().trim_end_matches(';').trim_end().to_owned();
    for (sign, link) in SIGNS {
        text = text.replace(sign, link);
    }
    // `UndirectedEdge[a, b]` and `DirectedEdge[a, b]`
    let (mut plain, mut rest) = (String::new(), text.as_str());
    while let Some((before, after)) = rest.split_once("irectedEdge[") {
        let (before, link) = match before.strip_suffix("Und") {
            Some(before) => (before, " -- "),
            None => (before.strip_suffix(['D', 'd'])?, " -> "),
        };
        let (ends, next) = after.split_once(']')?;
        let (one, other) = ends.split_once(',')?;
        plain.extend([before, one, link, other]);
        rest = next;
    }
    let text = plain + rest;
    let begin = text.find('{')?;
    let before = text[..begin].trim_end();
    let name = before.strip_suffix("Graph[").unwrap_or(before).trim_end();
    let name = name.strip_suffix('=').map_or(name, str::trim_end);
    let lists: Vec<String> = text[begin..]
        .split('{')
        .skip(1)
        .map(|part| part.split('}').next().unwrap_or_default().to_owned())
        .collect();
    let is_name = name.chars().all(|c| c.is_alphanumeric());
    (is_name && !text.contains(':') && !lists.is_empty()).then_some(lists)
}

/// Returns the list of edges that a text has after its list of vertices, if any.
fn edges(text: &str) -> Option<String> {
    let has_link = |list: &String| ["->", "<->", "--"].iter().any(|link| list.contains(link));
    let lists = lists(text)?;
    let edges = lists
        .iter()
        .position(has_link)
        .filter(|edges| *edges <= 1)?;
    let vertices = lists[..edges].iter().flat_map(|list| list.split(','));
    let lines: Vec<&str> = vertices.chain([lists[edges].as_str()]).collect();
    Some(lines.join("\n"))
}

pub(super) fn is_certain(text: &str) -> bool {
    let is_bracketed =
        text.contains('{') && text.trim_end().trim_end_matches(';').ends_with(['}', ']']);
    is_bracketed && edges(text).is_some_and(|edges| edge_list::is_certain(&edges))
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let edges = edges(text).unwrap_or_default();
    // The places in the list are not those in the text.
    edge_list::read(&edges).map_err(|wrong| Diagnostic::new(wrong.message))
}
