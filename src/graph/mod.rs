//! Positions and jumps as a graph, for small boards and short distances, with pictures of it.

mod picture;

use crate::board::{Jump, Position};
use crate::winning::WinningSet;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::HashMap;

/// The positions within some jumps of a position, and the jumps between them.
///
/// ```
/// use pegboard::Board;
/// use pegboard::graph::PositionGraph;
/// let board = Board::library("triangle4")?;
/// let graph = PositionGraph::within(&board.vacate(board.hole("b3")?), 2);
/// assert_eq!(graph.graph().node_count(), 17);
/// assert!(graph.to_dot().starts_with("digraph"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionGraph {
    graph: DiGraph<PositionNode, Jump>,
    /// The nodes by the number of jumps from the first.
    levels: Vec<Vec<NodeIndex>>,
}

/// A position of a graph.
#[derive(Clone, Debug)]
pub struct PositionNode {
    /// The position.
    pub position: Position,
    /// Whether it wins; `None` where nobody has said.
    pub is_winning: Option<bool>,
}

impl PositionGraph {
    /// All positions that at most `jumps` jumps reach, each once, in the order in which they are found.
    pub fn within(start: &Position, jumps: usize) -> PositionGraph {
        let mut graph = DiGraph::new();
        let node = |position: Position| PositionNode { position, is_winning: None };
        let mut levels = vec![vec![graph.add_node(node(start.clone()))]];
        for _ in 0..jumps {
            let mut known: HashMap<u128, NodeIndex> = HashMap::new();
            let mut next = Vec::new();
            for &parent in &levels[levels.len() - 1] {
                let position = graph[parent].position.clone();
                for jump in position.jumps() {
                    let child = position.play(jump).expect("the jump is possible");
                    let index = *known.entry(child.code()).or_insert_with(|| {
                        next.push(graph.add_node(node(child.clone())));
                        next[next.len() - 1]
                    });
                    graph.add_edge(parent, index, jump);
                }
            }
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        PositionGraph { graph, levels }
    }

    /// The same graph with what wins marked.
    #[must_use]
    pub fn with_winning(mut self, set: &WinningSet) -> PositionGraph {
        for node in self.graph.node_weights_mut() {
            node.is_winning = Some(set.is_winning(&node.position));
        }
        self
    }

    /// The graph.
    pub fn graph(&self) -> &DiGraph<PositionNode, Jump> {
        &self.graph
    }

    /// The nodes by the number of jumps from the first.
    pub fn levels(&self) -> &[Vec<NodeIndex>] {
        &self.levels
    }
}
