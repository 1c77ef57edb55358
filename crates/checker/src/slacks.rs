//! Evaluation of all functions of a side at once.
//!
//! The slack of a function at a position is its sum there, minus its sum at the finish, minus the losses of the sets in
//! which the two differ. A negative slack refutes the position. The functions lie side by side in lanes, so that the
//! compiler can vectorize the loops.

use super::board::Board;
use super::function::Function;
use super::pattern::Pattern;
use super::refutation::Finishes;
use super::word::Word;
use std::array;
use std::ops::{BitAnd, BitOr, BitXor};

/// Maximum number of finishes that are treated separately: then a position is refuted if for each finish some function
/// refutes it. With more finishes, a single function without parity sets must refute the position for all of them.
pub(super) const MAX_APART: usize = 64;

/// Slacks of a side in the narrowest sufficient integers.
pub(super) enum Slacks {
    Short(Table<i16>),
    Long(Table<i32>),
}

impl Slacks {
    pub(super) fn new(board: &Board, functions: &[Function], finishes: &Finishes) -> Slacks {
        let fits = functions
            .iter()
            .all(|function| function.size() <= i64::from(i16::MAX));
        if fits {
            Slacks::Short(Table::new(board, functions, finishes))
        } else {
            Slacks::Long(Table::new(board, functions, finishes))
        }
    }
}

/// Integer type of a lane.
pub(super) trait Lane:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    const ZERO: Self;
    /// All bits set.
    const ONES: Self;
    /// Converts a number, which must fit.
    fn new(number: i64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
}

macro_rules! lane {
    ($number:ty) => {
        impl Lane for $number {
            const ZERO: $number = 0;
            const ONES: $number = -1;

            fn new(number: i64) -> $number {
                number as $number
            }

            #[inline]
            fn plus(self, other: $number) -> $number {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: $number) -> $number {
                self.wrapping_sub(other)
            }
        }
    };
}

lane!(i16);
lane!(i32);

/// Functions per block.
const LANES: usize = 16;

type Row<T> = [T; LANES];

/// For each lane a sum, and for each lane and set a mask: all bits if the number of pegs in the set is odd.
#[derive(Clone)]
pub(super) struct State<T> {
    /// One row for each block of functions.
    sums: Vec<Row<T>>,
    /// One row for each parity set of a block: as many as the function with the most sets has.
    odds: Vec<Row<T>>,
}

/// Precomputed states of all functions and finishes.
pub(super) struct Table<T> {
    /// For each block of functions the end of its parity rows, which begin at the end of the previous block.
    ends: Vec<usize>,
    /// For each finish the losses of the sets, in rows like the parities; 0 for sets in which the finish does not fix the
    /// parity.
    losses: Vec<Vec<Row<T>>>,
    /// For each group of four holes, the states of its 16 values.
    groups: Vec<State<T>>,
    /// Change of the state by each jump.
    changes: Vec<State<T>>,
    finishes: Vec<State<T>>,
}

/// Holes per group.
const GROUP: usize = 4;

/// Returns the end of the parity rows of each block of functions.
fn ends_of(functions: &[Function]) -> Vec<usize> {
    let most_sets = |block: &[Function]| {
        block
            .iter()
            .map(|function| function.parities.len())
            .max()
            .unwrap_or(0)
    };
    let ends = functions.chunks(LANES).map(most_sets).scan(0, |end, sets| {
        *end += sets;
        Some(*end)
    });
    ends.collect()
}

impl<T: Lane> Table<T> {
    fn new(board: &Board, functions: &[Function], finishes: &Finishes) -> Table<T> {
        let apart: Option<Vec<Pattern>> = match finishes {
            Finishes::Listed(finishes) if finishes.len() <= MAX_APART => {
                let whole = |finish: &u128| Pattern {
                    pegs: *finish,
                    empty: board.full() & !*finish,
                };
                Some(finishes.iter().map(whole).collect())
            }
            Finishes::Matching(patterns) => Some(patterns.clone()),
            _ => None,
        };
        let functions = match &apart {
            Some(_) => functions.to_vec(),
            None => functions.iter().map(without_parities).collect(),
        };
        let mut table = Table {
            ends: ends_of(&functions),
            losses: Vec::new(),
            groups: Vec::new(),
            changes: Vec::new(),
            finishes: Vec::new(),
        };
        let losses_at = |finish: &Pattern| {
            let loss = |function: &Function, set: usize| {
                let set = function.parities[set];
                T::new(if finish.fixes(set.holes) {
                    i64::from(set.loss)
                } else {
                    0
                })
            };
            table.rows_of_sets(&functions, &loss)
        };
        table.losses = match &apart {
            Some(finishes) => finishes.iter().map(losses_at).collect(),
            None => vec![table.rows_of_sets(&functions, &|_, _| T::ZERO)],
        };
        let state_of = |code: u128| table.state(&functions, code, &|function| function.sum(code));
        let mut groups = Vec::new();
        for first in (0..board.holes()).step_by(GROUP) {
            for value in 0..1u128 << GROUP {
                groups.push(state_of(value << first & board.full()));
            }
        }
        let mut changes = Vec::new();
        for jump in &board.jumps {
            let loss = |function: &Function| function.sum(jump.pegs()) - function.sum(1 << jump.to);
            changes.push(table.state(&functions, jump.change(), &|function| -loss(function)));
        }
        let finishes = match apart {
            Some(finishes) => finishes
                .iter()
                .map(|finish| {
                    let least = |function: &Function| finish.least_sum(function);
                    table.state(&functions, finish.pegs, &least)
                })
                .collect(),
            None => vec![table.state(&functions, 0, &|function| finishes.least_sum(function))],
        };
        Table {
            groups,
            changes,
            finishes,
            ..table
        }
    }

