//! Certificates field by field, before anything in them has been checked.
#![doc = include_str!("../FORMAT.md")]
#![allow(missing_docs)] // `FORMAT.md` describes the fields

use ron::error::SpannedError;
use serde::{Deserialize, Deserializer};

/// The newest version of the format; the older ones are parts of it.
pub const VERSION: u32 = 4;

/// Only the version, whatever the other fields may be in it.
#[derive(Debug, Deserialize)]
#[serde(rename = "Certificate")]
struct VersionPart {
    version: u32,
}

/// The whole text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Certificate", deny_unknown_fields)]
pub struct CertificatePart {
    pub version: u32,
    pub board: BoardPart,
    /// The holes that hold pegs at the start.
    pub start: String,
    pub goal: GoalPart,
    pub answer: AnswerPart,
}

/// The board, spelt out: nothing is looked up elsewhere.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
pub struct BoardPart {
    pub name: String,
    pub lattice: LatticePart,
    /// Since version 3. The steps along which pegs jump; those of the lattice, if it is left out.
    #[serde(default, deserialize_with = "listed")]
    pub jumps: Option<Vec<(i32, i32)>>,
    /// Points `(x, y)`, row by row from the top, each row from the left.
    pub holes: Vec<(i32, i32)>,
    /// A word for each hole.
    pub labels: Vec<String>,
}

/// A list that is written without `Some` around it.
fn listed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<(i32, i32)>>, D::Error> {
    Vec::deserialize(deserializer).map(Some)
}

/// The lines along which pegs jump, unless the board lists other steps: `(1, 0)` and `(0, 1)`, on the triangular
/// lattice `(1, 1)` as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Lattice")]
pub enum LatticePart {
    Square,
    Triangular,
}

impl LatticePart {
    /// The name that stands in files and digests.
    pub fn name(self) -> &'static str {
        match self {
            LatticePart::Square => "Square",
            LatticePart::Triangular => "Triangular",
        }
    }
}

/// What a line of jumps is to lead to.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Goal")]
pub enum GoalPart {
    /// Pegs in these holes and no others.
    Position(String),
    /// A single peg in one of these holes.
    PegIn(String),
    /// A single peg anywhere.
    OnePeg,
    /// As few pegs as can be reached.
    FewestPegs,
}

/// The answer with its proof.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Answer", deny_unknown_fields)]
pub enum AnswerPart {
    /// Moves that lead from the start to the goal: `"d2-d4, f3-d3-d5"`.
    Solvable(String),
    /// No jumps lead to the goal.
    Unsolvable(Box<RefutationPart>),
    /// The fewest pegs: moves that leave this many, and a proof that no jumps leave fewer.
    Fewest {
        pegs: u32,
        moves: String,
        proof: FewestProofPart,
    },
    /// Since version 4. This many moves, which lead to the goal, and a proof that no line of fewer does: a
    /// refutation whose exhaustion goes both ways, compact, and counts moves.
    FewestMoves {
        count: u32,
        moves: String,
        proof: Box<RefutationPart>,
    },
}

/// Why no line leaves fewer pegs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "FewestProof")]
pub enum FewestProofPart {
    /// One peg is left, and every jump leaves at least one.
    LastPeg,
    /// Positions with one peg fewer cannot be reached.
    Refuted(Box<RefutationPart>),
}

/// Why none of the finishes can be reached from the start.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refutation", deny_unknown_fields)]
pub struct RefutationPart {
    /// Sets of holes of which every jump touches an even number.
    pub invariants: Vec<String>,
    /// Pagoda functions: a weight for each hole; no jump raises the sum of the weights of the pegs.
    #[serde(default)]
    pub pagodas: Vec<Vec<i32>>,
    /// Since version 2. Functions with parities; their numbers go on after those of the pagoda functions.
    #[serde(default)]
    pub functions: Vec<FunctionPart>,
    /// Since version 2. Permutations of the holes, as in [`SidePart`] except for the finishes, which they need
    /// not carry onto finishes: for [`CasePart::Seen`].
    #[serde(default)]
    pub symmetries: Vec<Vec<usize>>,
    pub finishes: FinishesPart,
    /// A search that leaves nothing out, for the finishes that neither of the above refutes.
    pub exhaustion: ExhaustionPart,
}

/// Since version 2. A function that no jump lowers by less than it has to lose: for each jump,
/// `w[from] + w[over] - w[to]` is at least the sum of the losses of the sets that hold an odd number of the
/// jump's three holes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Function", deny_unknown_fields)]
pub struct FunctionPart {
    /// A weight for each hole.
    pub weights: Vec<i32>,
    #[serde(default)]
    pub parities: Vec<ParitySetPart>,
}

/// A set of holes, and what a jump that changes the parity of the pegs in it loses at least.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Parity", deny_unknown_fields)]
pub struct ParitySetPart {
    pub holes: String,
    pub loss: i32,
}

/// Every finish of the goal, and what refutes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Finishes", deny_unknown_fields)]
pub enum FinishesPart {
    /// One after the other, as the goal names them.
    Each(Vec<FinishPart>),
    /// Every position of this many pegs; the checker finds for each the invariant or pagoda function that
    /// refutes it, and leaves the others to the exhaustion.
    Every { pegs: u32 },
    /// Every position of this many pegs, all of them left to the exhaustion: where they are too many to look
    /// at.
    Any { pegs: u32 },
}

