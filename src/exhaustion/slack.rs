use crate::board::{Board, Jump};
use crate::engine::Bits;
use crate::refutation::PagodaFunction;

/// The pagoda functions of a block: two AVX-512 registers' worth of `i16`.
const WIDTH: usize = 32;

/// For each pagoda function of a block, how far a position's sum lies above the least sum of a finish. Where a
/// slack is negative no finish can be reached.
type Slack = [i16; WIDTH];

/// The pagoda functions that an exhaustion follows, in blocks of vectors.
#[derive(Clone, Debug)]
pub(super) struct SlackTable {
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
struct Block {
    /// For each byte of a position and each value of the byte, the part of the sums that it makes.
    bytes: Vec<[Slack; 256]>,
    /// What each jump changes.
    changes: Vec<Slack>,
}

impl SlackTable {
    /// Follows the functions; the least sum of a finish goes with each.
    pub(super) fn new(board: &Board, functions: &[(PagodaFunction, i64)]) -> SlackTable {
        SlackTable { blocks: functions.chunks(WIDTH).map(|block| Block::new(board, block)).collect() }
    }

    /// The slacks of a position.
    #[inline]
    pub(super) fn set<B: Bits>(&self, slacks: &mut Slacks, position: B) {
        slacks.0.clear();
        slacks.0.extend(self.blocks.iter().map(|block| block.slack(position)));
    }

    /// Whether no finish can be reached after a jump from the position of `slacks`.
    #[inline]
    pub(super) fn refute_after(&self, slacks: &Slacks, jump: usize) -> bool {
        self.blocks.iter().zip(&slacks.0).any(|(block, slack)| {
            let change = &block.changes[jump];
            slack.iter().zip(change).fold(0, |signs, (slack, change)| signs | (slack + change)) < 0
        })
    }

    /// Whether no finish can be reached from the position of `slacks`.
    pub(super) fn refute(slacks: &Slacks) -> bool {
        slacks.0.iter().flatten().any(|slack| *slack < 0)
    }
}

/// The slacks of one position.
#[derive(Clone, Debug, Default)]
pub(super) struct Slacks(Vec<Slack>);

impl Block {
    fn new(board: &Board, functions: &[(PagodaFunction, i64)]) -> Block {
        let weight = |lane: usize, hole: usize| functions[lane].0.weights()[hole] as i16;
        let row = |value: &dyn Fn(usize) -> i16| {
            let mut row = [0; WIDTH];
            (0..functions.len()).for_each(|lane| row[lane] = value(lane));
            row
        };
        let byte_table = |byte: usize| {
            std::array::from_fn(|value| {
                row(&|lane| {
                    let holes = (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| 8 * byte + bit);
                    let sum: i16 =
                        holes.filter(|hole| *hole < board.hole_count()).map(|hole| weight(lane, hole)).sum();
                    if byte == 0 { sum - functions[lane].1 as i16 } else { sum }
                })
            })
        };
        let change = |jump: &Jump| {
            row(&|lane| {
                weight(lane, jump.to().index())
                    - weight(lane, jump.from().index())
                    - weight(lane, jump.over().index())
            })
        };
        Block {
            bytes: (0..board.hole_count().div_ceil(8)).map(byte_table).collect(),
            changes: board.jumps().iter().map(change).collect(),
        }
    }

    #[inline]
    fn slack<B: Bits>(&self, position: B) -> Slack {
        let (low, high) = position.words();
        let mut slack = [0; WIDTH];
        for (byte, table) in self.bytes.iter().enumerate() {
            let word = if byte < 8 { low } else { high };
            let part = &table[(word >> (8 * (byte % 8)) & 0xff) as usize];
            slack.iter_mut().zip(part).for_each(|(slack, part)| *slack += part);
        }
        slack
    }
}

/// Whether the sums of a function, and the difference of two of them, stay within an `i16`.
pub(super) fn fits(function: &PagodaFunction) -> bool {
    let size: i64 = function.weights().iter().map(|weight| i64::from(*weight).abs()).sum();
    size <= i64::from(i16::MAX) / 4
}
