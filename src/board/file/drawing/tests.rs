//! Drawings of many kinds, each with the board, the pegs, and the reading.

use super::position::{Fit, Misfit, Shape, fit};
use super::*;
use crate::board::label::letters;
use crate::{Board, Labels};

fn read_with(text: &str, options: &ImportOptions) -> Result<ImportedBoard, String> {
    ImportedBoard::read(text, "drawing.txt", options).map_err(|error| error.to_string())
}

fn read(text: &str) -> Result<ImportedBoard, String> {
    read_with(text, &ImportOptions::default())
}

fn on(lattice: Lattice) -> ImportOptions {
    ImportOptions {
        lattice: Some(lattice),
        ..ImportOptions::default()
    }
}

fn legend(hole: &str, peg: &str, outside: &str) -> ImportLegend {
    ImportLegend {
        hole: hole.into(),
        peg: peg.into(),
        outside: outside.into(),
        finish: String::new(),
    }
}

/// Describes a reading, or the first line of an error. `name` is a board of the library, or something else.
fn described(text: &str, name: &str) -> String {
    let imported = match read(text) {
        Ok(imported) => imported,
        Err(error) => return format!("refused: {}", error.lines().next().unwrap()),
    };
    let board = Board::new(imported.file.clone()).unwrap();
    let pegs = imported.pegs.as_ref().map(Vec::len);
    assert!(
        imported
            .pegs
            .iter()
            .flatten()
            .all(|peg| board.hole_at(*peg).is_some())
    );
    let size = match Board::library(name) {
        Ok(known) if known.same_geometry(&board) => name.to_owned(),
        _ => format!("{} holes", board.hole_count()),
    };
    let pegs = match pegs {
        None => "no pegs".to_owned(),
        Some(1) => "1 peg".to_owned(),
        Some(pegs) => format!("{pegs} pegs"),
    };
    let finish = match imported.finish[..] {
        [] => String::new(),
        [(x, y)] => format!(", finish ({x}, {y})"),
        _ => format!(", {} finishes", imported.finish.len()),
    };
    format!("{size}, {pegs}{finish}; {}", imported.reading)
}

