//! Scenes painted as pixels, strip by strip: a strip takes milliseconds, the largest picture seconds.

use super::error::RasterError;
use super::painting::{Painted, painted};
use super::scene::{Line, Scene, Segment};
use super::theme::Colour;
use crate::control::{Part, Phase};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// Pixels painted at once: so many that pictures of a usual size have no seams between strips.
const STRIP: u32 = 1 << 24;

/// A scene that is about to be painted.
pub(super) struct Canvas {
    shapes: Vec<Inked>,
    /// Pixels to a unit of the shapes.
    scale: f32,
    width: u32,
    height: u32,
}

/// A shape, ready to be painted.
struct Inked {
    path: Path,
    fill: Option<Paint<'static>>,
    line: Option<(Paint<'static>, Stroke)>,
}

impl Canvas {
    /// A scene that is to have this many pixels, with `scale` of them to a unit of its shapes.
    pub(super) fn new(scene: &Scene, scale: f64, (width, height): (u32, u32)) -> Canvas {
        let shapes = painted(scene).iter().filter_map(Inked::of).collect();
        Canvas {
            shapes,
            scale: scale as f32,
            width,
            height,
        }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Gives `take` row after row: red, green, blue and how opaque they are, of each pixel.
    pub(super) fn paint(
        &self,
        part: Part<'_>,
        mut take: impl FnMut(&[u8]) -> Result<(), RasterError>,
    ) -> Result<(), RasterError> {
        let rows = (STRIP / self.width).clamp(1, self.height);
        for top in (0..self.height).step_by(rows as usize) {
            let strip = self.strip(top, rows.min(self.height - top), part)?;
            for (row, pixels) in strip.chunks(4 * self.width as usize).enumerate() {
                self.tick(top + row as u32, part)?;
                take(pixels)?;
            }
        }
        Ok(())
    }

    fn tick(&self, rows_done: u32, part: Part<'_>) -> Result<(), RasterError> {
        let done = f64::from(rows_done) / f64::from(self.height);
        part.tick(0, || Phase::done(DRAWING, done))
            .map_err(RasterError::Stopped)
    }

    /// The pixels of `rows` rows, from the row `top` on.
    fn strip(&self, top: u32, rows: u32, part: Part<'_>) -> Result<Vec<u8>, RasterError> {
        let size = (u64::from(self.width), u64::from(self.height));
        let mut pixmap =
            Pixmap::new(self.width, rows).ok_or_else(|| RasterError::too_large(1, size))?;
        let transform =
            Transform::from_scale(self.scale, self.scale).post_translate(0.0, -(top as f32));
        for shape in self
            .shapes
            .iter()
            .filter(|shape| shape.is_in(top, rows, self.scale))
        {
            self.tick(top, part)?;
            shape.paint(transform, &mut pixmap);
        }
        Ok(pixmap.take_demultiplied())
    }
}

/// What the call does, for those who watch it.
pub(super) const DRAWING: &str = "drawing";

impl Inked {
    /// `None` where nothing is in it.
    fn of(
        Painted {
            path,
            fill,
            line,
            opacity,
        }: &Painted,
    ) -> Option<Inked> {
        let fill = fill.map(|colour| ink(colour, *opacity));
        let line = line
            .as_ref()
            .map(|line| (ink(line.colour, *opacity), stroke(line)));
        Some(Inked {
            path: tiny_path(path)?,
            fill,
            line,
        })
    }

    fn paint(&self, transform: Transform, pixmap: &mut Pixmap) {
        if let Some(paint) = &self.fill {
            pixmap.fill_path(&self.path, paint, FillRule::Winding, transform, None);
        }
        if let Some((paint, stroke)) = &self.line {
            pixmap.stroke_path(&self.path, paint, stroke, transform, None);
        }
    }

    /// Whether any of these rows may have a part of it.
    fn is_in(&self, top: u32, rows: u32, scale: f32) -> bool {
        let around = self
            .line
            .as_ref()
            .map_or(0.0, |(_, stroke)| stroke.width * stroke.miter_limit);
        let bounds = self.path.bounds();
        let (above, below) = (
            (bounds.top() - around) * scale - 1.0,
            (bounds.bottom() + around) * scale + 1.0,
        );
        above < (top + rows) as f32 && below > top as f32
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
    let (line_cap, line_join) = if line.is_round {
        (LineCap::Round, LineJoin::Round)
    } else {
        (LineCap::Butt, LineJoin::Miter)
    };
    let dash = line
        .dashes
        .and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
    Stroke {
        width: line.width as f32,
        line_cap,
        line_join,
        dash,
        ..Stroke::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::drawing::BoardDrawing;
    use crate::{Board, Solution};

    /// Curves are cut where a strip ends, which moves their edges by a part of a pixel.
    const MOST_APART: u8 = 64;

    #[test]
    fn strips_show_what_the_whole_shows() {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let line = Solution::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap();
        let scene = BoardDrawing::of_solution(&line).scene();
        let (width, height) = scene.size();
        let canvas = Canvas::new(&scene, 1.0, (width as u32, height as u32));
        let control = Control::default();
        let strip = |top, rows| canvas.strip(top, rows, Part::whole(&control)).unwrap();
        let whole = strip(0, canvas.height);
        for rows in [1, 7, 50] {
            let strips = (0..canvas.height).step_by(rows as usize);
            let strips = strips.flat_map(|top| strip(top, rows.min(canvas.height - top)));
            let far = whole
                .iter()
                .zip(strips)
                .map(|(one, other)| one.abs_diff(other))
                .max();
            assert!(far.unwrap() <= MOST_APART, "{far:?}");
        }
    }
}
