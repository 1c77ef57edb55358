//! Graphs to import.

use super::Target;
use super::board::assert_points_into;
use pegboard::{Board, ImportedGraph};

pub(super) const TARGET: Target = Target {
    name: "graph",
    run,
    words: &[
        "(((",
        "= [",
        "graph",
        "digraph",
        "strict",
        "subgraph",
        "node",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "</",
        "/>",
        "<node id='a'/>",
        "<edge source='a' target='b'/>",
        "<graph>",
        "--",
        "->",
        "-",
        ";",
        ",",
        ":",
        "=",
        "\"",
        "'",
        "\\",
        "//",
        "/*",
        "*/",
        "#",
        "\n",
        " ",
        "a",
        "b",
        "1",
        "2.5",
        "-1e999",
        "pos",
        "x",
        "y",
        "\"id\":",
        "\"nodes\":",
        "\"links\":",
        "\"source\":",
        "\"target\":",
        "null",
        "é",
        "\u{feff}",
        "&amp;",
        "<!DOCTYPE a [<!ENTITY b \"c\">]>",
        "&b;",
    ],
};

/// The board of a graph is written and read without change.
fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match ImportedGraph::read(&text, "graph.txt") {
        Ok(imported) => {
            if let Ok(board) = Board::new(imported.file) {
                let again =
                    Board::parse(&board.file().to_ron(), "again.ron").expect("it was written");
                assert_eq!(again, board);
            }
        }
        Err(file) => assert_points_into(&file),
    }
}
