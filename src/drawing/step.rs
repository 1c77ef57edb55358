use crate::board::{Board, Hole, Position};
use crate::problem::answer::{Move, Solution};

/// One move of a solution with the positions before and after it.
pub(super) struct Step {
    pub(super) before: Position,
    pub(super) played: Move,
    pub(super) after: Position,
}

impl Step {
    /// The moves of a solution, in order.
    pub(super) fn of_solution(solution: &Solution) -> Vec<Step> {
        let mut positions = solution.positions();
        let mut before = positions.next();
        let step = |played: Move| {
            let start = before.take()?;
            let after = positions.nth(played.holes().len() - 2)?; // a move through n holes has n - 1 jumps
            before = Some(after.clone());
            Some(Step {
                before: start,
                played,
                after,
            })
        };
        solution.moves().into_iter().map_while(step).collect()
    }
}

/// The holes whose pegs a move removes, in order.
pub(super) fn jumped_over(board: &Board, played: &Move) -> Vec<Hole> {
    let jump = |pair: &[Hole]| board.jump(pair[0], pair[1]);
    played
        .holes()
        .windows(2)
        .filter_map(jump)
        .map(|jump| jump.over())
        .collect()
}
