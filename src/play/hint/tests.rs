use super::*;
use crate::board::Board;
use crate::play::games::RandomGames;
use crate::problem::{Goal, Pattern, Problem};
use crate::solver::SolverOptions;
use crate::sweep::SweepOptions;
use crate::winning::WinningSet;
use crate::{
    Cancellation, Control, LimitReached, Limits, Method, Phase, Progress, Solver, Verdict,
};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Reference oracle that tries every line.
struct Exhaustive {
    goal: Goal,
    par: usize,
}

impl Exhaustive {
    fn new(problem: &Problem) -> Exhaustive {
        let mut fewest = HashMap::new();
        Exhaustive {
            goal: problem.goal().clone(),
            par: fewest_pegs(problem.start(), &mut fewest),
        }
    }

    fn can_win(&self, position: &Position, known: &mut HashMap<u128, bool>) -> bool {
        if self.meets_goal(position) {
            return true;
        }
        if let Some(known) = known.get(&position.code()) {
            return *known;
        }
        let wins = position
            .jumps()
            .any(|jump| self.can_win(&position.play(jump).unwrap(), known));
        known.insert(position.code(), wins);
        wins
    }
}

fn fewest_pegs(position: &Position, known: &mut HashMap<u128, usize>) -> usize {
    if let Some(known) = known.get(&position.code()) {
        return *known;
    }
    let after = position
        .jumps()
        .map(|jump| fewest_pegs(&position.play(jump).unwrap(), known));
    let fewest = after.min().unwrap_or(position.peg_count());
    known.insert(position.code(), fewest);
    fewest
}

impl Exhaustive {
    fn meets_goal(&self, position: &Position) -> bool {
        match &self.goal {
            Goal::FewestPegs => position.peg_count() <= self.par,
            Goal::Patterns(patterns) => patterns.iter().any(|pattern| pattern.matches(position)),
            Goal::Position(finish) => position == finish,
            Goal::PegIn(holes) => {
                position.peg_count() == 1 && position.pegs().all(|peg| holes.contains(&peg))
            }
            Goal::OnePeg => position.peg_count() == 1,
        }
    }
}

impl WinningOracle for Exhaustive {
    fn is_won(&self, position: &Position, _: &Control<'_>) -> bool {
        self.meets_goal(position)
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        if self.can_win(position, &mut HashMap::new()) {
            Outlook::Winning
        } else {
            Outlook::Losing
        }
    }
}

fn hint_of(game: &Line, oracle: &impl WinningOracle) -> Hint {
    Hint::find(game, oracle, &Control::default())
}

/// Returns the first `most` jumps of a random game, or all.
fn random_game(start: &Position, seed: usize, most: usize) -> Line {
    let game = RandomGames::new(start, seed as u64).next().unwrap();
    let jumps = game.jumps().iter().copied().take(most).collect();
    Line::new(start.clone(), jumps).unwrap()
}

fn problems_on(board: &Board, vacancy: &str) -> Vec<Problem> {
    let hole = |label: &str| board.hole(label).unwrap();
    let start = || board.vacate(hole(vacancy));
    let goals = [
        Goal::PegIn(vec![hole(vacancy)]),
        Goal::PegIn(vec![hole("b2"), hole("a4")]),
        Goal::Position(board.with_pegs(["a1", "a3", "b4"].map(hole))),
        Goal::OnePeg,
        Goal::FewestPegs,
        Goal::Patterns(Pattern::parse_all(board, "b2 a4 or c3", "a1 or b3").unwrap()),
    ];
    goals
        .into_iter()
        .map(|goal| Problem::new(start(), goal).unwrap())
        .collect()
}

#[test]
fn hints_are_those_of_an_exhaustive_search() {
    for (board, vacancy) in [
        ("triangle5", "a1"),
        ("triangle5", "b3"),
        ("triangle4", "a2"),
    ] {
        for problem in problems_on(&Board::library(board).unwrap(), vacancy) {
            check_hints(
                &problem,
                &SolverOracle::new(&problem, SolverOptions::default()),
            );
            check_hints(
                &problem,
                &GameOracle::prepare(&problem, SolverOptions::default(), &Control::default()),
            );
        }
    }
}

