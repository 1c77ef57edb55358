use super::bidirectional::{Bounds, Searched, searched};
use super::ends::KeptBitmaps;
use super::exact::shortest_line;
use super::improve::improved;
use crate::board::Position;
use crate::control::{Control, LimitReached, Limits, Part};
use crate::problem::answer::{Answer, Proof, PruningFunctions, Solution, Stats, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver, SolverOptions};
use crate::sweep::{SweepError, SweepMethod, SweepOptions, winning_bitmap_bytes};
use thiserror::Error;

/// How to find the fewest moves. A proved result does not depend on it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MovesOptions {
    /// How the winning positions are kept.
    pub sweep: SweepOptions,
    /// How first solutions are found.
    pub solver: SolverOptions,
}

/// A solution with few moves, and a lower bound.
#[derive(Clone, Debug)]
pub struct FewestMoves {
    answer: Answer,
    at_least: usize,
    limit: Option<LimitReached>,
}

/// Why there is no answer about fewest moves.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FewestMovesError {
    /// The problem names no finish.
    #[error(
        "the fewest moves need a finish, and the goal `fewest pegs` names none; find the fewest pegs first, then the \
         fewest moves to a position with that number of pegs"
    )]
    NoFinish,
    /// The system has no room for the positions.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The solver has failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl FewestMoves {
    /// The answer to the problem; its solution is the shortest one found.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Consumes this and returns the answer.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// The moves of the solution found; `None` without a solution.
    pub fn moves(&self) -> Option<usize> {
        match self.answer.verdict() {
            Verdict::Solvable(solution) => Some(solution.moves().len()),
            _ => None,
        }
    }

    /// No solution has fewer moves; `None` where it is certain that there is no solution.
    pub fn at_least(&self) -> Option<usize> {
        (!matches!(self.answer.verdict(), Verdict::Unsolvable(_))).then_some(self.at_least)
    }

    /// The limit that stopped the search; `None` where it came to its end, or where its positions did not fit in memory.
    pub fn limit_reached(&self) -> Option<LimitReached> {
        self.limit
    }

    /// Whether it is certain that the solution has the fewest moves, or that there is none.
    pub fn is_proved(&self) -> bool {
        self.moves() == self.at_least()
    }
}

/// Finds a solution with the fewest moves.
///
/// A search from both ends, a move at a time, finds it and proves that none is shorter, where its positions fit in
/// the memory allowed. Else the winning positions decide, where these fit. On boards up to about 37 holes one of the
/// two does; on larger ones, or when a limit is reached, the answer is the shortest solution found, with a lower
/// bound.
///
/// ```
/// use pegboard::moves::{MovesOptions, fewest_moves};
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("english")?;
/// let centre = board.hole("d4")?;
/// let problem = Problem::svss(&board, centre, centre);
/// let fewest = fewest_moves(&problem, &MovesOptions::default(), &Control::default())?;
/// assert_eq!((fewest.moves(), fewest.is_proved()), (Some(18), true)); // Bergholt 1912
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`FewestMovesError`] for a problem without a finish, and when the system has no memory or disk.
pub fn fewest_moves(
    problem: &Problem,
    options: &MovesOptions,
    control: &Control<'_>,
) -> Result<FewestMoves, FewestMovesError> {
    let kept = KeptBitmaps::default();
    let found = FewestSearch {
        problem,
        known: Known::default(),
        kept: &kept,
        options,
        control,
    }
    .fewest();
    let found = found.map(|found| FewestMoves {
        limit: control.limit_reached(),
        ..found
    });
    control.ended(found)
}

/// What is known about a problem before its fewest moves are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known<'a> {
    /// No solution has fewer moves.
    pub(super) at_least: usize,
    /// The shortest solution.
    pub(super) solution: Option<&'a Solution>,
}

/// A search for short solutions of a problem; searches for several problems of a board share bitmaps.
pub(super) struct FewestSearch<'a> {
    pub(super) problem: &'a Problem,
    pub(super) known: Known<'a>,
    pub(super) kept: &'a KeptBitmaps,
    pub(super) options: &'a MovesOptions,
    pub(super) control: &'a Control<'a>,
}

