//! Errors of the library as `pegboard.PegboardError`.

use crate::board::LATTICES;
use pegboard::board::BoardErrors;
use pegboard::{Diagnostic, InvalidFile, LoadError, Remedy};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;

/// Returns a class of the module that defines the records.
pub fn record<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("pegboard._records")?.getattr(name)
}

/// Returns a `PegboardError` with a message.
pub fn error(py: Python<'_>, message: impl Display) -> PyErr {
    error_with(py, message.to_string(), &PyDict::new(py))
}

fn error_with(py: Python<'_>, message: String, details: &Bound<'_, PyDict>) -> PyErr {
    let made = record(py, "PegboardError")
        .and_then(|class| class.call((message.as_str(),), Some(details)));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(_) => PyValueError::new_err(message),
    }
}

/// Returns the error of a board that cannot be loaded, with its diagnostics.
pub fn load_error(py: Python<'_>, error: &LoadError) -> PyErr {
    let details = match error {
        LoadError::Invalid(file) => return invalid_file(py, file),
        LoadError::UnknownBoard { suggestions, .. } if !suggestions.is_empty() => {
            let help = format!("did you mean `{}`?", suggestions.join("` or `"));
            let details = PyDict::new(py);
            details
                .set_item("help", help)
                .and_then(|()| details.set_item("alternatives", suggestions))
                .map(|()| details)
        }
        _ => Ok(PyDict::new(py)),
    };
    match details {
        Ok(details) => error_with(py, error.to_string(), &details),
        Err(error) => error,
    }
}

/// Returns the error of an invalid text.
pub fn invalid_file(py: Python<'_>, file: &InvalidFile) -> PyErr {
    let made = || -> PyResult<Bound<'_, PyDict>> {
        let class = record(py, "Diagnostic")?;
        let mut diagnostics = Vec::new();
        for diagnostic in file.diagnostics() {
            let place = diagnostic.labels.first();
            let place = place.map(|(range, _)| file.line_and_column(range.start));
            let (line, column) = place.unzip();
            diagnostics.push(class.call1((
                line,
                column,
                diagnostic.message.as_str(),
                diagnostic.help.as_deref(),
            ))?);
        }
        let details = PyDict::new(py);
        let help = file
            .diagnostics()
            .iter()
            .find_map(|each| each.help.as_deref());
        details.set_item("help", help)?;
        details.set_item("diagnostics", diagnostics)?;
        let asks_for_lattice = |each: &Diagnostic| matches!(each.remedy, Some(Remedy::Lattice));
        if file.diagnostics().iter().any(asks_for_lattice) {
            details.set_item("alternatives", LATTICES.map(|(name, _)| name))?;
        }
        Ok(details)
    };
    match made() {
        Ok(details) => error_with(py, file.to_string(), &details),
        Err(error) => error,
    }
}

/// Returns the error of a description that is no board.
pub fn board_errors(py: Python<'_>, errors: &BoardErrors) -> PyErr {
    error(py, errors)
}

/// Converts errors of the library.
pub trait OrRaise<T> {
    /// Returns the value, or the error as a `PegboardError`.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Display> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|failure| error(py, failure))
    }
}
