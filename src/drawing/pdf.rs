//! PDF: the shapes of a drawing on a page of its size, so that they stay sharp however large they are printed.

use super::raster::{RasterError, shapes};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{self, PathSegment, Point, Transform};
use resvg::usvg::{Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, Path, Stroke, Tree};

/// Points in a pixel: PDF counts 72 to an inch, SVG 96.
const POINTS: f32 = 0.75;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
/// The first of the graphics states.
const FIRST_STATE: i32 = 5;

/// The PDF of a drawing: one page, as large as the drawing is shown. As in pictures made of pixels, texts are strokes.
/// Gradients and embedded pictures are left out; the drawings of this library have none.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::{SvgDrawing, pdf};
/// let svg = SvgDrawing::of_board(&Board::library("english")?).to_svg();
/// assert!(pdf(&svg)?.starts_with(b"%PDF-1.7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RasterError::Unreadable`] when the text is not SVG.
pub fn pdf(svg: &str) -> Result<Vec<u8>, RasterError> {
    let tree = shapes(svg)?;
    let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
    let sheet = Sheet::of(&tree, height);
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.parent(PAGES).media_box(Rect::new(0.0, 0.0, width, height)).contents(CONTENT);
    let states = || (FIRST_STATE..).map(Ref::new).zip(&sheet.opacities);
    let mut resources = page.resources();
    let mut names = resources.ext_g_states();
    for (index, (state, _)) in states().enumerate() {
        names.pair(Name(state_name(index).as_bytes()), state);
    }
    names.finish();
    resources.finish();
    page.finish();
    for (state, opacity) in states() {
        pdf.ext_graphics(state).non_stroking_alpha(opacity.fill).stroking_alpha(opacity.stroke);
    }
    pdf.stream(CONTENT, &sheet.content.finish());
    Ok(pdf.finish())
}

fn state_name(index: usize) -> String {
    format!("S{index}")
}

/// What is drawn on the page.
struct Sheet {
    content: Content,
    /// The opacities that occur; each is a graphics state of the page.
    opacities: Vec<Opacities>,
}

/// How opaque the inside and the line of a shape are, from 0 to 1.
#[derive(Clone, Copy, PartialEq)]
struct Opacities {
    fill: f32,
    stroke: f32,
}

impl Sheet {
    fn of(tree: &Tree, height: f32) -> Sheet {
        let mut sheet = Sheet { content: Content::new(), opacities: Vec::new() };
        sheet.content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]); // PDF counts from below
        sheet.draw_group(tree.root());
        sheet
    }

    fn draw_group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.draw_group(group),
                Node::Path(path) if path.is_visible() => self.draw_path(path),
                _ => {}
            }
        }
    }

    fn draw_path(&mut self, path: &Path) {
        let fill = path.fill().and_then(|fill| Some((fill, colour(fill.paint())?)));
        let stroke = path.stroke().and_then(|stroke| Some((stroke, colour(stroke.paint())?)));
        let Transform { sx, ky, kx, sy, tx, ty } = path.abs_transform();
        self.content.save_state().transform([sx, ky, kx, sy, tx, ty]);
        self.set_opacities(Opacities {
            fill: fill.map_or(1.0, |(fill, _)| fill.opacity().get()),
            stroke: stroke.map_or(1.0, |(stroke, _)| stroke.opacity().get()),
        });
        if let Some((_, [red, green, blue])) = fill {
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some((stroke, [red, green, blue])) = stroke {
            self.content.set_stroke_rgb(red, green, blue);
            self.set_line(stroke);
        }
        self.add_outline(path.data());
        self.paint(fill.map(|(fill, _)| fill), stroke.is_some());
        self.content.restore_state();
    }

    fn set_opacities(&mut self, opacities: Opacities) {
        let known = self.opacities.iter().position(|each| *each == opacities);
        let index = known.unwrap_or_else(|| {
            self.opacities.push(opacities);
            self.opacities.len() - 1
        });
        self.content.set_parameters(Name(state_name(index).as_bytes()));
    }

    fn set_line(&mut self, stroke: &Stroke) {
        let cap = match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        };
        self.content.set_line_width(stroke.width().get()).set_line_cap(cap).set_line_join(join);
        if let Some(dashes) = stroke.dasharray() {
            self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
    }

    fn add_outline(&mut self, path: &tiny_skia::Path) {
        let mut here = Point::default();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => self.content.move_to(to.x, to.y),
                PathSegment::LineTo(to) => self.content.line_to(to.x, to.y),
                PathSegment::QuadTo(bend, to) => self.curve(toward(here, bend), toward(to, bend), to),
                PathSegment::CubicTo(first, second, to) => self.curve(first, second, to),
                PathSegment::Close => self.content.close_path(),
            };
            if let PathSegment::MoveTo(to)
            | PathSegment::LineTo(to)
            | PathSegment::QuadTo(_, to)
            | PathSegment::CubicTo(_, _, to) = segment
            {
                here = to;
            }
        }
    }

    fn curve(&mut self, first: Point, second: Point, to: Point) -> &mut Content {
        self.content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y)
    }

    fn paint(&mut self, fill: Option<&Fill>, is_stroked: bool) {
        match (fill.map(Fill::rule), is_stroked) {
            (None, false) => self.content.end_path(),
            (None, true) => self.content.stroke(),
            (Some(FillRule::NonZero), false) => self.content.fill_nonzero(),
            (Some(FillRule::NonZero), true) => self.content.fill_nonzero_and_stroke(),
            (Some(FillRule::EvenOdd), false) => self.content.fill_even_odd(),
            (Some(FillRule::EvenOdd), true) => self.content.fill_even_odd_and_stroke(),
        };
    }
}

