//! Boards made from lists: graphs with known answers (Beeler and Hoilman, *Peg solitaire on graphs*, 2011), lines in
//! space, and lattices without some jumps. Every answer is compared with a plain search.

use crate::support::reference;
use pegboard::checker::{CheckOptions, verify_text};
use pegboard::{
    Board, BoardFile, Certificate, Control, Goal, Line, Problem, Solver, SolverOptions, Structure,
    SymmetryGroup, Verdict,
};
use std::collections::BTreeMap;

type Edges = Vec<(usize, usize)>;

fn graph(edges: Edges) -> Board {
    let label = |vertex: usize| format!("v{vertex}");
    let edges = edges
        .into_iter()
        .map(|(x, y)| (label(x), label(y)))
        .collect();
    Board::new(BoardFile::from_structure("Graph", Structure::Graph(edges))).unwrap()
}

fn path(vertices: usize) -> Edges {
    (1..vertices).map(|vertex| (vertex - 1, vertex)).collect()
}

fn cycle(vertices: usize) -> Edges {
    (0..vertices)
        .map(|vertex| (vertex, (vertex + 1) % vertices))
        .collect()
}

fn complete(vertices: usize) -> Edges {
    (0..vertices)
        .flat_map(|x| (x + 1..vertices).map(move |y| (x, y)))
        .collect()
}

fn complete_bipartite(left: usize, right: usize) -> Edges {
    (0..left)
        .flat_map(|x| (left..left + right).map(move |y| (x, y)))
        .collect()
}

fn hypercube(dimension: u32) -> Edges {
    let vertices = 0..1usize << dimension;
    let edges = vertices.flat_map(|x| (0..dimension).map(move |bit| (x, x ^ 1 << bit)));
    edges.filter(|(x, y)| x < y).collect()
}

/// Returns the vertices from which a board can be reduced to one peg, after a comparison with a plain search and a check
/// of the certificate of each answer.
fn winning_starts(board: &Board) -> Vec<usize> {
    let solver = Solver::new(board, SolverOptions::default().with_record(true));
    let mut winning = Vec::new();
    for hole in board.holes() {
        let problem = Problem::new(board.vacate(hole), Goal::OnePeg).unwrap();
        let answer = solver.solve(&problem, &Control::default()).unwrap();
        let is_solvable = match answer.verdict() {
            Verdict::Solvable(solution) => {
                let again = Line::parse(problem.start(), &solution.to_string()).unwrap();
                assert_eq!(again.jumps(), solution.jumps());
                true
            }
            Verdict::Unsolvable(_) => false,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            is_solvable,
            reference::is_solvable(&problem),
            "{board:?} {hole:?}"
        );
        let certificate = Certificate::of(&answer).unwrap().to_text();
        verify_text(
            &certificate,
            "graph.ron",
            "".as_ref(),
            &CheckOptions::default(),
        )
        .unwrap();
        if is_solvable {
            winning.push(hole.index());
        }
    }
    winning
}

fn is_freely_solvable(board: &Board) -> bool {
    winning_starts(board).len() == board.hole_count()
}

#[test]
fn a_path_is_solvable_exactly_if_it_has_three_or_an_even_number_of_vertices() {
    for vertices in 2..=12 {
        let is_solvable = !winning_starts(&graph(path(vertices))).is_empty();
        assert_eq!(
            is_solvable,
            vertices == 3 || vertices % 2 == 0,
            "{vertices}"
        );
    }
}

#[test]
fn a_cycle_is_freely_solvable_exactly_if_it_has_three_or_an_even_number_of_vertices() {
    for vertices in 3..=12 {
        let expected = vertices == 3 || vertices % 2 == 0;
        assert_eq!(
            is_freely_solvable(&graph(cycle(vertices))),
            expected,
            "{vertices}"
        );
    }
}

#[test]
fn complete_and_complete_bipartite_graphs_and_hypercubes_are_freely_solvable() {
    for vertices in 3..=7 {
        assert!(
            is_freely_solvable(&graph(complete(vertices))),
            "K{vertices}"
        );
    }
    for (left, right) in [(2, 2), (2, 3), (2, 5), (3, 3), (3, 4), (4, 4)] {
        let board = graph(complete_bipartite(left, right));
        assert!(is_freely_solvable(&board), "K{left},{right}");
    }
    for dimension in 2..=3 {
        assert!(
            is_freely_solvable(&graph(hypercube(dimension))),
            "Q{dimension}"
        );
    }
}

