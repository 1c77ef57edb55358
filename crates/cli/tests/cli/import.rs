use super::program::{Run, pegboard, pegboard_in, pegboard_reading};
use pegboard::Board;
use serde_json::json;
use std::fs;

const ENGLISH: &str = "\
. . * * * . . .
. . * * * . . .
* * * * * * * .
* * * o * * * .
* * * * * * * .
. . * * * . . .
. . * * * . . .
. . . . . . . .
";

/// Returns the note that describes a reading.
fn reading(text: &str) -> String {
    format!(
        "note: read as a drawing on the {text}; to change this, use `--lattice`, `--hole`, `--peg`, `--outside` and \
         `--finish`\n"
    )
}

/// Returns the output of an import, which notes how it read the drawing.
#[track_caller]
fn imported(run: Run) -> String {
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.starts_with("note: read as "), "{}", run.stderr);
    run.stdout
}

#[test]
fn a_picture_becomes_a_board_file_with_its_vacancy() {
    let ron = imported(pegboard_reading(
        ENGLISH,
        &["import", "-", "--name", "Englisch"],
    ));
    let board = Board::parse(&ron, "imported.ron").unwrap();
    assert_eq!(board.name(), "Englisch");
    assert!(board.same_geometry(&Board::library("english").unwrap()));
    assert_eq!(board.usual_vacancy(), board.hole("d4").ok());
}

#[test]
fn the_written_board_can_be_used_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("triangle.txt"),
        "    o\n   * *\n  * * *\n * * * *\n* * * * *\n",
    )
    .unwrap();
    let import = [
        "import",
        "triangle.txt",
        "--lattice",
        "triangular",
        "-o",
        "triangle.ron",
    ];
    assert_eq!(imported(pegboard_in(folder.path(), &import)), "");
    let answer = pegboard_in(folder.path(), &["solve", "triangle.ron", "--json"]).json();
    assert_eq!(
        (&answer["vacate"], &answer["jumps"]),
        (&json!("a1"), &json!(13))
    );
}

