use super::block::is_empty;
use super::{DenseSweep, PositionSet};
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use crate::threads::run_on;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sees the positions of a set, in no order. Its method should be `#[inline(always)]`.
pub(in crate::sweep) trait Visitor: Send {
    /// Sees a position.
    fn visit(&mut self, code: u64);
}

/// Shows the positions of a set to as many visitors as there are threads.
pub(super) fn visit<const K: usize, V: Visitor>(
    sweep: &DenseSweep,
    set: PositionSet,
    part: Part<'_>,
    new: &(impl Fn() -> V + Sync),
) -> Result<Vec<V>, LimitReached> {
    let next = AtomicUsize::new(0);
    let visitors = run_on(part.control().threads(), || {
        let mut visitor = new();
        let work = Visit::<K, V> { sweep, set, part, next: &next, visitor: &mut visitor };
        InstructionSet::best().run(work).map(|()| visitor)
    });
    visitors.into_iter().collect()
}

struct Visit<'a, const K: usize, V> {
    sweep: &'a DenseSweep,
    set: PositionSet,
    part: Part<'a>,
    /// The first row that no thread has taken.
    next: &'a AtomicUsize,
    visitor: &'a mut V,
}

impl<const K: usize, V: Visitor> Work for Visit<'_, K, V> {
    type Output = Result<(), LimitReached>;

    #[inline(always)]
    fn run<I: Instructions>(self) -> Self::Output {
        let table = &self.sweep.forward.table;
        loop {
            let row = self.next.fetch_add(1, Ordering::Relaxed);
            if row >= table.rows() {
                return Ok(());
            }
            self.part.tick(0, || Phase::done("positions", row as f64 / table.rows() as f64))?;
            for block in table.blocks_of_row(row) {
                let bits = self.sweep.block::<I, K>(self.set, block);
                if is_empty(&bits) {
                    continue;
                }
                let offset = table.offset(block);
                let bits = self.sweep.representatives.pick(&bits, offset);
                for (place, mut word) in bits.into_iter().enumerate() {
                    while word != 0 {
                        let index = place * 64 + word.trailing_zeros() as usize;
                        word &= word - 1;
                        self.visitor.visit(offset ^ table.index_codes[index]);
                    }
                }
            }
        }
    }
}
