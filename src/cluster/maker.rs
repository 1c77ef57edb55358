//! Makes levels together with the other workers.
//!
//! Every worker walks the levels in the same order, and all make one level at a time:
//!
//! ```text
//! my shard ─► blocks ─► expand ─► prune ─► canonical codes ─► (sent lately?) ─► packets by keeper
//!                                                                                  │ exchange
//! my new shard ◄─ sieve ◄─ sort ◄─ deduplicate, spill (levels::collection) ◄───────┘
//!      └─► written, on the disk ─► all have said so ─► the mark names the level
//! ```
//!
//! Timely has no back-pressure. So packets go in chunks, each with a time of its own, and a worker waits with
//! the next one while the chunk sent [`AHEAD`] before has not arrived everywhere.

use super::ClusterError;
use super::folder::{ClusterFolder, Mark, MarkedLevel, Shard, enter};
use super::packet::{Packet, Packing, Sender};
use super::rounds::{Failure, PATIENCE, Rounds, ShardWord, Word};
use super::sharded::{ShardPart, ShardedLevel, Workers};
use crate::control::whole_file;
use crate::control::{Control, Phase};
use crate::engine::Bits;
use crate::levels::collection::{Collection, Collector, Wanted};
use crate::levels::{
    CLUSTER_MANIFEST, Destination, Expansion, Finished, Level, LevelError, LevelMaker, LevelName,
    Neighbours, NoPruning, PhaseOf, Pruning, SAMPLE, Sieve, damaged, scratch,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// Chunks that are on their way at the same time.
const AHEAD: u64 = 3;
/// Positions that are expanded before their neighbours are looked at.
const AT_ONCE: usize = 256;

/// How far the workers of a process are, for the thread that watches them.
pub(super) struct Watched {
    pub(super) nodes: AtomicU64,
    pub(super) phase: Mutex<Phase>,
}

/// One worker, and what it has.
pub(super) struct ClusterMaker<'w, B> {
    pub(super) worker: RefCell<&'w mut Worker>,
    pub(super) rounds: RefCell<Rounds>,
    pub(super) workers: Workers,
    pub(super) me: usize,
    pub(super) control: &'w Control<'w>,
    pub(super) collector: RefCell<Collector<'w, B>>,
    pub(super) sender: RefCell<Sender<B>>,
    pub(super) packing: Packing<B>,
    /// Codes of a chunk.
    pub(super) chunk: usize,
    pub(super) folder: &'w ClusterFolder,
    pub(super) storage: Arc<crate::levels::Storage>,
    pub(super) mark: RefCell<Mark>,
    /// Names all that was concluded from the levels so far, in its order.
    pub(super) conclusions: RefCell<String>,
    pub(super) made: RefCell<HashMap<LevelName, Arc<Finished<ShardedLevel>>>>,
    pub(super) watched: Arc<Watched>,
}

/// A level that is on its way from worker to worker.
struct Transfer {
    /// `None` when this worker has nothing to add any more.
    input: Option<InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>>,
    probe: ProbeHandle<u64>,
    arrived: Rc<RefCell<Vec<Packet>>>,
    /// The time of the next chunk.
    chunk: u64,
}

impl Transfer {
    fn begin(worker: &mut Worker) -> Transfer {
        let (mut input, probe) = (InputHandle::new(), ProbeHandle::new());
        let arrived: Rc<RefCell<Vec<Packet>>> = Rc::default();
        let arriving = Rc::clone(&arrived);
        worker.dataflow::<u64, _, _>(|scope| {
            let packets = scope.input_from(&mut input);
            let collected = packets.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|packet: &Packet| u64::from(packet.to)),
                "collect",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, packets: &mut Vec<Packet>| {
                            arriving.borrow_mut().append(packets)
                        });
                    }
                },
            );
            collected.probe_with(&probe);
        });
        Transfer {
            input: Some(input),
            probe,
            arrived,
            chunk: 0,
        }
    }
}

