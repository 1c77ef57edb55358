use super::{Certificate, CertificateError};
use crate::control::Control;
use crate::moves::FewestMoves;
use crate::problem::Problem;
use crate::problem::answer::{Answer, Proof, PruningFunctions, Solution, Undecided, Verdict};
use crate::solver::exhaustion::{Exhausted, Exhaustion, ExhaustionOptions, exhaust, exhaust_pegs};

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
    /// Certifies an answer. Where its proof is an exhaustion, or the solver met a limit, an exhaustive search
    /// follows, with a record and with the pagoda functions that the solver has learned: for an undecided
    /// answer that can bring the decision, one way or the other.
    ///
    /// For the goal of fewest pegs, each line that leaves fewer than the best one so far is the new best one,
    /// and the next search is for one peg less. Each of these searches has a folder of its own in the scratch
    /// folder.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Stopped`] when that search is stopped by the control, and those of
    /// [`Certificate::of`] and [`exhaust`](crate::solver::exhaustion::exhaust).
    pub fn new(
        answer: &Answer,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Certified, CertificateError> {
        match Certificate::of(answer) {
            Ok(certificate) => Ok(Certified {
                answer: answer.clone(),
                certificate,
            }),
            Err(CertificateError::NoRecord | CertificateError::Undecided) => Record {
                answer,
                options,
                control,
            }
            .certified(),
            Err(error) => Err(error),
        }
    }

    /// The same by several processes, of which this is process 0, for a goal that names its finishes. The
    /// others [assist](crate::cluster::ClusterExhaustion::assist).
    ///
    /// # Errors
    ///
    /// Those of [`Certified::new`], and [`CertificateError::Cluster`].
    #[cfg(feature = "cluster")]
    pub fn by_cluster(
        answer: &Answer,
        options: &ExhaustionOptions,
        cluster: crate::cluster::ClusterExhaustion<'_>,
        control: &Control<'_>,
    ) -> Result<Certified, CertificateError> {
        match Certificate::of(answer) {
            Ok(certificate) => {
                let _ = cluster.dismiss(); // the answer stands, whoever has not heard of it
                Ok(Certified {
                    answer: answer.clone(),
                    certificate,
                })
            }
            Err(CertificateError::NoRecord | CertificateError::Undecided) => {
                let record = Record {
                    answer,
                    options,
                    control,
                };
                record.decided(|_, options| Ok(cluster.lead(options, control)?))
            }
            Err(error) => Err(error),
        }
    }

    /// Certifies an answer about fewest moves: that no solution has fewer, as
    /// [`Certificate::of_fewest_moves`] does, or that there is none.
    ///
    /// # Errors
    ///
    /// Those of [`Certificate::of_fewest_moves`] and of [`Certified::new`].
    pub fn of_fewest_moves(
        fewest: &FewestMoves,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Certified, CertificateError> {
        let answer = fewest.answer();
        if matches!(answer.verdict(), Verdict::Unsolvable(_)) {
            return Certified::new(answer, options, control);
        }
        let certificate = Certificate::of_fewest_moves(fewest, options, control)?;
        Ok(Certified {
            answer: answer.clone(),
            certificate,
        })
    }
}

/// The search that makes the record of a proof.
struct Record<'a> {
    answer: &'a Answer,
    options: &'a ExhaustionOptions,
    control: &'a Control<'a>,
}

