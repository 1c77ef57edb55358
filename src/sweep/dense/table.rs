use super::block::{Block, Move, add};
use super::folding::Folding;
use super::layout::{Layout, MAX_JUMPS, bits, gather};
use super::rounds;
use crate::board::{Board, Jump};
use crate::engine::processor::Instructions;

/// A layout for one position class, with tables that find the jumps into a block.
///
/// The number of a block is split into two parts, and what depends on the pegs of the high holes alone is
/// looked up for each part: codes are combined by exclusive or, jumps that are possible by and. Dependent
/// holes that the upper part alone does not determine count as lower, and there is a table of lower parts for
/// each way in which the upper part can fill them.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) layout: Layout,
    pub(super) folding: Folding,
    /// The code of index 0 in block 0: pegs in dependent holes only.
    class_offset: u64,
    upper: Vec<Part>,
    lower: Vec<LowerTable>,
    lower_bits: u32,
    /// What the index of a position adds to its code.
    pub(super) index_codes: Vec<u64>,
    /// For each jump that touches a high hole, what it changes in the block number.
    block_xors: Vec<usize>,
    /// The number of jumps within the high holes; they come first.
    outer_count: usize,
    /// Jumps that touch high and low holes.
    mixed: Vec<Mixed>,
    /// Jumps within the low holes.
    pub(super) inner: Vec<Move>,
    /// Rounds of inner jumps needed to reach the fixpoint.
    pub(super) inner_rounds: usize,
}

/// A set of jumps that touch high holes, numbered: first those within the high holes.
type JumpSet = [u64; MAX_JUMPS / 64];

/// What a part of a block number decides.
#[derive(Clone, Copy, Debug)]
struct Part {
    code: u64,
    /// Jumps that could have led into a block with this part, judging by its holes alone.
    jumps: JumpSet,
    weight: u32,
    /// Of an upper part, the table of lower parts that goes with it.
    table: u32,
}

/// The lower parts that go with some of the upper ones.
#[derive(Clone, Debug)]
struct LowerTable {
    parts: Vec<Part>,
    /// For each weight, the parts that have it.
    by_weight: Vec<Vec<u32>>,
}

#[derive(Clone, Debug)]
struct Mixed {
    offset_xor: u64,
    within: Move,
}

impl Table {
    /// The table for the class in which `member` lies.
    pub(super) fn new(board: &Board, layout: Layout, member: u64) -> Table {
        let touches_high = |jump: &Jump| bits(*jump) & !layout.low != 0;
        let within_high = |jump: &Jump| bits(*jump) & layout.low == 0;
        let (outward, inward): (Vec<Jump>, Vec<Jump>) =
            board.jumps().iter().copied().partition(touches_high);
        let (mut outward, others): (Vec<Jump>, Vec<Jump>) =
            outward.into_iter().partition(within_high);
        let outer_count = outward.len();
        outward.extend(others);
        let class_offset = layout.class_offset(member);
        let lower = lower_tables(&layout, class_offset, &outward);
        let index_codes = layout.spread_codes(&layout.index_holes);
        let inner: Vec<Move> = inward
            .iter()
            .map(|jump| low_move(&layout, &index_codes, *jump))
            .collect();
        Table {
            folding: Folding::new(&layout, class_offset),
            class_offset,
            upper: upper_parts(&layout, class_offset, &outward),
            lower,
            lower_bits: layout.lower_holes.len() as u32,
            block_xors: outward
                .iter()
                .map(|jump| layout.block_of(bits(*jump)))
                .collect(),
            outer_count,
            mixed: outward[outer_count..]
                .iter()
                .map(|jump| mixed(&layout, &index_codes, *jump))
                .collect(),
            inner_rounds: rounds::needed(&inner),
            inner,
            index_codes,
            layout,
        }
    }

    /// The block whose number is the bitwise complement.
    #[inline]
    pub(super) fn opposite(&self, block: usize) -> usize {
        (self.upper.len() << self.lower_bits) - 1 - block
    }

    /// The code of the position of index 0.
    #[inline]
    pub(super) fn offset(&self, block: usize) -> u64 {
        let (upper, lower) = self.parts_of(block);
        self.class_offset ^ upper.code ^ lower.code
    }

    #[inline]
    fn parts_of(&self, block: usize) -> (&Part, &Part) {
        let upper = &self.upper[block >> self.lower_bits];
        (
            upper,
            &self.lower[upper.table as usize].parts[block & ((1 << self.lower_bits) - 1)],
        )
    }

