use crate::board::Hole;
use std::fmt;

/// How hard a puzzle is: bounds on the [score](Grade::score) of its grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// A score below 4: random play often gets there.
    #[default]
    Easy,
    /// From 4 to below 8.
    Medium,
    /// From 8 to below 12.
    Hard,
    /// From 12 on.
    Expert,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 4] = [
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Expert,
    ];

    /// The pegs with which puzzles of this difficulty mostly begin.
    pub(super) fn pegs(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Difficulty::Easy => 4..=6,
            Difficulty::Medium => 5..=9,
            Difficulty::Hard => 8..=12,
            Difficulty::Expert => 10..=14,
        }
    }

    /// The difficulty that a [score](Grade::score) means.
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

/// What a solver of a puzzle meets.
///
/// The means are those of a player who never goes wrong, and plays each of the jumps that win with the same
/// chance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Grade {
    /// The jumps of every solution.
    pub jumps: usize,
    /// The chance that random play solves it.
    pub chance: f64,
    /// The mean share of the possible jumps that win, over the jumps of a game.
    pub winning_share: f64,
    /// The mean number of jumps in a game that are forced: the only one of several that wins.
    pub forced: f64,
    /// How many first jumps are possible.
    pub first_jumps: usize,
    /// How many of them win, where those that symmetries of the start and the goal carry onto each other count as
    /// one.
    pub winning_first_jumps: usize,
    /// The holes in which the last peg of a game can end, be it what the puzzle wants or not.
    pub finishes: Vec<Hole>,
}

impl Grade {
    /// How hard it is, in bits: each further bit means twice as many games to try.
    ///
    /// It is the mean of the bits of luck that random play needs, `-log2(chance)`, and of the bits that a player needs
    /// who is told when a jump was wrong, `-log2(winning_share)` for each jump; and half a bit more for each jump that
    /// is forced.
    pub fn score(&self) -> f64 {
        score(self.jumps, self.chance, self.winning_share, self.forced)
    }

    /// The difficulty that the score means.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of_score(self.score())
    }

    /// Whether only one first jump wins, up to symmetry, and others are possible.
    pub fn has_unique_first_jump(&self) -> bool {
        self.winning_first_jumps == 1 && self.first_jumps > 1
    }
}

/// The [score](Grade::score) of a grade with these numbers.
pub(super) fn score(jumps: usize, chance: f64, winning_share: f64, forced: f64) -> f64 {
    let luck = -chance.log2();
    let choices = -winning_share.log2() * jumps as f64;
    (luck + choices) / 2.0 + forced / 2.0
}
