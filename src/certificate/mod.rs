//! Certificates: answers with their proofs, in files that [`checker`](crate::checker) checks.
//!
//! The documentation of [`checker::format`](mod@crate::checker::format) describes the file.

mod check;
mod error;
mod exhaustion;
mod position_file;
mod record;
mod refutation;
mod text;

pub use check::{check_within, verify_within};
pub use error::CertificateError;
pub use record::Certified;
pub(crate) use text::atlas_text;

use crate::board::geometry::Lattice;
use crate::board::{Board, Position};
use crate::control::whole_file;
use crate::control::{Control, LimitReached};
use crate::moves::FewestMoves;
use crate::problem::answer::{Answer, Proof, Solution, Verdict};
use crate::problem::{Goal, Problem};
use crate::solver::exhaustion::{
    Approached, Exhaustion, ExhaustionOptions, RefutedFinishes, approach,
};
use exhaustion::Placement;
use pegboard_checker::format::{
    AnswerPart, BoardPart, CertificatePart, FewestProofPart, GoalPart, LatticePart, VERSION,
};
use std::io::Write;
use std::path::Path;

/// An answer with a proof that [`verify`](crate::checker::verify) checks.
///
/// ```
/// use pegboard::checker::{CheckOptions, verify_text};
/// use pegboard::{Board, Certificate, Control, Problem, Solver, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let solver = Solver::new(&board, SolverOptions::default());
/// let answer = solver.solve(&Problem::svss(&board, corner, corner), &Control::default())?;
/// let text = Certificate::of(&answer)?.to_text()?;
/// let proven = verify_text(&text, "corner.ron", "".as_ref(), &CheckOptions::default())?;
/// assert!(proven.sentence.starts_with("Triangle 5 (15 holes), vacate a1, one peg in a1: solved in 13 jumps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The whole certificate, except the positions of an exhaustion.
    part: CertificatePart,
    exhaustion: Option<Exhaustion>,
}

impl Certificate {
    /// The certificate of an answer.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Undecided`] when there is no answer, and [`CertificateError::NoRecord`] when its
    /// proof is an exhaustion, of which the solver keeps no record: [`exhaust`](crate::solver::exhaustion::exhaust)
    /// makes one.
    pub fn of(answer: &Answer) -> Result<Certificate, CertificateError> {
        let problem = answer.problem();
        let answer = match answer.verdict() {
            Verdict::Solvable(solution) => AnswerPart::Solvable(solution.to_string()),
            Verdict::Unsolvable(proof) => {
                AnswerPart::Unsolvable(Box::new(refutation::of_goal(problem, proof)?))
            }
            Verdict::Fewest(solution, Proof::LastPeg) => fewest(solution, FewestProofPart::LastPeg),
            Verdict::Fewest(solution, proof) => {
                let refutation = refutation::of_fewer_pegs(solution, proof)?;
                fewest(solution, FewestProofPart::Refuted(Box::new(refutation)))
            }
            Verdict::Undecided(_) => return Err(CertificateError::Undecided),
        };
        Ok(Certificate::new(
            problem.start(),
            goal_part(problem),
            answer,
            None,
        ))
    }

    /// The certificate of a line that meets the goal of a problem.
    ///
    /// # Errors
    ///
    /// [`CertificateError::OtherProblem`] when the line begins elsewhere or does not meet the goal, or when
    /// the goal is to leave the fewest pegs, for which a line alone is no proof.
    pub fn of_solution(
        problem: &Problem,
        solution: &Solution,
    ) -> Result<Certificate, CertificateError> {
        let is_met = problem
            .finishes()
            .is_some_and(|finishes| finishes.contains(solution.finish()));
        if !is_met || solution.start() != problem.start() {
            return Err(CertificateError::OtherProblem);
        }
        let answer = AnswerPart::Solvable(solution.to_string());
        Ok(Certificate::new(
            problem.start(),
            goal_part(problem),
            answer,
            None,
        ))
    }

    /// The certificate of what [`exhaust`](crate::solver::exhaustion::exhaust) has found about this problem.
    ///
    /// # Errors
    ///
    /// [`CertificateError::OtherProblem`] when the exhaustion is about another problem.
    pub fn of_exhaustion(
        problem: &Problem,
        exhaustion: &Exhaustion,
    ) -> Result<Certificate, CertificateError> {
        if !matches!(&exhaustion.refuted, RefutedFinishes::OfGoal(refuted) if refuted == problem) {
            return Err(CertificateError::OtherProblem);
        }
        let answer = AnswerPart::Unsolvable(Box::new(exhaustion::refutation(exhaustion)));
        Ok(Certificate::new(
            problem.start(),
            goal_part(problem),
            answer,
            Some(exhaustion.clone()),
        ))
    }

