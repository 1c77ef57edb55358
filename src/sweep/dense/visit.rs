use super::block::is_empty;
use super::{DenseSweep, PositionSet};
use crate::control::threads::run_on;
use crate::control::{LimitReached, Part, Phase};
use crate::engine::processor::{InstructionSet, Instructions, Work};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sees the positions of a set, in no order, many at a time. Its method should be `#[inline]`.
pub(in crate::sweep) trait Visitor: Send {
    /// Sees some positions.
    fn visit(&mut self, codes: &[u64]);
}

/// Shows the positions of a set to as many visitors as there are threads.
pub(super) fn visit<V: Visitor>(
    sweep: &DenseSweep,
    set: PositionSet,
    part: Part<'_>,
    new: &(impl Fn() -> V + Sync),
) -> Result<Vec<V>, LimitReached> {
    let next = AtomicUsize::new(0);
    let visitors = run_on(part.control().threads(), || {
        let mut visitor = new();
        let instructions = InstructionSet::best();
        let show = &mut |codes: &[u64]| {
            instructions.run(Show {
                codes,
                visitor: &mut visitor,
            })
        };
        match sweep.forward.table.layout.words() {
            1 => instructions.run(Unpack::<1> {
                sweep,
                set,
                part,
                next: &next,
                show,
            }),
            2 => instructions.run(Unpack::<2> {
                sweep,
                set,
                part,
                next: &next,
                show,
            }),
            4 => instructions.run(Unpack::<4> {
                sweep,
                set,
                part,
                next: &next,
                show,
            }),
            _ => instructions.run(Unpack::<8> {
                sweep,
                set,
                part,
                next: &next,
                show,
            }),
        }
        .map(|()| visitor)
    });
    visitors.into_iter().collect()
}

/// Shows positions to a visitor.
struct Show<'a, V> {
    codes: &'a [u64],
    visitor: &'a mut V,
}

impl<V: Visitor> Work for Show<'_, V> {
    type Output = ();

    #[inline]
    fn run<I: Instructions>(self) {
        self.visitor.visit(self.codes);
    }
}

/// Makes codes of the bits of rows. The visitor has no part in it, so that it is compiled once for all of them.
struct Unpack<'a, const K: usize> {
    sweep: &'a DenseSweep,
    set: PositionSet,
    part: Part<'a>,
    /// The first row that no thread has taken.
    next: &'a AtomicUsize,
    show: &'a mut dyn FnMut(&[u64]),
}

/// Codes that are shown together: they stay in the nearest cache.
const TOGETHER: usize = 1 << 11;

impl<const K: usize> Work for Unpack<'_, K> {
    type Output = Result<(), LimitReached>;

    #[inline]
    fn run<I: Instructions>(self) -> Self::Output {
        let table = &self.sweep.forward.table;
        let mut codes = Vec::with_capacity(TOGETHER + 64 * K);
        loop {
            let row = self.next.fetch_add(1, Ordering::Relaxed);
            if row >= table.rows() {
                return Ok(());
            }
            self.part.tick(0, || {
                Phase::done("positions", row as f64 / table.rows() as f64)
            })?;
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
                        codes.push(offset ^ table.index_codes[index]);
                    }
                }
                if codes.len() >= TOGETHER {
                    (self.show)(&codes);
                    codes.clear();
                }
            }
            (self.show)(&codes);
            codes.clear();
        }
    }
}
