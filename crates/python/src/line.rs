//! Moves and lines.

use crate::board::{Board, Jump, hash_of, jumps_named};
use crate::codes::Words;
use crate::errors::error;
use crate::position::{Position, played};
use pegboard::drawing::BoardDrawing;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

/// A run of jumps by the same peg.
#[pyclass(frozen, module = "pegboard", name = "Move")]
pub struct Move {
    pub board: Py<Board>,
    pub inner: pegboard::Move,
}

impl Move {
    pub fn board(&self) -> &pegboard::Board {
        &self.board.get().inner
    }

    pub fn jumps(&self) -> Vec<pegboard::Jump> {
        let steps = self.inner.holes().windows(2).zip(self.inner.over());
        let jump = |(holes, over): (&[pegboard::Hole], &pegboard::Hole)| {
            let mut jumps = self.board().jumps_between(holes[0], holes[1]);
            jumps.find(|jump| jump.over() == *over)
        };
        steps.filter_map(jump).collect()
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(board: &Bound<'_, Board>, text: &str) -> PyResult<Move> {
        let jumps = jumps_named(board.py(), &board.get().inner, text)?;
        let inner = pegboard::Move::new(&jumps);
        let inner = inner.ok_or_else(|| error(board.py(), format!("`{text}` has no jump")))?;
        Ok(Move {
            board: board.clone().unbind(),
            inner,
        })
    }

    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    /// Holes that the peg visits, the one that it leaves first.
    #[getter]
    fn holes(&self) -> Vec<&str> {
        self.inner
            .holes()
            .iter()
            .map(|hole| self.board().label(*hole))
            .collect()
    }

    #[getter]
    fn over(&self) -> Vec<&str> {
        self.inner
            .over()
            .iter()
            .map(|hole| self.board().label(*hole))
            .collect()
    }

    fn __len__(&self) -> usize {
        self.inner.jump_count()
    }

    fn __str__(&self) -> String {
        self.inner.notation(self.board())
    }

    fn __repr__(&self) -> String {
        format!(
            "Move({}, {:?})",
            self.board.get().__repr__(),
            self.__str__()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| {
            other.get().inner == self.inner && other.get().board() == self.board()
        })
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.inner.holes(), self.inner.over()))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Py<Board>, String)) {
        let its = slf.get();
        let arguments = (its.board.clone_ref(slf.py()), its.__str__());
        (slf.get_type().into_any().unbind(), arguments)
    }
}

/// A start and moves that can be played from it: a sequence of moves.
#[pyclass(frozen, sequence, module = "pegboard", name = "Line")]
pub struct Line {
    pub board: Py<Board>,
    pub inner: pegboard::Line,
}

impl Line {
    pub fn new_on(board: &Bound<'_, Board>, inner: pegboard::Line) -> Line {
        Line {
            board: board.clone().unbind(),
            inner,
        }
    }

    fn position(&self, py: Python<'_>, inner: pegboard::Position) -> Position {
        Position::new_on(self.board.bind(py), inner)
    }

    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.inner.moves().into_iter();
        let moves = moves.map(|inner| {
            let board = self.board.clone_ref(py);
            Py::new(py, Move { board, inner })
        });
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }
}

#[pymethods]
impl Line {
    #[new]
    #[pyo3(signature = (start, moves=None))]
    fn new(start: &Bound<'_, Position>, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Line> {
        let py = start.py();
        let position = start.get();
        let jumps = moves.map_or(Ok(Vec::new()), |moves| played(&position.inner, moves))?;
        let inner = pegboard::Line::new(position.inner.clone(), jumps);
        Ok(Line {
            board: position.board.clone_ref(py),
            inner: crate::errors::OrRaise::or_raise(inner, py)?,
        })
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> Position {
        self.position(py, self.inner.start().clone())
    }

    #[getter]
    fn finish(&self, py: Python<'_>) -> Position {
        self.position(py, self.inner.finish().clone())
    }

    #[getter]
    fn jumps(&self, py: Python<'_>) -> Vec<Jump> {
        let jump = |inner: &pegboard::Jump| Jump::new_on(self.board.bind(py), *inner);
        self.inner.jumps().iter().map(jump).collect()
    }

    /// The positions from the start to the finish: one more than there are jumps.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Vec<Position> {
        self.inner
            .positions()
            .map(|inner| self.position(py, inner))
            .collect()
    }

    #[getter]
    fn codes(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let codes = self.inner.positions().map(|position| position.code());
        Ok(Words::new(codes, self.inner.board().hole_count())
            .into_array(py)?
            .unbind())
    }

    fn __len__(&self) -> usize {
        self.inner.moves().len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.moves(py)?.as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.moves(py)?.try_iter()
    }

    fn svg(&self) -> String {
        BoardDrawing::of_solution(&self.inner).to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let start = self.start(py);
        format!("Line({}, {:?})", start.__repr__(), self.inner.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Line>()
            .is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.inner.start(), self.inner.jumps()))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Position, String)) {
        let line = slf.get();
        let arguments = (line.start(slf.py()), line.inner.to_string());
        (slf.get_type().into_any().unbind(), arguments)
    }
}
