//! Animations: GIF and animated PNG, in full frames.

use super::raster::{Canvas, RasterError};
use super::scene::Scene;
use crate::control::{Control, Part};
use std::io;
use std::time::Duration;

/// Format of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// Animated PNG: all colors, smaller than a GIF, shown by browsers.
    Apng,
    /// GIF: at most 256 colors a frame, shown by every program.
    Gif,
}

/// Time for which each frame but the last is shown.
const MOVE: Duration = Duration::from_millis(900);
/// Time for which the last frame is shown.
const END: Duration = Duration::from_millis(2500);

/// Returns the file of an animation that repeats without end.
///
/// The scenes must have one size, such as the [frames](super::BoardDrawing::frames) of a solution. The frames are
/// `width` pixels wide; without a width, they have two pixels for each pixel of a scene. Without frames, the file is
/// empty.
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
/// [`RasterError`] if the frames together would have more than 2^28 pixels, if those of one frame do not fit the memory
/// limit, if a GIF would be wider or higher than 65,535 pixels, or if the control stopped the call.
pub fn animation(
    frames: &[Scene],
    format: AnimationFormat,
    width: Option<u32>,
    control: &Control<'_>,
) -> Result<Vec<u8>, RasterError> {
    let Some(first) = frames.first() else {
        return Ok(Vec::new());
    };
    let canvas = Canvas::new(first, width, frames.len(), control)?;
    control.ended(match format {
        AnimationFormat::Apng => apng(frames, &canvas, control),
        AnimationFormat::Gif => gif(frames, &canvas, control),
    })
}

/// Calls `write` with the pixels of each frame and the time for which it is shown.
fn for_each_frame(
    frames: &[Scene],
    canvas: &Canvas,
    control: &Control<'_>,
    mut write: impl FnMut(Vec<u8>, Duration) -> Result<(), io::Error>,
) -> Result<(), RasterError> {
    let share = |index: usize| index as f64 / frames.len() as f64;
    for (index, scene) in frames.iter().enumerate() {
        let part = Part::whole(control).part(share(index), share(index + 1));
        let is_last = index + 1 == frames.len();
        write(canvas.paint(scene, part)?, if is_last { END } else { MOVE })?;
    }
    Ok(())
}

fn apng(frames: &[Scene], canvas: &Canvas, control: &Control<'_>) -> Result<Vec<u8>, RasterError> {
    const MILLISECONDS: u16 = 1000; // in a second
    let mut file = Vec::new();
    let mut encoder = canvas.png_encoder(&mut file);
    encoder
        .set_animated(frames.len() as u32, 0)
        .map_err(io::Error::from)?;
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    for_each_frame(frames, canvas, control, |pixels, shown| {
        writer.set_frame_delay(shown.as_millis() as u16, MILLISECONDS)?;
        Ok(writer.write_image_data(&pixels)?)
    })?;
    writer.finish().map_err(io::Error::from)?;
    Ok(file)
}

fn gif(frames: &[Scene], canvas: &Canvas, control: &Control<'_>) -> Result<Vec<u8>, RasterError> {
    /// Trade-off of quality for speed when a frame has more than 256 colors, from 1 (best) to 30 (fastest).
    const SPEED: i32 = 10;
    let side = |pixels: u32| {
        u16::try_from(pixels).map_err(|_| {
            io::Error::other("a GIF is at most 65,535 pixels wide and high; choose a smaller width")
        })
    };
    let (width, height) = (side(canvas.width)?, side(canvas.height)?);
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, width, height, &[]).map_err(io::Error::other)?;
    encoder
        .set_repeat(gif::Repeat::Infinite)
        .map_err(io::Error::other)?;
    for_each_frame(frames, canvas, control, |mut pixels, shown| {
        let frame = gif::Frame {
            delay: (shown.as_millis() / 10) as u16, // in hundredths of a second
            dispose: gif::DisposalMethod::Background,
            ..gif::Frame::from_rgba_speed(width, height, &mut pixels, SPEED)
        };
        encoder.write_frame(&frame).map_err(io::Error::other)
    })?;
    drop(encoder); // writes the trailer
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{BoardDrawing, png};
    use crate::{Board, LimitReached, Limits, Line, Progress};
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    fn game() -> BoardDrawing {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        BoardDrawing::of_solution(&Line::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap())
    }

    fn decoded(png: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
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
    fn a_gif_shows_the_colors_of_the_drawing() {
        let board = Board::library("english").unwrap();
        let hole = board.hole("d4").unwrap();
        let drawing = BoardDrawing::of_position(&board.with_pegs([hole]));
        let frames = drawing.frames();
        let width = drawing.size().0 as u32;
        let control = Control::default();
        let file = animation(&frames, AnimationFormat::Gif, Some(width), &control).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(io::Cursor::new(&file)).unwrap();
        let frame = decoder.read_next_frame().unwrap().unwrap();
        for (name, expected) in [("d4", [0x2f, 0x5d, 0x8c]), ("d3", [0xb7, 0x9b, 0x6c])] {
            let (x, y) = drawing.center(0, board.hole(name).unwrap()).unwrap();
            let place = 4 * (y as usize * usize::from(frame.width) + x as usize);
            let found = &frame.buffer[place..place + 3];
            let far = expected
                .iter()
                .zip(found)
                .map(|(one, other): (&u8, &u8)| one.abs_diff(*other));
            assert!(far.max().unwrap() < 8, "{name}: {found:?}");
        }
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
            assert!(shown == decoded(&png(frame, Some(120), &Control::default()).unwrap()));
        }
    }

    type Call<'a> = dyn Fn(&Control<'_>) -> Result<Vec<u8>, RasterError> + 'a;

    #[test]
    fn every_format_reports_progress_and_can_be_stopped() {
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
    fn pixels_count_against_the_memory_limit() {
        let drawing = game();
        let calls: [&Call<'_>; 3] = [
            &|control| png(&drawing.scene(), Some(1000), control),
            &|control| animation(&drawing.frames(), AnimationFormat::Apng, Some(300), control),
            &|control| animation(&drawing.frames(), AnimationFormat::Gif, Some(300), control),
        ];
        for call in calls {
            let within = |memory: u64| {
                call(&Control::new(Limits {
                    memory: Some(memory),
                    ..Limits::default()
                }))
            };
            let Err(RasterError::NoRoom { limit, least, .. }) = within(100_000) else {
                panic!("the picture is drawn");
            };
            assert_eq!(limit, 100_000);
            assert!(within(least - 1).is_err());
            assert!(within(least).is_ok());
        }
    }

    #[test]
    fn pictures_that_are_too_large_are_refused() {
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
