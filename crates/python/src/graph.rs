//! Graphs of positions, and atlases.

use crate::board::Board;
use crate::call::Call;
use crate::codes::{Words, array, import_numpy};
use crate::errors::{OrRaise, error, record, with_causes};
use crate::play::number;
use crate::positions::or_undecided;
use crate::problem::{Problem, problem_of};
use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pegboard::atlas::{AtlasMap, AtlasOptions, Finding, settle};
use pegboard::drawing::graph::{GraphDrawing, GraphError, Merging, PositionGraph};
use pegboard::petgraph::visit::EdgeRef;
use pegboard::{Control, GameOracle, LimitReached, SolverOptions};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Graph of the positions within a number of jumps of a start.
#[pyclass(frozen, module = "pegboard", name = "Graph")]
pub struct Graph {
    problem: Problem,
    inner: Arc<PositionGraph>,
}

#[pymethods]
impl Graph {
    #[getter]
    fn problem(&self, py: Python<'_>) -> Problem {
        Problem::new_on(self.problem.board.bind(py), self.problem.inner.clone())
    }

    /// Code of each position.
    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let codes = self
            .inner
            .graph()
            .node_weights()
            .map(|node| node.position.code());
        Words::new(codes, self.inner.board().hole_count()).into_array(py)
    }

    /// A row for each edge: the indices of its positions.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ends = |edge: pegboard::petgraph::graph::EdgeReference<'_, _>| {
            [edge.source().index() as i64, edge.target().index() as i64]
        };
        let edges: Vec<i64> = self
            .inner
            .graph()
            .edge_references()
            .flat_map(ends)
            .collect();
        let edges = Array2::from_shape_vec((edges.len() / 2, 2), edges).or_raise(py)?;
        import_numpy(py)?;
        Ok(edges.into_pyarray(py).into_any())
    }

    /// Row in `Board.jumps` of a jump of each edge.
    #[getter]
    fn edge_jumps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let jumps = self.inner.board().jumps();
        let index = |jump: &pegboard::Jump| jumps.iter().position(|each| each == jump);
        let first = |edge: &pegboard::drawing::graph::JumpEdge| {
            edge.jumps
                .first()
                .and_then(index)
                .map_or(-1, |index| index as i16)
        };
        let indices: Vec<i16> = self.inner.graph().edge_weights().map(first).collect();
        Ok(array(py, indices)?.into_any())
    }

    /// Number of jumps from the start to each position.
    #[getter]
    fn layers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layers = self
            .inner
            .graph()
            .node_weights()
            .map(|node| node.jumps_played as u8);
        Ok(array(py, layers.collect())?.into_any())
    }

    #[getter]
    fn outlooks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outlook =
            |node: &pegboard::drawing::graph::PositionNode| node.outlook.map_or(-1, number);
        let outlooks = self.inner.graph().node_weights().map(outlook);
        Ok(array(py, outlooks.collect())?.into_any())
    }

    fn __len__(&self) -> usize {
        self.inner.graph().node_count()
    }

    fn to_networkx(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let convert = slf
            .py()
            .import("pegboard._graphs")?
            .getattr("to_networkx")?;
        Ok(convert.call1((slf,))?.unbind())
    }

    fn to_rustworkx(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let convert = slf
            .py()
            .import("pegboard._graphs")?
            .getattr("to_rustworkx")?;
        Ok(convert.call1((slf,))?.unbind())
    }

    fn dot(&self) -> String {
        self.inner.to_dot()
    }

    fn svg(&self) -> String {
        GraphDrawing::new(&self.inner).to_svg()
    }

    fn _repr_svg_(&self) -> Option<String> {
        /// Positions of a graph that can still be told apart in a picture.
        const MOST: usize = 500;
        (self.inner.graph().node_count() <= MOST).then(|| self.svg())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (graph, problem) = (self.inner.graph(), self.problem.__repr__(py)?);
        Ok(format!(
            "<Graph of {problem}: {} positions, {} edges>",
            graph.node_count(),
            graph.edge_count()
        ))
    }
}

