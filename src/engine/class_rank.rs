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
    /// For each upper half, the first rank of its positions in units of `2^shift`: the number of positions with a smaller
    /// upper half, plus the gaps that rounding to units leaves.
    before: Vec<u32>,
    /// 0 if all ranks fit 32 bits, so that there are no gaps.
    shift: u32,
    /// For each lower half, its rank among those with the same peg count and class. Short words: the tables compete for the
    /// cache with what they index.
    place: Vec<u16>,
    len: u64,
}

/// Maximum number of holes. The tables of larger boards do not fit the cache.
const MAX_HOLES: usize = 44;

/// Maximum number of lower halves with the same peg count and class.
const MAX_ALIKE: u64 = 1 << u16::BITS;

impl ClassRank {
    /// Builds the tables for the positions with the class and the peg count of `member`. Returns `None` if the tables
    /// would be too large, or the system has no memory for them.
    pub(crate) fn new<B: Bits>(board: &Board, member: B) -> Option<ClassRank> {
        ClassRank::in_units(board, member, u32::MAX)
    }

    /// Builds the tables with first ranks of at most this many units.
    fn in_units<B: Bits>(board: &Board, member: B, most: u32) -> Option<ClassRank> {
        if !ClassRank::fits(board) {
            return None;
        }
        let holes = board.hole_count();
        let lower_bits = lower_half(board);
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
        // The sizes of the groups, which then become their first ranks.
        let mut before = allocation::with_capacity(1 << (holes as u32 - lower_bits)).ok()?;
        for upper in 0..1u64 << (holes as u32 - lower_bits) {
            let (upper_pegs, upper_class) = kind(upper << lower_bits);
            let rest = pegs
                .checked_sub(upper_pegs)
                .map(|rest| (rest, class ^ upper_class));
            before.push(rest.and_then(|rest| alike.get(&rest)).copied().unwrap_or(0));
        }
        let positions: u64 = before.iter().map(|size| u64::from(*size)).sum();
        let most = u64::from(most).checked_sub(before.len() as u64)?; // each group has a part of a unit at most
        let shift = (0..u64::BITS).find(|shift| positions >> shift <= most)?;
        let mut units = 0;
        for group in &mut before {
            let size = group.div_ceil(1 << shift);
            *group = units;
            units += size;
        }
        Some(ClassRank {
            lower_bits,
            before,
            shift,
            place,
            len: u64::from(units) << shift,
        })
    }

    /// Returns `true` if the tables fit the cache: the board is not too large, and the ranks of lower halves fit their words.
    pub(crate) fn fits(board: &Board) -> bool {
        if board.hole_count() > MAX_HOLES {
            return false;
        }
        let holes = lower_half(board);
        // Numbers of sets of the first holes, by class and size. Each class has as many sets as every other.
        let mut sets = FxHashMap::from_iter([(0, vec![1])]);
        for hole in 0..holes {
            if sets.len() as u64 * MAX_ALIKE >= 1 << holes {
                return true;
            }
            let class = board.position_classes().class_of(1 << hole).bits();
            for (of_rest, counts) in std::mem::take(&mut sets) {
                for (pegs, class) in [(0, of_rest), (1, of_rest ^ class)] {
                    let sums = sets
                        .entry(class)
                        .or_insert_with(|| vec![0; holes as usize + 1]);
                    for (sum, count) in sums[pegs..].iter_mut().zip(&counts) {
                        *sum += count;
                    }
                }
            }
        }
        sets.values().flatten().all(|count| *count <= MAX_ALIKE)
    }

    /// Returns the number of ranks, including gaps.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the rank of a position, which must have the class and the peg count of the table.
    #[inline]
    pub(crate) fn rank<B: Bits>(&self, position: B) -> u64 {
        let code = position.words().0;
        let upper = self.before[(code >> self.lower_bits) as usize];
        let lower = self.place[(code & ((1 << self.lower_bits) - 1)) as usize];
        (u64::from(upper) << self.shift) + u64::from(lower)
    }
}

/// Returns the number of holes in the lower half of a code.
fn lower_half(board: &Board) -> u32 {
    board.hole_count().div_ceil(2) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::file::BoardFile;
    use crate::board::geometry::Lattice;

    /// Returns the codes of all positions like this one, ascending.
    fn alike(board: &Board, code: u64) -> Vec<u64> {
        let class = |code: u64| board.position_classes().class_of(u128::from(code)).bits();
        let (pegs, of) = (code.count_ones(), class(code));
        let is_alike = |other: &u64| other.count_ones() == pegs && class(*other) == of;
        (0..1 << board.hole_count()).filter(is_alike).collect()
    }

    #[test]
    fn ranks_in_units_are_distinct_and_ascend() {
        let board = Board::library("triangle5").unwrap();
        let code = 0b101_1010_0111_0001u64;
        let list = alike(&board, code);
        for most in [400, 500, 2000] {
            let rank = ClassRank::in_units(&board, code, most).unwrap();
            let ranks: Vec<u64> = list.iter().map(|code| rank.rank(*code)).collect();
            assert!(ranks.is_sorted_by(|one, next| one < next), "{most}");
            assert!(*ranks.last().unwrap() < rank.len());
            assert_eq!(rank.len() > list.len() as u64, most < 2000);
            assert!(rank.len() >> rank.shift <= u64::from(most));
        }
        assert!(ClassRank::in_units(&board, code, 100).is_none());
    }

    /// The lower halves with the same peg count and class are ranked in 16 bits.
    #[test]
    fn boards_fit_if_their_tables_do() {
        for name in ["diamond41", "rectangle6x7", "hexagon4", "triangle5"] {
            assert!(ClassRank::fits(&Board::library(name).unwrap()), "{name}");
        }
        let holes = (0..11).flat_map(|y| (0..4).map(move |x| (x, y)));
        let file = BoardFile::new("Parallelogram 4x11", Lattice::Triangular, holes);
        assert!(!ClassRank::fits(&Board::new(file).unwrap()));
    }

    #[test]
    fn ranks_are_the_places_in_the_sorted_list() {
        for (name, code) in [
            ("triangle5", 0b101_1010_0111_0001u64),
            ("star13", 0b1_0110_0101_1001),
        ] {
            let board = Board::library(name).unwrap();
            let rank = ClassRank::new(&board, code).unwrap();
            let list = alike(&board, code);
            assert_eq!(rank.len(), list.len() as u64);
            assert!(
                list.iter()
                    .enumerate()
                    .all(|(place, code)| rank.rank(*code) == place as u64)
            );
        }
    }
}
