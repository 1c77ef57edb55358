use super::program::{pegboard, pegboard_in};
use roxmltree::Document;
use std::fs;

/// The numbers of circles of a class; the text must be well-formed, with everything inside the view box.
fn circles(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let view: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!((view[0], view[1]), (0.0, 0.0));
    let of_class =
        |node: &roxmltree::Node| node.has_tag_name("circle") && node.attribute("class") == Some(class);
    for circle in document.descendants().filter(|node| node.has_tag_name("circle")) {
        let number = |name| circle.attribute(name).unwrap().parse::<f64>().unwrap();
        assert!(number("cx") - number("r") >= 0.0 && number("cx") + number("r") <= view[2]);
        assert!(number("cy") - number("r") >= 0.0 && number("cy") + number("r") <= view[3]);
    }
    document.descendants().filter(of_class).count()
}

fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn a_board_shows_its_labels() {
    let svg = pegboard(&["draw", "cracker-barrel"]).ok();
    assert_eq!(circles(&svg, "hole"), 15);
    assert_eq!(texts(&svg), (1..=15).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[test]
fn every_board_of_the_library_can_be_drawn() {
    for name in pegboard::Board::library_names() {
        let board = pegboard::Board::library(name).unwrap();
        assert_eq!(circles(&pegboard(&["draw", name]).ok(), "hole"), board.hole_count(), "{name}");
    }
}

#[test]
fn a_position_shows_pegs_and_holes() {
    let svg = pegboard(&["draw", "triangle5", "--position", "a1 b2 e5"]).ok();
    assert_eq!((circles(&svg, "peg"), circles(&svg, "hole")), (3, 12));
    let svg = pegboard(&["draw", "english", "--vacate", "d4"]).ok();
    assert_eq!((circles(&svg, "peg"), circles(&svg, "hole")), (32, 1));
}

#[test]
fn moves_are_a_strip_of_pictures() {
    let svg = pegboard(&["draw", "triangle5", "--moves", "a3-a1, c3-a3, a4-a2"]).ok();
    assert_eq!(texts(&svg), ["1. a3-a1", "2. c3-a3", "3. a4-a2", "end"]);
    assert_eq!(circles(&svg, "peg moving"), 3);
    assert_eq!(circles(&svg, "peg removed"), 3);
}

#[test]
fn a_solution_is_searched_and_drawn() {
    let drawn = pegboard(&["draw", "triangle5", "--solution", "--columns", "4", "--json"]).json();
    let svg = drawn["svg"].as_str().unwrap();
    assert_eq!(circles(svg, "peg removed"), 13);
    assert_eq!(drawn["pictures"], texts(svg).len());
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old.svg"), "old").unwrap();
    let run = pegboard_in(folder.path(), &["draw", "triangle5", "-o", "old.svg"]);
    assert_eq!(run.ok(), "");
    assert_eq!(circles(&fs::read_to_string(folder.path().join("old.svg")).unwrap(), "hole"), 15);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
    let message = pegboard_in(folder.path(), &["draw", "triangle5", "-o", "none/board.svg"]).refused();
    assert!(message.starts_with("error: cannot write `none/board.svg`: "), "{message}");
}

#[test]
fn bad_moves_are_refused() {
    assert_eq!(
        pegboard(&["draw", "triangle5", "--moves", "a3-a1, a1-a5"]).refused(),
        "error: --moves: move 2, `a1-a5`: there is no jump from a1 to a5; a jump goes two holes along a line\n"
    );
    assert_eq!(
        pegboard(&["draw", "triangle5", "--finish", "any"]).refused(),
        "error: a finish only makes sense for a solution; add `--solution` to solve the problem and draw it\n"
    );
}

#[test]
fn without_a_solution_nothing_is_drawn_and_the_exit_code_says_why() {
    let run = pegboard(&["draw", "triangle3", "--solution"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("there is no solution to draw"), "{}", run.stderr);
}

#[test]
fn svg_is_not_written_into_a_file_of_another_kind() {
    for args in
        [&["draw", "triangle5", "-o"][..], &["graph", "triangle5", "-o"], &["atlas", "triangle4", "--map"]]
    {
        let message = pegboard(&[args, &["picture.png"]].concat()).refused();
        assert_eq!(
            message,
            "error: drawings are written as SVG, not as PNG; name a file that ends in `.svg`\n"
        );
    }
}
