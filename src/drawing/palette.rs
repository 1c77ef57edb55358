//! The colours of a GIF, which has no more than 256 in a picture.

use super::canvas::DRAWING;
use crate::control::{LimitReached, Part, Phase};
use color_quant::NeuQuant;
use rustc_hash::{FxHashMap, FxHashSet};

/// Red, green, blue and how opaque it is.
pub(super) type Pixel = [u8; 4];

/// A picture of at most 256 colours.
pub(super) struct Indexed {
    /// Red, green and blue of each colour.
    pub(super) palette: Vec<u8>,
    /// The colour that is none.
    pub(super) transparent: Option<u8>,
    /// The colour of each pixel.
    pub(super) pixels: Vec<u8>,
}

const MOST_COLOURS: usize = 256;
/// Pixels from which colours are chosen, as choosing cannot be stopped: of larger pictures every second, third and so on.
const MOST_LEARNT: usize = 1 << 20;
/// One of this many pixels is learnt: 1 is the slowest and best choice of colours, 30 the fastest.
const SPEED: i32 = 10;
/// Pixels between two looks at the clock.
pub(super) const BETWEEN_TICKS: usize = 1 << 16;
/// What share of the time is over before the colours are chosen, and when they are.
const SEEN: f64 = 0.3;
const CHOSEN: f64 = 0.6;

impl Indexed {
    /// The picture with the nearest colours; what is only a little opaque is wholly so.
    pub(super) fn of(mut pixels: Vec<Pixel>, part: Part<'_>) -> Result<Indexed, LimitReached> {
        let mut seen = Seen::default();
        for_each_piece(
            pixels.chunks_mut(BETWEEN_TICKS),
            part.part(0.0, SEEN),
            |piece| seen.add(piece),
        )?;
        let palette = Palette::of(seen.colours, &pixels);
        let mut indices = Indices {
            palette: &palette,
            known: FxHashMap::default(),
            found: Vec::new(),
        };
        indices.found.reserve_exact(pixels.len());
        for_each_piece(
            pixels.chunks(BETWEEN_TICKS),
            part.part(CHOSEN, 1.0),
            |piece| indices.add(piece),
        )?;
        let transparent = seen.has_transparent.then(|| palette.index_of(TRANSPARENT));
        Ok(Indexed {
            pixels: indices.found,
            palette: palette.colours(),
            transparent,
        })
    }
}

/// A pixel without colour.
const TRANSPARENT: Pixel = [0; 4];

fn for_each_piece<T>(
    pieces: impl ExactSizeIterator<Item = T>,
    part: Part<'_>,
    mut work: impl FnMut(T),
) -> Result<(), LimitReached> {
    let all = pieces.len();
    for (index, piece) in pieces.enumerate() {
        part.tick(0, || Phase::done(DRAWING, index as f64 / all as f64))?;
        work(piece);
    }
    Ok(())
}

/// The colours that occur.
#[derive(Default)]
struct Seen {
    /// No more are kept than show that there are too many.
    colours: FxHashSet<Pixel>,
    has_transparent: bool,
}

impl Seen {
    /// Makes each pixel opaque or transparent, and sees its colour.
    fn add(&mut self, pixels: &mut [Pixel]) {
        let mut last = None;
        for pixel in pixels {
            match pixel[3] {
                0 => (*pixel, self.has_transparent) = (TRANSPARENT, true),
                _ => pixel[3] = u8::MAX,
            }
            if last != Some(*pixel) && self.colours.len() <= MOST_COLOURS {
                self.colours.insert(*pixel);
                last = Some(*pixel);
            }
        }
    }
}

enum Palette {
    /// All colours, sorted.
    All(Vec<Pixel>),
    Chosen(NeuQuant),
}

