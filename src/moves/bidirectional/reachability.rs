//! Positions connected to both ends of a problem, as bitmaps. A cache keeps them for other problems of the
//! same board, where an end may be an image of an earlier one.

use crate::board::{Position, Symmetry};
use crate::control::{Control, Part};
use crate::engine::{Bits, PermutationPath, Permutations};
use crate::problem::{PlayDirection, Problem};
use crate::sweep::{SolvablePlan, SolvablePositions, SweepError};
use std::sync::{Arc, Mutex, MutexGuard};

/// Bitmaps by end, the most recently used last. Together they take at most half of the memory allowed.
#[derive(Debug, Default)]
pub(in crate::moves) struct BitmapCache(Mutex<Vec<Arc<CachedBitmap>>>);

#[derive(Debug)]
struct CachedBitmap {
    solvable: SolvablePositions,
    bytes: u64,
}

/// The positions from which an end can be reached.
#[derive(Debug)]
struct ConnectedPositions {
    bitmap: Arc<CachedBitmap>,
    /// Carries the end to the image for which the bitmap was computed.
    symmetry: Permutations<u64>,
}

/// Filter for positions that lie between both ends of a problem.
#[derive(Debug)]
pub(super) struct ReachabilityFilter {
    /// Positions from which a finish can be reached.
    solvable: ConnectedPositions,
    /// Complements of the positions that can be reached from the start.
    reached: ConnectedPositions,
    /// All holes.
    full: u64,
}

/// Plan of a [`ReachabilityFilter`].
#[derive(Debug)]
pub(super) struct ReachabilityPlan {
    /// The finishes, and the complement of the start.
    ends: [Vec<Position>; 2],
    /// Bitmaps that are not cached. Ends that are images of each other share one.
    bitmaps: [Option<SolvablePlan>; 2],
}

/// Each bitmap takes at most 1/N of the memory allowed.
const BITMAP_MEMORY_FRACTION: u64 = 4;

/// All cached bitmaps together take at most 1/N of the memory allowed.
const CACHE_MEMORY_FRACTION: u64 = 2;

impl BitmapCache {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<CachedBitmap>>> {
        self.0.lock().expect("no thread panics with the lock")
    }

    /// Returns the total size in bytes.
    pub(in crate::moves) fn bytes(&self) -> u64 {
        self.all().iter().map(|bitmap| bitmap.bytes).sum()
    }

    /// Returns the cached bitmap of an end or of one of its images.
    fn get(&self, end: &[Position]) -> Option<ConnectedPositions> {
        let mut all = self.all();
        let (place, symmetry) = all.iter().enumerate().find_map(|(place, bitmap)| {
            let symmetry = symmetry_between(end, bitmap.solvable.finishes())?;
            Some((
                place,
                Permutations::new([symmetry], PermutationPath::fastest()),
            ))
        })?;
        let bitmap = all.remove(place);
        all.push(Arc::clone(&bitmap));
        Some(ConnectedPositions { bitmap, symmetry })
    }

    /// Returns the bitmap of an end, computing it on a miss; `None` if it takes too much memory.
    fn find(
        &self,
        end: &[Position],
        plan: Option<SolvablePlan>,
        control: &Control<'_>,
    ) -> Result<Option<ConnectedPositions>, SweepError> {
        if let Some(cached) = self.get(end) {
            return Ok(Some(cached));
        }
        // A bitmap that was cached when this was planned may have been evicted.
        let Some(plan) = plan.or_else(|| plan_bitmap(end, control)) else {
            return Ok(None);
        };
        let bytes = plan.bytes();
        self.evict(bytes, control.memory() / CACHE_MEMORY_FRACTION);
        let solvable = plan.find(Part::whole(control))?;
        self.all().push(Arc::new(CachedBitmap { solvable, bytes }));
        Ok(self.get(end))
    }

    /// Evicts the least recently used bitmaps until `bytes` more fit `most`.
    fn evict(&self, bytes: u64, most: u64) {
        let mut excess = (self.bytes() + bytes).saturating_sub(most);
        let mut all = self.all();
        while excess > 0 && !all.is_empty() {
            excess = excess.saturating_sub(all.remove(0).bytes);
        }
    }
}

/// Plans the bitmap of an end; `None` if it takes too much memory.
fn plan_bitmap(end: &[Position], control: &Control<'_>) -> Option<SolvablePlan> {
    SolvablePlan::new(end, control.memory() / BITMAP_MEMORY_FRACTION)
}

/// Finds a symmetry that maps positions onto others.
fn symmetry_between<'a>(positions: &'a [Position], onto: &[Position]) -> Option<&'a Symmetry> {
    let board = positions.first()?.board();
    let mut wanted: Vec<u128> = onto.iter().map(Position::code).collect();
    wanted.sort_unstable();
    board.symmetries().iter().find(|symmetry| {
        let mut images: Vec<u128> = positions
            .iter()
            .map(|position| symmetry.apply_code(position.code()))
            .collect();
        images.sort_unstable();
        images == wanted
    })
}