#[test]
fn drawings_are_read_as_people_mean_them() {
    let wrong = TABLE.iter().filter_map(|(kind, text, expected)| {
        let name = expected.split(',').next().unwrap();
        let found = described(text, name);
        (found != *expected)
            .then(|| format!("{kind}:\n{text}\nfound    {found}\nexpected {expected}\n"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kind of drawing, text, and reading.
const TABLE: &[(&str, &str, &str)] = &[
    (
        "a dot beside blanks",
        "  ***\n  ***\n*******\n***.***\n*******\n  ***\n  ***",
        "english, 32 pegs; square lattice: `*` a peg, `.` an empty hole",
    ),
    (
        "a triangle with a dot on top",
        "     .\n    * *\n   * * *\n  * * * *",
        "triangle4, 9 pegs; triangular lattice: `*` a peg, `.` an empty hole",
    ),
    (
        "a wide triangle",
        "     x\n   x   x\n x   x   x",
        "triangle3, no pegs; triangular lattice: `x` a hole",
    ),
    (
        "walls, dots and letters",
        "###...###\n..oo.....\n.....oo..\n.........\n###...###",
        "33 holes, 4 pegs; square lattice: `#` no hole, `o` a peg, `.` an empty hole",
    ),
    (
        "walls with blanks",
        "# * * * #\n* * * * *\n* * . * *\n* * * * *\n# * * * #",
        "21 holes, 20 pegs; square lattice: `#` no hole, `*` a peg, `.` an empty hole",
    ),
    (
        "emoji with variation selectors",
        "⚫\u{fe0f}⚫\u{fe0f}⚫\u{fe0f}\n⚫\u{fe0f}⚪\u{fe0f}⚫\u{fe0f}\n⚫\u{fe0f}⚫\u{fe0f}⚫\u{fe0f}",
        "9 holes, 8 pegs; square lattice: `⚫` a peg, `⚪` an empty hole",
    ),
    (
        "three columns apart",
        "o  o  o\no  o  o\no  o  o",
        "9 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "a JSON array",
        "[[-1,1,-1],[1,0,1],[-1,1,-1]]",
        "5 holes, 4 pegs; square lattice: `-1` no hole, `1` a peg, `0` an empty hole",
    ),
    (
        "comma-separated values",
        "0, 0, 1, 1",
        "4 holes, 2 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a Python list",
        "['o','o','o']",
        "3 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "a game id",
        "7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO",
        "english, 32 pegs; square lattice: `O` no hole, `P` a peg, `H` an empty hole",
    ),
    (
        "numbers in the margin",
        "6     ○  ○  ○\n5  ○  ○  ●  ○  ○\n   0  1  2  3  4",
        "8 holes, 1 peg; square lattice: `●` a peg, `○` an empty hole",
    ),
    (
        "a box",
        "+---+---+\n| * |   |\n+---+---+",
        "2 holes, 1 peg; square lattice: `*` a peg, ` ` an empty hole",
    ),
    (
        "a blank between pegs",
        "* * *\n*   *\n* * *",
        "9 holes, 8 pegs; square lattice: `*` a peg, a blank inside an empty hole",
    ),
    (
        "no-break spaces and CRLF",
        "\u{feff}\u{a0} ***\r\n\u{a0} ***\r\n*******\r\n***o***\r\n*******\r\n  ***\r\n  ***\r\n",
        "english, 32 pegs; square lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "full-width characters",
        "\u{3000}\u{3000}\u{ff0a}\u{ff0a}\u{ff0a}\n\u{3000}\u{3000}\u{ff0a}\u{ff0a}\u{ff0a}\n\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\n\u{ff0a}\u{ff0a}\u{ff0a}\u{ff4f}\u{ff0a}\u{ff0a}\u{ff0a}\n\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\u{ff0a}\n\u{3000}\u{3000}\u{ff0a}\u{ff0a}\u{ff0a}\n\u{3000}\u{3000}\u{ff0a}\u{ff0a}\u{ff0a}",
        "english, 32 pegs; square lattice: `＊` a peg, `ｏ` an empty hole",
    ),
    (
        "emoji with ASCII blanks",
        "    🔵🔵🔵\n    🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⚪🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n    🔵🔵🔵\n    🔵🔵🔵",
        "english, 32 pegs; square lattice: `🔵` a peg, `⚪` an empty hole",
    ),
    (
        "squares as background",
        "⬛⬛🟡🟡🟡⬛⬛\n⬛⬛🟡🟡🟡⬛⬛\n🟡🟡🟡🟡🟡🟡🟡\n🟡🟡🟡⚪🟡🟡🟡\n🟡🟡🟡🟡🟡🟡🟡\n⬛⬛🟡🟡🟡⬛⬛\n⬛⬛🟡🟡🟡⬛⬛",
        "english, 32 pegs; square lattice: `⬛` no hole, `🟡` a peg, `⚪` an empty hole",
    ),
    (
        "pegs as walls",
        "  ###\n  ###\n#######\n###.###\n#######\n  ###\n  ###",
        "english, 32 pegs; square lattice: `#` a peg, `.` an empty hole",
    ),
    (
        "contest input with the finish marked",
        "x x e e e x x\nx x o e e x x\ne e o e e e e\ne e o O e e e\ne e e e e e e\nx x e e e x x\nx x e e e x x",
        "english, 4 pegs, finish (3, 3); square lattice: `x` no hole, `oO` a peg, `e` an empty hole, `O` the finish",
    ),
    (
        "letters for walls, pegs and holes",
        "WWPPPWW\nWWPPPWW\nPPPPPPP\nPPPEPPP\nPPPPPPP\nWWPPPWW\nWWPPPWW",
        "english, 32 pegs; square lattice: `W` no hole, `P` a peg, `E` an empty hole",
    ),
    (
        "dots as pegs",
        "      . . .\n      o . .\n  . . . . . . .\n  . . . o . . .\n  o . . . . . .\n      . . .\n      . . .",
        "english, 30 pegs; square lattice: `.` a peg, `o` an empty hole",
    ),
    (
        "border of dots",
        ".........\n...●●●...\n...●●●...\n.●●●●●●●.\n.●●●○●●●.\n.●●●●●●●.\n...●●●...\n...●●●...\n.........",
        "english, 32 pegs; square lattice: `.` no hole, `●` a peg, `○` an empty hole",
    ),
    (
        "nines as walls",
        "9 9 1 1 1 9 9\n9 9 1 1 1 9 9\n1 1 1 1 1 1 1\n1 1 1 0 1 1 1\n1 1 1 1 1 1 1\n9 9 1 1 1 9 9\n9 9 1 1 1 9 9",
        "english, 32 pegs; square lattice: `9` no hole, `1` a peg, `0` an empty hole",
    ),
    (
        "zero, one, two",
        "[[0,0,1,1,1,0,0],[0,0,1,1,1,0,0],[1,1,1,1,1,1,1],[1,1,1,2,1,1,1],[1,1,1,1,1,1,1],[0,0,1,1,1,0,0],[0,0,1,1,1,0,0]]",
        "english, 32 pegs; square lattice: `0` no hole, `1` a peg, `2` an empty hole",
    ),
    (
        "walls of twos",
        "2 2 2 2 2\n2 2 1 2 2\n2 1 0 1 2\n2 1 1 1 2\n2 2 2 2 2",
        "7 holes, 6 pegs; square lattice: `2` no hole, `1` a peg, `0` an empty hole",
    ),
    (
        "a triangle from the left",
        ".\n* *\n* * *\n* * * *\n* * * * *",
        "triangle5, 14 pegs; triangular lattice: `*` a peg, `.` an empty hole",
    ),
    (
        "a C array",
        "int board[3][4] = {\n  {1, 1, 0, 1},\n  {1, 1, 1, 1},\n  {1, 1, 1, 1},\n};",
        "12 holes, 11 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a list of strings",
        "[\"..ooo..\", \"..ooo..\", \"ooooooo\", \"ooooooo\", \"ooooooo\", \"..ooo..\", \"..ooo..\"]",
        "english, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "empty cells of a spreadsheet",
        ",,1,1,1,,\n,,1,1,1,,\n1,1,1,1,1,1,1\n1,1,1,0,1,1,1\n1,1,1,1,1,1,1\n,,1,1,1,,\n,,1,1,1,,",
        "english, 32 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a flat list in a triangle",
        "puzzle = [  0,\n           1,1,\n          1,1,1,\n         1,1,1,1,\n        1,1,1,1,1]",
        "triangle5, 14 pegs; triangular lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "lists of strings, one a line",
        "[' ', 'o', ' ']\n['o', 'o', 'o']\n[' ', 'o', ' ']",
        "5 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "a Markdown table",
        "| x | x | x |\n|---|---|---|\n| x | o | x |\n| x | x | x |",
        "9 holes, 8 pegs; square lattice: `x` a peg, `o` an empty hole",
    ),
    (
        "box-drawing characters",
        "┌───┬───┬───┐\n│ ● │ ● │ ● │\n├───┼───┼───┤\n│ ● │   │ ● │\n├───┼───┼───┤\n│ ● │ ● │ ● │\n└───┴───┴───┘",
        "9 holes, 8 pegs; square lattice: `●` a peg, ` ` an empty hole",
    ),
    (
        "boxes with empty corners",
        "+---+---+---+\n|   | * |   |\n+---+---+---+\n| * | o | * |\n+---+---+---+\n|   | * |   |\n+---+---+---+",
        "5 holes, 4 pegs; square lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "an outer frame",
        "+-------+\n| o o o |\n| o * o |\n| o o o |\n+-------+",
        "9 holes, 1 peg; square lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "connecting lines",
        "o-o-o\n| | |\no-*-o\n| | |\no-o-o",
        "9 holes, 1 peg; square lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "connecting slants",
        "    o\n   / \\\n  * - *\n / \\ / \\\n* - * - *",
        "triangle3, 5 pegs; triangular lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "letters above and numbers at the side",
        "  a b c d e\n1 * * * * *\n2 * * . * *\n3 * * * * *",
        "15 holes, 14 pegs; square lattice: `*` a peg, `.` an empty hole",
    ),
    (
        "numbers on both sides",
        "  123\n1 ooo 1\n2 oxo 2\n3 ooo 3\n  123",
        "9 holes, 1 peg; square lattice: `x` a peg, `o` an empty hole",
    ),
    (
        "double spacing",
        "o o o\n\no * o\n\no o o",
        "9 holes, 1 peg; square lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "tabs between values",
        "1\t1\t1\n1\t0\t1\n1\t1\t1",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "semicolons in brackets",
        "[1 1 1; 1 0 1; 1 1 1]",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a header with the size",
        "3 4\n**.*\n****\n*..*",
        "12 holes, 9 pegs; square lattice: `*` a peg, `.` an empty hole",
    ),
    (
        "rows separated by slashes",
        "ooo/ooo/ooo",
        "9 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "a fenced drawing with a title",
        "My board:\n\n```\n ooo\nooooo\n ooo\n```\n",
        "11 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "two boards",
        "ooo\noxo\nooo\n\noo\nox\noo\n",
        "refused: drawing.txt:1:1: the text shows 2 boards",
    ),
    (
        "start and goal side by side",
        "Start:     Goal:\n  XXX        OOO\n  XXX        OOO\nXXXXXXX    OOOOOOO\nXXXOXXX -> OOOXOOO\nXXXXXXX    OOOOOOO\n  XXX        OOO\n  XXX        OOO",
        "refused: drawing.txt:2:3: the text shows 2 boards",
    ),
    (
        "labels",
        "   b1\na2 b2 c2\n   b3",
        "5 holes, no pegs; square lattice: each label a hole",
    ),
    (
        "one character for all",
        "OOO\nOOO\nOOO",
        "9 holes, no pegs; square lattice: `O` a hole",
    ),
    (
        "wall characters alone",
        "##\n##",
        "4 holes, no pegs; square lattice: `#` a hole",
    ),
    (
        "walls as pegs amid dots",
        "..###..\n..###..\n#######\n###.###\n#######\n..###..\n..###..",
        "english, 32 pegs; square lattice: `.` no hole, `#` a peg, `.` inside an empty hole",
    ),
    (
        "rings as pegs amid dots",
        "..ooo..\n..ooo..\nooooooo\nooo.ooo\nooooooo\n..ooo..\n..ooo..",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "rings as pegs amid underscores",
        "__ooo__\n__ooo__\nooooooo\nooo_ooo\nooooooo\n__ooo__\n__ooo__",
        "english, 32 pegs; square lattice: `_` no hole, `o` a peg, `_` inside an empty hole",
    ),
    (
        "letters as pegs amid dots",
        "..XXX..\n..XXX..\nXXXXXXX\nXXX.XXX\nXXXXXXX\n..XXX..\n..XXX..",
        "english, 32 pegs; square lattice: `.` no hole, `X` a peg, `.` inside an empty hole",
    ),
    (
        "stars as pegs amid dots",
        "..***..\n..***..\n*******\n***.***\n*******\n..***..\n..***..",
        "english, 32 pegs; square lattice: `.` no hole, `*` a peg, `.` inside an empty hole",
    ),
    (
        "contest input with its size",
        "7 7\n..###..\n..###..\n#######\n###.###\n#######\n..###..\n..###..",
        "english, 32 pegs; square lattice: `.` no hole, `#` a peg, `.` inside an empty hole",
    ),
    (
        "a quotation",
        "> ..***..\n> ..***..\n> *******\n> ***o***\n> *******\n> ..***..\n> ..***..",
        "english, 32 pegs; square lattice: `.` no hole, `*` a peg, `o` an empty hole",
    ),
    (
        "a quotation in a quotation",
        "> > # # #\n> > # # #\n> > # # #",
        "9 holes, no pegs; square lattice: `#` a hole",
    ),
    (
        "rows of angles",
        "> > >\n> > >\n> > >",
        "9 holes, no pegs; square lattice: `>` a hole",
    ),
    (
        "rows with numbers of blanks",
        "2ppp2/2ppp2/ppppppp/ppp1ppp/ppppppp/2ppp2/2ppp2",
        "english, 32 pegs; square lattice: `2` no hole, `p` a peg, `1` inside an empty hole",
    ),
    (
        "one hole among walls",
        "###\n#.#\n###",
        "refused: drawing.txt:1:1: the picture can be read in two ways: square lattice: `.` no hole, `#` a hole; or square lattice: `#` a peg, `.` an empty hole",
    ),
    (
        "holes with a dot between",
        "ooo\no.o\nooo",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "holes with a blank between",
        "ooo\no o\nooo",
        "8 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "the only peg",
        "##ooo##\n##ooo##\nooooooo\noooxooo\nooooooo\n##ooo##\n##ooo##",
        "refused: drawing.txt:1:3: the picture can be read in two ways: square lattice: `#` no hole, `x` a peg, `o` an empty hole; or square lattice: `#` no hole, `o` a peg, `x` an empty hole",
    ),
    (
        "a finish with a star",
        "o o o\n● ● ☆\n● o o",
        "9 holes, 3 pegs, finish (2, 1); square lattice: `●` a peg, `o☆` an empty hole, `☆` the finish",
    ),
    (
        "two unknown letters alike",
        "ab\nba",
        "refused: drawing.txt:1:1: the picture can be read in two ways: square lattice: `a` a peg, `b` an empty hole; or square lattice: `b` a peg, `a` an empty hole",
    ),
    (
        "one unknown letter among others",
        "qqq\nqpq",
        "refused: drawing.txt:2:2: the picture can be read in two ways: square lattice: `p` a peg, `q` an empty hole; or square lattice: `p` no hole, `q` a hole",
    ),
    (
        "walls as pegs of a square",
        "#####\n#####\n##.##\n#####\n#####",
        "square5, 24 pegs; square lattice: `#` a peg, `.` an empty hole",
    ),
    (
        "pictures of a solution",
        "start         1. d1-b1\n* o * * * *   * @ - - * *\n\n2. a1-c1      3. f1-d1-b1\n- - @ o * *   o @ - - - -",
        "refused: drawing.txt:2:1: the text shows 4 boards",
    ),
    (
        "a hint",
        "English, vacate d4, finish d4, at the start: 32 pegs.\n\n    ● ● ●\n    ● + ●\n● ● ● ● ● ● ●\n● + ● ○ x ? ●\n● ● ● ● ● ● ●\n    ● + ●\n    ● ● ●\n\njumps\n  + d2-d4  winning\n  + b4-d4  winning\n\nbest line, to the goal\n  d2-d4, b3-d3, c1-c3",
        "english, 32 pegs; square lattice: `●+x?` a peg, `○` an empty hole",
    ),
    (
        "facts of a board",
        "Triangle 5\n\n          a1\n        a2  b2\n      a3  b3  c3\n    a4  b4  c4  d4\n  a5  b5  c5  d5  e5\n\nholes       15\njumps       36\nlattice     triangular\nsymmetry    D3: identity, rotation by 120°, rotation by 240°, reflection in the\n            axis at 30°, reflection in the axis at 90°",
        "triangle5, no pegs; triangular lattice: each label a hole",
    ),
    (
        "a frame with inner walls",
        "#######\n#+++++#\n#++#++#\n#+++.+#\n#######",
        "14 holes, 13 pegs; square lattice: `#` no hole, `+` a peg, `.` an empty hole",
    ),
    (
        "CMU",
        ". . * * * . . .\n. . * * * . . .\n* * * * * * * .\n* * * o * * * .\n* * * * * * * .\n. . * * * . . .\n. . * * * . . .\n. . . . . . . .\n",
        "english, 32 pegs; square lattice: `.` no hole, `*` a peg, `o` an empty hole",
    ),
    (
        "CMU with irregular blanks",
        "..** *...\n..** *...\n** ** ***.\n** *o** *.\n** ** ***.\n..** *...\n..** *...\n........\n",
        "english, 32 pegs; square lattice: `.` no hole, `*` a peg, `o` an empty hole",
    ),
    (
        "rows that miss a place",
        ". . o o o o . .\no o o o o o o o\n. o o o o  . .\n",
        "refused: drawing.txt:3:12: `.` is not aligned with the other rows",
    ),
    (
        "a frame as in a board file",
        "ooooo\no...o\no...o\no...o\nooooo",
        "16 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "two parts as in a board file",
        "ooo...ooo\nooo...ooo\nooo...ooo",
        "18 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "parts with narrow gaps as in a board file",
        "oooo.oooo\noooo.oooo",
        "16 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "single holes as in a board file",
        "o.o.o\n.....\no.o.o",
        "6 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "notches as in a board file",
        "o...o\n.ooo.\n.ooo.\n.ooo.\no...o",
        "13 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "several dots amid holes as in a board file",
        ".ooooo.\nooooooo\noo...oo\noo...oo\nooooooo\n.ooooo.",
        "32 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "a heart",
        ".oo.oo.\nooooooo\nooooooo\n.ooooo.\n..ooo..\n...o...",
        "27 holes, no pegs; square lattice: `.` no hole, `o` a hole",
    ),
    (
        "a hexagon",
        "  o o o\n o o o o\no o o o o\n o o o o\n  o o o",
        "hexagon3, no pegs; triangular lattice: `o` a hole",
    ),
    (
        "numbers as labels",
        "     1\n    2 3\n   4 5 6\n  7 8 9 10\n11 12 13 14 15",
        "triangle5, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "numbers from 0, each centered",
        "          0\n       1    2\n     3   4    5\n   6   7   8    9\n10  11  12  13  14",
        "triangle5, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "numbers in a drawn triangle",
        "     ^\n    / \\\n   /   \\\n  /  1  \\\n / 2   3 \\\n/ 4  5  6 \\\n/_________\\",
        "triangle3, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "numbers separated by lines",
        "       0\n      / \\\n     1---2\n    / \\ / \\\n   3---4---5\n  / \\ / \\ / \\\n 6---7---8---9\n/ \\ / \\ / \\ / \\\n10--11--12--13--14",
        "triangle5, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "numbers that end in the same columns",
        "       1  2  3\n       4  5  6\n 7  8  9 10 11 12 13\n14 15 16 17 18 19 20\n21 22 23 24 25 26 27\n      28 29 30\n      31 32 33",
        "english, no pegs; square lattice: each label a hole of this name",
    ),
    (
        "brackets around holes",
        "<o><o><o>\n<o>< ><o>\n<o><o><o>",
        "9 holes, 8 pegs; square lattice: `o` a peg, ` ` an empty hole",
    ),
    (
        "brackets around holes of a triangle",
        "    ( )\n  (o) (o)\n(o) (o) (o)",
        "triangle3, 5 pegs; triangular lattice: `o` a peg, ` ` an empty hole",
    ),
    (
        "square brackets with empty corners",
        "[ ][o][ ]\n[o][o][o]\n[ ][o][ ]",
        "5 holes, no pegs; square lattice: `o` a hole",
    ),
    (
        "slants around a triangle",
        "    /\\\n   / o\\\n  / * *\\\n / * * *\\\n --------",
        "triangle3, 5 pegs; triangular lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "slants and lines without spaces around them",
        "      o\n     / \\\n    *---*\n   / \\ / \\\n  *---*---*",
        "triangle3, 5 pegs; triangular lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "connecting lines in all directions",
        "o-o-o\n|\\|/|\no-o-o\n|X|X|\no-o-*",
        "9 holes, 1 peg; square lattice: `*` a peg, `o` an empty hole",
    ),
    (
        "emoji with a blank for each place",
        "  🔵🔵🔵\n  🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⚪🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n  🔵🔵🔵\n  🔵🔵🔵",
        "english, 32 pegs; square lattice: `🔵` a peg, `⚪` an empty hole",
    ),
    (
        "emoji with ideographic spaces and blanks",
        "\u{3000}\u{3000}🔵🔵🔵\n    🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⚪🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n    🔵🔵🔵\n\u{3000}\u{3000}🔵🔵🔵",
        "english, 32 pegs; square lattice: `🔵` a peg, `⚪` an empty hole",
    ),
    (
        "a triangle of emoji",
        "   🔴\n  🔴🔴\n 🔴⚪🔴\n🔴🔴🔴🔴",
        "triangle4, 9 pegs; triangular lattice: `🔴` a peg, `⚪` an empty hole",
    ),
    (
        "one square for the ground and the empty hole",
        "⬜⬜🔵🔵🔵⬜⬜\n⬜⬜🔵🔵🔵⬜⬜\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⬜🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n⬜⬜🔵🔵🔵⬜⬜\n⬜⬜🔵🔵🔵⬜⬜",
        "english, 32 pegs; square lattice: `⬜` no hole, `🔵` a peg, `⬜` inside an empty hole",
    ),
    (
        "a dot for the ground and the empty hole",
        "..***..\n..***..\n*******\n***.***\n*******\n..***..\n..***..",
        "english, 32 pegs; square lattice: `.` no hole, `*` a peg, `.` inside an empty hole",
    ),
    (
        "full-width letters with a middle dot",
        "\u{3000}\u{3000}ＯＯＯ\n\u{3000}\u{3000}ＯＯＯ\nＯＯＯＯＯＯＯ\nＯＯＯ・ＯＯＯ\nＯＯＯＯＯＯＯ\n\u{3000}\u{3000}ＯＯＯ\n\u{3000}\u{3000}ＯＯＯ",
        "english, 32 pegs; square lattice: `Ｏ` a peg, `・` an empty hole",
    ),
    (
        "rows without their blanks",
        "ooo\nooo\nooooooo\nooo*ooo\nooooooo\nooo\nooo",
        "english, 1 peg; square lattice: `*` a peg, `o` an empty hole, rows in the middle",
    ),
    (
        "a JSON object",
        "{\"board\": [[1,1,1],[1,0,1],[1,1,1]]}",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a JSON object with several values",
        "{\"name\": \"x\", \"size\": 3, \"board\": [\"ooo\",\"o.o\",\"ooo\"], \"pegs\": 8}",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "a game id without letters",
        "7x7cross:",
        "english, 32 pegs; square lattice: the board of the game id",
    ),
    (
        "a game id with a seed",
        "7x7octagon#123",
        "french, no pegs; square lattice: the board of the game id",
    ),
    (
        "a random game without letters",
        "5x5random#12",
        "refused: drawing.txt:1:1: the game id names a random board, which its size and its seed do not tell",
    ),
    (
        "a game id that is cut",
        "7x7cross:OOPP",
        "refused: drawing.txt:1:1: the game id has 4 letters, but a board of 7x7 has 49 places",
    ),
    (
        "NumPy",
        "array([[1, 1, 1],\n       [1, 0, 1],\n       [1, 1, 1]], dtype=int8)",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "Java",
        "int[][] board = new int[][]{{1,1,1},{1,0,1},{1,1,1}}; // start",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "Prolog",
        "board([[1,1,1],\n       [1,0,1],\n       [1,1,1]]).",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "MiniZinc",
        "board = [| 1,1,1\n         | 1,0,1\n         | 1,1,1 |];",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "Lisp",
        "(setq board '((1 1 1) (1 0 1) (1 1 1)))",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "Rust",
        "let board: Vec<Vec<i32>> = vec![vec![1,1,1], vec![1,0,1], vec![1,1,1]];",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "LaTeX",
        "\\begin{tabular}{ccc}\n1 & 1 & 1 \\\\ \\hline\n1 & 0 & 1 \\\\\n1 & 1 & 1\n\\end{tabular}",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "an array amid words",
        "Hello, I have this board and cannot solve it:\n\n[[1,1,1],[1,0,1],[1,1,1]]\n\nThanks for any help!",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "brackets of a sentence above a drawing",
        "The signs (x, o, . and #) are:\nsigns (x, o, ., #)\n\nxxx\nxox\nxxx",
        "9 holes, 8 pegs; square lattice: `x` a peg, `o` an empty hole",
    ),
    (
        "lists side by side",
        "[1,1,1],[1,0,1],[1,1,1]",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "two arrays",
        "start = [[1,1,1],[1,0,1],[1,1,1]]\ngoal  = [[0,0,0],[0,1,0],[0,0,0]]",
        "refused: drawing.txt:1:11: the text shows 2 boards",
    ),
    (
        "words for the contents",
        "[[\"peg\",\"peg\",\"peg\"],[\"peg\",\"empty\",\"peg\"],[\"wall\",\"peg\",\"peg\"]]",
        "8 holes, 7 pegs; square lattice: `wall` no hole, `peg` a peg, `empty` an empty hole",
    ),
    (
        "coordinates of the holes",
        "[(-1,1),(0,1),(1,1),(-1,0),(0,0),(1,0),(0,2)]",
        "7 holes, no pegs; square lattice: each pair the row and the column of a hole",
    ),
    (
        "a table of numbers",
        "-1  1 -1\n 1  0  1\n-1  1 -1",
        "5 holes, 4 pegs; square lattice: `-1` no hole, `1` a peg, `0` an empty hole",
    ),
    (
        "boxes with blanks before them",
        "      +---+---+---+\n      | x | x | x |\n+---+---+---+---+---+---+---+\n| x | x | x |   | x | x | x |\n+---+---+---+---+---+---+---+\n      | x | x | x |\n      +---+---+---+",
        "13 holes, 12 pegs; square lattice: `x` a peg, ` ` an empty hole",
    ),
    (
        "boxes of bars and underscores",
        " _ _ _\n|o|o|o|\n|o| |o|\n|o|o|o|",
        "9 holes, 8 pegs; square lattice: `o` a peg, ` ` an empty hole",
    ),
    (
        "a table of words",
        "Wall Peg Peg\nPeg Empty Peg\nPeg Peg Peg",
        "8 holes, 7 pegs; square lattice: `Wall` no hole, `Peg` a peg, `Empty` an empty hole",
    ),
    (
        "a table with empty values",
        "nil 1 nil\n1 0 1\nnil 1 nil",
        "5 holes, 4 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "lines with quotation marks",
        "\"X X X\"\n\"X . X\"\n\"X X X\"",
        "9 holes, 8 pegs; square lattice: `X` a peg, `.` an empty hole",
    ),
    (
        "lines that end with semicolons",
        "x x x ;\nx o x ;\nx x x ;",
        "9 holes, 8 pegs; square lattice: `x` a peg, `o` an empty hole",
    ),
    (
        "a text of a program",
        "var board = []rune(\n`.....\n.●●●.\n.●○●.\n.●●●.\n.....\n`\n)",
        "9 holes, 8 pegs; square lattice: `.` no hole, `●` a peg, `○` an empty hole",
    ),
    (
        "dots within walls",
        "#########\n##.....##\n##.ooo.##\n#########",
        "10 holes, 3 pegs; square lattice: `#` no hole, `o` a peg, `.` an empty hole",
    ),
    (
        "a letter for each hole",
        "    A\n   B C\n  D E F\n G H I J\nK L M N O",
        "triangle5, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "letters side by side",
        "A\nBC\nDEF\nGHIJ",
        "triangle4, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "letters of Winning Ways",
        "    a b c\n    d e f\ng h i j k l m\nn o p x P O N\nM L K J I H G\n    F E D\n    C B A",
        "english, no pegs; square lattice: each label a hole of this name",
    ),
    (
        "digits, then letters",
        "    0\n   1 2\n  3 4 5\n 6 7 8 9\nA B C D E",
        "triangle5, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "rows and columns of two digits",
        "        0101\n      0201 0202\n    0301 0302 0303",
        "triangle3, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "captions between drawings",
        "Start:\n  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx\nEnd:\n  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx",
        "refused: drawing.txt:2:3: the text shows 2 boards",
    ),
    (
        "a short word between drawings",
        "  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx\nEnd\n  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx",
        "refused: drawing.txt:1:3: the text shows 2 boards",
    ),
    (
        "a caption before the first row",
        "Start: ooo\n       o.o\n       ooo",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "a caption before rows separated by slashes",
        "Start: xxx/x.x/xxx",
        "9 holes, 8 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "a quotation amid words",
        "On Monday Bob wrote:\n> hi all,\n>\n>   xxx\n>   xxx\n> xxxxxxx\n> xxx.xxx\n> xxxxxxx\n>   xxx\n>   xxx\n>\n> can you do it?\n\nSure!",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "a quotation without blanks",
        ">..ooo..\n>..ooo..\n>ooooooo\n>ooo.ooo\n>ooooooo\n>..ooo..\n>..ooo..\n",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a quotation of two levels",
        ">>   xxx\n>>   xxx\n>> xxxxxxx\n>> xxx.xxx\n>> xxxxxxx\n>>   xxx\n>>   xxx\n",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "comments",
        "// ..ooo..\n// ..ooo..\n// ooooooo\n// ooo.ooo\n// ooooooo\n// ..ooo..\n// ..ooo..\n",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "part of HTML",
        "</style></head>\n<body><pre>  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx</pre></body></html>",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "HTML",
        "<!DOCTYPE html>\n<html><head><title>o o o</title></head><body>\n<p>Here it is:</p>\n<pre class=\"board\">  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx</pre></body></html>",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "lines of HTML",
        "&nbsp;&nbsp;xxx<br/>\n&nbsp;&nbsp;xxx<br/>\nxxxxxxx<br/>\nxxx.xxx<br/>\nxxxxxxx<br/>\n&nbsp;&nbsp;xxx<br/>\n&nbsp;&nbsp;xxx<br/>\n",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "a table of HTML",
        "<table>\n<tr>\n  <td> </td>\n  <td> </td>\n  <td>o</td>\n  <td> </td>\n  <td> </td>\n</tr>\n<tr>\n  <td> </td>\n  <td>o</td>\n  <td>o</td>\n  <td>o</td>\n  <td> </td>\n</tr>\n<tr>\n  <td>o</td>\n  <td>o</td>\n  <td>&#9679;</td>\n  <td>o</td>\n  <td>o</td>\n</tr>\n<tr>\n  <td> </td>\n  <td>o</td>\n  <td>o</td>\n  <td>o</td>\n  <td> </td>\n</tr>\n<tr>\n  <td> </td>\n  <td> </td>\n  <td>o</td>\n  <td> </td>\n  <td> </td>\n</tr>\n</table>",
        "13 holes, 1 peg; square lattice: `●` a peg, `o` an empty hole",
    ),
    (
        "rows of YAML",
        "name: cross\nrows:\n  - \"..ooo..\"\n  - \"..ooo..\"\n  - \"ooooooo\"\n  - \"ooo.ooo\"\n  - \"ooooooo\"\n  - \"..ooo..\"\n  - \"..ooo..\"\n",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a text of YAML",
        "map: |\n  ..ooo..\n  ..ooo..\n  ooooooo\n  ooo.ooo\n  ooooooo\n  ..ooo..\n  ..ooo..\n",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a list of Markdown",
        "- ..ooo..\n- ..ooo..\n- ooooooo\n- ooo.ooo\n- ooooooo\n- ..ooo..\n- ..ooo..\n",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a text of TOML",
        "rows = '''\n..ooo..\n..ooo..\nooooooo\nooo.ooo\nooooooo\n..ooo..\n..ooo..\n'''",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a fence of tildes",
        "~~~\n..ooo..\n..ooo..\nooooooo\nooo.ooo\nooooooo\n..ooo..\n..ooo..\n~~~",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a Markdown table with names",
        "| a | b | c |\n|:-:|:-:|:-:|\n| o | o | o |\n| o | . | o |\n| o | o | o |",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "a Markdown table without names",
        "| | | |\n|-|-|-|\n|o|o|o|\n|o|.|o|\n|o|o|o|",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "columns of different width",
        "| | o | |\n|--|---|--|\n|o|   .   |o|\n| | o | |",
        "5 holes, 4 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "bars between holes only",
        "x | x | x | x\nx | o | o | x\nx | x | x | x",
        "12 holes, 10 pegs; square lattice: `x` a peg, `o` an empty hole",
    ),
    (
        "emoji with three blanks",
        "   🔵🔵🔵\n   🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⚪🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n   🔵🔵🔵\n   🔵🔵🔵",
        "english, 32 pegs; square lattice: `🔵` a peg, `⚪` an empty hole, rows in the middle",
    ),
    (
        "emoji with six blanks",
        "      🔵🔵🔵\n      🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⚪🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n      🔵🔵🔵\n      🔵🔵🔵",
        "english, 32 pegs; square lattice: `🔵` a peg, `⚪` an empty hole, rows in the middle",
    ),
    (
        "any emoji as the ground",
        "🟫🟫🔵🔵🔵🟫🟫\n🟫🟫🔵🔵🔵🟫🟫\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵🟫🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n🟫🟫🔵🔵🔵🟫🟫\n🟫🟫🔵🔵🔵🟫🟫",
        "english, 32 pegs; square lattice: `🟫` no hole, `🔵` a peg, `🟫` inside an empty hole",
    ),
    (
        "a short list of pairs",
        "(1,2),(2,3)",
        "refused: drawing.txt:1:2: the pairs can be the edges of a graph, or the rows and columns of holes",
    ),
    (
        "letters that draw nothing",
        "(1,2) x (2,3)",
        "refused: drawing.txt:1:4: no reading of the text as a drawing gives a board on which a peg can jump",
    ),
    (
        "two tables of values",
        "1,1,1\n1,0,1\n1,1,1\n\n1,1,1\n1,1,0\n1,1,1",
        "refused: drawing.txt:1:1: the text shows 2 boards",
    ),
    (
        "facts of a board without a lattice",
        "Torus 5x5\n\n  a1  b1  c1\n  a2  b2  c2\n\nholes       25\njumps       100\nlattice     lines\n",
        "refused: drawing.txt:8:1: the text is about a board that lies on no lattice, and its picture lacks the jumps",
    ),
    (
        "a text of a program with escapes",
        "board = \"..ooo..\\n..ooo..\\nooooooo\\nooo.ooo\\nooooooo\\n..ooo..\\n..ooo..\"",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a text of JSON with escapes",
        "{\"name\": \"cross\", \"board\": \"..ooo..\\n..ooo..\\nooooooo\\nooo.ooo\\nooooooo\\n..ooo..\\n..ooo..\"}",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "texts of C side by side",
        "const char *board =\n\"..ooo..\\n\"\n\"..ooo..\\n\"\n\"ooooooo\\n\"\n\"ooo.ooo\\n\"\n\"ooooooo\\n\"\n\"..ooo..\\n\"\n\"..ooo..\\n\"\n;",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a text of Python",
        "board = \"\"\"\n..ooo..\n..ooo..\nooooooo\nooo.ooo\nooooooo\n..ooo..\n..ooo..\n\"\"\"",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a text of Python from its first line",
        "board = \"\"\"..ooo..\n..ooo..\nooooooo\nooo.ooo\nooooooo\n..ooo..\n..ooo..\"\"\"",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a forum post",
        "Can you solve it?\n[code]\n  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx\n[/code]\nthx",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
    (
        "spoilers",
        ">!..ooo..!<\n>!..ooo..!<\n>!ooooooo!<\n>!ooo.ooo!<\n>!ooooooo!<\n>!..ooo..!<\n>!..ooo..!<\n",
        "english, 32 pegs; square lattice: `.` no hole, `o` a peg, `.` inside an empty hole",
    ),
    (
        "a matrix of LaTeX on one line",
        "\\begin{pmatrix} 1 & 1 & 1 \\\\ 1 & 0 & 1 \\\\ 1 & 1 & 1 \\end{pmatrix}",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "numbered rows and columns",
        "   0  1  2\n0  1  1  1\n1  1  0  1\n2  1  1  1",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a spreadsheet with names",
        "A,B,C\n1,1,1\n1,0,1\n1,1,1",
        "9 holes, 8 pegs; square lattice: `1` a peg, `0` an empty hole",
    ),
    (
        "a spreadsheet with names of rows and columns",
        ",A,B,C\n1,x,x,x\n2,x,o,x\n3,x,x,x",
        "9 holes, 8 pegs; square lattice: `x` a peg, `o` an empty hole",
    ),
    (
        "sizes before drawings",
        "2\n3 3\nooo\no.o\nooo\n2 3\nooo\noo.",
        "refused: drawing.txt:3:1: the text shows 2 boards",
    ),
    (
        "two characters for each place",
        "   () () ()\n() () () () ()\n() () -- () ()\n() () () () ()\n   () () ()",
        "21 holes, 20 pegs; square lattice: `()` a peg, `-` an empty hole",
    ),
    (
        "a legend",
        "o = peg, x = hole\n\n ooo\nooxoo\n ooo",
        "11 holes, 10 pegs; square lattice: `o` a peg, `x` an empty hole",
    ),
    (
        "objects with coordinates",
        "[{\"x\":1,\"y\":0},{\"x\":0,\"y\":1},{\"x\":1,\"y\":1},{\"x\":2,\"y\":1},{\"x\":1,\"y\":2}]",
        "5 holes, no pegs; square lattice: each pair the row and the column of a hole",
    ),
    (
        "facts of a program",
        "hole(1,2). hole(2,1). hole(2,2). hole(2,3). hole(3,2).",
        "5 holes, no pegs; square lattice: each pair the row and the column of a hole",
    ),
    (
        "elements of XML",
        "<board><row>ooo</row><row>o.o</row><row>ooo</row></board>",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "a zero on top",
        "  0\n x x\nx x x",
        "triangle3, 5 pegs; triangular lattice: `x` a peg, `0` an empty hole",
    ),
    (
        "two zeros on top",
        "0 0\nx x\nx x",
        "6 holes, 4 pegs; square lattice: `x` a peg, `0` an empty hole",
    ),
    (
        "hearts",
        "♥♥♥\n♥♡♥\n♥♥♥",
        "9 holes, 8 pegs; square lattice: `♥` a peg, `♡` an empty hole",
    ),
    (
        "labels in brackets",
        "      (1)\n    (2) (3)\n  (4) (5) (6)\n(7) (8) (9) (10)",
        "triangle4, no pegs; triangular lattice: each label a hole of this name",
    ),
    (
        "a frame of underscores",
        " _____\n|o o o|\n|o . o|\n|o o o|\n|_____|",
        "9 holes, 8 pegs; square lattice: `o` a peg, `.` an empty hole",
    ),
    (
        "a position of chess with its other fields",
        "2ppp2/2ppp2/ppppppp/ppp1ppp/ppppppp/2ppp2/2ppp2 w - - 0 1",
        "english, 32 pegs; square lattice: `2` no hole, `p` a peg, `1` inside an empty hole",
    ),
    (
        "a caption in another script",
        "起点:\n  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx",
        "english, 32 pegs; square lattice: `x` a peg, `.` an empty hole",
    ),
];

#[test]
fn rows_that_do_not_fit_the_others_are_refused() {
    let rows = ". . o o o o . .\n. . o o o o . .\no o o o o o o o\n";
    let error = |text: String| read(&text).unwrap_err();
    let missing = error(format!("{rows}. o o o o  . .\n"));
    assert!(
        missing.starts_with("drawing.txt:4:12: `.` is not aligned"),
        "{missing}"
    );
    let pushed = error(format!("{rows}. oo o o o . .\n"));
    assert!(
        pushed.starts_with("drawing.txt:4:4: `o` is not aligned"),
        "{pushed}"
    );
    let odd = "    o\n   o o\n  o o o\n o o o o\no o  o o o\n";
    let error = read_with(odd, &on(Lattice::Triangular)).unwrap_err();
    assert!(
        error.starts_with("drawing.txt:5:6: `o` is not aligned with the other rows"),
        "{error}"
    );
    assert!(error.ends_with(
        "help: put one blank between the holes of a row, and offset every row from the next by one"
    ));
}

#[test]
fn a_given_lattice_is_kept() {
    let skew = "*\n**\n*o*\n****\n*****\n";
    let square = read_with(skew, &on(Lattice::Square)).unwrap();
    assert_eq!(square.file.lattice, Lattice::Square.into());
    assert_eq!(square.other_lattice, None);
    assert!(!square.may_be_edges);
    let pairs = read("[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]").unwrap();
    assert!(pairs.may_be_edges);
    let inferred = read(skew).unwrap();
    assert_eq!(inferred.file.lattice, Lattice::Triangular.into());
    assert_eq!(inferred.other_lattice, Some(Lattice::Square));
    let centered = read_with("  o\n o o\no o o\n", &on(Lattice::Square)).unwrap_err();
    assert_eq!(
        centered,
        "drawing.txt:1:3: the rows are offset by half a hole, as on a triangular board"
    );
}

/// Two marks in a row are not the names of two columns if one of them is a mark elsewhere.
#[test]
fn a_row_of_two_marks_is_no_header() {
    for text in [
        "  1 0\n  1 1\n1 1 1 1\n1 1 1 1\n  1 1\n  1 1\n",
        "  1 1\n  1 1\n1 1 1 1\n1 1 1 1\n  1 1\n  1 0\n",
        "  P O\n  P P\nP P P P\nP P P P\n  P P\n  P P\n",
    ] {
        let found = described(text, "16 holes");
        assert!(found.starts_with("16 holes, 15 pegs;"), "{text}: {found}");
    }
}

#[test]
fn a_picture_of_two_triangular_boards_is_refused_or_connected() {
    // Every second row is empty: the rows between may be offset or not.
    let text = "o   o\n\n  o   o\n";
    for lattice in [None, Some(Lattice::Triangular)] {
        let options = ImportOptions {
            lattice,
            ..ImportOptions::default()
        };
        let holes = read_with(text, &options).map(|imported| imported.file.holes.len());
        assert!(holes.is_err() || holes == Ok(4));
    }
}

#[test]
fn a_legend_reads_what_cannot_be_inferred() {
    let with = |text: &str, legend: ImportLegend| {
        let options = ImportOptions {
            legend,
            ..ImportOptions::default()
        };
        read_with(text, &options)
    };
    let imported = with("ab\nba", legend("b", "a", "")).unwrap();
    assert_eq!(imported.pegs.unwrap(), [(0, 0), (1, 1)]);
    let partial = with("ab\nba", legend("b", "", "")).unwrap();
    assert_eq!(partial.legend, legend("b", "a", ""));
    let words = with("[[-1,7],[7,-1]]", legend("7", "", "-1")).unwrap();
    assert_eq!(words.file.holes.len(), 2);
    let blank = with("#***#\n#* *#\n#***#", legend(" ", "*", "#")).unwrap();
    assert_eq!((blank.file.holes.len(), blank.pegs.unwrap().len()), (9, 8));
    let outside = with("***\n* *\n***", legend("", "", " ")).unwrap();
    assert_eq!(outside.file.holes.len(), 8);
    assert_eq!(
        with("o.o", legend("o", "o", ".")).unwrap_err(),
        "drawing.txt:1:1: the legend gives `o` two meanings\n  help: name every character once"
    );
    let all = with("...\n", legend("", "", ".")).unwrap_err();
    assert_eq!(all, "drawing.txt:1:1: the picture shows no holes");
    let finish = ImportLegend {
        finish: "t".into(),
        ..ImportLegend::default()
    };
    assert_eq!(with("ooo\noto\n**o", finish).unwrap().finish, [(1, 1)]);
}

#[test]
fn pictures_after_the_labels_of_a_board_belong_to_its_facts() {
    let facts = "Plus\n\n   b1\na2 b2 c2\n   b3\n\nclasses     2\n\n  1 .\n  . 1\n\n  o *\n  * o\n";
    assert_eq!(ImportedBoard::count(facts), 1);
    assert_eq!(read(facts).unwrap().file.holes.len(), 5);
}

/// Empty rows and columns of a board are blank lines and blanks between its labels.
#[test]
fn labels_are_read_where_a_board_has_gaps() {
    let rows = |text: &str| {
        let file = read(text).unwrap().file;
        let letters = letters(&file.holes);
        (
            file.holes.len(),
            matches!(file.labels, Labels::Letters),
            letters,
        )
    };
    for text in [
        "  a1 b1 c1\n  a2 b2 c2\n\n  a4 b4 c4\n",
        "  a1 b1 c1\n  a2 b2 c2\n\n\n  a5 b5\n\n  a7 b7 c7\n",
        "a1 b1 c1\n\na3 b3 c3\n",
        "  a1    c1\n  a2 b2 c2\n        c3\n  a4 b4\n  a5 b5\n",
    ] {
        let written: Vec<&str> = text.split_whitespace().collect();
        let facts = format!(
            "Some board\n\n{text}\nholes       {}\n\n  1 .\n  . 1\n",
            written.len()
        );
        for text in [text, &facts] {
            let (holes, are_letters, letters) = rows(text);
            assert_eq!(holes, written.len(), "{text}");
            assert!(are_letters, "{text}");
            assert_eq!(letters, written, "{text}");
        }
    }
    let numbers = "        11      13\n      21  22  23\n\n  41  42  43\n";
    assert_eq!(
        described(numbers, ""),
        "8 holes, no pegs; triangular lattice: each label a hole of this name"
    );
    let wide = "  1     2\n  3  4  5\n        6\n  7  8\n  9  10\n";
    assert_eq!(
        described(wide, ""),
        "10 holes, no pegs; square lattice: each label a hole of this name"
    );
    let two = read("a1 b1 c1\na2 b2 c2\n\na1 b1\na2 b2\n").unwrap_err();
    assert!(two.contains("the text shows 2 boards"), "{two}");
}

#[test]
fn readings_of_different_sizes_are_told_apart() {
    let error = read("o     o\no  o  o\n      o\no  o\no  o\n").unwrap_err();
    let ways = "square lattice: `o` a hole, 5 rows and 3 columns; or square lattice: `o` a hole, 5 rows and 7 columns";
    assert!(error.contains(ways), "{error}");
}

#[test]
fn a_letter_and_its_capital_mean_different_things() {
    let error = read("o x\nx O\n").unwrap_err();
    assert!(error.contains("can be read in two ways"), "{error}");
}

#[test]
fn the_name_is_that_of_the_file() {
    let options = ImportOptions::default();
    let imported = ImportedBoard::read("ooo", "x/two.rows.txt", &options).unwrap();
    assert_eq!(imported.file.name, "two.rows");
}

#[test]
fn texts_without_holes_are_refused() {
    assert_eq!(
        read("\n  \n").unwrap_err(),
        "drawing.txt: the picture shows no holes"
    );
    let tab = read("\to\n o\n").unwrap_err();
    assert_eq!(
        tab,
        "drawing.txt:1:1: the picture has a tab, whose width is unknown\n  help: write spaces instead of the tab"
    );
    assert_eq!(read("ooo \t\nooo\t \nooo\n"), read("ooo\nooo\nooo\n"));
    let many = read("abcdefgh\nijklmnop\n").unwrap_err();
    assert!(
        many.contains("shows no holes") || many.contains("too many"),
        "{many}"
    );
}

#[test]
fn one_of_several_boards_is_taken_by_its_number() {
    let text = "First:\nooo\noxo\nooo\n\nSecond:\noo\nox\noo\n";
    assert_eq!(ImportedBoard::count(text), 2);
    let nth = |nth| {
        let options = ImportOptions {
            nth: Some(nth),
            ..ImportOptions::default()
        };
        read_with(text, &options).map(|imported| imported.file.holes.len())
    };
    assert_eq!((nth(1), nth(2)), (Ok(9), Ok(6)));
    assert_eq!(
        nth(3).unwrap_err(),
        "drawing.txt: there is no board 3: the text shows 2 boards"
    );
    assert_eq!(ImportedBoard::count("ooo\n"), 1);
}

/// Returns the pegs of a position of the English board as a number, or the kind of error.
fn english(text: &str) -> Result<(usize, Option<String>), &'static str> {
    let rows = [3, 3, 7, 7, 7, 3, 3];
    let points: Vec<Coordinate> = (0..7)
        .flat_map(|y| (0..7).map(move |x| (x, y)))
        .filter(|(x, y)| (2..5).contains(x) || (2..5).contains(y))
        .collect();
    let by_number: Vec<usize> = (0..33).collect();
    let shape = Shape {
        rows: &rows,
        by_number: &by_number,
        points: Some((Lattice::Square, &points)),
    };
    match fit(text, &shape) {
        Ok(Fit { pegs, reading }) => Ok((pegs.iter().filter(|peg| **peg).count(), reading)),
        Err(Misfit::Empty) => Err("empty"),
        Err(Misfit::RowCount { .. }) => Err("rows"),
        Err(Misfit::RowLength { .. }) => Err("length"),
        Err(Misfit::Unknown { .. }) => Err("unknown"),
        Err(Misfit::Several { .. }) => Err("several"),
        Err(Misfit::Ambiguous { .. }) => Err("ambiguous"),
        Err(Misfit::ListLength { .. }) => Err("list"),
        Err(Misfit::Labels) => Err("labels"),
        Err(Misfit::Unreadable(_)) => Err("unreadable"),
    }
}

#[test]
fn a_list_of_all_holes_is_a_position() {
    let ordered = "`1` a peg, `0` an empty hole, in the order of the holes of the board";
    let digits = "1".repeat(16) + "0" + &"1".repeat(16);
    let with = |separator: &str| {
        let digits: Vec<String> = digits.chars().map(String::from).collect();
        digits.join(separator)
    };
    let wrapped = digits
        .as_bytes()
        .chunks(10)
        .map(|part| String::from_utf8_lossy(part).into_owned());
    let lines: Vec<String> = wrapped
        .map(|part| part.replace('1', "1,").replace('0', "0,"))
        .collect();
    for text in [
        digits.clone(),
        with(" "),
        with(", "),
        format!("[{}]", with(",")),
        format!("{{{}}}", with(", ")),
        format!("[{}]", lines.join("\n")),
    ] {
        assert_eq!(english(&text), Ok((32, Some(ordered.to_owned()))), "{text}");
    }
    let lines: Vec<&str> = ["1 1 1 1 1 1 1 1 1 1 1"; 2].to_vec();
    let lines = format!("{}\n1 1 1 1 1 0 1 1 1 1 1", lines.join("\n"));
    assert_eq!(english(&lines), Ok((32, Some(ordered.to_owned()))));
    let row = "-1,-1,1,1,1,-1,-1,".repeat(2);
    let full = "1,".repeat(7);
    let all = format!("[{row}{full}1,1,1,0,1,1,1,{full}{row}]");
    let in_rows = "`-1` no hole, `1` a peg, `0` an empty hole, in rows of 7 places";
    assert_eq!(english(&all), Ok((32, Some(in_rows.to_owned()))), "{all}");
    assert_eq!(english(&digits[1..]), Err("list"));
}

#[test]
fn names_of_holes_are_no_position() {
    let board = Board::library("triangle5").unwrap();
    let read = |text: &str| crate::Position::parse(&board, text).map_err(|error| error.to_string());
    let numbers = "    1\n   2 3\n  4 5 6\n 7 8 9 10\n11 12 13 14 15";
    let error = read(numbers).unwrap_err();
    assert!(
        error.starts_with("the picture shows the names of holes and no pegs; "),
        "{error}"
    );
    assert_eq!(read("[a1, 'b2']"), read("a1 b2"));
}

#[test]
fn few_rows_that_begin_in_one_column_stay_there() {
    let imported = read("o\nooo\no").unwrap();
    assert_eq!(
        imported.file.holes,
        [(0, 0), (0, 1), (1, 1), (2, 1), (0, 2)]
    );
}

#[test]
fn labels_of_a_drawing_become_labels_of_the_board() {
    let labels = |text: &str| {
        let board = Board::new(read(text).unwrap().file).unwrap();
        board
            .holes()
            .map(|hole| board.label(hole).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(labels("  0\n 1 2\n3 4 5"), ["0", "1", "2", "3", "4", "5"]);
    assert_eq!(
        labels("[[\"x1\",\"x2\"],[\"y1\",\"y2\"]]"),
        ["x1", "x2", "y1", "y2"]
    );
}

#[test]
fn a_text_with_many_boards_is_read_once() {
    let text = "ooo\no*o\nooo\n\n".repeat(2000);
    let all = ImportedBoard::read_all(&text, "many.txt", &ImportOptions::default()).unwrap();
    assert_eq!(all.len(), 2000);
    assert!(all.iter().all(|board| board.file.holes.len() == 9));
    let widths: usize = boards(&text, Metric::Width, false)
        .unwrap()
        .iter()
        .map(|cells| cells.widths.len())
        .sum();
    assert_eq!(
        widths, 6000,
        "the cells of a board take room for its own rows"
    );
}

/// A look at the rest of the text at each place would take minutes.
#[test]
fn markup_without_an_end_is_read_once() {
    for part in ["<", "<b ", "&amp;", "{DirectedEdge[1, 2],"] {
        let text = format!("{}}}", part.repeat(200_000 / part.len()));
        let _ = crate::GraphFormat::of(&text);
        let _ = ImportedBoard::read(&text, "long.txt", &ImportOptions::default());
    }
}

#[test]
fn positions_fit_the_shape_of_the_board() {
    let usual = |pegs| Ok((pegs, None));
    assert_eq!(
        english("***/***/*******/***o***/*******/***/***"),
        usual(32)
    );
    assert_eq!(english("ooo/ooo/ooooooo/ooo*ooo/ooooooo/ooo/ooo"), usual(1));
    assert_eq!(
        english("\u{feff}  xxx\r\n  xxx\r\nxxxxxxx\r\nxxx.xxx\r\nxxxxxxx\r\n  xxx\r\n  xxx\r\n")
            .map(|fit| fit.0),
        Ok(32)
    );
    assert_eq!(
        english("7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO"),
        usual(32)
    );
    let blank = "  ***\n  ***\n*******\n*** ***\n*******\n  ***\n  ***";
    assert_eq!(english(blank).map(|fit| fit.0), Ok(32));
    let dots = "..***..\n..***..\n*******\n***.***\n*******\n..***..\n..***..";
    let reading = "`.` no hole, `*` a peg, `.` on the board an empty hole";
    assert_eq!(english(dots), Ok((32, Some(reading.to_owned()))));
    let contest = "##...##\n##.o.##\n...o...\n...o...\n.......\n##...##\n##...##";
    let reading = "`#` no hole, `.` an empty hole, `o` a peg";
    assert_eq!(english(contest), Ok((3, Some(reading.to_owned()))));
    let numbers = "0 0 1 1 1 0 0\n0 0 1 1 1 0 0\n1 1 1 1 1 1 1\n1 1 1 2 1 1 1\n1 1 1 1 1 1 1\n0 0 1 1 1 0 0\n0 0 1 1 1 0 0";
    assert_eq!(english(numbers).map(|fit| fit.0), Ok(32));
    assert_eq!(english("***"), Err("rows"));
    assert_eq!(
        english("***/***/*******/***o**/*******/***/***"),
        Err("length")
    );
    assert_eq!(
        english("qqq/qqq/qqqqqqq/qqqzqqq/qqqqqqq/qqq/qqq").map(|fit| fit.0),
        Ok(32)
    );
    assert_eq!(
        english("qqq/qqq/qqqqqqq/qqqqqqq/qqqqqqq/qqq/qqq"),
        Err("unknown")
    );
    let hint =
        "    ● - ●\n    ● + ●\n● ● ● ● ● ● ●\n● + ● ○ ● ? ●\n● ● ● ● ● ● ●\n    ● + ●\n    ● ● ●\n";
    assert_eq!(english(hint), usual(32));
}

/// Each of these took minutes: the time was the square of the length.
#[test]
fn long_hostile_texts_are_read_at_once() {
    let signs = format!("{}o", ">".repeat(200_000));
    let tables = "|a|\n|-|\n\n".repeat(25_000);
    let two_kinds = format!("|b|\n\n{tables}");
    let names = format!("{0}1 o o\n{0}2 o o\n", "0".repeat(100_000));
    let unclosed = format!("a b\nb c\n{}", "<".repeat(200_000));
    for text in [signs, tables, two_kinds, names, unclosed] {
        let _ = read(&text);
    }
}
