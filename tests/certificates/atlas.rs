//! Atlas files: all certificates of a board in one file.

use super::sample::{exhaustion, svss};
use pegboard::atlas::{
    Atlas, AtlasAnswer, AtlasError, AtlasFile, AtlasOptions, Finding, moves, pack, settle,
    settle_moves, verify,
};
use pegboard::certificate::verify_within;
use pegboard::checker::{Rejection, read_certificates};
use pegboard::moves::{MovesEntry, MovesOptions, MovesTable, MovesTableOptions, fewest_moves};
use pegboard::refutation::RefutationKinds;
use pegboard::solver::exhaustion::{ExhaustionOptions, ExhaustionStrategy};
use pegboard::{
    Board, BoardFile, Certificate, Control, DeclaredSymmetry, Labels, Problem, SolverOptions,
    SvssProblem, SymmetryGroup,
};
use std::collections::HashSet;
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

/// A board that lists its jumps has labels, but no coordinates.
#[test]
fn positions_in_files_of_a_board_without_a_lattice_become_compact() {
    let triangle = Board::library("triangle5").unwrap();
    let jumps = triangle.jumps().iter().map(|jump| {
        let holes = [jump.from(), jump.over(), jump.to()].map(|hole| triangle.label(hole));
        format!("(\"{}\")", holes.join("\", \""))
    });
    let jumps: Vec<String> = jumps.collect();
    let text = format!(
        "Board(name: \"Listed\", lattice: Jumps([{}]))",
        jumps.join(", ")
    );
    let board = Board::parse(&text, "listed.ron").unwrap();
    let problem = svss(&board, "a1", "b3");
    let kinds = RefutationKinds {
        pagodas: false,
        parities: false,
        forced_ends: false,
        cases: false,
    };
    let options = ExhaustionOptions::default()
        .with_kinds(kinds)
        .with_strategy(Some(ExhaustionStrategy::Forward));
    let folder = tempdir().unwrap();
    let control = Control::default();
    exhaustion(&problem, &options)
        .write(&folder.path().join("a1-b3.ron"), &control)
        .unwrap();
    let of_kind = |ending: &str| {
        let entries = fs::read_dir(folder.path()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|found| found == ending))
            .count()
    };
    assert!(of_kind("positions") > 0);
    let file = folder.path().join("packed/listed.ron");
    fs::create_dir(folder.path().join("packed")).unwrap();
    assert_eq!(pack(&board, folder.path(), &file).unwrap(), 1);
    let atlas = verify(&file, &control).unwrap();
    assert_eq!(atlas.count(Finding::RefutedByExhaustion), 2); // and its reversal
}

/// A short text must not take all memory: each problem gets a copy of the board.
#[test]
fn a_large_board_with_many_problems_is_refused() {
    let text = fs::read_to_string(shipped("triangle4")).unwrap();
    let name = format!("name: \"{}\"", "x".repeat(4 << 20));
    let problem = r#"("a1", "a1"): Solvable(""),"#;
    let text = text.replacen("name: \"Triangle 4\"", &name, 1);
    let text = text.replacen(
        "problems: {",
        &format!("problems: {{{}", problem.repeat(90)),
        1,
    );
    let folder = tempdir().unwrap();
    let file = folder.path().join("large.ron");
    fs::write(&file, text).unwrap();
    let error = read_certificates(&file).unwrap_err().to_string();
    assert!(error.contains("too long for so many problems"), "{error}");
}

