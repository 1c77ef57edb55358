//! The finished levels of a scratch folder.

use crate::{SpannedError, from_text, to_text};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

/// The finished levels of a folder, in the order in which they were made. One process and a cluster say
/// different things about a level.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest<L> {
    pub version: u32,
    /// In words, for people.
    pub search: String,
    /// BLAKE3 digest of all that decides what the levels hold.
    pub task: String,
    pub levels: Vec<L>,
}

/// What a manifest says about a level.
pub trait ManifestLevel: Sized {
    /// The manifest in a text.
    ///
    /// # Errors
    ///
    /// The first mistake in the text, and its place.
    fn read(text: &str) -> Result<Manifest<Self>, SpannedError>;

    /// The text of a manifest.
    fn text(manifest: &Manifest<Self>) -> String;
}

/// A level of one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedLevel {
    pub set: LevelSet,
    pub pegs: usize,
    pub codes: u64,
    /// Jumps tried for it.
    pub jumps: u64,
    pub seconds: f64,
    pub digest: String,
}

impl ManifestLevel for FinishedLevel {
    fn read(text: &str) -> Result<Manifest<FinishedLevel>, SpannedError> {
        from_text(text)
    }

    fn text(manifest: &Manifest<FinishedLevel>) -> String {
        to_text(manifest, PrettyConfig::default())
    }
}

/// Which positions a level holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LevelSet {
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
    pub const ALL: [LevelSet; 6] = [
        LevelSet::Forward,
        LevelSet::Backward,
        LevelSet::Winning,
        LevelSet::BackwardWinning,
        LevelSet::Losing,
        LevelSet::Meeting,
    ];

    /// What the names of its files begin with.
    pub fn file_name(self) -> &'static str {
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
