use super::program::{pegboard, pegboard_in};
use roxmltree::Document;
use std::fs;

/// Counts the circles of a class, and checks that the text is well-formed and every circle inside the view box.
fn circles(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let view: Vec<f64> = root
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    assert_eq!((view[0], view[1]), (0.0, 0.0));
    let of_class = |node: &roxmltree::Node| {
        node.has_tag_name("circle") && node.attribute("class") == Some(class)
    };
    for circle in document
        .descendants()
        .filter(|node| node.has_tag_name("circle"))
    {
        let number = |name| circle.attribute(name).unwrap().parse::<f64>().unwrap();
        assert!(number("cx") - number("r") >= 0.0 && number("cx") + number("r") <= view[2]);
        assert!(number("cy") - number("r") >= 0.0 && number("cy") + number("r") <= view[3]);
    }
    document.descendants().filter(of_class).count()
}

fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    texts
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

#[test]
fn a_board_shows_its_labels() {
    let svg = pegboard(&["draw", "cracker-barrel"]).ok();
    assert_eq!(circles(&svg, "hole"), 15);
    assert_eq!(
        texts(&svg),
        (1..=15)
            .map(|number| number.to_string())
            .collect::<Vec<_>>()
    );
}

#[test]
fn every_board_of_the_library_can_be_drawn() {
    for name in pegboard::Board::library_names() {
        let board = pegboard::Board::library(name).unwrap();
        assert_eq!(
            circles(&pegboard(&["draw", name]).ok(), "hole"),
            board.hole_count(),
            "{name}"
        );
    }
}

#[test]
fn a_position_shows_pegs_and_holes() {
    let svg = pegboard(&["draw", "triangle5", "--position", "a1 b2 e5"]).ok();
    assert_eq!((circles(&svg, "peg"), circles(&svg, "hole")), (3, 12));
    let svg = pegboard(&["draw", "english", "--vacate", "d4"]).ok();
    assert_eq!((circles(&svg, "peg"), circles(&svg, "hole")), (32, 1));
}

#[test]
fn moves_are_a_strip_of_pictures() {
    let svg = pegboard(&["draw", "triangle5", "--moves", "a3-a1, c3-a3, a4-a2"]).ok();
    assert_eq!(texts(&svg), ["1. a3-a1", "2. c3-a3", "3. a4-a2", "end"]);
    assert_eq!(circles(&svg, "peg moving"), 3);
    assert_eq!(circles(&svg, "peg removed"), 3);
}

#[test]
fn a_solution_is_found_and_drawn() {
    let drawn = pegboard(&[
        "draw",
        "triangle5",
        "--solution",
        "--columns",
        "4",
        "--json",
    ])
    .json();
    let svg = drawn["svg"].as_str().unwrap();
    assert_eq!(circles(svg, "peg removed"), 13);
    assert_eq!(drawn["pictures"], texts(svg).len());
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old.svg"), "old").unwrap();
    let run = pegboard_in(folder.path(), &["draw", "triangle5", "-o", "old.svg"]);
    assert_eq!(run.ok(), "");
    assert_eq!(
        circles(
            &fs::read_to_string(folder.path().join("old.svg")).unwrap(),
            "hole"
        ),
        15
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing else is left behind"
    );
    let message = pegboard_in(
        folder.path(),
        &["draw", "triangle5", "-o", "none/board.svg"],
    )
    .refused();
    assert!(
        message.starts_with("error: cannot write `none/board.svg`: "),
        "{message}"
    );
}

#[test]
fn bad_moves_are_refused() {
    assert_eq!(
        pegboard(&["draw", "triangle5", "--moves", "a3-a1, a1-a5"]).refused(),
        "error: --moves: move 2, `a1-a5`: there is no jump from a1 to a5; a jump goes two holes along a line; \
         a1 has a peg and a5 has a peg; here c3-a3, c4-a2, a5-a3 or c5-a3 can be played\n"
    );
    assert_eq!(
        pegboard(&["draw", "triangle5", "--finish", "any"]).refused(),
        "error: a finish only makes sense for a solution; add `--solution` to solve the problem and draw it\n"
    );
}