/// Such a certificate can lie beside others in a folder.
#[test]
fn a_solution_with_the_fewest_moves_is_an_answer_of_the_file() {
    let board = Board::library("triangle4").unwrap();
    let [vacancy, finish] = ["a2", "b2"].map(|label| board.hole(label).unwrap());
    let problem = Problem::svss(&board, vacancy, finish);
    let control = Control::default();
    let solver = SolverOptions::default().with_record(true);
    let options = MovesOptions::default().with_solver(solver);
    let fewest = fewest_moves(&problem, &options, &control).unwrap();
    let certificate = Certificate::of_fewest_moves(&fewest).unwrap();
    let folder = tempdir().unwrap();
    certificate
        .write(&folder.path().join("a2-b2.ron"), &control)
        .unwrap();
    let file = folder.path().join("packed/triangle4.ron");
    fs::create_dir(folder.path().join("packed")).unwrap();
    pack(&board, folder.path(), &file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("FewestMoves"), "{text}");
    let atlas = AtlasFile::parse(&board, &text, "triangle4.ron").unwrap();
    let Some(AtlasAnswer::Solvable(line)) = atlas.answer(vacancy, finish).unwrap() else {
        panic!("the problem has a solution");
    };
    assert_eq!(line.moves().len(), fewest.moves().unwrap());
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
    assert!(refused("Atlas(version: 3, new: ())").contains("it is an atlas of version 3"));
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

/// Triangle 5 with these labels and this group.
fn relabeled(label: impl Fn(usize) -> String, symmetry: DeclaredSymmetry) -> Board {
    let file = Board::library("triangle5").unwrap().file().clone();
    Board::new(BoardFile {
        labels: Labels::Names((0..15).map(label).collect()),
        vacancy: None,
        axis: (symmetry == DeclaredSymmetry::Group(SymmetryGroup::D1)).then_some(90),
        symmetry,
        ..file
    })
    .unwrap()
}

/// A folder and a file are verified with the labels and the problems of the board that made them.
#[test]
fn an_atlas_is_verified_as_it_was_made() {
    let groups = [
        (SymmetryGroup::D3, 1),
        (SymmetryGroup::C3, 5),
        (SymmetryGroup::D1, 5),
        (SymmetryGroup::C1, 5),
    ];
    for (group, version) in groups {
        let board = relabeled(
            |index| format!("hole{index}"),
            DeclaredSymmetry::Group(group),
        );
        let folder = tempdir().unwrap();
        let (certificates, file) = (folder.path().join("made"), folder.path().join("packed"));
        let control = Control::default();
        let options = AtlasOptions::default();
        let made = settle(&board, &certificates, &options, &control).unwrap();
        let problems = made.entries().len();
        assert_eq!(
            problems == 17,
            group == SymmetryGroup::D3,
            "{group}: {problems}"
        );
        assert_eq!(made.count(Finding::Open), 0);
        pack(&board, &certificates, &file).unwrap();
        for path in [&certificates, &file] {
            let verified = verify(path, &control).unwrap();
            assert_eq!(findings(&verified), findings(&made), "{group}");
            assert!(verified.board().same_geometry(&board), "{group}");
            let labels = |board: &Board| -> Vec<String> {
                let holes = board.holes();
                holes.map(|hole| board.label(hole).to_owned()).collect()
            };
            assert_eq!(labels(verified.board()), labels(&board));
        }
        // The certificate says which version it needs, and no older version has the group.
        let one = made.entries()[0].certificate.clone().unwrap();
        let text = fs::read_to_string(&one).unwrap();
        assert!(text.contains(&format!("version: {version},")), "{text}");
        assert_eq!(text.contains("symmetry: "), version == 5);
        if version == 5 {
            fs::write(&one, text.replacen("version: 5,", "version: 4,", 1)).unwrap();
            let error = verify_within(&one, &control).unwrap_err().to_string();
            assert!(error.contains("features of version 5"), "{error}");
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text.replacen("version: 2,", "version: 1,", 1)).unwrap();
            let error = verify(&file, &control).unwrap_err().to_string();
            assert!(error.contains("features of version 2"), "{error}");
        }
    }
}

/// Certificates of earlier versions do not name the group. They are not searched again.
#[test]
fn an_atlas_without_the_group_is_resumed() {
    let board = relabeled(
        |index| format!("h{index}"),
        DeclaredSymmetry::Group(SymmetryGroup::C3),
    );
    let (_folder, certificates, file) = settled(&board);
    pack(&board, &certificates, &file).unwrap();
    let old = |path: &Path, versions: [&str; 2]| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains("symmetry: \"C3\","));
        let text = text.replace("symmetry: \"C3\",", "");
        fs::write(path, text.replacen(versions[0], versions[1], 1)).unwrap();
    };
    old(&file, ["version: 2", "version: 1"]);
    for entry in fs::read_dir(&certificates).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            old(&path, ["version: 5", "version: 4"]);
        }
    }
    for path in [&certificates, &file] {
        let options = AtlasOptions::default();
        let atlas = settle(&board, path, &options, &Control::default()).unwrap();
        assert!(atlas.entries().iter().all(|entry| entry.seconds == 0.0));
        assert_eq!(
            verify(path, &Control::default()).unwrap().entries().len(),
            17
        );
        let again = path.with_extension("again");
        pack(&board, path, &again).unwrap();
        assert_eq!(
            verify(&again, &Control::default()).unwrap().entries().len(),
            board.svss_problems().len()
        );
    }
}

