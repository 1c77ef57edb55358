//! Level maker of a worker.
//!
//! All workers walk the levels in the same order and make one level at a time:
//!
//! ```text
//! own shard ─► blocks ─► expand ─► prune ─► canonical codes ─► (sent recently?) ─► packets by keeper
//!                                                                                    │ exchange
//! own new shard ◄─ sieve ◄─ sort ◄─ deduplicate, spill (`Collector`) ◄───────────────┘
//!      └─► synced to the disk ─► reported by all workers ─► listed in the manifest
//! ```
//!
//! Timely has no back-pressure. Packets therefore travel in chunks, each with its own timestamp, and a worker sends a chunk
//! only when the chunk [`AHEAD`] before it has arrived everywhere.

use super::ClusterError;
use super::error::{damaged, scratch};
use super::folder::{ClusterFolder, ClusterManifest, LevelRecord, ShardRecord, enter};
use super::packet::{Packet, Packing, Sender, keeper};
use super::rounds::{Failure, Message, POLL, Rounds, ShardReport};
use super::sharded::{ShardSlice, ShardedLevel, Workers};
use pegboard::Control;
use pegboard::control::{Phase, PhaseReport, whole_file};
use pegboard::distributed::{
    Bits, CLUSTER_MANIFEST, CodeCount, Collection, Collector, Expansion, Finished, Incoming, Level,
    LevelMaker, LevelName, PhaseOf, Pruning, Sieve,
};
use pegboard::levels::LevelError;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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

/// Function that appends the codes that some positions contribute to a new level.
type Step<'a, B> = &'a dyn Fn(&[B], &mut Vec<B>);

/// Number of chunks in flight at the same time.
const AHEAD: u64 = 3;
/// Number of positions expanded between two checks of the queue of codes.
const BATCH: usize = 256;

/// Number of positions, over all workers, in the sample that sizes partitions and buffers.
const SAMPLE: usize = 2048;

/// Progress of the workers of a process, for the thread that watches them.
pub(super) struct SharedProgress {
    pub(super) nodes: AtomicU64,
    pub(super) phase: Mutex<PhaseReport>,
}

/// Worker of a cluster as a maker of levels.
pub(super) struct ClusterMaker<'w, B> {
    pub(super) worker: RefCell<&'w mut Worker>,
    pub(super) rounds: RefCell<Rounds>,
    pub(super) workers: Workers,
    pub(super) me: usize,
    pub(super) control: &'w Control<'w>,
    pub(super) collector: RefCell<Collector<'w, B>>,
    pub(super) sender: RefCell<Sender<B>>,
    pub(super) packing: Packing<B>,
    /// Number of codes of a chunk.
    pub(super) chunk: usize,
    pub(super) folder: &'w ClusterFolder,
    pub(super) manifest: RefCell<ClusterManifest>,
    /// Digest of all conclusions from the levels so far, in their order.
    pub(super) conclusions: RefCell<String>,
    pub(super) made: RefCell<HashMap<LevelName, Arc<Finished<ShardedLevel>>>>,
    pub(super) progress: Arc<SharedProgress>,
}

/// Transfer of the codes of a level between the workers.
struct Transfer {
    /// `None` after the last chunk of this worker.
    input: Option<InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>>,
    probe: ProbeHandle<u64>,
    arrived: Rc<RefCell<Vec<Packet>>>,
    /// Timestamp of the next chunk.
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
    /// Opens the levels of the manifest. `holders` are the processes that have each shard of each level.
    pub(super) fn open_finished(&self, holders: &[Vec<Vec<usize>>]) -> Result<(), LevelError> {
        let me = (self.me, self.workers);
        let (levels, collector) = (
            self.manifest.borrow().levels.clone(),
            self.collector.borrow(),
        );
        for (level, holders) in levels.iter().zip(holders) {
            let sharded = ShardedLevel::open(level, holders, me, self.folder, &collector)?;
            let (name, jumps, seconds) = (level.name(), level.jumps, level.seconds);
            let finished = Finished {
                pegs: name.1,
                level: sharded,
                jumps,
                seconds,
            };
            self.made.borrow_mut().insert(name, Arc::new(finished));
        }
        self.round(&Message::Done).map(drop)
    }

    /// Reports the failure of this worker to the others.
    pub(super) fn fail(&self, error: &ClusterError) {
        let process = match error.level_error() {
            Some(
                LevelError::OtherProcess { process, .. } | LevelError::StoppedProcess { process },
            ) => *process,
            _ => self.workers.process_of(self.me),
        };
        self.rounds.borrow_mut().fail(Failure::of(process, error));
    }

