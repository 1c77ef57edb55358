//! Codes of positions as arrays: `uint64` of shape `(n,)` for up to 64 holes, otherwise of shape `(n, 2)` with the low word
//! first.

use crate::board::refuse_other_board;
use crate::errors::{OrRaise, error};
use crate::position::Position;
use numpy::ndarray::Array2;
use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods,
    PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Codes as words.
pub struct Words {
    words: Vec<u64>,
    is_wide: bool,
}

impl Words {
    pub fn new(codes: impl IntoIterator<Item = u128>, holes: usize) -> Words {
        let is_wide = holes > 64;
        let words = if is_wide {
            codes
                .into_iter()
                .flat_map(|code| [code as u64, (code >> 64) as u64])
                .collect()
        } else {
            codes.into_iter().map(|code| code as u64).collect()
        };
        Words { words, is_wide }
    }

    /// Returns an array that owns the words.
    pub fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        if !self.is_wide {
            return Ok(array(py, self.words)?.into_any());
        }
        let shape = (self.words.len() / 2, 2);
        import_numpy(py)?;
        let array = Array2::from_shape_vec(shape, self.words).or_raise(py)?;
        Ok(array.into_pyarray(py).into_any())
    }
}

/// Imports numpy. The crate `numpy` would do so on first use, and panic if Ctrl-C ends the import.
pub fn import_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// Returns an array that owns its elements.
pub fn array<T: Element>(py: Python<'_>, elements: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    import_numpy(py)?;
    Ok(elements.into_pyarray(py))
}

/// Returns the codes in an array or a sequence of integers and positions, checked against a board.
pub fn codes_of(codes: &Bound<'_, PyAny>, board: &pegboard::Board) -> PyResult<Vec<u128>> {
    let py = codes.py();
    import_numpy(py)?;
    let is_array = codes.cast::<PyUntypedArray>().is_ok();
    let words = is_array.then(|| safely_cast(codes, "uint64"));
    let words = words.and_then(Result::ok);
    let codes = words.as_ref().unwrap_or(codes);
    let found: Vec<u128> = if let Ok(narrow) = codes.extract::<PyReadonlyArray1<'_, u64>>() {
        narrow
            .as_array()
            .iter()
            .map(|code| u128::from(*code))
            .collect()
    } else if let Ok(wide) = codes.extract::<PyReadonlyArray2<'_, u64>>() {
        let wide = wide.as_array();
        if wide.ncols() != 2 {
            let message = format!(
                "an array of codes has the shape (n,) or (n, 2), not {:?}",
                wide.shape()
            );
            return Err(error(py, message));
        }
        wide.rows()
            .into_iter()
            .map(|row| u128::from(row[0]) | u128::from(row[1]) << 64)
            .collect()
    } else {
        if let Ok(array) = codes.cast::<PyUntypedArray>()
            && array.ndim() != 1
        {
            return Err(error(
                py,
                format!(
                    "an array of codes has the type uint64 and the shape (n,) or (n, 2), not {} and {:?}",
                    array.dtype(),
                    array.shape()
                ),
            ));
        }
        let each = codes.try_iter().map_err(|_| {
            PyTypeError::new_err(format!(
                "codes are an array or a sequence of integers or positions, not {}",
                codes
            ))
        });
        each?
            .map(|code| code_of(&code?, board))
            .collect::<PyResult<_>>()?
    };
    // The check makes an error message only for the first code that is too large.
    let full = board.full().code();
    match found.iter().find(|code| **code & !full != 0) {
        Some(code) => Err(pegboard::Position::from_code(board, *code)
            .map(|_| ())
            .or_raise(py)
            .unwrap_err()),
        None => Ok(found),
    }
}

/// Returns an array of another type, if that can hold each value of the old one, whatever the byte order.
pub fn safely_cast<'py>(array: &Bound<'py, PyAny>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(array.py());
    options.set_item("copy", false)?;
    options.set_item("casting", "safe")?;
    array.call_method("astype", (kind,), Some(&options))
}

/// Returns the code in a row of an array: a boolean, 0 or 1 for each hole, or the two words of a code.
pub fn code_of_array(row: &Bound<'_, PyAny>, board: &pegboard::Board) -> PyResult<Option<u128>> {
    let holes = board.hole_count();
    if !row.hasattr("dtype")? {
        return Ok(None);
    }
    if let Ok(bits) = row.extract::<PyReadonlyArray1<'_, bool>>() {
        let bits = bits.as_array();
        if bits.len() != holes {
            let message = format!(
                "the array has {} booleans, and the board {holes} holes",
                bits.len()
            );
            return Err(error(row.py(), message));
        }
        return Ok(Some(code_of_bits(bits.iter().copied())));
    }
    if let Ok(array) = row.cast::<PyUntypedArray>()
        && array.shape() == [holes]
        && matches!(array.dtype().kind(), b'i' | b'u')
    {
        // The cast wraps large values, and none of them becomes 0 or 1.
        let numbers = row.call_method1("astype", ("int64",))?;
        let numbers = numbers.extract::<PyReadonlyArray1<'_, i64>>()?;
        let numbers = numbers.as_array();
        if numbers.iter().all(|number| matches!(number, 0 | 1)) {
            return Ok(Some(code_of_bits(
                numbers.iter().map(|number| *number == 1),
            )));
        }
    }
    let words = row.extract::<PyReadonlyArray1<'_, u64>>();
    Ok(words
        .ok()
        .and_then(|words| match words.as_array().to_vec()[..] {
            [low, high] if holes > 64 => Some(u128::from(low) | u128::from(high) << 64),
            _ => None,
        }))
}

fn code_of_bits(bits: impl Iterator<Item = bool>) -> u128 {
    bits.enumerate()
        .map(|(hole, bit)| u128::from(bit) << hole)
        .sum()
}

/// Returns the code of a position of this board, given by itself or as an integer.
pub fn code_of(code: &Bound<'_, PyAny>, board: &pegboard::Board) -> PyResult<u128> {
    if let Ok(position) = code.cast::<Position>() {
        let position = &position.get().inner;
        refuse_other_board(code.py(), "position", position.board(), board)?;
        return Ok(position.code());
    }
    // numpy's integers are no `int`.
    code.extract::<u128>().or_else(|_| {
        let number = code
            .call_method0("__index__")
            .map_err(|_| error(code.py(), format!("{code} is not a code")))?;
        number
            .extract::<u128>()
            .map_err(|_| error(code.py(), format!("{number} is not a code")))
    })
}

/// Returns a view of an array that belongs to `owner`, which can only be read.
///
/// # Safety
///
/// `owner` keeps the array unchanged and in place as long as it lives.
pub unsafe fn view<'py, T: Element>(
    array: &Array2<T>,
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    import_numpy(owner.py())?;
    // SAFETY: the view keeps `owner` alive, which keeps the array.
    let view = unsafe { PyArray2::borrow_from_array(array, owner) };
    view.readwrite().make_nonwriteable();
    Ok(view)
}
