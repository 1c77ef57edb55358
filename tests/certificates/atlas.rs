//! Atlas files: all certificates of a board in one file.

use pegboard::atlas::{
    Atlas, AtlasError, AtlasOptions, Finding, moves, pack, settle, settle_moves, verify,
};
use pegboard::checker::{Rejection, read_certificates};
use pegboard::moves::MovesTableOptions;
use pegboard::{Board, Control, SvssProblem};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

/// Returns the text of an atlas without the answer to a problem.
pub fn without(atlas: &str, vacate: &str, finish: &str) -> String {
    let begins = format!("        (\"{vacate}\", \"{finish}\"): ");
    let begin = atlas.find(&begins).expect("the problem is in the text");
    let rest = &atlas[begin..];
    let ends = ["\n        ),\n", "\n        )),\n"];
    let end = ends
        .into_iter()
        .filter_map(|end| Some(rest.find(end)? + end.len()))
        .min()
        .expect("the answer ends");
    format!("{}{}", &atlas[..begin], &rest[end..])
}

fn shipped(board: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("boards/atlas/{board}.ron"))
}

/// Returns a temporary folder, a folder of certificates with a table in it, and the path of an atlas file beside that.
fn settled(board: &Board) -> (TempDir, PathBuf, PathBuf) {
    let folder = tempdir().unwrap();
    let certificates = folder.path().join("certificates");
    let control = Control::default();
    settle(board, &certificates, &AtlasOptions::default(), &control).unwrap();
    settle_moves(
        board,
        &certificates,
        &MovesTableOptions::default(),
        &control,
    )
    .unwrap();
    let file = folder.path().join("atlas.ron");
    (folder, certificates, file)
}

fn findings(atlas: &Atlas) -> Vec<(SvssProblem, Finding)> {
    let entries = atlas.entries().iter();
    entries
        .map(|entry| (entry.problem, entry.finding))
        .collect()
}

fn sentences(path: &Path) -> Vec<String> {
    let checked = read_certificates(path).unwrap().into_iter();
    checked
        .map(|certificate| certificate.verify(&Default::default()).unwrap().sentence)
        .collect()
}

