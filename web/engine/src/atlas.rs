//! Recorded answers of an atlas file.

use crate::settle::{Settled, recorded};
use pegboard::atlas::{AtlasAnswer, AtlasFile};
use pegboard::{Board, Hole};
use serde::Serialize;

/// Recorded answer to a single-vacancy problem.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recorded {
    vacancy: usize,
    finish: usize,
    settled: Settled,
    /// Number of moves of the solution.
    moves: Option<usize>,
    /// Lower bound on the moves; `None` if it is unknown or there is no solution.
    at_least: Option<usize>,
}

/// Returns the recorded answers to all problems from one vacancy to one finish.
///
/// # Errors
///
/// If the text is not an atlas of the board, or a recorded answer is wrong.
pub fn answers(board: &Board, text: &str) -> Result<Vec<Recorded>, String> {
    let file = read(board, text)?;
    let pairs = board
        .holes()
        .flat_map(|vacancy| board.holes().map(move |finish| (vacancy, finish)));
    let recorded = |(vacancy, finish)| match file.answer(vacancy, finish) {
        Ok(answer) => Some(Ok(Recorded::new(&file, vacancy, finish, &answer?))),
        Err(error) => Some(Err(error.to_string())),
    };
    pairs.filter_map(recorded).collect()
}

/// Returns the text of a certificate; `None` if the file does not answer the problem.
///
/// # Errors
///
/// If the text is not an atlas of the board, or the board has fewer holes.
pub fn certificate(
    board: &Board,
    text: &str,
    vacancy: usize,
    finish: usize,
) -> Result<Option<String>, String> {
    let hole = |index: usize| {
        let missing = || format!("board `{}` has no hole number {index}", board.name());
        board.holes().nth(index).ok_or_else(missing)
    };
    Ok(read(board, text)?.certificate(hole(vacancy)?, hole(finish)?))
}

fn read(board: &Board, text: &str) -> Result<AtlasFile, String> {
    AtlasFile::parse(board, text, "atlas").map_err(|error| error.to_string())
}

impl Recorded {
    fn new(file: &AtlasFile, vacancy: Hole, finish: Hole, answer: &AtlasAnswer) -> Recorded {
        let entry = file.moves().entry(vacancy, finish);
        Recorded {
            vacancy: vacancy.index(),
            finish: finish.index(),
            settled: recorded(answer),
            moves: match answer {
                AtlasAnswer::Solvable(line) => Some(line.moves().len()),
                _ => None,
            },
            at_least: entry
                .filter(|entry| entry.solution.is_some())
                .and_then(|entry| entry.at_least),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The page reads every shipped file: it answers all problems of its board, and fits in a request.
    #[test]
    fn every_shipped_atlas_answers_its_board() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards/atlas");
        let mut files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let board = Board::library(path.file_stem().unwrap().to_str().unwrap()).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.len() < pegboard_web_protocol::LONGEST_REQUEST as usize * 3 / 4);
            let answers = answers(&board, &text).unwrap();
            for problem in board.svss_problems() {
                let is_this = |each: &&Recorded| {
                    (each.vacancy, each.finish)
                        == (problem.vacancy().index(), problem.finish().index())
                };
                let answer = answers
                    .iter()
                    .find(is_this)
                    .expect("the problem is answered");
                let settled = serde_json::to_value(&answer.settled).unwrap();
                assert_eq!(answer.moves.is_some(), settled["answer"] == "solvable");
            }
            files += 1;
        }
        assert!(files > 50);
    }
}
