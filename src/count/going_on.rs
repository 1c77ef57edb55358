use crate::control::LimitReached;

/// Asked whether to go on after each [`BETWEEN_TICKS`] codes.
pub(crate) type GoOn<'a> = &'a (dyn Fn() -> Result<(), LimitReached> + Sync);

/// The codes that are put into their places in about a millisecond.
pub(super) const BETWEEN_TICKS: usize = 1 << 16;
