//! Functions that refute a position: pagoda functions with parity sets.
//!
//! Soundness. A jump reduces the sum of the weights of the pegs by `w[from] + w[over] - w[to]`. This is at least the
//! sum of the losses of those sets that hold an odd number of the jump's holes, which are the sets in which the jump
//! changes the parity of the pegs. Between two positions that differ in the parity of a set, some jump changes that
//! parity. So the jumps of a line from `p` to `f` lose at least the losses of all sets in which `p` and `f` differ. If
//! `w(p) - w(f)` is less than that, no line exists. A function without sets is a pagoda function.

use super::board::{Board, Jump, holes_of};
use super::counted;
use super::flaw::{Checked, require, wrong};
use crate::format::FunctionPart;

/// Weights of the holes, and parity sets.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) weights: Vec<i32>,
    pub(super) parities: Vec<ParitySet>,
}

/// Set of holes, and the least loss of a jump that changes the parity of the pegs in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParitySet {
    pub(super) holes: u128,
    pub(super) loss: i32,
}

/// Maximum number of functions: each position is compared with all of them.
const MAX_FUNCTIONS: usize = 1024;

/// Maximum number of parity sets of a function.
const MAX_PARITIES: usize = 8;

/// Exclusive bound on the sum of the absolute weights and losses of a function, so that sums do not overflow.
const SIZE_LIMIT: i64 = 1 << 28;

impl Function {
    /// Checks pagoda functions and functions with parity sets, and returns them in this order.
    pub(super) fn all(
        board: &Board,
        pagodas: &[Vec<i32>],
        functions: &[FunctionPart],
        place: &str,
    ) -> Checked<Vec<Function>> {
        require(
            pagodas.len() + functions.len() <= MAX_FUNCTIONS,
            format_args!("{place}functions"),
            || format!("there are more than {MAX_FUNCTIONS}"),
        )?;
        let pagodas = pagodas.iter().enumerate().map(|(index, weights)| {
            let function = Function {
                weights: weights.clone(),
                parities: Vec::new(),
            };
            function.checked(board, &format!("{place}pagodas, number {}", index + 1))
        });
        let functions = functions.iter().enumerate().map(|(index, part)| {
            let place = format!("{place}functions, number {}", index + 1);
            let parities = parity_sets(board, part, &place)?;
            Function {
                weights: part.weights.clone(),
                parities,
            }
            .checked(board, &place)
        });
        pagodas.chain(functions).collect()
    }

    fn checked(self, board: &Board, place: &str) -> Checked<Function> {
        let Function { weights, parities } = &self;
        require(weights.len() == board.holes(), place, || {
            format!(
                "there {} {} for {}",
                if weights.len() == 1 { "is" } else { "are" },
                counted(weights.len(), "weight"),
                counted(board.holes(), "hole")
            )
        })?;
        require(self.size() < SIZE_LIMIT, place, || {
            format!("the weights sum up to {SIZE_LIMIT} or more")
        })?;
        let negative = parities.iter().find(|set| set.loss < 0);
        require(negative.is_none(), place, || {
            "a loss is negative".to_owned()
        })?;
        match board
            .jumps
            .iter()
            .find(|jump| self.loss_of_jump(**jump) < self.least_loss_of_jump(**jump))
        {
            Some(jump) => wrong(place, self.complaint(board, *jump)),
            None => Ok(self),
        }
    }

    /// Returns an upper bound on the absolute sum at any position plus all losses.
    pub(super) fn size(&self) -> i64 {
        let weights: i64 = self
            .weights
            .iter()
            .map(|weight| i64::from(*weight).abs())
            .sum();
        weights
            + self
                .parities
                .iter()
                .map(|set| i64::from(set.loss).abs())
                .sum::<i64>()
    }

    fn loss_of_jump(&self, jump: Jump) -> i64 {
        let weight = |hole: usize| i64::from(self.weights[hole]);
        weight(jump.from) + weight(jump.over) - weight(jump.to)
    }

    fn least_loss_of_jump(&self, jump: Jump) -> i64 {
        self.losses(jump.change())
    }

    /// Returns the sum of the losses of the sets that hold an odd number of these holes.
    fn losses(&self, holes: u128) -> i64 {
        let odd = self
            .parities
            .iter()
            .filter(|set| !(set.holes & holes).count_ones().is_multiple_of(2));
        odd.map(|set| i64::from(set.loss)).sum()
    }

    fn complaint(&self, board: &Board, jump: Jump) -> String {
        let weight = |hole: usize| self.weights[hole];
        let name = board.notation(jump);
        match self.least_loss_of_jump(jump) {
            0 => format!(
                "the jump {name} raises the sum: {} and {} give {}",
                weight(jump.from),
                weight(jump.over),
                weight(jump.to)
            ),
            least => format!(
                "the jump {name} loses only {}, less than {least}",
                self.loss_of_jump(jump)
            ),
        }
    }

    pub(super) fn sum(&self, position: u128) -> i64 {
        holes_of(position)
            .map(|hole| i64::from(self.weights[hole]))
            .sum()
    }

    /// Returns a lower bound on the loss of a line between two positions: the losses of the sets in which they differ.
    pub(super) fn loss_between(&self, position: u128, finish: u128) -> i64 {
        self.losses(position ^ finish)
    }

    /// Returns `true` if no line leads from `position` to `finish`.
    pub(super) fn refutes(&self, position: u128, finish: u128) -> bool {
        self.sum(position) - self.sum(finish) < self.loss_between(position, finish)
    }
}

fn parity_sets(board: &Board, part: &FunctionPart, place: &str) -> Checked<Vec<ParitySet>> {
    require(part.parities.len() <= MAX_PARITIES, place, || {
        format!("there are more than {MAX_PARITIES} parity sets")
    })?;
    let set = |part: &crate::format::ParitySetPart| {
        Ok(ParitySet {
            holes: board.code(&part.holes, place)?,
            loss: part.loss,
        })
    };
    part.parities.iter().map(set).collect()
}
