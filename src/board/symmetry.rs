use super::Hole;
use crate::board::geometry::{Coordinate, Isometry, IsometryKind, Lattice};

/// A symmetry of a board: an isometry that maps holes onto holes and jumps onto jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    kind: IsometryKind,
    images: Vec<Hole>,
}

/// Treatment of positions that are images of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SymmetryUse {
    /// The image with the smallest code represents all images of a position.
    #[default]
    Classes,
    /// Every position counts separately.
    Raw,
}

impl Symmetry {
    /// Requires one of the [`isometries_of`] these coordinates.
    pub(super) fn new(isometry: Isometry, coordinates: &[Coordinate]) -> Symmetry {
        let images = images(isometry, coordinates).expect("the isometry maps holes onto holes");
        Symmetry {
            kind: isometry.kind(),
            images: images.into_iter().map(Hole::new).collect(),
        }
    }

    /// Returns the kind of the isometry.
    pub fn kind(&self) -> IsometryKind {
        self.kind
    }

    /// Returns the image of a hole.
    ///
    /// # Panics
    ///
    /// If the board of the symmetry lacks the hole.
    pub fn apply(&self, hole: Hole) -> Hole {
        assert!(
            hole.index() < self.images.len(),
            "a symmetry of {} holes, numbered from 0, has no image of hole {}",
            self.images.len(),
            hole.index()
        );
        self.images[hole.index()]
    }

    /// Returns the index of each hole's image.
    pub(crate) fn image_indices(&self) -> Vec<u8> {
        self.images
            .iter()
            .map(|image| image.index() as u8)
            .collect()
    }

    /// Returns the image of a position's code.
    pub(crate) fn apply_code(&self, code: u128) -> u128 {
        let moved = |(index, image): (usize, &Hole)| {
            if code >> index & 1 == 1 {
                image.bit()
            } else {
                0
            }
        };
        self.images
            .iter()
            .enumerate()
            .map(moved)
            .fold(0, |image, bit| image | bit)
    }
}

/// Returns the isometries of the lattice that, after a translation, map these holes onto themselves and the steps of
/// the jumps onto each other.
pub(super) fn isometries_of(
    lattice: Lattice,
    steps: &[Coordinate],
    coordinates: &[Coordinate],
) -> Vec<Isometry> {
    let keeps_steps = |isometry: &Isometry| {
        steps
            .iter()
            .all(|step| steps.contains(&isometry.apply(*step)))
    };
    let keeps_holes = |isometry: &Isometry| images(*isometry, coordinates).is_some();
    let all = Isometry::all(lattice).into_iter();
    all.filter(|isometry| keeps_steps(isometry) && keeps_holes(isometry))
        .collect()
}

/// Returns the index of each hole's image, if all images are holes. The translation must map the bounding box of the
/// images onto that of the holes.
fn images(isometry: Isometry, coordinates: &[Coordinate]) -> Option<Vec<usize>> {
    let moved: Vec<(i64, i64)> = coordinates
        .iter()
        .map(|&hole| isometry.apply(hole))
        .map(|(x, y)| (i64::from(x), i64::from(y)))
        .collect();
    let left = moved.iter().map(|hole| hole.0).min()?;
    let top = moved.iter().map(|hole| hole.1).min()?;
    moved
        .into_iter()
        .map(|(x, y)| {
            let point = (i32::try_from(x - left).ok()?, i32::try_from(y - top).ok()?);
            super::jump::index_of(coordinates, point)
        })
        .collect()
}
