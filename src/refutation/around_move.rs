//! Refutations of moves: pairs of functions, one for the jumps before a move and one for the jumps after it.
//!
//! Let a line lead from `start` to `p`, a move from `p` to `q`, and a line from `q` to `finish`. For plain pagoda functions
//! `v` and `w`, `v(p) ≤ v(start)` and `w(q) ≥ w(finish)`, so
//!
//! ```text
//! v(p) − w(q)  ≤  v(start) − w(finish)
//! ```
//!
//! A move is impossible if the least value of the left side exceeds the right side. With parity sets, the losses of the sets
//! that differ lower the right side. One function for both sides is the classical argument that a move loses too much.
//!
//! A [`MoveCase`] leaves open which holes the move jumps over, if it jumps over at least `needed` of them. For any `r ≥ 0`,
//! `v(p) − w(q)` is at least the least value of `v(p) − w(q) − r · jumped`, plus `r · needed`, where `jumped` counts the holes
//! jumped over. Each hole contributes to it independently.

use super::learning::{Learner, MAX_DENOMINATOR, integers};
use super::residual_program::{Cost, ResidualProgram};
use crate::board::Hole;
use crate::problem::Region;
use crate::problem::answer::PagodaFunction;

/// Positions before and after a move that is known in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveCase {
    pub(crate) start: u128,
    pub(crate) finish: u128,
    /// Pegs before the move in the holes that are neither `kept` nor `open`.
    pub(crate) before: u128,
    /// Pegs after the move in these holes.
    pub(crate) after: u128,
    /// Holes with or without a peg, which the move does not change.
    pub(crate) kept: u128,
    /// Holes that the move jumps over or does not change.
    pub(crate) open: u128,
    /// Open holes that can hold a peg after the move.
    pub(crate) staying: u128,
    /// Minimum number of open holes that the move jumps over.
    pub(crate) needed: u32,
}

/// Functions that refute moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PagodaPair {
    before: PagodaFunction,
    after: PagodaFunction,
    /// The factor `r` of the module's comment.
    per_jump: i64,
}

impl MoveCase {
    /// Returns the case of this position after the move, which must be in [`region_after`](MoveCase::region_after).
    pub(crate) fn at(&self, after: u128) -> MoveCase {
        MoveCase {
            before: self.before | after & self.kept,
            after,
            kept: 0,
            ..*self
        }
    }

    /// Returns the region of the positions before the move.
    pub(crate) fn region_before(&self) -> Region {
        self.region(self.before)
    }

    /// Returns the region of the positions after the move.
    pub(crate) fn region_after(&self) -> Region {
        self.region(self.after)
    }

    fn region(&self, pegs: u128) -> Region {
        Region {
            least: pegs,
            most: pegs | self.kept | self.open,
        }
    }
}

impl PagodaPair {
    /// Returns `true` if no line contains a move of this case.
    pub(crate) fn refutes(&self, case: &MoveCase) -> bool {
        let (before, after) = (self.before.weights(), self.after.weights());
        let of = |hole: &usize| (i64::from(before[*hole]), i64::from(after[*hole]));
        let kept = holes(case.kept).map(|hole| {
            let (before, after) = of(&hole);
            (before - after).min(0)
        });
        let open = holes(case.open).map(|hole| {
            let (before, after) = of(&hole);
            let stays = if case.staying >> hole & 1 == 1 {
                before - after
            } else {
                0
            };
            stays.min(before - self.per_jump).min(0)
        });
        let least = self.before.value_of(case.before) - self.after.value_of(case.after)
            + kept.chain(open).sum::<i64>()
            + self.per_jump * i64::from(case.needed);
        let lost = self.before.loss_into(case.start, case.region_before())
            + self.after.loss_into(case.finish, case.region_after());
        least + lost > self.before.value_of(case.start) - self.after.value_of(case.finish)
    }
}

