use serde::Serialize;
use std::time::Duration;

/// Statistics of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Number of expanded positions.
    pub nodes: u64,
    /// Number of dead positions: all their jumps were tried, and none leads to the goal.
    pub dead_positions: u64,
    /// Number of positions pruned by pagoda functions.
    pub pagoda_prunes: u64,
    /// Number of positions pruned by the transposition table.
    pub table_hits: u64,
    /// Number of restarts with another order of jumps.
    pub restarts: u64,
    /// Number of positions expanded by the beam search.
    pub beam_nodes: u64,
    /// Number of linear programs solved to learn pagoda functions.
    pub linear_programs: u64,
    /// Number of pagoda functions in use.
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
