//! Certificates field by field, before anything in them has been checked.
#![doc = include_str!("../FORMAT.md")]
#![allow(missing_docs)] // `FORMAT.md` describes the fields

pub mod atlas;

use ron::error::SpannedError;
use serde::{Deserialize, Deserializer};

/// Newest version of the format. Older versions are subsets of it.
pub const VERSION: u32 = 5;

/// The version alone, for texts whose other fields cannot be read.
#[derive(Debug, Deserialize)]
#[serde(rename = "Certificate")]
struct VersionPart {
    version: u32,
}

/// A whole certificate.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Certificate", deny_unknown_fields)]
pub struct CertificatePart {
    pub version: u32,
    pub board: BoardPart,
    /// Labels of the holes with pegs at the start.
    pub start: String,
    pub goal: GoalPart,
    pub answer: AnswerPart,
}

/// Self-contained description of a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
pub struct BoardPart {
    pub name: String,
    pub lattice: LatticePart,
    /// Version 3: unit steps of the jumps, if they are not those of the lattice.
    #[serde(default, deserialize_with = "present")]
    pub jumps: Option<Vec<(i32, i32)>>,
    /// Version 5: jumps that the board lacks, as indices of holes: from, over, into.
    #[serde(default)]
    pub without: Vec<(usize, usize, usize)>,
    /// Version 5: name of the symmetry group in use, if it is not the largest of the board. No proof depends on it.
    #[serde(default, deserialize_with = "present")]
    pub symmetry: Option<String>,
    /// Version 5: axis of the reflections of this group in degrees, if the name alone is ambiguous.
    #[serde(default, deserialize_with = "present")]
    pub axis: Option<u16>,
    /// Coordinates `(x, y)`, row by row from the top, each row from the left. A board that lists its jumps has none.
    #[serde(default)]
    pub holes: Vec<(i32, i32)>,
    /// A word for each hole.
    pub labels: Vec<String>,
}

/// Reads an optional field that is written without `Some` around its value.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl BoardPart {
    /// Returns the size of the description in memory, in bytes.
    pub(crate) fn size(&self) -> u64 {
        /// Bytes for each item of a list.
        const ITEM: usize = 24;
        let of_lattice = match &self.lattice {
            LatticePart::Jumps(jumps) => jumps.len(),
            LatticePart::Square | LatticePart::Triangular => 0,
        };
        let items = of_lattice
            + self.jumps.as_ref().map_or(0, Vec::len)
            + self.without.len()
            + self.holes.len()
            + self.labels.len();
        let symmetry = self.symmetry.as_ref().map_or(0, String::len);
        let labels: usize = self.labels.iter().map(String::len).sum();
        (ITEM * items + self.name.len() + symmetry + labels) as u64
    }

    fn has_symmetry(&self) -> bool {
        self.symmetry.is_some() || self.axis.is_some()
    }
}

/// Lattice of a board, which determines the jumps unless the board lists steps: along `(1, 0)` and `(0, 1)`, on the
/// triangular lattice also along `(1, 1)`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Lattice")]
pub enum LatticePart {
    Square,
    Triangular,
    /// Version 5: no lattice, but these jumps, as indices of holes: from, over, into.
    Jumps(Vec<(usize, usize, usize)>),
}

impl LatticePart {
    /// Returns the name in files and digests.
    pub fn name(&self) -> &'static str {
        match self {
            LatticePart::Square => "Square",
            LatticePart::Triangular => "Triangular",
            LatticePart::Jumps(_) => "Jumps",
        }
    }
}

/// Goal of a problem.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Goal")]
pub enum GoalPart {
    /// Pegs in exactly these holes.
    Position(String),
    /// A single peg in one of these holes.
    PegIn(String),
    /// A single peg anywhere.
    OnePeg,
    /// As few pegs as possible.
    FewestPegs,
    /// Version 5: any position that matches one of these patterns.
    Patterns(Vec<PatternPart>),
}

/// Version 5: pattern of pegs and empty holes; all other holes may hold a peg or not.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Pattern", deny_unknown_fields)]
pub struct PatternPart {
    /// Holes that hold pegs.
    #[serde(default)]
    pub pegs: String,
    /// Holes that hold none.
    #[serde(default)]
    pub empty: String,
}

