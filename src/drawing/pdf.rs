//! PDF: one page of vector graphics, sharp at any size.

use super::paths::{StyledPath, styled_paths};
use super::scene::{Scene, Segment, Stroke};
use super::theme::Color;
use crate::control::{Control, LimitReached, Part, Phase};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};

/// Points per pixel: an inch has 72 points of PDF and 96 pixels of SVG.
const POINTS: f64 = 0.75;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
/// First graphics state.
const FIRST_STATE: i32 = 5;

/// Returns a PDF file with one page as large as the scene. Text is drawn as outlines.
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
/// [`LimitReached`] if the control stopped the call.
pub fn pdf(scene: &Scene, control: &Control<'_>) -> Result<Vec<u8>, LimitReached> {
    let (width, height) = scene.size();
    let (width, height) = (width * POINTS, height * POINTS);
    let drawn = control.ended(PageContent::of(scene, height, Part::whole(control)))?;
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.parent(PAGES)
        .media_box(Rect::new(0.0, 0.0, width as f32, height as f32))
        .contents(CONTENT);
    let states = || (FIRST_STATE..).map(Ref::new).zip(&drawn.opacities);
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
    pdf.stream(CONTENT, &drawn.content.finish());
    Ok(pdf.finish())
}

fn state_name(index: usize) -> String {
    format!("S{index}")
}

/// Operators that draw the page, and the graphics states they refer to.
struct PageContent {
    content: Content,
    /// Opacities below 1, one for each graphics state.
    opacities: Vec<f32>,
}

impl PageContent {
    fn of(scene: &Scene, height: f64, part: Part<'_>) -> Result<PageContent, LimitReached> {
        let mut page = PageContent {
            content: Content::new(),
            opacities: Vec::new(),
        };
        let pixel = (POINTS * scene.shown_width / scene.size.width) as f32;
        page.content
            .transform([pixel, 0.0, 0.0, -pixel, 0.0, height as f32]); // the origin of PDF is at the bottom
        let paths = styled_paths(scene);
        for (index, path) in paths.iter().enumerate() {
            part.tick(0, || Phase::Drawing.done(index as f64 / paths.len() as f64))?;
            page.paint(path);
        }
        Ok(page)
    }

    fn paint(
        &mut self,
        StyledPath {
            segments,
            fill,
            stroke,
            opacity,
        }: &StyledPath,
    ) {
        self.content.save_state();
        self.set_opacity(*opacity as f32);
        if let Some(color) = fill {
            let [red, green, blue] = channels(*color);
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some(stroke) = stroke {
            self.set_stroke(stroke);
        }
        self.add_path(segments);
        match (fill, stroke) {
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

    fn set_stroke(&mut self, stroke: &Stroke) {
        let [red, green, blue] = channels(stroke.color);
        self.content
            .set_stroke_rgb(red, green, blue)
            .set_line_width(short(stroke.width));
        if stroke.is_round {
            self.content
                .set_line_cap(LineCapStyle::RoundCap)
                .set_line_join(LineJoinStyle::RoundJoin);
        }
        if let Some((dash, gap)) = stroke.dashes {
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

/// Rounds to two decimals, as SVG does. More would enlarge the file and change nothing visible.
fn short(length: f64) -> f32 {
    ((length * 100.0).round() / 100.0) as f32
}

/// Returns red, green and blue, each from 0 to 1.
fn channels(color: Color) -> [f32; 3] {
    color.channels().map(|channel| f32::from(channel) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::BoardDrawing;
    use crate::drawing::scene::{Point, Shape, Size};
    use crate::{Board, Limits};
    use std::time::Duration;

    /// Checks the table of byte offsets at the end of a PDF and returns its number of objects.
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
        assert_eq!(objects(&bytes), 5, "catalog, pages, page and content");
        // 14 pegs with an edge; the hole and the background; the board as one stroke.
        assert_eq!(
            ["B", "f", "S"].map(|operator| operators(&bytes, operator)),
            [14, 2, 1]
        );
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let color = [0x2f, 0x5d, 0x8c].map(|part: u8| (f32::from(part) / 255.0).to_string());
        assert!(text.contains(&format!("{} rg", color.join(" "))));
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
    fn a_pdf_keeps_width_and_opacity() {
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
                .filled(Color::rgb(0xff0000))
                .with_opacity(0.5);
            scene.add(faint);
        }
        let bytes = pdf(&scene, &Control::default()).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("/ca 0.5"));
        assert_eq!(objects(&bytes), 6, "one graphics state for both");
    }
}