fn check_hints(problem: &Problem, oracle: &impl WinningOracle) {
    let exhaustive = Exhaustive::new(problem);
    for seed in 0..12 {
        let game = random_game(problem.start(), seed, 1 + seed);
        let hint = hint_of(&game, oracle);
        let expected = hint_of(&game, &exhaustive);
        let context = format!("{}, {:?}, {game}", problem.board().name(), problem.goal());
        assert_eq!(hint.outlook(), expected.outlook(), "{context}");
        assert_eq!(hint.jumps(), expected.jumps(), "{context}");
        assert_eq!(hint.alarm(), expected.alarm(), "{context}");
        check_best_line(&hint, &exhaustive);
    }
}

/// The outlooks are those of the set of winning positions.
#[test]
fn a_game_on_the_english_board_has_no_unknown_outlooks() {
    let board = Board::library("english").unwrap();
    let hole = |label: &str| board.hole(label).unwrap();
    for (vacancy, finish) in [("d4", "d4"), ("d1", "d7")] {
        let problem = Problem::svss(&board, hole(vacancy), hole(finish));
        let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
        let winning =
            WinningSet::find(&problem, &SweepOptions::default(), &Control::default()).unwrap();
        for seed in 0..20 {
            let game = random_game(problem.start(), seed, 2 * seed);
            let (hint, expected) = (hint_of(&game, &oracle), hint_of(&game, &winning));
            assert_eq!(
                (hint.jumps(), hint.alarm()),
                (expected.jumps(), expected.alarm()),
                "{game}"
            );
        }
    }
}

fn check_best_line(hint: &Hint, exhaustive: &Exhaustive) {
    let line = hint.best_line().unwrap();
    assert_eq!(line.start(), hint.position());
    match hint.outlook() {
        Outlook::Winning => assert!(exhaustive.meets_goal(line.finish())),
        _ => assert_eq!(
            line.finish().peg_count(),
            fewest_pegs(hint.position(), &mut HashMap::new())
        ),
    }
}

#[test]
fn the_alarm_names_the_first_losing_jump() {
    let board = Board::library("triangle5").unwrap();
    let corner = board.hole("a1").unwrap();
    let problem = Problem::svss(&board, corner, corner);
    let exhaustive = Exhaustive::new(&problem);
    let mut lost_games = 0;
    for seed in 0..40 {
        let game = random_game(problem.start(), seed, 14);
        let wins: Vec<bool> = game
            .positions()
            .map(|each| exhaustive.can_win(&each, &mut HashMap::new()))
            .collect();
        let alarm = alarm_of(
            &game,
            &SolverOracle::new(&problem, SolverOptions::default()),
            &Control::default(),
        );
        match wins.iter().position(|wins| !wins) {
            None => assert_eq!(alarm, Alarm::StillWinnable),
            Some(number) => {
                lost_games += 1;
                assert_eq!(
                    alarm,
                    Alarm::LostBy {
                        number,
                        jump: game.jumps()[number - 1]
                    }
                );
            }
        }
    }
    assert!(lost_games > 20);
}

#[test]
fn a_lost_start_blames_no_jump() {
    let board = Board::library("triangle5").unwrap();
    let problem = Problem::svss(&board, board.hole("b3").unwrap(), board.hole("b3").unwrap());
    let game = random_game(problem.start(), 1, 4);
    let hint = hint_of(
        &game,
        &SolverOracle::new(&problem, SolverOptions::default()),
    );
    assert_eq!(
        (hint.outlook(), hint.alarm()),
        (Outlook::Losing, &Alarm::NeverWinnable)
    );
}

/// Oracle whose outlooks depend on the number of pegs only.
struct ByPegs(fn(usize) -> Outlook);

