use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The colours of a drawing.
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
    /// On white.
    #[default]
    Light,
    /// On a dark ground.
    Dark,
    /// As light, without a ground: for slides and pages of any colour.
    Transparent,
    /// Colours that the usual kinds of colour blindness tell apart (M. Okabe and K. Ito, 2008).
    ColourBlind,
    /// Another theme with pegs of this colour.
    WithPegs(Box<Theme>, Colour),
}

/// Red, green and blue; as text `#rrggbb`.
///
/// ```
/// use pegboard::drawing::Colour;
/// let colour: Colour = "#2f5d8c".parse()?;
/// assert_eq!(colour, Colour::rgb(0x2f5d8c));
/// assert_eq!(colour.to_string(), "#2f5d8c");
/// # Ok::<(), pegboard::drawing::NotAColour>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Colour([u8; 3]);

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour::rgb(0xffffff);

    /// A colour as it is written in hexadecimal.
    pub const fn rgb(code: u32) -> Colour {
        let [_, red, green, blue] = code.to_be_bytes();
        Colour([red, green, blue])
    }

    /// Red, green and blue, each from 0 to 255.
    pub const fn parts(self) -> [u8; 3] {
        self.0
    }
}

/// A text that is no colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a colour; write red, green and blue in hexadecimal, such as #2f5d8c")]
pub struct NotAColour(String);

impl Theme {
    /// The themes that have a name.
    pub const NAMED: [(&'static str, Theme); 4] = [
        ("light", Theme::Light),
        ("dark", Theme::Dark),
        ("transparent", Theme::Transparent),
        ("colour-blind", Theme::ColourBlind),
    ];

    /// The same theme with pegs of a colour, `#rrggbb`.
    ///
    /// # Errors
    ///
    /// [`NotAColour`] when the text is none.
    pub fn with_pegs(self, colour: &str) -> Result<Theme, NotAColour> {
        Ok(Theme::WithPegs(Box::new(self), colour.parse()?))
    }

    pub(crate) fn palette(&self) -> Palette {
        match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::Transparent => Palette {
                ground: None,
                ..LIGHT
            },
            Theme::ColourBlind => COLOUR_BLIND,
            Theme::WithPegs(theme, _) => theme.palette(),
        }
    }

    /// The colour of a peg at rest.
    pub(crate) fn peg_fill(&self) -> Colour {
        match self {
            Theme::WithPegs(_, colour) => *colour,
            theme => theme.palette().peg,
        }
    }
}

/// What each part of a drawing is filled with.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) ground: Option<Colour>,
    pub(crate) board: Colour,
    pub(crate) hole: Colour,
    pub(crate) labelled: Colour,
    pub(crate) peg: Colour,
    pub(crate) peg_edge: Colour,
    pub(crate) removed: Colour,
    pub(crate) moving: Colour,
    pub(crate) moving_edge: Colour,
    /// Text beside the board.
    pub(crate) ink: Colour,
    /// Text on the board and in its holes.
    pub(crate) board_ink: Colour,
    /// Text on a peg.
    pub(crate) peg_ink: Colour,
}

const LIGHT: Palette = Palette {
    ground: Some(Colour::WHITE),
    board: Colour::rgb(0xead9b8),
    hole: Colour::rgb(0xb79b6c),
    labelled: Colour::rgb(0xfffaf0),
    peg: Colour::rgb(0x2f5d8c),
    peg_edge: Colour::rgb(0x1d3d5f),
    removed: Colour::rgb(0xa9b9c9),
    moving: Colour::rgb(0xd9552c),
    moving_edge: Colour::rgb(0x8f3417),
    ink: Colour::rgb(0x33291a),
    board_ink: Colour::rgb(0x33291a),
    peg_ink: Colour::WHITE,
};

const DARK: Palette = Palette {
    ground: Some(Colour::rgb(0x1b1e23)),
    board: Colour::rgb(0x3a3f48),
    hole: Colour::rgb(0x1b1e23),
    labelled: Colour::rgb(0x1b1e23),
    peg: Colour::rgb(0x6fa8dc),
    peg_edge: Colour::rgb(0xa9cdee),
    removed: Colour::rgb(0x55606c),
    moving: Colour::rgb(0xf0884a),
    moving_edge: Colour::rgb(0xffc39c),
    ink: Colour::rgb(0xe8e6e1),
    board_ink: Colour::rgb(0xe8e6e1),
    peg_ink: Colour::rgb(0x10151b),
};

const COLOUR_BLIND: Palette = Palette {
    ground: Some(Colour::WHITE),
    board: Colour::rgb(0xe6e6e6),
    hole: Colour::rgb(0x8c8c8c),
    labelled: Colour::WHITE,
    peg: Colour::rgb(0x0072b2),
    peg_edge: Colour::rgb(0x003a5c),
    removed: Colour::WHITE,
    moving: Colour::rgb(0xe69f00),
    moving_edge: Colour::rgb(0x5c3f00),
    ink: Colour::rgb(0x000000),
    board_ink: Colour::rgb(0x000000),
    peg_ink: Colour::WHITE,
};

impl FromStr for Theme {
    type Err = String;

    fn from_str(name: &str) -> Result<Theme, String> {
        let found = Theme::NAMED.into_iter().find(|(known, _)| *known == name);
        let names = Theme::NAMED.map(|(name, _)| name).join(", ");
        found
            .map(|(_, theme)| theme)
            .ok_or_else(|| format!("`{name}` is not a theme; the themes are {names}"))
    }
}

impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Colour, NotAColour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let code = digits
            .filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        code.map(Colour::rgb)
            .ok_or_else(|| NotAColour(text.to_owned()))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_and_colours_are_read() {
        assert_eq!("colour-blind".parse(), Ok(Theme::ColourBlind));
        assert!(
            "blue"
                .parse::<Theme>()
                .unwrap_err()
                .ends_with("light, dark, transparent, colour-blind")
        );
        for wrong in ["red", "#12345", "#12345g", "#1234567", "\"/><script>"] {
            assert!(Theme::Light.with_pegs(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            Theme::Dark.with_pegs("#123456").unwrap().peg_fill(),
            Colour::rgb(0x123456)
        );
    }
}
