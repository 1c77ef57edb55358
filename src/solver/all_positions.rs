//! Decision by a bitmap of all positions, which answers every question on boards up to about 37 holes.
//!
//! The searches find most lines and the short refutations at once. What remains is positions with countless dead ends, and
//! a bitmap processes hundreds of positions in the time a search takes for one. It runs once the searches have spent about
//! as much time as it takes.

use super::memory;
use super::outcome::SearchOutcome;
use crate::board::{Jump, Position};
use crate::control::{Control, Part};
use crate::problem::Problem;
use crate::problem::answer::{Proof, PruningFunctions};
use crate::sweep::{SolvablePlan, SolvablePositions};

/// Decision by a bitmap: can one of the finishes, all in the start's class, be reached?
pub(super) struct AllPositions<'a> {
    start: &'a Position,
    /// Finishes, if the goal lists them.
    finishes: Vec<Position>,
    /// The bitmap holds the complements of the positions reached from the start: by reversal, the positions that can
    /// reach the start's complement. This takes less memory on some problems.
    from_start: bool,
    plan: SolvablePlan,
}

/// Bytes of bitmap filled in the time in which a search expands one position. Two cores fill about 250 million bytes or
/// expand one million positions a second.
const BYTES_PER_NODE: u64 = 256;

/// Ratio of the positions of all runs to those of the longest run: both searches make runs of growing length.
const RUNS: u64 = 4;

impl<'a> AllPositions<'a> {
    /// Returns `None` if the bitmap takes more than its share of the memory.
    pub(super) fn new(
        start: &'a Position,
        finishes: Vec<Position>,
        control: &Control<'_>,
    ) -> Option<AllPositions<'a>> {
        let most = memory::of_bitmap(control);
        let backward = SolvablePlan::new(&finishes, most).map(|plan| (false, plan));
        let forward = SolvablePlan::new(&[start.complement()], most).map(|plan| (true, plan));
        let plans = backward.into_iter().chain(forward);
        let (from_start, plan) = plans.min_by_key(|(_, plan)| plan.bytes())?;
        Some(AllPositions {
            start,
            finishes,
            from_start,
            plan,
        })
    }

    /// Returns the decision for a goal of patterns, or `None` if the bitmap takes more than its share of the memory.
    pub(super) fn of_patterns(
        problem: &'a Problem,
        control: &Control<'_>,
    ) -> Option<AllPositions<'a>> {
        Some(AllPositions {
            start: problem.start(),
            finishes: Vec::new(),
            from_start: false,
            plan: SolvablePlan::of_problem(problem, memory::of_bitmap(control))?,
        })
    }

    /// Returns the budget of the longest run for which all runs together take about as long as the bitmap.
    pub(super) fn longest_run(&self) -> u64 {
        self.plan.bytes() / BYTES_PER_NODE / RUNS
    }

    /// Decides the question. `functions` are the functions that the searches have learned.
    pub(super) fn decide(
        &self,
        control: &Control<'_>,
        functions: &PruningFunctions,
    ) -> SearchOutcome {
        let second_half = Part::whole(control).part(0.5, 1.0); // the first half is the time of the searches
        let from = if self.from_start {
            self.finishes.iter().map(Position::complement).collect()
        } else {
            vec![self.start.clone()]
        };
        let Ok(solvable) = self.plan.find(second_half) else {
            return SearchOutcome::Stopped; // if the control goes on, the system had no memory
        };
        match from.iter().find(|start| solvable.contains(start)) {
            Some(start) if self.from_start => {
                SearchOutcome::Found(line(start, &solvable).into_iter().rev().collect())
            }
            Some(start) => SearchOutcome::Found(line(start, &solvable)),
            None => {
                let positions = solvable.stored_count();
                SearchOutcome::Refuted(Proof::Exhaustion {
                    positions,
                    functions: functions.clone(),
                    record: None,
                })
            }
        }
    }
}

