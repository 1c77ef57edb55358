use super::bitmap::Bitmap;
use super::block::{Block, LowJump, Pattern, add};
use super::folding::Folding;
use super::layout::{Layout, bits, gather};
use super::rounds;
use crate::board::{Board, Jump};
use crate::control::{Control, LimitReached, Part, Phase};
use crate::engine::processor::Instructions;
use crate::problem::Region;

/// Minimum number of blocks per thread.
const MIN_BLOCKS_PER_THREAD: usize = 1 << 12;

/// Layout for one position class, with tables of the jumps into each block.
///
/// A block number is split into an upper and a lower part. Properties that depend only on the pegs in high holes are
/// looked up for each part and combined: codes by exclusive or, possible jumps by intersection. Dependent holes that the
/// upper part alone does not determine count as lower. The upper part affects them, so there is one table of lower parts
/// for each way in which it can fill them.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) layout: Layout,
    pub(super) folding: Folding,
    /// Code of index 0 in block 0, which has pegs only in dependent holes.
    class_offset: u64,
    upper: Parts,
    lower: Vec<LowerTable>,
    lower_bits: u32,
    /// For each index, its contribution to the code of a position.
    pub(super) index_codes: Vec<u64>,
    /// For each jump that touches a high hole, its change of the block number.
    block_xors: Vec<usize>,
    /// Number of jumps within the high holes, which come first.
    outer_count: usize,
    /// Jumps that touch high and low holes.
    mixed: Vec<MixedJump>,
    /// Jumps within the low holes.
    pub(super) inner: Vec<LowJump>,
    /// Number of rounds of inner jumps until a block reaches its fixpoint.
    pub(super) inner_rounds: usize,
}

/// Upper or lower parts of block numbers.
#[derive(Clone, Debug)]
struct Parts {
    parts: Vec<BlockPart>,
    /// For each part, the jumps into the block that the holes of this part allow: a bit for each jump that touches a high
    /// hole, by number. Jumps within the high holes come first.
    jumps: Vec<u64>,
    /// Number of words of the jumps of one part.
    words: usize,
}

/// Properties of the upper or the lower part of a block number.
#[derive(Clone, Copy, Debug)]
struct BlockPart {
    code: u64,
    weight: u32,
    /// For an upper part, the index of its table of lower parts.
    table: u32,
}

/// Lower parts for one way in which upper parts fill dependent holes.
#[derive(Clone, Debug)]
struct LowerTable {
    parts: Parts,
    /// For each weight, the numbers of the parts that have it.
    by_weight: Vec<Vec<u32>>,
}

/// Jump that touches high and low holes.
#[derive(Clone, Debug)]
struct MixedJump {
    offset_xor: u64,
    within: LowJump,
}

