//! Positions.

use crate::board::{Board, Jump, hash_of, hole_of, holes_of, jump_of, refuse_other_board};
use crate::codes::{Words, array, code_of, code_of_array};
use crate::errors::{OrRaise, error};
use crate::line::{Line, Move};
use numpy::PyArray1;
use pegboard::drawing::{BoardDrawing, Glyphs, TextPicture};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};

/// Pegs in some holes of a board. Positions are immutable, and those of a board are ordered by their codes.
#[pyclass(frozen, module = "pegboard", name = "Position")]
pub struct Position {
    pub board: Py<Board>,
    pub inner: pegboard::Position,
}

impl Position {
    pub fn new_on(board: &Bound<'_, Board>, inner: pegboard::Position) -> Position {
        Position {
            board: board.clone().unbind(),
            inner,
        }
    }

    /// Returns another position of the same board.
    pub fn beside(&self, py: Python<'_>, inner: pegboard::Position) -> Position {
        Position::new_on(self.board.bind(py), inner)
    }

    fn board(&self) -> &pegboard::Board {
        self.inner.board()
    }

    fn jump(&self, py: Python<'_>, inner: pegboard::Jump) -> Jump {
        Jump::new_on(self.board.bind(py), inner)
    }
}

/// Returns the jumps of a text of moves, a `Line`, a `Move`, a `Jump` or an index.
fn played_one(
    start: &pegboard::Position,
    moves: &Bound<'_, PyAny>,
) -> PyResult<Vec<pegboard::Jump>> {
    let py = moves.py();
    if let Ok(text) = moves.cast::<PyString>() {
        let line = pegboard::Line::parse(start, &text.to_cow()?).or_raise(py)?;
        return Ok(line.jumps().to_vec());
    }
    if let Ok(line) = moves.cast::<Line>() {
        let line = &line.get().inner;
        refuse_other_board(py, "line", line.board(), start.board())?;
        return Ok(line.jumps().to_vec());
    }
    if let Ok(each) = moves.cast::<Move>() {
        let each = each.get();
        refuse_other_board(py, "move", each.board(), start.board())?;
        return Ok(each.jumps());
    }
    Ok(vec![jump_of(start.board(), moves)?])
}

/// Returns the jumps of moves: a text, a `Line`, a `Move`, a `Jump`, an index, or an iterable of them.
pub fn played(
    start: &pegboard::Position,
    moves: &Bound<'_, PyAny>,
) -> PyResult<Vec<pegboard::Jump>> {
    // Texts and lines are iterable, but each is one.
    let is_one = moves.is_instance_of::<PyString>() || moves.is_instance_of::<Line>();
    let each = match moves.try_iter() {
        Ok(each) if !is_one => each,
        _ => return played_one(start, moves),
    };
    let (mut position, mut jumps) = (start.clone(), Vec::new());
    for each in each {
        let each = each?;
        let next = played_one(&position, &each)?;
        position = after(position, &next, moves.py())?;
        jumps.extend(next);
    }
    Ok(jumps)
}

fn after(
    mut position: pegboard::Position,
    jumps: &[pegboard::Jump],
    py: Python<'_>,
) -> PyResult<pegboard::Position> {
    for jump in jumps {
        position = position.play(*jump).or_raise(py)?;
    }
    Ok(position)
}

#[pymethods]
impl Position {
    #[new]
    pub fn new(board: &Bound<'_, Board>, pegs: &Bound<'_, PyAny>) -> PyResult<Position> {
        let py = pegs.py();
        let its = &board.get().inner;
        let inner = if let Ok(text) = pegs.cast::<PyString>() {
            pegboard::Position::parse(its, &text.to_cow()?).or_raise(py)?
        } else if pegs.is_instance_of::<Position>() {
            pegboard::Position::from_code(its, code_of(pegs, its)?).or_raise(py)?
        } else if let Some(code) = code_of_array(pegs, its)? {
            pegboard::Position::from_code(its, code).or_raise(py)?
        } else if let Ok(code) = pegs.call_method0("__index__") {
            let code: u128 = code.extract().map_err(|_| {
                error(
                    py,
                    format!(
                        "{code} is not a code; codes are integers below 2^{}",
                        its.hole_count()
                    ),
                )
            })?;
            pegboard::Position::from_code(its, code).or_raise(py)?
        } else {
            its.with_pegs(holes_of(its, pegs)?)
        };
        Ok(Position::new_on(board, inner))
    }

    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    /// The integer whose bit `i` is 1 if hole `i` has a peg.
    #[getter]
    fn code(&self) -> u128 {
        self.inner.code()
    }

    #[getter]
    fn pegs(&self) -> Vec<&str> {
        self.inner
            .pegs()
            .map(|hole| self.board().label(hole))
            .collect()
    }

