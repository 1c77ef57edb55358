//! Oracles, games, hints and puzzles.

use crate::board::{Board, Jump, hash_of, hole_of};
use crate::call::{Call, limit_name};
use crate::codes::{array, codes_of};
use crate::errors::{OrRaise, error, error_among, record};
use crate::line::{Line, Move};
use crate::position::{Position, played};
use crate::positions::or_undecided;
use crate::problem::{Problem, problem_of};
use pegboard::drawing::BoardDrawing;
use pegboard::{
    Alarm, Control, Difficulty, GameOracle, LimitReached, Outlook, Puzzle, PuzzleError,
    PuzzleOptions, SolverOptions, WinningOracle,
};
use pyo3::prelude::*;
use std::sync::Arc;

/// Returns the number of an outlook: 1 wins, 0 loses, -1 is unknown.
pub fn number(outlook: Outlook) -> i8 {
    match outlook {
        Outlook::Winning => 1,
        Outlook::Losing => 0,
        Outlook::Unknown(_) => -1,
    }
}

/// Exact outlooks for the finish of a problem: 1 wins, 0 loses, -1 is unknown because of a limit.
#[pyclass(frozen, module = "pegboard", name = "Oracle")]
pub struct Oracle {
    problem: Problem,
    inner: Arc<GameOracle>,
}

fn prepared(py: Python<'_>, problem: &pegboard::Problem, call: Call) -> PyResult<Arc<GameOracle>> {
    let problem = problem.clone();
    let prepare = move |control: &Control<'_>| {
        GameOracle::prepare(&problem, SolverOptions::default(), control)
    };
    Ok(Arc::new(call.run(py, prepare)?))
}

#[pymethods]
impl Oracle {
    #[new]
    #[pyo3(signature = (problem, finish=None, *, time=None, memory=None, threads=None, progress=None))]
    fn new<'py>(
        problem: &Bound<'py, PyAny>,
        finish: Option<&Bound<'py, PyAny>>,
        time: Option<f64>,
        memory: Option<u64>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Oracle> {
        let py = problem.py();
        let call = Call::new(py, time, None, memory, threads, progress)?;
        let problem = problem_of(problem, finish)?;
        let inner = prepared(py, &problem.inner, call)?;
        Ok(Oracle { problem, inner })
    }

    #[getter]
    fn problem(&self, py: Python<'_>) -> Problem {
        Problem::new_on(self.problem.board.bind(py), self.problem.inner.clone())
    }

    /// `True` if every outlook is known without a search.
    #[getter]
    fn knows_all(&self) -> bool {
        self.inner.knows_all()
    }

