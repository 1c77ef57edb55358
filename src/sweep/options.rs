use crate::board::{Backend, Board};
use crate::engine::AnyEngine;
use std::path::PathBuf;

/// How a sweep is to work. Its result does not depend on it.
#[derive(Clone, Debug, Default)]
pub struct SweepOptions {
    /// A folder for levels that do not fit memory. Finished levels stay there, and an interrupted sweep
    /// resumes from them.
    pub scratch: Option<PathBuf>,
    /// How positions are kept.
    pub method: SweepMethod,
    /// The machine word for positions; without it, the narrowest that has room for the board. Tests and measurements
    /// name one, to compare the words.
    #[doc(hidden)]
    pub backend: Option<Backend>,
}

/// How a sweep keeps positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SweepMethod {
    /// By lists where there is a scratch folder or a bitmap does not fit memory, and by bitmap otherwise.
    #[default]
    Auto,
    /// A bit for each position of the start's class, two bitmaps for a problem that is not a complement
    /// problem. By far the fastest.
    Bitmap,
    /// Sorted lists of canonical codes, level by level.
    Lists,
}

impl SweepOptions {
    /// The engine of a board.
    pub(crate) fn engine(&self, board: &Board) -> AnyEngine {
        AnyEngine::with_backend(board, self.backend)
    }
}