/// File names differ on file systems that ignore letter case. Files of earlier versions, named after the labels, are
/// found.
#[test]
fn file_names_are_distinct_everywhere() {
    let cased = |index: usize| {
        let letter = char::from(b'a' + (index / 2) as u8).to_string();
        if index.is_multiple_of(2) {
            letter
        } else {
            letter.to_uppercase()
        }
    };
    let labelings: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("hole-1-to-hole-1.ron", &cased),
        ("hole-1-to-hole-1.ron", &|index| format!("é{index}")),
        ("hole-1-to-hole-1.ron", &|index| {
            format!("{index}{}", "x".repeat(200))
        }),
        ("con-con.ron", &|index| match index {
            0 => "con".to_owned(),
            index => format!("com{index}"),
        }),
    ];
    for (expected, labeling) in labelings {
        let board = relabeled(labeling, DeclaredSymmetry::Auto);
        let folder = tempdir().unwrap();
        let (options, control) = (AtlasOptions::default(), Control::default());
        let atlas = settle(&board, folder.path(), &options, &control).unwrap();
        assert_eq!(atlas.count(Finding::Open), 0);
        assert!(folder.path().join(expected).is_file(), "{expected}");
        let files: Vec<PathBuf> = atlas
            .entries()
            .iter()
            .map(|entry| entry.certificate.clone().unwrap())
            .collect();
        let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
        let names: HashSet<String> = files.iter().map(|file| name(file).to_lowercase()).collect();
        assert_eq!(names.len(), 11, "a problem and its reversal share a file");
        assert!(names.iter().all(|name| name.is_ascii() && name.len() < 100));
        if board.label(board.holes().next().unwrap()).len() > 100 {
            continue; // earlier versions could not write such names
        }
        for entry in atlas.entries() {
            let label = |hole| board.label(hole);
            let ends = (entry.problem.vacancy(), entry.problem.finish());
            let old = format!("{}-{}.ron", label(ends.0), label(ends.1));
            if ends <= entry.problem.reversal() {
                fs::rename(entry.certificate.as_ref().unwrap(), folder.path().join(old)).unwrap();
            }
        }
        let again = settle(&board, folder.path(), &options, &control).unwrap();
        assert!(again.entries().iter().all(|entry| entry.seconds == 0.0));
        assert_eq!(findings(&again), findings(&atlas));
        assert_eq!(
            findings(&verify(folder.path(), &control).unwrap()),
            findings(&atlas)
        );
    }
}

/// A run owns its folder: it keeps other runs out, and removes the drafts of killed runs and nothing else.
#[test]
fn a_folder_belongs_to_one_run() {
    let board = Board::library("triangle4").unwrap();
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in [
        ".pegboard-aB3xYz.draft",
        ".notes.draft",
        ".pegboard-mine.draft",
    ] {
        fs::write(at(name), "half").unwrap();
    }
    let run = || {
        settle(
            &board,
            folder.path(),
            &AtlasOptions::default(),
            &Control::default(),
        )
    };
    run().unwrap();
    assert!(!at(".pegboard-aB3xYz.draft").exists());
    assert!(at(".notes.draft").exists() && at(".pegboard-mine.draft").exists());
    let lock = fs::File::options().write(true).open(at("lock")).unwrap();
    lock.lock().unwrap();
    let options = MovesTableOptions::default();
    let moves = settle_moves(&board, folder.path(), &options, &Control::default());
    for error in [run().unwrap_err(), moves.unwrap_err()] {
        assert!(matches!(error, AtlasError::InUse { .. }), "{error}");
    }
    assert!(verify(folder.path(), &Control::default()).is_ok());
    drop(lock);
    assert!(run().is_ok());
}

/// Writes a table of these rows into a folder.
fn write_table(folder: &Path, rows: &[&str]) {
    let text = format!(
        "vacate,finish,moves,at_least,solution\n{}\n",
        rows.join("\n")
    );
    fs::write(folder.join("moves.csv"), text).unwrap();
}

fn settled_row(board: &Board, path: &Path, vacate: &str, finish: &str) -> (MovesTable, MovesEntry) {
    let options = MovesTableOptions::default();
    let table = settle_moves(board, path, &options, &Control::default()).unwrap();
    let hole = |label| board.hole(label).unwrap();
    let entry = table.entry(hole(vacate), hole(finish)).unwrap().clone();
    (table, entry)
}

