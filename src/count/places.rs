use super::level_map::LevelMap;
use super::ranked::RankedPlaces;
use crate::board::Board;
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

/// Whichever suits a level.
pub(super) enum AnyPlaces<B> {
    Ranked(RankedPlaces),
    Mapped(LevelMap<B>),
}

impl<B: Bits> AnyPlaces<B> {
    /// For ascending codes of one class and one number of pegs, none 0.
    pub(super) fn new(board: &Board, codes: &[B], threads: usize) -> AnyPlaces<B> {
        match codes.first().and_then(|member| ClassRank::new(board, *member)) {
            Some(rank) => AnyPlaces::Ranked(RankedPlaces::new(rank, codes)),
            None => AnyPlaces::Mapped(LevelMap::new(codes, threads)),
        }
    }
}
