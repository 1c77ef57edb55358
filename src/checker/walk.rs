//! Finding the positions of a side instead of reading them: a search, level by level, that leaves nothing
//! out.
//!
//! The positions after one jump are gathered in lists, which are sorted, freed of duplicates and packed when
//! they are full. Each list is cut into ranges of codes at the same codes, so that afterwards a range of all
//! lists can be merged by itself.

use super::expander::Expander;
use super::flaw::{Checked, require};
use super::packed::{Budget, Packed, Piece, Store};
use super::positions::Positions;
use super::resources::Resources;
use super::word::Word;
use crate::threads::{run_on, try_each_on};
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

/// The levels to keep, and the number of positions of all levels, found from the open starts. `levels` are
/// their numbers of pegs; a level may not be larger than its entry of `sizes`, and is empty where there is
/// none.
pub(super) fn walk<W: Word>(
    expander: &Expander<W>,
    mut starts: Vec<W>,
    levels: impl Iterator<Item = u32>,
    sizes: &[u64],
    keep: &[u32],
    place: &str,
    resources: &Resources<'_>,
) -> Checked<(Positions<W>, u64)> {
    let walker = Walker { expander, resources, budget: Arc::new(Budget::new(resources.options.memory / 2)) };
    let sizes = sizes.iter().copied().chain(std::iter::repeat(0));
    let (mut kept, mut count) = (Vec::new(), 0);
    let mut level: Option<Arc<Packed<W>>> = None;
    for (pegs, most) in levels.zip(sizes) {
        let next = match level {
            None => walker.first(&mut starts)?,
            Some(previous) => walker.after(&previous)?,
        };
        require(next.count() <= most, format_args!("{place}, positions"), || {
            format!("there are {} with {pegs} pegs, more than {most}", next.count())
        })?;
        count += next.count();
        let next = Arc::new(next);
        if keep.contains(&pegs) {
            kept.push((pegs, Arc::clone(&next)));
        }
        level = Some(next);
    }
    Ok((Positions::Found(kept), count))
}

struct Walker<'a, W> {
    expander: &'a Expander<W>,
    resources: &'a Resources<'a>,
    /// Half of the memory is for packed positions, the rest for lists.
    budget: Arc<Budget>,
}

/// Packed lists, cut into ranges.
struct Lists<W> {
    /// The first code of each range but the first one.
    cuts: Vec<W>,
    ranges: Vec<Mutex<Vec<Piece<W>>>>,
    store: Store,
}

impl<W: Word> Walker<'_, W> {
    fn threads(&self) -> usize {
        self.resources.options.threads.get()
    }

    fn first(&self, starts: &mut Vec<W>) -> Checked<Packed<W>> {
        starts.sort_unstable();
        starts.dedup();
        let store = Store::new(&self.budget);
        Ok(Packed { pieces: vec![Piece::pack(starts, &store)?], store })
    }

    /// The level after this one.
    fn after(&self, level: &Packed<W>) -> Checked<Packed<W>> {
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
    fn cuts(&self, level: &Packed<W>) -> Checked<Vec<W>> {
        /// The positions whose children are checked.
        const SAMPLE: usize = 1 << 12;
        /// Children for each range.
        const ENOUGH: usize = 1 << 6;
        let step = (level.count() as usize / SAMPLE).max(1);
        let (mut positions, mut children) = (Vec::new(), Vec::new());
        for piece in &level.pieces {
            positions.clear();
            piece.unpack(&level.store, &mut positions)?;
            let sample: Vec<W> = positions.iter().copied().step_by(step).collect();
            self.expander.expand(&sample, &mut children);
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
        level: &Packed<W>,
        pieces: &mut dyn Iterator<Item = &'p Piece<W>>,
        lists: &Lists<W>,
    ) -> Checked<()>
    where
        W: 'p,
    {
        let fitting = self.resources.options.memory as usize / (4 * size_of::<W>() * self.threads());
        let most = fitting.clamp(LEAST_LIST, MOST_LIST);
        let (mut positions, mut children) = (Vec::new(), Vec::new());
        for piece in pieces {
            positions.clear();
            piece.unpack(&level.store, &mut positions)?;
            for some in positions.chunks(STRIDE) {
                self.resources.count(some.len() as u64)?;
                self.expander.expand(some, &mut children);
                if children.len() >= most {
                    lists.add(&mut children)?;
                }
            }
        }
        lists.add(&mut children)
    }

    fn merge(&self, lists: Lists<W>) -> Checked<Packed<W>> {
        let Lists { ranges, store: listed, .. } = lists;
        let store = Store::new(&self.budget);
        let merged = Mutex::new(Vec::new());
        try_each_on(self.threads(), ranges.into_iter().enumerate(), |(range, pieces)| {
            self.resources.count(0)?;
            let mut positions = Vec::new();
            for piece in pieces.into_inner().unwrap_or_else(PoisonError::into_inner) {
                piece.unpack(&listed, &mut positions)?;
            }
            positions.sort(); // which merges ascending stretches
            positions.dedup();
            let piece = Piece::pack(&positions, &store)?;
            merged.lock().unwrap_or_else(PoisonError::into_inner).push((range, piece));
            Ok(())
        })?;
        let mut merged = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
        merged.sort_unstable_by_key(|(range, _)| *range);
        Ok(Packed { store, pieces: merged.into_iter().map(|(_, piece)| piece).collect() })
    }
}

impl<W: Word> Lists<W> {
    /// Empties a list of positions in any order.
    fn add(&self, positions: &mut Vec<W>) -> Checked<()> {
        positions.sort_unstable();
        positions.dedup();
        let mut rest = positions.as_slice();
        for (index, range) in self.ranges.iter().enumerate() {
            let end = self.cuts.get(index).map_or(rest.len(), |cut| rest.partition_point(|next| next < cut));
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
