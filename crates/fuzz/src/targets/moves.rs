//! Moves in notation.

use super::{Target, assert_message, board_and_text};
use pegboard::{Game, Goal, Line, MoveSeparator, MoveStyle, Notation, NotationError, Problem};

pub(super) const TARGET: Target = Target {
    name: "moves",
    run,
    words: &[
        " ", ",", "-", "\n", "a1", "b1", "c1", "d2", "d4", "d6", "f4", "a3-a1", "c3", "1-3", "6",
        "8", "n", "x1", "é", "on", "z9", "--", "+", "d2-d4", "e4-e2", "\u{2013}", "\t", "x", "to",
        "->", "→", "over", "remove", "(", ")", "(d3)", "(4,2)", "(2,2)", "(3, 1)", "1. ", "2)",
        "3: ", ";", "|", ":", ".",
    ],
};

/// The second byte chooses the vacancy.
fn run(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let Some((vacancy, rest)) = rest.split_first() else {
        return;
    };
    let Some((board, text)) = board_and_text(&[&[*choice], rest].concat()) else {
        return;
    };
    let vacancy = board
        .holes()
        .nth(usize::from(vacancy.wrapping_sub(b'0')) % board.hole_count());
    let start = board.vacate(vacancy.expect("it is below the number of holes"));
    match Line::parse(&start, &text) {
        Ok(line) => {
            let mut code = start.code();
            for jump in line.jumps() {
                let [from, over, to] =
                    [jump.from(), jump.over(), jump.to()].map(|hole| 1u128 << hole.index());
                assert_eq!(
                    code & (from | over | to),
                    from | over,
                    "an impossible jump was read"
                );
                code ^= from | over | to;
            }
            assert_eq!(code, line.finish().code());
            let written = line.to_string();
            assert_eq!(Line::parse(&start, &written).as_ref(), Ok(&line));
            assert_eq!(
                Line::parse(&start, &line.notation().join(" ")).as_ref(),
                Ok(&line)
            );
            for (style, _) in MoveStyle::ALL {
                for (separator, _) in MoveSeparator::ALL {
                    let mut notation = Notation::default();
                    (notation.style, notation.separator) = (style, separator);
                    let written = line.written(&notation).to_string();
                    match Line::parse(&start, &written) {
                        Ok(again) => assert_eq!(again, line, "{written}"),
                        Err(NotationError::AmbiguousCoordinates { .. }) => {
                            assert_eq!(style, MoveStyle::Coordinates);
                        }
                        Err(error) => panic!("{written}: {error}"),
                    }
                }
            }
            let inverse = line.inverse();
            assert_eq!(inverse.replayed().as_ref(), Some(line.start()));
            let problem = Problem::new(start, Goal::OnePeg).expect("the start has pegs");
            let game = Game::parse(problem, &text).expect("the line was read");
            assert_eq!(
                (game.line(), game.position()),
                (line.clone(), line.finish())
            );
            let data = serde_json::to_string(&line).expect("lines are data");
            assert_eq!(
                serde_json::from_str::<Line>(&data).expect("it was written"),
                line
            );
        }
        Err(error) => {
            let names_move = !matches!(error, NotationError::AmbiguousCoordinates { .. });
            assert_message(
                &error.to_string(),
                error.to_string().starts_with("move ") == names_move,
            );
        }
    }
}
