//! What can be reached, found without any of the program's cleverness.

use pegboard::{Goal, Position, Problem};
use std::collections::HashSet;

/// Every code that can be reached from a position.
pub fn reachable(start: &Position) -> HashSet<u128> {
    let mut reached = HashSet::from([start.code()]);
    let mut frontier = vec![start.clone()];
    while let Some(position) = frontier.pop() {
        for jump in position.jumps() {
            let next = position.play(jump).unwrap();
            if reached.insert(next.code()) {
                frontier.push(next);
            }
        }
    }
    reached
}

/// Whether the goal, which must name its finishes, can be met.
pub fn is_solvable(problem: &Problem) -> bool {
    let reached = reachable(problem.start());
    problem.finishes().unwrap().iter().any(|finish| reached.contains(&finish.code()))
}

/// The fewest pegs that can be left.
pub fn fewest_pegs(start: &Position) -> u32 {
    reachable(start).into_iter().map(u128::count_ones).min().unwrap()
}

/// A problem with a goal that does not suit its start is no problem.
pub fn problem(start: &Position, goal: Goal) -> Option<Problem> {
    Problem::new(start.clone(), goal).ok()
}
