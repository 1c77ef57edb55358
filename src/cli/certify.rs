//! Writing the certificate of an answer.

use super::output;
use super::search_args::SearchArgs;
use super::watch::Watch;
use clap::Args;
use pegboard::exhaustion::ExhaustionOptions;
use pegboard::{Answer, CertificateError, Certified, Verdict};
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
    /// When the search has used up its time or positions, go on without these limits: search everything, level
    /// by level, on disk where memory ends
    #[arg(long, requires = "certificate")]
    exhaust: bool,
}

impl CertificateArgs {
    /// Certifies an answer where that is wanted, and writes the certificate. The answer comes back: decided, if
    /// it was not and an exhaustion has decided it.
    pub fn write(&self, answer: Answer, search: &SearchArgs) -> anyhow::Result<(Answer, Written<'_>)> {
        let Some(path) = &self.certificate else { return Ok((answer, Written::Nothing)) };
        if matches!(answer.verdict(), Verdict::Undecided(_)) && !self.exhaust {
            return Ok((answer, Written::Undecided));
        }
        let watch = Watch::new();
        let observer = |progress: &_| watch.observe_exhaustion(progress);
        match Certified::new(&answer, &self.exhaustion_options(search), &observer) {
            Ok(Certified { answer, certificate, .. }) => {
                certificate.write(path)?;
                Ok((answer, Written::File(path)))
            }
            Err(stopped @ (CertificateError::Stopped { .. } | CertificateError::Undecided)) => {
                output::print_note(&format!("no certificate: {stopped}"));
                Ok((answer, Written::Undecided))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn exhaustion_options(&self, search: &SearchArgs) -> ExhaustionOptions {
        let mut options = ExhaustionOptions { scratch: self.scratch.clone(), ..ExhaustionOptions::default() };
        options.limits = search.limits();
        options.threads = options.limits.threads;
        if self.exhaust {
            options.limits.time = None;
            options.limits.nodes = None;
        }
        options
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
