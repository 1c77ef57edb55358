//! Pictures of boards, positions and solutions: as text, as SVG, as pixels and PDF (the feature `pictures`), as a page
//! that plays a solution, and read back from text. Pictures of other things live with those things: hints, atlases,
//! graphs.
//!
//! What is drawn and how it is written are apart. A drawing makes a [`Scene`] of shapes and texts; each format writes
//! scenes, and knows nothing of boards.
//!
//! A text picture has a character for each hole, the rows of a triangular board shifted by half a step, so
//! that the shape is right:
//!
//! ```
//! use pegboard::drawing::{Glyphs, TextPicture};
//! use pegboard::{Board, BoardFile, Lattice};
//! let holes = (0..4).flat_map(|y| (0..=y).map(move |x| (x, y)));
//! let triangle = Board::new(BoardFile::new("Triangle", Lattice::Triangular, holes))?;
//! let start = triangle.vacate(triangle.hole("a2")?);
//! assert_eq!(
//!     TextPicture::of_position(&start, &Glyphs::ASCII).to_string(),
//!     ["   *", "  o *", " * * *", "* * * *"].join("\n"),
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "pictures")]
mod animation;
pub(crate) mod board;
mod border;
#[cfg(feature = "pictures")]
mod font;
pub mod graph;
mod html;
pub(crate) mod layout;
#[cfg(feature = "pictures")]
mod paths;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod raster;
mod reading;
pub(crate) mod scene;
mod step;
mod svg;
mod text;
pub(crate) mod theme;

#[cfg(feature = "pictures")]
pub use animation::{AnimationFormat, animation};
pub use board::BoardDrawing;
pub use border::NoCoordinates;
pub use html::page;
#[cfg(feature = "pictures")]
pub use pdf::pdf;
#[cfg(feature = "pictures")]
pub use raster::{RasterError, png};
pub use reading::PictureError;
pub use scene::Scene;
pub use text::{Glyphs, TextPicture, TextStrip};
pub use theme::{Colour, NotAColour, Theme};
