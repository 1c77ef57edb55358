//! Graphs of positions and jumps around a start, and pictures of them.
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
use crate::control::{Control, LimitReached, Part, Phase, Steps, counted};
use crate::play::hint::{Outlook, WinningOracle};
use crate::problem::Goal;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use thiserror::Error;

/// Graph of the positions within a number of jumps of a start, in layers.
#[derive(Clone, Debug)]
pub struct PositionGraph {
    board: Board,
    graph: DiGraph<PositionNode, JumpEdge>,
    /// Positions by the number of jumps played.
    layers: Vec<Vec<NodeIndex>>,
}

/// Node of a graph: a position, or with merging, the first one found of its orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionNode {
    /// Position.
    pub position: Position,
    /// Number of jumps played from the start.
    pub jumps_played: usize,
    /// Outlook on the goal; `None` until [`PositionGraph::with_outlooks`] asks an oracle.
    pub outlook: Option<Outlook>,
}

/// Edge of a graph: the jumps from a position to the next, or with merging, to an image of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpEdge {
    /// Jumps; at least one.
    pub jumps: SmallVec<[Jump; 2]>,
}

/// Treatment of symmetric positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merging {
    /// Each position is a node.
    Apart,
    /// Each orbit is a node, under the symmetries that map the goal to itself. The positions of an orbit have the same
    /// outlook.
    MergedFor(Goal),
}

/// Error in building a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// The graph would have more positions than the limit.
    #[error(
        "more than {} lie within {}; {complete} {} below that, and a higher limit or merging \
         symmetric positions allows more",
        counted(*limit, "position"),
        counted(*jumps, "jump"),
        if *complete == 1 { "jump stays" } else { "jumps stay" }
    )]
    TooManyPositions {
        /// Upper bound on the number of positions.
        limit: usize,
        /// Number of jumps requested.
        jumps: usize,
        /// Largest number of jumps that stays within the limit.
        complete: usize,
    },
}

impl PositionGraph {
    /// Returns the graph of all positions within `jumps` jumps of a start.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooManyPositions`] if there are more than `limit` positions, and [`GraphError::Stopped`] if the
    /// control stopped the call or the graph does not fit its memory.
    ///
    /// # Panics
    ///
    /// If the goal for merging lies on another board.
    pub fn within(
        start: &Position,
        jumps: usize,
        merging: &Merging,
        limit: usize,
        control: &Control<'_>,
    ) -> Result<PositionGraph, GraphError> {
        let steps = Steps::new(Part::whole(control), Phase::Positions);
        let mut growth = Growth::new(start, merging, limit.max(1), steps);
        let memory = control.memory();
        for played in 1..=jumps {
            match control
                .ended(growth.grow(memory))
                .map_err(GraphError::Stopped)?
            {
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

    /// Returns the graph with the outlook of each position. Once the control stops the call, outlooks are unknown.
    ///
    /// # Panics
    ///
    /// If the oracle's goal lies on another board.
    #[must_use]
    pub fn with_outlooks(
        mut self,
        oracle: &impl WinningOracle,
        control: &Control<'_>,
    ) -> PositionGraph {
        oracle.begin_hint();
        for node in self.graph.node_weights_mut() {
            node.outlook = Some(oracle.outlook(&node.position, control));
        }
        control.ended(self)
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the underlying `petgraph` graph.
    pub fn graph(&self) -> &DiGraph<PositionNode, JumpEdge> {
        &self.graph
    }

    /// Returns the positions after no jump, after one jump, and so on.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &[NodeIndex]> {
        self.layers.iter().map(Vec::as_slice)
    }

    /// Returns about the size of the graph in bytes.
    pub fn bytes(&self) -> u64 {
        /// Bytes of a position and of an edge, with the spare room of lists and indices.
        const POSITION: u64 = 256;
        const EDGE: u64 = 160;
        POSITION * self.graph.node_count() as u64 + EDGE * self.graph.edge_count() as u64
    }

    /// Returns the graph in the DOT language of Graphviz.
    pub fn to_dot(&self) -> String {
        dot::to_dot(self)
    }
}

/// Breadth-first construction of a graph.
struct Growth<'a> {
    steps: Steps<'a>,
    graph: PositionGraph,
    symmetries: Vec<Symmetry>,
    limit: usize,
}

/// Outcome of adding one layer.
enum Grown {
    Layer,
    /// The last layer allows no jump.
    NoJump,
    /// The graph has exceeded its limit.
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

    /// Adds the next layer. Each jump removes a peg, so its positions are not in any earlier layer.
    fn grow(&mut self, memory: u64) -> Result<Grown, LimitReached> {
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
                if self.graph.bytes() > memory {
                    return Err(LimitReached::Memory);
                }
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
    use crate::board::file::BoardFile;
    use crate::board::geometry::Structure;
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
    fn layers_hold_the_positions_after_each_number_of_jumps() {
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
    fn jumps_between_the_same_holes_have_different_names() {
        let edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")];
        let edges = edges.map(|(one, other)| (one.to_owned(), other.to_owned()));
        let structure = Structure::Graph(edges.to_vec());
        let board = Board::new(BoardFile::from_structure("Ring", structure)).unwrap();
        let start = board.vacate(board.hole("c").unwrap());
        let graph =
            PositionGraph::within(&start, 1, &Merging::Apart, 9, &Control::default()).unwrap();
        for text in [graph.to_dot(), GraphDrawing::new(&graph).to_svg()] {
            for jump in ["a-(b)-c", "a-(d)-c"] {
                assert!(text.contains(jump), "{text}");
            }
        }
    }

    #[test]
    fn the_legend_is_not_cut_off() {
        let start = start("english", "d4");
        let merging = Merging::MergedFor(Goal::OnePeg);
        let graph = PositionGraph::within(&start, 2, &merging, 9, &Control::default()).unwrap();
        let drawing = GraphDrawing::new(&graph);
        let note = "+1, +2, …: number of further jumps that lead there";
        assert!(drawing.to_svg().contains(note));
        let (width, _) = drawing.scene().size();
        assert!(width as usize > 7 * note.chars().count(), "{width}");
    }

    #[test]
    fn a_game_that_ends_early_ends_the_graph() {
        let board = Board::library("triangle5").unwrap();
        let start = board.with_pegs(["a1", "a2"].map(|label| board.hole(label).unwrap()));
        assert_eq!(
            sizes(
                &PositionGraph::within(&start, 9, &Merging::Apart, 10, &Control::default())
                    .unwrap()
            ),
            [1, 1]
        );
    }

    #[test]
    fn too_many_positions_are_refused_with_the_jumps_that_fit() {
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
        let graph = graph.with_outlooks(
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
