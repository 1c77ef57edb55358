//! A process of a cluster, from its first connection to its last.

use super::connect::{Hello, Peers};
use super::folder::{ClusterFolder, Mark};
use super::line::{Line, Lines};
use super::maker::{ClusterMaker, Watched};
use super::packet::{Packing, Sender};
use super::rounds::{Failure, PATIENCE, Rounds};
use super::sharded::Workers;
use super::{ClusterError, ClusterOptions};
use crate::control::{Cancellation, Control, LimitReached, Limits, Part, Phase};
use crate::engine::{Bits, Engine};
use crate::levels::collection::Collector;
use crate::levels::{LevelError, Storage, TaskName};
use crate::sweep::SweepError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks, initialize_from};
use timely::worker::Worker;

/// What all workers of a cluster do in step, each with its own part of the levels.
pub(super) trait Work<B: Bits>: Send + Sync + 'static {
    /// What each of them has in the end.
    type Output: Send + 'static;

    fn work(
        &self,
        engine: &Engine<B>,
        maker: &ClusterMaker<'_, B>,
    ) -> Result<Self::Output, ClusterError>;
}

/// Processes that have found each other, and what each of them has been told.
pub(super) struct Assembly<'a> {
    peers: Peers<'a>,
    options: &'a ClusterOptions,
}

/// What takes long once all are there is a slow disk, or a folder that another run may let go.
const PATIENCE_WITH_DISKS: Duration = Duration::from_secs(60);

impl<'a> Assembly<'a> {
    /// Waits for all processes. They must be about to do the same.
    pub(super) fn new(
        name: &TaskName,
        options: &'a ClusterOptions,
        control: &Control<'_>,
    ) -> Result<Assembly<'a>, ClusterError> {
        let processes = options.hosts.addresses().len();
        if options.process >= processes {
            return Err(ClusterError::NoSuchProcess {
                process: options.process,
                processes,
            });
        }
        let hello = Hello::new(name, processes, options.process, options.workers.get());
        let peers = Peers::connect(&options.hosts, hello, options.wait, control)?;
        Ok(Assembly { peers, options })
    }

    /// Tells all what this process has to say, and gives what each has said.
    pub(super) fn exchange<T: Serialize + DeserializeOwned>(
        &mut self,
        said: Result<T, ClusterError>,
        control: &Control<'_>,
    ) -> Result<Vec<T>, ClusterError> {
        self.peers
            .exchange(said, self.options.wait.max(PATIENCE_WITH_DISKS), control)
    }

    /// Tells all others something that they wait for, or why this process gives up.
    pub(super) fn tell<T: Serialize, E: Display>(
        &mut self,
        said: Result<&T, &E>,
    ) -> Result<(), ClusterError> {
        self.peers.tell(said)
    }

    /// What process 0 tells the others, however long it takes.
    pub(super) fn hear_from_first<T: DeserializeOwned>(
        &mut self,
        control: &Control<'_>,
    ) -> Result<T, ClusterError> {
        self.peers.hear(0, None, control)
    }

    /// Whether a process has ended.
    pub(super) fn has_lost_one(&self) -> bool {
        self.peers.lost().is_some()
    }

    /// Takes the folder of this process, unless one of them cannot.
    pub(super) fn folder(
        &mut self,
        name: TaskName,
        control: &Control<'_>,
    ) -> Result<ClusterFolder, ClusterError> {
        let opened = ClusterFolder::open(&self.options.scratch, self.peers.run, name);
        let (said, folder) = match opened {
            Ok(folder) => (Ok(()), Some(folder)),
            Err(error) => (Err(error.into()), None),
        };
        self.exchange(said, control)?;
        Ok(folder.expect("without a folder the exchange is an error"))
    }

    /// Has the work done by the workers of all processes, from the last level on that is finished in their
    /// folders.
    pub(super) fn work<B: Bits, W: Work<B>>(
        mut self,
        engine: &Engine<B>,
        folder: ClusterFolder,
        work: W,
        control: &Control<'_>,
    ) -> Result<W::Output, ClusterError> {
        let options = self.options;
        let processes = options.hosts.addresses().len();
        let workers = Workers {
            processes,
            of_process: options.workers.get(),
        };
        let marks = self.exchange(folder.mark().map_err(ClusterError::from), control)?;
        let longest = marks
            .into_iter()
            .flatten()
            .max_by_key(|mark| mark.levels.len());
        let mut mark = longest.unwrap_or_else(|| folder.new_mark());
        let here = self.exchange(Ok(folder.shards_here(&mark)), control)?;
        let holders = holders(&here);
        mark.levels.truncate(holders.len());
        folder.remove_leftovers(&mark);
        // What the machine has free is for all processes that are there.
        let free = || control.memory() / options.hosts.on_machine_of(options.process) as u64;
        let memory = control.limits().memory.unwrap_or_else(free);
        let common = Common {
            engine: engine.clone(),
            work,
            workers,
            folder,
            mark,
            holders,
            codes: options.codes.clone(),
            memory: memory / workers.of_process as u64,
            cancellation: Cancellation::default(),
            lines: Arc::default(),
            watched: Arc::new(Watched {
                nodes: AtomicU64::new(0),
                phase: Mutex::new(Phase::of_unknown_length("starting")),
            }),
        };
        let done = common.work_with(self.peers, options.process, control);
        done.map_err(|error| with_folder(error, options))
    }
}