impl WinningOracle for ByPegs {
    fn is_won(&self, _: &Position, _: &Control<'_>) -> bool {
        false
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        (self.0)(position.peg_count())
    }
}

#[test]
fn an_uncertain_alarm_names_the_jumps_around_it() {
    const UNKNOWN: Outlook = Outlook::Unknown(LimitReached::Time);
    let limit = LimitReached::Time;
    let board = Board::library("triangle5").unwrap();
    let game = random_game(&board.vacate(board.hole("a1").unwrap()), 3, 5); // 14 pegs down to 9
    let alarm = |outlook| alarm_of(&game, &ByPegs(outlook), &Control::default());
    assert_eq!(
        alarm(|pegs| match pegs {
            13.. => Outlook::Winning,
            11.. => UNKNOWN,
            _ => Outlook::Losing,
        }),
        Alarm::LostBetween {
            winnable_after: Some(1),
            lost_after: 4,
            limit
        }
    );
    assert_eq!(
        alarm(|pegs| if pegs > 12 { UNKNOWN } else { Outlook::Losing }),
        Alarm::LostBetween {
            winnable_after: None,
            lost_after: 2,
            limit
        }
    );
    assert_eq!(alarm(|_| UNKNOWN), Alarm::Unknown(limit));
}

#[test]
fn limits_make_outlooks_unknown_and_a_new_hint_tries_again() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let problem = Problem::svss(&board, center, center);
    let mut options = SolverOptions::default();
    options.methods = options
        .methods
        .without(Method::Beam)
        .without(Method::Pagodas);
    let oracle = SolverOracle::new(&problem, options);
    let control = Control::new(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    let game = random_game(problem.start(), 0, 2);
    let hint = Hint::find(&game, &oracle, &control);
    assert_eq!(hint.outlook(), Outlook::Unknown(LimitReached::Nodes));
    assert_eq!(hint.alarm(), &Alarm::Unknown(LimitReached::Nodes));
    assert!(
        hint.jumps()
            .iter()
            .all(|each| each.outlook == Outlook::Unknown(LimitReached::Nodes))
    );
    let again = Hint::find(&game, &oracle, &Control::default());
    assert!(!matches!(again.outlook(), Outlook::Unknown(_)));
}

#[test]
fn mirror_images_share_outlooks() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let problem = Problem::svss(&board, center, center);
    let oracle = SolverOracle::new(&problem, SolverOptions::default());
    let start = problem.start();
    let images: Vec<Position> = start
        .jumps()
        .map(|jump| start.play(jump).unwrap())
        .collect();
    let [first, others @ ..] = &images[..] else {
        panic!("the start allows four jumps")
    };
    assert_eq!(oracle.outlook(first, &Control::default()), Outlook::Winning);
    let without_search = Control::new(Limits {
        nodes: Some(0),
        ..Limits::default()
    });
    for image in others {
        assert_eq!(oracle.outlook(image, &without_search), Outlook::Winning);
        let line = oracle.best_line(image, &without_search).unwrap();
        assert_eq!(line.finish(), &board.with_pegs([center]));
    }
}

#[test]
fn a_cancelled_oracle_and_its_hints_end_at_once() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let problem = Problem::svss(&board, center, center);
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let control = Control::default().cancelled_by(&cancellation);
    let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &control);
    let hint = Hint::find(&random_game(problem.start(), 0, 2), &oracle, &control);
    assert_eq!(hint.outlook(), Outlook::Unknown(LimitReached::Cancelled));
    assert!(
        control.elapsed().as_millis() < 500,
        "{:?}",
        control.elapsed()
    );
}

#[test]
fn an_oracle_reports_progress() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    let observer = |progress: &Progress| {
        seen.lock().unwrap().push(progress.phase.clone());
        std::ops::ControlFlow::Continue(())
    };
    let control = Control::default().watched_by(&observer);
    GameOracle::prepare(
        &Problem::svss(&board, center, center),
        SolverOptions::default(),
        &control,
    );
    assert!(seen.lock().unwrap().contains(&Phase::Bitmap));
}

