use crate::support::reference;
use pegboard::sweep::{PositionSet, Sweep, SweepError, SweepMethod, SweepOptions};
use pegboard::winning::WinningSet;
use pegboard::{Backend, Board, Control, Goal, Limits, Position, Problem, Progress, SymmetryUse};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

/// Options of a sweep.
#[derive(Debug)]
struct Way {
    options: SweepOptions,
    limits: Limits,
}

/// Returns the sets F, W and L, and W found alone, by number of pegs.
fn swept(problem: &Problem, symmetry: SymmetryUse, way: &Way) -> [Vec<Vec<u128>>; 4] {
    let control = Control::new(way.limits.clone());
    let sweep = Sweep::of_problem(problem, symmetry, &way.options, &control).unwrap();
    let codes = |set, pegs| sweep.codes(set, pegs, &Control::default()).unwrap();
    for level in sweep.levels() {
        let size = |set| codes(set, level.pegs).len() as u64;
        assert_eq!(level.reachable, size(PositionSet::Reachable));
        if let (Some(winning), Some(just_lost)) = (level.winning, level.just_lost) {
            assert_eq!(
                (winning, just_lost),
                (size(PositionSet::Winning), size(PositionSet::JustLost))
            );
        }
    }
    let holes = problem.board().hole_count();
    let set = |set| (0..=holes).map(|pegs| codes(set, pegs)).collect::<Vec<_>>();
    let winning = set(PositionSet::Winning);
    let alone = match symmetry {
        SymmetryUse::Classes => winning_alone(problem, way),
        SymmetryUse::Raw => winning.clone(), // winning files contain classes
    };
    [
        set(PositionSet::Reachable),
        winning,
        set(PositionSet::JustLost),
        alone,
    ]
}

fn winning_alone(problem: &Problem, way: &Way) -> Vec<Vec<u128>> {
    let find = |limits| WinningSet::find(problem, &way.options, &Control::new(limits));
    let found = match find(way.limits.clone()) {
        Err(SweepError::NoRoom { least, .. }) => find(Limits {
            memory: Some(least),
            ..way.limits.clone()
        }),
        found => found,
    };
    let set = found.unwrap();
    let codes = |pegs| set.codes(pegs, &Control::default()).unwrap();
    (0..=problem.board().hole_count()).map(codes).collect()
}

fn way(method: SweepMethod, threads: usize) -> Way {
    Way {
        options: SweepOptions::default().with_method(method),
        limits: Limits {
            threads: NonZeroUsize::new(threads),
            ..Limits::default()
        },
    }
}

/// Checks that every way to sweep a problem gives the reference's sets.
fn check(problem: &Problem) {
    for symmetry in [SymmetryUse::Classes, SymmetryUse::Raw] {
        let sweep = Sweep::of_problem(
            problem,
            symmetry,
            &SweepOptions::default(),
            &Control::default(),
        )
        .unwrap();
        let expected = reference::sets(problem, sweep.symmetries());
        let expected = [
            expected.reachable,
            expected.winning.clone(),
            expected.just_lost,
            expected.winning,
        ];
        for backend in [Backend::U64, Backend::U128] {
            let scratch = tempfile::tempdir().unwrap();
            // Spilling is slow, so each width and each kind of symmetry spills only once.
            let spills = (backend == Backend::U64) == (symmetry == SymmetryUse::Classes);
            for mut way in ways(backend, scratch.path()).skip(usize::from(!spills)) {
                way.options = way.options.with_backend(Some(backend));
                let found = swept(problem, symmetry, &way);
                assert_eq!(found, expected, "{problem:?} {symmetry:?} {way:?}");
            }
        }
    }
}

/// Returns first a way with so little memory that levels of some hundred positions spill in parts, then every method on
/// several threads.
fn ways(backend: Backend, scratch: &Path) -> impl Iterator<Item = Way> {
    let mut spilling = way(SweepMethod::Lists, 2);
    spilling.limits.memory = Some(if backend == Backend::U64 {
        13 << 10
    } else {
        18 << 10
    });
    spilling.options.scratch = Some(scratch.join("spilling"));
    let methods = [SweepMethod::Lists, SweepMethod::Bitmap];
    let in_memory = methods.map(|method| [1, 3].map(|threads| way(method, threads)));
    std::iter::once(spilling).chain(in_memory.into_iter().flatten())
}