/// What the workers of a process have in common.
struct Common<B, W> {
    engine: Engine<B>,
    work: W,
    workers: Workers,
    folder: ClusterFolder,
    mark: Mark,
    /// For each level of the mark and each of its shards, the processes that have it.
    holders: Vec<Vec<Vec<usize>>>,
    /// Where the codes go at the end, if anywhere.
    codes: Option<PathBuf>,
    /// The bytes of one worker.
    memory: u64,
    cancellation: Cancellation,
    lines: Arc<Lines>,
    watched: Arc<Watched>,
}

/// Says in which folder the finished levels are.
fn with_folder(error: ClusterError, options: &ClusterOptions) -> ClusterError {
    match error {
        ClusterError::Sweep(SweepError::Stopped { limit, .. }) => {
            let folder = Some(options.scratch.clone());
            ClusterError::Sweep(SweepError::Stopped { limit, folder })
        }
        error => error,
    }
}

/// The processes that have each shard of each level, up to the first level of which one is nowhere.
fn holders(here: &[Vec<Vec<bool>>]) -> Vec<Vec<Vec<usize>>> {
    let levels = here.iter().map(Vec::len).min().unwrap_or(0);
    let of_shard = |level: usize, shard: usize| -> Vec<usize> {
        (0..here.len())
            .filter(|process| here[*process][level][shard])
            .collect()
    };
    let of_level = |level: usize| -> Vec<Vec<usize>> {
        (0..here[0][level].len())
            .map(|shard| of_shard(level, shard))
            .collect()
    };
    let is_whole =
        |holders: &Vec<Vec<usize>>| !holders.is_empty() && holders.iter().all(|of| !of.is_empty());
    (0..levels).map(of_level).take_while(is_whole).collect()
}

/// How a worker ended.
enum Ended<T> {
    Returned(Result<T, ClusterError>),
    Panicked(Box<dyn std::any::Any + Send>),
}

