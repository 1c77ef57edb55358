use super::limit_args::LimitArgs;
use clap::{Args, ValueEnum};
use pegboard::Limits;
use pegboard::sweep::{SweepMethod, SweepOptions};
use std::path::PathBuf;

// How to find all positions, and where to keep them.
#[derive(Args)]
#[command(next_help_heading = "Sweep")]
pub struct SweepArgs {
    /// Keep levels in this folder as they are finished, and resume from those that are there
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// How to keep positions: in a bitmap, in sorted lists, or whichever suits
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    method: Method,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    Auto,
    Bitmap,
    Lists,
}

impl SweepArgs {
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }

    pub fn scratch(&self) -> Option<&std::path::Path> {
        self.scratch.as_deref()
    }

    /// Whether lists will do.
    pub fn allows_lists(&self) -> bool {
        !matches!(self.method, Method::Bitmap)
    }

    pub fn options(&self) -> SweepOptions {
        SweepOptions::default()
            .with_scratch(self.scratch.clone())
            .with_method(match self.method {
                Method::Auto => SweepMethod::Auto,
                Method::Bitmap => SweepMethod::Bitmap,
                Method::Lists => SweepMethod::Lists,
            })
    }
}