fn alarm_of(game: &Line, oracle: &dyn WinningOracle, control: &Control<'_>) -> Alarm {
    let positions: Vec<Position> = game.positions().collect();
    Alarm::raised_by(&positions, game.jumps(), oracle, control)
}

/// Returns the mean over all jumps, without any shortcut.
fn chance_by_definition(problem: &Problem, position: &Position) -> f64 {
    if problem.is_met_by(position) {
        return 1.0;
    }
    let chances: Vec<f64> = position
        .jumps()
        .map(|jump| chance_by_definition(problem, &position.play(jump).unwrap()))
        .collect();
    chances.iter().sum::<f64>() / chances.len().max(1) as f64
}

/// Covers one finish, several finishes, and a finish from which jumps are possible.
#[test]
fn the_chance_of_random_play_is_the_mean_over_all_jumps() {
    let board = Board::library("triangle5").unwrap();
    let corner = board.hole("a1").unwrap();
    let start = board.vacate(corner);
    let no_end = played(&start, 9);
    assert!(no_end.jumps().next().is_some());
    for goal in [
        Goal::PegIn(vec![corner]),
        Goal::OnePeg,
        Goal::Position(no_end),
    ] {
        let problem = Problem::new(start.clone(), goal).unwrap();
        let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
        for jumps in 0..5 {
            let position = played(&start, jumps);
            let chance = oracle
                .chance_of_random_play(&position, &Control::default())
                .unwrap();
            let right = chance_by_definition(&problem, &position);
            assert!(
                (chance - right).abs() <= 1e-12 * right,
                "{problem:?}, {position:?}"
            );
        }
    }
}

/// Returns the position after playing the first possible jump this many times.
fn played(start: &Position, jumps: usize) -> Position {
    (0..jumps).fold(start.clone(), |position, _| {
        position.play(position.jumps().next().unwrap()).unwrap()
    })
}

#[test]
fn a_control_stops_the_chance_of_random_play() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let problem = Problem::svss(&board, center, center);
    let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
    assert!(oracle.knows_all());
    let limits = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    assert_eq!(
        oracle.chance_of_random_play(problem.start(), &Control::new(limits)),
        None
    );
}

/// The bitmap of a game covers the position class of its start only.
#[test]
fn positions_of_other_classes_are_searched() {
    let board = Board::library("triangle5").unwrap();
    let start = board.vacate(board.hole("a1").unwrap());
    let problem = Problem::new(start, Goal::OnePeg).unwrap();
    let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
    assert!(oracle.knows_all());
    let control = Control::default();
    let codes = 1..1u128 << board.hole_count();
    let positions = codes.map(|code| Position::from_code(&board, code).unwrap());
    let few: Vec<Position> = positions.filter(|each| each.peg_count() < 4).collect();
    let outlooks = oracle.outlooks(&few, &control);
    for (position, outlook) in few.iter().zip(outlooks) {
        let rest = Problem::new(position.clone(), Goal::OnePeg).unwrap();
        let solver = Solver::new(&board, SolverOptions::default());
        let answer = solver.solve(&rest, &control).unwrap();
        let is_won = matches!(answer.verdict(), Verdict::Solvable(_));
        let expected = if is_won {
            Outlook::Winning
        } else {
            Outlook::Losing
        };
        assert_eq!(outlook, expected, "{position:?}");
        assert_eq!(oracle.outlook(position, &control), expected, "{position:?}");
        let line = oracle.best_line(position, &control);
        let ends = line.is_some_and(|line| line.finish().peg_count() == 1);
        assert_eq!(ends, is_won, "{position:?}");
    }
}

