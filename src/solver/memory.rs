//! How a search shares out the memory it may take: among its lanes while they search, and to the bitmap of
//! all positions once their tables are gone.

use crate::control::Control;

/// Where the control does not say.
const DEFAULT: u64 = 1 << 30;

/// The bytes that one lane may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneMemory {
    pub(super) table: u64,
    pub(super) beam: u64,
}

impl LaneMemory {
    /// The share of each of these lanes. An eighth of the whole is left for what is not counted.
    pub(super) fn new(control: &Control<'_>, lanes: usize) -> LaneMemory {
        let all = allowed(control);
        let lane = (all - all / 8) / lanes.max(1) as u64;
        LaneMemory {
            table: lane - lane / 4,
            beam: lane / 4,
        }
    }
}

/// The bytes that a bitmap of all positions may take.
pub(super) fn of_bitmap(control: &Control<'_>) -> u64 {
    allowed(control) / 2
}

/// The bytes that levels may take, beside the tables of a search.
pub(super) fn of_levels(control: &Control<'_>) -> u64 {
    allowed(control) / 4
}

fn allowed(control: &Control<'_>) -> u64 {
    control.limits().memory.unwrap_or(DEFAULT)
}
