use crate::support::table::rows;
use pegboard::count::{GameCounts, count_games, count_solutions};
use pegboard::sweep::{SweepMethod, SweepOptions};
use pegboard::{Backend, Board, Control, Goal, Position, Problem};

fn games(problem: &Problem) -> GameCounts {
    count_games(problem, &SweepOptions::default(), &Control::default()).unwrap()
}

#[test]
fn games_on_the_triangle_are_as_many_as_published() {
    let board = Board::library("triangle5").unwrap();
    for [vacancy, all, one_peg, dead_end] in rows(include_str!("../truth/triangle5_games.csv")) {
        let start = board.vacate(board.hole(vacancy).unwrap());
        let counts = games(&Problem::new(start, Goal::OnePeg).unwrap());
        let solutions = counts.solutions.clone().unwrap();
        assert_eq!((counts.games.to_string(), solutions.to_string()), (all.to_owned(), one_peg.to_owned()));
        assert_eq!(counts.shortest_dead_end.unwrap().to_string(), dead_end);
        assert_eq!(counts.by_survivor.values().sum::<num_bigint::BigUint>(), solutions);
        assert_eq!(counts.by_final_pegs.values().sum::<num_bigint::BigUint>(), counts.games);
        assert_eq!(counts.by_final_pegs[&1], solutions);
    }
}

fn solutions(vacancy: &str, finish: &str) -> String {
    let board = Board::library("english").unwrap();
    let problem = Problem::svss(&board, board.hole(vacancy).unwrap(), board.hole(finish).unwrap());
    count_solutions(&problem, &SweepOptions::default(), &Control::default()).unwrap().to_string()
}

/// More than 2^64 for two of them.
#[test]
fn solutions_on_the_english_board_are_as_many_as_known() {
    for [vacancy, finish, _, known] in rows(include_str!("../truth/english_svss.csv")) {
        assert_eq!(solutions(vacancy, finish), known, "{vacancy} to {finish}");
    }
}

#[test]
fn all_games_of_the_central_game() {
    let board = Board::library("english").unwrap();
    let centre = board.hole("d4").unwrap();
    let counts = games(&Problem::svss(&board, centre, centre));
    assert_eq!(counts.games.to_string(), "577116156815309849672");
    assert_eq!(counts.by_final_pegs[&1].to_string(), "81723294080159936");
    assert_eq!(counts.solutions.unwrap().to_string(), "40861647040079968");
    assert_eq!((counts.shortest_dead_end, counts.longest_game), (Some(6), 31));
}

fn wide_lists() -> SweepOptions {
    let (method, backend) = (SweepMethod::Lists, Some(Backend::U128));
    SweepOptions { method, backend, ..SweepOptions::default() }
}

/// Every game played, one after the other.
fn played(position: &Position, counts: &mut std::collections::BTreeMap<usize, u64>) {
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
    for (board, vacancy) in [("triangle4", "b3"), ("square4", "a1"), ("star13", "d4"), ("diamond13", "c3")] {
        let board = Board::library(board).unwrap();
        let start = board.vacate(board.hole(vacancy).unwrap());
        let mut expected = std::collections::BTreeMap::new();
        played(&start, &mut expected);
        let problem = Problem::new(start.clone(), Goal::FewestPegs).unwrap();
        let wide = count_games(&problem, &wide_lists(), &Control::default()).unwrap();
        let counts = games(&problem);
        assert_eq!(wide, counts);
        let found = counts.by_final_pegs.iter().map(|(pegs, games)| (*pegs, games.try_into().unwrap()));
        assert_eq!(found.collect::<std::collections::BTreeMap<usize, u64>>(), expected);
        let most = expected.keys().last().unwrap();
        assert_eq!(counts.shortest_game, start.peg_count() - most);
        assert_eq!(counts.solutions, None);
    }
}

/// Ways to play from one position to another, line by line.
fn lines(position: &Position, finish: &Position) -> u64 {
    if position == finish {
        return 1;
    }
    if position.peg_count() <= finish.peg_count() {
        return 0;
    }
    position.jumps().map(|jump| lines(&position.play(jump).unwrap(), finish)).sum()
}

/// The number of solutions, which in either width and by either method is that of the lines played.
fn checked_solutions(start: &Position, finish: &Position) -> u64 {
    let expected = lines(start, finish);
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
            if checked_solutions(&board.vacate(vacancy), &board.pegs([finish])) > 0 {
                solvable.push((board.label(vacancy), board.label(finish)));
            }
        }
    }
    // Both with halving and without it.
    assert!(solvable.contains(&("a1", "a1")) && solvable.contains(&("a4", "a1")), "{solvable:?}");
}

/// On an even number of holes, the middle level holds its own complements.
#[test]
fn solutions_by_complement_on_an_even_number_of_holes() {
    let picture =
        r#"Board(name: "Block", lattice: Square, symmetry: Auto, holes: Picture(["oooo", "oooo", "oooo"]))"#;
    let board = Board::parse(picture, "block.ron").unwrap();
    assert!(board.is_null_class());
    let positions = (0..1u128 << 12).map(|code| Position::from_code(&board, code).unwrap());
    let starts = positions.filter(|start| (7..12).contains(&start.peg_count())).step_by(5);
    let counts = starts.map(|start| checked_solutions(&start, &start.complement()));
    let solvable = counts.filter(|count| *count > 1).count();
    assert!(solvable > 10, "{solvable}");
}