#[test]
fn options_without_effect_are_refused() {
    for option in [
        ["--seed", "3"],
        ["--order", "rows"],
        ["--without", "beam"],
        ["--nodes", "9999"],
    ] {
        let message = pegboard(&[&["draw", "triangle5"][..], &option].concat()).refused();
        assert!(
            message.contains("add `--solution` to solve the problem and draw it"),
            "{message}"
        );
        pegboard(&[&["draw", "triangle5", "--solution"][..], &option].concat()).ok();
    }
    for option in [["--finish", "a1"], ["--seed", "3"]] {
        let message =
            pegboard(&[&["draw", "triangle5", "--moves", "a3-a1"][..], &option].concat()).refused();
        assert!(
            message.contains("use `--solution` instead of `--moves`"),
            "{message}"
        );
    }
    pegboard(&["draw", "triangle5", "--moves", "a3-a1", "--fewest-moves"]).refused();
    for drawing in [&[][..], &["--position", "a1"]] {
        let message =
            pegboard(&[&["draw", "triangle5", "--columns", "3"], drawing].concat()).refused();
        assert!(
            message.contains("<--moves <MOVES>|--solution>"),
            "{message}"
        );
    }
}

#[test]
fn without_a_solution_nothing_is_drawn_and_the_exit_code_says_why() {
    let run = pegboard(&["draw", "triangle3", "--solution"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("there is no solution to draw"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_picture_is_not_written_into_a_file_of_another_kind() {
    let drawings = [
        &["draw", "triangle5", "-o"][..],
        &["graph", "triangle5", "-o"],
        &["atlas", "triangle4", "--map"],
    ];
    assert_eq!(
        pegboard(&["draw", "english", "--vacate", "c1", "-o", "x.gif"]).refused(),
        "error: `x.gif` would play moves, and this is a single picture; name a file that ends in `.svg`, `.png` or `.pdf`, \
         or add `--solution` or `--moves`\n"
    );
    for args in drawings {
        let refused = |file| pegboard(&[args, &[file]].concat()).refused();
        assert!(refused("picture.jpg").contains(
            "cannot write drawings as JPG; name a file that ends in `.svg`, `.png` or `.pdf`"
        ));
        for other in ["picture.foo", "picture.ron", "picture.txt"] {
            assert!(
                refused(other).contains("name a file that ends in `.svg`, `.png` or `.pdf`"),
                "{other}"
            );
        }
        for moving in ["picture.gif", "picture.apng", "picture.html"] {
            assert!(
                refused(moving).contains("this is a single picture"),
                "{}",
                refused(moving)
            );
        }
    }
}

#[test]
fn the_extension_of_the_file_decides_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |args: &[&str], file: &str| {
        assert_eq!(
            pegboard_in(folder.path(), &[args, &["-o", file]].concat()).ok(),
            ""
        );
        fs::read(folder.path().join(file)).unwrap()
    };
    let moves = [
        "draw",
        "triangle5",
        "--moves",
        "a3-a1, c3-a3, a4-a2",
        "--width",
        "90",
    ];
    let width = |png: &[u8]| u32::from_be_bytes(png[16..20].try_into().unwrap());
    let png = drawn(&moves, "game.png");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(width(&png), 90);
    let apng = drawn(&moves, "game.apng");
    assert!(apng.windows(4).any(|bytes| bytes == b"acTL"));
    assert!(drawn(&moves, "game.gif").starts_with(b"GIF89a"));
    let html = String::from_utf8(drawn(&moves[..4], "game.html")).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("[\"c3-a3\", 2]"));
    for args in [&moves[..4], &["graph", "triangle5"], &["draw", "english"]] {
        let pdf = drawn(args, "strip.pdf");
        assert!(pdf.starts_with(b"%PDF-1.7") && pdf.ends_with(b"%%EOF"));
    }
    assert!(drawn(&["graph", "triangle5"], "graph.PNG").starts_with(b"\x89PNG"));
    assert!(drawn(&["draw", "english"], "board.png").starts_with(b"\x89PNG"));
    assert!(drawn(&moves, "game.svg").starts_with(b"<svg"));
}

#[test]
fn an_animation_that_is_too_large_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let without_solution = [
        "draw",
        "english",
        "--vacate",
        "d4",
        "--finish",
        "a3",
        "--solution",
    ];
    for file in ["game.gif", "game.apng"] {
        for limit in [["--width", "20000"], ["--memory", "1M"]] {
            let args = [&without_solution[..], &limit, &["-o", file]].concat();
            let message = pegboard_in(folder.path(), &args).stderr;
            assert!(message.contains("choose a smaller width"), "{message}");
        }
    }
}

#[test]
fn options_decide_the_look_of_a_drawing() {
    let start = ["draw", "triangle5", "--vacate", "a1"];
    let svg = |options: &[&str]| pegboard(&[&start[..], options].concat()).ok();
    assert!(svg(&[]).contains("fill=\"#ffffff\""));
    assert!(!svg(&["--theme", "transparent"]).contains("<rect"));
    assert_ne!(svg(&["--theme", "dark"]), svg(&["--theme", "color-blind"]));
    let colored = svg(&["--peg-color", "#123456"]);
    assert_eq!(colored.matches("fill=\"#123456\"").count(), 14);
    assert_eq!(texts(&svg(&["--labels"])).len(), 15);
    assert!(svg(&["--width", "777"]).contains("width=\"777\""));
    let refused = |options: &[&str]| pegboard(&[&start[..], options].concat()).refused();
    assert!(
        refused(&["--theme", "blue"])
            .contains("the themes are light, dark, transparent, color-blind")
    );
    assert!(refused(&["--peg-color", "red"]).contains("`red` is not a color"));
}

#[test]
fn coordinates_stand_beside_every_picture() {
    let coordinates = ["a", "b", "c", "d", "e", "1", "2", "3", "4", "5"];
    let position = pegboard(&["draw", "triangle5", "--vacate", "a1", "--coordinates"]).ok();
    assert_eq!(texts(&position), coordinates);
    assert_eq!(
        (circles(&position, "peg"), circles(&position, "hole")),
        (14, 1)
    );
    let strip = pegboard(&[
        "draw",
        "triangle5",
        "--moves",
        "a3-a1, c3-a3",
        "--coordinates",
    ])
    .ok();
    assert_eq!(texts(&strip).iter().filter(|text| *text == "e").count(), 3);
    circles(&strip, "peg"); // checks that they lie inside the picture
    let folder = tempfile::tempdir().unwrap();
    let drawn = |file: &str, option: &[&str]| {
        let moves = ["draw", "triangle5", "--moves", "a3-a1, c3-a3", "-o", file];
        pegboard_in(folder.path(), &[&moves, option].concat()).ok();
        fs::read(folder.path().join(file)).unwrap()
    };
    let html = String::from_utf8(drawn("game.html", &["--coordinates"])).unwrap();
    assert!(html.contains(">e</text>"));
    let height = |gif: Vec<u8>| u16::from_le_bytes([gif[8], gif[9]]);
    let plain = height(drawn("plain.gif", &[]));
    assert!(height(drawn("named.gif", &["--coordinates"])) > plain);
    let refused = pegboard(&["draw", "cracker-barrel", "--solution", "--coordinates"]).refused();
    assert!(
        refused.starts_with("error: --coordinates: the labels of board `"),
        "{refused}"
    );
}

#[test]
fn a_drawn_solution_that_may_not_be_the_shortest_has_a_note() {
    let solution = [
        "draw",
        "wiegleb",
        "--vacate",
        "e5",
        "--finish",
        "e5",
        "--solution",
    ];
    let run = pegboard(&[&solution[..], &["--fewest-moves", "--nodes", "20000"]].concat());
    assert_eq!(run.code, 2);
    assert!(
        run.stdout.contains("<svg") && run.stderr.contains(" is the minimum: stopped by "),
        "{}",
        run.stderr
    );
}

#[test]
fn an_impossible_width_is_refused_with_the_possible_range() {
    for width in ["0", "20001", "wide"] {
        let refused = pegboard(&["draw", "english", "--width", width]).refused();
        assert!(
            refused.contains("write a number from 1 to 20000"),
            "{refused}"
        );
    }
}

#[test]
fn a_hint_is_drawn_with_an_arrow_for_each_jump() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "hint",
        "triangle5",
        "--vacate",
        "a1",
        "--finish",
        "a1",
        "--played",
        "a3-a1",
        "-o",
        "hint.svg",
    ];
    pegboard_in(folder.path(), &args).ok();
    let svg = fs::read_to_string(folder.path().join("hint.svg")).unwrap();
    assert_eq!(svg.matches("class=\"jump winning\"").count(), 2);
    assert_eq!(svg.matches("class=\"jump losing\"").count(), 2);
    assert_eq!(texts(&svg), ["solid: wins, dashed: loses"]);
    let last_losing = svg.rfind("class=\"jump losing\"");
    assert!(
        last_losing < svg.find("class=\"jump winning\""),
        "what wins lies on top"
    );
}

