use super::*;
use crate::board::Position;
use crate::play::games::RandomGames;
use crate::problem::Goal;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashSet;

fn made(board: &str, options: &PuzzleOptions) -> Puzzle {
    let board = Board::library(board).unwrap();
    Puzzle::find(&board, options, &Control::default())
        .unwrap_or_else(|error| panic!("{options:?}: {error}"))
}

fn options(difficulty: Difficulty, seed: u64) -> PuzzleOptions {
    PuzzleOptions {
        difficulty,
        seed,
        ..PuzzleOptions::default()
    }
}

/// Returns the holes where the last peg can end, by visiting every position.
fn one_peg_ends(start: &Position) -> HashSet<Hole> {
    let (mut seen, mut waiting) = (HashSet::from([start.code()]), vec![start.clone()]);
    let mut ends = HashSet::new();
    while let Some(position) = waiting.pop() {
        if position.peg_count() == 1 {
            ends.extend(position.pegs());
        }
        for jump in position.jumps() {
            let next = position.play(jump).unwrap();
            if seen.insert(next.code()) {
                waiting.push(next);
            }
        }
    }
    ends
}

fn can_win(problem: &Problem, position: &Position) -> bool {
    one_peg_ends(position)
        .iter()
        .any(|end| problem.is_met_by(&position.board().with_pegs([*end])))
}

