//! The README's console blocks are run, in a folder that holds the files which the README says to save.

use pegboard::{Board, Solution};
use std::fs;

#[test]
fn the_console_blocks_of_the_readme_are_true() {
    let readme = fs::read_to_string("../../README.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("README.md");
    let working_folder = folder.path().join("README.in"); // where trycmd runs the commands
    fs::write(&copy, with_final_newlines(&readme)).unwrap();
    fs::create_dir(&working_folder).unwrap();
    for (name, text) in files_to_save(&readme) {
        fs::write(working_folder.join(name), text).unwrap();
    }
    trycmd::TestCases::new().case(copy).run();
}

#[test]
fn the_moves_that_the_readme_shows_solve_the_central_game() {
    let readme = fs::read_to_string("../../README.md").unwrap();
    let (_, rest) = readme.split_once("$ pegboard solve english\n").unwrap();
    let (_sentence, rest) = rest.split_once("\n\n").unwrap();
    let (moves, _) = rest.split_once("```").unwrap();
    let board = Board::library("english").unwrap();
    let centre = board.hole("d4").unwrap();
    let line = Solution::parse(&board.vacate(centre), moves).unwrap();
    assert_eq!(line.finish(), &board.pegs([centre]));
}

/// Ends every console block with an empty line. To trycmd the last line of a block has no newline, but that
/// of a program's output has.
fn with_final_newlines(readme: &str) -> String {
    let mut in_console = false;
    let mut text = String::new();
    for line in readme.lines() {
        if in_console && line == "```" {
            text.push('\n');
        }
        in_console = if line.starts_with("```") {
            line == "```console"
        } else {
            in_console
        };
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Name and text of each block that follows "Save this as `name`:".
fn files_to_save(readme: &str) -> Vec<(&str, &str)> {
    let file = |piece| {
        let (name, rest) = str::split_once(piece, "`:\n\n```")?;
        let (_language, rest) = rest.split_once('\n')?;
        let (text, _) = rest.split_once("```")?;
        Some((name, text))
    };
    let files: Vec<_> = readme
        .split("Save this as `")
        .skip(1)
        .filter_map(file)
        .collect();
    assert!(!files.is_empty(), "the README says which files to save");
    files
}
