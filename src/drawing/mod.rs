//! Pictures of boards, positions and solutions.
//!
//! | picture | made by |
//! |---|---|
//! | text | [`TextPicture`], [`TextStrip`]; [`Position::parse`](crate::Position::parse) reads it back |
//! | SVG | [`Scene::to_svg`] |
//! | PNG, GIF, animated PNG, PDF | [`png`](fn@png), [`animation`], [`pdf`], with the feature `pictures` |
//! | HTML page that plays a solution | [`page`] |
//!
//! A [`BoardDrawing`] builds a [`Scene`] of shapes and texts, and each format writes scenes. Hints, atlases and graphs
//! build scenes of their own.
//!
//! PNG, GIF and PDF take letters from DejaVu Sans, so that pictures look the same on every system. SVG leaves the choice
//! of a font to its viewer.
//!
//! A text picture has one character for each hole. Each row of a triangular board is shifted by half a step:
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
mod hint;
mod html;
pub(crate) mod layout;
#[cfg(feature = "pictures")]
mod paths;
#[cfg(feature = "pictures")]
mod pdf;
mod played_move;
#[cfg(feature = "pictures")]
mod raster;
mod reading;
pub(crate) mod scene;
pub(crate) mod sheet;
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
pub use raster::{RasterError, check_size, png};
pub use reading::{PictureError, ReadPosition};
pub use scene::Scene;
pub use text::{Glyphs, TextPicture, TextStrip, half_columns_and_rows};
pub use theme::{Color, ParseColorError, Theme};
