use super::Bits;
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
}

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
        let mut table = JumpTable { groups: Vec::new(), number_from: Vec::new(), changes: Vec::new() };
        for (number, jump) in board.jumps().iter().enumerate() {
            let group = table.group_of(*jump);
            let from = jump.from().index();
            table.groups[group].mask |= B::bit(from as u32);
            table.number_from[group * width + from] = number as u16;
            table.changes.push(B::from_code(jump.code()));
        }
        table
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
        self.mask & position & position.moved_down(self.over) & !position.moved_down(self.to)
    }
}
