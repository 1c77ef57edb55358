//! Files that a browser cannot make by itself: PDF, GIF and animated PNG, of drawings as the engine serialises their
//! shapes.
//!
//! The crates for these formats are about as large as half the engine. So they are a module of their own, which the page
//! loads when the first such file is wanted. It knows nothing of boards: the engine draws, and this writes.

use pegboard::Control;
use pegboard::drawing::{self, AnimationFormat, Scene};
use wasm_bindgen::prelude::wasm_bindgen;

/// The PDF of a drawing.
///
/// # Errors
///
/// When the text is not a scene.
#[wasm_bindgen]
pub fn pdf(shapes: &str) -> Result<Vec<u8>, String> {
    drawing::pdf(&scene(shapes)?, &Control::default()).map_err(|error| error.to_string())
}

/// Pictures of one size, one after the other without end, as a GIF.
///
/// # Errors
///
/// When they have too many pixels in all, or a text is not a scene.
#[wasm_bindgen]
pub fn gif(frames: Vec<String>, width: Option<u32>) -> Result<Vec<u8>, String> {
    animation(&frames, AnimationFormat::Gif, width)
}

/// The same as an animated PNG.
///
/// # Errors
///
/// When they have too many pixels in all, or a text is not a scene.
#[wasm_bindgen]
pub fn apng(frames: Vec<String>, width: Option<u32>) -> Result<Vec<u8>, String> {
    animation(&frames, AnimationFormat::Apng, width)
}

fn animation(
    frames: &[String],
    format: AnimationFormat,
    width: Option<u32>,
) -> Result<Vec<u8>, String> {
    let scenes = frames
        .iter()
        .map(|frame| scene(frame))
        .collect::<Result<Vec<Scene>, String>>()?;
    drawing::animation(&scenes, format, width, &Control::default())
        .map_err(|error| error.to_string())
}

fn scene(shapes: &str) -> Result<Scene, String> {
    serde_json::from_str(shapes).map_err(|error| error.to_string())
}
