use super::program::pegboard_in;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;
use tempfile::tempdir;

#[test]
fn every_problem_of_a_board_is_settled_with_a_certificate() {
    let folder = tempdir().unwrap();
    let run = pegboard_in(folder.path(), &["atlas", "triangle5", "--json"]);
    assert_eq!(run.code, 0);
    let atlas = run.json();
    assert_eq!(
        (&atlas["board"], &atlas["title"]),
        (&"triangle5".into(), &"Triangle 5".into())
    );
    assert_eq!(
        (&atlas["solvable"], &atlas["unsolvable"], &atlas["open"]),
        (&12.into(), &5.into(), &0.into())
    );
    let problems = atlas["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 17);
    let mut impossible: Vec<String> = Vec::new();
    for problem in problems {
        assert!(
            folder
                .path()
                .join(problem["certificate"].as_str().unwrap())
                .is_file()
        );
        assert!(problem["seconds"].is_f64());
        if problem["answer"] == "unsolvable" {
            assert_eq!(problem["proof"], "exhaustion");
            impossible.push(format!(
                "{}-{}",
                text(&problem["vacate"]),
                text(&problem["finish"])
            ));
        }
    }
    // Bell's impossible problems on the 15-hole triangle; a2-b4 is a rotation of his a4-b3.
    assert_eq!(impossible, ["a1-b3", "a2-b4", "b3-a1", "b3-b3", "b3-a4"]);
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn settled_problems_are_not_searched_again() {
    let folder = tempdir().unwrap();
    let seconds = |run: super::program::Run| -> Vec<f64> {
        let problems = run.json()["problems"].as_array().unwrap().clone();
        problems
            .iter()
            .map(|problem| problem["seconds"].as_f64().unwrap())
            .collect()
    };
    let arguments = ["atlas", "triangle4", "--folder", "kept", "--json"];
    assert!(
        seconds(pegboard_in(folder.path(), &arguments))
            .iter()
            .all(|seconds| *seconds > 0.0)
    );
    fs::remove_file(folder.path().join("kept/a2-b2.ron")).unwrap();
    let again = seconds(pegboard_in(folder.path(), &arguments));
    assert_eq!(again.iter().filter(|seconds| **seconds > 0.0).count(), 1);
}

#[test]
fn a_folder_is_verified_without_naming_the_board() {
    let folder = tempdir().unwrap();
    pegboard_in(folder.path(), &["atlas", "triangle4"]).ok();
    let shown = pegboard_in(folder.path(), &["atlas", "--verify", "triangle4.atlas"]).ok();
    assert!(
        shown
            .starts_with("Triangle 4: 3 problems that the classes allow; 1 solvable, 2 unsolvable"),
        "{shown}"
    );
}

/// `--verify` prints what `atlas` printed, on boards with labels of their own or a declared group.
#[test]
fn a_verified_folder_looks_as_it_was_made() {
    let folder = tempdir().unwrap();
    let rows = r#"holes: Picture(["ooo", "ooo", "ooo"])"#;
    let labels = r#"labels: Names(["a", "A", "b", "B", "c", "C", "d", "D", "e"])"#;
    for fields in [
        format!("{rows}, {labels}"),
        format!("{rows}, symmetry: D1, axis: 45"),
        format!("{rows}, {labels}, symmetry: C2"),
    ] {
        let board = format!("Board(name: \"Nine\", lattice: Square, {fields})");
        fs::write(folder.path().join("nine.ron"), board).unwrap();
        let _ = fs::remove_dir_all(folder.path().join("nine.atlas"));
        let run = |args: &[&str]| pegboard_in(folder.path(), args).ok();
        let made = run(&["atlas", "nine.ron"]);
        let made = made
            .strip_suffix("certificates: nine.atlas\n")
            .unwrap()
            .trim_end();
        assert_eq!(run(&["atlas", "--verify", "nine.atlas"]).trim_end(), made);
        run(&["atlas", "nine.ron", "--pack", "packed.ron"]);
        assert_eq!(run(&["atlas", "--verify", "packed.ron"]).trim_end(), made);
    }
}

#[test]
fn a_corrupted_certificate_is_named() {
    let folder = tempdir().unwrap();
    pegboard_in(folder.path(), &["atlas", "triangle4"]).ok();
    let file = folder.path().join("triangle4.atlas/a2-b2.ron");
    let certificate = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        certificate.replacen("goal: PegIn(\"b2\")", "goal: PegIn(\"a1\")", 1),
    )
    .unwrap();
    for arguments in [
        &["atlas", "triangle4"][..],
        &["atlas", "--verify", "triangle4.atlas"],
    ] {
        let message = pegboard_in(folder.path(), arguments).refused();
        assert!(message.contains("a2-b2.ron"), "{message}");
    }
    fs::write(
        &file,
        fs::read_to_string(folder.path().join("triangle4.atlas/a2-a3.ron")).unwrap(),
    )
    .unwrap();
    let message = pegboard_in(folder.path(), &["atlas", "triangle4"]).refused();
    assert!(message.contains("not about a2-b2"), "{message}");
}

#[test]
fn an_empty_folder_holds_no_atlas() {
    let folder = tempdir().unwrap();
    let message = pegboard_in(folder.path(), &["atlas", "--verify", "."]).refused();
    assert!(message.contains("holds no certificates"), "{message}");
    let message = pegboard_in(folder.path(), &["atlas", "--verify", "nowhere"]).refused();
    assert!(
        message.contains("cannot use the folder `nowhere`"),
        "{message}"
    );
}

#[test]
fn too_little_time_leaves_problems_open() {
    let folder = tempdir().unwrap();
    let run = pegboard_in(
        folder.path(),
        &["atlas", "wiegleb", "--time", "1ms", "--json"],
    );
    assert_eq!(run.code, 2);
    let atlas = run.json();
    let open = atlas["problems"]
        .as_array()
        .unwrap()
        .iter()
        .find(|problem| problem["answer"] == "undecided")
        .unwrap();
    assert_eq!(
        (&open["proof"], &open["certificate"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn the_map_shows_every_hole_and_every_finding() {
    let folder = tempdir().unwrap();
    pegboard_in(folder.path(), &["atlas", "triangle5", "--map", "map.svg"]).ok();
    let svg = fs::read_to_string(folder.path().join("map.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let count = |class: &str| {
        document
            .descendants()
            .filter(|node| node.attribute("class") == Some(class))
            .count()
    };
    assert_eq!(
        (count("cell"), count("vacancy"), count("finish")),
        (15, 15, 15 * 15)
    );
}

#[test]
fn the_legends_explain_what_is_shown_and_nothing_else() {
    let folder = tempdir().unwrap();
    let hopeless = r#"Board(name: "Hut", lattice: Square, holes: Picture(["..o..", ".ooo.", "ooooo", "ooooo", "ooooo"]))"#;
    fs::write(folder.path().join("hut.ron"), hopeless).unwrap();
    let text = pegboard_in(folder.path(), &["atlas", "hut.ron", "--map", "map.svg"]).ok();
    assert!(
        text.ends_with("\n\n× unsolvable, by a pagoda function\n\ncertificates: hut.atlas\n"),
        "{text}"
    );
    let svg = fs::read_to_string(folder.path().join("map.svg")).unwrap();
    for line in [
        "cross: the last peg cannot end here, by a pagoda function",
        "gray cell: no problem from here is solvable",
        "white cell: the position classes allow no problem from here",
    ] {
        assert!(svg.contains(line), "{line}");
    }
    assert!(!svg.contains("tint"));
    pegboard_in(folder.path(), &["atlas", "triangle5", "--map", "map.svg"]).ok();
    let svg = fs::read_to_string(folder.path().join("map.svg")).unwrap();
    assert!(svg.contains("cells of one tint: the same position class, up to symmetry"));
    assert!(!svg.contains("white cell"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_atlas_keeps_its_results_and_is_resumed() {
    let folder = tempdir().unwrap();
    let args = ["atlas", "wiegleb", "--folder", "kept", "--json"];
    let (run, time) =
        super::program::pegboard_interrupted(folder.path(), &args, Duration::from_secs(3));
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("stopped by Ctrl-C; run the same command again to resume"),
        "{}",
        run.stderr
    );
    assert!(time < super::program::SOON, "{time:?}");
    let settled = |run: &super::program::Run| run.json()["solvable"].as_u64().unwrap();
    let before = settled(&run);
    assert!(before > 0);
    let resumed = pegboard_in(folder.path(), &[&args[..], &["--time", "1ms"]].concat());
    assert!(settled(&resumed) >= before);
    assert_eq!(run.json()["open"].as_u64().unwrap() + before, 36);
}

#[test]
fn the_folder_of_certificates_is_named() {
    let folder = tempdir().unwrap();
    let text = pegboard_in(folder.path(), &["atlas", "triangle3", "--map", "map.svg"]).ok();
    assert!(
        text.ends_with("\ncertificates: triangle3.atlas\n"),
        "{text}"
    );
    assert!(folder.path().join("triangle3.atlas").is_dir());
    let board = "Board(name: \"Row\", lattice: Square, holes: Picture([\"ooo\"]))";
    fs::write(folder.path().join("row.v1.ron"), board).unwrap();
    let text = pegboard_in(folder.path(), &["atlas", "row.v1.ron"]).ok();
    assert!(text.ends_with("\ncertificates: row.v1.atlas\n"), "{text}");
}

#[test]
fn a_folder_belongs_to_one_board() {
    let folder = tempdir().unwrap();
    let settle = |board| pegboard_in(folder.path(), &["atlas", board, "--folder", "A"]);
    settle("triangle4").ok();
    let files = || fs::read_dir(folder.path().join("A")).unwrap().count();
    let before = files();
    assert_eq!(
        settle("triangle5").refused(),
        "error: the folder A holds certificates of board `Triangle 4`; name another with `--folder`\n"
    );
    assert_eq!(files(), before);
    settle("triangle4").ok();
    pegboard_in(folder.path(), &["atlas", "--verify", "A"]).ok();
}

#[test]
fn a_folder_is_packed_into_a_file() {
    let folder = tempdir().unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args);
    run(&["atlas", "triangle4"]).ok();
    run(&["atlas", "triangle4", "--fewest-moves"]).ok();
    let packed = run(&["atlas", "triangle4", "--pack", "packed.ron"]).ok();
    assert_eq!(
        packed,
        "Triangle 4: 3 certificates packed into packed.ron\n"
    );
    for (folder, file) in [
        (
            &["atlas", "--verify", "triangle4.atlas"][..],
            &["atlas", "--verify", "packed.ron"][..],
        ),
        (
            &["atlas", "triangle4", "--fewest-moves", "--csv", "-"],
            &[
                "atlas",
                "triangle4",
                "--fewest-moves",
                "--csv",
                "-",
                "--folder",
                "packed.ron",
            ],
        ),
    ] {
        assert_eq!(run(folder).ok(), run(file).ok());
    }
    let settled = run(&["atlas", "triangle4", "--folder", "packed.ron"]).ok();
    assert!(
        settled.ends_with("\ncertificates: packed.ron\n"),
        "{settled}"
    );
    let table = run(&[
        "atlas",
        "triangle4",
        "--fewest-moves",
        "--folder",
        "packed.ron",
    ])
    .ok();
    assert!(table.ends_with("\n\ntable: packed.ron\n"), "{table}");
    let report = run(&["atlas", "triangle4", "--pack", "again.ron", "--json"]).json();
    assert_eq!(
        (&report["file"], &report["certificates"]),
        (&"again.ron".into(), &3.into())
    );
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("packed.ron"), read("again.ron"));
    let message = run(&["atlas", "triangle4", "--folder", "none", "--pack", "x.ron"]).refused();
    assert!(
        message.contains("cannot use the folder `none`"),
        "{message}"
    );
    fs::create_dir(folder.path().join("empty")).unwrap();
    let message = run(&["atlas", "triangle4", "--folder", "empty", "--pack", "x.ron"]).refused();
    assert!(message.contains("holds no certificates"), "{message}");
    assert!(!folder.path().join("x.ron").exists());
}

#[test]
fn an_atlas_file_is_verified_problem_by_problem() {
    let folder = tempdir().unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args);
    run(&["atlas", "triangle4"]).ok();
    run(&["atlas", "triangle4", "--pack", "packed.ron"]).ok();
    let of_file = run(&["verify", "packed.ron"]).ok();
    let of_folder = run(&["verify", "triangle4.atlas"]).ok();
    let sentences = |text: &str, separator: &str| -> BTreeSet<String> {
        let lines = text.lines();
        lines
            .map(|line| line.split_once(separator).unwrap().1.to_owned())
            .collect()
    };
    assert_eq!(
        sentences(&of_file.replace(" to ", "-"), ": packed.ron: "),
        sentences(
            &of_folder.replace(".ron:", ":").replace(" to ", "-"),
            "triangle4.atlas/"
        )
    );
    let text = fs::read_to_string(folder.path().join("packed.ron")).unwrap();
    let altered = text.replacen("a4-a2", "a4-b2", 1);
    fs::write(folder.path().join("packed.ron"), altered).unwrap();
    let verified = run(&["verify", "packed.ron"]);
    assert_eq!(verified.code, 1);
    assert!(
        verified
            .stdout
            .starts_with("invalid: packed.ron: a2 to b2: answer, move 1"),
        "{}",
        verified.stdout
    );
    let report = run(&["verify", "packed.ron", "--json"]).json();
    let file = &report["files"][0];
    assert_eq!(
        [&file["file"], &file["vacate"], &file["finish"]],
        ["packed.ron", "a2", "b2"]
    );
    assert_eq!(
        (&report["valid"], &file["valid"]),
        (&false.into(), &false.into())
    );
    assert_eq!(report["files"][1]["valid"], true);
    let message = run(&["atlas", "triangle4", "--folder", "packed.ron"]).refused();
    assert!(
        message.contains("packed.ron: a2 to b2: answer, move 1"),
        "{message}"
    );
    fs::write(
        folder.path().join("packed.ron"),
        text.replacen("),\n", "\n", 2),
    )
    .unwrap();
    let unread = run(&["verify", "packed.ron"]);
    assert_eq!(unread.code, 3);
    assert!(
        unread.stdout.contains("error: packed.ron: line "),
        "{}",
        unread.stdout
    );
}

#[test]
fn a_map_of_moves_explains_its_numbers() {
    let folder = tempdir().unwrap();
    let map = |more: &[&str]| {
        let args = ["atlas", "triangle5", "--fewest-moves", "--map", "map.svg"];
        pegboard_in(folder.path(), &[&args[..], more].concat());
        fs::read_to_string(folder.path().join("map.svg")).unwrap()
    };
    let svg = map(&[]);
    assert!(svg.contains("number: the fewest moves of a solution that ends here"));
    assert!(!svg.contains("fewer moves may be possible"));
    let sizes = |text: &str| -> BTreeSet<String> {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts = document
            .descendants()
            .filter(|node| node.text() == Some(text));
        texts
            .filter_map(|node| node.attribute("font-size").map(str::to_owned))
            .collect()
    };
    assert_eq!(
        sizes("10"),
        BTreeSet::from(["11.9".to_owned(), "8.05".to_owned()]),
        "smaller in a ring"
    );
    let findings = pegboard_in(
        folder.path(),
        &["atlas", "triangle5", "--map", "findings.svg"],
    );
    assert_eq!(findings.code, 0);
    assert!(
        !fs::read_to_string(folder.path().join("findings.svg"))
            .unwrap()
            .contains("number:")
    );
}

#[test]
fn a_single_problem_is_reported_in_the_singular() {
    let folder = tempdir().unwrap();
    let row = r#"Board(name: "Row", lattice: Square, holes: Picture(["ooo"]))"#;
    fs::write(folder.path().join("row.ron"), row).unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args).ok();
    let least = run(&["atlas", "row.ron", "--fewest-moves", "--least"]);
    assert!(least.contains("solved in 1 move."), "{least}");
    let winning = run(&[
        "winning", "row.ron", "--vacate", "a1", "--finish", "a1", "-o", "row.win",
    ]);
    assert!(
        winning.contains(": 1 winning position and its complement"),
        "{winning}"
    );
}

#[test]
fn the_longest_moves_are_kept_in_the_folder() {
    let folder = tempdir().unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args);
    let args = ["atlas", "triangle4", "--longest-move"];
    let text = run(&args).ok();
    assert!(
        text.starts_with(
            "Triangle 4: longest moves of 3 problems; up to 3 jumps, and up to 2 at the end, all proved.\n"
        ),
        "{text}"
    );
    assert!(
        text.ends_with("\n\ntable: triangle4.atlas/longest.csv\n"),
        "{text}"
    );
    let table = fs::read_to_string(folder.path().join("triangle4.atlas/longest.csv")).unwrap();
    assert_eq!(run(&[&args[..], &["--csv", "-"]].concat()).ok(), table);
    let report = run(&[&args[..], &["--json"]].concat()).json();
    let solved = &report["problems"][0];
    assert_eq!(
        (
            &report["open"],
            &solved["longest_move"]["jumps"],
            &solved["last_move"]["at_most"]
        ),
        (&0.into(), &3.into(), &2.into())
    );
    assert_eq!(report["problems"][1]["answer"], "unsolvable");
    // The bounds of the first run are recorded; unsolvable problems are searched again.
    assert_eq!(report["recorded"], 1);
    assert_eq!(solved["longest_move"]["recorded"], true);
    assert_eq!(report["problems"][1]["longest_move"]["recorded"], false);
    assert!(
        run(&args)
            .ok()
            .contains(", 1 recorded by an earlier run.\n")
    );
    fs::write(folder.path().join("file.ron"), "").unwrap();
    let message = run(&[&args[..], &["--folder", "file.ron"]].concat()).refused();
    assert!(
        message.contains("`file.ron` is an atlas file; tables of longest moves"),
        "{message}"
    );
}

#[test]
fn the_numbers_of_games_are_kept_in_the_folder() {
    let folder = tempdir().unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args);
    let args = ["atlas", "triangle4", "--games"];
    let text = run(&args).ok();
    assert!(
        text.starts_with("Triangle 4, 3 vacancies up to symmetry: 142 games, all counted.\n"),
        "{text}"
    );
    assert!(
        text.ends_with("\n\ntable: triangle4.atlas/games.csv\n"),
        "{text}"
    );
    let table = fs::read_to_string(folder.path().join("triangle4.atlas/games.csv")).unwrap();
    assert_eq!(run(&[&args[..], &["--csv", "-"]].concat()).ok(), table);
    let report = run(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["open"], &report["recorded"]),
        (&0.into(), &3.into())
    );
    let counted = run(&[
        "count",
        "triangle4",
        "--vacate",
        "any",
        "--finish",
        "any",
        "--json",
    ]);
    assert_eq!(report["vacancies"].as_array().unwrap().len(), 3);
    for (entry, counted) in std::iter::zip(
        report["vacancies"].as_array().unwrap(),
        counted.json()["answers"].as_array().unwrap(),
    ) {
        for field in [
            "vacate",
            "games",
            "solutions",
            "by_survivor",
            "by_final_pegs",
        ] {
            assert_eq!(entry[field], counted[field], "{field}");
        }
    }
    fs::write(folder.path().join("file.ron"), "").unwrap();
    let message = run(&[&args[..], &["--folder", "file.ron"]].concat()).refused();
    assert!(
        message.contains(
            "is an atlas file; tables of longest moves and of games need an atlas folder"
        )
    );
}

/// A run counts the games from the vacancies that fit, and a later run with a scratch folder those from the others.
#[test]
fn counts_of_vacancies_that_do_not_fit_the_memory_stay_open() {
    let folder = tempdir().unwrap();
    let run = |args: &[&str]| pegboard_in(folder.path(), args);
    let args = ["atlas", "triangle6", "--games"];
    let partly = run(&[&args[..], &["--memory", "1M"]].concat());
    assert_eq!(partly.code, 2);
    let (text, notes) = (partly.stdout, partly.stderr);
    assert!(text.contains(" open.\n"), "{text}");
    assert!(
        notes.contains("does not fit in the memory limit"),
        "{notes}"
    );
    let resumed = run(&[&args[..], &["--memory", "1M", "--scratch", "kept"]].concat()).ok();
    assert!(
        resumed.contains(" recorded by an earlier run.\n"),
        "{resumed}"
    );
    let table = || fs::read_to_string(folder.path().join("triangle6.atlas/games.csv")).unwrap();
    let on_disk = table();
    fs::remove_dir_all(folder.path().join("triangle6.atlas")).unwrap();
    run(&args).ok();
    assert_eq!(table(), on_disk);
}

/// Tables that no run has written are not read into memory.
#[cfg(unix)]
#[test]
fn a_table_that_is_a_device_or_too_large_is_refused() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join("triangle4.atlas").join(name);
    fs::create_dir(path("")).unwrap();
    for (name, option) in [
        ("games.csv", "--games"),
        ("moves.csv", "--fewest-moves"),
        ("longest.csv", "--longest-move"),
    ] {
        let message = || pegboard_in(folder.path(), &["atlas", "triangle4", option]).refused();
        std::os::unix::fs::symlink("/dev/zero", path(name)).unwrap();
        assert!(message().contains("it is not a file"), "{}", message());
        fs::remove_file(path(name)).unwrap();
        let large = fs::File::create(path(name)).unwrap();
        large.set_len(3 << 30).unwrap();
        assert!(
            message().contains("it is larger than 16 MiB"),
            "{}",
            message()
        );
    }
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("triangle4.atlas");
    fs::create_dir(&path).unwrap();
    for (name, option) in [
        ("games.csv", "--games"),
        ("moves.csv", "--fewest-moves"),
        ("longest.csv", "--longest-move"),
    ] {
        fs::write(path.join(name), "Certificate(\nvacate,finish\n").unwrap();
        let message = pegboard_in(folder.path(), &["atlas", "triangle4", option]).refused();
        assert!(message.contains("the first line must be"), "{message}");
    }
}

