//! The text files of pegboard, field by field, before anything in them has been checked. All are in RON.
//!
//! | module | files |
//! |---|---|
//! | [`certificate`] | an answer with its proof: `certificate/FORMAT.md` describes it with examples |
//! | [`problems`] | the problems of a board that have names |
//! | [`manifest`] | what a scratch folder holds |
//! | [`plan`] | how the exhaustion in a scratch folder plays |
//!
//! Files of boards have a reader of their own in the library, which says of each mistake where it is and how to fix
//! it.
//!
//! The reader of a format is a great deal of code for a few lines of text. So this package is compiled without
//! optimisation, and what reads and writes its formats is not generic: generic code would be compiled where it is
//! called. Only [`from_text`] and [`to_text`] are, for the one format that is described elsewhere: the mark of a
//! cluster.

pub mod certificate;
pub mod manifest;
pub mod plan;
pub mod problems;

pub use ron::error::SpannedError;

use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The data in a text.
///
/// # Errors
///
/// The first mistake in the text, and its place.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    ron::from_str(text)
}

/// A list as digests name it: `[a, b, c]`.
pub fn listed(items: Vec<String>) -> String {
    format!("[{}]", items.join(", "))
}

/// The text of some data, laid out for people.
pub fn to_text<T: Serialize>(data: &T, layout: PrettyConfig) -> String {
    ron::ser::to_string_pretty(data, layout).expect("plain data can be written")
}
