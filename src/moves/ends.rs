//! What can be reached from both ends of a problem, as bitmaps. They are kept for other problems of the same board:
//! what is known about one end is known about its images.

use super::rule::Way;
use crate::board::{Position, Symmetry};
use crate::control::{Control, Part};
use crate::engine::{Bits, PermutationPath, Permutations};
use crate::problem::Problem;
use crate::sweep::{SolvablePlan, SolvablePositions, SweepError};
use std::sync::{Arc, Mutex, MutexGuard};

/// The positions from which some ends can be reached: those used last, at the back, within half of the memory.
#[derive(Debug, Default)]
pub(super) struct KeptBitmaps(Mutex<Vec<Arc<Kept>>>);

#[derive(Debug)]
struct Kept {
    solvable: SolvablePositions,
    bytes: u64,
}

/// The positions from which an end can be reached.
#[derive(Debug)]
struct Solvable {
    of_image: Arc<Kept>,
    /// Carries the end to the image that the bitmap is about.
    carried: Permutations<u64>,
}

/// What can be reached from each end.
#[derive(Debug)]
pub(super) struct BothEnds {
    /// The positions from which a finish can be reached.
    solvable: Solvable,
    /// The complements of the positions that can be reached from the start.
    reached: Solvable,
    /// All holes.
    full: u64,
}

/// What is to be done for [`BothEnds`].
#[derive(Debug)]
pub(super) struct BothEndsPlan {
    /// The finishes, and the complement of the start.
    ends: [Vec<Position>; 2],
    /// Those bitmaps that are not known yet; ends that are images of each other share one.
    bitmaps: [Option<SolvablePlan>; 2],
}

/// No bitmap may take more than this part of the memory.
const SHARE_OF_BITMAP: u64 = 4;

/// All that are kept take no more than this part.
const SHARE_OF_KEPT: u64 = 2;

impl KeptBitmaps {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Kept>>> {
        self.0.lock().expect("no thread panics with the bitmaps")
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.all().iter().map(|kept| kept.bytes).sum()
    }

    /// The bitmap of an end, if there is one.
    fn known(&self, end: &[Position]) -> Option<Solvable> {
        let mut all = self.all();
        let (place, symmetry) = all.iter().enumerate().find_map(|(place, kept)| {
            let symmetry = carrying(end, kept.solvable.finishes())?;
            Some((
                place,
                Permutations::new([symmetry], PermutationPath::fastest()),
            ))
        })?;
        let kept = all.remove(place);
        all.push(Arc::clone(&kept));
        Some(Solvable {
            of_image: kept,
            carried: symmetry,
        })
    }

    /// The bitmap of an end, made as planned unless it is known; `None` where it takes too much memory.
    fn find(
        &self,
        end: &[Position],
        plan: Option<SolvablePlan>,
        control: &Control<'_>,
    ) -> Result<Option<Solvable>, SweepError> {
        if let Some(known) = self.known(end) {
            return Ok(Some(known));
        }
        // One that was known may be forgotten by now.
        let Some(plan) = plan.or_else(|| planned(end, control)) else {
            return Ok(None);
        };
        let bytes = plan.bytes();
        self.make_room(bytes, control.memory() / SHARE_OF_KEPT);
        let solvable = plan.find(Part::whole(control))?;
        self.all().push(Arc::new(Kept { solvable, bytes }));
        Ok(self.known(end))
    }

    /// Forgets those that have not been used for the longest time.
    fn make_room(&self, bytes: u64, most: u64) {
        let mut excess = (self.bytes() + bytes).saturating_sub(most);
        let mut all = self.all();
        while excess > 0 && !all.is_empty() {
            excess = excess.saturating_sub(all.remove(0).bytes);
        }
    }
}

/// How the bitmap of an end would be kept; `None` where it takes too much memory.
fn planned(end: &[Position], control: &Control<'_>) -> Option<SolvablePlan> {
    SolvablePlan::new(end, control.memory() / SHARE_OF_BITMAP)
}

/// The symmetry that carries positions onto others.
fn carrying<'a>(positions: &'a [Position], onto: &[Position]) -> Option<&'a Symmetry> {
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

impl Solvable {
    /// Keeps those positions of the end's class from which it can be reached.
    fn retain<T: Copy>(&self, positions: &mut Vec<T>, code: impl Fn(T) -> u64) {
        // There is one image only.
        let image = |position| self.carried.smallest_image(code(position));
        self.of_image.solvable.retain_codes(positions, image);
    }
}

impl BothEndsPlan {
    /// For a problem with these finishes, all of one class; `None` where a bitmap takes too much memory.
    pub(super) fn new(
        problem: &Problem,
        finishes: Vec<Position>,
        kept: &KeptBitmaps,
        control: &Control<'_>,
    ) -> Option<BothEndsPlan> {
        let ends = [finishes, vec![problem.start().complement()]];
        let is_shared = carrying(&ends[1], &ends[0]).is_some();
        let plan = |end: &[Position]| match kept.known(end) {
            Some(_) => Some(None),
            None => planned(end, control).map(Some),
        };
        let bitmaps = [
            plan(&ends[0])?,
            if is_shared { None } else { plan(&ends[1])? },
        ];
        Some(BothEndsPlan { ends, bitmaps })
    }

    /// The bytes of the bitmaps that are still to be made.
    pub(super) fn bytes(&self) -> u64 {
        self.bitmaps.iter().flatten().map(SolvablePlan::bytes).sum()
    }

    /// Finds out what can be reached; `None` where a bitmap takes too much memory.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when the system has no memory or the control stops it.
    pub(super) fn find(
        self,
        kept: &KeptBitmaps,
        control: &Control<'_>,
    ) -> Result<Option<BothEnds>, SweepError> {
        let BothEndsPlan {
            ends: [finishes, start],
            bitmaps: [below, above],
        } = self;
        let Some(solvable) = kept.find(&finishes, below, control)? else {
            return Ok(None);
        };
        let Some(reached) = kept.find(&start, above, control)? else {
            return Ok(None);
        };
        Ok(Some(BothEnds {
            solvable,
            reached,
            full: start[0].board().full_code() as u64,
        }))
    }
}

impl BothEnds {
    /// Keeps those positions, reached one way, that can be reached from the other end as well.
    pub(super) fn retain_joined<B: Bits>(&self, way: Way, positions: &mut Vec<B>) {
        // Boards of bitmaps fit the lower word.
        match way {
            Way::Down => self
                .solvable
                .retain(positions, |position| position.words().0),
            Way::Up => self
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

    /// A bitmap that was found for one end answers for its images, and says what one of their own says.
    #[test]
    fn images_of_an_end_share_its_bitmap() {
        let board = Board::library("triangle6").unwrap();
        let control = Control::default();
        let kept = KeptBitmaps::default();
        for vacancy in board.holes() {
            let end = [board.pegs([vacancy])];
            let shared = kept.find(&end, None, &control).unwrap().unwrap();
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
        assert_eq!(kept.all().len(), orbits.len());
    }

    #[test]
    fn bitmaps_that_are_kept_fit_their_share() {
        let board = Board::library("triangle6").unwrap();
        let ends: Vec<[Position; 1]> = board.holes().map(|hole| [board.pegs([hole])]).collect();
        let bytes = SolvablePlan::new(&ends[0], u64::MAX).unwrap().bytes();
        let kept = KeptBitmaps::default();
        for end in &ends {
            kept.make_room(bytes, 2 * bytes);
            let _ = kept.find(end, None, &Control::default()).unwrap().unwrap();
            assert!((bytes..=3 * bytes).contains(&kept.bytes()));
        }
    }
}
