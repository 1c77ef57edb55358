//! Serde forms of problems, lines and answers. The documentation of [`problem`](crate::problem) shows all forms.

use crate::board::data::{holes, jump, labels, pegs, position};
use crate::board::file::PatternLabels;
use crate::board::{Board, Hole, Position};
use crate::control::LimitReached;
use crate::problem::answer::{
    Answer, Line, Move, PagodaFunction, ParitySet, Proof, PruningFunctions, Solution, Stats,
    Undecided, Verdict,
};
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
#[derive(Debug, PartialEq, Serialize, Deserialize)]
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

#[derive(Serialize, Deserialize)]
struct MoveForm {
    holes: Vec<Hole>,
    over: Vec<Hole>,
}

/// Serialized form of an answer, with the fields of `pegboard solve --json` in their order.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AnswerForm {
    /// Name of the board.
    title: String,
    /// The vacancy and the survivor of a single-vacancy to single-survivor problem.
    vacate: Option<String>,
    finish: Option<String>,
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    answer: String,
    moves: Option<Vec<String>>,
    /// Holes that each move jumps over.
    over: Option<Vec<Vec<String>>>,
    jumps: Option<usize>,
    pegs_left: Option<usize>,
    /// Kind of the proof; `solution` if the line proves itself, because it meets the goal or leaves one peg.
    proof: Option<String>,
    /// Weights of the pagoda functions, hole by hole, if they are the proof.
    pagodas: Option<Vec<Vec<i32>>>,
    /// Parity sets of each of these functions.
    parities: Option<Vec<Vec<ParityForm>>>,
    /// Labels of the holes with pegs at the start.
    start: Vec<String>,
    goal: GoalForm,
    /// The limit that stopped an undecided search, and the methods tried before.
    limit: Option<String>,
    tried: Option<Vec<String>>,
    stats: Stats,
}

/// Serialized form of a parity set.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct ParityForm {
    holes: Vec<String>,
    loss: u32,
}

impl GoalForm {
    fn of(problem: &Problem) -> GoalForm {
        let board = problem.board();
        match problem.goal() {
            Goal::Position(finish) => GoalForm::Position(pegs(finish)),
            Goal::PegIn(holes) => GoalForm::PegIn(labels(board, holes)),
            Goal::OnePeg => GoalForm::OnePeg,
            Goal::FewestPegs => GoalForm::FewestPegs,
            Goal::Patterns(patterns) => {
                GoalForm::Patterns(patterns.iter().map(Pattern::labels).collect())
            }
        }
    }