impl<B: Bits, W: Work<B>> Common<B, W> {
    fn work_with(
        self,
        peers: Peers<'_>,
        process: usize,
        control: &Control<'_>,
    ) -> Result<W::Output, ClusterError> {
        let (lines, cancellation, watched) = (
            Arc::clone(&self.lines),
            self.cancellation.clone(),
            Arc::clone(&self.watched),
        );
        let of_process = self.workers.of_process;
        let streams = peers.into_streams()?;
        let connect = |stream, other| Line::new(stream, other, Arc::clone(&lines));
        let mut copies = Vec::new();
        for stream in streams.iter().flatten() {
            copies.push(stream.try_clone().map_err(ClusterError::Network)?);
        }
        let sockets = streams
            .into_iter()
            .enumerate()
            .map(|(other, stream)| stream.map(|stream| connect(stream, other)))
            .collect();
        let hooks = Hooks::default();
        let allocators = ProcessBuilder::new_typed_vector(of_process, hooks.refill.clone(), None);
        let (builders, guard) =
            initialize_networking_from_sockets(allocators, sockets, process, of_process, hooks)
                .map_err(ClusterError::Network)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (sender, results) = channel();
        let common = Arc::new(self);
        let workers = initialize_from(builders, Box::new(()), move |allocator| {
            let now = Instant::now();
            let ended = catch_unwind(AssertUnwindSafe(|| {
                let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(now));
                common.returned_by(&mut worker)
            }));
            let ended = match ended {
                Ok(returned) => Ended::Returned(returned),
                Err(panic) => {
                    common.lines.lose(process);
                    Ended::Panicked(panic)
                }
            };
            let _ = sender.send(ended); // whoever waits for it waits for all
        });
        let workers = workers.map_err(|what| ClusterError::Network(std::io::Error::other(what)))?;
        let ended = watch(&results, of_process, &cancellation, &watched, control);
        drop(workers.join());
        lines.leave();
        if lines.lost().is_some() {
            // The threads of the connections end by themselves, without a result that anybody could use.
            copies
                .iter()
                .for_each(|stream| drop(stream.shutdown(std::net::Shutdown::Both)));
            std::mem::forget(guard);
        } else {
            drop(guard); // what has been sent arrives
        }
        verdict(ended)
    }

    /// What one worker does, and the end of its connections.
    fn returned_by(&self, worker: &mut Worker) -> Result<W::Output, ClusterError> {
        let limits = Limits {
            memory: Some(self.memory),
            threads: Some(NonZeroUsize::MIN),
            ..Limits::default()
        };
        let (rounds, all_have_heard) = Rounds::new(worker, Arc::clone(&self.lines));
        let returned = self.done_by(worker, rounds, limits);
        // The rounds are all that can be waited for: one that fails has no part in the level that others have begun.
        while !all_have_heard.done() && self.lines.lost().is_none() {
            worker.step_or_park(Some(PATIENCE));
        }
        returned
    }

    fn done_by(
        &self,
        worker: &mut Worker,
        mut rounds: Rounds,
        limits: Limits,
    ) -> Result<W::Output, ClusterError> {
        let me = worker.index();
        let Budget {
            memory,
            slots,
            chunk,
        } = Budget::new::<B>(limits.memory.unwrap_or(0));
        let control = Control::new(Limits {
            memory: Some(memory),
            ..limits
        })
        .cancelled_by(&self.cancellation);
        let packing = Packing::new(self.engine.board().hole_count());
        let made = self.folder.spill_folder(me).and_then(|spill| {
            let storage = Storage::spilling_into(spill.clone(), self.folder.task());
            Ok((
                spill,
                Collector::new(Part::whole(&control), Arc::clone(&storage))?,
                storage,
            ))
        });
        let (spill, collector, storage) = match made {
            Ok(made) => made,
            Err(error) => {
                let error = ClusterError::from(error);
                rounds.fail(Failure::of(self.workers.process_of(me), &error));
                return Err(error);
            }
        };
        let maker = ClusterMaker {
            worker: RefCell::new(worker),
            rounds: RefCell::new(rounds),
            workers: self.workers,
            me,
            control: &control,
            collector: RefCell::new(collector),
            sender: RefCell::new(Sender::new(packing, self.workers.count(), slots)),
            packing,
            chunk: chunk / packing.bytes(),
            folder: &self.folder,
            storage,
            mark: RefCell::new(self.mark.clone()),
            conclusions: RefCell::default(),
            made: RefCell::default(),
            watched: Arc::clone(&self.watched),
        };
        let done = self.done_with(&maker);
        if let Err(error) = &done {
            maker.fail(error);
        }
        let _ = std::fs::remove_dir(&spill); // what is in it, if anything, goes with the next run
        done
    }

    fn done_with(&self, maker: &ClusterMaker<'_, B>) -> Result<W::Output, ClusterError> {
        maker.open_finished(&self.holders)?;
        let done = self.work.work(&self.engine, maker)?;
        if !maker.has_failed() {
            if let Some(folder) = &self.codes {
                maker.write_codes(folder)?;
            }
            maker.end()?;
        }
        Ok(done)
    }
}

