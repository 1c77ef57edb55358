use super::level_map::LevelMap;
use super::ranked::RankedPlaces;
use crate::board::Board;
use crate::control::LimitReached;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;

/// Where the codes of a level are among each other.
pub(super) trait Places<B>: Sync {
    /// A search that has begun.
    type Search: Copy + Send;

    /// Begins to look for a code, and has what that needs fetched from memory.
    fn begin(&self, code: B) -> Self::Search;

    /// The place of the code, and whether it is there at all. If not, the place means nothing, and may be one behind the last.
    fn find(&self, search: Self::Search) -> (usize, bool);
}

/// Asked whether to go on after each [`BETWEEN_TICKS`] codes.
pub(super) type GoOn<'a> = &'a (dyn Fn() -> Result<(), LimitReached> + Sync);

/// The codes that are put into their places in about a millisecond.
pub(super) const BETWEEN_TICKS: usize = 1 << 16;

/// Whichever suits a level.
pub(super) enum AnyPlaces<B> {
    Ranked(RankedPlaces),
    Mapped(LevelMap<B>),
}

impl<B: Bits> AnyPlaces<B> {
    /// For ascending codes of one class and one number of pegs, none 0.
    pub(super) fn new(
        board: &Board,
        codes: &[B],
        threads: usize,
        go_on: GoOn<'_>,
    ) -> Result<AnyPlaces<B>, LimitReached> {
        Ok(match codes.first().and_then(|member| ClassRank::new(board, *member)) {
            Some(rank) => AnyPlaces::Ranked(RankedPlaces::new(rank, codes, go_on)?),
            None => AnyPlaces::Mapped(LevelMap::new(codes, threads, go_on)?),
        })
    }
}
