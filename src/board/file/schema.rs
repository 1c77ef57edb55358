use crate::board::geometry::{Coordinate, JumpDirections, Lattice, Structure, SymmetryGroup};
use serde::{Deserialize, Serialize};

/// Unchecked description of a board, from a file or made by a program. [`Board::new`](crate::Board::new) checks it.
///
/// ```
/// use pegboard::{Board, BoardFile, Lattice};
/// let plus = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)];
/// let board = Board::new(BoardFile::new("Plus", Lattice::Square, plus))?;
/// assert_eq!(board.symmetry_group().to_string(), "D4");
/// # Ok::<(), pegboard::BoardErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardFile {
    /// Name of the board.
    pub name: String,
    /// The lattice on which the holes lie, or the lists that give holes and jumps.
    pub lattice: Structure,
    /// Jump directions; by default those of the lattice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumps: Option<JumpDirections>,
    /// Jumps that the board lacks, either way: one end, the hole jumped over, the other end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<(String, String, String)>,
    /// Declared symmetry group.
    #[serde(default)]
    pub symmetry: DeclaredSymmetry,
    /// Axis of the group's reflections in degrees, if the group alone is ambiguous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<u16>,
    /// The holes on the lattice, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Coordinate>,
    /// Places in the plane for the pictures of a board that lies on no lattice, `x` to the right and `y` down. Other holes
    /// get places that are computed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(String, (f64, f64))>,
    /// Labels of the holes.
    #[serde(default)]
    pub labels: Labels,
    /// Label of the usual vacancy at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacancy: Option<String>,
    /// Label of the usual hole of the survivor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<String>,
    /// Note about the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Source of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl BoardFile {
    /// Returns a description with the largest symmetry group and letter-number labels.
    pub fn new(
        name: impl Into<String>,
        lattice: Lattice,
        holes: impl IntoIterator<Item = Coordinate>,
    ) -> Self {
        BoardFile {
            holes: holes.into_iter().collect(),
            ..BoardFile::from_structure(name, lattice)
        }
    }

    /// Returns a description with the largest symmetry group and no coordinates. Lists of labels need nothing more.
    pub fn from_structure(name: impl Into<String>, structure: impl Into<Structure>) -> Self {
        BoardFile {
            name: name.into(),
            lattice: structure.into(),
            jumps: None,
            without: Vec::new(),
            symmetry: DeclaredSymmetry::Auto,
            axis: None,
            holes: Vec::new(),
            places: Vec::new(),
            labels: Labels::Letters,
            vacancy: None,
            finish: None,
            note: None,
            source: None,
        }
    }
}

/// Declared symmetry group of a board file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DeclaredSymmetry {
    /// Largest group of the holes.
    #[default]
    Auto,
    /// This group, which the holes must have.
    Group(SymmetryGroup),
}

/// Labels of a board's holes.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Labels {
    /// Column letter and row number, `d4`.
    #[default]
    Letters,
    /// `1, 2, 3, …` row by row.
    Numbers,
    /// Names, row by row.
    Names(Vec<String>),
}
