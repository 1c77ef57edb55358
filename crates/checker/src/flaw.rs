//! What is wrong with a certificate, and where.

use std::fmt::Display;

/// The first thing that is wrong.
#[derive(Debug)]
pub(super) enum Flaw {
    /// A file cannot be read.
    Unreadable(String),
    /// A file says something that does not hold.
    Wrong { place: String, message: String },
    /// The caller wants no more of it.
    Stopped,
}

/// What a check yields, unless something is wrong.
pub(super) type Checked<T> = Result<T, Flaw>;

/// Something wrong in a field, `answer.moves`.
pub(super) fn wrong<T>(place: impl Display, message: impl Display) -> Checked<T> {
    Err(flaw(&place, &message))
}

/// Compiled once, whatever says what is wrong.
fn flaw(place: &dyn Display, message: &dyn Display) -> Flaw {
    Flaw::Wrong {
        place: place.to_string(),
        message: message.to_string(),
    }
}

/// Demands what must hold.
pub(super) fn require(
    holds: bool,
    place: impl Display,
    message: impl FnOnce() -> String,
) -> Checked<()> {
    if holds {
        Ok(())
    } else {
        Err(flaw(&place, &message()))
    }
}
