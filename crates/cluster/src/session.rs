//! Life of a process of a cluster, from its first connection to its last.

use super::connection::{Connection, Connections};
use super::error::{damaged, scratch};
use super::folder::{ClusterFolder, ClusterManifest};
use super::maker::{ClusterMaker, SharedProgress};
use super::packet::{Packing, Sender};
use super::peers::{Hello, Peers};
use super::rounds::{Failure, POLL, Rounds};
use super::sharded::Workers;
use super::{ClusterError, ClusterOptions};
use pegboard::control::Phase;
use pegboard::distributed::{Bits, Collector, TaskName, WidthVisitor, visit_width};
use pegboard::levels::LevelError;
use pegboard::sweep::SweepError;
use pegboard::{Board, Cancellation, Control, LimitReached, Limits};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks, initialize_from};
use timely::worker::Worker;

/// Task that all workers of a cluster run in step, each with its own shards of the levels.
pub(super) trait WorkerTask: Send + Sync + 'static {
    /// Result, which is the same in each worker.
    type Output: Send + 'static;

    fn board(&self) -> &Board;

    fn run<B: Bits>(&self, maker: &ClusterMaker<'_, B>) -> Result<Self::Output, ClusterError>;
}

/// Connected processes before their workers start.
pub(super) struct Session<'a> {
    pub(super) peers: Peers<'a>,
    options: &'a ClusterOptions,
}

/// Timeout of messages that wait for a slow disk, or for the lock of a folder.
const DISK_TIMEOUT: Duration = Duration::from_secs(60);
/// Time within which a signal reaches all processes to which it is sent.
const SIGNAL_TIMEOUT: Duration = Duration::from_millis(200);

impl<'a> Session<'a> {
    /// Connects all processes, which must have the same task.
    pub(super) fn new(
        name: &TaskName,
        options: &'a ClusterOptions,
        control: &Control<'_>,
    ) -> Result<Session<'a>, ClusterError> {
        let processes = options.hosts.addresses().len();
        if options.process >= processes {
            return Err(ClusterError::NoSuchProcess {
                process: options.process,
                processes,
            });
        }
        let hello = Hello::new(name, processes, options.process, options.workers.get());
        let peers = Peers::connect(&options.hosts, hello, options.wait, control)?;
        Ok(Session { peers, options })
    }

    /// Sends a message to all processes and returns the messages of all.
    pub(super) fn exchange<T: Serialize + DeserializeOwned>(
        &mut self,
        said: Result<T, ClusterError>,
        control: &Control<'_>,
    ) -> Result<Vec<T>, ClusterError> {
        self.peers
            .exchange(said, self.options.wait.max(DISK_TIMEOUT), control)
    }

    /// Opens the folder of this process. Fails if any process cannot open its folder.
    pub(super) fn folder(
        &mut self,
        name: TaskName,
        control: &Control<'_>,
    ) -> Result<ClusterFolder, ClusterError> {
        let options = self.options;
        let opened = ClusterFolder::open(
            &options.scratch,
            self.peers.run,
            name,
            options.commits.clone(),
        );
        let (said, folder) = match opened {
            Ok(folder) => (Ok(()), Some(folder)),
            Err(error) => (Err(error.into()), None),
        };
        self.exchange(said, control)?;
        Ok(folder.expect("the exchange fails without a folder"))
    }

    /// Runs a task in the workers of all processes, which resume after the last finished level in their folders.
    pub(super) fn work<W: WorkerTask>(
        mut self,
        folder: ClusterFolder,
        task: W,
        control: &Control<'_>,
    ) -> Result<W::Output, ClusterError> {
        let options = self.options;
        folder.remove_spilled_runs();
        let processes = options.hosts.addresses().len();
        let workers = Workers {
            processes,
            of_process: options.workers.get(),
        };
        let checked = options.codes.as_deref().map_or(Ok(()), check_codes);
        let manifest = checked.and_then(|()| folder.manifest());
        let manifests = self.exchange(manifest.map_err(ClusterError::from), control)?;
        let longest = manifests
            .into_iter()
            .flatten()
            .max_by_key(|manifest| manifest.levels.len());
        let mut manifest = longest.unwrap_or_else(|| folder.new_manifest());
        let here = self.exchange(Ok(folder.shards_here(&manifest)), control)?;
        let holders = holders(&here);
        manifest.levels.truncate(holders.len());
        // Listed levels that are incomplete must not come back after later levels are made again. The manifest also
        // reserves the folder for this task before the first level.
        let written = folder.write_manifest(&manifest).map_err(ClusterError::from);
        self.exchange(written, control)?;
        folder.remove_leftovers(&manifest);
        // All processes on a machine share its free memory.
        let free = || control.memory() / options.hosts.on_machine_of(options.process) as u64;
        let memory = control.limits().memory.unwrap_or_else(free);
        let common = ProcessState {
            task,
            workers,
            folder,
            manifest,
            holders,
            codes: options.codes.clone(),
            memory: memory / workers.of_process as u64,
            cancellation: Cancellation::default(),
            connections: Arc::default(),
            progress: Arc::new(SharedProgress {
                nodes: AtomicU64::new(0),
                phase: Mutex::new(Phase::Starting.into()),
            }),
        };
        let board = common.task.board().clone();
        let workers = ProcessWorkers {
            common,
            peers: self.peers,
            process: options.process,
            control,
        };
        let is_stopped_elsewhere = |error: &ClusterError| {
            matches!(error.level_error(), Some(LevelError::StoppedProcess { .. }))
        };
        let done = match visit_width(&board, workers) {
            Err(error) if is_stopped_elsewhere(&error) => {
                Err(wait_for_signal(control).map_or(error, ClusterError::from))
            }
            done => done,
        };
        done.map_err(|error| match error {
            ClusterError::Sweep(SweepError::Stopped { limit, .. }) => {
                let folder = Some(options.scratch.clone());
                SweepError::Stopped { limit, folder }.into()
            }
            error => error,
        })
    }
}

