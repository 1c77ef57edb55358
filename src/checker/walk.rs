//! Finding the positions of a side instead of reading them: a search, level by level, that leaves nothing
//! out.
//!
//! The positions after one jump are gathered in lists, each with the value that the walk carries. A full list
//! is sorted, freed of duplicates and packed. Each list is cut into ranges of codes at the same codes, so that
//! afterwards a range of all lists can be merged by itself.

use super::carried::{Carrier, Value, merge_sorted, sort_and_merge};
use super::expander::Expander;
use super::flaw::{Checked, require};
use super::packed::{Budget, Packed, Piece, Store};
use super::resources::Resources;
use super::word::Word;
use crate::threads::{run_on, try_each_on};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Positions expanded between two questions whether to go on.
const STRIDE: usize = 1 << 10;

/// The ranges of a large level.
const RANGES: usize = 1 << 8;

/// A list of fewer positions is not worth sorting by itself.
const LEAST_LIST: usize = 1 << 12;

/// A list of more positions does not stay in the caches.
const MOST_LIST: usize = 1 << 22;

/// What a walk is to find.
pub(super) struct Route<'a> {
    /// The numbers of pegs of its levels.
    pub(super) levels: RangeInclusive<u32>,
    /// From the most pegs to the fewest, the most positions of each level; 0 where they end.
    pub(super) sizes: &'a [u64],
    /// The levels that are needed afterwards.
    pub(super) keep: &'a [u32],
    /// What messages call it.
    pub(super) place: &'a str,
}

/// What a walk has found.
pub(super) struct Walked<W, V> {
    /// The levels to keep, with their numbers of pegs.
    pub(super) kept: Vec<(u32, Arc<Packed<W, V>>)>,
    /// The positions of all levels.
    pub(super) count: u64,
}

/// Finds all levels from the open starts.
pub(super) fn walk<W: Word, C: Carrier<W>>(
    expander: &Expander<W>,
    carrier: &C,
    mut starts: Vec<(W, C::Value)>,
    route: &Route<'_>,
    resources: &Resources<'_>,
) -> Checked<Walked<W, C::Value>> {
    let budget = Arc::new(Budget::new(resources.options.memory / 2));
    let walker = Walker { expander, carrier, resources, budget };
    let sizes = route.sizes.iter().copied().chain(std::iter::repeat(0));
    let (mut kept, mut count) = (Vec::new(), 0);
    let mut level: Option<Arc<Packed<W, C::Value>>> = None;
    for (pegs, most) in route.levels.clone().rev().zip(sizes) {
        let next = match level {
            None => walker.first(&mut starts)?,
            Some(previous) => walker.after(&previous)?,
        };
        require(next.count() <= most, format_args!("{}, positions", route.place), || {
            format!("there are {} with {pegs} pegs, more than {most}", next.count())
        })?;
        count += next.count();
        let next = Arc::new(next);
        if route.keep.contains(&pegs) {
            kept.push((pegs, Arc::clone(&next)));
        }
        level = Some(next);
    }
    Ok(Walked { kept, count })
}

struct Walker<'a, W, C> {
    expander: &'a Expander<W>,
    carrier: &'a C,
    resources: &'a Resources<'a>,
    /// Half of the memory is for packed positions, the rest for lists.
    budget: Arc<Budget>,
}

/// Packed lists, cut into ranges.
struct Lists<W, V> {
    /// The first code of each range but the first one.
    cuts: Vec<W>,
    ranges: Vec<Mutex<Vec<Piece<W, V>>>>,
    store: Store,
}

