//! The usual goal of a board file: a hole, a position or patterns.

use pegboard::{
    Board, BoardFile, BoardFinish, Goal, LabelScheme, Pattern, PatternLabels, Position,
};

fn board(finish: &str) -> Board {
    let text = format!(
        "Board(name: \"Outpost\", lattice: Square, vacancy: \"c3\", finish: {finish},
         holes: Picture([\"..o..\", \".ooo.\", \"ooooo\", \".ooo.\", \"..o..\"]))"
    );
    Board::parse(&text, "outpost.ron").unwrap_or_else(|error| panic!("{error}"))
}

fn complaint(finish: &str) -> String {
    let text = format!(
        "Board(name: \"Bar\", lattice: Square, finish: {finish}, holes: Picture([\"oooo\"]))"
    );
    Board::parse(&text, "bar.ron").unwrap_err().to_string()
}

const FORMS: [&str; 4] = [
    "\"c3\"",
    "Position([\"c1\", \"c5\"])",
    "Patterns([(pegs: [\"c1\", \"c5\"], empty: [\"c3\"])])",
    "Patterns([(pegs: [\"c1\"]), (empty: [\"b2\", \"d2\"])])",
];

#[test]
fn each_form_is_read_and_written() {
    for form in FORMS {
        let board = board(form);
        let goal = board.usual_goal().unwrap();
        let again = Board::parse(&board.file().to_ron(), "again.ron").unwrap();
        assert_eq!(again.file(), board.file());
        assert_eq!(again.usual_goal().as_ref(), Some(&goal));
        let json = serde_json::to_string(&board).unwrap();
        let read: BoardFile = serde_json::from_str(&json).unwrap();
        assert_eq!(&read, board.file(), "{json}");
        // The goal is the same set of holes under other labels.
        let numbered = board.with_label_scheme(LabelScheme::Numbers).unwrap();
        let codes = |goal: &Goal| match goal {
            Goal::Position(finish) => vec![finish.code()],
            Goal::PegIn(holes) => holes.iter().map(|hole| 1 << hole.index()).collect(),
            Goal::Patterns(patterns) => {
                let code = |holes: Vec<pegboard::Hole>| {
                    holes
                        .iter()
                        .fold(0u128, |code, hole| code | 1 << hole.index())
                };
                let both = |pattern: &Pattern| [code(pattern.pegs()), code(pattern.empty())];
                patterns.iter().flat_map(both).collect()
            }
            goal => panic!("{goal:?}"),
        };
        assert_eq!(codes(&numbered.usual_goal().unwrap()), codes(&goal));
    }
    assert!(board(FORMS[0]).file().to_ron().contains("finish: \"c3\","));
    let json = serde_json::to_value(board(FORMS[0])).unwrap();
    assert_eq!(json["finish"], "c3");
}

#[test]
fn a_hole_may_have_the_name_of_a_form() {
    let text = "Board(name: \"Path\", lattice: Graph([(\"a\", \"b\"), (\"b\", \"Position\")]), finish: \"Position\")";
    let board = Board::parse(text, "path.ron").unwrap();
    let json = serde_json::to_string(&board).unwrap();
    let read: Board = serde_json::from_str(&json).unwrap();
    assert_eq!(read.file().finish, Some(BoardFinish::from("Position")));
}

#[test]
fn starts_take_the_usual_goal_where_it_is_possible() {
    let usual = |form: &str, start: &str| {
        let board = board(form);
        let start = match start {
            "usual" => board.vacate(board.usual_vacancy().unwrap()),
            labels => Position::parse(&board, labels).unwrap(),
        };
        Goal::usual(&start)
    };
    for form in &FORMS[2..] {
        assert!(matches!(usual(form, "usual"), Goal::Patterns(_)));
    }
    // Too few pegs for the pattern, and a class of which no match is a member.
    assert_eq!(usual(FORMS[2], "a3 b3"), Goal::OnePeg);
    let all = "c1 b2 c2 d2 a3 b3 d3 e3 b4 c4 d4 c5";
    let whole = format!("Patterns([(pegs: [\"c1\"], empty: [{}])])", {
        let others = all.split(' ').skip(1).chain(["c3"]);
        others
            .map(|label| format!("{label:?}"))
            .collect::<Vec<_>>()
            .join(", ")
    });
    let other_class = board(&whole).usual_goal().unwrap();
    assert!(matches!(other_class, Goal::Patterns(_)));
    assert!(!matches!(usual(&whole, all), Goal::Patterns(_)));
}

#[test]
fn mistakes_are_explained() {
    let help = "help: write a label: \"d4\", `Position([\"d4\", …])` or `Patterns([(pegs: [\"d4\", …], empty: [\"e1\", …]), …])`";
    for (form, message) in [
        ("\"z9\"", "the finish `z9` is not a hole of the board"),
        (
            "Position([\"a1\", \"z9\"])",
            "the finish `z9` is not a hole of the board",
        ),
        (
            "Patterns([(pegs: [\"z9\"])])",
            "the finish `z9` is not a hole of the board",
        ),
        (
            "Position([])",
            "the finish is wrong: the position has no pegs",
        ),
        ("Patterns([])", "the finish is wrong: there is no pattern"),
        (
            "Patterns([()])",
            "the finish is wrong: a pattern names no hole",
        ),
        (
            "Patterns([(pegs: [\"a1\"], empty: [\"a1\"])])",
            "the finish is wrong: a pattern names a hole as one with a peg and as an empty one",
        ),
        (
            "Patterns([(empty: [\"a1\", \"b1\", \"c1\", \"d1\"])])",
            "the finish is wrong: a pattern leaves no hole for a peg",
        ),
        ("Patterns([(peg: [\"a1\"])])", help),
        ("Patterns([(pegs: \"a1\")])", help),
        ("Positions([\"a1\"])", help),
        ("7", help),
        ("Position(\"a1\")", help),
    ] {
        let complaint = complaint(form);
        assert!(complaint.contains(message), "{form}: {complaint}");
    }
    let many = vec!["(pegs: [\"a1\"])"; 65].join(", ");
    let complaint = complaint(&format!("Patterns([{many}])"));
    assert!(
        complaint.contains("there are 65 patterns, but at most 64"),
        "{complaint}"
    );
}

/// Descriptions made by a program are checked like files.
#[test]
fn a_description_is_checked() {
    let mut file = board(FORMS[0]).file().clone();
    let pattern = PatternLabels {
        pegs: vec!["nowhere".to_owned()],
        empty: Vec::new(),
    };
    file.finish = Some(BoardFinish::Patterns(vec![pattern]));
    let error = Board::new(file).unwrap_err().to_string();
    assert_eq!(error, "the finish `nowhere` is not a hole of the board");
}