/// Answer with its proof.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Answer", deny_unknown_fields)]
pub enum AnswerPart {
    /// Moves from the start to the goal: `"d2-d4, f3-d3-d5"`.
    Solvable(String),
    /// No line leads to the goal.
    Unsolvable(Box<RefutationPart>),
    /// Moves that leave this many pegs, and a proof that no line leaves fewer.
    Fewest {
        pegs: u32,
        moves: String,
        proof: FewestProofPart,
    },
    /// Version 4: a line with this many moves to the goal, and a proof that no line has fewer. The proof is a
    /// refutation with a compact exhaustion that goes both ways.
    FewestMoves {
        count: u32,
        moves: String,
        proof: Box<RefutationPart>,
    },
}

/// Proof that no line leaves fewer pegs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "FewestProof")]
pub enum FewestProofPart {
    /// One peg is left, and every jump leaves at least one.
    LastPeg,
    /// No position with one peg fewer can be reached.
    Refuted(Box<RefutationPart>),
}

/// Proof that no finish can be reached from the start.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refutation", deny_unknown_fields)]
pub struct RefutationPart {
    /// Sets of holes such that every jump changes an even number of holes in each set.
    pub invariants: Vec<String>,
    /// Pagoda functions: a weight for each hole, such that no jump raises the sum over the pegs.
    #[serde(default)]
    pub pagodas: Vec<Vec<i32>>,
    /// Version 2: functions with parity sets, numbered after the pagoda functions.
    #[serde(default)]
    pub functions: Vec<FunctionPart>,
    /// Version 2: permutations of the holes for [`CasePart::Seen`], as in [`SidePart`], except that they need not carry
    /// finishes onto finishes.
    #[serde(default)]
    pub symmetries: Vec<Vec<usize>>,
    pub finishes: FinishesPart,
    /// Exhaustive search for the finishes that nothing else refutes.
    pub exhaustion: ExhaustionPart,
}

/// Version 2: function with parity sets. For each jump, `w[from] + w[over] - w[to]` is at least the sum of the losses
/// of the sets that hold an odd number of the jump's three holes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Function", deny_unknown_fields)]
pub struct FunctionPart {
    /// A weight for each hole.
    pub weights: Vec<i32>,
    #[serde(default)]
    pub parities: Vec<ParitySetPart>,
}

/// Set of holes, and the least loss of a jump that changes the parity of the pegs in it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Parity", deny_unknown_fields)]
pub struct ParitySetPart {
    pub holes: String,
    pub loss: i32,
}

/// Finishes of the goal with their refutations.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Finishes", deny_unknown_fields)]
pub enum FinishesPart {
    /// Each finish of the goal by itself.
    Each(Vec<FinishPart>),
    /// Version 5: each pattern of the goal by itself.
    Patterns(Vec<RefutedPatternPart>),
    /// Every position with this many pegs. The checker finds an invariant or function that refutes the position, or
    /// leaves the position to the exhaustion.
    Every { pegs: u32 },
    /// Every position with this many pegs, all left to the exhaustion, because they are too many to enumerate.
    Any { pegs: u32 },
}

/// Finish with its refutation.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Finish", deny_unknown_fields)]
pub struct FinishPart {
    pub pegs: String,
    pub refuted: RefutedPart,
}

/// Version 5: pattern with its refutation.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refuted", deny_unknown_fields)]
pub struct RefutedPatternPart {
    pub pattern: PatternPart,
    pub refuted: RefutedPart,
}

/// Refutation of a finish. Invariants and functions are numbered from 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refuted", deny_unknown_fields)]
pub enum RefutedPart {
    /// Start and finish differ in the parity of the pegs in an invariant.
    Class {
        invariant: usize,
        start: ParityPart,
        finish: ParityPart,
    },
    /// The sum of a pagoda function is smaller at the start than at the finish.
    Pagoda {
        function: usize,
        start: i64,
        finish: i64,
    },
    /// Version 2: a function with parity sets refutes the finish from the start.
    Function {
        function: usize,
        start: i64,
        finish: i64,
        loss: i64,
    },
    /// Version 2: each case of a tree is refuted.
    Cases(CasePart),
    /// Version 5: the finish has too many pegs.
    Pegs,
    /// The exhaustion does not reach the finish.
    Exhaustion,
}

