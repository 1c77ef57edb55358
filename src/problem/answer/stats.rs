use serde::Serialize;
use std::time::Duration;

/// What a search did, for comparing methods.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Positions expanded: those whose jumps were tried.
    pub nodes: u64,
    /// Positions that turned out dead: all their jumps were tried, and none led to the goal.
    pub dead_positions: u64,
    /// Positions cut off because a pagoda function refutes them.
    pub pagoda_prunes: u64,
    /// Positions cut off because the transposition table holds them.
    pub table_hits: u64,
    /// Searches restarted with another order of jumps.
    pub restarts: u64,
    /// Positions expanded by the beam search.
    pub beam_nodes: u64,
    /// Linear programs solved in search of pagoda functions.
    pub linear_programs: u64,
    /// Pagoda functions in use.
    pub pagoda_functions: u64,
    /// Memory of the transposition tables, in bytes.
    pub table_bytes: u64,
    /// The time it took.
    #[serde(serialize_with = "as_seconds", rename = "seconds")]
    pub elapsed: Duration,
}

fn as_seconds<S: serde::Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}
