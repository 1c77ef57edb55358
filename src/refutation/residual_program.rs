//! Linear programs of one shape, solved by a simplex method of their own.
//!
//! Minimise the cost of the residuals `r = b + A x` over `x ≥ 0`. A residual may have either sign, and each
//! has a cost for what it is above zero and one for what it is below. Pagoda functions are the duals of such
//! programs: the residuals are the pegs that are left over when jumps are played in fractions.
//!
//! A tableau holds the rows of all basic variables, of which there are as many as residuals. An improving
//! variable goes on until the cost no longer falls: that may be past many points where a residual changes its
//! sign, so there are few pivots (the long-step rule; Barrodale and Roberts 1973 for sums of absolute
//! values). A new residual may be added to a solved program, which then needs a few pivots more.
//!
//! The programs of peg solitaire are highly degenerate. The right-hand sides are therefore shifted by small
//! pseudo-random amounts. The duals of the shifted program are duals of the program, and close to its best:
//! whoever uses them rounds and checks them anyway.

use crate::engine::processor::{InstructionSet, Instructions, Work};

/// A program with its tableau.
#[derive(Clone, Debug)]
pub(super) struct ResidualProgram {
    columns: usize,
    /// Row by row, the coefficients of the nonbasic variables.
    tableau: Vec<f64>,
    /// The value of each basic variable.
    values: Vec<f64>,
    basic: Vec<Variable>,
    nonbasic: Vec<Variable>,
    /// The cost of each residual above zero, and below.
    costs: Vec<Cost>,
    /// By how much the cost grows when the nonbasic variable grows, before its own cost.
    gradient: Vec<f64>,
    shift: u64,
}

/// What a unit of a residual costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) above: f64,
    pub(super) below: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    /// One of the `x`.
    Amount(usize),
    Residual(usize),
}

/// Where an entering variable stops: the row that leaves the basis.
struct Step {
    row: usize,
    length: f64,
}

const TOLERANCE: f64 = 1e-9;
/// The most that a right-hand side is shifted.
const SHIFT: f64 = 1e-5;
/// Programs of this module's size take a few dozen pivots; one that takes more has lost its way in rounding
/// errors.
const MOST_PIVOTS: usize = 5_000;

impl ResidualProgram {
    /// A program of `columns` amounts, without residuals.
    pub(super) fn new(columns: usize) -> ResidualProgram {
        ResidualProgram {
            columns,
            tableau: Vec::new(),
            values: Vec::new(),
            basic: Vec::new(),
            nonbasic: (0..columns).map(Variable::Amount).collect(),
            costs: Vec::new(),
            gradient: vec![0.0; columns],
            shift: 0x9E37_79B9_7F4A_7C15,
        }
    }

    /// Adds the residual `constant + coefficients · x`. Returns its number.
    pub(super) fn add(
        &mut self,
        constant: f64,
        coefficients: &[(usize, f64)],
        cost: Cost,
    ) -> usize {
        let number = self.costs.len();
        let mut row = vec![0.0; self.columns];
        let mut value = constant + self.next_shift();
        let (columns, rows) = (self.places(&self.nonbasic), self.places(&self.basic));
        for &(amount, coefficient) in coefficients {
            if let Some(column) = columns[amount] {
                row[column] += coefficient;
            } else if let Some(basic) = rows[amount] {
                value += coefficient * self.values[basic];
                let other = &self.tableau[basic * self.columns..(basic + 1) * self.columns];
                row.iter_mut()
                    .zip(other)
                    .for_each(|(entry, other)| *entry += coefficient * other);
            }
        }
        self.tableau.extend(row);
        self.values.push(value);
        self.basic.push(Variable::Residual(number));
        self.costs.push(cost);
        number
    }

    /// Where each amount is among some variables.
    fn places(&self, variables: &[Variable]) -> Vec<Option<usize>> {
        let mut places = vec![None; self.columns];
        for (place, variable) in variables.iter().enumerate() {
            if let Variable::Amount(amount) = variable {
                places[*amount] = Some(place);
            }
        }
        places
    }

    /// Pivots until nothing gets better. `false` when the arithmetic has lost its way.
    pub(super) fn solve(&mut self) -> bool {
        InstructionSet::best().run(Solve(self))
    }

    #[inline(always)]
    fn pivot_to_the_end(&mut self) -> bool {
        self.compute_gradient();
        for _ in 0..MOST_PIVOTS {
            let Some((column, sign)) = self.entering() else {
                return true;
            };
            let Some(step) = self.step(column, sign) else {
                return false;
            };
            self.pivot(step, column, sign);
        }
        false
    }

    /// The amounts `x`.
    pub(super) fn amounts(&self) -> Vec<f64> {
        let mut amounts = vec![0.0; self.columns];
        for (variable, value) in self.basic.iter().zip(&self.values) {
            if let Variable::Amount(amount) = variable {
                amounts[*amount] = value.max(0.0);
            }
        }
        amounts
    }

