use crate::support::reference::Reference;
use crate::support::table::rows;
use num_bigint::BigUint;
use pegboard::count::{GameCounts, count_games, count_solutions};
use pegboard::sweep::{SweepError, SweepMethod, SweepOptions};
use pegboard::{Backend, Board, Control, Goal, Limits, Position, Problem};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

fn games(problem: &Problem) -> GameCounts {
    count_games(problem, &SweepOptions::default(), &Control::default()).unwrap()
}

/// Without work, a refusal names the least memory. It holds the numbers of two levels, an index of one, and the codes of
/// the other.
#[test]
fn games_are_counted_in_the_memory_that_a_refusal_names() {
    let within = |board: &str, memory: u64| {
        let board = Board::library(board).unwrap();
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let start = board.vacate(board.usual_vacancy().unwrap());
        let problem = Problem::new(start, Goal::OnePeg).unwrap();
        count_games(&problem, &SweepOptions::default(), &Control::new(limits))
    };
    let least = |board: &str, memory: u64| match within(board, memory) {
        Err(SweepError::NoRoom { least, .. }) => least,
        other => panic!("{other:?}"),
    };
    let square = least("square5", 1 << 20);
    assert!(within("square5", square).is_ok());
    assert_eq!(least("square5", square - 1), square);
    assert!(least("english", 60 << 20) < 120 << 20);
}

#[test]
fn counts_of_games_on_the_triangle_are_the_published_ones() {
    let board = Board::library("triangle5").unwrap();
    for [vacancy, all, one_peg, dead_end] in rows(include_str!("../truth/triangle5_games.csv")) {
        let start = board.vacate(board.hole(vacancy).unwrap());
        let counts = games(&Problem::new(start, Goal::OnePeg).unwrap());
        let solutions = counts.solutions.clone().unwrap();
        assert_eq!(
            (counts.games.to_string(), solutions.to_string()),
            (all.to_owned(), one_peg.to_owned())
        );
        assert_eq!(counts.shortest_dead_end.unwrap().to_string(), dead_end);
        assert_eq!(counts.by_survivor.values().sum::<BigUint>(), solutions);
        assert_eq!(counts.by_final_pegs.values().sum::<BigUint>(), counts.games);
        assert_eq!(counts.by_final_pegs[&1], solutions);
    }
}

/// Checks the count of solutions of each known problem whose start and finish satisfy `is_wanted`.
fn check_on_the_english_board(is_wanted: impl Fn(&str, &str) -> bool) {
    let board = Board::library("english").unwrap();
    for [vacancy, finish, _, known] in rows(include_str!("../truth/english_svss.csv")) {
        if is_wanted(vacancy, finish) {
            let problem = Problem::svss(
                &board,
                board.hole(vacancy).unwrap(),
                board.hole(finish).unwrap(),
            );
            let found =
                count_solutions(&problem, &SweepOptions::default(), &Control::default()).unwrap();
            assert_eq!(found.to_string(), known, "{vacancy} to {finish}");
        }
    }
}

/// Problems fixed by symmetries have few positions: complement problems, and one other.
#[test]
fn counts_of_solutions_on_the_english_board_are_the_known_ones() {
    let wanted = [("d1", "d1"), ("d1", "d7"), ("d2", "d2"), ("d4", "d4")];
    check_on_the_english_board(|vacancy, finish| wanted.contains(&(vacancy, finish)));
}

/// Includes problems that no symmetry fixes.
#[test]
fn solutions_are_the_games_that_end_there() {
    let board = Board::library("triangle6").unwrap();
    for vacancy in ["a1", "a2", "b3"].map(|label| board.hole(label).unwrap()) {
        let by_survivor =
            games(&Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap()).by_survivor;
        assert!(!by_survivor.is_empty());
        for finish in board.holes() {
            let problem = Problem::svss(&board, vacancy, finish);
            let found =
                count_solutions(&problem, &SweepOptions::default(), &Control::default()).unwrap();
            assert_eq!(
                found,
                by_survivor.get(&finish).cloned().unwrap_or_default(),
                "{problem:?}"
            );
        }
    }
}

/// Two of the counts exceed 2^64, as in [`solutions_of_games_side_by_side`].
#[test]
#[ignore = "takes a minute; run it with `cargo test --release all_known_solutions -- --ignored`"]
fn all_known_solutions_on_the_english_board() {
    check_on_the_english_board(|_, _| true);
}

/// The rows are so far apart that no peg gets from one to another. In each row one peg jumps along a line of pegs in
/// the only possible way, so a solution is an interleaving of the rows.
#[test]
fn solutions_of_games_side_by_side() {
    const ROWS: usize = 7;
    const JUMPS: usize = 4;
    let row = "o".repeat(2 * JUMPS + 1);
    let picture = vec![format!("{row:?}"); ROWS].join(", \"\", ");
    let text = format!("Board(name: \"Rows\", lattice: Square, holes: Picture([{picture}]))");
    let board = Board::parse(&text, "rows.ron").unwrap();
    let in_each_row = |columns: &[usize]| {
        board.with_pegs(
            board
                .holes()
                .filter(|hole| columns.contains(&(hole.index() % row.len()))),
        )
    };
    let jumped: Vec<usize> = (0..JUMPS).map(|jump| 2 * jump + 1).collect();
    let start = in_each_row(&[&[0], &jumped[..]].concat());
    let problem = Problem::new(start, Goal::Position(in_each_row(&[2 * JUMPS]))).unwrap();
    let factorial = |number: usize| (1..=number).map(BigUint::from).product::<BigUint>();
    let orders = factorial(ROWS * JUMPS) / factorial(JUMPS).pow(ROWS as u32);
    assert!(orders > u64::MAX.into());
    for options in [SweepOptions::default(), wide_lists()] {
        let found = count_solutions(&problem, &options, &Control::default()).unwrap();
        assert_eq!(found, orders, "{options:?}");
    }
}

