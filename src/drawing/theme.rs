use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The colours of a drawing.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{SvgDrawing, Theme};
/// let theme = Theme::Dark.with_pegs("#ffcc00")?;
/// let svg = SvgDrawing::of_position(&Board::library("english")?.full()).with_theme(theme).to_svg();
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
    WithPegs(Box<Theme>, PegColour),
}

/// A colour as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegColour(String);

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
            Theme::Transparent => Palette { ground: None, ..LIGHT },
            Theme::ColourBlind => COLOUR_BLIND,
            Theme::WithPegs(theme, _) => theme.palette(),
        }
    }

    /// The colour of a peg at rest.
    pub(crate) fn peg_fill(&self) -> &str {
        match self {
            Theme::WithPegs(_, PegColour(colour)) => colour,
            theme => theme.palette().peg,
        }
    }
}

/// What each part of a drawing is filled with.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) ground: Option<&'static str>,
    pub(crate) board: &'static str,
    pub(crate) hole: &'static str,
    pub(crate) labelled: &'static str,
    pub(crate) peg: &'static str,
    pub(crate) peg_edge: &'static str,
    pub(crate) removed: &'static str,
    pub(crate) moving: &'static str,
    pub(crate) moving_edge: &'static str,
    /// Text beside the board.
    pub(crate) ink: &'static str,
    /// Text on the board and in its holes.
    pub(crate) board_ink: &'static str,
    /// Text on a peg.
    pub(crate) peg_ink: &'static str,
}

const LIGHT: Palette = Palette {
    ground: Some("#ffffff"),
    board: "#ead9b8",
    hole: "#b79b6c",
    labelled: "#fffaf0",
    peg: "#2f5d8c",
    peg_edge: "#1d3d5f",
    removed: "#a9b9c9",
    moving: "#d9552c",
    moving_edge: "#8f3417",
    ink: "#33291a",
    board_ink: "#33291a",
    peg_ink: "#ffffff",
};

const DARK: Palette = Palette {
    ground: Some("#1b1e23"),
    board: "#3a3f48",
    hole: "#1b1e23",
    labelled: "#1b1e23",
    peg: "#6fa8dc",
    peg_edge: "#a9cdee",
    removed: "#55606c",
    moving: "#f0884a",
    moving_edge: "#ffc39c",
    ink: "#e8e6e1",
    board_ink: "#e8e6e1",
    peg_ink: "#10151b",
};

const COLOUR_BLIND: Palette = Palette {
    ground: Some("#ffffff"),
    board: "#e6e6e6",
    hole: "#8c8c8c",
    labelled: "#ffffff",
    peg: "#0072b2",
    peg_edge: "#003a5c",
    removed: "#ffffff",
    moving: "#e69f00",
    moving_edge: "#5c3f00",
    ink: "#000000",
    board_ink: "#000000",
    peg_ink: "#ffffff",
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

impl FromStr for PegColour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<PegColour, NotAColour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        match digits {
            Some(digits) if digits.chars().all(|c| c.is_ascii_hexdigit()) => Ok(PegColour(text.to_owned())),
            _ => Err(NotAColour(text.to_owned())),
        }
    }
}

impl fmt::Display for PegColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_and_colours_are_read() {
        assert_eq!("colour-blind".parse(), Ok(Theme::ColourBlind));
        assert!("blue".parse::<Theme>().unwrap_err().ends_with("light, dark, transparent, colour-blind"));
        for wrong in ["red", "#12345", "#12345g", "#1234567", "\"/><script>"] {
            assert!(Theme::Light.with_pegs(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Theme::Dark.with_pegs("#123456").unwrap().peg_fill(), "#123456");
    }
}