/// State that the workers of a process share.
struct ProcessState<W> {
    task: W,
    workers: Workers,
    folder: ClusterFolder,
    manifest: ClusterManifest,
    /// Processes that have each shard of each level of the manifest.
    holders: Vec<Vec<Vec<usize>>>,
    /// Folder for the codes at the end, if any.
    codes: Option<PathBuf>,
    /// Bytes for one worker.
    memory: u64,
    cancellation: Cancellation,
    connections: Arc<Connections>,
    progress: Arc<SharedProgress>,
}

/// Workers of a process before the width of their words is chosen.
struct ProcessWorkers<'a, W> {
    common: ProcessState<W>,
    peers: Peers<'a>,
    process: usize,
    control: &'a Control<'a>,
}

/// Refuses a folder with codes of an earlier run: with another number of workers, its files have other names and stay.
fn check_codes(folder: &Path) -> Result<(), LevelError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.and_then(Iterator::collect::<Result<Vec<_>, _>>),
    };
    let entries = entries.map_err(|error| scratch(folder, error))?;
    let has_codes = entries.iter().any(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "u64" || ending == "u128")
    });
    if has_codes {
        Err(damaged(folder, "it holds the codes of an earlier run"))
    } else {
        Ok(())
    }
}

/// Returns the processes that have each shard of each level, up to the first level that misses a shard.
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

/// End of a worker.
enum WorkerEnd<T> {
    Returned(Result<T, ClusterError>),
    Panicked(Box<dyn std::any::Any + Send>),
}

impl<W: WorkerTask> WidthVisitor for ProcessWorkers<'_, W> {
    type Output = Result<W::Output, ClusterError>;

    fn visit<B: Bits>(self) -> Self::Output {
        let ProcessWorkers {
            common,
            peers,
            process,
            control,
        } = self;
        let (connections, cancellation, progress) = (
            Arc::clone(&common.connections),
            common.cancellation.clone(),
            Arc::clone(&common.progress),
        );
        let of_process = common.workers.of_process;
        let streams = peers.into_streams()?;
        let connect = |stream, other| Connection::new(stream, other, Arc::clone(&connections));
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
        let common = Arc::new(common);
        let workers = initialize_from(builders, Box::new(()), move |allocator| {
            let now = Instant::now();
            let ended = catch_unwind(AssertUnwindSafe(|| {
                let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(now));
                common.work_in::<B>(&mut worker)
            }));
            let ended = match ended {
                Ok(returned) => WorkerEnd::Returned(returned),
                Err(panic) => {
                    common.connections.lose(process);
                    WorkerEnd::Panicked(panic)
                }
            };
            let _ = sender.send(ended); // the receiver outlives the workers
        });
        let workers = workers.map_err(|what| ClusterError::Network(std::io::Error::other(what)))?;
        let ended = watch(&results, of_process, &cancellation, &progress, control);
        drop(workers.join());
        connections.leave();
        if connections.lost().is_some() {
            // The socket threads end by themselves, and their results are not needed.
            copies
                .iter()
                .for_each(|stream| drop(stream.shutdown(std::net::Shutdown::Both)));
            std::mem::forget(guard);
        } else {
            // Waits until all sent messages have arrived. All workers have passed the last round, so the result stands even if
            // a socket thread panics because its process has ended.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(guard)));
        }
        verdict(ended)
    }
}

