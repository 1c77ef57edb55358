use serde::Serialize;
use std::time::Duration;

/// Statistics of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Expanded positions, whose jumps were tried.
    pub nodes: u64,
    /// Dead positions: all jumps were tried, and none leads to the goal.
    pub dead_positions: u64,
    /// Positions pruned by pagoda functions.
    pub pagoda_prunes: u64,
    /// Positions pruned by the transposition table.
    pub table_hits: u64,
    /// Restarts with another order of jumps.
    pub restarts: u64,
    /// Positions expanded by the beam search.
    pub beam_nodes: u64,
    /// Linear programs solved to learn pagoda functions.
    pub linear_programs: u64,
    /// Pagoda functions in use.
    pub pagoda_functions: u64,
    /// Memory of the transposition tables, in bytes.
    pub table_bytes: u64,
    /// Elapsed time.
    #[serde(serialize_with = "as_seconds", rename = "seconds")]
    pub elapsed: Duration,
}

fn as_seconds<S: serde::Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}
