use super::{CaseTree, Cases, Exhaustion, PagodaFunction};
use crate::control::counted;
use std::fmt;
use std::sync::Arc;

/// Proof that a goal cannot be met, or, for fewest pegs, that no game leaves fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// One peg is left; a jump needs two.
    LastPeg,
    /// Start and finishes lie in different position classes.
    Class,
    /// Each finish lies in another position class, or has a number of pegs that jumps cannot leave.
    Pegs,
    /// One of these functions refutes each finish in the position class of the start.
    Pagoda(Vec<PagodaFunction>),
    /// Cases by first and last jumps refute each finish in the position class of the start.
    Cases(Cases),
    /// Exhaustive search of all positions that can be reached and are not refuted by a function.
    Exhaustion {
        /// Number of dead positions searched; 0 if the search did not count them.
        positions: u64,
        /// Functions that pruned the search.
        functions: PruningFunctions,
        /// The record that a certificate needs, where the search was asked to keep it: see
        /// [`SolverOptions::record`](crate::SolverOptions::record).
        record: Option<Arc<Exhaustion>>,
    },
}

/// Pagoda functions learned by a search, for use by another search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PruningFunctions {
    /// Functions for playing forwards.
    pub forward: Vec<PagodaFunction>,
    /// Functions for playing backwards, on complements.
    pub backward: Vec<PagodaFunction>,
}

builder_methods!(PruningFunctions {
    /// Sets the functions for playing forwards.
    with_forward(forward: Vec<PagodaFunction>),
    /// Sets the functions for playing backwards.
    with_backward(backward: Vec<PagodaFunction>),
});

impl PruningFunctions {
    /// Returns all functions, first those for playing forwards.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PagodaFunction> {
        self.forward.iter().chain(&self.backward)
    }

    /// Adds the functions that are not in the lists yet.
    pub fn add(&mut self, others: PruningFunctions) {
        let both = [
            (&mut self.forward, others.forward),
            (&mut self.backward, others.backward),
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
    /// Returns the proof of an exhaustive search that counted nothing and kept nothing.
    pub(crate) fn uncounted_exhaustion() -> Proof {
        Proof::Exhaustion {
            positions: 0,
            functions: PruningFunctions::default(),
            record: None,
        }
    }

    /// Makes a proof of cases, or of the functions alone if no case is split.
    pub(crate) fn of_cases(cases: Cases) -> Proof {
        let is_unsplit = |tree: &CaseTree| matches!(tree, CaseTree::Function(_) | CaseTree::Seen);
        if cases.trees.iter().all(|(_, tree)| is_unsplit(tree)) {
            Proof::Pagoda(cases.functions)
        } else {
            Proof::Cases(cases)
        }
    }

    /// Returns the kind: `class`, `pegs`, `pagoda`, `cases`, `exhaustion` or `last peg`.
    pub fn kind(&self) -> &'static str {
        match self {
            Proof::LastPeg => "last peg",
            Proof::Class => "class",
            Proof::Pegs => "pegs",
            Proof::Pagoda(_) => "pagoda",
            Proof::Cases(_) => "cases",
            Proof::Exhaustion { .. } => "exhaustion",
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::LastPeg => f.write_str("no game leaves fewer than one peg"),
            Proof::Class => f.write_str("the position classes differ"),
            Proof::Pegs => f.write_str("position classes and numbers of pegs exclude every finish"),
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
            Proof::Exhaustion { positions: 0, .. } => {
                f.write_str("exhaustive search found no solution")
            }
            Proof::Exhaustion { positions, .. } => {
                write!(
                    f,
                    "exhaustive search found no solution ({})",
                    counted(positions, "dead position")
                )
            }
        }
    }
}