#[test]
fn a_position_with_several_vacancies_is_reported_as_a_start() {
    let run = pegboard_reading("***\n*oo\n***\n", &["import", "-"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.stderr,
        format!(
            "{}note: the picture shows a position with 7 pegs; to start from it, use `--start '***/*oo/***'`\n",
            reading("square lattice: `*` a peg, `o` an empty hole")
        )
    );
    let json = pegboard_reading("***\n*oo\n***\n", &["import", "-", "--json"]).json();
    assert_eq!(
        json["start"],
        json!(["a1", "b1", "c1", "a2", "a3", "b3", "c3"])
    );
    assert_eq!(json["vacancy"], json!(null));
    assert_eq!(json["holes"], 9);
    assert_eq!(json["lattice"], "square");
    assert!(json["ron"].as_str().unwrap().starts_with("Board("));
}

#[test]
fn a_title_of_two_words_is_left_out() {
    for (text, holes) in [
        ("The House\n\nooo\nooo\nooo\n", 9),
        ("My board\n\no o\no o\no o\n", 6),
        ("Start position\nooo\no*o\nooo\n", 9),
        ("House v2\n\nooo\nooo\n", 6),
        ("My board\neee\nepe\neee\n", 9),
        ("ooo\nooo\nooo\nby Anna\n", 9),
    ] {
        let run = pegboard_reading(text, &["import", "-", "--json"]);
        assert!(
            run.stderr
                .starts_with("note: read as a drawing on the square lattice"),
            "{}",
            run.stderr
        );
        assert_eq!(run.json()["holes"], holes, "{text}");
    }
    for graph in ["a\nb\nc\na b\nb c\n", "the house\nhouse o\no x\n"] {
        let json = pegboard_reading(graph, &["import", "-", "--json"]).json();
        assert_eq!(json["format"], "edge list", "{graph}");
    }
}

#[test]
fn a_board_file_is_not_imported() {
    let folder = tempfile::tempdir().unwrap();
    let ron = pegboard(&["info", "english", "--ron"]).ok();
    let broken = ron.replace("Square", "Square2");
    for (name, text) in [("own.ron", &ron), ("broken.txt", &broken)] {
        fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(
            pegboard_in(folder.path(), &["import", name]).refused(),
            format!("error: `{name}` is already a board file; check it with `pegboard check`\n")
        );
    }
}

#[test]
fn options_set_the_meaning_of_characters() {
    let options = ["import", "-", "--peg", "q", "--hole", "p"];
    let ron = imported(pegboard_reading("qqq\nqpq\n", &options));
    assert_eq!(Board::parse(&ron, "imported.ron").unwrap().hole_count(), 6);
    let message = pegboard_reading("qqq\nqpq\n", &["import", "-"]).refused();
    assert!(message.contains("`q`"), "{message}");
}

#[test]
fn bad_input_is_refused() {
    assert!(
        pegboard(&["import", "nowhere.txt"])
            .refused()
            .starts_with("error: cannot read `nowhere.txt`: ")
    );
    assert!(
        pegboard_reading("", &["import", "-"])
            .refused()
            .contains("hole")
    );
    let large = format!("{}\n", "o".repeat(12)).repeat(12);
    let message = pegboard_reading(&large, &["import", "-"]).refused();
    assert!(message.contains("144 holes, but at most 128"), "{message}");
    assert!(
        pegboard_reading("ooo\n", &["import", "-", "--lattice", "round"])
            .refused()
            .contains("write `square`, `triangular` or `graph`")
    );
}

#[test]
fn a_guessed_legend_is_reported() {
    let run = pegboard_reading("#+#\n+.+\n#+#\n", &["import", "-"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.stderr,
        reading("square lattice: `#` no hole, `+` a peg, `.` an empty hole")
    );
    let json = pegboard_reading("#+#\n+.+\n#+#\n", &["import", "-", "--json"]).json();
    assert_eq!(
        json["legend"],
        json!({ "hole": ".", "peg": "+", "outside": "#", "finish": "" })
    );
}

#[test]
fn a_picture_that_does_not_fit_is_refused() {
    let missing = ". . o o o o . .\no o o o o o o o\n. o o o o  . .\n";
    assert!(
        pegboard_reading(missing, &["import", "-"])
            .refused()
            .contains("is not aligned")
    );
    let outside = pegboard_reading("##\n##\n", &["import", "-", "--outside", "#"]).refused();
    assert!(outside.contains("`--hole`, `--peg`"), "{outside}");
    let partial = pegboard_reading("##\n#.\n", &["import", "-", "--outside", ".", "--json"]).json();
    assert_eq!(partial["holes"], 3);
}

#[test]
fn walls_that_leave_no_jump_are_reported() {
    let text = "###\n#.#\n###\n";
    let unclear = pegboard_reading(text, &["import", "-"]).refused();
    assert!(unclear.contains("can be read in two ways"), "{unclear}");
    let walls = ["import", "-", "--hole", ".", "--outside", "#"];
    let run = pegboard_reading(text, &walls);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let warning = "warning: no jump is possible anywhere on this board\n";
    assert!(run.stderr.ends_with(warning), "{}", run.stderr);
    let ring = pegboard_reading(text, &["import", "-", "--hole", "#", "--outside", ". "]);
    let read = reading("square lattice: `.` no hole, `#` a hole");
    assert_eq!((ring.code, ring.stderr), (0, read));
}

#[test]
fn a_full_position_needs_no_start() {
    let run = pegboard_reading("xxx\nxxx\n", &["import", "-"]);
    assert_eq!(run.code, 0);
    assert!(!run.stderr.contains("--start"), "{}", run.stderr);
}

#[test]
fn the_picture_of_a_hint_is_read_back() {
    let hint = pegboard(&["hint", "english"]).ok();
    let picture = hint.split("\n\n").nth(1).unwrap();
    let run = pegboard_reading(picture, &["import", "-"]);
    assert!(
        run.stderr.starts_with(
            "note: read as a drawing on the square lattice: `●+` a peg, `○` an empty hole; "
        ),
        "{}",
        run.stderr
    );
    let board = Board::parse(&run.stdout, "hint.ron").unwrap();
    assert!(board.same_geometry(&Board::library("english").unwrap()));
    assert_eq!(board.usual_vacancy(), board.hole("d4").ok());
}

#[test]
fn an_option_sets_the_jump_directions() {
    let board = |options: &[&str]| {
        let options = [&["import", "-"], options].concat();
        let ron = imported(pegboard_reading("ooo\nooo\nooo\n", &options));
        (Board::parse(&ron, "imported.ron").unwrap(), ron)
    };
    let count = |options: &[&str]| board(options).0.jumps().len();
    assert_eq!(count(&[]), 12);
    assert_eq!(count(&["--jumps", "diagonal"]), 4);
    assert_eq!(count(&["--jumps", "All"]), 16);
    assert_eq!(count(&["--jumps", "right,down-left"]), 4);
    assert!(
        board(&["--jumps", "right,down-left"])
            .1
            .contains("    jumps: [Right, DownLeft],\n")
    );
    assert!(!board(&[]).1.contains("jumps"));
    let refused = |options: &[&str]| {
        pegboard_reading("ooo\n", &[&["import", "-"], options].concat()).refused()
    };
    assert_eq!(
        refused(&["--lattice", "triangular", "--jumps", "diagonal"]),
        "error: --jumps: only the square lattice has `Diagonal` jumps; omit it for the usual jumps of the \
         triangular lattice\n"
    );
    assert!(refused(&["--jumps", "up,up"]).contains("the direction `Up` is listed twice"));
    assert!(refused(&["--jumps", "sideways"]).contains("`sideways` is not a direction"));
}

/// The cycle of five vertices in every format, and its name.
const CYCLE: [(&str, &str, &str); 4] = [
    ("edge list", "a b\nb c\nc d\nd e\ne a\n", "standard input"),
    ("DOT", "graph Five { a -- b -- c -- d -- e -- a }", "Five"),
    (
        "GraphML",
        "<graphml><graph id='Five'><node id='a'/><node id='b'/><node id='c'/><node id='d'/><node id='e'/>\
         <edge source='a' target='b'/><edge source='b' target='c'/><edge source='c' target='d'/>\
         <edge source='d' target='e'/><edge source='e' target='a'/></graph></graphml>",
        "Five",
    ),
    (
        "node-link JSON",
        r#"{"graph": {"name": "Five"}, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}, {"id": "e"}],
            "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"},
                      {"source": "c", "target": "d"}, {"source": "d", "target": "e"}, {"source": "e", "target": "a"}]}"#,
        "Five",
    ),
];

