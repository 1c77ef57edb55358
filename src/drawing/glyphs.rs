/// The characters of a text picture.
///
/// [`Position::parse`](crate::Position::parse) reads all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A hole with a peg.
    pub peg: char,
    /// An empty hole.
    pub empty: char,
    /// The peg that has just moved, where it came to rest.
    pub landed: char,
    /// A hole that the last move emptied.
    pub emptied: char,
}

impl Glyphs {
    /// Round pegs and holes: `●` and `○`, marks `◉` and `·`.
    pub const ROUND: Glyphs = Glyphs {
        peg: '●',
        empty: '○',
        landed: '◉',
        emptied: '·',
    };
    /// Plain characters: `*` and `o`, marks `@` and `-`.
    pub const ASCII: Glyphs = Glyphs {
        peg: '*',
        empty: 'o',
        landed: '@',
        emptied: '-',
    };
}

impl Default for Glyphs {
    fn default() -> Self {
        Glyphs::ROUND
    }
}
