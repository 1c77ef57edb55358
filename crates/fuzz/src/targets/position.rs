//! Positions: pictures, lists of labels, and data.

use super::{Target, assert_message, board_and_text};
use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{PictureError, Position};

pub(super) const TARGET: Target = Target {
    name: "position",
    run,
    words: &[
        " ",
        ",",
        "/",
        "\n",
        "*",
        "o",
        ".",
        "x",
        "O",
        "0",
        "-",
        "+",
        "@",
        "●",
        "○",
        "◉",
        "·",
        "#",
        "_",
        "a1",
        "d4",
        "n",
        "N",
        "é",
        "x1",
        "11",
        "99",
        "z9",
        "ooo",
        "***",
        "\t",
        "\u{a0}",
        "\u{301}",
        "[",
        "]",
        "'",
        "1",
        "|",
        "+--+",
        "\u{feff}",
        "\r\n",
        "⚫",
        "7x7cross:",
    ],
};

fn run(bytes: &[u8]) {
    let Some((board, text)) = board_and_text(bytes) else {
        return;
    };
    match Position::parse(board, &text) {
        Ok(position) => {
            let labels: Vec<&str> = position.pegs().map(|hole| board.label(hole)).collect();
            let mut written = vec![
                TextPicture::of_position(&position, &Glyphs::default())
                    .lines()
                    .join("\n"),
                TextPicture::of_position(&position, &Glyphs::ASCII)
                    .lines()
                    .join("/"),
            ];
            if !labels.is_empty() {
                written.extend([labels.join(" "), labels.join(",")]);
            }
            for text in written {
                assert_eq!(
                    Position::parse(board, &text).as_ref(),
                    Ok(&position),
                    "{text}"
                );
            }
            let data = serde_json::to_string(&position).expect("positions are data");
            assert_eq!(
                serde_json::from_str::<Position>(&data).expect("it was written"),
                position
            );
        }
        Err(error) => {
            let names_place = match &error {
                PictureError::Empty => text.trim_start_matches('\u{feff}').trim().is_empty(),
                PictureError::RowCount { .. }
                | PictureError::Several { .. }
                | PictureError::Ambiguous { .. }
                | PictureError::TooLong { .. } => true,
                other => other.to_string().contains(['`', '“']),
            };
            assert_message(&error.to_string(), names_place);
        }
    }
}