#[test]
fn headers_and_other_kinds_are_named() {
    for (text, expected) in [
        (
            "4 3\n1 2\n2 3\n3 4\n",
            "; its first line, `4 3`, was read as a header;",
        ),
        (
            "[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]",
            "; it may also be a list of edges (`--lattice graph`);",
        ),
    ] {
        let run = pegboard_reading(text, &["import", "-"]);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn graphs_are_recognized_and_the_reading_is_named() {
    for (format, text, name) in CYCLE {
        let run = pegboard_reading(text, &["import", "-", "--json"]);
        assert_eq!(run.code, 0);
        let note = format!(
            "note: the file was read as a graph ({format}); to read a drawing, use `--lattice square` or `--lattice triangular`\n"
        );
        assert_eq!(run.stderr, note);
        let json = run.json();
        assert_eq!(
            (
                &json["title"],
                &json["format"],
                &json["lattice"],
                &json["legend"]
            ),
            (&json!(name), &json!(format), &json!("graph"), &json!(null))
        );
        assert_eq!(json["symmetry"], "10 automorphisms");
        let board = Board::parse(json["ron"].as_str().unwrap(), "five.ron").unwrap();
        assert_eq!((board.hole_count(), board.jumps().len()), (5, 10));
    }
}

#[test]
fn one_of_several_graphs_is_imported_by_its_number() {
    let text = "graph one { a -- b -- c }\ngraph two { a -- b -- c -- d }";
    let message = pegboard_reading(text, &["import", "-"]).refused();
    assert!(
        message.contains("the text shows 2 graphs") && message.contains("`--nth 1`"),
        "{message}"
    );
    let second = pegboard_reading(text, &["import", "-", "--nth", "2", "--json"]).json();
    assert_eq!(
        (&second["title"], &second["holes"]),
        (&json!("two"), &json!(4))
    );
    let third = pegboard_reading(text, &["import", "-", "--nth", "3"]).refused();
    assert!(
        third.contains("there is no graph 3: the text shows 2 graphs"),
        "{third}"
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two.dot"), text).unwrap();
    let all = pegboard_in(folder.path(), &["import", "two.dot", "--all"]);
    assert_eq!(imported_graph(&all), "two-1.ron\ntwo-2.ron\n");
}

fn imported_graph(run: &Run) -> &str {
    assert_eq!(run.code, 0, "{}", run.stderr);
    &run.stdout
}

#[test]
fn texts_that_may_be_graphs_say_so() {
    let pairs = "(1,2),(2,3)\n";
    let message = pegboard_reading(pairs, &["import", "-"]).refused();
    assert!(
        message.contains("the edges of a graph, or the rows and columns of holes")
            && message.contains("`--lattice graph` for edges"),
        "{message}"
    );
    let matrix = "0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n";
    let note = pegboard_reading(matrix, &["import", "-"]).stderr;
    assert!(
        note.contains("; it may also be the adjacency matrix of a graph (`--lattice graph`)"),
        "{note}"
    );
    for (text, holes) in [(pairs, 3), (matrix, 4)] {
        let arguments = ["import", "-", "--lattice", "graph", "--json"];
        let graph = pegboard_reading(text, &arguments).json();
        assert_eq!(
            (&graph["lattice"], &graph["holes"]),
            (&json!("graph"), &json!(holes))
        );
    }
}

/// The labels of every scheme that the program prints.
#[test]
fn the_labels_of_every_scheme_are_read_back() {
    for (name, schemes) in [
        (
            "english",
            &[
                "letters",
                "numbers",
                "rowcol",
                "colrow",
                "winning-ways",
                "beasley",
                "33",
                "44",
            ][..],
        ),
        ("french", &["winning-ways"]),
        ("triangle5", &["letters", "numbers", "rowcol"]),
        ("hexagon3", &["letters", "numbers", "colrow"]),
        ("triangle10", &["rowcol"]),
    ] {
        let board = Board::library(name).unwrap();
        for scheme in schemes {
            let info = pegboard(&["info", name, "--labels", scheme]).ok();
            let ron = imported(pegboard_reading(&info, &["import", "-"]));
            let read = Board::parse(&ron, "read.ron").unwrap();
            assert!(read.same_geometry(&board), "{name} {scheme}: {ron}");
            let known = board.with_label_scheme(scheme.parse().unwrap()).unwrap();
            let labels = |board: &Board| {
                let labels = board.holes().map(|hole| board.label(hole).to_owned());
                labels.collect::<Vec<_>>()
            };
            assert_eq!(labels(&read), labels(&known), "{name} {scheme}");
        }
    }
    let torus = pegboard(&["info", "torus5"]).ok();
    let message = pegboard_reading(&torus, &["import", "-"]).refused();
    assert!(message.contains("lies on no lattice"), "{message}");
}

#[test]
fn the_reading_of_a_start_of_emoji_is_named() {
    let text = "🔵🔵🔵\n🔵⚪🔵\n🔵🔵🔵\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("start.txt"), text).unwrap();
    fs::write(folder.path().join("board.txt"), "ooo\nooo\nooo\n").unwrap();
    let arguments = ["hint", "board.txt", "--start-file", "start.txt"];
    let run = pegboard_in(folder.path(), &arguments);
    assert!(
        run.stderr.contains(
            "note: start.txt was read with these characters: `🔵` a peg, `⚪` an empty hole"
        ),
        "{}",
        run.stderr
    );
    let usual = ["hint", "board.txt", "--start", "***/*o*/***"];
    let run = pegboard_in(folder.path(), &usual);
    assert!(!run.stderr.contains("characters"), "{}", run.stderr);
}

#[test]
fn a_list_of_edges_may_look_like_a_drawing() {
    let text = "o x\nx O\n";
    let drawing = pegboard_reading(text, &["import", "-", "--json"]);
    let graph = pegboard_reading(text, &["import", "-", "--lattice", "graph", "--json"]).json();
    assert_ne!(drawing.code, 0);
    assert_eq!(
        (&graph["holes"], &graph["lattice"]),
        (&json!(3), &json!("graph"))
    );
}

#[test]
fn options_of_drawings_are_refused_for_graphs() {
    for option in ["--jumps", "--hole", "--peg", "--outside"] {
        let value = if option == "--jumps" { "all" } else { "o" };
        let message = pegboard_reading("a b\nb c\n", &["import", "-", option, value]).refused();
        assert!(
            message.contains(&format!("{option} is about drawings")),
            "{message}"
        );
    }
    let message = pegboard_reading("a b c\n", &["import", "-", "--lattice", "graph"]).refused();
    assert!(message.contains("the line has 3 labels"), "{message}");
}

#[test]
fn several_boards_are_taken_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = "ooo\no*o\nooo\n\n   o\n  o o\n o o o\n";
    fs::write(folder.path().join("two.txt"), text).unwrap();
    let message = pegboard_in(folder.path(), &["import", "two.txt"]).refused();
    assert!(
        message.contains("the text shows 2 boards") && message.contains("`--nth 1`"),
        "{message}"
    );
    let second = pegboard_in(
        folder.path(),
        &["import", "two.txt", "--nth", "2", "--json"],
    )
    .json();
    assert_eq!(
        (&second["holes"], &second["lattice"]),
        (&json!(6), &json!("triangular"))
    );
    let all = imported(pegboard_in(folder.path(), &["import", "two.txt", "--all"]));
    assert_eq!(all, "two-1.ron\ntwo-2.ron\n");
    for (output, written) in [
        ("a.b", "a.b-1.ron\na.b-2.ron\n"),
        ("a.ron", "a-1.ron\na-2.ron\n"),
    ] {
        let named = ["import", "two.txt", "--all", "--output", output];
        assert_eq!(imported(pegboard_in(folder.path(), &named)), written);
    }
    fs::remove_file(folder.path().join("two-1.ron")).unwrap();
    assert_eq!(
        pegboard_in(folder.path(), &["import", "two.txt", "--all"]).refused(),
        "error: `two-2.ron` exists already; remove it, or choose other names with `--output NAME.ron`\n"
    );
    assert!(!folder.path().join("two-1.ron").exists());
    let second = Board::load(folder.path().join("two-2.ron")).unwrap();
    assert_eq!((second.name(), second.hole_count()), ("two 2", 6));
    let third = pegboard_in(folder.path(), &["import", "two.txt", "--nth", "3"]).refused();
    assert!(third.contains("there is no board 3"), "{third}");
    let input = pegboard_reading(text, &["import", "-", "--all"]).refused();
    assert!(input.contains("`--output NAME.ron`"), "{input}");
}

#[test]
fn what_the_program_prints_is_read_back() {
    let english = Board::library("english").unwrap();
    let import = |text: &str, options: &[&str]| {
        let json = pegboard_reading(text, &[&["import", "-", "--json"], options].concat()).json();
        Board::parse(json["ron"].as_str().unwrap(), "again.ron").unwrap()
    };
    for command in [&["info", "english"][..], &["hint", "english"]] {
        let printed = pegboard(command).ok();
        assert!(import(&printed, &[]).same_geometry(&english), "{printed}");
    }
    for options in [&[][..], &["--ascii"]] {
        let solve = [&["solve", "triangle5", "--pictures"], options].concat();
        let printed = pegboard(&solve).ok();
        let last = import(&printed, &["--nth", "3"]);
        assert!(
            last.same_geometry(&Board::library("triangle5").unwrap()),
            "{printed}"
        );
    }
}

#[test]
fn a_triangle_that_may_be_square_is_reported() {
    let run = pegboard_reading("o\noo\nooo\n", &["import", "-"]);
    assert!(
        run.stderr
            .contains("it may also be a board on the square lattice (`--lattice square`)"),
        "{}",
        run.stderr
    );
}

#[test]
fn two_readings_are_named() {
    let message = pegboard_reading("ab\nba\n", &["import", "-"]).refused();
    assert!(
        message.contains("`a` a peg, `b` an empty hole"),
        "{message}"
    );
    assert!(
        message.contains("`b` a peg, `a` an empty hole"),
        "{message}"
    );
    assert!(
        message.contains("`--hole`, `--peg`, `--outside`"),
        "{message}"
    );
}

const PDDL: &str = "(define (problem row)\n(:domain pegsolitaire)\n(:init (= (total-cost) 0) (move-ended)\n\
    (IN-LINE pos-0-0 pos-1-0 pos-2-0) (IN-LINE pos-2-0 pos-1-0 pos-0-0)\n\
    (IN-LINE pos-1-0 pos-2-0 pos-3-0) (IN-LINE pos-3-0 pos-2-0 pos-1-0)\n\
    (occupied pos-0-0) (occupied pos-1-0) (free pos-2-0) (occupied pos-3-0))\n\
    (:goal (and (free pos-0-0) (occupied pos-1-0) (free pos-2-0) (free pos-3-0))))\n";

#[test]
fn a_problem_of_the_planning_competitions_is_imported_and_solved() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("row.pddl"), PDDL).unwrap();
    let import = pegboard_in(folder.path(), &["import", "row.pddl", "--json"]).json();
    assert_eq!(
        (
            &import["title"],
            &import["holes"],
            &import["vacancy"],
            &import["finish"]
        ),
        (&json!("row"), &json!(4), &json!("c1"), &json!("b1"))
    );
    assert_eq!(import["start"], json!(["a1", "b1", "d1"]));
    let solved = pegboard_in(folder.path(), &["solve", "--pddl", "row.pddl", "--json"]).json();
    assert_eq!(
        (&solved["jumps"], &solved["finish"]),
        (&json!(2), &json!("b1"))
    );
    let message = pegboard_in(folder.path(), &["solve", "english", "--pddl", "row.pddl"]).refused();
    assert!(message.contains("--pddl"), "{message}");
}

