//! Indexed sets of winning positions, as text.

use super::{Target, assert_message, control};
use pegboard::Board;
use pegboard::winning::IndexedWinningSet;
use std::sync::LazyLock;

pub(super) const TARGET: Target = Target {
    name: "indexed",
    run,
    words: &[
        " ",
        "\n",
        "0",
        "1",
        "2",
        "3",
        "24",
        "-1",
        "+1",
        "1 2 1",
        "2 4 3 24",
        "\t",
        "\r\n",
        "4294967296",
        "18446744073709551616",
        "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456",
        "0x1",
        "é",
        ",",
    ],
};

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    ["triangle5", "english", "star73"]
        .map(|name| Board::library(name).expect("the library has the board"))
        .into()
});

fn run(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else {
        return;
    };
    let board = &BOARDS[usize::from(choice.wrapping_sub(b'0')) % BOARDS.len()];
    let text = String::from_utf8_lossy(text);
    match IndexedWinningSet::from_text(board, &text, &control()) {
        Ok(set) => {
            let written = set.to_text();
            let again =
                IndexedWinningSet::from_text(board, &written, &control()).expect("it was written");
            assert_eq!(again.to_text(), written);
            assert_eq!(
                (again.len(), again.class_count()),
                (set.len(), set.class_count())
            );
            for problem in set.problems() {
                let codes = set
                    .problem_codes(problem.hole, &control())
                    .expect("the text is small");
                assert!(codes.is_some(), "a problem has no codes");
            }
            for hole in board.holes() {
                set.is_winning(hole, &board.vacate(hole));
                set.is_winning_somewhere(&board.vacate(hole));
            }
        }
        Err(error) => assert_message(&error.to_string(), error.to_string().contains("line ")),
    }
}
