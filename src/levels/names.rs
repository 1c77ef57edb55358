//! The names in a scratch folder: of the search, and of its files.

use serde::{Deserialize, Serialize};

/// Which positions a level holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum LevelSet {
    /// F: those reached from the start.
    Forward,
    /// The complements of B: those reached from the complements of the finishes.
    Backward,
    /// W.
    Winning,
    /// The complements of W.
    BackwardWinning,
    /// L.
    Losing,
    /// What both directions of play have reached.
    Meeting,
}

impl LevelSet {
    /// All of them.
    pub(crate) const ALL: [LevelSet; 6] = [
        LevelSet::Forward,
        LevelSet::Backward,
        LevelSet::Winning,
        LevelSet::BackwardWinning,
        LevelSet::Losing,
        LevelSet::Meeting,
    ];

    /// What the names of its files begin with.
    pub(crate) fn file_name(self) -> &'static str {
        match self {
            LevelSet::Forward => "forward",
            LevelSet::Backward => "backward",
            LevelSet::Winning => "winning",
            LevelSet::BackwardWinning => "backward-winning",
            LevelSet::Losing => "losing",
            LevelSet::Meeting => "meeting",
        }
    }
}

/// The name of the file of a level.
pub(super) fn level_name(set: LevelSet, pegs: usize) -> String {
    format!("{}-{pegs:03}.level", set.file_name())
}

/// The name of a file for codes that did not fit memory.
pub(super) fn run_name(number: usize) -> String {
    format!("run-{number:05}.level")
}

/// Names a search: in words, and by the digest of all that decides what its levels hold.
#[derive(Clone, Debug)]
pub(crate) struct TaskName {
    pub(crate) words: String,
    pub(crate) digest: blake3::Hash,
}

/// Whether a file has the name of a spilled run, or of something half written.
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