#[test]
fn a_start_is_read_like_a_drawing() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}  ###\r\n  ###\r\n#######\r\n###.###\r\n#######\r\n  ###\r\n  ###\r\n";
    fs::write(folder.path().join("start.txt"), text).unwrap();
    let info = pegboard_in(
        folder.path(),
        &["hint", "english", "--start-file", "start.txt", "--json"],
    );
    assert_eq!(info.code, 0, "{}", info.stderr);
    assert!(
        info.stderr.starts_with(
            "note: start.txt was read with these characters: `#` a peg, `.` an empty hole; "
        ),
        "{}",
        info.stderr
    );
}

#[test]
fn a_drawing_stands_where_a_board_file_may() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "triangle.txt",
        "    .\n   * *\n  * * *\n * * * *\n* * * * *\n",
    );
    let solved = pegboard_in(folder.path(), &["solve", "triangle.txt", "--json"]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    let note = "note: `triangle.txt` was read as a drawing on the triangular lattice: `*` a peg, `.` an empty hole; to read \
                it in another way, use `pegboard import`\n";
    assert_eq!(solved.stderr, note);
    assert_eq!(solved.json()["board"], "triangle.txt");
    write("few.txt", "ooo\no*o\n**o\n");
    let few = pegboard_in(folder.path(), &["info", "few.txt"]);
    assert!(
        few.stderr.contains("use `--start 'ooo/o*o/**o'`"),
        "{}",
        few.stderr
    );
    write("two.txt", "ab\nba\n");
    let two = pegboard_in(folder.path(), &["info", "two.txt"]).refused();
    assert!(two.contains("can be read in two ways"), "{two}");
    write("broken.txt", "Board(\n  name: \"x\",\n");
    let broken = pegboard_in(folder.path(), &["info", "broken.txt"]).refused();
    assert!(!broken.contains("drawing"), "{broken}");
    write("graph.txt", "graph { a -- b -- c }");
    let graph = pegboard_in(folder.path(), &["info", "graph.txt"]).refused();
    assert!(
        graph.contains("is a graph; make a board file with `pegboard import`"),
        "{graph}"
    );
    // Advice that `import` would refuse is not given.
    let picture = pegboard(&["draw", "english"]).ok();
    write("board.svg", &picture);
    for command in ["info", "import"] {
        let message = pegboard_in(folder.path(), &[command, "board.svg"]).refused();
        assert!(
            message.contains("the file has no element `graph`")
                && message.contains("draw the board in characters"),
            "{message}"
        );
    }
}