impl FewestSearch<'_> {
    /// Finds a shortest solution, by every way there is.
    pub(super) fn fewest(&self) -> Result<FewestMoves, FewestMovesError> {
        let mut answer = self.first_answer()?;
        if matches!(answer.verdict, Verdict::Unsolvable(_)) {
            return Ok(FewestMoves {
                answer,
                at_least: 0,
                limit: None,
            });
        }
        let (at_least, is_complete) = self.shorten(&mut answer, None)?;
        let exact = match is_complete {
            true if answer.solution().is_none() => Exactly::NoLine,
            true => {
                return Ok(FewestMoves {
                    answer,
                    at_least,
                    limit: None,
                });
            }
            false => self.exactly()?,
        };
        match exact {
            Exactly::Line(solution) => {
                let at_least = solution.moves().len();
                answer.verdict = Verdict::Solvable(solution);
                Ok(FewestMoves {
                    answer,
                    at_least,
                    limit: None,
                })
            }
            Exactly::NoLine => Ok(no_line(answer)),
            Exactly::Stopped => {
                if let Verdict::Solvable(solution) = &mut answer.verdict {
                    let solver = &self.options.solver;
                    *solution = improved(
                        self.problem,
                        solution.clone(),
                        at_least,
                        solver,
                        self.kept,
                        self.control,
                    );
                }
                Ok(FewestMoves {
                    answer,
                    at_least,
                    limit: None,
                })
            }
        }
    }

    /// Finds a solution with at most this many moves, or raises the lower bound until there can be none; all of the
    /// time is for that.
    pub(super) fn at_most(&self, moves: usize) -> Result<FewestMoves, FewestMovesError> {
        let mut answer = self.first_answer()?;
        if matches!(answer.verdict, Verdict::Unsolvable(_)) {
            return Ok(FewestMoves {
                answer,
                at_least: 0,
                limit: None,
            });
        }
        let (at_least, _) = self.shorten(&mut answer, Some(moves))?;
        // Each move takes a peg away.
        if at_least > self.most_jumps() && answer.solution().is_none() {
            return Ok(no_line(answer));
        }
        Ok(FewestMoves {
            answer,
            at_least,
            limit: None,
        })
    }

    /// The most jumps that a line can have.
    fn most_jumps(&self) -> usize {
        let fewest_left = self
            .problem
            .finishes_in_class()
            .iter()
            .map(Position::peg_count)
            .min();
        fewest_left.map_or(0, |left| {
            self.problem.start().peg_count().saturating_sub(left)
        })
    }

    /// The solution that is known, or any, found within a part of the time.
    fn first_answer(&self) -> Result<Answer, FewestMovesError> {
        let FewestSearch {
            problem,
            known,
            options,
            control,
            ..
        } = *self;
        if *problem.goal() == Goal::FewestPegs {
            return Err(FewestMovesError::NoFinish);
        }
        if let Some(solution) = known.solution {
            let verdict = Verdict::Solvable(solution.clone());
            return Ok(Answer {
                problem: problem.clone(),
                verdict,
                stats: Stats::default(),
            });
        }
        let solver = Solver::new(problem.board(), options.solver.clone());
        Ok(within_part_of_time(FIRST_ANSWERS_SHARE, control, |part| {
            solver.solve(problem, part)
        })?)
    }

    /// Searches by moves for a shorter solution than the answer has, and with at most this many moves where that is
    /// asked. Gives the lower bound, and whether the search has ended.
    fn shorten(
        &self,
        answer: &mut Answer,
        most: Option<usize>,
    ) -> Result<(usize, bool), SweepError> {
        let known = answer.solution().map(|solution| solution.moves().len());
        let moves = known.into_iter().chain(most.map(|most| most + 1)).min();
        let bounds = Bounds {
            at_least: self.known.at_least,
            moves,
        };
        let share = if most.is_some() { 1 } else { SHARE_OF_TIME };
        let Searched {
            at_least,
            jumps,
            is_complete,
        } = within_part_of_time(share, self.control, |part| {
            searched(self.problem, bounds, self.kept, part)
        })?;
        if let Some(jumps) = jumps {
            answer.verdict = Verdict::Solvable(Solution::found(self.problem.start(), jumps));
        }
        Ok((at_least, is_complete))
    }

    /// The fewest moves along all winning positions, where these fit in memory or on disk.
    fn exactly(&self) -> Result<Exactly, SweepError> {
        let FewestSearch {
            problem,
            options,
            control,
            ..
        } = *self;
        let sweep = &options.sweep;
        let by_lists = sweep.scratch.is_some() || sweep.method == SweepMethod::Lists;
        let memory = control.memory().saturating_sub(self.kept.bytes());
        if control.is_stopped() || !by_lists && !fits_bitmaps(problem, memory) {
            return Ok(Exactly::Stopped);
        }
        let limits = Limits {
            memory: Some(memory),
            ..control.limits().clone()
        };
        let line = |part: &Control<'_>| shortest_line(problem, sweep, Part::whole(part));
        match control.within(limits, line) {
            Ok(Some(jumps)) => Ok(Exactly::Line(Solution::found(problem.start(), jumps))),
            Ok(None) => Ok(Exactly::NoLine),
            Err(error) if error.is_limit() => Ok(Exactly::Stopped),
            Err(error) => Err(error),
        }
    }
}

