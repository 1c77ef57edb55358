use super::{PositionGraph, PositionNode};
use crate::board::{Board, Jump};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use std::collections::HashMap;
use std::fmt::Write;

const WINNING: &str = "#2e9e4f";
const LOSING: &str = "#d0413a";
const UNKNOWN: &str = "#8a8f98";

/// Distances in the drawing, in pixels.
const STEP: usize = 26;
const ROW: usize = 90;
const MARGIN: usize = 30;
const RADIUS: usize = 8;

fn colour(node: &PositionNode) -> &'static str {
    match node.is_winning {
        Some(true) => WINNING,
        Some(false) => LOSING,
        None => UNKNOWN,
    }
}

fn notation(board: &Board, jump: Jump) -> String {
    format!("{}-{}", board.label(jump.from()), board.label(jump.to()))
}

impl PositionGraph {
    /// The graph in the language of Graphviz. A node's name is the position's code.
    pub fn to_dot(&self) -> String {
        let mut dot = "digraph positions {\n  node [style=filled, fontcolor=white, shape=box];\n".to_owned();
        for node in self.graph().node_weights() {
            let code = node.position.code();
            let _ = writeln!(dot, "  \"{code}\" [fillcolor=\"{}\"];", colour(node)); // writing to a string does not fail
        }
        for edge in self.graph().edge_references() {
            let (from, to) = (&self.graph()[edge.source()], &self.graph()[edge.target()]);
            let label = notation(from.position.board(), *edge.weight());
            let _ = writeln!(
                dot,
                "  \"{}\" -> \"{}\" [label=\"{label}\"];",
                from.position.code(),
                to.position.code()
            );
        }
        dot + "}\n"
    }

    /// A drawing: a row for each number of jumps, winning positions green, losing ones red. Its code and pegs are the title of a
    /// position, shown where the pointer rests.
    pub fn to_svg(&self) -> String {
        let widest = self.levels().iter().map(Vec::len).max().unwrap_or(1);
        let width = 2 * MARGIN + STEP * (widest - 1);
        let height = 2 * MARGIN + ROW * (self.levels().len() - 1);
        let mut places: HashMap<NodeIndex, (usize, usize)> = HashMap::new();
        for (row, level) in self.levels().iter().enumerate() {
            let left = MARGIN + STEP * (widest - level.len()) / 2;
            let place =
                |(column, node): (usize, &NodeIndex)| (*node, (left + STEP * column, MARGIN + ROW * row));
            places.extend(level.iter().enumerate().map(place));
        }
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        );
        for edge in self.graph().edge_references() {
            let ((x1, y1), (x2, y2)) = (places[&edge.source()], places[&edge.target()]);
            let stroke = colour(&self.graph()[edge.target()]);
            let label = notation(self.graph()[edge.source()].position.board(), *edge.weight());
            let _ = writeln!(
                svg,
                "  <line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" stroke-opacity=\"0.5\"><title>{label}</title></line>"
            );
        }
        for (node, (x, y)) in self.graph().node_indices().map(|node| (node, places[&node])) {
            let node = &self.graph()[node];
            let position = &node.position;
            let pegs: Vec<&str> = position.pegs().map(|hole| position.board().label(hole)).collect();
            let (fill, code, pegs) = (colour(node), position.code(), pegs.join(" "));
            let _ = writeln!(
                svg,
                "  <circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\"><title>{code}: {pegs}</title></circle>"
            );
        }
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::sweep::SweepOptions;
    use crate::winning::WinningSet;
    use std::ops::ControlFlow;

    #[test]
    fn a_drawing_has_a_circle_for_each_position_and_a_line_for_each_jump() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let set =
            WinningSet::find(&problem, &SweepOptions::default(), &|_| ControlFlow::Continue(())).unwrap();
        let graph = PositionGraph::within(problem.start(), 3).with_winning(&set);
        let svg = graph.to_svg();
        roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(svg.matches("<circle").count(), graph.graph().node_count());
        assert_eq!(svg.matches("<line").count(), graph.graph().edge_count());
        let dot = graph.to_dot();
        assert_eq!(dot.matches(" -> ").count(), graph.graph().edge_count());
        assert!(dot.contains(WINNING) && dot.contains(LOSING) && !dot.contains(UNKNOWN));
    }
}