#[test]
fn stars_with_three_or_more_leaves_are_never_solvable() {
    for leaves in 2..=8 {
        let star = graph((1..=leaves).map(|leaf| (0, leaf)).collect());
        assert_eq!(winning_starts(&star).is_empty(), leaves > 2, "{leaves}");
    }
}

#[test]
fn platonic_solids_and_the_petersen_graph_are_freely_solvable() {
    for name in ["cube", "octahedron", "icosahedron", "petersen"] {
        assert!(is_freely_solvable(&Board::library(name).unwrap()), "{name}");
    }
    // The plain search is too slow for 20 holes, and one vertex of the dodecahedron stands for all.
    let board = Board::library("dodecahedron").unwrap();
    assert_eq!(board.holes_up_to_symmetry().count(), 1);
    let hole = board.holes().next().unwrap();
    let problem = Problem::new(board.vacate(hole), Goal::OnePeg).unwrap();
    let answer = Solver::new(&board, SolverOptions::default())
        .solve(&problem, &Control::default())
        .unwrap();
    assert!(matches!(answer.verdict(), Verdict::Solvable(_)));
}

#[test]
fn symmetries_are_the_automorphisms_of_the_jumps() {
    for (name, order) in [
        ("cube", 48),
        ("octahedron", 48),
        ("dodecahedron", 120),
        ("icosahedron", 120),
        ("petersen", 120),
        ("cube3", 48),
        ("cube4", 48),
        ("torus5", 200),
        ("torus6", 288),
        ("path8", 2),
        ("cycle12", 24),
        ("double-star", 144),
    ] {
        let board = Board::library(name).unwrap();
        assert_eq!(
            board.symmetry_group(),
            SymmetryGroup::Automorphisms(order),
            "{name}"
        );
        assert_eq!(board.symmetries().len() as u128, order, "{name}");
    }
    let too_many = graph(complete(8));
    assert_eq!(too_many.symmetry_group().order(), 120);
    assert_eq!(too_many.largest_symmetry_group().order(), 40_320);
    assert_eq!(too_many.warnings().len(), 1);
}

/// The side of the hexagon has four holes in line, but no jump along it.
#[test]
fn a_lattice_can_lack_jumps() {
    let (whole, sold) = (
        Board::library("hexagon4").unwrap(),
        Board::library("think-and-jump").unwrap(),
    );
    assert_eq!(whole.jumps().len() - sold.jumps().len(), 6 * 4);
    assert!(
        sold.jump(sold.hole("a1").unwrap(), sold.hole("c1").unwrap())
            .is_err()
    );
    assert_eq!(sold.symmetry_group(), SymmetryGroup::D6);
    assert_ne!(whole, sold);
    // The three-coloring excludes the game of the sold board (Scherphuis): one peg cannot be left from the center.
    let center = Problem::new(sold.vacate(sold.hole("d4").unwrap()), Goal::OnePeg).unwrap();
    assert!(center.finishes_in_class().is_empty());
}

#[test]
fn a_description_survives_writing_and_reading() {
    for name in ["think-and-jump", "cube", "moebius6x4", "double-star"] {
        let board = Board::library(name).unwrap();
        let again = Board::parse(&board.file().to_ron(), "again.ron").unwrap();
        assert_eq!(again.file(), board.file(), "{name}");
        assert_eq!(again, board, "{name}");
    }
    let jumps = [("a", "b", "c")].map(|(x, y, z)| (x.to_owned(), y.to_owned(), z.to_owned()));
    let one_way = BoardFile::from_structure("One way", Structure::Jumps(jumps.into()));
    let board = Board::parse(&one_way.to_ron(), "again.ron").unwrap();
    assert_eq!((board.hole_count(), board.jumps().len()), (3, 1));
    assert_eq!(board.neighbors(board.hole("b").unwrap()).len(), 2);
}

#[test]
fn labels_decide_the_numbers_of_the_holes() {
    let text = r#"Board(name: "V", lattice: Graph([("a", "b"), ("b", "c")]), labels: Names(["c", "x", "b", "a"]))"#;
    let board = Board::parse(text, "v.ron").unwrap();
    assert_eq!(board.hole("b").unwrap().index(), 2);
    assert_eq!(board.connected_parts().len(), 2);
    assert_eq!(
        Board::parse(&board.file().to_ron(), "again.ron").unwrap(),
        board
    );
    let error = Board::parse(&text.replace("\"a\"])", "\"z\"])"), "v.ron").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it names a hole that the field `labels` lacks"),
        "{error}"
    );
}

