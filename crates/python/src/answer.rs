//! Answers: solve, many problems at once, certificates, fewest moves.

use crate::board::Board;
use crate::call::{Call, limit_name};
use crate::codes::{array, codes_of};
use crate::errors::{OrRaise, error, error_with_help, record, with_causes};
use crate::line::Line;
use crate::problem::{Problem, problem_of};
use pegboard::certificate::{Certificate, CertificateError, verify_within};
use pegboard::checker::{ProvenAnswer, Rejection};
use pegboard::control::whole_file;
use pegboard::moves::{FewestMoves, MovesOptions, fewest_moves as find_fewest_moves};
use pegboard::{Control, Limits, Progress, Proof, Solver, SolverOptions, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

/// An answer of the library, from which certificates are made.
enum Certifiable {
    Answer(Box<pegboard::Answer>),
    Fewest(Box<FewestMoves>),
    /// A certificate that was made before, for an answer that has been unpickled.
    Text(String),
}

/// Source of the certificate of an answer.
#[pyclass(frozen, module = "pegboard._native", name = "Certifiable")]
pub struct CertifiableAnswer {
    answer: Arc<Certifiable>,
}

impl CertifiableAnswer {
    fn certificate(&self, py: Python<'_>) -> PyResult<Certificate> {
        let certificate = match &*self.answer {
            Certifiable::Answer(answer) => Certificate::of(answer),
            Certifiable::Fewest(fewest) => Certificate::of_fewest_moves(fewest),
            Certifiable::Text(_) => Err(CertificateError::NoRecord),
        };
        certificate.map_err(|failure| match failure {
            CertificateError::NoRecord => error_with_help(
                py,
                "the answer has no record of the positions that were exhausted",
                "solve with record=True, within limits that leave room for the record",
            ),
            failure => error(py, failure),
        })
    }
}

#[pymethods]
impl CertifiableAnswer {
    #[new]
    fn new(text: String) -> CertifiableAnswer {
        CertifiableAnswer {
            answer: Arc::new(Certifiable::Text(text)),
        }
    }

    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        if let Certifiable::Text(text) = &*self.answer {
            let written = whole_file::write(&path, |file| file.write_all(text.as_bytes()));
            return written.map_err(|failure| {
                error(py, format!("cannot write `{}`: {failure}", path.display()))
            });
        }
        let certificate = self.certificate(py)?;
        Call::unlimited()
            .run(py, move |control| certificate.write(&path, control))?
            .or_raise(py)
    }

    fn text(&self, py: Python<'_>) -> PyResult<String> {
        match &*self.answer {
            Certifiable::Text(text) => Ok(text.clone()),
            _ => Ok(self.certificate(py)?.to_text()),
        }
    }
}

/// Returns the words and functions of a proof.
fn proof_record<'py>(py: Python<'py>, proof: &Proof) -> PyResult<Bound<'py, PyAny>> {
    let functions = match proof {
        Proof::Pagoda(functions) => functions
            .iter()
            .map(|function| function.weights().to_vec())
            .collect(),
        Proof::Cases(cases) => cases
            .functions
            .iter()
            .map(|function| function.weights().to_vec())
            .collect(),
        _ => Vec::<Vec<i32>>::new(),
    };
    let tuples = functions
        .into_iter()
        .map(|weights| PyTuple::new(py, weights));
    let tuples = PyTuple::new(py, tuples.collect::<PyResult<Vec<_>>>()?)?;
    record(py, "Proof")?.call1((proof.kind(), proof.to_string(), tuples))
}

fn stats_record<'py>(py: Python<'py>, stats: &pegboard::Stats) -> PyResult<Bound<'py, PyAny>> {
    record(py, "Stats")?.call1((
        stats.all_nodes(),
        stats.dead_positions,
        stats.pagoda_prunes,
        stats.table_hits,
        stats.restarts,
        stats.elapsed.as_secs_f64(),
    ))
}

/// Makes the record of an answer.
fn answer_record<'py>(
    py: Python<'py>,
    problem: Problem,
    answer: &pegboard::Answer,
    certifiable: Certifiable,
) -> PyResult<Bound<'py, PyAny>> {
    let board = problem.board.bind(py).clone();
    let details = PyDict::new(py);
    let answer_of = CertifiableAnswer {
        answer: Arc::new(certifiable),
    };
    details.set_item("certifiable", Py::new(py, answer_of)?)?;
    details.set_item("stats", stats_record(py, answer.stats())?)?;
    details.set_item("problem", Py::new(py, problem)?)?;
    let line = |line: &pegboard::Line| Py::new(py, Line::new_on(&board, line.clone()));
    let (class, argument) = match answer.verdict() {
        Verdict::Solvable(solution) => ("Solvable", line(solution)?.into_any().into_bound(py)),
        Verdict::Fewest(solution, proof) => {
            details.set_item("proof", proof_record(py, proof)?)?;
            ("Solvable", line(solution)?.into_any().into_bound(py))
        }
        Verdict::Unsolvable(proof) => ("Unsolvable", proof_record(py, proof)?),
        Verdict::Undecided(undecided) => {
            let best = undecided.best.as_ref().map(line).transpose()?;
            details.set_item("best", best)?;
            details.set_item("tried", undecided.tried.clone())?;
            (
                "Undecided",
                limit_name(undecided.limit).into_pyobject(py)?.into_any(),
            )
        }
    };
    record(py, class)?.call((argument,), Some(&details))
}