    #[pyo3(signature = (codes, *, time=None, nodes=None, threads=None, progress=None))]
    fn outlooks<'py>(
        &self,
        codes: &Bound<'py, PyAny>,
        time: Option<f64>,
        nodes: Option<u64>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = codes.py();
        let call = Call::new(py, time, nodes, None, threads, progress)?;
        let board = self.problem.inner.board().clone();
        let (codes, oracle) = (codes_of(codes, &board)?, Arc::clone(&self.inner));
        let outlooks = call.run(py, move |control| {
            let mut outlooks = Vec::with_capacity(codes.len());
            let position = |code: &u128| pegboard::Position::from_code(&board, *code);
            for codes in codes.chunks(256) {
                // A control that stops leaves the other outlooks unknown.
                let _ = control.tick(0, || pegboard::Phase::Outlooks);
                let positions: Result<Vec<_>, _> = codes.iter().map(position).collect();
                let found = oracle.outlooks(&positions?, control);
                outlooks.extend(found.into_iter().map(number));
            }
            Ok::<_, pegboard::PositionError>(outlooks)
        })?;
        Ok(array(py, outlooks.or_raise(py)?)?.into_any())
    }

    #[pyo3(signature = (position, *, time=None, nodes=None, threads=None))]
    fn outlook(
        &self,
        position: &Bound<'_, Position>,
        time: Option<f64>,
        nodes: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<i8> {
        let py = position.py();
        let call = Call::new(py, time, nodes, None, threads, None)?;
        let (oracle, position) = (Arc::clone(&self.inner), self.its(position)?);
        call.run(py, move |control| {
            number(oracle.outlook(&position, control))
        })
    }

    /// Returns the chance that random play from a position reaches the finish, or `None` if it is unknown.
    #[pyo3(signature = (position, *, time=None))]
    fn chance(&self, position: &Bound<'_, Position>, time: Option<f64>) -> PyResult<Option<f64>> {
        let py = position.py();
        let call = Call::new(py, time, None, None, None, None)?;
        let (oracle, position) = (Arc::clone(&self.inner), self.its(position)?);
        call.run(py, move |control| {
            oracle.chance_of_random_play(&position, control)
        })
    }

    #[pyo3(signature = (position, *, time=None))]
    fn best_line(
        &self,
        position: &Bound<'_, Position>,
        time: Option<f64>,
    ) -> PyResult<Option<Line>> {
        let py = position.py();
        let call = Call::new(py, time, None, None, None, None)?;
        let (oracle, asked) = (Arc::clone(&self.inner), self.its(position)?);
        let line = call.run(py, move |control| oracle.best_line(&asked, control))?;
        Ok(line.map(|line| Line::new_on(self.problem.board.bind(py), line)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Oracle of {}>", self.problem.__repr__(py)?))
    }
}

impl Oracle {
    /// Returns a position that lies on the board of the oracle.
    fn its(&self, position: &Bound<'_, Position>) -> PyResult<pegboard::Position> {
        let inner = position.get().inner.clone();
        if inner.board() == self.problem.inner.board() {
            Ok(inner)
        } else {
            Err(error(
                position.py(),
                "the position lies on another board than the oracle's problem",
            ))
        }
    }
}

/// A game in progress, with undo and hints.
#[pyclass(module = "pegboard", name = "Game")]
pub struct Game {
    board: Py<Board>,
    inner: pegboard::Game,
    oracle: Option<Arc<GameOracle>>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (problem, finish=None, moves=None))]
    fn new(
        problem: &Bound<'_, PyAny>,
        finish: Option<&Bound<'_, PyAny>>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let problem = problem_of(problem, finish)?;
        let mut game = Game {
            board: problem.board,
            inner: pegboard::Game::new(problem.inner),
            oracle: None,
        };
        if let Some(moves) = moves {
            game.push(moves)?;
        }
        Ok(game)
    }

    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    #[getter]
    fn problem(&self, py: Python<'_>) -> Problem {
        Problem::new_on(self.board.bind(py), self.inner.problem().clone())
    }

    #[getter]
    fn position(&self, py: Python<'_>) -> Position {
        Position::new_on(self.board.bind(py), self.inner.position().clone())
    }

    #[getter]
    fn jumps(&self, py: Python<'_>) -> Vec<Jump> {
        self.inner
            .jumps()
            .iter()
            .map(|jump| Jump::new_on(self.board.bind(py), *jump))
            .collect()
    }

    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<Move> {
        let moves = self.inner.moves().into_iter();
        moves
            .map(|inner| Move {
                board: self.board.clone_ref(py),
                inner,
            })
            .collect()
    }

    #[getter]
    fn line(&self, py: Python<'_>) -> Line {
        Line::new_on(self.board.bind(py), self.inner.line())
    }

    #[getter]
    fn is_won(&self) -> bool {
        self.inner.is_won()
    }

    /// `True` if no jump is possible.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    fn legal_jumps(&self, py: Python<'_>) -> Vec<Jump> {
        self.inner
            .position()
            .jumps()
            .map(|jump| Jump::new_on(self.board.bind(py), jump))
            .collect()
    }

    /// Plays moves: all of them or none.
    fn push(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let jumps = played(self.inner.position(), moves)?;
        let mut after = self.inner.clone();
        for jump in jumps {
            after.play(jump).or_raise(moves.py())?;
        }
        self.inner = after;
        Ok(())
    }

    /// Undoes the last jump and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Jump> {
        let jump = self.inner.undo();
        let jump =
            jump.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no jump has been played"))?;
        Ok(Jump::new_on(self.board.bind(py), jump))
    }

    fn redo(&mut self, py: Python<'_>) -> Option<Jump> {
        let jump = self.inner.redo()?;
        Some(Jump::new_on(self.board.bind(py), jump))
    }

    #[pyo3(signature = (*, time=None, nodes=None, memory=None, threads=None, progress=None))]
    fn hint<'py>(
        slf: &Bound<'py, Self>,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Hint> {
        let py = slf.py();
        let call = Call::new(py, time, nodes, memory, threads, progress)?;
        let (game, oracle, board) = {
            let game = slf.try_borrow()?;
            (
                game.inner.clone(),
                game.oracle.clone(),
                game.board.clone_ref(py),
            )
        };
        let (oracle, inner) = hint_in(py, game, oracle, call)?;
        // Without the oracle, the next hint prepares its own.
        if let Ok(mut game) = slf.try_borrow_mut() {
            game.oracle = Some(oracle);
        }
        Ok(Hint { board, inner })
    }

    /// Number of jumps played.
    fn __len__(&self) -> usize {
        self.inner.jumps().len()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let problem = self.problem(py).__repr__(py)?;
        Ok(format!(
            "Game({problem}, moves={:?})",
            self.inner.to_string()
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Game>() else {
            return Ok(false);
        };
        let other = other.try_borrow()?;
        Ok(other.inner.problem() == self.inner.problem()
            && other.inner.jumps() == self.inner.jumps())
    }

    fn _repr_svg_(&self) -> String {
        BoardDrawing::of_position(self.inner.position()).to_svg()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Problem, Option<bool>, String))> {
        let (game, py) = (slf.try_borrow()?, slf.py());
        let arguments = (game.problem(py), None, game.inner.to_string());
        Ok((slf.get_type().into_any().unbind(), arguments))
    }
}

