//! Tests of output files refused before any work, and of option values.

use super::program::{pegboard, pegboard_in};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const HEART: &str = "Board(name: \"Heart\", lattice: Square, vacancy: \"c2\", holes: Picture([\"ooooo\", \"ooooo\", \"ooooo\"]))";

/// Creates a folder with a board file and a picture.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("heart.ron"), HEART).unwrap();
    fs::write(folder.path().join("picture"), "ooo\nooo\n").unwrap();
    folder
}

fn refused(folder: &Path, command: &str) -> String {
    pegboard_in(folder, &command.split(' ').collect::<Vec<_>>()).refused()
}

#[test]
fn input_files_are_not_overwritten() {
    let folder = folder();
    let commands = [
        "draw heart.ron -o heart.ron",
        "draw heart --output ./heart.ron",
        "hint heart.ron -o heart.ron",
        "graph heart.ron --dot -o heart.ron",
        "winning heart.ron -o heart.ron",
        "winning heart.ron --csv heart.ron",
        "winning heart.ron --indexed heart.ron",
        "solve heart.ron --certificate heart.ron",
        "atlas heart.ron --map heart.ron",
        "atlas heart.ron --pack heart.ron",
        "draw heart.ron --start-file picture -o picture",
        "import picture -o picture",
        "winning heart.ron --from-csv picture --csv picture",
        "winning heart.ron --from-bell . --bell .",
        "atlas heart.ron --games --folder proofs --csv proofs/games.csv",
        "atlas heart.ron --games --csv heart.atlas/longest.csv",
    ];
    for command in commands {
        let message = refused(folder.path(), command);
        assert!(
            message.contains(", which the command reads; name another file\n"),
            "{command}: {message}"
        );
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("heart.ron")).unwrap(),
        HEART
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is written"
    );
}

#[test]
fn a_board_file_is_replaced_by_boards_only() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("heart.ron")).unwrap();
    fs::write(folder.path().join("mine.ron"), format!("// mine\n{text}")).unwrap();
    fs::write(folder.path().join("drawn.txt"), "ooo\n.oo\nooo\n").unwrap();
    for (command, file) in [
        ("solve english --certificate mine.ron", "mine.ron"),
        ("winning triangle5 --vacate a1 -o mine.ron", "mine.ron"),
        ("atlas triangle4 --pack mine.ron", "mine.ron"),
        ("solve english --certificate drawn.txt", "drawn.txt"),
    ] {
        let message = refused(folder.path(), command);
        let refusal = format!("would overwrite the board file `{file}`; name another file");
        assert!(message.contains(&refusal), "{message}");
    }
    let import = pegboard_in(folder.path(), &["import", "picture", "-o", "mine.ron"]);
    assert_eq!(import.code, 0, "{}", import.stderr);
}

