use super::{ClusterCommand, innermost};
use crate::{ClusterExhaustion, ClusterOptions};
use anyhow::bail;
use pegboard::solver::exhaustion::Exhausted;
use pegboard::{Answer, Goal, LimitReached, Limits, Problem, Solver, Verdict};
use pegboard_cli::certify::{Written, certified};
use pegboard_cli::outcome::Outcome;
use pegboard_cli::output::Format;
use pegboard_cli::solve::SolveArgs;
use pegboard_cli::watch::Watch;
use std::path::Path;

impl ClusterCommand for SolveArgs {
    type Task = Problem;

    fn scratch(&self) -> Option<&Path> {
        self.certificate_args().scratch()
    }

    fn threads_are_given(&self) -> bool {
        self.search_args().threads_are_given()
    }

    fn board_is_stream(&self) -> bool {
        SolveArgs::board_is_stream(self)
    }

    fn task(&self) -> anyhow::Result<Problem> {
        if !self.certificate_args().exhausts() {
            bail!(
                "several processes only exhaust a problem: give `--exhaust` and `--certificate FILE`"
            );
        }
        if self.is_special() {
            bail!(
                "several processes only exhaust a problem; leave `--fewest-moves` and other special solutions out"
            );
        }
        let [problem] = <[Problem; 1]>::try_from(self.problems()?).map_err(|_| {
            anyhow::anyhow!("several processes exhaust one problem: name the vacancy")
        })?;
        if *problem.goal() == Goal::FewestPegs {
            bail!(
                "several processes exhaust a problem that names its finish; leave `--fewest` out"
            );
        }
        Ok(problem)
    }

    /// Process 0 searches alone first; the others wait for the exhaustion.
    fn run(
        &self,
        problem: &Problem,
        format: Format,
        options: &ClusterOptions,
        watch: Watch,
    ) -> anyhow::Result<Outcome> {
        let (proof, search) = (self.certificate_args(), self.search_args());
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
        let (answer, written) = certify(self, answer, cluster, &watch)?;
        drop(watch); // before anything is printed
        self.print(format, &answer, &written)
    }
}

/// Certifies an answer of process 0 and writes the certificate.
fn certify<'a>(
    solve: &'a SolveArgs,
    answer: Answer,
    cluster: ClusterExhaustion<'_>,
    watch: &Watch,
) -> anyhow::Result<(Answer, Written<'a>)> {
    if let Verdict::Undecided(undecided) = answer.verdict()
        && undecided.limit == LimitReached::Cancelled
    {
        cluster.stop().map_err(innermost)?;
        return Ok((answer, Written::Undecided));
    }
    let (proof, search) = (solve.certificate_args(), solve.search_args());
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
