use super::Bits;
use crate::board::Board;
use smallvec::SmallVec;

/// Jumps of a board, grouped so that shifts find the possible ones.
///
/// On a lattice, holes are numbered row by row. Jumps of one direction between rows of equal offsets therefore have equal index
/// differences `over − from` and `to − from`. Such a group is tested at once: a hole of `mask` starts a possible jump if
/// it holds a peg, the position shifted by `over` has a peg there, and the position shifted by `to` has none.
///
/// Most groups are small, so several share a word. Each group is rotated to bits that no other group uses. One loop over
/// the bits of a word then replaces a loop per group, which saves mispredicted branches.
#[derive(Clone, Debug)]
pub struct JumpTable<B> {
    words: Vec<JumpWord<B>>,
    changes: Vec<B>,
}

/// Groups of jumps packed into one word.
#[derive(Clone, Debug)]
struct JumpWord<B> {
    groups: Vec<ShiftGroup<B>>,
    /// Bits in use.
    taken: B,
    /// Index of the jump of each bit, or `NONE`.
    numbers: Vec<u16>,
}

#[derive(Clone, Debug)]
struct ShiftGroup<B> {
    over: i32,
    to: i32,
    mask: B,
    /// Distance by which the starts of the jumps are rotated in the word.
    rotation: i32,
}

const NONE: u16 = u16::MAX;

/// Some of the jumps that are possible in a position.
#[derive(Clone, Copy, Debug)]
pub struct JumpSet<'a> {
    bits: u64,
    /// Index of the jump of each bit.
    numbers: &'a [u16; 64],
}

/// Shift group with the start and the index of each jump.
type NumberedGroup<B> = (ShiftGroup<B>, SmallVec<[(u32, u16); 16]>);

impl JumpSet<'_> {
    /// Removes a jump, and returns its index in [`Board::jumps`].
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let bits = std::num::NonZero::new(self.bits)?;
        self.bits &= self.bits - 1;
        Some(usize::from(self.numbers[bits.trailing_zeros() as usize]))
    }

    /// Keeps the jumps that `is_kept` accepts. No branch depends on the answers, which may be hard to predict.
    #[inline(always)]
    pub(crate) fn retain(&mut self, mut is_kept: impl FnMut(usize) -> bool) {
        let mut rest = *self;
        self.bits = 0;
        loop {
            let before = rest.bits;
            let Some(jump) = rest.pop() else {
                break;
            };
            self.bits |= (before ^ rest.bits) & u64::from(is_kept(jump)).wrapping_neg();
        }
    }

    /// Removes the jumps of another set of the same position.
    #[inline(always)]
    pub(crate) fn remove(&mut self, other: JumpSet<'_>) {
        self.bits &= !other.bits;
    }
}

impl<B: Bits> JumpTable<B> {
    /// Builds the table of a board.
    pub fn new(board: &Board) -> JumpTable<B> {
        let changes = board
            .jumps()
            .iter()
            .map(|jump| B::from_code(jump.code()))
            .collect();
        let mut table = JumpTable {
            words: Vec::new(),
            changes,
        };
        let mut groups = groups_of(board);
        // Large groups come first, and small ones fit the gaps that they leave.
        groups.sort_by_key(|(_, jumps)| std::cmp::Reverse(jumps.len()));
        for (group, jumps) in groups {
            table.insert(group, &jumps);
        }
        table
    }

    /// Inserts a group into the first word with room.
    fn insert(&mut self, group: ShiftGroup<B>, jumps: &[(u32, u16)]) {
        let free = |word: &JumpWord<B>| {
            let is_free =
                |rotation: &i32| group.mask.rotated_down(*rotation) & word.taken == B::EMPTY;
            (0..B::WIDTH as i32).find(is_free)
        };
        let room = self
            .words
            .iter()
            .enumerate()
            .find_map(|(index, word)| Some((index, free(word)?)));
        let (index, rotation) = room.unwrap_or_else(|| {
            self.words.push(JumpWord::new());
            (self.words.len() - 1, 0)
        });
        self.words[index].add(ShiftGroup { rotation, ..group }, jumps);
    }

    /// Returns the number of jumps on the board.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns the number of shift groups.
    #[cfg(test)]
    pub fn group_count(&self) -> usize {
        self.groups().count()
    }

