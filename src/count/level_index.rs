use super::hash_index::HashIndex;
use super::ranked_index::RankedIndex;
use crate::board::Board;
use crate::control::LimitReached;
use crate::engine::Bits;
use crate::engine::class_rank::ClassRank;

/// Index of the codes of a level, by the method that suits its density.
pub(crate) enum LevelIndex<B> {
    /// For levels with a large share of all positions of the class and number of pegs.
    Ranked(RankedIndex),
    /// For sparse levels.
    Hashed(HashIndex<B>),
}

/// Lookup in progress: the rank of the code, or the code itself.
#[derive(Clone, Copy)]
pub(crate) struct Probe<B>(B);

impl<B: Bits> LevelIndex<B> {
    /// Builds the index of ascending codes of one class and number of pegs, none of which is 0. `tick` checks
    /// the limits.
    pub(crate) fn new(
        board: &Board,
        codes: &[B],
        threads: usize,
        tick: impl Fn() -> Result<(), LimitReached> + Sync,
    ) -> Result<LevelIndex<B>, LimitReached> {
        let member = codes
            .first()
            .filter(|member| is_dense(board, member.count(), codes.len() as u64));
        Ok(
            match member.and_then(|member| ClassRank::new(board, *member)) {
                Some(rank) => LevelIndex::Ranked(RankedIndex::new(rank, codes, tick)?),
                None => LevelIndex::Hashed(HashIndex::new(codes, threads, tick)?),
            },
        )
    }

    /// Returns the approximate bytes of an index of this many codes with this many pegs, while it is built.
    pub(super) fn bytes(board: &Board, pegs: usize, codes: u64) -> u64 {
        let pegs = pegs as u32;
        if ClassRank::fits(board) && is_dense(board, pegs, codes) {
            RankedIndex::bytes(class_size(board, pegs))
        } else {
            HashIndex::<B>::bytes(codes)
        }
    }

    /// Starts a lookup and prefetches its memory.
    #[inline]
    pub(crate) fn begin(&self, code: B) -> Probe<B> {
        Probe(match self {
            LevelIndex::Ranked(index) => B::from_words(index.begin(code), 0),
            LevelIndex::Hashed(index) => {
                index.begin(code);
                code
            }
        })
    }

    /// Returns the index of the code and `true`, or an arbitrary index, at most the number of codes, and
    /// `false`.
    #[inline]
    pub(crate) fn find(&self, probe: Probe<B>) -> (usize, bool) {
        match self {
            LevelIndex::Ranked(index) => index.find(probe.0.words().0),
            LevelIndex::Hashed(index) => index.find(probe.0),
        }
    }
}

/// Positions of the class and level for each code above which the hash table is smaller and faster to build
/// than the bit vector.
const SPARSE: u64 = 64;

/// Returns `true` if this many codes are a large share of the positions of their class with as many pegs.
fn is_dense(board: &Board, pegs: u32, codes: u64) -> bool {
    class_size(board, pegs) <= codes * SPARSE
}

/// Returns the approximate number of positions of a class with this many pegs: all classes have about the same.
pub(super) fn class_size(board: &Board, pegs: u32) -> u64 {
    let classes = 2f64.powi(board.position_classes().dimension() as i32);
    (subsets(board.hole_count(), pegs as usize) / classes) as u64
}

/// Returns the approximate number of subsets of this size.
pub(crate) fn subsets(of: usize, size: usize) -> f64 {
    (0..size).fold(1.0, |sets, chosen| {
        sets * (of - chosen) as f64 / (chosen + 1) as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::file::{BoardFile, Labels};
    use crate::board::geometry::Structure;

    #[test]
    fn classes_can_be_too_many_for_a_word() {
        let names: Vec<String> = (0..100).map(|hole| format!("h{hole}")).collect();
        let mut file =
            BoardFile::from_structure("Row", Structure::Lines(vec![names[..3].to_vec()]));
        file.labels = Labels::Names(names);
        let board = Board::new(file).unwrap();
        assert_eq!(board.position_classes().dimension(), 99);
        assert_eq!(class_size(&board, 50), 0); // 2^96.3 positions in 2^99 classes
    }
}
