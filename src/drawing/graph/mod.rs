//! Positions and jumps as a graph: what lies within a few jumps of a position.
//!
//! ```
//! use pegboard::drawing::graph::{Merging, PositionGraph};
//! use pegboard::{Board, Control, Goal};
//! let control = Control::default();
//! let board = Board::library("triangle5")?;
//! let start = board.vacate(board.hole("a1")?);
//! let apart = PositionGraph::within(&start, 2, &Merging::Apart, 100, &control)?;
//! let merged = PositionGraph::within(&start, 2, &Merging::MergedFor(Goal::OnePeg), 100, &control)?;
//! assert_eq!(apart.layers().map(<[_]>::len).collect::<Vec<_>>(), [1, 2, 8]);
//! assert_eq!(merged.layers().map(<[_]>::len).collect::<Vec<_>>(), [1, 1, 4]);
//! assert!(merged.to_dot().starts_with("digraph"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dot;
mod drawing;

pub use drawing::GraphDrawing;

use crate::board::{Board, Jump, Position, Symmetry};
use crate::control::{Control, LimitReached, Part, Steps};
use crate::play::hint::{Outlook, WinningOracle};
use crate::problem::Goal;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use thiserror::Error;

/// The positions within some jumps of a start, layer by layer, and the jumps between them.
#[derive(Clone, Debug)]
pub struct PositionGraph {
    board: Board,
    graph: DiGraph<PositionNode, JumpEdge>,
    /// The positions after no jump, after one, and so on.
    layers: Vec<Vec<NodeIndex>>,
}

/// A position of the graph; with merging, the first found of those that are images of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionNode {
    /// The position.
    pub position: Position,
    /// The jumps played from the start.
    pub jumps_played: usize,
    /// Whether a goal can be reached from it, if one was given.
    pub outlook: Option<Outlook>,
}

/// The jumps that lead from a position to the next, or, with merging, to an image of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpEdge {
    /// At least one.
    pub jumps: SmallVec<[Jump; 2]>,
}

/// Whether positions that are images of each other are one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merging {
    /// Each position is a node of its own.
    Apart,
    /// Images under the symmetries that carry this goal onto itself are one node: they win or lose together.
    MergedFor(Goal),
}

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// There are more positions than the caller wants.
    #[error(
        "more than {limit} positions lie within {jumps} jumps; {complete} jumps stay below that, and a higher \
         limit or merging symmetric positions allows more"
    )]
    TooManyPositions {
        /// The most positions that the caller wants.
        limit: usize,
        /// The jumps asked for.
        jumps: usize,
        /// This many jumps stay within the limit.
        complete: usize,
    },
}

impl PositionGraph {
    /// What lies within this many jumps of a start, if that is no more than `limit` positions.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooManyPositions`] says how many jumps would stay within the limit;
    /// [`GraphError::Stopped`] by the control.
    pub fn within(
        start: &Position,
        jumps: usize,
        merging: &Merging,
        limit: usize,
        control: &Control<'_>,
    ) -> Result<PositionGraph, GraphError> {
        let steps = Steps::new(Part::whole(control), "positions");
        let mut growth = Growth::new(start, merging, limit.max(1), steps);
        for played in 1..=jumps {
            match control.ended(growth.grow()).map_err(GraphError::Stopped)? {
                Grown::Layer => {}
                Grown::NoJump => break,
                Grown::TooMuch => {
                    return Err(GraphError::TooManyPositions {
                        limit,
                        jumps,
                        complete: played - 1,
                    });
                }
            }
        }
        Ok(growth.graph)
    }

    /// The graph with what an oracle knows about each position. Where the control stops it, outlooks are
    /// unknown.
    #[must_use]
    pub fn coloured(mut self, oracle: &impl WinningOracle, control: &Control<'_>) -> PositionGraph {
        oracle.begin_hint();
        for node in self.graph.node_weights_mut() {
            node.outlook = Some(oracle.outlook(&node.position, control));
        }
        control.ended(self)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The graph itself, for everything that `petgraph` can do with it.
    pub fn graph(&self) -> &DiGraph<PositionNode, JumpEdge> {
        &self.graph
    }

    /// The positions after no jump, after one, and so on.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &[NodeIndex]> {
        self.layers.iter().map(Vec::as_slice)
    }

    /// The graph in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        dot::to_dot(self)
    }
}

/// A graph that grows by a layer at a time.
struct Growth<'a> {
    steps: Steps<'a>,
    graph: PositionGraph,
    symmetries: Vec<Symmetry>,
    limit: usize,
}

enum Grown {
    Layer,
    /// No jump is possible in the last layer.
    NoJump,
    TooMuch,
}

