use super::block::is_empty;
use super::{DenseSweep, Set};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sees the positions of a set, in no order. Its method should be `#[inline(always)]`.
pub(in crate::sweep) trait Visitor: Send {
    /// Sees a position.
    fn visit(&mut self, code: u64);
}

/// Shows the positions of a set to as many visitors as there are threads.
pub(super) fn visit<const K: usize, V: Visitor>(
    sweep: &DenseSweep,
    set: Set,
    new: &(impl Fn() -> V + Sync),
) -> Vec<V> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut visitor = new();
        InstructionSet::best().run(Visit::<K, V> { sweep, set, next: &next, visitor: &mut visitor });
        visitor
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..sweep.threads).map(|_| scope.spawn(work)).collect();
        let mut visitors = vec![work()];
        visitors.extend(others.into_iter().map(|thread| thread.join().expect("a visit does not panic")));
        visitors
    })
}

struct Visit<'a, const K: usize, V> {
    sweep: &'a DenseSweep,
    set: Set,
    /// The first row that no thread has taken.
    next: &'a AtomicUsize,
    visitor: &'a mut V,
}

impl<const K: usize, V: Visitor> Work for Visit<'_, K, V> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self) {
        let table = &self.sweep.forward.table;
        loop {
            let row = self.next.fetch_add(1, Ordering::Relaxed);
            if row >= table.rows() {
                return;
            }
            for block in table.blocks_of_row(row) {
                let bits = self.sweep.block::<I, K>(self.set, block);
                if is_empty(&bits) {
                    continue;
                }
                let offset = table.offset(block);
                let bits = self.sweep.first_images.pick(&bits, offset);
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
