//! Certificates: answers with their proofs, in files that [`checker`](crate::checker) checks.
//!
//! The documentation of [`checker::format`](mod@crate::checker::format) describes the file.

mod answers;
mod check;
mod error;
mod exhaustion;
mod position_file;
mod refutation;
mod text;

pub use answers::Answers;
pub use check::{check_within, files_in, read_within, verify_within};
pub use error::CertificateError;
pub(crate) use text::{atlas_text, certificate_of_text};

use crate::board::geometry::Lattice;
use crate::board::{Board, Jump, Position};
use crate::control::{Control, LimitReached, whole_file};
use crate::moves::FewestMoves;
use crate::problem::answer::{Answer, Exhaustion, Line, Proof, RefutedFinishes, Verdict};
use crate::problem::{Goal, Problem};
use exhaustion::PositionPlace;
use pegboard_checker::format::{
    AnswerPart, BoardPart, CertificatePart, FewestProofPart, GoalPart, LatticePart, VERSION,
};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Answer with a proof that [`verify`](crate::checker::verify) checks.
///
/// ```
/// use pegboard::checker::{CheckOptions, verify_text};
/// use pegboard::{Board, Certificate, Control, Problem, Solver, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let solver = Solver::new(&board, SolverOptions::default());
/// let answer = solver.solve(&Problem::svss(&board, corner, corner), &Control::default())?;
/// let text = Certificate::of(&answer)?.to_text();
/// let proven = verify_text(&text, "corner.ron", "".as_ref(), &CheckOptions::default())?;
/// assert!(proven.sentence.starts_with("Triangle 5 (15 holes), vacate a1, one peg in a1: solved in 13 jumps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The whole certificate, except the positions of an exhaustion.
    part: CertificatePart,
    exhaustion: Option<Arc<Exhaustion>>,
}

