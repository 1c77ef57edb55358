use super::PagodaFunction;
use crate::problem::Pattern;

/// Proof by cases that no line leads from a start to any of several finishes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cases {
    /// Functions to which the trees refer.
    pub functions: Vec<PagodaFunction>,
    /// Each finish with its tree: a pattern, or a position as a pattern without free holes.
    pub trees: Vec<(Pattern, CaseTree)>,
}

/// Tree of cases that together prove that no line leads from a position to a match of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseTree {
    /// The function with this index refutes the case.
    Function(usize),
    /// This case, or its image under a symmetry of the board, occurs earlier in the tree.
    Seen,
    /// One case for each position one jump after the position, in ascending order of codes. Empty if the position has no
    /// more pegs than the pattern.
    First(Vec<CaseTree>),
    /// One case for each pattern one jump before the pattern, in ascending order of the codes of its pegs and then of its
    /// empty holes. Empty like `First`.
    Last(Vec<CaseTree>),
}

impl Cases {
    /// Returns the number of leaves.
    pub fn leaves(&self) -> usize {
        self.trees.iter().map(|(_, tree)| tree.leaves()).sum()
    }
}

impl CaseTree {
    /// Returns `true` if the tree contains [`CaseTree::Seen`].
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
