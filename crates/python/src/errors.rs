//! Errors of the library as `pegboard.PegboardError`.

use crate::board::LATTICES;
use pegboard::board::BoardErrors;
use pegboard::{
    Diagnostic, InvalidFile, LoadError, NotationError, PatternError, PictureError, Remedy,
    UnknownHole,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::error::Error;
use std::fmt::Display;

/// Returns a class of the module that defines the records.
pub fn record<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("pegboard._records")?.getattr(name)
}

/// Returns a `PegboardError` with a message.
pub fn error(py: Python<'_>, message: impl Display) -> PyErr {
    error_among(py, message, [""; 0])
}

/// Returns a `PegboardError` with the alternatives that may have been meant.
pub fn error_among<'py, A>(py: Python<'py>, message: impl Display, alternatives: A) -> PyErr
where
    A: IntoPyObject<'py, Error = PyErr>,
{
    Details::default().error_among(py, message, alternatives)
}

/// Returns a `PegboardError` with a remedy.
pub fn error_with_help(py: Python<'_>, message: impl Display, help: &str) -> PyErr {
    let details = Details {
        help: Some(help.to_owned()),
        ..Details::default()
    };
    details.error_among(py, message, [""; 0])
}

/// Parts of a `PegboardError` besides its message.
#[derive(Default)]
struct Details<'py> {
    help: Option<String>,
    diagnostics: Vec<Bound<'py, PyAny>>,
}

impl<'py> Details<'py> {
    fn error_among<A>(self, py: Python<'py>, message: impl Display, alternatives: A) -> PyErr
    where
        A: IntoPyObject<'py, Error = PyErr>,
    {
        let message = message.to_string();
        let made = record(py, "PegboardError").and_then(|class| {
            class.call1((message.as_str(), self.help, self.diagnostics, alternatives))
        });
        match made {
            Ok(value) => PyErr::from_value(value),
            Err(_) => PyValueError::new_err(message),
        }
    }
}

/// Returns the error of a board that cannot be loaded, with its diagnostics.
pub fn load_error(py: Python<'_>, error: &LoadError) -> PyErr {
    match error {
        LoadError::Invalid(file) => invalid_file(py, file),
        LoadError::UnknownBoard { suggestions, .. } if !suggestions.is_empty() => {
            let help = format!("did you mean `{}`?", suggestions.join("` or `"));
            let details = Details {
                help: Some(help),
                ..Details::default()
            };
            details.error_among(py, error, suggestions)
        }
        _ => self::error(py, error),
    }
}

/// Returns the error of an invalid text.
pub fn invalid_file(py: Python<'_>, file: &InvalidFile) -> PyErr {
    let diagnostic = |diagnostic: &Diagnostic| {
        let place = diagnostic.labels.first();
        let place = place.map(|(range, _)| file.line_and_column(range.start));
        let (line, column) = place.unzip();
        record(py, "Diagnostic")?.call1((
            line,
            column,
            diagnostic.message.as_str(),
            help(diagnostic),
        ))
    };
    let all = file.diagnostics();
    let diagnostics: PyResult<Vec<_>> = all.iter().map(diagnostic).collect();
    let details = match diagnostics {
        Ok(diagnostics) => Details {
            help: all.iter().find_map(help),
            diagnostics,
        },
        Err(error) => return error,
    };
    let alternatives = all.iter().map(alternatives_of_text);
    let alternatives = alternatives.into_iter().find(|found| !found.is_empty());
    details.error_among(py, file, alternatives.unwrap_or_default())
}

/// Returns the help of a diagnostic, with the argument of `Board` that makes a choice which the text leaves open.
fn help(diagnostic: &Diagnostic) -> Option<String> {
    let argument = match diagnostic.remedy {
        Some(Remedy::Legend) => {
            "say which characters are a hole, a peg, or no hole: `hole=`, `peg=`, `outside=`"
        }
        Some(Remedy::Lattice) => "use `lattice='square'` or `lattice='triangular'`",
        Some(Remedy::BlanksOutside) => {
            "where blanks are places without a hole, say so: `outside=' '`"
        }
        Some(Remedy::Nth { .. }) => "choose one of them, such as `nth=1`",
        _ => return diagnostic.help.clone(),
    };
    Some(match &diagnostic.help {
        Some(help) => format!("{help}; {argument}"),
        None => argument.to_owned(),
    })
}

/// Returns the choices for the argument that the help names, or the readings of an ambiguous text.
fn alternatives_of_text(diagnostic: &Diagnostic) -> Vec<String> {
    match diagnostic.remedy {
        Some(Remedy::Lattice) => LATTICES.map(|(name, _)| name.to_owned()).into(),
        Some(Remedy::Nth { boards }) => (1..=boards).map(|board| board.to_string()).collect(),
        _ => diagnostic.readings.clone(),
    }
}

/// Returns the texts that may have been meant by the one that caused an error.
fn alternatives(failure: &(dyn Error + 'static)) -> Vec<String> {
    if let Some(error) = failure.downcast_ref::<UnknownHole>() {
        return error.suggestion().map(str::to_owned).into_iter().collect();
    }
    match failure.downcast_ref::<PictureError>() {
        Some(PictureError::Ambiguous { one, other }) => return vec![one.clone(), other.clone()],
        Some(PictureError::UnknownHole(hole)) => return alternatives(hole),
        _ => {}
    }
    if let Some(PatternError::UnknownHole(hole)) = failure.downcast_ref::<PatternError>() {
        return alternatives(hole);
    }
    match failure.downcast_ref::<NotationError>() {
        Some(NotationError::UnknownHole { reason, .. }) => alternatives(reason),
        Some(NotationError::Unseparated { readings, .. }) => readings.to_vec(),
        Some(NotationError::AmbiguousCoordinates { one, other }) => {
            vec![one.to_string(), other.to_string()]
        }
        Some(
            NotationError::NotAJump { legal, .. }
            | NotationError::NoJumpToward { legal, .. }
            | NotationError::Illegal { legal, .. },
        ) => legal.clone(),
        Some(NotationError::Ambiguous { from, to, over, .. }) => {
            let written = |over| format!("{from}-({over})-{to}");
            over.iter().map(written).collect()
        }
        _ => Vec::new(),
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

impl<T, E: Into<Box<dyn Error>>> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|failure| {
            let failure = failure.into();
            error_among(py, with_causes(&*failure), alternatives(&*failure))
        })
    }
}

/// Returns the message of an error, followed by those of its causes that it does not quote.
pub fn with_causes(failure: &(dyn Error + 'static)) -> String {
    let mut message = failure.to_string();
    let mut next = failure.source();
    while let Some(cause) = next {
        let text = cause.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        next = cause.source();
    }
    message
}
