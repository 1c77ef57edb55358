use super::{Isometry, IsometryKind};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Name of a symmetry group: `Cn` has `n` rotations, `Dn` has `n` rotations and `n` reflections. The symmetries of a board
/// that lies on no lattice are the automorphisms of its jumps.
///
/// ```
/// use pegboard::SymmetryGroup;
/// assert_eq!(SymmetryGroup::D4.order(), 8);
/// assert_eq!("C3".parse(), Ok(SymmetryGroup::C3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)] // The names are the standard ones.
pub enum SymmetryGroup {
    C1,
    C2,
    C3,
    C4,
    C6,
    D1,
    D2,
    D3,
    D4,
    D6,
    /// Automorphisms of the jumps: this many, or more if the number is `u128::MAX`.
    Automorphisms(u128),
}

impl SymmetryGroup {
    /// All symmetry groups of boards on either lattice.
    pub const ALL: [SymmetryGroup; 10] = {
        use SymmetryGroup::*;
        [C1, C2, C3, C4, C6, D1, D2, D3, D4, D6]
    };

    /// Returns the number of rotations of the plane, including the identity.
    pub fn rotations(self) -> usize {
        use SymmetryGroup::*;
        match self {
            C1 | D1 | Automorphisms(_) => 1,
            C2 | D2 => 2,
            C3 | D3 => 3,
            C4 | D4 => 4,
            C6 | D6 => 6,
        }
    }

    /// Returns `true` if the group contains reflections.
    pub fn has_reflections(self) -> bool {
        use SymmetryGroup::*;
        matches!(self, D1 | D2 | D3 | D4 | D6)
    }

    /// Returns the number of elements, at most `u128::MAX`.
    pub fn order(self) -> u128 {
        match self {
            SymmetryGroup::Automorphisms(order) => order,
            plane => plane.rotations() as u128 * if plane.has_reflections() { 2 } else { 1 },
        }
    }

    /// Returns the name of the group with these elements.
    pub(crate) fn of(elements: &[Isometry]) -> SymmetryGroup {
        let rotations = count_rotations(elements);
        let reflections = elements.len() > rotations;
        *SymmetryGroup::ALL
            .iter()
            .find(|group| group.rotations() == rotations && group.has_reflections() == reflections)
            .expect("a subgroup of a lattice's point group has 1, 2, 3, 4 or 6 rotations")
    }

    /// Returns the subgroups of `whole` with this name, each identified by its least axis.
    ///
    /// A rotation group occurs at most once. A group with reflections consists of its rotations and one axis rotated
    /// by multiples of half their angle, so its least axis identifies it.
    fn subgroups_within(self, whole: &[Isometry]) -> Vec<Subgroup> {
        let step = 360 / self.rotations() as u16;
        let rotations: Vec<Isometry> = whole
            .iter()
            .filter(
                |element| matches!(element.kind(), IsometryKind::Rotation { degrees } if degrees % step == 0),
            )
            .copied()
            .collect();
        if rotations.len() != self.rotations() {
            return Vec::new();
        }
        if !self.has_reflections() {
            return vec![Subgroup {
                axis: None,
                elements: rotations,
            }];
        }
        let between_axes = step / 2;
        let axes = whole.iter().filter_map(|element| match element.kind() {
            IsometryKind::Reflection { axis } => Some(axis),
            IsometryKind::Rotation { .. } => None,
        });
        axes.filter(|axis| *axis < between_axes)
            .map(|least| {
                let on_an_axis = |element: &&Isometry| match element.kind() {
                    IsometryKind::Reflection { axis } => axis % between_axes == least,
                    IsometryKind::Rotation { .. } => false,
                };
                let reflections = whole.iter().filter(on_an_axis).copied();
                Subgroup {
                    axis: Some(least),
                    elements: rotations.iter().copied().chain(reflections).collect(),
                }
            })
            .filter(|subgroup| subgroup.elements.len() as u128 == self.order())
            .collect()
    }

    /// Returns the subgroup of `whole` with this name. `axis` (degrees) selects one of several.
    pub(crate) fn choose_within(
        self,
        whole: &[Isometry],
        axis: Option<u16>,
    ) -> Result<Vec<Isometry>, GroupChoiceError> {
        let mut candidates = self.subgroups_within(whole);
        if candidates.is_empty() {
            return Err(GroupChoiceError::Absent {
                declared: self,
                actual: SymmetryGroup::of(whole),
            });
        }
        let axes: Vec<u16> = candidates
            .iter()
            .filter_map(|candidate| candidate.axis)
            .collect();
        if let Some(axis) = axis {
            let between_axes = 180 / self.rotations() as u16;
            candidates.retain(|candidate| candidate.axis == Some(axis % between_axes));
        }
        match (candidates.pop(), candidates.is_empty()) {
            (Some(only), true) => Ok(only.elements),
            (Some(_), false) => Err(GroupChoiceError::Ambiguous {
                declared: self,
                axes,
            }),
            (None, _) => Err(GroupChoiceError::NoSuchAxis {
                declared: self,
                axis: axis.unwrap_or(0),
                axes,
            }),
        }
    }
}

