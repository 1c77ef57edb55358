//! PDF: the shapes of a drawing on a page of its size, so that they stay sharp however large they are printed.

use super::paths::{StyledPath, styled_paths};
use super::raster::DRAWING;
use super::scene::{Line, Scene, Segment};
use super::theme::Colour;
use crate::control::{Control, LimitReached, Part, Phase};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};

/// Points in a pixel: PDF counts 72 to an inch, SVG 96.
const POINTS: f64 = 0.75;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
/// The first of the graphics states.
const FIRST_STATE: i32 = 5;

/// The PDF of a scene: one page, as large as the scene is shown. Text is drawn as outlines.
///
/// ```
/// use pegboard::drawing::{BoardDrawing, pdf};
/// use pegboard::{Board, Control};
/// let scene = BoardDrawing::of_board(&Board::library("english")?).scene();
/// assert!(pdf(&scene, &Control::default())?.starts_with(b"%PDF-1.7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`LimitReached`] when the control stopped the call.
pub fn pdf(scene: &Scene, control: &Control<'_>) -> Result<Vec<u8>, LimitReached> {
    let (width, height) = scene.size();
    let (width, height) = (width * POINTS, height * POINTS);
    let sheet = control.ended(Sheet::of(scene, height, Part::whole(control)))?;
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.parent(PAGES)
        .media_box(Rect::new(0.0, 0.0, width as f32, height as f32))
        .contents(CONTENT);
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
        pdf.ext_graphics(state)
            .non_stroking_alpha(*opacity)
            .stroking_alpha(*opacity);
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
    /// The opacities that occur beside the whole one; each is a graphics state of the page.
    opacities: Vec<f32>,
}

impl Sheet {
    fn of(scene: &Scene, height: f64, part: Part<'_>) -> Result<Sheet, LimitReached> {
        let mut sheet = Sheet {
            content: Content::new(),
            opacities: Vec::new(),
        };
        let pixel = (POINTS * scene.shown_width / scene.size.width) as f32;
        sheet
            .content
            .transform([pixel, 0.0, 0.0, -pixel, 0.0, height as f32]); // PDF counts from below
        let shapes = styled_paths(scene);
        for (index, shape) in shapes.iter().enumerate() {
            part.tick(0, || {
                Phase::done(DRAWING, index as f64 / shapes.len() as f64)
            })?;
            sheet.paint(shape);
        }
        Ok(sheet)
    }

