//! A board turned into tables for searching: positions as machine words, jumps by shifts, symmetries by
//! tables or bit-gather instructions.
//!
//! | holes | word | chosen by |
//! |---|---|---|
//! | 1 … 64 | `u64` | [`AnyEngine::new`] |
//! | 65 … 128 | `u128` | [`AnyEngine::new`] |
//!
//! Everything above this module is generic over [`Bits`]; `with_engine!` is the one place where a width is chosen.

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
pub use jumps::JumpTable;
pub use permutation::{PermutationPath, Permutations};

use crate::board::{Backend, Board};
use std::sync::OnceLock;

/// The most symmetries a board can have: the order of D6.
pub const MAX_SYMMETRIES: usize = 12;

/// A board's tables for words of one width.
#[derive(Clone, Debug)]
pub struct Engine<B> {
    board: Board,
    full: B,
    jumps: JumpTable<B>,
    /// Made when it is asked for: only some searches do.
    border: OnceLock<BorderTable<B>>,
    symmetries: Permutations<B>,
}

impl<B: Bits> Engine<B> {
    /// The tables of a board.
    ///
    /// # Panics
    ///
    /// When the board has more holes than the word has bits; [`AnyEngine::new`] chooses the right one.
    pub fn new(board: &Board) -> Engine<B> {
        Engine::with_path(board, PermutationPath::fastest())
    }

    /// The tables of a board, with the symmetries by the given path. Results do not depend on the path.
    ///
    /// # Panics
    ///
    /// When the board has more holes than the word has bits.
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
            symmetries: Permutations::new(board.symmetries(), path),
            board: board.clone(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All holes.
    #[inline]
    pub fn full(&self) -> B {
        self.full
    }

    /// The jumps.
    #[inline]
    pub fn jumps(&self) -> &JumpTable<B> {
        &self.jumps
    }

    /// The pairs of neighbouring holes.
    pub fn border(&self) -> &BorderTable<B> {
        self.border.get_or_init(|| BorderTable::new(&self.board))
    }

    /// The symmetries of the board.
    pub fn symmetries(&self) -> &Permutations<B> {
        &self.symmetries
    }

    /// The smallest image of a position under the board's symmetries: its canonical code.
    #[inline]
    pub fn canonical(&self, position: B) -> B {
        self.symmetries.smallest_image(position)
    }

    /// Every peg a hole and every hole a peg.
    #[inline]
    pub fn complement(&self, position: B) -> B {
        self.full & !position
    }
}

/// The engine of a board, of whichever width it needs.
#[derive(Clone, Debug)]
pub enum AnyEngine {
    /// Up to 64 holes.
    Narrow(Engine<u64>),
    /// Up to 128 holes.
    Wide(Engine<u128>),
}

/// Work that runs on an engine of any width.
pub trait EngineTask {
    /// What the work yields.
    type Output;

    /// Does the work.
    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output;
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

impl AnyEngine {
    /// The engine with the narrowest word that has room for the board.
    pub fn new(board: &Board) -> AnyEngine {
        AnyEngine::with_backend(board, None)
    }

    /// The engine with the given word, or with the wider one when the board does not fit it.
    pub fn with_backend(board: &Board, backend: Option<Backend>) -> AnyEngine {
        match backend.unwrap_or(board.backend()).max(board.backend()) {
            Backend::U64 => AnyEngine::Narrow(Engine::new(board)),
            Backend::U128 => AnyEngine::Wide(Engine::new(board)),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match self {
            AnyEngine::Narrow(engine) => engine.board(),
            AnyEngine::Wide(engine) => engine.board(),
        }
    }

    /// Runs a task, compiled for the engine's width.
    pub fn run<T: EngineTask>(&self, task: T) -> T::Output {
        match self {
            AnyEngine::Narrow(engine) => task.run(engine),
            AnyEngine::Wide(engine) => task.run(engine),
        }
    }
}
