use super::limit_args::LimitArgs;
use anyhow::bail;
use clap::{Args, ValueEnum};
use pegboard::Limits;
use pegboard::sweep::{SweepMethod, SweepOptions};
use std::path::PathBuf;

// Options of a sweep.
#[derive(Args)]
#[command(next_help_heading = "Sweep")]
pub struct SweepArgs {
    /// Save finished levels in this folder, and resume from the levels already there
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// Storage of positions: a bitmap, sorted lists, or whichever suits
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    method: MethodArg,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodArg {
    Auto,
    Bitmap,
    Lists,
}

impl SweepArgs {
    pub fn threads_are_given(&self) -> bool {
        self.limits.threads.is_some()
    }

    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }

    pub fn scratch(&self) -> Option<&std::path::Path> {
        self.scratch.as_deref()
    }

    /// Returns `true` if the method may be sorted lists.
    pub fn allows_lists(&self) -> bool {
        !matches!(self.method, MethodArg::Bitmap)
    }

    /// Returns the options of the sweep.
    ///
    /// # Errors
    ///
    /// Refuses a scratch folder with a bitmap, which has no levels to save.
    pub fn options(&self) -> anyhow::Result<SweepOptions> {
        if self.scratch.is_some() && matches!(self.method, MethodArg::Bitmap) {
            bail!(
                "`--scratch` saves the levels of lists, and `--method bitmap` makes none; leave one of them out"
            );
        }
        Ok(SweepOptions::default()
            .with_scratch(self.scratch.clone())
            .with_method(match self.method {
                MethodArg::Auto => SweepMethod::Auto,
                MethodArg::Bitmap => SweepMethod::Bitmap,
                MethodArg::Lists => SweepMethod::Lists,
            }))
    }
}
