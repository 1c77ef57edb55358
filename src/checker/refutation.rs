//! Finishes that cannot be reached: by a position class, by a pagoda function, or by an exhaustion.

use super::board::{Board, holes_of};
use super::flaw::{Checked, require, wrong};
use super::format::{FinishPart, FinishesPart, ParityPart, RefutationPart, RefutedPart};
use super::statement::Statement;
use std::collections::BTreeSet;

/// The finishes that an exhaustion has to deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finishes {
    /// These positions, in ascending order. All have the same number of pegs.
    Listed(Vec<u128>),
    /// Every position with so many pegs.
    WithPegs(u32),
}

impl Finishes {
    pub(super) fn pegs(&self) -> u32 {
        match self {
            Finishes::Listed(positions) => positions.first().map_or(0, |finish| finish.count_ones()),
            Finishes::WithPegs(pegs) => *pegs,
        }
    }

    pub(super) fn contain(&self, position: u128) -> bool {
        match self {
            Finishes::Listed(positions) => positions.binary_search(&position).is_ok(),
            Finishes::WithPegs(pegs) => position.count_ones() == *pegs,
        }
    }

    /// The least sum of a finish.
    pub(super) fn least_sum(&self, pagoda: &Pagoda) -> i64 {
        match self {
            Finishes::Listed(positions) => {
                positions.iter().map(|finish| pagoda.sum(*finish)).min().unwrap_or(0)
            }
            Finishes::WithPegs(pegs) => {
                let mut weights = pagoda.0.clone();
                weights.sort_unstable();
                weights.iter().take(*pegs as usize).map(|weight| i64::from(*weight)).sum()
            }
        }
    }
}

/// Sets of holes of which every jump touches an even number: the parity of the pegs in them never changes.
pub(super) struct Invariants(Vec<u128>);

impl Invariants {
    pub(super) fn new(board: &Board, sets: &[String]) -> Checked<Invariants> {
        let check = |(index, set): (usize, &String)| {
            let place = format!("invariants, number {}", index + 1);
            let code = board.code(set, &place)?;
            let odd = board.jumps.iter().find(|jump| (jump.change() & code).count_ones() % 2 == 1);
            match odd {
                Some(jump) => {
                    wrong(place, format_args!("the jump {} changes its parity", board.notation(*jump)))
                }
                None => Ok(code),
            }
        };
        sets.iter().enumerate().map(check).collect::<Checked<_>>().map(Invariants)
    }

    /// Whether no position with so many pegs has the parities of the start. The parities of a position are the sum of
    /// those of its pegs; sums in which a hole comes twice are looked at as well, and do no harm.
    fn exclude_pegs(&self, start: u128, pegs: u32, holes: usize) -> bool {
        /// With more sums than these, positions are looked at one by one.
        const MOST: usize = 1 << 12;
        let parities = |code: u128| {
            let odd = self.0.iter().enumerate().filter(|(_, set)| parity(*set & code) == ParityPart::Odd);
            odd.fold(0u128, |parities, (index, _)| parities | 1 << index)
        };
        if self.0.len() > u128::BITS as usize {
            return false;
        }
        let singles: BTreeSet<u128> = (0..holes).map(|hole| parities(1 << hole)).collect();
        let mut sums = BTreeSet::from([0]);
        for _ in 0..pegs {
            sums = sums.iter().flat_map(|sum| singles.iter().map(move |single| sum ^ single)).collect();
            if sums.len() > MOST {
                return false;
            }
        }
        !sums.contains(&parities(start))
    }

    fn differ(&self, start: u128, finish: u128) -> bool {
        self.0.iter().any(|set| parity(set & start) != parity(set & finish))
    }
}

fn parity(code: u128) -> ParityPart {
    if code.count_ones().is_multiple_of(2) { ParityPart::Even } else { ParityPart::Odd }
}

/// Weights of the holes that no jump raises: `w[from] + w[over] >= w[to]`.
#[derive(Debug)]
pub(super) struct Pagoda(pub(super) Vec<i32>);

/// The absolute weights of a function sum up to less, so that no sum of them overflows.
const WEIGHT_LIMIT: i64 = 1 << 28;

impl Pagoda {
    /// Checks the functions of a list.
    pub(super) fn all(board: &Board, functions: &[Vec<i32>], place: &str) -> Checked<Vec<Pagoda>> {
        let numbered = functions.iter().enumerate();
        numbered
            .map(|(index, weights)| Pagoda::new(board, weights, &format!("{place}, number {}", index + 1)))
            .collect()
    }

    fn new(board: &Board, weights: &[i32], place: &str) -> Checked<Pagoda> {
        require(weights.len() == board.holes(), place, || {
            format!("there are {} weights for {} holes", weights.len(), board.holes())
        })?;
        let size: i64 = weights.iter().map(|weight| i64::from(*weight).abs()).sum();
        require(size < WEIGHT_LIMIT, place, || format!("the weights sum up to {WEIGHT_LIMIT} or more"))?;
        let rises = |jump: &&super::board::Jump| weights[jump.from] + weights[jump.over] < weights[jump.to];
        match board.jumps.iter().find(rises) {
            Some(jump) => wrong(
                place,
                format_args!(
                    "the jump {} raises the sum: {} and {} give {}",
                    board.notation(*jump),
                    weights[jump.from],
                    weights[jump.over],
                    weights[jump.to]
                ),
            ),
            None => Ok(Pagoda(weights.to_vec())),
        }
    }

