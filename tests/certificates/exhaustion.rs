use super::sample::{bar, proven};
use crate::support::fewest_moves::any_problem;
use crate::support::reference::{fewest_pegs, is_solvable, reachable};
use pegboard::checker::ProvenAnswer;
use pegboard::levels::LevelError;
use pegboard::refutation::RefutationKinds;
use pegboard::solver::exhaustion::{
    Exhausted, Exhaustion, ExhaustionError, ExhaustionOptions, ExhaustionStrategy, exhaust,
    exhaust_pegs,
};
use pegboard::{
    Board, Certificate, Control, Goal, LimitReached, Limits, PagodaFunction, ParitySet, Phase,
    Position, Problem, Progress, PruningFunctions, SolveError,
};
use proptest::prelude::*;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use tempfile::TempDir;

fn unlimited(problem: &Problem, options: &ExhaustionOptions) -> Result<Exhausted, ExhaustionError> {
    exhaust(problem, options, &Control::default())
}

fn strategies() -> [Option<ExhaustionStrategy>; 4] {
    use ExhaustionStrategy::{Backward, BothWays, Forward};
    [None, Some(Forward), Some(Backward), Some(BothWays)]
}

/// Exhausts a problem, compares the answer with a plain search, and checks the proof.
fn agrees_with_a_plain_search(problem: &Problem, options: &ExhaustionOptions) {
    let solvable = is_solvable(problem);
    match unlimited(problem, options).unwrap() {
        Exhausted::Solvable(line) => {
            assert!(problem.is_met_by(line.finish()) && line.start() == problem.start());
            assert!(solvable);
        }
        Exhausted::Unsolvable(proof) => {
            assert!(!solvable, "{problem:?}");
            let proven = proven(&Certificate::of_exhaustion(problem, &proof).unwrap());
            assert!(matches!(proven.answer, ProvenAnswer::Unsolvable { .. }));
            assert_eq!(proven.positions, proof.positions());
        }
        Exhausted::Undecided { .. } => panic!("no limit was set"),
    }
}

fn svss_problems(board: &Board) -> Vec<Problem> {
    board
        .svss_problems()
        .iter()
        .map(|svss| Problem::svss(board, svss.vacancy(), svss.finish()))
        .collect()
}

#[test]
fn every_problem_of_small_boards_is_settled_as_a_plain_search_settles_it() {
    for board in
        ["triangle4", "triangle5", "square4", "diamond13"].map(|name| Board::library(name).unwrap())
    {
        for problem in svss_problems(&board) {
            for strategy in strategies() {
                let options = ExhaustionOptions::default().with_strategy(strategy);
                agrees_with_a_plain_search(&problem, &options);
            }
        }
    }
}

#[test]
fn positions_and_several_finishes_are_goals_too() {
    let board = bar();
    let some = |code| Position::from_code(&board, code).unwrap();
    for start in (1..4096u128).step_by(37).map(some) {
        let holes = board.holes().step_by(3).collect();
        let goals = [
            Goal::OnePeg,
            Goal::PegIn(holes),
            Goal::Position(some(0b10_0001)),
            Goal::Position(start.complement()),
        ];
        for problem in goals
            .into_iter()
            .filter_map(|goal| Problem::new(start.clone(), goal).ok())
        {
            for strategy in strategies() {
                let options = ExhaustionOptions::default().with_strategy(strategy);
                agrees_with_a_plain_search(&problem, &options);
            }
        }
    }
}

#[test]
fn the_fewest_pegs_are_proved_by_refuting_one_fewer() {
    let board = bar();
    for code in (3..4096u128).step_by(61) {
        let start = Position::from_code(&board, code).unwrap();
        let fewest = fewest_pegs(&reachable(&start));
        let found = exhaust_pegs(
            &start,
            fewest,
            &ExhaustionOptions::default(),
            &Control::default(),
        )
        .unwrap();
        let Exhausted::Solvable(line) = found else {
            panic!("{fewest} pegs can be left")
        };
        assert_eq!(line.finish().peg_count(), fewest);
        if fewest > 1 {
            let found = exhaust_pegs(
                &start,
                fewest - 1,
                &ExhaustionOptions::default(),
                &Control::default(),
            )
            .unwrap();
            let Exhausted::Unsolvable(proof) = found else {
                panic!("{fewest} pegs are the fewest")
            };
            let proven = proven(&Certificate::of_fewest(&line, &proof).unwrap());
            assert_eq!(
                proven.answer,
                ProvenAnswer::Fewest {
                    pegs: fewest as u32
                }
            );
        }
    }
}

