use super::quantity;
use clap::{Args, ValueEnum};
use pegboard::SymmetryUse;
use pegboard::sweep::{SweepMethod, SweepOptions};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// How to find all positions, and where to keep them.
#[derive(Args)]
#[command(next_help_heading = "Sweep")]
pub struct SweepArgs {
    /// Memory for positions: 512M, 2G [default: half of what the machine has free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::memory)]
    memory: Option<u64>,
    /// Threads that may work [default: as many as the machine has]
    #[arg(long, value_name = "NUMBER")]
    threads: Option<NonZeroUsize>,
    /// Keep levels in this folder as they are finished, and go on from those that are there
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// How to keep positions: in a bitmap, in sorted lists, or whichever suits
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    method: Method,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    Auto,
    Bitmap,
    Lists,
}

impl SweepArgs {
    pub fn options(&self, symmetry: SymmetryUse) -> SweepOptions {
        SweepOptions {
            memory: self.memory,
            threads: self.threads,
            scratch: self.scratch.clone(),
            symmetry,
            method: match self.method {
                Method::Auto => SweepMethod::Auto,
                Method::Bitmap => SweepMethod::Bitmap,
                Method::Lists => SweepMethod::Lists,
            },
        }
    }
}