    /// Writes the codes that this worker reads of all finished levels, as little-endian numbers:
    /// `forward-021.2-of-4.u64` has the codes of the shard of that name.
    pub(super) fn write_codes(&self, folder: &Path) -> Result<(), LevelError> {
        std::fs::create_dir_all(folder).map_err(|error| scratch(folder, error))?;
        let made = self.made.borrow();
        for finished in made.values() {
            for slice in &finished.level.slices {
                let path = folder.join(slice.file_name(&finished.level, B::WIDTH));
                let mut stopped = Ok(());
                let written = whole_file::write(&path, |file| {
                    stopped = self.write_slice(slice, (&path, file));
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

    fn write_slice(
        &self,
        slice: &ShardSlice,
        (path, file): (&Path, &mut impl Write),
    ) -> Result<(), LevelError> {
        let (mut blocks, mut codes) = (slice.level.blocks()?, Vec::<B>::new());
        for block in slice.blocks() {
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

    /// Returns `true` if this worker has reported a failure.
    pub(super) fn has_failed(&self) -> bool {
        self.rounds.borrow().has_failed()
    }

    /// Waits until all workers have finished.
    pub(super) fn end(&self) -> Result<(), LevelError> {
        self.round(&Message::Done).map(drop)
    }

    fn tick(&self) -> Result<(), LevelError> {
        self.control
            .tick(0, || Phase::WaitingForProcesses)
            .map_err(LevelError::Stopped)
    }

    fn round(&self, message: &Message) -> Result<Vec<Message>, LevelError> {
        self.rounds
            .borrow_mut()
            .round(&mut self.worker.borrow_mut(), message, || self.tick())
    }

    /// Samples a whole level, the same positions in every worker.
    fn sample(&self, level: &ShardedLevel) -> Result<Vec<B>, LevelError> {
        let codes = level.sample::<B>(SAMPLE.div_ceil(self.workers.count()))?;
        self.codes_of_all(codes)
    }

    /// Gathers codes of all workers, in the order of the workers.
    fn codes_of_all(&self, mine: Vec<B>) -> Result<Vec<B>, LevelError> {
        let messages = self.round(&Message::Codes(mine.into_iter().map(B::code).collect()))?;
        let codes = messages.into_iter().flat_map(|message| match message {
            Message::Codes(codes) => codes,
            _ => Vec::new(),
        });
        Ok(codes.map(B::from_code).collect())
    }

    /// Returns a finished level, if there is one. Returns an error if it was made with other conclusions from the
    /// earlier levels.
    fn known(&self, name: LevelName) -> Result<Option<Arc<Finished<ShardedLevel>>>, LevelError> {
        let known = self.made.borrow().get(&name).cloned();
        let (manifest, conclusions) = (self.manifest.borrow(), self.conclusions.borrow());
        let record = manifest.levels.iter().find(|level| level.name() == name);
        if known.is_some() && record.is_some_and(|level| level.conclusions != *conclusions) {
            let what = "its levels were made with other pagoda functions than this process learns from them; resume \
                        with the build of the program that made them";
            return Err(damaged(&self.folder.path().join(CLUSTER_MANIFEST), what));
        }
        Ok(known)
    }

    /// Returns the path of this worker's shard of a level.
    fn shard_path(&self, name: LevelName, split: u32) -> PathBuf {
        self.folder
            .shard(name, (self.me, self.workers.count()), split)
    }

    /// Makes this worker's shard of a new level. `step` appends the codes that positions contribute, at most `most` for
    /// each. Returns the shard and the number of codes that this worker has found.
    fn exchange(
        &self,
        (name, split): (LevelName, u32),
        from: &ShardedLevel,
        (step, most): (Step<'_, B>, usize),
        sieve: Sieve<'_>,
        phase: &PhaseOf<'_>,
    ) -> Result<(Level, u64), LevelError> {
        let (positions, mut sample) = (self.sample(from)?, Vec::new());
        step(&positions, &mut sample);
        let of_each = sample.len() as f64 / positions.len().max(1) as f64;
        let incoming = Incoming {
            sample: &sample,
            expected: (from.len() as f64 * of_each) as u64,
            most: from.len().saturating_mul(most as u64),
        };
        let mut collector = self.collector.borrow_mut();
        let mut collection = collector.begin(name, incoming, phase)?;
        let jumps = self.send_all(from, step, &mut collection, phase)?;
        Ok((
            collection.finish(self.shard_path(name, split), sieve)?,
            jumps,
        ))
    }

    fn send_all(
        &self,
        from: &ShardedLevel,
        step: &dyn Fn(&[B], &mut Vec<B>),
        collection: &mut Collection<'_, B>,
        phase: &PhaseOf<'_>,
    ) -> Result<u64, LevelError> {
        let mut transfer = Transfer::begin(&mut self.worker.borrow_mut());
        let mut sender = self.sender.borrow_mut();
        let mut buffers = (Vec::new(), Vec::new(), Vec::new());
        let (positions, found, unpacked) = (&mut buffers.0, &mut buffers.1, &mut buffers.2);
        let (mut expanded, mut jumps) = (0u64, 0u64);
        let all: u64 = from.slices.iter().map(|slice| slice.level.len()).sum();
        sender.forget();
        for slice in &from.slices {
            let mut blocks = slice.level.blocks()?;
            for block in slice.blocks() {
                blocks.read(block, positions)?;
                for batch in positions.chunks(BATCH) {
                    found.clear();
                    step(batch, found);
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

    /// Counts expanded positions, and updates the phase after every 65,536.
    fn count(&self, positions: u64, phase: impl FnOnce() -> PhaseReport) -> Result<(), LevelError> {
        let before = self.progress.nodes.fetch_add(positions, Ordering::Relaxed);
        const BETWEEN: u64 = 1 << 16;
        if before / BETWEEN != (before + positions) / BETWEEN
            && let Ok(mut current) = self.progress.phase.lock()
        {
            *current = phase();
        }
        self.tick()
    }

    fn send_chunk(&self, transfer: &mut Transfer, sender: &mut Sender<B>) {
        let input = transfer
            .input
            .as_mut()
            .expect("the input is open until the last chunk");
        sender.packets().for_each(|packet| input.send(packet));
        transfer.chunk += 1;
        input.advance_to(transfer.chunk);
    }

    /// Runs the transfer for at least one step, until `is_enough` returns `true`, and collects the codes that arrive.
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
            worker.step_or_park(Some(POLL));
        }
    }

    /// Lists the level in the manifest once every worker has reported its shard.
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
        self.folder.commits.pass(); // the shard is on the disk
        let report = ShardReport {
            codes: level.len(),
            digest,
            jumps,
            seconds,
            conclusions: conclusions.clone(),
        };
        let messages = self.round(&Message::Shard(report))?;
        let shards: Vec<ShardReport> = messages
            .into_iter()
            .filter_map(|message| {
                if let Message::Shard(shard) = message {
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
            .map(|ShardReport { codes, digest, .. }| ShardRecord { codes, digest })
            .collect();
        let record = LevelRecord::new(name, split, (jumps, seconds), conclusions, shards);
        enter(&mut self.manifest.borrow_mut(), record);
        if self.workers.is_first(self.me) {
            self.folder.write_manifest(&self.manifest.borrow())?;
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

    /// Returns the present shards of a level. The shards of an older handle are gone if the level was split again.
    fn present(&self, level: &ShardedLevel) -> Arc<Finished<ShardedLevel>> {
        let made = self.made.borrow();
        let present = made.get(&level.name);
        Arc::clone(present.expect("every level in use has been made"))
    }

    /// Returns the level with one shard per worker, which holds the codes that the worker keeps. Splits the level again
    /// if it was made by another number of workers or its shards are now on other machines.
    fn aligned(&self, level: &ShardedLevel) -> Result<Arc<Finished<ShardedLevel>>, LevelError> {
        let known = self.present(level);
        if known.level.is_aligned {
            return Ok(known);
        }
        let began = Instant::now();
        let copy = |positions: &[B], codes: &mut Vec<B>| codes.extend_from_slice(positions);
        let phase = |_: f64| Phase::RedistributingLevels.into();
        let old = self
            .manifest
            .borrow()
            .levels
            .iter()
            .find(|record| record.name() == level.name)
            .cloned();
        let name = (level.name, known.level.split + 1);
        let (shard, _) = self.exchange(name, &known.level, (&copy, 1), Sieve::All, &phase)?;
        let jumps = if self.me == 0 { known.jumps } else { 0 };
        let conclusions = old
            .as_ref()
            .map_or_else(String::new, |old| old.conclusions.clone());
        let split = self.commit(name, (shard, jumps), conclusions, began)?;
        self.round(&Message::Done)?; // no worker reads the old shards any more
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
        codes.retain(|code| keeper(*code, self.workers.count()) == self.me);
        let shard = self
            .collector
            .borrow()
            .listed(name, codes, self.shard_path(name, 0))?;
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
        let expand =
            |positions: &[B], found: &mut Vec<B>| expansion.append_neighbors(positions, found);
        let step: (Step<'_, B>, usize) = (&expand, expansion.most_neighbors());
        let aligned;
        let sieve = match sieve {
            Sieve::All => Sieve::All,
            Sieve::In(other) => {
                aligned = self.aligned(other)?;
                Sieve::In(&aligned.level.slices[0].level)
            }
            Sieve::NotIn(other) => {
                aligned = self.aligned(other)?;
                Sieve::NotIn(&aligned.level.slices[0].level)
            }
        };
        let from = self.present(from); // after the split of the other level, which may be the same one
        let made = self.exchange((name, 0), &from.level, step, sieve, phase)?;
        self.commit((name, 0), made, self.conclusions.borrow().clone(), began)
    }

    fn found(
        &self,
        level: &ShardedLevel,
        is_wanted: &dyn Fn(B) -> bool,
        most: usize,
    ) -> Result<Vec<B>, LevelError> {
        let mut mine = Vec::new();
        for slice in &self.present(level).level.slices {
            mine.extend(
                slice
                    .level
                    .found(slice.blocks(), is_wanted, most, self.control)?,
            );
        }
        let mut found = self.codes_of_all(mine)?;
        found.sort_unstable();
        found.truncate(most);
        Ok(found)
    }

    fn first_of(&self, level: &ShardedLevel, codes: &[B]) -> Result<Option<B>, LevelError> {
        let mut mine = Vec::new();
        for slice in &self.present(level).level.slices {
            for code in codes {
                mine.extend(slice.level.contains(*code)?.then_some(*code));
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
            level: self.collector.borrow().in_memory(&codes),
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