fn with_scratch(folder: &TempDir) -> ExhaustionOptions {
    ExhaustionOptions::default().with_scratch(Some(folder.path().to_owned()))
}

fn unsolvable(found: Exhausted) -> Exhaustion {
    match found {
        Exhausted::Unsolvable(proof) => proof,
        other => panic!("{other:?}"),
    }
}

fn square5() -> Problem {
    let board = Board::library("square5").unwrap();
    let finish = Goal::Position(Position::parse(&board, "b2 d2 b4").unwrap());
    Problem::new(board.vacate(board.hole("a1").unwrap()), finish).unwrap()
}

#[test]
fn the_result_depends_on_neither_threads_nor_memory() {
    let problem = square5();
    let text = |threads, memory| {
        let limits = Limits {
            threads: NonZeroUsize::new(threads),
            memory: Some(memory),
            ..Limits::default()
        };
        let found = exhaust(
            &problem,
            &ExhaustionOptions::default(),
            &Control::new(limits),
        )
        .unwrap();
        let proof = unsolvable(found);
        Certificate::of_exhaustion(&problem, &proof)
            .unwrap()
            .to_text()
    };
    let plain = text(1, 1 << 30);
    assert!(plain == text(3, 1 << 30) && plain == text(1, 0) && plain == text(2, 0));
}

#[test]
fn a_stopped_search_resumes() {
    let problem = square5();
    let whole = unsolvable(unlimited(&problem, &ExhaustionOptions::default()).unwrap());
    for strategy in [None, Some(ExhaustionStrategy::BothWays)] {
        let folder = TempDir::new().unwrap();
        let options = with_scratch(&folder).with_strategy(strategy);
        let mut stops = 0;
        let proof = loop {
            let limits = Limits {
                nodes: Some(8_000 + 1_000 * stops),
                ..Limits::default()
            };
            match exhaust(&problem, &options, &Control::new(limits)).unwrap() {
                Exhausted::Unsolvable(proof) => break proof,
                Exhausted::Undecided { limit, .. } => assert_eq!(limit, LimitReached::Nodes),
                Exhausted::Solvable(line) => panic!("{line}"),
            }
            stops += 1;
        };
        assert!(stops > 0 || strategy.is_none(), "{stops}");
        let texts =
            [&whole, &proof].map(|proof| Certificate::of_exhaustion(&problem, proof).unwrap());
        proven(&texts[1]);
        if strategy == whole.strategy() {
            assert_eq!(texts[0].to_text(), texts[1].to_text());
        }
    }
}

#[test]
fn every_set_of_kinds_gives_the_same_answers() {
    for board in ["triangle4", "triangle5"] {
        for problem in svss_problems(&Board::library(board).unwrap()) {
            for kinds in all_kinds() {
                agrees_with_a_plain_search(
                    &problem,
                    &ExhaustionOptions::default().with_kinds(kinds),
                );
            }
        }
    }
}

/// Returns all kinds, all but one, and none.
fn all_kinds() -> [RefutationKinds; 5] {
    let all = RefutationKinds::default();
    let none = RefutationKinds {
        pagodas: false,
        parities: false,
        forced_ends: false,
        cases: false,
    };
    let without_parities = RefutationKinds {
        parities: false,
        ..all
    };
    let without_ends = RefutationKinds {
        forced_ends: false,
        ..all
    };
    [
        all,
        without_parities,
        without_ends,
        RefutationKinds {
            pagodas: false,
            ..all
        },
        none,
    ]
}