/// The answer where every way to a line has been tried.
fn no_line(answer: Answer) -> FewestMoves {
    let proof = Proof::Exhaustion {
        positions: 0,
        functions: PruningFunctions::default(),
    };
    FewestMoves {
        answer: Answer {
            verdict: Verdict::Unsolvable(proof),
            ..answer
        },
        at_least: 0,
        limit: None,
    }
}

/// Whether bitmaps of the winning positions fit in this many bytes.
pub(super) fn fits_bitmaps(problem: &Problem, memory: u64) -> bool {
    winning_bitmap_bytes(problem).is_some_and(|bytes| bytes <= memory)
}

/// Does some work within 1/`share` of the time.
fn within_part_of_time<T, E>(
    share: u32,
    control: &Control<'_>,
    work: impl FnOnce(&Control<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let limits = control.limits();
    control.within(
        Limits {
            time: limits.time.map(|time| time / share),
            ..limits.clone()
        },
        work,
    )
}

enum Exactly {
    Line(Solution),
    NoLine,
    Stopped,
}

/// The first solution is looked for in 1/N of the time.
const FIRST_ANSWERS_SHARE: u32 = 4;

/// The search by moves may take 1/N of the time where other ways follow.
const SHARE_OF_TIME: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// All parts of the call together keep to the limit.
    #[test]
    fn the_limit_of_positions_is_that_of_the_whole_call() {
        let board = Board::library("wiegleb").unwrap();
        let centre = board.hole("e5").unwrap();
        let problem = Problem::svss(&board, centre, centre);
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let control = Control::new(limits);
        let found = fewest_moves(&problem, &MovesOptions::default(), &control).unwrap();
        assert!(!found.is_proved());
        assert_eq!(control.limit_reached(), Some(crate::LimitReached::Nodes));
    }

    /// Hardly any memory is enough for a lower bound, however many moves a position has. The first positions of this
    /// problem have few; those of the last hundreds up to the limit take nearly all of the time.
    #[test]
    fn boards_with_very_long_moves_have_a_bound_in_little_memory() {
        let board = Board::library("hexagon5").unwrap();
        let centre = board.holes().nth(30).unwrap();
        let problem = Problem::svss(&board, centre, centre);
        let limits = Limits {
            nodes: Some(3_000),
            memory: Some(50 << 20),
            ..Limits::default()
        };
        let found =
            fewest_moves(&problem, &MovesOptions::default(), &Control::new(limits)).unwrap();
        assert!(found.at_least().is_some_and(|moves| moves > 5));
    }
}