#[test]
fn characters_that_say_nothing_are_refused() {
    let with = |arguments: &[&str]| {
        pegboard_reading("ooo\no*o\n", &[&["import", "-"], arguments].concat()).refused()
    };
    assert!(with(&["--hole", ""]).contains("name at least one character"));
    let none = with(&["--peg", "xyz"]);
    assert!(
        none.contains("no character of the text is one of `xyz`"),
        "{none}"
    );
}

#[test]
fn a_list_of_holes_names_the_boards_that_have_as_many() {
    let list = pegboard_reading("011111111111111\n", &["import", "-"]);
    assert!(
        list.stderr
            .contains("a list of 15 holes in one row; boards with as many holes are `triangle5`"),
        "{}",
        list.stderr
    );
    let start = ["hint", "triangle5", "--start", "011111111111111", "--json"];
    let hint = pegboard(&start);
    assert_eq!(hint.code, 0, "{}", hint.stderr);
    assert!(
        hint.stderr
            .contains("in the order of the holes of the board"),
        "{}",
        hint.stderr
    );
}

#[test]
fn an_unknown_board_suggests_a_few() {
    let message = pegboard(&["info", "squar5"]).refused();
    assert!(
        message.contains("did you mean `square5` or ")
            || message.contains("did you mean `square5`, "),
        "{message}"
    );
    assert!(message.contains("`pegboard boards`"), "{message}");
    assert_eq!(
        pegboard(&["info", "mahjong"]).refused(),
        "error: the library has no board `mahjong`, and no file has this name; `pegboard boards` lists the library\n"
    );
}

#[test]
fn old_line_ends_separate_rows() {
    let ron = imported(pegboard_reading(
        "ooo\rooo\rooo\r",
        &["import", "-", "--name", "Old"],
    ));
    assert_eq!(Board::parse(&ron, "old.ron").unwrap().hole_count(), 9);
}

#[test]
fn what_is_no_text_and_no_name_is_refused() {
    let binary = pegboard_reading("ooo\0ooo\nooo\n", &["import", "-"]).refused();
    assert!(binary.contains("the file is not text"), "{binary}");
    let blank = pegboard_reading("ooo\nooo\n", &["import", "-", "--name", " "]).refused();
    assert!(blank.contains("--name: the name of a board"), "{blank}");
}