/// Labels name the problems in a folder.
#[test]
fn a_folder_with_other_labels_is_refused() {
    for mode in [
        &[][..],
        &["--fewest-moves"],
        &["--longest-move"],
        &["--games"],
    ] {
        let folder = tempdir().unwrap();
        let args = [&["atlas", "triangle4"], mode].concat();
        pegboard_in(folder.path(), &args).ok();
        let numbered = [&args[..], &["--labels", "numbers"]].concat();
        let message = pegboard_in(folder.path(), &numbered).refused();
        assert!(
            message.contains("names holes by other labels, such as `a")
                && message.contains("use the same `--labels`"),
            "{message}"
        );
        pegboard_in(folder.path(), &args);
        let files = fs::read_dir(folder.path().join("triangle4.atlas")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert!(!names.collect::<String>().contains("1-1.ron"));
    }
}

#[test]
fn an_atlas_file_with_other_labels_is_refused() {
    let folder = tempdir().unwrap();
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../boards/atlas/triangle4.ron"
    );
    fs::copy(file, folder.path().join("kept.ron")).unwrap();
    let args = "atlas triangle4 --folder kept.ron --labels numbers";
    let args: Vec<&str> = args.split(' ').collect();
    let message = pegboard_in(folder.path(), &args).refused();
    assert!(message.contains("use the same `--labels`"), "{message}");
}

