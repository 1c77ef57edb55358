use super::{Certificate, CertificateError};
use crate::answer::{Answer, Proof, PruningFunctions, Undecided, Verdict};
use crate::exhaustion::{
    Exhausted, Exhaustion, ExhaustionOptions, ExhaustionProgress, exhaust_observed, exhaust_pegs,
};
use std::ops::ControlFlow;

/// An answer with its certificate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Certified {
    /// The answer: the one that was to be certified, or the decision of an undecided one.
    pub answer: Answer,
    /// Its certificate.
    pub certificate: Certificate,
}

impl Certified {
    /// Certifies an answer. Where its proof is an exhaustion, or the solver met a limit, everything is searched,
    /// with a record and with the pagoda functions that the solver has learned: for an undecided answer that
    /// can bring the decision, one way or the other.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Stopped`] when that search meets one of its limits, and those of
    /// [`Certificate::of`] and [`exhaust`](crate::exhaustion::exhaust).
    pub fn new(
        answer: &Answer,
        options: &ExhaustionOptions,
        observer: &(dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync),
    ) -> Result<Certified, CertificateError> {
        match Certificate::of(answer) {
            Ok(certificate) => Ok(Certified { answer: answer.clone(), certificate }),
            Err(CertificateError::NoRecord | CertificateError::Undecided) => {
                let verdict = exhausted(answer, options, observer)?;
                certified(answer, verdict)
            }
            Err(error) => Err(error),
        }
    }
}

fn exhausted(
    answer: &Answer,
    options: &ExhaustionOptions,
    observer: &(dyn Fn(&ExhaustionProgress) -> ControlFlow<()> + Sync),
) -> Result<Exhausted, CertificateError> {
    let start = answer.problem().start();
    match answer.verdict() {
        Verdict::Fewest(best, _) | Verdict::Undecided(Undecided { best: Some(best), .. }) => {
            let fewer = best.finish().peg_count().saturating_sub(1);
            Ok(exhaust_pegs(start, fewer, options, observer)?)
        }
        verdict => {
            let mut options = options.clone();
            let learned = learned(verdict);
            options.functions.extend(learned.forwards);
            options.backward_functions.extend(learned.backwards);
            Ok(exhaust_observed(answer.problem(), &options, observer)?)
        }
    }
}

fn learned(verdict: &Verdict) -> PruningFunctions {
    match verdict {
        Verdict::Unsolvable(Proof::Exhaustion { functions, .. })
        | Verdict::Undecided(Undecided { functions, .. }) => functions.clone(),
        _ => PruningFunctions::default(),
    }
}

fn certified(answer: &Answer, exhausted: Exhausted) -> Result<Certified, CertificateError> {
    let decided = |verdict| Answer { verdict, ..answer.clone() };
    match (answer.verdict(), exhausted) {
        (_, Exhausted::Undecided { limit, positions }) => Err(CertificateError::Stopped { limit, positions }),
        (Verdict::Undecided(Undecided { best: None, .. }), Exhausted::Solvable(line)) => {
            let answer = decided(Verdict::Solvable(line));
            Ok(Certified { certificate: Certificate::of(&answer)?, answer })
        }
        // A line to fewer pegs is not yet a line to the fewest.
        (Verdict::Undecided(_), Exhausted::Solvable(_)) => Err(CertificateError::Undecided),
        (_, Exhausted::Solvable(line)) => Err(CertificateError::Contradicted { line: line.to_string() }),
        (
            Verdict::Fewest(best, _) | Verdict::Undecided(Undecided { best: Some(best), .. }),
            Exhausted::Unsolvable(proof),
        ) => {
            let answer = decided(Verdict::Fewest(best.clone(), by_exhaustion(answer, &proof)));
            Ok(Certified { certificate: Certificate::of_fewest(best, &proof)?, answer })
        }
        (_, Exhausted::Unsolvable(proof)) => {
            let certificate = Certificate::of_exhaustion(answer.problem(), &proof)?;
            let answer = decided(Verdict::Unsolvable(by_exhaustion(answer, &proof)));
            Ok(Certified { answer, certificate })
        }
    }
}

fn by_exhaustion(answer: &Answer, proof: &Exhaustion) -> Proof {
    Proof::Exhaustion { positions: proof.positions(), functions: learned(answer.verdict()) }
}
