//! Codes of winning positions as comma-separated values, and their import.

use super::{Target, assert_message, control};
use pegboard::winning::{WinningSet, read_csv};
use pegboard::{Board, Problem};
use std::sync::LazyLock;

pub(super) const TARGET: Target = Target {
    name: "codes",
    run,
    words: &[
        "pegs,code",
        "\n",
        "\r\n",
        ",",
        "1,",
        "2,",
        "0,0",
        "1,1",
        "1,16",
        "-1",
        "+1",
        " ",
        "340282366920938463463374607431768211456",
        "\"",
        "é",
        "\0",
    ],
};

static PROBLEM: LazyLock<Problem> = LazyLock::new(|| {
    let board = Board::library("triangle5").expect("the library has the board");
    let corner = board.hole("a1").expect("the board has the hole");
    Problem::svss(&board, corner, corner)
});

fn run(bytes: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    std::io::Write::write_all(&mut file, bytes).expect("the file can be written");
    let name = file.path().display().to_string();
    let codes = match read_csv(file.path(), &control()) {
        Ok(codes) => codes,
        Err(error) => return assert_message(&error.to_string(), error.to_string().contains(&name)),
    };
    match WinningSet::import(&PROBLEM, &[codes], &control()) {
        Ok(set) => {
            assert!(set.is_winning(PROBLEM.start()));
            let mut written = Vec::new();
            set.write_csv(&mut written, &control())
                .expect("memory can be written");
            std::fs::write(file.path(), written).expect("the file can be written");
            let codes = read_csv(file.path(), &control()).expect("it was written");
            let again = WinningSet::import(&PROBLEM, &[codes], &control()).expect("it was written");
            assert_eq!(again.as_bytes(), set.as_bytes());
        }
        Err(error) => assert_message(&error.to_string(), error.to_string().contains(&name)),
    }
}
