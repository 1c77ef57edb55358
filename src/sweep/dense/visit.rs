use super::block::is_empty;
use super::{DenseSweep, PositionSet};
use crate::control::threads::run_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Consumer of the positions of a set.
pub(in crate::sweep) trait Visitor: Send {
    /// Processes a batch of positions, in no particular order. The method must be `#[inline(always)]`, so that it is
    /// compiled for each instruction set.
    fn visit(&mut self, codes: &[u64]);
}

impl DenseSweep {
    /// Passes one position of each symmetry class of a set to visitors, one visitor per thread. Returns the visitors.
    pub(in crate::sweep) fn visit<V: Visitor>(
        &self,
        set: PositionSet,
        part: Part<'_>,
        new: impl Fn() -> V + Sync,
    ) -> Result<Vec<V>, LimitReached> {
        let next = AtomicUsize::new(0);
        let positions = SetReader {
            sweep: self,
            set,
            part,
            next: &next,
        };
        let visitors = run_on(self.forward.table.threads(part.control()), || {
            let mut visitor = new();
            let instructions = InstructionSet::best();
            match self.forward.table.layout.words() {
                1 => instructions.run(VisitRows::<_, 1>(positions, &mut visitor)),
                2 => instructions.run(VisitRows::<_, 2>(positions, &mut visitor)),
                4 => instructions.run(VisitRows::<_, 4>(positions, &mut visitor)),
                _ => instructions.run(VisitRows::<_, 8>(positions, &mut visitor)),
            }
            .map(|()| visitor)
        });
        visitors.into_iter().collect()
    }
}

/// Source of the positions of a set, shared by threads.
#[derive(Clone, Copy)]
struct SetReader<'a> {
    sweep: &'a DenseSweep,
    set: PositionSet,
    part: Part<'a>,
    /// First unclaimed row.
    next: &'a AtomicUsize,
}

/// Work of one thread: converts the bits of rows of `K`-word blocks to codes and passes them to a visitor.
struct VisitRows<'a, V, const K: usize>(SetReader<'a>, &'a mut V);

/// Number of codes per batch, few enough to stay in the L1 cache.
const BATCH: usize = 1 << 11;

impl<V: Visitor, const K: usize> Work for VisitRows<'_, V, K> {
    type Output = Result<(), LimitReached>;

    #[inline(always)]
    fn run<I: Instructions>(self) -> Self::Output {
        let VisitRows(reader, visitor) = self;
        let table = &reader.sweep.forward.table;
        let mut codes = Vec::with_capacity(BATCH + 64 * K);
        loop {
            let row = reader.next.fetch_add(1, Ordering::Relaxed);
            if row >= table.rows() {
                return Ok(());
            }
            reader.part.tick(0, || {
                Phase::Positions.done(row as f64 / table.rows() as f64)
            })?;
            for block in table.blocks_of_row(row) {
                let bits = reader.sweep.block::<I, K>(reader.set, block);
                if is_empty(&bits) {
                    continue;
                }
                let offset = table.offset(block);
                let bits = reader.sweep.representatives.pick(&bits, offset);
                for (place, mut word) in bits.into_iter().enumerate() {
                    while word != 0 {
                        let index = place * 64 + word.trailing_zeros() as usize;
                        word &= word - 1;
                        codes.push(offset ^ table.index_codes[index]);
                    }
                }
                if codes.len() >= BATCH {
                    visitor.visit(&codes);
                    codes.clear();
                }
            }
            visitor.visit(&codes);
            codes.clear();
        }
    }
}
