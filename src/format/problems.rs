//! The problems of a board that have names.

use ron::Options;
use ron::extensions::Extensions;
use serde::Deserialize;

/// The whole text.
#[derive(Debug, Deserialize)]
#[serde(rename = "Problems", deny_unknown_fields)]
pub struct ProblemsPart {
    /// What the library calls the board.
    pub board: String,
    pub problems: Vec<ProblemPart>,
}

/// A problem.
#[derive(Debug, Deserialize)]
#[serde(rename = "Problem", deny_unknown_fields)]
pub struct ProblemPart {
    pub name: String,
    /// Where the problem comes from.
    pub source: String,
    /// A picture of the start.
    pub start: String,
    /// A hole, `any`, or a picture as for the start.
    pub finish: String,
    #[serde(default)]
    pub fewest_moves: Option<usize>,
}

impl ProblemsPart {
    /// What a text says.
    ///
    /// # Errors
    ///
    /// The first mistake in the text, and its place.
    pub fn read(text: &str) -> Result<ProblemsPart, crate::SpannedError> {
        Options::default()
            .with_default_extension(Extensions::IMPLICIT_SOME)
            .from_str(text)
    }
}