impl Certificate {
    /// Makes the certificate of an answer, with the record that its proof keeps.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Undecided`] when the answer is undecided; [`CertificateError::Incomplete`] when its proof
    /// leaves a finish open; [`CertificateError::NoRecord`] when its proof is an exhaustion without a record: solve
    /// with [`SolverOptions::record`](crate::SolverOptions::record), or add the record by
    /// [`Solver::exhaust`](crate::Solver::exhaust).
    pub fn of(answer: &Answer) -> Result<Certificate, CertificateError> {
        let problem = answer.problem();
        let answer = match answer.verdict() {
            Verdict::Solvable(solution) => AnswerPart::Solvable(solution.to_string()),
            Verdict::Unsolvable(Proof::Exhaustion {
                record: Some(record),
                ..
            }) => return Certificate::by_record(problem, record),
            Verdict::Unsolvable(proof) => {
                AnswerPart::Unsolvable(Box::new(refutation::of_goal(problem, proof)?))
            }
            Verdict::Fewest(solution, Proof::LastPeg) => fewest(solution, FewestProofPart::LastPeg),
            Verdict::Fewest(
                solution,
                Proof::Exhaustion {
                    record: Some(record),
                    ..
                },
            ) => return Certificate::of_fewest_by_record(solution, record),
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

    /// Makes the certificate of a line that meets the goal of a problem.
    ///
    /// # Errors
    ///
    /// [`CertificateError::OtherProblem`] when the line begins elsewhere or does not meet the goal, or when
    /// the goal is to leave the fewest pegs, for which a line alone is no proof.
    pub fn of_solution(
        problem: &Problem,
        solution: &Line,
    ) -> Result<Certificate, CertificateError> {
        let is_met = |goal: &Goal| {
            *goal != Goal::FewestPegs
                && solution.start().board() == problem.board()
                && problem.is_met_by(solution.finish())
        };
        if !is_met(problem.goal()) || solution.start() != problem.start() {
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

    /// Makes the certificate of a problem that [`exhaust`](crate::solver::exhaustion::exhaust) has found to be unsolvable.
    ///
    /// # Errors
    ///
    /// [`CertificateError::OtherProblem`] when the exhaustion is about another problem.
    pub fn of_exhaustion(
        problem: &Problem,
        exhaustion: &Exhaustion,
    ) -> Result<Certificate, CertificateError> {
        Certificate::by_record(problem, &Arc::new(exhaustion.clone()))
    }

    fn by_record(
        problem: &Problem,
        record: &Arc<Exhaustion>,
    ) -> Result<Certificate, CertificateError> {
        if !matches!(&record.refuted, RefutedFinishes::OfGoal(refuted) if refuted == problem) {
            return Err(CertificateError::OtherProblem);
        }
        let answer = AnswerPart::Unsolvable(Box::new(exhaustion::refutation(record)));
        Ok(Certificate::new(
            problem.start(),
            goal_part(problem),
            answer,
            Some(Arc::clone(record)),
        ))
    }

    /// Makes the certificate that no line leaves fewer pegs than this one, from the exhaustion of one peg
    /// fewer by [`exhaust_pegs`](crate::solver::exhaustion::exhaust_pegs).
    ///
    /// # Errors
    ///
    /// [`CertificateError::OtherProblem`] when the exhaustion is about another start or number of pegs.
    pub fn of_fewest(
        solution: &Line,
        exhaustion: &Exhaustion,
    ) -> Result<Certificate, CertificateError> {
        Certificate::of_fewest_by_record(solution, &Arc::new(exhaustion.clone()))
    }

    fn of_fewest_by_record(
        solution: &Line,
        record: &Arc<Exhaustion>,
    ) -> Result<Certificate, CertificateError> {
        let refuted = match record.refuted {
            RefutedFinishes::Every(pegs) | RefutedFinishes::Any(pegs) => Some(pegs),
            RefutedFinishes::OfGoal(_) => None,
        };
        if record.start != *solution.start()
            || refuted != solution.finish().peg_count().checked_sub(1)
        {
            return Err(CertificateError::OtherProblem);
        }
        let refutation = Box::new(exhaustion::refutation(record));
        Ok(Certificate::new(
            solution.start(),
            GoalPart::FewestPegs,
            fewest(solution, FewestProofPart::Refuted(refutation)),
            Some(Arc::clone(record)),
        ))
    }

    /// Makes the certificate of an answer about the fewest moves, with its record: no solution has fewer, or there is
    /// none. A checker walks from both ends to the middle, guided by the functions and the sizes of levels in the
    /// record.
    ///
    /// ```
    /// use pegboard::checker::{CheckOptions, ProvenAnswer, verify_text};
    /// use pegboard::moves::{MovesOptions, fewest_moves};
    /// use pegboard::{Board, Certificate, Control, Problem};
    /// let board = Board::library("triangle5")?;
    /// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("b3")?);
    /// let mut options = MovesOptions::default();
    /// options.solver.record = true;
    /// let fewest = fewest_moves(&problem, &options, &Control::default())?;
    /// let text = Certificate::of_fewest_moves(&fewest)?.to_text();
    /// let proven = verify_text(&text, "ten.ron", "".as_ref(), &CheckOptions::default())?;
    /// assert_eq!(proven.answer, ProvenAnswer::FewestMoves { moves: 10, jumps: 13 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CertificateError::OpenMoves`] when the solution is not proved to be the shortest, or when there is neither a
    /// solution nor a proof that there is none; [`CertificateError::NoRecord`] when the answer has no record: search with
    /// [`SolverOptions::record`](crate::SolverOptions::record), or add it by [`FewestMoves::with_record`].
    pub fn of_fewest_moves(fewest: &FewestMoves) -> Result<Certificate, CertificateError> {
        let problem = fewest.answer().problem();
        match fewest.answer().verdict() {
            Verdict::Unsolvable(_) => Certificate::of(fewest.answer()),
            Verdict::Solvable(solution) if fewest.is_proved() => {
                let record = fewest.record().ok_or(CertificateError::NoRecord)?;
                let answer = AnswerPart::FewestMoves {
                    count: solution.moves().len() as u32,
                    moves: solution.to_string(),
                    proof: Box::new(exhaustion::refutation(record)),
                };
                Ok(Certificate::new(
                    problem.start(),
                    goal_part(problem),
                    answer,
                    Some(Arc::clone(record)),
                ))
            }
            _ => Err(CertificateError::OpenMoves {
                found: fewest.moves(),
                at_least: fewest.at_least(),
            }),
        }
    }

    fn new(
        start: &Position,
        goal: GoalPart,
        answer: AnswerPart,
        exhaustion: Option<Arc<Exhaustion>>,
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

    /// Returns the text of the certificate, with all positions of an exhaustion, however many there are.
    pub fn to_text(&self) -> String {
        self.text(&PositionPlace::Text)
            .expect("no file is written for positions in the text")
    }

    /// Writes the certificate, whole or not at all. If a direction of an exhaustion has more than a thousand positions,
    /// they go to a file beside it, `NAME.forward.positions` or `NAME.backward.positions`, which is written first.
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
    /// [`CertificateError::Unwritable`], which names the certificate, when it or one of its files cannot be written;
    /// [`CertificateError::WritingStopped`] when the control stops the call first.
    pub fn write(&self, path: &Path, control: &Control<'_>) -> Result<(), CertificateError> {
        let written = self
            .text(&PositionPlace::Files(path, control))
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

    fn text(&self, place: &PositionPlace<'_>) -> std::io::Result<String> {
        Ok(text::text(&self.part(place)?))
    }

    /// Returns the answer for an atlas. Its exhaustion is compact, because positions would need files of their own.
    pub(crate) fn compact_answer(&self) -> AnswerPart {
        let part = self.part(&PositionPlace::Compact);
        part.expect("a compact exhaustion is not written to a file")
            .answer
    }

    /// Returns the whole certificate, with the positions of an exhaustion.
    fn part(&self, place: &PositionPlace<'_>) -> std::io::Result<CertificatePart> {
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
                refutation.exhaustion = place.put(exhaustion)?;
            }
            AnswerPart::FewestMoves { proof, .. } => proof.exhaustion = place.put(exhaustion)?,
            AnswerPart::Solvable(_) | AnswerPart::Fewest { .. } => {}
        }
        Ok(part)
    }
}

fn fewest(solution: &Line, proof: FewestProofPart) -> AnswerPart {
    AnswerPart::Fewest {
        pegs: solution.finish().peg_count() as u32,
        moves: solution.to_string(),
        proof,
    }
}

/// Returns the holes of jumps as indices: from, over, into.
fn indices(jumps: &[Jump]) -> Vec<(usize, usize, usize)> {
    jumps
        .iter()
        .map(|jump| (jump.from().index(), jump.over().index(), jump.to().index()))
        .collect()
}

/// Returns `true` if a certificate's description of a board has the holes and the jumps of this board. Names and labels may
/// differ.
///
/// ```
/// use pegboard::certificate::{is_described, verify_within};
/// use pegboard::{Board, Control};
/// let proven = verify_within("tests/certificates/version1/halved.ron".as_ref(), &Control::default())?;
/// assert!(is_described(&Board::library("triangle5")?, &proven.board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_described(board: &Board, part: &BoardPart) -> bool {
    let in_order = |part: &BoardPart| {
        let usual = || board.lattice().map(|lattice| lattice.directions().to_vec());
        let mut steps = part.jumps.clone().or_else(usual).unwrap_or_default();
        steps.sort_unstable();
        let (mut lattice, mut without) = (part.lattice.clone(), part.without.clone());
        if let LatticePart::Jumps(jumps) = &mut lattice {
            jumps.sort_unstable();
        }
        without.sort_unstable();
        (lattice, steps, without)
    };
    let own = board_part(board);
    in_order(&own) == in_order(part)
        && own.holes == part.holes
        && own.labels.len() == part.labels.len()
}

/// Describes a board for certificates and atlases.
pub(crate) fn board_part(board: &Board) -> BoardPart {
    let is_declared =
        board.lattice().is_some() && board.symmetry_group() != board.largest_symmetry_group();
    BoardPart {
        name: board.name().to_owned(),
        lattice: match board.lattice() {
            Some(Lattice::Square) => LatticePart::Square,
            Some(Lattice::Triangular) => LatticePart::Triangular,
            None => LatticePart::Jumps(indices(board.jumps())),
        },
        jumps: board.unusual_steps().map(<[_]>::to_vec),
        without: match board.lattice() {
            Some(_) => indices(board.removed_jumps()),
            None => Vec::new(),
        },
        symmetry: is_declared.then(|| board.symmetry_group().to_string()),
        axis: board.file().axis.filter(|_| is_declared),
        holes: board
            .holes()
            .filter_map(|hole| board.coordinate(hole))
            .collect(),
        labels: board
            .holes()
            .map(|hole| board.label(hole).to_owned())
            .collect(),
    }
}

fn goal_part(problem: &Problem) -> GoalPart {
    match problem.goal() {
        Goal::Position(finish) => GoalPart::Position(labels(finish)),
        Goal::PegIn(holes) => {
            GoalPart::PegIn(labels(&problem.board().with_pegs(holes.iter().copied())))
        }
        Goal::OnePeg => GoalPart::OnePeg,
        Goal::FewestPegs => GoalPart::FewestPegs,
        Goal::Patterns(patterns) => {
            GoalPart::Patterns(patterns.iter().map(refutation::pattern_part).collect())
        }
    }
}

/// Returns the labels of the holes that hold pegs.
fn labels(position: &Position) -> String {
    let labels: Vec<&str> = position
        .pegs()
        .map(|hole| position.board().label(hole))
        .collect();
    labels.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_may_list_jumps_in_any_order() {
        let board = Board::library("petersen").unwrap();
        let described = |change: fn(&mut Vec<_>)| {
            let mut part = board_part(&board);
            match &mut part.lattice {
                LatticePart::Jumps(jumps) => change(jumps),
                _ => panic!("the board has no lattice"),
            }
            is_described(&board, &part)
        };
        assert!(described(|jumps| jumps.reverse()));
        assert!(!described(|jumps| jumps.truncate(1)));
    }
}
