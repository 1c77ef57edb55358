//! Certificates of answers.

use super::answer_text::limit_name;
use super::output::{self, counted};
use super::search_args::SearchArgs;
use super::watch::Watch;
use clap::Args;
use pegboard::moves::FewestMoves;
use pegboard::solver::exhaustion::{ExhaustionError, ExhaustionOptions};
use pegboard::{
    Answer, Certificate, CertificateError, Control, LimitReached, Limits, Solver, SolverOptions,
    Verdict,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

// Options of the proof.
#[derive(Args)]
#[command(next_help_heading = "Proof")]
pub struct CertificateArgs {
    /// Write the answer and its proof to a file for `pegboard verify`
    ///
    /// With `--fewest-moves`, the proof shows that no solution has fewer moves. If an exhaustion has more than a thousand
    /// positions, they go to files beside the certificate; beyond about a million, it only has their numbers.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// With `--certificate`: save the levels of an exhaustion in this folder, and resume from them
    #[arg(long, value_name = "FOLDER", requires = "certificate")]
    scratch: Option<PathBuf>,
    /// With `--certificate`: when the search reaches its limit on time or positions, search exhaustively
    ///
    /// The search is limited to 20s by default. The exhaustive search has no such limits; it goes level by level, and on
    /// disk when memory runs out.
    #[arg(long, requires = "certificate", conflicts_with = "fewest_moves")]
    exhaust: bool,
}

/// Default time limit of a search with `--exhaust`.
const SEARCH_TIME: Duration = Duration::from_secs(20);

impl CertificateArgs {
    /// Returns `true` if a certificate is requested.
    pub fn is_requested(&self) -> bool {
        self.certificate.is_some()
    }

    /// Returns solver options that record what a certificate needs.
    pub fn solver_options(&self, search: &SearchArgs) -> SolverOptions {
        search
            .solver_options()
            .with_record(self.certificate.is_some())
            .with_scratch(self.scratch.clone())
    }

    /// Writes the certificate of an answer, if requested.
    ///
    /// With `--exhaust`, an exhaustion with its own limits decides an undecided answer. An exhaustion also makes the
    /// record if the search kept none. Returns the answer, now decided or with the best line of the exhaustion.
    pub fn write(
        &self,
        answer: Answer,
        fewest: Option<FewestMoves>,
        search: &SearchArgs,
        watch: &Watch,
    ) -> anyhow::Result<(Answer, Written<'_>)> {
        if self.certificate.is_none() {
            return Ok((answer, Written::Nothing));
        }
        if let Verdict::Undecided(undecided) = answer.verdict()
            && (!self.exhaust || undecided.limit == LimitReached::Cancelled)
        {
            return Ok((answer, Written::Undecided));
        }
        let (options, control) = (
            self.solver_options(search),
            watch.control(self.limits(search)),
        );
        let certified = match fewest {
            Some(fewest) => certified_moves(fewest, &options, &control),
            None => certified(&answer, |answer| {
                let solver = Solver::new(answer.problem().board(), options);
                Ok(solver.exhaust(answer, &control)?)
            }),
        };
        self.write_certified(answer, certified, watch)
    }

    /// Returns the options of an exhaustion by several processes.
    pub fn exhaustion(&self, search: &SearchArgs) -> ExhaustionOptions {
        ExhaustionOptions::default()
            .with_scratch(self.scratch.clone())
            .with_kinds(search.solver_options().methods.refutations())
    }

    /// Writes a certificate, if requested, or prints the reason why there is none.
    pub fn write_certified(
        &self,
        answer: Answer,
        certified: anyhow::Result<(Answer, Certificate)>,
        watch: &Watch,
    ) -> anyhow::Result<(Answer, Written<'_>)> {
        let Some(path) = &self.certificate else {
            return Ok((answer, Written::Nothing));
        };
        let error = match certified {
            // A finished proof is written without limits.
            Ok((answer, certificate)) => {
                return match certificate.write(path, &watch.control(Limits::default())) {
                    Ok(()) => Ok((answer, Written::File(path))),
                    Err(CertificateError::WritingStopped { limit, .. }) => {
                        output::print_note(&format!(
                            "no certificate: writing it was stopped by {}",
                            limit_name(limit)
                        ));
                        Ok((answer, Written::Undecided))
                    }
                    Err(error) => Err(error.into()),
                };
            }
            Err(error) => error,
        };
        if let Some(open @ CertificateError::OpenMoves { .. }) = error.downcast_ref() {
            output::print_note(&format!("no certificate: {open}"));
            return Ok((answer, Written::Undecided));
        }
        match error.downcast()? {
            ExhaustionError::Stopped {
                limit,
                positions,
                best,
            } => {
                let limit_name = limit_name(limit);
                output::print_note(&format!(
                    "no certificate: the exhaustive search was stopped by {limit_name} after {}{}",
                    counted(positions, "position"),
                    if self.scratch.is_some() {
                        "; run the same command again to resume it"
                    } else {
                        ""
                    }
                ));
                let search = format!("exhaustion by levels: {}", counted(positions, "position"));
                let answer = answer.with_stopped_search(search, limit, best.map(|best| *best));
                Ok((answer, Written::Undecided))
            }
            error => Err(error.into()),
        }
    }

    /// Returns the limits of a search. With `--exhaust`, an unlimited search gets a time limit, so that it ends.
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

    /// Returns the scratch folder of the exhaustion.
    pub fn scratch(&self) -> Option<&Path> {
        self.scratch.as_deref()
    }

    /// Returns `true` if an exhaustion follows an undecided search.
    pub fn exhausts(&self) -> bool {
        self.exhaust
    }

    /// Returns the limits of the exhaustion. With `--exhaust`, time and positions are unlimited.
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

/// Certifies an answer. `exhaust` decides an undecided answer, or adds a missing record.
pub fn certified(
    answer: &Answer,
    exhaust: impl FnOnce(&Answer) -> anyhow::Result<Answer>,
) -> anyhow::Result<(Answer, Certificate)> {
    match Certificate::of(answer) {
        Ok(certificate) => Ok((answer.clone(), certificate)),
        Err(CertificateError::NoRecord | CertificateError::Undecided) => {
            let answer = exhaust(answer)?;
            let certificate = Certificate::of(&answer)?;
            Ok((answer, certificate))
        }
        Err(error) => Err(error.into()),
    }
}

fn certified_moves(
    fewest: FewestMoves,
    options: &SolverOptions,
    control: &Control<'_>,
) -> anyhow::Result<(Answer, Certificate)> {
    let fewest = match Certificate::of_fewest_moves(&fewest) {
        Err(CertificateError::NoRecord) => fewest.with_record(options, control)?,
        _ => fewest,
    };
    let certificate = Certificate::of_fewest_moves(&fewest)?;
    Ok((fewest.into_answer(), certificate))
}

/// Outcome of writing a certificate.
pub enum Written<'a> {
    /// No certificate was requested.
    Nothing,
    /// A limit was reached before the proof was written.
    Undecided,
    File(&'a Path),
}
