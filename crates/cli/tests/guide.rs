//! Runs the commands of the guide for teachers and designers, in a folder with its board file.

use pegboard::{Board, Control, Solver, SolverOptions};
use std::fs;
use std::path::Path;
use std::process::Command;

fn guide() -> String {
    let path = Path::new("../../docs/teachers-and-designers.md");
    fs::read_to_string(path).unwrap()
}

/// Returns the board file in the guide.
fn house(guide: &str) -> &str {
    let (_, rest) = guide.split_once("```ron\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// Returns the code spans that are complete commands.
fn commands(guide: &str) -> Vec<&str> {
    let code = guide.split('`').skip(1).step_by(2);
    code.filter(|code| {
        code.starts_with("pegboard ") && !code.contains('…') && *code != "pegboard info"
    })
    .collect()
}

/// Splits a command into its arguments, without quotation marks.
fn arguments(command: &str) -> Vec<&str> {
    let pieces = command.split('"').enumerate();
    let words = pieces.flat_map(|(index, piece)| match index % 2 {
        0 => piece.split_whitespace().collect(),
        _ => vec![piece],
    });
    words.skip(1).collect()
}

#[test]
fn every_command_of_the_guide_succeeds() {
    let guide = guide();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("house.ron"), house(&guide)).unwrap();
    let commands = commands(&guide);
    assert!(commands.len() >= 17, "{commands:?}");
    for command in commands {
        let mut program = Command::new(env!("CARGO_BIN_EXE_pegboard"));
        let run = program
            .args(arguments(command))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let expected = if command.contains("diamond41") { 1 } else { 0 }; // its problem is unsolvable
        assert_eq!(
            run.status.code(),
            Some(expected),
            "{command}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

#[test]
fn the_guide_counts_the_problems_of_its_board() {
    let board = Board::parse(house(&guide()), "house.ron").unwrap();
    assert_eq!(board.svss_problems().len(), 8);
    let solver = Solver::new(&board, SolverOptions::default());
    let can_be_solved = |problem: &pegboard::SvssProblem| {
        let problem = problem.problem(&board);
        solver
            .solve(&problem, &Control::default())
            .unwrap()
            .solution()
            .is_some()
    };
    assert_eq!(
        board
            .svss_problems()
            .iter()
            .filter(|problem| can_be_solved(problem))
            .count(),
        7
    );
}