    /// Returns the problem with this goal.
    fn problem<E: Error>(&self, start: Position) -> Result<Problem, E> {
        let board = start.board();
        let goal = match self {
            GoalForm::Position(finish) => Goal::Position(position(board, finish)?),
            GoalForm::PegIn(labels) => Goal::PegIn(holes(board, labels)?),
            GoalForm::OnePeg => Goal::OnePeg,
            GoalForm::FewestPegs => Goal::FewestPegs,
            GoalForm::Patterns(forms) => {
                let pattern = |form: &PatternLabels| {
                    let (pegs, empty) = (holes(board, &form.pegs)?, holes(board, &form.empty)?);
                    Pattern::new(board, pegs, empty).map_err(E::custom)
                };
                let patterns: Result<Vec<Pattern>, E> = forms.iter().map(pattern).collect();
                Goal::Patterns(patterns?)
            }
        };
        Problem::new(start, goal).map_err(E::custom)
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = ProblemForm {
            board: self.board().clone(),
            start: pegs(self.start()),
            goal: GoalForm::of(self),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Problem, D::Error> {
        let ProblemForm { board, start, goal } = ProblemForm::deserialize(deserializer)?;
        goal.problem(position(&board, &start)?)
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

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = MoveForm {
            holes: self.holes().to_vec(),
            over: self.over().to_vec(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let MoveForm { holes, over } = MoveForm::deserialize(deserializer)?;
        let steps = holes.windows(2).zip(&over);
        let jumps = steps.map(|(ends, over)| jump::<D::Error>([ends[0], *over, ends[1]]));
        Move::new(&jumps.collect::<Result<Vec<_>, _>>()?)
            .filter(|read| read.over().len() == over.len() && read.holes().len() == holes.len())
            .ok_or_else(|| D::Error::custom("a move visits one hole more than it jumps over"))
    }
}

impl AnswerForm {
    pub(crate) fn of(answer: &Answer) -> AnswerForm {
        let (proof, undecided) = match answer.verdict() {
            Verdict::Solvable(_) | Verdict::Fewest(_, Proof::LastPeg) => (Some("solution"), None),
            Verdict::Fewest(_, proof) | Verdict::Unsolvable(proof) => (Some(proof.kind()), None),
            Verdict::Undecided(undecided) => (None, Some(undecided)),
        };
        let functions = match answer.verdict() {
            Verdict::Fewest(_, Proof::Pagoda(functions))
            | Verdict::Unsolvable(Proof::Pagoda(functions)) => Some(functions),
            _ => None,
        };
        let (problem, line) = (answer.problem(), answer.best_line());
        let board = problem.board();
        let label = |hole| board.label(hole).to_owned();
        let parity = |set: &ParitySet| ParityForm {
            holes: labels(board, &board.holes_of(set.code())),
            loss: set.loss(),
        };
        let parities = |function: &PagodaFunction| function.parities().iter().map(parity).collect();
        AnswerForm {
            title: board.name().to_owned(),
            vacate: problem.vacancy().map(label),
            finish: problem.finish().map(label),
            finish_patterns: problem.pattern_labels(),
            answer: answer.verdict().word().to_owned(),
            moves: line.map(Line::notation),
            over: line.map(Line::jumped_over),
            jumps: line.map(|line| line.jumps().len()),
            pegs_left: line.map(|line| line.finish().peg_count()),
            proof: proof.map(str::to_owned),
            pagodas: functions.map(|functions| {
                let weights = |function: &PagodaFunction| function.weights().to_vec();
                functions.iter().map(weights).collect()
            }),
            parities: functions.map(|functions| functions.iter().map(parities).collect()),
            start: pegs(problem.start()),
            goal: GoalForm::of(problem),
            limit: undecided.map(|undecided| undecided.limit.to_string()),
            tried: undecided.map(|undecided| undecided.tried.clone()),
            stats: answer.stats().clone(),
        }
    }

    /// Returns the answer that the form describes. The line is replayed and the functions are checked on the board; the
    /// caller checks that they prove the answer.
    pub(crate) fn claim<E: Error>(&self, board: &Board) -> Result<Answer, E> {
        let problem = self.goal.problem::<E>(position(board, &self.start)?)?;
        let line = self
            .moves
            .as_ref()
            .map(|moves| Line::parse(problem.start(), &moves.join(" ")).map_err(E::custom));
        let line = line.transpose()?;
        let proof = self.proof.as_deref();
        let verdict = match (self.answer.as_str(), line) {
            ("solvable", Some(line)) if proof == Some("solution") => {
                let solution = Solution::new(&problem, line);
                let solution =
                    solution.map_err(|_| E::custom("the moves do not solve the problem"))?;
                match problem.goal() {
                    Goal::FewestPegs => Verdict::Fewest(solution, Proof::LastPeg),
                    _ => Verdict::Solvable(solution),
                }
            }
            ("solvable", Some(line)) if *problem.goal() == Goal::FewestPegs => {
                Verdict::Fewest(Solution::found(line), self.claimed_proof(board)?)
            }
            ("unsolvable", None) => Verdict::Unsolvable(self.claimed_proof(board)?),
            ("undecided", best) => {
                let mut limits = LimitReached::ALL.into_iter();
                let limit = limits.find(|limit| self.limit == Some(limit.to_string()));
                Verdict::Undecided(Undecided {
                    limit: limit.ok_or_else(|| E::custom("the limit is not known"))?,
                    tried: self.tried.clone().unwrap_or_default(),
                    best,
                    functions: PruningFunctions::default(),
                })
            }
            _ => return Err(E::custom("answer, moves and proof do not belong together")),
        };
        Ok(Answer {
            problem,
            verdict,
            stats: self.stats.clone(),
        })
    }

    fn claimed_proof<E: Error>(&self, board: &Board) -> Result<Proof, E> {
        match self.proof.as_deref() {
            Some("class") => Ok(Proof::Class),
            Some("pegs") => Ok(Proof::Pegs),
            Some("pagoda") => {
                let (weights, sets) = (
                    self.pagodas.iter().flatten(),
                    self.parities.iter().flatten(),
                );
                let functions: Result<Vec<PagodaFunction>, E> = weights
                    .zip(sets)
                    .map(|(weights, sets)| {
                        let set = |set: &ParityForm| {
                            let holes = position(board, &set.holes)?;
                            Ok(ParitySet::new(&holes, set.loss))
                        };
                        let sets = sets.iter().map(set).collect::<Result<_, E>>()?;
                        PagodaFunction::with_parities(board, weights.clone(), sets)
                            .map_err(E::custom)
                    })
                    .collect();
                Ok(Proof::Pagoda(functions?))
            }
            Some(kind @ ("cases" | "exhaustion")) => Err(E::custom(format!(
                "a proof by {kind} is only in the certificate of the answer; read that, or solve the problem again"
            ))),
            _ => Err(E::custom("the proof is of no known kind")),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnswerForm::of(self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
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
