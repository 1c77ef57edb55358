//! All positions: sweeps, counts, the chance of random play, winning sets.

use crate::board::Board;
use crate::call::{Call, undecided};
use crate::codes::{Words, array, codes_of, import_numpy};
use crate::errors::{OrRaise, error_among, record};
use crate::position::Position;
use crate::problem::{Problem, problem_of, refuse_fewest};
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArrayMethods};
use pegboard::count::{
    chance_of_random_play, count_games as count_all_games, count_solutions as count_all_solutions,
};
use pegboard::sweep::{LevelSizes, PositionSet, SweepError, SweepMethod, SweepOptions};
use pegboard::winning::{WinningFileError, WinningSet as Winning};
use pegboard::{Control, Goal, LimitReached, SymmetryUse};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

/// Returns the result, or the answer of a call that a limit stopped. Without limits the call can only lack memory.
pub fn or_undecided<'py, T, E: Error + 'static>(
    py: Python<'py>,
    result: Result<T, E>,
    limit: impl FnOnce(&E) -> Option<LimitReached>,
    is_limited: bool,
    value: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match result {
        Ok(found) => value(found),
        Err(failure) => match limit(&failure) {
            Some(limit) if is_limited => undecided(py, limit),
            Some(_) => Err(PyMemoryError::new_err(failure.to_string())),
            None => Err(failure).or_raise(py),
        },
    }
}

/// All positions of a game, level by level.
#[pyclass(frozen, module = "pegboard", name = "Sweep")]
pub struct Sweep {
    problem: Problem,
    inner: Arc<pegboard::sweep::Sweep>,
}

fn set_of(py: Python<'_>, set: &str) -> PyResult<PositionSet> {
    match set {
        "reachable" => Ok(PositionSet::Reachable),
        "winning" => Ok(PositionSet::Winning),
        "just_lost" => Ok(PositionSet::JustLost),
        _ => Err(error_among(
            py,
            format!(
                "{set:?} is no set of positions; there are 'reachable', 'winning' and 'just_lost'"
            ),
            ["reachable", "winning", "just_lost"],
        )),
    }
}

#[pymethods]
impl Sweep {
    #[getter]
    fn problem(&self, py: Python<'_>) -> Problem {
        Problem::new_on(self.problem.board.bind(py), self.problem.inner.clone())
    }

    /// Structured array with a row for each number of pegs: `pegs`, `jumps`, `reachable`, `winning`, `just_lost`,
    /// `jumps_tried`. For the finish `fewest`, `winning` and `just_lost` are -1.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // The library computes no winning positions without a finish in the class of the start: then there are none.
        let unknown = match self.problem.inner.goal() {
            Goal::FewestPegs => -1,
            _ => 0,
        };
        let or_none = |count: Option<u64>| count.map_or(unknown, |count| count as i64);
        let row = |level: &LevelSizes| {
            (
                level.pegs,
                level.jumps,
                level.reachable,
                or_none(level.winning),
                or_none(level.just_lost),
                level.jumps_tried,
            )
        };
        let rows: Vec<_> = self.inner.levels().iter().map(row).collect();
        record(py, "level_table")?.call1((rows,))
    }

    /// Number of symmetries whose images count as one position.
    #[getter]
    fn symmetry_count(&self) -> usize {
        self.inner.symmetries().len()
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.inner.elapsed().as_secs_f64()
    }

    #[getter]
    fn method(&self) -> &'static str {
        match self.inner.method() {
            SweepMethod::Bitmap => "bitmap",
            _ => "lists",
        }
    }

    /// Returns the codes of a set, ascending within each level; with `pegs`, those of a level.
    #[pyo3(signature = (set="reachable", *, pegs=None, progress=None))]
    fn codes<'py>(
        &self,
        py: Python<'py>,
        set: &str,
        pegs: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let set = set_of(py, set)?;
        if set != PositionSet::Reachable {
            refuse_fewest(py, &self.problem.inner)?;
        }
        let call = Call::new(py, None, None, None, None, progress)?;
        let (sweep, holes) = (
            Arc::clone(&self.inner),
            self.problem.inner.board().hole_count(),
        );
        let levels: Vec<usize> = match pegs {
            Some(pegs) => vec![pegs],
            None => sweep.levels().iter().map(|level| level.pegs).collect(),
        };
        let words = call.run(py, move |control| -> Result<Words, SweepError> {
            let mut codes = Vec::new();
            for pegs in levels {
                codes.append(&mut sweep.codes(set, pegs, control)?);
            }
            Ok(Words::new(codes, holes))
        })?;
        or_undecided(py, words, SweepError::limit, false, |words| {
            words.into_array(py)
        })
    }

    fn __len__(&self) -> usize {
        self.inner.levels().len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let reachable: u64 = self
            .inner
            .levels()
            .iter()
            .map(|level| level.reachable)
            .sum();
        let problem = self.problem.__repr__(py)?;
        Ok(format!(
            "<Sweep of {problem}: {reachable} positions in {} levels>",
            self.inner.levels().len()
        ))
    }
}