/// Finds a hint, with an oracle that is prepared within the limits of the call unless it is there.
fn hint_in(
    py: Python<'_>,
    game: pegboard::Game,
    oracle: Option<Arc<GameOracle>>,
    call: Call,
) -> PyResult<(Arc<GameOracle>, pegboard::Hint)> {
    call.run(py, move |control| {
        let oracle = oracle.unwrap_or_else(|| {
            Arc::new(GameOracle::prepare(
                game.problem(),
                SolverOptions::default(),
                control,
            ))
        });
        let hint = game.hint(&*oracle, control);
        (oracle, hint)
    })
}

/// Returns a hint after moves from the start of a problem.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, moves=None, time=None, nodes=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments)]
pub fn hint<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    moves: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Hint> {
    let game = Game::new(problem, finish, moves)?;
    Game::hint(
        &Bound::new(problem.py(), game)?,
        time,
        nodes,
        memory,
        threads,
        progress,
    )
}

/// Outlook of every jump, the best line, and the jump that lost the game.
#[pyclass(frozen, module = "pegboard", name = "Hint")]
pub struct Hint {
    board: Py<Board>,
    inner: pegboard::Hint,
}

#[pymethods]
impl Hint {
    #[getter]
    fn position(&self, py: Python<'_>) -> Position {
        Position::new_on(self.board.bind(py), self.inner.position().clone())
    }

    #[getter]
    fn outlook(&self) -> i8 {
        number(self.inner.outlook())
    }

    #[getter]
    fn jumps(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let class = record(py, "JumpHint")?;
        let jump = |each: &pegboard::JumpHint| {
            Ok(class
                .call1((
                    Jump::new_on(self.board.bind(py), each.jump),
                    number(each.outlook),
                ))?
                .unbind())
        };
        self.inner.jumps().iter().map(jump).collect()
    }

    #[getter]
    fn only_winning_jump(&self, py: Python<'_>) -> Option<Jump> {
        Some(Jump::new_on(
            self.board.bind(py),
            self.inner.only_winning_jump()?,
        ))
    }

    #[getter]
    fn best_line(&self, py: Python<'_>) -> Option<Line> {
        Some(Line::new_on(
            self.board.bind(py),
            self.inner.best_line()?.clone(),
        ))
    }

