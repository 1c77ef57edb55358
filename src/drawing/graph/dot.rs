//! Graphs in the DOT language of Graphviz.

use super::{JumpEdge, PositionGraph, PositionNode};
use crate::board::{Board, Jump};
use crate::drawing::{Color, Glyphs, TextPicture};
use crate::play::hint::Outlook;
use crate::problem::answer::Notation;
use petgraph::dot::{Config, Dot};
use petgraph::visit::EdgeRef;

/// Returns the graph in the DOT language: nodes with text pictures, edges with their jumps.
pub(super) fn to_dot(graph: &PositionGraph) -> String {
    let bare = [
        Config::GraphContentOnly,
        Config::NodeNoLabel,
        Config::EdgeNoLabel,
    ];
    let edge = |_: &_, edge: petgraph::graph::EdgeReference<'_, JumpEdge>| {
        edge_attributes(
            graph.board(),
            edge.weight(),
            graph.graph()[edge.target()].outlook,
        )
    };
    let node = |_: &_, (_, node): (_, &PositionNode)| node_attributes(node);
    let content = Dot::with_attr_getters(graph.graph(), &bare, &edge, &node);
    let name = quoted(graph.board().name());
    format!(
        "digraph {name} {{\n    node [shape=box, style=\"rounded,filled\", fontname=monospace, \
         fillcolor=\"{}\"]\n    edge [fontname=\"sans-serif\", fontsize=10]\n{content:?}}}\n",
        NodeColors::of(None).fill
    )
}

/// Colors of a node and of the edges into it.
#[derive(Clone, Copy)]
pub(crate) struct NodeColors {
    pub(crate) fill: Color,
    pub(crate) edge: Color,
}

impl NodeColors {
    /// Returns green for winning, red for losing, yellow for unknown, and gray without an outlook.
    pub(crate) fn of(outlook: Option<Outlook>) -> NodeColors {
        let (fill, edge) = match outlook {
            Some(Outlook::Winning) => (0xd8efd3, 0x2e7d32),
            Some(Outlook::Losing) => (0xf6d5d0, 0xb3382c),
            Some(Outlook::Unknown(_)) => (0xf8ecc2, 0xb58900),
            None => (0xf3f0ea, 0x8a8378),
        };
        NodeColors {
            fill: Color::rgb(fill),
            edge: Color::rgb(edge),
        }
    }
}

fn node_attributes(node: &PositionNode) -> String {
    let picture = TextPicture::of_position(&node.position, &Glyphs::ROUND);
    let lines: Vec<String> = picture
        .lines()
        .iter()
        .map(|line| format!("{}\\l", escaped(line)))
        .collect();
    let NodeColors { fill, edge } = NodeColors::of(node.outlook);
    format!(
        "label=\"{}\", fillcolor=\"{fill}\", color=\"{edge}\"",
        lines.concat()
    )
}

fn edge_attributes(board: &Board, edge: &JumpEdge, outlook: Option<Outlook>) -> String {
    format!(
        "label={}, color=\"{}\"",
        quoted(&edge.notation(board)),
        NodeColors::of(outlook).edge
    )
}

impl JumpEdge {
    /// Returns the jumps in notation, such as `d2-d4, b4-d4`.
    pub(crate) fn notation(&self, board: &Board) -> String {
        let each = |jump: &Jump| Notation::default().jump(board, *jump);
        self.jumps.iter().map(each).collect::<Vec<_>>().join(", ")
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Escapes text for a quoted string.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(char::is_control, " ")
}
