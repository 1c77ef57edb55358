use super::{Limits, Progress};
use crate::control::LimitReached;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Is told how far a search has come; answers whether it should go on.
pub type Observer<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

/// The time between two calls of the observer.
const REPORT_EVERY: Duration = Duration::from_millis(20);

/// What the threads of one search share: the clock, the limits, and the wish to stop.
pub(super) struct Control<'a> {
    began: Instant,
    limits: &'a Limits,
    observer: &'a Observer<'a>,
    nodes: AtomicU64,
    next_report: AtomicU64,
    stopped: AtomicU8,
}

const RUNNING: u8 = 0;
const OUT_OF_TIME: u8 = 1;
const OUT_OF_NODES: u8 = 2;
const CANCELLED: u8 = 3;

impl<'a> Control<'a> {
    pub(super) fn new(limits: &'a Limits, observer: &'a Observer<'a>) -> Control<'a> {
        Control {
            began: Instant::now(),
            limits,
            observer,
            nodes: AtomicU64::new(0),
            next_report: AtomicU64::new(REPORT_EVERY.as_micros() as u64),
            stopped: AtomicU8::new(RUNNING),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Counts expanded positions, checks the clock and reports; answers whether to go on. Call it every
    /// thousand positions or so.
    pub(super) fn tick(&self, nodes: u64, phase: impl FnOnce() -> String) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let elapsed = self.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            self.stop(OUT_OF_TIME);
        }
        if self.is_time_to_report(elapsed) {
            let progress = Progress { phase: phase(), elapsed, nodes: total };
            if (self.observer)(&progress).is_break() {
                self.stop(CANCELLED);
            }
        }
        !self.is_stopped()
    }

    /// Counts expanded positions that are too few for a [`tick`](Control::tick).
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Only one thread gets `true` for each due report.
    fn is_time_to_report(&self, elapsed: Duration) -> bool {
        let now = elapsed.as_micros() as u64;
        let due = self.next_report.load(Ordering::Relaxed);
        let next = now + REPORT_EVERY.as_micros() as u64;
        now >= due
            && self.next_report.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// The positions that may still be expanded; `None` is no limit.
    pub(super) fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes.load(Ordering::Relaxed)))
    }

    pub(super) fn stop_for_nodes(&self) {
        self.stop(OUT_OF_NODES);
    }

    /// The first reason to stop stands.
    fn stop(&self, reason: u8) {
        let _ = self.stopped.compare_exchange(RUNNING, reason, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) != RUNNING
    }

    pub(super) fn limit_reached(&self) -> Option<LimitReached> {
        match self.stopped.load(Ordering::Relaxed) {
            OUT_OF_TIME => Some(LimitReached::Time),
            OUT_OF_NODES => Some(LimitReached::Nodes),
            CANCELLED => Some(LimitReached::Cancelled),
            _ => None,
        }
    }
}