/// Version 2: proof by cases that no line leads from one position to another.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Case")]
pub enum CasePart {
    /// The positions differ in the parity of the pegs in the invariant with this number.
    Class(usize),
    /// The function with this number refutes the second position from the first.
    Function(usize),
    /// This case, or its image under a symmetry of the refutation, was refuted earlier in the text.
    Seen,
    /// One case for each position one jump after the first position, in ascending order of codes.
    First(Vec<CasePart>),
    /// One case for each position one jump before the second position, in ascending order of codes.
    Last(Vec<CasePart>),
}

/// Parity of a number of pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Parity")]
pub enum ParityPart {
    Even,
    Odd,
}

/// Exhaustive search: forwards from the start, backwards from the finishes, or both.
///
/// Playing backwards is playing forwards on complements: a jump played backwards on a position is a jump played
/// forwards on its complement.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Exhaustion", deny_unknown_fields)]
pub enum ExhaustionPart {
    /// Every finish is refuted without it.
    NotNeeded,
    /// From the start down to the peg count of the finishes, none of which is among the positions.
    Forward(SidePart),
    /// From the complements of the finishes down to the peg count of the complement of the start, which is not among
    /// the positions.
    Backward(SidePart),
    /// Forwards down to `meeting` pegs, backwards down to as many vacancies. No position belongs to both.
    BothWays {
        meeting: u32,
        forward: SidePart,
        backward: SidePart,
    },
    /// The only finish is the complement of the start, so that one side serves as both. It goes down to `meeting` pegs,
    /// at most half the holes, and no position there is the complement of another one.
    Halved { meeting: u32, forward: SidePart },
}

/// One direction of an exhaustion: a set of positions closed under jumps, except jumps to refuted positions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Side", deny_unknown_fields)]
pub struct SidePart {
    /// Pagoda functions: a weight for each hole.
    #[serde(default)]
    pub pagodas: Vec<Vec<i32>>,
    /// Version 2: functions with parity sets. A position is refuted if each finish of the side is refuted by one of the
    /// functions of either kind.
    #[serde(default)]
    pub functions: Vec<FunctionPart>,
    /// Version 2: the finishes of the side are the positions this many jumps before the real ones.
    #[serde(default)]
    pub last_jumps: u32,
    /// Permutations of the holes: entry `i` is the image of hole `i`. They form a group, carry jumps onto jumps and the
    /// set of finishes onto itself. A position stands for all its images.
    pub symmetries: Vec<Vec<usize>>,
    pub positions: PositionsPart,
}

/// Positions of a side, level by level, from the most pegs to the fewest. Levels missing at the end are empty.
/// Positions are codes: bit `i` is 1 if hole `i` has a peg.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Positions", deny_unknown_fields)]
pub enum PositionsPart {
    /// Positions in the text.
    Listed(Vec<LevelPart>),
    /// Positions in a file in the same folder.
    File {
        name: String,
        bytes: u64,
        blake3: String,
    },
    /// Version 2: maximum size of each level. The checker recomputes the positions.
    Sizes(Vec<u64>),
}

/// Positions with the same number of pegs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub struct LevelPart {
    pub pegs: u32,
    /// Decimal codes in ascending order, separated by white space.
    pub codes: String,
}

/// Reads the version of a certificate; other fields may be unknown.
///
/// # Errors
///
/// [`SpannedError`] for the first error in the text.
pub fn version_in(text: &str) -> Result<u32, SpannedError> {
    ron::from_str(text).map(|part: VersionPart| part.version)
}

impl CertificatePart {
    /// Parses the text of a certificate.
    ///
    /// # Errors
    ///
    /// [`SpannedError`] for the first error in the text.
    pub fn read(text: &str) -> Result<CertificatePart, SpannedError> {
        ron::from_str(text)
    }