#[test]
fn a_disabled_kind_learns_no_functions() {
    let board = Board::library("cross-3-2-2-2").unwrap();
    let hole = board.hole("d1").unwrap();
    let problem = Problem::svss(&board, hole, hole);
    let learned = |kinds, nodes| {
        let control = Control::new(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        match exhaust(
            &problem,
            &ExhaustionOptions::default().with_kinds(kinds),
            &control,
        ) {
            Ok(Exhausted::Undecided { functions, .. }) => functions.forward,
            other => panic!("{other:?}"),
        }
    };
    let with_parities = |functions: &[PagodaFunction]| {
        functions
            .iter()
            .filter(|function| !function.parities().is_empty())
            .count()
    };
    let [all, without_parities, _, without_pagodas, _] = all_kinds();
    assert!(with_parities(&learned(all, 8_000)) > 0); // a few more positions would settle the problem
    let plain = learned(without_parities, 16_000);
    assert!(!plain.is_empty() && with_parities(&plain) == 0);
    assert_eq!(learned(without_pagodas, 16_000), []);
}

#[test]
fn functions_with_parities_that_are_known_are_kept_in_a_scratch_folder() {
    let board = Board::library("triangle5").unwrap();
    let problem = triangle5("b2");
    let ends = board.with_pegs(board.holes());
    let weights = vec![1; board.hole_count()];
    let function =
        PagodaFunction::with_parities(&board, weights, vec![ParitySet::new(&ends, 1)]).unwrap();
    let folder = TempDir::new().unwrap();
    let functions = vec![function.clone()];
    let functions = PruningFunctions::default()
        .with_forward(functions.clone())
        .with_backward(functions);
    let options = forward_in(&folder).with_functions(functions);
    let first = certificate(&problem, &options);
    assert_eq!(certificate(&problem, &options), first); // from the levels and the plan in the folder
}

fn triangle5(finish: &str) -> Problem {
    let board = Board::library("triangle5").unwrap();
    Problem::svss(
        &board,
        board.hole("a4").unwrap(),
        board.hole(finish).unwrap(),
    )
}

fn forward_in(folder: &TempDir) -> ExhaustionOptions {
    with_scratch(folder).with_strategy(Some(ExhaustionStrategy::Forward))
}

fn certificate(problem: &Problem, options: &ExhaustionOptions) -> String {
    let proof = unsolvable(unlimited(problem, options).unwrap());
    let certificate = Certificate::of_exhaustion(problem, &proof).unwrap();
    proven(&certificate);
    certificate.to_text()
}

#[test]
fn a_scratch_folder_serves_one_problem() {
    let folder = TempDir::new().unwrap();
    let options = forward_in(&folder);
    let first = certificate(&triangle5("b3"), &options);
    let error = unlimited(&triangle5("a1"), &options).unwrap_err();
    assert!(
        matches!(error, ExhaustionError::Levels(LevelError::OtherTask { .. })),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("give each problem a folder of its own"),
        "{error}"
    );
    assert_eq!(certificate(&triangle5("b3"), &options), first);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// Returns the scratch folder of an interrupted exhaustion of a solvable problem. The loss of a position would make the
/// problem unsolvable.
fn interrupted() -> (TempDir, Problem) {
    let (folder, problem) = (TempDir::new().unwrap(), triangle5("a1"));
    let limits = Limits {
        nodes: Some(150),
        ..Limits::default()
    };
    let stopped = exhaust(&problem, &forward_in(&folder), &Control::new(limits)).unwrap();
    assert!(
        matches!(
            stopped,
            Exhausted::Undecided {
                limit: LimitReached::Nodes,
                ..
            }
        ),
        "{stopped:?}"
    );
    (folder, problem)
}

#[test]
fn a_search_that_is_stopped_while_it_checks_finished_levels_is_undecided() {
    let (folder, problem) = interrupted();
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let stopped = exhaust(&problem, &forward_in(&folder), &Control::new(limits)).unwrap();
    assert!(
        matches!(
            stopped,
            Exhausted::Undecided {
                limit: LimitReached::Time,
                ..
            }
        ),
        "{stopped:?}"
    );
    assert!(matches!(
        unlimited(&problem, &forward_in(&folder)),
        Ok(Exhausted::Solvable(_))
    ));
}

#[test]
fn a_changed_or_short_level_is_refused_by_name() {
    let (folder, problem) = interrupted();
    let is_level = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "level")
    };
    let levels: Vec<PathBuf> = files(folder.path()).into_iter().filter(is_level).collect();
    assert!(levels.len() > 5);
    for path in levels {
        let whole = fs::read(&path).unwrap();
        let changed = (0..whole.len()).map(|place| {
            let mut changed = whole.clone();
            changed[place] ^= 1 << (place % 8);
            changed
        });
        let short = (0..whole.len())
            .step_by(13)
            .map(|length| whole[..length].to_vec());
        for bytes in changed.chain(short) {
            fs::write(&path, bytes).unwrap();
            match unlimited(&problem, &forward_in(&folder)) {
                Err(ExhaustionError::Levels(LevelError::Damaged { path: named, .. })) => {
                    assert_eq!(named, path);
                }
                other => panic!("{path:?}: {other:?}"),
            }
        }
        fs::write(&path, whole).unwrap();
    }
    assert!(matches!(
        unlimited(&problem, &forward_in(&folder)),
        Ok(Exhausted::Solvable(_))
    ));
}

