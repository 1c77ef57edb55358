use super::winning::{
    Extent, MoveGraph, MoveImages, MoveSet, distinct_sets, jumps_of, shortest_lines,
};
use crate::board::Symmetry;
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::problem::answer::{Line, Solution};
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;

/// All solutions of a problem with the fewest possible moves.
///
/// ```
/// use pegboard::moves::ShortestSolutions;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("b3")?);
/// let control = Control::default();
/// let shortest = ShortestSolutions::find(&problem, &SweepOptions::default(), &control)?;
/// let shortest = shortest.expect("the problem is solvable");
/// assert_eq!(shortest.moves(), 10);
/// assert_eq!(shortest.solution().moves().len(), 10);
/// assert_eq!(shortest.different(&control)?.len(), 5); // as G. Bell counts them
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShortestSolutions {
    problem: Problem,
    symmetries: Vec<Symmetry>,
    graph: MoveGraph,
    solution: Solution,
    positions: u64,
}

impl ShortestSolutions {
    /// Finds the solutions along the winning positions; `None` if the problem has no solution, or has the
    /// goal of fewest pegs, which names no finish.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Option<ShortestSolutions>, SweepError> {
        control.ended(with_engine!(&options.engine(problem.board()), |engine| {
            find(engine, problem, options, Part::whole(control))
        }))
    }

    /// Returns the number of moves of each solution.
    pub fn moves(&self) -> usize {
        self.graph.total
    }

    /// Returns a solution whose last move is the longest possible.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the number of winning positions visited, up to symmetry. A complement problem needs half of
    /// them.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of solutions as sequences of jumps.
    pub fn sequences(&self) -> BigUint {
        self.graph.sequences()
    }

    /// Returns one solution for each set of moves. Solutions are equal here if they differ only in the order
    /// of moves, or if a symmetry that fixes the problem maps one to the other.
    ///
    /// A move is identified by the hole where the peg begins, the hole where it ends, and the set of lines
    /// along which it jumps, as in G. Bell's catalog of the 15-hole triangle.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory runs out, or the control stops the search.
    pub fn different(&self, control: &Control<'_>) -> Result<Vec<Line>, SweepError> {
        let sets = self.sets(Part::whole(control));
        let solution = |set| {
            let jumps = self.graph.solution_of(&set, Part::whole(control))?;
            Ok(play(&self.problem, &jumps))
        };
        control.ended(sets.and_then(|sets| sets.into_iter().map(solution).collect()))
    }

    /// Returns the number of [`different`](ShortestSolutions::different) solutions.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory runs out, or the control stops the search.
    pub fn count_different(&self, control: &Control<'_>) -> Result<usize, SweepError> {
        control.ended(self.sets(Part::whole(control)).map(|sets| sets.len()))
    }

    fn sets(&self, part: Part<'_>) -> Result<Vec<MoveSet>, SweepError> {
        let images = MoveImages::new(&self.graph, self.problem.board(), &self.symmetries);
        distinct_sets(&self.graph, &images, part.control().memory(), part)
    }
}

fn find<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    part: Part<'_>,
) -> Result<Option<ShortestSolutions>, SweepError> {
    let found = shortest_lines(engine, problem, options, Extent::All, part)?;
    Ok(found.map(|(values, graph)| ShortestSolutions {
        problem: problem.clone(),
        symmetries: values.task().symmetries().to_vec(),
        solution: Solution::found(play(problem, &graph.solution())),
        graph,
        positions: values.len(),
    }))
}

/// Plays jumps, given by their indices, from the start of a problem.
fn play(problem: &Problem, jumps: &[u16]) -> Line {
    Line::found(problem.start(), jumps_of(problem.board(), jumps))
}
