use super::{CaseTree, Cases, PagodaFunction};
use std::fmt;

/// Why a goal cannot be met, or, for fewest pegs, why no game leaves fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// One peg is left, and a jump needs two.
    LastPeg,
    /// The start lies in another position class than every position that meets the goal.
    Class,
    /// Every position that meets the goal and lies in the start's class is refuted by one of these.
    Pagoda(Vec<PagodaFunction>),
    /// Every position that meets the goal and lies in the start's class is refuted in each case of first and
    /// last jumps.
    Cases(Cases),
    /// An exhaustive search, of every position that can be reached and is not refuted by a pagoda function.
    Exhaustion {
        /// The number of dead positions that were searched.
        positions: u64,
        /// The pagoda functions that pruned the search.
        functions: PruningFunctions,
    },
}

/// The pagoda functions that a search followed when it ended: what it learned, for another one to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PruningFunctions {
    /// Those for playing forwards.
    pub forwards: Vec<PagodaFunction>,
    /// Those for playing backwards, on complements.
    pub backwards: Vec<PagodaFunction>,
}

impl PruningFunctions {
    /// Adds those that are new.
    pub(crate) fn add(&mut self, others: PruningFunctions) {
        let both = [
            (&mut self.forwards, others.forwards),
            (&mut self.backwards, others.backwards),
        ];
        for (functions, others) in both {
            for function in others {
                if !functions.contains(&function) {
                    functions.push(function);
                }
            }
        }
    }
}

impl Proof {
    /// The proof by these cases: where there is nothing to split, the functions alone.
    pub(crate) fn of_cases(cases: Cases) -> Proof {
        let is_whole = |tree: &CaseTree| matches!(tree, CaseTree::Function(_) | CaseTree::Seen);
        if cases.trees.iter().all(|(_, tree)| is_whole(tree)) {
            Proof::Pagoda(cases.functions)
        } else {
            Proof::Cases(cases)
        }
    }

    /// The proof's kind in one word: `class`, `pagoda`, `cases`, `exhaustion`, or `last peg`.
    pub fn kind(&self) -> &'static str {
        match self {
            Proof::LastPeg => "last peg",
            Proof::Class => "class",
            Proof::Pagoda(_) => "pagoda",
            Proof::Cases(_) => "cases",
            Proof::Exhaustion { .. } => "exhaustion",
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::LastPeg => f.write_str("one peg is the fewest there can be"),
            Proof::Class => f.write_str("the position classes differ"),
            Proof::Pagoda(functions) if functions.len() == 1 => {
                f.write_str("a pagoda function would have to rise")
            }
            Proof::Pagoda(functions) => {
                write!(
                    f,
                    "one of {} pagoda functions would have to rise",
                    functions.len()
                )
            }
            Proof::Cases(cases) => {
                write!(
                    f,
                    "every case by first and last jumps is refuted ({} in all)",
                    cases.leaves()
                )
            }
            Proof::Exhaustion { positions, .. } => {
                let ending = if *positions == 1 { "" } else { "s" };
                write!(
                    f,
                    "exhaustive search found no solution ({positions} dead position{ending})"
                )
            }
        }
    }
}
