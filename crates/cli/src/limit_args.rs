use super::out_of_memory;
use super::quantity;
use clap::Args;
use pegboard::{Control, Limits};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

/// Minimum memory limit per thread. A thread takes up to half a MiB beside its positions.
const MEMORY_OF_THREAD: u64 = 4 << 20;

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
    /// Returns the limits, with no limit on the number of positions. If memory is short, fewer threads start.
    pub fn limits(&self) -> Limits {
        if self.memory.is_some() {
            // It costs time, so only where the limit asks for it.
            out_of_memory::return_freed_memory();
        }
        Limits {
            time: self.time,
            nodes: None,
            memory: self.memory,
            threads: self.threads_that_fit(),
        }
    }

    /// Returns the requested number of threads, or fewer if memory is short.
    fn threads_that_fit(&self) -> Option<NonZeroUsize> {
        /// Number of threads for which the free memory is not queried, because the query takes time.
        const FEW: usize = 8;
        let threads = self.threads.or_else(|| available_parallelism().ok())?;
        let memory = match self.memory {
            Some(memory) => memory,
            None if threads.get() <= FEW => return self.threads,
            None => Control::default().memory(),
        };
        let fitting = usize::try_from(memory / MEMORY_OF_THREAD).unwrap_or(usize::MAX);
        match NonZeroUsize::new(fitting.max(1)) {
            Some(fitting) if fitting < threads => Some(fitting),
            _ => self.threads,
        }
    }
}