    #[getter]
    fn vacancies(&self) -> Vec<&str> {
        self.inner
            .vacancies()
            .map(|hole| self.board().label(hole))
            .collect()
    }

    #[getter]
    fn peg_count(&self) -> usize {
        self.inner.peg_count()
    }

    fn __len__(&self) -> usize {
        self.inner.peg_count()
    }

    /// 1 for each hole with a peg, otherwise 0.
    #[getter]
    fn bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let bits = self
            .board()
            .holes()
            .map(|hole| u8::from(self.inner.has_peg(hole)));
        array(py, bits.collect())
    }

    /// `True` for each row of `Board.jumps` that can be played.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let jumps = self.board().jumps().iter();
        let mask: Vec<bool> = jumps.map(|jump| self.inner.allows(*jump)).collect();
        Ok(array(py, mask)?.into_any())
    }

    /// The position class, which no jump changes.
    #[getter]
    fn class_bits(&self) -> u128 {
        self.inner.class().bits()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.pegs())?.try_iter()
    }

    fn __contains__(&self, hole: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.has_peg(hole_of(self.board(), hole)?))
    }

    fn legal_jumps(&self, py: Python<'_>) -> Vec<Jump> {
        self.inner.jumps().map(|jump| self.jump(py, jump)).collect()
    }

    fn is_legal(&self, jump: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.allows(jump_of(self.board(), jump)?))
    }

    /// Returns the position after moves: texts such as `d2-d4`, lines, moves, jumps or their indices, or iterables of them.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let py = moves.py();
        let mut position = self.inner.clone();
        for each in moves.iter() {
            let jumps = played(&position, &each)?;
            position = after(position, &jumps, py)?;
        }
        Ok(self.beside(py, position))
    }

    /// Returns the position before a jump that leads to this one.
    fn unplay(&self, jump: &Bound<'_, PyAny>) -> PyResult<Position> {
        let py = jump.py();
        let before = self.inner.unplay(jump_of(self.board(), jump)?);
        let before = before.ok_or_else(|| {
            error(
                py,
                format!(
                    "the jump {} cannot be the last one before this position",
                    jump
                ),
            )
        })?;
        Ok(self.beside(py, before))
    }

    /// Returns the code after each legal jump.
    fn after(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let after = self
            .inner
            .jumps()
            .filter_map(|jump| Some(self.inner.play(jump).ok()?.code()));
        Ok(Words::new(after, self.board().hole_count())
            .into_array(py)?
            .unbind())
    }

    fn with_peg(&self, hole: &Bound<'_, PyAny>) -> PyResult<Position> {
        let hole = hole_of(self.board(), hole)?;
        Ok(self.beside_hole(hole, pegboard::Position::with_peg))
    }

    fn without_peg(&self, hole: &Bound<'_, PyAny>) -> PyResult<Position> {
        let hole = hole_of(self.board(), hole)?;
        Ok(self.beside_hole(hole, pegboard::Position::without_peg))
    }

    fn complement(&self, py: Python<'_>) -> Position {
        self.beside(py, self.inner.complement())
    }

    /// Returns the image with the smallest code under the symmetries of the board.
    fn canonical(&self, py: Python<'_>) -> Position {
        self.beside(py, self.inner.canonical())
    }

    fn images(&self, py: Python<'_>) -> Vec<Position> {
        let symmetries = self.board().symmetries().iter();
        symmetries
            .map(|symmetry| self.beside(py, self.inner.image(symmetry)))
            .collect()
    }

    fn svg(&self) -> String {
        BoardDrawing::of_position(&self.inner).to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        TextPicture::of_position(&self.inner, &Glyphs::ASCII).to_string()
    }

    pub fn __repr__(&self) -> String {
        format!(
            "Position({}, {:?})",
            self.board.get().__repr__(),
            self.inner.to_string()
        )
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else {
            return Ok(py.NotImplemented());
        };
        let is_order = !matches!(operator, CompareOp::Eq | CompareOp::Ne);
        if is_order && other.get().board() != self.board() {
            return Ok(py.NotImplemented());
        }
        let order = self.inner.cmp(&other.get().inner);
        Ok(operator
            .matches(order)
            .into_pyobject(py)?
            .to_owned()
            .into_any()
            .unbind())
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Py<Board>, u128)) {
        let position = slf.get();
        let arguments = (position.board.clone_ref(slf.py()), position.inner.code());
        (slf.get_type().into_any().unbind(), arguments)
    }
}

impl Position {
    fn beside_hole(
        &self,
        hole: pegboard::Hole,
        change: impl FnOnce(&pegboard::Position, pegboard::Hole) -> pegboard::Position,
    ) -> Position {
        Python::attach(|py| self.beside(py, change(&self.inner, hole)))
    }
}
