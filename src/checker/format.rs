//! The text of a certificate, field by field, before anything in it has been checked.
//!
//! The structures are those of the RON text, which `certificate/FORMAT.md` describes with examples.

use serde::Deserialize;

/// The version of the format that this module describes.
pub(crate) const VERSION: u32 = 1;

/// Only the version, whatever the other fields may be in it.
#[derive(Debug, Deserialize)]
#[serde(rename = "Certificate")]
pub(crate) struct VersionPart {
    pub(crate) version: u32,
}

/// The whole text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Certificate", deny_unknown_fields)]
pub(crate) struct CertificatePart {
    pub(crate) version: u32,
    pub(crate) board: BoardPart,
    /// The holes that hold pegs at the start.
    pub(crate) start: String,
    pub(crate) goal: GoalPart,
    pub(crate) answer: AnswerPart,
}

/// The board, spelt out: nothing is looked up elsewhere.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
pub(crate) struct BoardPart {
    pub(crate) name: String,
    pub(crate) lattice: LatticePart,
    /// Points `(x, y)`, row by row from the top, each row from the left.
    pub(crate) holes: Vec<(i32, i32)>,
    /// A word for each hole.
    pub(crate) labels: Vec<String>,
}

/// The lines along which pegs jump: `(1, 0)` and `(0, 1)`, on the triangular lattice `(1, 1)` as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Lattice")]
pub(crate) enum LatticePart {
    Square,
    Triangular,
}

/// What a line of jumps is to lead to.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Goal")]
pub(crate) enum GoalPart {
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
pub(crate) enum AnswerPart {
    /// Moves that lead from the start to the goal: `"d2-d4, f3-d3-d5"`.
    Solvable(String),
    /// No jumps lead to the goal.
    Unsolvable(Box<RefutationPart>),
    /// The fewest pegs: moves that leave so many, and a proof that no jumps leave fewer.
    Fewest { pegs: u32, moves: String, proof: FewestProofPart },
}

/// Why no line leaves fewer pegs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "FewestProof")]
pub(crate) enum FewestProofPart {
    /// One peg is left, and every jump leaves at least one.
    LastPeg,
    /// Positions with one peg fewer cannot be reached.
    Refuted(Box<RefutationPart>),
}

/// Why none of the finishes can be reached from the start.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refutation", deny_unknown_fields)]
pub(crate) struct RefutationPart {
    /// Sets of holes of which every jump touches an even number.
    pub(crate) invariants: Vec<String>,
    /// Pagoda functions: a weight for each hole; no jump raises the sum of the weights of the pegs.
    pub(crate) pagodas: Vec<Vec<i32>>,
    pub(crate) finishes: FinishesPart,
    /// A search that leaves nothing out, for the finishes that neither of the above refutes.
    pub(crate) exhaustion: ExhaustionPart,
}

/// Every finish of the goal, and what refutes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Finishes", deny_unknown_fields)]
pub(crate) enum FinishesPart {
    /// One after the other, as the goal names them.
    Each(Vec<FinishPart>),
    /// Every position of so many pegs; the checker finds for each the invariant or pagoda function that
    /// refutes it, and leaves the others to the exhaustion.
    Every { pegs: u32 },
    /// Every position of so many pegs, all of them left to the exhaustion: where they are too many to look at.
    Any { pegs: u32 },
}

/// A finish and what refutes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Finish", deny_unknown_fields)]
pub(crate) struct FinishPart {
    pub(crate) pegs: String,
    pub(crate) refuted: RefutedPart,
}

/// What refutes a finish. Invariants and pagoda functions are numbered from 1 as they are listed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Refuted", deny_unknown_fields)]
pub(crate) enum RefutedPart {
    /// An invariant holds an odd number of pegs at one end, an even number at the other.
    Class { invariant: usize, start: ParityPart, finish: ParityPart },
    /// A pagoda function has a smaller sum at the start than at the finish.
    Pagoda { function: usize, start: i64, finish: i64 },
    /// The exhaustion.
    Exhaustion,
}

/// Whether a number of pegs is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Parity")]
#[allow(missing_docs)]
pub(crate) enum ParityPart {
    Even,
    Odd,
}

/// A search that leaves nothing out, played forwards from the start, backwards from the finishes, or both.
///
/// Backwards is forwards on complements, in which pegs and holes have changed places: a jump played backwards
/// is the same jump played forwards there.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Exhaustion", deny_unknown_fields)]
pub(crate) enum ExhaustionPart {
    /// Every finish is refuted without it.
    NotNeeded,
    /// From the start down to the number of pegs of the finishes, none of which is among the positions.
    Forward(SidePart),
    /// From the finishes' complements down to the number of pegs of the start's complement, which is not
    /// among the positions.
    Backward(SidePart),
    /// Forwards down to `meeting` pegs, backwards down to as many vacancies; no position is in both.
    BothWays { meeting: u32, forward: SidePart, backward: SidePart },
    /// The only finish is the complement of the start, so that one search is both sides. It goes down to
    /// `meeting` pegs, at most half the holes, and no position there is the complement of another one.
    Halved { meeting: u32, forward: SidePart },
}

/// One direction of an exhaustion: positions that are closed under every jump, but for jumps into positions
/// from which a pagoda function says that no finish can be reached.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Side", deny_unknown_fields)]
pub(crate) struct SidePart {
    /// Pagoda functions, a weight for each hole. A position is refuted when one of them has a smaller sum there
    /// than at every finish of this side.
    pub(crate) pagodas: Vec<Vec<i32>>,
    /// Permutations of the holes: the image of hole `i` is the entry `i`. They form a group, carry jumps onto
    /// jumps and the set of finishes onto itself. A position stands for all its images.
    pub(crate) symmetries: Vec<Vec<usize>>,
    pub(crate) positions: PositionsPart,
}

/// The positions of a side, level by level, from the most pegs to the fewest; levels that are missing at the
/// end are empty. A position is given by its code: hole `i` is bit `i`, 1 is a peg.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Positions", deny_unknown_fields)]
pub(crate) enum PositionsPart {
    /// In the text.
    Listed(Vec<LevelPart>),
    /// In a file of its own in the same folder.
    File { name: String, bytes: u64, blake3: String },
}

/// The positions of as many pegs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub(crate) struct LevelPart {
    pub(crate) pegs: u32,
    /// Decimal codes in ascending order, separated by white space.
    pub(crate) codes: String,
}