/// Finds all positions of a game. A limit returns `Undecided`.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, symmetry=true, scratch=None, time=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments)]
pub fn sweep<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    symmetry: bool,
    scratch: Option<PathBuf>,
    time: Option<f64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, None, memory, threads, progress)?;
    let problem = problem_of(problem, finish)?;
    let asked = problem.inner.clone();
    let symmetry = if symmetry {
        SymmetryUse::Classes
    } else {
        SymmetryUse::Raw
    };
    let options = SweepOptions::default().with_scratch(scratch);
    let is_limited = call.is_limited();
    let found = call.run(py, move |control| {
        pegboard::sweep::Sweep::of_problem(&asked, symmetry, &options, control)
    })?;
    or_undecided(py, found, SweepError::limit, is_limited, |inner| {
        let sweep = Sweep {
            problem,
            inner: Arc::new(inner),
        };
        Ok(Bound::new(py, sweep)?.into_any())
    })
}

/// Counts the games from a start, and the solutions among them, as integers of any size.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, time=None, nodes=None, memory=None, threads=None, progress=None))]
pub fn count_games<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let problem = problem_of(problem, finish)?.inner;
    let board = problem.board().clone();
    let is_limited = call.is_limited();
    let found = call.run(py, move |control| {
        count_all_games(&problem, &SweepOptions::default(), control)
    })?;
    or_undecided(py, found, SweepError::limit, is_limited, |counts| {
        let by_survivor = PyDict::new(py);
        for (hole, games) in &counts.by_survivor {
            by_survivor.set_item(board.label(*hole), games)?;
        }
        record(py, "GameCounts")?.call1((
            counts.games,
            counts.by_final_pegs,
            by_survivor,
            counts.solutions,
            counts.shortest_dead_end,
            counts.shortest_game,
            counts.longest_game,
        ))
    })
}

/// Counts the ways to play to the finish.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, time=None, nodes=None, memory=None, threads=None, progress=None))]
pub fn count_solutions<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let problem = problem_of(problem, finish)?.inner;
    refuse_fewest(py, &problem)?;
    let is_limited = call.is_limited();
    let found = call.run(py, move |control| {
        count_all_solutions(&problem, &SweepOptions::default(), control)
    })?;
    or_undecided(py, found, SweepError::limit, is_limited, |count| {
        Ok(count.into_pyobject(py)?.into_any())
    })
}

/// Returns the exact chance that random play reaches the finish, as a `Fraction`.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, time=None, nodes=None, memory=None, threads=None, progress=None))]
pub fn random_play_chance<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let problem = problem_of(problem, finish)?.inner;
    refuse_fewest(py, &problem)?;
    let is_limited = call.is_limited();
    let found = call.run(py, move |control| {
        chance_of_random_play(&problem, &SweepOptions::default(), control)
    })?;
    or_undecided(py, found, SweepError::limit, is_limited, |chance| {
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        fraction.call1((chance.numerator(), chance.denominator()))
    })
}

/// The winning positions of a problem, stored in a few bytes each.
#[pyclass(frozen, module = "pegboard", name = "WinningSet")]
pub struct WinningSet {
    board: Py<Board>,
    inner: Arc<Winning>,
}

impl WinningSet {
    fn position(&self, py: Python<'_>, inner: &pegboard::Position) -> Position {
        Position::new_on(self.board.bind(py), inner.clone())
    }
}

/// Returns a board from a board or a source of one.
fn board_of<'py>(board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Board>> {
    match board.cast::<Board>() {
        Ok(board) => Ok(board.clone()),
        Err(_) => Ok(board
            .py()
            .get_type::<Board>()
            .call1((board,))?
            .cast_into()?),
    }
}

