//! Refutation of finishes by position classes, functions, trees of cases or an exhaustion.

use super::cases;
use super::counted;
use super::flaw::{Checked, require, wrong};
use super::function::Function;
use super::pattern::Pattern;
use super::refuter::{Invariants, Refuter, parity};
use super::resources::Resources;
use super::statement::{Goal, Statement};
use super::symmetry::Symmetries;
use crate::format::{FinishPart, FinishesPart, RefutationPart, RefutedPart, RefutedPatternPart};

/// Finishes left to an exhaustion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finishes {
    /// Positions in ascending order, all with the same number of pegs.
    Listed(Vec<u128>),
    /// Every position with this many pegs.
    WithPegs(u32),
    /// Every position that matches one of these patterns, in ascending order.
    Matching(Vec<Pattern>),
}

impl Finishes {
    /// Returns the minimum number of pegs of a finish.
    pub(super) fn pegs(&self) -> u32 {
        match self {
            Finishes::Listed(positions) => {
                positions.first().map_or(0, |finish| finish.count_ones())
            }
            Finishes::WithPegs(pegs) => *pegs,
            Finishes::Matching(patterns) => {
                let pegs = patterns.iter().map(|pattern| pattern.least_pegs());
                pegs.min().unwrap_or(0)
            }
        }
    }

    pub(super) fn contain(&self, position: u128) -> bool {
        match self {
            Finishes::Listed(positions) => positions.binary_search(&position).is_ok(),
            Finishes::WithPegs(pegs) => position.count_ones() == *pegs,
            Finishes::Matching(patterns) => {
                patterns.iter().any(|pattern| pattern.matches(position))
            }
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
            Finishes::Matching(patterns) => {
                let sums = patterns.iter().map(|pattern| pattern.least_sum(function));
                sums.min().unwrap_or(0)
            }
        }
    }
}