/// A changed bit in a manifest of the levels causes an error or leaves the right answer.
#[test]
fn a_changed_manifest_is_never_believed() {
    for name in ["levels.ron", "exhaustion.ron"] {
        let (folder, problem) = interrupted();
        let whole = fs::read(folder.path().join(name)).unwrap();
        for bit in (0..8 * whole.len()).step_by(61) {
            let other = TempDir::new().unwrap();
            for file in files(folder.path()) {
                fs::copy(&file, other.path().join(file.file_name().unwrap())).unwrap();
            }
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(other.path().join(name), changed).unwrap();
            match unlimited(&problem, &forward_in(&other)) {
                Ok(Exhausted::Solvable(_)) => {}
                Ok(found) => panic!("bit {bit} of {name}: {found:?}"),
                Err(error) => assert!(
                    error.to_string().contains("scratch"),
                    "bit {bit} of {name}: {error}"
                ),
            }
        }
    }
}

#[test]
fn a_deleted_level_and_those_after_it_are_recomputed() {
    let (folder, problem) = (TempDir::new().unwrap(), triangle5("b3"));
    let whole = certificate(&problem, &forward_in(&folder));
    let before: Vec<Vec<u8>> = files(folder.path())
        .iter()
        .map(|path| fs::read(path).unwrap())
        .collect();
    fs::remove_file(folder.path().join("forward-010.level")).unwrap();
    assert_eq!(certificate(&problem, &forward_in(&folder)), whole);
    let after: Vec<Vec<u8>> = files(folder.path())
        .iter()
        .map(|path| fs::read(path).unwrap())
        .collect();
    assert_eq!(before.len(), after.len());
}

#[test]
fn leftovers_of_a_killed_run_are_removed_and_nothing_else() {
    let (folder, problem) = (TempDir::new().unwrap(), triangle5("b3"));
    let whole = certificate(&problem, &forward_in(&folder));
    let level = fs::read(folder.path().join("forward-010.level")).unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let leftovers = [
        "run-00003.level",
        "run-00004.draft",
        "forward-009.draft",
        "meeting-006.draft",
    ];
    leftovers
        .iter()
        .zip([60, 48, 20, 0])
        .for_each(|(name, length)| put(name, &level[..length]));
    let own = [
        "notes.run",
        "1.run",
        "run-7.level",
        "mine.draft",
        "run-00005.level",
        "forward-008.draft",
        "lock",
    ];
    own.iter().for_each(|name| put(name, b"mine"));
    assert_eq!(certificate(&problem, &forward_in(&folder)), whole);
    leftovers
        .iter()
        .for_each(|name| assert!(!folder.path().join(name).exists(), "{name}"));
    own.iter().for_each(|name| {
        assert_eq!(
            fs::read(folder.path().join(name)).unwrap(),
            b"mine",
            "{name}"
        )
    });
}

#[test]
fn two_runs_in_one_folder_are_refused() {
    let (folder, problem) = (TempDir::new().unwrap(), square5());
    let options = with_scratch(&folder);
    let second = Mutex::new(None);
    let observer = |_: &Progress| {
        *second.lock().unwrap() = Some(unlimited(&problem, &options));
        ControlFlow::Continue(())
    };
    let first = exhaust(
        &problem,
        &options,
        &Control::default().watched_by(&observer),
    )
    .unwrap();
    proven(&Certificate::of_exhaustion(&problem, &unsolvable(first)).unwrap());
    let second = second
        .into_inner()
        .unwrap()
        .expect("the observer was told")
        .unwrap_err();
    assert!(
        matches!(
            second,
            ExhaustionError::Levels(LevelError::FolderInUse { .. })
        ),
        "{second}"
    );
}