#[test]
fn a_stopped_search_says_so_and_draws_nothing() {
    let args = [
        "draw",
        "wiegleb",
        "--solution",
        "--vacate",
        "e1",
        "--finish",
        "e1",
        "--time",
        "100ms",
    ];
    let run = pegboard(&args);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.starts_with("Stopped by the time limit.\n"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("no solution was found within the limit"),
        "{}",
        run.stderr
    );
    assert_eq!(
        pegboard(&[&args[..], &["--json"]].concat()).json()["kind"],
        "limit"
    );
}

/// The arrows of d3-d5 and d4-d2 have separate lines.
#[test]
fn arrows_of_opposite_jumps_lie_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "hint",
        "english",
        "--played",
        "d2-d4 d5-d3 b4-d4",
        "-o",
        "hint.svg",
    ];
    pegboard_in(folder.path(), &args).ok();
    let svg = fs::read_to_string(folder.path().join("hint.svg")).unwrap();
    let start = |class: &str| {
        let (_, way) = svg.split_once(&format!("class=\"jump {class}\"")).unwrap();
        let (_, way) = way.split_once("d=\"M").unwrap();
        way.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(svg.matches("class=\"jump losing\"").count(), 1);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let middle = document
        .descendants()
        .find(|node| node.attribute("data-hole") == Some("d3"))
        .unwrap();
    let middle: f64 = middle.attribute("cx").unwrap().parse().unwrap();
    assert!(start("losing") > middle, "the arrow down lies on the right");
    assert!(
        svg.contains(&format!("d=\"M{} ", middle - 6.0)),
        "the arrow up lies on the left"
    );
}

