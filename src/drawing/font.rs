//! Letters as outlines, for formats whose pictures must look the same on every system.
//!
//! The font is DejaVu Sans, which covers Latin with accents, Greek, Cyrillic, Armenian, Georgian, and many symbols.
//! Glyphs are placed by their advance widths, from left to right, without kerning or shaping.

use super::scene::{Anchor, Point, Segment};
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FACE: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(dejavu::sans::regular(), 0).expect("the embedded font is well-formed")
});

/// Returns the outline of a line of text, to be filled by the nonzero winding rule.
///
/// `size` is the length of an em in pixels, and `place` the start or the middle of the baseline. A character that the
/// font lacks becomes an empty box.
pub(super) fn outline(text: &str, place: Point, size: f64, anchor: Anchor) -> Vec<Segment> {
    let scale = size / f64::from(FACE.units_per_em());
    let glyphs: Vec<(GlyphId, f64)> = text
        .chars()
        .map(|character| {
            let glyph = FACE.glyph_index(character).unwrap_or_default();
            let advance = FACE.glyph_hor_advance(glyph).unwrap_or_default();
            (glyph, f64::from(advance) * scale)
        })
        .collect();
    let width: f64 = glyphs.iter().map(|(_, advance)| advance).sum();
    let mut pen = Pen {
        scale,
        origin: match anchor {
            Anchor::Middle => Point {
                x: place.x - width / 2.0,
                ..place
            },
            Anchor::Start => place,
        },
        end: Point::default(),
        segments: Vec::new(),
    };
    for (glyph, advance) in glyphs {
        FACE.outline_glyph(glyph, &mut pen); // `None` for a blank
        pen.origin.x += advance;
    }
    pen.segments
}

/// Returns `true` if the font has a glyph for a character.
pub(super) fn has(character: char) -> bool {
    FACE.glyph_index(character)
        .is_some_and(|glyph| glyph.0 != 0)
}

/// Converts glyph outlines, with `y` up in font units, to segments with `y` down in pixels.
struct Pen {
    scale: f64,
    /// Origin of the current glyph on the baseline.
    origin: Point,
    /// End of the last segment.
    end: Point,
    segments: Vec<Segment>,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> Point {
        Point {
            x: self.origin.x + f64::from(x) * self.scale,
            y: self.origin.y - f64::from(y) * self.scale,
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.end = self.point(x, y);
        self.segments.push(Segment::Move(self.end));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.end = self.point(x, y);
        self.segments.push(Segment::Line(self.end));
    }

    /// Converts a quadratic curve to the equal cubic curve. Its control points lie two thirds of the way from the ends
    /// to the quadratic control point.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, end) = (self.point(x1, y1), self.point(x, y));
        let toward_control = |from: Point| Point {
            x: from.x + (control.x - from.x) * 2.0 / 3.0,
            y: from.y + (control.y - from.y) * 2.0 / 3.0,
        };
        let (first, second) = (toward_control(self.end), toward_control(end));
        self.segments.push(Segment::Curve(first, second, end));
        self.end = end;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second) = (self.point(x1, y1), self.point(x2, y2));
        self.end = self.point(x, y);
        self.segments.push(Segment::Curve(first, second, self.end));
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_captions_have_glyphs() {
        let latin = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        let signs = " -.,:()?_+=!–×’→·…".chars();
        let scripts = "äéçñøőğžŁßαβγδωΩабвгдежяЯЇўაბգ".chars();
        for character in latin.chain(signs).chain(scripts) {
            assert!(has(character), "{character}");
        }
    }

    /// Returns the left, top, right, and bottom of a path.
    fn bounds(path: &[Segment]) -> [f64; 4] {
        let ends = path.iter().filter_map(|segment| match segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some(*to),
            Segment::Close => None,
        });
        let start = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        ends.fold(start, |[left, top, right, bottom], Point { x, y }| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        })
    }

    #[test]
    fn text_stands_on_its_baseline_at_its_anchor() {
        let place = Point { x: 10.0, y: 20.0 };
        let [left, top, right, bottom] = bounds(&outline("H", place, 100.0, Anchor::Middle));
        assert!((left + right - 2.0 * place.x).abs() < 0.5, "{left} {right}");
        assert!(
            (right - left) > 40.0 && (right - left) < 80.0,
            "{left} {right}"
        );
        assert_eq!(bottom, place.y);
        assert!(((bottom - top) - 72.9).abs() < 0.1, "{top}");
        let [start, ..] = bounds(&outline("H", place, 100.0, Anchor::Start));
        assert!(start > place.x && start < place.x + 15.0, "{start}");
        let [.., descent] = bounds(&outline("p", place, 100.0, Anchor::Start));
        assert!(descent > place.y + 15.0, "{descent}");
    }

    #[test]
    fn each_character_moves_the_next_to_the_right() {
        let right = |text| bounds(&outline(text, Point::default(), 10.0, Anchor::Start))[2];
        assert!(right("ДД") > 1.9 * right("Д"));
        assert!(outline(" ", Point::default(), 10.0, Anchor::Start).is_empty());
        let unknown = outline("\u{e123}", Point::default(), 10.0, Anchor::Start);
        assert!(!unknown.is_empty(), "an empty box");
    }
}