#[test]
fn all_games_of_the_central_game() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    let counts = games(&Problem::svss(&board, center, center));
    assert_eq!(counts.games.to_string(), "577116156815309849672");
    assert_eq!(counts.by_final_pegs[&1].to_string(), "81723294080159936");
    assert_eq!(counts.solutions.unwrap().to_string(), "40861647040079968");
    for [vacancy, finish, _, known] in rows(include_str!("../truth/english_svss.csv")) {
        if vacancy == "d4" {
            let finish = board.hole(finish).unwrap();
            assert_eq!(counts.by_survivor[&finish].to_string(), known);
        }
    }
    assert_eq!(
        (counts.shortest_dead_end, counts.longest_game),
        (Some(6), 31)
    );
}

fn wide_lists() -> SweepOptions {
    let (method, backend) = (SweepMethod::Lists, Some(Backend::U128));
    SweepOptions::default()
        .with_method(method)
        .with_backend(backend)
}

/// Plays every game.
fn played(position: &Position, counts: &mut BTreeMap<usize, u64>) {
    let mut jumps = position.jumps().peekable();
    if jumps.peek().is_none() {
        *counts.entry(position.peg_count()).or_default() += 1;
    }
    for jump in jumps {
        played(&position.play(jump).unwrap(), counts);
    }
}

#[test]
fn counts_are_those_of_games_played() {
    for (board, vacancy) in [
        ("triangle4", "b3"),
        ("square4", "a1"),
        ("star13", "d4"),
        ("diamond13", "c3"),
    ] {
        let board = Board::library(board).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let mut expected = BTreeMap::new();
        played(&start, &mut expected);
        let problem = Problem::new(start.clone(), Goal::FewestPegs).unwrap();
        let wide = count_games(&problem, &wide_lists(), &Control::default()).unwrap();
        let counts = games(&problem);
        assert_eq!(wide, counts);
        let found = counts
            .by_final_pegs
            .iter()
            .map(|(pegs, games)| (*pegs, games.try_into().unwrap()));
        assert_eq!(found.collect::<BTreeMap<usize, u64>>(), expected);
        let most = expected.keys().last().unwrap();
        assert_eq!(counts.shortest_game, start.peg_count() - most);
        assert_eq!(counts.solutions, None);
    }
}

type Ways = FxHashMap<u128, u64>;

/// Returns the number of lines from one code to another. `found` caches the results.
fn lines(reference: &Reference, code: u128, finish: u128, found: &mut Ways) -> u64 {
    if code == finish {
        return 1;
    }
    if let Some(ways) = found.get(&code) {
        return *ways;
    }
    let next = reference.descendants(code);
    let ways = next
        .into_iter()
        .map(|next| lines(reference, next, finish, found))
        .sum();
    found.insert(code, ways);
    ways
}

/// Returns the number of solutions after checking both widths and methods against the lines played.
fn checked_solutions(start: &Position, finish: &Position) -> u64 {
    let reference = Reference::new(start.board());
    let expected = lines(
        &reference,
        start.code(),
        finish.code(),
        &mut Ways::default(),
    );
    let problem = Problem::new(start.clone(), Goal::Position(finish.clone())).unwrap();
    let found = count_solutions(&problem, &SweepOptions::default(), &Control::default()).unwrap();
    assert_eq!(found, expected.into(), "{start:?} {finish:?}");
    let found = count_solutions(&problem, &wide_lists(), &Control::default()).unwrap();
    assert_eq!(found, expected.into(), "{start:?} {finish:?}");
    expected
}

#[test]
fn solutions_are_those_of_games_played() {
    let board = Board::library("triangle5").unwrap();
    let holes = ["a1", "a4", "b3"].map(|label| board.hole(label).unwrap());
    let mut solvable = Vec::new();
    for vacancy in holes {
        for finish in board.holes() {
            if checked_solutions(&board.vacate(vacancy), &board.with_pegs([finish])) > 0 {
                solvable.push((board.label(vacancy), board.label(finish)));
            }
        }
    }
    // With halving and without it.
    assert!(
        solvable.contains(&("a1", "a1")) && solvable.contains(&("a4", "a1")),
        "{solvable:?}"
    );
}

/// On a board with an even number of holes, the middle level is its own set of complements.
#[test]
fn solutions_by_complement_on_an_even_number_of_holes() {
    let picture = r#"Board(name: "Block", lattice: Square, symmetry: Auto, holes: Picture(["oooo", "oooo", "oooo"]))"#;
    let board = Board::parse(picture, "block.ron").unwrap();
    assert!(board.is_null_class());
    let positions = (0..1u128 << 12).map(|code| Position::from_code(&board, code).unwrap());
    let starts = positions
        .filter(|start| (7..12).contains(&start.peg_count()))
        .step_by(5);
    let counts = starts.map(|start| checked_solutions(&start, &start.complement()));
    let solvable = counts.filter(|count| *count > 1).count();
    assert!(solvable > 10, "{solvable}");
}