impl<'a> Growth<'a> {
    fn new(start: &Position, merging: &Merging, limit: usize, steps: Steps<'a>) -> Growth<'a> {
        let board = start.board().clone();
        let symmetries = match merging {
            Merging::Apart => Vec::new(),
            Merging::MergedFor(goal) => goal.stabilizer(&board),
        };
        let mut graph = DiGraph::new();
        let first = PositionNode {
            position: start.clone(),
            jumps_played: 0,
            outlook: None,
        };
        let layers = vec![vec![graph.add_node(first)]];
        Growth {
            steps,
            graph: PositionGraph {
                board,
                graph,
                layers,
            },
            symmetries,
            limit,
        }
    }

    /// Adds the positions one jump further. A jump removes a peg, so they are in no layer before.
    fn grow(&mut self) -> Result<Grown, LimitReached> {
        let last = self.graph.layers.last().cloned().unwrap_or_default();
        let mut found: FxHashMap<u128, NodeIndex> = FxHashMap::default();
        let mut layer = Vec::new();
        for from in last {
            let position = self.graph.graph[from].position.clone();
            for jump in position.jumps() {
                self.steps.step()?;
                let next = position
                    .play(jump)
                    .expect("a position lists only jumps that it allows");
                let to = *found.entry(self.smallest_image(&next)).or_insert_with(|| {
                    let jumps_played = self.graph.layers.len();
                    let node = PositionNode {
                        position: next,
                        jumps_played,
                        outlook: None,
                    };
                    layer.push(self.graph.graph.add_node(node));
                    layer[layer.len() - 1]
                });
                if self.graph.graph.node_count() > self.limit {
                    return Ok(Grown::TooMuch);
                }
                self.add_jump(from, to, jump);
            }
        }
        if layer.is_empty() {
            return Ok(Grown::NoJump);
        }
        self.graph.layers.push(layer);
        Ok(Grown::Layer)
    }

    fn add_jump(&mut self, from: NodeIndex, to: NodeIndex, jump: Jump) {
        let graph = &mut self.graph.graph;
        match graph.find_edge(from, to) {
            Some(edge) => graph[edge].jumps.push(jump),
            None => {
                graph.add_edge(
                    from,
                    to,
                    JumpEdge {
                        jumps: SmallVec::from_slice(&[jump]),
                    },
                );
            }
        }
    }

    fn smallest_image(&self, position: &Position) -> u128 {
        let images = self
            .symmetries
            .iter()
            .map(|symmetry| position.image(symmetry).code());
        images.min().unwrap_or(position.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::hint::SolverOracle;
    use crate::problem::Problem;
    use crate::solver::SolverOptions;
    use petgraph::visit::EdgeRef;
    use std::collections::HashSet;

    fn start(board: &str, vacancy: &str) -> Position {
        let board = Board::library(board).unwrap();
        board.vacate(board.hole(vacancy).unwrap())
    }

    fn sizes(graph: &PositionGraph) -> Vec<usize> {
        graph.layers().map(<[_]>::len).collect()
    }

    #[test]
    fn layers_are_the_positions_after_so_many_jumps() {
        let start = start("english", "d4");
        let graph = PositionGraph::within(
            &start,
            3,
            &Merging::MergedFor(Goal::OnePeg),
            100,
            &Control::default(),
        )
        .unwrap();
        assert_eq!(sizes(&graph), [1, 1, 2, 8]);
        let graph =
            PositionGraph::within(&start, 3, &Merging::Apart, 100, &Control::default()).unwrap();
        assert_eq!(sizes(&graph), [1, 4, 12, 60]);
        let codes: HashSet<u128> = graph
            .graph()
            .node_weights()
            .map(|node| node.position.code())
            .collect();
        assert_eq!(codes.len(), graph.graph().node_count());
    }

    #[test]
    fn every_jump_between_the_layers_is_an_edge_or_part_of_one() {
        let start = start("triangle5", "a1");
        for merging in [Merging::Apart, Merging::MergedFor(Goal::OnePeg)] {
            let graph =
                PositionGraph::within(&start, 3, &merging, 1000, &Control::default()).unwrap();
            for edge in graph.graph().edge_references() {
                let [from, to] = [edge.source(), edge.target()].map(|node| &graph.graph()[node]);
                assert_eq!(from.jumps_played + 1, to.jumps_played);
                for jump in &edge.weight().jumps {
                    let next = from.position.play(*jump).unwrap();
                    let is_there = match merging {
                        Merging::Apart => next == to.position,
                        Merging::MergedFor(_) => next.canonical() == to.position.canonical(),
                    };
                    assert!(is_there);
                }
            }
            for node in graph
                .graph()
                .node_indices()
                .filter(|node| graph.graph()[*node].jumps_played < 3)
            {
                let jumps: usize = graph
                    .graph()
                    .edges(node)
                    .map(|edge| edge.weight().jumps.len())
                    .sum();
                assert_eq!(jumps, graph.graph()[node].position.jumps().count());
            }
        }
    }

    #[test]
    fn a_game_that_ends_early_ends_the_graph() {
        let board = Board::library("triangle5").unwrap();
        let start = board.pegs(["a1", "a2"].map(|label| board.hole(label).unwrap()));
        assert_eq!(
            sizes(
                &PositionGraph::within(&start, 9, &Merging::Apart, 10, &Control::default())
                    .unwrap()
            ),
            [1, 1]
        );
    }

    #[test]
    fn too_many_positions_are_refused_with_what_would_do() {
        let error = PositionGraph::within(
            &start("english", "d4"),
            4,
            &Merging::Apart,
            20,
            &Control::default(),
        )
        .unwrap_err();
        assert_eq!(
            error,
            GraphError::TooManyPositions {
                limit: 20,
                jumps: 4,
                complete: 2
            }
        );
    }

    #[test]
    fn outlooks_agree_along_the_jumps() {
        let start = start("triangle5", "a1");
        let problem = Problem::complement(start.clone()).unwrap();
        let merging = Merging::MergedFor(problem.goal().clone());
        let graph = PositionGraph::within(&start, 5, &merging, 1000, &Control::default()).unwrap();
        let graph = graph.coloured(
            &SolverOracle::new(&problem, SolverOptions::default()),
            &Control::default(),
        );
        for node in graph
            .graph()
            .node_indices()
            .filter(|node| graph.graph()[*node].jumps_played < 5)
        {
            let wins = |node: NodeIndex| graph.graph()[node].outlook == Some(Outlook::Winning);
            assert_eq!(wins(node), graph.graph().neighbors(node).any(wins));
        }
    }
}
