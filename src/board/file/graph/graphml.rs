//! GraphML (Brandes, Eiglsperger, Herman, Himsolt and Marshall, *GraphML progress report*, 2001).

use super::Graph;
use crate::board::file::Diagnostic;
use roxmltree::{Document, Node};

pub(super) fn read(text: &str) -> Result<Vec<Graph>, Diagnostic> {
    let document = Document::parse(text).map_err(|error| {
        let position = error.pos();
        let line = text.split_inclusive('\n').take(position.row as usize - 1);
        let start: usize = line.map(str::len).sum();
        let column = text[start..].char_indices().nth(position.col as usize - 1);
        let at = start + column.map_or(0, |(offset, _)| offset);
        let message = error.to_string();
        let message = message.split(" at ").next().unwrap_or_default().to_owned();
        Diagnostic::new(message).at(at..at, "here")
    })?;
    let keys: Vec<(&str, &str)> = of_name(document.root(), "key")
        .filter_map(|key| Some((key.attribute("id")?, key.attribute("attr.name")?)))
        .collect();
    // The graphs inside the nodes of another graph belong to it.
    let is_whole = |graph: &Node| {
        let mut outer = graph.ancestors().skip(1);
        !outer.any(|node| node.tag_name().name() == "graph")
    };
    let graphs = of_name(document.root(), "graph").filter(is_whole);
    let graphs: Vec<Graph> = graphs
        .map(|root| graph(root, &keys))
        .collect::<Result<_, _>>()?;
    if graphs.is_empty() {
        Err(Diagnostic::new("the file has no element `graph`")
            .help("of XML, only graphs in GraphML are read; draw the board in characters"))
    } else {
        Ok(graphs)
    }
}

fn of_name<'a, 'b>(root: Node<'a, 'b>, name: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    let is_named = move |node: &Node| node.is_element() && node.tag_name().name() == name;
    root.descendants().filter(is_named)
}

fn graph(root: Node<'_, '_>, keys: &[(&str, &str)]) -> Result<Graph, Diagnostic> {
    let mut graph = Graph {
        name: root
            .attribute("id")
            .filter(|id| !id.is_empty())
            .map(str::to_owned),
        is_directed: root.attribute("edgedefault") == Some("directed"),
        start: root.range().start,
        ..Graph::default()
    };
    for node in of_name(root, "node") {
        let vertex = graph.vertex(required(node, "id")?);
        graph.place(vertex, |name| {
            let mut data = node.children().filter(|data| {
                let key = data.attribute("key");
                keys.iter()
                    .any(|(id, known)| Some(*id) == key && *known == name)
            });
            data.next()?.text().map(str::to_owned)
        });
    }
    for edge in of_name(root, "edge") {
        let end = |name: &str| {
            let label = required(edge, name)?;
            graph.numbers.get(label).copied().ok_or_else(|| {
                Diagnostic::new(format!("the edge ends at `{label}`, which is no node"))
                    .at(edge.range(), "an edge")
            })
        };
        let (one, other) = (end("source")?, end("target")?);
        graph.connect(one, other, edge.range())?;
    }
    Ok(graph)
}

fn required<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, Diagnostic> {
    node.attribute(name).ok_or_else(|| {
        let element = node.tag_name().name();
        Diagnostic::new(format!(
            "the element `{element}` lacks the attribute `{name}`"
        ))
        .at(node.range(), "an element")
    })
}
