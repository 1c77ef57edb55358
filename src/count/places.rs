use super::going_on::GoOn;
use super::level_map::LevelMap;
use super::ranked::RankedPlaces;
use crate::board::Board;
use crate::control::LimitReached;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;

/// Where the codes of a level are among each other, in the way that suits the level.
pub(crate) enum Places<B> {
    /// For a large share of all positions of the class with as many pegs.
    Ranked(RankedPlaces),
    /// For any.
    Mapped(LevelMap<B>),
}

/// A search that has begun: the rank of the code, or the code itself.
#[derive(Clone, Copy)]
pub(crate) struct Search<B>(B);

impl<B: Bits> Places<B> {
    /// For ascending codes of one class and one number of pegs, none 0.
    pub(crate) fn new(
        board: &Board,
        codes: &[B],
        threads: usize,
        go_on: GoOn<'_>,
    ) -> Result<Places<B>, LimitReached> {
        let member = codes
            .first()
            .filter(|member| is_dense(board, **member, codes.len()));
        Ok(
            match member.and_then(|member| ClassRank::new(board, *member)) {
                Some(rank) => Places::Ranked(RankedPlaces::new(rank, codes, go_on)?),
                None => Places::Mapped(LevelMap::new(codes, threads, go_on)?),
            },
        )
    }

    /// Begins to look for a code, and has what that needs fetched from memory.
    #[inline(always)]
    pub(crate) fn begin(&self, code: B) -> Search<B> {
        Search(match self {
            Places::Ranked(places) => B::from_code(places.begin(code).into()),
            Places::Mapped(places) => {
                places.begin(code);
                code
            }
        })
    }

    /// The place of the code, and whether it is there at all. If not, the place means nothing, and may be one behind
    /// the last.
    #[inline(always)]
    pub(crate) fn find(&self, search: Search<B>) -> (usize, bool) {
        match self {
            Places::Ranked(places) => places.find(search.0.code() as u32),
            Places::Mapped(places) => places.find(search.0),
        }
    }
}

/// Positions of a class and a level for each code, above which a table of the codes is smaller and made sooner than
/// bits of all the positions.
const SPARSE: u64 = 64;

/// Whether this many codes are a large share of the positions of the class of `member` with as many pegs. The classes
/// of a level are about equally large.
fn is_dense<B: Bits>(board: &Board, member: B, codes: usize) -> bool {
    let (holes, pegs) = (board.hole_count() as u64, u64::from(member.count()));
    let level = (0..pegs).fold(1u64, |sets, chosen| {
        sets.saturating_mul(holes - chosen) / (chosen + 1)
    });
    level >> board.position_classes().dimension() <= codes as u64 * SPARSE
}
