//! Names in a scratch folder: of the search and of its files.

use serde::{Deserialize, Serialize};

/// Set of positions that a level holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LevelSet {
    /// F: positions reached from the start.
    Forward,
    /// Complements of B: positions reached from the complements of the finishes.
    Backward,
    /// W: winning positions.
    Winning,
    /// Complements of W.
    BackwardWinning,
    /// L: positions one jump below a winning one that are not winning.
    JustLost,
    /// Positions that both directions of play have reached.
    Meeting,
    /// Positions of F one jump before a winning one.
    Leading,
    /// Positions of F that are not winning.
    Lost,
}

impl LevelSet {
    /// All sets.
    pub const ALL: [LevelSet; 8] = [
        LevelSet::Forward,
        LevelSet::Backward,
        LevelSet::Winning,
        LevelSet::BackwardWinning,
        LevelSet::JustLost,
        LevelSet::Meeting,
        LevelSet::Leading,
        LevelSet::Lost,
    ];

    /// Returns the prefix of the names of its files.
    pub fn file_name(self) -> &'static str {
        match self {
            LevelSet::Forward => "forward",
            LevelSet::Backward => "backward",
            LevelSet::Winning => "winning",
            LevelSet::BackwardWinning => "backward-winning",
            LevelSet::JustLost => "just-lost",
            LevelSet::Meeting => "meeting",
            LevelSet::Leading => "leading",
            LevelSet::Lost => "lost",
        }
    }
}

/// Returns the file name of a level.
pub(super) fn level_name(set: LevelSet, pegs: usize) -> String {
    format!("{}-{pegs:03}.level", set.file_name())
}

/// Returns the file name of a spilled run.
pub(super) fn run_name(number: usize) -> String {
    format!("run-{number:05}.level")
}

/// Name of a search whose levels are kept.
#[derive(Clone, Debug)]
pub struct TaskName {
    /// Description for people.
    pub words: String,
    /// Digest of everything that determines the contents of the levels.
    pub digest: blake3::Hash,
}

/// Returns `true` if a name is that of a spilled run or of a draft.
pub(super) fn is_leftover_name(name: &str) -> bool {
    let number = |text: &str| text.parse().ok();
    let is_run = |stem: &str| {
        let run = stem.strip_prefix("run-").and_then(number);
        run.is_some_and(|run| run_name(run) == format!("{stem}.level"))
    };
    let is_level = |stem: &str| {
        LevelSet::ALL.into_iter().any(|set| {
            let pegs = stem.rsplit_once('-').and_then(|(_, pegs)| number(pegs));
            pegs.is_some_and(|pegs| level_name(set, pegs) == format!("{stem}.level"))
        })
    };
    match name.rsplit_once('.') {
        Some((stem, "draft")) => is_run(stem) || is_level(stem),
        Some((stem, "level")) => is_run(stem),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_a_search_gives_are_leftovers() {
        for name in [
            "run-00000.level",
            "run-00012.draft",
            "forward-031.draft",
            "backward-winning-003.draft",
        ] {
            assert!(is_leftover_name(name), "{name}");
        }
        for name in [
            "run-1.level",
            "run-00012.txt",
            "my.draft",
            "run-.draft",
            "notes.run",
            "forward-031.level",
        ] {
            assert!(!is_leftover_name(name), "{name}");
        }
    }
}
