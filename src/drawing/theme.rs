//! Colors of drawings.

use crate::control::quotation;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Color theme of a drawing.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{BoardDrawing, Theme};
/// let theme = Theme::Dark.with_pegs("#ffcc00")?;
/// let svg = BoardDrawing::of_position(&Board::library("english")?.full()).with_theme(theme).to_svg();
/// assert!(svg.contains("fill=\"#ffcc00\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on a dark background.
    Dark,
    /// The light theme without a background, for slides and pages of any color.
    Transparent,
    /// Colors that remain distinct under the common kinds of color blindness (M. Okabe and K. Ito, 2008).
    ColorBlind,
    /// Another theme with pegs of a given color.
    WithPegs(Box<Theme>, Color),
}

/// RGB color, 8 bits per channel; as text `#rrggbb`.
///
/// ```
/// use pegboard::drawing::Color;
/// let color: Color = "#2f5d8c".parse()?;
/// assert_eq!(color, Color::rgb(0x2f5d8c));
/// assert_eq!(color.to_string(), "#2f5d8c");
/// # Ok::<(), pegboard::drawing::ParseColorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Color([u8; 3]);

impl Color {
    /// White.
    pub const WHITE: Color = Color::rgb(0xffffff);
    /// Black.
    pub const BLACK: Color = Color::rgb(0x000000);

    /// Returns the color of a code such as `0x2f5d8c`; the highest byte is ignored.
    pub const fn rgb(code: u32) -> Color {
        let [_, red, green, blue] = code.to_be_bytes();
        Color([red, green, blue])
    }

    /// Returns red, green and blue, each from 0 to 255.
    pub const fn channels(self) -> [u8; 3] {
        self.0
    }

    /// Returns black or white, whichever has more contrast, by the relative luminance of WCAG 2.
    fn text_on_it(self) -> Color {
        /// Luminance at which black and white have the same contrast.
        const MIDDLE: f64 = 0.179;
        let linear = |channel: u8| match f64::from(channel) / 255.0 {
            dark @ ..=0.040_45 => dark / 12.92,
            other => ((other + 0.055) / 1.055).powf(2.4),
        };
        let [red, green, blue] = self.0.map(linear);
        if 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIDDLE {
            Color::BLACK
        } else {
            Color::WHITE
        }
    }
}

/// Error of a text that is not a color.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a color; write red, green and blue in hexadecimal, such as #2f5d8c")]
pub struct ParseColorError(String);

impl Theme {
    /// Themes by name, as [`FromStr`] parses them.
    pub const NAMED: [(&'static str, Theme); 4] = [
        ("light", Theme::Light),
        ("dark", Theme::Dark),
        ("transparent", Theme::Transparent),
        ("color-blind", Theme::ColorBlind),
    ];

    /// Returns the theme with pegs of a color, given as `#rrggbb`.
    ///
    /// # Errors
    ///
    /// [`ParseColorError`] if the text is not a color.
    pub fn with_pegs(self, color: &str) -> Result<Theme, ParseColorError> {
        Ok(Theme::WithPegs(Box::new(self), color.parse()?))
    }

    pub(crate) fn palette(&self) -> Palette {
        match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::Transparent => Palette {
                background: None,
                ..LIGHT
            },
            Theme::ColorBlind => COLOR_BLIND,
            Theme::WithPegs(theme, _) => theme.palette(),
        }
    }

    /// Returns the color of a resting peg.
    pub(crate) fn peg_color(&self) -> Color {
        match self {
            Theme::WithPegs(_, color) => *color,
            theme => theme.palette().peg,
        }
    }

    /// Returns the color of text on a resting peg.
    pub(crate) fn peg_text_color(&self) -> Color {
        match self {
            Theme::WithPegs(_, color) => color.text_on_it(),
            theme => theme.palette().peg_text,
        }
    }
}