    /// Returns the oldest version of the format that has everything in this certificate.
    pub fn oldest_version(&self) -> u32 {
        let lists_jumps = matches!(self.board.lattice, LatticePart::Jumps(_));
        let has_patterns = matches!(self.goal, GoalPart::Patterns(_));
        if has_patterns
            || lists_jumps
            || !self.board.without.is_empty()
            || self.board.has_symmetry()
        {
            return 5;
        }
        if matches!(self.answer, AnswerPart::FewestMoves { .. }) {
            return 4;
        }
        if self.board.jumps.is_some() {
            return 3;
        }
        let refutation = match &self.answer {
            AnswerPart::Unsolvable(refutation) => Some(refutation),
            AnswerPart::Fewest {
                proof: FewestProofPart::Refuted(refutation),
                ..
            } => Some(refutation),
            AnswerPart::Solvable(_)
            | AnswerPart::Fewest { .. }
            | AnswerPart::FewestMoves { .. } => None,
        };
        if refutation.is_some_and(|refutation| refutation.is_of_version_2()) {
            2
        } else {
            1
        }
    }
}

impl AnswerPart {
    /// The sides of the answer's exhaustion.
    pub fn sides_mut(&mut self) -> impl Iterator<Item = &mut SidePart> {
        let refutation = match self {
            AnswerPart::Unsolvable(refutation)
            | AnswerPart::FewestMoves {
                proof: refutation, ..
            }
            | AnswerPart::Fewest {
                proof: FewestProofPart::Refuted(refutation),
                ..
            } => Some(&mut refutation.exhaustion),
            AnswerPart::Solvable(_) | AnswerPart::Fewest { .. } => None,
        };
        let (one, other) = match refutation {
            None | Some(ExhaustionPart::NotNeeded) => (None, None),
            Some(
                ExhaustionPart::Forward(side)
                | ExhaustionPart::Backward(side)
                | ExhaustionPart::Halved { forward: side, .. },
            ) => (Some(side), None),
            Some(ExhaustionPart::BothWays {
                forward, backward, ..
            }) => (Some(forward), Some(backward)),
        };
        one.into_iter().chain(other)
    }
}

impl RefutationPart {
    fn is_of_version_2(&self) -> bool {
        let is_new = |finish: &FinishPart| {
            matches!(
                finish.refuted,
                RefutedPart::Function { .. } | RefutedPart::Cases(_)
            )
        };
        !self.functions.is_empty()
            || !self.symmetries.is_empty()
            || matches!(&self.finishes, FinishesPart::Each(finishes) if finishes.iter().any(is_new))
            || self.exhaustion.sides().any(SidePart::is_of_version_2)
    }
}

impl ExhaustionPart {
    fn sides(&self) -> impl Iterator<Item = &SidePart> {
        let (one, other) = match self {
            ExhaustionPart::NotNeeded => (None, None),
            ExhaustionPart::Forward(side) | ExhaustionPart::Backward(side) => (Some(side), None),
            ExhaustionPart::BothWays {
                forward, backward, ..
            } => (Some(forward), Some(backward)),
            ExhaustionPart::Halved { forward, .. } => (Some(forward), None),
        };
        one.into_iter().chain(other)
    }
}

impl SidePart {
    fn is_of_version_2(&self) -> bool {
        !self.functions.is_empty()
            || self.last_jumps > 0
            || matches!(self.positions, PositionsPart::Sizes(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;

    fn read<T: DeserializeOwned>(text: &str) {
        if let Err(error) = ron::from_str::<T>(text) {
            panic!("{error}\n{text}");
        }
    }

    /// The examples abbreviate lists with an ellipsis.
    #[test]
    fn the_examples_of_the_description_can_be_read() {
        let description = include_str!("../FORMAT.md").replace(", …", "");
        let examples: Vec<&str> = description
            .split("```ron\n")
            .skip(1)
            .map(|rest| rest.split("```").next().unwrap())
            .collect();
        for example in &examples {
            match example.split('(').next().unwrap().trim() {
                "Certificate" => read::<CertificatePart>(example),
                "Atlas" => read::<atlas::AtlasPart>(example),
                "FewestMoves" => read::<AnswerPart>(example),
                "Refutation" => read::<RefutationPart>(example),
                "Cases" => read::<RefutedPart>(example),
                "Side" => read::<SidePart>(example),
                "positions: File" => read::<PositionsPart>(
                    example.trim().trim_matches(',').split_once(": ").unwrap().1,
                ),
                other => panic!("{other}"),
            }
        }
        assert_eq!(examples.len(), 8);
    }
}
