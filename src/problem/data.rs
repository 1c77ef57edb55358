//! Serde forms of problems, lines and answers. The documentation of [`problem`](crate::problem) shows all forms.

use crate::board::Board;
use crate::board::data::{holes, labels, pegs, position};
use crate::board::file::PatternLabels;
use crate::problem::answer::{Answer, Line, PagodaFunction, Proof, Stats, Verdict};
use crate::problem::{Goal, Pattern, Problem};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct ProblemForm {
    board: Board,
    start: Vec<String>,
    goal: GoalForm,
}

/// Serialized form of a goal; its holes are labels of the board beside it.
#[derive(Serialize, Deserialize)]
enum GoalForm {
    Position(Vec<String>),
    PegIn(Vec<String>),
    OnePeg,
    FewestPegs,
    Patterns(Vec<PatternLabels>),
}

#[derive(Serialize, Deserialize)]
struct SolutionForm {
    board: Board,
    start: Vec<String>,
    moves: Vec<String>,
}

/// Serialized form of an answer, with the fields of `pegboard solve --json` in their order.
#[derive(Serialize)]
struct AnswerForm<'a> {
    /// Name of the board.
    title: &'a str,
    /// The vacancy and the survivor of a single-vacancy to single-survivor problem.
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    answer: &'static str,
    moves: Option<Vec<String>>,
    /// Holes that each move jumps over.
    over: Option<Vec<Vec<String>>>,
    jumps: Option<usize>,
    pegs_left: Option<usize>,
    /// Kind of the proof; `solution` if the line proves itself, because it meets the goal or leaves one peg.
    proof: Option<&'static str>,
    /// Weights of the pagoda functions, hole by hole, if they are the proof.
    pagodas: Option<Vec<&'a [i32]>>,
    /// Labels of the holes with pegs at the start.
    start: Vec<String>,
    /// The limit that stopped an undecided search, and the methods tried before.
    limit: Option<String>,
    tried: Option<&'a [String]>,
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
            Goal::Patterns(patterns) => {
                GoalForm::Patterns(patterns.iter().map(Pattern::labels).collect())
            }
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
            GoalForm::Patterns(forms) => {
                let pattern = |form: PatternLabels| {
                    let (pegs, empty) = (holes(&board, &form.pegs)?, holes(&board, &form.empty)?);
                    Pattern::new(&board, pegs, empty).map_err(D::Error::custom)
                };
                let patterns: Result<Vec<Pattern>, D::Error> =
                    forms.into_iter().map(pattern).collect();
                Goal::Patterns(patterns?)
            }
        };
        Problem::new(position(&board, &start)?, goal).map_err(D::Error::custom)
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = SolutionForm {
            board: self.board().clone(),
            start: pegs(self.start()),
            moves: self.notation(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Line, D::Error> {
        let form = SolutionForm::deserialize(deserializer)?;
        let start = position(&form.board, &form.start)?;
        Line::parse(&start, &form.moves.join(" ")).map_err(D::Error::custom)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (proof, undecided) = match self.verdict() {
            Verdict::Solvable(_) | Verdict::Fewest(_, Proof::LastPeg) => (Some("solution"), None),
            Verdict::Fewest(_, proof) | Verdict::Unsolvable(proof) => (Some(proof.kind()), None),
            Verdict::Undecided(undecided) => (None, Some(undecided)),
        };
        let pagodas = match self.verdict() {
            Verdict::Fewest(_, Proof::Pagoda(functions))
            | Verdict::Unsolvable(Proof::Pagoda(functions)) => {
                Some(functions.iter().map(PagodaFunction::weights).collect())
            }
            _ => None,
        };
        let (problem, line) = (self.problem(), self.best_line());
        let board = problem.board();
        let form = AnswerForm {
            title: board.name(),
            vacate: problem.vacancy().map(|hole| board.label(hole)),
            finish: problem.finish().map(|hole| board.label(hole)),
            finish_patterns: problem.pattern_labels(),
            answer: self.verdict().word(),
            moves: line.map(Line::notation),
            over: line.map(Line::jumped_over),
            jumps: line.map(|line| line.jumps().len()),
            pegs_left: line.map(|line| line.finish().peg_count()),
            proof,
            pagodas,
            start: pegs(problem.start()),
            limit: undecided.map(|undecided| undecided.limit.to_string()),
            tried: undecided.map(|undecided| undecided.tried.as_slice()),
            stats: self.stats(),
        };
        form.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Hole;
    use crate::control::{Control, LimitReached};
    use crate::problem::answer::{PruningFunctions, Solution, Undecided};
    use crate::solver::{Solver, SolverOptions};
    use serde::de::DeserializeOwned;
    use serde_json::json;

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> T {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    #[test]
    fn every_board_of_the_library_round_trips() {
        for name in Board::library_names() {
            let board = Board::library(name).unwrap();
            assert_eq!(round_trip(&board).file(), board.file());
            let position = board.with_pegs(board.holes().step_by(3));
            assert_eq!(round_trip(&position), position);
        }
    }

    #[test]
    fn problems_with_each_goal_and_lines_round_trip() {
        let board = Board::library("cracker-barrel").unwrap();
        let holes: Vec<Hole> = board.holes().take(2).collect();
        let start = board.vacate(holes[0]);
        let goals = [
            Goal::PegIn(holes.clone()),
            Goal::OnePeg,
            Goal::FewestPegs,
            Goal::Position(board.with_pegs(holes.clone())),
            Goal::Patterns(vec![
                Pattern::new(&board, holes.clone(), []).unwrap(),
                Pattern::new(&board, [], holes.clone()).unwrap(),
            ]),
        ];
        for goal in goals {
            let problem = Problem::new(start.clone(), goal).unwrap();
            assert_eq!(round_trip(&problem), problem);
        }
        let line = Line::new(start.clone(), start.jumps().take(1).collect()).unwrap();
        assert_eq!(round_trip(&line), line);
    }

    #[test]
    fn errors_name_the_cause() {
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
        let error = serde_json::from_value::<Line>(line)
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
        assert_eq!(
            (&solved["vacate"], &solved["finish"]),
            (&json!("a1"), &json!("a1"))
        );
        assert_eq!(solved["pegs_left"], json!(1));
        assert_eq!(solved["finish_patterns"], json!(null));
        let patterns = Pattern::parse_all(&board, "a1 c3 or d4", "b3").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let free = Problem::new(start, Goal::Patterns(patterns)).unwrap();
        let answer_of_free = solver.solve(&free, &Control::default()).unwrap();
        let form = serde_json::to_value(answer_of_free).unwrap();
        assert_eq!(
            form["finish_patterns"],
            json!([{"pegs": ["a1", "c3"], "empty": ["b3"]}, {"pegs": ["d4"], "empty": ["b3"]}])
        );
        let refuted = answer("b2");
        assert_eq!(
            (&refuted["answer"], &refuted["moves"]),
            (&json!("unsolvable"), &json!(null))
        );
    }

    #[test]
    fn verdicts_have_their_words() {
        let board = Board::library("triangle3").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let best = Line::parse(&start, "a3-a1").unwrap();
        let problem = Problem::new(start, Goal::FewestPegs).unwrap();
        let exhausted = || Proof::Exhaustion {
            positions: 7,
            functions: PruningFunctions::default(),
            record: None,
        };
        let words = |verdict: Verdict| {
            let answer = Answer {
                problem: problem.clone(),
                verdict,
                stats: Stats::default(),
            };
            let form = serde_json::to_value(answer).unwrap();
            (form["answer"].clone(), form["proof"].clone())
        };
        assert_eq!(
            words(Verdict::Solvable(Solution::found(best.clone()))),
            (json!("solvable"), json!("solution"))
        );
        let fewest = Verdict::Fewest(Solution::found(best.clone()), exhausted());
        assert_eq!(words(fewest), (json!("solvable"), json!("exhaustion")));
        let last_peg = Verdict::Fewest(Solution::found(best), Proof::LastPeg);
        assert_eq!(words(last_peg), (json!("solvable"), json!("solution")));
        assert_eq!(
            words(Verdict::Unsolvable(Proof::Class)),
            (json!("unsolvable"), json!("class"))
        );
        let undecided = Verdict::Undecided(Undecided {
            limit: LimitReached::Time,
            tried: Vec::new(),
            best: None,
            functions: PruningFunctions::default(),
        });
        assert_eq!(words(undecided), (json!("undecided"), json!(null)));
    }
}
