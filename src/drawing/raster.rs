//! Pictures made of pixels: PNG, animated PNG and GIF.
//!
//! Texts are drawn as strokes of our own, so that no font is needed. They have the letters and digits of English; any
//! other character is an empty box.

use super::canvas::{Canvas, DRAWING};
use super::error::{MOST_PIXELS, RasterError};
use super::palette::{BETWEEN_TICKS, Indexed, Pixel};
use super::scene::Scene;
use crate::control::{Control, Part, Phase};
use std::io::{self, Write};
use std::time::Duration;

/// The kinds of animated pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// Every colour, smaller than a GIF; browsers show it.
    Apng,
    /// Up to 256 colours; every program shows it.
    Gif,
}

/// Pixels in a pixel of the drawing, unless a width is given: sharp on screens of today.
const SCALE: f64 = 2.0;
const MOVE: Duration = Duration::from_millis(900);
const END: Duration = Duration::from_millis(2500);
/// The bytes of a chunk of a PNG: more than most pictures have.
const CHUNK: usize = 1 << 20;

/// The PNG of a scene; without a width in pixels, two for each pixel of the scene.
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
/// [`RasterError`] when the picture would be far too large, or when the control stopped the call.
pub fn png(
    scene: &Scene,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<Vec<u8>, RasterError> {
    let canvas = Extent::of(scene, width, 1)?.canvas(scene);
    control.ended(still(&canvas, Part::whole(control)))
}

/// Scenes of one size as an animated picture that shows one after the other, without end, such as the
/// [frames](super::BoardDrawing::frames) of a solution. No frames make an empty file.
///
/// ```
/// use pegboard::drawing::{AnimationFormat, BoardDrawing, animation};
/// use pegboard::{Board, Control};
/// let board = Board::library("triangle5")?;
/// let frames = [board.empty(), board.full()].map(|position| BoardDrawing::of_position(&position).scene());
/// let gif = animation(&frames, AnimationFormat::Gif, Some(120), &Control::default())?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError`] when the pictures would be far too large, or when the control stopped the call.
pub fn animation(
    frames: &[Scene],
    format: AnimationFormat,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<Vec<u8>, RasterError> {
    let Some(first) = frames.first() else {
        return Ok(Vec::new());
    };
    let extent = Extent::of(first, width, frames.len())?;
    let size = (extent.width, extent.height);
    let frames = Frames {
        scenes: frames,
        width,
        control,
    };
    control.ended(match format {
        AnimationFormat::Apng => apng_of(&frames, size),
        AnimationFormat::Gif => gif_of(&frames, size),
    })
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
            return Err(RasterError::too_large(count, (width, height)));
        }
        Ok(Extent {
            scale,
            width: width as u32,
            height: height as u32,
        })
    }

    /// The scene, ready to be painted in this size.
    fn canvas(&self, scene: &Scene) -> Canvas {
        Canvas::new(
            scene,
            self.scale * scene.size().0 / scene.size.width,
            (self.width, self.height),
        )
    }
}

/// The pictures of an animation. Each is written before the next is drawn: all of them together may take a browser's
/// memory.
struct Frames<'a> {
    scenes: &'a [Scene],
    width: Option<u32>,
    control: &'a Control<'a>,
}

/// A picture of an animation.
struct Frame<'a> {
    index: usize,
    canvas: Canvas,
    /// How long it is shown.
    shown: Duration,
    part: Part<'a>,
}

impl Frames<'_> {
    fn iter(&self) -> impl Iterator<Item = Result<Frame<'_>, RasterError>> {
        let count = self.scenes.len();
        let share = move |index: usize| index as f64 / count as f64;
        self.scenes.iter().enumerate().map(move |(index, scene)| {
            Ok(Frame {
                index,
                canvas: Extent::of(scene, self.width, 1)?.canvas(scene),
                shown: if index + 1 == count { END } else { MOVE },
                part: Part::whole(self.control).part(share(index), share(index + 1)),
            })
        })
    }
}

/// An encoder of PNG for pictures of this width and height.
fn png_encoder<W: Write>(file: W, (width, height): (u32, u32)) -> png::Encoder<'static, W> {
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
}