impl Learner {
    /// Finds functions that refute a move.
    pub(crate) fn refute_move(&self, case: &MoveCase) -> Option<PagodaPair> {
        let (rows, mut program) = self.move_program(case);
        if !program.solve() {
            return None;
        }
        let count = self.board().hole_count();
        let mut weights = vec![0.0; 2 * count + 1];
        for (row, dual) in rows.iter().zip(program.duals()) {
            match *row {
                Row::Before(hole) => weights[hole] -= dual,
                Row::After(hole) => weights[count + hole] -= dual,
                Row::Both(hole) => {
                    weights[hole] -= dual;
                    weights[count + hole] -= dual;
                }
                Row::Needed => {
                    for hole in holes(case.open) {
                        weights[hole] -= dual;
                        weights[count + hole] -= dual;
                    }
                    weights[2 * count] -= dual;
                }
            }
        }
        let mut integers =
            (1..=MAX_DENOMINATOR).find_map(|denominator| integers(&weights, denominator))?;
        let per_jump = i64::from(integers.pop()?.max(0));
        let after = integers.split_off(count);
        let pair = PagodaPair {
            before: PagodaFunction::new(self.board(), integers).ok()?,
            after: PagodaFunction::new(self.board(), after).ok()?,
            per_jump,
        };
        pair.refutes(case).then_some(pair)
    }

    /// Finds a function with parity sets that refutes the positions before a move, or those after it.
    pub(crate) fn refute_side_of_move(&self, case: &MoveCase) -> Option<PagodaPair> {
        let full = self.board().full_code();
        let zero = || PagodaFunction::new(self.board(), vec![0; self.board().hole_count()]);
        if let Some(before) = self.refute(case.start, case.region_before()) {
            return Some(PagodaPair {
                before,
                after: zero().ok()?,
                per_jump: 0,
            });
        }
        // Playing backwards is playing forwards on complements.
        let after = case.region_after().complement(full);
        Some(PagodaPair {
            before: zero().ok()?,
            after: self.refute(full & !case.finish, after)?,
            per_jump: 0,
        })
    }

    /// Sets up the residuals of fractional jumps `x` before the move and `y` after it. The position before the move is
    /// `start + Σ x_j A_j`, and that after it `finish − Σ y_j A_j`.
    fn move_program(&self, case: &MoveCase) -> (Vec<Row>, ResidualProgram) {
        const BOTH: Cost = Cost {
            above: 1.0,
            below: 1.0,
        };
        const NOT_ABOVE: Cost = Cost {
            above: 1.0,
            below: 0.0,
        };
        const NOT_BELOW: Cost = Cost {
            above: 0.0,
            below: 1.0,
        };
        let jumps = self.board().jumps().len();
        let bit = |code: u128, hole: usize| f64::from((code >> hole) as u8 & 1);
        let mut rows = Vec::new();
        let mut program = ResidualProgram::new(2 * jumps);
        let mut needed = (-f64::from(case.needed), Vec::new());
        for hole in self.board().holes().map(Hole::index) {
            let (start, finish) = (bit(case.start, hole), bit(case.finish, hole));
            let x = self.jumps_at[hole].to_vec();
            let y: Vec<(usize, f64)> = x.iter().map(|(jump, by)| (jump + jumps, *by)).collect();
            let both = [x.as_slice(), &y].concat();
            let mut add = |row, constant, coefficients: &[(usize, f64)], cost| {
                rows.push(row);
                program.add(constant, coefficients, cost);
            };
            if case.kept >> hole & 1 == 1 {
                add(Row::Both(hole), start - finish, &both, BOTH);
                add(Row::Before(hole), start, &x, NOT_BELOW);
                add(Row::Before(hole), start - 1.0, &x, NOT_ABOVE);
            } else if case.open >> hole & 1 == 1 {
                let stays = case.staying >> hole & 1 == 1;
                add(Row::Both(hole), start - finish, &both, NOT_BELOW);
                add(Row::Before(hole), start - 1.0, &x, NOT_ABOVE);
                let cost = if stays { NOT_ABOVE } else { BOTH };
                add(Row::After(hole), -finish, &y, cost);
                needed.0 += start - finish;
                needed.1.extend(both);
            } else {
                add(Row::Before(hole), start - bit(case.before, hole), &x, BOTH);
                add(Row::After(hole), bit(case.after, hole) - finish, &y, BOTH);
            }
        }
        if case.needed > 0 {
            rows.push(Row::Needed);
            program.add(needed.0, &needed.1, NOT_BELOW);
        }
        (rows, program)
    }
}

