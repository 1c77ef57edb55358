use crate::board::{Board, Jump};
use crate::refutation::PagodaFunction;

/// The number of pagoda functions followed at once: two AVX-512 registers' worth of `i16`.
pub(super) const WIDTH: usize = 32;

/// For each pagoda function in use, how far a position's sum lies above the least sum of a finish. Where a
/// slack is negative the finish cannot be reached.
pub(super) type Slack = [i16; WIDTH];

/// The pagoda functions that a search follows, as vectors.
#[derive(Clone, Debug)]
pub(super) struct SlackTable {
    weights: Vec<Slack>,
    finish: Slack,
    changes: Vec<Slack>,
    functions: usize,
}

impl SlackTable {
    /// Follows up to [`WIDTH`] functions towards the nearest of these finishes, given as codes. Functions
    /// whose sums could leave an `i16` are left out.
    pub(super) fn new(board: &Board, functions: &[PagodaFunction], finishes: &[u128]) -> SlackTable {
        let fits = |function: &&PagodaFunction| {
            function.weights().iter().map(|weight| i64::from(*weight).abs()).sum::<i64>()
                <= i64::from(i16::MAX) / 2
        };
        let functions: Vec<&PagodaFunction> = functions.iter().filter(fits).take(WIDTH).collect();
        let column = |value: &dyn Fn(&PagodaFunction) -> i64| {
            let mut column = [0; WIDTH];
            for (entry, function) in column.iter_mut().zip(&functions) {
                *entry = value(function) as i16;
            }
            column
        };
        let weight = |function: &PagodaFunction, hole: usize| i64::from(function.weights()[hole]);
        let least_finish = |function: &PagodaFunction| {
            finishes.iter().map(|finish| value(function, *finish)).min().unwrap_or(0)
        };
        let change = |jump: &Jump| {
            column(&|function| {
                weight(function, jump.to().index())
                    - weight(function, jump.from().index())
                    - weight(function, jump.over().index())
            })
        };
        SlackTable {
            weights: (0..board.hole_count()).map(|hole| column(&|function| weight(function, hole))).collect(),
            finish: column(&least_finish),
            changes: board.jumps().iter().map(change).collect(),
            functions: functions.len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.functions == 0
    }

    pub(super) fn of(&self, code: u128) -> Slack {
        let pegs = self.weights.iter().enumerate().filter(|(hole, _)| code >> hole & 1 == 1);
        let sum =
            pegs.fold([0; WIDTH], |sum: Slack, (_, weights)| std::array::from_fn(|i| sum[i] + weights[i]));
        std::array::from_fn(|i| sum[i] - self.finish[i])
    }

    #[inline(always)]
    pub(super) fn after(&self, slack: &Slack, jump: usize) -> Slack {
        let change = &self.changes[jump];
        std::array::from_fn(|i| slack[i] + change[i])
    }
}

#[inline(always)]
pub(super) fn is_refuted(slack: &Slack) -> bool {
    slack.iter().fold(0, |all, entry| all | entry) < 0
}

/// The sum of the weights of the pegs of a code.
pub(super) fn value(function: &PagodaFunction, code: u128) -> i64 {
    let pegs = function.weights().iter().enumerate().filter(|(hole, _)| code >> hole & 1 == 1);
    pegs.map(|(_, weight)| i64::from(*weight)).sum()
}
