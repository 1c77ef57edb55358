//! Writing the certificate of an answer.

use super::answer_text::limit_name;
use super::output;
use super::search_args::SearchArgs;
use super::watch::Watch;
use clap::Args;
#[cfg(feature = "cluster")]
use pegboard::cluster::ClusterExhaustion;
use pegboard::moves::FewestMoves;
use pegboard::solver::exhaustion::ExhaustionOptions;
use pegboard::{Answer, CertificateError, Certified, LimitReached, Limits, Verdict};
use std::path::{Path, PathBuf};
use std::time::Duration;

// What becomes of the proof.
#[derive(Args)]
#[command(next_help_heading = "Proof")]
pub struct CertificateArgs {
    /// Write the answer with its proof to a file that `pegboard verify` checks, with `--fewest-moves` the proof that
    /// no solution has fewer; the positions of a large exhaustion go to files beside it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// With `--certificate`: keep the levels of an exhaustion proof in this folder, and resume from those that are there
    #[arg(long, value_name = "FOLDER", requires = "certificate")]
    scratch: Option<PathBuf>,
    /// With `--certificate`: when the search has used up its time (20s by default) or positions, begin an
    /// exhaustive search without these limits, level by level, on disk where memory ends
    #[arg(long, requires = "certificate")]
    exhaust: bool,
}

/// The time of a search, when an exhaustion is to follow it and nothing else limits it.
const SEARCH_TIME: Duration = Duration::from_secs(20);

impl CertificateArgs {
    /// Certifies an answer where that is wanted, and writes the certificate. The answer comes back: decided,
    /// if it was not and an exhaustion has decided it, or else with the best line that an exhaustion has
    /// found. Of an answer about fewest moves it is certified that there are no fewer.
    pub fn write(
        &self,
        answer: Answer,
        fewest: Option<&FewestMoves>,
        search: &SearchArgs,
        watch: &Watch,
    ) -> anyhow::Result<(Answer, Written<'_>)> {
        let Some(path) = &self.certificate else {
            return Ok((answer, Written::Nothing));
        };
        if let Verdict::Undecided(undecided) = answer.verdict()
            && (!self.exhaust || undecided.limit == LimitReached::Cancelled)
        {
            return Ok((answer, Written::Undecided));
        }
        let (options, control) = (self.exhaustion(search), watch.control(self.limits(search)));
        let certified = match fewest {
            Some(fewest) => Certified::of_fewest_moves(fewest, &options, &control),
            None => Certified::new(&answer, &options, &control),
        };
        self.write_certified(answer, certified, path, watch)
    }

    /// The same by several processes, of which this is process 0.
    #[cfg(feature = "cluster")]
    pub fn write_by_cluster(
        &self,
        answer: Answer,
        cluster: ClusterExhaustion<'_>,
        search: &SearchArgs,
        watch: &Watch,
    ) -> anyhow::Result<(Answer, Written<'_>)> {
        let Some(path) = &self.certificate else {
            return Ok((answer, Written::Nothing));
        };
        if let Verdict::Undecided(undecided) = answer.verdict()
            && undecided.limit == LimitReached::Cancelled
        {
            cluster.stop()?;
            return Ok((answer, Written::Undecided));
        }
        let control = watch.control(self.limits(search));
        let certified = Certified::by_cluster(&answer, &self.exhaustion(search), cluster, &control);
        self.write_certified(answer, certified, path, watch)
    }

    /// How an exhaustion is to work.
    pub fn exhaustion(&self, search: &SearchArgs) -> ExhaustionOptions {
        let kinds = search.solver_options().methods.refutations();
        ExhaustionOptions {
            scratch: self.scratch.clone(),
            kinds,
            ..ExhaustionOptions::default()
        }
    }

    fn write_certified<'a>(
        &self,
        answer: Answer,
        certified: Result<Certified, CertificateError>,
        path: &'a Path,
        watch: &Watch,
    ) -> anyhow::Result<(Answer, Written<'a>)> {
        match certified {
            // What has been proved is written, however long that takes.
            Ok(Certified {
                answer,
                certificate,
                ..
            }) => match certificate.write(path, &watch.control(Limits::default())) {
                Ok(()) => Ok((answer, Written::File(path))),
                Err(CertificateError::WritingStopped { limit, .. }) => {
                    output::print_note(&format!(
                        "no certificate: writing it was stopped by {}",
                        limit_name(limit)
                    ));
                    Ok((answer, Written::Undecided))
                }
                Err(error) => Err(error.into()),
            },
            Err(error @ CertificateError::OpenMoves { .. }) => {
                output::print_note(&format!("no certificate: {error}"));
                Ok((answer, Written::Undecided))
            }
            Err(CertificateError::Stopped {
                limit,
                positions,
                best,
            }) => {
                let limit_name = limit_name(limit);
                output::print_note(&format!(
                    "no certificate: the exhaustive search was stopped by {limit_name} after {positions} positions{}",
                    if self.scratch.is_some() {
                        "; run the same command again to resume it"
                    } else {
                        ""
                    }
                ));
                let answer = best
                    .into_iter()
                    .fold(answer, |answer, best| answer.with_best(*best, limit));
                Ok((answer, Written::Undecided))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The limits of the search that comes before an exhaustion: it must have an end.
    pub fn limits_of_search(&self, limits: Limits) -> Limits {
        let ends = !self.exhaust || limits.time.is_some() || limits.nodes.is_some();
        if ends {
            limits
        } else {
            Limits {
                time: Some(SEARCH_TIME),
                ..limits
            }
        }
    }

    #[cfg(feature = "cluster")]
    pub fn scratch(&self) -> Option<&Path> {
        self.scratch.as_deref()
    }

    /// Whether an exhaustive search is wanted where need be.
    #[cfg(feature = "cluster")]
    pub fn exhausts(&self) -> bool {
        self.exhaust
    }

    /// The limits of an exhaustion, or of whatever else makes a record.
    pub fn limits(&self, search: &SearchArgs) -> Limits {
        let limits = search.limits();
        if self.exhaust {
            Limits {
                time: None,
                nodes: None,
                ..limits
            }
        } else {
            limits
        }
    }
}

/// What was written.
pub enum Written<'a> {
    /// No certificate was wanted.
    Nothing,
    /// A limit was reached before there was a proof.
    Undecided,
    File(&'a Path),
}
