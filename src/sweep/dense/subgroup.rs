use crate::board::Symmetry;
use std::collections::BTreeSet;

/// What a symmetry does to the holes: the index of each hole's image.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Images(Vec<u8>);

impl Images {
    /// The image of a code.
    pub(super) fn of_code(&self, code: u64) -> u64 {
        let holes = self
            .0
            .iter()
            .enumerate()
            .filter(|(hole, _)| code >> hole & 1 == 1);
        holes.fold(0, |images, (_, image)| images | 1 << image)
    }

    /// First the other, then this.
    fn after(&self, other: &Images) -> Images {
        Images(
            other
                .0
                .iter()
                .map(|&between| self.0[usize::from(between)])
                .collect(),
        )
    }
}

/// The groups that one or two of these symmetries generate, which are all that symmetries of a board have.
/// The identity comes first in each.
pub(super) fn subgroups(symmetries: &[Symmetry]) -> Vec<Vec<Images>> {
    let all: Vec<Images> = symmetries
        .iter()
        .map(|symmetry| Images(symmetry.image_indices()))
        .collect();
    let pairs = all
        .iter()
        .flat_map(|one| all.iter().map(move |other| [one, other]));
    let subgroups: BTreeSet<Vec<Images>> = pairs.map(generated_by).collect();
    subgroups.into_iter().collect()
}

fn generated_by(generators: [&Images; 2]) -> Vec<Images> {
    let identity = Images((0..generators[0].0.len() as u8).collect());
    let mut group = BTreeSet::from([identity]);
    loop {
        let products: Vec<Images> = group
            .iter()
            .flat_map(|one| generators.map(|generator| generator.after(one)))
            .collect();
        let size = group.len();
        group.extend(products);
        if group.len() == size {
            return group.into_iter().collect(); // the identity is the smallest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn the_square_has_ten_subgroups_and_the_hexagon_sixteen() {
        let count = |board: &str| subgroups(Board::library(board).unwrap().symmetries()).len();
        assert_eq!(
            (count("english"), count("hexagon3"), count("triangle5")),
            (10, 16, 6)
        );
    }
}
