use super::folder::{self, AtlasError};
use super::{Atlas, AtlasEntry, Finding};
use crate::answer::Verdict;
use crate::board::{Board, SvssProblem};
use crate::certificate::{CertificateError, Certified};
use crate::checker::{CheckOptions, verify};
use crate::control::{Control, Limits};
use crate::exhaustion::ExhaustionOptions;
use crate::problem::Problem;
use crate::solver::{Solver, SolverOptions};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How an atlas is to be made.
#[derive(Clone, Debug)]
pub struct AtlasOptions {
    /// The time for the search of a problem; 20 seconds by default. As much again may go into an exhaustion,
    /// which makes the record of what the search has refuted, and is tried where it has no answer.
    pub time: Duration,
    /// Memory of all searches together, in bytes; 1 GiB by default.
    pub memory: u64,
    /// Problems that are searched at the same time; without it, as many as the machine has processors.
    pub threads: Option<NonZeroUsize>,
}

impl Default for AtlasOptions {
    fn default() -> AtlasOptions {
        AtlasOptions { time: Duration::from_secs(20), memory: 1 << 30, threads: None }
    }
}

/// How far an atlas has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AtlasProgress {
    /// Problems settled, those among them that were settled before; a problem and its reversal count as one.
    pub settled: usize,
    /// All problems.
    pub problems: usize,
    /// The time allowed for a problem in this round.
    pub round: Duration,
    /// The time since the beginning.
    pub elapsed: Duration,
}

type Observer<'a> = dyn Fn(&AtlasProgress) -> ControlFlow<()> + Sync + 'a;

/// Settles every problem of a board, keeping a certificate of each in `folder`. What has one there already is
/// checked and not searched again, so that a run that was stopped, or had too little time, can be gone on with.
///
/// The problems are searched in rounds, with more time in each, so that the hard ones come last. When
/// `observer` answers `Break`, what is not settled yet stays open.
///
/// # Errors
///
/// [`AtlasError`] when the folder cannot be used, or holds a certificate that is wrong.
///
/// ```
/// use pegboard::atlas::{AtlasOptions, Finding, settle};
/// use pegboard::Board;
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir()?;
/// let triangle = Board::library("triangle5")?;
/// let atlas = settle(&triangle, folder.path(), &AtlasOptions::default(), &|_| ControlFlow::Continue(()))?;
/// assert_eq!(atlas.count(Finding::Solvable), 12);
/// assert_eq!(atlas.count(Finding::RefutedByExhaustion), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settle(
    board: &Board,
    folder: &Path,
    options: &AtlasOptions,
    observer: &Observer<'_>,
) -> Result<Atlas, AtlasError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| AtlasError::Folder { folder: folder.to_owned(), error })?;
    let problems = board.svss_problems();
    let run = Run::new(board, folder, options, observer, &problems);
    run.take_over()?;
    for round in rounds(options.time) {
        run.round(round)?;
    }
    let settled = run.settled.into_inner().unwrap_or_else(PoisonError::into_inner);
    let entries = problems.iter().map(|problem| entry(*problem, &run.units, &settled)).collect();
    Ok(Atlas { board: board.clone(), entries })
}

/// Growing times, the last of which is the whole.
fn rounds(time: Duration) -> [Duration; 3] {
    [time / 200, time / 15, time]
}

/// What became of a unit.
#[derive(Clone, Debug)]
struct Settled {
    finding: Finding,
    seconds: f64,
    certificate: Option<PathBuf>,
}

/// The work on one board. A unit is a problem together with its reversal.
struct Run<'a> {
    board: &'a Board,
    folder: &'a Path,
    options: &'a AtlasOptions,
    observer: &'a Observer<'a>,
    units: Vec<SvssProblem>,
    settled: Mutex<Vec<Settled>>,
    began: Instant,
    cancelled: AtomicBool,
}

