use crate::board::Board;
use crate::refutation::PagodaFunction;
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};

/// Looks for a pagoda function that refutes every one of these finishes from `position` (all codes).
///
/// The linear program of Beasley (1985, chapter 6; Kiyomi and Matsui 2001, section 3): over weights between −1
/// and 1 that no jump raises, maximise how far the least finish lies above the position. Its floating-point
/// answer is only a hint: the weights are scaled to integers and checked exactly, so that a rounding error can
/// lose a refutation but never make a wrong one.
pub(super) fn refuting_pagoda(board: &Board, position: u128, finishes: &[u128]) -> Option<PagodaFunction> {
    let weights = best_weights(board, position, finishes)?;
    scaled_to_integers(board, &weights, |function| {
        let start = super::slack::value(function, position);
        finishes.iter().all(|finish| start < super::slack::value(function, *finish))
    })
}

fn best_weights(board: &Board, position: u128, finishes: &[u128]) -> Option<Vec<f64>> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<_> = (0..board.hole_count())
        .map(|hole| program.add_var(if position >> hole & 1 == 1 { -1.0 } else { 0.0 }, (-1.0, 1.0)))
        .collect();
    for jump in board.jumps() {
        let terms = [(jump.from(), 1.0), (jump.over(), 1.0), (jump.to(), -1.0)];
        program.add_constraint(
            terms.map(|(hole, sign)| (weights[hole.index()], sign)),
            ComparisonOp::Ge,
            0.0,
        );
    }
    let extent = board.hole_count() as f64;
    let least_finish = program.add_var(1.0, (-extent, extent));
    for finish in finishes {
        let mut above = LinearExpr::empty();
        for (_, weight) in weights.iter().enumerate().filter(|(hole, _)| finish >> hole & 1 == 1) {
            above.add(*weight, 1.0);
        }
        above.add(least_finish, -1.0);
        program.add_constraint(above, ComparisonOp::Ge, 0.0);
    }
    let solution = program.solve().ok()?.into_solution().ok()?;
    (solution.objective() > 1e-6).then(|| weights.iter().map(|weight| solution.var_value(*weight)).collect())
}

/// Vertices of the program have small denominators; the first that gives an exact pagoda function serves.
const MAX_DENOMINATOR: i32 = 240;

fn scaled_to_integers(
    board: &Board,
    weights: &[f64],
    serves: impl Fn(&PagodaFunction) -> bool,
) -> Option<PagodaFunction> {
    (1..=MAX_DENOMINATOR).find_map(|denominator| {
        let scaled: Vec<f64> = weights.iter().map(|weight| weight * f64::from(denominator)).collect();
        if scaled.iter().any(|weight| (weight - weight.round()).abs() > 1e-3) {
            return None;
        }
        let integers = scaled.iter().map(|weight| weight.round() as i32).collect();
        PagodaFunction::new(board, integers).ok().filter(&serves)
    })
}
