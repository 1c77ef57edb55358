use super::Lattice;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Source of a board's holes and jumps: a lattice, or lists of labels.
///
/// The holes of a board made from lists are numbered in the order in which the lists first name them, or in that of
/// [`Labels::Names`](crate::Labels::Names).
///
/// ```
/// use pegboard::board::geometry::Structure;
/// use pegboard::{Board, BoardFile};
/// let path = [("a", "b"), ("b", "c"), ("c", "d")].map(|(x, y)| (x.to_owned(), y.to_owned()));
/// let board = Board::new(BoardFile::from_structure("Path", Structure::Graph(path.into())))?;
/// assert_eq!(board.hole_count(), 4);
/// assert_eq!(board.jumps().len(), 4); // a over b, d over c, b over c, c over b
/// assert!(board.lattice().is_none());
/// # Ok::<(), pegboard::BoardErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Structure {
    /// Edges of a graph. A peg jumps from a hole over a neighbor into another neighbor of that neighbor (Beeler and
    /// Hoilman, *Peg solitaire on graphs*, 2011).
    Graph(Vec<(String, String)>),
    /// Lines of holes. Along each, a peg jumps over the next hole into the one after it, in both directions. A line that
    /// ends where it begins is closed.
    Lines(Vec<Vec<String>>),
    /// Jumps: from, over and into.
    Jumps(Vec<(String, String, String)>),
    /// A lattice. The holes have coordinates, and pegs jump along the steps of the lattice.
    #[serde(untagged)]
    Lattice(Lattice),
}

impl Structure {
    /// Returns the lattice, if there is one.
    pub fn lattice(&self) -> Option<Lattice> {
        match self {
            Structure::Lattice(lattice) => Some(*lattice),
            _ => None,
        }
    }

    /// Returns the name of the form in files and messages: `Square`, `Graph`.
    pub fn name(&self) -> &'static str {
        match self {
            Structure::Graph(_) => "Graph",
            Structure::Lines(_) => "Lines",
            Structure::Jumps(_) => "Jumps",
            Structure::Lattice(lattice) => lattice.name(),
        }
    }

    /// Returns the lists of labels: edges, lines or jumps. A lattice has none.
    pub(crate) fn lists(&self) -> Vec<Vec<&str>> {
        match self {
            Structure::Graph(edges) => edges.iter().map(|(x, y)| vec![&**x, &**y]).collect(),
            Structure::Lines(lines) => lines
                .iter()
                .map(|line| line.iter().map(String::as_str).collect())
                .collect(),
            Structure::Jumps(jumps) => jumps
                .iter()
                .map(|(from, over, to)| vec![&**from, &**over, &**to])
                .collect(),
            Structure::Lattice(_) => Vec::new(),
        }
    }
}

impl From<Lattice> for Structure {
    fn from(lattice: Lattice) -> Structure {
        Structure::Lattice(lattice)
    }
}

/// Formats the name of the form in lower case: `square`, `graph`.
impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().to_lowercase())
    }
}
