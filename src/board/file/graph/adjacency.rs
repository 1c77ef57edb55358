//! Lists of neighbors: objects of lists (`{'a': ['b', 'c']}`), lines with colons (`a: b, c`), and lines of words, as
//! networkx writes them.

use super::Graph;
use crate::board::file::Diagnostic;
use std::collections::HashSet;

/// Neighbors of a vertex.
struct Entry<'a> {
    vertex: &'a str,
    neighbors: Vec<&'a str>,
}

/// Returns the entries of a text that is certainly a graph.
fn entries(text: &str) -> Option<Vec<Entry<'_>>> {
    let text = text.trim().trim_end_matches(';');
    let object = text.find('{').filter(|begin| {
        let before = text[..*begin].trim_end();
        let name = before.strip_suffix('=').map_or("", str::trim_end);
        before.is_empty() || !name.is_empty() && name.chars().all(is_of_word)
    });
    let entries = match object {
        Some(begin) => of_object(text[begin + 1..].strip_suffix('}')?)?,
        None => of_lines(text)?,
    };
    let vertices: HashSet<&str> = entries.iter().map(|entry| entry.vertex).collect();
    let are_distinct = |entry: &Entry| {
        let neighbors: HashSet<&str> = entry.neighbors.iter().copied().collect();
        neighbors.len() == entry.neighbors.len() && !neighbors.contains(entry.vertex)
    };
    let mut neighbors = entries.iter().flat_map(|entry| &entry.neighbors);
    let is_graph = vertices.len() > 1
        && vertices.len() == entries.len()
        && entries.iter().all(are_distinct)
        && neighbors.any(|neighbor| vertices.contains(neighbor));
    is_graph.then_some(entries)
}

fn of_object(text: &str) -> Option<Vec<Entry<'_>>> {
    let mut entries = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (vertex, list) = rest.split_once(':')?;
        let list = list.trim_start().strip_prefix(['[', '(', '{'])?;
        let (neighbors, after) = list.split_once([']', ')', '}'])?;
        let neighbors = neighbors.split(',').map(unquoted);
        entries.push(Entry {
            vertex: unquoted(vertex),
            neighbors: neighbors.filter(|neighbor| !neighbor.is_empty()).collect(),
        });
        rest = after.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    are_words(&entries).then_some(entries)
}

fn unquoted(word: &str) -> &str {
    word.trim().trim_matches(['"', '\''])
}

fn of_lines(text: &str) -> Option<Vec<Entry<'_>>> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let words = |line| -> Vec<&str> {
        let words = str::split(line, is_separator);
        words.filter(|word| !word.is_empty()).collect()
    };
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""));
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let has_colons = lines.iter().all(|line| line.contains(':'));
    let mut entries = Vec::new();
    for line in &lines {
        let (vertex, neighbors) = if has_colons {
            line.split_once(':')?
        } else {
            line.trim().split_once(is_separator).unwrap_or((line, ""))
        };
        entries.push(Entry {
            vertex: vertex.trim(),
            neighbors: words(neighbors),
        });
    }
    // Without colons, two words are an edge, and rows of a picture repeat their letters.
    let vertices: HashSet<&str> = entries.iter().map(|entry| entry.vertex).collect();
    let is_known = |entry: &Entry| entry.neighbors.iter().all(|each| vertices.contains(each));
    let has_several = entries.iter().any(|entry| entry.neighbors.len() > 1);
    let is_list = has_colons || has_several && entries.iter().all(is_known);
    (is_list && are_words(&entries)).then_some(entries)
}

fn are_words(entries: &[Entry]) -> bool {
    let words = |entry: &Entry| {
        let mut words = entry.neighbors.iter().chain([&entry.vertex]);
        words.all(|word| !word.is_empty() && word.chars().all(is_of_word))
    };
    entries.iter().all(words)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn is_certain(text: &str) -> bool {
    entries(text).is_some()
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let mut graph = Graph::default();
    for entry in entries(text).unwrap_or_default() {
        let vertex = graph.vertex(entry.vertex);
        for neighbor in entry.neighbors {
            let neighbor = graph.vertex(neighbor);
            graph.connect(vertex, neighbor, 0..0)?;
        }
    }
    Ok(graph)
}
