use crate::board::geometry::{Coordinate, JumpDirections, Lattice, SymmetryGroup};
use serde::{Deserialize, Serialize};

/// A board as its file describes it, or as a program puts it together; [`Board::new`](crate::Board::new)
/// checks it.
///
/// ```
/// use pegboard::{Board, BoardFile, Lattice};
/// let plus = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)];
/// let board = Board::new(BoardFile::new("Plus", Lattice::Square, plus))?;
/// assert_eq!(board.symmetry_group().to_string(), "D4");
/// # Ok::<(), pegboard::BoardErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardFile {
    /// The name that people call the board by.
    pub name: String,
    /// The lattice on which the holes lie.
    pub lattice: Lattice,
    /// The directions in which pegs jump; those of the lattice, if none are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumps: Option<JumpDirections>,
    /// The symmetry group that the board is to use.
    #[serde(default)]
    pub symmetry: DeclaredSymmetry,
    /// Which axis the group's reflections have, in degrees, where the name alone leaves a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<u16>,
    /// The holes, in any order.
    pub holes: Vec<Coordinate>,
    /// How the holes are called.
    #[serde(default)]
    pub labels: Labels,
    /// The label of the hole that is usually vacant at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacancy: Option<String>,
    /// Anything worth knowing about the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where the board comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl BoardFile {
    /// A board with these holes, the largest symmetry group they have and letter-number labels.
    pub fn new(
        name: impl Into<String>,
        lattice: Lattice,
        holes: impl IntoIterator<Item = Coordinate>,
    ) -> Self {
        BoardFile {
            name: name.into(),
            lattice,
            jumps: None,
            symmetry: DeclaredSymmetry::Auto,
            axis: None,
            holes: holes.into_iter().collect(),
            labels: Labels::Letters,
            vacancy: None,
            note: None,
            source: None,
        }
    }
}

/// The symmetry group that a board file asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DeclaredSymmetry {
    /// The largest group that the holes have.
    #[default]
    Auto,
    /// Just this group; the holes must have it.
    Group(SymmetryGroup),
}

/// How the holes of a board are called.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Labels {
    /// Column letter and row number, `d4`.
    #[default]
    Letters,
    /// `1, 2, 3, …` row by row.
    Numbers,
    /// These names, row by row.
    Names(Vec<String>),
}