    fn rows_of_sets(
        &self,
        functions: &[Function],
        value: &dyn Fn(&Function, usize) -> T,
    ) -> Vec<Row<T>> {
        let mut rows = Vec::new();
        for (index, block) in functions.chunks(LANES).enumerate() {
            let sets = self.ends[index] - self.ends.get(index.wrapping_sub(1)).unwrap_or(&0);
            rows.extend((0..sets).map(|set| {
                let has_set = |lane: &usize| {
                    block
                        .get(*lane)
                        .is_some_and(|function| set < function.parities.len())
                };
                array::from_fn(|lane| {
                    Some(lane)
                        .filter(has_set)
                        .map_or(T::ZERO, |lane| value(&block[lane], set))
                })
            }));
        }
        rows
    }

    /// Returns the state with these sums and the parities of this code.
    fn state(
        &self,
        functions: &[Function],
        code: u128,
        sum: &dyn Fn(&Function) -> i64,
    ) -> State<T> {
        let is_odd = |function: &Function, set: usize| {
            !(function.parities[set].holes & code)
                .count_ones()
                .is_multiple_of(2)
        };
        let odd = |function: &Function, set: usize| {
            if is_odd(function, set) {
                T::ONES
            } else {
                T::ZERO
            }
        };
        let row = |block: &[Function]| {
            array::from_fn(|lane| {
                block
                    .get(lane)
                    .map_or(T::ZERO, |function| T::new(sum(function)))
            })
        };
        State {
            sums: functions.chunks(LANES).map(row).collect(),
            odds: self.rows_of_sets(functions, &odd),
        }
    }

    /// Returns one state for each finish, to be initialized by [`set`](Table::set).
    pub(super) fn states(&self) -> Vec<State<T>> {
        self.finishes.clone()
    }

    /// Sets the states to a position, relative to each of the finishes.
    #[inline]
    pub(super) fn set<W: Word>(&self, states: &mut [State<T>], position: W) {
        for (state, finish) in states.iter_mut().zip(&self.finishes) {
            for (sum, least) in state.sums.iter_mut().zip(&finish.sums) {
                *sum = by_lanes([T::ZERO; LANES], least, T::minus);
            }
            state.odds.copy_from_slice(&finish.odds);
            for (group, values) in self.groups.chunks_exact(1 << GROUP).enumerate() {
                let part = &values[position.byte(group / 2) >> (GROUP * (group % 2)) & 15];
                for (sum, part) in state.sums.iter_mut().zip(&part.sums) {
                    *sum = by_lanes(*sum, part, T::plus);
                }
                for (odd, part) in state.odds.iter_mut().zip(&part.odds) {
                    *odd = by_lanes(*odd, part, T::bitxor);
                }
            }
        }
    }

    /// Returns `true` if no finish can be reached after a jump from the position of these states.
    #[inline]
    pub(super) fn refute_after(&self, states: &[State<T>], jump: usize) -> bool {
        let change = &self.changes[jump];
        states.iter().zip(&self.losses).all(|(state, losses)| {
            let (sums, odds) = (
                |block: usize| change.sums[block],
                |row: usize| change.odds[row],
            );
            self.is_negative(state, losses, sums, odds)
        })
    }

    /// Returns `true` if no finish can be reached from the position of these states.
    pub(super) fn refute(&self, states: &[State<T>]) -> bool {
        let zero = |_| [T::ZERO; LANES];
        states
            .iter()
            .zip(&self.losses)
            .all(|(state, losses)| self.is_negative(state, losses, zero, zero))
    }

    /// Returns `true` if a function has a negative slack after a change of the state.
    #[inline]
    fn is_negative(
        &self,
        state: &State<T>,
        losses: &[Row<T>],
        sums: impl Fn(usize) -> Row<T>,
        odds: impl Fn(usize) -> Row<T>,
    ) -> bool {
        let mut rows = 0;
        self.ends.iter().enumerate().any(|(block, &end)| {
            let mut slack = by_lanes(state.sums[block], &sums(block), T::plus);
            for (row, loss) in losses.iter().enumerate().take(end).skip(rows) {
                let (odd, change) = (&state.odds[row], odds(row));
                for lane in 0..LANES {
                    slack[lane] = slack[lane].minus((odd[lane] ^ change[lane]) & loss[lane]);
                }
            }
            rows = end;
            let mut signs = T::ZERO;
            for lane in &slack {
                signs = signs | *lane;
            }
            signs < T::ZERO
        })
    }
}

/// Combines two rows lane by lane. `row` is taken by value, so that the compiler sees that the lanes do not alias and
/// vectorizes the loop.
#[inline]
fn by_lanes<T: Copy>(mut row: Row<T>, other: &Row<T>, combine: impl Fn(T, T) -> T) -> Row<T> {
    for lane in 0..LANES {
        row[lane] = combine(row[lane], other[lane]);
    }
    row
}

fn without_parities(function: &Function) -> Function {
    Function {
        parities: Vec::new(),
        ..function.clone()
    }
}
