//! Answers read back from their serde form. The checker checks their proofs.

use super::Certificate;
use crate::board::Board;
use crate::checker::{CheckOptions, verify_text};
use crate::problem::answer::{Answer, Verdict};
use crate::problem::data::AnswerForm;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Answers to problems of one board.
///
/// Serde form: `{"board": …, "answers": […]}`, where each answer is an object that [`Answer::read`] reads.
///
/// ```
/// use pegboard::{Answers, Board, Control, Problem, Solver, SolverOptions};
/// let board = Board::library("english")?;
/// let (solver, center) = (Solver::new(&board, SolverOptions::default()), board.hole("d4")?);
/// let solve = |vacancy| solver.solve(&Problem::svss(&board, vacancy, center), &Control::default());
/// let answers = Answers::new(&board, board.holes().take(2).map(solve).collect::<Result<_, _>>()?);
/// let text = serde_json::to_string(&answers)?;
/// let read: Answers = serde_json::from_str(&text)?;
/// assert_eq!((read.board(), read.answers().len()), (&board, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Answers {
    board: Board,
    answers: Vec<Answer>,
}

impl Answers {
    /// Collects answers to problems of a board.
    ///
    /// # Panics
    ///
    /// If an answer belongs to another board.
    pub fn new(board: &Board, answers: Vec<Answer>) -> Answers {
        for answer in &answers {
            board.check_position(answer.problem().start());
        }
        Answers {
            board: board.clone(),
            answers,
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the answers.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Returns the answers.
    pub fn into_answers(self) -> Vec<Answer> {
        self.answers
    }
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answers, D::Error> {
        #[derive(Deserialize)]
        struct Form {
            board: Board,
            answers: Vec<AnswerForm>,
        }
        let Form { board, answers } = Form::deserialize(deserializer)?;
        let read = |(index, form): (usize, &AnswerForm)| {
            checked::<D::Error>(form, &board)
                .map_err(|error| D::Error::custom(format!("answer {}: {error}", index + 1)))
        };
        let answers: Result<Vec<Answer>, D::Error> = answers.iter().enumerate().map(read).collect();
        Ok(Answers {
            answers: answers?,
            board,
        })
    }
}

impl Answer {
    /// Reads an answer to a problem of a board from its serde form, such as the object that `pegboard solve --json` prints.
    ///
    /// The moves are replayed, and the [`checker`](crate::checker) checks the proof, so a wrong answer cannot be read. The
    /// form has proofs by position classes and by pagoda functions. Proofs by cases and by exhaustion are in
    /// [certificates](Certificate) only.
    ///
    /// ```
    /// use pegboard::{Answer, Board, Control, Problem, Solver, SolverOptions};
    /// let board = Board::library("english")?;
    /// let problem = Problem::svss(&board, board.hole("d4")?, board.hole("d3")?);
    /// let answer = Solver::new(&board, SolverOptions::default()).solve(&problem, &Control::default())?;
    /// let mut form = serde_json::to_value(&answer)?;
    /// assert_eq!(Answer::read(&board, &form)?.problem(), &problem);
    /// form["goal"] = serde_json::json!({"PegIn": ["d4"]});
    /// assert!(Answer::read(&board, &form).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the deserializer, if the form is not that of an answer on this board, if its fields contradict each
    /// other, or if it does not hold the proof of an answer.
    pub fn read<'de, D: Deserializer<'de>>(
        board: &Board,
        deserializer: D,
    ) -> Result<Answer, D::Error> {
        checked(&AnswerForm::deserialize(deserializer)?, board)
    }
}

fn checked<E: Error>(form: &AnswerForm, board: &Board) -> Result<Answer, E> {
    let answer = form.claim::<E>(board)?;
    if AnswerForm::of(&answer) != *form {
        return Err(E::custom("the fields of the answer contradict each other"));
    }
    if let Verdict::Unsolvable(_) | Verdict::Fewest(..) = answer.verdict() {
        let certificate = Certificate::of(&answer).map_err(E::custom)?;
        let options = CheckOptions::default();
        verify_text(&certificate.to_text(), "answer", "".as_ref(), &options).map_err(E::custom)?;
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Control, Limits};
    use crate::problem::answer::{PagodaFunction, ParitySet, Proof, Stats};
    use crate::problem::{Goal, Pattern, Problem};
    use crate::solver::{Solver, SolverOptions};
    use serde_json::{Value, json};

    /// Returns the answer whose proof is a function that has the invariants of the position classes as parity sets.
    fn by_parities(problem: Problem) -> Answer {
        let board = problem.board();
        let invariants = board.position_classes().invariants();
        let sets = invariants.iter().map(|set| {
            let holes = crate::Position::from_code(board, *set).unwrap();
            ParitySet::new(&holes, 2)
        });
        let weights = vec![0; board.hole_count()];
        let function = PagodaFunction::with_parities(board, weights, sets.collect()).unwrap();
        Answer {
            verdict: Verdict::Unsolvable(Proof::Pagoda(vec![function])),
            stats: Stats::default(),
            problem,
        }
    }

    /// Answers of every kind that the form holds whole, each with its name.
    fn answers() -> Vec<(&'static str, Answer)> {
        let solve = |problem: &Problem, limits: Limits| {
            let solver = Solver::new(problem.board(), SolverOptions::default());
            solver.solve(problem, &Control::new(limits)).unwrap()
        };
        let svss = |name: &str, vacancy: &str, finish: &str| {
            let board = Board::library(name).unwrap();
            let [vacancy, finish] = [vacancy, finish].map(|label| board.hole(label).unwrap());
            Problem::svss(&board, vacancy, finish)
        };
        let row = |start: &str, goal: Goal| {
            let board = Board::library("path8").unwrap();
            Problem::new(crate::Position::parse(&board, start).unwrap(), goal).unwrap()
        };
        let free = |limits: Limits| {
            let board = Board::library("english").unwrap();
            let patterns = Pattern::parse_all(&board, "d1 e1 or d7", "d4").unwrap();
            let start = board.vacate(board.hole("d4").unwrap());
            solve(
                &Problem::new(start, Goal::Patterns(patterns)).unwrap(),
                limits,
            )
        };
        let nodes = |nodes| Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let all = Limits::default();
        vec![
            ("solvable", solve(&svss("english", "d4", "d4"), all.clone())),
            ("solvable", free(all.clone())),
            ("class", solve(&svss("english", "d4", "d3"), all.clone())),
            ("pagoda", solve(&svss("diamond41", "e3", "e4"), all.clone())),
            ("pagoda", by_parities(svss("english", "d4", "d3"))),
            (
                "fewest",
                solve(&row("***ooooo", Goal::FewestPegs), all.clone()),
            ),
            ("last peg", solve(&row("**oooooo", Goal::FewestPegs), all)),
            ("undecided", solve(&svss("wiegleb", "e5", "e5"), nodes(1))),
        ]
    }

    fn kind(answer: &Answer) -> &'static str {
        match answer.verdict() {
            Verdict::Solvable(_) => "solvable",
            Verdict::Fewest(_, Proof::LastPeg) => "last peg",
            Verdict::Fewest(..) => "fewest",
            Verdict::Unsolvable(proof) => proof.kind(),
            Verdict::Undecided(_) => "undecided",
        }
    }

    #[test]
    fn answers_of_each_kind_are_read_back() {
        for (name, answer) in answers() {
            assert_eq!(kind(&answer), name, "{:?}", answer.verdict());
            let form = serde_json::to_value(&answer).unwrap();
            let board = answer.problem().board();
            let read = Answer::read(board, &form).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), form);
            assert_eq!(read.problem(), answer.problem());
            assert_eq!(kind(&read), name);
            let text =
                serde_json::to_string(&Answers::new(board, vec![answer.clone(), read])).unwrap();
            assert_eq!(text.matches("\"board\":").count(), 1);
            let both: Answers = serde_json::from_str(&text).unwrap();
            assert_eq!((both.board(), both.answers().len()), (board, 2));
        }
    }

    #[test]
    fn wrong_answers_are_refused() {
        let change = |form: &Value, field: &str, value: &Value| {
            let mut changed = form.clone();
            changed[field] = value.clone();
            changed
        };
        let all = answers();
        for (name, answer) in &all {
            let board = answer.problem().board();
            let form = serde_json::to_value(answer).unwrap();
            // Each field of another kind of answer, one at a time.
            for (other_name, other) in &all {
                let other = serde_json::to_value(other).unwrap();
                for (field, value) in other.as_object().unwrap() {
                    let changed = change(&form, field, value);
                    if changed == form || field == "stats" {
                        continue;
                    }
                    // A limit is no claim. The classes exclude that no peg is left, and the finish of the proof by
                    // parities.
                    let is_free = match *name {
                        "undecided" => ["limit", "tried"].contains(&field.as_str()),
                        "last peg" => field == "proof" && value == "class",
                        "pagoda" => field == "parities" && board.name() == "English",
                        _ => false,
                    };
                    let read = Answer::read(board, &changed);
                    assert!(
                        is_free || read.is_err(),
                        "{name}, {field} of {other_name}: {read:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn refusals_name_the_cause() {
        let error =
            |form: &Value, board: &Board| Answer::read(board, form).unwrap_err().to_string();
        let all = answers();
        let answer = |name: &'static str| &all.iter().find(|(its, _)| *its == name).unwrap().1;
        let form = |name: &'static str| serde_json::to_value(answer(name)).unwrap();
        let board = |name: &'static str| answer(name).problem().board().clone();
        let mut exhausted = form("class");
        exhausted["proof"] = json!("exhaustion");
        assert_eq!(
            error(&exhausted, &board("class")),
            "a proof by exhaustion is only in the certificate of the answer; read that, or solve the problem again"
        );
        let mut rises = form("pagoda");
        rises["pagodas"][0][0] = json!(1000);
        let message = error(&rises, &board("pagoda"));
        assert!(
            message.contains("lowers the sum of the weights by"),
            "{message}"
        );
        let mut too_weak = form("pagoda");
        too_weak["pagodas"] = json!([vec![0; board("pagoda").hole_count()]]);
        too_weak["parities"] = json!([[]]);
        let message = error(&too_weak, &board("pagoda"));
        assert!(message.contains("does not refute the finish"), "{message}");
        let mut fewer = form("fewest");
        for (field, value) in [
            ("moves", json!([])),
            ("over", json!([])),
            ("jumps", json!(0)),
            ("pegs_left", json!(3)),
        ] {
            fewer[field] = value;
        }
        let message = error(&fewer, &board("fewest"));
        assert!(message.starts_with("answer"), "{message}");
        let answers = json!({"board": board("class"), "answers": [form("class"), exhausted]});
        let message = serde_json::from_value::<Answers>(answers)
            .unwrap_err()
            .to_string();
        assert!(
            message.starts_with("answer 2: a proof by exhaustion"),
            "{message}"
        );
        let other = Board::library("triangle5").unwrap();
        assert!(error(&form("class"), &other).contains("has no hole"));
    }
}