impl<W: Word, C: Carrier<W>> Walker<'_, W, C> {
    fn threads(&self) -> usize {
        self.resources.options.threads.get()
    }

    fn first(&self, starts: &mut Vec<(W, C::Value)>) -> Checked<Packed<W, C::Value>> {
        sort_and_merge(starts);
        let store = Store::new(&self.budget);
        Ok(Packed { pieces: vec![Piece::pack(starts, &store)?], store })
    }

    /// The level after this one.
    fn after(&self, level: &Packed<W, C::Value>) -> Checked<Packed<W, C::Value>> {
        let cuts = self.cuts(level)?;
        let ranges = (0..=cuts.len()).map(|_| Mutex::default()).collect();
        let lists = Lists { cuts, ranges, store: Store::new(&self.budget) };
        let next = AtomicUsize::new(0);
        let pieces = || level.pieces.get(next.fetch_add(1, Ordering::Relaxed));
        let expanded = run_on(self.threads(), || self.expand(level, &mut std::iter::from_fn(pieces), &lists));
        expanded.into_iter().collect::<Checked<()>>()?;
        self.merge(lists)
    }

    /// Codes that cut the next level into ranges of about the same size, from what can be reached from a few
    /// positions.
    fn cuts(&self, level: &Packed<W, C::Value>) -> Checked<Vec<W>> {
        /// The positions whose children are checked.
        const SAMPLE: usize = 1 << 12;
        /// Children for each range.
        const ENOUGH: usize = 1 << 6;
        let step = (level.count() as usize / SAMPLE).max(1);
        let (mut positions, mut children) = (Vec::new(), Vec::new());
        for piece in &level.pieces {
            positions.clear();
            piece.unpack(&level.store, &mut positions)?;
            let sample = positions.iter().step_by(step).map(|(position, _)| *position);
            self.expander.expand(sample, &mut children);
        }
        children.sort_unstable();
        let ranges = (children.len() / ENOUGH).clamp(1, RANGES);
        let mut cuts: Vec<W> = (1..ranges).map(|range| children[range * children.len() / ranges]).collect();
        cuts.dedup();
        Ok(cuts)
    }

    /// Adds what can be reached from some pieces of a level to the lists.
    fn expand<'p>(
        &self,
        level: &Packed<W, C::Value>,
        pieces: &mut dyn Iterator<Item = &'p Piece<W, C::Value>>,
        lists: &Lists<W, C::Value>,
    ) -> Checked<()>
    where
        W: 'p,
        C::Value: 'p,
    {
        let entry = size_of::<(W, C::Value)>();
        let fitting = self.resources.options.memory as usize / (4 * entry * self.threads());
        let most = fitting.clamp(LEAST_LIST, MOST_LIST);
        let (mut positions, mut children) = (Vec::new(), Vec::new());
        for piece in pieces {
            positions.clear();
            piece.unpack(&level.store, &mut positions)?;
            for some in positions.chunks(STRIDE) {
                self.resources.count(some.len() as u64)?;
                self.expand_some(some, &mut children);
                if children.len() >= most {
                    lists.add(&mut children)?;
                }
            }
        }
        lists.add(&mut children)
    }

    /// Adds the positions one jump after these with their values.
    fn expand_some(&self, some: &[(W, C::Value)], children: &mut Vec<(W, C::Value)>) {
        let images = self.expander.images();
        let positions = some.iter().map(|(position, _)| *position);
        self.expander.for_each_after(positions, |place, jump, child| {
            children.extend(self.carrier.after(images, some[place].1, jump, child));
        });
    }

    fn merge(&self, lists: Lists<W, C::Value>) -> Checked<Packed<W, C::Value>> {
        let Lists { ranges, store: listed, .. } = lists;
        let store = Store::new(&self.budget);
        let merged = Mutex::new(Vec::new());
        try_each_on(self.threads(), ranges.into_iter().enumerate(), |(range, pieces)| {
            self.resources.count(0)?;
            let mut positions = Vec::new();
            for piece in pieces.into_inner().unwrap_or_else(PoisonError::into_inner) {
                piece.unpack(&listed, &mut positions)?;
            }
            positions.sort_by_key(|(position, _)| *position); // which merges ascending stretches
            merge_sorted(&mut positions);
            let piece = Piece::pack(&positions, &store)?;
            merged.lock().unwrap_or_else(PoisonError::into_inner).push((range, piece));
            Ok(())
        })?;
        let mut merged = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
        merged.sort_unstable_by_key(|(range, _)| *range);
        Ok(Packed { store, pieces: merged.into_iter().map(|(_, piece)| piece).collect() })
    }
}

impl<W: Word, V: Value> Lists<W, V> {
    /// Empties a list of positions in any order.
    fn add(&self, positions: &mut Vec<(W, V)>) -> Checked<()> {
        sort_and_merge(positions);
        let mut rest = positions.as_slice();
        for (index, range) in self.ranges.iter().enumerate() {
            let end =
                self.cuts.get(index).map_or(rest.len(), |cut| rest.partition_point(|(next, _)| next < cut));
            let (first, others) = rest.split_at(end);
            if !first.is_empty() {
                let piece = Piece::pack(first, &self.store)?;
                range.lock().unwrap_or_else(PoisonError::into_inner).push(piece);
            }
            rest = others;
        }
        positions.clear();
        Ok(())
    }
}
