//! Raster images: painting of scenes, and PNG.

use super::paths::{StyledPath, styled_paths};
use super::scene::{Scene, Segment, Stroke};
use super::theme::Color;
use crate::control::size_text::enough_text;
use crate::control::{Control, LimitReached, Part, Phase, allocation, size_text};
use std::io::{self, Write};
use thiserror::Error;
use tiny_skia::{
    FillRule, IntSize, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

/// Upper bound on the pixels of a picture, and on those of all frames of an animation: 1 GiB of RGBA.
const MAX_PIXELS: u64 = 1 << 28;

/// Bytes for each pixel of a picture while it is made: red, green, blue and opacity, and the number of its color in a GIF.
const BYTES_PER_PIXEL: u64 = 5;

/// Pixels per unit of a scene when no width is given, for screens of high density.
const DEFAULT_SCALE: f64 = 2.0;

/// Error in drawing a raster image.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The picture, or all frames of the animation together, would have too many pixels.
    #[error("{}; choose a smaller width", too_many_pixels(*pictures, *width, *height, *most))]
    TooLarge {
        /// Number of pictures.
        pictures: usize,
        /// Width of each picture in pixels.
        width: u64,
        /// Height of each picture in pixels.
        height: u64,
        /// Upper bound on the pixels of all pictures together.
        most: u64,
    },
    /// The pixels of a picture do not fit the memory limit.
    #[error(
        "a picture of {width} × {height} pixels takes {}, more than the memory limit of {}; choose a smaller width, or allow more \
         memory",
        enough_text(*least),
        size_text(*limit)
    )]
    NoRoom {
        /// Width of the picture in pixels.
        width: u64,
        /// Height of the picture in pixels.
        height: u64,
        /// The memory limit in bytes.
        limit: u64,
        /// The smallest sufficient limit in bytes.
        least: u64,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
    /// The picture cannot be encoded.
    #[error(transparent)]
    Write(#[from] io::Error),
}

fn too_many_pixels(pictures: usize, width: u64, height: u64, most: u64) -> String {
    match pictures {
        1 => format!("the picture would have {width} × {height} pixels, more than {most}"),
        _ => format!(
            "{pictures} pictures of {width} × {height} pixels would have more than {most} together"
        ),
    }
}

/// Returns the PNG file of a scene.
///
/// The picture is `width` pixels wide; without a width, it has two pixels for each pixel of the scene.
///
/// ```
/// use pegboard::drawing::{BoardDrawing, png};
/// use pegboard::{Board, Control};
/// let scene = BoardDrawing::of_board(&Board::library("english")?).scene();
/// assert!(png(&scene, Some(300), &Control::default())?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] if the picture would have more than 2^28 pixels, if they do not fit the memory limit, or if the control
/// stopped the call.
pub fn png(
    scene: &Scene,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<Vec<u8>, RasterError> {
    let canvas = Canvas::new(scene, width, 1, control)?;
    control.ended(canvas.png(scene, Part::whole(control)))
}

/// Checks that pictures of the size of a scene can be made, before work whose result they show.
///
/// # Errors
///
/// [`RasterError::TooLarge`] or [`RasterError::NoRoom`], as from [`png`](fn@png) for one picture and from
/// [`animation`](super::animation) for more.
pub fn check_size(
    scene: &Scene,
    width: Option<u32>,
    pictures: usize,
    control: &Control<'_>,
) -> Result<(), RasterError> {
    Canvas::new(scene, width, pictures, control).map(drop)
}

/// Checks the limits of a call and reports the share of `part` that is done.
fn tick(part: Part<'_>, done: f64) -> Result<(), RasterError> {
    part.tick(0, || Phase::Drawing.done(done))
        .map_err(RasterError::Stopped)
}

/// Size of a raster image, and scale of the scene on it.
pub(super) struct Canvas {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Pixels per unit of the scene's shapes.
    scale: f64,
}

impl Canvas {
    /// Returns a canvas of `width` pixels for a scene, one of `count` pictures of the same size.
    ///
    /// # Errors
    ///
    /// [`RasterError::TooLarge`] if the pictures together would have more than [`MAX_PIXELS`] pixels, or
    /// [`RasterError::NoRoom`] if those of one picture do not fit the memory limit.
    pub(super) fn new(
        scene: &Scene,
        width: Option<u32>,
        count: usize,
        control: &Control<'_>,
    ) -> Result<Canvas, RasterError> {
        let (shown_width, shown_height) = scene.size();
        let scale = width.map_or(DEFAULT_SCALE, |width| f64::from(width.max(1)) / shown_width);
        let pixels = |length: f64| (length * scale).round().max(1.0) as u64;
        let (width, height) = (pixels(shown_width), pixels(shown_height));
        if width
            .saturating_mul(height)
            .saturating_mul(count.max(1) as u64)
            > MAX_PIXELS
        {
            return Err(RasterError::TooLarge {
                pictures: count,
                width,
                height,
                most: MAX_PIXELS,
            });
        }
        let (limit, least) = (control.memory(), width * height * BYTES_PER_PIXEL);
        if least > limit {
            return Err(RasterError::NoRoom {
                width,
                height,
                limit,
                least,
            });
        }
        Ok(Canvas {
            width: width as u32,
            height: height as u32,
            scale: scale * shown_width / scene.size.width,
        })
    }

    /// Returns the pixels of a scene row by row, each as red, green, blue, and opacity.
    pub(super) fn paint(&self, scene: &Scene, part: Part<'_>) -> Result<Vec<u8>, RasterError> {
        let too_large = || RasterError::Stopped(LimitReached::Memory);
        let bytes = 4 * self.width as usize * self.height as usize;
        let zeros = allocation::zeroed(bytes).map_err(RasterError::Stopped)?;
        let size = IntSize::from_wh(self.width, self.height).ok_or_else(too_large)?;
        let mut pixmap = Pixmap::from_vec(zeros, size).ok_or_else(too_large)?;
        let transform = Transform::from_scale(self.scale as f32, self.scale as f32);
        let paths = styled_paths(scene);
        for (index, styled) in paths.iter().enumerate() {
            tick(part, index as f64 / paths.len() as f64)?;
            let StyledPath {
                segments,
                fill,
                stroke,
                opacity,
            } = styled;
            let Some(path) = skia_path(segments) else {
                continue; // empty
            };
            if let Some(color) = fill {
                let paint = paint(*color, *opacity);
                pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
            }
            if let Some(stroke) = stroke {
                let paint = paint(stroke.color, *opacity);
                pixmap.stroke_path(&path, &paint, &skia_stroke(stroke), transform, None);
            }
        }
        Ok(pixmap.take_demultiplied())
    }

    /// Returns the PNG file of a scene.
    fn png(&self, scene: &Scene, part: Part<'_>) -> Result<Vec<u8>, RasterError> {
        /// Share of the time that painting takes; compression takes the rest.
        const PAINTING: f64 = 0.3;
        let pixels = self.paint(scene, part.part(0.0, PAINTING))?;
        let mut file = Vec::new();
        let mut writer = self
            .png_encoder(&mut file)
            .write_header()
            .map_err(io::Error::from)?;
        let mut stream = writer.stream_writer().map_err(io::Error::from)?;
        for (row, pixels) in pixels.chunks(4 * self.width as usize).enumerate() {
            let done = row as f64 / f64::from(self.height);
            tick(part.part(PAINTING, 1.0), done)?;
            stream.write_all(pixels)?;
        }
        stream.finish().map_err(io::Error::from)?;
        writer.finish().map_err(io::Error::from)?;
        Ok(file)
    }

    /// Returns an encoder of PNG for pictures of this size.
    pub(super) fn png_encoder<W: Write>(&self, file: W) -> png::Encoder<'static, W> {
        let mut encoder = png::Encoder::new(file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder
    }
}

fn skia_path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match segment {
            Segment::Move(to) => path.move_to(to.x as f32, to.y as f32),
            Segment::Line(to) => path.line_to(to.x as f32, to.y as f32),
            Segment::Curve(first, second, to) => path.cubic_to(
                first.x as f32,
                first.y as f32,
                second.x as f32,
                second.y as f32,
                to.x as f32,
                to.y as f32,
            ),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

fn paint(color: Color, opacity: f64) -> Paint<'static> {
    let [red, green, blue] = color.channels();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn skia_stroke(stroke: &Stroke) -> tiny_skia::Stroke {
    let (line_cap, line_join) = if stroke.is_round {
        (LineCap::Round, LineJoin::Round)
    } else {
        (LineCap::Butt, LineJoin::Miter)
    };
    let dash = stroke
        .dashes
        .and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
    tiny_skia::Stroke {
        width: stroke.width as f32,
        line_cap,
        line_join,
        dash,
        ..tiny_skia::Stroke::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::drawing::BoardDrawing;
    use crate::drawing::scene::{Point, Shape, Size, Text};

    fn decoded(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>) {
        let mut reader = png::Decoder::new(io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info, pixels)
    }

    #[test]
    fn a_png_shows_the_drawing() {
        let board = Board::library("english").unwrap();
        let hole = board.hole("d4").unwrap();
        let drawing = BoardDrawing::of_position(&board.with_pegs([hole]));
        let (width, height) = drawing.size();
        let (info, pixels) = decoded(&png(&drawing.scene(), None, &Control::default()).unwrap());
        assert_eq!(
            (f64::from(info.width), f64::from(info.height)),
            (2.0 * width, 2.0 * height)
        );
        let color = |(x, y): (f64, f64)| {
            let place = 4 * ((2.0 * y) as usize * info.width as usize + (2.0 * x) as usize);
            pixels[place..place + 3].to_vec()
        };
        assert_eq!(color(drawing.center(0, hole).unwrap()), [0x2f, 0x5d, 0x8c]);
        assert_eq!(
            color(drawing.center(0, board.hole("d3").unwrap()).unwrap()),
            [0xb7, 0x9b, 0x6c]
        );
        assert_eq!(color((2.0, 2.0)), [255, 255, 255]);
    }

    #[test]
    fn text_is_drawn_where_it_belongs() {
        let mut scene = Scene::new(
            "",
            Size {
                width: 20.0,
                height: 20.0,
            },
            Color::rgb(0xffffff),
        );
        scene.add(Text::centered(Point { x: 10.0, y: 15.0 }, 10.0, "."));
        let (info, pixels) = decoded(&png(&scene, Some(200), &Control::default()).unwrap());
        let dark = pixels
            .chunks(4)
            .enumerate()
            .filter(|(_, color)| color[0] < 128);
        let places: Vec<usize> = dark.map(|(place, _)| place % info.width as usize).collect();
        assert!(
            !places.is_empty() && places.iter().all(|x| (94..106).contains(x)),
            "{places:?}"
        );
    }

    #[test]
    fn opacity_mixes_a_shape_with_its_background() {
        let all = Size {
            width: 8.0,
            height: 4.0,
        };
        let mut scene = Scene::new("", all, Color::rgb(0xffffff));
        let half = Shape::rectangle(Point::default(), all)
            .filled(Color::rgb(0))
            .with_opacity(0.5);
        scene.add(half);
        let (info, pixels) =
            decoded(&png(&scene.with_width(16.0), None, &Control::default()).unwrap());
        assert_eq!((info.width, info.height), (32, 16));
        assert!(
            pixels
                .chunks(4)
                .all(|color| (126..130).contains(&color[0]) && color[3] == 255)
        );
    }
}
