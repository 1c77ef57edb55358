//! Boards and jumps.

use crate::codes::{safely_cast, view};
use crate::errors::{OrRaise, board_errors, error, error_among, invalid_file, load_error};
use crate::position::Position;
use crate::problem::goal_object;
use numpy::ndarray::Array2;
use numpy::{PyArray2, PyReadonlyArray2};
use pegboard::drawing::{BoardDrawing, TextPicture};
use pegboard::{
    BoardFile, Hole, ImportLegend, ImportOptions, ImportedBoard, ImportedGraph, Lattice,
    NamedProblem, Solver, SolverOptions,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Holes and the jumps between them.
///
/// `source` is the name of a board of the library, the path of a board file, the text of one, rows of text, coordinates on a
/// lattice, a picture of booleans, or a graph of networkx. Holes are numbered from 0, row by row from the top left on a lattice. Without `lattice`, a
/// drawing shows its lattice, and coordinates lie on a square one.
///
/// `hole`, `peg` and `outside` list characters of a drawing by their meaning, where the usual one is another. `nth` chooses
/// one of several boards in a drawing, from 1. These arguments apply only to drawings, and `lattice` to drawings,
/// coordinates and pictures. With any other source, they raise `PegboardError`.
#[pyclass(frozen, module = "pegboard", name = "Board")]
pub struct Board {
    pub inner: pegboard::Board,
    solver: OnceLock<Arc<Solver>>,
    arrays: OnceLock<Arrays>,
}

/// Arrays of which Python sees views.
struct Arrays {
    jumps: Array2<u8>,
    symmetries: Array2<u8>,
    coords: Array2<f64>,
}

impl From<pegboard::Board> for Board {
    fn from(inner: pegboard::Board) -> Board {
        Board {
            inner,
            solver: OnceLock::new(),
            arrays: OnceLock::new(),
        }
    }
}

impl Board {
    /// Returns the solver with default options, made on first use.
    pub fn solver(&self) -> Arc<Solver> {
        let solver = self
            .solver
            .get_or_init(|| Arc::new(Solver::new(&self.inner, SolverOptions::default())));
        Arc::clone(solver)
    }

    fn arrays(&self) -> &Arrays {
        self.arrays.get_or_init(|| {
            let board = &self.inner;
            let (jumps, symmetries) = (board.jumps(), board.symmetries());
            let hole = |index| {
                board
                    .hole_from_index(index)
                    .map_or((0.0, 0.0), |hole| board.place(hole))
            };
            Arrays {
                jumps: Array2::from_shape_fn((jumps.len(), 3), |(row, column)| {
                    indices(jumps[row])[column] as u8
                }),
                symmetries: Array2::from_shape_fn(
                    (symmetries.len(), board.hole_count()),
                    |(row, column)| {
                        board
                            .hole_from_index(column)
                            .map_or(0, |hole| symmetries[row].apply(hole).index() as u8)
                    },
                ),
                coords: Array2::from_shape_fn(
                    (board.hole_count(), 2),
                    |(row, column)| match column {
                        0 => hole(row).0,
                        _ => hole(row).1,
                    },
                ),
            }
        })
    }
}

/// Returns the indices of the three holes of a jump.
pub fn indices(jump: pegboard::Jump) -> [usize; 3] {
    [jump.from().index(), jump.over().index(), jump.to().index()]
}

/// Returns the hole with a label or an index.
pub fn hole_of(board: &pegboard::Board, hole: &Bound<'_, PyAny>) -> PyResult<Hole> {
    let py = hole.py();
    if let Ok(label) = hole.cast::<PyString>() {
        return board.hole(label.to_cow()?.trim()).or_raise(py);
    }
    let Ok(index) = hole.call_method0("__index__") else {
        return Err(PyTypeError::new_err(format!(
            "a hole is a label or an index, not {}",
            hole.repr()?
        )));
    };
    let found = index.extract().ok();
    let found = found.and_then(|index| board.hole_from_index(index));
    found.ok_or_else(|| {
        let (name, last) = (board.name(), board.hole_count() - 1);
        error(
            py,
            format!("board `{name}` has no hole {index}: its holes are numbered from 0 to {last}"),
        )
    })
}

/// Returns the holes in a label, a text of labels, an index, or a sequence of these.
pub fn holes_of(board: &pegboard::Board, holes: &Bound<'_, PyAny>) -> PyResult<Vec<Hole>> {
    if let Ok(text) = holes.cast::<PyString>() {
        let text = text.to_cow()?;
        let text = &*text;
        let words = text
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty());
        return words
            .map(|word| board.hole(word).or_raise(holes.py()))
            .collect();
    }
    match holes.try_iter() {
        Ok(each) => {
            let mut holes = Vec::new();
            for item in each {
                let item = item?;
                let hole = hole_of(board, &item)?;
                if holes.contains(&hole) {
                    return Err(listed_twice(board, &item));
                }
                holes.push(hole);
            }
            Ok(holes)
        }
        Err(_) => Ok(vec![hole_of(board, holes)?]),
    }
}