impl<B: Bits> ClusterMaker<'_, B> {
    /// Opens the levels of the mark; `holders` says which processes have which shards.
    pub(super) fn open_finished(&self, holders: &[Vec<Vec<usize>>]) -> Result<(), LevelError> {
        let tick = || {
            self.control
                .tick(0, || Phase::of_unknown_length("checking finished levels"))
        };
        let (me, levels) = ((self.me, self.workers), self.mark.borrow().levels.clone());
        for (level, holders) in levels.iter().zip(holders) {
            let sharded =
                ShardedLevel::of_mark(level, holders, me, self.folder, &self.storage, &tick)?;
            let (name, jumps, seconds) = (level.name(), level.jumps, level.seconds);
            let finished = Finished {
                pegs: name.1,
                level: sharded,
                jumps,
                seconds,
            };
            self.made.borrow_mut().insert(name, Arc::new(finished));
        }
        self.round(&Word::Done).map(drop)
    }

    /// Tells the others why this worker cannot go on.
    pub(super) fn fail(&self, error: &ClusterError) {
        let process = match error.level_error() {
            Some(LevelError::OtherProcess { process, .. }) => *process,
            _ => self.workers.process_of(self.me),
        };
        self.rounds.borrow_mut().fail(Failure::of(process, error));
    }

    /// Writes the codes of all finished levels as plain numbers, little-endian, each worker those that it
    /// reads: `forward-021.2-of-4.u64` has those of the shard of that name.
    pub(super) fn write_codes(&self, folder: &Path) -> Result<(), LevelError> {
        std::fs::create_dir_all(folder).map_err(|error| scratch(folder, error))?;
        let made = self.made.borrow();
        for finished in made.values() {
            for part in &finished.level.mine {
                let path = folder.join(part.file_name(&finished.level, B::WIDTH));
                let mut stopped = Ok(());
                let written = whole_file::write(&path, |file| {
                    stopped = self.write_part(part, (&path, file));
                    if stopped.is_ok() {
                        Ok(())
                    } else {
                        Err(io::Error::other("the level cannot be read"))
                    }
                });
                stopped?;
                written.map_err(|error| scratch(&path, error))?;
            }
        }
        Ok(())
    }

    fn write_part(
        &self,
        part: &ShardPart,
        (path, file): (&Path, &mut impl Write),
    ) -> Result<(), LevelError> {
        let (mut blocks, mut codes) = (part.level.blocks()?, Vec::<B>::new());
        for block in part.blocks() {
            blocks.read(block, &mut codes)?;
            let bytes: Vec<u8> = codes
                .iter()
                .flat_map(|code| code.code().to_le_bytes().into_iter().take(size_of::<B>()))
                .collect();
            file.write_all(&bytes)
                .map_err(|error| scratch(path, error))?;
            self.tick()?;
        }
        Ok(())
    }

    /// Whether this worker has told the others that it cannot go on.
    pub(super) fn has_failed(&self) -> bool {
        self.rounds.borrow().has_failed()
    }

    /// Waits until all have come to the end.
    pub(super) fn end(&self) -> Result<(), LevelError> {
        self.round(&Word::Done).map(drop)
    }

    fn tick(&self) -> Result<(), LevelError> {
        self.control
            .tick(0, || {
                Phase::of_unknown_length("waiting for other processes")
            })
            .map_err(LevelError::Stopped)
    }

    fn round(&self, word: &Word) -> Result<Vec<Word>, LevelError> {
        self.rounds
            .borrow_mut()
            .round(&mut self.worker.borrow_mut(), word, || self.tick())
    }

    /// Positions spread over a whole level, the same for every worker.
    fn sample(&self, level: &ShardedLevel) -> Result<Vec<B>, LevelError> {
        let codes = level.sample::<B>(SAMPLE.div_ceil(self.workers.count()))?;
        self.codes_of_all(codes)
    }

    /// What all workers have of something, those of worker 0 first.
    fn codes_of_all(&self, mine: Vec<B>) -> Result<Vec<B>, LevelError> {
        let words = self.round(&Word::Codes(mine.into_iter().map(B::code).collect()))?;
        let codes = words.into_iter().flat_map(|word| match word {
            Word::Codes(codes) => codes,
            _ => Vec::new(),
        });
        Ok(codes.map(B::from_code).collect())
    }

    /// A level that has been made, if it has: with the same conclusions from the levels before.
    fn known(&self, name: LevelName) -> Result<Option<Arc<Finished<ShardedLevel>>>, LevelError> {
        let known = self.made.borrow().get(&name).cloned();
        let (mark, conclusions) = (self.mark.borrow(), self.conclusions.borrow());
        let marked = mark.levels.iter().find(|marked| marked.name() == name);
        if known.is_some() && marked.is_some_and(|marked| marked.conclusions != *conclusions) {
            let what = "its levels were made with other pagoda functions than are learned from them here; resume on \
                        processors of the kind that made them";
            return Err(damaged(&self.folder.path().join(CLUSTER_MANIFEST), what));
        }
        Ok(known)
    }

    /// Where this worker writes its shard of a level.
    fn destination(&self, name: LevelName, split: u32) -> Destination {
        let path = self
            .folder
            .shard(name, (self.me, self.workers.count()), split);
        Destination {
            path,
            pegs: name.1,
            task: self.folder.task(),
            durable: true,
        }
    }

    /// Finds the neighbours that this worker keeps, and the jumps that it tries for all.
    fn exchange<P: Pruning<B>>(
        &self,
        (name, split): (LevelName, u32),
        from: &ShardedLevel,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_>,
        phase: &PhaseOf<'_>,
    ) -> Result<(Level, u64), LevelError> {
        let sample = self.sample(from)?;
        let wanted = Wanted {
            name,
            sample: &sample,
            positions: crate::levels::CodeCount::len(from),
            phase,
        };
        let mut collector = self.collector.borrow_mut();
        let mut collection = collector.begin(&wanted, expansion)?;
        let jumps = self.send_all(from, expansion, &mut collection, phase)?;
        Ok((
            collection.finish(self.destination(name, split), sieve)?,
            jumps,
        ))
    }

    fn send_all<P: Pruning<B>>(
        &self,
        from: &ShardedLevel,
        expansion: &Expansion<'_, B, P>,
        collection: &mut Collection<'_, B>,
        phase: &PhaseOf<'_>,
    ) -> Result<u64, LevelError> {
        let mut transfer = Transfer::begin(&mut self.worker.borrow_mut());
        let mut sender = self.sender.borrow_mut();
        let mut buffers = (Vec::new(), Vec::new(), Vec::new());
        let (positions, found, unpacked) = (&mut buffers.0, &mut buffers.1, &mut buffers.2);
        let (mut expanded, mut jumps) = (0u64, 0u64);
        let all: u64 = from.mine.iter().map(|part| part.level.len()).sum();
        sender.forget();
        for part in &from.mine {
            let mut blocks = part.level.blocks()?;
            for block in part.blocks() {
                blocks.read(block, positions)?;
                for some in positions.chunks(AT_ONCE) {
                    found.clear();
                    expansion.append_neighbours(some, found);
                    jumps += found.len() as u64;
                    sender.take(found);
                    if sender.waiting() >= self.chunk {
                        self.send_chunk(&mut transfer, &mut sender);
                        self.receive_until(&transfer, collection, unpacked, |transfer| {
                            !transfer
                                .probe
                                .less_than(&transfer.chunk.saturating_sub(AHEAD))
                        })?;
                    }
                }
                let count = positions.len() as u64;
                expanded += count;
                self.count(count, || phase(expanded as f64 / all.max(1) as f64))?;
            }
        }
        self.send_chunk(&mut transfer, &mut sender);
        transfer.input = None;
        self.receive_until(&transfer, collection, unpacked, |transfer| {
            transfer.probe.done()
        })?;
        Ok(jumps)
    }

    /// Counts expanded positions.
    fn count(&self, positions: u64, phase: impl FnOnce() -> Phase) -> Result<(), LevelError> {
        let before = self.watched.nodes.fetch_add(positions, Ordering::Relaxed);
        const BETWEEN: u64 = 1 << 16;
        if before / BETWEEN != (before + positions) / BETWEEN
            && let Ok(mut watched) = self.watched.phase.lock()
        {
            *watched = phase();
        }
        self.tick()
    }

    fn send_chunk(&self, transfer: &mut Transfer, sender: &mut Sender<B>) {
        let input = transfer
            .input
            .as_mut()
            .expect("it is closed after the last chunk");
        sender.packets().for_each(|packet| input.send(packet));
        transfer.chunk += 1;
        input.advance_to(transfer.chunk);
    }

    /// Takes part in the transfer, at least for a step, until enough of it is done.
    fn receive_until(
        &self,
        transfer: &Transfer,
        collection: &mut Collection<'_, B>,
        codes: &mut Vec<B>,
        is_enough: impl Fn(&Transfer) -> bool,
    ) -> Result<(), LevelError> {
        let mut worker = self.worker.borrow_mut();
        worker.step();
        loop {
            let packets = std::mem::take(&mut *transfer.arrived.borrow_mut());
            for packet in &packets {
                self.packing.unpack(packet, codes);
                collection.add(codes)?;
            }
            self.rounds.borrow().check()?;
            if is_enough(transfer) && transfer.arrived.borrow().is_empty() {
                return Ok(());
            }
            self.tick()?;
            worker.step_or_park(Some(PATIENCE));
        }
    }

    /// Has the level named by the mark, once every worker's shard of it is on the disk.
    fn commit(
        &self,
        (name, split): (LevelName, u32),
        (level, jumps): (Level, u64),
        conclusions: String,
        began: Instant,
    ) -> Result<Arc<Finished<ShardedLevel>>, LevelError> {
        let digest = level
            .digest()
            .expect("a shard is in a file")
            .to_hex()
            .to_string();
        let seconds = began.elapsed().as_secs_f64();
        let word = ShardWord {
            codes: level.len(),
            digest,
            jumps,
            seconds,
            conclusions: conclusions.clone(),
        };
        let words = self.round(&Word::Shard(word))?;
        let shards: Vec<ShardWord> = words
            .into_iter()
            .filter_map(|word| {
                if let Word::Shard(shard) = word {
                    Some(shard)
                } else {
                    None
                }
            })
            .collect();
        if let Some(other) = shards
            .iter()
            .position(|shard| shard.conclusions != shards[0].conclusions)
        {
            return Err(LevelError::OtherConclusions {
                process: self.workers.process_of(other),
            });
        }
        let jumps = shards.iter().map(|shard| shard.jumps).sum();
        let seconds = shards.iter().map(|shard| shard.seconds).fold(0.0, f64::max);
        let codes = shards.iter().map(|shard| shard.codes).sum();
        let shards = shards
            .into_iter()
            .map(|ShardWord { codes, digest, .. }| Shard { codes, digest })
            .collect();
        let marked = MarkedLevel::new(name, split, (jumps, seconds), conclusions, shards);
        enter(&mut self.mark.borrow_mut(), marked);
        if self.workers.is_first(self.me) {
            self.folder.write_mark(&self.mark.borrow())?;
        }
        let level =
            ShardedLevel::fresh(name, split, codes, (level, (self.me, self.workers.count())));
        let finished = Arc::new(Finished {
            pegs: name.1,
            level,
            jumps,
            seconds,
        });
        self.made.borrow_mut().insert(name, Arc::clone(&finished));
        Ok(finished)
    }

    /// The level in shards that are each with the worker that keeps their codes. One that was made by another
    /// number of workers, or whose shards are on other machines now, is split again.
    fn aligned<P: Pruning<B>>(
        &self,
        level: &ShardedLevel,
        expansion: &Expansion<'_, B, P>,
    ) -> Result<Arc<Finished<ShardedLevel>>, LevelError> {
        let known = self.made.borrow().get(&level.name).cloned();
        let known = known.expect("every level that is used has been made");
        if known.level.is_aligned {
            return Ok(known);
        }
        let began = Instant::now();
        let same = Expansion {
            images: expansion.images,
            neighbours: Neighbours::Themselves,
            pruning: &NoPruning,
        };
        let phase = |_: f64| Phase::of_unknown_length("redistributing levels");
        let old = self
            .mark
            .borrow()
            .levels
            .iter()
            .find(|marked| marked.name() == level.name)
            .cloned();
        let name = (level.name, known.level.split + 1);
        let (shard, _) = self.exchange(name, &known.level, &same, Sieve::All, &phase)?;
        let jumps = if self.me == 0 { known.jumps } else { 0 };
        let conclusions = old
            .as_ref()
            .map_or_else(String::new, |old| old.conclusions.clone());
        let split = self.commit(name, (shard, jumps), conclusions, began)?;
        self.round(&Word::Done)?; // nobody reads the old shards any more
        if let Some(old) = old
            && self.workers.is_first(self.me)
        {
            self.folder.remove_shards(&old);
        }
        Ok(split)
    }
}

