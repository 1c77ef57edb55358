//! Search tables for a board: positions as machine words, jumps by shifts, symmetries by table lookups or bit-gather
//! instructions.
//!
//! | holes | word | chosen by |
//! |---|---|---|
//! | 1 … 64 | `u64` | [`AnyEngine::new`] |
//! | 65 … 128 | `u128` | [`AnyEngine::new`] |
//!
//! Code that builds on this module is generic over [`Bits`], and `with_engine!` selects the width.

mod bits;
mod border;
mod child_images;
pub(crate) mod class_rank;
mod jumps;
pub(crate) mod large_pages;
mod permutation;
pub(crate) mod processor;
#[cfg(test)]
mod tests;

pub use bits::Bits;
pub use border::BorderTable;
pub use child_images::ChildImages;
pub use jumps::{JumpSet, JumpTable};
pub use permutation::{PermutationPath, Permutations};

use crate::board::{Backend, Board};
use std::sync::OnceLock;

/// Tables of a board for one word width.
#[derive(Clone, Debug)]
pub struct Engine<B> {
    board: Board,
    full: B,
    jumps: JumpTable<B>,
    /// Computed lazily, because only some searches use it.
    border: OnceLock<BorderTable<B>>,
    /// Computed lazily, too.
    symmetries: OnceLock<Permutations<B>>,
    path: PermutationPath,
}

impl<B: Bits> Engine<B> {
    /// Builds the tables of a board.
    ///
    /// # Panics
    ///
    /// Panics if the board has more holes than `B` has bits. [`AnyEngine::new`] chooses a width that fits.
    pub fn new(board: &Board) -> Engine<B> {
        Engine::with_path(board, PermutationPath::fastest())
    }

    /// Builds the tables of a board with a given implementation of permutations. All implementations give the same
    /// results.
    ///
    /// # Panics
    ///
    /// Panics if the board has more holes than `B` has bits.
    pub fn with_path(board: &Board, path: PermutationPath) -> Engine<B> {
        assert!(
            board.hole_count() <= B::WIDTH as usize,
            "{board:?} does not fit {} bits",
            B::WIDTH
        );
        Engine {
            full: B::from_code(board.full().code()),
            jumps: JumpTable::new(board),
            border: OnceLock::new(),
            symmetries: OnceLock::new(),
            path,
            board: board.clone(),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the set of all holes.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// Returns the jump table.
    #[inline]
    pub fn jumps(&self) -> &JumpTable<B> {
        &self.jumps
    }

    /// Returns the table for border lengths, which the first call builds.
    pub fn border(&self) -> &BorderTable<B> {
        self.border.get_or_init(|| BorderTable::new(&self.board))
    }

    /// Returns the symmetries of the board, whose tables the first call builds.
    pub fn symmetries(&self) -> &Permutations<B> {
        self.symmetries
            .get_or_init(|| Permutations::new(self.board.symmetries(), self.path))
    }

    /// Returns the canonical code of a position: its smallest image under the symmetries of the board.
    #[inline]
    pub fn canonical(&self, position: B) -> B {
        self.symmetries().smallest_image(position)
    }

    /// Swaps pegs and vacancies.
    #[inline]
    pub fn complement(&self, position: B) -> B {
        self.full & !position
    }
}

/// Engine with the word width that a board needs.
#[derive(Clone, Debug)]
pub enum AnyEngine {
    /// Up to 64 holes.
    Narrow(Engine<u64>),
    /// Up to 128 holes.
    Wide(Engine<u128>),
}

/// Evaluates an expression with the engine of either width: `with_engine!(any, |engine| count(engine, start))`, where
/// `any` is a reference to an [`AnyEngine`] and `count` is generic over [`Bits`].
macro_rules! with_engine {
    ($any:expr, |$engine:ident| $body:expr) => {
        match $any {
            $crate::engine::AnyEngine::Narrow($engine) => $body,
            $crate::engine::AnyEngine::Wide($engine) => $body,
        }
    };
}
pub(crate) use with_engine;

/// Work that is generic over the word width of positions.
pub trait WidthVisitor {
    /// Result of the work.
    type Output;

    /// Does the work with words of the width `B`.
    fn visit<B: Bits>(self) -> Self::Output;
}

/// Calls a visitor with the narrowest word that fits a board.
pub fn visit_width<V: WidthVisitor>(board: &Board, visitor: V) -> V::Output {
    match board.backend() {
        Backend::U64 => visitor.visit::<u64>(),
        Backend::U128 => visitor.visit::<u128>(),
    }
}

impl AnyEngine {
    /// Builds an engine with the narrowest word that fits the board.
    pub fn new(board: &Board) -> AnyEngine {
        AnyEngine::with_backend(board, None)
    }

    /// Builds an engine with the given word, or with a wider one if the board does not fit it.
    pub fn with_backend(board: &Board, backend: Option<Backend>) -> AnyEngine {
        match backend.unwrap_or(board.backend()).max(board.backend()) {
            Backend::U64 => AnyEngine::Narrow(Engine::new(board)),
            Backend::U128 => AnyEngine::Wide(Engine::new(board)),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        match self {
            AnyEngine::Narrow(engine) => engine.board(),
            AnyEngine::Wide(engine) => engine.board(),
        }
    }
}