    /// The certificate that no line leaves fewer pegs than this one, by what
    /// [`exhaust_pegs`](crate::solver::exhaustion::exhaust_pegs) has found about one peg fewer.
    ///
    /// # Errors
    ///
    /// [`CertificateError::OtherProblem`] when the exhaustion is about another start or number of pegs.
    pub fn of_fewest(
        solution: &Solution,
        exhaustion: &Exhaustion,
    ) -> Result<Certificate, CertificateError> {
        let refuted = match exhaustion.refuted {
            RefutedFinishes::Every(pegs) | RefutedFinishes::Any(pegs) => Some(pegs),
            RefutedFinishes::OfGoal(_) => None,
        };
        if exhaustion.start != *solution.start()
            || refuted != solution.finish().peg_count().checked_sub(1)
        {
            return Err(CertificateError::OtherProblem);
        }
        let answer = fewest(
            solution,
            FewestProofPart::Refuted(Box::new(exhaustion::refutation(exhaustion))),
        );
        Ok(Certificate::new(
            solution.start(),
            GoalPart::FewestPegs,
            answer,
            Some(exhaustion.clone()),
        ))
    }

    /// The certificate that no solution has fewer moves than the one of this answer. What a checker needs for its
    /// walks is searched for: functions that refute positions, and the sizes of the levels from both ends to the
    /// middle. With a scratch folder, the search can be resumed.
    ///
    /// ```
    /// use pegboard::checker::{CheckOptions, ProvenAnswer, verify_text};
    /// use pegboard::solver::exhaustion::ExhaustionOptions;
    /// use pegboard::moves::{MovesOptions, fewest_moves};
    /// use pegboard::{Board, Certificate, Control, Problem};
    /// let board = Board::library("triangle5")?;
    /// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("b3")?);
    /// let control = Control::default();
    /// let fewest = fewest_moves(&problem, &MovesOptions::default(), &control)?;
    /// let certificate = Certificate::of_fewest_moves(&fewest, &ExhaustionOptions::default(), &control)?;
    /// let proven = verify_text(&certificate.to_text()?, "ten.ron", "".as_ref(), &CheckOptions::default())?;
    /// assert_eq!(proven.answer, ProvenAnswer::FewestMoves { moves: 10, jumps: 13 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CertificateError::OpenMoves`] when the answer is no solution, or one that may not be the shortest;
    /// [`CertificateError::Stopped`] when the control stops the search.
    pub fn of_fewest_moves(
        fewest: &FewestMoves,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Certificate, CertificateError> {
        let problem = fewest.answer().problem();
        let (Verdict::Solvable(solution), true) = (fewest.answer().verdict(), fewest.is_proved())
        else {
            return Err(CertificateError::OpenMoves {
                found: fewest.moves(),
                at_least: fewest.at_least(),
            });
        };
        let scratch = options
            .scratch
            .as_ref()
            .map(|folder| folder.join("fewest-moves"));
        let options = ExhaustionOptions {
            scratch,
            ..options.clone()
        };
        let exhaustion = match approach(problem, &options, control)? {
            Approached::Met(exhaustion) => exhaustion,
            Approached::Stopped { limit, positions } => {
                return Err(CertificateError::Stopped {
                    limit,
                    positions,
                    best: None,
                });
            }
        };
        let answer = AnswerPart::FewestMoves {
            count: solution.moves().len() as u32,
            moves: solution.to_string(),
            proof: Box::new(exhaustion::refutation(&exhaustion)),
        };
        Ok(Certificate::new(
            problem.start(),
            goal_part(problem),
            answer,
            Some(exhaustion),
        ))
    }

    fn new(
        start: &Position,
        goal: GoalPart,
        answer: AnswerPart,
        exhaustion: Option<Exhaustion>,
    ) -> Certificate {
        let part = CertificatePart {
            version: VERSION,
            board: board_part(start.board()),
            start: labels(start),
            goal,
            answer,
        };
        Certificate { part, exhaustion }
    }

    /// The text of the certificate, with all positions of an exhaustion in it, however many they are.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Unreadable`] when the positions of an exhaustion cannot be read from the disk.
    pub fn to_text(&self) -> Result<String, CertificateError> {
        self.text(&Placement::Listed)
            .map_err(CertificateError::Unreadable)
    }

    /// Writes the certificate, whole or not at all. More than a thousand positions of an exhaustion go to
    /// files beside it, `NAME.forward.positions` and `NAME.backward.positions`, which are written first.
    ///
    /// ```
    /// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions, exhaust};
    /// use pegboard::{Board, Certificate, Control, Problem};
    /// let (board, control) = (Board::library("triangle5")?, Control::default());
    /// let problem = Problem::svss(&board, board.hole("b3")?, board.hole("a4")?);
    /// let found = exhaust(&problem, &ExhaustionOptions::default(), &control)?;
    /// let Exhausted::Unsolvable(proof) = found else { panic!() };
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("b3-a4.ron");
    /// Certificate::of_exhaustion(&problem, &proof)?.write(&path, &control)?;
    /// pegboard::certificate::verify_within(&path, &control)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CertificateError::Unwritable`] names the certificate; [`CertificateError::WritingStopped`] when the
    /// control stopped the call first.
    pub fn write(&self, path: &Path, control: &Control<'_>) -> Result<(), CertificateError> {
        let written = self
            .text(&Placement::Beside(path, control))
            .and_then(|text| whole_file::write(path, |file| file.write_all(text.as_bytes())));
        control
            .ended(written)
            .map_err(|error| match error.downcast::<LimitReached>() {
                Ok(limit) => CertificateError::WritingStopped {
                    limit,
                    path: path.to_owned(),
                },
                Err(error) => CertificateError::Unwritable {
                    path: path.to_owned(),
                    error,
                },
            })
    }

    fn text(&self, placement: &Placement<'_>) -> std::io::Result<String> {
        Ok(text::text(&self.part(placement)?))
    }

    /// The answer for an atlas: an exhaustion is compact, for its positions would be in files of their own.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Unreadable`] when the positions of an exhaustion cannot be read from the disk.
    pub(crate) fn compact_answer(&self) -> Result<AnswerPart, CertificateError> {
        self.part(&Placement::Compact)
            .map(|part| part.answer)
            .map_err(CertificateError::Unreadable)
    }

    /// The whole certificate, with the positions of an exhaustion.
    fn part(&self, placement: &Placement<'_>) -> std::io::Result<CertificatePart> {
        let mut part = self.part.clone();
        let Some(exhaustion) = &self.exhaustion else {
            return Ok(part);
        };
        match &mut part.answer {
            AnswerPart::Unsolvable(refutation)
            | AnswerPart::Fewest {
                proof: FewestProofPart::Refuted(refutation),
                ..
            } => {
                refutation.exhaustion = placement.record(exhaustion)?;
            }
            AnswerPart::FewestMoves { proof, .. } => {
                proof.exhaustion = Placement::Compact.record(exhaustion)?;
            }
            AnswerPart::Solvable(_) | AnswerPart::Fewest { .. } => {}
        }
        Ok(part)
    }
}

fn fewest(solution: &Solution, proof: FewestProofPart) -> AnswerPart {
    AnswerPart::Fewest {
        pegs: solution.finish().peg_count() as u32,
        moves: solution.to_string(),
        proof,
    }
}

/// The board as certificates and atlases describe it.
pub(crate) fn board_part(board: &Board) -> BoardPart {
    BoardPart {
        name: board.name().to_owned(),
        lattice: match board.lattice() {
            Lattice::Square => LatticePart::Square,
            Lattice::Triangular => LatticePart::Triangular,
        },
        jumps: board.unusual_steps().map(<[_]>::to_vec),
        holes: board.holes().map(|hole| board.coordinate(hole)).collect(),
        labels: board
            .holes()
            .map(|hole| board.label(hole).to_owned())
            .collect(),
    }
}

fn goal_part(problem: &Problem) -> GoalPart {
    match problem.goal() {
        Goal::Position(finish) => GoalPart::Position(labels(finish)),
        Goal::PegIn(holes) => GoalPart::PegIn(labels(&problem.board().pegs(holes.iter().copied()))),
        Goal::OnePeg => GoalPart::OnePeg,
        Goal::FewestPegs => GoalPart::FewestPegs,
    }
}

/// The labels of the holes that hold pegs.
fn labels(position: &Position) -> String {
    let labels: Vec<&str> = position
        .pegs()
        .map(|hole| position.board().label(hole))
        .collect();
    labels.join(" ")
}