fn parsed(lattice: &str, rows: &[&str]) -> Board {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    let text = format!(
        "Board(name: \"B\", lattice: {lattice}, holes: Picture([{}]))",
        rows.join(", ")
    );
    Board::parse(&text, "b.ron").unwrap()
}

fn one_peg(board: &Board, vacancy: &str) -> Problem {
    Problem::new(board.vacate(board.hole(vacancy).unwrap()), Goal::OnePeg).unwrap()
}

#[test]
fn complement_problems_of_the_triangle() {
    let board = Board::library("triangle5").unwrap();
    for vacancy in ["a1", "a4", "b3"] {
        let hole = board.hole(vacancy).unwrap();
        check(&Problem::svss(&board, hole, hole));
    }
}

#[test]
fn problems_whose_halves_differ() {
    let board = Board::library("triangle5").unwrap();
    check(&Problem::svss(
        &board,
        board.hole("c5").unwrap(),
        board.hole("a4").unwrap(),
    ));
    check(&Problem::svss(
        &board,
        board.hole("a1").unwrap(),
        board.hole("b2").unwrap(),
    )); // not allowed
    check(&one_peg(&board, "a2"));
    check(&one_peg(&Board::library("rhombus4").unwrap(), "a1"));
    check(&one_peg(&Board::library("star13").unwrap(), "d4"));
}

#[test]
fn boards_of_every_kind() {
    check(&one_peg(&parsed("Square", &["oooooooo"]), "b1"));
    check(&one_peg(&parsed("Square", &["ooo"]), "a1"));
    check(&one_peg(&parsed("Square", &["oooo", "o..o", "oooo"]), "b1"));
    check(&one_peg(
        &parsed("Square", &["ooo.ooo", "ooo.o.o", "ooo.ooo"]),
        "b1",
    )); // two parts, idle holes
    check(&one_peg(
        &parsed("Square", &["oooo", "oooo", "oooo", "oooo"]),
        "b1",
    ));
    check(&one_peg(
        &parsed("Triangular", &["ooo", "ooo.", "o.o"]),
        "b1",
    ));
    check(&one_peg(&parsed("Square", &["oo", "oo"]), "a1")); // no jump at all
}

#[test]
fn starts_of_every_kind() {
    let board = Board::library("square5").unwrap();
    let start = Position::from_code(&board, 0b00100_01110_00100_00100_00000).unwrap();
    check(&Problem::new(start.clone(), Goal::OnePeg).unwrap());
    check(&Problem::new(start.clone(), Goal::FewestPegs).unwrap());
    check(&Problem::new(start.clone(), Goal::Position(start)).unwrap());
}

#[test]
fn a_board_with_more_jumps_than_three_words_have_bits() {
    let board = Board::library("icosahedron").unwrap();
    assert_eq!(board.jumps().len(), 240);
    let start = Position::from_code(&board, 0b0101_1100_0110).unwrap();
    check(&Problem::new(start, Goal::OnePeg).unwrap());
}

/// With little memory, buffers have no room for as many codes as the board has jumps.
#[test]
fn a_board_with_more_jumps_than_buffers_have_room() {
    let board = Board::library("hexagon5").unwrap();
    assert_eq!(board.jumps().len(), 258);
    let start = Position::from_code(&board, 0b1_1101_1111 << 26).unwrap();
    let problem = Problem::new(start, Goal::OnePeg).unwrap();
    let expected = reference::sets(&problem, &board.symmetries()[..1]);
    let scratch = tempfile::tempdir().unwrap();
    let little = ways(Backend::U64, scratch.path()).next().unwrap();
    let [reachable, ..] = swept(&problem, SymmetryUse::Raw, &little);
    assert_eq!(reachable, expected.reachable);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Tries any start and any finish with fewer pegs on small boards.
    #[test]
    fn any_problem_on_a_small_board(start in 1u128..1 << 16, finish in 1u128..1 << 16, board in 0usize..10) {
        let board = [
            parsed("Square", &["oooo", "oooo", "oooo", "oooo"]),
            parsed("Triangular", &["o", "oo", "ooo", "oooo", "oooooo"]),
            parsed("Square", &[".ooo.", "ooooo", "ooooo", ".ooo."]),
            parsed("Square, jumps: Diagonal", &["oooo", "oooo", "oooo", "oooo"]),
            parsed("Square, jumps: All", &["oooo", "oooo", "oooo", "oooo"]),
            parsed("Square, jumps: [Right, Down, UpLeft]", &[".ooo.", "ooooo", "ooooo", ".ooo."]),
            parsed("Triangular, jumps: [Right, Left, DownLeft]", &["o", "oo", "ooo", "oooo", "oooooo"]),
            Board::library("icosahedron").unwrap(),
            Board::library("cycle12").unwrap(),
            Board::library("double-star").unwrap(),
        ][board].clone();
        let position = |code| Position::from_code(&board, code & board.full().code()).unwrap();
        let (start, finish) = (position(start), position(finish));
        prop_assume!((1..start.peg_count()).contains(&finish.peg_count()));
        check(&Problem::new(start, Goal::Position(finish)).unwrap());
    }
}

