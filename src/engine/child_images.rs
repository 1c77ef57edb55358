use super::{Bits, Engine, JumpTable, MAX_SYMMETRIES, PermutationPath, Permutations};
use crate::board::Symmetry;

/// Canonical codes of the positions one jump away, without permuting each of them.
///
/// A jump is an exclusive-or with a constant, and a symmetry `g` moves bits about, so
/// `g(position ^ jump) = g(position) ^ g(jump)`: with the images of a position at hand, each image of a child
/// is one exclusive-or with a constant of the jump.
#[derive(Clone, Debug)]
pub struct ChildImages<B> {
    jumps: JumpTable<B>,
    symmetries: Permutations<B>,
    /// The images of each jump's change, `symmetries.len()` of them a jump.
    changes: Vec<B>,
    full: B,
}

impl<B: Bits> ChildImages<B> {
    /// For classes under these symmetries of the board; the identity alone leaves positions as they are.
    pub fn new(engine: &Engine<B>, symmetries: &[Symmetry]) -> ChildImages<B> {
        let symmetries = Permutations::new(symmetries, PermutationPath::fastest());
        let mut changes = Vec::with_capacity(engine.jumps().len() * symmetries.len());
        for jump in 0..engine.jumps().len() {
            let mut images = [B::EMPTY; MAX_SYMMETRIES];
            symmetries.images(engine.jumps().change(jump), &mut images);
            changes.extend(&images[..symmetries.len()]);
        }
        ChildImages {
            jumps: engine.jumps().clone(),
            symmetries,
            changes,
            full: engine.full(),
        }
    }

    /// The smallest image of a position.
    #[inline]
    pub fn canonical(&self, position: B) -> B {
        self.symmetries.smallest_image(position)
    }

    /// The number of images of a position, itself among them: the size of its class.
    pub fn orbit_size(&self, position: B) -> usize {
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.symmetries.images(position, &mut images);
        let images = &mut images[..self.symmetries.len()];
        images.sort_unstable();
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The smallest image of a position, and the number of a symmetry that carries the position onto it.
    pub fn canonical_by(&self, position: B) -> (B, usize) {
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.symmetries.images(position, &mut images);
        let images = images[..self.symmetries.len()].iter().copied().zip(0..);
        images.min().unwrap_or((position, 0))
    }

    /// The image of a set of holes under the symmetry of this number.
    pub fn image(&self, holes: B, symmetry: usize) -> B {
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.symmetries.images(holes, &mut images);
        images[symmetry]
    }

    /// The images of a position, each once.
    pub fn orbit(&self, position: B) -> Vec<B> {
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.symmetries.images(position, &mut images);
        let mut orbit = images[..self.symmetries.len()].to_vec();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The number of symmetries.
    pub fn symmetry_count(&self) -> usize {
        self.symmetries.len()
    }

    /// The number of jumps on the board: no position has more neighbours.
    pub fn jump_count(&self) -> usize {
        self.jumps.len()
    }

    /// All holes of the board.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// Calls `visit` with the canonical code of each position from which one jump leads here, once for each
    /// jump. On the complement, the jump played backwards is the jump itself.
    #[inline]
    pub(crate) fn for_each_parent(&self, position: B, visit: impl FnMut(B)) {
        self.for_each_neighbour(position, self.full & !position, |_| true, visit);
    }

    /// Calls `visit` for each position one jump away: with its canonical code, the number of the jump, and that of
    /// a symmetry that carries the position onto the code. They are the positions below where `possible_in` is
    /// the position itself, and those above where it is its complement.
    #[inline]
    pub(crate) fn for_each_neighbour_by(
        &self,
        position: B,
        possible_in: B,
        mut visit: impl FnMut(B, usize, usize),
    ) {
        let count = self.symmetries.len();
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.symmetries.images(position, &mut images);
        self.jumps.for_each(
            possible_in,
            #[inline]
            |jump| {
                let changes = &self.changes[jump * count..][..count];
                let mut smallest = (images[0] ^ changes[0], 0);
                for symmetry in 1..count {
                    let image = images[symmetry] ^ changes[symmetry];
                    if image < smallest.0 {
                        smallest = (image, symmetry);
                    }
                }
                visit(smallest.0, jump, smallest.1);
            },
        );
    }

    /// Calls `visit` with the canonical code of each position one jump away, once for each jump that `wanted` wants.
    /// They are the positions below where `possible_in` is the position itself, and those above where it is its
    /// complement.
    #[inline]
    pub(crate) fn for_each_neighbour(
        &self,
        position: B,
        possible_in: B,
        mut wanted: impl FnMut(usize) -> bool,
        mut visit: impl FnMut(B),
    ) {
        let count = self.symmetries.len();
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.symmetries.images(position, &mut images);
        self.jumps.for_each(
            possible_in,
            #[inline]
            |jump| {
                if wanted(jump) {
                    let changes = &self.changes[jump * count..][..count];
                    visit(smallest_sum(&images, changes));
                }
            },
        );
    }
}

/// The smallest of the exclusive-ors, in vector instructions for the usual group orders. It is part of many inner
/// loops: more orders would make the program larger, and longer to build.
#[inline]
fn smallest_sum<B: Bits>(images: &[B; MAX_SYMMETRIES], changes: &[B]) -> B {
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

#[inline]
fn smallest_of<B: Bits, const N: usize>(images: &[B; MAX_SYMMETRIES], changes: &[B]) -> B {
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