#[test]
fn folders_of_earlier_versions_are_refused() {
    for manifest in ["manifest.ron", "sweep.ron"] {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(manifest), "(version: 1)").unwrap();
        let error = unlimited(&triangle5("b3"), &forward_in(&folder)).unwrap_err();
        assert!(error.to_string().contains("earlier version"), "{error}");
    }
}

#[test]
fn the_observer_can_stop_a_search() {
    let observer = |progress: &Progress| {
        let phase = &progress.phase;
        assert!(
            matches!(phase, Phase::ForcedEnds | Phase::Exhaustion { .. }),
            "{progress:?}"
        );
        assert!(
            progress.done.is_none_or(|done| (0.0..=1.0).contains(&done)),
            "{progress:?}"
        );
        ControlFlow::Break(())
    };
    let control = Control::default().watched_by(&observer);
    let found = exhaust(&square5(), &ExhaustionOptions::default(), &control).unwrap();
    assert!(
        matches!(
            found,
            Exhausted::Undecided {
                limit: LimitReached::Cancelled,
                ..
            }
        ),
        "{found:?}"
    );
}

#[test]
fn unsuitable_options_are_refused() {
    let board = Board::library("triangle5").unwrap();
    let problem = Problem::svss(&board, board.hole("a1").unwrap(), board.hole("b3").unwrap());
    let halved = ExhaustionOptions::default().with_strategy(Some(ExhaustionStrategy::Halved));
    assert!(matches!(
        unlimited(&problem, &halved),
        Err(ExhaustionError::Unsuitable { .. })
    ));
    let fewest = Problem::new(problem.start().clone(), Goal::FewestPegs).unwrap();
    assert!(matches!(
        unlimited(&fewest, &ExhaustionOptions::default()),
        Err(ExhaustionError::NoFinish)
    ));
    let foreign = PagodaFunction::new(&bar(), vec![0; 12]).unwrap();
    let foreign = PruningFunctions::default().with_forward(vec![foreign]);
    let foreign = ExhaustionOptions::default().with_functions(foreign);
    assert!(matches!(
        unlimited(&problem, &foreign),
        Err(ExhaustionError::Solve(SolveError::OtherFunctions { .. }))
    ));
    let more = exhaust_pegs(
        problem.start(),
        15,
        &ExhaustionOptions::default(),
        &Control::default(),
    );
    assert!(matches!(
        more,
        Err(ExhaustionError::TooManyPegs {
            pegs: 15,
            start_pegs: 14
        })
    ));
}

#[test]
fn a_scratch_folder_keeps_its_strategy() {
    let folder = TempDir::new().unwrap();
    let problem = triangle5("b3");
    let first = certificate(&problem, &forward_in(&folder));
    let strategy = Some(ExhaustionStrategy::Backward);
    let error = unlimited(&problem, &with_scratch(&folder).with_strategy(strategy)).unwrap_err();
    assert!(
        matches!(error, ExhaustionError::OtherStrategy { .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("were made by playing forwards, not by playing backwards"),
        "{error}"
    );
    assert_eq!(certificate(&problem, &with_scratch(&folder)), first);
}

/// Generates a few pegs on a library board with many symmetries, or any small problem.
fn problem_of_any_kind() -> impl Strategy<Value = Option<Problem>> {
    let names = vec![
        "triangle5",
        "square4",
        "diamond13",
        "star13",
        "rhombus4",
        "hexagon3",
        "icosahedron",
        "petersen",
        "double-star",
    ];
    let of_library =
        (prop::sample::select(names), any::<u32>(), any::<bool>()).prop_map(|(name, code, any)| {
            let board = Board::library(name).unwrap();
            let start =
                Position::from_code(&board, u128::from(code) & board.full().code()).unwrap();
            let goal = if any {
                Goal::OnePeg
            } else {
                Goal::PegIn(vec![board.holes().next().unwrap()])
            };
            Problem::new(start, goal)
                .ok()
                .filter(|problem| problem.start().peg_count() < 13)
        });
    prop_oneof![of_library, any_problem()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The sides meet at any level and may differ much in size.
    #[test]
    fn each_strategy_decides_every_small_problem(problem in problem_of_any_kind()) {
        let Some(problem) = problem else { return Ok(()) };
        for strategy in strategies() {
            let options = ExhaustionOptions::default().with_strategy(strategy);
            agrees_with_a_plain_search(&problem, &options);
        }
    }
}