impl<B: Bits> LevelMaker<B> for ClusterMaker<'_, B> {
    type Level = ShardedLevel;

    fn control(&self) -> &Control<'_> {
        self.control
    }

    fn listed(
        &self,
        name: LevelName,
        mut codes: Vec<B>,
    ) -> Result<Arc<Finished<ShardedLevel>>, LevelError> {
        if let Some(finished) = self.known(name)? {
            return Ok(finished);
        }
        let began = Instant::now();
        codes.retain(|code| super::packet::keeper(*code, self.workers.count()) == self.me);
        let shard = self
            .collector
            .borrow()
            .listed(name, &codes, self.destination(name, 0))?;
        self.commit(
            (name, 0),
            (shard, 0),
            self.conclusions.borrow().clone(),
            began,
        )
    }

    fn expanded<P: Pruning<B>>(
        &self,
        name: LevelName,
        from: &ShardedLevel,
        expansion: &Expansion<'_, B, P>,
        sieve: Sieve<'_, ShardedLevel>,
        phase: &PhaseOf<'_>,
    ) -> Result<Arc<Finished<ShardedLevel>>, LevelError> {
        if let Some(finished) = self.known(name)? {
            return Ok(finished);
        }
        let began = Instant::now();
        let made = match sieve {
            Sieve::All => self.exchange((name, 0), from, expansion, Sieve::All, phase)?,
            Sieve::In(other) => {
                let other = self.aligned(other, expansion)?;
                self.exchange(
                    (name, 0),
                    from,
                    expansion,
                    Sieve::In(&other.level.mine[0].level),
                    phase,
                )?
            }
            Sieve::NotIn(other) => {
                let other = self.aligned(other, expansion)?;
                self.exchange(
                    (name, 0),
                    from,
                    expansion,
                    Sieve::NotIn(&other.level.mine[0].level),
                    phase,
                )?
            }
        };
        self.commit((name, 0), made, self.conclusions.borrow().clone(), began)
    }

    fn found(
        &self,
        level: &ShardedLevel,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
    ) -> Result<Vec<B>, LevelError> {
        let mut mine = Vec::new();
        for part in &level.mine {
            mine.extend(
                part.level
                    .found(part.blocks(), is_wanted, most, self.control)?,
            );
        }
        let mut found = self.codes_of_all(mine)?;
        found.sort_unstable();
        found.truncate(most);
        Ok(found)
    }

    fn first_of(&self, level: &ShardedLevel, codes: &[B]) -> Result<Option<B>, LevelError> {
        let mut mine = Vec::new();
        for part in &level.mine {
            for code in codes {
                mine.extend(part.level.contains(*code)?.then_some(*code));
            }
        }
        let all = self.codes_of_all(mine)?;
        Ok(codes.iter().find(|code| all.contains(code)).copied())
    }

    fn gathered(
        &self,
        finished: &Arc<Finished<ShardedLevel>>,
    ) -> Result<Arc<Finished>, LevelError> {
        let codes = self.found(&finished.level, &|_| true, usize::MAX)?;
        let Finished {
            pegs,
            jumps,
            seconds,
            ..
        } = **finished;
        Ok(Arc::new(Finished {
            pegs,
            level: Level::in_memory(&codes, Arc::clone(&self.storage)),
            jumps,
            seconds,
        }))
    }

    fn concluded(&self, what: &dyn Fn() -> blake3::Hash) -> Result<(), LevelError> {
        let mut conclusions = self.conclusions.borrow_mut();
        *conclusions = blake3::hash(format!("{conclusions} {}", what()).as_bytes())
            .to_hex()
            .to_string();
        Ok(())
    }
}