impl Palette {
    fn of(seen: FxHashSet<Pixel>, pixels: &[Pixel]) -> Palette {
        if seen.len() > MOST_COLOURS {
            let every = pixels.len().div_ceil(MOST_LEARNT);
            let learnt: Vec<Pixel> = pixels.iter().step_by(every).copied().collect();
            return Palette::Chosen(NeuQuant::new(SPEED, MOST_COLOURS, learnt.as_flattened()));
        }
        let mut all: Vec<Pixel> = seen.into_iter().collect();
        all.sort_unstable();
        Palette::All(all)
    }

    fn index_of(&self, pixel: Pixel) -> u8 {
        match self {
            Palette::All(all) => all.binary_search(&pixel).unwrap_or(0) as u8,
            Palette::Chosen(chosen) => chosen.index_of(&pixel) as u8,
        }
    }

    /// Red, green and blue of each.
    fn colours(&self) -> Vec<u8> {
        match self {
            Palette::All(all) => all
                .iter()
                .flat_map(|[red, green, blue, _]| [*red, *green, *blue])
                .collect(),
            Palette::Chosen(chosen) => chosen.color_map_rgb(),
        }
    }
}

/// The colours of pixels in a palette. Few colours occur, and neighbours mostly have the same.
struct Indices<'a> {
    palette: &'a Palette,
    known: FxHashMap<Pixel, u8>,
    found: Vec<u8>,
}

impl Indices<'_> {
    fn add(&mut self, pixels: &[Pixel]) {
        for same in pixels.chunk_by(|one, other| one == other) {
            let index = *self
                .known
                .entry(same[0])
                .or_insert_with(|| self.palette.index_of(same[0]));
            self.found.extend(std::iter::repeat_n(index, same.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

    fn indexed(pixels: &[Pixel]) -> Indexed {
        Indexed::of(pixels.to_vec(), Part::whole(&Control::default())).unwrap()
    }

    /// What `gif` itself makes of the same pixels.
    fn expected(pixels: &[Pixel]) -> Indexed {
        let width = pixels.len() as u16;
        let frame =
            gif::Frame::from_rgba_speed(width, 1, &mut pixels.as_flattened().to_vec(), SPEED);
        Indexed {
            palette: frame.palette.unwrap(),
            transparent: frame.transparent,
            pixels: frame.buffer.into_owned(),
        }
    }

    #[track_caller]
    fn check(pixels: &[Pixel]) {
        let (found, expected) = (indexed(pixels), expected(pixels));
        assert_eq!(found.palette, expected.palette);
        assert_eq!(found.transparent, expected.transparent);
        assert_eq!(found.pixels, expected.pixels);
    }

    /// Pixels of many colours.
    fn colourful(count: usize) -> Vec<Pixel> {
        (0..count)
            .map(|place| {
                [place % 256, place / 7 % 256, place / 97 % 256, 255].map(|part| part as u8)
            })
            .collect()
    }

    #[test]
    fn few_colours_are_all_kept() {
        check(&[[9, 8, 7, 255], [0, 0, 0, 255], [9, 8, 7, 255]]);
        check(&[[9, 8, 7, 255], [0, 0, 0, 0], [3, 2, 1, 100], [0, 0, 0, 0]]);
    }

    #[test]
    fn colours_are_those_that_the_format_s_own_library_chooses() {
        let mut pixels = colourful(60_000);
        check(&pixels);
        pixels[100..40_000].fill([0; 4]);
        check(&pixels);
    }

    #[test]
    fn a_picture_too_large_to_be_learnt_whole_keeps_its_colours() {
        let pixels: Vec<Pixel> = colourful(3 * MOST_LEARNT)
            .into_iter()
            .map(|[red, green, ..]| [red, green / 64, 0, 255])
            .collect();
        let found = indexed(&pixels);
        for (pixel, index) in pixels.iter().zip(&found.pixels) {
            let colour = &found.palette[3 * usize::from(*index)..][..3];
            let far = pixel
                .iter()
                .zip(colour)
                .map(|(wanted, found)| wanted.abs_diff(*found))
                .max();
            assert!(far.unwrap() < 8, "{pixel:?} became {colour:?}");
        }
    }
}
