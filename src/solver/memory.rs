//! Shares of the memory limit: of the directed searches, of levels, and of the bitmap of all positions once the tables of
//! the searches are gone.

use crate::control::Control;

/// Most memory in bytes, where the control sets no limit.
const DEFAULT: u64 = 1 << 30;

/// Memory of a beam in bytes that is always allowed, where the control sets no limit. Looking up the free memory takes
/// longer than a search with such a beam.
const ALWAYS: u64 = 1 << 20;

/// Share of one directed search in the memory of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchMemory {
    searches: u64,
}

impl SearchMemory {
    /// Splits the memory among this many searches.
    pub(super) fn new(searches: usize) -> SearchMemory {
        SearchMemory {
            searches: searches.max(1) as u64,
        }
    }

    /// Returns the bytes for a transposition table.
    pub(super) fn of_table(self, control: &Control<'_>) -> u64 {
        let search = self.of_search(control);
        search - search / 4
    }

    /// Returns the bytes for a beam, at most `wanted`.
    pub(super) fn of_beam(self, control: &Control<'_>, wanted: u64) -> u64 {
        if control.limits().memory.is_none() && wanted <= ALWAYS {
            wanted
        } else {
            wanted.min(self.of_search(control) / 4)
        }
    }

    /// Returns the bytes of one search. An eighth of the whole is left for uncounted allocations.
    fn of_search(self, control: &Control<'_>) -> u64 {
        let all = allowed(control);
        (all - all / 8) / self.searches
    }
}

/// Returns the bytes for a bitmap of all positions.
pub(super) fn of_bitmap(control: &Control<'_>) -> u64 {
    allowed(control) / 2
}

/// Returns the bytes for levels, beside the tables of the searches.
pub(super) fn of_levels(control: &Control<'_>) -> u64 {
    allowed(control) / 4
}

/// Returns the number of positions of levels, in memory and on disk: one for each byte of the memory limit.
pub(super) fn positions_of_levels(control: &Control<'_>) -> u64 {
    allowed(control)
}

fn allowed(control: &Control<'_>) -> u64 {
    control.memory_up_to(DEFAULT)
}
