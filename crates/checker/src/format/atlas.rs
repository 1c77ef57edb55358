//! Atlases: the single-vacancy problems of a board with their answers and proofs. `FORMAT.md` describes the text and
//! gives an example.

use super::{AnswerPart, BoardPart, CertificatePart, GoalPart};
use ron::error::{Error, SpannedError};
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// Newest version of the format. Its board and its answers are those of certificates of version 5; version 1 has no symmetry.
pub const VERSION: u32 = 2;

/// A whole atlas, with answers of type `A`: parsed, or as texts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    rename = "Atlas",
    deny_unknown_fields,
    bound(deserialize = "A: Deserialize<'de>")
)]
pub struct AtlasPart<A = AnswerPart> {
    pub version: u32,
    pub board: BoardPart,
    #[serde(deserialize_with = "problems")]
    pub problems: Vec<ProblemPart<A>>,
    /// Table of fewest moves as comma-separated values, one row per line; empty without a table.
    #[serde(default)]
    pub moves: String,
}

/// A problem from a single vacancy to a single survivor, with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemPart<A = AnswerPart> {
    pub vacate: String,
    pub finish: String,
    pub answer: A,
}

/// The version alone, for texts whose other fields cannot be read.
#[derive(Deserialize)]
#[serde(rename = "Atlas")]
struct VersionPart {
    version: u32,
}

impl<A: DeserializeOwned> AtlasPart<A> {
    /// Returns the oldest version of the format that has everything in this atlas.
    pub fn oldest_version(&self) -> u32 {
        1 + u32::from(self.board.has_symmetry())
    }

    /// Parses the text of an atlas.
    ///
    /// # Errors
    ///
    /// [`SpannedError`] for the first error in the text; it names the problem, if any.
    pub fn read(text: &str) -> Result<AtlasPart<A>, SpannedError> {
        ron::from_str(text)
    }
}

impl AtlasPart {
    /// Returns the certificate of a problem.
    pub fn certificate(&self, problem: &ProblemPart) -> CertificatePart {
        let pegs: Vec<&str> = self
            .board
            .labels
            .iter()
            .map(String::as_str)
            .filter(|label| *label != problem.vacate)
            .collect();
        CertificatePart {
            version: super::VERSION,
            board: self.board.clone(),
            start: pegs.join(" "),
            goal: GoalPart::PegIn(problem.finish.clone()),
            answer: problem.answer.clone(),
        }
    }
}

/// Reads the version of an atlas; other fields may be unknown.
///
/// # Errors
///
/// [`SpannedError`] for the first error in the text.
pub fn version_in(text: &str) -> Result<u32, SpannedError> {
    ron::from_str(text).map(|part: VersionPart| part.version)
}

/// Returns `true` if a text that failed to parse as a certificate calls itself an atlas.
pub fn is_named_atlas(error: &SpannedError) -> bool {
    matches!(&error.code, Error::ExpectedDifferentStructName { found, .. } if found == "Atlas")
}

/// Reads the answers by vacancy and finish. Errors name the problem, because a line number helps little in a long text.
fn problems<'de, D: Deserializer<'de>, A: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<ProblemPart<A>>, D::Error> {
    struct Problems<A>(PhantomData<A>);

    impl<'de, A: Deserialize<'de>> Visitor<'de> for Problems<A> {
        type Value = Vec<ProblemPart<A>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map from vacancy and finish to an answer")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut problems: Vec<ProblemPart<A>> = Vec::new();
            loop {
                let next = map.next_key::<(String, String)>();
                let next = next.map_err(|error| match problems.last() {
                    Some(ProblemPart { vacate, finish, .. }) => M::Error::custom(format_args!(
                        "after problem {vacate} to {finish}: {error}"
                    )),
                    None => error,
                })?;
                let Some((vacate, finish)) = next else {
                    return Ok(problems);
                };
                let answer = map.next_value().map_err(|error| {
                    M::Error::custom(format_args!("problem {vacate} to {finish}: {error}"))
                })?;
                problems.push(ProblemPart {
                    vacate,
                    finish,
                    answer,
                });
            }
        }
    }

    deserializer.deserialize_map(Problems(PhantomData))
}