/// A later run would find these files instead of its own.
#[test]
fn files_among_those_of_later_runs_are_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("kept")).unwrap();
    for command in [
        "sweep triangle5 --scratch kept --csv kept/levels.ron",
        "sweep triangle5 --scratch ./kept --csv kept/levels.csv",
        "solve triangle5 --exhaust --scratch kept --certificate kept/proof.ron",
        "atlas triangle5 --folder kept --pack kept/a1-b3.ron",
        "atlas triangle5 --folder kept --map kept/lock",
    ] {
        let message = refused(folder.path(), command);
        assert!(message.contains("; name a file elsewhere"), "{message}");
    }
    assert_eq!(fs::read_dir(folder.path().join("kept")).unwrap().count(), 0);
    let message = refused(folder.path(), "count triangle5 --vacate any --scratch kept");
    assert!(message.contains("name one vacancy"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_link_stands_for_its_target() {
    let folder = folder();
    std::os::unix::fs::symlink("heart.ron", folder.path().join("link")).unwrap();
    assert!(refused(folder.path(), "draw heart.ron -o link").contains("would overwrite `link`"));
}

#[test]
fn a_board_of_the_library_is_not_a_file() {
    let folder = TempDir::new().unwrap();
    for _ in 0..2 {
        pegboard_in(
            folder.path(),
            &["solve", "triangle5", "--certificate", "triangle5.ron"],
        )
        .ok();
    }
}

#[test]
fn two_outputs_need_two_files() {
    let folder = folder();
    assert_eq!(
        refused(folder.path(), "winning heart.ron -o same --csv ./same"),
        "error: `--output` and `--csv` both write `./same`; name different files\n"
    );
    pegboard_in(
        folder.path(),
        &["winning", "heart.ron", "-o", "one", "--csv", "two"],
    );
    assert!(folder.path().join("one").is_file() && folder.path().join("two").is_file());
}

#[test]
fn a_file_that_cannot_be_created_is_reported_before_the_work() {
    let folder = folder();
    // This command would run for hours if it started.
    for (option, file) in [
        ("-o", "picture/x.win"),
        ("--csv", "none/x.csv"),
        ("--bell", "picture/bell"),
    ] {
        let message = refused(folder.path(), &format!("winning wiegleb {option} {file}"));
        assert!(
            message.starts_with(&format!("error: cannot write `{file}`: ")),
            "{message}"
        );
        assert!(!message.contains("draft"), "{message}");
    }
    assert!(refused(folder.path(), "solve heart.ron --certificate .").contains("cannot write `.`"));
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left behind"
    );
}

#[test]
fn standard_output_takes_one_output() {
    let folder = folder();
    for (command, option) in [
        ("winning heart.ron -o -", "--output"),
        ("winning heart.ron --bell -", "--bell"),
        ("hint heart.ron -o -", "--output"),
        ("solve heart.ron --certificate -", "--certificate"),
        ("atlas heart.ron --map -", "--map"),
        ("atlas heart.ron --pack -", "--pack"),
    ] {
        let message = refused(folder.path(), command);
        let name = command.split(' ').next().unwrap();
        assert!(message.starts_with(&format!(
            "error: `{option} -`: `pegboard {name}` prints its result on standard output"
        )));
    }
    assert!(
        pegboard_in(folder.path(), &["winning", "heart.ron", "--csv", "-"])
            .stdout
            .starts_with("pegs,code\n")
    );
    assert!(
        pegboard_in(folder.path(), &["draw", "heart.ron", "-o", "-"])
            .ok()
            .starts_with("<svg")
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "no file is named `-`"
    );
}

#[test]
fn some_commands_offer_any_vacancy() {
    let help = |command| pegboard(&[command, "--help"]).ok();
    for command in ["solve", "count"] {
        assert!(help(command).contains("--vacate <LABEL[,LABEL…]|any>"));
    }
    for command in ["games", "hint", "draw", "sweep", "winning", "graph", "play"] {
        assert!(
            help(command).contains("--vacate <LABEL[,LABEL…]>"),
            "{command}"
        );
    }
    assert!(
        help("solve").contains("With `--certificate`: when the search reaches its limit on time")
    );
}

#[test]
fn a_negative_value_is_not_taken_for_an_option() {
    let whole = "write a whole number of at least 0";
    for (arguments, expected) in [
        (
            &["solve", "triangle5", "--time", "-5s"][..],
            "write a time such as 20s",
        ),
        (
            &["solve", "triangle5", "--memory", "-1"],
            "write a size such as 512M",
        ),
        (&["solve", "triangle5", "--seed", "-1"], whole),
        (&["puzzle", "triangle5", "--seed", "-1"], whole),
        (&["graph", "triangle5", "-k", "-1"], whole),
        (&["games", "triangle5", "--seed", "-1"], whole),
        (
            &["draw", "triangle5", "--solution", "--columns", "0"],
            "write a whole number of at least 1",
        ),
        (
            &["draw", "triangle5", "--width", "-1"],
            "write a number from 1 to",
        ),
    ] {
        let message = pegboard(arguments).refused();
        assert!(
            message.contains(expected) && !message.contains("tip:"),
            "{message}"
        );
    }
}

#[test]
fn color_options_have_two_spellings() {
    for option in ["--color", "--colour"] {
        pegboard(&["boards", option, "never"]).ok();
    }
    for option in ["--peg-colour", "--peg-color"] {
        pegboard(&["draw", "triangle5", "--vacate", "a1", option, "#2f5d8c"]).ok();
    }
}

#[test]
fn a_file_that_is_not_text_is_named() {
    let folder = folder();
    fs::write(folder.path().join("binary"), b"ooo\n\xff").unwrap();
    for command in ["import binary", "solve heart.ron --start-file binary"] {
        assert_eq!(
            refused(folder.path(), command),
            "error: cannot read `binary`: byte 0xff at offset 4 is not UTF-8; save the file as UTF-8 text\n"
        );
    }
}

#[test]
fn a_long_input_is_quoted_only_in_part() {
    let folder = tempfile::tempdir().unwrap();
    let long = "z".repeat(100_000);
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file("label.txt", &"z".repeat(350_000));
    file("row.txt", &format!("{}?\n", "o".repeat(350_000)));
    file(
        "board.ron",
        &format!("Board(name: \"{long}\", lattice: Square, holes: Picture([\"ooo\"]))"),
    );
    let cases: &[&[&str]] = &[
        &["solve", "english", "--start-file", "label.txt"],
        &["solve", "english", "--start-file", "row.txt"],
        &["solve", "board.ron", "--vacate", "z9"],
        &["solve", &long],
        &["solve", "english", "--vacate", &long],
        &["solve", "english", "--finish", &long],
        &["solve", "english", "--start", &long],
        &["solve", "english", "--problem", &long],
        &["solve", "english", "--memory", &long],
        &["solve", "english", "--last-move", &long],
        &["hint", "english", "--played", &long],
        &["hint", "english", "--played", &format!("d2-{long}")],
        &["draw", "english", "--theme", &long],
        &["puzzle", "english", "--finish", &long],
        &["solve", "english", &format!("--{long}")],
        &["solve", "english", &format!("--{long}=1")],
        &["solve", "english", &long],
        &["man", &long],
        &["cluster", &long],
        &[&long],
        &[&format!("--{long}")],
    ];
    for args in cases {
        let run = pegboard_in(folder.path(), args);
        let shown: Vec<String> = args
            .iter()
            .map(|word| word.chars().take(20).collect())
            .collect();
        assert_eq!(run.code, 3, "{shown:?}");
        assert!(
            run.stderr.len() < 3000,
            "{shown:?}: {} bytes",
            run.stderr.len()
        );
        let run = pegboard_in(folder.path(), &[args, &["--json"][..]].concat());
        assert!(
            run.stdout.len() < 3000,
            "{shown:?}: {} bytes of JSON",
            run.stdout.len()
        );
    }
}

/// The system refuses such a path. A JSON object repeats the path in a field of its own, and is not counted here.
#[test]
fn a_long_path_is_quoted_only_in_part_and_with_the_cause() {
    let folder = folder();
    let long = "z".repeat(100_000);
    let file = |ending: &str| format!("{long}.{ending}");
    let (board, picture, codes) = (file("ron"), file("png"), file("npy"));
    let cases: &[&[&str]] = &[
        &["verify", &long],
        &["verify", "--board", &board, "heart.ron"],
        &["check", &codes],
        &["import", &long],
        &["import", "picture", "--output", &long],
        &["solve", &board],
        &["solve", "triangle5", "--start-file", &long],
        &["solve", "triangle5", "--batch", &long],
        &["solve", "--pddl", &long],
        &["solve", "triangle5", "--certificate", &long],
        &[
            "solve",
            "triangle5",
            "--certificate",
            "c.ron",
            "--scratch",
            &long,
            "--exhaust",
            "--vacate",
            "b3",
            "--finish",
            "b3",
        ],
        &["atlas", "--verify", &long],
        &["atlas", "triangle4", "--folder", &long],
        &["atlas", "triangle4", "--stuck", "--csv", &long],
        &["atlas", "triangle4", "--map", &long],
        &["sweep", "triangle4", "--codes", &codes],
        &["sweep", "triangle4", "--csv", &long],
        &["sweep", "triangle4", "--scratch", &long],
        &[
            "count",
            "triangle4",
            "--method",
            "lists",
            "--scratch",
            &long,
        ],
        &["winning", "triangle5", "--output", &long],
        &["winning", "triangle5", "--csv", &long],
        &["winning", "triangle5", "--bell", &long],
        &["winning", "triangle5", "--indexed", &long],
        &["winning", "triangle5", "--from-bell", &long],
        &["winning", "triangle5", "--from-csv", &long],
        &["winning", "triangle5", "--from-indexed", &long],
        &["hint", "triangle5", "--winning", &long],
        &["hint", "triangle5", "--output", &picture],
        &["graph", "triangle5", "--output", &picture],
        &["draw", "triangle5", "--output", &picture],
    ];
    for args in cases {
        let run = pegboard_in(folder.path(), args);
        let messages = run.stdout + &run.stderr;
        let shown: Vec<String> = args
            .iter()
            .map(|word| word.chars().take(20).collect())
            .collect();
        assert_eq!(run.code, 3, "{shown:?}");
        assert!(messages.len() < 1500, "{shown:?}: {} bytes", messages.len());
        assert!(messages.contains("too long"), "{shown:?}: {messages}");
    }
}

#[test]
fn a_file_with_a_position_has_at_most_a_mebibyte() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("large.txt"), "o\n".repeat(1 << 20)).unwrap();
    let refused = pegboard_in(
        folder.path(),
        &["solve", "english", "--start-file", "large.txt"],
    )
    .refused();
    assert!(refused.contains("larger than 1 MiB"), "{refused}");
}

#[test]
fn a_memory_limit_without_its_unit_is_refused() {
    let refused = pegboard(&["solve", "english", "--memory", "512"]).refused();
    assert!(refused.contains("512 bytes is too little"), "{refused}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_by_the_path_of_standard_output() {
    let drawing = pegboard(&["draw", "triangle5"]).ok();
    let written = pegboard(&["draw", "triangle5", "-o", "/dev/stdout"]).ok();
    assert_eq!(written.trim_end(), drawing.trim_end());
}