    /// Where a position of the class has its bit: block and index.
    pub(super) fn place(&self, code: u64) -> (usize, usize) {
        (
            self.layout.block_of(code),
            gather(&self.layout.index_holes, code),
        )
    }

    /// Calls `visit` with the number of each jump that leads into this block, and the block that it comes from. The
    /// jumps within the high holes come first.
    #[inline]
    pub(super) fn for_each_source(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        let (upper, lower) = self.parts_of(block);
        for word in 0..upper.jumps.len() {
            let mut jumps = upper.jumps[word] & lower.jumps[word];
            while jumps != 0 {
                let jump = word * 64 + jumps.trailing_zeros() as usize;
                jumps &= jumps - 1;
                visit(jump, block ^ self.block_xors[jump]);
            }
        }
    }

    /// The positions one jump away from those of the same or other blocks in `from`, by jumps that touch a
    /// high hole.
    #[inline]
    pub(super) fn arrivals<I: Instructions, const K: usize>(
        &self,
        block: usize,
        load: impl Fn(usize) -> Block<K> + Copy,
    ) -> Block<K> {
        let offset = self.offset(block);
        let mut arrived = [0; K];
        self.for_each_source(
            block,
            #[inline]
            |jump, source| {
                let source = load(source);
                match jump.checked_sub(self.outer_count) {
                    None => add(&mut arrived, &source),
                    Some(mixed) => {
                        let jump = &self.mixed[mixed];
                        jump.within
                            .carry::<I, K>(&source, offset ^ jump.offset_xor, &mut arrived);
                    }
                }
            },
        );
        arrived
    }

    /// Adds to a block all that jumps within the low holes can reach.
    #[inline]
    pub(super) fn close_within<I: Instructions, const K: usize>(
        &self,
        block: &mut Block<K>,
        offset: u64,
    ) {
        for _ in 0..self.inner_rounds {
            for jump in &self.inner {
                let before = *block;
                jump.carry::<I, K>(&before, offset, block);
            }
        }
    }

    /// Positions one jump within the low holes away from those of `block`.
    #[inline]
    pub(super) fn arrivals_within<I: Instructions, const K: usize>(
        &self,
        block: &Block<K>,
        offset: u64,
    ) -> Block<K> {
        let mut arrived = [0; K];
        for jump in &self.inner {
            jump.carry::<I, K>(block, offset, &mut arrived);
        }
        arrived
    }

    /// The greatest weight of a block.
    pub(super) fn greatest_weight(&self) -> u32 {
        let upper = self.upper.iter().map(|part| part.weight).max().unwrap_or(0);
        let lower = self
            .lower
            .iter()
            .map(|table| table.by_weight.len() as u32 - 1)
            .max()
            .unwrap_or(0);
        upper + lower
    }

    /// The number of rows: the stored blocks with the same upper part, the unit in which they are shared out
    /// among threads.
    pub(super) fn rows(&self) -> usize {
        self.folding.stored().len()
    }

    /// The number of blocks in the bitmap.
    pub(super) fn stored_blocks(&self) -> usize {
        self.rows() << self.lower_bits
    }

    /// The blocks of a row.
    pub(super) fn blocks_of_row(&self, row: usize) -> std::ops::Range<usize> {
        let upper = self.folding.stored()[row] as usize;
        upper << self.lower_bits..(upper + 1) << self.lower_bits
    }

    /// The blocks of a row that have this weight.
    #[inline]
    pub(super) fn blocks_of_weight(
        &self,
        row: usize,
        weight: u32,
    ) -> impl Iterator<Item = usize> + '_ {
        let upper = self.folding.stored()[row] as usize;
        let part = &self.upper[upper];
        let by_weight = &self.lower[part.table as usize].by_weight;
        let rest = weight.checked_sub(part.weight);
        let lower = rest
            .and_then(|rest| by_weight.get(rest as usize))
            .map_or(&[][..], Vec::as_slice);
        lower
            .iter()
            .map(move |&lower| upper << self.lower_bits | lower as usize)
    }
}

/// The upper holes, and the high ones that they determine.
fn upper_holes(layout: &Layout) -> u64 {
    let upper = layout
        .upper_holes
        .iter()
        .fold(0, |code, hole| code | 1 << hole);
    let high = layout
        .dependents
        .iter()
        .filter(|dependent| layout.low >> dependent.hole & 1 == 0);
    high.filter(|dependent| dependent.others & !upper == 0)
        .fold(upper, |code, other| code | 1 << other.hole)
}

