//! Pictures made of pixels: PNG, animated PNG and GIF.
//!
//! resvg draws the shapes of an SVG drawing; texts are drawn as strokes of our own, so that no font is needed. They
//! have the letters and digits of English; any other character is an empty box.

use super::lettering::{self, Anchor};
use super::svg::SvgDrawing;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::io::{self, Write};
use std::iter;
use std::time::Duration;
use thiserror::Error;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The picture has more pixels than it may have.
    #[error(
        "the picture would have {width} × {height} pixels, more than {most}; make it narrower with a width"
    )]
    TooLarge {
        /// Its width in pixels.
        width: u64,
        /// Its height in pixels.
        height: u64,
        /// The most pixels that it may have.
        most: u64,
    },
    /// The drawing is not SVG.
    #[error("the drawing cannot be read: {0}")]
    Unreadable(String),
    /// The picture cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// The kinds of animated pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// Every colour, smaller than a GIF; browsers show it.
    Apng,
    /// Up to 256 colours; every program shows it.
    Gif,
}

/// Pixels of the largest picture, and of all those of an animation.
const MOST_PIXELS: u64 = 1 << 28;
/// Pixels in a pixel of the drawing, unless a width is given: sharp on screens of today.
const SCALE: f64 = 2.0;
const MOVE: Duration = Duration::from_millis(900);
const END: Duration = Duration::from_millis(2500);

/// The PNG of a drawing; without a width in pixels, two for each pixel of the drawing.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{SvgDrawing, png};
/// let svg = SvgDrawing::of_board(&Board::library("english")?).to_svg();
/// assert!(png(&svg, Some(300))?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] when the picture would be far too large, or the text is not SVG.
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, RasterError> {
    let picture = Picture::drawn(svg, width)?;
    let mut bytes = Vec::new();
    let size = (picture.width, picture.height);
    let mut writer = png_encoder(&mut bytes, size).write_header().map_err(io::Error::from)?;
    writer.write_image_data(&picture.pixels).map_err(io::Error::from)?;
    writer.finish().map_err(io::Error::from)?;
    Ok(bytes)
}

/// A solution as an animated picture that shows a move after the other, without end.
///
/// # Errors
///
/// [`RasterError`] when the pictures would be far too large.
pub fn animation(
    drawing: &SvgDrawing,
    format: AnimationFormat,
    width: Option<u32>,
) -> Result<Vec<u8>, RasterError> {
    let svgs: Vec<String> = (0..drawing.panel_count()).filter_map(|index| drawing.picture(index)).collect();
    animation_of_pictures(&svgs, format, width)
}

/// The same of pictures that were drawn before, such as those of [`SvgDrawing::picture`]: all of one size, as the texts
/// of SVG files.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{AnimationFormat, SvgDrawing, animation_of_pictures};
/// let board = Board::library("triangle5")?;
/// let pictures = [board.empty(), board.full()].map(|position| SvgDrawing::of_position(&position).to_svg());
/// let gif = animation_of_pictures(&pictures, AnimationFormat::Gif, Some(120))?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] when the pictures would be far too large, or a text is not SVG.
pub fn animation_of_pictures(
    svgs: &[String],
    format: AnimationFormat,
    width: Option<u32>,
) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let Some((first, others)) = svgs.split_first() else { return Ok(bytes) };
    let first = Picture::drawn(first, width)?;
    if first.size().saturating_mul(svgs.len() as u64) > MOST_PIXELS {
        return Err(first.too_large());
    }
    let size = (first.width, first.height);
    // Each is written before the next is drawn: all of them together may take a browser's memory.
    let frames = iter::once(Ok(first)).chain(others.iter().map(|svg| Picture::drawn(svg, width)));
    match format {
        AnimationFormat::Apng => write_apng(&mut bytes, size, svgs.len(), frames)?,
        AnimationFormat::Gif => write_gif(&mut bytes, size, svgs.len(), frames)?,
    }
    Ok(bytes)
}

/// Pixels, row by row: red, green, blue and how opaque they are.
struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    fn drawn(svg: &str, width: Option<u32>) -> Result<Picture, RasterError> {
        let tree = shapes(svg)?;
        let size = tree.size();
        let scale = width.map_or(SCALE, |width| f64::from(width.max(1)) / f64::from(size.width()));
        let pixels = |length: f32| (f64::from(length) * scale).round().max(1.0) as u64;
        let (width, height) = (pixels(size.width()), pixels(size.height()));
        let too_large = || RasterError::TooLarge { width, height, most: MOST_PIXELS };
        if width.saturating_mul(height) > MOST_PIXELS {
            return Err(too_large());
        }
        let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
        resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
        let mut pixels = vec![0; 4 * pixmap.pixels().len()];
        for (place, bytes) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let colour = pixmap.pixels()[place].demultiply();
            *bytes = [colour.red(), colour.green(), colour.blue(), colour.alpha()];
        }
        Ok(Picture { width: width as u32, height: height as u32, pixels })
    }

    fn size(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn too_large(&self) -> RasterError {
        let (width, height) = (u64::from(self.width), u64::from(self.height));
        RasterError::TooLarge { width, height, most: MOST_PIXELS }
    }
}

/// How long each picture is shown.
fn shown(index: usize, count: usize) -> Duration {
    if index + 1 == count { END } else { MOVE }
}

/// An encoder of PNG for pictures of this width and height.
fn png_encoder<W: Write>(file: W, (width, height): (u32, u32)) -> png::Encoder<'static, W> {
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
}