impl Table {
    /// Builds the table for the class of `member`.
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
        let inner: Vec<LowJump> = inward
            .iter()
            .map(|jump| low_jump(&layout, &index_codes, *jump))
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
                .map(|jump| MixedJump {
                    offset_xor: layout.block_change(bits(*jump)),
                    within: low_jump(&layout, &index_codes, *jump),
                })
                .collect(),
            inner_rounds: rounds::needed(&inner),
            inner,
            index_codes,
            layout,
        }
    }

    /// Returns the block whose number is the bitwise complement.
    #[inline(always)]
    pub(super) fn opposite(&self, block: usize) -> usize {
        (self.upper.parts.len() << self.lower_bits) - 1 - block
    }

    /// Returns the code of the position with index 0.
    #[inline(always)]
    pub(super) fn offset(&self, block: usize) -> u64 {
        let (upper, lower) = (
            block >> self.lower_bits,
            block & ((1 << self.lower_bits) - 1),
        );
        let upper = &self.upper.parts[upper];
        let lower = &self.lower[upper.table as usize].parts.parts[lower];
        self.class_offset ^ upper.code ^ lower.code
    }

    /// Returns the block and the index of a position of the class.
    pub(super) fn place(&self, code: u64) -> (usize, usize) {
        (
            self.layout.block_of(code),
            gather(&self.layout.index_holes, code),
        )
    }

    /// Adds the positions of the class that lie in some regions to a bitmap.
    pub(super) fn add_regions(
        &self,
        regions: &[Region],
        bitmap: &mut Bitmap,
        part: Part<'_>,
    ) -> Result<(), LimitReached> {
        let holes = self.layout.weights.len();
        let changed_by_index: Vec<Pattern> = (0..holes)
            .map(|hole| Pattern::of_hole(hole as u32, &self.index_codes))
            .collect();
        let all = Pattern::of(self.index_codes.len(), |_| true);
        let (rows, words) = (self.rows(), self.layout.words());
        for row in 0..rows {
            part.tick(0, || Phase::Finishes.done(row as f64 / rows as f64))?;
            for block in self.blocks_of_row(row) {
                let Some(stored) = self.folding.stored_place(block) else {
                    continue;
                };
                let offset = self.offset(block);
                let stored = &mut bitmap.words_mut()[stored * words..][..words];
                for region in regions {
                    let mut matching = all.0;
                    for hole in (0..holes).filter(|hole| region.free() >> hole & 1 == 0) {
                        // The index changes this bit of the offset where the pattern has a bit.
                        let is_changed =
                            (offset >> hole & 1 == 1) != (region.least >> hole & 1 == 1);
                        for (word, changes) in matching.iter_mut().zip(changed_by_index[hole].0) {
                            *word &= if is_changed { changes } else { !changes };
                        }
                    }
                    stored
                        .iter_mut()
                        .zip(matching)
                        .for_each(|(word, matching)| *word |= matching);
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with the number of each jump into this block and the block from which it comes. Jumps within the
    /// high holes come first.
    #[inline(always)]
    pub(super) fn for_each_source(&self, block: usize, mut visit: impl FnMut(usize, usize)) {
        let (upper, lower) = (
            block >> self.lower_bits,
            block & ((1 << self.lower_bits) - 1),
        );
        let table = self.upper.parts[upper].table as usize;
        let of_upper = self.upper.jumps_of(upper).iter();
        let of_lower = self.lower[table].parts.jumps_of(lower);
        for (word, (of_upper, of_lower)) in of_upper.zip(of_lower).enumerate() {
            let mut jumps = of_upper & of_lower;
            while jumps != 0 {
                let jump = word * 64 + jumps.trailing_zeros() as usize;
                jumps &= jumps - 1;
                visit(jump, block ^ self.block_xors[jump]);
            }
        }
    }

    /// Returns the positions of a block that are reached by a jump with a high hole. `load` returns the source blocks.
    #[inline(always)]
    pub(super) fn arrivals<I: Instructions, const K: usize>(
        &self,
        block: usize,
        load: impl Fn(usize) -> Block<K> + Copy,
    ) -> Block<K> {
        let offset = self.offset(block);
        let mut arrived = [0; K];
        self.for_each_source(
            block,
            #[inline(always)]
            |jump, source| {
                let source = load(source);
                match jump.checked_sub(self.outer_count) {
                    None => add(&mut arrived, &source),
                    Some(mixed) => {
                        let jump = &self.mixed[mixed];
                        jump.within
                            .apply::<I, K>(&source, offset ^ jump.offset_xor, &mut arrived);
                    }
                }
            },
        );
        arrived
    }

    /// Closes a block under the jumps within the low holes.
    #[inline(always)]
    pub(super) fn close_within<I: Instructions, const K: usize>(
        &self,
        block: &mut Block<K>,
        offset: u64,
    ) {
        for _ in 0..self.inner_rounds {
            for jump in &self.inner {
                let before = *block;
                jump.apply::<I, K>(&before, offset, block);
            }
        }
    }

    /// Returns the positions that one jump within the low holes reaches from `block`.
    #[inline(always)]
    pub(super) fn arrivals_within<I: Instructions, const K: usize>(
        &self,
        block: &Block<K>,
        offset: u64,
    ) -> Block<K> {
        let mut arrived = [0; K];
        for jump in &self.inner {
            jump.apply::<I, K>(block, offset, &mut arrived);
        }
        arrived
    }

    /// Returns an upper bound on the weight of a block.
    pub(super) fn greatest_weight(&self) -> u32 {
        let upper = self.upper.parts.iter().map(|part| part.weight);
        let upper = upper.max().unwrap_or(0);
        let lower = self
            .lower
            .iter()
            .map(|table| table.by_weight.len() as u32 - 1)
            .max()
            .unwrap_or(0);
        upper + lower
    }

    /// Returns the number of rows. A row has the stored blocks with one upper part and is the unit of work for threads.
    pub(super) fn rows(&self) -> usize {
        self.folding.stored().len()
    }

    /// Returns the number of blocks in the bitmap.
    pub(super) fn stored_blocks(&self) -> usize {
        self.rows() << self.lower_bits
    }

    /// Returns the number of threads for work on all blocks. Small bitmaps do not scale: threads take time to start, and
    /// closures synchronize them after each weight.
    pub(super) fn threads(&self, control: &Control<'_>) -> usize {
        let useful = self.stored_blocks().div_ceil(MIN_BLOCKS_PER_THREAD);
        control.threads().min(useful)
    }

    /// Returns the blocks of a row.
    pub(super) fn blocks_of_row(&self, row: usize) -> std::ops::Range<usize> {
        let upper = self.folding.stored()[row] as usize;
        upper << self.lower_bits..(upper + 1) << self.lower_bits
    }

    /// Returns the blocks of a row with this weight.
    #[inline(always)]
    pub(super) fn blocks_of_weight(
        &self,
        row: usize,
        weight: u32,
    ) -> impl Iterator<Item = usize> + '_ {
        let upper = self.folding.stored()[row] as usize;
        let part = &self.upper.parts[upper];
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

/// Returns the upper holes and the high holes that they determine.
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

/// Returns the dependent high holes that the upper holes alone do not determine.
fn dependent_on_lower(layout: &Layout) -> Vec<u64> {
    let upper = layout.low | upper_holes(layout);
    let dependents = layout
        .dependents
        .iter()
        .map(|dependent| 1 << dependent.hole);
    dependents.filter(|hole| hole & upper == 0).collect()
}

fn upper_parts(layout: &Layout, class_offset: u64, jumps: &[Jump]) -> Parts {
    let mine = upper_holes(layout);
    let dependents = dependent_on_lower(layout);
    let table = |code: u64| {
        let filled = dependents
            .iter()
            .enumerate()
            .filter(|(_, hole)| code & *hole != 0);
        filled.fold(0, |table, (place, _)| table | 1 << place)
    };
    let codes = layout.spread_codes(&layout.upper_holes);
    let pegs = |code: u64| (code ^ class_offset) & mine;
    let mut upper = Parts::new(layout, &codes, pegs, &remains_within(mine, jumps));
    for part in &mut upper.parts {
        part.table = table(part.code);
    }
    upper
}

fn lower_tables(layout: &Layout, class_offset: u64, jumps: &[Jump]) -> Vec<LowerTable> {
    let dependents = dependent_on_lower(layout);
    let mine = layout
        .lower_holes
        .iter()
        .fold(0, |code, hole| code | 1 << hole)
        | dependents.iter().sum::<u64>();
    let jumps = remains_within(mine, jumps);
    let codes = layout.spread_codes(&layout.lower_holes);
    let lower_table = |table: u64| {
        let filled = dependents
            .iter()
            .enumerate()
            .filter(|(place, _)| table >> place & 1 == 1);
        let from_above = filled.fold(0, |code, (_, hole)| code | hole);
        let pegs = |code: u64| (code ^ class_offset ^ from_above) & mine;
        let parts = Parts::new(layout, &codes, pegs, &jumps);
        LowerTable {
            by_weight: by_weight(&parts.parts),
            parts,
        }
    };
    (0..1 << dependents.len()).map(lower_table).collect()
}

/// Contents of some holes after a jump.
struct Remains {
    holes: u64,
    pegs: u64,
}

/// Returns the contents of the holes `mine` after each jump.
fn remains_within(mine: u64, jumps: &[Jump]) -> Vec<Remains> {
    let remains = |jump: &Jump| Remains {
        holes: bits(*jump) & mine,
        pegs: 1 << jump.to().index() & mine,
    };
    jumps.iter().map(remains).collect()
}

impl Parts {
    /// Computes the properties of parts, given by their codes. `pegs` returns the pegs in the holes that a part
    /// determines, and `remains` has the contents of these holes after each jump.
    fn new(
        layout: &Layout,
        codes: &[u64],
        pegs: impl Fn(u64) -> u64,
        remains: &[Remains],
    ) -> Parts {
        let words = remains.len().div_ceil(64);
        let mut jumps = Vec::with_capacity(codes.len() * words);
        let part = |&code: &u64| {
            let pegs = pegs(code);
            jumps.extend(remains.chunks(64).map(|remains| {
                let numbered = remains.iter().enumerate();
                numbered.fold(0, |set, (number, Remains { holes, pegs: left })| {
                    set | u64::from(pegs & holes == *left) << number
                })
            }));
            let has_peg = |hole: &usize| pegs >> hole & 1 == 1;
            let weight = (0..layout.weights.len())
                .filter(has_peg)
                .map(|hole| layout.weights[hole])
                .sum();
            BlockPart {
                code,
                weight,
                table: 0,
            }
        };
        Parts {
            parts: codes.iter().map(part).collect(),
            jumps,
            words,
        }
    }

    #[inline(always)]
    fn jumps_of(&self, part: usize) -> &[u64] {
        &self.jumps[part * self.words..][..self.words]
    }
}

fn by_weight(parts: &[BlockPart]) -> Vec<Vec<u32>> {
    let greatest = parts.iter().map(|part| part.weight).max().unwrap_or(0);
    let mut lists = vec![Vec::new(); greatest as usize + 1];
    for (number, part) in parts.iter().enumerate() {
        lists[part.weight as usize].push(number as u32);
    }
    lists
}

fn low_jump(layout: &Layout, index_codes: &[u64], jump: Jump) -> LowJump {
    let low = |hole: crate::Hole| 1u64 << hole.index() & layout.low;
    let holes = [low(jump.from()), low(jump.over()), low(jump.to())];
    LowJump::new(index_codes, holes, gather(&layout.index_holes, bits(jump)))
}
