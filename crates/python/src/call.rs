//! Long calls: limits, progress, Ctrl-C.
//!
//! The work runs on a thread of its own and never touches Python. The calling thread waits without the global lock. Every
//! few milliseconds it takes the lock, calls the callback with the newest progress and checks for signals, so callbacks run
//! in the caller's thread and their exceptions reach the caller. After an exception the work is cancelled. A part of the
//! work that does not stop soon ends in the background, so the exception is never late.

use crate::errors::{error, record};
use pegboard::{Cancellation, Control, LimitReached, Limits, Progress};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Interval between checks for signals.
const POLL: Duration = Duration::from_millis(10);

/// Time that cancelled work has to end before the exception goes on without it.
const GRACE: Duration = Duration::from_millis(25);

/// Stack of the thread that works, as large as that of a main thread.
const STACK_BYTES: usize = 8 << 20;

/// Limits and progress callback of a call.
pub struct Call {
    pub limits: Limits,
    progress: Option<Py<PyAny>>,
}

struct State<T> {
    report: Option<Progress>,
    result: Option<thread::Result<T>>,
}

/// News for the thread that waits.
enum News<T> {
    Result(thread::Result<T>),
    Report(Progress),
    None,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, time: Duration, for_reports: bool) -> News<T> {
        let until = Instant::now() + time;
        let mut state = self.lock();
        loop {
            if let Some(result) = state.result.take() {
                return News::Result(result);
            }
            if let Some(report) = state.report.take().filter(|_| for_reports) {
                return News::Report(report);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return News::None;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Call {
    pub fn new(
        py: Python<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        threads: Option<usize>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Call> {
        let time = time
            .filter(|seconds| *seconds != f64::INFINITY)
            .map(|seconds| {
                Duration::try_from_secs_f64(seconds).map_err(|_| {
                    error(
                        py,
                        format!("time={seconds}: the time is a number of seconds, 0 or more"),
                    )
                })
            });
        let progress = progress.map(|progress| -> PyResult<Py<PyAny>> {
            let adapt = py.import("pegboard._progress")?.getattr("callback")?;
            Ok(adapt.call1((progress,))?.unbind())
        });
        let limits = Limits {
            time: time.transpose()?,
            nodes,
            memory,
            threads: thread_count(py, threads)?,
        };
        Ok(Call {
            limits,
            progress: progress.transpose()?,
        })
    }

    /// Returns a call without limits.
    pub fn unlimited() -> Call {
        Call {
            limits: Limits::default(),
            progress: None,
        }
    }

    /// Returns `true` if time, positions or memory are limited.
    pub fn is_limited(&self) -> bool {
        let Limits {
            time,
            nodes,
            memory,
            ..
        } = self.limits;
        time.is_some() || nodes.is_some() || memory.is_some()
    }

    /// Runs the work on a thread of its own.
    pub fn run<T: Send + 'static>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Control<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let Call { limits, progress } = self;
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                report: None,
                result: None,
            }),
            changed: Condvar::new(),
        });
        let cancellation = Cancellation::default();
        let is_watched = progress.is_some();
        let (for_worker, flag) = (Arc::clone(&shared), cancellation.clone());
        let worker = move || {
            let observer = |progress: &Progress| {
                for_worker.lock().report = Some(progress.clone());
                for_worker.changed.notify_one();
                ControlFlow::Continue(())
            };
            let control = Control::new(limits).cancelled_by(&flag);
            let control = if is_watched {
                control.watched_by(&observer)
            } else {
                control
            };
            let result = catch_unwind(AssertUnwindSafe(|| work(&control)));
            for_worker.lock().result = Some(result);
            for_worker.changed.notify_one();
        };
        let builder = Builder::new()
            .name("pegboard".to_owned())
            .stack_size(STACK_BYTES);
        builder.spawn(worker)?;
        loop {
            let checked = match py.detach(|| shared.wait(POLL, true)) {
                News::Result(result) => {
                    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                    if let Some(progress) = progress {
                        let end = py.import("pegboard._progress")?.getattr("end")?;
                        end.call1((progress,))?;
                    }
                    return Ok(result);
                }
                News::Report(report) => reported(py, progress.as_ref(), &report),
                News::None => Ok(()),
            };
            if let Err(exception) = checked.and_then(|()| py.check_signals()) {
                cancellation.cancel();
                py.detach(|| drop(shared.wait(GRACE, false)));
                return Err(exception);
            }
        }
    }
}

/// Returns a number of threads, which is not 0.
pub fn thread_count(py: Python<'_>, threads: Option<usize>) -> PyResult<Option<NonZeroUsize>> {
    let threads = threads.map(|threads| {
        NonZeroUsize::new(threads)
            .ok_or_else(|| error(py, "threads=0: at least one thread is needed"))
    });
    threads.transpose()
}

fn reported(py: Python<'_>, callback: Option<&Py<PyAny>>, progress: &Progress) -> PyResult<()> {
    let Some(callback) = callback else {
        return Ok(());
    };
    let phase = record(py, "phase")?.call1((progress.phase.kind(), progress.phase.to_string()))?;
    let report = record(py, "Progress")?.call1((
        phase,
        progress.done,
        progress.nodes,
        progress.elapsed.as_secs_f64(),
    ))?;
    callback.call1(py, (report,))?;
    Ok(())
}

/// Returns the name of a limit.
pub fn limit_name(limit: LimitReached) -> &'static str {
    match limit {
        LimitReached::Time => "time",
        LimitReached::Nodes => "nodes",
        LimitReached::Memory => "memory",
        LimitReached::Cancelled => "cancelled",
    }
}

/// Returns the answer of a call that a limit stopped.
pub fn undecided(py: Python<'_>, limit: LimitReached) -> PyResult<Bound<'_, PyAny>> {
    record(py, "Undecided")?.call1((limit_name(limit),))
}
