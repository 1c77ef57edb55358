//! Limits, cancellation and progress of long calls.
//!
//! Every call that can take long takes a [`Control`]. Every long loop polls it every few thousand positions,
//! usually within 10 ms; a sort may take 100 ms:
//!
//! ```text
//! Limits (time, nodes, memory, threads) ─┐
//! Cancellation (Ctrl-C, a button)       ─┼─► Control ──► tick: go on, or stop with a LimitReached
//! observer of Progress                  ─┘
//! ```
//!
//! A call made of several smaller calls gives each a [`child`](Control::child) with limits of its own. A child stops
//! when its parent is stopped.

pub(crate) mod allocation;
mod counted;
mod free_memory;
pub(crate) mod kept_file;
mod part;
mod progress;
mod shortened;
pub(crate) mod size_text;
pub(crate) mod table_file;
pub(crate) mod threads;
pub mod whole_file;

pub use counted::{counted, grouped};
pub(crate) use part::{Part, Steps, WatchedWriter};
pub use progress::{Phase, PhaseReport, Progress, TableQuestion};
pub(crate) use shortened::quotation;
pub use shortened::{abridged, shortened};
pub use size_text::size_text;
pub(crate) use size_text::{LARGEST_MACHINE, advice_to_allow};
pub use table_file::TableError;

use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;
use web_time::Instant;

/// Resource limits for a call. Reaching a limit gives the verdict [`Undecided`](crate::Verdict::Undecided) or an
/// error that names the limit, never a wrong answer.
///
/// ```
/// use pegboard::{Board, Control, LimitReached, Limits, Problem, Solver, SolverOptions, Verdict};
/// let board = Board::library("wiegleb")?;
/// let corner = board.hole("e1")?;
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let solver = Solver::new(&board, SolverOptions::default());
/// let answer = solver.solve(&Problem::svss(&board, corner, corner), &Control::new(limits))?;
/// let Verdict::Undecided(undecided) = answer.verdict() else { panic!("{answer:?}") };
/// assert_eq!(undecided.limit, LimitReached::Nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time; unlimited by default.
    pub time: Option<Duration>,
    /// Number of positions to expand; unlimited by default.
    pub nodes: Option<u64>,
    /// Memory for positions in bytes; by default half of the free memory, unless the method says otherwise. The machine,
    /// the container and the limits of the process bound the free memory.
    pub memory: Option<u64>,
    /// Maximum number of threads; by default the number of processors. Results do not depend on it.
    pub threads: Option<NonZeroUsize>,
}

/// The limit that stopped a call.
///
/// Serde form: `"time"`, `"nodes"`, `"memory"` or `"cancelled"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LimitReached {
    /// Time limit.
    Time,
    /// Limit on the number of positions.
    Nodes,
    /// Memory limit.
    Memory,
    /// The caller cancelled the call.
    Cancelled,
}

/// Cancellation flag shared between threads. Clones share the flag; a handler of Ctrl-C can set it.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

/// Wraps an existing flag, which a signal handler can set.
impl From<Arc<AtomicBool>> for Cancellation {
    fn from(flag: Arc<AtomicBool>) -> Cancellation {
        Cancellation(flag)
    }
}

/// Limits, observer and cancellation of one call, shared by its threads.
///
/// The clock starts when the control is made, so make one for each call.
///
/// ```
/// use pegboard::{Cancellation, Control, Limits, Progress};
/// use std::ops::ControlFlow;
/// use std::time::Duration;
/// let cancellation = Cancellation::default(); // another thread may hold a clone
/// let observer = |progress: &Progress| {
///     eprintln!("{}: {} positions", progress.phase, progress.nodes);
///     ControlFlow::Continue(())
/// };
/// let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
/// let control = Control::new(limits).watched_by(&observer).cancelled_by(&cancellation);
/// assert_eq!(control.limit_reached(), None);
/// ```
pub struct Control<'a> {
    limits: Limits,
    observer: Option<&'a Observer<'a>>,
    cancellation: Option<&'a Cancellation>,
    parent: Option<&'a Control<'a>>,
    began: Instant,
    nodes: AtomicU64,
    /// Time of the next report, in microseconds since the start.
    next_report: AtomicU64,
    stopped: AtomicU8,
    /// Number of processors that the system provides, cached on first use.
    processors: OnceLock<usize>,
    /// Free memory in bytes on first use.
    free_memory: OnceLock<u64>,
    /// Panic of the observer. Locked while the observer runs.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// Number of delays so far, if ticks are delayed at random.
    #[cfg(test)]
    delays: Option<AtomicU64>,
}