impl<W: WorkerTask> ProcessState<W> {
    /// Runs the task in one worker and waits until all workers have received its messages.
    fn work_in<B: Bits>(&self, worker: &mut Worker) -> Result<W::Output, ClusterError> {
        let limits = Limits {
            memory: Some(self.memory),
            threads: Some(NonZeroUsize::MIN),
            ..Limits::default()
        };
        let (rounds, all_received) = Rounds::new(worker, Arc::clone(&self.connections));
        let returned = self.run_task::<B>(worker, rounds, limits);
        // Waiting for the rounds is enough: a failed worker takes no part in the level that others have begun.
        while !all_received.done() && self.connections.lost().is_none() {
            worker.step_or_park(Some(POLL));
        }
        returned
    }

    fn run_task<B: Bits>(
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
        let packing = Packing::<B>::new(self.task.board().hole_count());
        let made = self.folder.spill_folder(me).and_then(|spill| {
            let collector = Collector::new(&control, spill.clone(), self.folder.task())?;
            Ok((spill, collector))
        });
        let (spill, collector) = match made {
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
            manifest: RefCell::new(self.manifest.clone()),
            conclusions: RefCell::default(),
            made: RefCell::default(),
            progress: Arc::clone(&self.progress),
        };
        let done = self.levels_by(&maker);
        if let Err(error) = &done {
            maker.fail(error);
        }
        let _ = std::fs::remove_dir(&spill); // the next run removes files in it
        done
    }

    fn levels_by<B: Bits>(&self, maker: &ClusterMaker<'_, B>) -> Result<W::Output, ClusterError> {
        maker.open_finished(&self.holders)?;
        let done = self.task.run(maker)?;
        if !maker.has_failed() {
            if let Some(folder) = &self.codes {
                maker.write_codes(folder)?;
            }
            self.folder.commits.pass();
            maker.end()?;
        }
        Ok(done)
    }
}

/// Division of a worker's memory.
struct Budget {
    /// Bytes for collected codes.
    memory: u64,
    /// Number of slots of the cache of sent codes.
    slots: usize,
    /// Bytes of a chunk.
    chunk: usize,
}

impl Budget {
    fn new<B: Bits>(memory: u64) -> Budget {
        let table = (memory / 8).clamp(1 << 10, 4 << 20);
        let slots = (table as usize / size_of::<B>()).next_power_of_two() / 2;
        let chunk = (memory / 64).clamp(1 << 10, 1 << 20);
        // A chunk is queued as words, and several chunks are in flight to and from this worker.
        Budget {
            memory: memory.saturating_sub(table + 12 * chunk),
            slots,
            chunk: chunk as usize,
        }
    }
}

/// Waits a moment for a signal to all processes that has reached another one first. Returns the limit that stops this
/// process meanwhile, if any.
fn wait_for_signal(control: &Control<'_>) -> Option<LimitReached> {
    let began = Instant::now();
    while began.elapsed() < SIGNAL_TIMEOUT {
        let going = control.tick(0, || Phase::Ending);
        if let Err(limit) = going {
            return Some(limit);
        }
        std::thread::sleep(POLL);
    }
    None
}

/// Waits for the workers, reports their progress to the control, and stops them when the control stops.
fn watch<T>(
    results: &Receiver<WorkerEnd<T>>,
    count: usize,
    cancellation: &Cancellation,
    progress: &SharedProgress,
    control: &Control<'_>,
) -> (Vec<WorkerEnd<T>>, Option<LimitReached>) {
    let (mut ended, mut stopped, mut told) = (Vec::new(), None, 0);
    while ended.len() < count {
        match results.recv_timeout(Duration::from_millis(20)) {
            Ok(one) => ended.push(one),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let nodes = progress.nodes.load(std::sync::atomic::Ordering::Relaxed);
        let phase = || match progress.phase.lock() {
            Ok(phase) => phase.clone(),
            Err(_) => Phase::Ending.into(),
        };
        if let Err(limit) = control.tick(nodes - std::mem::replace(&mut told, nodes), phase) {
            stopped.get_or_insert(limit);
            cancellation.cancel();
        }
    }
    (ended, stopped)
}

/// Returns the result of the workers, or the most informative error.
fn verdict<T>(
    (ended, stopped): (Vec<WorkerEnd<T>>, Option<LimitReached>),
) -> Result<T, ClusterError> {
    let (mut done, mut errors) = (None, Vec::new());
    for one in ended {
        match one {
            WorkerEnd::Returned(Ok(output)) => done = Some(output),
            WorkerEnd::Returned(Err(error)) => errors.push(error),
            WorkerEnd::Panicked(panic) => resume_unwind(panic),
        }
    }
    // An error of this process is the most informative one, then the failure of another process, then its loss.
    let rank = |error: &ClusterError| match error.level_error() {
        Some(LevelError::LostProcess { .. }) => 3,
        Some(LevelError::OtherProcess { .. } | LevelError::StoppedProcess { .. }) => 2,
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
    fn a_level_that_misses_a_shard_is_unfinished() {
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