impl<'a> Run<'a> {
    fn new(
        board: &'a Board,
        folder: &'a Path,
        options: &'a AtlasOptions,
        observer: &'a Observer<'a>,
        problems: &[SvssProblem],
    ) -> Run<'a> {
        let comes_first =
            |problem: &&SvssProblem| (problem.vacancy(), problem.finish()) <= problem.reversal();
        let units: Vec<SvssProblem> = problems.iter().filter(comes_first).copied().collect();
        let open = Settled { finding: Finding::Open, seconds: 0.0, certificate: None };
        Run {
            board,
            folder,
            options,
            observer,
            settled: Mutex::new(vec![open; units.len()]),
            units,
            began: Instant::now(),
            cancelled: AtomicBool::new(false),
        }
    }

    /// Takes over what certificates in the folder prove.
    fn take_over(&self) -> Result<(), AtlasError> {
        for (unit, problem) in self.units.iter().enumerate() {
            let path = self.path(*problem);
            if path.exists() {
                let finding = self.verified(*problem, &path)?;
                self.put(unit, Settled { finding, seconds: 0.0, certificate: Some(path) });
            }
        }
        Ok(())
    }

    fn verified(&self, problem: SvssProblem, path: &Path) -> Result<Finding, AtlasError> {
        let proven = verify(path, &CheckOptions::default())?;
        let asked = (problem.vacancy(), problem.finish());
        match folder::about(&proven, self.board) {
            Some((proved, finding)) if proved == asked => Ok(finding),
            _ => Err(AtlasError::Misplaced {
                file: path.to_owned(),
                expected: format!("{} of board `{}`", self.name(problem), self.board.name()),
            }),
        }
    }

    /// Searches what is open, with so much time for each problem.
    fn round(&self, time: Duration) -> Result<(), AtlasError> {
        let open: Vec<usize> = {
            let settled = self.lock();
            (0..self.units.len()).filter(|&unit| settled[unit].finding == Finding::Open).collect()
        };
        let available = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.options.threads.map_or_else(available, NonZeroUsize::get).min(open.len());
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), AtlasError> {
            while let Some(&unit) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.report(time).is_break() {
                    return Ok(());
                }
                self.search(unit, time, threads)?;
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a search does not panic"))
        })
    }

    fn search(&self, unit: usize, time: Duration, threads: usize) -> Result<(), AtlasError> {
        let problem = self.units[unit];
        let began = Instant::now();
        let memory = Some(self.options.memory / threads.max(1) as u64);
        let limits =
            Limits { time: Some(time), memory, threads: Some(NonZeroUsize::MIN), ..Limits::default() };
        let posed = Problem::svss(self.board, problem.vacancy(), problem.finish());
        let solver = Solver::new(self.board, SolverOptions::default());
        let observer = |_: &_| self.report(time);
        let control = Control::new(limits.clone()).watched_by(&observer);
        let answer = solver.solve(&posed, &control).expect("the problem lies on the solver's board");
        let options =
            ExhaustionOptions { limits, threads: Some(NonZeroUsize::MIN), ..ExhaustionOptions::default() };
        let is_last_round = time == self.options.time;
        if matches!(answer.verdict(), Verdict::Undecided(_)) && !is_last_round {
            return Ok(());
        }
        let certificate = match Certified::new(&answer, &options, &|_| self.report(time)) {
            Ok(certified) => certified.certificate,
            Err(CertificateError::Stopped { .. }) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let path = self.path(problem);
        certificate.write(&path)?;
        let finding = self.verified(problem, &path)?;
        let seconds = began.elapsed().as_secs_f64();
        self.put(unit, Settled { finding, seconds, certificate: Some(path) });
        Ok(())
    }

    fn report(&self, round: Duration) -> ControlFlow<()> {
        let settled = self.lock().iter().filter(|settled| settled.finding != Finding::Open).count();
        let elapsed = self.began.elapsed();
        let progress = AtlasProgress { settled, problems: self.units.len(), round, elapsed };
        if self.cancelled.load(Ordering::Relaxed) || (self.observer)(&progress).is_break() {
            self.cancelled.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn put(&self, unit: usize, settled: Settled) {
        self.lock()[unit] = settled;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Settled>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, problem: SvssProblem) -> PathBuf {
        self.folder.join(format!("{}.ron", self.name(problem)))
    }

    fn name(&self, problem: SvssProblem) -> String {
        format!("{}-{}", self.board.label(problem.vacancy()), self.board.label(problem.finish()))
    }
}

fn entry(problem: SvssProblem, units: &[SvssProblem], settled: &[Settled]) -> AtlasEntry {
    let asked = (problem.vacancy(), problem.finish());
    let is_about = |unit: &SvssProblem| {
        let unit = (unit.vacancy(), unit.finish());
        unit == asked || unit == problem.reversal()
    };
    let found = units.iter().position(is_about).map(|unit| settled[unit].clone());
    let open = || Settled { finding: Finding::Open, seconds: 0.0, certificate: None };
    let Settled { finding, seconds, certificate } = found.unwrap_or_else(open);
    AtlasEntry { problem, finding, seconds, certificate }
}
