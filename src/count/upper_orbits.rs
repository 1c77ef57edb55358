use super::halves::Half;
use crate::board::Symmetry;

/// Orbits of upper halves under a group of symmetries.
pub(super) struct UpperOrbits {
    /// For each upper half, the first of its orbit.
    first: Vec<u32>,
    /// For each, the index of a symmetry that maps it to the first; that of the identity if it is the first.
    symmetry: Vec<u8>,
    /// Size of the orbit of each.
    size: Vec<u8>,
}

/// Images of halves under a symmetry. The image of an index joins those of its lower and higher bits.
struct Images {
    lower: Vec<u32>,
    higher: Vec<u32>,
}

/// Number of lower bits.
const LOWER_BITS: usize = 12;

impl Images {
    fn new(half: &Half, symmetry: &Symmetry) -> Images {
        let image = |index: usize| {
            let image = symmetry.apply_code(half.code(index).into());
            half.index(image as u64) as u32
        };
        let higher_bits = half.len().saturating_sub(LOWER_BITS);
        Images {
            lower: (0..1 << LOWER_BITS).map(image).collect(),
            higher: (0..1 << higher_bits)
                .map(|bits: usize| image(bits << LOWER_BITS))
                .collect(),
        }
    }

    fn image(&self, index: usize) -> usize {
        (self.lower[index % (1 << LOWER_BITS)] | self.higher[index >> LOWER_BITS]) as usize
    }
}

impl UpperOrbits {
    pub(super) const BYTES_PER_UPPER: usize = size_of::<u32>() + 2 * size_of::<u8>();

    /// Maximum number of symmetries: their indices and the sizes of orbits are bytes.
    pub(super) const MAX_SYMMETRIES: usize = u8::MAX as usize;

    /// Finds the orbits under symmetries, the identity first, which map the half onto itself.
    pub(super) fn new(upper: &Half, symmetries: &[Symmetry]) -> UpperOrbits {
        let is_inverse = |one: &Symmetry, other: &Symmetry| {
            let mut holes = (0..).zip(one.image_indices());
            let images = other.image_indices();
            holes.all(|(hole, image)| images[usize::from(image)] == hole)
        };
        let with_inverse = |symmetry: &Symmetry| {
            let mut others = symmetries.iter();
            let inverse = others.position(|other| is_inverse(symmetry, other));
            let inverse = inverse.expect("a group has inverses");
            (Images::new(upper, symmetry), inverse as u8)
        };
        let symmetries: Vec<_> = symmetries.iter().map(with_inverse).collect();
        let uppers = 1 << upper.len();
        let mut orbits = UpperOrbits {
            first: vec![u32::MAX; uppers],
            symmetry: vec![0; uppers],
            size: vec![0; uppers],
        };
        for first in 0..uppers {
            if orbits.first[first] != u32::MAX {
                continue;
            }
            let mut size = 0;
            for (images, inverse) in &symmetries {
                let image = images.image(first);
                if orbits.first[image] == u32::MAX {
                    orbits.first[image] = first as u32;
                    orbits.symmetry[image] = *inverse;
                    size += 1;
                }
            }
            for (images, _) in &symmetries {
                orbits.size[images.image(first)] = size;
            }
        }
        orbits
    }

    /// Returns the first upper half of an orbit, and the index of a symmetry that maps a given one of the orbit to it.
    #[inline(always)]
    pub(super) fn first(&self, upper: usize) -> (usize, usize) {
        (
            self.first[upper] as usize,
            usize::from(self.symmetry[upper]),
        )
    }

    pub(super) fn is_first(&self, upper: u32) -> bool {
        self.first[upper as usize] == upper
    }

    /// Returns the size of the orbit of an upper half.
    pub(super) fn size(&self, upper: usize) -> usize {
        usize::from(self.size[upper])
    }
}

#[cfg(test)]
mod tests {
    use super::super::halves::Halves;
    use super::*;
    use crate::board::Board;
    use std::collections::HashSet;

    #[test]
    fn each_upper_half_is_mapped_to_the_first_of_its_orbit() {
        for (name, vacancy) in [
            ("triangle5", "a1"),
            ("star13", "c3"),
            ("octahedron", "a"),
            ("english", "d4"),
        ] {
            let board = Board::library(name).unwrap();
            let vacancy = board.hole(vacancy).unwrap();
            let symmetries = board.stabilizer(&[&[vacancy.bit()]]);
            assert!(symmetries.len() > 1, "{name}");
            let upper = Halves::of(&board, &symmetries).upper;
            let orbits = UpperOrbits::new(&upper, &symmetries);
            for (index, code) in upper.codes().enumerate() {
                let image =
                    |symmetry: &Symmetry| upper.index(symmetry.apply_code(code.into()) as u64);
                let images: HashSet<usize> = symmetries.iter().map(image).collect();
                let (first, symmetry) = orbits.first(index);
                assert_eq!(Some(&first), images.iter().min(), "{name}");
                assert_eq!(image(&symmetries[symmetry]), first, "{name}");
                assert_eq!(orbits.size(index), images.len(), "{name}");
                assert_eq!(orbits.is_first(index as u32), index == first);
                assert!(index != first || symmetry == 0, "{name}");
            }
        }
    }
}