/// A finish and what refutes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Finish", deny_unknown_fields)]
pub struct FinishPart {
    pub pegs: String,
    pub refuted: RefutedPart,
}

/// What refutes a finish. Invariants and pagoda functions are numbered from 1 as they are listed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refuted", deny_unknown_fields)]
pub enum RefutedPart {
    /// An invariant holds an odd number of pegs at one end, an even number at the other.
    Class {
        invariant: usize,
        start: ParityPart,
        finish: ParityPart,
    },
    /// A pagoda function has a smaller sum at the start than at the finish.
    Pagoda {
        function: usize,
        start: i64,
        finish: i64,
    },
    /// Since version 2. From the start to the finish a function cannot lose as much as it has to.
    Function {
        function: usize,
        start: i64,
        finish: i64,
        loss: i64,
    },
    /// Since version 2. Each of the cases is refuted.
    Cases(CasePart),
    /// The exhaustion.
    Exhaustion,
}

/// Since version 2. Why no jumps lead from one position to another.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Case")]
pub enum CasePart {
    /// The invariant with this number holds an odd number of pegs at one end, an even number at the other.
    Class(usize),
    /// From the one to the other the function with this number cannot lose as much as it has to.
    Function(usize),
    /// This case, or its image under one of the refutation's symmetries, was refuted further up in the text.
    Seen,
    /// A case for each position one jump after the first one, in ascending order of their codes.
    First(Vec<CasePart>),
    /// A case for each position one jump before the last one, in ascending order of their codes.
    Last(Vec<CasePart>),
}

/// Whether a number of pegs is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Parity")]
pub enum ParityPart {
    Even,
    Odd,
}

/// A search that leaves nothing out, played forwards from the start, backwards from the finishes, or both.
///
/// Backwards is forwards on complements, in which pegs and holes have changed places: a jump played backwards
/// is the same jump played forwards there.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Exhaustion", deny_unknown_fields)]
pub enum ExhaustionPart {
    /// Every finish is refuted without it.
    NotNeeded,
    /// From the start down to the number of pegs of the finishes, none of which is among the positions.
    Forward(SidePart),
    /// From the finishes' complements down to the number of pegs of the start's complement, which is not
    /// among the positions.
    Backward(SidePart),
    /// Forwards down to `meeting` pegs, backwards down to as many vacancies; no position is in both.
    BothWays {
        meeting: u32,
        forward: SidePart,
        backward: SidePart,
    },
    /// The only finish is the complement of the start, so that one search is both sides. It goes down to
    /// `meeting` pegs, at most half the holes, and no position there is the complement of another one.
    Halved { meeting: u32, forward: SidePart },
}

/// One direction of an exhaustion: positions that are closed under every jump, except jumps into positions
/// from which functions say that no finish can be reached.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Side", deny_unknown_fields)]
pub struct SidePart {
    /// Pagoda functions, a weight for each hole.
    #[serde(default)]
    pub pagodas: Vec<Vec<i32>>,
    /// Since version 2. Functions with parities. A position is refuted when for each finish of this side one
    /// of all these functions says that it cannot be reached.
    #[serde(default)]
    pub functions: Vec<FunctionPart>,
    /// Since version 2. The finishes of this side are the positions this many jumps before the real ones.
    #[serde(default)]
    pub last_jumps: u32,
    /// Permutations of the holes: the image of hole `i` is the entry `i`. They form a group, carry jumps
    /// onto jumps and the set of finishes onto itself. A position stands for all its images.
    pub symmetries: Vec<Vec<usize>>,
    pub positions: PositionsPart,
}

/// The positions of a side, level by level, from the most pegs to the fewest; levels that are missing at the
/// end are empty. A position is given by its code: hole `i` is bit `i`, 1 is a peg.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Positions", deny_unknown_fields)]
pub enum PositionsPart {
    /// In the text.
    Listed(Vec<LevelPart>),
    /// In a file of its own in the same folder.
    File {
        name: String,
        bytes: u64,
        blake3: String,
    },
    /// Since version 2. Nowhere: the checker finds them itself, at most this many at each level.
    Sizes(Vec<u64>),
}

/// The positions of as many pegs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub struct LevelPart {
    pub pegs: u32,
    /// Decimal codes in ascending order, separated by white space.
    pub codes: String,
}

/// Only the board, whatever the certificate proves.
#[derive(Deserialize)]
#[serde(rename = "Certificate")]
struct BoardOfCertificate {
    board: BoardPart,
}

/// The version that a text names, whatever else is in it.
///
/// # Errors
///
/// The first mistake in the text, and its place.
pub fn version_in(text: &str) -> Result<u32, SpannedError> {
    ron::from_str(text).map(|part: VersionPart| part.version)
}

/// The board of a certificate, whatever it proves.
///
/// # Errors
///
/// The first mistake in the text, and its place.
pub fn board_in(text: &str) -> Result<BoardPart, SpannedError> {
    ron::from_str(text).map(|part: BoardOfCertificate| part.board)
}

impl CertificatePart {
    /// What a text says.
    ///
    /// # Errors
    ///
    /// The first mistake in the text, and its place.
    pub fn read(text: &str) -> Result<CertificatePart, SpannedError> {
        ron::from_str(text)
    }

    /// The oldest version of the format that has all that this certificate says.
    pub fn oldest_version(&self) -> u32 {
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

    /// The examples leave things out with an ellipsis.
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
        assert_eq!(examples.len(), 6);
    }
}
