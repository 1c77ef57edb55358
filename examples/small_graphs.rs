//! Peg solitaire on all small graphs: every connected graph with 2 to 7 vertices, and every tree with 8 to 10.
//!
//! ```text
//! cargo run --release --example small_graphs > docs/small_graphs.csv
//! ```
//!
//! A graph is *solvable* if one peg can be left from some vertex, and *freely solvable* if it can from each (Beeler and
//! Hoilman, *Peg solitaire on graphs*, 2011). The graphs are written in the format graph6 of McKay's nauty.

use pegboard::{
    Board, BoardFile, Control, Goal, Problem, Solver, SolverOptions, Structure, Verdict,
};
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("graph6,vertices,edges,solvable,freely_solvable,solvable_starts,fewest_pegs");
    let mut graphs = vec![Graph::default().with_vertex(0)];
    let mut trees = graphs.clone();
    for vertices in 2..=10 {
        let one_neighbor: Vec<u16> = (0..vertices - 1).map(|vertex| 1 << vertex).collect();
        trees = grown(&trees, &one_neighbor, Graph::tree_code);
        if vertices <= 7 {
            let some_neighbors: Vec<u16> = (1..1 << (vertices - 1)).collect();
            graphs = grown(&graphs, &some_neighbors, Graph::smallest_code);
        }
        let listed = if vertices <= 7 { &graphs } else { &trees };
        for graph in listed {
            println!("{}", row(graph)?);
        }
    }
    Ok(())
}

/// Returns the graphs with one more vertex, each once up to isomorphism. Every connected graph is made from a connected
/// one, because some vertex can be removed without disconnecting it.
fn grown<Code: Ord>(
    graphs: &[Graph],
    neighborhoods: &[u16],
    code: impl Fn(&Graph) -> Code,
) -> Vec<Graph> {
    let mut found = BTreeMap::new();
    for graph in graphs {
        for neighbors in neighborhoods {
            let larger = graph.with_vertex(*neighbors);
            found.entry(code(&larger)).or_insert(larger);
        }
    }
    found.into_values().collect()
}

/// Returns the line of a graph in the table.
fn row(graph: &Graph) -> Result<String, Box<dyn Error>> {
    let board = graph.board()?;
    let solver = Solver::new(&board, SolverOptions::default());
    let mut fewest = Vec::new();
    for vacancy in board.holes() {
        let problem = Problem::new(board.vacate(vacancy), Goal::FewestPegs)?;
        let answer = solver.solve(&problem, &Control::default())?;
        let (Verdict::Solvable(line) | Verdict::Fewest(line, _)) = answer.verdict() else {
            return Err("no limit was set".into());
        };
        fewest.push(line.finish().peg_count());
    }
    let starts = fewest.iter().filter(|pegs| **pegs == 1).count();
    Ok(format!(
        "{},{},{},{},{},{starts},{}",
        graph.graph6(),
        graph.vertices(),
        graph.edges().count(),
        starts > 0,
        starts == graph.vertices(),
        fewest.iter().min().expect("the board has holes"),
    ))
}

/// Simple graph, by the set of neighbors of each vertex among the vertices before it.
#[derive(Clone, Default)]
struct Graph {
    earlier_neighbors: Vec<u16>,
}

impl Graph {
    /// Adds a vertex.
    fn with_vertex(&self, neighbors: u16) -> Graph {
        let mut graph = self.clone();
        graph.earlier_neighbors.push(neighbors);
        graph
    }

    fn vertices(&self) -> usize {
        self.earlier_neighbors.len()
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let vertices = self.earlier_neighbors.iter().enumerate();
        vertices.flat_map(|(vertex, neighbors)| {
            (0..vertex)
                .filter(move |other| neighbors >> other & 1 == 1)
                .map(move |other| (other, vertex))
        })
    }

    fn board(&self) -> Result<Board, Box<dyn Error>> {
        let edges = self.edges().map(|(x, y)| (x.to_string(), y.to_string()));
        let structure = Structure::Graph(edges.collect());
        Ok(Board::new(BoardFile::from_structure(
            self.graph6(),
            structure,
        ))?)
    }

    /// Returns the adjacency matrix of a renumbered graph, as bits.
    fn code(&self, numbers: &[usize]) -> u64 {
        let bit = |(x, y): (usize, usize)| {
            let (x, y) = (numbers[x], numbers[y]);
            let (less, more) = (x.min(y), x.max(y));
            1 << (more * (more - 1) / 2 + less)
        };
        self.edges().map(bit).sum()
    }

    /// Returns the smallest code of all numberings, which isomorphic graphs share.
    fn smallest_code(&self) -> u64 {
        let mut numbers: Vec<usize> = (0..self.vertices()).collect();
        let mut smallest = u64::MAX;
        self.try_numberings(&mut numbers, 0, &mut smallest);
        smallest
    }

    fn try_numberings(&self, numbers: &mut [usize], place: usize, smallest: &mut u64) {
        if place == numbers.len() {
            *smallest = (*smallest).min(self.code(numbers));
            return;
        }
        for other in place..numbers.len() {
            numbers.swap(place, other);
            self.try_numberings(numbers, place + 1, smallest);
            numbers.swap(place, other);
        }
    }

    /// Returns the smallest nested parentheses of a tree over all roots, which isomorphic trees share.
    fn tree_code(&self) -> String {
        let root = |vertex| self.subtree(vertex, None);
        (0..self.vertices()).map(root).min().unwrap_or_default()
    }

    fn subtree(&self, vertex: usize, parent: Option<usize>) -> String {
        let neighbors = self.edges().filter_map(|(x, y)| match vertex {
            _ if vertex == x => Some(y),
            _ if vertex == y => Some(x),
            _ => None,
        });
        let children = neighbors.filter(|neighbor| Some(*neighbor) != parent);
        let mut children: Vec<String> = children
            .map(|child| self.subtree(child, Some(vertex)))
            .collect();
        children.sort();
        format!("({})", children.concat())
    }

    /// Returns the graph in the format graph6.
    fn graph6(&self) -> String {
        let columns = self.earlier_neighbors.iter().enumerate();
        let bits: Vec<u16> = columns
            .flat_map(|(vertex, neighbors)| (0..vertex).map(move |other| neighbors >> other & 1))
            .collect();
        let letter = |value: u16| char::from(63 + value as u8);
        let words = bits.chunks(6).map(|six| {
            let value = six.iter().fold(0, |value, bit| 2 * value + bit);
            letter(value << (6 - six.len()))
        });
        [letter(self.vertices() as u16)]
            .into_iter()
            .chain(words)
            .collect()
    }
}