    fn groups(&self) -> impl Iterator<Item = &ShiftGroup<B>> {
        self.words.iter().flat_map(|word| &word.groups)
    }

    /// Returns the three holes that a jump changes. `jump` is an index into [`Board::jumps`].
    #[inline]
    pub fn change(&self, jump: usize) -> B {
        self.changes[jump]
    }

    /// Calls `visit` with the index in [`Board::jumps`] of each jump that is possible in `position`.
    #[inline(always)]
    pub fn for_each(&self, position: B, mut visit: impl FnMut(usize)) {
        self.any_that(position, |jump| {
            visit(jump);
            false
        });
    }

    /// Returns `true` if `test` accepts a jump that is possible in `position`. It receives the index of the jump in
    /// [`Board::jumps`].
    #[inline(always)]
    pub fn any_that(&self, position: B, mut test: impl FnMut(usize) -> bool) -> bool {
        self.any_set_that(position, |mut rest| {
            while let Some(jump) = rest.pop() {
                if test(jump) {
                    return true;
                }
            }
            false
        })
    }

    /// Returns `true` if `test` accepts one of the sets into which the jumps that are possible in `position` are divided.
    #[inline(always)]
    pub(crate) fn any_set_that(
        &self,
        position: B,
        mut test: impl FnMut(JumpSet<'_>) -> bool,
    ) -> bool {
        for word in &self.words {
            let (low, high) = word.possible_in(position).words();
            let halves = [low, high];
            for (half, numbers) in word.numbers.as_chunks::<64>().0.iter().enumerate() {
                let bits = halves[half];
                if test(JumpSet { bits, numbers }) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the total number of possible jumps in some positions.
    #[inline]
    pub fn count_in<const N: usize>(&self, positions: &[B; N]) -> u64 {
        let mut counts = [0; N]; // independent counters vectorize
        for word in &self.words {
            for group in &word.groups {
                for index in 0..N {
                    counts[index] += u64::from(group.starts_in(positions[index]).count());
                }
            }
        }
        counts.iter().sum()
    }

    /// Returns `true` if any jump is possible.
    #[inline]
    pub fn any(&self, position: B) -> bool {
        self.groups()
            .any(|group| group.starts_in(position) != B::EMPTY)
    }
}

fn groups_of<B: Bits>(board: &Board) -> Vec<NumberedGroup<B>> {
    let mut groups: Vec<NumberedGroup<B>> = Vec::new();
    for (jump, number) in board.jumps().iter().zip(0..) {
        let from = jump.from().index() as u32;
        let [over, to] = [jump.over(), jump.to()].map(|hole| hole.index() as i32 - from as i32);
        let known = groups
            .iter()
            .position(|(group, _)| (group.over, group.to) == (over, to));
        let index = known.unwrap_or_else(|| {
            groups.push((
                ShiftGroup {
                    over,
                    to,
                    mask: B::EMPTY,
                    rotation: 0,
                },
                SmallVec::new(),
            ));
            groups.len() - 1
        });
        let (group, jumps) = &mut groups[index];
        group.mask |= B::bit(from);
        jumps.push((from, number));
    }
    groups
}

impl<B: Bits> JumpWord<B> {
    fn new() -> JumpWord<B> {
        JumpWord {
            groups: Vec::new(),
            taken: B::EMPTY,
            numbers: vec![NONE; B::WIDTH as usize],
        }
    }

    fn add(&mut self, group: ShiftGroup<B>, jumps: &[(u32, u16)]) {
        for (from, number) in jumps {
            let bit = B::bit(*from).rotated_down(group.rotation);
            debug_assert!(bit & self.taken == B::EMPTY);
            self.taken |= bit;
            self.numbers[bit.lowest() as usize] = *number;
        }
        self.groups.push(group);
    }

    /// Returns the bits of the possible jumps.
    #[inline]
    fn possible_in(&self, position: B) -> B {
        let mut possible = B::EMPTY;
        for group in &self.groups {
            possible |= group.starts_in(position).rotated_down(group.rotation);
        }
        possible
    }
}

impl<B: Bits> ShiftGroup<B> {
    #[inline]
    fn starts_in(&self, position: B) -> B {
        // The mask has no bit where the rotation wraps around.
        self.mask & position & position.rotated_down(self.over) & !position.rotated_down(self.to)
    }
}
