use super::cluster_args::ClusterArgs;
use super::innermost;
use crate::{ClusterExhaustion, ClusterOptions};
use anyhow::bail;
use clap::Args;
use pegboard::solver::exhaustion::Exhausted;
use pegboard::{Answer, Goal, LimitReached, Limits, Problem, Solver, Verdict};
use pegboard_cli::certify::{Written, certified};
use pegboard_cli::outcome::Outcome;
use pegboard_cli::output::Format;
use pegboard_cli::solve::SolveArgs;
use pegboard_cli::{quantity, watch::Watch};
use std::path::Path;

#[derive(Args)]
#[command(mut_args(quantity::with_negative_values))]
pub(super) struct ClusterSolveCommand {
    #[command(flatten)]
    solve: SolveArgs,
    #[command(flatten)]
    pub(super) cluster: ClusterArgs,
}

impl ClusterSolveCommand {
    pub(super) fn scratch(&self) -> Option<&Path> {
        self.solve.certificate_args().scratch()
    }

    pub(super) fn limits(&self) -> Limits {
        self.solve.search_args().limits()
    }

    /// Returns an error for arguments with which every process would fail.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        self.problem().map(drop)
    }

    fn problem(&self) -> anyhow::Result<Problem> {
        if !self.solve.certificate_args().exhausts() {
            bail!(
                "several processes only exhaust a problem: give `--exhaust` and `--certificate FILE`"
            );
        }
        if self.solve.is_special() {
            bail!(
                "several processes only exhaust a problem; leave `--fewest-moves` and other special solutions out"
            );
        }
        let [problem] = <[Problem; 1]>::try_from(self.solve.problems()?).map_err(|_| {
            anyhow::anyhow!("several processes exhaust one problem: name the vacancy")
        })?;
        if *problem.goal() == Goal::FewestPegs {
            bail!(
                "several processes exhaust a problem that names its finish; leave `--fewest` out"
            );
        }
        Ok(problem)
    }

    /// Solves as one process of a cluster. Process 0 searches alone first and prints the result; the others wait for
    /// the exhaustion.
    pub(super) fn run(
        &self,
        format: Format,
        options: &ClusterOptions,
        watch: Watch,
    ) -> anyhow::Result<Outcome> {
        let problem = &self.problem()?;
        let (proof, search) = (self.solve.certificate_args(), self.solve.search_args());
        let exhaustion = proof.exhaustion(search);
        let control = watch.control(proof.limits(search));
        let cluster = ClusterExhaustion::connect(problem, &exhaustion, options, &control)
            .map_err(innermost)?;
        if options.process > 0 {
            return Ok(match cluster.assist(&control).map_err(innermost)? {
                Some(Exhausted::Unsolvable(_)) => Outcome::Unsolvable,
                Some(Exhausted::Undecided { .. }) => Outcome::Undecided,
                Some(Exhausted::Solvable(_)) | None => Outcome::Done,
            });
        }
        drop(control);
        let limits = proof.limits_of_search(search.limits());
        // A run that has finished levels resumes from them.
        let limits = if cluster.is_resumed() {
            Limits {
                nodes: Some(1),
                ..limits
            }
        } else {
            limits
        };
        let solver = Solver::new(problem.board(), search.solver_options());
        let answer = cluster.alone(&watch.control(limits), |control| {
            solver.solve(problem, control)
        })?;
        let (answer, written) = self.certify(answer, cluster, &watch)?;
        drop(watch); // before anything is printed
        self.solve.print(format, &answer, &written)
    }

    /// Certifies an answer of process 0 and writes the certificate.
    fn certify(
        &self,
        answer: Answer,
        cluster: ClusterExhaustion<'_>,
        watch: &Watch,
    ) -> anyhow::Result<(Answer, Written<'_>)> {
        if let Verdict::Undecided(undecided) = answer.verdict()
            && undecided.limit == LimitReached::Cancelled
        {
            cluster.stop().map_err(innermost)?;
            return Ok((answer, Written::Undecided));
        }
        let (proof, search) = (self.solve.certificate_args(), self.solve.search_args());
        let control = watch.control(proof.limits(search));
        let mut waiting = Some(cluster);
        let certified = certified(&answer, |answer| {
            let cluster = waiting.take().expect("one search is enough");
            let led = cluster.lead_from(answer, &proof.exhaustion(search), &control);
            led.map_err(innermost)
        });
        if let Some(cluster) = waiting {
            let _ = cluster.dismiss(); // the answer stands even if a process is not told
        }
        proof.write_certified(answer, certified, watch)
    }
}