/// Meaning of a residual.
#[derive(Clone, Copy)]
enum Row {
    /// The peg in a hole before the move.
    Before(usize),
    /// The peg after the move, negative.
    After(usize),
    /// The peg before the move, less the peg after it.
    Both(usize),
    /// The number of open holes that the move jumps over, less the number needed.
    Needed,
}

fn holes(code: u128) -> impl Iterator<Item = usize> {
    let next = |rest: u128| (rest != 0).then_some(rest);
    std::iter::successors(next(code), move |rest| next(rest & (rest - 1)))
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Position};
    use rustc_hash::FxHashSet;

    /// Returns the positions that lines from the start reach.
    fn reached(start: &Position) -> FxHashSet<u128> {
        let mut reached = FxHashSet::default();
        let mut waiting = vec![start.clone()];
        while let Some(position) = waiting.pop() {
            if reached.insert(position.code()) {
                waiting.extend(position.jumps().map(|jump| position.play(jump).unwrap()));
            }
        }
        reached
    }

    /// With all holes known or some of them free, no jump of a solution is refuted, and many other jumps are.
    #[test]
    fn possible_moves_are_not_refuted() {
        let board = Board::library("triangle5").unwrap();
        let full = board.full_code();
        let (mut refuted, mut possible) = (0, 0);
        for ends in [("a1", "a1"), ("b3", "b3"), ("c5", "a4")] {
            let [vacancy, finish] = [ends.0, ends.1].map(|label| board.hole(label).unwrap());
            let learner = Learner::new(&board, super::super::MAX_PARITIES);
            let (from_start, to_finish) = (
                reached(&board.vacate(vacancy)),
                reached(&board.vacate(finish)),
            );
            let mut codes: Vec<u128> = from_start.iter().copied().collect();
            codes.sort_unstable();
            for code in codes.into_iter().step_by(41) {
                for jump in board.jumps() {
                    let Some(after) = jump.played(code) else {
                        continue;
                    };
                    let exact = MoveCase {
                        start: full & !vacancy.bit(),
                        finish: finish.bit(),
                        before: code,
                        after,
                        kept: 0,
                        open: 0,
                        staying: 0,
                        needed: 0,
                    };
                    let kept = full & !jump.code() & 0b011_0110_1101_1011;
                    let open = jump.over().bit();
                    let loose = MoveCase {
                        before: code & !kept & !open,
                        after: after & !kept & !open,
                        kept,
                        open,
                        staying: open,
                        needed: 1,
                        ..exact
                    };
                    let is_possible = to_finish.contains(&(full & !after));
                    let pairs = [
                        learner.refute_move(&exact),
                        learner.refute_side_of_move(&exact),
                        learner.refute_move(&loose),
                    ];
                    possible += usize::from(is_possible);
                    assert!(
                        !is_possible || pairs.iter().all(Option::is_none),
                        "{exact:?}"
                    );
                    refuted += pairs.iter().flatten().count();
                    for pair in pairs.iter().flatten().filter(|pair| pair.refutes(&loose)) {
                        assert!(pair.refutes(&exact), "{exact:?}");
                    }
                }
            }
        }
        assert!(refuted > 100 && possible > 20, "{refuted}, {possible}");
    }
}
