use super::automorphism::Automorphisms;
use super::{Hole, Jump};
use crate::board::geometry::{Coordinate, Isometry, IsometryKind, SymmetryGroup};
use std::fmt;

/// A symmetry of a board: a permutation of the holes that carries jumps onto jumps.
///
/// On a lattice it is an isometry, otherwise an automorphism of the jumps. It displays as `rotation by 90°`,
/// or `permutation of 4 holes`.
///
/// ```
/// use pegboard::Board;
/// let board = Board::library("english")?;
/// assert_eq!(board.symmetries().len(), 8);
/// let names: Vec<_> = board.symmetries().iter().map(|symmetry| symmetry.to_string()).collect();
/// assert!(names.contains(&"rotation by 90°".to_owned()));
/// // A corner of the upper arm goes to a corner of some arm.
/// let images = board.symmetries().iter().map(|symmetry| symmetry.apply(board.hole("c1").unwrap()));
/// assert!(images.into_iter().any(|image| board.label(image).to_string() == "a3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    kind: Option<IsometryKind>,
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
    pub(super) fn of_isometry(isometry: Isometry, coordinates: &[Coordinate]) -> Symmetry {
        Symmetry {
            kind: Some(isometry.kind()),
            images: images(isometry, coordinates).expect("the isometry maps holes onto holes"),
        }
    }

    /// Returns the kind of the isometry, or `None` on a board that lies on no lattice.
    pub fn kind(&self) -> Option<IsometryKind> {
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

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.kind {
            return kind.fmt(f);
        }
        let indices = self.images.iter().enumerate();
        let moved = indices
            .filter(|(index, image)| image.index() != *index)
            .count();
        match moved {
            0 => f.write_str("identity"),
            _ => write!(f, "permutation of {moved} holes"),
        }
    }
}

/// Symmetries of a board and the names of their groups.
pub(super) struct Symmetries {
    pub(super) used: Vec<Symmetry>,
    pub(super) group: SymmetryGroup,
    pub(super) largest_group: SymmetryGroup,
}

impl Symmetries {
    /// Returns the group of the identity.
    pub(super) fn none(holes: usize) -> Symmetries {
        let images = (0..holes).map(Hole::new).collect();
        Symmetries {
            used: vec![Symmetry { kind: None, images }],
            group: SymmetryGroup::C1,
            largest_group: SymmetryGroup::C1,
        }
    }

    /// Returns the subgroup of the identity.
    pub(super) fn identity_only(mut self) -> Symmetries {
        self.used.truncate(1);
        Symmetries {
            group: SymmetryGroup::Automorphisms(1),
            ..self
        }
    }

    /// Returns the automorphisms of the jumps, or a subgroup if they are too many.
    pub(super) fn of_jumps(holes: usize, jumps: &[Jump]) -> Symmetries {
        let found = Automorphisms::new(holes, jumps);
        let symmetry = |images| Symmetry { kind: None, images };
        Symmetries {
            group: SymmetryGroup::Automorphisms(found.listed.len() as u128),
            largest_group: SymmetryGroup::Automorphisms(found.order),
            used: found.listed.into_iter().map(symmetry).collect(),
        }
    }
}

/// Returns the isometries of the lattice that, after a translation, map these holes onto themselves, the steps of the
/// jumps onto each other, and the jumps that the board lacks onto each other.
pub(super) fn isometries_of(
    all: Vec<Isometry>,
    steps: &[Coordinate],
    coordinates: &[Coordinate],
    removed: &[Jump],
) -> Vec<Isometry> {
    let keeps_steps = |isometry: &Isometry| {
        steps
            .iter()
            .all(|step| steps.contains(&isometry.apply(*step)))
    };
    let keeps_jumps = |isometry: &Isometry| {
        images(*isometry, coordinates).is_some_and(|images| {
            removed.iter().all(|jump| {
                let image = jump.map(|hole| images[hole.index()]);
                removed.contains(&image)
            })
        })
    };
    all.into_iter()
        .filter(|isometry| keeps_steps(isometry) && keeps_jumps(isometry))
        .collect()
}

/// Returns each hole's image, if all images are holes. The translation must map the bounding box of the images onto that
/// of the holes.
fn images(isometry: Isometry, coordinates: &[Coordinate]) -> Option<Vec<Hole>> {
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
            super::jump::index_of(coordinates, point).map(Hole::new)
        })
        .collect()
}