/// Observer of progress, called from any thread, one at a time. `Break` cancels the call.
pub type Observer<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

/// Progress report without its phase.
struct ReportDue<'a> {
    observer: &'a Observer<'a>,
    nodes: u64,
    elapsed: Duration,
}

/// Interval between reports.
const REPORT_EVERY: Duration = Duration::from_millis(20);

const RUNNING: u8 = 0;
const OUT_OF_TIME: u8 = 1;
const OUT_OF_NODES: u8 = 2;
const OUT_OF_MEMORY: u8 = 3;
const CANCELLED: u8 = 4;

impl Cancellation {
    /// Cancels the calls that share this flag; they stop within milliseconds.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` after [`cancel`](Cancellation::cancel).
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Default for Control<'_> {
    /// Makes a control without limits and observer.
    fn default() -> Self {
        Control::new(Limits::default())
    }
}

impl<'a> Control<'a> {
    /// Makes a control with these limits. Its clock starts now.
    pub fn new(limits: Limits) -> Control<'a> {
        Control {
            limits,
            observer: None,
            cancellation: None,
            parent: None,
            began: Instant::now(),
            nodes: AtomicU64::new(0),
            next_report: AtomicU64::new(0),
            stopped: AtomicU8::new(RUNNING),
            processors: OnceLock::new(),
            free_memory: OnceLock::new(),
            panic: Mutex::new(None),
            #[cfg(test)]
            delays: None,
        }
    }

    /// Reports progress to `observer` every few milliseconds. If it panics, the call stops and the panic resumes in
    /// the caller's thread.
    #[must_use]
    pub fn watched_by(self, observer: &'a Observer<'a>) -> Control<'a> {
        Control {
            observer: Some(observer),
            ..self
        }
    }

    /// Stops the call when `cancellation` is set.
    #[must_use]
    pub fn cancelled_by(self, cancellation: &'a Cancellation) -> Control<'a> {
        Control {
            cancellation: Some(cancellation),
            ..self
        }
    }

    /// Delays many ticks by different times, as a busy machine does, and begins after a sixth of the time limit.
    #[cfg(test)]
    pub(crate) fn with_delays(self) -> Control<'a> {
        let passed = self.limits.time.unwrap_or_default() / 6;
        Control {
            began: self.began.checked_sub(passed).unwrap_or(self.began),
            delays: Some(AtomicU64::new(0)),
            ..self
        }
    }

    #[cfg(test)]
    fn delay(&self) {
        if let Some(parent) = self.parent {
            return parent.delay();
        }
        let Some(delays) = &self.delays else { return };
        let number = delays.fetch_add(1, Ordering::Relaxed);
        let random = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
        if random < 32 {
            std::thread::sleep(Duration::from_micros(random * 16));
        }
    }

    /// Makes a control for a part of the call, with its own limits and clock. It stops when this control is stopped,
    /// and has no observer unless given one.
    #[must_use]
    pub fn child<'c>(&'c self, limits: Limits) -> Control<'c>
    where
        'a: 'c,
    {
        Control {
            parent: Some(self),
            ..Control::new(limits)
        }
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the time since the control was made.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns the limit that stopped the call, if any.
    pub fn limit_reached(&self) -> Option<LimitReached> {
        match self.stopped.load(Ordering::Relaxed) {
            OUT_OF_TIME => Some(LimitReached::Time),
            OUT_OF_NODES => Some(LimitReached::Nodes),
            OUT_OF_MEMORY => Some(LimitReached::Memory),
            CANCELLED => Some(LimitReached::Cancelled),
            _ => None,
        }
    }

    /// Returns the maximum number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.limits
            .threads
            .map_or_else(|| self.processors(), NonZeroUsize::get)
            .min(MAX_THREADS)
    }

    /// Returns the number of threads for work on this many codes. A few codes are not worth the start of a thread.
    pub(crate) fn threads_for(&self, codes: usize) -> usize {
        const CODES_PER_THREAD: usize = 50_000;
        self.threads().min(1 + codes / CODES_PER_THREAD)
    }

    /// Returns the memory for positions in bytes: the limit, or half of the memory that was free on the first query.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or_else(|| self.free_memory() / 2)
    }

    /// Returns the memory for a call that takes no more than `most` bytes unless the limit says otherwise.
    pub(crate) fn memory_up_to(&self, most: u64) -> u64 {
        self.limits
            .memory
            .unwrap_or_else(|| self.memory().min(most))
    }

    /// Returns the number of processors, cached for the whole call, because asking the system costs more than a small
    /// search.
    fn processors(&self) -> usize {
        match self.parent {
            Some(parent) => parent.processors(),
            None => *self
                .processors
                .get_or_init(|| available_parallelism().map_or(1, NonZeroUsize::get)),
        }
    }

    /// Returns the free memory in bytes, cached for the whole call, because memory taken by the call itself must not
    /// count.
    fn free_memory(&self) -> u64 {
        match self.parent {
            Some(parent) => parent.free_memory(),
            None => *self
                .free_memory
                .get_or_init(|| free_memory::free_memory().unwrap_or(UNKNOWN_MEMORY)),
        }
    }

    /// Returns the time limit of the whole call; `None` means unlimited. Unlike the limit of a part, it does not depend on
    /// the time that earlier parts have taken.
    pub(crate) fn time_of_whole_call(&self) -> Option<Duration> {
        match self.parent {
            Some(parent) => parent.time_of_whole_call(),
            None => self.limits.time,
        }
    }

    /// Returns the remaining time; `None` means unlimited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.limits
            .time
            .map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Returns the remaining number of positions; `None` means unlimited.
    pub(crate) fn nodes_left(&self) -> Option<u64> {
        self.limits
            .nodes
            .map(|limit| limit.saturating_sub(self.nodes()))
    }

    /// Returns the number of nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds to the node count without checking limits.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Adds to the node count, checks the limits and reports progress. An error ends the loop. Call this every few
    /// thousand positions, usually within 10 ms; a sort may take 100 ms.
    #[doc(hidden)]
    pub fn tick<P: Into<PhaseReport>>(
        &self,
        nodes: u64,
        phase: impl Fn() -> P,
    ) -> Result<(), LimitReached> {
        if let Some(due) = self.checked(nodes) {
            self.report(due, phase().into());
        }
        self.limit_reached().map_or(Ok(()), Err)
    }

    /// Adds to the node count and checks the limits. Returns a report if one is due.
    fn checked(&self, nodes: u64) -> Option<ReportDue<'_>> {
        #[cfg(test)]
        self.delay();
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let elapsed = self.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            self.stop(LimitReached::Time);
        } else if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            self.stop(LimitReached::Nodes);
        }
        if let Some(limit) = self.stopped_from_outside() {
            self.stop(limit);
        }
        let observer = self.observer?;
        self.is_time_to_report(elapsed).then_some(ReportDue {
            observer,
            nodes,
            elapsed,
        })
    }

    /// Returns the limit that stops the call from outside: its cancellation, or a limit of a parent. A child ticks
    /// instead of its parent, so it checks the parent's time limit as well.
    fn stopped_from_outside(&self) -> Option<LimitReached> {
        if self.cancellation.is_some_and(Cancellation::is_cancelled) {
            return Some(LimitReached::Cancelled);
        }
        let parent = self.parent?;
        if parent
            .limits
            .time
            .is_some_and(|limit| parent.elapsed() >= limit)
        {
            parent.stop(LimitReached::Time);
        }
        parent
            .limit_reached()
            .or_else(|| parent.stopped_from_outside())
    }

    /// Returns `true` to exactly one thread for each due report.
    fn is_time_to_report(&self, elapsed: Duration) -> bool {
        let now = elapsed.as_micros() as u64;
        let due = self.next_report.load(Ordering::Relaxed);
        let next = now + REPORT_EVERY.as_micros() as u64;
        now >= due
            && self
                .next_report
                .compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    /// Returns the larger share of the time and node limits that is used, if there is a limit.
    fn share_of_limits(&self, nodes: u64, elapsed: Duration) -> Option<f64> {
        let Limits {
            time, nodes: most, ..
        } = self.limits;
        let of_time = time.map(|time| elapsed.as_secs_f64() / time.as_secs_f64());
        let of_nodes = most.map(|most| nodes as f64 / most as f64);
        let shares = of_time.into_iter().chain(of_nodes);
        shares.reduce(f64::max).map(|share| share.min(1.0))
    }

    /// Calls the observer unless another thread does. A panic of the observer is kept for later, because it must not
    /// end this thread while others wait for it.
    fn report(&self, due: ReportDue<'_>, PhaseReport { phase, done }: PhaseReport) {
        let Ok(mut panicked) = self.panic.try_lock() else {
            return;
        };
        let ReportDue {
            observer,
            nodes,
            elapsed,
        } = due;
        let progress = Progress {
            phase,
            done: done.or_else(|| self.share_of_limits(nodes, elapsed)),
            nodes,
            elapsed,
        };
        match catch_unwind(AssertUnwindSafe(|| observer(&progress))) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => self.stop(LimitReached::Cancelled),
            Err(panic) => {
                panicked.get_or_insert(panic);
                self.stop(LimitReached::Cancelled);
            }
        }
    }

    /// Resumes an observer panic, if any. Call after all threads have joined.
    pub(crate) fn resume_panic(&self) {
        let panic = self
            .panic
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }

    /// Runs a part of the call within limits of its own. The nodes of the part count for the whole call, and its
    /// progress goes to this control's observer.
    pub(crate) fn within<T>(&self, limits: Limits, work: impl FnOnce(&Control<'_>) -> T) -> T {
        self.within_named(limits, |phase| phase, work)
    }

    /// Runs a part like [`within`](Control::within) and renames its phases.
    pub(crate) fn within_named<T>(
        &self,
        limits: Limits,
        name: impl Fn(Phase) -> Phase + Sync,
        work: impl FnOnce(&Control<'_>) -> T,
    ) -> T {
        let observer = |progress: &Progress| {
            self.observe_part(&Progress {
                phase: name(progress.phase.clone()),
                ..progress.clone()
            })
        };
        let nodes = limits.nodes.into_iter().chain(self.nodes_left()).min();
        let part = self.child(Limits { nodes, ..limits }).watched_by(&observer);
        let result = work(&part);
        let _ = self.checked(part.nodes());
        result
    }

    /// Runs a part of the call whose nodes do not count for the whole call.
    pub(crate) fn uncounted<T>(&self, limits: Limits, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let observer = |progress: &Progress| self.observe_part(progress);
        work(&self.child(limits).watched_by(&observer))
    }

    /// Forwards the progress of a part with its own control to this control's observer.
    #[doc(hidden)]
    pub fn observe_part(&self, progress: &Progress) -> ControlFlow<()> {
        if let Some(due) = self.checked(0) {
            let nodes = due.nodes + progress.nodes;
            self.report(ReportDue { nodes, ..due }, progress.phase.clone().into());
        }
        if self.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Returns the result, or resumes an observer's panic. Call after all threads have joined.
    #[doc(hidden)]
    pub fn ended<T>(&self, result: T) -> T {
        self.resume_panic();
        result
    }

    /// Stops the call. The first reason is kept.
    pub(crate) fn stop(&self, limit: LimitReached) {
        let reason = match limit {
            LimitReached::Time => OUT_OF_TIME,
            LimitReached::Nodes => OUT_OF_NODES,
            LimitReached::Memory => OUT_OF_MEMORY,
            LimitReached::Cancelled => CANCELLED,
        };
        let _ =
            self.stopped
                .compare_exchange(RUNNING, reason, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) != RUNNING
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("limits", &self.limits)
            .field("limit_reached", &self.limit_reached())
            .finish_non_exhaustive()
    }
}

impl LimitReached {
    pub(crate) const ALL: [LimitReached; 4] = [
        LimitReached::Time,
        LimitReached::Nodes,
        LimitReached::Memory,
        LimitReached::Cancelled,
    ];
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LimitReached::Time => "the time limit",
            LimitReached::Nodes => "the node limit",
            LimitReached::Memory => "the memory limit",
            LimitReached::Cancelled => "cancellation",
        })
    }
}

