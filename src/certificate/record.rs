use super::{Certificate, CertificateError};
use crate::answer::{Answer, Proof, Verdict};
use crate::exhaustion::{Exhausted, ExhaustionOptions, ExhaustionProgress, exhaust_observed, exhaust_pegs};
use std::ops::ControlFlow;

impl Certificate {
    /// The certificate of an answer; where its proof is an exhaustion, everything is searched again, with a
    /// record and with the pagoda functions that served the solver.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Stopped`] when the second search meets one of its limits, and those of
    /// [`Certificate::of`] and [`exhaust`](crate::exhaustion::exhaust).
    pub fn with_record(
        answer: &Answer,
        options: &ExhaustionOptions,
        observer: &(dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync),
    ) -> Result<Certificate, CertificateError> {
        match Certificate::of(answer) {
            Err(CertificateError::NoRecord) => recorded(answer, options, observer),
            certificate => certificate,
        }
    }
}

fn recorded(
    answer: &Answer,
    options: &ExhaustionOptions,
    observer: &(dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync),
) -> Result<Certificate, CertificateError> {
    let problem = answer.problem();
    let mut options = options.clone();
    if let Verdict::Unsolvable(Proof::Exhaustion { functions, backward_functions, .. }) = answer.verdict() {
        options.functions.extend(functions.iter().cloned());
        options.backward_functions.extend(backward_functions.iter().cloned());
    }
    let (exhausted, best) = match answer.verdict() {
        Verdict::Fewest(best, _) => {
            let fewer = best.finish().peg_count().saturating_sub(1);
            (exhaust_pegs(problem.start(), fewer, &options, observer)?, Some(best))
        }
        _ => (exhaust_observed(problem, &options, observer)?, None),
    };
    match (exhausted, best) {
        (Exhausted::Unsolvable(proof), Some(best)) => Certificate::of_fewest(best, &proof),
        (Exhausted::Unsolvable(proof), None) => Certificate::of_exhaustion(problem, &proof),
        (Exhausted::Undecided { limit, positions }, _) => Err(CertificateError::Stopped { limit, positions }),
        (Exhausted::Solvable(line), _) => Err(CertificateError::Contradicted { line: line.to_string() }),
    }
}
