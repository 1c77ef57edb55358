//! Proofs of unsolvability by exhaustive search, with a record that can be checked.
//!
//! A search goes level by level, from the most pegs to the fewest, and keeps each [level](crate::levels) as a
//! sorted list of the positions that no pagoda function refutes, one for each set of symmetric positions. The
//! lists are the proof: see [`Certificate::of_exhaustion`](crate::Certificate::of_exhaustion).
//!
//! | part | contents |
//! |---|---|
//! | `schedule` | when an exhaustion has its turn beside another search, and where its levels are kept |
//! | `search` | the claim, the directions of play, and the play to its result |
//! | `descents`, `descent` | both directions of play together, and one of them |
//! | `refutations` | functions that prune a direction, learned from its levels |
//! | `line` | a line of jumps through the levels |
//! | `plan` | decisions that a resumed search must share |
//! | `shared` | an exhaustion by several processes that play in step |
//! | `winnable` | all positions of the games from a start that can still reach the goal |
//!
//! The play is generic over [`LevelMaker`](crate::levels): the machine of this process, or several processes. The
//! functions that it learns from a level depend on the level alone.

mod descent;
mod descent_task;
mod descents;
mod error;
mod exhausted;
mod line;
mod options;
mod plan;
mod plan_file;
mod refutations;
mod schedule;
mod search;
pub(crate) mod shared;
mod winnable;

pub use crate::problem::answer::Exhaustion;
pub use error::ExhaustionError;
pub use exhausted::Exhausted;
pub use options::{ExhaustionOptions, ExhaustionStrategy};
pub(crate) use plan::FILE as PLAN;
pub(crate) use schedule::Schedule;
pub(crate) use search::Claim;
pub(crate) use winnable::WinnablePositions;

use crate::board::Position;
use crate::control::Control;
use crate::engine::{AnyEngine, Bits, Engine, with_engine};
use crate::problem::Problem;
use search::{ExhaustiveSearch, Extent};
use std::ops::ControlFlow;

/// Searches from both ends of a solvable problem to the middle, or from the start to the last level if the goal leaves
/// holes free. The record refutes nothing: it holds the functions that prune and the sizes of the levels, which bound the
/// walks of a checker. The strategy of the options is ignored.
///
/// # Errors
///
/// [`ExhaustionError::Stopped`] when a limit was reached first; otherwise as for [`exhaust`].
pub(crate) fn approach(
    problem: &Problem,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Exhaustion, ExhaustionError> {
    match exhausted(Claim::Goal(problem), options, Extent::Approach, control)? {
        Exhausted::Unsolvable(record) => Ok(record),
        Exhausted::Undecided {
            limit, positions, ..
        } => Err(ExhaustionError::Stopped {
            limit,
            positions,
            best: None,
        }),
        Exhausted::Solvable(_) => unreachable!("an approach does not look for finishes"),
    }
}

/// Searches every position that can be reached from the start of a problem and is not refuted.
///
/// The control's `nodes` counts expanded positions, and its `memory` bounds the levels and the buffers that make them.
/// Levels that do not fit go to disk. (Each thread takes some 20 KiB in any case.) The result depends on neither memory
/// nor threads.
///
/// ```
/// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("a1")?, board.hole("b3")?);
/// let found = exhaust(&problem, &ExhaustionOptions::default(), &Control::default())?;
/// let Exhausted::Unsolvable(proof) = found else { panic!() };
/// assert!(proof.positions() > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ExhaustionError`] when the goal names no finish, the options do not suit it, or the disk cannot be used.
pub fn exhaust(
    problem: &Problem,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    exhausted(Claim::Goal(problem), options, Extent::Decision, control)
}

/// Searches for a position with `pegs` pegs that can be reached from `start`: the other half of an answer to
/// [`Goal::FewestPegs`](crate::Goal::FewestPegs).
///
/// ```
/// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust_pegs};
/// use pegboard::{Board, Control};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let found = exhaust_pegs(&start, 1, &ExhaustionOptions::default(), &Control::default())?;
/// let Exhausted::Solvable(line) = found else { panic!() };
/// assert_eq!(line.finish().peg_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ExhaustionError::TooManyPegs`] when the start has fewer than `pegs` pegs; otherwise as for [`exhaust`].
pub fn exhaust_pegs(
    start: &Position,
    pegs: usize,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    let start_pegs = start.peg_count();
    if pegs > start_pegs {
        return Err(ExhaustionError::TooManyPegs { pegs, start_pegs });
    }
    exhausted(Claim::Pegs(start, pegs), options, Extent::Decision, control)
}

fn exhausted(
    claim: Claim<'_>,
    options: &ExhaustionOptions,
    extent: Extent,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    let engine = AnyEngine::new(claim.start().board());
    let found = with_engine!(&engine, |engine| exhausted_by(
        engine, claim, options, extent, control
    ));
    control.ended(found)
}

fn exhausted_by<B: Bits>(
    engine: &Engine<B>,
    claim: Claim<'_>,
    options: &ExhaustionOptions,
    extent: Extent,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    match ExhaustiveSearch::new(engine, claim, options)? {
        ControlFlow::Break(record) => Ok(Exhausted::Unsolvable(record)),
        ControlFlow::Continue(search) => schedule::run(
            &match extent {
                Extent::Decision => search,
                Extent::Approach => search.approach(),
            },
            control,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::levels::commits::tests::check_all_commit_points;
    use crate::refutation::RefutationKinds;

    #[test]
    fn an_exhaustion_resumes_after_every_commit_point() {
        let board = Board::library("triangle5").unwrap();
        let hole = board.hole("b3").unwrap();
        let problem = Problem::svss(&board, hole, hole);
        for kinds in [true, false].map(|pagodas| RefutationKinds {
            pagodas,
            ..RefutationKinds::default()
        }) {
            check_all_commit_points(|folder| {
                let options = ExhaustionOptions::default()
                    .with_kinds(kinds)
                    .with_strategy(Some(ExhaustionStrategy::BothWays))
                    .with_scratch(Some(folder.to_owned()));
                format!("{:?}", exhaust(&problem, &options, &Control::default()))
            });
        }
    }
}
