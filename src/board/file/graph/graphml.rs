//! GraphML (Brandes, Eiglsperger, Herman, Himsolt and Marshall, *GraphML progress report*, 2001).

use super::Graph;
use crate::board::file::Diagnostic;
use roxmltree::{Document, Node};

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
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
    let elements = || document.descendants().filter(Node::is_element);
    let of_name =
        |name: &'static str| elements().filter(move |node| node.tag_name().name() == name);
    let Some(root) = of_name("graph").next() else {
        return Err(Diagnostic::new("the file has no element `graph`"));
    };
    let mut graph = Graph {
        name: root
            .attribute("id")
            .filter(|id| !id.is_empty())
            .map(str::to_owned),
        is_directed: root.attribute("edgedefault") == Some("directed"),
        ..Graph::default()
    };
    let keys: Vec<(&str, &str)> = of_name("key")
        .filter_map(|key| Some((key.attribute("id")?, key.attribute("attr.name")?)))
        .collect();
    for node in of_name("node") {
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
    for edge in of_name("edge") {
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
