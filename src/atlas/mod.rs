//! Every single-vacancy to single-survivor problem of a board: settled, certified, and kept in a folder.
//!
//! A problem and its reversal are settled together: one is solvable exactly when the other is
//! ([`SvssProblem::reversal`]). So the folder holds one certificate for both, named after the one that
//! [`Board::svss_problems`] lists first: `d1-a4.ron` for vacancy d1 and finish a4.

mod folder;
mod map;
mod settle;

pub use folder::{AtlasError, verify_folder};
pub use map::AtlasMap;
pub use settle::{AtlasOptions, settle};

use crate::board::{Board, SvssProblem};
use std::path::PathBuf;

/// What is known about every problem of a board that the position classes allow.
#[derive(Clone, Debug)]
pub struct Atlas {
    board: Board,
    entries: Vec<AtlasEntry>,
}

/// What is known about one problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AtlasEntry {
    /// The problem.
    pub problem: SvssProblem,
    /// What is known about it.
    pub finding: Finding,
    /// The seconds it took; 0 where a certificate was there already.
    pub seconds: f64,
    /// The certificate: of this problem, or of its reversal where that is listed first.
    pub certificate: Option<PathBuf>,
}

/// What is known about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There is a solution.
    Solvable,
    /// A pagoda function refutes it.
    RefutedByPagoda,
    /// Each case by first and last jumps is refuted.
    RefutedByCases,
    /// An exhaustive search found no solution.
    RefutedByExhaustion,
    /// Neither a solution nor a proof was found.
    Open,
}

impl Finding {
    /// What says that a problem is unsolvable, in the order in which it is tried.
    pub const UNSOLVABLE: [Finding; 3] = [
        Finding::RefutedByPagoda,
        Finding::RefutedByCases,
        Finding::RefutedByExhaustion,
    ];
}

impl Atlas {
    /// An atlas without certificates, of what somebody has found about each problem. `finding` is asked about
    /// each of [`Board::svss_problems`].
    ///
    /// ```
    /// use pegboard::Board;
    /// use pegboard::atlas::{Atlas, AtlasMap, Finding};
    /// let triangle = Board::library("triangle5")?;
    /// let atlas = Atlas::of_findings(&triangle, |_| Finding::Open);
    /// assert_eq!(atlas.count(Finding::Open), 17);
    /// assert!(AtlasMap::new(&atlas).to_svg().contains("data-finish=\"b3\""));
    /// # Ok::<(), pegboard::LoadError>(())
    /// ```
    pub fn of_findings(board: &Board, finding: impl Fn(SvssProblem) -> Finding) -> Atlas {
        let entry = |problem: SvssProblem| AtlasEntry {
            problem,
            finding: finding(problem),
            seconds: 0.0,
            certificate: None,
        };
        let entries = board.svss_problems().into_iter().map(entry).collect();
        Atlas {
            board: board.clone(),
            entries,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The problems, as [`Board::svss_problems`] lists them.
    pub fn entries(&self) -> &[AtlasEntry] {
        &self.entries
    }

    /// The number of problems with this finding.
    pub fn count(&self, finding: Finding) -> usize {
        self.entries
            .iter()
            .filter(|entry| entry.finding == finding)
            .count()
    }

    /// The number of problems that are unsolvable, for whatever reason.
    pub fn unsolvable(&self) -> usize {
        Finding::UNSOLVABLE
            .into_iter()
            .map(|finding| self.count(finding))
            .sum()
    }

    /// What is known about a problem with any vacancy and finish; `None` where the position classes forbid
    /// it.
    pub fn finding(&self, vacancy: crate::Hole, finish: crate::Hole) -> Option<Finding> {
        let listed = self.board.canonical_svss(vacancy, finish);
        let place = self.entries.binary_search_by_key(&listed, |entry| {
            (entry.problem.vacancy(), entry.problem.finish())
        });
        place.ok().map(|place| self.entries[place].finding)
    }
}
