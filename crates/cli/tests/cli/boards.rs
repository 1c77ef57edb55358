use super::program::{pegboard, pegboard_in, pegboard_reading};
use pegboard::Board;
use serde_json::{Value, json};

fn svss(board: &Board) -> Vec<Value> {
    let label = |hole| board.label(hole);
    let problems = board.svss_problems().into_iter();
    problems
        .map(|each| json!({ "vacate": label(each.vacancy()), "finish": label(each.finish()) }))
        .collect()
}

fn assert_facts(facts: &Value, board: &Board) {
    assert_eq!(facts["title"], board.name());
    assert_eq!(facts["holes"], board.hole_count());
    assert_eq!(facts["jumps"], board.jumps().len());
    assert_eq!(facts["lattice"], board.file().lattice.to_string());
    assert_eq!(facts["symmetry"], board.symmetry_group().to_string());
    assert_eq!(
        facts["backend"],
        if board.hole_count() <= 64 {
            "u64"
        } else {
            "u128"
        }
    );
    assert_eq!(facts["null_class"], board.is_null_class());
    assert_eq!(facts["svss"], Value::from(svss(board)));
    let in_types: usize = facts["types"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind.as_array().unwrap().len())
        .sum();
    assert_eq!(in_types, board.svss_problems().len());
}

#[test]
fn the_list_has_a_line_for_each_board_of_the_library() {
    let list = pegboard(&["boards"]).ok();
    let names: Vec<&str> = list
        .lines()
        .skip(2)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names, Board::library_names().collect::<Vec<_>>());
    let english = list
        .lines()
        .find(|line| line.starts_with("english "))
        .unwrap();
    let columns: Vec<&str> = english.split_whitespace().collect();
    assert!(list.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(
        columns,
        [
            "english", "33", "76", "square", "D4", "u64", "yes", "21", "3"
        ]
    );
}

#[test]
fn the_list_as_json_has_the_facts_of_each_board() {
    let list = pegboard(&["boards", "--json"]).json();
    let boards = list["boards"].as_array().unwrap();
    assert_eq!(boards.len(), Board::library_names().len());
    for facts in boards {
        assert_facts(
            facts,
            &Board::library(facts["board"].as_str().unwrap()).unwrap(),
        );
    }
}

#[test]
fn info_shows_the_board_with_its_facts_and_types() {
    insta::assert_snapshot!(pegboard(&["info", "english"]).ok());
    insta::assert_snapshot!(pegboard(&["info", "triangle3"]).ok());
}

#[test]
fn info_as_json_has_the_facts() {
    for name in ["diamond13", "triangle11"] {
        let facts = pegboard(&["info", name, "--json"]).json();
        assert_facts(&facts, &Board::library(name).unwrap());
    }
}

/// Codes, pagoda weights and jumps of other outputs refer to these holes.
#[test]
fn info_as_json_tells_how_codes_are_read() {
    let facts = pegboard(&["info", "triangle5", "--json"]).json();
    let board = Board::library("triangle5").unwrap();
    let holes = facts["hole_list"].as_array().unwrap();
    for (hole, entry) in board.holes().zip(holes) {
        let (x, y) = board.coordinate(hole).unwrap();
        assert_eq!(
            entry,
            &json!({ "label": board.label(hole), "x": x, "y": y })
        );
    }
    let jumps = facts["jump_list"].as_array().unwrap();
    assert_eq!((holes.len(), jumps.len()), (15, 36));
    assert_eq!(jumps[0], json!({ "from": "a1", "over": "b2", "to": "c3" }));
    let symmetries = facts["symmetries"].as_array().unwrap();
    assert_eq!(symmetries.len(), 6);
    assert!(
        symmetries
            .iter()
            .all(|each| each["images"].as_array().unwrap().len() == 15)
    );
    assert!(facts["note"].is_string() || facts["note"].is_null());
}

