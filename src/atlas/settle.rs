use super::folder::{self, AtlasError};
use super::{Atlas, AtlasEntry, Finding};
use crate::board::{Board, SvssProblem};
use crate::certificate::{CertificateError, Certified, verify_within};
use crate::checker::Rejection;
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits, Phase, Progress};
use crate::problem::Problem;
use crate::problem::answer::Verdict;
use crate::solver::exhaustion::ExhaustionOptions;
use crate::solver::{Solver, SolverOptions};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// How an atlas is to be made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AtlasOptions {
    /// The time for the search of a problem; 20 seconds by default. Six times as much may go into an
    /// exhaustion, which makes the record of what the search has refuted, and is tried where it has no answer.
    pub time: Duration,
}

impl Default for AtlasOptions {
    fn default() -> AtlasOptions {
        AtlasOptions {
            time: Duration::from_secs(20),
        }
    }
}

/// How many times as long as the search an exhaustion may take.
const EXHAUSTION: u32 = 6;

/// The memory of all searches together, in bytes, where the control does not say.
const MEMORY: u64 = 1 << 30;

/// Settles every problem of a board, keeping a certificate of each in `folder`. What has one there already is
/// checked and not searched again, so that a run that was stopped, or had too little time, can be resumed.
///
/// The problems are searched in rounds, with more time in each, so that the hard ones come last. Each thread
/// of the control searches a problem of its own; where there are more threads than problems, a problem has
/// several. They share the control's memory, 1 GiB by default. When the
/// control stops the call, what is not settled yet stays open.
///
/// # Errors
///
/// [`AtlasError`] when the folder cannot be used, or holds a certificate that is wrong or of another board.
///
/// ```
/// use pegboard::atlas::{AtlasOptions, Finding, settle};
/// use pegboard::{Board, Control};
/// let folder = tempfile::tempdir()?;
/// let triangle = Board::library("triangle5")?;
/// let atlas = settle(&triangle, folder.path(), &AtlasOptions::default(), &Control::default())?;
/// assert_eq!(atlas.count(Finding::Solvable), 12);
/// assert_eq!(atlas.count(Finding::RefutedByExhaustion), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settle(
    board: &Board,
    folder: &Path,
    options: &AtlasOptions,
    control: &Control<'_>,
) -> Result<Atlas, AtlasError> {
    std::fs::create_dir_all(folder).map_err(|error| AtlasError::Folder {
        folder: folder.to_owned(),
        error,
    })?;
    let problems = board.svss_problems();
    let run = Run::new(board, folder, control, &problems);
    let result = run.all_rounds(options.time);
    control.resume_panic();
    match result {
        Ok(()) | Err(Stop::Limit) => {}
        Err(Stop::Error(error)) => return Err(*error),
    }
    let settled = run
        .settled
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let entries = problems
        .iter()
        .map(|problem| entry(*problem, &run.units, &settled))
        .collect();
    Ok(Atlas {
        board: board.clone(),
        entries,
    })
}

/// Growing times, the last of which is the whole.
fn rounds(time: Duration) -> [Duration; 3] {
    [time / 200, time / 15, time]
}

/// Why the work ends early.
enum Stop {
    /// The control says so.
    Limit,
    Error(Box<AtlasError>),
}

impl From<LimitReached> for Stop {
    fn from(_: LimitReached) -> Stop {
        Stop::Limit
    }
}

impl From<AtlasError> for Stop {
    fn from(error: AtlasError) -> Stop {
        Stop::Error(Box::new(error))
    }
}

impl From<CertificateError> for Stop {
    fn from(error: CertificateError) -> Stop {
        AtlasError::from(error).into()
    }
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
    control: &'a Control<'a>,
    units: Vec<SvssProblem>,
    settled: Mutex<Vec<Settled>>,
}