/// The PNG of a picture, which is compressed row by row as it is painted.
fn still(canvas: &Canvas, part: Part<'_>) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let mut writer = png_encoder(&mut bytes, canvas.size())
        .write_header()
        .map_err(io::Error::from)?;
    let mut rows = writer
        .stream_writer_with_size(CHUNK)
        .map_err(io::Error::from)?;
    canvas.paint(part, |row| Ok(rows.write_all(row)?))?;
    rows.finish().map_err(io::Error::from)?;
    writer.finish().map_err(io::Error::from)?;
    Ok(bytes)
}

/// Each picture is compressed as a PNG of its own: only whole pictures can be added to an animated one.
fn apng_of(frames: &Frames<'_>, size: (u32, u32)) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let mut encoder = png_encoder(&mut bytes, size);
    encoder
        .set_animated(frames.scenes.len() as u32, 0)
        .map_err(io::Error::from)?;
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    let mut numbers = 0u32..;
    let mut number = || numbers.next().unwrap_or_default().to_be_bytes();
    for frame in frames.iter() {
        let frame = frame?;
        let control = [&number()[..], &frame_control(&frame)].concat();
        writer
            .write_chunk(png::chunk::fcTL, &control)
            .map_err(io::Error::from)?;
        for data in image_data(&still(&frame.canvas, frame.part)?) {
            let written = match frame.index {
                0 => writer.write_chunk(png::chunk::IDAT, data),
                _ => writer.write_chunk(png::chunk::fdAT, &[&number()[..], data].concat()),
            };
            written.map_err(io::Error::from)?;
        }
    }
    writer.finish().map_err(io::Error::from)?;
    Ok(bytes)
}

/// What an animated PNG says of a frame, after the number of the chunk: its size, that it begins at the corner, how long
/// it is shown, and that it takes the place of what was there.
fn frame_control(frame: &Frame<'_>) -> Vec<u8> {
    const MILLISECONDS: u16 = 1000; // in a second
    let (width, height) = frame.canvas.size();
    let delay = [frame.shown.as_millis() as u16, MILLISECONDS];
    let mut bytes = [width, height, 0, 0].map(u32::to_be_bytes).concat();
    bytes.extend(delay.map(u16::to_be_bytes).concat());
    bytes.extend([0, 0]);
    bytes
}

/// The compressed pixels of a PNG, which may be in several chunks.
fn image_data(png: &[u8]) -> impl Iterator<Item = &[u8]> {
    const SIGNATURE: usize = 8;
    let mut rest = &png[SIGNATURE..];
    let chunks = std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let (data, after) = after.split_at(u32::from_be_bytes(*length) as usize);
        let (_checksum, after) = after.split_first_chunk::<4>()?;
        rest = after;
        Some((png::chunk::ChunkType(*kind), data))
    });
    chunks
        .filter(|(kind, _)| *kind == png::chunk::IDAT)
        .map(|(_, data)| data)
}

