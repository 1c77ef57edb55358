use crate::support::reference;
use pegboard::SymmetryUse;
use pegboard::engine::{AnyEngine, Bits, Engine, EngineTask};
use pegboard::sweep::{PositionSet, Sweep, SweepMethod, SweepOptions, SweepTask, winning_codes};
use pegboard::{Backend, Board, Goal, Position, Problem};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

/// A problem, and how it is to be swept.
struct Swept<'a> {
    problem: &'a Problem,
    symmetry: SymmetryUse,
    options: &'a SweepOptions,
}

impl EngineTask for Swept<'_> {
    type Output = [Vec<Vec<u128>>; 4];

    /// F, W and L, and W found alone, by pegs.
    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let task = SweepTask::of_problem(engine, self.problem, self.symmetry);
        let alone = winning_codes(engine, &task, 0..=engine.board().hole_count(), self.options, &|_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        let sweep = Sweep::run(engine, task, self.options).unwrap();
        for level in sweep.levels() {
            let size = |set| sweep.codes(set, level.pegs).unwrap().len() as u64;
            assert_eq!(level.reachable, size(PositionSet::Reachable));
            if let (Some(winning), Some(losing)) = (level.winning, level.losing) {
                assert_eq!((winning, losing), (size(PositionSet::Winning), size(PositionSet::Losing)));
            }
        }
        let holes = engine.board().hole_count();
        let wide = |levels: Vec<Vec<B>>| {
            let level = |codes: &Vec<B>| codes.iter().map(|code| code.code()).collect();
            levels[..=holes].iter().map(level).collect::<Vec<Vec<u128>>>()
        };
        let set = |set| wide(sweep.codes_by_pegs(set).unwrap());
        [set(PositionSet::Reachable), set(PositionSet::Winning), set(PositionSet::Losing), wide(alone)]
    }
}

fn swept(
    problem: &Problem,
    symmetry: SymmetryUse,
    options: &SweepOptions,
    backend: Backend,
) -> [Vec<Vec<u128>>; 4] {
    AnyEngine::with_backend(problem.board(), backend).run(Swept { problem, symmetry, options })
}

fn options(method: SweepMethod, threads: usize) -> SweepOptions {
    SweepOptions { method, threads: NonZeroUsize::new(threads), ..SweepOptions::default() }
}

/// Every way to sweep a problem gives the reference's sets.
fn check(problem: &Problem) {
    for symmetry in [SymmetryUse::Classes, SymmetryUse::Raw] {
        let task = SweepTask::of_problem(&Engine::<u128>::new(problem.board()), problem, symmetry);
        let expected = reference::sets(problem, task.symmetries());
        let expected = [expected.reachable, expected.winning.clone(), expected.losing, expected.winning];
        for backend in [Backend::U64, Backend::U128] {
            let scratch = tempfile::tempdir().unwrap();
            for way in ways(backend, scratch.path()) {
                let found = swept(problem, symmetry, &way, backend);
                assert_eq!(found, expected, "{problem:?} {symmetry:?} {way:?} {backend:?}");
            }
        }
    }
}

/// Every method, on several threads; and with so little memory that levels of some hundred positions are spilled in parts.
fn ways(backend: Backend, scratch: &Path) -> Vec<SweepOptions> {
    let mut spilling = options(SweepMethod::Lists, 2);
    spilling.memory = Some(if backend == Backend::U64 { 13 << 10 } else { 18 << 10 });
    spilling.scratch = Some(scratch.join("spilling"));
    let methods = [SweepMethod::Lists, SweepMethod::Bitmap];
    let in_memory = methods.map(|method| [1, 3].map(|threads| options(method, threads)));
    std::iter::once(spilling).chain(in_memory.into_iter().flatten()).collect()
}

fn parsed(lattice: &str, rows: &[&str]) -> Board {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    let text = format!("Board(name: \"B\", lattice: {lattice}, holes: Picture([{}]))", rows.join(", "));
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
    check(&Problem::svss(&board, board.hole("c5").unwrap(), board.hole("a4").unwrap()));
    check(&Problem::svss(&board, board.hole("a1").unwrap(), board.hole("b2").unwrap())); // not allowed
    check(&one_peg(&board, "a2"));
    check(&one_peg(&Board::library("rhombus4").unwrap(), "a1"));
    check(&one_peg(&Board::library("star13").unwrap(), "d4"));
}