/// Checks the refutations and returns the finishes left to an exhaustion, if any. For the goal of fewest pegs,
/// `fewer_than` is the claimed number of pegs.
pub(super) fn open_finishes(
    statement: &Statement,
    part: &RefutationPart,
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
    let open = match (&part.finishes, &statement.goal) {
        (FinishesPart::Each(parts), Goal::Finishes(finishes)) => {
            refuter.open_among(parts, finishes)?
        }
        (FinishesPart::Patterns(parts), Goal::Patterns(patterns)) => {
            let open = refuter.open_patterns(parts, patterns)?;
            return Ok((!open.is_empty()).then_some(Finishes::Matching(open)));
        }
        (FinishesPart::Every { pegs }, Goal::FewestPegs) => {
            is_one_fewer(*pegs)?;
            refuter.open_with_pegs(*pegs)?
        }
        (FinishesPart::Any { pegs }, Goal::FewestPegs) => {
            is_one_fewer(*pegs)?;
            return Ok(Some(Finishes::WithPegs(*pegs)));
        }
        (_, Goal::Finishes(_)) => {
            return wrong(
                PLACE,
                "each finish of the goal must be listed with its refutation",
            );
        }
        (_, Goal::Patterns(_)) => {
            return wrong(
                PLACE,
                "each pattern of the goal must be listed with its refutation",
            );
        }
        (_, Goal::FewestPegs) => {
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

    fn open_patterns(
        &self,
        parts: &[RefutedPatternPart],
        patterns: &[Pattern],
    ) -> Checked<Vec<Pattern>> {
        let (mut open, mut listed) = (Vec::new(), Vec::new());
        for (index, part) in parts.iter().enumerate() {
            let place = format!("finishes, number {}", index + 1);
            let pattern = Pattern::of_part(&self.statement.board, &part.pattern, &place)?;
            require(patterns.contains(&pattern), &place, || {
                "this pattern is not one of the goal".to_owned()
            })?;
            require(!listed.contains(&pattern), &place, || {
                "this pattern is listed twice".to_owned()
            })?;
            listed.push(pattern);
            if !self.is_pattern_refuted_as_stated(pattern, &part.refuted, &place)? {
                open.push(pattern);
            }
        }
        let missing = patterns
            .iter()
            .position(|pattern| !listed.contains(pattern));
        if let Some(missing) = missing {
            return wrong(
                "finishes",
                format_args!("pattern number {} of the goal is missing", missing + 1),
            );
        }
        open.sort_unstable();
        Ok(open)
    }

    fn is_pattern_refuted_as_stated(
        &self,
        pattern: Pattern,
        refuted: &RefutedPart,
        place: &str,
    ) -> Checked<bool> {
        let begin = self.statement.start;
        let check_function = |number: usize, known: (i64, i64, i64)| {
            let function = self.function(number, place)?;
            let (sum, least) = (function.sum(begin), pattern.least_sum(function));
            let loss = pattern.loss_from(function, begin);
            require(known == (sum, least, loss), place, || {
                format!(
                    "the sum is {sum} at the start and at least {least} here; the loss is {loss}"
                )
            })?;
            require(sum - least < loss, place, || {
                "the sum falls by at least the required loss".to_owned()
            })
        };
        match refuted {
            RefutedPart::Exhaustion => return Ok(false),
            RefutedPart::Pegs => {
                let is_met = pattern.matches(begin);
                require(
                    !is_met && pattern.least_pegs() >= begin.count_ones(),
                    place,
                    || "the start has enough pegs for this pattern".to_owned(),
                )?;
            }
            RefutedPart::Class {
                invariant,
                start,
                finish,
            } => {
                let Some(set) = self.invariants.number(*invariant) else {
                    return wrong(
                        place,
                        format_args!("there is no invariant number {invariant}"),
                    );
                };
                require(pattern.fixes(set), place, || {
                    "the pattern does not fix the parity of the invariant".to_owned()
                })?;
                let parities = (parity(set & begin), parity(set & pattern.pegs));
                require(parities == (*start, *finish), place, || {
                    format!(
                        "the invariant is {:?} at the start and {:?} here",
                        parities.0, parities.1
                    )
                })?;
                require(start != finish, place, || {
                    "the parities do not differ".to_owned()
                })?;
            }
            RefutedPart::Pagoda {
                function,
                start,
                finish,
            } => {
                let plain = self.function(*function, place)?.parities.is_empty();
                require(plain, place, || "the function has parity sets".to_owned())?;
                check_function(*function, (*start, *finish, 0))?;
            }
            RefutedPart::Function {
                function,
                start,
                finish,
                loss,
            } => check_function(*function, (*start, *finish, *loss))?,
            RefutedPart::Cases(case) => cases::check(self, pattern, case, place)?,
        }
        Ok(true)
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
            RefutedPart::Cases(case) => {
                let finish = Pattern::of_position(&self.statement.board, finish);
                cases::check(self, finish, case, place)?;
            }
            RefutedPart::Pegs => {
                return wrong(place, "only a pattern can be refuted by its number of pegs");
            }
        }
        Ok(true)
    }

    fn open_with_pegs(&self, pegs: u32) -> Checked<Vec<u128>> {
        /// Maximum number of positions to enumerate.
        const MOST: u64 = 50_000_000;
        /// Maximum number of comparisons of a position with a function.
        const MAX_COMPARISONS: u64 = 1 << 26;
        /// Maximum number of open finishes.
        const MAX_OPEN: usize = 1 << 20;
        /// Positions between two polls of the caller.
        const STRIDE: u64 = 1 << 12;
        let holes = self.statement.board.holes();
        require(pegs as usize <= holes, "finishes", || {
            format!("the board has fewer than {}", counted(pegs, "hole"))
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
            |count: u64| count <= MOST && count.saturating_mul(functions) <= MAX_COMPARISONS;
        require(count.is_some_and(is_feasible), "finishes", || {
            format!(
                "there are too many positions with {} to enumerate",
                counted(pegs, "peg")
            )
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
                require(open.len() < MAX_OPEN, "finishes", || {
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