impl ConnectedPositions {
    /// Retains the positions of the end's class from which the end can be reached.
    fn retain<T: Copy>(&self, positions: &mut Vec<T>, code: impl Fn(T) -> u64) {
        // A single permutation: its image is the smallest.
        let image = |position| self.symmetry.smallest_image(code(position));
        self.bitmap.solvable.retain_codes(positions, image);
    }
}

impl ReachabilityPlan {
    /// Plans the filter of a problem with these finishes, all of one class; `None` if a bitmap takes too much
    /// memory.
    pub(super) fn new(
        problem: &Problem,
        finishes: Vec<Position>,
        cache: &BitmapCache,
        control: &Control<'_>,
    ) -> Option<ReachabilityPlan> {
        let ends = [finishes, vec![problem.start().complement()]];
        let is_shared = symmetry_between(&ends[1], &ends[0]).is_some();
        let plan = |end: &[Position]| match cache.get(end) {
            Some(_) => Some(None),
            None => plan_bitmap(end, control).map(Some),
        };
        let bitmaps = [
            plan(&ends[0])?,
            if is_shared { None } else { plan(&ends[1])? },
        ];
        Some(ReachabilityPlan { ends, bitmaps })
    }

    /// Returns the bytes of the bitmaps that are not cached.
    pub(super) fn bytes(&self) -> u64 {
        self.bitmaps.iter().flatten().map(SolvablePlan::bytes).sum()
    }

    /// Computes the filter; `None` if a bitmap takes too much memory.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when the system runs out of memory or the control stops the computation.
    pub(super) fn find(
        self,
        cache: &BitmapCache,
        control: &Control<'_>,
    ) -> Result<Option<ReachabilityFilter>, SweepError> {
        let ReachabilityPlan {
            ends: [finishes, start],
            bitmaps: [below, above],
        } = self;
        let Some(solvable) = cache.find(&finishes, below, control)? else {
            return Ok(None);
        };
        let Some(reached) = cache.find(&start, above, control)? else {
            return Ok(None);
        };
        Ok(Some(ReachabilityFilter {
            solvable,
            reached,
            full: start[0].board().full_code() as u64,
        }))
    }
}

impl ReachabilityFilter {
    /// Retains the positions, reached in this direction, from which the opposite end can be reached.
    pub(super) fn retain_connected<B: Bits>(
        &self,
        direction: PlayDirection,
        positions: &mut Vec<B>,
    ) {
        // Boards that fit a bitmap fit the lower word.
        match direction {
            PlayDirection::Forward => self
                .solvable
                .retain(positions, |position| position.words().0),
            PlayDirection::Backward => self
                .reached
                .retain(positions, |position| self.full & !position.words().0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Games};
    use std::collections::BTreeSet;

    /// A bitmap answers for the images of its end.
    #[test]
    fn images_of_an_end_share_its_bitmap() {
        let board = Board::library("triangle6").unwrap();
        let control = Control::default();
        let cache = BitmapCache::default();
        for vacancy in board.holes() {
            let end = [board.with_pegs([vacancy])];
            let shared = cache.find(&end, None, &control).unwrap().unwrap();
            let own = SolvablePositions::find(&end, &control).unwrap().unwrap();
            for seed in 0..20 {
                let start = board.vacate(board.holes().nth(seed % board.hole_count()).unwrap());
                let game = Games::from_random(&start, seed as u64).next().unwrap();
                let mut positions: Vec<Position> = game
                    .positions()
                    .filter(|position| position.class() == end[0].class())
                    .collect();
                let mut joined: Vec<u64> = positions
                    .iter()
                    .map(|position| position.code() as u64)
                    .collect();
                shared.retain(&mut joined, |code| code);
                positions.retain(|position| own.contains(position));
                assert!(
                    positions
                        .iter()
                        .map(|position| position.code() as u64)
                        .eq(joined)
                );
            }
        }
        let first = |hole| {
            board
                .symmetries()
                .iter()
                .map(|symmetry| symmetry.apply(hole))
                .min()
        };
        let orbits: BTreeSet<_> = board.holes().map(first).collect();
        assert_eq!(cache.all().len(), orbits.len());
    }

    #[test]
    fn bitmaps_that_are_kept_fit_their_share() {
        let board = Board::library("triangle6").unwrap();
        let ends: Vec<[Position; 1]> = board
            .holes()
            .map(|hole| [board.with_pegs([hole])])
            .collect();
        let bytes = SolvablePlan::new(&ends[0], u64::MAX).unwrap().bytes();
        let cache = BitmapCache::default();
        for end in &ends {
            cache.evict(bytes, 2 * bytes);
            let _ = cache.find(end, None, &Control::default()).unwrap().unwrap();
            assert!((bytes..=3 * bytes).contains(&cache.bytes()));
        }
    }
}
