use super::Hole;
use crate::board::geometry::{Coordinate, Isometry, IsometryKind, Lattice};

/// A symmetry of a board: an isometry that carries the holes onto the holes, and jumps onto jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    kind: IsometryKind,
    images: Vec<Hole>,
}

/// Whether positions that a symmetry carries onto each other count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SymmetryUse {
    /// One position, the one with the smallest code, stands for its symmetry class.
    #[default]
    Classes,
    /// Every position counts.
    Raw,
}

impl Symmetry {
    /// `isometry` must be one of [`isometries_of`] these coordinates.
    pub(super) fn new(isometry: Isometry, coordinates: &[Coordinate]) -> Symmetry {
        let images =
            images(isometry, coordinates).expect("the isometry carries the holes onto the holes");
        Symmetry {
            kind: isometry.kind(),
            images: images.into_iter().map(Hole::new).collect(),
        }
    }

    /// What the symmetry does to the plane.
    pub fn kind(&self) -> IsometryKind {
        self.kind
    }

    /// The hole onto which a hole is carried.
    pub fn apply(&self, hole: Hole) -> Hole {
        self.images[hole.index()]
    }

    /// The index of each hole's image.
    pub(crate) fn image_indices(&self) -> Vec<u8> {
        self.images
            .iter()
            .map(|image| image.index() as u8)
            .collect()
    }

    /// The image of a position's code.
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

/// The isometries of the lattice that carry these holes onto themselves, after a translation, and the steps of
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

/// Where each hole goes, if all go onto holes. A translation is free: the one that brings the images'
/// bounding box onto that of the holes is the only one that can serve.
fn images(isometry: Isometry, coordinates: &[Coordinate]) -> Option<Vec<usize>> {
    let moved: Vec<(i64, i64)> = coordinates
        .iter()
        .map(|&hole| wide(isometry.apply(hole)))
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

fn wide((x, y): Coordinate) -> (i64, i64) {
    (i64::from(x), i64::from(y))
}
