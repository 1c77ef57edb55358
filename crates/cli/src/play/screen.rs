use crossterm::style::ContentStyle;

/// Contents of a terminal: pieces of text, later ones over earlier ones.
#[derive(Debug, PartialEq, Eq)]
pub struct Screen {
    size: Size,
    pieces: Vec<Piece>,
}

/// Size in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

/// Cell of a screen, from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub x: u16,
    pub y: u16,
}

/// Piece of text in one row.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    pub place: Cell,
    pub text: String,
    pub style: ContentStyle,
}

impl Screen {
    pub fn new(size: Size) -> Screen {
        Screen {
            size,
            pieces: Vec::new(),
        }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Writes a text, clipped to `width` characters and to the screen. Control characters are omitted.
    pub fn write(&mut self, place: Cell, width: u16, text: &str, style: ContentStyle) {
        let Cell { x, y } = place;
        if x < self.size.width && y < self.size.height {
            let room = usize::from(width.min(self.size.width - x));
            let text = text
                .chars()
                .filter(|c| !c.is_control())
                .take(room)
                .collect();
            self.pieces.push(Piece { place, text, style });
        }
    }

    /// Iterates over the pieces of a row.
    pub fn row(&self, y: u16) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.place.y == y)
    }
}
