//! Holes, jumps, symmetries and positions that a board lacks: each call with one of them panics or returns an error, and
//! none gives an answer.

use pegboard::atlas::{Atlas, Finding};
use pegboard::drawing::graph::{Merging, PositionGraph};
use pegboard::drawing::{BoardDrawing, Glyphs, TextPicture};
use pegboard::moves::{MovesTable, moves_needed, solution_ending_with};
use pegboard::play::games::Solutions;
use pegboard::play::hint::jump_hints;
use pegboard::solver::exhaustion::{ExhaustionError, ExhaustionOptions, exhaust};
use pegboard::sweep::{SolvablePositions, SweepOptions, solvable_bytes};
use pegboard::winning::{IndexedWinningSet, WinningSet};
use pegboard::{
    Board, BoardFile, Certificate, CertificateError, Control, Game, GameOracle, Goal, Hint, Hole,
    JumpHint, Lattice, LimitReached, Line, Outlook, PagodaError, PagodaFunction, ParitySet,
    Position, Problem, ProblemError, PruningFunctions, Puzzle, PuzzleError, PuzzleOptions,
    Solution, SolveError, Solver, SolverOptions, SolverOracle, WinningOracle,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Checks that each call panics with a message that contains this text.
macro_rules! assert_each_panics {
    ($text:expr; $($call:expr;)*) => {
        $({
            let caught = catch_unwind(AssertUnwindSafe(|| { let _ = $call; }));
            let message = caught.err().and_then(|panic| panic.downcast_ref::<String>().cloned());
            let name = stringify!($call);
            let message = message.unwrap_or_else(|| panic!("{name} does not panic"));
            assert!(message.contains($text), "{name}: {message}");
        })*
    };
}

fn board(name: &str) -> Board {
    Board::library(name).unwrap()
}

/// Returns a board with as many holes as `triangle5`.
fn rectangle() -> Board {
    let holes = (0..15).map(|hole| (hole % 5, hole / 5));
    Board::new(BoardFile::new("Rectangle", Lattice::Square, holes)).unwrap()
}

fn corner(board: &Board) -> Hole {
    board.hole("a1").unwrap()
}

fn complement_problem(board: &Board) -> Problem {
    Problem::svss(board, corner(board), corner(board))
}

/// Returns a game of one jump.
fn short_game(start: &Position) -> Line {
    let first = start.jumps().next().unwrap();
    Line::new(start.clone(), vec![first]).unwrap()
}

#[test]
fn holes() {
    let (triangle, english, control) = (board("triangle5"), board("english"), Control::default());
    let (own, hole) = (corner(&triangle), english.hole("d7").unwrap());
    let (problem, position) = (complement_problem(&triangle), triangle.vacate(own));
    let foreign_game = Game::parse(Problem::svss(&english, hole, hole), "d5-d7").unwrap();
    let played = &foreign_game.moves()[0];
    let drawing = BoardDrawing::of_position(&position);
    let atlas = Atlas::of_findings(&triangle, |_| Finding::Open);
    let table = MovesTable::read_or_new(&triangle, Path::new("does-not-exist.csv")).unwrap();
    let indexed = IndexedWinningSet::find(&triangle, &SweepOptions::default(), &control).unwrap();
    let solver = SolverOptions::default();
    let merging = Merging::MergedFor(Goal::PegIn(vec![hole]));
    assert_each_panics! { "board `Triangle 5` has 15 holes, numbered from 0, and lacks hole 31";
        triangle.label(hole);
        triangle.coordinate(hole);
        triangle.jump(own, hole);
        triangle.jump(hole, own);
        triangle.vacate(hole);
        triangle.with_pegs([own, hole]);
        triangle.canonical_svss(own, hole);
        triangle.canonical_svss(hole, own);
        Problem::svss(&triangle, own, hole);
        Problem::svss(&triangle, hole, own);
        position.has_peg(hole);
        drawing.center(0, hole);
        drawing.center(9, hole);
        atlas.finding(own, hole);
        atlas.finding(hole, own);
        table.entry(own, hole);
        table.entry(hole, own);
        indexed.problem_codes(hole, &control);
        indexed.is_winning(hole, &position);
        PositionGraph::within(&position, 1, &merging, 9, &control);
    }
    assert_each_panics! { "board `Triangle 5` has 15 holes";
        played.notation(&triangle);
        TextPicture::of_position_after(&position, played, &Glyphs::ASCII);
        solution_ending_with(&problem, played, &solver, &control);
    }
    let symmetry = &triangle.symmetries()[0];
    assert_each_panics! { "no image of hole 31";
        symmetry.apply(hole);
        Goal::PegIn(vec![hole]).is_kept_by(symmetry);
    }
    let error = Problem::new(position, Goal::PegIn(vec![own, hole])).unwrap_err();
    assert!(
        matches!(error, ProblemError::ForeignHole { hole: 31, .. }),
        "{error}"
    );
    let options = PuzzleOptions::default().with_finish(Some(hole));
    let error = Puzzle::find(&triangle, &options, &control).unwrap_err();
    assert!(
        matches!(error, PuzzleError::ForeignHole { hole: 31, .. }),
        "{error}"
    );
    let set = ParitySet::new(&english.with_pegs([hole]), 0);
    let error = PagodaFunction::with_parities(&triangle, vec![0; 15], vec![set]).unwrap_err();
    assert!(matches!(error, PagodaError::ForeignHole { .. }), "{error}");
}

/// The holes of the jumps are on the board, but no jump leads from the one to the other.
#[test]
fn jumps() {
    let (triangle, other, control) = (board("triangle5"), rectangle(), Control::default());
    let foreign = other
        .jump(other.hole("c1").unwrap(), corner(&other))
        .unwrap();
    let position = triangle.with_pegs([foreign.from(), foreign.over()]);
    let outlook = Outlook::Unknown(LimitReached::Time);
    let arrows = [JumpHint {
        jump: foreign,
        outlook,
    }];
    let start = other.with_pegs([foreign.from(), foreign.over()]);
    let line = Line::new(start, vec![foreign]).unwrap();
    let played = &line.moves()[0];
    let problem = complement_problem(&triangle);
    let needed = moves_needed(
        &problem,
        &Line::new(problem.start().clone(), Vec::new()).unwrap(),
        &SweepOptions::default(),
        &control,
    );
    let needed = needed.unwrap().unwrap();
    assert_each_panics! { "board `Triangle 5` lacks the jump from hole 2 to hole 0";
        BoardDrawing::of_outlooks(&position, &arrows);
        TextPicture::of_position_after(&position, played, &Glyphs::ASCII);
        solution_ending_with(&problem, played, &SolverOptions::default(), &control);
        needed.after(foreign);
    }
    assert!(!position.allows(foreign));
    let mut game = Game::new(Problem::new(position.clone(), Goal::OnePeg).unwrap());
    let far = board("english").jumps()[75];
    for (jump, ends) in [(foreign, "b2-a1"), (far, "hole 32-hole 24")] {
        assert!(!position.allows(jump));
        let text = format!("the jump {ends} cannot be played: board `Triangle 5` has no such jump");
        assert_eq!(position.play(jump).unwrap_err().to_string(), text);
        assert_eq!(
            Line::new(position.clone(), vec![jump])
                .unwrap_err()
                .to_string(),
            text
        );
        assert_eq!(game.play(jump).unwrap_err().to_string(), text);
    }
}

#[test]
fn symmetries() {
    let (triangle, english) = (board("triangle5"), board("english"));
    let start = triangle.vacate(corner(&triangle));
    for other in [rectangle(), english] {
        let foreign = &other.symmetries()[1];
        assert_each_panics! { "board `Triangle 5` lacks the symmetry";
            start.image(foreign);
            Goal::Position(start.clone()).is_kept_by(foreign);
        }
    }
}

#[test]
fn positions() {
    let (triangle, english, control) = (board("triangle5"), board("english"), Control::default());
    let problem = complement_problem(&triangle);
    let own = problem.start();
    let hole = corner(&triangle);
    let options = SolverOptions::default();
    let answer = Solver::new(&triangle, options.clone())
        .solve(
            &problem,
            &Control::new(pegboard::Limits {
                nodes: Some(0),
                ..Default::default()
            }),
        )
        .unwrap();
    let function = PagodaFunction::new(&triangle, vec![1; 15]).unwrap();
    let sweep = SweepOptions::default();
    let winning = WinningSet::find(&problem, &sweep, &control).unwrap();
    let indexed = IndexedWinningSet::find(&triangle, &sweep, &control).unwrap();
    let finishes = problem.finishes().unwrap();
    let solvable = || {
        SolvablePositions::find(&finishes, &control)
            .unwrap()
            .unwrap()
    };
    let known = solvable();
    let by_bitmap = GameOracle::prepare(&problem, options.clone(), &control);
    let by_search = SolverOracle::new(&problem, options.clone());
    let oracles: [&dyn WinningOracle; 4] = [&winning, &known, &by_bitmap, &by_search];

    for board in [rectangle(), english] {
        let start = &board.vacate(board.holes().nth(1).unwrap());
        let start = start
            .jumps()
            .next()
            .map_or(start.clone(), |jump| start.play(jump).unwrap());
        let start = &start;
        let line = short_game(start);
        let merging = Merging::MergedFor(Goal::Position(start.clone()));
        assert_each_panics! { "does not lie on board `Triangle 5`";
            problem.is_met_by(start);
            answer.clone().with_stopped_search("", LimitReached::Time, Some(line.clone()));
            function.value(start);
            function.refutes(start, own);
            function.refutes(own, start);
            function.loss(start, own);
            function.loss(own, start);
            winning.is_winning(start);
            indexed.is_winning(hole, start);
            indexed.is_winning_somewhere(start);
            known.contains(start);
            by_bitmap.chance_of_random_play(start, &control);
            moves_needed(&problem, &line, &sweep, &control);
            SolvablePositions::find(&[own.clone(), start.clone()], &control);
            solvable_bytes(&[own.clone(), start.clone()], u64::MAX);
            Solutions::new(start, solvable());
            PositionGraph::within(own, 1, &merging, 9, &control);
        }
        let other_game = Game::new(Problem::new(start.clone(), Goal::OnePeg).unwrap());
        for oracle in oracles {
            assert_each_panics! { "does not lie on board `Triangle 5`";
                oracle.is_won(start, &control);
                oracle.outlook(start, &control);
                oracle.outlooks(std::slice::from_ref(start), &control);
                oracle.best_line(start, &control);
                Hint::find(&line, oracle, &control);
                other_game.hint(oracle, &control);
                jump_hints(start, Outlook::Winning, oracle, &control);
            }
        }
        let other_graph = PositionGraph::within(start, 1, &Merging::Apart, 99, &control).unwrap();
        assert_each_panics! { "does not lie on board `Triangle 5`";
            other_graph.with_outlooks(&known, &control);
        }

        // These return errors.
        let error = Problem::new(start.clone(), Goal::Position(own.clone())).unwrap_err();
        assert!(
            matches!(error, ProblemError::DifferentBoards { .. }),
            "{error}"
        );
        let other_problem = Problem::new(start.clone(), Goal::OnePeg).unwrap();
        let solver = Solver::new(&triangle, options.clone());
        let error = solver.solve(&other_problem, &control).unwrap_err();
        assert!(matches!(error, SolveError::OtherBoard { .. }), "{error}");
        assert!(Solution::new(&problem, line.clone()).is_err());
        let certificate = Certificate::of_solution(&problem, &line);
        assert!(matches!(certificate, Err(CertificateError::OtherProblem)));
        let foreign = PagodaFunction::new(&board, vec![1; board.hole_count()]).unwrap();
        let functions = PruningFunctions::default().with_forward(vec![foreign]);
        let solver = Solver::new(&triangle, options.clone().with_functions(functions.clone()));
        let error = solver.solve(&problem, &control).unwrap_err();
        assert!(
            matches!(error, SolveError::OtherFunctions { .. }),
            "{error}"
        );
        let exhaustion = ExhaustionOptions::default().with_functions(functions);
        let error = exhaust(&problem, &exhaustion, &control).unwrap_err();
        assert!(
            matches!(
                error,
                ExhaustionError::Solve(SolveError::OtherFunctions { .. })
            ),
            "{error}"
        );
    }
}
