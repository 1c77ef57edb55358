use super::out_of_memory;
use super::quantity;
use clap::Args;
use pegboard::Limits;
use std::num::NonZeroUsize;
use std::time::Duration;

// Resource limits. Commands with more limits use the same heading; those with another default override the help with
// `#[command(mut_arg("time", …))]`.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time limit: 20s, 500ms, 1h30m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub time: Option<Duration>,
    /// Maximum memory for positions: 512M, 2G [default: half of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = quantity::memory)]
    pub memory: Option<u64>,
    /// Maximum number of threads [default: one per processor]
    #[arg(long, value_name = "NUMBER", value_parser = quantity::threads)]
    pub threads: Option<NonZeroUsize>,
}

impl LimitArgs {
    /// Returns the limits, with no limit on the number of positions.
    pub fn limits(&self) -> Limits {
        if self.memory.is_some() {
            // It costs time, so only where the limit asks for it.
            out_of_memory::return_freed_memory();
        }
        Limits {
            time: self.time,
            nodes: None,
            memory: self.memory,
            threads: self.threads,
        }
    }
}