#[test]
fn boards_of_every_kind() {
    check(&one_peg(&parsed("Square", &["oooooooo"]), "b1"));
    check(&one_peg(&parsed("Square", &["ooo"]), "a1"));
    check(&one_peg(&parsed("Square", &["oooo", "o..o", "oooo"]), "b1"));
    check(&one_peg(&parsed("Square", &["ooo.ooo", "ooo.o.o", "ooo.ooo"]), "b1")); // two parts, idle holes
    check(&one_peg(&parsed("Square", &["oooo", "oooo", "oooo", "oooo"]), "b1"));
    check(&one_peg(&parsed("Triangular", &["ooo", "ooo.", "o.o"]), "b1"));
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Any start and any finish with fewer pegs on a small board.
    #[test]
    fn any_problem_on_a_small_board(start in 1u128..1 << 16, finish in 1u128..1 << 16, board in 0usize..3) {
        let board = [
            parsed("Square", &["oooo", "oooo", "oooo", "oooo"]),
            parsed("Triangular", &["o", "oo", "ooo", "oooo", "oooooo"]),
            parsed("Square", &[".ooo.", "ooooo", "ooooo", ".ooo."]),
        ][board].clone();
        let position = |code| Position::from_code(&board, code).unwrap();
        let (start, finish) = (position(start), position(finish));
        prop_assume!(finish.peg_count() < start.peg_count());
        check(&Problem::new(start, Goal::Position(finish)).unwrap());
    }
}

/// What cannot be kept is an error that says how to mend it, and nothing wrong.
#[test]
fn too_little_memory_is_an_error() {
    let board = Board::library("english").unwrap();
    let mut little = options(SweepMethod::Auto, 2);
    little.memory = Some(1 << 20);
    let engine = Engine::<u64>::new(&board);
    let centre = board.hole("d4").unwrap();
    let task = SweepTask::from_start(&engine, &board.vacate(centre), SymmetryUse::Classes);
    let error = Sweep::run(&engine, task, &little).unwrap_err();
    assert!(error.to_string().contains("name a scratch folder"), "{error}");
}

#[test]
fn a_sweep_can_be_cancelled() {
    let board = Board::library("triangle6").unwrap();
    let engine = Engine::<u64>::new(&board);
    for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
        let task = SweepTask::of_problem(&engine, &one_peg(&board, "a1"), SymmetryUse::Classes);
        let error = Sweep::run_observed(&engine, task, &options(method, 2), &|_| ControlFlow::Break(()));
        assert_eq!(error.unwrap_err().to_string(), "the sweep was cancelled");
    }
}

/// A scratch folder goes on from its finished levels, and refuses another sweep, a damaged level and a foreign manifest.
#[test]
fn a_scratch_folder_belongs_to_one_sweep_and_notices_damage() {
    let board = Board::library("triangle5").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut with_folder = options(SweepMethod::Auto, 1);
    with_folder.scratch = Some(folder.path().to_owned());
    let engine = Engine::<u64>::new(&board);
    let run = |vacancy: &str| {
        let task = SweepTask::of_problem(&engine, &one_peg(&board, vacancy), SymmetryUse::Classes);
        Sweep::run(&engine, task, &with_folder)
    };
    let first = run("a1").unwrap();
    let second = run("a1").unwrap();
    assert_eq!(first.levels(), second.levels()); // with the times of the first
    assert!(
        run("a2").unwrap_err().to_string().contains("holds another sweep (board Triangle 5, start 32766")
    );
    let level = folder.path().join("forward-009.level");
    let whole = std::fs::read(&level).unwrap();
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        std::fs::write(&level, &bytes).unwrap();
        let error = run("a1").unwrap_err().to_string();
        assert!(error.contains("forward-009.level` is damaged: it"), "{place}: {error}");
    }
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(&level, &whole[..length]).unwrap();
        let error = run("a1").unwrap_err().to_string();
        assert!(error.contains("forward-009.level` is damaged: it is cut short"), "{length}: {error}");
    }
    std::fs::remove_file(&level).unwrap(); // as the message says
    let mended = run("a1").unwrap();
    for set in [PositionSet::Reachable, PositionSet::Winning, PositionSet::Losing] {
        assert_eq!(mended.codes_by_pegs(set).unwrap(), first.codes_by_pegs(set).unwrap());
    }
    assert_eq!(std::fs::read(&level).unwrap(), whole);
    drop(mended);
    std::fs::write(folder.path().join("sweep.ron"), "(version: 2)").unwrap();
    assert!(run("a1").unwrap_err().to_string().contains("sweep.ron"));
}
