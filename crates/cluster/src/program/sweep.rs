use super::{ClusterCommand, innermost};
use crate::{ClusterOptions, ClusterSweep};
use anyhow::bail;
use pegboard_cli::outcome::Outcome;
use pegboard_cli::output::Format;
use pegboard_cli::sweep::{SweepCommand, SweepQuestion, SweepResult};
use pegboard_cli::watch::Watch;
use std::path::Path;

impl ClusterCommand for SweepCommand {
    type Task = SweepQuestion;

    fn scratch(&self) -> Option<&Path> {
        self.sweep_args().scratch()
    }

    fn threads_are_given(&self) -> bool {
        self.sweep_args().threads_are_given()
    }

    fn board_is_stream(&self) -> bool {
        SweepCommand::board_is_stream(self)
    }

    fn task(&self) -> anyhow::Result<SweepQuestion> {
        if !self.sweep_args().allows_lists() {
            bail!("several processes sweep by lists; leave `--method bitmap` out");
        }
        self.question()
    }

    fn run(
        &self,
        question: &SweepQuestion,
        format: Format,
        options: &ClusterOptions,
        watch: Watch,
    ) -> anyhow::Result<Outcome> {
        let SweepQuestion {
            start,
            problem,
            symmetry,
        } = question;
        let control = watch.control(self.sweep_args().limits());
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
        self.print(
            format,
            question,
            &SweepResult {
                levels: sweep.levels(),
                symmetries: sweep.symmetries().len(),
                method: "cluster",
                seconds: sweep.elapsed().as_secs_f64(),
                stopped: None,
            },
        )
    }
}
