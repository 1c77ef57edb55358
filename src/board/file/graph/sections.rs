//! Formats with a line for each vertex and each edge: DIMACS, Pajek and TGF.

use super::{Graph, GraphFormat};
use crate::board::file::Diagnostic;
use crate::board::file::span::Span;
use crate::control::quotation;
use std::collections::HashSet;

/// Words of a line, with its place.
type Line<'a> = (Vec<&'a str>, Span);

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().collect();
        let span = start..start + line.trim_end().len();
        lines.extend((!words.is_empty()).then_some((words, span)));
        start += line.len();
    }
    lines
}

fn is_number(word: &str) -> bool {
    word.parse::<u32>().is_ok()
}

/// Returns the format of a text that is certainly in one of these.
pub(super) fn format(text: &str) -> Option<GraphFormat> {
    let lines = lines(text);
    let is_edge = |(words, _): &Line| matches!(words[..], ["e" | "a", one, other, ..] if is_number(one) && is_number(other));
    let is_dimacs = |line: &Line| matches!(line.0[0], "c" | "p") || is_edge(line);
    let is_pajek = |(words, _): &Line| matches!(words[..], [key, count] if key.eq_ignore_ascii_case("*vertices") && is_number(count));
    let mut parts = lines.split(|(words, _)| words[..] == ["#"]);
    let (nodes, edges) = (parts.next().unwrap_or(&[]), parts.next().unwrap_or(&[]));
    let nodes: HashSet<&str> = nodes.iter().map(|(words, _)| words[0]).collect();
    let is_tgf =
        |(words, _): &Line| words.len() > 1 && words[..2].iter().all(|word| nodes.contains(word));
    if lines.iter().filter(|line| is_edge(line)).count() > 1 && lines.iter().all(is_dimacs) {
        Some(GraphFormat::Dimacs)
    } else if lines.iter().any(is_pajek) {
        Some(GraphFormat::Pajek)
    } else if !edges.is_empty() && edges.iter().all(is_tgf) && parts.next().is_none() {
        Some(GraphFormat::Tgf)
    } else {
        None
    }
}

pub(super) fn read(text: &str, format: GraphFormat) -> Result<Graph, Diagnostic> {
    const MAX_VERTICES: usize = 4096;
    let mut graph = Graph::default();
    let mut section = Section::Vertices;
    for (words, span) in lines(text) {
        let ends = match format {
            GraphFormat::Dimacs if words[0] == "p" => {
                let count = words
                    .get(2)
                    .and_then(|count| count.parse().ok())
                    .unwrap_or(0);
                graph.number_vertices(1..1 + MAX_VERTICES.min(count));
                continue;
            }
            GraphFormat::Dimacs if words[0] == "c" => continue,
            GraphFormat::Dimacs => &words[1..],
            _ if words[0] == "#" || words[0].starts_with('*') => {
                let name = words[0].to_lowercase();
                section = Section::named(&name).ok_or_else(|| {
                    Diagnostic::new(format!("the section `{}` is unknown", quotation(words[0])))
                        .at(span.clone(), "here")
                        .help("list the edges in a section `*Edges`, `*Arcs`, `*Edgeslist` or `*Arcslist`")
                })?;
                graph.is_directed |= name.starts_with("*arcs");
                continue;
            }
            _ if section != Section::Vertices => &words[..],
            _ => {
                let vertex = graph.vertex(words[0]);
                let place = |axis: usize| words.get(axis).filter(|_| format == GraphFormat::Pajek);
                graph.place(vertex, |name| match name {
                    "x" => place(2).map(|x| (*x).to_owned()),
                    "y" => place(3).map(|y| (*y).to_owned()),
                    _ => None,
                });
                continue;
            }
        };
        let Some((one, others @ [other, ..])) = ends.split_first() else {
            return Err(Diagnostic::new("the line lacks an end of its edge").at(span, "an edge"));
        };
        let one = graph.vertex(one);
        let others = match section {
            Section::Neighbors => others,
            _ => std::slice::from_ref(other), // a weight or a label can follow
        };
        for other in others {
            let other = graph.vertex(other);
            graph.connect(one, other, span.clone())?;
        }
    }
    Ok(graph)
}

/// Section of a file of TGF or Pajek.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Vertices,
    /// An edge in each line.
    Edges,
    /// A vertex and its neighbors in each line.
    Neighbors,
}

impl Section {
    /// Returns the section that a line begins, given its first word in lower case.
    fn named(name: &str) -> Option<Section> {
        match name {
            "*network" | "*vertices" => Some(Section::Vertices),
            "#" | "*edges" | "*arcs" => Some(Section::Edges),
            "*edgeslist" | "*arcslist" => Some(Section::Neighbors),
            _ => None,
        }
    }
}
