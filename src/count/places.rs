use crate::control::LimitReached;

/// Where the codes of a level are among each other.
pub(crate) trait Places<B>: Sync {
    /// A search that has begun.
    type Search: Copy + Send;

    /// Begins to look for a code, and has what that needs fetched from memory.
    fn begin(&self, code: B) -> Self::Search;

    /// The place of the code, and whether it is there at all. If not, the place means nothing, and may be one
    /// behind the last.
    fn find(&self, search: Self::Search) -> (usize, bool);
}

/// Asked whether to go on after each [`BETWEEN_TICKS`] codes.
pub(crate) type GoOn<'a> = &'a (dyn Fn() -> Result<(), LimitReached> + Sync);

/// The codes that are put into their places in about a millisecond.
pub(super) const BETWEEN_TICKS: usize = 1 << 16;