#[test]
fn a_row_does_not_make_a_problem_unsolvable() {
    let board = Board::library("triangle4").unwrap();
    let (_folder, certificates, file) = settled(&board);
    let row = fs::read_to_string(certificates.join("moves.csv")).unwrap();
    let row = row
        .lines()
        .find(|row| row.starts_with("a2,b2,5,5,"))
        .unwrap();
    write_table(&certificates, &["a2,b2,,,"]);
    pack(&board, &certificates, &file).unwrap();
    let bare = tempdir().unwrap();
    write_table(bare.path(), &["a2,b2,,,"]);
    for path in [&certificates, &file, &bare.path().to_owned()] {
        let read = moves(&board, path).unwrap();
        assert!(
            !read.entries().iter().any(MovesEntry::is_proved),
            "{}",
            path.display()
        );
        let (table, entry) = settled_row(&board, path, "a2", "b2");
        assert_eq!((entry.moves(), entry.is_proved()), (Some(5), true));
        assert!(table.to_csv().contains(row));
        assert!(table.entries().iter().all(MovesEntry::is_proved));
    }
}

/// An unsolvable problem and its reversal are proved by one certificate, which must be valid.
#[test]
fn certificates_prove_unsolvable_rows() {
    let board = Board::library("triangle5").unwrap();
    let (_folder, certificates, file) = settled(&board);
    pack(&board, &certificates, &file).unwrap();
    for path in [&certificates, &file] {
        let (table, entry) = settled_row(&board, path, "b3", "a1");
        assert_eq!((entry.at_least, entry.is_proved()), (None, true));
        assert!(table.entries().iter().all(|entry| entry.seconds == 0.0));
        assert_eq!((table.open(), table.recorded()), (0, 12));
    }
    let certificate = certificates.join("a1-b3.ron");
    let text = fs::read_to_string(&certificate).unwrap();
    fs::remove_file(&certificate).unwrap();
    let (table, _) = settled_row(&board, &certificates, "b3", "a1");
    let searched = table.entries().iter().filter(|entry| entry.seconds > 0.0);
    assert_eq!(searched.count(), 2);
    assert_eq!((table.open(), table.recorded()), (0, 12));
    fs::write(&certificate, text.replacen("32751", "32750", 1)).unwrap();
    let options = MovesTableOptions::default();
    let error = settle_moves(&board, &certificates, &options, &Control::default()).unwrap_err();
    assert!(error.to_string().contains("a1-b3.ron"), "{error}");
}

/// Only a certificate of fewest moves proves a recorded number, and it replaces a wrong one.
#[test]
fn certificates_prove_the_fewest_moves() {
    let board = Board::library("triangle5").unwrap();
    let corner = board.hole("a1").unwrap();
    let problem = Problem::svss(&board, corner, corner);
    let control = Control::default();
    let longer = longer_line(&problem);
    let folder = tempdir().unwrap();
    write_table(folder.path(), &[&longer]);
    let (_, entry) = settled_row(&board, folder.path(), "a1", "a1");
    assert!(entry.is_settled() && entry.is_recorded && !entry.is_proved());
    let mut options = MovesOptions::default();
    options.solver.record = true;
    let fewest = fewest_moves(&problem, &options, &control).unwrap();
    let certificate = Certificate::of_fewest_moves(&fewest).unwrap();
    certificate
        .write(&folder.path().join("a1-a1.ron"), &control)
        .unwrap();
    for rows in [&[longer.as_str()][..], &["a1,a1,,13,"]] {
        write_table(folder.path(), rows);
        let (_, entry) = settled_row(&board, folder.path(), "a1", "a1");
        assert_eq!(
            (entry.moves(), entry.is_proved()),
            (Some(10), true),
            "{rows:?}"
        );
    }
    let (_, entry) = settled_row(&board, folder.path(), "a1", "a1");
    assert!(entry.is_proved() && entry.seconds == 0.0);
}

/// Returns a row with a solution that has more moves than necessary, and a bound to match.
fn longer_line(problem: &Problem) -> String {
    let board = problem.board();
    let solver = pegboard::Solver::new(board, Default::default());
    let answer = solver.solve(problem, &Control::default()).unwrap();
    let line = answer.best_line().unwrap();
    let count = line.moves().len();
    assert!(count > 10);
    format!(
        "a1,a1,{count},{count},{}",
        line.to_string().replace(',', "")
    )
}
