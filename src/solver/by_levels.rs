//! Deciding by exhaustion: level by level, pruned by functions that are learned from the levels.
//!
//! Where a problem has no solution, a depth-first search can wander through millions of positions that a few
//! hundred functions refute. Levels show which functions are worth following; the search itself learns
//! only from its own dead ends. So the two take turns, each with as many positions as the other has had.

use super::outcome::Outcome;
use super::{SolverOptions, memory};
use crate::board::{Board, Hole, Position};
use crate::control::{Control, Limits};
use crate::problem::answer::{Proof, PruningFunctions};
use crate::problem::{Goal, Problem};
use crate::refutation::RefutationKinds;
use crate::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};

/// The question whether one of some finishes can be reached, put to exhaustions that may become ever larger.
pub(super) struct ByLevels<'a> {
    control: &'a Control<'a>,
    problem: Problem,
    kinds: RefutationKinds,
    /// The functions known at the start and those the exhaustions have learned since: each exhaustion starts with them.
    pub(super) functions: PruningFunctions,
    /// The positions that have been found, in all.
    pub(super) positions: u64,
}

/// The bytes that a position may take, with what it is made with.
const BYTES_FOR_A_POSITION: u64 = 64;
/// The part of the time left that an exhaustion may take: where it does not help, the search must go on.
const NUMERATOR: u32 = 3;
const DENOMINATOR: u32 = 4;

impl<'a> ByLevels<'a> {
    /// `None` where the finishes make no goal.
    pub(super) fn new(
        start: &Position,
        finishes: &[u128],
        options: &SolverOptions,
        control: &'a Control<'a>,
    ) -> Option<ByLevels<'a>> {
        let problem = Problem::new(start.clone(), goal(start.board(), finishes)?).ok()?;
        let (kinds, functions) = (options.methods.refutations(), options.functions.clone());
        Some(ByLevels {
            control,
            problem,
            kinds,
            functions,
            positions: 0,
        })
    }

    /// Whether an exhaustion of this many positions fits the memory.
    pub(super) fn has_room_for(&self, positions: u64) -> bool {
        positions <= memory::of_levels(self.control) / BYTES_FOR_A_POSITION
    }

    /// An exhaustion with this many positions to expand.
    pub(super) fn decide(&mut self, positions: u64) -> Outcome {
        let options = ExhaustionOptions {
            functions: self.functions.forwards.clone(),
            backward_functions: self.functions.backwards.clone(),
            kinds: self.kinds,
            memory_only: true,
            ..ExhaustionOptions::default()
        };
        let limits = self.control.limits();
        let time = self
            .control
            .time_left()
            .map(|left| left / DENOMINATOR * NUMERATOR);
        let memory = Some(memory::of_levels(self.control));
        let limits = Limits {
            nodes: Some(positions),
            time,
            memory,
            ..limits.clone()
        };
        let exhausted = self
            .control
            .within(limits, |part| exhaust(&self.problem, &options, part));
        let (found, outcome) = match exhausted {
            Ok(Exhausted::Solvable(line)) => (0, Outcome::Found(line.jumps().to_vec())),
            Ok(Exhausted::Unsolvable(proof)) => {
                self.functions = proof.pruning_functions();
                let (positions, functions) = (proof.positions(), self.functions.clone());
                (
                    positions,
                    Outcome::Refuted(Proof::Exhaustion {
                        positions,
                        functions,
                    }),
                )
            }
            Ok(Exhausted::Undecided {
                positions,
                functions,
                ..
            }) => {
                self.functions = functions;
                (positions, Outcome::Stopped)
            }
            Err(_) => (0, Outcome::Stopped), // without the levels, the search goes on alone
        };
        self.positions += found;
        outcome
    }
}

/// The goal to reach one of these positions.
fn goal(board: &Board, finishes: &[u128]) -> Option<Goal> {
    if let [finish] = finishes {
        return Some(Goal::Position(Position::from_code_unchecked(
            board, *finish,
        )));
    }
    let single = |code: &u128| -> Option<Hole> {
        let hole = (code.count_ones() == 1).then(|| code.trailing_zeros() as usize)?;
        board.holes().nth(hole)
    };
    finishes
        .iter()
        .map(single)
        .collect::<Option<Vec<Hole>>>()
        .map(Goal::PegIn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::answer::Solution;

    fn question<'a>(
        board: &Board,
        start: &str,
        finish: &str,
        control: &'a Control<'a>,
    ) -> ByLevels<'a> {
        let hole = |label| board.hole(label).unwrap();
        let finish = board.pegs([hole(finish)]).code();
        ByLevels::new(
            &board.vacate(hole(start)),
            &[finish],
            &SolverOptions::default(),
            control,
        )
        .unwrap()
    }

    #[test]
    fn however_much_time_there_is() {
        let limits = Limits {
            time: Some(std::time::Duration::MAX),
            ..Limits::default()
        };
        let (board, control) = (Board::library("triangle5").unwrap(), Control::new(limits));
        assert!(matches!(
            question(&board, "a1", "a1", &control).decide(1_000_000),
            Outcome::Found(_)
        ));
    }

    #[test]
    fn lines_are_found_and_their_absence_is_proved() {
        let (board, control) = (Board::library("triangle5").unwrap(), Control::default());
        let mut solvable = question(&board, "a1", "a1", &control);
        let Outcome::Found(jumps) = solvable.decide(100_000) else {
            panic!("a1 to a1 can be solved")
        };
        let line = Solution::new(solvable.problem.start().clone(), jumps).unwrap();
        assert!(solvable.problem.is_met_by(line.finish()));
        let refuted = question(&board, "a1", "b3", &control).decide(100_000);
        assert!(matches!(
            refuted,
            Outcome::Refuted(Proof::Exhaustion { positions: 1.., .. })
        ));
    }

    #[test]
    fn what_one_exhaustion_has_learned_serves_the_next() {
        let (board, control) = (Board::library("wiegleb").unwrap(), Control::default());
        let mut question = question(&board, "e1", "e1", &control);
        assert!(question.decide(8_000).is_stopped());
        let learned = question.functions.forwards.len();
        assert!(learned > 10, "{learned}");
        assert!(question.decide(1_000).is_stopped());
        assert!(question.functions.forwards.len() >= learned);
        assert!(question.positions > 5_000);
    }

    #[test]
    fn several_finishes_are_one_question_where_they_are_single_pegs() {
        let board = Board::library("triangle5").unwrap();
        assert_eq!(
            goal(&board, &[1, 4]),
            Some(Goal::PegIn(vec![
                board.hole("a1").unwrap(),
                board.hole("b2").unwrap()
            ]))
        );
        assert_eq!(goal(&board, &[3, 5]), None);
    }
}
