//! JSON with lists of nodes and links.

use super::Graph;
use crate::board::file::Diagnostic;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::Map;

#[derive(Deserialize)]
struct NodeLink {
    #[serde(default)]
    directed: bool,
    #[serde(default)]
    graph: Value,
    nodes: Vec<NodeEntry>,
    #[serde(default, alias = "edges")]
    links: Vec<Link>,
}

#[derive(Deserialize)]
struct NodeEntry {
    id: Id,
    #[serde(flatten)]
    attributes: Map<String, Value>,
}

#[derive(Deserialize)]
struct Link {
    source: Id,
    target: Id,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a node is a text, an integer or a list of these"
)]
enum Id {
    Text(String),
    Number(i64),
    /// Node of a grid in networkx.
    List(Vec<Id>),
}

impl Id {
    fn label(&self) -> String {
        match self {
            Id::Text(text) => text.clone(),
            Id::Number(number) => number.to_string(),
            Id::List(ids) => {
                let labels: Vec<String> = ids.iter().map(Id::label).collect();
                format!("({})", labels.join(", "))
            }
        }
    }
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let read: NodeLink = serde_json::from_str(text).map_err(|error| {
        let lines = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let mut at = (start + error.column().saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let message = error.to_string();
        let message = message
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        Diagnostic::new(message).at(at..at, "here")
    })?;
    let mut graph = Graph {
        name: read.graph["name"]
            .as_str()
            .filter(|name| !name.is_empty())
            .map(str::to_owned),
        is_directed: read.directed,
        ..Graph::default()
    };
    for node in &read.nodes {
        let vertex = graph.vertex(&node.id.label());
        graph.place(vertex, |name| match node.attributes.get(name)? {
            Value::Array(pair) => match &pair[..] {
                [x, y] => Some(format!("{x},{y}")),
                _ => None,
            },
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        });
    }
    for link in &read.links {
        let end = |id: &Id| {
            let label = id.label();
            graph.numbers.get(&label).copied().ok_or_else(|| {
                Diagnostic::new(format!(
                    "an edge ends at `{label}`, which is not in the list of nodes"
                ))
            })
        };
        let (one, other) = (end(&link.source)?, end(&link.target)?);
        graph.connect(one, other, 0..0)?;
    }
    Ok(graph)
}