/// Too little memory is an error that tells how to fix it, and never a wrong result.
#[test]
fn too_little_memory_is_an_error() {
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    let with = |method, bytes| {
        let mut way = way(method, 2);
        way.limits.memory = Some(bytes);
        Sweep::from_start(
            &start,
            SymmetryUse::Classes,
            &way.options,
            &Control::new(way.limits),
        )
    };
    let error = with(SweepMethod::Auto, 1 << 20).unwrap_err();
    assert!(
        error.to_string().contains("name a scratch folder"),
        "{error}"
    );
    let SweepError::BitmapTooLarge { least, .. } = with(SweepMethod::Bitmap, 1 << 20).unwrap_err()
    else {
        panic!("a requested bitmap must fit in the memory limit")
    };
    assert!(matches!(
        with(SweepMethod::Bitmap, least - 1),
        Err(SweepError::BitmapTooLarge { .. })
    ));
    assert_eq!(
        with(SweepMethod::Bitmap, least).unwrap().method(),
        SweepMethod::Bitmap
    );
}

#[test]
fn codes_count_against_the_memory_of_the_sweep() {
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    let mut way = way(SweepMethod::Bitmap, 2);
    way.limits.memory = Some(48 << 20);
    let control = Control::new(way.limits.clone());
    let sweep = Sweep::from_start(&start, SymmetryUse::Classes, &way.options, &control).unwrap();
    let codes = |pegs| sweep.codes(PositionSet::Reachable, pegs, &control);
    assert_eq!(codes(31).unwrap().len(), 1);
    assert!(codes(33).unwrap().is_empty());
    let refused = codes(16);
    let Err(SweepError::NoRoom { limit, least }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(limit, 48 << 20);
    assert!(least > limit, "{least}");
}

#[test]
fn a_bitmap_of_a_board_that_is_far_too_large_is_refused() {
    let board = Board::library("wiegleb").unwrap();
    let start = board.vacate(board.hole("e5").unwrap());
    let large = Sweep::from_start(
        &start,
        SymmetryUse::Classes,
        &way(SweepMethod::Bitmap, 1).options,
        &Control::default(),
    );
    assert!(matches!(
        large,
        Err(SweepError::BitmapTooLarge { .. } | SweepError::BoardTooLarge)
    ));
}

#[test]
fn a_sweep_can_be_cancelled() {
    let problem = one_peg(&Board::library("triangle6").unwrap(), "a1");
    for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
        let Way { options, limits } = way(method, 2);
        let observer = |_: &Progress| ControlFlow::Break(());
        let control = Control::new(limits).watched_by(&observer);
        let error =
            Sweep::of_problem(&problem, SymmetryUse::Classes, &options, &control).unwrap_err();
        assert_eq!(error.to_string(), "stopped by cancellation");
    }
}

/// A panic in the observer reaches the caller, and no thread waits forever.
#[test]
fn a_panic_in_the_observer_ends_the_sweep() {
    let problem = one_peg(&Board::library("english").unwrap(), "d4");
    for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
        let Way { options, limits } = way(method, 3);
        let observer = |_: &Progress| panic!("observer");
        let control = Control::new(limits).watched_by(&observer);
        let sweep = || Sweep::of_problem(&problem, SymmetryUse::Classes, &options, &control);
        assert!(catch_unwind(AssertUnwindSafe(sweep)).is_err());
    }
}

