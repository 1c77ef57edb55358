//! A level of codes that come from elsewhere, in any order, such as those that a cluster sends to a worker.

use super::allotment::{Allotment, Parts};
use super::expand::{Expansion, Pruning};
use super::file::Destination;
use super::level::{Level, LevelWriter};
use super::making::{Forecast, Found, Making, Means, PhaseOf, Runs};
use super::partition::{Arena, Filled, Scatter};
use super::ranges::Ranges;
use super::storage::Storage;
use super::{LevelError, LevelName, Sieve};
use crate::control::Part;
use crate::engine::Bits;
use std::sync::Arc;

/// Makes one level after the other of codes that are brought to it; it works in the thread that calls it.
pub(crate) struct Collector<'a, B> {
    means: Means<'a>,
    arena: Arena<B>,
}

/// A level to be collected.
pub(crate) struct Wanted<'w, B> {
    pub(crate) name: LevelName,
    /// Some of the positions whose neighbours will come, and the number of them all: they say into which
    /// partitions the codes are cut.
    pub(crate) sample: &'w [B],
    pub(crate) positions: u64,
    pub(crate) phase: &'w PhaseOf<'w>,
}

/// A level that is being collected.
pub(crate) struct Collection<'c, B> {
    making: Making<'c>,
    ranges: Ranges,
    arena: &'c mut Arena<B>,
    /// How far the arena is filled.
    filled: Option<Filled>,
    runs: Runs,
}

impl<'a, B: Bits> Collector<'a, B> {
    /// The control's memory bounds tables and buffers; what does not fit it is spilled into the storage.
    pub(crate) fn new(
        part: Part<'a>,
        storage: Arc<Storage>,
    ) -> Result<Collector<'a, B>, LevelError> {
        let limit = part.control().memory();
        match Allotment::new::<B>(storage.for_making(limit), 1, storage.has_files()) {
            Ok(_) => Ok(Collector {
                means: Means {
                    part,
                    storage,
                    memory: limit,
                },
                arena: Arena::new(),
            }),
            Err(least) => Err(LevelError::TooLittleMemory {
                limit,
                least: storage.memory_for(least),
            }),
        }
    }

    /// Begins with a level.
    pub(crate) fn begin<'c, P: Pruning<B>>(
        &'c mut self,
        wanted: &Wanted<'c, B>,
        expansion: &Expansion<'_, B, P>,
    ) -> Result<Collection<'c, B>, LevelError> {
        let Wanted {
            name,
            sample,
            positions,
            phase,
        } = *wanted;
        let allotment = self.means.allotment::<B>(name)?;
        let ranges = Forecast::new(sample, expansion).ranges(positions, &allotment);
        let making = Making {
            means: &self.means,
            name,
            allotment,
            threads: 1,
            phase,
        };
        let needed = (positions as usize).saturating_mul(expansion.images.jump_count().max(1));
        let arena = &mut self.arena;
        arena.fit(making.room_of_thread::<B>(needed));
        Ok(Collection {
            making,
            ranges,
            arena,
            filled: None,
            runs: Runs::default(),
        })
    }

    /// The level of these codes, in any order.
    pub(crate) fn listed(
        &self,
        name: LevelName,
        codes: &[B],
        to: Destination,
    ) -> Result<Level, LevelError> {
        let writer = LevelWriter::to_file(Arc::clone(&self.means.storage), to)?;
        self.means.listed(name, codes.to_vec(), writer)
    }
}

impl<B: Bits> Collection<'_, B> {
    /// Adds codes, duplicates among them.
    pub(crate) fn add(&mut self, codes: &[B]) -> Result<(), LevelError> {
        let Parts {
            chunk, partitions, ..
        } = self.making.allotment.parts;
        codes
            .chunks(partitions * chunk)
            .try_for_each(|piece| self.add_piece(piece, chunk))
    }

    /// Adds so few codes that there is room for them in an empty arena.
    fn add_piece(&mut self, codes: &[B], chunk: usize) -> Result<(), LevelError> {
        let Collection {
            making,
            ranges,
            arena,
            filled,
            runs,
        } = self;
        let mut scatter = scatter_from(filled.take(), ranges, arena, chunk);
        if !scatter.has_room_for(codes.len()) {
            let found = [scatter.finish()];
            making.add_run(
                runs,
                Found {
                    ranges,
                    codes: &found,
                },
            )?;
            scatter = Scatter::new(ranges, arena, chunk);
        }
        scatter.add(codes);
        *filled = Some(scatter.interrupted());
        Ok(())
    }

    /// Writes the level of all codes that the sieve takes.
    pub(crate) fn finish(self, to: Destination, sieve: Sieve<'_>) -> Result<Level, LevelError> {
        let Collection {
            making,
            ranges,
            arena,
            filled,
            mut runs,
        } = self;
        let codes = [scatter_from(filled, &ranges, arena, making.allotment.parts.chunk).finish()];
        let found = Found {
            ranges: &ranges,
            codes: &codes,
        };
        let writer = LevelWriter::to_file(Arc::clone(&making.means.storage), to)?;
        if runs.is_empty() {
            return making.write(writer, found, sieve);
        }
        making.add_run(&mut runs, found)?;
        making.merge::<B>(writer, runs.into_levels(), &ranges, sieve)
    }
}

/// A scatter into the arena, resumed where the arena is filled.
fn scatter_from<'s, B: Bits>(
    filled: Option<Filled>,
    ranges: &'s Ranges,
    arena: &'s mut Arena<B>,
    chunk: usize,
) -> Scatter<'s, B> {
    match filled {
        Some(filled) => Scatter::resumed(ranges, arena, chunk, filled),
        None => Scatter::new(ranges, arena, chunk),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Control, Limits, Phase};
    use crate::engine::{AnyEngine, ChildImages};
    use crate::levels::{LevelSet, Neighbours, NoPruning};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_level_holds_each_code_that_came_once(
            packets in prop::collection::vec(prop::collection::vec(1..1u64 << 33, 0..700), 0..40),
            memory in 20_000..200_000u64,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let board = crate::Board::library("english").unwrap();
            let AnyEngine::Narrow(engine) = AnyEngine::new(&board) else { panic!() };
            let images = ChildImages::new(&engine, &board.symmetries()[..1]);
            let expansion =
                Expansion { images: &images, neighbours: Neighbours::Children, pruning: &NoPruning };
            let limits = Limits { memory: Some(memory), threads: Some(NonZeroUsize::MIN), ..Limits::default() };
            let control = Control::new(limits);
            let task = blake3::hash(b"test");
            let storage = Storage::spilling_into(folder.path().to_owned(), task);
            let mut collector = Collector::new(Part::whole(&control), storage).unwrap();
            let name = (LevelSet::Forward, 10);
            let phase = |_: f64| Phase::of_unknown_length("test");
            let all: BTreeSet<u64> = packets.iter().flatten().copied().collect();
            let sample: Vec<u64> = all.iter().copied().step_by(9).collect();
            let wanted = Wanted { name, sample: &sample, positions: all.len() as u64, phase: &phase };
            let mut collection = collector.begin(&wanted, &expansion).unwrap();
            for packet in &packets {
                collection.add(packet).unwrap();
            }
            let path = folder.path().join("collected.level");
            let to = Destination { path, pegs: 10, task, durable: false };
            let level = collection.finish(to, Sieve::All).unwrap();
            prop_assert_eq!(level.codes::<u64>(&control).unwrap(), all.into_iter().collect::<Vec<_>>());
            let files = std::fs::read_dir(folder.path()).unwrap().count();
            prop_assert_eq!(files, 1); // no spilled runs are left
        }
    }
}
