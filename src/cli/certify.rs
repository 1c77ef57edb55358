//! Writing the certificate of an answer.

use super::output;
use super::search_args::SearchArgs;
use super::watch::Watch;
use clap::Args;
use pegboard::exhaustion::ExhaustionOptions;
use pegboard::{Answer, Certificate, CertificateError};
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
        let watch = Watch::new();
        let mut options = ExhaustionOptions { scratch: self.scratch.clone(), ..ExhaustionOptions::default() };
        let solver_options = search.solver_options();
        options.limits = solver_options.limits;
        options.threads = solver_options.threads;
        let observer = |progress: &_| watch.observe_exhaustion(progress);
        match Certificate::with_record(answer, &options, &observer) {
            Ok(certificate) => {
                certificate.write(path)?;
                Ok(Written::File(path))
            }
            Err(CertificateError::Undecided) => Ok(Written::Undecided),
            Err(stopped @ CertificateError::Stopped { .. }) => {
                output::print_note(&format!("no certificate: {stopped}"));
                Ok(Written::Undecided)
            }
            Err(error) => Err(error.into()),
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