#[test]
fn names_lie_above_arrows() {
    let folder = tempfile::tempdir().unwrap();
    pegboard_in(
        folder.path(),
        &["hint", "english", "--labels", "-o", "hint.svg"],
    )
    .ok();
    let svg = fs::read_to_string(folder.path().join("hint.svg")).unwrap();
    assert_eq!(texts(&svg).iter().filter(|text| **text == "d4").count(), 1);
    let last_arrow = svg.rfind("class=\"way\"").unwrap();
    assert!(
        svg.find(">d4</text>").unwrap() > last_arrow
            && svg.find(">a3</text>").unwrap() < last_arrow
    );
    let strip = pegboard(&["draw", "english", "--moves", "d2-d4", "--labels"]).ok();
    let last_arrow = strip.rfind("class=\"way\"").unwrap();
    assert!(strip.find(">d3</text>").unwrap() > last_arrow);
}

/// Next to each picture, its document shows the command that draws it.
#[test]
fn the_pictures_of_the_documents_are_those_of_their_commands() {
    let folder = tempfile::tempdir().unwrap();
    let gallery = [
        "graph",
        "icosahedron",
        "lamp",
        "map",
        "shortest",
        "star",
        "wiegleb",
    ];
    let of_the_gallery = gallery.map(|name| (format!("gallery/{name}.svg"), "docs/gallery.md"));
    let others = [
        ("triangle.svg", "README.md"),
        ("hint.svg", "docs/playing.md"),
        ("hint.svg", "docs/gallery.md"),
        ("dodecahedron.svg", "docs/boards.md"),
        ("petersen.svg", "docs/boards.md"),
        ("petersen.svg", "docs/gallery.md"),
        ("torus5.svg", "docs/boards.md"),
        ("torus5.svg", "docs/gallery.md"),
    ];
    let others = others.map(|(picture, document)| (picture.to_owned(), document));
    for (picture, document) in others.into_iter().chain(of_the_gallery) {
        let repository = std::path::Path::new("../..");
        let text = fs::read_to_string(repository.join(document)).unwrap();
        let name = picture.trim_start_matches("gallery/");
        let is_drawn_by =
            |code: &&str| code.starts_with("pegboard ") && code.ends_with(&format!(" {name}"));
        let command = text.split('`').find(is_drawn_by).unwrap();
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        pegboard_in(folder.path(), &words).ok();
        let drawn = fs::read_to_string(folder.path().join(name));
        let shown = fs::read_to_string(repository.join("docs").join(&picture));
        assert!(
            drawn.unwrap() == shown.unwrap(),
            "`{command}` draws another docs/{picture}"
        );
    }
}

/// Only the reader of an SVG file chooses fonts.
#[test]
fn labels_outside_the_font_are_noted() {
    let folder = tempfile::tempdir().unwrap();
    let board = r#"Board(name: "Row", lattice: Square, holes: Picture(["ooo"]), labels: Names(["甲", "b", "丙"]))"#;
    std::fs::write(folder.path().join("row.ron"), board).unwrap();
    let draw = |file| pegboard_in(folder.path(), &["draw", "row.ron", "-o", file]);
    for file in ["row.png", "row.pdf"] {
        let run = draw(file);
        assert_eq!(run.code, 0);
        assert!(
            run.stderr
                .contains("the built-in font lacks these characters")
                && run.stderr.contains("丙甲"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(draw("row.svg").stderr, "");
}
