//! Shares of the memory limit: of the directed searches, of levels, and of the bitmap of all positions once the tables of
//! the searches are gone.

use crate::control::Control;

/// Most memory in bytes, where the control sets no limit.
const DEFAULT: u64 = 1 << 30;

/// Memory of one directed search, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchMemory {
    pub(super) table: u64,
    pub(super) beam: u64,
}

impl SearchMemory {
    /// Splits the memory among this many searches. An eighth of the whole is left for uncounted allocations.
    pub(super) fn new(control: &Control<'_>, searches: usize) -> SearchMemory {
        let all = allowed(control);
        let search = (all - all / 8) / searches.max(1) as u64;
        SearchMemory {
            table: search - search / 4,
            beam: search / 4,
        }
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

fn allowed(control: &Control<'_>) -> u64 {
    control.memory_up_to(DEFAULT)
}
