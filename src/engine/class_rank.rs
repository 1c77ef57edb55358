use super::Bits;
use crate::board::Board;
use crate::control::allocation;
use rustc_hash::FxHashMap;

/// Ranks, in the order of their codes, of the positions of one position class with a given peg count.
///
/// The code is split into an upper and a lower half. The upper half, the class and the peg count determine the class and
/// the peg count of the lower half. Therefore the rank of a position is the number of positions with a smaller upper
/// half, plus the rank of its lower half within that group: two table lookups.
#[derive(Clone, Debug)]
pub(crate) struct ClassRank {
    lower_bits: u32,
    /// For each upper half, the number of positions with a smaller one.
    before: Vec<u32>,
    /// For each lower half, its rank among those with the same peg count and class. Short words: the tables compete for the
    /// cache with what they index.
    place: Vec<u16>,
    len: u64,
}

/// Maximum number of holes. The tables of larger boards do not fit the cache.
const MOST_HOLES: usize = 44;

impl ClassRank {
    /// Builds the tables for the positions with the class and the peg count of `member`. Returns `None` if the tables
    /// would be too large, or the system has no memory for them.
    pub(crate) fn new<B: Bits>(board: &Board, member: B) -> Option<ClassRank> {
        if !ClassRank::fits(board) {
            return None;
        }
        let holes = board.hole_count();
        let lower_bits = holes.div_ceil(2) as u32;
        let kind = |code: u64| {
            (
                code.count_ones(),
                board.position_classes().class_of(u128::from(code)).bits(),
            )
        };
        let (pegs, class) = kind(member.words().0);
        let mut alike: FxHashMap<(u32, u128), u32> = FxHashMap::default();
        let mut place = allocation::with_capacity(1 << lower_bits).ok()?;
        for lower in 0..1u64 << lower_bits {
            let count = alike.entry(kind(lower)).or_default();
            place.push(u16::try_from(*count).ok()?);
            *count += 1;
        }
        let mut before = allocation::with_capacity(1 << (holes as u32 - lower_bits)).ok()?;
        let mut len = 0u64;
        for upper in 0..1u64 << (holes as u32 - lower_bits) {
            before.push(u32::try_from(len).ok()?);
            let (upper_pegs, upper_class) = kind(upper << lower_bits);
            let rest = pegs
                .checked_sub(upper_pegs)
                .map(|rest| (rest, class ^ upper_class));
            len += rest
                .and_then(|rest| alike.get(&rest))
                .map_or(0, |count| u64::from(*count));
        }
        u32::try_from(len).ok()?;
        Some(ClassRank {
            lower_bits,
            before,
            place,
            len,
        })
    }

    /// Returns `true` if the tables for this number of holes fit the cache.
    pub(crate) fn fits(board: &Board) -> bool {
        board.hole_count() <= MOST_HOLES
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the rank of a position, which must have the class and the peg count of the table.
    #[inline]
    pub(crate) fn rank<B: Bits>(&self, position: B) -> usize {
        let code = position.words().0;
        let upper = self.before[(code >> self.lower_bits) as usize];
        let lower = self.place[(code & ((1 << self.lower_bits) - 1)) as usize];
        upper as usize + usize::from(lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_the_places_in_the_sorted_list() {
        for (name, code) in [
            ("triangle5", 0b101_1010_0111_0001u64),
            ("star13", 0b1_0110_0101_1001),
        ] {
            let board = Board::library(name).unwrap();
            let position =
                |code: u64| crate::Position::from_code(&board, u128::from(code)).unwrap();
            let (pegs, class) = (code.count_ones(), position(code).class());
            let alike = |code: &u64| code.count_ones() == pegs && position(*code).class() == class;
            let rank = ClassRank::new(&board, code).unwrap();
            let list: Vec<u64> = (0..1 << board.hole_count()).filter(alike).collect();
            assert_eq!(rank.len(), list.len() as u64);
            assert!(
                list.iter()
                    .enumerate()
                    .all(|(place, code)| rank.rank(*code) == place)
            );
        }
    }
}