/// How the memory of a worker is divided.
struct Budget {
    /// For what is collected.
    memory: u64,
    /// Places for codes sent lately.
    slots: usize,
    /// Bytes of a chunk.
    chunk: usize,
}

impl Budget {
    fn new<B: Bits>(memory: u64) -> Budget {
        let table = (memory / 8).clamp(1 << 10, 4 << 20);
        let slots = (table as usize / size_of::<B>()).next_power_of_two() / 2;
        let chunk = (memory / 64).clamp(1 << 10, 1 << 20);
        // A chunk waits as words, and several are under way to and from this worker.
        Budget {
            memory: memory.saturating_sub(table + 12 * chunk),
            slots,
            chunk: chunk as usize,
        }
    }
}

/// Waits for the workers, tells the control how far they are, and stops them when it says so.
fn watch<T>(
    results: &Receiver<Ended<T>>,
    count: usize,
    cancellation: &Cancellation,
    watched: &Watched,
    control: &Control<'_>,
) -> (Vec<Ended<T>>, Option<LimitReached>) {
    let (mut ended, mut stopped, mut told) = (Vec::new(), None, 0);
    while ended.len() < count {
        match results.recv_timeout(Duration::from_millis(20)) {
            Ok(one) => ended.push(one),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let nodes = watched.nodes.load(std::sync::atomic::Ordering::Relaxed);
        let phase = || match watched.phase.lock() {
            Ok(phase) => phase.clone(),
            Err(_) => Phase::of_unknown_length("ending"),
        };
        if let Err(limit) = control.tick(nodes - std::mem::replace(&mut told, nodes), phase) {
            stopped.get_or_insert(limit);
            cancellation.cancel();
        }
    }
    (ended, stopped)
}

/// The result of the workers, or the most telling error.
fn verdict<T>((ended, stopped): (Vec<Ended<T>>, Option<LimitReached>)) -> Result<T, ClusterError> {
    let (mut done, mut errors) = (None, Vec::new());
    for one in ended {
        match one {
            Ended::Returned(Ok(output)) => done = Some(output),
            Ended::Returned(Err(error)) => errors.push(error),
            Ended::Panicked(panic) => resume_unwind(panic),
        }
    }
    // An error of its own says more than that others have stopped, and that more than that one is gone.
    let rank = |error: &ClusterError| match error.level_error() {
        Some(LevelError::LostProcess { .. }) => 3,
        Some(LevelError::OtherProcess { .. }) => 2,
        _ if error.limit().is_some() => 1,
        _ => 0,
    };
    errors.sort_by_key(rank);
    match (errors.into_iter().next(), done) {
        (Some(error), _) => Err(match error.limit() {
            Some(limit) => stopped.unwrap_or(limit).into(),
            None => error,
        }),
        (None, Some(done)) => Ok(done),
        (None, None) => Err(LevelError::LostProcess { process: 0 }.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_of_which_a_shard_is_nowhere_is_unfinished() {
        let here = [
            vec![vec![true, false], vec![true, false]],
            vec![vec![true, true], vec![true, false]],
        ];
        assert_eq!(holders(&here), [[vec![0, 1], vec![1]]]);
        assert!(holders(&[Vec::new(), Vec::new()]).is_empty());
    }

    #[test]
    fn the_budget_is_within_the_memory() {
        for memory in [1u64 << 16, 1 << 20, 1 << 24, 1 << 30, 1 << 36] {
            let Budget {
                memory: left,
                slots,
                chunk,
            } = Budget::new::<u128>(memory);
            assert!(slots.is_power_of_two() && slots > 1);
            assert!(left + (slots * 16 + 8 * chunk) as u64 <= memory, "{memory}");
        }
    }
}
