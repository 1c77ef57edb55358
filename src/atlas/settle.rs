use super::store::{Store, about, labels_of, names};
use super::{Atlas, AtlasError, Finding, Settled};
use crate::board::{Board, Hole, SvssProblem};
use crate::certificate::{Certificate, CertificateError, check_within, is_described};
use crate::checker::{Proven, Rejection, Unverified};
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Limits, Phase, Progress};
use crate::problem::answer::Verdict;
use crate::solver::exhaustion::ExhaustionError;
use crate::solver::{Solver, SolverOptions};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// Options of [`settle`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AtlasOptions {
    /// Time limit for the search of a problem; 20 seconds by default. An exhaustion, which records a proof that the
    /// solver found or decides a problem that the solver could not, may take six times as long, and so may the check of
    /// a certificate that was there before.
    pub time: Duration,
}

impl Default for AtlasOptions {
    fn default() -> AtlasOptions {
        AtlasOptions {
            time: Duration::from_secs(20),
        }
    }
}

/// Time limit of an exhaustion or a check, as a multiple of the time for the search.
const EXHAUSTION: u32 = 6;

/// Default memory for two searches, in bytes.
const MEMORY: u64 = 1 << 30;

/// Settles every problem of a board and saves a certificate of each: in the atlas file at `path`, or in a folder, which
/// is created if necessary. A certificate already there is checked, and its problem is not searched again: if a limit
/// stops the check, it is [`Finding::Unchecked`]. A run that was interrupted or had too little time can thus be resumed.
///
/// The problems are searched in rounds with increasing time limits, so that the hard ones come last. Each thread of the
/// control searches its own problem; if threads outnumber problems, a problem gets several. If the control stops the
/// call, the remaining problems stay open.
///
/// Each search gets 512 MiB, or half of the memory limit if that is less. Where a bitmap of all positions takes more, it gets
/// up to half of the limit. As many searches run at a time as the memory limit, or half of the free memory, has room for.
/// So any number of threads finds the same certificates, unless the time ends first.
///
/// Exhaustions in an atlas file are compact. In a folder, a large exhaustion has files of positions beside its
/// certificate.
///
/// # Errors
///
/// [`AtlasError`] if the folder or file cannot be used, or holds a certificate that is invalid or about another board.
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
    path: &Path,
    options: &AtlasOptions,
    control: &Control<'_>,
) -> Result<Atlas, AtlasError> {
    let store = Store::open(path)?;
    let comes_first =
        |problem: &SvssProblem| (problem.vacancy(), problem.finish()) <= problem.reversal();
    let mut units = board.svss_problems();
    units.retain(comes_first);
    let run = Run {
        board,
        store,
        control,
        units,
        settled: Mutex::default(),
    };
    let result = run.all_rounds(options.time);
    control.resume_panic();
    match result {
        Ok(()) | Err(Stop::Limit) => Ok(Atlas::of_settled(board, &run.lock())),
        Err(Stop::Error(error)) => Err(*error),
    }
}

/// Reason for an early end.
pub(super) enum Stop {
    Limit,
    Error(Box<AtlasError>),
}

impl From<LimitReached> for Stop {
    fn from(_: LimitReached) -> Stop {
        Stop::Limit
    }
}

impl<E: Into<AtlasError>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Error(Box::new(error.into()))
    }
}

/// State of a call.
struct Run<'a> {
    board: &'a Board,
    store: Store,
    control: &'a Control<'a>,
    /// Problems, each representing its reversal as well.
    units: Vec<SvssProblem>,
    settled: Mutex<HashMap<(Hole, Hole), Settled>>,
}

/// One round of searches.
struct Round {
    /// Time limit for each problem.
    time: Duration,
    /// Time that a problem may take in later rounds.
    later: Duration,
    /// Number of problems searched in parallel.
    threads: usize,
    /// Memory for each problem, in bytes.
    memory: u64,
    /// Number of problems left to search in this round.
    waiting: AtomicUsize,
}

