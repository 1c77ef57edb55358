use crate::board::SymmetryUse;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How a sweep is to work. Its result does not depend on it, but for the symmetry.
#[derive(Clone, Debug, Default)]
pub struct SweepOptions {
    /// The bytes that positions may take; without it, half of what the machine has free.
    pub memory: Option<u64>,
    /// How many threads may work; without it, as many as the machine has.
    pub threads: Option<NonZeroUsize>,
    /// Whether symmetric positions count as one.
    pub symmetry: SymmetryUse,
    /// A folder for levels that do not fit memory. Finished levels stay there, and a sweep that was stopped goes on from them.
    pub scratch: Option<PathBuf>,
    /// How positions are kept.
    pub method: SweepMethod,
}

/// How a sweep keeps positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SweepMethod {
    /// By lists where there is a scratch folder or a bitmap does not fit memory, and by bitmap otherwise.
    #[default]
    Auto,
    /// A bit for each position of the start's class, two bitmaps for a problem that is not a complement problem. By far the fastest.
    Bitmap,
    /// Sorted lists of canonical codes, level by level.
    Lists,
}

/// How far a sweep has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SweepProgress {
    /// What is being done: `bitmap`, or `12 pegs`.
    pub phase: String,
    /// The share of this phase that is done, `0.0..=1.0`.
    pub done: f64,
    /// Whether this phase is about all the work there is.
    pub is_whole: bool,
    /// The time since the sweep began.
    pub elapsed: Duration,
    /// The time since this phase began.
    pub phase_elapsed: Duration,
}

impl SweepProgress {
    /// The time that this phase still takes, if it goes on as fast as so far; `None` before there is anything to go by.
    pub fn time_left(&self) -> Option<Duration> {
        let factor = ((1.0 - self.done) / self.done).max(0.0);
        Duration::try_from_secs_f64(self.phase_elapsed.as_secs_f64() * factor).ok()
    }
}

/// Taken for the memory of a machine that does not tell.
const UNKNOWN_MEMORY: u64 = 1 << 30;

impl SweepOptions {
    /// The bytes that positions may take.
    pub fn memory_limit(&self) -> u64 {
        self.memory.unwrap_or_else(|| available_memory().map_or(UNKNOWN_MEMORY, |bytes| bytes / 2))
    }

    pub(crate) fn thread_count(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(available, NonZeroUsize::get)
    }
}

/// What Linux says could be had without swapping.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_estimated_by_the_share_that_is_done() {
        let left = |done| {
            let second = Duration::from_secs(1);
            let progress = SweepProgress {
                phase: String::new(),
                done,
                is_whole: true,
                elapsed: second,
                phase_elapsed: second,
            };
            progress.time_left().map(|left| left.as_secs())
        };
        assert_eq!([0.0, 0.25, 1.0, 2.0].map(left), [None, Some(3), Some(0), Some(0)]);
    }
}
