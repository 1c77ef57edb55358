//! Problems: a start and a finish.

use crate::board::{Board, holes_of, usual_vacancy};
use crate::errors::{OrRaise, error, record};
use crate::position::Position;
use pegboard::{Goal, Pattern};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A start and a finish.
///
/// The finish is the hole of the last peg, or several separated by commas; `any`, `fewest` or `complement`; a position; or
/// a `Pattern`. Without one, it is the usual finish of the board if the start allows it.
#[pyclass(frozen, module = "pegboard", name = "Problem")]
pub struct Problem {
    pub board: Py<Board>,
    pub inner: pegboard::Problem,
}

/// Converts a goal to an argument that makes it: a text, a `Position` or a `Pattern`.
pub fn goal_object(
    py: Python<'_>,
    board: &pegboard::Board,
    goal: &Goal,
    position: impl Fn(pegboard::Position) -> Position,
) -> PyResult<Py<PyAny>> {
    let text = |text: &str| Ok(PyString::new(py, text).into_any().unbind());
    match goal {
        Goal::OnePeg => text("any"),
        Goal::FewestPegs => text("fewest"),
        Goal::PegIn(holes) => {
            let labels: Vec<&str> = holes.iter().map(|hole| board.label(*hole)).collect();
            text(&labels.join(","))
        }
        Goal::Position(finish) => Ok(Py::new(py, position(finish.clone()))?.into_any()),
        Goal::Patterns(patterns) => {
            let labels = |holes: Vec<pegboard::Hole>| -> String {
                let labels: Vec<&str> = holes.iter().map(|hole| board.label(*hole)).collect();
                labels.join(" ")
            };
            let all = |holes: fn(&Pattern) -> Vec<pegboard::Hole>| -> String {
                let lists: Vec<String> = patterns
                    .iter()
                    .map(|pattern| labels(holes(pattern)))
                    .collect();
                lists.join(" or ").trim().to_owned()
            };
            let pattern = (all(Pattern::pegs), all(Pattern::empty));
            Ok(record(py, "Pattern")?.call1(pattern)?.unbind())
        }
    }
}

impl Problem {
    pub fn new_on(board: &Bound<'_, Board>, inner: pegboard::Problem) -> Problem {
        Problem {
            board: board.clone().unbind(),
            inner,
        }
    }

    pub fn position(&self, py: Python<'_>, inner: pegboard::Position) -> Position {
        Position::new_on(self.board.bind(py), inner)
    }
}

/// Returns the problem that a call is about: a problem, or a start or board with a finish.
pub fn problem_of(
    problem: &Bound<'_, PyAny>,
    finish: Option<&Bound<'_, PyAny>>,
) -> PyResult<Problem> {
    let py = problem.py();
    if let Ok(known) = problem.cast::<Problem>() {
        let known = known.get();
        return match finish {
            None => Ok(Problem {
                board: known.board.clone_ref(py),
                inner: known.inner.clone(),
            }),
            Some(finish) => Problem::of(
                known.board.bind(py),
                known.inner.start().clone(),
                Some(finish),
            ),
        };
    }
    if let Ok(start) = problem.cast::<Position>() {
        let start = start.get();
        return Problem::of(start.board.bind(py), start.inner.clone(), finish);
    }
    if let Ok(board) = problem.cast::<Board>() {
        let its = &board.get().inner;
        return Problem::of(board, its.vacate(usual_vacancy(py, its)?), finish);
    }
    Err(PyTypeError::new_err(format!(
        "a Problem, a Position or a Board is needed, not {}",
        problem.get_type().name()?
    )))
}

/// Refuses the finish `fewest` in environments that are written in Python.
#[pyfunction]
pub fn check_finish(py: Python<'_>, problem: &Problem) -> PyResult<()> {
    refuse_fewest(py, &problem.inner)
}

/// Returns an error for the goal `fewest`, whose finishes are not known in advance.
pub fn refuse_fewest(py: Python<'_>, problem: &pegboard::Problem) -> PyResult<()> {
    match problem.goal() {
        Goal::FewestPegs => Err(error(
            py,
            "the goal `fewest` names no finish; find the fewest pegs with `solve`, then ask for a finish with that number of pegs",
        )),
        _ => Ok(()),
    }
}

fn goal_of(start: &pegboard::Position, finish: &Bound<'_, PyAny>) -> PyResult<Goal> {
    let (py, board) = (finish.py(), start.board());
    if let Ok(position) = finish.cast::<Position>() {
        return Ok(Goal::Position(position.get().inner.clone()));
    }
    if let Ok(text) = finish.cast::<PyString>() {
        let text = text.to_cow()?;
        let text = &*text;
        return Ok(match text.trim() {
            "any" => Goal::OnePeg,
            "fewest" => Goal::FewestPegs,
            "complement" => Goal::Position(start.complement()),
            text if text.contains(['/', '\n']) => {
                Goal::Position(pegboard::Position::parse(board, text).or_raise(py)?)
            }
            text => {
                let labels = text
                    .split(',')
                    .map(|label| board.hole(label.trim()).or_raise(py));
                Goal::PegIn(labels.collect::<PyResult<_>>()?)
            }
        });
    }
    if finish.is_instance(&record(py, "Pattern")?)? {
        let text = |name: &str| -> PyResult<String> { finish.getattr(name)?.extract() };
        let patterns = Pattern::parse_all(board, &text("pegs")?, &text("empty")?);
        return Ok(Goal::Patterns(patterns.or_raise(py)?));
    }
    Ok(Goal::PegIn(holes_of(board, finish)?))
}

impl Problem {
    pub fn of(
        board: &Bound<'_, Board>,
        start: pegboard::Position,
        finish: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Problem> {
        let goal = match finish {
            Some(finish) => goal_of(&start, finish)?,
            None => Goal::usual(&start),
        };
        let py = board.py();
        let inner = pegboard::Problem::new(start, goal).or_raise(py)?;
        // One form for one peg in a hole, so that equal problems are equal.
        let inner = match inner.goal() {
            Goal::Position(finish) if finish.peg_count() == 1 => {
                let goal = Goal::PegIn(finish.pegs().collect());
                pegboard::Problem::new(inner.start().clone(), goal).or_raise(py)?
            }
            _ => inner,
        };
        Ok(Problem::new_on(board, inner))
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (start, finish=None))]
    fn new(start: &Bound<'_, PyAny>, finish: Option<&Bound<'_, PyAny>>) -> PyResult<Problem> {
        problem_of(start, finish)
    }

    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> Position {
        self.position(py, self.inner.start().clone())
    }

    #[getter]
    fn finish(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let position = |position| self.position(py, position);
        goal_object(py, self.inner.board(), self.inner.goal(), position)
    }

    fn is_met_by(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<bool> {
        let position = &position.get().inner;
        if position.board() != self.inner.board() {
            return Err(error(
                py,
                "the position lies on another board than the problem",
            ));
        }
        Ok(self.inner.is_met_by(position))
    }

    fn _repr_svg_(&self) -> String {
        pegboard::drawing::BoardDrawing::of_position(self.inner.start()).to_svg()
    }

    pub fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (start, finish) = (self.start(py), self.finish(py)?);
        Ok(format!(
            "Problem({}, {})",
            start.__repr__(),
            finish.bind(py).repr()?
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Problem>()
            .is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        crate::board::hash_of(self.inner.start())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Position, Py<PyAny>))> {
        let (problem, py) = (slf.get(), slf.py());
        let arguments = (problem.start(py), problem.finish(py)?);
        Ok((slf.get_type().into_any().unbind(), arguments))
    }
}