/// Returns the error for a hole that a list repeats. Indices that repeat are usually the bits of a position.
fn listed_twice(board: &pegboard::Board, hole: &Bound<'_, PyAny>) -> PyErr {
    let message = if hole.is_instance_of::<PyString>() {
        format!("hole `{hole}` is listed twice")
    } else {
        format!(
            "hole {hole} is listed twice; for bits, pass `Board.position` an array of {0} booleans or of {0} zeros and ones",
            board.hole_count()
        )
    };
    error(hole.py(), message)
}

/// Returns an error for an object of another board.
pub fn refuse_other_board(
    py: Python<'_>,
    name: &str,
    its: &pegboard::Board,
    board: &pegboard::Board,
) -> PyResult<()> {
    if its == board {
        return Ok(());
    }
    let message = format!("the {name} lies on another board than `{}`", board.name());
    Err(error(py, message))
}

/// Returns the jump that a text, an index or a `Jump` names.
pub fn jump_of(board: &pegboard::Board, jump: &Bound<'_, PyAny>) -> PyResult<pegboard::Jump> {
    let py = jump.py();
    if let Ok(jump) = jump.cast::<Jump>() {
        refuse_other_board(py, "jump", jump.get().board(), board)?;
        return Ok(jump.get().inner);
    }
    if let Ok(text) = jump.cast::<PyString>() {
        return jump_named(py, board, &text.to_cow()?);
    }
    let Ok(index) = jump.call_method0("__index__") else {
        return Err(PyTypeError::new_err(format!(
            "a jump is a Jump, a text such as 'd2-d4' or an index, not {}",
            jump.repr()?
        )));
    };
    let found = index.extract::<usize>().ok();
    let found = found.and_then(|index| board.jumps().get(index).copied());
    found.ok_or_else(|| {
        let (name, last) = (board.name(), board.jumps().len());
        error(
            py,
            format!("board `{name}` has no jump {index}: it has {last} jumps, numbered from 0"),
        )
    })
}

/// Finds a jump by its notation: `d2-d4`, `a-(b)-c` or `a-b-c`.
fn jump_named(py: Python<'_>, board: &pegboard::Board, text: &str) -> PyResult<pegboard::Jump> {
    let holes: Vec<&str> = text.split('-').map(str::trim).collect();
    let jumps = match holes[..] {
        [from, over, to] if !over.starts_with('(') => {
            jumps_named(py, board, &format!("{from}-({over})-{to}"))?
        }
        _ => jumps_named(py, board, text)?,
    };
    match jumps[..] {
        [jump] => Ok(jump),
        _ => Err(no_jump(py, board, text)),
    }
}

/// Finds the jumps of a move by its notation: the holes that the peg visits, and in brackets a hole that it jumps over.
pub fn jumps_named(
    py: Python<'_>,
    board: &pegboard::Board,
    text: &str,
) -> PyResult<Vec<pegboard::Jump>> {
    let mut holes = text.split('-').map(str::trim);
    let mut from = board.hole(holes.next().unwrap_or_default()).or_raise(py)?;
    let (mut jumps, mut over) = (Vec::new(), None);
    for word in holes {
        let between = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'));
        if let Some(label) = between {
            over = Some(board.hole(label).or_raise(py)?);
            continue;
        }
        let to = board.hole(word).or_raise(py)?;
        let possible = board.jumps_between(from, to);
        let possible: Vec<pegboard::Jump> = possible
            .filter(|jump| over.is_none_or(|over| jump.over() == over))
            .collect();
        match possible[..] {
            [] => return Err(no_jump(py, board, text)),
            [jump] => jumps.push(jump),
            [..] => {
                let written = possible.iter().map(|jump| notation(board, *jump));
                let written: Vec<String> = written.collect();
                let message = format!(
                    "`{text}` means several jumps; write {}",
                    written.join(" or ")
                );
                return Err(error_among(py, message, written));
            }
        }
        (from, over) = (to, None);
    }
    Ok(jumps)
}

