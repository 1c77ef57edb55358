//! Runs that die after each of their commit points, and resume with any number of processes.

use super::commits::CommitPoints;
use super::{ClusterError, ClusterExhaustion, ClusterOptions, ClusterSweep, Hosts};
use pegboard::refutation::RefutationKinds;
use pegboard::solver::exhaustion::{ExhaustionOptions, ExhaustionStrategy};
use pegboard::sweep::LevelSizes;
use pegboard::{Board, Control, Limits, Problem, SymmetryUse};
use std::collections::BTreeMap;
use std::fs;
use std::iter;
use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;
use std::time::Duration;

/// Threads for the commit points of a process. Runs mostly wait for the disk and for each other.
const LANES: usize = 4;

/// Returns addresses with free ports, none of them twice. The ports lie below those that the system gives to outgoing
/// connections, which come and go while clusters of several tests run.
fn free_addresses() -> impl Iterator<Item = String> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let ports = iter::repeat_with(|| 10_000 + NEXT.fetch_add(1, Ordering::Relaxed) % 20_000);
    ports
        .map(|port| format!("127.0.0.1:{port}"))
        .filter(|address| TcpListener::bind(address).is_ok())
}

/// Work of a cluster.
enum Work {
    Sweep(Problem),
    Exhaustion(Problem, ExhaustionStrategy),
}

impl Work {
    /// Works as one of the processes. Returns the result as text, without times.
    fn run(&self, options: &ClusterOptions) -> Result<String, ClusterError> {
        let control = Control::new(Limits {
            memory: Some(1 << 18),
            time: Some(Duration::from_secs(120)), // fails the test instead of hanging
            ..Limits::default()
        });
        match self {
            Work::Sweep(problem) => {
                let symmetry = SymmetryUse::Classes;
                let sweep = ClusterSweep::of_problem(problem, symmetry, options, &control)?;
                let levels = sweep.levels().iter().map(|level| LevelSizes {
                    seconds: None,
                    ..level.clone()
                });
                Ok(format!("{:?}", levels.collect::<Vec<_>>()))
            }
            Work::Exhaustion(problem, strategy) => {
                let exhaustion = ExhaustionOptions::default()
                    .with_kinds(RefutationKinds {
                        pagodas: false,
                        ..RefutationKinds::default()
                    })
                    .with_strategy(Some(*strategy));
                let cluster = ClusterExhaustion::connect(problem, &exhaustion, options, &control)?;
                let exhausted = match options.process {
                    0 => cluster.lead(&exhaustion, &control)?,
                    _ => cluster
                        .assist(&control)?
                        .expect("levels are always made together"),
                };
                Ok(format!("{exhausted:?}"))
            }
        }
    }

    /// Runs some processes in a folder. `death` is the number of a process and of the commit point after which it dies.
    /// Returns the results of the processes, and `None` for one that has died.
    fn run_all(
        &self,
        folder: &Path,
        count: usize,
        death: Option<(usize, usize)>,
    ) -> Vec<Option<Result<String, ClusterError>>> {
        let addresses: Vec<String> = free_addresses().take(count).collect();
        let hosts = Hosts::parse(&addresses.join("\n")).unwrap();
        thread::scope(|scope| {
            let start = |process| {
                let mut options =
                    ClusterOptions::new(hosts.clone(), process, folder.join("levels"));
                options.codes = Some(folder.join("codes"));
                if let Some((victim, point)) = death
                    && victim == process
                {
                    options.commits = CommitPoints::until(point);
                }
                scope.spawn(move || self.run(&options))
            };
            let processes: Vec<_> = (0..count).map(start).collect();
            processes
                .into_iter()
                .map(|process| process.join().ok())
                .collect()
        })
    }

    /// Runs some processes to the end. Returns their common result with the codes of all levels.
    #[track_caller]
    fn finish(&self, folder: &Path, count: usize) -> (String, BTreeMap<String, Vec<u64>>) {
        let _ = fs::remove_dir_all(folder.join("codes"));
        let mut results: Vec<String> = self
            .run_all(folder, count, None)
            .into_iter()
            .map(|ended| ended.unwrap().unwrap())
            .collect();
        results.dedup();
        assert_eq!(results.len(), 1, "{results:?}");
        let left: Vec<String> = names(&folder.join("levels"))
            .into_iter()
            .filter(|name| name.ends_with(".draft") || name.starts_with("spill-"))
            .filter(|name| !name.contains("mine")) // a file of the user
            .collect();
        assert!(left.is_empty(), "{left:?}");
        (results.remove(0), codes(&folder.join("codes")))
    }

    /// Lets a process of one to three die after each of its commit points, and resumes with one to three processes.
    fn check(&self) {
        let undisturbed = tempfile::tempdir().unwrap();
        let expected = &self.finish(undisturbed.path(), 1);
        let deaths = [(1, 0), (2, 0), (2, 1), (3, 2)];
        thread::scope(|scope| {
            let lanes = deaths.map(|death| (0..LANES).map(move |lane| (death, lane)));
            for ((count, victim), lane) in lanes.into_iter().flatten() {
                scope.spawn(move || {
                    let points = (lane..).step_by(LANES).take_while(|point| {
                        self.dies_and_resumes(count, (victim, *point), expected)
                    });
                    let points = points.count();
                    assert!(points > 1, "{points} commit points of {count} processes");
                });
            }
        });
    }

