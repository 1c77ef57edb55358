use super::Bits;
use crate::board::{Board, Jump};
use smallvec::SmallVec;

/// The jumps of a board, arranged so that those possible in a position are found by shifts.
///
/// Holes are numbered row by row, so the jumps of one direction between rows of the same offsets have the
/// same index differences `over − from` and `to − from`. Such a group is tried at once: a hole of `mask` is
/// the start of a possible jump when it holds a peg, the shifted position has a peg there and the
/// doubly shifted one has none.
///
/// Most groups are small. So several of them share a word: each is turned until its holes lie where no other
/// group has one. There is one loop over the bits of a word instead of one for each group, and the processor
/// predicts its end far more often.
#[derive(Clone, Debug)]
pub struct JumpTable<B> {
    words: Vec<JumpWord<B>>,
    changes: Vec<B>,
}

/// Groups of jumps side by side in one word.
#[derive(Clone, Debug)]
struct JumpWord<B> {
    groups: Vec<ShiftGroup<B>>,
    /// The bits that groups have taken.
    taken: B,
    /// The number of the jump of each bit; `NONE` where there is none.
    numbers: Vec<u16>,
}

#[derive(Clone, Debug)]
struct ShiftGroup<B> {
    over: i32,
    to: i32,
    mask: B,
    /// How far the starts of its jumps are turned in the word.
    turn: i32,
}

const NONE: u16 = u16::MAX;

/// A shift group with the start and the number of each of its jumps.
type Group<B> = (ShiftGroup<B>, SmallVec<[(u32, u16); 16]>);

impl<B: Bits> JumpTable<B> {
    /// The jumps of a board.
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
        let groups = groups_of(board);
        // The small ones find room beside the large. One number for size and place sorts faster than a group.
        let key = |(place, (_, jumps)): (u32, &Group<B>)| {
            u32::from(u16::MAX - jumps.len() as u16) << 16 | place
        };
        let mut order: Vec<u32> = (0..).zip(&groups).map(key).collect();
        order.sort_unstable();
        for place in order {
            let (group, jumps) = &groups[usize::from(place as u16)];
            table.place(group.clone(), jumps);
        }
        table
    }

    /// Puts a group into the first word with room.
    fn place(&mut self, group: ShiftGroup<B>, jumps: &[(u32, u16)]) {
        let free = |word: &JumpWord<B>| {
            let is_free = |turn: &i32| group.mask.rotated_down(*turn) & word.taken == B::EMPTY;
            (0..B::WIDTH as i32).find(is_free)
        };
        let room = self
            .words
            .iter()
            .enumerate()
            .find_map(|(index, word)| Some((index, free(word)?)));
        let (index, turn) = room.unwrap_or_else(|| {
            self.words.push(JumpWord::new());
            (self.words.len() - 1, 0)
        });
        self.words[index].add(ShiftGroup { turn, ..group }, jumps);
    }

    /// The number of jumps on the board.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// The number of shift groups.
    #[cfg(test)]
    pub fn group_count(&self) -> usize {
        self.groups().count()
    }

    fn groups(&self) -> impl Iterator<Item = &ShiftGroup<B>> {
        self.words.iter().flat_map(|word| &word.groups)
    }

    /// The three holes that a jump changes. `jump` is an index into [`Board::jumps`].
    #[inline]
    pub fn change(&self, jump: usize) -> B {
        self.changes[jump]
    }

    /// Calls `visit` with the number of each jump that is possible in `position`: its index in
    /// [`Board::jumps`].
    #[inline]
    pub fn for_each(&self, position: B, mut visit: impl FnMut(usize)) {
        for word in &self.words {
            let (low, high) = word.possible_in(position).words();
            let halves = [low, high];
            for (half, numbers) in word.numbers.as_chunks::<64>().0.iter().enumerate() {
                let mut rest = halves[half];
                while rest != 0 {
                    visit(usize::from(numbers[rest.trailing_zeros() as usize]));
                    rest &= rest - 1;
                }
            }
        }
    }

    /// The number of jumps that are possible in all of these positions together.
    #[inline]
    pub fn count_in<const N: usize>(&self, positions: &[B; N]) -> u64 {
        let mut counts = [0; N]; // one for each position, so that they are counted side by side
        for word in &self.words {
            for group in &word.groups {
                for place in 0..N {
                    counts[place] += u64::from(group.starts_in(positions[place]).count());
                }
            }
        }
        counts.iter().sum()
    }

    /// Whether any jump is possible.
    #[inline]
    pub fn any(&self, position: B) -> bool {
        self.groups()
            .any(|group| group.starts_in(position) != B::EMPTY)
    }
}

fn groups_of<B: Bits>(board: &Board) -> Vec<Group<B>> {
    let mut groups: Vec<Group<B>> = Vec::with_capacity(16); // groups are large to move
    for (jump, number) in board.jumps().iter().zip(0..) {
        let from = jump.from().index() as u32;
        let (over, to) = differences(jump);
        let known = groups
            .iter()
            .position(|(group, _)| (group.over, group.to) == (over, to));
        let index = known.unwrap_or_else(|| {
            groups.push((
                ShiftGroup {
                    over,
                    to,
                    mask: B::EMPTY,
                    turn: 0,
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

/// How far away, in hole numbers, the hole jumped over and the end of the jump are.
fn differences(jump: &Jump) -> (i32, i32) {
    let from = jump.from().index() as i32;
    (
        jump.over().index() as i32 - from,
        jump.to().index() as i32 - from,
    )
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
            let place = B::bit(*from).rotated_down(group.turn);
            debug_assert!(place & self.taken == B::EMPTY);
            self.taken |= place;
            self.numbers[place.lowest() as usize] = *number;
        }
        self.groups.push(group);
    }

    /// The bits of the jumps that are possible.
    #[inline]
    fn possible_in(&self, position: B) -> B {
        let mut possible = B::EMPTY;
        for group in &self.groups {
            possible |= group.starts_in(position).rotated_down(group.turn);
        }
        possible
    }
}

impl<B: Bits> ShiftGroup<B> {
    #[inline]
    fn starts_in(&self, position: B) -> B {
        // What comes in at the other end of a word is not in the mask.
        self.mask & position & position.rotated_down(self.over) & !position.rotated_down(self.to)
    }
}