struct Subgroup {
    axis: Option<u16>,
    elements: Vec<Isometry>,
}

fn count_rotations(elements: &[Isometry]) -> usize {
    elements
        .iter()
        .filter(|e| matches!(e.kind(), IsometryKind::Rotation { .. }))
        .count()
}

/// Error in a declared symmetry group.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GroupChoiceError {
    /// The holes do not have the declared symmetry.
    #[error(
        "the holes do not have the symmetry {declared}; the largest group they have is {actual}"
    )]
    Absent {
        /// Declared group.
        declared: SymmetryGroup,
        /// Largest group of the holes.
        actual: SymmetryGroup,
    },
    /// Several subgroups have the declared name.
    #[error(
        "the holes have the symmetry {declared} in several ways, about the axes at {}",
        degrees(axes)
    )]
    Ambiguous {
        /// Declared group.
        declared: SymmetryGroup,
        /// Least axis of each candidate, in degrees.
        axes: Vec<u16>,
    },
    /// The declared axis is not an axis of the board.
    #[error(
        "the holes have no symmetry {declared} about an axis at {axis}°{}",
        possible_axes(axes)
    )]
    NoSuchAxis {
        /// Declared group.
        declared: SymmetryGroup,
        /// Declared axis, in degrees.
        axis: u16,
        /// Least axis of each candidate, in degrees.
        axes: Vec<u16>,
    },
}

fn degrees(axes: &[u16]) -> String {
    axes.iter()
        .map(|axis| format!("{axis}°"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn possible_axes(axes: &[u16]) -> String {
    if axes.is_empty() {
        " (it has no axis)".to_owned()
    } else {
        format!(", only at {}", degrees(axes))
    }
}

impl fmt::Display for SymmetryGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryGroup::Automorphisms(1) => f.write_str("1 automorphism"),
            SymmetryGroup::Automorphisms(u128::MAX) => f.write_str("more than 10^38 automorphisms"),
            SymmetryGroup::Automorphisms(order) => write!(f, "{order} automorphisms"),
            plane => write!(f, "{plane:?}"),
        }
    }
}

impl std::str::FromStr for SymmetryGroup {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        SymmetryGroup::ALL
            .into_iter()
            .find(|group| group.to_string() == name)
            .ok_or_else(|| {
                format!(
                    "`{name}` is not a symmetry group; the groups are C1 C2 C3 C4 C6 D1 D2 D3 D4 D6"
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lattice;

    #[test]
    fn every_group_is_found_in_the_full_group_with_its_order() {
        let square = Isometry::all(Lattice::Square);
        let triangular = Isometry::all(Lattice::Triangular);
        let count = |group: SymmetryGroup, whole: &[Isometry]| {
            let found = group.subgroups_within(whole);
            assert!(
                found
                    .iter()
                    .all(|subgroup| SymmetryGroup::of(&subgroup.elements) == group)
            );
            found.len()
        };
        use SymmetryGroup::*;
        let on_square = SymmetryGroup::ALL.map(|group| (group, count(group, &square)));
        assert_eq!(
            on_square,
            [
                (C1, 1),
                (C2, 1),
                (C3, 0),
                (C4, 1),
                (C6, 0),
                (D1, 4),
                (D2, 2),
                (D3, 0),
                (D4, 1),
                (D6, 0)
            ]
        );
        let on_triangular = SymmetryGroup::ALL.map(|group| (group, count(group, &triangular)));
        assert_eq!(
            on_triangular,
            [
                (C1, 1),
                (C2, 1),
                (C3, 1),
                (C4, 0),
                (C6, 1),
                (D1, 6),
                (D2, 3),
                (D3, 2),
                (D4, 0),
                (D6, 1)
            ]
        );
    }

    #[test]
    fn the_axis_decides_between_subgroups_of_one_name() {
        let square = Isometry::all(Lattice::Square);
        assert_eq!(
            SymmetryGroup::D1.choose_within(&square, None),
            Err(GroupChoiceError::Ambiguous {
                declared: SymmetryGroup::D1,
                axes: vec![0, 45, 90, 135]
            })
        );
        let vertical = SymmetryGroup::D1.choose_within(&square, Some(90)).unwrap();
        assert_eq!(vertical[1].kind(), IsometryKind::Reflection { axis: 90 });
        let diagonal = SymmetryGroup::D2.choose_within(&square, Some(135)).unwrap();
        assert_eq!(diagonal[2].kind(), IsometryKind::Reflection { axis: 45 });
    }
}