    fn paint(
        &mut self,
        StyledPath {
            segments,
            fill,
            line,
            opacity,
        }: &StyledPath,
    ) {
        self.content.save_state();
        self.set_opacity(*opacity as f32);
        if let Some(colour) = fill {
            let [red, green, blue] = parts(*colour);
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some(line) = line {
            self.set_line(line);
        }
        self.add_path(segments);
        match (fill, line) {
            (None, None) => self.content.end_path(),
            (None, Some(_)) => self.content.stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
        };
        self.content.restore_state();
    }

    fn set_opacity(&mut self, opacity: f32) {
        if opacity == 1.0 {
            return;
        }
        let known = self.opacities.iter().position(|each| *each == opacity);
        let index = known.unwrap_or_else(|| {
            self.opacities.push(opacity);
            self.opacities.len() - 1
        });
        self.content
            .set_parameters(Name(state_name(index).as_bytes()));
    }

    fn set_line(&mut self, line: &Line) {
        let [red, green, blue] = parts(line.colour);
        self.content
            .set_stroke_rgb(red, green, blue)
            .set_line_width(short(line.width));
        if line.is_round {
            self.content
                .set_line_cap(LineCapStyle::RoundCap)
                .set_line_join(LineJoinStyle::RoundJoin);
        }
        if let Some((dash, gap)) = line.dashes {
            self.content
                .set_dash_pattern([short(dash), short(gap)], 0.0);
        }
    }

    fn add_path(&mut self, segments: &[Segment]) {
        for segment in segments {
            match segment {
                Segment::Move(to) => self.content.move_to(short(to.x), short(to.y)),
                Segment::Line(to) => self.content.line_to(short(to.x), short(to.y)),
                Segment::Curve(one, two, to) => {
                    let [one, two, to] =
                        [one, two, to].map(|point| (short(point.x), short(point.y)));
                    self.content
                        .cubic_to(one.0, one.1, two.0, two.1, to.0, to.1)
                }
                Segment::Close => self.content.close_path(),
            };
        }
    }
}

/// Two decimals, as in SVG: more make files larger, and nobody sees them.
fn short(length: f64) -> f32 {
    ((length * 100.0).round() / 100.0) as f32
}

/// Red, green and blue, each from 0 to 1.
fn parts(colour: Colour) -> [f32; 3] {
    colour.parts().map(|part| f32::from(part) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::BoardDrawing;
    use crate::drawing::scene::{Point, Shape, Size};
    use crate::{Board, Limits};
    use std::time::Duration;

    /// The table at the end of a PDF says at which byte each object begins.
    fn objects(pdf: &[u8]) -> usize {
        let text = String::from_utf8_lossy(pdf).into_owned();
        assert_eq!(
            text.matches('\u{fffd}').count(),
            4,
            "only the mark of a binary file"
        );
        let start: usize = text
            .rsplit_once("startxref\n")
            .unwrap()
            .1
            .lines()
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let table = std::str::from_utf8(&pdf[start..]).unwrap();
        let mut rows = table.lines();
        assert_eq!(rows.next(), Some("xref"));
        let count: usize = rows
            .next()
            .unwrap()
            .strip_prefix("0 ")
            .unwrap()
            .parse()
            .unwrap();
        for (number, row) in rows.take(count).enumerate().skip(1) {
            let offset: usize = row[..10].parse().unwrap();
            assert!(
                pdf[offset..].starts_with(format!("{number} 0 obj").as_bytes()),
                "{number}"
            );
        }
        count
    }

    fn operators(pdf: &[u8], operator: &str) -> usize {
        let text = String::from_utf8_lossy(pdf).into_owned();
        let (shapes, _) = text.split_once("endstream").unwrap();
        shapes
            .lines()
            .filter(|line| *line == operator || line.ends_with(&format!(" {operator}")))
            .count()
    }

    #[test]
    fn a_pdf_has_every_shape_of_the_drawing() {
        let board = Board::library("triangle5").unwrap();
        let drawing = BoardDrawing::of_position(&board.vacate(board.hole("a1").unwrap()));
        let bytes = pdf(&drawing.scene(), &Control::default()).unwrap();
        assert_eq!(objects(&bytes), 5, "catalogue, pages, page and content");
        // 14 pegs with an edge; the hole and the ground; the board as one line.
        assert_eq!(
            ["B", "f", "S"].map(|operator| operators(&bytes, operator)),
            [14, 2, 1]
        );
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let colour = [0x2f, 0x5d, 0x8c].map(|part: u8| (f32::from(part) / 255.0).to_string());
        assert!(text.contains(&format!("{} rg", colour.join(" "))));
    }

    #[test]
    fn a_pdf_can_be_stopped() {
        let scene = BoardDrawing::of_board(&Board::library("english").unwrap()).scene();
        let no_time = Control::new(Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        });
        assert_eq!(pdf(&scene, &no_time), Err(LimitReached::Time));
    }

    #[test]
    fn a_width_and_opacities_are_kept() {
        let scene = BoardDrawing::of_board(&Board::library("english").unwrap())
            .with_width(400)
            .scene();
        assert!(
            String::from_utf8_lossy(&pdf(&scene, &Control::default()).unwrap())
                .contains("/MediaBox [0 0 300 300]")
        );
        let size = Size {
            width: 9.0,
            height: 9.0,
        };
        let mut scene = Scene::new("", size, None);
        for _ in 0..2 {
            let faint = Shape::rectangle(Point::default(), size)
                .filled(Colour::rgb(0xff0000))
                .opaque_by(0.5);
            scene.add(faint);
        }
        let bytes = pdf(&scene, &Control::default()).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("/ca 0.5"));
        assert_eq!(objects(&bytes), 6, "one graphics state for both");
    }
}