fn write_apng(
    file: impl Write,
    size: (u32, u32),
    count: usize,
    frames: impl Iterator<Item = Result<Picture, RasterError>>,
) -> Result<(), RasterError> {
    let mut encoder = png_encoder(file, size);
    encoder.set_animated(count as u32, 0).map_err(io::Error::from)?;
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    for (index, frame) in frames.enumerate() {
        let delay = shown(index, count).as_millis() as u16;
        writer.set_frame_delay(delay, 1000).map_err(io::Error::from)?;
        writer.write_image_data(&frame?.pixels).map_err(io::Error::from)?;
    }
    writer.finish().map_err(io::Error::from)?;
    Ok(())
}

fn write_gif(
    file: impl Write,
    (width, height): (u32, u32),
    count: usize,
    frames: impl Iterator<Item = Result<Picture, RasterError>>,
) -> Result<(), RasterError> {
    /// 1 is the slowest and best choice of colours, 30 the fastest.
    const SPEED: i32 = 10;
    let side = |pixels: u32| u16::try_from(pixels).map_err(io::Error::other);
    let (width, height) = (side(width)?, side(height)?);
    let mut encoder = gif::Encoder::new(file, width, height, &[]).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    for (index, frame) in frames.enumerate() {
        let mut picture = gif::Frame::from_rgba_speed(width, height, &mut frame?.pixels, SPEED);
        picture.delay = (shown(index, count).as_millis() / 10) as u16;
        picture.dispose = gif::DisposalMethod::Background;
        encoder.write_frame(&picture).map_err(io::Error::other)?;
    }
    Ok(())
}

/// The shapes of a drawing, its texts among them.
pub(super) fn shapes(svg: &str) -> Result<Tree, RasterError> {
    Tree::from_str(&with_drawn_letters(svg), &Options::default())
        .map_err(|error| RasterError::Unreadable(error.to_string()))
}

/// The drawing with each text as a path. Drawings have a line for each element.
fn with_drawn_letters(svg: &str) -> String {
    svg.lines().map(|line| drawn_text(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

/// The path for a line that is a text.
fn drawn_text(line: &str) -> Option<String> {
    let (attributes, rest) = line.strip_prefix("<text ")?.split_once('>')?;
    let text = unescaped(rest.strip_suffix("</text>")?);
    let attribute = |name: &str| {
        let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    let number = |name: &str| attribute(name)?.parse::<f64>().ok();
    let (x, y, size) = (number("x")?, number("y")?, number("font-size")?);
    let anchor = match attribute("text-anchor") {
        Some("start") => Anchor::Start,
        _ => Anchor::Middle,
    };
    Some(format!(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>",
        lettering::path(&text, (x, y), size, anchor),
        attribute("fill")?,
        size * lettering::STROKE
    ))
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Solution};

    fn game() -> SvgDrawing {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        SvgDrawing::of_solution(&Solution::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap())
    }

    fn decoded(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>) {
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info, pixels)
    }

    #[test]
    fn a_png_shows_the_drawing() {
        let board = Board::library("english").unwrap();
        let hole = board.hole("d4").unwrap();
        let drawing = SvgDrawing::of_position(&board.pegs([hole]));
        let (width, height) = drawing.size();
        let (info, pixels) = decoded(&png(&drawing.to_svg(), None).unwrap());
        assert_eq!((f64::from(info.width), f64::from(info.height)), (2.0 * width, 2.0 * height));
        let colour = |(x, y): (f64, f64)| {
            let place = 4 * ((2.0 * y) as usize * info.width as usize + (2.0 * x) as usize);
            pixels[place..place + 3].to_vec()
        };
        assert_eq!(colour(drawing.center(0, hole).unwrap()), [0x2f, 0x5d, 0x8c]);
        assert_eq!(colour(drawing.center(0, board.hole("d3").unwrap()).unwrap()), [0xb7, 0x9b, 0x6c]);
        assert_eq!(colour((2.0, 2.0)), [255, 255, 255]);
    }

    #[test]
    fn texts_are_drawn_as_strokes() {
        let svg = SvgDrawing::of_board(&Board::library("triangle5").unwrap()).to_svg();
        assert_eq!(svg.matches("<text").count(), 15);
        let drawn = with_drawn_letters(&svg);
        assert_eq!((drawn.matches("<text").count(), drawn.matches("stroke-linecap").count()), (0, 16));
        assert!(
            drawn_text("<text x=\"1\" y=\"2\" font-size=\"9\" fill=\"#000\">&lt;a&amp;</text>").is_some()
        );
    }

    #[test]
    fn a_solution_moves() {
        let drawing = game();
        let apng = animation(&drawing, AnimationFormat::Apng, Some(120)).unwrap();
        let reader = png::Decoder::new(io::Cursor::new(&apng)).read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames as usize, drawing.panel_count());
        let gif = animation(&drawing, AnimationFormat::Gif, Some(120)).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(io::Cursor::new(&gif)).unwrap();
        let frames = std::iter::from_fn(|| decoder.read_next_frame().unwrap().map(|frame| frame.delay));
        assert_eq!(frames.collect::<Vec<_>>(), [90, 90, 90, 250]);
    }

    #[test]
    fn what_is_too_large_or_no_drawing_is_refused() {
        let svg = game().to_svg();
        assert!(matches!(png(&svg, Some(u32::MAX)), Err(RasterError::TooLarge { .. })));
        assert!(matches!(png("none", None), Err(RasterError::Unreadable(_))));
        let too_many = vec![svg; 3];
        let wide = animation_of_pictures(&too_many, AnimationFormat::Gif, Some(12_000));
        assert!(matches!(wide, Err(RasterError::TooLarge { .. })));
        assert!(animation_of_pictures(&[], AnimationFormat::Apng, None).unwrap().is_empty());
    }
}