impl Run<'_> {
    fn all_rounds(&self, time: Duration) -> Result<(), Stop> {
        self.take_over(time.saturating_mul(EXHAUSTION))?;
        let times = [time / 200, time / 15, time];
        let exhaustion = time.saturating_mul(EXHAUSTION);
        for (number, &time) in times.iter().enumerate() {
            let later = match &times[number + 1..] {
                [] => Duration::ZERO,
                later => later
                    .iter()
                    .fold(exhaustion, |sum, time| sum.saturating_add(*time)),
            };
            self.round(time, later)?;
        }
        Ok(())
    }

    /// Checks the stored certificates that are named after problems, each within a time limit, and marks these problems
    /// as settled.
    fn take_over(&self, time: Duration) -> Result<(), Stop> {
        let kept = self.store.certificates()?;
        self.store.check_board(&kept, self.board)?;
        let limits = Limits {
            time: Some(time),
            ..self.control.limits().clone()
        };
        for &problem in &self.units {
            let names = names(self.board, ends(problem));
            for kept in kept.iter().filter(|kept| names.contains(&kept.name)) {
                let certificate = kept
                    .certificate
                    .as_ref()
                    .map_err(|rejection| AtlasError::Rejected(rejection.clone()))?;
                let check = |part: &Control<'_>| self.verified(problem, certificate, part);
                let finding = self.control.within(limits.clone(), check)?;
                let settled = Settled {
                    finding,
                    seconds: 0.0,
                    certificate: kept.file.clone(),
                };
                self.lock().insert(ends(problem), settled);
            }
        }
        Ok(())
    }

    /// Checks a certificate. If a limit other than the call's stops the check, it is unchecked.
    fn verified(
        &self,
        problem: SvssProblem,
        certificate: &Unverified,
        control: &Control<'_>,
    ) -> Result<Finding, Stop> {
        let problem = ends(problem);
        match checked(&self.store, self.board, problem, certificate, control) {
            Ok((finding, _)) => Ok(finding),
            Err(Stop::Limit) if !self.control.is_stopped() => Ok(Finding::Unchecked),
            Err(stop) => Err(stop),
        }
    }

    /// Searches the open problems with a time limit for each.
    fn round(&self, time: Duration, later: Duration) -> Result<(), Stop> {
        let open: Vec<SvssProblem> = {
            let settled = self.lock();
            let is_open = |problem: &&SvssProblem| !settled.contains_key(&ends(**problem));
            self.units.iter().filter(is_open).copied().collect()
        };
        let memory = self.memory_of_search();
        let room = (self.control.memory() / memory.max(1)) as usize;
        let threads = self.control.threads().min(open.len()).min(room).max(1);
        let round = Round {
            time,
            later,
            threads,
            memory,
            waiting: AtomicUsize::new(open.len()),
        };
        try_each_on(threads, open.iter(), |&problem| {
            self.tick(&round)?;
            let result = self.search(problem, &round);
            round.waiting.fetch_sub(1, Ordering::Relaxed);
            result
        })
    }

    /// Returns the bytes of memory for one search, which must not depend on the number of threads: a search with another
    /// amount of memory can find another solution.
    fn memory_of_search(&self) -> u64 {
        let bits = self.board.hole_count() - self.board.position_classes().dimension();
        let bitmap = 1u64.checked_shl(bits as u32).unwrap_or(u64::MAX) / 8;
        // A search spends half of its memory on a bitmap, which takes some more than a bit for each position.
        let for_bitmap = bitmap.saturating_mul(2).saturating_add(bitmap / 8);
        let half = self.control.memory_up_to(MEMORY) / 2;
        half.min(for_bitmap.max(MEMORY / 2))
    }

    /// Returns the share of the remaining nodes for one search of a round.
    fn nodes_of_search(&self, round: &Round) -> Option<u64> {
        let nodes = self.control.nodes_left();
        nodes.map(|nodes| nodes.div_ceil(round.threads as u64))
    }

    fn search(&self, problem: SvssProblem, round: &Round) -> Result<(), Stop> {
        let began = Instant::now();
        let limits = Limits {
            time: Some(round.time),
            memory: Some(round.memory),
            threads: NonZeroUsize::new(self.control.threads() / round.threads),
            nodes: self.nodes_of_search(round),
        };
        let posed = problem.problem(self.board);
        let options = SolverOptions {
            record: true,
            ..SolverOptions::default()
        };
        let solver = Solver::new(self.board, options);
        let answer = self
            .within(round, limits.clone(), |part| solver.solve(&posed, part))
            .expect("the problem lies on the solver's board");
        let is_last = round.later == Duration::ZERO;
        if matches!(answer.verdict(), Verdict::Undecided(_)) && !is_last {
            return Ok(());
        }
        let longer = Limits {
            time: Some(round.time.saturating_mul(EXHAUSTION)),
            nodes: self.nodes_of_search(round),
            ..limits.clone()
        };
        let certificate = match Certificate::of(&answer) {
            Err(CertificateError::NoRecord | CertificateError::Undecided) => {
                match self.within(round, longer, |part| solver.exhaust(&answer, part)) {
                    Ok(answer) => Certificate::of(&answer)?,
                    Err(ExhaustionError::Stopped { .. }) => return Ok(()),
                    Err(error) => return Err(AtlasError::from(error).into()),
                }
            }
            certificate => certificate?,
        };
        let unlimited = Limits {
            time: None,
            nodes: None,
            ..limits
        };
        self.within(round, unlimited, |rest| {
            let added = self.store.add(problem, self.board, &certificate, rest);
            let (file, certificate) = match added {
                Ok(added) => added,
                Err(AtlasError::Certificate(CertificateError::WritingStopped { .. })) => {
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            };
            let settled = Settled {
                finding: self.verified(problem, &certificate, rest)?,
                seconds: began.elapsed().as_secs_f64(),
                certificate: file,
            };
            self.lock().insert(ends(problem), settled);
            Ok(())
        })
    }

    /// Runs a part of a search within limits of its own. Its nodes count for the whole call.
    fn within<T>(&self, round: &Round, limits: Limits, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let observer = |_: &Progress| match self.tick(round) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let part = self.control.child(limits).watched_by(&observer);
        let result = work(&part);
        self.control.count(part.nodes());
        result
    }

    /// Reports progress and asks the control whether to continue.
    fn tick(&self, round: &Round) -> Result<(), LimitReached> {
        self.control.tick(0, || {
            let (settled, problems) = (self.lock().len(), self.units.len());
            let phase = Phase::Settling {
                settled,
                problems,
                time: round.time,
            };
            phase.done(self.share_done(problems - settled, round))
        })
    }

    /// Returns the share of the time that has passed, assuming that every open problem takes the longest possible time.
    fn share_done(&self, open: usize, round: &Round) -> f64 {
        let longest = match round.later {
            Duration::ZERO => round.time.saturating_mul(1 + EXHAUSTION),
            _ => round.time,
        };
        let waiting = round.waiting.load(Ordering::Relaxed) as u32;
        let left = longest
            .saturating_mul(waiting)
            .saturating_add(round.later.saturating_mul(open as u32));
        let left = left / round.threads as u32;
        let elapsed = self.control.elapsed().as_secs_f64();
        elapsed / (elapsed + left.as_secs_f64()).max(f64::MIN_POSITIVE)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Hole, Hole), Settled>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks a certificate in a store. Returns an error if it is not about this problem.
pub(super) fn checked(
    store: &Store,
    board: &Board,
    problem: (Hole, Hole),
    certificate: &Unverified,
    control: &Control<'_>,
) -> Result<(Finding, Proven), Stop> {
    let proven = check_within(certificate, control).map_err(|rejection| match rejection {
        Rejection::Stopped { .. } => Stop::Limit,
        rejection => AtlasError::Rejected(rejection).into(),
    })?;
    if !is_described(board, &certificate.part().board) {
        return Err(store.other_description(&proven.board, board).into());
    }
    match about(&proven, board) {
        Some((proved, finding)) if proved == problem => Ok((finding, proven)),
        _ => Err(Stop::from(AtlasError::Misplaced {
            certificate: certificate.name().to_owned(),
            expected: format!("{} of board `{}`", labels_of(board, problem), board.name()),
        })),
    }
}

pub(super) fn ends(problem: SvssProblem) -> (Hole, Hole) {
    (problem.vacancy(), problem.finish())
}
