//! Certificates: answers with their proofs, in files that [`checker`](crate::checker) checks.

mod error;
mod refutation;
mod text;
mod whole_file;

pub use error::CertificateError;

use crate::answer::{Answer, Proof, Solution, Verdict};
use crate::board::{Board, Position};
use crate::checker::format::{
    AnswerPart, BoardPart, CertificatePart, FewestProofPart, GoalPart, LatticePart, VERSION,
};
use crate::geometry::Lattice;
use crate::problem::{Goal, Problem};
use std::io::Write;
use std::path::Path;

/// An answer with a proof that [`verify`](crate::checker::verify) checks.
///
/// ```
/// use pegboard::checker::{CheckOptions, verify_text};
/// use pegboard::{Board, Certificate, Problem, Solver, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let answer = Solver::new(&board, SolverOptions::default()).solve(&Problem::svss(&board, corner, corner))?;
/// let text = Certificate::of(&answer)?.to_text();
/// let proven = verify_text(&text, "corner.ron", "".as_ref(), &CheckOptions::default())?;
/// assert!(proven.sentence.starts_with("Triangle 5 (15 holes), vacate a1, one peg in a1: solved in 13 jumps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    part: CertificatePart,
}

impl Certificate {
    /// The certificate of an answer.
    ///
    /// # Errors
    ///
    /// [`CertificateError`] when the answer is undecided, or when its proof is an exhaustion: the search keeps no
    /// record of the positions.
    pub fn of(answer: &Answer) -> Result<Certificate, CertificateError> {
        let problem = answer.problem();
        let answer = match answer.verdict() {
            Verdict::Solvable(solution) => AnswerPart::Solvable(solution.to_string()),
            Verdict::Unsolvable(proof) => AnswerPart::Unsolvable(refutation::of_goal(problem, proof)?),
            Verdict::Fewest(solution, proof) => fewest(solution, proof)?,
            Verdict::Undecided(_) => return Err(CertificateError::Undecided),
        };
        Ok(Certificate::new(problem, answer))
    }

    fn new(problem: &Problem, answer: AnswerPart) -> Certificate {
        let part = CertificatePart {
            version: VERSION,
            board: board_part(problem.board()),
            start: labels(problem.start()),
            goal: goal_part(problem),
            answer,
        };
        Certificate { part }
    }

    /// The text of the certificate.
    pub fn to_text(&self) -> String {
        text::text(&self.part)
    }

    /// Writes the certificate, whole or not at all.
    ///
    /// # Errors
    ///
    /// [`CertificateError::Unwritable`] names the file.
    pub fn write(&self, path: &Path) -> Result<(), CertificateError> {
        whole_file::write(path, |file| file.write_all(self.to_text().as_bytes()))
            .map_err(|error| CertificateError::Unwritable { path: path.to_owned(), error })
    }
}

fn fewest(solution: &Solution, proof: &Proof) -> Result<AnswerPart, CertificateError> {
    let pegs = solution.finish().peg_count();
    let proof = match proof {
        Proof::LastPeg => FewestProofPart::LastPeg,
        proof => FewestProofPart::Refuted(refutation::of_fewer_pegs(solution.start(), pegs, proof)?),
    };
    Ok(AnswerPart::Fewest { pegs: pegs as u32, moves: solution.to_string(), proof })
}

fn board_part(board: &Board) -> BoardPart {
    BoardPart {
        name: board.name().to_owned(),
        lattice: match board.lattice() {
            Lattice::Square => LatticePart::Square,
            Lattice::Triangular => LatticePart::Triangular,
        },
        holes: board.holes().map(|hole| board.coordinate(hole)).collect(),
        labels: board.holes().map(|hole| board.label(hole).to_owned()).collect(),
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
    let labels: Vec<&str> = position.pegs().map(|hole| position.board().label(hole)).collect();
    labels.join(" ")
}
