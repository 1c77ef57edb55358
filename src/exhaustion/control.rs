use crate::control::{LimitReached, Limits};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far an exhaustion has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExhaustionProgress {
    /// Whether the level is one of the backward side.
    pub backward: bool,
    /// The number of pegs of the positions that are being expanded; backwards, of their complements.
    pub pegs: u32,
    /// How many of the level's positions have been expanded.
    pub expanded: u64,
    /// The positions of the level.
    pub level: u64,
    /// The positions found so far, on both sides.
    pub positions: u64,
    /// How many positions there may be in the end, extrapolated from how the growth of the levels changes.
    pub estimate: Option<u64>,
    /// The time since the exhaustion began, or was resumed.
    pub elapsed: Duration,
}

/// Tells how far an exhaustion has come; answers whether it should go on.
pub(super) type Observer<'a> = dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync + 'a;

/// The clock, the limits and the wish to stop, shared by the threads.
pub(super) struct Control<'a> {
    began: Instant,
    limits: &'a Limits,
    observer: &'a Observer<'a>,
    expanded: AtomicU64,
    last_report: Mutex<Option<Duration>>,
    stopped: Mutex<Option<LimitReached>>,
}

/// The time between two calls of the observer.
const REPORT_EVERY: Duration = Duration::from_millis(50);

impl<'a> Control<'a> {
    pub(super) fn new(limits: &'a Limits, observer: &'a Observer<'a>) -> Control<'a> {
        Control {
            began: Instant::now(),
            limits,
            observer,
            expanded: AtomicU64::new(0),
            last_report: Mutex::new(None),
            stopped: Mutex::new(None),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub(super) fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(1 << 30)
    }

    /// Counts positions that were expanded; the limit that says to stop.
    pub(super) fn tick(
        &self,
        expanded: u64,
        progress: impl FnOnce(Duration) -> ExhaustionProgress,
    ) -> Option<LimitReached> {
        let total = self.expanded.fetch_add(expanded, Ordering::Relaxed) + expanded;
        let elapsed = self.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            self.stop(LimitReached::Time);
        } else if self.limits.nodes.is_some_and(|limit| total >= limit) {
            self.stop(LimitReached::Nodes);
        } else if self.is_time_to_report(elapsed) && (self.observer)(&progress(elapsed)).is_break() {
            self.stop(LimitReached::Cancelled);
        }
        *self.stopped.lock().expect("a thread that holds the lock does not panic")
    }

    /// Only one thread gets `true` for each report that is due.
    fn is_time_to_report(&self, elapsed: Duration) -> bool {
        let Ok(mut last) = self.last_report.try_lock() else { return false };
        let is_due = last.is_none_or(|last| elapsed >= last + REPORT_EVERY);
        if is_due {
            *last = Some(elapsed);
        }
        is_due
    }

    /// The first reason to stop stands.
    fn stop(&self, limit: LimitReached) {
        self.stopped.lock().expect("a thread that holds the lock does not panic").get_or_insert(limit);
    }
}