/// Returns the jumps from a position of the set to a finish, through the set.
fn line(start: &Position, solvable: &SolvablePositions) -> Vec<Jump> {
    let jumps = start.jumps_through(
        |position| solvable.is_finish(position),
        |position| solvable.contains(position),
    );
    jumps.expect("from each position of the set a finish can be reached")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::problem::answer::Line;
    use crate::problem::{Goal, Pattern};

    fn decided(name: &str, vacancy: &str, finish: &str) -> (bool, SearchOutcome) {
        let board = Board::library(name).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let finishes = vec![board.with_pegs([board.hole(finish).unwrap()])];
        let control = Control::default();
        let question = AllPositions::new(&start, finishes.clone(), &control).unwrap();
        let reached = question.decide(&control, &PruningFunctions::default());
        if let SearchOutcome::Found(jumps) = &reached {
            let line = Line::new(start.clone(), jumps.clone()).unwrap();
            assert_eq!(line.finish(), &finishes[0]);
        }
        (question.from_start, reached)
    }

    #[test]
    fn lines_are_found_from_either_end() {
        assert!(matches!(
            decided("english", "d4", "d1"),
            (true, SearchOutcome::Found(_))
        ));
        assert!(matches!(
            decided("english", "d1", "d4"),
            (false, SearchOutcome::Found(_))
        ));
        assert!(matches!(
            decided("triangle5", "c5", "a4"),
            (_, SearchOutcome::Found(_))
        ));
    }

    #[test]
    fn what_cannot_be_reached_is_refuted() {
        for (vacancy, finish) in [("a1", "b3"), ("b3", "a1"), ("b3", "b3")] {
            let (_, reached) = decided("triangle5", vacancy, finish);
            assert!(matches!(
                reached,
                SearchOutcome::Refuted(Proof::Exhaustion { positions: 1.., .. })
            ));
        }
    }

    #[test]
    fn patterns_are_decided_as_by_brute_force() {
        let board = Board::library("triangle4").unwrap();
        let (mut solved, mut refuted) = (0, 0);
        for vacancy in board.holes_up_to_symmetry() {
            let start = board.vacate(vacancy);
            let mut reached = vec![start.clone()];
            let mut next = 0;
            while let Some(position) = reached.get(next).cloned() {
                for after in position.jumps().filter_map(|jump| position.play(jump).ok()) {
                    if !reached.contains(&after) {
                        reached.push(after);
                    }
                }
                next += 1;
            }
            for hole in board.holes() {
                let others: Vec<_> = board.holes().filter(|other| *other != hole).collect();
                for empty in [1, 4, 7, 8] {
                    let empty = others.iter().copied().take(empty);
                    let pattern = Pattern::new(&board, [hole], empty).unwrap();
                    let goal = Goal::Patterns(vec![pattern]);
                    let problem = Problem::new(start.clone(), goal).unwrap();
                    let control = Control::default();
                    let Some(question) = AllPositions::of_patterns(&problem, &control) else {
                        continue; // no match is in the class of the start
                    };
                    let is_reached = reached.iter().any(|position| problem.is_met_by(position));
                    match question.decide(&control, &PruningFunctions::default()) {
                        SearchOutcome::Found(jumps) => {
                            let line = Line::new(start.clone(), jumps).unwrap();
                            assert!(is_reached && problem.is_met_by(line.finish()));
                            solved += 1;
                        }
                        SearchOutcome::Refuted(_) => {
                            assert!(!is_reached, "{problem:?}");
                            refuted += 1;
                        }
                        SearchOutcome::Stopped => panic!("there is no limit"),
                    }
                }
            }
        }
        assert!(solved > 20 && refuted > 20, "{solved} {refuted}");
    }

    #[test]
    fn large_boards_are_left_to_the_searches() {
        let board = Board::library("wiegleb").unwrap();
        let hole = board.hole("e5").unwrap();
        let finishes = vec![board.with_pegs([hole])];
        assert!(AllPositions::new(&board.vacate(hole), finishes, &Control::default()).is_none());
    }
}
