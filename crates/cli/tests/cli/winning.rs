//! Tests of winning sets: found by a sweep, exported to other formats, and imported again.

use super::program::{Run, pegboard};
use pegboard::Board;
use pegboard::winning::WinningSet;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Folder for the files of a test.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Runs `pegboard winning triangle5` for a complement problem; arguments beginning with `@` are files of
    /// this folder.
    fn winning(&self, hole: &str, args: &[&str]) -> Run {
        self.run(
            &[
                &["triangle5", "--vacate", hole, "--finish", "complement"],
                args,
            ]
            .concat(),
        )
    }

    fn run(&self, args: &[&str]) -> Run {
        let named = |arg: &&str| {
            arg.strip_prefix('@')
                .map_or_else(|| (*arg).to_owned(), |name| self.text(name))
        };
        let args: Vec<String> = args.iter().map(named).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        pegboard(&[&["winning"], &args[..]].concat())
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Replaces a text in a file, once.
#[track_caller]
fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn counts_are_printed() {
    let files = Files::new();
    let run = files.winning("a1", &[]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (
            0,
            "Triangle 5: 95 winning positions and their complements, 608 bytes, 51.20 bits each\n"
        )
    );
    assert!(
        run.stderr
            .starts_with("note: nothing was written; `-o FILE`"),
        "{}",
        run.stderr
    );
    assert_eq!(
        files.winning("a1", &["--json"]).json(),
        json!({
            "schema": 1, "command": "winning", "board": "triangle5", "title": "Triangle 5", "file": null, "from": null, "finish_patterns": null, "positions": 95, "halved": true,
            "bytes": 608, "bits_per_position": 51.2, "indexed": null
        })
    );
    let unsolvable = files.winning("b3", &["-o", "@b3.win", "--json"]);
    assert_eq!(
        (unsolvable.code, &unsolvable.json()["positions"]),
        (1, &json!(0))
    );
    let message = files
        .run(&["triangle5", "--vacate", "a1", "--fewest"])
        .refused();
    assert!(message.contains("names no finish"), "{message}");
}

/// A problem that the position classes exclude has an empty set, which hints can use.
#[test]
fn an_excluded_problem_has_a_file_that_hints_read() {
    let files = Files::new();
    let problem = ["triangle5", "--vacate", "b3", "--finish", "b3"];
    let written = files.run(&[&problem[..], &["-o", "@b3.win"]].concat());
    assert_eq!((written.code, written.stderr.as_str()), (1, ""));
    let path = files.text("b3.win");
    let hint = pegboard(&[&["hint"], &problem[..], &["--winning", &path]].concat());
    assert_eq!((hint.code, hint.stderr.as_str()), (1, ""));
    let other = [
        "hint",
        "triangle5",
        "--vacate",
        "b3",
        "--finish",
        "a1",
        "--winning",
        &path,
    ];
    let refused = pegboard(&other);
    assert!(refused.code == 3 || refused.code == 1, "{}", refused.stderr);
}

/// Start and finish are single pegs in different holes.
#[test]
fn nothing_wins_from_another_single_peg() {
    for more in [&[][..], &["--method", "lists"], &["--csv", "@set.csv"]] {
        let files = Files::new();
        let run = files.run(
            &[
                &[
                    "english", "--start", "d4", "--finish", "d1", "-o", "@set.win",
                ],
                more,
            ]
            .concat(),
        );
        assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{more:?}");
    }
}

#[test]
fn every_format_survives_a_round_trip() {
    let problems: [&[&str]; 6] = [
        &["triangle5", "--vacate", "a1", "--finish", "complement"],
        &["triangle5", "--vacate", "a4", "--finish", "complement"], /* another hole like it has the same
                                                                     * position class */
        &["triangle5", "--vacate", "d4", "--finish", "complement"],
        &["triangle5", "--vacate", "c5", "--finish", "a4"],
        &["triangle5", "--vacate", "a2", "--finish", "any"],
        &["rhombus4", "--vacate", "a2", "--finish", "any"], // an even number of holes
    ];
    for problem in problems {
        let files = Files::new();
        files
            .run(
                &[
                    problem,
                    &["-o", "@swept", "--csv", "@codes.csv", "--bell", "@bell"],
                ]
                .concat(),
            )
            .ok();
        files
            .run(&[problem, &["--from-csv", "@codes.csv", "-o", "@of_csv"]].concat())
            .ok();
        let of_bell = files
            .run(
                &[
                    problem,
                    &["--from-bell", "@bell", "-o", "@of_bell", "--json"],
                ]
                .concat(),
            )
            .json();
        assert_eq!(of_bell["from"], json!(files.text("bell")));
        let swept = fs::read(files.path("swept")).unwrap();
        for read in ["of_csv", "of_bell"] {
            assert_eq!(
                fs::read(files.path(read)).unwrap(),
                swept,
                "{problem:?} {read}"
            );
        }
        assert_eq!(
            files.names(""),
            ["bell", "codes.csv", "of_bell", "of_csv", "swept"]
        ); // no temporary file is left
    }
}

#[test]
fn formats_match_their_descriptions() {
    let files = Files::new();
    files
        .winning("a1", &["--csv", "@codes.csv", "--bell", "@bell"])
        .ok();
    let csv = fs::read_to_string(files.path("codes.csv")).unwrap();
    assert!(
        csv.starts_with("pegs,code\n1,1\n2,10\n3,28\n3,112\n4,23\n"),
        "{csv}"
    );
    assert!(csv.ends_with("14,16383\n"), "{csv}");
    let names: Vec<String> = (1..=7)
        .map(|pegs| format!("triangle515winning_{pegs}.bin"))
        .collect();
    assert_eq!(files.names("bell"), names);
    let three_pegs = fs::read(files.path("bell").join("triangle515winning_3.bin")).unwrap();
    assert_eq!(three_pegs, [28, 0, 0, 0, 112, 0, 0, 0]);
}

#[test]
fn an_indexed_set_holds_the_set_of_every_complement_problem() {
    let files = Files::new();
    let report = files
        .winning("a1", &["--indexed", "@indexed.txt", "--json"])
        .json();
    assert_eq!(
        report["indexed"],
        json!({
            "file": files.text("indexed.txt"), "codes": 437, "classes": 427,
            "problems": [
                { "number": 1, "vacate": "a4", "degenerate": true },
                { "number": 2, "vacate": "a1", "degenerate": false },
                { "number": 3, "vacate": "a3", "degenerate": false },
                { "number": 4, "vacate": "b3", "degenerate": false },
            ]
        })
    );
    let board = Board::library("triangle5").unwrap();
    for hole in board.holes() {
        let hole = board.label(hole);
        let swept = files.winning(hole, &["-o", "@swept"]);
        let read = files.winning(hole, &["--from-indexed", "@indexed.txt", "-o", "@read"]);
        if swept.code == 0 {
            assert_eq!(read.ok(), swept.stdout, "{hole}");
            assert_eq!(
                fs::read(files.path("read")).unwrap(),
                fs::read(files.path("swept")).unwrap(),
                "{hole}"
            );
        } else {
            assert!(read.refused().contains("no codes"), "{hole}");
        }
    }
    // The first run fills the folders, and the second reads them.
    for _ in 0..2 {
        let args = ["--indexed", "@again.txt", "--scratch", "@levels"];
        files.winning("a1", &args).ok();
        assert_eq!(
            fs::read(files.path("again.txt")).unwrap(),
            fs::read(files.path("indexed.txt")).unwrap()
        );
    }
    let text = files.winning("a1", &["--indexed", "@indexed.txt"]).ok();
    assert!(
        text.contains("427 winning classes (and their complements), 437 indexed codes"),
        "{text}"
    );
    assert!(
        text.contains("1 from a4 (its positions raw), 2 from a1"),
        "{text}"
    );
}

#[test]
fn hint_answers_from_an_imported_file() {
    let files = Files::new();
    files.winning("a1", &["--csv", "@codes.csv"]).ok();
    files
        .winning("a1", &["--from-csv", "@codes.csv", "-o", "@a1.win"])
        .ok();
    let hint = |args: &[&str]| {
        pegboard(
            &[
                &[
                    "hint",
                    "triangle5",
                    "--vacate",
                    "a1",
                    "--finish",
                    "a1",
                    "--json",
                ],
                args,
            ]
            .concat(),
        )
        .json()
    };
    let played = ["--played", "a3-a1"];
    let looked_up = hint(&[&played[..], &["--winning", &files.text("a1.win")]].concat());
    assert_eq!(looked_up["jumps"], hint(&played)["jumps"]);
}

/// A position that loses with the finishes of the file may win with more finishes.
#[test]
fn a_file_for_fewer_finishes_is_refused() {
    let files = Files::new();
    files.winning("a1", &["-o", "@a1.win"]).ok();
    let path = files.text("a1.win");
    let any = [
        "hint",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "any",
        "--winning",
        &path,
    ];
    assert!(pegboard(&any).refused().contains("about another problem"));
}

/// Each case has an error in a CSV file and a part of its message.
#[test]
fn wrong_codes_are_refused_by_name() {
    let cases = [
        ("pegs,code\n", "", "line 1: expected the header `pegs,code`"),
        ("3,28\n", "3,29\n", "line 4: code 29 has 4 pegs, not 3"),
        ("3,28\n", "3;28\n", "line 4: `3;28` is not a number of pegs"),
        (
            "3,28\n",
            "3,7\n",
            "code 7 in `{}` is no position of this problem: no image of it lies in the position class",
        ),
        (
            "3,28\n",
            "1,32768\n3,28\n",
            "code 32768 in `{}` is no position of this problem: the board has fewer holes",
        ),
        (
            "1,1\n",
            "",
            "code 10 in `{}` cannot be winning with these codes alone: none of the codes one jump after it is there (1, 2)",
        ),
    ];
    for (from, to, message) in cases {
        let files = Files::new();
        files.winning("a1", &["--csv", "@codes.csv"]).ok();
        let csv = fs::read_to_string(files.path("codes.csv")).unwrap();
        let (half, _) = csv.split_once("\n8,").unwrap(); // the complements would replace the missing codes
        fs::write(files.path("codes.csv"), format!("{half}\n")).unwrap();
        edit(&files.path("codes.csv"), from, to);
        fs::write(files.path("a1.win"), "old").unwrap();
        let refusal = files
            .winning("a1", &["--from-csv", "@codes.csv", "-o", "@a1.win"])
            .refused();
        assert!(
            refusal.contains(&message.replace("{}", &files.text("codes.csv"))),
            "{refusal}"
        );
        assert_eq!(fs::read(files.path("a1.win")).unwrap(), b"old");
    }
}

/// Imports all codes but one, and checks that the message names the missing one.
#[test]
fn a_missing_code_is_noticed() {
    let files = Files::new();
    let problem = ["triangle5", "--vacate", "c5", "--finish", "a4"];
    files
        .run(&[&problem[..], &["--csv", "@all.csv"]].concat())
        .ok();
    let all = fs::read_to_string(files.path("all.csv")).unwrap();
    let lines: Vec<&str> = all.lines().collect();
    for missing in (1..lines.len()).step_by(7).chain([lines.len() - 1]) {
        let (_, code) = lines[missing].split_once(',').unwrap();
        fs::write(
            files.path("some.csv"),
            all.replacen(&format!("{}\n", lines[missing]), "", 1),
        )
        .unwrap();
        let refusal = files
            .run(&[&problem[..], &["--from-csv", "@some.csv"]].concat())
            .refused();
        let numbers: Vec<&str> = refusal
            .split(|letter: char| !letter.is_ascii_digit())
            .collect();
        assert!(
            refusal.contains("missing") || refusal.contains("none of the codes"),
            "{refusal}"
        );
        assert!(numbers.contains(&code), "{code}: {refusal}");
    }
}

#[test]
fn wrong_folders_in_bells_format_are_refused_by_name() {
    let files = Files::new();
    let refused = |files: &Files| files.winning("a1", &["--from-bell", "@bell"]).refused();
    assert!(refused(&files).contains("cannot read"));
    fs::create_dir(files.path("bell")).unwrap();
    assert!(refused(&files).contains("has no file of winning codes"));
    files.winning("a1", &["--bell", "@bell"]).ok();
    let three = files.path("bell").join("triangle515winning_3.bin");
    let bytes = fs::read(&three).unwrap();
    fs::write(&three, &bytes[..7]).unwrap();
    let message = refused(&files);
    assert!(
        message.contains("winning_3.bin` has 7 bytes, not a whole number of codes"),
        "{message}"
    );
    fs::write(&three, [0, 0, 0, 28]).unwrap(); // the other byte order
    let message = refused(&files);
    assert!(
        message.contains("code 469762048 in") && message.contains("is no position of this problem"),
        "{message}"
    );
    fs::write(&three, [29, 0, 0, 0]).unwrap();
    let message = refused(&files);
    assert!(
        message.contains("code 29 in") && message.contains("has 4 pegs, not 3"),
        "{message}"
    );
    fs::remove_file(&three).unwrap();
    let message = refused(&files);
    assert!(
        message.contains("winning_4.bin` cannot be winning with these codes alone"),
        "{message}"
    );
    fs::write(&three, &bytes).unwrap();
    fs::write(files.path("bell").join("winning_3.bin"), &bytes).unwrap();
    assert!(refused(&files).contains("have the codes with 3 pegs"));
    // The codes of another problem.
    let message = files.winning("a3", &["--from-bell", "@bell"]).refused();
    assert!(message.contains("have the codes"), "{message}");
    fs::remove_file(files.path("bell").join("winning_3.bin")).unwrap();
    let message = files.winning("a3", &["--from-bell", "@bell"]).refused();
    assert!(message.contains("another problem"), "{message}");
}

#[test]
fn wrong_indexed_texts_are_refused_by_line() {
    let cases = [
        (
            "1 2 1\n",
            "1 16 1\n",
            "line 3: index 16 names a problem beyond the 4 of this board",
        ),
        ("1 2 1\n", "1 2 3\n", "line 3: code 3 has 2 pegs, not 1"),
        ("1 2 1\n", "1\n", "line 3: an index and codes should follow"),
        (
            "1 2 1\n",
            "1 2 one\n",
            "line 3: `one` is not a valid number",
        ),
        (
            "1 2 1\n",
            "8 2 255\n",
            "line 3: 8 pegs are more than half the holes",
        ),
        ("1 2 1\n", "1 2 1 1\n", "line 3: code 1 is listed twice"),
        (
            "1 2 1\n",
            "3 2 7\n",
            "line 3: code 7 lies in no position class of a start",
        ),
        (
            "1 2 1\n",
            "1 2 32768\n",
            "line 3: 32768 is not a position of board `Triangle 5`",
        ),
        (
            "1 2 1\n",
            "",
            "none of the codes one jump after it is there (1, 2)",
        ),
    ];
    for (from, to, message) in cases {
        let files = Files::new();
        files.winning("a1", &["--indexed", "@indexed.txt"]).ok();
        edit(&files.path("indexed.txt"), from, to);
        let refusal = files
            .winning("a1", &["--from-indexed", "@indexed.txt"])
            .refused();
        assert!(refusal.contains(message), "{refusal}");
    }
    let files = Files::new();
    files.winning("a1", &["--indexed", "@indexed.txt"]).ok();
    let message = files
        .run(&[
            "triangle5",
            "--vacate",
            "a1",
            "--finish",
            "a4",
            "--from-indexed",
            "@indexed.txt",
        ])
        .refused();
    assert!(
        message.contains("answers complement problems only"),
        "{message}"
    );
    let message = files
        .run(&[
            "triangle4",
            "--vacate",
            "a1",
            "--finish",
            "a1",
            "--from-indexed",
            "@none",
        ])
        .refused();
    assert!(message.contains("cannot read"), "{message}");
}

#[test]
fn codes_are_read_from_one_source() {
    let message = pegboard(&[
        "winning",
        "triangle5",
        "--from-csv",
        "a",
        "--from-bell",
        "b",
    ])
    .refused();
    assert!(message.contains("cannot be used with"), "{message}");
    let message =
        pegboard(&["winning", "triangle5", "--from-csv", "a", "--indexed", "b"]).refused();
    assert!(message.contains("cannot be used with"), "{message}");
    let missing = pegboard(&["hint", "english", "--winning", "nowhere.win"]).refused();
    assert!(
        missing.starts_with("error: cannot read `nowhere.win`: "),
        "{missing}"
    );
}

#[test]
fn a_file_is_refused_for_another_board() {
    let files = Files::new();
    files.winning("a1", &["-o", "@a1.win"]).ok();
    let path = files.text("a1.win");
    let message = pegboard(&["hint", "triangle6", "--vacate", "a1", "--winning", &path]).refused();
    assert!(
        message.contains("was made for another board than `Triangle 6`"),
        "{message}"
    );
    let message = pegboard(&["hint", "triangle5", "--vacate", "a2", "--winning", &path]).refused();
    assert!(message.contains("about another problem"), "{message}");
    let mut bytes = fs::read(&path).unwrap();
    let in_last_list = bytes.len() - 40;
    bytes[in_last_list] ^= 1;
    fs::write(&path, bytes).unwrap();
    let message = pegboard(&["hint", "triangle5", "--vacate", "a1", "--winning", &path]).refused();
    assert!(
        message.contains("is damaged: its checksum is wrong; regenerate it"),
        "{message}"
    );
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    let files = Files::new();
    for option in ["--output", "--csv", "--indexed", "--bell"] {
        fs::write(files.path("file"), "").unwrap();
        let message = files.winning("a1", &[option, "@file/below"]).refused();
        assert!(
            message.contains(&files.text("file/below")),
            "{option}: {message}"
        );
    }
    // The start's code has bits beyond the 32 of Bell's format.
    let message = files
        .run(&[
            "english", "--vacate", "d4", "--finish", "d1", "--bell", "@bell",
        ])
        .refused();
    assert!(
        message.contains("does not fit the 32 bits of Bell's format"),
        "{message}"
    );
    assert!(!files.path("bell").exists());
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let files = Files::new();
    std::os::unix::fs::symlink("real.win", files.path("link.win")).unwrap();
    files.winning("a1", &["-o", "@link.win"]).ok();
    assert!(files.path("link.win").is_symlink());
    let board = Board::library("triangle5").unwrap();
    assert_eq!(
        WinningSet::open(&files.path("real.win"), &board)
            .unwrap()
            .len(),
        95
    );
}

/// Alters a byte of a file of winning positions and mends the checksum.
fn alter(path: &Path, place: usize) {
    let mut bytes = fs::read(path).unwrap();
    let content = bytes.len() - 32;
    bytes[place] ^= 1;
    let digest = blake3::hash(&bytes[..content]);
    bytes[content..].copy_from_slice(digest.as_bytes());
    fs::write(path, bytes).unwrap();
}

#[test]
fn verify_checks_winning_positions() {
    let files = Files::new();
    files.winning("a1", &["-o", "@a1.win"]).ok();
    let path = files.text("a1.win");
    assert_eq!(
        pegboard(&["verify", &path]).ok().trim_end(),
        format!(
            "valid: {path}: Triangle 5 (15 holes), vacate a1, one peg in a1: exactly the 95 winning positions and their complements"
        )
    );
    let report = pegboard(&["verify", &path, "--json", "--threads", "1"]).json();
    assert_eq!(report["valid"], true);
    let file = &report["files"][0];
    let (board, positions) = (&file["title"], &file["positions"]);
    assert_eq!((board, positions), (&json!("Triangle 5"), &json!("95")));
    assert_eq!(
        (&file["answer"], &file["error"]),
        (&json!(null), &json!(null))
    );

    let mut damaged = fs::read(&path).unwrap();
    damaged[400] ^= 1;
    fs::write(files.path("damaged.win"), damaged).unwrap();
    let run = pegboard(&["verify", &path, &files.text("damaged.win")]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout
            .contains("damaged.win: file: its checksum is wrong"),
        "{}",
        run.stdout
    );
    alter(&files.path("damaged.win"), 400);
    assert_eq!(pegboard(&["verify", &files.text("damaged.win")]).code, 0); // mended
    alter(&files.path("a1.win"), 420);
    let run = pegboard(&["verify", &path, "--json"]);
    assert_eq!((run.code, &run.json()["valid"]), (1, &json!(false)));
    assert_eq!(run.json()["files"][0]["place"], "winning positions");
}

#[test]
fn verify_finds_the_board_of_winning_positions() {
    let files = Files::new();
    let board = r#"Board(name: "Hook", lattice: Square, holes: Picture(["oooo", "oooo", "o..."]))"#;
    fs::write(files.path("hook.ron"), board).unwrap();
    let (hook, hook_win) = (files.text("hook.ron"), files.text("hook.win"));
    let run = pegboard(&[
        "winning", &hook, "--vacate", "a1", "--finish", "any", "-o", &hook_win,
    ]);
    assert!(run.code < 2, "{}", run.stderr);
    let run = pegboard(&["verify", &hook_win]);
    assert_eq!(run.code, 3);
    assert!(
        run.stdout.contains("name it with `--board`"),
        "{}",
        run.stdout
    );
    let valid = pegboard(&["verify", &hook_win, "--board", &hook]).ok();
    assert!(valid.contains("Hook (9 holes), vacate a1"), "{valid}");
    let run = pegboard(&["verify", &hook_win, "--board", "triangle5"]);
    assert_eq!(run.code, 3);
    assert!(
        run.stdout.contains("was made for another board"),
        "{}",
        run.stdout
    );
    // An option without effect.
    let message = pegboard(&["verify", &hook, "--board", &hook]).refused();
    assert!(
        message.contains("`--board` is for files of winning positions"),
        "{message}"
    );
}

#[test]
fn verify_of_winning_positions_stops_at_a_limit() {
    let files = Files::new();
    let path = files.text("d4.win");
    pegboard(&[
        "winning", "english", "--vacate", "d4", "--finish", "d4", "-o", &path,
    ])
    .ok();
    let run = pegboard(&["verify", &path, "--time", "1ms"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    let note = "stopped by the time limit: 1 file not checked";
    assert!(run.stderr.contains(note), "{}", run.stderr);
}

/// A file without end is refused at its first line, not read into memory.
#[cfg(unix)]
#[test]
fn endless_codes_are_refused() {
    let files = Files::new();
    for (option, message) in [
        ("--from-csv", "line 1: the line is longer than 256 bytes"),
        ("--from-indexed", "line 1: a word is longer than 64 bytes"),
    ] {
        let refusal = files.winning("a1", &[option, "/dev/zero"]).refused();
        assert!(refusal.contains(message), "{refusal}");
    }
    fs::create_dir(files.path("bell")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", files.path("bell").join("winning_3.bin")).unwrap();
    let refusal = files.winning("a1", &["--from-bell", "@bell"]).refused();
    assert!(refusal.contains("has 0 pegs, not 3"), "{refusal}");
}
