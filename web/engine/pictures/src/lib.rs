//! Files that a browser cannot make by itself: PDF, GIF and animated PNG, of drawings as the texts of SVG files.
//!
//! The crates for these formats are about as large as half the engine. So they are a module of their own, which the page
//! loads when the first such file is wanted. It knows nothing of boards: the engine draws, and this writes.

use pegboard::drawing::{self, AnimationFormat};
use wasm_bindgen::prelude::wasm_bindgen;

/// The PDF of a drawing.
///
/// # Errors
///
/// When the text is not SVG.
#[wasm_bindgen]
pub fn pdf(svg: &str) -> Result<Vec<u8>, String> {
    drawing::pdf(svg).map_err(|error| error.to_string())
}

/// Pictures of one size, one after the other without end, as a GIF.
///
/// # Errors
///
/// When they have too many pixels in all, or a text is not SVG.
#[wasm_bindgen]
pub fn gif(svgs: Vec<String>, width: Option<u32>) -> Result<Vec<u8>, String> {
    animation(&svgs, AnimationFormat::Gif, width)
}

/// The same as an animated PNG.
///
/// # Errors
///
/// When they have too many pixels in all, or a text is not SVG.
#[wasm_bindgen]
pub fn apng(svgs: Vec<String>, width: Option<u32>) -> Result<Vec<u8>, String> {
    animation(&svgs, AnimationFormat::Apng, width)
}

fn animation(svgs: &[String], format: AnimationFormat, width: Option<u32>) -> Result<Vec<u8>, String> {
    drawing::animation_of_pictures(svgs, format, width).map_err(|error| error.to_string())
}