/// Solves a problem: the answer is `Solvable`, `Unsolvable` or `Undecided`.
///
/// With `record`, an exhaustive search keeps what a certificate needs. `time` is in seconds, `memory` in bytes, and `nodes`
/// a number of positions.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, seed=None, record=false, time=None, nodes=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments)]
pub fn solve<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    seed: Option<u64>,
    record: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let problem = problem_of(problem, finish)?;
    let solver = match (seed, record) {
        (None, false) => problem.board.get().solver(),
        _ => {
            let options = SolverOptions::default().with_seed(seed).with_record(record);
            Arc::new(Solver::new(problem.inner.board(), options))
        }
    };
    let asked = problem.inner.clone();
    let answer = call
        .run(py, move |control| solver.solve(&asked, control))?
        .or_raise(py)?;
    answer_record(
        py,
        problem,
        &answer,
        Certifiable::Answer(Box::new(answer.clone())),
    )
}

/// Finds a solution with the fewest moves. A limit leaves bounds.
///
/// With `record`, a second search keeps what a certificate needs.
#[pyfunction]
#[pyo3(signature = (problem, finish=None, *, record=false, time=None, nodes=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments)]
pub fn fewest_moves<'py>(
    problem: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    record: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let problem = problem_of(problem, finish)?;
    let asked = problem.inner.clone();
    let solver = SolverOptions::default().with_record(record);
    let options = MovesOptions::default().with_solver(solver);
    let work = move |control: &Control<'_>| find_fewest_moves(&asked, &options, control);
    let found = match call.run(py, work)? {
        Err(failure) => {
            let Some(limit) = failure.limit() else {
                return Err(failure).or_raise(py);
            };
            let nothing = (
                None::<usize>,
                0,
                false,
                limit_name(limit),
                crate::call::undecided(py, limit)?,
            );
            return crate::errors::record(py, "FewestMoves")?.call1(nothing);
        }
        Ok(found) => found,
    };
    let (moves, at_least, proved) = (found.moves(), found.at_least(), found.is_proved());
    let stopped_by = found.limit_reached().map(limit_name);
    let answer = found.answer().clone();
    let answer = answer_record(py, problem, &answer, Certifiable::Fewest(Box::new(found)))?;
    crate::errors::record(py, "FewestMoves")?.call1((moves, at_least, proved, stopped_by, answer))
}

/// Answers of many problems, by columns.
#[derive(Default)]
struct Row {
    answer: i8,
    first_jump: i16,
    jumps: u8,
    proof: &'static str,
    nodes: u64,
    seconds: f64,
}

fn row_of(
    solver: &Solver,
    problem: &pegboard::Problem,
    control: &Control<'_>,
) -> Result<Row, String> {
    let answer = solver
        .solve(problem, control)
        .map_err(|error| with_causes(&error))?;
    let (verdict, proof) = match answer.verdict() {
        Verdict::Solvable(_) => (1, ""),
        Verdict::Fewest(_, proof) => (1, proof.kind()),
        Verdict::Unsolvable(proof) => (0, proof.kind()),
        Verdict::Undecided(_) => (-1, ""),
    };
    let jumps = answer
        .solution()
        .map_or(&[][..], |solution| solution.jumps());
    let board = problem.board();
    let index = |jump: &pegboard::Jump| board.jumps().iter().position(|each| each == jump);
    Ok(Row {
        answer: verdict,
        first_jump: jumps
            .first()
            .and_then(index)
            .map_or(-1, |index| index as i16),
        jumps: jumps.len() as u8,
        proof,
        nodes: answer.stats().all_nodes(),
        seconds: answer.stats().elapsed.as_secs_f64(),
    })
}