#[pymethods]
impl WinningSet {
    /// Finds the winning positions of a problem. A limit returns `Undecided`.
    #[staticmethod]
    #[pyo3(signature = (problem, finish=None, *, time=None, memory=None, threads=None, progress=None))]
    fn find<'py>(
        problem: &Bound<'py, PyAny>,
        finish: Option<&Bound<'py, PyAny>>,
        time: Option<f64>,
        memory: Option<u64>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = problem.py();
        let call = Call::new(py, time, None, memory, threads, progress)?;
        let problem = problem_of(problem, finish)?;
        let (board, problem) = (problem.board, problem.inner);
        refuse_fewest(py, &problem)?;
        let is_limited = call.is_limited();
        let found = call.run(py, move |control| {
            Winning::find(&problem, &SweepOptions::default(), control)
        })?;
        or_undecided(py, found, SweepError::limit, is_limited, |inner| {
            let set = WinningSet {
                board,
                inner: Arc::new(inner),
            };
            Ok(Bound::new(py, set)?.into_any())
        })
    }

    /// Maps a file into memory, after its checksum has been checked. Do not change the file while the set is in use.
    #[staticmethod]
    fn open(path: PathBuf, board: &Bound<'_, PyAny>) -> PyResult<WinningSet> {
        let board = board_of(board)?;
        let (py, its) = (board.py(), board.get().inner.clone());
        let opened = Call::unlimited().run(py, move |control| {
            Winning::open_verified(&path, &its, control)
        })?;
        Ok(WinningSet {
            board: board.unbind(),
            inner: Arc::new(opened.or_raise(py)?),
        })
    }

    #[staticmethod]
    fn from_bytes(bytes: &Bound<'_, PyAny>, board: &Bound<'_, PyAny>) -> PyResult<WinningSet> {
        let kind = bytes.get_type().name()?;
        let bytes: Vec<u8> = bytes.extract().map_err(|_| {
            PyTypeError::new_err(format!("a winning set is read from bytes, not from {kind}"))
        })?;
        let board = board_of(board)?;
        let inner = Winning::from_bytes(bytes, &board.get().inner).or_raise(board.py())?;
        Ok(WinningSet {
            board: board.unbind(),
            inner: Arc::new(inner),
        })
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let set = Arc::clone(&self.inner);
        let saved = Call::unlimited().run(py, move |control| -> Result<(), WinningFileError> {
            set.save(&path, control)
        })?;
        saved.or_raise(py)
    }

    /// View of the bytes of the file.
    #[getter]
    fn bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        import_numpy(slf.py())?;
        let bytes = ArrayView1::from(slf.get().inner.as_bytes());
        // SAFETY: the set is frozen, and the view keeps it alive; it can only be read.
        let view = unsafe { PyArray1::borrow_from_array(&bytes, slf.clone().into_any()) };
        view.readwrite().make_nonwriteable();
        Ok(view)
    }

    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> Position {
        self.position(py, self.inner.start())
    }

    #[getter]
    fn finishes(&self, py: Python<'_>) -> Vec<Position> {
        self.inner
            .finishes()
            .iter()
            .map(|finish| self.position(py, finish))
            .collect()
    }

    /// Number of stored codes.
    fn __len__(&self) -> usize {
        self.inner.len() as usize
    }

    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let board = self.inner.board();
        let codes = codes_of(
            pyo3::types::PyList::new(position.py(), [position])?.as_any(),
            board,
        )?;
        Ok(self.is_winning(codes[0]))
    }

    /// Returns `True` for each position that is winning.
    fn contains<'py>(&self, codes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = codes.py();
        let codes = codes_of(codes, self.inner.board())?;
        let inner = Arc::clone(&self.inner);
        let found = Call::unlimited().run(py, move |control| winning(&inner, &codes, control))?;
        Ok(array(py, found.or_raise(py)?)?.into_any())
    }

    /// Returns the canonical codes, ascending within each level; with `pegs`, those of a level.
    #[pyo3(signature = (*, pegs=None))]
    fn codes<'py>(&self, py: Python<'py>, pegs: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let (set, holes) = (Arc::clone(&self.inner), self.inner.board().hole_count());
        let levels = pegs.map_or(0..=holes, |pegs| pegs..=pegs);
        let words = Call::unlimited().run(py, move |control| -> Result<Words, LimitReached> {
            let mut codes = Vec::new();
            for pegs in levels {
                codes.append(&mut set.codes(pegs, control)?);
            }
            Ok(Words::new(codes, holes))
        })?;
        words.or_raise(py)?.into_array(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let start = self.start(py).__repr__();
        format!(
            "<WinningSet of {start}: {} codes, {} bytes>",
            self.inner.len(),
            self.inner.as_bytes().len()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<WinningSet>().is_ok_and(|other| {
            let other = &other.get().inner;
            other.board() == self.inner.board() && other.as_bytes() == self.inner.as_bytes()
        })
    }

    fn __hash__(&self) -> u64 {
        crate::board::hash_of(self.inner.start())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Py<Board>))> {
        let (set, py) = (slf.get(), slf.py());
        let make = slf.get_type().getattr("from_bytes")?;
        Ok((
            make,
            (
                PyBytes::new(py, set.inner.as_bytes()),
                set.board.clone_ref(py),
            ),
        ))
    }
}

impl WinningSet {
    fn is_winning(&self, code: u128) -> bool {
        pegboard::Position::from_code(self.inner.board(), code)
            .is_ok_and(|position| self.inner.is_winning(&position))
    }
}

fn winning(
    set: &Winning,
    codes: &[u128],
    control: &Control<'_>,
) -> Result<Vec<bool>, LimitReached> {
    let mut found = Vec::with_capacity(codes.len());
    for codes in codes.chunks(1024) {
        control.tick(codes.len() as u64, || pegboard::Phase::Codes)?;
        let positions = codes
            .iter()
            .map(|code| pegboard::Position::from_code(set.board(), *code));
        found.extend(
            positions.map(|position| position.is_ok_and(|position| set.is_winning(&position))),
        );
    }
    Ok(found)
}