/// Builds the graph of the positions within a number of jumps of a start. With `merge`, symmetric positions are one vertex; with
/// `outlooks`, an oracle tells the outlook of each.
#[pyfunction]
#[pyo3(signature = (
    problem, finish=None, *, jumps=2, merge=false, outlooks=false, limit=1_000_000,
    time=None, memory=None, threads=None, progress=None,
))]
#[expect(clippy::too_many_arguments)]
pub fn graph<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    jumps: usize,
    merge: bool,
    outlooks: bool,
    limit: usize,
    time: Option<f64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, None, memory, threads, progress)?;
    if limit == 0 {
        return Err(error(py, "limit=0: at least one position is needed"));
    }
    let problem = problem_of(problem, finish)?;
    let asked = problem.inner.clone();
    let is_limited = call.is_limited();
    let found = call.run(
        py,
        move |control: &Control<'_>| -> Result<PositionGraph, GraphError> {
            let merging = if merge {
                Merging::MergedFor(asked.goal().clone())
            } else {
                Merging::Apart
            };
            let graph = PositionGraph::within(asked.start(), jumps, &merging, limit, control)?;
            if !outlooks {
                return Ok(graph);
            }
            let oracle = GameOracle::prepare(&asked, SolverOptions::default(), control);
            Ok(graph.with_outlooks(&oracle, control))
        },
    )?;
    let stopped = |failure: &GraphError| -> Option<LimitReached> {
        match failure {
            GraphError::Stopped(limit) => Some(*limit),
            _ => None,
        }
    };
    or_undecided(py, found, stopped, is_limited, |inner| {
        let graph = Graph {
            problem,
            inner: Arc::new(inner),
        };
        Ok(Bound::new(py, graph)?.into_any())
    })
}

/// Every problem of a board from one vacancy to one survivor, up to symmetry.
#[pyclass(frozen, module = "pegboard", name = "Atlas")]
pub struct Atlas {
    board: Py<Board>,
    inner: pegboard::atlas::Atlas,
}

fn finding_name(finding: Finding) -> &'static str {
    match finding {
        Finding::Solvable => "solvable",
        Finding::RefutedByPagoda => "pagoda",
        Finding::RefutedByCases => "cases",
        Finding::RefutedByExhaustion => "exhaustion",
        Finding::Open => "open",
        Finding::Unchecked => "unchecked",
    }
}

#[pymethods]
impl Atlas {
    #[getter]
    #[pyo3(name = "board")]
    fn its_board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    #[getter]
    fn entries(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let class = record(py, "AtlasEntry")?;
        let board = self.inner.board();
        let entry = |entry: &pegboard::atlas::AtlasEntry| {
            let (vacancy, finish) = (
                board.label(entry.problem.vacancy()),
                board.label(entry.problem.finish()),
            );
            let made =
                class.call1((vacancy, finish, finding_name(entry.finding), entry.seconds))?;
            Ok(made.unbind())
        };
        self.inner.entries().iter().map(entry).collect()
    }

    /// Number of problems of each finding.
    #[getter]
    fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for entry in self.inner.entries() {
            *counts.entry(finding_name(entry.finding)).or_default() += 1;
        }
        counts
    }

    /// Returns the finding about a problem, or `None` if the position classes exclude it.
    fn finding(
        &self,
        vacancy: &Bound<'_, PyAny>,
        finish: &Bound<'_, PyAny>,
    ) -> PyResult<Option<&'static str>> {
        let board = self.inner.board();
        let (vacancy, finish) = (
            crate::board::hole_of(board, vacancy)?,
            crate::board::hole_of(board, finish)?,
        );
        Ok(self.inner.finding(vacancy, finish).map(finding_name))
    }

    fn __len__(&self) -> usize {
        self.inner.entries().len()
    }

    fn svg(&self) -> String {
        AtlasMap::new(&self.inner).to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let counts: Vec<String> = self
            .counts()
            .iter()
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        format!(
            "<Atlas of {}: {}>",
            self.inner.board().name(),
            counts.join(", ")
        )
    }
}

/// Settles every problem of a board, with at most `each` seconds for each problem, and keeps the certificates in the folder or
/// file `path`.
///
/// Problems that a limit stops stay open.
#[pyfunction]
#[pyo3(signature = (board, path=None, *, each=20.0, time=None, memory=None, threads=None, progress=None))]
pub fn atlas<'py>(
    board: &Bound<'py, Board>,
    path: Option<PathBuf>,
    each: f64,
    time: Option<f64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Atlas> {
    let py = board.py();
    let call = Call::new(py, time, None, memory, threads, progress)?;
    let each = Duration::try_from_secs_f64(each).map_err(|_| {
        error(
            py,
            format!("each={each}: the time for a problem is a number of seconds"),
        )
    })?;
    let its = board.get().inner.clone();
    let found = call.run(
        py,
        move |control| -> Result<pegboard::atlas::Atlas, String> {
            let mut options = AtlasOptions::default();
            options.time = each;
            let folder = match &path {
                Some(_) => None,
                None => Some(tempfile::tempdir().map_err(|error| with_causes(&error))?),
            };
            let path = path
                .as_deref()
                .or_else(|| folder.as_ref().map(|folder| folder.path()));
            let path = path.ok_or("no folder")?;
            settle(&its, path, &options, control).map_err(|error| with_causes(&error))
        },
    )?;
    Ok(Atlas {
        board: board.clone().unbind(),
        inner: found.or_raise(py)?,
    })
}