/// The time limit also holds for the check of certificates.
#[test]
fn a_certificate_that_is_not_checked_in_time_is_reported() {
    let folder = tempdir().unwrap();
    let run =
        |options: &[&str]| pegboard_in(folder.path(), &[&["atlas", "triangle5"], options].concat());
    run(&[]).ok();
    let hurried = run(&["--time", "0"]);
    assert_eq!(hurried.code, 2);
    assert!(
        hurried.stderr.contains("not checked within the time limit"),
        "{}",
        hurried.stderr
    );
    for part in [
        " 0 open, 17 certified problems not checked.\n",
        " ~b3",
        "~ certificate not",
    ] {
        assert!(hurried.stdout.contains(part), "{}", hurried.stdout);
    }
    let report = run(&["--time", "0", "--json"]).json();
    assert_eq!(
        (&report["open"], &report["unchecked"]),
        (&0.into(), &17.into())
    );
    run(&["--fewest-moves"]).ok();
    let table = || fs::read(folder.path().join("triangle5.atlas/moves.csv")).unwrap();
    let before = table();
    let hurried = run(&["--fewest-moves", "--time", "0"]);
    assert_eq!((hurried.code, table() == before), (2, true));
    for part in [
        "5 with a certificate that was not checked in time.",
        "b3 not checked",
    ] {
        let words: Vec<&str> = hurried.stdout.split_whitespace().collect();
        assert!(words.join(" ").contains(part), "{}", hurried.stdout);
    }
    let report = run(&["--fewest-moves", "--time", "0", "--json"]).json();
    assert_eq!(report["open"], 5);
    run(&[]).ok();
}