#[test]
fn every_puzzle_is_solved_and_of_the_wanted_difficulty() {
    for board in ["english", "triangle5", "wiegleb", "hexagon5"] {
        for difficulty in [Difficulty::Easy, Difficulty::Medium] {
            for seed in 0..5 {
                let puzzle = made(board, &options(difficulty, seed));
                assert_eq!(puzzle.grade().difficulty(), difficulty);
                assert_eq!(puzzle.solution().start(), puzzle.problem().start());
                assert!(puzzle.problem().is_met_by(puzzle.solution().finish()));
                assert_eq!(puzzle.grade().jumps, puzzle.solution().jumps().len());
                assert_eq!(Grade::of(puzzle.problem()).as_ref(), Some(puzzle.grade()));
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle_and_another_seed_another() {
    let few = |seed| made("english", &options(Difficulty::Hard, seed));
    assert_eq!(few(1), few(1));
    assert_ne!(few(1).problem(), few(2).problem());
}

#[test]
fn unique_first_jumps_and_finishes_are_unique() {
    for seed in 0..4 {
        let wanted = PuzzleOptions {
            has_unique_first_jump: true,
            has_unique_finish: true,
            ..options(Difficulty::Medium, seed)
        };
        let puzzle = made("english", &wanted);
        let (problem, start) = (puzzle.problem(), puzzle.problem().start());
        let symmetries: Vec<_> = start
            .board()
            .symmetries()
            .iter()
            .filter(|each| start.image(each) == *start)
            .collect();
        let winning = start
            .jumps()
            .map(|jump| start.play(jump).unwrap())
            .filter(|next| can_win(problem, next));
        let classes: HashSet<u128> = winning
            .map(|next| {
                symmetries
                    .iter()
                    .map(|each| next.image(each).code())
                    .min()
                    .unwrap()
            })
            .collect();
        assert_eq!(classes.len(), 1);
        assert!(start.jumps().count() > 1);
        assert_eq!(
            one_peg_ends(start),
            puzzle.solution().finish().pegs().collect()
        );
    }
}

/// Two first jumps lead to the same position, and no symmetry maps one onto the other.
#[test]
fn winning_first_jumps_to_one_position_are_counted_apart() {
    let text = r#"Board(name: "Merge", lattice: Jumps([("a", "b", "c"), ("b", "a", "c"), ("a", "d", "e")]))"#;
    let board = Board::parse(text, "merge.ron").unwrap();
    let hole = |label| board.hole(label).unwrap();
    let start = board.with_pegs(["a", "b"].map(hole));
    let problem = Problem::new(start, Goal::PegIn(vec![hole("c")])).unwrap();
    let grade = Grade::of(&problem).unwrap();
    assert_eq!((grade.first_jumps, grade.winning_first_jumps), (2, 2));
    assert!(!grade.has_unique_first_jump());
}

#[test]
fn symmetric_starts_are_symmetric_and_a_finish_is_kept() {
    let board = Board::library("english").unwrap();
    let center = board.hole("d4").unwrap();
    for seed in 0..4 {
        let wanted = PuzzleOptions {
            is_symmetric: true,
            finish: Some(center),
            ..options(Difficulty::Medium, seed)
        };
        let puzzle = made("english", &wanted);
        let start = puzzle.problem().start();
        let images = board
            .symmetries()
            .iter()
            .filter(|symmetry| start.image(symmetry) == *start);
        assert!(images.count() > 1);
        assert_eq!(puzzle.solution().finish(), &board.with_pegs([center]));
    }
}

/// The reflection of a row in itself keeps every start.
#[test]
fn a_symmetric_start_in_a_row_is_a_mirror_image() {
    let row = |picture: &str| {
        let text =
            format!("Board(name: \"row\", lattice: Square, holes: Picture([\"{picture}\"]))");
        Board::parse(&text, "row.ron").unwrap()
    };
    let find = |board: &Board, seed| {
        let wanted = PuzzleOptions {
            is_symmetric: true,
            ..options(Difficulty::Easy, seed)
        };
        Puzzle::find(board, &wanted, &Control::default())
    };
    for seed in 0..40 {
        let puzzle = find(&row("oooooo"), seed).unwrap();
        let code = puzzle.problem().start().code();
        assert_eq!(code.reverse_bits() >> (128 - 6), code, "{seed}");
    }
    assert!(matches!(
        find(&row("oooo.o"), 0),
        Err(PuzzleError::NoSymmetry { .. })
    ));
}

/// Recomputes each field of a grade from its definition.
#[test]
fn a_grade_follows_its_definition() {
    let puzzle = made("triangle5", &options(Difficulty::Medium, 3));
    let (problem, start) = (puzzle.problem(), puzzle.problem().start().clone());
    let chance =
        crate::count::chance_of_random_play(problem, &Default::default(), &Control::default())
            .unwrap();
    assert!((puzzle.grade().chance - chance.value()).abs() < 1e-12);
    assert_eq!(
        puzzle
            .grade()
            .finishes
            .iter()
            .copied()
            .collect::<HashSet<_>>(),
        one_peg_ends(&start)
    );
    let (shares, forced) = means(problem, &start);
    assert!((puzzle.grade().winning_share - shares / puzzle.grade().jumps as f64).abs() < 1e-12);
    assert!((puzzle.grade().forced - forced).abs() < 1e-12);
}

/// Returns the sums of the shares and of the forced jumps over the games of a player who draws among the winning jumps.
fn means(problem: &Problem, position: &Position) -> (f64, f64) {
    let next: Vec<Position> = position
        .jumps()
        .map(|jump| position.play(jump).unwrap())
        .collect();
    let winning: Vec<&Position> = next.iter().filter(|next| can_win(problem, next)).collect();
    if winning.is_empty() {
        return (0.0, 0.0);
    }
    let count = winning.len() as f64;
    let after: Vec<(f64, f64)> = winning.iter().map(|next| means(problem, next)).collect();
    let is_forced = winning.len() == 1 && next.len() > 1;
    (
        count / next.len() as f64 + after.iter().map(|sums| sums.0).sum::<f64>() / count,
        f64::from(u8::from(is_forced)) + after.iter().map(|sums| sums.1).sum::<f64>() / count,
    )
}

/// Returns `true` if a player wins who maximizes the number of possible jumps and draws among ties.
fn greedy_wins(problem: &Problem, random: &mut Pcg64Mcg) -> bool {
    let mut position = problem.start().clone();
    loop {
        let next: Vec<Position> = position
            .jumps()
            .map(|jump| position.play(jump).unwrap())
            .collect();
        let Some(most) = next.iter().map(|next| next.jumps().count()).max() else {
            break;
        };
        let best: Vec<Position> = next
            .into_iter()
            .filter(|next| next.jumps().count() == most)
            .collect();
        position = best[random.random_range(0..best.len())].clone();
    }
    problem.is_met_by(&position)
}

/// Simple players win easier puzzles more often.
#[test]
fn easier_grades_are_won_more_often() {
    const PUZZLES: u64 = 20;
    const GAMES: usize = 400;
    let mut rates = Vec::new();
    for difficulty in Difficulty::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(9);
        let (mut by_chance, mut by_greed) = (0, 0);
        for seed in 0..PUZZLES {
            let puzzle = made("english", &options(difficulty, seed));
            let games = RandomGames::new(puzzle.problem().start(), seed).take(GAMES);
            by_chance += games
                .filter(|game| puzzle.problem().is_met_by(game.finish()))
                .count();
            by_greed += (0..GAMES)
                .filter(|_| greedy_wins(puzzle.problem(), &mut random))
                .count();
        }
        rates.push((difficulty, by_chance, by_greed));
    }
    println!("wins of {} games: {rates:?}", PUZZLES as usize * GAMES);
    for pair in rates.windows(2) {
        assert!(pair[0].1 > pair[1].1 && pair[0].2 > pair[1].2, "{rates:?}");
    }
}

#[test]
fn conditions_that_are_hard_to_meet_are_met_for_every_seed() {
    for seed in 0..8 {
        let wanted = PuzzleOptions {
            has_unique_first_jump: true,
            ..options(Difficulty::Expert, seed)
        };
        assert!(made("english", &wanted).grade().has_unique_first_jump());
    }
}

/// Without a jump into the finish, the search would try nothing and never end.
#[test]
fn a_finish_that_no_jump_enters_is_refused_at_once() {
    let rows = ["\"oooooooooo\""; 7].join(", ");
    let text = format!(
        "Board(name: \"One way\", lattice: Square, jumps: [Right], holes: Picture([{rows}]))"
    );
    let board = Board::parse(&text, "one-way.ron").unwrap();
    let finish = board.hole("b1").unwrap();
    let wanted = PuzzleOptions {
        finish: Some(finish),
        ..options(Difficulty::Easy, 1)
    };
    let error = Puzzle::find(&board, &wanted, &Control::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no jump ends in `b1`, so no game does; choose another finish"
    );
}

/// On a line of four holes, the last two pegs in the middle can jump either way.
#[test]
fn a_finish_that_is_never_unique_is_refused_at_once() {
    let board = Board::library("english").unwrap();
    let refused = |label: &str| {
        let finish = Some(board.hole(label).unwrap());
        let wanted = PuzzleOptions {
            finish,
            has_unique_finish: true,
            ..options(Difficulty::Easy, 1)
        };
        Puzzle::find(&board, &wanted, &Control::default())
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(
        refused("d4").unwrap(),
        "a last peg in `d4` can always end elsewhere, too: the last two pegs can jump either way; finishes that can be \
         unique are c1, e1, c2, e2, a3, b3, c3, d3, e3, f3, g3, c4, e4, a5, b5, c5, d5, e5, f5, g5, c6, e6, c7, e7"
    );
    let is_possible = |label: &&str| refused(label).is_none();
    assert!(["c1", "c2", "d3", "c3"].iter().all(is_possible));
    assert!(!["d1", "d2", "d4"].iter().any(is_possible));
}

/// On a triangle of three neighbors, the last two pegs can jump either way into the third hole.
#[test]
fn opposite_jumps_into_the_same_hole_leave_a_finish_unique() {
    let text = r#"Board(name: "K3", lattice: Graph([("a", "b"), ("b", "c"), ("c", "a")]))"#;
    let board = Board::parse(text, "k3.ron").unwrap();
    let wanted = PuzzleOptions {
        has_unique_finish: true,
        ..options(Difficulty::Easy, 1)
    };
    let puzzle = Puzzle::find(&board, &wanted, &Control::default()).unwrap();
    assert_eq!(puzzle.problem().start().peg_count(), 2);
}

#[test]
fn boards_without_room_for_a_puzzle_are_refused_with_the_reason() {
    let board = |rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let text = format!(
            "Board(name: \"Odd\", lattice: Square, holes: Picture([{}]))",
            rows.join(", ")
        );
        Board::parse(&text, "odd.ron").unwrap()
    };
    let error = |rows: &[&str]| {
        Puzzle::find(
            &board(rows),
            &options(Difficulty::Medium, 1),
            &Control::default(),
        )
        .unwrap_err()
    };
    assert!(matches!(
        error(&["ooo.ooo"]),
        PuzzleError::SmallParts {
            parts: 2,
            holes: 3,
            ..
        }
    ));
    assert!(matches!(error(&["oo", "oo"]), PuzzleError::NoJump { .. }));
    let not_found = error(&["ooo.ooo", "ooo.ooo", "ooo.ooo"]).to_string();
    assert!(
        not_found.contains("on board `Odd` (no jump connects its parts, of at most 9 holes) in"),
        "{not_found}"
    );
}

#[test]
fn impossible_conditions_are_refused() {
    let board = Board::library("triangle3").unwrap();
    let wanted = options(Difficulty::Expert, 1);
    let error = Puzzle::find(&board, &wanted, &Control::default()).unwrap_err();
    let expected = PuzzleError::NoSuchPuzzle {
        board: "Triangle 3".to_owned(),
        possible: vec![Difficulty::Easy],
    };
    assert_eq!(error, expected);
    let board = Board::library("wiegleb").unwrap();
    let foreign = PuzzleOptions {
        finish: board.holes().last(),
        ..wanted
    };
    let small = Board::library("triangle5").unwrap();
    let error = Puzzle::find(&small, &foreign, &Control::default()).unwrap_err();
    assert!(matches!(error, PuzzleError::ForeignHole { .. }), "{error}");
}

/// Few starts on a small board are for experts: 153 of 32,767 on the triangle of five rows.
#[test]
fn rare_puzzles_of_a_small_board_are_found_for_every_seed() {
    let mut starts = HashSet::new();
    for seed in 1..=20 {
        let puzzle = made("triangle5", &options(Difficulty::Expert, seed));
        assert_eq!(puzzle.grade().difficulty(), Difficulty::Expert);
        assert_eq!(Grade::of(puzzle.problem()).as_ref(), Some(puzzle.grade()));
        assert!(puzzle.problem().is_met_by(puzzle.solution().finish()));
        starts.insert(puzzle.problem().start().code());
    }
    assert!(starts.len() > 15, "{}", starts.len());
}

/// Tries each condition by itself, also on boards on which random starts are easy.
#[test]
fn expert_puzzles_are_found_even_if_random_starts_are_easy() {
    let plain = options(Difficulty::Expert, 0);
    let kinds = [
        plain.clone(),
        PuzzleOptions {
            has_unique_first_jump: true,
            ..plain.clone()
        },
        PuzzleOptions {
            has_unique_finish: true,
            ..plain.clone()
        },
        PuzzleOptions {
            is_symmetric: true,
            ..plain.clone()
        },
    ];
    for board in [
        "triangle6",
        "triangle7",
        "hexagon3",
        "english-diagonal",
        "trapezoid",
    ] {
        for kind in &kinds {
            let puzzles = [1, 2, 3].map(|seed| {
                made(
                    board,
                    &PuzzleOptions {
                        seed,
                        ..kind.clone()
                    },
                )
            });
            for puzzle in &puzzles {
                let grade = puzzle.grade();
                assert_eq!(grade.difficulty(), Difficulty::Expert);
                assert_eq!(Grade::of(puzzle.problem()).as_ref(), Some(grade));
                assert!(puzzle.problem().is_met_by(puzzle.solution().finish()));
                assert!(!kind.has_unique_first_jump || grade.has_unique_first_jump());
                assert!(!kind.has_unique_finish || grade.finishes.len() == 1);
                let start = puzzle.problem().start();
                let images = start
                    .board()
                    .symmetries()
                    .iter()
                    .filter(|each| start.image(each) == *start);
                assert!(!kind.is_symmetric || images.count() > 1);
            }
            let starts: HashSet<u128> = puzzles
                .iter()
                .map(|puzzle| puzzle.problem().start().code())
                .collect();
            assert!(starts.len() > 1, "{board}: {kind:?}");
        }
    }
}

/// Bounds the work, whether there is a puzzle or not.
#[test]
fn few_positions_are_examined() {
    for board in [
        "square4",
        "rhombus4",
        "star13",
        "triangle6",
        "triangle7",
        "hexagon4",
        "kite",
        "rhombus6",
    ] {
        let board = Board::library(board).unwrap();
        for bits in 0..8 {
            let [is_symmetric, has_unique_first_jump, has_unique_finish] =
                [1, 2, 4].map(|bit| bits & bit != 0);
            let wanted = PuzzleOptions {
                is_symmetric,
                has_unique_first_jump,
                has_unique_finish,
                ..options(Difficulty::Expert, 1)
            };
            let is_rare = is_symmetric && (has_unique_first_jump || has_unique_finish);
            let nodes = Some(if is_rare { 4_050_000 } else { 1_250_000 });
            let limits = crate::Limits {
                nodes,
                ..crate::Limits::default()
            };
            let stopped = Puzzle::find(&board, &wanted, &Control::new(limits)).err();
            assert!(
                !matches!(stopped, Some(PuzzleError::Stopped(_))),
                "{}: {wanted:?}",
                board.name()
            );
        }
    }
}

#[test]
fn grades_round_trip() {
    let board = Board::library("english").unwrap();
    let cross = crate::NamedProblem::find(&board, "cross").unwrap();
    let grade = Grade::of(cross.problem()).unwrap();
    let form = serde_json::to_value(&grade).unwrap();
    assert_eq!(
        form["finishes"],
        serde_json::to_value(&grade.finishes).unwrap()
    );
    assert_eq!(serde_json::from_value::<Grade>(form).unwrap(), grade);
    assert_eq!(serde_json::to_value(Difficulty::Hard).unwrap(), "hard");
    assert_eq!(PuzzleOptions::default().difficulty, Difficulty::Medium);
}