/// One round of searches.
struct Round {
    /// The time for each problem.
    time: Duration,
    /// The time that a problem may take in the rounds after it.
    later: Duration,
    /// How many problems are searched at once.
    threads: usize,
    /// How many are still to be searched in this round.
    waiting: AtomicUsize,
}

impl Round {
    fn is_last(&self) -> bool {
        self.later == Duration::ZERO
    }

    /// The most time that a problem may take in this round: in the last one, an exhaustion may follow the
    /// search.
    fn longest(&self) -> Duration {
        if self.is_last() {
            self.time.saturating_mul(1 + EXHAUSTION)
        } else {
            self.time
        }
    }
}

impl<'a> Run<'a> {
    fn new(
        board: &'a Board,
        folder: &'a Path,
        control: &'a Control<'a>,
        problems: &[SvssProblem],
    ) -> Run<'a> {
        let comes_first =
            |problem: &&SvssProblem| (problem.vacancy(), problem.finish()) <= problem.reversal();
        let units: Vec<SvssProblem> = problems.iter().filter(comes_first).copied().collect();
        let open = Settled {
            finding: Finding::Open,
            seconds: 0.0,
            certificate: None,
        };
        Run {
            board,
            folder,
            control,
            settled: Mutex::new(vec![open; units.len()]),
            units,
        }
    }

    fn all_rounds(&self, time: Duration) -> Result<(), Stop> {
        self.take_over()?;
        let times = rounds(time);
        for (number, &time) in times.iter().enumerate() {
            let later = times[number + 1..]
                .iter()
                .fold(Duration::ZERO, |sum, time| sum.saturating_add(*time));
            let last = times[number + 1..].last().copied().unwrap_or_default();
            self.round(time, later.saturating_add(last))?;
        }
        Ok(())
    }

    /// Takes over what certificates in the folder prove. All must be of this board.
    fn take_over(&self) -> Result<(), Stop> {
        let expected = self.units.iter().map(|unit| self.path(*unit)).collect();
        folder::check_board(self.folder, self.board, &expected)?;
        for (unit, problem) in self.units.iter().enumerate() {
            let path = self.path(*problem);
            if path.exists() {
                let finding = self.verified(*problem, &path, self.control)?;
                self.put(
                    unit,
                    Settled {
                        finding,
                        seconds: 0.0,
                        certificate: Some(path),
                    },
                );
            }
        }
        Ok(())
    }

    fn verified(
        &self,
        problem: SvssProblem,
        path: &Path,
        control: &Control<'_>,
    ) -> Result<Finding, Stop> {
        let proven = verify_within(path, control).map_err(|rejection| match rejection {
            Rejection::Stopped { .. } => Stop::Limit,
            rejection => AtlasError::Rejected(rejection).into(),
        })?;
        let asked = (problem.vacancy(), problem.finish());
        match folder::about(&proven, self.board) {
            Some((proved, finding)) if proved == asked => Ok(finding),
            _ if !folder::is_about_board(&proven, self.board) => {
                Err(Stop::from(AtlasError::OtherBoard {
                    folder: self.folder.to_owned(),
                    board: proven.board,
                }))
            }
            _ => Err(Stop::from(AtlasError::Misplaced {
                file: path.to_owned(),
                expected: format!("{} of board `{}`", self.name(problem), self.board.name()),
            })),
        }
    }

    /// Searches what is open, with this time for each problem.
    fn round(&self, time: Duration, later: Duration) -> Result<(), Stop> {
        let open: Vec<usize> = {
            let settled = self.lock();
            (0..self.units.len())
                .filter(|&unit| settled[unit].finding == Finding::Open)
                .collect()
        };
        let threads = self.control.threads().min(open.len()).max(1);
        let round = Round {
            time,
            later,
            threads,
            waiting: AtomicUsize::new(open.len()),
        };
        try_each_on(threads, open.iter(), |&unit| {
            self.tick(&round)?;
            let result = self.search(unit, &round);
            round.waiting.fetch_sub(1, Ordering::Relaxed);
            result
        })
    }

    fn search(&self, unit: usize, round: &Round) -> Result<(), Stop> {
        let problem = self.units[unit];
        let began = Instant::now();
        let memory = self.control.limits().memory.unwrap_or(MEMORY) / round.threads as u64;
        let limits = Limits {
            time: Some(round.time),
            memory: Some(memory),
            threads: NonZeroUsize::new(self.control.threads() / round.threads),
            ..Limits::default()
        };
        let observer = |_: &Progress| match self.tick(round) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let part = |limits: &Limits| self.control.child(limits.clone()).watched_by(&observer);
        let posed = Problem::svss(self.board, problem.vacancy(), problem.finish());
        let solver = Solver::new(self.board, SolverOptions::default());
        let answer = solver
            .solve(&posed, &part(&limits))
            .expect("the problem lies on the solver's board");
        self.control
            .count(answer.stats().nodes + answer.stats().beam_nodes);
        if matches!(answer.verdict(), Verdict::Undecided(_)) && !round.is_last() {
            return Ok(());
        }
        let longer = Limits {
            time: Some(round.time.saturating_mul(EXHAUSTION)),
            ..limits.clone()
        };
        let certificate =
            match Certified::new(&answer, &ExhaustionOptions::default(), &part(&longer)) {
                Ok(certified) => certified.certificate,
                Err(CertificateError::Stopped { .. }) => return Ok(()),
                Err(error) => return Err(error.into()),
            };
        let path = self.path(problem);
        let unlimited = Limits {
            time: None,
            ..limits.clone()
        };
        let rest = part(&unlimited);
        match certificate.write(&path, &rest) {
            Ok(()) => {}
            Err(CertificateError::WritingStopped { .. }) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let finding = self.verified(problem, &path, &rest)?;
        let seconds = began.elapsed().as_secs_f64();
        self.put(
            unit,
            Settled {
                finding,
                seconds,
                certificate: Some(path),
            },
        );
        Ok(())
    }

    /// Reports how far the atlas has come, and asks whether to go on.
    fn tick(&self, round: &Round) -> Result<(), LimitReached> {
        self.control.tick(0, || {
            let open = self.lock().iter().filter(|settled| settled.finding == Finding::Open).count();
            let (settled, seconds) = (self.units.len() - open, round.time.as_secs_f64());
            let problems = self.units.len();
            let name = format!(
                "{settled} of {problems} problems settled, up to {seconds:.1} s for each of the others"
            );
            Phase::done(name, self.share_done(open, round))
        })
    }

    /// The share of the time that is over if all that is open takes as long as it may.
    fn share_done(&self, open: usize, round: &Round) -> f64 {
        let waiting = round.waiting.load(Ordering::Relaxed) as u32;
        let left = round
            .longest()
            .saturating_mul(waiting)
            .saturating_add(round.later.saturating_mul(open as u32));
        let left = left / round.threads as u32;
        let elapsed = self.control.elapsed().as_secs_f64();
        elapsed / (elapsed + left.as_secs_f64()).max(f64::MIN_POSITIVE)
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
        format!(
            "{}-{}",
            self.board.label(problem.vacancy()),
            self.board.label(problem.finish())
        )
    }
}

fn entry(problem: SvssProblem, units: &[SvssProblem], settled: &[Settled]) -> AtlasEntry {
    let asked = (problem.vacancy(), problem.finish());
    let is_about = |unit: &SvssProblem| {
        let unit = (unit.vacancy(), unit.finish());
        unit == asked || unit == problem.reversal()
    };
    let found = units
        .iter()
        .position(is_about)
        .map(|unit| settled[unit].clone());
    let open = || Settled {
        finding: Finding::Open,
        seconds: 0.0,
        certificate: None,
    };
    let Settled {
        finding,
        seconds,
        certificate,
    } = found.unwrap_or_else(open);
    AtlasEntry {
        problem,
        finding,
        seconds,
        certificate,
    }
}