/// While the fewest pegs are unknown, positions that leave too many pegs are losing, and no position is winning.
#[test]
fn without_the_fewest_pegs_no_position_is_known_to_win() {
    let board = Board::library("wiegleb").unwrap();
    let problem = Problem::new(board.vacate(board.hole("e1").unwrap()), Goal::FewestPegs).unwrap();
    let oracle = SolverOracle::new(&problem, SolverOptions::default());
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let game = Line::new(problem.start().clone(), Vec::new()).unwrap();
    let hint = Hint::find(&game, &oracle, &Control::new(limits));
    assert!(
        matches!(hint.outlook(), Outlook::Unknown(_)),
        "{:?}",
        hint.outlook()
    );
    assert!(
        hint.jumps()
            .iter()
            .all(|each| matches!(each.outlook, Outlook::Unknown(_)))
    );
}

/// The end of a game that leaves as few pegs as the best one found is not losing while fewer may be possible.
#[test]
fn the_end_of_the_best_known_game_is_not_losing() {
    let board = Board::library("torus5").unwrap();
    let problem = Problem::new(board.vacate(board.hole("a1").unwrap()), Goal::FewestPegs).unwrap();
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let control = Control::new(limits);
    let oracle = SolverOracle::new(&problem, SolverOptions::default());
    let best = oracle.fewest_line(problem.start(), &control).unwrap();
    let rest = crate::Games::from_random(best.finish(), 1).next().unwrap();
    let end = rest.finish().clone();
    for found in [
        oracle.outlook(&end, &control),
        oracle.outlooks(&[end], &control)[0],
    ] {
        assert!(matches!(found, Outlook::Unknown(_)), "{found:?}");
    }
}

#[test]
fn play_backwards_to_one_position_serves_the_games_from_there() {
    let board = Board::library("wiegleb").unwrap();
    let center = board.hole("e5").unwrap();
    let problem = Problem::svss(&board, center, center);
    let seeded = SolverOptions::default().with_seed(Some(11));
    let solver = Solver::new(&board, seeded);
    let answer = solver.solve(&problem, &Control::default()).unwrap();
    let jumps = &answer.solution().unwrap().jumps()[..24];
    let oracle = SolverOracle::new(&problem, SolverOptions::default());
    let game = Line::new(problem.start().clone(), jumps.to_vec()).unwrap();
    let position = game.finish();
    let next: Vec<Position> = position
        .jumps()
        .map(|jump| position.play(jump).unwrap())
        .collect();
    oracle.play_backwards(position, &next, &Control::default());

    let mut outlooks = Vec::new();
    for jump in position.jumps() {
        let no_time = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        let game = Line::new(problem.start().clone(), [jumps, &[jump]].concat()).unwrap();
        let hint = Hint::find(&game, &oracle, &Control::new(no_time));
        outlooks.push(hint.outlook());
        let mut all = hint.jumps().iter().map(|each| each.outlook);
        assert!(all.all(|outlook| !matches!(outlook, Outlook::Unknown(_))));
        let best = hint
            .best_line()
            .filter(|line| problem.is_met_by(line.finish()));
        assert_eq!(best.is_some(), hint.outlook() == Outlook::Winning);
    }
    let by_search = SolverOracle::new(&problem, SolverOptions::default());
    assert_eq!(outlooks, by_search.outlooks(&next, &Control::default()));
    assert!(outlooks.contains(&Outlook::Losing));
}

/// Oracle for which a position is unknown at first, and winning after a query about another position.
struct LateKnowledge {
    last_winning: usize,
    asked: std::sync::Mutex<Vec<usize>>,
}

impl WinningOracle for LateKnowledge {
    fn is_won(&self, _: &Position, _: &Control<'_>) -> bool {
        false
    }

    fn outlook(&self, position: &Position, _: &Control<'_>) -> Outlook {
        let jumps = position.board().hole_count() - 1 - position.peg_count();
        let mut asked = self.asked.lock().unwrap();
        let is_first = !asked.contains(&jumps);
        asked.push(jumps);
        if jumps > self.last_winning {
            Outlook::Losing
        } else if is_first {
            Outlook::Unknown(LimitReached::Time)
        } else {
            Outlook::Winning
        }
    }
}

