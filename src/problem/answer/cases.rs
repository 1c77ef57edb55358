use super::PagodaFunction;
use crate::board::Position;

/// A proof by cases that no jumps lead from a start to any of some finishes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cases {
    /// The functions to which the trees refer.
    pub functions: Vec<PagodaFunction>,
    /// Each finish with its tree.
    pub trees: Vec<(Position, CaseTree)>,
}

/// Why no jumps lead from one position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseTree {
    /// The function with this index refutes it.
    Function(usize),
    /// This case or its image under a symmetry of the board comes earlier in the tree.
    Seen,
    /// A case for each position one jump after the first position, by ascending codes. Positions with the
    /// same number of pegs have none.
    First(Vec<CaseTree>),
    /// A case for each position one jump before the last position, by ascending codes.
    Last(Vec<CaseTree>),
}

impl Cases {
    /// The number of cases that are not split any further.
    pub fn leaves(&self) -> usize {
        self.trees.iter().map(|(_, tree)| tree.leaves()).sum()
    }
}

impl CaseTree {
    /// Whether a case comes earlier in the proof.
    pub(crate) fn refers_back(&self) -> bool {
        match self {
            CaseTree::Function(_) => false,
            CaseTree::Seen => true,
            CaseTree::First(trees) | CaseTree::Last(trees) => {
                trees.iter().any(CaseTree::refers_back)
            }
        }
    }

    fn leaves(&self) -> usize {
        match self {
            CaseTree::Function(_) | CaseTree::Seen => 1,
            CaseTree::First(trees) | CaseTree::Last(trees) => {
                trees.iter().map(CaseTree::leaves).sum()
            }
        }
    }
}