    /// The dual of each residual: between what it costs below zero, with the opposite sign, and what it costs
    /// above.
    pub(super) fn duals(&self) -> Vec<f64> {
        let mut duals = vec![0.0; self.costs.len()];
        for (variable, value) in self.basic.iter().zip(&self.values) {
            if let Variable::Residual(number) = variable {
                duals[*number] = self.slope(*variable, *value);
            }
        }
        for (variable, gradient) in self.nonbasic.iter().zip(&self.gradient) {
            if let Variable::Residual(number) = variable {
                duals[*number] = -gradient;
            }
        }
        duals
    }

    /// By how much the cost of a basic variable grows with it.
    fn slope(&self, variable: Variable, value: f64) -> f64 {
        match variable {
            Variable::Amount(_) => 0.0,
            Variable::Residual(number) if value >= 0.0 => self.costs[number].above,
            Variable::Residual(number) => -self.costs[number].below,
        }
    }

    #[inline(always)]
    fn compute_gradient(&mut self) {
        let mut gradient = std::mem::take(&mut self.gradient);
        gradient.fill(0.0);
        for (row, entries) in self.tableau.chunks_exact(self.columns).enumerate() {
            let slope = self.slope(self.basic[row], self.values[row]);
            if slope != 0.0 {
                add_multiple(&mut gradient, slope, entries);
            }
        }
        self.gradient = gradient;
    }

    /// The nonbasic variable along which the cost falls fastest, and whether it grows or falls.
    fn entering(&self) -> Option<(usize, f64)> {
        let mut best = (-TOLERANCE, None);
        for (column, (variable, gradient)) in self.nonbasic.iter().zip(&self.gradient).enumerate() {
            let rates = match variable {
                Variable::Amount(_) => [*gradient, f64::INFINITY],
                Variable::Residual(number) => {
                    let cost = self.costs[*number];
                    [gradient + cost.above, cost.below - gradient]
                }
            };
            for (rate, sign) in rates.into_iter().zip([1.0, -1.0]) {
                if rate < best.0 {
                    best = (rate, Some((column, sign)));
                }
            }
        }
        best.1
    }

    /// How far the variable goes: to where the cost no longer falls, or an amount has come down to zero.
    fn step(&self, column: usize, sign: f64) -> Option<Step> {
        let mut rate = match self.nonbasic[column] {
            Variable::Amount(_) => self.gradient[column],
            Variable::Residual(number) if sign > 0.0 => {
                self.gradient[column] + self.costs[number].above
            }
            Variable::Residual(number) => self.costs[number].below - self.gradient[column],
        };
        let mut breaks: Vec<(f64, usize, f64)> = Vec::new();
        for (row, value) in self.values.iter().enumerate() {
            let change = sign * self.tableau[row * self.columns + column];
            let meets_zero = if *value >= 0.0 {
                change < -TOLERANCE
            } else {
                change > TOLERANCE
            };
            if meets_zero {
                breaks.push((-value / change, row, change.abs()));
            }
        }
        breaks.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (length, row, change) in breaks {
            let Variable::Residual(number) = self.basic[row] else {
                return Some(Step { row, length });
            };
            rate += change * (self.costs[number].above + self.costs[number].below);
            if rate >= -TOLERANCE {
                return Some(Step { row, length });
            }
        }
        None
    }

    /// The variable of `column` enters the basis and that of the step's row leaves it.
    #[inline(always)]
    fn pivot(&mut self, step: Step, column: usize, sign: f64) {
        let Step { row, length } = step;
        let columns = self.columns;
        let moved = sign * length;
        for (other, value) in self.values.iter_mut().enumerate() {
            *value += moved * self.tableau[other * columns + column];
        }
        let mut pivot_row: Vec<f64> = self.tableau[row * columns..(row + 1) * columns].to_vec();
        let inverse = 1.0 / pivot_row[column];
        // leaving = pivot * entering + rest, so entering = leaving / pivot − rest / pivot
        pivot_row.iter_mut().for_each(|entry| *entry *= -inverse);
        pivot_row[column] = inverse;
        for (other, entries) in self.tableau.chunks_exact_mut(columns).enumerate() {
            let factor = entries[column];
            if other != row && factor != 0.0 {
                entries[column] = 0.0;
                add_multiple(entries, factor, &pivot_row);
            }
        }
        self.tableau[row * columns..(row + 1) * columns].copy_from_slice(&pivot_row);
        self.values[row] = moved;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        self.compute_gradient();
    }

    /// A small pseudo-random amount above zero (a xorshift generator).
    fn next_shift(&mut self) -> f64 {
        self.shift ^= self.shift << 13;
        self.shift ^= self.shift >> 7;
        self.shift ^= self.shift << 17;
        SHIFT * (1.0 + (self.shift >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// Pivoting takes nearly all of the time of learning: it is compiled for each instruction set. Sums and products
/// are rounded alike by all of them.
struct Solve<'a>(&'a mut ResidualProgram);

impl Work for Solve<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Instructions>(self) -> bool {
        self.0.pivot_to_the_end()
    }
}

/// Adds a multiple of a row to another.
#[inline(always)]
fn add_multiple(row: &mut [f64], factor: f64, other: &[f64]) {
    let columns = row.len().min(other.len());
    let (row, other) = (&mut row[..columns], &other[..columns]);
    for column in 0..columns {
        row[column] += factor * other[column];
    }
}