fn no_jump(py: Python<'_>, board: &pegboard::Board, text: &str) -> PyErr {
    let name = board.name();
    error(
        py,
        format!("`{text}` is not a jump of board `{name}`; write jumps like d2-d4"),
    )
}

/// Returns the notation of a jump, with the hole jumped over if it is needed.
pub fn notation(board: &pegboard::Board, jump: pegboard::Jump) -> String {
    let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(|hole| board.label(hole));
    match board.jumps_between(jump.from(), jump.to()).count() {
        1 => format!("{from}-{to}"),
        _ => format!("{from}-({over})-{to}"),
    }
}

/// Lattices by name.
pub const LATTICES: [(&str, Lattice); 2] = [
    ("square", Lattice::Square),
    ("triangular", Lattice::Triangular),
];

fn lattice_of(py: Python<'_>, name: &str) -> PyResult<Lattice> {
    let known = LATTICES.iter().find(|(known, _)| *known == name);
    known.map(|(_, lattice)| *lattice).ok_or_else(|| {
        error_among(
            py,
            format!("lattice={name:?}: the lattice is 'square' or 'triangular'"),
            LATTICES.map(|(name, _)| name),
        )
    })
}

/// Changes to a description that arguments name.
struct Changes {
    name: Option<String>,
    vacancy: Option<String>,
    finish: Option<String>,
}