    /// Number of the jump that lost the game, from 1, and the jump.
    #[getter]
    fn lost_by(&self, py: Python<'_>) -> Option<(usize, Jump)> {
        match self.inner.alarm() {
            Alarm::LostBy { number, jump } => {
                Some((*number, Jump::new_on(self.board.bind(py), *jump)))
            }
            _ => None,
        }
    }

    #[getter]
    fn alarm(&self) -> &'static str {
        match self.inner.alarm() {
            Alarm::StillWinnable => "still winnable",
            Alarm::NeverWinnable => "never winnable",
            Alarm::LostBy { .. } => "lost by a jump",
            Alarm::LostBetween { .. } => "lost between two jumps",
            Alarm::Unknown(_) => "unknown",
        }
    }

    /// Limit that left an outlook unknown.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        let limits = self.inner.jumps().iter().map(|each| each.outlook);
        limits
            .chain([self.inner.outlook()])
            .find_map(|outlook| match outlook {
                Outlook::Unknown(limit) => Some(limit_name(limit)),
                _ => None,
            })
    }

    fn svg(&self) -> String {
        BoardDrawing::of_hint(&self.inner).to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let words = |outlook: Outlook| outlook.to_string();
        let jumps: Vec<String> = self
            .inner
            .jumps()
            .iter()
            .map(|each| {
                format!(
                    "{} {}",
                    crate::board::notation(self.inner.position().board(), each.jump),
                    words(each.outlook)
                )
            })
            .collect();
        format!(
            "<Hint: {}; {}>",
            words(self.inner.outlook()),
            jumps.join(", ")
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Hint>()
            .is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.inner.position())
    }
}

fn difficulty_of(py: Python<'_>, name: &str) -> PyResult<Difficulty> {
    let known = Difficulty::ALL
        .into_iter()
        .find(|difficulty| difficulty.to_string() == name);
    known.ok_or_else(|| {
        let names = Difficulty::ALL
            .map(|difficulty| difficulty.to_string())
            .join(", ");
        error_among(
            py,
            format!("difficulty={name:?}: the difficulties are {names}"),
            Difficulty::ALL.map(|known| known.to_string()),
        )
    })
}

/// Makes a puzzle. The same board and options give the same puzzle.
#[pyfunction]
#[pyo3(signature = (
    board, *, difficulty="medium", seed=0, finish=None, symmetric=false, unique_first_jump=false, unique_finish=false,
    time=None, nodes=None, memory=None, threads=None, progress=None,
))]
#[expect(clippy::too_many_arguments)]
pub fn puzzle<'py>(
    board: &Bound<'py, Board>,
    difficulty: &str,
    seed: u64,
    finish: Option<&Bound<'py, PyAny>>,
    symmetric: bool,
    unique_first_jump: bool,
    unique_finish: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let its = board.get().inner.clone();
    let finish = finish.map(|finish| hole_of(&its, finish)).transpose()?;
    let options = PuzzleOptions::default()
        .with_difficulty(difficulty_of(py, difficulty)?)
        .with_seed(seed)
        .with_finish(finish)
        .with_symmetry(symmetric)
        .with_unique_first_jump(unique_first_jump)
        .with_unique_finish(unique_finish);
    let is_limited = call.is_limited();
    let found = call.run(py, move |control| Puzzle::find(&its, &options, control))?;
    let limit = |failure: &PuzzleError| -> Option<LimitReached> { failure.limit() };
    or_undecided(py, found, limit, is_limited, |found| {
        let grade = found.grade();
        let finishes: Vec<&str> = grade
            .finishes
            .iter()
            .map(|hole| board.get().inner.label(*hole))
            .collect();
        let grade = record(py, "Grade")?.call1((
            grade.difficulty().to_string(),
            grade.score(),
            grade.jumps,
            grade.chance,
            grade.winning_share,
            grade.forced,
            grade.first_jumps,
            grade.winning_first_jumps,
            pyo3::types::PyTuple::new(py, finishes)?,
        ))?;
        let problem = Problem::new_on(board, found.problem().clone());
        let line: pegboard::Line = found.solution().clone().into();
        record(py, "Puzzle")?.call1((problem, Line::new_on(board, line), grade))
    })
}
