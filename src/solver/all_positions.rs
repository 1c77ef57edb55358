//! Deciding by a bitmap of all positions: on boards up to about 37 holes nothing stays open.
//!
//! The searches find most lines at once, and most refutations that pagoda functions make short. What is left
//! takes them longest: countless dead ends, which a bitmap processes hundreds at a time. It runs once the
//! searches have spent about as much time as it takes.

use super::memory;
use super::outcome::Outcome;
use crate::board::{Jump, Position};
use crate::control::{Control, Part};
use crate::problem::answer::{Proof, PruningFunctions};
use crate::sweep::{SolvablePlan, SolvablePositions};

/// The question whether one of some finishes, all of the start's class, can be reached, put to a bitmap.
pub(super) struct AllPositions<'a> {
    start: &'a Position,
    finishes: Vec<Position>,
    /// Whether the bitmap is of the positions that can be reached from the start: by reversal, those whose
    /// complements can reach the start's complement. It is when that takes less memory.
    from_start: bool,
    plan: SolvablePlan,
}

/// The bytes of bitmap that are filled while a search expands one position: on two cores about 250 million a
/// second, and a million positions.
const BYTES_PER_NODE: u64 = 256;

/// Both lanes make runs that grow, so that all of them together expand about this many times what the longest
/// does.
const RUNS: u64 = 4;

impl<'a> AllPositions<'a> {
    /// `None` where the bitmap takes more than its share of the memory allowed.
    pub(super) fn new(
        start: &'a Position,
        finishes: Vec<Position>,
        control: &Control<'_>,
    ) -> Option<AllPositions<'a>> {
        let most = memory::of_bitmap(control);
        let backwards = SolvablePlan::new(&finishes, most).map(|plan| (false, plan));
        let forwards = SolvablePlan::new(&[start.complement()], most).map(|plan| (true, plan));
        let plans = backwards.into_iter().chain(forwards);
        let (from_start, plan) = plans.min_by_key(|(_, plan)| plan.bytes())?;
        Some(AllPositions {
            start,
            finishes,
            from_start,
            plan,
        })
    }

    /// The positions that the longest run of a search may expand, if all runs are to take about as long as
    /// the bitmap.
    pub(super) fn longest_run(&self) -> u64 {
        self.plan.bytes() / BYTES_PER_NODE / RUNS
    }

    /// The answer; `functions` are what the searches have learned.
    pub(super) fn decide(&self, control: &Control<'_>, functions: &PruningFunctions) -> Outcome {
        let second_half = Part::whole(control).part(0.5, 1.0); // it takes about as long as the searches before
        let from = match self.from_start {
            true => self.finishes.iter().map(Position::complement).collect(),
            false => vec![self.start.clone()],
        };
        let Ok(solvable) = self.plan.find(second_half) else {
            return Outcome::Stopped; // cancelled, or the system has no memory
        };
        match from.iter().find(|start| solvable.contains(start)) {
            Some(start) if self.from_start => {
                Outcome::Found(line(start, &solvable).into_iter().rev().collect())
            }
            Some(start) => Outcome::Found(line(start, &solvable)),
            None => {
                let positions = solvable.stored_count();
                Outcome::Refuted(Proof::Exhaustion {
                    positions,
                    functions: functions.clone(),
                })
            }
        }
    }
}

/// From a position of the set to a finish, through the set.
fn line(start: &Position, solvable: &SolvablePositions) -> Vec<Jump> {
    let is_finish = |position: &Position| solvable.finishes().contains(position);
    let jumps = start.jumps_through(is_finish, |position| solvable.contains(position));
    jumps.expect("from each position of the set a finish can be reached")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::problem::answer::Solution;

    fn decided(name: &str, vacancy: &str, finish: &str) -> (bool, Outcome) {
        let board = Board::library(name).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let finishes = vec![board.pegs([board.hole(finish).unwrap()])];
        let control = Control::default();
        let question = AllPositions::new(&start, finishes.clone(), &control).unwrap();
        let reached = question.decide(&control, &PruningFunctions::default());
        if let Outcome::Found(jumps) = &reached {
            let line = Solution::new(start.clone(), jumps.clone()).unwrap();
            assert_eq!(line.finish(), &finishes[0]);
        }
        (question.from_start, reached)
    }

    #[test]
    fn lines_are_found_from_either_end() {
        assert!(matches!(
            decided("english", "d4", "d1"),
            (true, Outcome::Found(_))
        ));
        assert!(matches!(
            decided("english", "d1", "d4"),
            (false, Outcome::Found(_))
        ));
        assert!(matches!(
            decided("triangle5", "c5", "a4"),
            (_, Outcome::Found(_))
        ));
    }

    #[test]
    fn what_cannot_be_reached_is_refuted() {
        for (vacancy, finish) in [("a1", "b3"), ("b3", "a1"), ("b3", "b3")] {
            let (_, reached) = decided("triangle5", vacancy, finish);
            assert!(matches!(
                reached,
                Outcome::Refuted(Proof::Exhaustion { positions: 1.., .. })
            ));
        }
    }

    #[test]
    fn large_boards_are_left_to_the_searches() {
        let board = Board::library("wiegleb").unwrap();
        let hole = board.hole("e5").unwrap();
        let finishes = vec![board.pegs([hole])];
        assert!(AllPositions::new(&board.vacate(hole), finishes, &Control::default()).is_none());
    }
}
