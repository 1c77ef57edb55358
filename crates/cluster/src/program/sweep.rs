use super::cluster_args::ClusterArgs;
use super::innermost;
use crate::{ClusterOptions, ClusterSweep};
use anyhow::bail;
use clap::Args;
use pegboard::Limits;
use pegboard_cli::outcome::Outcome;
use pegboard_cli::output::Format;
use pegboard_cli::sweep::{self, SweepQuestion, SweepResult};
use pegboard_cli::{quantity, watch::Watch};
use std::path::Path;

#[derive(Args)]
#[command(mut_args(quantity::with_negative_values))]
pub(super) struct ClusterSweepCommand {
    #[command(flatten)]
    sweep: sweep::SweepCommand,
    #[command(flatten)]
    pub(super) cluster: ClusterArgs,
}

impl ClusterSweepCommand {
    pub(super) fn scratch(&self) -> Option<&Path> {
        self.sweep.sweep_args().scratch()
    }

    pub(super) fn limits(&self) -> Limits {
        self.sweep.sweep_args().limits()
    }

    /// Returns an error for arguments with which every process would fail.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        self.question().map(drop)
    }

    fn question(&self) -> anyhow::Result<SweepQuestion> {
        if !self.sweep.sweep_args().allows_lists() {
            bail!("several processes sweep by lists; leave `--method bitmap` out");
        }
        self.sweep.question()
    }

    /// Sweeps as one process of a cluster. Process 0 prints the result.
    pub(super) fn run(
        &self,
        format: Format,
        options: &ClusterOptions,
        watch: Watch,
    ) -> anyhow::Result<Outcome> {
        let question @ SweepQuestion {
            start,
            problem,
            symmetry,
        } = &self.question()?;
        let control = watch.control(self.limits());
        let sweep = match problem {
            Some(problem) => ClusterSweep::of_problem(problem, *symmetry, options, &control),
            None => ClusterSweep::from_start(start, *symmetry, options, &control),
        }
        .map_err(innermost)?;
        drop(control);
        drop(watch); // before anything is printed
        if options.process > 0 {
            return Ok(Outcome::Done);
        }
        self.sweep.print(
            format,
            question,
            &SweepResult {
                levels: sweep.levels(),
                symmetries: sweep.symmetries().len(),
                method: "cluster",
                seconds: sweep.elapsed().as_secs_f64(),
            },
        )
    }
}
