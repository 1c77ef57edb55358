use super::{Bits, Engine, JumpSet, JumpTable, PermutationPath, Permutations};
use crate::board::Symmetry;

/// Tables for the canonical codes of the positions one jump away.
///
/// A jump is an exclusive or with a constant, and symmetries are linear over GF(2):
/// `g(position ^ jump) = g(position) ^ g(jump)`. Given the images of a position, each image of a child costs one
/// exclusive or.
#[derive(Clone, Debug)]
pub struct ChildImages<B> {
    jumps: JumpTable<B>,
    symmetries: Permutations<B>,
    /// Images of the change of each jump, `symmetries.len()` per jump.
    changes: Vec<B>,
    full: B,
}

impl<B: Bits> ChildImages<B> {
    /// Builds the tables for symmetry classes under `symmetries`, a subgroup of the board's group.
    pub fn new(engine: &Engine<B>, symmetries: &[Symmetry]) -> ChildImages<B> {
        let symmetries = Permutations::new(symmetries, PermutationPath::fastest());
        let mut changes = Vec::with_capacity(engine.jumps().len() * symmetries.len());
        for jump in 0..engine.jumps().len() {
            changes.extend(symmetries.all_images(engine.jumps().change(jump)));
        }
        ChildImages {
            jumps: engine.jumps().clone(),
            symmetries,
            changes,
            full: engine.full(),
        }
    }

    /// Returns the canonical code of a position: its smallest image.
    #[inline]
    pub fn canonical(&self, position: B) -> B {
        self.symmetries.smallest_image(position)
    }

    /// Returns the number of different images of a position, including itself.
    pub fn orbit_size(&self, position: B) -> usize {
        self.symmetries.with_images(position, |images| {
            images.sort_unstable();
            1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count()
        })
    }

    /// Returns the canonical code of a position and the index of a symmetry that maps the position to it.
    pub fn canonical_by(&self, position: B) -> (B, usize) {
        self.symmetries.with_images(position, |images| {
            let numbered = images.iter().copied().zip(0..);
            numbered.min().unwrap_or((position, 0))
        })
    }

    /// Returns the image of a set of holes under the symmetry with this index.
    ///
    /// # Panics
    ///
    /// Panics if there is no symmetry with this index.
    pub fn image(&self, holes: B, symmetry: usize) -> B {
        self.symmetries
            .with_images(holes, |images| images[symmetry])
    }

    /// Returns the different images of a position in ascending order.
    pub fn orbit(&self, position: B) -> Vec<B> {
        let mut orbit = self.symmetries.all_images(position);
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Returns the number of symmetries.
    pub fn symmetry_count(&self) -> usize {
        self.symmetries.len()
    }

    /// Returns the number of jumps on the board, an upper bound on the children of a position.
    pub fn jump_count(&self) -> usize {
        self.jumps.len()
    }

    /// Returns the set of all holes.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// Calls `visit` with the canonical code of each parent, once per jump.
    ///
    /// A jump played backwards is the same jump on the complement.
    #[inline]
    pub(crate) fn for_each_parent(&self, position: B, visit: impl FnMut(B)) {
        self.for_each_neighbor(position, self.full & !position, visit);
    }

    /// Calls `visit` for each neighbor with its canonical code, the index of the jump, and the index of a symmetry
    /// that maps the neighbor to the code.
    ///
    /// Visits children if `possible_in` is the position itself, and parents if it is the complement.
    #[inline(always)]
    pub(crate) fn for_each_neighbor_by(
        &self,
        position: B,
        possible_in: B,
        mut visit: impl FnMut(B, usize, usize),
    ) {
        let count = self.symmetries.len();
        self.symmetries.with_images(position, |images| {
            self.jumps.for_each(possible_in, |jump| {
                let changes = &self.changes[jump * count..][..count];
                let mut smallest = (images[0] ^ changes[0], 0);
                for symmetry in 1..count {
                    let image = images[symmetry] ^ changes[symmetry];
                    if image < smallest.0 {
                        smallest = (image, symmetry);
                    }
                }
                visit(smallest.0, jump, smallest.1);
            });
        });
    }

    /// Calls `visit` with the canonical code of each neighbor, once per jump.
    ///
    /// Visits children if `possible_in` is the position itself, and parents if it is the complement.
    #[inline(always)]
    pub(crate) fn for_each_neighbor(&self, position: B, possible_in: B, visit: impl FnMut(B)) {
        self.for_each_neighbor_of(position, possible_in, |_| {}, visit);
    }

    /// Like [`for_each_neighbor`](ChildImages::for_each_neighbor), for the jumps that `choose` leaves in their sets.
    #[inline(always)]
    pub(crate) fn for_each_neighbor_of(
        &self,
        position: B,
        possible_in: B,
        mut choose: impl FnMut(&mut JumpSet<'_>),
        mut visit: impl FnMut(B),
    ) {
        let count = self.symmetries.len();
        self.symmetries.with_images(position, |images| {
            self.jumps.any_set_that(possible_in, |mut jumps| {
                choose(&mut jumps);
                while let Some(jump) = jumps.pop() {
                    let changes = &self.changes[jump * count..][..count];
                    visit(smallest_sum(images, changes));
                }
                false
            });
        });
    }
}

/// Returns the smallest of the sums over GF(2). Common group orders have a fixed length, so that the loop vectorizes.
#[inline(always)] // with the instructions of the caller
fn smallest_sum<B: Bits>(images: &[B], changes: &[B]) -> B {
    match changes.len() {
        1 => images[0] ^ changes[0],
        2 => smallest_of::<B, 2>(images, changes),
        8 => smallest_of::<B, 8>(images, changes),
        _ => {
            let mut smallest = images[0] ^ changes[0];
            for place in 1..changes.len() {
                smallest = smallest.min(images[place] ^ changes[place]);
            }
            smallest
        }
    }
}

#[inline(always)]
fn smallest_of<B: Bits, const N: usize>(images: &[B], changes: &[B]) -> B {
    let (images, changes) = (&images[..N], &changes[..N]);
    let mut sums = [B::EMPTY; N];
    for place in 0..N {
        sums[place] = images[place] ^ changes[place];
    }
    let mut width = N / 2;
    while width > 0 {
        for place in 0..width {
            sums[place] = sums[place].min(sums[place + width]);
        }
        width /= 2;
    }
    sums[0]
}