impl Changes {
    fn made(self, py: Python<'_>, mut file: BoardFile) -> PyResult<pegboard::Board> {
        if let Some(name) = self.name {
            file.name = name;
        }
        file.vacancy = self.vacancy.or(file.vacancy);
        file.finish = self.finish.map(Into::into).or(file.finish);
        pegboard::Board::new(file).map_err(|errors| board_errors(py, &errors))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (source, *, lattice=None, name=None, vacancy=None, finish=None, hole="", peg="", outside="", nth=None))]
    #[expect(clippy::too_many_arguments)]
    fn new(
        source: &Bound<'_, PyAny>,
        lattice: Option<&str>,
        name: Option<String>,
        vacancy: Option<String>,
        finish: Option<String>,
        hole: &str,
        peg: &str,
        outside: &str,
        nth: Option<usize>,
    ) -> PyResult<Board> {
        let py = source.py();
        let lattice = lattice.map(|name| lattice_of(py, name)).transpose()?;
        let options = ImportOptions {
            lattice,
            legend: ImportLegend {
                hole: hole.to_owned(),
                peg: peg.to_owned(),
                outside: outside.to_owned(),
                ..ImportLegend::default()
            },
            nth,
        };
        let is_changed = name.is_some() || vacancy.is_some() || finish.is_some();
        let changes = Changes {
            name,
            vacancy,
            finish,
        };
        let board = if let Ok(text) = source.cast::<PyString>() {
            let text = text.to_cow()?;
            let text = &*text;
            if is_content(text) {
                read_text(py, text, &options)?
            } else {
                refuse_unused(py, &options, &[], "the name or path of a board")?;
                pegboard::Board::find(text).map_err(|error| load_error(py, &error))?
            }
        } else if let Ok(board) = source.cast::<Board>() {
            refuse_unused(py, &options, &[], "a `Board`")?;
            board.get().inner.clone()
        } else if source.hasattr("nodes")? && source.hasattr("edges")? {
            refuse_unused(py, &options, &[], "a graph")?;
            let text = py
                .import("pegboard._graphs")?
                .getattr("node_link_text")?
                .call1((source,))?;
            let graph = ImportedGraph::read(&text.cast::<PyString>()?.to_cow()?, "graph")
                .map_err(|error| invalid_file(py, &error))?;
            return Ok(changes.made(py, graph.file)?.into());
        } else if source.hasattr("__fspath__")? {
            let path: PathBuf = source.extract()?;
            if path.extension().is_some_and(|ending| ending == "ron") {
                refuse_unused(py, &options, &[], "a board file")?;
                pegboard::Board::load(&path).map_err(|error| load_error(py, &error))?
            } else {
                let text = std::fs::read_to_string(&path).map_err(|failure| {
                    error(py, format!("cannot read {}: {failure}", path.display()))
                })?;
                read_text(py, &text, &options)?
            }
        } else if source.hasattr("dtype")? {
            refuse_unused(py, &options, &["lattice"], "an array")?;
            of_points(py, points_of_array(source)?, lattice)?
        } else if let Ok(rows) = source.extract::<Vec<String>>() {
            read_text(py, &rows.join("\n"), &options)?
        } else if let Ok(points) = source.extract::<Vec<[i64; 2]>>() {
            refuse_unused(py, &options, &["lattice"], "coordinates")?;
            let points = points.into_iter().map(|[x, y]| point(py, x, y));
            of_points(py, points.collect::<PyResult<_>>()?, lattice)?
        } else {
            return Err(PyTypeError::new_err(format!(
                "a board is made from the name of a board, a path, the text of a board file, rows of text, coordinates or \
                 a graph, not from {}",
                source.get_type().name()?
            )));
        };
        if is_changed {
            Ok(changes.made(py, board.file().clone())?.into())
        } else {
            Ok(board.into())
        }
    }

    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// Labels of the holes.
    #[getter]
    fn holes(&self) -> Vec<&str> {
        self.inner
            .holes()
            .map(|hole| self.inner.label(hole))
            .collect()
    }

    #[getter]
    fn hole_count(&self) -> usize {
        self.inner.hole_count()
    }

    fn __len__(&self) -> usize {
        self.inner.hole_count()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.holes())?.try_iter()
    }

    fn __contains__(&self, label: &str) -> bool {
        self.inner.hole(label).is_ok()
    }

    #[getter]
    fn jump_count(&self) -> usize {
        self.inner.jumps().len()
    }

    /// A row (from, over, to) for each jump.
    #[getter]
    fn jumps<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        // SAFETY: the board is frozen, and its arrays are made once.
        unsafe { view(&slf.get().arrays().jumps, slf.clone().into_any()) }
    }

    /// A row for each symmetry: the image of each hole.
    #[getter]
    fn symmetries<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        // SAFETY: the board is frozen, and its arrays are made once.
        unsafe { view(&slf.get().arrays().symmetries, slf.clone().into_any()) }
    }

    /// A row (x, y) for each hole, y downwards. Neighbors lie about 1 apart.
    #[getter]
    fn coords<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        // SAFETY: the board is frozen, and its arrays are made once.
        unsafe { view(&slf.get().arrays().coords, slf.clone().into_any()) }
    }

    #[getter]
    fn lattice(&self) -> Option<&'static str> {
        Some(match self.inner.lattice()? {
            Lattice::Square => "square",
            Lattice::Triangular => "triangular",
        })
    }

    /// Name of the symmetry group, such as `D4`.
    #[getter]
    fn symmetry(&self) -> String {
        self.inner.symmetry_group().to_string()
    }

    /// The usual vacancy at the start.
    #[getter]
    fn vacancy(&self) -> Option<&str> {
        Some(self.inner.label(self.inner.usual_vacancy()?))
    }

    /// The usual finish: the hole of the last peg, a position or a pattern.
    #[getter]
    fn finish(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let board = &slf.get().inner;
        let position = |inner| Position {
            board: slf.clone().unbind(),
            inner,
        };
        board
            .usual_goal()
            .map(|goal| goal_object(slf.py(), board, &goal, position))
            .transpose()
    }

    #[getter]
    fn is_null_class(&self) -> bool {
        self.inner.is_null_class()
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.inner
            .warnings()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The text of the board file.
    #[getter]
    fn ron(&self) -> String {
        self.inner.file().to_ron()
    }

    /// Returns the index of a hole.
    fn hole(&self, label: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(hole_of(&self.inner, label)?.index())
    }

    /// Returns a jump by its notation or its index.
    fn jump(slf: &Bound<'_, Self>, jump: &Bound<'_, PyAny>) -> PyResult<Jump> {
        let inner = jump_of(&slf.get().inner, jump)?;
        Ok(Jump {
            board: slf.clone().unbind(),
            inner,
        })
    }

    #[getter]
    fn full(slf: &Bound<'_, Self>) -> Position {
        Position::new_on(slf, slf.get().inner.full())
    }

    #[getter]
    fn empty(slf: &Bound<'_, Self>) -> Position {
        Position::new_on(slf, slf.get().inner.empty())
    }

    /// Returns the position in which only these holes are empty; without any, the usual vacancy.
    #[pyo3(signature = (*holes))]
    fn vacate(slf: &Bound<'_, Self>, holes: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let board = &slf.get().inner;
        let holes = if holes.is_empty() {
            vec![usual_vacancy(holes.py(), board)?]
        } else {
            let lists = holes.iter().map(|hole| holes_of(board, &hole));
            lists.collect::<PyResult<Vec<_>>>()?.concat()
        };
        Ok(Position::new_on(slf, board.with_pegs(holes).complement()))
    }

    /// Returns a position: a code, a picture, the holes with pegs, or an array with a boolean, 0 or 1 for each hole.
    fn position(slf: &Bound<'_, Self>, pegs: &Bound<'_, PyAny>) -> PyResult<Position> {
        Position::new(slf, pegs)
    }

    /// Vacancy and finish of each problem that the position classes allow, up to symmetry.
    #[getter]
    fn problems(slf: &Bound<'_, Self>) -> Vec<(String, String)> {
        let board = &slf.get().inner;
        let labels = |problem: &pegboard::SvssProblem| {
            [problem.vacancy(), problem.finish()]
                .map(|hole| board.label(hole).to_owned())
                .into()
        };
        board.svss_problems().iter().map(labels).collect()
    }

    /// Classic problems with their names.
    #[getter]
    fn classic_problems(slf: &Bound<'_, Self>) -> Vec<(String, crate::problem::Problem)> {
        let named = NamedProblem::of(&slf.get().inner);
        let problem = |named: NamedProblem| {
            let problem = crate::problem::Problem::new_on(slf, named.problem().clone());
            (named.name().to_owned(), problem)
        };
        named.into_iter().map(problem).collect()
    }

    fn svg(&self) -> String {
        BoardDrawing::of_board(&self.inner).with_labels().to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        TextPicture::of_labels(&self.inner).to_string()
    }

    pub fn __repr__(&self) -> String {
        /// Boards of the library, parsed once.
        static LIBRARY: OnceLock<Vec<(&str, pegboard::Board)>> = OnceLock::new();
        let library = LIBRARY.get_or_init(|| {
            let names = pegboard::Board::library_names();
            names
                .filter_map(|name| Some((name, pegboard::Board::library(name).ok()?)))
                .collect()
        });
        let same = |(_, known): &&(&str, pegboard::Board)| known.file() == self.inner.file();
        match library.iter().find(same) {
            Some((name, _)) => format!("Board({name:?})"),
            None => format!("Board({:?})", self.inner.file().to_ron()),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Board>()
            .is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (
            slf.get_type().into_any().unbind(),
            (slf.get().inner.file().to_ron(),),
        )
    }
}

pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the usual vacancy of a board.
pub fn usual_vacancy(py: Python<'_>, board: &pegboard::Board) -> PyResult<Hole> {
    board.usual_vacancy().ok_or_else(|| {
        error(
            py,
            format!(
                "board `{}` has no usual vacancy; name the hole that is empty at the start",
                board.name()
            ),
        )
    })
}

/// Returns `true` if a text is a board file or a drawing, and `false` if it is a name or a path.
fn is_content(text: &str) -> bool {
    if text.contains('\n') {
        return true;
    }
    let start = text.trim_start();
    let is_board_file = start
        .strip_prefix("Board")
        .is_some_and(|rest| rest.trim_start().starts_with('('));
    let is_list = start.starts_with(['(', '[', '{']) && start.contains('(');
    let is_file = || Path::new(text).exists() || Path::new(&format!("{text}.ron")).is_file();
    (is_board_file || is_list) && !is_file()
}

/// Returns an error for an import option that has no effect on the source of a board.
fn refuse_unused(
    py: Python<'_>,
    options: &ImportOptions,
    used: &[&str],
    source: &str,
) -> PyResult<()> {
    let ImportOptions {
        lattice,
        legend,
        nth,
    } = options;
    let given = [
        ("lattice", lattice.is_some(), "drawings and coordinates"),
        ("hole", !legend.hole.is_empty(), "drawings"),
        ("peg", !legend.peg.is_empty(), "drawings"),
        ("outside", !legend.outside.is_empty(), "drawings"),
        ("nth", nth.is_some(), "drawings"),
    ];
    let unused = given
        .into_iter()
        .find(|(name, is_given, _)| *is_given && !used.contains(name));
    match unused {
        None => Ok(()),
        Some((name, _, sources)) => Err(error(
            py,
            format!("`{name}=` does not apply to {source}; it applies to {sources}"),
        )),
    }
}

/// Reads a board file, or a drawing of any other kind.
fn read_text(py: Python<'_>, text: &str, options: &ImportOptions) -> PyResult<pegboard::Board> {
    if text.contains("Board") && text.contains('(') {
        refuse_unused(py, options, &[], "a board file")?;
        return pegboard::Board::parse(text, "text").map_err(|error| load_error(py, &error));
    }
    let drawn =
        ImportedBoard::read(text, "text", options).map_err(|error| invalid_file(py, &error))?;
    let unnamed = Changes {
        name: Some("Board".to_owned()),
        vacancy: None,
        finish: None,
    };
    unnamed.made(py, drawn.file)
}

fn point(py: Python<'_>, x: i64, y: i64) -> PyResult<(i32, i32)> {
    match (i32::try_from(x), i32::try_from(y)) {
        (Ok(x), Ok(y)) => Ok((x, y)),
        _ => Err(error(
            py,
            format!("the coordinates ({x}, {y}) are too large"),
        )),
    }
}

/// Returns the coordinates in an array: a row for each hole, or a picture with a boolean for each place.
fn points_of_array(array: &Bound<'_, PyAny>) -> PyResult<Vec<(i32, i32)>> {
    let py = array.py();
    if let Ok(picture) = array.extract::<PyReadonlyArray2<'_, bool>>() {
        let picture = picture.as_array();
        let holes = picture.indexed_iter().filter(|(_, is_hole)| **is_hole);
        let points = holes.map(|((row, column), _)| point(py, column as i64, row as i64));
        return points.collect();
    }
    let points = safely_cast(array, "int64");
    let points = points.map(|points| points.extract::<PyReadonlyArray2<'_, i64>>());
    match points {
        Ok(Ok(points)) if points.as_array().ncols() == 2 => {
            let points = points.as_array();
            let points = points.rows().into_iter();
            points.map(|row| point(py, row[0], row[1])).collect()
        }
        _ => Err(error(
            py,
            format!(
                "a board is made from an array of integers of the shape (n, 2), or of booleans with a row for each row of \
                 the board, not from {} of the shape {}",
                array.getattr("dtype")?,
                array.getattr("shape")?
            ),
        )),
    }
}

fn of_points(
    py: Python<'_>,
    points: Vec<(i32, i32)>,
    lattice: Option<Lattice>,
) -> PyResult<pegboard::Board> {
    let file = BoardFile::new("Board", lattice.unwrap_or(Lattice::Square), points);
    pegboard::Board::new(file).map_err(|errors| board_errors(py, &errors))
}

/// A jump of a board.
#[pyclass(frozen, module = "pegboard", name = "Jump")]
pub struct Jump {
    pub board: Py<Board>,
    pub inner: pegboard::Jump,
}

impl Jump {
    pub fn new_on(board: &Bound<'_, Board>, inner: pegboard::Jump) -> Jump {
        Jump {
            board: board.clone().unbind(),
            inner,
        }
    }

    fn board(&self) -> &pegboard::Board {
        &self.board.get().inner
    }

    fn index_on_board(&self) -> usize {
        let jumps = self.board().jumps();
        jumps
            .iter()
            .position(|jump| *jump == self.inner)
            .unwrap_or(jumps.len())
    }
}

#[pymethods]
impl Jump {
    #[new]
    fn new(board: &Bound<'_, Board>, jump: &Bound<'_, PyAny>) -> PyResult<Jump> {
        Board::jump(board, jump)
    }

    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    #[getter]
    #[pyo3(name = "from_")]
    fn its_start(&self) -> &str {
        self.board().label(self.inner.from())
    }

    #[getter]
    fn over(&self) -> &str {
        self.board().label(self.inner.over())
    }

    #[getter]
    fn to(&self) -> &str {
        self.board().label(self.inner.to())
    }

    /// Row of the jump in `Board.jumps`.
    #[getter]
    fn index(&self) -> usize {
        self.index_on_board()
    }

    #[getter]
    fn holes(&self) -> (usize, usize, usize) {
        indices(self.inner).into()
    }

    fn __str__(&self) -> String {
        notation(self.board(), self.inner)
    }

    pub fn __repr__(&self) -> String {
        format!(
            "Jump({}, {:?})",
            self.board.get().__repr__(),
            self.__str__()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Jump>().is_ok_and(|other| {
            other.get().inner == self.inner && other.get().board() == self.board()
        })
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Py<Board>, String)) {
        let jump = slf.get();
        let arguments = (jump.board.clone_ref(slf.py()), jump.__str__());
        (slf.get_type().into_any().unbind(), arguments)
    }
}
