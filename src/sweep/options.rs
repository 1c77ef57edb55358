use crate::board::{Backend, Board};
use crate::engine::AnyEngine;
use std::path::PathBuf;

/// Options of a sweep. Results do not depend on them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SweepOptions {
    /// Folder for levels that do not fit the memory limit. Finished levels are kept, and an interrupted sweep resumes from
    /// them. A folder keeps the levels of one sweep, and other sweeps are refused.
    pub scratch: Option<PathBuf>,
    /// Representation of position sets.
    pub method: SweepMethod,
    /// Machine word for positions; by default the narrowest that fits the board.
    pub(crate) backend: Option<Backend>,
    /// Without a scratch folder, move levels that do not fit the memory limit into a temporary folder.
    pub(crate) spills: bool,
}

builder_methods!(SweepOptions {
    /// Sets the folder of finished levels.
    with_scratch(scratch: Option<PathBuf>),
    /// Sets the representation of position sets.
    with_method(method: SweepMethod),
    /// Sets the machine word for positions. Tests and benches compare widths.
    #[doc(hidden)]
    with_backend(backend: Option<Backend>),
});

/// Representation of the position sets of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SweepMethod {
    /// Lists if there is a scratch folder or the bitmap does not fit the memory limit, otherwise a bitmap.
    #[default]
    Auto,
    /// One bit for each position of the start's class. A problem that is not a complement problem needs two bitmaps. By far
    /// the fastest method.
    Bitmap,
    /// Sorted lists of canonical codes, level by level.
    Lists,
}

impl SweepOptions {
    /// Returns the options of one of several sweeps: a scratch folder holds the levels of one sweep, so this one gets a
    /// folder in it.
    pub(crate) fn in_folder(&self, name: &str) -> SweepOptions {
        let scratch = self.scratch.as_ref().map(|folder| folder.join(name));
        self.clone().with_scratch(scratch)
    }

    /// Builds the engine of a board.
    pub(crate) fn engine(&self, board: &Board) -> AnyEngine {
        AnyEngine::with_backend(board, self.backend)
    }
}