#[test]
fn a_packed_folder_has_the_same_content_as_the_folder() {
    let board = Board::library("triangle5").unwrap();
    let (folder, certificates, file) = settled(&board);
    assert_eq!(pack(&board, &certificates, &file).unwrap(), 11);
    let control = Control::default();
    let of_folder = verify(&certificates, &control).unwrap();
    let of_file = verify(&file, &control).unwrap();
    assert_eq!(findings(&of_file), findings(&of_folder));
    assert!(of_file.board().same_geometry(&board));
    let mut single: Vec<String> = fs::read_dir(&certificates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .flat_map(|path| sentences(&path))
        .collect();
    let mut packed = sentences(&file);
    single.sort();
    packed.sort();
    assert_eq!(packed, single);
    let table = fs::read_to_string(certificates.join("moves.csv")).unwrap();
    assert_eq!(moves(&board, &file).unwrap().to_csv(), table);

    let bytes = fs::read(&file).unwrap();
    for from in [&certificates, &file] {
        let again = folder.path().join("again.ron");
        pack(&board, from, &again).unwrap();
        assert_eq!(fs::read(&again).unwrap(), bytes, "{}", from.display());
    }
}

#[test]
fn packing_reproduces_shipped_atlases() {
    let folder = tempdir().unwrap();
    for name in Board::library_names() {
        let (board, file) = (Board::library(name).unwrap(), shipped(name));
        if file.exists() {
            let again = folder.path().join(name);
            pack(&board, &file, &again).unwrap();
            assert!(
                fs::read(&again).unwrap() == fs::read(&file).unwrap(),
                "{name}"
            );
        }
    }
}

#[test]
fn positions_in_files_become_compact() {
    let board = Board::library("triangle5").unwrap();
    let folder = tempdir().unwrap();
    let version1 = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/version1");
    for name in ["forward.ron", "forward.forward.positions"] {
        fs::copy(version1.join(name), folder.path().join(name)).unwrap();
    }
    let file = folder.path().join("packed/atlas.ron");
    fs::create_dir(folder.path().join("packed")).unwrap();
    assert_eq!(pack(&board, folder.path(), &file).unwrap(), 1);
    let atlas = verify(&file, &Control::default()).unwrap();
    assert_eq!(atlas.count(Finding::RefutedByExhaustion), 2); // a1 to b3 and its reversal
    fs::remove_file(folder.path().join("forward.forward.positions")).unwrap();
    let error = pack(&board, folder.path(), &file).unwrap_err().to_string();
    assert!(
        error.contains("forward.ron: file `forward.forward.positions`"),
        "{error}"
    );
}

#[test]
fn a_damaged_text_names_its_problem() {
    let text = fs::read_to_string(shipped("triangle5")).unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("atlas.ron");
    let refused = |damaged: &str| {
        fs::write(&file, damaged).unwrap();
        let error = verify(&file, &Control::default()).unwrap_err();
        assert!(
            matches!(error, AtlasError::File(Rejection::Unreadable { .. })),
            "{error}"
        );
        error.to_string()
    };
    let certificates = read_certificates(&shipped("triangle5")).unwrap();
    assert_eq!(certificates.len(), 11);
    for certificate in &certificates {
        let (vacate, finish) = certificate.problem().unwrap();
        let begin = text
            .find(&format!("(\"{vacate}\", \"{finish}\"): "))
            .unwrap();
        let (before, answer) = text.split_at(begin);
        for (part, damage) in [
            ("(\n", "\n"),
            ("),\n", ",\n"),
            ("olvable(", "olved("),
            ("\"", ""),
        ] {
            let at = answer.find("): ").unwrap() + 3;
            let damaged = answer[at..].replacen(part, damage, 1);
            let message = refused(&format!("{before}{}{damaged}", &answer[..at]));
            let named = format!("problem {vacate} to {finish}: ");
            assert!(message.contains(&named), "{part}: {message}");
            assert!(message.contains("atlas.ron: line "), "{message}");
        }
    }
    for length in (0..text.len())
        .step_by(97)
        .filter(|length| text.is_char_boundary(*length))
    {
        let _ = refused(&text[..length]);
    }
    let row = "Board(name: \"Row\", lattice: Square, holes: [(0, 0)], labels: [\"a\"])";
    let problems = "(\"a\", \"a\"): Solvable(\"\"), ".repeat(2);
    let crowded = format!("Atlas(version: 1, board: {row}, problems: {{{problems}}})");
    assert!(refused(&crowded).contains("more problems than the board has"));
    assert!(refused("Atlas(version: 2, new: ())").contains("it is an atlas of version 2"));
}

#[test]
fn an_altered_answer_is_refused() {
    let text = fs::read_to_string(shipped("triangle5")).unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("atlas.ron");
    for (from, to, message) in [
        (
            "(\"a1\", \"a1\"): ",
            "(\"a1\", \"c5\"): ",
            "atlas.ron: a1 to c5: answer: the moves leave",
        ),
        (
            "(\"a1\", \"a1\"): ",
            "(\"a1\", \"z9\"): ",
            "the board has no hole `z9`",
        ),
        (
            "(\"a1\", \"a1\"): ",
            "(\"z9\", \"a1\"): ",
            "the board has no hole `z9`",
        ),
        (
            "(\"a1\", \"a1\"): ",
            "(\"a1\", \"a1 a2\"): ",
            "the board has no hole `a1 a2`",
        ),
        (
            "(\"a1\", \"b3\"): ",
            "(\"a1\", \"a2\"): ",
            "atlas.ron: a1 to a2: ",
        ),
        (
            "[0, 1, 2, 3, 4,",
            "[0, 2, 1, 3, 4,",
            "atlas.ron: a1 to b3: ",
        ),
        (
            "lattice: Triangular",
            "lattice: Square",
            "atlas.ron: a1 to a1: ",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        let error = verify(&file, &Control::default()).unwrap_err();
        assert!(
            matches!(error, AtlasError::Rejected(Rejection::Invalid { .. })),
            "{to}: {error}"
        );
        assert!(error.to_string().contains(message), "{to}: {error}");
    }
}

#[test]
fn an_atlas_file_is_resumed() {
    let board = Board::library("triangle5").unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("atlas.ron");
    let text = fs::read_to_string(shipped("triangle5")).unwrap();
    let shorter = without(&without(&text, "a1", "b3"), "a3", "c4");
    fs::write(&file, &shorter).unwrap();
    let control = Control::default();
    assert_eq!(verify(&file, &control).unwrap().count(Finding::Open), 4);
    let atlas = settle(&board, &file, &AtlasOptions::default(), &control).unwrap();
    assert_eq!(atlas.count(Finding::Open), 0);
    let label = |hole| board.label(hole);
    let searched: Vec<(&str, &str)> = atlas
        .entries()
        .iter()
        .filter(|entry| entry.seconds > 0.0)
        .map(|entry| {
            (
                label(entry.problem.vacancy()),
                label(entry.problem.finish()),
            )
        })
        .collect();
    // Two problems and their reversals. The reversal of a3 to c4 is listed as b3 to c5.
    let expected = [("a1", "b3"), ("a3", "c4"), ("b3", "a1"), ("b3", "c5")];
    assert_eq!(searched, expected);
    assert!(
        atlas
            .entries()
            .iter()
            .all(|entry| entry.certificate.as_deref() == Some(&*file))
    );
    let resumed = verify(&file, &control).unwrap();
    assert_eq!(
        findings(&resumed),
        findings(&verify(&shipped("triangle5"), &control).unwrap())
    );
    let table = moves(&board, &file).unwrap();
    assert_eq!(
        table.to_csv(),
        moves(&board, &shipped("triangle5")).unwrap().to_csv()
    );
    let bytes = fs::read(&file).unwrap();
    settle(&board, &file, &AtlasOptions::default(), &control).unwrap();
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_table_in_a_file_is_settled_there() {
    let board = Board::library("triangle5").unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("atlas.ron");
    let text = fs::read_to_string(shipped("triangle5")).unwrap();
    let row = text
        .lines()
        .find(|row| row.trim_start().starts_with("a1,a1,10,"))
        .unwrap();
    fs::write(&file, text.replace(&format!("{row}\n"), "")).unwrap();
    assert_eq!(moves(&board, &file).unwrap().open(), 1);
    let options = MovesTableOptions::default();
    let table = settle_moves(&board, &file, &options, &Control::default()).unwrap();
    assert_eq!(table.open(), 0);
    assert_eq!(
        table
            .entries()
            .iter()
            .filter(|entry| entry.seconds > 0.0)
            .count(),
        1
    );
    assert_eq!(moves(&board, &file).unwrap().to_csv(), table.to_csv());
    assert_eq!(read_certificates(&file).unwrap().len(), 11);

    fs::write(
        &file,
        text.replace(row, &row.replace("a1,a1,10,", "a1,a1,9,")),
    )
    .unwrap();
    let error = moves(&board, &file).unwrap_err().to_string();
    assert!(error.contains("atlas.ron: moves, line 2: "), "{error}");
}

#[test]
fn a_file_of_another_board_is_left_alone() {
    let board = Board::library("triangle4").unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("atlas.ron");
    fs::copy(shipped("triangle5"), &file).unwrap();
    let control = Control::default();
    let errors = [
        settle(&board, &file, &AtlasOptions::default(), &control).unwrap_err(),
        settle_moves(&board, &file, &MovesTableOptions::default(), &control).unwrap_err(),
        pack(&board, &file, &folder.path().join("other.ron")).unwrap_err(),
    ];
    for error in errors {
        let message = error.to_string();
        assert!(
            message.contains("holds certificates of board `Triangle 5`"),
            "{message}"
        );
    }
    assert_eq!(
        fs::read(&file).unwrap(),
        fs::read(shipped("triangle5")).unwrap()
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn only_single_vacancy_problems_are_packed() {
    let board = Board::library("triangle5").unwrap();
    let folder = tempdir().unwrap();
    let forward = "tests/certificates/version1/forward.ron";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(forward)).unwrap();
    let certificate = folder.path().join("forward.ron");
    let file = folder.path().join("atlas.ron");
    for (from, to) in [("PegIn(\"b3\")", "OnePeg"), ("start: \"a2 ", "start: \"")] {
        fs::write(&certificate, text.replacen(from, to, 1)).unwrap();
        fs::write(folder.path().join("forward.forward.positions"), "").unwrap();
        let error = pack(&board, folder.path(), &file).unwrap_err().to_string();
        let expected = "forward.ron: the certificate is not about a single-vacancy problem";
        assert!(error.contains(expected) && !file.exists(), "{error}");
    }
}
