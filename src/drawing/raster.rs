//! Pictures made of pixels: PNG, animated PNG and GIF.
//!
//! Texts are drawn as strokes of our own, so that no font is needed. They have the letters and digits of English; any
//! other character is an empty box.

use super::painting::{Painted, painted};
use super::scene::{Line, Scene, Segment};
use super::theme::Colour;
use std::io::{self, Write};
use std::time::Duration;
use thiserror::Error;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

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

/// The PNG of a scene; without a width in pixels, two for each pixel of the scene.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{BoardDrawing, png};
/// let scene = BoardDrawing::of_board(&Board::library("english")?).scene();
/// assert!(png(&scene, Some(300))?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] when the picture would be far too large.
pub fn png(scene: &Scene, width: Option<u32>) -> Result<Vec<u8>, RasterError> {
    let picture = Picture::of(scene, width)?;
    let mut bytes = Vec::new();
    let size = (picture.width, picture.height);
    let mut writer = png_encoder(&mut bytes, size).write_header().map_err(io::Error::from)?;
    writer.write_image_data(&picture.pixels).map_err(io::Error::from)?;
    writer.finish().map_err(io::Error::from)?;
    Ok(bytes)
}

/// Scenes of one size as an animated picture that shows one after the other, without end, such as the
/// [frames](super::BoardDrawing::frames) of a solution. No frames make an empty file.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{AnimationFormat, BoardDrawing, animation};
/// let board = Board::library("triangle5")?;
/// let frames = [board.empty(), board.full()].map(|position| BoardDrawing::of_position(&position).scene());
/// let gif = animation(&frames, AnimationFormat::Gif, Some(120))?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] when the pictures would be far too large.
pub fn animation(
    frames: &[Scene],
    format: AnimationFormat,
    width: Option<u32>,
) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let Some(first) = frames.first() else { return Ok(bytes) };
    let extent = Extent::of(first, width, frames.len())?;
    let size = (extent.width, extent.height);
    // Each is written before the next is drawn: all of them together may take a browser's memory.
    let pictures = frames.iter().map(|scene| Picture::of(scene, width));
    match format {
        AnimationFormat::Apng => write_apng(&mut bytes, size, frames.len(), pictures)?,
        AnimationFormat::Gif => write_gif(&mut bytes, size, frames.len(), pictures)?,
    }
    Ok(bytes)
}

/// How many pixels there are in a picture.
struct Extent {
    /// Pixels to a unit of the scene.
    scale: f64,
    width: u32,
    height: u32,
}

impl Extent {
    /// That of each of `count` pictures, if they are not too large together.
    fn of(scene: &Scene, width: Option<u32>, count: usize) -> Result<Extent, RasterError> {
        let size = scene.size();
        let scale = width.map_or(SCALE, |width| f64::from(width.max(1)) / size.0);
        let pixels = |length: f64| (length * scale).round().max(1.0) as u64;
        let (width, height) = (pixels(size.0), pixels(size.1));
        if width.saturating_mul(height).saturating_mul(count as u64) > MOST_PIXELS {
            return Err(RasterError::TooLarge { width, height, most: MOST_PIXELS });
        }
        Ok(Extent { scale, width: width as u32, height: height as u32 })
    }

    fn too_large(&self) -> RasterError {
        let (width, height) = (u64::from(self.width), u64::from(self.height));
        RasterError::TooLarge { width, height, most: MOST_PIXELS }
    }
}

/// Pixels, row by row: red, green, blue and how opaque they are.
struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    fn of(scene: &Scene, width: Option<u32>) -> Result<Picture, RasterError> {
        let extent = Extent::of(scene, width, 1)?;
        let Extent { scale, width, height } = extent;
        let mut pixmap = Pixmap::new(width, height).ok_or_else(|| extent.too_large())?;
        let own_pixel = (scale * scene.size().0 / scene.size.width) as f32;
        let transform = Transform::from_scale(own_pixel, own_pixel);
        painted(scene).iter().for_each(|each| paint(each, transform, &mut pixmap));
        let mut pixels = vec![0; 4 * pixmap.pixels().len()];
        for (place, bytes) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let colour = pixmap.pixels()[place].demultiply();
            *bytes = [colour.red(), colour.green(), colour.blue(), colour.alpha()];
        }
        Ok(Picture { width, height, pixels })
    }
}

