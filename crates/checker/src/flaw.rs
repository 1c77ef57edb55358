//! Flaws of a certificate.

use std::fmt::Display;

/// First flaw found.
#[derive(Debug)]
pub(super) enum Flaw {
    /// A file cannot be read.
    Unreadable(String),
    /// A statement of a file does not hold.
    Wrong { place: String, message: String },
    /// The caller stopped the check, or the system has no memory left.
    Stopped,
}

/// Result of a check.
pub(super) type Checked<T> = Result<T, Flaw>;

/// Makes room for `more` elements. The list grows by doubling, but has no spare room beyond `most` elements.
pub(super) fn reserve<T>(list: &mut Vec<T>, more: usize, most: usize) -> Checked<()> {
    let needed = list.len() + more;
    if needed <= list.capacity() {
        return Ok(());
    }
    let room = needed.max((2 * list.capacity()).min(most));
    list.try_reserve_exact(room - list.len())
        .map_err(|_| Flaw::Stopped)
}

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
