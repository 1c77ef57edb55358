//! GML (Himsolt, *GML: A portable graph file format*, 1997).

use super::Graph;
use super::dot::{Token, last_character, tokens};
use crate::board::file::Diagnostic;
use crate::board::file::span::Span;
use crate::control::quotation;
use std::collections::HashMap;

/// Value of a key.
enum Value {
    Text(String),
    List(Vec<Entry>),
}

struct Entry {
    key: String,
    value: Value,
    span: Span,
}

/// Reads keys and values up to a closing bracket or the end.
fn entries(tokens: &mut std::slice::Iter<(Token, Span)>, depth: usize) -> Option<Vec<Entry>> {
    const MAX_NESTED: usize = 100;
    let mut entries = Vec::new();
    loop {
        let (key, span) = match tokens.next() {
            Some((Token::Word { text, .. }, span)) => (text.clone(), span.clone()),
            Some((Token::Mark(']'), _)) | None => return Some(entries),
            Some(_) => return None,
        };
        let value = match tokens.next()? {
            (Token::Word { text, .. }, _) => Value::Text(text.clone()),
            (Token::Mark('['), _) if depth < MAX_NESTED => {
                Value::List(self::entries(tokens, depth + 1)?)
            }
            _ => return None,
        };
        entries.push(Entry { key, value, span });
    }
}

fn lists<'a>(
    entries: &'a [Entry],
    key: &'static str,
) -> impl Iterator<Item = (&'a [Entry], &'a Span)> {
    entries.iter().filter_map(move |entry| match &entry.value {
        Value::List(list) if entry.key == key => Some((&list[..], &entry.span)),
        _ => None,
    })
}

fn text<'a>(entries: &'a [Entry], key: &str) -> Option<&'a str> {
    entries.iter().find_map(|entry| match &entry.value {
        Value::Text(text) if entry.key == key => Some(text.as_str()),
        _ => None,
    })
}

fn parsed(text: &str) -> Option<Vec<Entry>> {
    entries(&mut tokens(text).ok()?.iter(), 0)
}

pub(super) fn is_certain(text: &str) -> bool {
    let has_node = |(graph, _): (&[Entry], &Span)| lists(graph, "node").next().is_some();
    text.contains("graph")
        && parsed(text).is_some_and(|entries| lists(&entries, "graph").any(has_node))
}

/// Checks that each bracket has a partner: a text that was cut off would lack edges.
fn check_brackets(content: &str) -> Result<(), Diagnostic> {
    let mut depth = 0usize;
    for (token, span) in tokens(content)? {
        match token {
            Token::Mark('[') => depth += 1,
            Token::Mark(']') => {
                let wrong = || Diagnostic::new("`]` is not expected here").at(span, "here");
                depth = depth.checked_sub(1).ok_or_else(wrong)?;
            }
            _ => {}
        }
    }
    match depth {
        0 => Ok(()),
        _ => {
            let message = "a closing bracket is missing";
            Err(Diagnostic::new(message).at(last_character(content), "here"))
        }
    }
}

pub(super) fn read(content: &str) -> Result<Vec<Graph>, Diagnostic> {
    check_brackets(content)?;
    let entries = parsed(content).unwrap_or_default();
    let read = |(list, span): (&[Entry], &Span)| {
        let mut graph = Graph {
            start: span.start,
            name: text(list, "label")
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            is_directed: text(list, "directed") == Some("1"),
            ..Graph::default()
        };
        let mut labels: Vec<&str> = lists(list, "node")
            .filter_map(|(node, _)| text(node, "label"))
            .collect();
        let (nodes, given) = (lists(list, "node").count(), labels.len());
        labels.sort_unstable();
        labels.dedup();
        let are_names = given == nodes && labels.len() == nodes;
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for (node, span) in lists(list, "node") {
            let id = text(node, "id").ok_or_else(|| {
                Diagnostic::new("a node lacks its `id`").at(span.clone(), "a node")
            })?;
            let name = text(node, "label").filter(|_| are_names).unwrap_or(id);
            let vertex = graph.vertex(name);
            if numbers.insert(id, vertex).is_some() {
                let message = format!("two nodes have the id `{}`", quotation(id));
                return Err(Diagnostic::new(message).at(span.clone(), "a node"));
            }
            let graphics = lists(node, "graphics")
                .next()
                .map_or(node, |(graphics, _)| graphics);
            graph.place(vertex, |name| text(graphics, name).map(str::to_owned));
        }
        for (edge, span) in lists(list, "edge") {
            let end = |key: &str| {
                let known = text(edge, key).and_then(|id| numbers.get(id).copied());
                known.ok_or_else(|| {
                    Diagnostic::new(format!("the `{key}` of the edge is no node"))
                        .at(span.clone(), "an edge")
                })
            };
            graph.connect(end("source")?, end("target")?, span.clone())?;
        }
        Ok(graph)
    };
    lists(&entries, "graph").map(read).collect()
}