/// The dependent high holes that the upper ones alone do not determine.
fn dependent_on_lower(layout: &Layout) -> Vec<u64> {
    let upper = layout.low | upper_holes(layout);
    let dependents = layout
        .dependents
        .iter()
        .map(|dependent| 1 << dependent.hole);
    dependents.filter(|hole| hole & upper == 0).collect()
}

fn upper_parts(layout: &Layout, class_offset: u64, jumps: &[Jump]) -> Vec<Part> {
    let mine = upper_holes(layout);
    let dependents = dependent_on_lower(layout);
    let table = |code: u64| {
        let filled = dependents
            .iter()
            .enumerate()
            .filter(|(_, hole)| code & *hole != 0);
        filled.fold(0, |table, (place, _)| table | 1 << place)
    };
    let jumps = wanted_within(mine, jumps);
    let part = |code: u64| {
        let pegs = (code ^ class_offset) & mine;
        Part {
            table: table(code),
            ..Part::new(layout, code, pegs, &jumps)
        }
    };
    layout
        .spread_codes(&layout.upper_holes)
        .into_iter()
        .map(part)
        .collect()
}

fn lower_tables(layout: &Layout, class_offset: u64, jumps: &[Jump]) -> Vec<LowerTable> {
    let dependents = dependent_on_lower(layout);
    let mine = layout
        .lower_holes
        .iter()
        .fold(0, |code, hole| code | 1 << hole)
        | dependents.iter().sum::<u64>();
    let jumps = wanted_within(mine, jumps);
    let codes = layout.spread_codes(&layout.lower_holes);
    let lower_table = |table: u64| {
        let filled = dependents
            .iter()
            .enumerate()
            .filter(|(place, _)| table >> place & 1 == 1);
        let from_above = filled.fold(0, |code, (_, hole)| code | hole);
        let part = |code: &u64| {
            let pegs = (code ^ class_offset ^ from_above) & mine;
            Part::new(layout, *code, pegs, &jumps)
        };
        let parts: Vec<Part> = codes.iter().map(part).collect();
        LowerTable {
            by_weight: by_weight(&parts),
            parts,
        }
    };
    (0..1 << dependents.len()).map(lower_table).collect()
}

/// What a jump leaves behind in some of its holes.
struct Wanted {
    holes: u64,
    pegs: u64,
}

/// What each jump leaves behind in the holes `mine`.
fn wanted_within(mine: u64, jumps: &[Jump]) -> Vec<Wanted> {
    let wanted = |jump: &Jump| Wanted {
        holes: bits(*jump) & mine,
        pegs: 1 << jump.to().index() & mine,
    };
    jumps.iter().map(wanted).collect()
}

impl Part {
    /// `pegs` are the pegs in the holes about which the part knows all, `numbered` what the jumps leave behind there.
    fn new(layout: &Layout, code: u64, pegs: u64, numbered: &[Wanted]) -> Part {
        let mut jumps = [0; MAX_JUMPS / 64];
        for (word, wanted) in jumps.iter_mut().zip(numbered.chunks(64)) {
            for (number, Wanted { holes, pegs: left }) in wanted.iter().enumerate() {
                *word |= u64::from(pegs & holes == *left) << number;
            }
        }
        let has_peg = |hole: &usize| pegs >> hole & 1 == 1;
        let weight = (0..layout.weights.len())
            .filter(has_peg)
            .map(|hole| layout.weights[hole])
            .sum();
        Part {
            code,
            jumps,
            weight,
            table: 0,
        }
    }
}

fn by_weight(parts: &[Part]) -> Vec<Vec<u32>> {
    let greatest = parts.iter().map(|part| part.weight).max().unwrap_or(0);
    let mut lists = vec![Vec::new(); greatest as usize + 1];
    for (number, part) in parts.iter().enumerate() {
        lists[part.weight as usize].push(number as u32);
    }
    lists
}

fn low_move(layout: &Layout, index_codes: &[u64], jump: Jump) -> Move {
    let low = |hole: crate::Hole| 1u64 << hole.index() & layout.low;
    let holes = [low(jump.from()), low(jump.over()), low(jump.to())];
    Move::new(index_codes, holes, gather(&layout.index_holes, bits(jump)))
}

fn mixed(layout: &Layout, index_codes: &[u64], jump: Jump) -> Mixed {
    let offset_xor = layout.block_change(bits(jump));
    Mixed {
        offset_xor,
        within: low_move(layout, index_codes, jump),
    }
}
