use super::Bits;
use super::processor::Instructions;
use crate::board::{Board, Jump};

/// The jumps of a board, arranged so that those possible in a position are found by shifts.
///
/// Holes are numbered row by row, so the jumps of one direction between rows of the same offsets have the
/// same index differences `over − from` and `to − from`. Such a group is tried at once: a hole of `mask` is
/// the start of a possible jump when it holds a peg, the shifted position has a peg there and the
/// doubly shifted one has none.
#[derive(Clone, Debug)]
pub struct JumpTable<B> {
    groups: Vec<ShiftGroup<B>>,
    /// For each group, the jump that begins in each hole; `NONE` where there is none.
    number_from: Vec<u16>,
    changes: Vec<B>,
    /// The jumps in the order of groups and then of holes, as bits of words.
    in_words: InWords,
}

/// All jumps as bits of words: those of a group, or of half a group where words are wide, side by side.
#[derive(Clone, Debug, Default)]
struct InWords {
    /// For the low and the high half of each group, the place of its first jump.
    places: Vec<[usize; 2]>,
    /// The number of the jump at each place.
    numbers: Vec<u16>,
}

/// More words than the jumps of any board take.
const MOST_WORDS: usize = 32;

#[derive(Clone, Debug)]
struct ShiftGroup<B> {
    over: i32,
    to: i32,
    mask: B,
}

const NONE: u16 = u16::MAX;

impl<B: Bits> JumpTable<B> {
    pub(super) fn new(board: &Board) -> JumpTable<B> {
        let width = B::WIDTH as usize;
        let mut table = JumpTable {
            groups: Vec::new(),
            number_from: Vec::new(),
            changes: Vec::new(),
            in_words: InWords::default(),
        };
        for (number, jump) in board.jumps().iter().enumerate() {
            let group = table.group_of(*jump);
            let from = jump.from().index();
            table.groups[group].mask |= B::bit(from as u32);
            table.number_from[group * width + from] = number as u16;
            table.changes.push(B::from_code(jump.code()));
        }
        table.in_words = table.jumps_in_words();
        table
    }

    fn jumps_in_words(&self) -> InWords {
        let mut in_words = InWords {
            places: Vec::with_capacity(self.groups.len()),
            numbers: Vec::with_capacity(2 * self.changes.len()),
        };
        for (group, numbers) in self.groups.iter().zip(self.number_from.chunks_exact(B::WIDTH as usize)) {
            let (low, high) = group.mask.words();
            let halves = [(low, 0), (high, 64)];
            in_words.places.push(halves.map(|(mask, first)| {
                let place = in_words.numbers.len();
                let (left, count) = (64 - place % 64, mask.count_ones() as usize);
                let place = if count > left { place + left } else { place }; // no half lies in two words
                in_words.numbers.resize(place, NONE);
                let mut rest = mask;
                while rest != 0 {
                    in_words.numbers.push(numbers[first + rest.trailing_zeros() as usize]);
                    rest &= rest - 1;
                }
                place
            }));
        }
        assert!(in_words.numbers.len() <= 64 * MOST_WORDS);
        in_words
    }

    fn group_of(&mut self, jump: Jump) -> usize {
        let from = jump.from().index() as i32;
        let (over, to) = (jump.over().index() as i32 - from, jump.to().index() as i32 - from);
        let known = self.groups.iter().position(|group| group.over == over && group.to == to);
        known.unwrap_or_else(|| {
            self.groups.push(ShiftGroup { over, to, mask: B::EMPTY });
            self.number_from.resize(self.groups.len() * B::WIDTH as usize, NONE);
            self.groups.len() - 1
        })
    }

    /// The same table for a board of at most 64 holes in narrow words.
    pub(crate) fn narrowed(&self) -> JumpTable<u64> {
        let narrow = |word: B| word.words().0;
        let groups = self.groups.iter().map(|group| ShiftGroup {
            over: group.over,
            to: group.to,
            mask: narrow(group.mask),
        });
        let numbers = self.number_from.chunks_exact(B::WIDTH as usize).flat_map(|numbers| &numbers[..64]);
        JumpTable {
            groups: groups.collect(),
            number_from: numbers.copied().collect(),
            changes: self.changes.iter().map(|change| narrow(*change)).collect(),
            in_words: self.in_words.clone(),
        }
    }

    /// The number of jumps on the board.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// The number of shift groups.
    #[cfg(test)]
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The three holes that a jump changes. `jump` is an index into [`Board::jumps`].
    #[inline(always)]
    pub fn change(&self, jump: usize) -> B {
        self.changes[jump]
    }

    /// Calls `visit` with the number of each jump that is possible in `position`: its index in
    /// [`Board::jumps`].
    #[inline(always)]
    pub fn for_each(&self, position: B, mut visit: impl FnMut(usize)) {
        for (group, numbers) in self.groups.iter().zip(self.number_from.chunks_exact(B::WIDTH as usize)) {
            let mut starts = group.starts_in(position);
            while starts != B::EMPTY {
                visit(usize::from(numbers[starts.lowest() as usize]));
                starts = starts.without_lowest();
            }
        }
    }

    /// The same with these instructions, in another order. Where they gather bits quickly, there is one loop
    /// over all possible jumps instead of one for each group: the processor predicts its end far more often.
    #[inline(always)]
    pub(crate) fn for_each_by<I: Instructions>(&self, position: B, mut visit: impl FnMut(usize)) {
        if I::gathered(0, 0).is_none() {
            return self.for_each(position, visit);
        }
        let mut words = [0u64; MOST_WORDS];
        for (group, places) in self.groups.iter().zip(&self.in_words.places) {
            let ((low, high), masks) = (group.starts_in(position).words(), group.mask.words());
            let mut put = |half: u64, mask: u64, place: usize| {
                let bits = I::gathered(half, mask).unwrap_or(0);
                words[place / 64 % MOST_WORDS] |= bits << (place % 64);
            };
            put(low, masks.0, places[0]);
            if B::WIDTH > 64 {
                put(high, masks.1, places[1]);
            }
        }
        for (mut word, numbers) in words.into_iter().zip(self.in_words.numbers.chunks(64)) {
            while word != 0 {
                visit(usize::from(numbers[word.trailing_zeros() as usize]));
                word &= word - 1;
            }
        }
    }

    /// The number of jumps that are possible in all of these positions together.
    #[inline(always)]
    pub fn count_in<const N: usize>(&self, positions: &[B; N]) -> u64 {
        let mut counts = [0; N]; // one for each position, so that they are counted side by side
        for group in &self.groups {
            for place in 0..N {
                counts[place] += u64::from(group.starts_in(positions[place]).count());
            }
        }
        counts.iter().sum()
    }

    /// Whether any jump is possible.
    #[inline]
    pub fn any(&self, position: B) -> bool {
        self.groups.iter().any(|group| group.starts_in(position) != B::EMPTY)
    }
}

impl<B: Bits> ShiftGroup<B> {
    #[inline(always)]
    fn starts_in(&self, position: B) -> B {
        // What comes in at the other end of a word is not in the mask.
        self.mask & position & position.rotated_down(self.over) & !position.rotated_down(self.to)
    }
}
