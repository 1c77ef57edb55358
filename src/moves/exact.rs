//! The fewest moves along all winning positions, with a line that has as few.

use super::lines::{Extent, MoveGraph};
use super::values::{Meeting, Values};
use crate::board::{Board, Jump};
use crate::control::Part;
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepOptions};

/// Finds the jumps of a line of a problem with the fewest moves; `None` where it has no solution.
pub(super) fn shortest_line(
    problem: &Problem,
    options: &SweepOptions,
    part: Part<'_>,
) -> Result<Option<Vec<Jump>>, SweepError> {
    options.engine(problem.board()).run(One {
        problem,
        options,
        part,
    })
}

struct One<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    part: Part<'a>,
}

impl EngineTask for One<'_> {
    type Output = Result<Option<Vec<Jump>>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let found = shortest_lines(engine, self.problem, self.options, Extent::One, self.part)?;
        Ok(found.map(|(_, graph)| jumps_of(self.problem.board(), &graph.solution())))
    }
}

/// The winning positions of a problem, and its lines with the fewest moves, to this extent; `None` where it has no
/// solution.
pub(super) fn shortest_lines<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    extent: Extent,
    part: Part<'_>,
) -> Result<Option<(Values<B>, MoveGraph)>, SweepError> {
    let values = Values::new(
        engine,
        problem,
        Meeting::Middle,
        options,
        part.part(0.0, 0.4),
    )?;
    let Some(values) = values else {
        return Ok(None);
    };
    let least = values.least_moves(part.part(0.4, 0.9))?;
    let graph = MoveGraph::new(&values, &least, extent, part.part(0.9, 1.0))?;
    Ok(Some((values, graph)))
}

/// The jumps with these numbers.
pub(super) fn jumps_of(board: &Board, numbers: &[u16]) -> Vec<Jump> {
    numbers
        .iter()
        .map(|number| board.jumps()[usize::from(*number)])
        .collect()
}