impl Record<'_> {
    fn certified(&self) -> Result<Certified, CertificateError> {
        match self.answer.verdict() {
            Verdict::Fewest(best, _) => self.no_line_leaves_fewer(best),
            Verdict::Undecided(Undecided {
                best: Some(best), ..
            }) => self.fewest(best.clone()),
            _ => self.decided(|problem, options| Ok(exhaust(problem, options, self.control)?)),
        }
    }

    /// The proof that no line leaves fewer pegs than this one, which a search without a record has found.
    fn no_line_leaves_fewer(&self, best: &Solution) -> Result<Certified, CertificateError> {
        match self.fewer_pegs(best)? {
            Exhausted::Unsolvable(proof) => self.certified_fewest(best, &proof),
            Exhausted::Solvable(line) => Err(CertificateError::Contradicted {
                line: line.to_string(),
            }),
            Exhausted::Undecided {
                limit, positions, ..
            } => Err(CertificateError::Stopped {
                limit,
                positions,
                best: None,
            }),
        }
    }

    /// The fewest pegs, beginning with the best line known.
    fn fewest(&self, mut best: Solution) -> Result<Certified, CertificateError> {
        while best.finish().peg_count() > 1 {
            match self.fewer_pegs(&best)? {
                Exhausted::Unsolvable(proof) => return self.certified_fewest(&best, &proof),
                Exhausted::Solvable(line) => best = line,
                Exhausted::Undecided {
                    limit, positions, ..
                } => {
                    return Err(CertificateError::Stopped {
                        limit,
                        positions,
                        best: Some(Box::new(best)),
                    });
                }
            }
        }
        let answer = self.answered(Verdict::Fewest(best, Proof::LastPeg));
        Ok(Certified {
            certificate: Certificate::of(&answer)?,
            answer,
        })
    }

    fn fewer_pegs(&self, best: &Solution) -> Result<Exhausted, CertificateError> {
        let fewer = best.finish().peg_count().saturating_sub(1);
        let scratch = self
            .options
            .scratch
            .as_ref()
            .map(|folder| folder.join(format!("{fewer}-pegs")));
        let options = ExhaustionOptions {
            scratch,
            ..self.options.clone()
        };
        Ok(exhaust_pegs(
            self.answer.problem().start(),
            fewer,
            &options,
            self.control,
        )?)
    }

    fn certified_fewest(
        &self,
        best: &Solution,
        proof: &Exhaustion,
    ) -> Result<Certified, CertificateError> {
        let answer = self.answered(Verdict::Fewest(best.clone(), self.by_exhaustion(proof)));
        Ok(Certified {
            certificate: Certificate::of_fewest(best, proof)?,
            answer,
        })
    }

    /// The decision of a goal that names its finishes, by this exhaustion.
    fn decided(
        &self,
        exhaust: impl FnOnce(&Problem, &ExhaustionOptions) -> Result<Exhausted, CertificateError>,
    ) -> Result<Certified, CertificateError> {
        let mut options = self.options.clone();
        let learned = self.learned();
        options.functions.extend(learned.forwards);
        options.backward_functions.extend(learned.backwards);
        let problem = self.answer.problem();
        match (exhaust(problem, &options)?, self.answer.verdict()) {
            (Exhausted::Unsolvable(proof), _) => {
                let answer = self.answered(Verdict::Unsolvable(self.by_exhaustion(&proof)));
                Ok(Certified {
                    certificate: Certificate::of_exhaustion(problem, &proof)?,
                    answer,
                })
            }
            (Exhausted::Solvable(line), Verdict::Undecided(_)) => {
                let answer = self.answered(Verdict::Solvable(line));
                Ok(Certified {
                    certificate: Certificate::of(&answer)?,
                    answer,
                })
            }
            (Exhausted::Solvable(line), _) => Err(CertificateError::Contradicted {
                line: line.to_string(),
            }),
            (
                Exhausted::Undecided {
                    limit, positions, ..
                },
                _,
            ) => Err(CertificateError::Stopped {
                limit,
                positions,
                best: None,
            }),
        }
    }

    /// The pagoda functions that the solver has learned.
    fn learned(&self) -> PruningFunctions {
        match self.answer.verdict() {
            Verdict::Unsolvable(Proof::Exhaustion { functions, .. })
            | Verdict::Undecided(Undecided { functions, .. }) => functions.clone(),
            _ => PruningFunctions::default(),
        }
    }

    fn by_exhaustion(&self, proof: &Exhaustion) -> Proof {
        Proof::Exhaustion {
            positions: proof.positions(),
            functions: self.learned(),
        }
    }

    fn answered(&self, verdict: Verdict) -> Answer {
        Answer {
            verdict,
            ..self.answer.clone()
        }
    }
}
