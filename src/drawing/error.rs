//! What can go wrong with pictures made of pixels.

use crate::control::LimitReached;
use std::io;
use thiserror::Error;

/// Pixels of the largest picture, and of all those of an animation.
pub(super) const MOST_PIXELS: u64 = 1 << 28;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The picture, or all those of an animation together, would have more pixels than they may have.
    #[error("{}; choose a smaller width", too_many_pixels(*pictures, *width, *height, *most))]
    TooLarge {
        /// How many pictures there are.
        pictures: usize,
        /// The width of each in pixels.
        width: u64,
        /// The height of each in pixels.
        height: u64,
        /// The most pixels that it may have.
        most: u64,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// The picture cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl RasterError {
    /// That of so large a picture, or of several together.
    pub(super) fn too_large(pictures: usize, (width, height): (u64, u64)) -> RasterError {
        RasterError::TooLarge {
            pictures,
            width,
            height,
            most: MOST_PIXELS,
        }
    }
}

fn too_many_pixels(pictures: usize, width: u64, height: u64, most: u64) -> String {
    match pictures {
        1 => format!("the picture would have {width} × {height} pixels, more than {most}"),
        _ => format!(
            "{pictures} pictures of {width} × {height} pixels would have more than {most} together"
        ),
    }
}