/// Colors of the parts of a drawing.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) background: Option<Color>,
    pub(crate) board: Color,
    pub(crate) hole: Color,
    /// A hole with its label in it.
    pub(crate) labeled_hole: Color,
    pub(crate) peg: Color,
    pub(crate) peg_edge: Color,
    pub(crate) removed: Color,
    pub(crate) moving: Color,
    pub(crate) moving_edge: Color,
    /// Text beside the board.
    pub(crate) text: Color,
    /// Text on the board and in its holes.
    pub(crate) board_text: Color,
    /// Text on a peg of the theme's own color.
    pub(crate) peg_text: Color,
}

const LIGHT: Palette = Palette {
    background: Some(Color::WHITE),
    board: Color::rgb(0xead9b8),
    hole: Color::rgb(0xb79b6c),
    labeled_hole: Color::rgb(0xfffaf0),
    peg: Color::rgb(0x2f5d8c),
    peg_edge: Color::rgb(0x1d3d5f),
    removed: Color::rgb(0xa9b9c9),
    moving: Color::rgb(0xd9552c),
    moving_edge: Color::rgb(0x8f3417),
    text: Color::rgb(0x33291a),
    board_text: Color::rgb(0x33291a),
    peg_text: Color::WHITE,
};

const DARK: Palette = Palette {
    background: Some(Color::rgb(0x1b1e23)),
    board: Color::rgb(0x3a3f48),
    hole: Color::rgb(0x1b1e23),
    labeled_hole: Color::rgb(0x1b1e23),
    peg: Color::rgb(0x6fa8dc),
    peg_edge: Color::rgb(0xa9cdee),
    removed: Color::rgb(0x55606c),
    moving: Color::rgb(0xf0884a),
    moving_edge: Color::rgb(0xffc39c),
    text: Color::rgb(0xe8e6e1),
    board_text: Color::rgb(0xe8e6e1),
    peg_text: Color::rgb(0x10151b),
};

const COLOR_BLIND: Palette = Palette {
    background: Some(Color::WHITE),
    board: Color::rgb(0xe6e6e6),
    hole: Color::rgb(0x8c8c8c),
    labeled_hole: Color::WHITE,
    peg: Color::rgb(0x0072b2),
    peg_edge: Color::rgb(0x003a5c),
    removed: Color::WHITE,
    moving: Color::rgb(0xe69f00),
    moving_edge: Color::rgb(0x5c3f00),
    text: Color::BLACK,
    board_text: Color::BLACK,
    peg_text: Color::WHITE,
};

impl FromStr for Theme {
    type Err = String;

    /// Parses a name of [`Theme::NAMED`], or its British spelling.
    fn from_str(name: &str) -> Result<Theme, String> {
        let american = name.replace("colour", "color");
        let found = Theme::NAMED
            .into_iter()
            .find(|(known, _)| *known == american);
        let names = Theme::NAMED.map(|(name, _)| name).join(", ");
        found.map(|(_, theme)| theme).ok_or_else(|| {
            let name = quotation(name);
            format!("`{name}` is not a theme; the themes are {names}")
        })
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let code = digits
            .filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        code.map(Color::rgb)
            .ok_or_else(|| ParseColorError(quotation(text)))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stands_out_from_a_given_peg_color() {
        let text = |theme: Theme, color| theme.with_pegs(color).unwrap().peg_text_color();
        for theme in [Theme::Light, Theme::Dark] {
            assert_eq!(text(theme.clone(), "#ffffff"), Color::BLACK);
            assert_eq!(text(theme.clone(), "#ffcc00"), Color::BLACK);
            assert_eq!(text(theme.clone(), "#123456"), Color::WHITE);
        }
        assert_eq!(Theme::Dark.peg_text_color(), DARK.peg_text);
    }

    #[test]
    fn themes_and_colors_are_parsed() {
        for name in ["color-blind", "colour-blind"] {
            assert_eq!(name.parse(), Ok(Theme::ColorBlind));
        }
        assert!(
            "blue"
                .parse::<Theme>()
                .unwrap_err()
                .ends_with("light, dark, transparent, color-blind")
        );
        for wrong in ["red", "#12345", "#12345g", "#1234567", "\"/><script>"] {
            assert!(Theme::Light.with_pegs(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            Theme::Dark.with_pegs("#123456").unwrap().peg_color(),
            Color::rgb(0x123456)
        );
    }
}
