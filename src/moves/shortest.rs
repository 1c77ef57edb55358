use super::exact::{jumps_of, shortest_lines};
use super::lines::{Extent, MoveGraph};
use super::sets::{MoveImages, different_sets};
use crate::board::Symmetry;
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::problem::answer::Solution;
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;

/// All solutions of a problem with the fewest moves there can be.
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
    /// Finds them along the winning positions; `None` where the problem has no solution, or is one for the
    /// fewest pegs, which names no finish.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the control stops it.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<Option<ShortestSolutions>, SweepError> {
        control.ended(options.engine(problem.board()).run(Find {
            problem,
            options,
            part: Part::whole(control),
        }))
    }

    /// The number of moves of each.
    pub fn moves(&self) -> usize {
        self.graph.total
    }

    /// One of them, whose last move is as long as that of any.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The number of winning positions that were visited, up to symmetry; for a complement problem that is half
    /// of them.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many there are, as sequences of jumps.
    pub fn sequences(&self) -> BigUint {
        self.graph.sequences()
    }

    /// One for each set of moves: two that differ in the order of moves only, or are carried onto each other by
    /// symmetries that fix the problem, count as the same.
    ///
    /// A move is what it does: the hole where the peg begins, the one where it ends, and the set of lines along
    /// which it jumps. So G. Bell counts in his catalogue of the 15-hole triangle.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory does not suffice, or the control stops it.
    pub fn different(&self, control: &Control<'_>) -> Result<Vec<Solution>, SweepError> {
        let sets = self.sets(Part::whole(control));
        let solution = |set| {
            let jumps = self.graph.solution_of(&set, Part::whole(control))?;
            Ok(played(&self.problem, &jumps))
        };
        control.ended(sets.and_then(|sets| sets.into_iter().map(solution).collect()))
    }

    /// The number of [`different`](ShortestSolutions::different) ones.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory does not suffice, or the control stops it.
    pub fn count_different(&self, control: &Control<'_>) -> Result<usize, SweepError> {
        control.ended(self.sets(Part::whole(control)).map(|sets| sets.len()))
    }

    fn sets(&self, part: Part<'_>) -> Result<Vec<super::sets::MoveSet>, SweepError> {
        let images = MoveImages::new(&self.graph, self.problem.board(), &self.symmetries);
        different_sets(&self.graph, &images, part.control().memory(), part)
    }
}

/// The solution of these jumps, which are possible one after the other.
pub(super) fn played(problem: &Problem, jumps: &[u16]) -> Solution {
    Solution::found(problem.start(), jumps_of(problem.board(), jumps))
}

struct Find<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    part: Part<'a>,
}

impl EngineTask for Find<'_> {
    type Output = Result<Option<ShortestSolutions>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let Find {
            problem,
            options,
            part,
        } = self;
        let Some((values, graph)) = shortest_lines(engine, problem, options, Extent::All, part)?
        else {
            return Ok(None);
        };
        let solution = played(problem, &graph.solution());
        Ok(Some(ShortestSolutions {
            problem: problem.clone(),
            symmetries: values.task().symmetries().to_vec(),
            graph,
            solution,
            positions: values.len(),
        }))
    }
}