/// `verify` and `check` would take the folder for a certificate or a board.
#[test]
fn a_new_folder_is_not_named_like_a_file() {
    let folder = tempdir().unwrap();
    let args = ["atlas", "triangle4", "--folder", "new.ron"];
    let message = pegboard_in(folder.path(), &args).refused();
    assert!(message.contains("cannot end in `.ron`"), "{message}");
    assert!(!folder.path().join("new.ron").exists());
}

/// The table of Wiegleb's board has only a bound for the problem that a certificate refutes.
#[test]
fn a_problem_without_a_solution_is_settled_by_its_certificate_alone() {
    let folder = tempdir().unwrap();
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../boards/atlas/wiegleb.ron"
    );
    fs::copy(file, folder.path().join("kept.ron")).unwrap();
    let args = "atlas wiegleb --folder kept.ron --fewest-moves --time 1ms";
    let args: Vec<&str> = args.split(' ').collect();
    let run = pegboard_in(folder.path(), &args);
    assert_eq!(run.code, 2);
    assert!(
        run.stdout.contains("\ne1: e1 not checked,"),
        "{}",
        run.stdout
    );
    let triangle = |option: &[&str]| {
        pegboard_in(folder.path(), &[&["atlas", "triangle5"], option].concat()).ok()
    };
    triangle(&[]);
    let moves = triangle(&["--fewest-moves", "--json"]);
    let moves: Value = serde_json::from_str(&moves).unwrap();
    let rows = moves["problems"].as_array().unwrap();
    let unsolvable = rows.iter().filter(|row| row["answer"] == "unsolvable");
    assert!(unsolvable.clone().count() == 5 && unsolvable.clone().all(|row| row["proved"] == true));
    assert!(unsolvable.clone().all(|row| row["seconds"] == 0.0));
}
