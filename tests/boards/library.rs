//! Geometry of the boards of the library.

use crate::support::table::rows;
use pegboard::{Board, Hole, Jump, Lattice, SymmetryGroup};
use std::collections::{BTreeSet, HashSet};

fn library() -> impl Iterator<Item = (&'static str, Board)> {
    Board::library_names().map(|name| (name, Board::library(name).unwrap()))
}

#[test]
fn every_board_is_connected_and_declares_its_whole_symmetry() {
    assert!(Board::library_names().len() >= 30);
    for (name, board) in library() {
        assert_eq!(board.warnings(), [], "{name}");
    }
}

#[test]
fn names_of_boards_are_unique() {
    let names: BTreeSet<String> = library()
        .map(|(_, board)| board.name().to_owned())
        .collect();
    assert_eq!(names.len(), Board::library_names().len());
}

#[test]
fn every_symmetry_group_has_a_board() {
    let groups: HashSet<SymmetryGroup> = library()
        .filter(|(_, board)| board.lattice().is_some())
        .map(|(_, board)| board.symmetry_group())
        .collect();
    assert_eq!(groups, HashSet::from(SymmetryGroup::ALL));
}

#[test]
fn boards_with_counts_in_their_names_have_that_many_holes() {
    for side in 4..=9 {
        assert_eq!(
            Board::library(&format!("square{side}"))
                .unwrap()
                .hole_count(),
            side * side
        );
    }
    for side in (3..=12).chain([15]) {
        let holes = side * (side + 1) / 2;
        assert_eq!(
            Board::library(&format!("triangle{side}"))
                .unwrap()
                .hole_count(),
            holes
        );
    }
    for side in 3..=6 {
        let holes = 3 * side * (side - 1) + 1;
        assert_eq!(
            Board::library(&format!("hexagon{side}"))
                .unwrap()
                .hole_count(),
            holes
        );
    }
    for (name, holes) in [
        ("english", 33),
        ("french", 37),
        ("wiegleb", 45),
        ("diamond13", 13),
        ("diamond25", 25),
        ("diamond41", 41),
        ("rectangle5x6", 30),
        ("rectangle6x7", 42),
        ("cross-3-2-3-2", 39),
        ("cross-3-3-2-2", 39),
        ("star13", 13),
        ("star37", 37),
    ] {
        assert_eq!(Board::library(name).unwrap().hole_count(), holes, "{name}");
    }
}

