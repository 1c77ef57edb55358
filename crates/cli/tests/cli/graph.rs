use super::program::{pegboard, pegboard_in};
use roxmltree::Document;
use serde_json::json;
use std::fs;

fn count(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    document
        .descendants()
        .filter(|node| node.attribute("class") == Some(class))
        .count()
}

#[test]
fn json_holds_a_picture_only_if_asked() {
    let graph =
        |args: &[&str]| pegboard(&[&["graph", "triangle4", "--json"], args].concat()).json();
    let is_null = |args: &[&str]| ["svg", "dot"].map(|kind| graph(args)[kind].is_null());
    assert_eq!(is_null(&[]), [true, true]);
    assert_eq!(is_null(&["--svg"]), [false, true]);
    assert_eq!(is_null(&["--dot"]), [true, false]);
}

#[test]
fn the_drawing_has_a_little_board_for_each_position_and_a_line_for_each_jump() {
    let svg = pegboard(&["graph", "triangle5", "--vacate", "a1", "--depth", "2"]).ok();
    assert_eq!((count(&svg, "position"), count(&svg, "jump")), (11, 10));
    assert_eq!(count(&svg, "peg"), 14 + 2 * 13 + 8 * 12);
    let svg = pegboard(&[
        "graph",
        "triangle5",
        "--vacate",
        "a1",
        "--depth",
        "2",
        "--merge",
    ])
    .ok();
    assert_eq!(count(&svg, "position"), 6);
}

#[test]
fn with_a_finish_winning_and_losing_positions_are_colored() {
    let args = [
        "graph",
        "triangle5",
        "--start",
        "a1 a2 d4 e5",
        "--finish-position",
        "a3 c3",
    ];
    let svg = pegboard(&[&args[..], &["--depth", "3"]].concat()).ok();
    assert_eq!(
        (
            count(&svg, "position winning"),
            count(&svg, "position losing")
        ),
        (4, 0)
    );
    let svg = pegboard(&[
        "graph",
        "triangle5",
        "--start",
        "a1 a2 b2",
        "--finish",
        "a3",
        "-k",
        "1",
    ])
    .ok();
    assert_eq!(
        (
            count(&svg, "position winning"),
            count(&svg, "position losing")
        ),
        (0, 3)
    );
}

#[test]
fn the_extension_of_the_file_decides_its_language() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "graph", "english", "--vacate", "d4", "--depth", "1", "--finish", "d4", "-o",
    ];
    let written = |name: &str, more: &[&str]| {
        let run = pegboard_in(folder.path(), &[&args[..], &[name], more].concat());
        assert_eq!(run.ok(), "");
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    assert_eq!(count(&written("graph.svg", &[]), "position winning"), 5);
    let dot = written("graph.dot", &[]);
    assert!(
        dot.starts_with("digraph \"English\" {") && dot.ends_with("}\n"),
        "{dot}"
    );
    assert_eq!(dot.matches(" -> ").count(), 4);
    assert!(dot.contains("label=\"d2-d4\", color=\"#2e7d32\""), "{dot}");
    assert!(written("graph.txt", &["--dot"]).starts_with("digraph"));
    for [name, language] in [
        ["graph.svg", "--dot"],
        ["graph.png", "--svg"],
        ["graph.dot", "--svg"],
    ] {
        pegboard_in(folder.path(), &[&args[..], &[name, language]].concat()).refused();
    }
}

#[test]
fn json_counts_the_layers() {
    let report = pegboard(&[
        "graph", "english", "--depth", "3", "--merge", "--dot", "--json",
    ])
    .json();
    assert_eq!(
        (&report["layers"], &report["positions"]),
        (&json!([1, 1, 2, 8]), &json!(12))
    );
    assert!(report["dot"].as_str().unwrap().starts_with("digraph"));
    let (nodes, edges) = (
        report["nodes"].as_array().unwrap(),
        report["edges"].as_array().unwrap(),
    );
    assert_eq!(nodes.len(), 12);
    assert_eq!(
        (&nodes[0]["jumps_played"], &nodes[0]["verdict"]),
        (&json!(0), &json!(null))
    );
    assert_eq!(
        edges[0],
        json!({ "from": 0, "to": 1, "jumps": ["d2-d4", "b4-d4", "f4-d4", "d6-d4"] })
    );
}

#[test]
fn too_many_positions_are_refused() {
    assert_eq!(
        pegboard(&["graph", "english", "--depth", "4", "--nodes", "20"]).refused(),
        "error: more than 20 positions lie within 4 jumps; 2 jumps stay below that, and a higher limit or merging \
         symmetric positions allows more: `--nodes`, `--merge`\n"
    );
}

#[test]
fn numbers_of_jumps_are_explained_only_where_they_occur() {
    let merged = pegboard(&["graph", "triangle5", "-k", "3", "--merge"]).ok();
    assert!(
        merged.contains(" +1</text>") && merged.contains(">+1: one more jump leads there</text>"),
        "{merged}"
    );
    let apart = pegboard(&["graph", "triangle5", "-k", "2"]).ok();
    assert!(!apart.contains("+1"), "{apart}");
}