/// Solves the problems on several threads. The limits hold for each problem.
fn rows_of(
    solver: &Solver,
    problems: &[pegboard::Problem],
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Vec<Row>, String> {
    let threads = limits
        .threads
        .or_else(|| available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let observer = |progress: &Progress| control.observe_part(progress);
    let limits = Limits {
        threads: Some(NonZeroUsize::MIN),
        ..limits.clone()
    };
    let work = || -> Result<Vec<(usize, Row)>, String> {
        let mut rows = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems
                .get(index)
                .filter(|_| control.limit_reached().is_none())
            else {
                return Ok(rows);
            };
            let child = control.child(limits.clone()).watched_by(&observer);
            rows.push((index, row_of(solver, problem, &child)?));
            let done = index as f64 / problems.len() as f64;
            let phase = || pegboard::Phase::Problems.done(done);
            // The control stops the loop above.
            let _ = control.tick(rows.last().map_or(0, |(_, row)| row.nodes), phase);
        }
    };
    let parts = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.min(problems.len()))
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut parts = vec![work()];
        let joined = workers.into_iter().map(|worker| worker.join());
        parts.extend(
            joined.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        parts
    });
    let mut rows = Vec::new();
    for part in parts {
        rows.extend(part?);
    }
    rows.sort_by_key(|(index, _)| *index);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Solves a problem from each start, on several threads; the limits hold for each problem.
///
/// The columns of the table are `answer` (1 solvable, 0 unsolvable, -1 undecided), `first_jump` (a row of `Board.jumps`, or
/// -1), `jumps`, `proof` (its kind), `nodes` and `seconds`.
#[pyfunction]
#[pyo3(signature = (board, codes, finish=None, *, time=None, nodes=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments)]
pub fn solve_many<'py>(
    board: &Bound<'py, Board>,
    codes: &Bound<'py, PyAny>,
    finish: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let mut call = Call::new(py, time, nodes, memory, threads, progress)?;
    let limits = std::mem::take(&mut call.limits);
    let its = &board.get().inner;
    let codes = codes_of(codes, its)?;
    let start = |code: &u128| pegboard::Position::from_code(its, *code).or_raise(py);
    let shared = match (finish, codes.first()) {
        // A goal that does not depend on the start is read once.
        (Some(finish), Some(first))
            if finish
                .extract::<String>()
                .map_or(true, |text| text.trim() != "complement") =>
        {
            Some(
                Problem::of(board, start(first)?, Some(finish))?
                    .inner
                    .goal()
                    .clone(),
            )
        }
        _ => None,
    };
    let problems: PyResult<Vec<pegboard::Problem>> = codes
        .iter()
        .map(|code| match &shared {
            Some(goal) => pegboard::Problem::new(start(code)?, goal.clone()).or_raise(py),
            None => Ok(Problem::of(board, start(code)?, finish)?.inner),
        })
        .collect();
    let (problems, solver) = (problems?, board.get().solver());
    let rows = call
        .run(py, move |control| {
            rows_of(&solver, &problems, &limits, control)
        })?
        .or_raise(py)?;
    let table = record(py, "answer_table")?.call1((rows.len(),))?;
    let set = |name: &str, column: Bound<'py, PyAny>| table.set_item(name, column);
    let each = rows.iter();
    set(
        "answer",
        array(py, each.clone().map(|row| row.answer).collect())?.into_any(),
    )?;
    set(
        "first_jump",
        array(py, each.clone().map(|row| row.first_jump).collect())?.into_any(),
    )?;
    set(
        "jumps",
        array(py, each.clone().map(|row| row.jumps).collect())?.into_any(),
    )?;
    set(
        "nodes",
        array(py, each.clone().map(|row| row.nodes).collect())?.into_any(),
    )?;
    set(
        "seconds",
        array(py, each.clone().map(|row| row.seconds).collect())?.into_any(),
    )?;
    let kinds = [
        "",
        "last peg",
        "class",
        "pagoda",
        "cases",
        "exhaustion",
        "pegs",
    ];
    let kind = |row: &Row| {
        kinds
            .iter()
            .position(|kind| *kind == row.proof)
            .map_or(0, |kind| kind as i64)
    };
    let names = record(py, "proof_kinds")?.call1((kinds.to_vec(),))?;
    set(
        "proof",
        names.get_item(array(py, each.map(kind).collect())?)?,
    )?;
    Ok(table)
}

/// Checks a certificate with the independent checker, and returns what it proves. One that is wrong is an error.
#[pyfunction]
#[pyo3(signature = (path, *, time=None, nodes=None, memory=None, threads=None, progress=None))]
pub fn verify<'py>(
    py: Python<'py>,
    path: PathBuf,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let call = Call::new(py, time, nodes, memory, threads, progress)?;
    let proven = call.run(py, move |control| match verify_within(&path, control) {
        Err(Rejection::Stopped { .. }) => Err(control.limit_reached()),
        other => Ok(other),
    })?;
    let proven = match proven {
        Err(limit) => {
            return crate::call::undecided(py, limit.unwrap_or(pegboard::LimitReached::Memory));
        }
        Ok(proven) => proven.or_raise(py)?,
    };
    let answer = match proven.answer {
        ProvenAnswer::Solvable { .. } => "solvable",
        ProvenAnswer::Unsolvable { .. } => "unsolvable",
        ProvenAnswer::Fewest { .. } => "fewest pegs",
        ProvenAnswer::FewestMoves { .. } => "fewest moves",
    };
    record(py, "Proven")?.call1((proven.sentence, answer, proven.board.name, proven.start))
}