/// Each mistake is an error that points at its place.
#[test]
fn mistakes_in_lists_are_errors() {
    for (text, message) in [
        (
            r#"lattice: Graph([("a", "a")])"#,
            "an edge connects two different holes",
        ),
        (
            r#"lattice: Jumps([("a", "b", "a")])"#,
            "a jump has three different holes",
        ),
        (
            r#"lattice: Lines([["a"]])"#,
            "a line has at least two holes",
        ),
        (
            r#"lattice: Lines([["a", "b", "a"]])"#,
            "a line names each of its holes once",
        ),
        (r#"lattice: Graph([])"#, "the board has no holes"),
        (
            r#"lattice: Graph([("a", "b")]), holes: Picture(["o"])"#,
            "has no field `holes`",
        ),
        (
            r#"lattice: Graph([("a", "b")]), places: [("c", (0.0, 0.0))]"#,
            "the board has no such hole",
        ),
        (
            r#"lattice: Graph([("a", "b")]), places: [("a", (0.0, 0.0)), ("b", (0.0, 0.0))]"#,
            "another hole has this place",
        ),
        (
            r#"lattice: Graph([("a", "b")]), symmetry: D4"#,
            "do not have the symmetry D4",
        ),
        (
            r#"lattice: Graph([("a", "b"), ("b", "c")]), without: [("a", "c", "b")]"#,
            "there is no jump from",
        ),
        (
            r#"lattice: Graph([("a", "any")])"#,
            "`any` cannot be a label",
        ),
    ] {
        let error = Board::parse(&format!("Board(name: \"T\", {text})"), "t.ron").unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains(message) && error.contains("t.ron:1:"),
            "{text}: {error}"
        );
    }
}

#[test]
fn several_jumps_between_two_holes_are_told_apart() {
    let square = graph(cycle(4));
    let start = square.with_pegs(square.holes().filter(|hole| hole.index() != 2));
    let error = Line::parse(&start, "v0-v2").unwrap_err().to_string();
    assert_eq!(
        error,
        "move 1, `v0-v2`: jumps from v0 to v2 go over v1 and v3; write the one that is meant, `v0-(v1)-v2`"
    );
    let line = Line::parse(&start, "v0-(v3)-v2").unwrap();
    assert_eq!(line.to_string(), "v0-(v3)-v2");
    assert!(line.finish().has_peg(square.hole("v1").unwrap()));
}

/// Reads a graph in the format graph6, with at most 62 vertices.
fn edges_of_graph6(text: &str) -> Edges {
    let values: Vec<u8> = text.bytes().map(|byte| byte - 63).collect();
    let vertices = usize::from(values[0]);
    let mut bits = values[1..]
        .iter()
        .flat_map(|value| (0..6).rev().map(move |bit| value >> bit & 1 == 1));
    let pairs = (1..vertices).flat_map(|y| (0..y).map(move |x| (x, y)));
    pairs.filter(|_| bits.next() == Some(true)).collect()
}

#[test]
fn the_table_of_small_graphs_is_complete_and_agrees_with_a_plain_search() {
    let table = include_str!("../../docs/small_graphs.csv");
    let mut graphs_by_vertices = BTreeMap::new();
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let board = graph(edges_of_graph6(fields[0]));
        assert_eq!(board.hole_count().to_string(), fields[1], "{row}");
        let searches = reference::Reference::new(&board);
        let fewest: Vec<u32> = board
            .holes()
            .map(|hole| {
                let reached = searches.reachable(board.vacate(hole).code());
                reached.iter().map(|code| code.count_ones()).min().unwrap()
            })
            .collect();
        let starts = fewest.iter().filter(|pegs| **pegs == 1).count();
        let expected = [
            (starts > 0).to_string(),
            (starts == fewest.len()).to_string(),
            starts.to_string(),
            fewest.iter().min().unwrap().to_string(),
        ];
        assert_eq!(fields[3..], expected, "{row}");
        *graphs_by_vertices.entry(fewest.len()).or_insert(0) += 1;
    }
    // Connected graphs with 2 to 7 vertices (OEIS A001349), trees with 8 to 10 (OEIS A000055).
    let counts: Vec<i32> = graphs_by_vertices.into_values().collect();
    assert_eq!(counts, [1, 2, 6, 21, 112, 853, 23, 47, 106]);
}