fn paint(Painted { path, fill, line, opacity }: &Painted, transform: Transform, pixmap: &mut Pixmap) {
    let Some(path) = tiny_path(path) else { return }; // nothing is in it
    if let Some(colour) = fill {
        pixmap.fill_path(&path, &ink(*colour, *opacity), FillRule::Winding, transform, None);
    }
    if let Some(line) = line {
        pixmap.stroke_path(&path, &ink(line.colour, *opacity), &stroke(line), transform, None);
    }
}

fn tiny_path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match segment {
            Segment::Move(to) => path.move_to(to.x as f32, to.y as f32),
            Segment::Line(to) => path.line_to(to.x as f32, to.y as f32),
            Segment::Curve(one, two, to) => {
                let [one, two, to] = [one, two, to].map(|point| (point.x as f32, point.y as f32));
                path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
            }
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

fn ink(colour: Colour, opacity: f64) -> Paint<'static> {
    let [red, green, blue] = colour.parts();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn stroke(line: &Line) -> Stroke {
    let (line_cap, line_join) =
        if line.is_round { (LineCap::Round, LineJoin::Round) } else { (LineCap::Butt, LineJoin::Miter) };
    let dash = line.dashes.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
    Stroke { width: line.width as f32, line_cap, line_join, dash, ..Stroke::default() }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::BoardDrawing;
    use crate::drawing::scene::{Point, Shape, Size, Text};
    use crate::{Board, Solution};

    fn game() -> BoardDrawing {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        BoardDrawing::of_solution(&Solution::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap())
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
        let drawing = BoardDrawing::of_position(&board.pegs([hole]));
        let (width, height) = drawing.size();
        let (info, pixels) = decoded(&png(&drawing.scene(), None).unwrap());
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
    fn a_solution_moves() {
        let drawing = game();
        let apng = animation(&drawing.frames(), AnimationFormat::Apng, Some(120)).unwrap();
        let reader = png::Decoder::new(io::Cursor::new(&apng)).read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames as usize, drawing.panel_count());
        let gif = animation(&drawing.frames(), AnimationFormat::Gif, Some(120)).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(io::Cursor::new(&gif)).unwrap();
        let frames = std::iter::from_fn(|| decoder.read_next_frame().unwrap().map(|frame| frame.delay));
        assert_eq!(frames.collect::<Vec<_>>(), [90, 90, 90, 250]);
    }

    #[test]
    fn texts_and_dots_are_drawn_without_a_font() {
        let mut scene = Scene::new("", Size { width: 20.0, height: 20.0 }, Colour::rgb(0xffffff));
        scene.add(Text::centred(Point { x: 10.0, y: 15.0 }, 10.0, "."));
        let (info, pixels) = decoded(&png(&scene, Some(200)).unwrap());
        let dark = pixels.chunks(4).enumerate().filter(|(_, colour)| colour[0] < 128);
        let places: Vec<usize> = dark.map(|(place, _)| place % info.width as usize).collect();
        assert!(!places.is_empty() && places.iter().all(|x| (94..106).contains(x)), "{places:?}");
    }

    #[test]
    fn what_is_see_through_lets_the_ground_shine() {
        let all = Size { width: 8.0, height: 4.0 };
        let mut scene = Scene::new("", all, Colour::rgb(0xffffff));
        let half = Shape::rectangle(Point::default(), all).filled(Colour::rgb(0)).opaque_by(0.5);
        scene.add(half);
        let (info, pixels) = decoded(&png(&scene.shown(16.0), None).unwrap());
        assert_eq!((info.width, info.height), (32, 16));
        assert!(pixels.chunks(4).all(|colour| (126..130).contains(&colour[0]) && colour[3] == 255));
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let scene = game().scene();
        assert!(matches!(png(&scene, Some(u32::MAX)), Err(RasterError::TooLarge { .. })));
        let too_many = vec![scene; 3];
        let wide = animation(&too_many, AnimationFormat::Gif, Some(12_000));
        assert!(matches!(wide, Err(RasterError::TooLarge { .. })));
        assert!(animation(&[], AnimationFormat::Apng, None).unwrap().is_empty());
    }
}