    pub(super) fn sum(&self, position: u128) -> i64 {
        holes_of(position).map(|hole| i64::from(self.0[hole])).sum()
    }
}

/// The finishes that neither a class nor a pagoda function refutes, if there are any. `fewer_than` is the number
/// of pegs that a goal of fewest pegs claims.
pub(super) fn open_finishes(
    statement: &Statement,
    part: &RefutationPart,
    finishes: Option<&[u128]>,
    fewer_than: u32,
) -> Checked<Option<Finishes>> {
    const PLACE: &str = "finishes";
    let board = &statement.board;
    let invariants = Invariants::new(board, &part.invariants)?;
    let pagodas = Pagoda::all(board, &part.pagodas, "pagodas")?;
    let refuter = Refuter { statement, invariants, pagodas };
    let is_one_fewer = |pegs: u32| {
        require(pegs.checked_add(1) == Some(fewer_than), PLACE, || {
            format!("positions with one peg fewer than {fewer_than} are to be refuted, not with {pegs}")
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
        (_, Some(_)) => return wrong(PLACE, "each finish of the goal is to be listed with what refutes it"),
        (_, None) => return wrong(PLACE, "every position with one peg fewer is to be refuted, not some"),
    };
    Ok((!open.is_empty()).then_some(Finishes::Listed(open)))
}

struct Refuter<'a> {
    statement: &'a Statement,
    invariants: Invariants,
    pagodas: Vec<Pagoda>,
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
            require(!listed.contains(&finish), &place, || "this finish is listed twice".to_owned())?;
            listed.push(finish);
            if !self.is_refuted_as_stated(finish, &part.refuted, &place)? {
                open.push(finish);
            }
        }
        if let Some(missing) = finishes.iter().find(|finish| !listed.contains(finish)) {
            let pegs = self.statement.board.labels(*missing);
            return wrong("finishes", format_args!("the finish with pegs in `{pegs}` is missing"));
        }
        open.sort_unstable();
        Ok(open)
    }

    fn is_refuted_as_stated(&self, finish: u128, refuted: &RefutedPart, place: &str) -> Checked<bool> {
        match refuted {
            RefutedPart::Exhaustion => return Ok(false),
            RefutedPart::Class { invariant, start, finish: at_finish } => {
                let Some(set) = numbered(&self.invariants.0, *invariant) else {
                    return wrong(place, format_args!("there is no invariant number {invariant}"));
                };
                let parities = (parity(set & self.statement.start), parity(set & finish));
                require(parities == (*start, *at_finish), place, || {
                    format!("the invariant is {:?} at the start and {:?} here", parities.0, parities.1)
                })?;
                require(start != at_finish, place, || "the parities do not differ".to_owned())?;
            }
            RefutedPart::Pagoda { function, start, finish: at_finish } => {
                let Some(pagoda) = numbered(&self.pagodas, *function) else {
                    return wrong(place, format_args!("there is no pagoda function number {function}"));
                };
                let sums = (pagoda.sum(self.statement.start), pagoda.sum(finish));
                require(sums == (*start, *at_finish), place, || {
                    format!("the sum is {} at the start and {} here", sums.0, sums.1)
                })?;
                require(start < at_finish, place, || "the sum would not have to rise".to_owned())?;
            }
        }
        Ok(true)
    }

    fn open_with_pegs(&self, pegs: u32) -> Checked<Vec<u128>> {
        /// A search for positions with more pegs than can be listed would not end.
        const MOST: u64 = 50_000_000;
        let holes = self.statement.board.holes();
        require(pegs as usize <= holes, "finishes", || format!("the board has no {pegs} holes"))?;
        if self.invariants.exclude_pegs(self.statement.start, pegs, holes) {
            return Ok(Vec::new());
        }
        let count = (0..u64::from(pegs)).try_fold(1u64, |count, taken| {
            count.checked_mul((holes as u64).checked_sub(taken)?).map(|product| product / (taken + 1))
        });
        require(count.is_some_and(|count| count <= MOST), "finishes", || {
            format!("there are too many positions with {pegs} pegs to look at each")
        })?;
        let mut open = Vec::new();
        for_each_choice(holes, pegs, 0, &mut |finish| {
            let start = self.statement.start;
            let by_pagoda = || self.pagodas.iter().any(|pagoda| pagoda.sum(start) < pagoda.sum(finish));
            if !self.invariants.differ(start, finish) && !by_pagoda() {
                open.push(finish);
            }
        });
        open.sort_unstable();
        Ok(open)
    }
}

/// The entry with this number, counted from 1.
fn numbered<T>(entries: &[T], number: usize) -> Option<&T> {
    entries.get(number.checked_sub(1)?)
}

/// Calls `visit` with `chosen` and `count` more of the first `holes` holes, for every choice of them.
fn for_each_choice(holes: usize, count: u32, chosen: u128, visit: &mut impl FnMut(u128)) {
    if count == 0 {
        return visit(chosen);
    }
    for highest in (count as usize - 1)..holes {
        for_each_choice(highest, count - 1, chosen | 1 << highest, visit);
    }
}