#[test]
fn the_restaurant_board_is_the_triangle_with_numbers() {
    let letters = Board::library("triangle5").unwrap();
    let numbers = Board::library("cracker-barrel").unwrap();
    assert!(letters.same_geometry(&numbers));
    let labels = |board: &Board| {
        board
            .holes()
            .map(|hole| board.label(hole).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        labels(&letters).join(" "),
        "a1 a2 b2 a3 b3 c3 a4 b4 c4 d4 a5 b5 c5 d5 e5"
    );
    assert_eq!(
        labels(&numbers).join(" "),
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    );
}

/// With jumps in eight directions there is a single position class (G. I. Bell, Diagonal Peg Solitaire, 2007), so every
/// pair of a vacancy and a finish is a problem. Burnside's lemma gives their number up to symmetry.
#[test]
fn with_diagonal_jumps_the_english_board_allows_every_problem() {
    let (board, usual) = (
        Board::library("english-diagonal").unwrap(),
        Board::library("english").unwrap(),
    );
    assert!(board.holes().eq(usual.holes()) && !board.same_geometry(&usual));
    assert_eq!(
        (board.jumps().len(), board.position_classes().dimension()),
        (136, 0)
    );
    let fixed_holes = board.symmetries().iter().map(|symmetry| {
        board
            .holes()
            .filter(|hole| board.with_pegs([*hole]).image(symmetry) == board.with_pegs([*hole]))
            .count()
    });
    let fixed_pairs: usize = fixed_holes.map(|holes| holes * holes).sum();
    assert_eq!(
        board.svss_problems().len(),
        fixed_pairs / board.symmetries().len()
    );
}

#[test]
fn position_classes_allow_the_known_numbers_of_problems() {
    for [name, count] in rows(include_str!("svss_counts.csv")) {
        let board = Board::library(name).unwrap();
        assert_eq!(board.svss_problems().len().to_string(), count, "{name}");
    }
}

#[test]
fn triangles_are_null_class_unless_their_side_is_one_more_than_a_multiple_of_three() {
    for side in (4..=12).chain([15]) {
        let board = Board::library(&format!("triangle{side}")).unwrap();
        assert_eq!(board.is_null_class(), side % 3 != 1, "side {side}");
    }
}

/// Each of the three lines of the triangle of side 3 has a middle hole that no other line touches, and the lines share
/// the corners. Clearing the middles takes all three lines, and then the corners cancel. The diagonal coloring misses
/// this: by its two parities alone, the board would be a null-class board.
#[test]
fn the_triangle_of_side_three_has_an_invariant_beyond_the_coloring() {
    let board = Board::library("triangle3").unwrap();
    assert_eq!(board.position_classes().dimension(), 3);
    assert!(!board.is_null_class());
    let color_counts = |color: i32| {
        let of_color = |hole: &Hole| {
            let (x, y) = board.coordinate(*hole).unwrap();
            (x + y) % 3 == color
        };
        board.holes().filter(of_color).count()
    };
    assert_eq!([0, 1, 2].map(color_counts), [2, 2, 2]);
}

#[test]
fn crosses_with_arms_of_width_three_are_null_class_boards() {
    // Bell, Peg Solitaire on Generalized Cross Boards.
    let is_cross = |name: &str| name.contains("cross") || name == "english" || name == "wiegleb";
    let crosses: Vec<Board> = library()
        .filter(|(name, _)| is_cross(name))
        .map(|(_, board)| board)
        .collect();
    assert_eq!(crosses.len(), 10);
    assert!(crosses.iter().all(Board::is_null_class));
}

#[test]
fn five_french_vacancies_allow_nothing() {
    let board = Board::library("french").unwrap();
    let starts: HashSet<&str> = board
        .svss_problems()
        .iter()
        .map(|problem| board.label(problem.vacancy()))
        .collect();
    let first_of_orbit = |hole: Hole| board.canonical_svss(hole, hole).0;
    for label in ["d1", "b2", "c2", "c3", "d4"] {
        let hole = board.hole(label).unwrap();
        assert!(
            !starts.contains(board.label(first_of_orbit(hole))),
            "{label}"
        );
    }
    assert!(!starts.is_empty());
}

#[test]
fn symmetries_form_a_group_that_keeps_the_jumps() {
    for (name, board) in library() {
        let permutations: Vec<Vec<Hole>> = board
            .symmetries()
            .iter()
            .map(|symmetry| board.holes().map(|hole| symmetry.apply(hole)).collect())
            .collect();
        let distinct: HashSet<&Vec<Hole>> = permutations.iter().collect();
        assert_eq!(
            distinct.len() as u128,
            board.symmetry_group().order(),
            "{name}"
        );
        assert_eq!(
            permutations[0],
            board.holes().collect::<Vec<_>>(),
            "{name}: the identity comes first"
        );
        for first in &permutations {
            for second in &permutations {
                let product: Vec<Hole> = first.iter().map(|hole| second[hole.index()]).collect();
                assert!(distinct.contains(&product), "{name}: not closed");
            }
        }
        for permutation in &permutations {
            let image = |jump: &Jump| {
                [jump.from(), jump.over(), jump.to()].map(|hole| permutation[hole.index()])
            };
            let images: BTreeSet<[Hole; 3]> = board.jumps().iter().map(image).collect();
            assert_eq!(
                images,
                triples(&board),
                "{name}: a symmetry changes the jumps"
            );
        }
    }
}

fn triples(board: &Board) -> BTreeSet<[Hole; 3]> {
    board
        .jumps()
        .iter()
        .map(|jump| [jump.from(), jump.over(), jump.to()])
        .collect()
}

#[test]
fn the_jumps_are_all_triples_of_neighbors_in_line() {
    let on_lattices = library().filter(|(_, board)| board.file().without.is_empty());
    for (name, board) in on_lattices.filter(|(_, board)| board.lattice().is_some()) {
        let step = |a: Hole, b: Hole| {
            let [a, b] = [a, b].map(|hole| board.coordinate(hole).unwrap());
            (b.0 - a.0, b.1 - a.1)
        };
        let is_step = |(x, y): (i32, i32)| match board.lattice().unwrap() {
            Lattice::Square if name == "english-diagonal" => x.abs().max(y.abs()) == 1,
            Lattice::Square => x.abs() + y.abs() == 1,
            Lattice::Triangular => {
                (x, y) != (0, 0) && x.abs() <= 1 && y.abs() <= 1 && (x - y).abs() <= 1
            }
        };
        let mut naive = BTreeSet::new();
        for from in board.holes() {
            for over in board.holes().filter(|over| is_step(step(from, *over))) {
                let into = board
                    .holes()
                    .filter(|into| step(over, *into) == step(from, over));
                naive.extend(into.map(|into| [from, over, into]));
            }
        }
        assert_eq!(triples(&board), naive, "{name}");
        assert_eq!(
            board.jumps().len(),
            naive.len(),
            "{name}: a jump is listed twice"
        );
    }
}

#[test]
fn no_jump_changes_the_position_class() {
    for (name, board) in library() {
        for jump in board.jumps() {
            let before = board.with_pegs([jump.from(), jump.over()]);
            let after = before.play(*jump).unwrap();
            assert_eq!(before.class(), after.class(), "{name}");
            // Also with all other holes full.
            let crowded = board.vacate(jump.to());
            assert_eq!(
                crowded.class(),
                crowded.play(*jump).unwrap().class(),
                "{name}"
            );
        }
    }
}

#[test]
fn reversals_are_among_the_problems() {
    for (name, board) in library() {
        let problems = board.svss_problems();
        let all: HashSet<(Hole, Hole)> = problems
            .iter()
            .map(|problem| (problem.vacancy(), problem.finish()))
            .collect();
        assert!(
            problems
                .iter()
                .all(|problem| all.contains(&problem.reversal())),
            "{name}"
        );
        let typed: usize = board
            .problem_types()
            .iter()
            .map(|kind| kind.problems().len())
            .sum();
        assert_eq!(typed, problems.len(), "{name}");
    }
}

#[test]
fn boards_are_found_by_name_and_by_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("french.ron");
    std::fs::write(&path, Board::library("english").unwrap().file().to_ron()).unwrap();
    assert_eq!(Board::find("french").unwrap().hole_count(), 37);
    assert_eq!(
        Board::find(path.to_str().unwrap()).unwrap(),
        Board::library("english").unwrap()
    );
    assert_eq!(
        Board::load(&path).unwrap(),
        Board::library("english").unwrap()
    );
}

#[test]
fn mirror_axes_fit_the_shapes() {
    use pegboard::board::geometry::IsometryKind;
    for (name, expected) in [
        ("arrow", &[90][..]),
        ("corner", &[45]),
        ("rectangle5x6", &[0, 90]),
        ("clipped-square", &[45, 135]),
        ("trapezoid", &[90]),
        ("kite", &[0]),
        ("triangle5", &[30, 90, 150]),
        ("tripod", &[0, 60, 120]),
    ] {
        let board = Board::library(name).unwrap();
        let axis = |symmetry: &pegboard::Symmetry| match symmetry.kind() {
            Some(IsometryKind::Reflection { axis }) => Some(axis),
            _ => None,
        };
        let axes: Vec<u16> = board.symmetries().iter().filter_map(axis).collect();
        assert_eq!(axes, expected, "{name}");
    }
}
