//! Flowcharts of Mermaid.

use super::Graph;
use crate::board::file::Diagnostic;

/// Returns the statements with their places, if a text begins as a flowchart does.
fn statements(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut start = 0;
    let parts = text.split_inclusive(['\n', ';']).map(|part| {
        let begin = start + part.len() - part.trim_start().len();
        start += part.len();
        (begin, part.trim().trim_end_matches(';').trim_end())
    });
    let is_text = |part: &str| {
        !part.is_empty() && !part.starts_with("%%") && !part.starts_with("```") && part != "---"
    };
    let mut parts = parts.filter(|(_, part)| is_text(part));
    let head: Vec<&str> = parts.next()?.1.split_whitespace().collect();
    let is_direction = |word: &str| ["TD", "TB", "BT", "LR", "RL"].contains(&word);
    match head[..] {
        ["graph" | "flowchart", direction] if is_direction(direction) => Some(parts.collect()),
        ["flowchart"] => Some(parts.collect()),
        _ => None,
    }
}

pub(super) fn is_certain(text: &str) -> bool {
    statements(text).is_some()
}

/// Returns the name with which a text begins, and the rest after its shape.
fn vertex(text: &str) -> Option<(&str, &str)> {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if rest.starts_with(['(', '[', '{', '>']) && !rest.starts_with(">>") {
        let mut depth = 0;
        let mut ends = rest.char_indices().filter_map(|(at, c)| {
            depth +=
                i32::from("([{".contains(c) || at == 0 && c == '>') - i32::from(")]}".contains(c));
            (depth == 0).then_some(at + 1)
        });
        rest = &rest[ends.next()?..];
    }
    if let Some(class) = rest.strip_prefix(":::") {
        rest = class.trim_start_matches(is_of_name);
    }
    (!name.is_empty()).then_some((name, rest.trim_start()))
}

/// Returns the link with which a text begins, and the rest after its text.
fn link(text: &str) -> Option<(&str, &str)> {
    const SIGNS: &str = "-=.~<>";
    let end = |text: &str| text.find(|c| !SIGNS.contains(c)).unwrap_or(text.len());
    let text = text.trim_start_matches(['o', 'x']);
    let (mut sign, mut rest) = text.split_at(end(text));
    if ["--", "==", "-."].contains(&sign) {
        let next = rest.find(['-', '=', '.'])?; // the link after its text
        (sign, rest) = rest[next..].split_at(end(&rest[next..]));
    }
    let is_head = rest.starts_with(['o', 'x']) && rest[1..].starts_with(' ');
    rest = rest[usize::from(is_head)..].trim_start();
    if let Some(label) = rest.strip_prefix('|') {
        rest = label.split_once('|')?.1.trim_start();
    }
    (sign.len() > 1).then_some((sign, rest))
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    const OTHERS: [&str; 8] = [
        "subgraph",
        "end",
        "style",
        "classDef",
        "class",
        "click",
        "linkStyle",
        "direction",
    ];
    let mut graph = Graph::default();
    for (start, statement) in statements(text).unwrap_or_default() {
        if OTHERS.contains(&statement.split_whitespace().next().unwrap_or_default()) {
            continue;
        }
        let span = start..start + statement.len();
        let unreadable = || {
            Diagnostic::new("the line is no statement of a flowchart").at(span.clone(), "a line")
        };
        let (mut before, mut rest) = (Vec::new(), statement);
        loop {
            let mut ends = Vec::new();
            loop {
                let (name, after) = vertex(rest).ok_or_else(unreadable)?;
                ends.push(graph.vertex(name));
                rest = after;
                match rest.strip_prefix('&') {
                    Some(next) => rest = next.trim_start(),
                    None => break,
                }
            }
            for one in &before {
                for other in &ends {
                    graph.connect(*one, *other, span.clone())?;
                }
            }
            if rest.is_empty() {
                break;
            }
            let (sign, after) = link(rest).ok_or_else(unreadable)?;
            graph.is_directed |= sign.contains(['<', '>']);
            (before, rest) = (ends, after);
        }
    }
    Ok(graph)
}