/// Two thirds of the way: where a cubic curve bends that is the same as one of second degree.
fn toward(from: Point, bend: Point) -> Point {
    Point::from_xy(from.x + (bend.x - from.x) * 2.0 / 3.0, from.y + (bend.y - from.y) * 2.0 / 3.0)
}

/// Red, green and blue, each from 0 to 1.
fn colour(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => {
            Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::drawing::SvgDrawing;

    /// The table at the end of a PDF says at which byte each object begins.
    fn objects(pdf: &[u8]) -> usize {
        let text = String::from_utf8_lossy(pdf).into_owned();
        assert_eq!(text.matches('\u{fffd}').count(), 4, "only the mark of a binary file");
        let start: usize =
            text.rsplit_once("startxref\n").unwrap().1.lines().next().unwrap().parse().unwrap();
        let table = std::str::from_utf8(&pdf[start..]).unwrap();
        let mut rows = table.lines();
        assert_eq!(rows.next(), Some("xref"));
        let count: usize = rows.next().unwrap().strip_prefix("0 ").unwrap().parse().unwrap();
        for (number, row) in rows.take(count).enumerate().skip(1) {
            let offset: usize = row[..10].parse().unwrap();
            assert!(pdf[offset..].starts_with(format!("{number} 0 obj").as_bytes()), "{number}");
        }
        count
    }

    fn operators(pdf: &[u8], operator: &str) -> usize {
        let text = String::from_utf8_lossy(pdf).into_owned();
        let (shapes, _) = text.split_once("endstream").unwrap();
        shapes.lines().filter(|line| *line == operator || line.ends_with(&format!(" {operator}"))).count()
    }

    #[test]
    fn a_pdf_has_every_shape_of_the_drawing() {
        let board = Board::library("triangle5").unwrap();
        let drawing = SvgDrawing::of_position(&board.vacate(board.hole("a1").unwrap()));
        let bytes = pdf(&drawing.to_svg()).unwrap();
        assert_eq!(objects(&bytes), 6, "catalogue, pages, page, content and one graphics state");
        // 14 pegs with an edge; the hole and the ground; the board as one line.
        assert_eq!(["B", "f", "S"].map(|operator| operators(&bytes, operator)), [14, 2, 1]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let colour = [0x2f, 0x5d, 0x8c].map(|part: u8| (f32::from(part) / 255.0).to_string());
        assert!(text.contains(&format!("{} rg", colour.join(" "))));
    }

    #[test]
    fn a_width_and_opacities_are_kept() {
        let svg = SvgDrawing::of_board(&Board::library("english").unwrap()).with_width(400).to_svg();
        assert!(String::from_utf8_lossy(&pdf(&svg).unwrap()).contains("/MediaBox [0 0 300 300]"));
        let faint = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\
                     <rect width=\"5\" height=\"5\" fill=\"#f00\" fill-opacity=\"0.5\"/></svg>";
        let bytes = pdf(faint).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("/ca 0.5"));
        assert_eq!(objects(&bytes), 6);
        assert!(matches!(pdf("none"), Err(RasterError::Unreadable(_))));
    }
}
