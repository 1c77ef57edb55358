//! Flaws of a certificate.

use std::fmt::Display;

/// First flaw found.
#[derive(Debug)]
pub(super) enum Flaw {
    /// A file cannot be read.
    Unreadable(String),
    /// A statement of a file does not hold.
    Wrong { place: String, message: String },
    /// The caller stopped the check.
    Stopped,
}

/// Result of a check.
pub(super) type Checked<T> = Result<T, Flaw>;

/// Rejects the statement at `place`, a field such as `answer.moves`.
pub(super) fn wrong<T>(place: impl Display, message: impl Display) -> Checked<T> {
    Err(Flaw::Wrong {
        place: place.to_string(),
        message: message.to_string(),
    })
}

/// Rejects the statement at `place` unless `holds`.
pub(super) fn require(
    holds: bool,
    place: impl Display,
    message: impl FnOnce() -> String,
) -> Checked<()> {
    if holds {
        Ok(())
    } else {
        wrong(place, message())
    }
}
