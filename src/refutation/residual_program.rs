//! Simplex method for linear programs that minimize residuals.
//!
//! Minimize the cost of the residuals `r = b + A x` over `x ≥ 0`. A residual may have either sign, with one
//! cost above zero and one below. Pagoda functions are the duals of such programs: the residuals are the pegs
//! left over when jumps are played in fractions.
//!
//! A tableau holds the rows of all basic variables, one for each residual. An entering variable moves until
//! the cost stops falling, possibly past many points where a residual changes its sign, so there are few
//! pivots (the long-step rule; Barrodale and Roberts 1973 for sums of absolute values). A residual can be
//! added to a solved program, which then needs a few more pivots.
//!
//! The programs of peg solitaire are highly degenerate. The right-hand sides are therefore perturbed by small
//! pseudo-random amounts. The duals of the perturbed program are feasible duals of the original one, and
//! nearly optimal; callers round and check them in any case.

use crate::engine::processor::{InstructionSet, Instructions, Work};

/// Linear program with its tableau.
#[derive(Clone, Debug)]
pub(super) struct ResidualProgram {
    columns: usize,
    /// Coefficients of the nonbasic variables, row by row.
    tableau: Vec<f64>,
    /// Value of each basic variable.
    values: Vec<f64>,
    basic: Vec<Variable>,
    nonbasic: Vec<Variable>,
    /// Costs of each residual.
    costs: Vec<Cost>,
    /// Reduced cost of each nonbasic variable, without its own cost.
    gradient: Vec<f64>,
    random: u64,
}

/// Cost of a unit of a residual, above and below zero.
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

/// Result of the ratio test: the row that leaves the basis, and the step length.
struct RatioTest {
    row: usize,
    length: f64,
}

const TOLERANCE: f64 = 1e-9;
/// Maximum perturbation of a right-hand side.
const PERTURBATION: f64 = 1e-5;
/// Limit of pivots. These programs take a few dozen; more indicate rounding errors.
const MAX_PIVOTS: usize = 5_000;

impl ResidualProgram {
    /// Creates a program of `columns` amounts, without residuals.
    pub(super) fn new(columns: usize) -> ResidualProgram {
        ResidualProgram {
            columns,
            tableau: Vec::new(),
            values: Vec::new(),
            basic: Vec::new(),
            nonbasic: (0..columns).map(Variable::Amount).collect(),
            costs: Vec::new(),
            gradient: vec![0.0; columns],
            random: 0x9E37_79B9_7F4A_7C15,
        }
    }

    /// Adds the residual `constant + coefficients · x`.
    pub(super) fn add(&mut self, constant: f64, coefficients: &[(usize, f64)], cost: Cost) {
        let number = self.costs.len();
        let mut row = vec![0.0; self.columns];
        let mut value = constant + self.next_perturbation();
        let (columns, rows) = (
            self.indices_in(&self.nonbasic),
            self.indices_in(&self.basic),
        );
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
    }

    /// Returns the index of each amount among some variables.
    fn indices_in(&self, variables: &[Variable]) -> Vec<Option<usize>> {
        let mut places = vec![None; self.columns];
        for (place, variable) in variables.iter().enumerate() {
            if let Variable::Amount(amount) = variable {
                places[*amount] = Some(place);
            }
        }
        places
    }

    /// Pivots until the cost is minimal. Returns `false` after a numerical failure.
    pub(super) fn solve(&mut self) -> bool {
        InstructionSet::best().run(Solve(self))
    }

    #[inline]
    fn minimize(&mut self) -> bool {
        self.compute_gradient();
        for _ in 0..MAX_PIVOTS {
            let Some((column, sign)) = self.entering() else {
                return true;
            };
            let Some(leaving) = self.ratio_test(column, sign) else {
                return false;
            };
            self.pivot(leaving, column, sign);
        }
        false
    }

    /// Returns the amounts `x`.
    pub(super) fn amounts(&self) -> Vec<f64> {
        let mut amounts = vec![0.0; self.columns];
        for (variable, value) in self.basic.iter().zip(&self.values) {
            if let Variable::Amount(amount) = variable {
                amounts[*amount] = value.max(0.0);
            }
        }
        amounts
    }

    /// Returns the dual of each residual, between the negative of its cost below zero and its cost above.
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

    /// Returns the slope of the cost of a basic variable.
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

    /// Returns the nonbasic variable along which the cost falls fastest, with the sign of its change.
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

    /// Returns the row where the cost stops falling, or where an amount reaches zero.
    fn ratio_test(&self, column: usize, sign: f64) -> Option<RatioTest> {
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
                return Some(RatioTest { row, length });
            };
            rate += change * (self.costs[number].above + self.costs[number].below);
            if rate >= -TOLERANCE {
                return Some(RatioTest { row, length });
            }
        }
        None
    }

    /// Exchanges the entering variable of `column` and the leaving variable of the row.
    #[inline]
    fn pivot(&mut self, leaving: RatioTest, column: usize, sign: f64) {
        let RatioTest { row, length } = leaving;
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

    /// Returns a small positive pseudo-random amount (xorshift).
    fn next_perturbation(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        PERTURBATION * (1.0 + (self.random >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// Work of [`ResidualProgram::solve`], compiled for each instruction set because pivoting dominates learning. All
/// instruction sets round sums and products alike.
struct Solve<'a>(&'a mut ResidualProgram);

impl Work for Solve<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Instructions>(self) -> bool {
        self.0.minimize()
    }
}

/// Adds a multiple of a row to another.
#[inline]
fn add_multiple(row: &mut [f64], factor: f64, other: &[f64]) {
    let columns = row.len().min(other.len());
    let (row, other) = (&mut row[..columns], &other[..columns]);
    for column in 0..columns {
        row[column] += factor * other[column];
    }
}
