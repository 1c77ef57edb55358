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
    /// Usual goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<BoardFinish>,
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

/// Usual goal of a board; its holes are labels.
///
/// ```
/// use pegboard::{Board, BoardFile, BoardFinish, Goal, Lattice};
/// let mut file = BoardFile::new("Row", Lattice::Square, [(0, 0), (1, 0), (2, 0)]);
/// file.finish = Some(BoardFinish::from("c1"));
/// let board = Board::new(file)?;
/// assert_eq!(board.usual_goal(), Some(Goal::PegIn(vec![board.hole("c1")?])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardFinish {
    /// Pegs in exactly these holes.
    Position(Vec<String>),
    /// Any position that matches one of these patterns, at most [`BoardFinish::MAX_PATTERNS`].
    Patterns(Vec<PatternLabels>),
    /// A single peg in this hole.
    #[serde(untagged)]
    Hole(String),
}

/// Holes of a pattern in the description of a board. All other holes may have a peg or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternLabels {
    /// Holes with pegs.
    #[serde(default)]
    pub pegs: Vec<String>,
    /// Empty holes.
    #[serde(default)]
    pub empty: Vec<String>,
}

impl BoardFinish {
    /// Maximum number of patterns.
    pub const MAX_PATTERNS: usize = 64;

    /// Returns the finish with every label replaced.
    pub(crate) fn map_labels(&self, name: impl Fn(&String) -> String) -> BoardFinish {
        let names = |labels: &[String]| labels.iter().map(&name).collect();
        match self {
            BoardFinish::Hole(label) => BoardFinish::Hole(name(label)),
            BoardFinish::Position(pegs) => BoardFinish::Position(names(pegs)),
            BoardFinish::Patterns(patterns) => {
                let pattern = |pattern: &PatternLabels| PatternLabels {
                    pegs: names(&pattern.pegs),
                    empty: names(&pattern.empty),
                };
                BoardFinish::Patterns(patterns.iter().map(pattern).collect())
            }
        }
    }
}

impl From<&str> for BoardFinish {
    fn from(label: &str) -> BoardFinish {
        BoardFinish::Hole(label.to_owned())
    }
}

impl From<String> for BoardFinish {
    fn from(label: String) -> BoardFinish {
        BoardFinish::Hole(label)
    }
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
