use super::{Certificate, CertificateError};
use crate::answer::{Answer, Proof, PruningFunctions, Solution, Undecided, Verdict};
use crate::control::Control;
use crate::exhaustion::{Exhausted, Exhaustion, ExhaustionOptions, exhaust, exhaust_pegs};

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
        control: &Control<'_>,
    ) -> Result<Certified, CertificateError> {
        match Certificate::of(answer) {
            Ok(certificate) => Ok(Certified { answer: answer.clone(), certificate }),
            Err(CertificateError::NoRecord | CertificateError::Undecided) => {
                exhausted(answer, options, control)
            }
            Err(error) => Err(error),
        }
    }
}

fn exhausted(
    answer: &Answer,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Certified, CertificateError> {
    match answer.verdict() {
        Verdict::Fewest(best, _) | Verdict::Undecided(Undecided { best: Some(best), .. }) => {
            fewest(answer, best.clone(), options, control)
        }
        verdict => {
            let mut options = options.clone();
            let learned = learned(verdict);
            options.functions.extend(learned.forwards);
            options.backward_functions.extend(learned.backwards);
            certified(answer, exhaust(answer.problem(), &options, control)?)
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
    match (answer.verdict(), exhausted) {
        (_, Exhausted::Undecided { limit, positions }) => Err(CertificateError::Stopped { limit, positions }),
        (Verdict::Undecided(_), Exhausted::Solvable(line)) => {
            let answer = decided(answer, Verdict::Solvable(line));
            Ok(Certified { certificate: Certificate::of(&answer)?, answer })
        }
        (_, Exhausted::Solvable(line)) => Err(CertificateError::Contradicted { line: line.to_string() }),
        (_, Exhausted::Unsolvable(proof)) => {
            let certificate = Certificate::of_exhaustion(answer.problem(), &proof)?;
            let verdict = Verdict::Unsolvable(by_exhaustion(answer, &proof));
            Ok(Certified { answer: decided(answer, verdict), certificate })
        }
    }
}

/// Searches for one peg fewer than `best` leaves, until there is no line to as few. Each number of pegs is a problem of its own, with a
/// scratch folder of its own.
fn fewest(
    answer: &Answer,
    mut best: Solution,
    options: &ExhaustionOptions,
    control: &Control<'_>,
) -> Result<Certified, CertificateError> {
    loop {
        let fewer = best.finish().peg_count().saturating_sub(1);
        if fewer == 0 {
            let answer = decided(answer, Verdict::Fewest(best, Proof::LastPeg));
            return Ok(Certified { certificate: Certificate::of(&answer)?, answer });
        }
        let mut options = options.clone();
        options.scratch = options.scratch.map(|folder| folder.join(format!("{fewer}-pegs")));
        match exhaust_pegs(answer.problem().start(), fewer, &options, control)? {
            Exhausted::Undecided { limit, positions } => {
                return Err(CertificateError::Stopped { limit, positions });
            }
            Exhausted::Solvable(line) if matches!(answer.verdict(), Verdict::Fewest(..)) => {
                return Err(CertificateError::Contradicted { line: line.to_string() });
            }
            Exhausted::Solvable(line) => best = line,
            Exhausted::Unsolvable(proof) => {
                let certificate = Certificate::of_fewest(&best, &proof)?;
                let verdict = Verdict::Fewest(best, by_exhaustion(answer, &proof));
                return Ok(Certified { answer: decided(answer, verdict), certificate });
            }
        }
    }
}

fn decided(answer: &Answer, verdict: Verdict) -> Answer {
    Answer { verdict, ..answer.clone() }
}

fn by_exhaustion(answer: &Answer, proof: &Exhaustion) -> Proof {
    Proof::Exhaustion { positions: proof.positions(), functions: learned(answer.verdict()) }
}
