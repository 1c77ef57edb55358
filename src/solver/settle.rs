//! Answers settled by exhaustions to the end.

use super::Solver;
use crate::control::Control;
use crate::problem::answer::{Answer, Line, Proof, Solution, Undecided, Verdict};
use crate::solver::exhaustion::{
    Exhausted, ExhaustionError, ExhaustionOptions, exhaust, exhaust_pegs,
};

impl Solver {
    /// Settles an answer by an exhaustion: decides an undecided answer, and adds a missing record to a proof by
    /// exhaustion, or to a proof by cases that no line leaves fewer pegs. Other answers are returned as they are. If the
    /// goal names its finishes, the exhaustion begins with the pagoda functions of the answer. It keeps its levels in
    /// [`SolverOptions::scratch`](crate::SolverOptions::scratch).
    ///
    /// For the goal of fewest pegs, each line that leaves fewer pegs than the best one so far becomes the best one, and
    /// the next exhaustion is for one peg less. Each has a folder of its own in the scratch folder.
    ///
    /// ```
    /// use pegboard::{Board, Certificate, Control, Limits, Problem, Solver, SolverOptions, Verdict};
    /// let board = Board::library("triangle5")?;
    /// let problem = Problem::svss(&board, board.hole("b3")?, board.hole("b3")?);
    /// let solver = Solver::new(&board, SolverOptions::default());
    /// let short = Limits { nodes: Some(1), ..Limits::default() };
    /// let undecided = solver.solve(&problem, &Control::new(short))?;
    /// let answer = solver.exhaust(&undecided, &Control::default())?;
    /// assert!(matches!(answer.verdict(), Verdict::Unsolvable(_)));
    /// let certificate = Certificate::of(&answer)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ExhaustionError::Solve`] when the answer is about another board; [`ExhaustionError::Stopped`] when the control
    /// stops the exhaustion; [`ExhaustionError::Contradicted`] when it finds a line where the answer says that there is
    /// none; otherwise as for [`exhaust`].
    pub fn exhaust(
        &self,
        answer: &Answer,
        control: &Control<'_>,
    ) -> Result<Answer, ExhaustionError> {
        self.check(answer.problem())?;
        match answer.verdict() {
            Verdict::Fewest(best, Proof::Cases(_) | Proof::Exhaustion { record: None, .. }) => {
                self.fewest_pegs(answer, Line::clone(best), false, control)
            }
            Verdict::Undecided(Undecided {
                best: Some(best), ..
            }) => self.fewest_pegs(answer, best.clone(), true, control),
            Verdict::Undecided(_) | Verdict::Unsolvable(Proof::Exhaustion { record: None, .. }) => {
                let options = ExhaustionOptions {
                    functions: answer.verdict().learned_functions(),
                    ..self.exhaustion()
                };
                exhaust(answer.problem(), &options, control)?.settle(answer)
            }
            _ => Ok(answer.clone()),
        }
    }

    /// Returns the options of an exhaustion with the methods and the scratch folder of this solver.
    fn exhaustion(&self) -> ExhaustionOptions {
        ExhaustionOptions {
            kinds: self.options.methods.refutations(),
            scratch: self.options.scratch.clone(),
            ..ExhaustionOptions::default()
        }
    }

    /// Proves by exhaustions that no line leaves fewer pegs than the best one. If that is still open, each line to fewer
    /// pegs becomes the best one.
    fn fewest_pegs(
        &self,
        answer: &Answer,
        mut best: Line,
        is_open: bool,
        control: &Control<'_>,
    ) -> Result<Answer, ExhaustionError> {
        let mut proof = Proof::LastPeg;
        while best.finish().peg_count() > 1 {
            match self.fewer_pegs(answer, &best, control)? {
                Exhausted::Unsolvable(record) => {
                    proof = record.proof(answer.verdict().learned_functions());
                    break;
                }
                Exhausted::Solvable(line) if is_open => best = line,
                Exhausted::Solvable(line) => {
                    return Err(ExhaustionError::Contradicted {
                        line: line.to_string(),
                    });
                }
                Exhausted::Undecided {
                    limit, positions, ..
                } => {
                    return Err(ExhaustionError::Stopped {
                        limit,
                        positions,
                        best: is_open.then(|| Box::new(best)),
                    });
                }
            }
        }
        Ok(answer.with_verdict(Verdict::Fewest(Solution::found(best), proof)))
    }

    /// Searches for a line to one peg less than the best one leaves.
    fn fewer_pegs(
        &self,
        answer: &Answer,
        best: &Line,
        control: &Control<'_>,
    ) -> Result<Exhausted, ExhaustionError> {
        let fewer = best.finish().peg_count().saturating_sub(1);
        let mut options = self.exhaustion();
        options.scratch = options
            .scratch
            .map(|folder| folder.join(format!("{fewer}-pegs")));
        exhaust_pegs(answer.problem().start(), fewer, &options, control)
    }
}
