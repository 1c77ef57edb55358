use super::program::{pegboard, pegboard_in};

#[test]
fn a_puzzle_can_be_solved_from_its_printed_start() {
    let args = ["puzzle", "english", "--seed", "7", "--difficulty", "medium"];
    let text = pegboard(&args).ok();
    assert_eq!(text, pegboard(&args).ok());
    assert!(!text.contains("solution"), "{text}");
    assert!(
        pegboard(&[&args[..], &["--solution"]].concat())
            .ok()
            .contains("solution\n")
    );
    let start = text
        .lines()
        .find_map(|line| line.strip_prefix("start: "))
        .unwrap();
    assert!(
        pegboard(&["solve", "english", "--start", start, "--finish", "any"])
            .ok()
            .contains("solved")
    );
    let drawing = pegboard(&["draw", "english", "--position", start]).ok();
    assert!(drawing.contains("<svg"));
}

#[test]
fn the_printed_command_plays_the_same_problem() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [".oo.", "oooo", "oooo", ".oo."]
        .map(|row| format!("\"{row}\""))
        .join(", ");
    let own =
        format!("Board(name: \"Own\", lattice: Square, vacancy: \"b1\", holes: Picture([{rows}]))");
    std::fs::write(folder.path().join("my board.ron"), own).unwrap();
    let command = |args: &[&str]| {
        let text = pegboard_in(folder.path(), args).ok();
        text.lines()
            .last()
            .unwrap()
            .strip_prefix("play: ")
            .unwrap()
            .to_owned()
    };
    let given = command(&[
        "puzzle",
        "english",
        "--seed",
        "4",
        "--difficulty",
        "easy",
        "--finish",
        "d4",
    ]);
    assert_eq!(
        given,
        "pegboard play english --start \"b3 b4 c5 d6\" --finish d4"
    );
    let any = command(&["puzzle", "my board.ron", "--difficulty", "easy"]);
    assert!(
        any.starts_with("pegboard play 'my board.ron' --start \"")
            && any.ends_with(" --finish any"),
        "{any}"
    );
}

#[test]
fn conditions_are_kept() {
    let args = [
        "puzzle",
        "english",
        "--seed",
        "2",
        "--finish",
        "D4",
        "--symmetric",
        "--unique",
        "first-jump",
    ];
    let report = pegboard(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(
        (&report["finish"], &report["winning_first_jumps"]),
        (&"d4".into(), &1.into())
    );
    assert_eq!(report["difficulty"], "medium");
    assert!(
        report["moves"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()
            .as_str()
            .unwrap()
            .ends_with("d4")
    );
}

#[test]
fn impossible_puzzles_are_refused_with_advice() {
    let conditions = [
        "--difficulty",
        "expert",
        "--symmetric",
        "--unique",
        "finish",
    ];
    let not_found = pegboard(&[&["puzzle", "propeller"], &conditions[..]].concat());
    assert_eq!(not_found.code, 2); // a failed search proves nothing
    assert!(
        not_found
            .stderr
            .contains("try another seed, another difficulty or fewer conditions"),
        "{}",
        not_found.stderr
    );
    let none = pegboard(&["puzzle", "triangle3", "--difficulty", "expert"]).refused();
    assert!(
        none.contains("no start on board `Triangle 3` is a puzzle of this kind; it has puzzles of difficulty easy\n"),
        "{none}"
    );
    let never = pegboard(&["puzzle", "english", "--unique", "finish", "--finish", "d4"]).refused();
    assert!(
        never.contains("a last peg in `d4` can always end elsewhere, too"),
        "{never}"
    );
    assert!(
        pegboard(&["puzzle", "english", "--finish", "z9"])
            .refused()
            .contains("no hole `z9`")
    );
    assert!(
        pegboard(&["puzzle", "english", "--difficulty", "huge"])
            .refused()
            .contains("expert")
    );
}

#[test]
fn a_time_limit_ends_the_search_for_a_puzzle() {
    let hard = [
        "puzzle",
        "propeller",
        "--difficulty",
        "expert",
        "--symmetric",
        "--unique",
        "finish",
    ];
    let run = pegboard(&[&hard[..], &["--time", "0s"]].concat());
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (2, "Stopped by the time limit.\n")
    );
}