impl std::error::Error for LimitReached {}

/// Upper bound on the number of threads.
const MAX_THREADS: usize = 1 << 10;

/// Fallback in bytes if the free memory is unknown.
const UNKNOWN_MEMORY: u64 = 1 << 31;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    fn phase() -> Phase {
        Phase::Counting
    }

    fn ticks_until_stopped(control: &Control<'_>) -> LimitReached {
        loop {
            if let Err(limit) = control.tick(1000, phase) {
                return limit;
            }
        }
    }

    #[test]
    fn a_slow_observer_gets_one_report_at_a_time() {
        let (inside, calls) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let observer = |_: &Progress| {
            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
            std::thread::sleep(2 * REPORT_EVERY);
            inside.fetch_sub(1, Ordering::SeqCst);
            if calls.fetch_add(1, Ordering::SeqCst) < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let control = Control::default().watched_by(&observer);
        crate::control::threads::run_on(3, || ticks_until_stopped(&control));
        control.resume_panic();
    }

    #[test]
    fn nodes_of_a_part_count_for_the_call() {
        let control = Control::new(Limits {
            nodes: Some(10_000),
            ..Limits::default()
        });
        let tick = |part: &Control<'_>| part.tick(6_000, phase);
        assert_eq!(control.within(Limits::default(), tick), Ok(()));
        assert_eq!(control.nodes_left(), Some(4_000));
        assert_eq!(
            control.within(Limits::default(), tick),
            Err(LimitReached::Nodes)
        );
        assert_eq!(control.limit_reached(), Some(LimitReached::Nodes));
    }

    #[test]
    fn the_observer_sees_the_nodes_of_a_part() {
        let reports = Mutex::new(Vec::new());
        let observer = |progress: &Progress| {
            reports
                .lock()
                .unwrap()
                .push((progress.phase.clone(), progress.nodes));
            ControlFlow::Continue(())
        };
        let control = Control::default().watched_by(&observer);
        control.count(100);
        let name = |phase: Phase| Phase::Checking(phase.to_string());
        let _ = control.within_named(Limits::default(), name, |part| part.tick(20, phase));
        assert_eq!(
            *reports.lock().unwrap(),
            [(Phase::Checking(phase().to_string()), 120)]
        );
        assert_eq!(control.nodes.load(Ordering::Relaxed), 120);
    }

    #[test]
    fn the_used_share_of_the_limits_is_done_where_the_length_is_unknown() {
        let reports = Mutex::new(Vec::new());
        let observer = |progress: &Progress| {
            reports.lock().unwrap().push(progress.done);
            ControlFlow::Continue(())
        };
        let hour = Some(Duration::from_secs(3_600));
        for (nodes, time) in [(None, None), (Some(80), None), (Some(80), hour)] {
            let limits = Limits {
                nodes,
                time,
                ..Limits::default()
            };
            let control = Control::new(limits).watched_by(&observer);
            control.count(10);
            // The part's own share is not that of the call.
            let half_done = |part: &Control<'_>| part.tick(10, || Phase::Counting.done(0.5));
            assert_eq!(control.within(Limits::default(), half_done), Ok(()));
        }
        let known = Control::new(Limits {
            nodes: Some(80),
            ..Limits::default()
        });
        let known = known.watched_by(&observer);
        assert_eq!(known.tick(20, || Phase::Counting.done(0.5)), Ok(()));
        assert_eq!(
            *reports.lock().unwrap(),
            [None, Some(0.25), Some(0.25), Some(0.5)]
        );
    }

    #[test]
    fn each_limit_stops_the_call_and_is_named() {
        let limited = |limits: Limits| ticks_until_stopped(&Control::new(limits));
        let time = Some(Duration::from_millis(5));
        assert_eq!(
            limited(Limits {
                time,
                ..Limits::default()
            }),
            LimitReached::Time
        );
        assert_eq!(
            limited(Limits {
                nodes: Some(50_000),
                ..Limits::default()
            }),
            LimitReached::Nodes
        );
        let cancellation = Cancellation::default();
        cancellation.cancel();
        assert_eq!(
            ticks_until_stopped(&Control::default().cancelled_by(&cancellation)),
            LimitReached::Cancelled
        );
        let observer = |_: &Progress| ControlFlow::Break(());
        assert_eq!(
            ticks_until_stopped(&Control::default().watched_by(&observer)),
            LimitReached::Cancelled
        );
    }

    #[test]
    fn stopping_a_parent_stops_its_children_but_not_vice_versa() {
        let cancellation = Cancellation::default();
        let parent = Control::default().cancelled_by(&cancellation);
        let child = parent.child(Limits {
            nodes: Some(10),
            ..Limits::default()
        });
        assert_eq!(ticks_until_stopped(&child), LimitReached::Nodes);
        assert!(parent.tick(1, phase).is_ok());
        let child = parent.child(Limits::default());
        let grandchild = child.child(Limits::default());
        assert!(grandchild.tick(1, phase).is_ok());
        cancellation.cancel();
        assert_eq!(ticks_until_stopped(&grandchild), LimitReached::Cancelled);
        let parent = Control::new(Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        });
        assert_eq!(
            ticks_until_stopped(&parent.child(Limits::default())),
            LimitReached::Time
        );
    }

    #[test]
    fn a_panic_of_the_observer_stops_the_call_and_reaches_the_caller() {
        let calls = AtomicUsize::new(0);
        let observer = |_: &Progress| {
            calls.fetch_add(1, Ordering::Relaxed);
            panic!("observer");
        };
        let control = Control::default().watched_by(&observer);
        assert_eq!(ticks_until_stopped(&control), LimitReached::Cancelled);
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        assert!(catch_unwind(AssertUnwindSafe(|| control.resume_panic())).is_err());
    }
}
