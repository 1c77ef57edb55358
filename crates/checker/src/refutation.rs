//! Refutation of finishes by position classes, functions, trees of cases or an exhaustion.

use super::cases;
use super::flaw::{Checked, require, wrong};
use super::function::Function;
use super::refuter::{Invariants, Refuter, parity};
use super::resources::Resources;
use super::statement::Statement;
use super::symmetry::Symmetries;
use crate::format::{FinishPart, FinishesPart, RefutationPart, RefutedPart};

/// Finishes left to an exhaustion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finishes {
    /// Positions in ascending order, all with the same number of pegs.
    Listed(Vec<u128>),
    /// Every position with this many pegs.
    WithPegs(u32),
}

impl Finishes {
    pub(super) fn pegs(&self) -> u32 {
        match self {
            Finishes::Listed(positions) => {
                positions.first().map_or(0, |finish| finish.count_ones())
            }
            Finishes::WithPegs(pegs) => *pegs,
        }
    }

    pub(super) fn contain(&self, position: u128) -> bool {
        match self {
            Finishes::Listed(positions) => positions.binary_search(&position).is_ok(),
            Finishes::WithPegs(pegs) => position.count_ones() == *pegs,
        }
    }

    /// Returns the least sum of any finish.
    pub(super) fn least_sum(&self, function: &Function) -> i64 {
        match self {
            Finishes::Listed(positions) => positions
                .iter()
                .map(|finish| function.sum(*finish))
                .min()
                .unwrap_or(0),
            Finishes::WithPegs(pegs) => {
                let mut weights: Vec<i64> = function
                    .weights
                    .iter()
                    .map(|weight| i64::from(*weight))
                    .collect();
                weights.sort_unstable();
                weights.iter().take(*pegs as usize).sum()
            }
        }
    }
}

/// Checks the refutations and returns the finishes left to an exhaustion, if any. `finishes` is `None` for the goal of
/// fewest pegs; then `fewer_than` is the claimed number of pegs.
pub(super) fn open_finishes(
    statement: &Statement,
    part: &RefutationPart,
    finishes: Option<&[u128]>,
    fewer_than: u32,
    resources: &Resources<'_>,
) -> Checked<Option<Finishes>> {
    const PLACE: &str = "finishes";
    let board = &statement.board;
    let invariants = Invariants::new(board, &part.invariants)?;
    let functions = Function::all(board, &part.pagodas, &part.functions, "")?;
    let symmetries = match part.symmetries.as_slice() {
        [] => Symmetries::none(),
        listed => Symmetries::new(board, listed, "symmetries")?,
    };
    let refuter = Refuter {
        statement,
        invariants,
        functions,
        symmetries,
        resources,
    };
    let is_one_fewer = |pegs: u32| {
        require(pegs.checked_add(1) == Some(fewer_than), PLACE, || {
            format!(
                "positions with one peg fewer than {fewer_than} must be refuted, not with {pegs}"
            )
        })
    };
    let open = match (&part.finishes, finishes) {
        (FinishesPart::Each(parts), Some(finishes)) => refuter.open_among(parts, finishes)?,
        (FinishesPart::Every { pegs }, None) => {
            is_one_fewer(*pegs)?;
            refuter.open_with_pegs(*pegs)?
        }
        (FinishesPart::Any { pegs }, None) => {
            is_one_fewer(*pegs)?;
            return Ok(Some(Finishes::WithPegs(*pegs)));
        }
        (_, Some(_)) => {
            return wrong(
                PLACE,
                "each finish of the goal must be listed with its refutation",
            );
        }
        (_, None) => {
            return wrong(
                PLACE,
                "every position with one peg fewer must be refuted, not some",
            );
        }
    };
    Ok((!open.is_empty()).then_some(Finishes::Listed(open)))
}