#[test]
fn a_jump_that_kept_the_game_won_is_not_blamed() {
    let board = Board::library("english").unwrap();
    for length in 1..10 {
        let game = random_game(&board.vacate(board.hole("d4").unwrap()), 3, length);
        let jumps = game.jumps();
        for last_winning in 0..jumps.len() {
            let oracle = LateKnowledge {
                last_winning,
                asked: std::sync::Mutex::default(),
            };
            match hint_of(&game, &oracle).alarm() {
                Alarm::LostBy { number, .. } => assert_eq!(*number, last_winning + 1),
                Alarm::LostBetween {
                    winnable_after,
                    lost_after,
                    ..
                } => {
                    assert!(winnable_after.is_none_or(|after| after <= last_winning));
                    assert!(*lost_after > last_winning);
                }
                alarm => panic!("{alarm:?}"),
            }
        }
    }
}

#[test]
fn a_panic_of_the_observer_reaches_the_caller_of_the_oracle() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let start = board.vacate(center);
    let to_center = Problem::svss(&board, center, center);
    let to_fewest = Problem::new(start.clone(), Goal::FewestPegs).unwrap();
    let panics = |problem: &Problem, ask: &dyn Fn(&SolverOracle, &Control<'_>)| {
        let oracle = SolverOracle::new(problem, SolverOptions::default());
        let observer = |_: &Progress| panic!("observer");
        let control = Control::default().watched_by(&observer);
        catch_unwind(AssertUnwindSafe(|| ask(&oracle, &control))).is_err()
    };
    assert!(panics(&to_fewest, &|oracle, control| {
        oracle.is_won(&start, control);
    }));
    assert!(panics(&to_center, &|oracle, control| {
        oracle.outlook(&start, control);
    }));
    assert!(panics(&to_center, &|oracle, control| {
        oracle.best_line(&start, control);
    }));
    assert!(panics(&to_center, &|oracle, control| {
        jump_hints(&start, Outlook::Winning, oracle, control);
    }));
}

#[test]
fn hints_are_written_with_indices_and_moves() {
    let board = Board::library("triangle5").unwrap();
    let corner = board.hole("a1").unwrap();
    let problem = Problem::svss(&board, corner, corner);
    let control = Control::default();
    let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &control);
    let game = Line::parse(problem.start(), "a3-a1").unwrap();
    let hint = Hint::find(&game, &oracle, &control);
    let form = serde_json::to_value(&hint).unwrap();
    assert_eq!(form["outlook"], "winning");
    assert_eq!(form["alarm"], "still_winnable");
    let read: Vec<JumpHint> = serde_json::from_value(form["jumps"].clone()).unwrap();
    assert_eq!(read, hint.jumps());
    let position: Position = serde_json::from_value(form["position"].clone()).unwrap();
    assert_eq!(&position, hint.position());
    let moves: Vec<String> = serde_json::from_value(form["best_line"].clone()).unwrap();
    assert_eq!(moves, hint.best_line().unwrap().notation());
    let jump = game.jumps()[0];
    let alarms = [
        Alarm::StillWinnable,
        Alarm::NeverWinnable,
        Alarm::LostBy { number: 1, jump },
        Alarm::LostBetween {
            winnable_after: None,
            lost_after: 2,
            limit: LimitReached::Nodes,
        },
        Alarm::Unknown(LimitReached::Cancelled),
    ];
    for alarm in alarms {
        let form = serde_json::to_value(&alarm).unwrap();
        assert_eq!(serde_json::from_value::<Alarm>(form).unwrap(), alarm);
    }
    let unknown = serde_json::to_value(Outlook::Unknown(LimitReached::Time)).unwrap();
    assert_eq!(unknown, serde_json::json!({"unknown": "time"}));
}
