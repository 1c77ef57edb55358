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
        let member = codes.first().filter(|member| is_dense(board, **member, codes.len()));
        Ok(match member.and_then(|member| ClassRank::new(board, *member)) {
            Some(rank) => AnyPlaces::Ranked(RankedPlaces::new(rank, codes, go_on)?),
            None => AnyPlaces::Mapped(LevelMap::new(codes, threads, go_on)?),
        })
    }
}

/// Positions of a class and a level for each code, above which a table of the codes is smaller and made sooner than
/// bits of all the positions.
const SPARSE: u64 = 64;

/// Whether this many codes are a large share of the positions of the class of `member` with as many pegs. The classes
/// of a level are about equally large.
fn is_dense<B: Bits>(board: &Board, member: B, codes: usize) -> bool {
    let (holes, pegs) = (board.hole_count() as u64, u64::from(member.count()));
    let level = (0..pegs).fold(1u64, |sets, chosen| sets.saturating_mul(holes - chosen) / (chosen + 1));
    level >> board.position_classes().dimension() <= codes as u64 * SPARSE
}