    /// Returns `false` if the process has no such commit point.
    fn dies_and_resumes(
        &self,
        count: usize,
        death: (usize, usize),
        expected: &(String, BTreeMap<String, Vec<u64>>),
    ) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let ended = self.run_all(folder.path(), count, Some(death));
        if ended[death.0].is_some() {
            let all_done = |ended: &Option<Result<_, _>>| matches!(ended, Some(Ok(_)));
            assert!(ended.iter().all(all_done), "{death:?}: {ended:?}");
            return false;
        }
        for peer in ended.into_iter().flatten() {
            // It names the process that died, or one that ended because of it.
            let error = peer.unwrap_err().to_string();
            assert!(error.contains("process "), "{error}");
        }
        for resumed in 1..=3 {
            let copy = tempfile::tempdir().unwrap();
            copy_folder(folder.path(), copy.path());
            let found = self.finish(copy.path(), resumed);
            assert!(
                found == *expected,
                "{count} processes, process and point of death {death:?}, {resumed} resumed: {found:?}"
            );
        }
        true
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for name in names(from) {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// Reads the codes of all shards of each level.
fn codes(folder: &Path) -> BTreeMap<String, Vec<u64>> {
    let mut levels: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for name in names(folder) {
        let level = name.split('.').next().unwrap().to_owned();
        let bytes = fs::read(folder.join(&name)).unwrap();
        let codes = bytes
            .chunks_exact(8)
            .map(|code| u64::from_le_bytes(code.try_into().unwrap()));
        levels.entry(level).or_default().extend(codes);
    }
    levels.values_mut().for_each(|codes| codes.sort_unstable());
    levels
}

/// Returns a problem on a row of six holes, whose middle level is its own complement.
fn row(vacancy: &str, finish: &str) -> Problem {
    let text =
        "Board(name: \"Row\", lattice: Square, symmetry: Auto, holes: Picture([\"oooooo\"]))";
    let board = Board::parse(text, "row.ron").unwrap();
    let hole = |label| board.hole(label).unwrap();
    Problem::svss(&board, hole(vacancy), hole(finish))
}

#[test]
fn a_sweep_resumes_after_every_commit_point() {
    Work::Sweep(row("b1", "b1")).check();
}

#[test]
fn an_exhaustion_of_one_half_resumes_after_every_commit_point() {
    Work::Exhaustion(row("b1", "b1"), ExhaustionStrategy::Halved).check();
}

#[test]
fn an_exhaustion_of_both_sides_resumes_after_every_commit_point() {
    for (vacancy, finish) in [("b1", "e1"), ("a1", "d1")] {
        Work::Exhaustion(row(vacancy, finish), ExhaustionStrategy::BothWays).check();
    }
}

#[test]
fn half_written_files_of_killed_runs_are_removed() {
    for work in [
        Work::Sweep(row("b1", "b1")),
        Work::Exhaustion(row("b1", "b1"), ExhaustionStrategy::Halved),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let expected = work.finish(folder.path(), 1);
        let levels = folder.path().join("levels");
        let begin = fs::read(levels.join("forward-005.0-of-1.level")).unwrap();
        fs::create_dir(levels.join("spill-4")).unwrap();
        for draft in [
            "forward-003.1-of-2.draft",
            "forward-004.1-of-3-split-2.draft",
            "spill-4/run-00000.level",
            "spill-4/run-00001.draft",
        ] {
            fs::write(levels.join(draft), &begin[..begin.len() - 1]).unwrap();
        }
        fs::write(levels.join("forward-002.0-of-2.draft"), &begin[..20]).unwrap();
        fs::write(levels.join("cluster.draft"), "Mani").unwrap();
        fs::write(levels.join("mine.draft"), "").unwrap();
        fs::create_dir(levels.join("spill-mine")).unwrap();
        assert_eq!(work.finish(folder.path(), 2), expected);
        assert!(levels.join("mine.draft").exists() && levels.join("spill-mine").exists());
    }
}

/// A level without one of its shards is made again, and all later levels with it.
#[test]
fn a_sweep_resumes_before_a_missing_shard() {
    let work = Work::Sweep(row("b1", "b1"));
    let folder = tempfile::tempdir().unwrap();
    let expected = work.finish(folder.path(), 2);
    fs::remove_file(folder.path().join("levels/forward-004.1-of-2.level")).unwrap();
    assert_eq!(work.finish(folder.path(), 2), expected);
}

/// Every run dies after its first new level, so that levels are split again and again.
#[test]
fn a_sweep_ends_although_every_run_dies() {
    let work = Work::Sweep(row("b1", "b1"));
    let undisturbed = tempfile::tempdir().unwrap();
    let expected = work.finish(undisturbed.path(), 1);
    let folder = tempfile::tempdir().unwrap();
    let counts = [2, 1, 3, 1, 2, 3].into_iter().cycle();
    // The first manifest, a level that is split, and a new level have seven commit points.
    let runs = counts.zip(0..50).take_while(|(count, run)| {
        let victim = run % count;
        work.run_all(folder.path(), *count, Some((victim, 6)))[victim].is_none()
    });
    let runs = runs.count();
    assert!((3..50).contains(&runs), "{runs}");
    assert_eq!(work.finish(folder.path(), 2), expected);
}