fn gif_of(frames: &Frames<'_>, (width, height): (u32, u32)) -> Result<Vec<u8>, RasterError> {
    let too_wide = "a GIF is at most 65,535 pixels wide and high; choose a smaller width";
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| io::Error::other(too_wide));
    let (width, height) = (side(width)?, side(height)?);
    let mut bytes = Vec::new();
    let mut encoder =
        gif::Encoder::new(&mut bytes, width, height, &[]).map_err(io::Error::other)?;
    encoder
        .set_repeat(gif::Repeat::Infinite)
        .map_err(io::Error::other)?;
    for frame in frames.iter() {
        let picture = gif_frame(&frame?)?;
        let picture = gif::Frame {
            width,
            height,
            ..picture
        };
        encoder
            .write_lzw_pre_encoded_frame(&picture)
            .map_err(io::Error::other)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// A picture with its own colours, compressed.
fn gif_frame(frame: &Frame<'_>) -> Result<gif::Frame<'static>, RasterError> {
    /// What share of the time is over when the picture is painted, and when its pixels have their colours.
    const PAINTED: f64 = 0.4;
    const COLOURED: f64 = 0.8;
    let pixels = pixels(&frame.canvas, frame.part.part(0.0, PAINTED))?;
    let picture =
        Indexed::of(pixels, frame.part.part(PAINTED, COLOURED)).map_err(RasterError::Stopped)?;
    Ok(gif::Frame {
        delay: (frame.shown.as_millis() / 10) as u16,
        dispose: gif::DisposalMethod::Background,
        transparent: picture.transparent,
        buffer: compressed(&picture.pixels, frame.part.part(COLOURED, 1.0))?.into(),
        palette: Some(picture.palette),
        ..gif::Frame::default()
    })
}

fn pixels(canvas: &Canvas, part: Part<'_>) -> Result<Vec<Pixel>, RasterError> {
    let (width, height) = canvas.size();
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    canvas.paint(part, |row| {
        pixels.extend_from_slice(row.as_chunks().0);
        Ok(())
    })?;
    Ok(pixels)
}

/// The colours of pixels as a GIF has them: the bits of a colour, and then these bytes by the method of Lempel, Ziv and
/// Welch.
fn compressed(colours: &[u8], part: Part<'_>) -> Result<Vec<u8>, RasterError> {
    const FEWEST_COLOURS: u32 = 4;
    let count = colours
        .iter()
        .max()
        .map_or(0, |largest| u32::from(*largest) + 1);
    let bits = count.max(FEWEST_COLOURS).next_power_of_two().ilog2() as u8;
    let mut bytes = vec![bits];
    let mut encoder = weezl::encode::Encoder::new(weezl::BitOrder::Lsb, bits);
    let mut stream = encoder.into_stream(&mut bytes);
    for (index, piece) in colours.chunks(BETWEEN_TICKS).enumerate() {
        let done = (index * BETWEEN_TICKS) as f64 / colours.len() as f64;
        part.tick(0, || Phase::done(DRAWING, done))
            .map_err(RasterError::Stopped)?;
        stream.encode(piece).status?;
    }
    stream.encode_all(&[][..]).status?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::scene::{Point, Shape, Size, Text};
    use crate::drawing::{BoardDrawing, Colour};
    use crate::{Board, LimitReached, Limits, Progress, Solution};
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    fn game() -> BoardDrawing {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        BoardDrawing::of_solution(&Solution::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap())
    }

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
        let drawing = BoardDrawing::of_position(&board.pegs([hole]));
        let (width, height) = drawing.size();
        let (info, pixels) = decoded(&png(&drawing.scene(), None, &Control::default()).unwrap());
        assert_eq!(
            (f64::from(info.width), f64::from(info.height)),
            (2.0 * width, 2.0 * height)
        );
        let colour = |(x, y): (f64, f64)| {
            let place = 4 * ((2.0 * y) as usize * info.width as usize + (2.0 * x) as usize);
            pixels[place..place + 3].to_vec()
        };
        assert_eq!(colour(drawing.center(0, hole).unwrap()), [0x2f, 0x5d, 0x8c]);
        assert_eq!(
            colour(drawing.center(0, board.hole("d3").unwrap()).unwrap()),
            [0xb7, 0x9b, 0x6c]
        );
        assert_eq!(colour((2.0, 2.0)), [255, 255, 255]);
    }

    #[test]
    fn a_solution_moves() {
        let drawing = game();
        let apng = animation(
            &drawing.frames(),
            AnimationFormat::Apng,
            Some(120),
            &Control::default(),
        )
        .unwrap();
        let reader = png::Decoder::new(io::Cursor::new(&apng))
            .read_info()
            .unwrap();
        assert_eq!(
            reader.info().animation_control.unwrap().num_frames as usize,
            drawing.panel_count()
        );
        let gif = animation(
            &drawing.frames(),
            AnimationFormat::Gif,
            Some(120),
            &Control::default(),
        )
        .unwrap();
        let mut decoder = gif::DecodeOptions::new()
            .read_info(io::Cursor::new(&gif))
            .unwrap();
        let frames =
            std::iter::from_fn(|| decoder.read_next_frame().unwrap().map(|frame| frame.delay));
        assert_eq!(frames.collect::<Vec<_>>(), [90, 90, 90, 250]);
    }

    #[test]
    fn an_animated_png_shows_every_frame() {
        let frames = game().frames();
        let apng = animation(
            &frames,
            AnimationFormat::Apng,
            Some(120),
            &Control::default(),
        )
        .unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(&apng))
            .read_info()
            .unwrap();
        let mut shown = vec![0; reader.output_buffer_size().unwrap()];
        for frame in &frames {
            reader.next_frame(&mut shown).unwrap();
            assert!(shown == decoded(&png(frame, Some(120), &Control::default()).unwrap()).1);
        }
    }

    type Call<'a> = dyn Fn(&Control<'_>) -> Result<Vec<u8>, RasterError> + 'a;

    #[test]
    fn every_picture_tells_how_far_it_is_and_can_be_stopped() {
        let drawing = game();
        let (frames, width) = (drawing.frames(), Some(1500));
        let calls: [&Call<'_>; 3] = [
            &|control| png(&drawing.scene(), Some(4000), control),
            &|control| animation(&frames, AnimationFormat::Apng, width, control),
            &|control| animation(&frames, AnimationFormat::Gif, width, control),
        ];
        for call in calls {
            let seen = Mutex::new(Vec::new());
            let observer = |progress: &Progress| {
                let done = progress.done.unwrap();
                seen.lock().unwrap().push(done);
                if done < 0.5 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let stopped = call(&Control::default().watched_by(&observer));
            assert!(matches!(
                stopped,
                Err(RasterError::Stopped(LimitReached::Cancelled))
            ));
            let seen = seen.into_inner().unwrap();
            assert!(
                seen.is_sorted() && seen[0] < 0.1 && seen.len() > 2,
                "{seen:?}"
            );
            let no_time = Control::new(Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            });
            assert!(matches!(
                call(&no_time),
                Err(RasterError::Stopped(LimitReached::Time))
            ));
        }
    }

    #[test]
    fn texts_and_dots_are_drawn_without_a_font() {
        let mut scene = Scene::new(
            "",
            Size {
                width: 20.0,
                height: 20.0,
            },
            Colour::rgb(0xffffff),
        );
        scene.add(Text::centred(Point { x: 10.0, y: 15.0 }, 10.0, "."));
        let (info, pixels) = decoded(&png(&scene, Some(200), &Control::default()).unwrap());
        let dark = pixels
            .chunks(4)
            .enumerate()
            .filter(|(_, colour)| colour[0] < 128);
        let places: Vec<usize> = dark.map(|(place, _)| place % info.width as usize).collect();
        assert!(
            !places.is_empty() && places.iter().all(|x| (94..106).contains(x)),
            "{places:?}"
        );
    }

    #[test]
    fn what_is_see_through_lets_the_ground_shine() {
        let all = Size {
            width: 8.0,
            height: 4.0,
        };
        let mut scene = Scene::new("", all, Colour::rgb(0xffffff));
        let half = Shape::rectangle(Point::default(), all)
            .filled(Colour::rgb(0))
            .opaque_by(0.5);
        scene.add(half);
        let (info, pixels) = decoded(&png(&scene.shown(16.0), None, &Control::default()).unwrap());
        assert_eq!((info.width, info.height), (32, 16));
        assert!(
            pixels
                .chunks(4)
                .all(|colour| (126..130).contains(&colour[0]) && colour[3] == 255)
        );
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let scene = game().scene();
        assert!(matches!(
            png(&scene, Some(u32::MAX), &Control::default()),
            Err(RasterError::TooLarge { .. })
        ));
        let too_many = vec![scene; 3];
        let wide = animation(
            &too_many,
            AnimationFormat::Gif,
            Some(12_000),
            &Control::default(),
        );
        assert!(matches!(wide, Err(RasterError::TooLarge { .. })));
        assert!(
            animation(&[], AnimationFormat::Apng, None, &Control::default())
                .unwrap()
                .is_empty()
        );
    }
}
