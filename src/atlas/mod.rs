//! The single-vacancy to single-survivor problems of a board: settled, certified, and kept in a folder or a file.
//!
//! | file | task |
//! |---|---|
//! | `settle.rs` | [`settle`]: searches open problems and keeps their certificates |
//! | `store.rs` | folders of certificates and atlas files behind one type; [`pack`] |
//! | `verify.rs` | [`verify`]: checks all certificates |
//! | `moves.rs` | the tables of fewest moves, longest moves and games beside the certificates |
//! | `file.rs` | [`AtlasFile`]: the recorded answers of an atlas file |
//! | `map.rs` | [`AtlasMap`]: a picture |
//!
//! A problem and its reversal are settled together: one is solvable exactly when the other is
//! ([`SvssProblem::reversal`]). One certificate serves both. It is named after the problem that
//! [`Board::svss_problems`] lists first: `d1-a4.ron` in a folder for vacancy d1 and finish a4, or `hole-3-to-hole-7.ron`
//! if some file system could confuse the labels. An atlas file holds all
//! certificates and the table of fewest moves; [`certificate`](crate::certificate) describes its format.

mod error;
mod file;
mod map;
mod moves;
mod settle;
mod store;
mod verify;

pub use error::AtlasError;
pub use file::{AtlasAnswer, AtlasFile};
pub use map::AtlasMap;
pub use moves::{
    games_file, longest_moves_file, moves, moves_file, settle_games, settle_longest_moves,
    settle_moves,
};
pub use settle::{AtlasOptions, settle};
pub use store::pack;
pub use verify::verify;

use crate::board::{Board, Hole, SvssProblem};
use std::collections::HashMap;
use std::path::PathBuf;

/// Findings about all problems of a board that the position classes allow.
#[derive(Clone, Debug)]
pub struct Atlas {
    board: Board,
    entries: Vec<AtlasEntry>,
}

/// A problem with its finding.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AtlasEntry {
    /// The problem.
    pub problem: SvssProblem,
    /// The finding.
    pub finding: Finding,
    /// The seconds spent on the problem; 0 if the certificate already existed.
    pub seconds: f64,
    /// The file with the certificate of this problem, or of its reversal if that is listed first.
    pub certificate: Option<PathBuf>,
}

/// Finding about a problem.
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
    /// A limit stopped the check of the certificate.
    Unchecked,
}

/// A settled problem and the file with its certificate.
#[derive(Clone, Debug)]
struct Settled {
    finding: Finding,
    seconds: f64,
    certificate: PathBuf,
}

impl Finding {
    /// The findings of unsolvable problems, in the order in which the solver tries them.
    pub const UNSOLVABLE: [Finding; 3] = [
        Finding::RefutedByPagoda,
        Finding::RefutedByCases,
        Finding::RefutedByExhaustion,
    ];
}

impl Atlas {
    /// Returns an atlas without certificates. `finding` returns the finding about each of [`Board::svss_problems`].
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
        Atlas::of_entries(board, |problem| AtlasEntry {
            problem,
            finding: finding(problem),
            seconds: 0.0,
            certificate: None,
        })
    }

    /// Assembles an atlas from settled problems. A problem is also settled if its reversal is.
    fn of_settled(board: &Board, settled: &HashMap<(Hole, Hole), Settled>) -> Atlas {
        Atlas::of_entries(board, |problem| {
            let found = settled
                .get(&(problem.vacancy(), problem.finish()))
                .or_else(|| settled.get(&problem.reversal()));
            AtlasEntry {
                problem,
                finding: found.map_or(Finding::Open, |found| found.finding),
                seconds: found.map_or(0.0, |found| found.seconds),
                certificate: found.map(|found| found.certificate.clone()),
            }
        })
    }

    fn of_entries(board: &Board, entry: impl Fn(SvssProblem) -> AtlasEntry) -> Atlas {
        Atlas {
            board: board.clone(),
            entries: board.svss_problems().into_iter().map(entry).collect(),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the problems in the order of [`Board::svss_problems`].
    pub fn entries(&self) -> &[AtlasEntry] {
        &self.entries
    }

    /// Returns the number of problems with this finding.
    pub fn count(&self, finding: Finding) -> usize {
        self.entries
            .iter()
            .filter(|entry| entry.finding == finding)
            .count()
    }

    /// Returns the number of unsolvable problems.
    pub fn unsolvable(&self) -> usize {
        Finding::UNSOLVABLE
            .into_iter()
            .map(|finding| self.count(finding))
            .sum()
    }

    /// Returns the finding about the problem from any vacancy to any finish; `None` if the position classes forbid it.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn finding(&self, vacancy: Hole, finish: Hole) -> Option<Finding> {
        let listed = self.board.canonical_svss(vacancy, finish);
        let place = self.entries.binary_search_by_key(&listed, |entry| {
            (entry.problem.vacancy(), entry.problem.finish())
        });
        place.ok().map(|place| self.entries[place].finding)
    }
}
