//! Writing the certificate of an answer.

use super::output;
use super::search_args::SearchArgs;
use super::watch::Watch;
use anyhow::bail;
use clap::Args;
use pegboard::exhaustion::{Exhausted, ExhaustionOptions, exhaust_observed, exhaust_pegs};
use pegboard::{Answer, Certificate, CertificateError, Solution, Verdict};
use std::path::{Path, PathBuf};

/// What becomes of the proof.
#[derive(Args)]
#[command(next_help_heading = "Proof")]
pub struct CertificateArgs {
    /// Write the answer with its proof to a file that `pegboard verify` checks; the positions of a large
    /// exhaustion go to files beside it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Keep the levels of an exhaustion proof in this folder, and go on from them when it was stopped
    #[arg(long, value_name = "FOLDER", requires = "certificate")]
    scratch: Option<PathBuf>,
}

impl CertificateArgs {
    /// Writes the certificate if one is wanted; yields its file unless a limit was reached first.
    pub fn write(&self, answer: &Answer, search: &SearchArgs) -> anyhow::Result<Written<'_>> {
        let Some(path) = &self.certificate else { return Ok(Written::Nothing) };
        let certificate = match Certificate::of(answer) {
            Ok(certificate) => certificate,
            Err(CertificateError::Undecided) => return Ok(Written::Undecided),
            Err(CertificateError::NoRecord) => match self.exhausted(answer, search)? {
                Some(certificate) => certificate,
                None => return Ok(Written::Undecided),
            },
            Err(error) => return Err(error.into()),
        };
        certificate.write(path)?;
        Ok(Written::File(path))
    }

    /// The solver says that it has searched everything; here it is searched again, with a record.
    fn exhausted(&self, answer: &Answer, search: &SearchArgs) -> anyhow::Result<Option<Certificate>> {
        let watch = Watch::new();
        let observer = |progress: &_| watch.observe_exhaustion(progress);
        let mut options = ExhaustionOptions { scratch: self.scratch.clone(), ..ExhaustionOptions::default() };
        let solver_options = search.solver_options();
        options.limits = solver_options.limits;
        options.threads = solver_options.threads;
        let problem = answer.problem();
        let (found, best) = match answer.verdict() {
            Verdict::Fewest(best, _) => {
                let fewer = best.finish().peg_count().saturating_sub(1);
                (exhaust_pegs(problem.start(), fewer, &options, &observer)?, Some(best))
            }
            _ => (exhaust_observed(problem, &options, &observer)?, None),
        };
        match found {
            Exhausted::Unsolvable(proof) => {
                let of_fewest = |best: &Solution| Certificate::of_fewest(best, &proof);
                Ok(Some(best.map_or_else(|| Certificate::of_exhaustion(problem, &proof), of_fewest)?))
            }
            Exhausted::Undecided { limit, positions } => {
                output::print_note(&format!(
                    "no certificate: the exhaustion was stopped by {limit} after {positions} positions"
                ));
                Ok(None)
            }
            Exhausted::Solvable(line) => bail!("the search missed a line that the exhaustion found: {line}"),
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
