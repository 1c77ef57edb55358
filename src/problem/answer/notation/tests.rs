use super::*;
use crate::board::file::DeclaredSymmetry;
use crate::board::{Board, LabelScheme, Position};
use crate::problem::answer::{Line, Move};
use proptest::prelude::*;

fn english() -> Position {
    let board = Board::library("english").unwrap();
    board.vacate(board.usual_vacancy().unwrap())
}

/// The triangle with its holes numbered, as on most pages about it.
fn triangle() -> Position {
    let board = Board::library("triangle5").unwrap();
    let board = board.with_label_scheme(LabelScheme::Numbers).unwrap();
    board.vacate(board.hole("1").unwrap())
}

fn read(start: &Position, text: &str) -> String {
    match Line::parse(start, text) {
        Ok(line) => line.to_string(),
        Err(error) => panic!("{text}: {error}"),
    }
}

fn refusal(start: &Position, text: &str) -> String {
    match Line::parse(start, text) {
        Ok(line) => panic!("{text}: {line}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_move_is_read_in_every_style() {
    let start = english();
    for text in [
        "d2-d4",
        "D2-D4",
        "d2–d4",
        "d2—d4",
        "d2−d4",
        "d2 - d4",
        "d2--d4",
        "d2d4",
        "d2:d4",
        "d2xd4",
        "d2×d4",
        "D2XD4",
        "d2→d4",
        "d2->d4",
        "d2 => d4",
        "d2>d4",
        "d2 to d4",
        "d2 d4",
        "d2, d4",
        "d2-d3-d4",
        "d2-(d3)-d4",
        "d2(d3)d4",
        "d2xd3-d4",
        "d2xd3xd4",
        "d2d3d4",
        "d2 d3 d4",
        "d2 over d3 to d4",
        "d2 jumps over d3 to d4",
        "d2 to d4 over d3",
        "Peg d2 jumps peg d3 to hole d4.",
        "jump d2 to d4",
        "Solution:\nStep 1: d2 -> d4 (removing d3)",
        "Jump the peg at d2 over d3 into d4",
        "d2 jumps to d4",
        "d2-d4, remove d3",
        "from d2 to d4 (d3)",
        "1. d2-d4",
        "1) d2-d4",
        "(1) d2-d4",
        "1: d2-d4",
        "Move 1: d2-d4.",
        "1 d2-d4",
        "#1 d2-d4",
        "- d2-d4",
        "• d2-d4",
        "[d2, d4]",
        "[[\"d2\", \"d4\"]]",
        "(d,2)-(d,4)",
        "\u{feff}d2-d4\r\n",
        "“d2-d4”",
        "d2-\nd4",
        " d2-d4 ; ",
        "d2-d4|",
        "d4<-d2",
        "d4 <= d2",
        "d4←d2",
        "d4←(d3)←d2",
        "d2↓",
        "d2 ⬇\u{fe0f}",
        "d2 ↓ d4",
        "d2 down",
        "d2 South",
        "d2 D",
        "d2: down",
        "d2S",
        "d2 jumps over d3",
        "d2 takes d3",
        "1. d2 captures d3.",
        "d2 over d3, d4",
        "D4 from D2",
        "move to d4 from d2",
        "R2C4 to R4C4",
        "r2c4-r4c4",
        "# to the center\nd2-d4",
        "d2-d4 # to the center",
        "d2, down",
        "2d-4d",
        "2D 4D",
        "2d x 4d",
        "d2/d4",
        "(d2)/(d4)",
        "d2_d4",
        "d2~d4",
        "x=4,y=2 -> x=4,y=4",
        "x=3, y=1 to x=3, y=3",
        "(x: 4, y: 2) to (x: 4, y: 4)",
        "{\"from\": {\"x\": 3, \"y\": 1}, \"to\": {\"x\": 3, \"y\": 3}}",
        "row 2, col 4 to row 4, col 4",
        "d2-d4 (31 left)",
        "d2-d4 (31 pegs left)",
        "d2-d4: 31 pegs",
        "d2-d4, 31 left",
        "d2-d4 (to the center)",
        "1. d2-d4 {a good move}",
        "d2-d4 // to the center",
        "d2 -- d4",
        "[2,4,4,4]",
        "move(2,4,4,4).",
        "jump(2,4,3,4,4,4).",
        "2,4,down",
        "2 4 D",
        "d2xd3",
        "d2…d4",
        "d2 v",
        "D2 jumps over D3 and lands on D4",
        "Step 1\nd2 to d4",
        "<li>d2&ndash;d4</li>",
        "a) d2-d4",
        "i. d2-d4",
        "① d2-d4",
        "1\u{fe0f}\u{20e3} d2-d4",
        "d2-d4: 31\n",
        "d2-d4 -- to the center",
        "d2-d4 -- keeps c1 free",
        "d2-d4 -- x",
        "d2-d4 --",
        "d2 -- d4 -- then b3-d3",
        "d2 down -- b3-d3",
        "d2 to d4 over d3 -- b3-d3",
        "d2-d4 // then b3-d3",
        "d2-d4, // then b3-d3",
        "// b3-d3 next\nd2-d4",
        "-- b3-d3 next\nd2-d4",
        "d2-d4 ; to the center",
        "First d2 nach d4",
        "#1 d2-d4",
        "| # | from | to |\n|---|---|---|\n| 1 | d2 | d4 |",
        "1,d2,d4",
        "const moves = [[\"d2\", \"d4\"]];",
    ] {
        assert_eq!(read(&start, text), "d2-d4", "{text:?}");
    }
}

#[test]
fn moves_are_separated_in_every_way() {
    let start = english();
    let usual = "d2-d4, d5-d3, b4-d4-d2";
    for text in [
        "d2-d4 d5-d3 b4-d4-d2",
        "d2-d4,d5-d3,b4-d4,d2",
        "d2-d4; d5-d3; b4-d4; d4-d2",
        "d2-d4 | d5-d3 | b4-d4 d2",
        "d2d4\nd5d3\nb4d4d2\n",
        "d2 d4\r\nd5 d3\r\nb4 d4 d2",
        "d2 d4 d5 d3 b4 d4 d2",
        "1. d2-d4 2. d5-d3 3. b4-d4-d2",
        "1.d2xd4\n2.d5xd3\n3.b4xd4xd2",
        "1) d2-d4, 2) d5-d3, 3) b4-d4, 4) d4-d2",
        "(1) d2-d4 (2) d5-d3 (3) b4-d4-d2",
        "d2-d4, then d5-d3 and b4-d4-d2.",
        "d2-d3-d4, d5-d4-d3, b4-c4-d4-d3-d2",
        "d2-d4 (d3) d5-d3 (d4) b4-(c4)-d4-(d3)-d2",
        "[['d2','d4'],['d5','d3'],['b4','d4'],['d4','d2']]",
        "* d2 to d4\n* d5 to d3\n* b4 to d4 to d2",
        "d2↓ d5↑ b4→↑",
        "d2 down, d5 up, b4 right up",
        "d2 takes d3; d5 takes d4; b4 takes c4; d4 takes d3",
        "d4 from d2\nd3 from d5\nd4 from b4\nd2 from d4",
        "d2D d5U b4R d4U",
        "d4<-d2, d3<-d5, d2<-d4<-b4",
    ] {
        assert_eq!(read(&start, text), usual, "{text:?}");
    }
    assert_eq!(read(&start, " ,;\n"), "");
    assert_eq!(read(&start, "[]"), "");
    assert_eq!(read(&start, "// b3-d3 next\n# then c1\n"), "");
}

#[test]
fn numbers_are_labels_or_numbers_of_moves() {
    let start = triangle();
    let usual = "4-1, 6-4, 1-6";
    for text in [
        "4-1, 6-4, 1-6",
        "4->1 6->4 1->6",
        "4→1; 6→4; 1→6",
        "4 to 1, 6 to 4, 1 to 6",
        "4 1 6 4 1 6",
        "1. 4-1 2. 6-4 3. 1-6",
        "1) 4 1\n2) 6 4\n3) 1 6",
        "1: 4-1\n2: 6-4\n3: 1-6",
        "4:1, 6:4, 1:6",
        "(4,1),(6,4),(1,6)",
        "[(4, 1), (6, 4), (1, 6)]",
        "4-2-1, 6-5-4, 1-3-6",
        "(4,2,1) (6,5,4) (1,3,6)",
        "4 over 2 to 1; 6 over 5 to 4; 1 over 3 to 6",
        "4x1 6x4 1x6",
        "4 up-right, 6-4, 1-6",
        "4 Up-Right; 6 left; 1 down-right",
        "(4)/(1) (6)/(4) (1)/(6)",
        "4/1 6/4 1/6",
        "4-1 (13 left), 6-4 (12 left), 1-6",
        "4-1 / 6-4 / 1-6",
        "4-1 (first), 6-4 (second), 1-6 (third)",
        "(4)→(1) (6)→(4) (1)→(6)",
        "4x2 6x5 1x3",
        "04-01 06-04 01-06",
        "jump 4 1 jump 6 4 jump 1 6",
    ] {
        assert_eq!(read(&start, text), usual, "{text:?}");
    }
    assert_eq!(
        refusal(&triangle(), "41, 1113"),
        "move 2, `1113`: it can be 11-13 or 11-1-3; write signs between the holes"
    );
}

#[test]
fn one_move_is_read() {
    let english = english();
    let graph =
        r#"Board(name: "K4", lattice: Graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]))"#;
    let graph = Board::parse(graph, "k4.ron").unwrap();
    let brackets: Notation = "brackets".parse().unwrap();
    let parsed = |board: &Board, text: &str| match Move::parse(board, text) {
        Ok(read) => brackets.moves(board, &[read]).concat(),
        Err(error) => error.to_string(),
    };
    for text in [
        "d2-d4-f4",
        "d2-d3-d4-e4-f4",
        "d2-(d3)-d4-(e4)-f4",
        "d2 to d4 over d3, d4 to f4",
        "d2-d4, d4-f4",
        "d2-d4, f4",
        "d2↓→",
        "f4<-d4<-d2",
    ] {
        let read = parsed(english.board(), text);
        assert_eq!(read, "d2-(d3)-d4-(e4)-f4", "{text}");
    }
    for (text, read) in [
        ("a-(b)-c", "a-(b)-c"),
        ("a-d-c", "a-(d)-c"),
        ("a-(b)-c-(d)-a", "a-(b)-c-(d)-a"),
        ("a-(b)-c, c-(d)-a", "a-(b)-c-(d)-a"),
        (
            "a-c",
            "move 1, `a-c`: jumps from a to c go over b and d; write the one that is meant, `a-(b)-c`",
        ),
        (
            "a-(c)-d",
            "no jump leads from `a` over `c` to `d`; name every hole that the peg visits, in order",
        ),
    ] {
        assert_eq!(parsed(&graph, text), read, "{text}");
    }
    for (text, refused) in [
        (
            "d2-d4, f3-d3",
            "`f3-d3` is a second move; name one move, such as d2-d4-f4",
        ),
        (
            "d2-d5",
            "no jump leads from `d2` to `d5`; name every hole that the peg visits, in order",
        ),
        (
            "d2",
            "move 1, `d2`, has no jump; write moves like d2-d4 or f3-d3-d5",
        ),
        (
            "d2-d4-",
            "move 1, `d2-d4-`, ends without a hole; write moves like d2-d4 or f3-d3-d5",
        ),
    ] {
        assert_eq!(parsed(english.board(), text), refused, "{text}");
    }
}

/// A scheme of single letters, of either case and with an x.
#[test]
fn a_number_made_of_labels_is_a_move() {
    let board = english().board().with_label_scheme(LabelScheme::RowColumn);
    let board = board.unwrap();
    let start = board.vacate(board.hole("44").unwrap());
    let line = Line::parse(&start, "2444 3634").unwrap();
    assert_eq!(line.to_string(), "24-44, 36-34");
}

#[test]
fn letters_of_winning_ways_are_read() {
    let start = english();
    let board = start
        .board()
        .with_label_scheme(LabelScheme::WinningWays)
        .unwrap();
    let start = board.vacate(board.hole("x").unwrap());
    assert_eq!(read(&start, "ex lj ck"), "e-x, l-j, c-k");
}

#[test]
fn coordinates_are_read_as_the_moves_allow() {
    let reading = |start: &Position, text: &str| {
        let (line, reading) = Line::parse_with_reading(start, text).unwrap();
        (line.to_string(), reading.map(|reading| reading.to_string()))
    };
    let board = Board::library("rectangle5x6").unwrap();
    let start = board.vacate(board.hole("a4").unwrap());
    for (text, order) in [
        ("(6,1) to (4,1)", "(row, column), counted from 1"),
        ("[1, 6] - [1, 4]", "(column, row), counted from 1"),
        ("(5,0)->(3,0)", "(row, column), counted from 0"),
        ("{0;5}:{0;3}", "(column, row), counted from 0"),
        (
            "(0,5) to (0,3) remove (0,4)",
            "(column, row), counted from 0",
        ),
        ("(6,1) over (5,1) to (4,1)", "(row, column), counted from 1"),
        ("6 1 4 1", "(row, column), counted from 1"),
        ("1,6 -> 1,4", "(column, row), counted from 1"),
        ("3. 5 0 3 0", "(row, column), counted from 0"),
        ("(5, 0, 'up')", "(row, column), counted from 0"),
        ("((6,1), \"U\")", "(row, column), counted from 1"),
        ("((1,6),(1,4))", "(column, row), counted from 1"),
    ] {
        assert_eq!(
            reading(&start, text),
            ("a6-a4".to_owned(), Some(order.to_owned())),
            "{text}"
        );
    }
    let line = "a6-a4".to_owned();
    assert_eq!(reading(&start, "a6-a4"), (line, None));
    // A reflection carries both readings onto each other, unless it moves the vacancy.
    assert_eq!(
        reading(&english(), "(2,4) to (4,4)"),
        (
            "d2-d4".to_owned(),
            Some("(row, column), counted from 1".to_owned())
        )
    );
    let asymmetric = english().without_peg(english().board().hole("a3").unwrap());
    assert_eq!(
        refusal(&asymmetric, "(2,4) to (4,4)"),
        "the coordinates can be (row, column), counted from 1, or (column, row), counted from 1: all moves can be played \
         either way"
    );
    // The text names rows and columns.
    for (text, order) in [
        (
            "x=1,y=6 to x=1,y=4",
            "named rows and columns, counted from 1",
        ),
        (
            "x=0,y=5 to x=0,y=3",
            "named rows and columns, counted from 0",
        ),
    ] {
        let read = reading(&start, text);
        assert_eq!(read, ("a6-a4".to_owned(), Some(order.to_owned())), "{text}");
    }
    // The labels decide.
    for (scheme, moves) in [
        (LabelScheme::RowColumn, "24-44"),
        (LabelScheme::ColumnRow, "42-44"),
    ] {
        let board = english().board().with_label_scheme(scheme).unwrap();
        let start = board.vacate(board.hole("44").unwrap());
        let first = if scheme == LabelScheme::RowColumn {
            "(2,4)-(4,4)"
        } else {
            "(4,2)-(4,4)"
        };
        assert_eq!(reading(&start, first).0, moves);
        let from_zero = if scheme == LabelScheme::RowColumn {
            "(1,3)-(3,3)"
        } else {
            "(3,1)-(3,3)"
        };
        assert_eq!(reading(&start, from_zero).0, moves);
    }
    assert_eq!(
        refusal(&start, "(6,1)-(4,1), (9,9)-(1,1)"),
        "move 2, `(9,9)-(1,1)`: there is no hole at (9,9), read as (row, column), counted from 1"
    );
}

#[test]
fn the_first_wrong_move_is_named_with_jumps_that_can_be_played() {
    let start = english();
    for (text, message) in [
        (
            "d2-d4 b4-d4",
            "move 2, `b4-d4`: the jump b4-d4 cannot be played: d4 is not empty; here b3-d3, f3-d3 or d5-d3 can be played",
        ),
        (
            "d2-d4, d1-e3",
            "move 2, `d1-e3`: there is no jump from d1 to e3; a jump goes two holes along a line; d1 has a peg and e3 has a \
             peg; here b3-d3, ",
        ),
        (
            "d2-d4,d2",
            "move 1, `d2-d4,d2`: the jump d4-d2 cannot be played: d3, which it would jump over, has no peg; here ",
        ),
        (
            "d2-d4, e5",
            "move 2, `e5`, has no jump; write moves like d2-d4 or f3-d3-d5",
        ),
        ("d2", "move 1, `d2`, has no jump"),
        (
            "d2-d4, z9-d3",
            "move 2, `z9-d3`: board `English` has no hole `z9`",
        ),
        (
            "d2-d4, d5+d3",
            "move 2, `d5+d3`: board `English` has no hole `+d3`",
        ),
        ("d2-, d4", "move 1, `d2-`, ends without a hole"),
        ("d2-d4, f3-", "move 2, `f3-`, ends without a hole"),
        ("d2-(d3)", "move 1, `d2-(d3)`, has no jump"),
        ("moves", "move 1, `moves`, has no jump"),
        ("[[[[", "move 1, `[[[[`, has no jump"),
        (
            "d2-d4, d1 left",
            "move 2, `d1 left`: there is no jump from d1 to the left; d1 has a peg; here b3-d3, ",
        ),
        (
            "d2↓ d5↓",
            "move 2, `d5↓`: the jump d5-d7 cannot be played: d7 is not empty; here d5-d3, ",
        ),
        (
            "d2-d4 hello",
            "move 2, `hello`: board `English` has no hole `hello`",
        ),
    ] {
        let said = refusal(&start, text);
        assert!(said.starts_with(message), "{text}: {said}");
    }
    let mut file = start.board().file().clone();
    file.symmetry = DeclaredSymmetry::Auto;
    file.without = vec![("c1".into(), "d1".into(), "e1".into())];
    let board = Board::new(file).unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    assert!(
        refusal(&start, "c1-e1").starts_with(
            "move 1, `c1-e1`: there is no jump from c1 to e1; the board leaves this jump out; c1 has a peg and e1 has a peg; "
        )
    );
}

fn notations() -> impl Iterator<Item = Notation> {
    let styles = MoveStyle::ALL.into_iter().map(|(style, _)| style);
    styles.flat_map(|style| {
        let separators = MoveSeparator::ALL.into_iter();
        separators.map(move |(separator, _)| Notation { style, separator })
    })
}

#[test]
fn styles_are_written_as_documented() {
    let line = Line::parse(&english(), "d2-d4, d5-d3, b4-d4-d2").unwrap();
    let written = |name: &str| {
        let notation: Notation = name.parse().unwrap();
        line.written(&notation).to_string()
    };
    for (name, text) in [
        ("hyphen", "d2-d4, d5-d3, b4-d4-d2"),
        ("dash,bars", "d2–d4 | d5–d3 | b4–d4–d2"),
        ("plain", "d2d4, d5d3, b4d4d2"),
        ("colon, semicolons", "d2:d4; d5:d3; b4:d4:d2"),
        ("lines,x", "d2xd4\nd5xd3\nb4xd4xd2"),
        ("arrow", "d2→d4, d5→d3, b4→d4→d2"),
        ("ascii-arrow", "d2->d4, d5->d3, b4->d4->d2"),
        ("to,numbered", "1. d2 to d4\n2. d5 to d3\n3. b4 to d4 to d2"),
        ("over", "d2-d3-d4, d5-d4-d3, b4-c4-d4-d3-d2"),
        ("brackets", "d2-(d3)-d4, d5-(d4)-d3, b4-(c4)-d4-(d3)-d2"),
        (
            "coordinates",
            "(2,4) to (4,4), (5,4) to (3,4), (4,2) to (4,4) to (2,4)",
        ),
    ] {
        assert_eq!(written(name), text, "{name}");
    }
    let unknown = |name: &str| name.parse::<Notation>().unwrap_err().to_string();
    assert_eq!(
        unknown("arow"),
        "there is no style `arow` of moves; did you mean `arrow`?"
    );
    assert!(unknown("nonsense").contains("the styles are hyphen, dash, "));
    assert_eq!(
        unknown("x,arrow"),
        "`x` and `arrow` are both styles; name one of them"
    );
    assert_eq!(
        unknown("lines,x,bars"),
        "`lines` and `bars` are both separators; name one of them"
    );
    let numbers = Line::parse(&triangle(), "4-1").unwrap();
    let plain = Notation {
        style: MoveStyle::Plain,
        ..Notation::default()
    };
    assert_eq!(numbers.written(&plain).to_string(), "41");
    let high = triangle()
        .board()
        .vacate(triangle().board().hole("13").unwrap());
    let high = Line::parse(&high, "11-13").unwrap();
    assert_eq!(high.written(&plain).to_string(), "11-13"); // 1113 could be 11-1-3
}

/// Labels can be directions.
#[test]
fn holes_jumped_over_are_left_out_where_they_would_be_misread() {
    let text = r#"Board(name: "U", lattice: Lines([["down", "up", "right"], ["up", "x", "y"]]))"#;
    let board = Board::parse(text, "up.ron").unwrap();
    let start = board.with_pegs(["down", "up"].map(|label| board.hole(label).unwrap()));
    let line = Line::new(start.clone(), start.jumps().collect()).unwrap();
    for name in ["over", "brackets", "hyphen"] {
        let notation: Notation = name.parse().unwrap();
        let written = line.written(&notation).to_string();
        assert_eq!(
            Line::parse(&start, &written).as_ref(),
            Ok(&line),
            "{written}"
        );
    }
}

/// A hyphen between labels joins no diagonal, also after another move.
#[test]
fn a_move_between_labels_is_no_diagonal() {
    let text = r#"Board(name: "U", lattice: Lines([["up", "x", "left"], ["a", "b", "c"]]))"#;
    let board = Board::parse(text, "up.ron").unwrap();
    let start = board.with_pegs(["up", "x", "a", "b"].map(|label| board.hole(label).unwrap()));
    let line = Line::parse(&start, "a-c, up-left").unwrap();
    assert_eq!(line.to_string(), "a-c, up-left");
    let read = Move::parse(&board, "up-left").unwrap();
    assert_eq!(read, line.moves()[1]);
}

/// The word of a move can be a label after a zero, a direction or a word between moves.
#[test]
fn a_plain_move_with_another_meaning_has_hyphens() {
    let plain: Notation = "plain".parse().unwrap();
    for ([from, over, to], text) in [
        (["0", "1", "2"], "0-2"),
        (["n", "w", "e"], "n-e"),
        (["t", "a", "o"], "t-o"),
        (["a", "d", "n"], "an"),
    ] {
        let row = format!(r#"Board(name: "Row", lattice: Jumps([("{from}", "{over}", "{to}")]))"#);
        let board = Board::parse(&row, "row.ron").unwrap();
        let start = board.vacate(board.hole(to).unwrap());
        let jump = start.jumps().next().unwrap();
        let line = Line::new(start.clone(), vec![jump]).unwrap();
        assert_eq!(line.written(&plain).to_string(), text);
        assert_eq!(Line::parse(&start, text).as_ref(), Ok(&line));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A line of random jumps is read back from each style, on boards with labels of every kind. Coordinates can be
    /// refused as ambiguous, but are never read as another line.
    #[test]
    fn every_style_is_read_back(
        board in 0usize..8,
        vacancy in any::<prop::sample::Index>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let (name, scheme) = [
            ("english", LabelScheme::Letters),
            ("english", LabelScheme::WinningWays),
            ("english", LabelScheme::RowColumn),
            ("triangle5", LabelScheme::Numbers),
            ("rectangle6x7", LabelScheme::ColumnRow),
            ("english-diagonal", LabelScheme::Numbers),
            ("octahedron", LabelScheme::Numbers),
            ("petersen", LabelScheme::Numbers),
        ][board];
        let board = Board::library(name).unwrap().with_label_scheme(scheme).unwrap();
        let start = board.vacate(*vacancy.get(&board.holes().collect::<Vec<_>>()));
        let (mut position, mut jumps) = (start.clone(), Vec::new());
        for choice in choices {
            let possible: Vec<_> = position.jumps().collect();
            if possible.is_empty() {
                break;
            }
            let jump = *choice.get(&possible);
            position = position.play(jump).unwrap();
            jumps.push(jump);
        }
        let line = Line::new(start.clone(), jumps).unwrap();
        for notation in notations() {
            let text = line.written(&notation).to_string();
            for text in [text.clone(), text.to_uppercase(), text.to_lowercase()] {
                let is_exact = scheme != LabelScheme::WinningWays || text == line.written(&notation).to_string();
                match Line::parse(&start, &text) {
                    Ok(read) => prop_assert!(!is_exact || read == line, "{}: {} is {}", text, read, line),
                    Err(NotationError::AmbiguousCoordinates { .. }) => {
                        prop_assert_eq!(notation.style, MoveStyle::Coordinates);
                    }
                    Err(error) => prop_assert!(!is_exact, "{}: {}", text, error),
                }
            }
        }
    }
}

/// Each of these took minutes: the time was the square of the length.
#[test]
fn long_hostile_texts_are_read_at_once() {
    let board = Board::library("english").unwrap();
    let start = board.vacate(board.hole("d4").unwrap());
    for text in [
        "-".repeat(1_000_000),
        "(5 ".repeat(300_000),
        "5 5 (".repeat(200_000),
    ] {
        assert!(Line::parse(&start, &text).is_err());
    }
}
