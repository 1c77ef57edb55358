//! How boards, positions, problems, lines and answers look as data, for programs that send or keep them: JSON
//! or whatever else serde writes.
//!
//! | value | its form |
//! |---|---|
//! | [`Board`] | a [`BoardFile`](crate::BoardFile): `{"name": "Row", "lattice": "Square", "holes": [[0, 0], [1, 0], [2, 0]], …}` |
//! | [`Position`](crate::Position) | `{"board": …, "pegs": ["a1", "b1"]}` |
//! | [`Problem`] | `{"board": …, "start": ["a1", "b1"], "goal": {"PegIn": ["c1"]}}`; or `"OnePeg"`, `"FewestPegs"`, `{"Position": [labels]}` |
//! | [`Solution`] | `{"board": …, "start": ["a1", "b1"], "moves": ["a1-c1"]}` |
//! | [`Answer`] | its problem with `answer`, `moves`, `pegs_left`, `proof`, `stats`, named as `--json` names them |
//!
//! What is read is checked as if it came from a file: the errors are those of [`Board::new`],
//! [`Board::hole`], [`Problem::new`] and [`Solution::parse`]. An answer is only written. To prove an answer to
//! another program, give it a [`Certificate`](crate::Certificate).
//!
//! ```
//! use pegboard::{Board, Problem};
//! let board = Board::library("english")?;
//! let centre = board.hole("d4")?;
//! let problem = Problem::svss(&board, centre, centre);
//! let text = serde_json::to_string(&problem)?;
//! assert_eq!(serde_json::from_str::<Problem>(&text)?, problem);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::Board;
use crate::board::data::{holes, labels, pegs, position};
use crate::problem::answer::{Answer, Proof, Solution, Stats, Verdict};
use crate::problem::{Goal, Problem};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct ProblemForm {
    board: Board,
    start: Vec<String>,
    goal: GoalForm,
}

/// A goal; its holes are those of a board that stands beside it.
#[derive(Serialize, Deserialize)]
enum GoalForm {
    Position(Vec<String>),
    PegIn(Vec<String>),
    OnePeg,
    FewestPegs,
}

#[derive(Serialize, Deserialize)]
struct SolutionForm {
    board: Board,
    start: Vec<String>,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct AnswerForm<'a> {
    #[serde(flatten)]
    problem: ProblemForm,
    answer: &'static str,
    moves: Option<Vec<String>>,
    pegs_left: Option<usize>,
    /// The proof in one word.
    proof: Option<&'static str>,
    /// What stopped an undecided search.
    stopped_by: Option<String>,
    stats: &'a Stats,
}

