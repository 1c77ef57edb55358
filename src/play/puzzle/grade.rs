use crate::board::Hole;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Difficulty of a puzzle: ranges of the [score](Grade::score) of its grade.
///
/// Serde form: `"easy"`, `"medium"`, `"hard"` or `"expert"`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Score below 4: random play often succeeds.
    Easy,
    /// Score from 4 to below 8.
    #[default]
    Medium,
    /// Score from 8 to below 12.
    Hard,
    /// Score of at least 12.
    Expert,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 4] = [
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Expert,
    ];

    /// Returns the usual numbers of pegs at the start.
    pub(super) fn pegs(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Difficulty::Easy => 4..=6,
            Difficulty::Medium => 5..=9,
            Difficulty::Hard => 8..=12,
            Difficulty::Expert => 10..=14,
        }
    }

    /// Returns the difficulty of a [score](Grade::score).
    pub(super) fn of_score(score: f64) -> Difficulty {
        match score {
            score if score < 4.0 => Difficulty::Easy,
            score if score < 8.0 => Difficulty::Medium,
            score if score < 12.0 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        })
    }
}

/// Grade of a puzzle: statistics of its games.
///
/// Means are over the games of a player who draws uniformly among the winning jumps.
///
/// Serde form: an object with the fields; holes are indices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Grade {
    /// Number of jumps of every solution.
    pub jumps: usize,
    /// Chance that random play solves the puzzle.
    pub chance: f64,
    /// Mean fraction of the possible jumps that win, over the jumps of a game.
    pub winning_share: f64,
    /// Mean number of forced jumps in a game: the only winning one of several.
    pub forced: f64,
    /// Number of possible first jumps.
    pub first_jumps: usize,
    /// Number of winning first jumps, up to the symmetries of the start and the goal.
    pub winning_first_jumps: usize,
    /// Holes where the last peg of a game can end, including unwanted ones.
    pub finishes: Vec<Hole>,
}

impl Grade {
    /// Returns the difficulty in bits: each further bit means twice as many games to try.
    ///
    /// The score is the mean of two numbers, plus half a bit for each forced jump. The first number is the bits of luck
    /// that random play needs, `-log2(chance)`. The second is the bits that a player needs who is warned of losing
    /// jumps, `-log2(winning_share)` for each jump.
    pub fn score(&self) -> f64 {
        score(self.jumps, self.chance, self.winning_share, self.forced)
    }

    /// Returns the difficulty.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of_score(self.score())
    }

    /// Returns `true` if only one first jump wins, up to symmetry, and others are possible.
    pub fn has_unique_first_jump(&self) -> bool {
        self.winning_first_jumps == 1 && self.first_jumps > 1
    }
}

/// Returns the [score](Grade::score) of a grade with these numbers.
pub(super) fn score(jumps: usize, chance: f64, winning_share: f64, forced: f64) -> f64 {
    let luck = -chance.log2();
    let choices = -winning_share.log2() * jumps as f64;
    (luck + choices) / 2.0 + forced / 2.0
}
