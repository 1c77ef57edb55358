//! The fewest moves along all winning positions: dynamic programming over the levels of a sweep.
//!
//! | file | contents |
//! |---|---|
//! | `propagation.rs` | [`ArrivalPropagation`](propagation::ArrivalPropagation): arrivals of a level from those of the level before |
//! | `values.rs` | [`WinningValues`]: winning positions; [`MoveCounts`](values::MoveCounts): their fewest moves |
//! | `move_graph.rs` | [`MoveGraph`]: all solutions with the fewest moves as a graph, and their number as sequences |
//! | `move_sets.rs` | their number as sets of moves |

mod move_graph;
mod move_sets;
mod propagation;
mod values;

pub(super) use move_graph::{Extent, MoveGraph};
pub(super) use move_sets::{MoveImages, MoveSet, distinct_sets};
pub(super) use values::{MeetingLevel, WinningValues};

use crate::board::{Board, Jump};
use crate::control::Part;
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepOptions};

/// Finds the jumps of a line with the fewest moves; `None` if the problem has no solution.
pub(super) fn shortest_line(
    problem: &Problem,
    options: &SweepOptions,
    part: Part<'_>,
) -> Result<Option<Vec<Jump>>, SweepError> {
    let found = with_engine!(&options.engine(problem.board()), |engine| {
        shortest_lines(engine, problem, options, Extent::One, part)?.map(|(_, graph)| graph)
    });
    Ok(found.map(|graph| jumps_of(problem.board(), &graph.solution())))
}

/// Finds the winning positions and the graph of one or all lines with the fewest moves; `None` if the problem
/// has no solution.
pub(super) fn shortest_lines<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    extent: Extent,
    part: Part<'_>,
) -> Result<Option<(WinningValues<B>, MoveGraph)>, SweepError> {
    let values = WinningValues::find(
        engine,
        problem,
        MeetingLevel::Middle,
        options,
        part.part(0.0, 0.4),
    )?;
    let Some(values) = values else {
        return Ok(None);
    };
    let counts = values.move_counts(part.part(0.4, 0.9))?;
    let graph = MoveGraph::build(&values, &counts, extent, part.part(0.9, 1.0))?;
    Ok(Some((values, graph)))
}

/// Returns the jumps with these indices.
pub(super) fn jumps_of(board: &Board, indices: &[u16]) -> Vec<Jump> {
    indices
        .iter()
        .map(|index| board.jumps()[usize::from(*index)])
        .collect()
}