impl Refuter<'_> {
    fn open_among(&self, parts: &[FinishPart], finishes: &[u128]) -> Checked<Vec<u128>> {
        let mut open = Vec::new();
        let mut listed = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let place = format!("finishes, number {}", index + 1);
            let finish = self.statement.board.code(&part.pegs, &place)?;
            require(finishes.contains(&finish), &place, || {
                format!("pegs in `{}` are not a finish of the goal", part.pegs)
            })?;
            require(!listed.contains(&finish), &place, || {
                "this finish is listed twice".to_owned()
            })?;
            listed.push(finish);
            if !self.is_refuted_as_stated(finish, &part.refuted, &place)? {
                open.push(finish);
            }
        }
        if let Some(missing) = finishes.iter().find(|finish| !listed.contains(finish)) {
            let pegs = self.statement.board.labels(*missing);
            return wrong(
                "finishes",
                format_args!("the finish with pegs in `{pegs}` is missing"),
            );
        }
        open.sort_unstable();
        Ok(open)
    }

    fn is_refuted_as_stated(
        &self,
        finish: u128,
        refuted: &RefutedPart,
        place: &str,
    ) -> Checked<bool> {
        match refuted {
            RefutedPart::Exhaustion => return Ok(false),
            RefutedPart::Class {
                invariant,
                start,
                finish: at_finish,
            } => {
                let Some(set) = self.invariants.number(*invariant) else {
                    return wrong(
                        place,
                        format_args!("there is no invariant number {invariant}"),
                    );
                };
                let parities = (parity(set & self.statement.start), parity(set & finish));
                require(parities == (*start, *at_finish), place, || {
                    format!(
                        "the invariant is {:?} at the start and {:?} here",
                        parities.0, parities.1
                    )
                })?;
                require(start != at_finish, place, || {
                    "the parities do not differ".to_owned()
                })?;
            }
            RefutedPart::Pagoda {
                function,
                start,
                finish: at_finish,
            } => {
                let pagoda = self.function(*function, place)?;
                let sums = (pagoda.sum(self.statement.start), pagoda.sum(finish));
                require(sums == (*start, *at_finish), place, || {
                    format!("the sum is {} at the start and {} here", sums.0, sums.1)
                })?;
                require(start < at_finish, place, || {
                    "the sum would not have to rise".to_owned()
                })?;
            }
            RefutedPart::Function {
                function,
                start,
                finish: at_finish,
                loss,
            } => {
                let function = self.function(*function, place)?;
                let begin = self.statement.start;
                let known = (
                    function.sum(begin),
                    function.sum(finish),
                    function.loss_between(begin, finish),
                );
                require(known == (*start, *at_finish, *loss), place, || {
                    format!(
                        "the sum is {} at the start and {} here; the loss is {}",
                        known.0, known.1, known.2
                    )
                })?;
                require(function.refutes(begin, finish), place, || {
                    "the sum falls by at least the required loss".to_owned()
                })?;
            }
            RefutedPart::Cases(case) => cases::check(self, finish, case, place)?,
        }
        Ok(true)
    }

    fn open_with_pegs(&self, pegs: u32) -> Checked<Vec<u128>> {
        /// Maximum number of positions to enumerate.
        const MOST: u64 = 50_000_000;
        /// Maximum number of comparisons of a position with a function.
        const MOST_COMPARISONS: u64 = 1 << 26;
        /// Maximum number of open finishes.
        const MOST_OPEN: usize = 1 << 20;
        /// Positions between two polls of the caller.
        const STRIDE: u64 = 1 << 12;
        let holes = self.statement.board.holes();
        require(pegs as usize <= holes, "finishes", || {
            format!("the board has no {pegs} holes")
        })?;
        if self
            .invariants
            .exclude_pegs(self.statement.start, pegs, holes)
        {
            return Ok(Vec::new());
        }
        let count = (0..u64::from(pegs)).try_fold(1u64, |count, taken| {
            count
                .checked_mul((holes as u64).checked_sub(taken)?)
                .map(|product| product / (taken + 1))
        });
        let functions = self.functions.len() as u64;
        let is_feasible =
            |count: u64| count <= MOST && count.saturating_mul(functions) <= MOST_COMPARISONS;
        require(count.is_some_and(is_feasible), "finishes", || {
            format!("there are too many positions with {pegs} pegs to enumerate")
        })?;
        let start = self.statement.start;
        let (mut open, mut seen) = (Vec::new(), 0u64);
        for_each_choice(holes, pegs, 0, &mut |finish| {
            let by_function = || {
                self.functions
                    .iter()
                    .any(|function| function.refutes(start, finish))
            };
            if !self.invariants.differ(start, finish) && !by_function() {
                require(open.len() < MOST_OPEN, "finishes", || {
                    "too many are left to the exhaustion".to_owned()
                })?;
                open.push(finish);
            }
            seen += 1;
            if seen.is_multiple_of(STRIDE) {
                self.resources.count(0)
            } else {
                Ok(())
            }
        })?;
        open.sort_unstable();
        Ok(open)
    }
}

/// Calls `visit` with the union of `chosen` and each set of `count` of the first `holes` holes.
fn for_each_choice(
    holes: usize,
    count: u32,
    chosen: u128,
    visit: &mut impl FnMut(u128) -> Checked<()>,
) -> Checked<()> {
    if count == 0 {
        return visit(chosen);
    }
    (count as usize - 1..holes)
        .try_for_each(|highest| for_each_choice(highest, count - 1, chosen | 1 << highest, visit))
}