#[test]
fn a_board_is_found_without_its_extension_and_in_either_case() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Board(name: \"Heart\", lattice: Square, holes: Picture([\"ooo\"]))";
    std::fs::write(folder.path().join("heart.ron"), text).unwrap();
    assert!(
        pegboard_in(folder.path(), &["info", "heart"])
            .ok()
            .starts_with("Heart\n")
    );
    assert_eq!(
        pegboard(&["info", "English"]).ok(),
        pegboard(&["info", "english"]).ok()
    );
}

/// Every game leaves a peg in each part.
#[test]
fn a_board_in_parts_has_no_problem_that_ends_with_one_peg() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Board(name: \"Two\", lattice: Square, holes: Picture([\"ooo.ooo\"]))";
    std::fs::write(folder.path().join("two.ron"), text).unwrap();
    let facts = pegboard_in(folder.path(), &["info", "two.ron", "--json"]).json();
    assert_eq!((&facts["svss"], &facts["types"]), (&json!([]), &json!([])));
}

/// Standard input and pipes give a board, in every command that takes one.
#[test]
fn a_board_is_read_from_a_pipe() {
    let text = "Board(name: \"Bar\", lattice: Square, holes: Picture([\"oooo\"]))";
    let commands: [&[&str]; 10] = [
        &["info", "-"],
        &["check", "-"],
        &["solve", "-", "--vacate", "b1"],
        &["sweep", "-", "--vacate", "b1"],
        &["count", "-", "--vacate", "b1"],
        &["draw", "-"],
        &["hint", "-", "--vacate", "b1"],
        &["games", "-", "--vacate", "b1"],
        &["graph", "-", "--vacate", "b1"],
        &["atlas", "-", "--folder", "atlas"],
    ];
    for args in commands {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::fs::write(path.join("bar.ron"), text).unwrap();
        let run = |board: &str, shell: bool| {
            let args: Vec<&str> = args
                .iter()
                .map(|arg| if *arg == "-" { board } else { arg })
                .collect();
            let program = assert_cmd::cargo::cargo_bin!("pegboard")
                .display()
                .to_string();
            let mut command = if shell {
                let mut command = assert_cmd::Command::new("bash");
                command.args(["-c", &format!("'{program}' {}", args.join(" "))]);
                command
            } else {
                let mut command = assert_cmd::Command::new(program);
                command.args(&args).write_stdin(text);
                command
            };
            let output = command.current_dir(path).output().unwrap();
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (
                output.status.code().unwrap(),
                text(&output.stdout),
                text(&output.stderr),
            )
        };
        let (code, printed, message) = run("-", false);
        assert!(code < 2, "{args:?}: {message}");
        assert!(
            args[0] == "draw"
                || printed.contains("Bar")
                || args[0] == "games"
                || args[0] == "graph",
            "{printed}"
        );
        if cfg!(unix) {
            let (code, _, message) = run("<(cat bar.ron)", true);
            assert!(code < 2, "{args:?}: {message}");
        }
    }
    let twice = pegboard_reading(text, &["solve", "-", "--start-file", "-"]).refused();
    assert!(twice.contains("can be read only once"), "{twice}");
    let nameless = pegboard_reading(text, &["atlas", "-"]).refused();
    assert!(nameless.contains("`--folder`"), "{nameless}");
    let large = " ".repeat(2 << 20);
    let refused = pegboard_reading(&large, &["info", "-"]).refused();
    assert!(refused.contains("larger than 1 MiB"), "{refused}");
}

#[test]
fn an_unknown_board_is_refused_with_a_similar_name() {
    assert_eq!(
        pegboard(&["info", "weigleb"]).refused(),
        "error: the library has no board `weigleb`; did you mean `wiegleb`? `pegboard boards` lists the library\n"
    );
    assert!(
        pegboard(&["info", "nowhere.ron"])
            .refused()
            .starts_with("error: cannot read `nowhere.ron`: ")
    );
}

#[test]
fn large_numbers_have_groups_of_digits() {
    let info = pegboard(&["info", "square5"]).ok();
    assert!(info.contains("about 262,144 up to symmetry"), "{info}");
}