impl ProblemForm {
    fn of(problem: &Problem) -> ProblemForm {
        let board = problem.board();
        let goal = match problem.goal() {
            Goal::Position(finish) => GoalForm::Position(pegs(finish)),
            Goal::PegIn(holes) => GoalForm::PegIn(labels(board, holes)),
            Goal::OnePeg => GoalForm::OnePeg,
            Goal::FewestPegs => GoalForm::FewestPegs,
        };
        ProblemForm {
            board: board.clone(),
            start: pegs(problem.start()),
            goal,
        }
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ProblemForm::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Problem, D::Error> {
        let ProblemForm { board, start, goal } = ProblemForm::deserialize(deserializer)?;
        let goal = match goal {
            GoalForm::Position(finish) => Goal::Position(position(&board, &finish)?),
            GoalForm::PegIn(labels) => Goal::PegIn(holes(&board, &labels)?),
            GoalForm::OnePeg => Goal::OnePeg,
            GoalForm::FewestPegs => Goal::FewestPegs,
        };
        Problem::new(position(&board, &start)?, goal).map_err(D::Error::custom)
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = SolutionForm {
            board: self.board().clone(),
            start: pegs(self.start()),
            moves: self.notation(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Solution, D::Error> {
        let form = SolutionForm::deserialize(deserializer)?;
        let start = position(&form.board, &form.start)?;
        Solution::parse(&start, &form.moves.join(" ")).map_err(D::Error::custom)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (answer, proof) = match self.verdict() {
            Verdict::Solvable(_) => ("solvable", Some("solution")),
            Verdict::Fewest(_, proof) => ("solvable", Some(Proof::kind(proof))),
            Verdict::Unsolvable(proof) => ("unsolvable", Some(proof.kind())),
            Verdict::Undecided(_) => ("undecided", None),
        };
        let stopped_by = match self.verdict() {
            Verdict::Undecided(undecided) => Some(undecided.limit.to_string()),
            _ => None,
        };
        let line = self.solution();
        let form = AnswerForm {
            problem: ProblemForm::of(self.problem()),
            answer,
            moves: line.map(Solution::notation),
            pegs_left: line.map(|line| line.finish().peg_count()),
            proof,
            stopped_by,
            stats: self.stats(),
        };
        form.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Hole;
    use crate::control::Control;
    use crate::solver::{Solver, SolverOptions};
    use serde::de::DeserializeOwned;
    use serde_json::json;

    fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    #[test]
    fn every_board_of_the_library_is_read_as_it_was_written() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            assert_eq!(again(&board).file(), board.file());
            let position = board.pegs(board.holes().step_by(3));
            assert_eq!(again(&position), position);
        }
    }

    #[test]
    fn problems_of_every_goal_and_lines_come_back() {
        let board = Board::library("cracker-barrel").unwrap();
        let holes: Vec<Hole> = board.holes().take(2).collect();
        let start = board.vacate(holes[0]);
        let goals = [
            Goal::PegIn(holes.clone()),
            Goal::OnePeg,
            Goal::FewestPegs,
            Goal::Position(board.pegs(holes.clone())),
        ];
        for goal in goals {
            let problem = Problem::new(start.clone(), goal).unwrap();
            assert_eq!(again(&problem), problem);
        }
        let line = Solution::new(start.clone(), start.jumps().take(1).collect()).unwrap();
        assert_eq!(again(&line), line);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let board = json!({"name": "Row", "lattice": "Square", "holes": [[0, 0], [1, 0], [2, 0]]});
        let error = |text: serde_json::Value| {
            serde_json::from_value::<Problem>(text)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error(json!({"board": board, "start": ["z9"], "goal": "OnePeg"})),
            "board `Row` has no hole `z9`; its holes are a1 b1 c1"
        );
        assert_eq!(
            error(json!({"board": board, "start": [], "goal": "OnePeg"})),
            "the start has no pegs"
        );
        let none = json!({"name": "None", "lattice": "Square", "holes": []});
        assert_eq!(
            error(json!({"board": none, "start": [], "goal": "OnePeg"})),
            "the board has no holes"
        );
        let line = json!({"board": board, "start": ["a1"], "moves": ["a1-c1"]});
        let error = serde_json::from_value::<Solution>(line)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("b1, which it would jump over, has no peg"),
            "{error}"
        );
    }

    #[test]
    fn answers_are_written_with_the_names_of_the_command_line() {
        let board = Board::library("triangle5").unwrap();
        let solver = Solver::new(&board, SolverOptions::default());
        let answer = |finish: &str| {
            let corner = board.hole("a1").unwrap();
            let problem = Problem::svss(&board, corner, board.hole(finish).unwrap());
            serde_json::to_value(solver.solve(&problem, &Control::default()).unwrap()).unwrap()
        };
        let solved = answer("a1");
        assert_eq!(
            (&solved["answer"], &solved["proof"]),
            (&json!("solvable"), &json!("solution"))
        );
        assert_eq!(solved["goal"], json!({"PegIn": ["a1"]}));
        assert_eq!(solved["pegs_left"], json!(1));
        let refuted = answer("b2");
        assert_eq!(
            (&refuted["answer"], &refuted["moves"]),
            (&json!("unsolvable"), &json!(null))
        );
    }
}
