use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// Statistics of a search.
///
/// Serde form: an object with the fields; the time is `seconds`, a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stats {
    /// Number of positions that all searches except the beam search expanded.
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
    #[serde(
        serialize_with = "as_seconds",
        deserialize_with = "of_seconds",
        rename = "seconds"
    )]
    pub elapsed: Duration,
}

impl Stats {
    /// Returns the number of positions that all searches expanded, beam searches included.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.beam_nodes
    }

    /// Adds the numbers of another search. Of the pagoda functions and the memory, it keeps the larger number.
    pub(crate) fn add(&mut self, other: &Stats) {
        let Stats {
            nodes,
            dead_positions,
            pagoda_prunes,
            table_hits,
            restarts,
            beam_nodes,
            linear_programs,
            pagoda_functions,
            table_bytes,
            elapsed,
        } = other;
        self.nodes += nodes;
        self.dead_positions += dead_positions;
        self.pagoda_prunes += pagoda_prunes;
        self.table_hits += table_hits;
        self.restarts += restarts;
        self.beam_nodes += beam_nodes;
        self.linear_programs += linear_programs;
        self.pagoda_functions = self.pagoda_functions.max(*pagoda_functions);
        self.table_bytes = self.table_bytes.max(*table_bytes);
        self.elapsed += *elapsed;
    }
}

fn as_seconds<S: Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}

fn of_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
}
