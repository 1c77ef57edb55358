//! JSON with lists of nodes and links.

use super::Graph;
use crate::board::file::Diagnostic;
use crate::control::quotation;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::Map;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct NodeLink {
    #[serde(default)]
    directed: bool,
    #[serde(default)]
    graph: Value,
    /// `None` if only the links name the vertices.
    #[serde(default, alias = "vertices")]
    nodes: Option<Vec<NodeEntry>>,
    #[serde(default, alias = "edges")]
    links: Vec<Link>,
    /// Neighbors of each node, as networkx writes them.
    #[serde(default)]
    adjacency: Vec<Vec<NodeEntry>>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a node is a text, an integer, a list of these, or an object with an `id`"
)]
enum NodeEntry {
    Id(Id),
    Object(Map<String, Value>),
}

impl NodeEntry {
    /// Returns the name of a node, and `true` if it is its `id`.
    fn label(&self) -> Result<(String, bool), Diagnostic> {
        let attributes = match self {
            NodeEntry::Id(id) => return Ok((id.label(), true)),
            NodeEntry::Object(attributes) => attributes,
        };
        let value = |name: &str| Id::deserialize(attributes.get(name)?).ok();
        if let Some(id) = value("id") {
            return Ok((id.label(), true));
        }
        let name = ["key", "name", "label"].into_iter().find_map(value);
        let name = name.ok_or_else(|| Diagnostic::new("a node has no `id` and no `name`"))?;
        Ok((name.label(), false))
    }

    fn attribute(&self, name: &str) -> Option<String> {
        let NodeEntry::Object(attributes) = self else {
            return None;
        };
        match attributes.get(name)? {
            Value::Array(pair) => match &pair[..] {
                [x, y] => Some(format!("{x},{y}")),
                _ => None,
            },
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "an edge is a pair of nodes, or an object with `source` and `target`"
)]
enum Link {
    Object {
        #[serde(alias = "from")]
        source: Id,
        #[serde(alias = "to")]
        target: Id,
    },
    Pair(Id, Id),
    /// Pair with the data of the edge.
    Weighted(Id, Id, IgnoredAny),
}

impl Link {
    fn ends(&self) -> [&Id; 2] {
        match self {
            Link::Object { source, target } => [source, target],
            Link::Pair(one, other) | Link::Weighted(one, other, _) => [one, other],
        }
    }
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

/// Returns a graph of Cytoscape as nodes and links.
fn of_cytoscape(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let all: Vec<&Value> = match value.get("elements").unwrap_or(&value) {
        Value::Array(all) => all.iter().collect(),
        Value::Object(groups) if value.get("elements").is_some() => groups
            .values()
            .filter_map(Value::as_array)
            .flatten()
            .collect(),
        _ => return None,
    };
    let (mut nodes, mut links) = (Vec::new(), Vec::new());
    for element in all {
        let mut data = element.get("data")?.clone();
        if data.get("source").is_some() {
            links.push(data);
            continue;
        }
        if let (Some(position), Some(attributes)) = (element.get("position"), data.as_object_mut())
        {
            attributes.insert("pos".to_owned(), json!([position["x"], position["y"]]));
        }
        nodes.push(data);
    }
    let directed = value["data"]["directed"]
        .as_bool()
        .or(value["directed"].as_bool());
    Some(json!({ "directed": directed.unwrap_or(false), "nodes": nodes, "links": links }))
}

/// Returns `true` for a list of elements of Cytoscape.
pub(super) fn is_list_of_elements(text: &str) -> bool {
    text.starts_with('[') && text.contains("\"data\"") && text.contains("\"source\"")
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let read: NodeLink = match of_cytoscape(text) {
        Some(value) => {
            serde_json::from_value(value).map_err(|error| Diagnostic::new(error.to_string()))?
        }
        None => serde_json::from_str(text).map_err(|error| at_its_place(text, &error))?,
    };
    let mut graph = Graph {
        name: read.graph["name"]
            .as_str()
            .filter(|name| !name.is_empty())
            .map(str::to_owned),
        is_directed: read.directed,
        ..Graph::default()
    };
    let nodes = read.nodes.as_deref().unwrap_or(&[]);
    let mut have_ids = nodes.is_empty();
    for node in nodes {
        let (label, is_id) = node.label()?;
        have_ids |= is_id;
        if graph.numbers.contains_key(&label) {
            let kind = if is_id { "id" } else { "name" };
            let message = format!("two nodes have the {kind} `{}`", quotation(&label));
            return Err(Diagnostic::new(message).help("give each node an `id` of its own"));
        }
        let vertex = graph.vertex(&label);
        graph.place(vertex, |name| node.attribute(name));
    }
    for link in &read.links {
        let end = |graph: &mut Graph, id: &Id| match id {
            // Without ids, the links of D3 have the numbers of nodes.
            Id::Number(number) if !have_ids => usize::try_from(*number)
                .ok()
                .filter(|number| *number < graph.labels.len())
                .ok_or_else(|| {
                    Diagnostic::new(format!(
                        "an edge ends at node {number}, but the list has {}",
                        graph.labels.len()
                    ))
                }),
            _ if read.nodes.is_none() => Ok(graph.vertex(&id.label())),
            _ => {
                let label = id.label();
                graph.numbers.get(&label).copied().ok_or_else(|| {
                    Diagnostic::new(format!(
                        "an edge ends at `{label}`, which is not in the list of nodes"
                    ))
                })
            }
        };
        let [one, other] = link.ends();
        let (one, other) = (end(&mut graph, one)?, end(&mut graph, other)?);
        graph.connect(one, other, 0..0)?;
    }
    for (node, neighbors) in nodes.iter().zip(&read.adjacency) {
        let vertex = graph.vertex(&node.label()?.0);
        for neighbor in neighbors {
            let neighbor = graph.vertex(&neighbor.label()?.0);
            graph.connect(vertex, neighbor, 0..0)?;
        }
    }
    Ok(graph)
}

fn at_its_place(text: &str, error: &serde_json::Error) -> Diagnostic {
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
}