/// A sweep by bitmap knows the total, so it reports the share that is done.
#[test]
fn a_sweep_reports_its_progress() {
    let problem = one_peg(&Board::library("english").unwrap(), "d4");
    let shares = Mutex::new(Vec::new());
    let observer = |progress: &Progress| {
        shares.lock().unwrap().extend(progress.done);
        ControlFlow::Continue(())
    };
    let control = Control::default().watched_by(&observer);
    let options = way(SweepMethod::Bitmap, 2).options;
    Sweep::of_problem(&problem, SymmetryUse::Classes, &options, &control).unwrap();
    let shares = shares.into_inner().unwrap();
    assert!(
        shares.len() > 2 && shares.iter().all(|share| (0.0..=1.0).contains(share)),
        "{shares:?}"
    );
}

/// A sweep resumes from the finished levels of its scratch folder, and refuses another sweep, a damaged level and a
/// foreign manifest.
#[test]
fn a_scratch_folder_belongs_to_one_sweep_and_damage_is_found() {
    let board = Board::library("triangle5").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut with_folder = way(SweepMethod::Auto, 1);
    with_folder.options.scratch = Some(folder.path().to_owned());
    let run = |vacancy: &str| {
        let control = Control::new(with_folder.limits.clone());
        let problem = one_peg(&board, vacancy);
        Sweep::of_problem(
            &problem,
            SymmetryUse::Classes,
            &with_folder.options,
            &control,
        )
    };
    let first = run("a1").unwrap();
    let second = run("a1").unwrap();
    assert_eq!(first.levels(), second.levels()); // including the times of the first
    assert!(
        run("a2")
            .unwrap_err()
            .to_string()
            .contains("holds other levels (sweep on board Triangle 5, start 32766")
    );
    let level = folder.path().join("forward-009.level");
    let whole = std::fs::read(&level).unwrap();
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        std::fs::write(&level, &bytes).unwrap();
        let error = run("a1").unwrap_err().to_string();
        assert!(
            error.contains("forward-009.level` cannot be used: it"),
            "{place}: {error}"
        );
    }
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(&level, &whole[..length]).unwrap();
        let error = run("a1").unwrap_err().to_string();
        assert!(
            error.contains("forward-009.level` cannot be used: it is cut short"),
            "{length}: {error}"
        );
    }
    std::fs::remove_file(&level).unwrap(); // as the message advises
    let mended = run("a1").unwrap();
    for set in [
        PositionSet::Reachable,
        PositionSet::Winning,
        PositionSet::JustLost,
    ] {
        for pegs in 0..=board.hole_count() {
            let codes = |sweep: &Sweep| sweep.codes(set, pegs, &Control::default()).unwrap();
            assert_eq!(codes(&mended), codes(&first));
        }
    }
    assert_eq!(std::fs::read(&level).unwrap(), whole);
    drop(mended);
    std::fs::write(folder.path().join("levels.ron"), "(version: 2)").unwrap();
    assert!(run("a1").unwrap_err().to_string().contains("levels.ron"));
}

/// Compares the levels that each node limit leaves with those of a whole sweep.
#[test]
fn a_stopped_sweep_keeps_its_finished_levels() {
    let board = Board::library("triangle6").unwrap();
    let start = board.vacate(board.hole("a1").unwrap());
    let problem = Problem::new(start, Goal::OnePeg).unwrap();
    let options = SweepOptions::default().with_method(SweepMethod::Lists);
    let sweep = |nodes| {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        Sweep::of_problem(
            &problem,
            SymmetryUse::Classes,
            &options,
            &Control::new(limits),
        )
    };
    let whole = sweep(None).unwrap();
    let mut counts = Vec::new();
    for nodes in [5, 100, 5000, 60_000] {
        let Err(SweepError::Unfinished { error, finished }) = sweep(Some(nodes)) else {
            panic!("{nodes} nodes are enough");
        };
        assert!(matches!(*error, SweepError::Stopped { .. }));
        assert_eq!(finished.symmetries, whole.symmetries().len());
        for (index, (found, level)) in finished.levels.iter().zip(whole.levels()).enumerate() {
            assert_eq!((found.pegs, found.reachable), (level.pegs, level.reachable));
            if finished.is_complete || index + 1 < finished.levels.len() {
                assert_eq!(found.jumps_tried, level.jumps_tried);
            }
            assert!(found.winning.is_none() || found.winning == level.winning);
            assert!(found.just_lost.is_none() || found.just_lost == level.just_lost);
        }
        counts.push((finished.levels.len(), finished.is_complete));
    }
    assert!(counts.is_sorted() && counts[0] < counts[3], "{counts:?}");
}
