//! Resources, progress and cancellation of a check.

use super::CheckOptions;
use super::flaw::{Checked, Flaw};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Folder of the position files, options of the caller, and progress of the check.
pub(super) struct Resources<'a> {
    pub(super) folder: &'a Path,
    pub(super) options: &'a CheckOptions<'a>,
    positions: AtomicU64,
}

impl<'a> Resources<'a> {
    pub(super) fn new(folder: &'a Path, options: &'a CheckOptions<'a>) -> Resources<'a> {
        Resources {
            folder,
            options,
            positions: AtomicU64::new(0),
        }
    }

    /// Returns the number of positions checked so far.
    pub(super) fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Adds to the number of positions and polls the caller, who may stop the check. Call this every few milliseconds.
    pub(super) fn count(&self, positions: u64) -> Checked<()> {
        let total = self.positions.fetch_add(positions, Ordering::Relaxed) + positions;
        if (self.options.go_on)(total) {
            Ok(())
        } else {
            Err(Flaw::Stopped)
        }
    }
}
