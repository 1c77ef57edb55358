use super::level_map::LevelMap;
use super::places::GoOn;
use super::ranked::RankedPlaces;
use crate::board::Board;
use crate::control::LimitReached;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;

/// Whichever suits a level.
pub(crate) enum AnyPlaces<B> {
    Ranked(RankedPlaces),
    Mapped(LevelMap<B>),
}

impl<B: Bits> AnyPlaces<B> {
    /// For ascending codes of one class and one number of pegs, none 0.
    pub(crate) fn new(
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
