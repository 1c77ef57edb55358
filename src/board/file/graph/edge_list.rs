//! Lists of edges.

use super::Graph;
use crate::board::file::Diagnostic;
use crate::board::file::span::Span;

/// Line without its comment and its data, and its labels.
struct Line<'a> {
    span: Span,
    labels: Vec<&'a str>,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let begin = start;
        start += line.len();
        let end = line.find(['#', '{']).unwrap_or(line.len());
        let content = line[..end].trim();
        let indent = line.len() - line.trim_start().len();
        let mut labels: Vec<&str> = content
            .split("--")
            .flat_map(|part| part.split(|c: char| c.is_whitespace() || c == ',' || c == ';'))
            .filter(|label| !label.is_empty())
            .collect();
        // A weight, as networkx writes it. A row of digits has no point.
        if let [_, _, weight] = labels[..]
            && weight.contains('.')
            && weight.parse::<f64>().is_ok()
        {
            labels.pop();
        }
        let span = begin + indent..begin + indent + content.len();
        (!labels.is_empty()).then_some(Line { span, labels })
    })
}

/// Returns `true` for lines of at most two words that cannot be the rows of a picture.
pub(super) fn is_certain(text: &str) -> bool {
    let is_of_picture = |c: char| !c.is_alphanumeric() || "oO0xX".contains(c);
    let mut has_edge = false;
    let mut has_name = false;
    for line in lines(text) {
        if line.labels.len() > 2 || line.labels.iter().any(|label| !is_name(label)) {
            return false;
        }
        has_edge |= line.labels.len() == 2;
        has_name |= line
            .labels
            .iter()
            .any(|label| !label.chars().all(is_of_picture));
    }
    has_edge && has_name
}

fn is_name(label: &str) -> bool {
    label.chars().all(|c| c.is_alphanumeric() || c == '_')
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let mut graph = Graph::default();
    for line in lines(text) {
        match line.labels[..] {
            [label] => drop(graph.vertex(label)),
            [one, other] => {
                let (one, other) = (graph.vertex(one), graph.vertex(other));
                graph.connect(one, other, line.span)?;
            }
            _ => {
                return Err(Diagnostic::new(format!(
                    "the line has {} labels, but an edge has two ends",
                    line.labels.len()
                ))
                .at(line.span, "a line")
                .help("write one edge on each line, as in `a b`"));
            }
        }
    }
    Ok(graph)
}
