//! Scene of shapes and texts, independent of any file format.
//!
//! Drawings build a [`Scene`]; the modules `svg`, `raster`, `animation` and `pdf` write it. No drawing knows a format,
//! and no format knows a board.

#[cfg(feature = "pictures")]
use super::font;
use super::theme::{Color, Theme};
use serde::{Deserialize, Serialize};
#[cfg(feature = "pictures")]
use std::collections::BTreeSet;

/// Picture as shapes and texts, from which all file formats are written.
///
/// [`to_svg`](Scene::to_svg) writes SVG; with the feature `pictures`, functions of this module write PNG, PDF and
/// animations. One program can serialize a scene and another write the file; serialization drops the classes,
/// attributes and tooltips of SVG.
///
/// ```
/// use pegboard::Board;
/// use pegboard::drawing::BoardDrawing;
/// let scene = BoardDrawing::of_board(&Board::library("english")?).scene();
/// assert_eq!(scene.size(), (324.0, 324.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    pub(super) title: String,
    pub(super) size: Size,
    /// Default width of the picture in pixels; `size` is its coordinate system.
    pub(super) shown_width: f64,
    pub(super) elements: Vec<Element>,
}

impl Scene {
    /// Returns a scene with nothing but a background, if it has one. Lengths are in pixels.
    pub(crate) fn new(title: &str, size: Size, background: impl Into<Option<Color>>) -> Scene {
        let background = background.into().map(|color| {
            let all = Shape::rectangle(Point::default(), size).filled(color);
            Element::Shape(all)
        });
        let title = title.to_owned();
        Scene {
            title,
            size,
            shown_width: size.width,
            elements: background.into_iter().collect(),
        }
    }

    /// Returns the scene with another default width in pixels.
    pub(crate) fn with_width(self, width: f64) -> Scene {
        Scene {
            shown_width: width,
            ..self
        }
    }

    pub(crate) fn add(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    /// Returns the default width and height of the picture in pixels.
    pub fn size(&self) -> (f64, f64) {
        let Size { width, height } = self.size;
        (self.shown_width, height * self.shown_width / width)
    }

    /// Returns the characters that the embedded font lacks. They are empty boxes in all formats but SVG.
    ///
    /// ```
    /// use pegboard::drawing::BoardDrawing;
    /// use pegboard::{Board, BoardFile, Labels, Lattice};
    /// let mut row = BoardFile::new("Row", Lattice::Square, [(0, 0), (1, 0), (2, 0)]);
    /// row.labels = Labels::Names(["甲", "b", "丙"].map(String::from).to_vec());
    /// let scene = BoardDrawing::of_board(&Board::new(row)?).scene();
    /// assert!(scene.characters_without_glyph().into_iter().eq(['丙', '甲']));
    /// # Ok::<(), pegboard::BoardErrors>(())
    /// ```
    #[cfg(feature = "pictures")]
    pub fn characters_without_glyph(&self) -> BTreeSet<char> {
        fn collect(elements: &[Element], found: &mut BTreeSet<char>) {
            for element in elements {
                match element {
                    Element::Text(text) => {
                        found.extend(text.words.chars().filter(|c| !font::has(*c)));
                    }
                    Element::Group(group) => collect(&group.elements, found),
                    Element::Shape(_) => {}
                }
            }
        }
        let mut found = BTreeSet::new();
        collect(&self.elements, &mut found);
        found
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Element {
    Shape(Shape),
    Text(Text),
    Group(Group),
}

impl From<Shape> for Element {
    fn from(shape: Shape) -> Element {
        Element::Shape(shape)
    }
}

impl From<Text> for Element {
    fn from(text: Text) -> Element {
        Element::Text(text)
    }
}

impl From<Group> for Element {
    fn from(group: Group) -> Element {
        Element::Group(group)
    }
}

/// Elements that are moved and scaled together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Group {
    #[serde(skip)]
    pub(super) class: String,
    /// Origin of the elements in the coordinates around the group.
    pub(super) origin: Point,
    pub(super) scale: f64,
    pub(super) elements: Vec<Element>,
}

impl Group {
    pub(crate) fn at(origin: Point) -> Group {
        Group {
            class: String::new(),
            origin,
            scale: 1.0,
            elements: Vec::new(),
        }
    }

    /// Returns a group with an SVG class, neither moved nor scaled.
    pub(crate) fn with_class(class: &str) -> Group {
        Group {
            class: class.to_owned(),
            ..Group::at(Point::default())
        }
    }

    pub(crate) fn scaled(self, scale: f64) -> Group {
        Group { scale, ..self }
    }

    pub(crate) fn add(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }
}

/// Outline with a fill, a stroke, or both. A new shape has neither.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shape {
    #[serde(skip)]
    pub(super) annotations: Annotations,
    pub(super) outline: Outline,
    pub(super) fill: Option<Color>,
    pub(super) stroke: Option<Stroke>,
    /// From 0 to 1.
    pub(super) opacity: f64,
}

/// Class, attributes and tooltip of a shape in SVG.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Annotations {
    pub(super) class: String,
    pub(super) attributes: Vec<(&'static str, String)>,
    pub(super) tooltip: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Outline {
    Circle {
        center: Point,
        radius: f64,
    },
    Rectangle {
        corner: Point,
        size: Size,
        rounding: f64,
    },
    Path(Vec<Segment>),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    /// Cubic Bézier curve: two control points and the end.
    Curve(Point, Point, Point),
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Stroke {
    pub(super) color: Color,
    pub(super) width: f64,
    /// `true` for round ends and corners.
    pub(super) is_round: bool,
    /// Lengths of a dash and of a gap.
    pub(super) dashes: Option<(f64, f64)>,
}

impl Shape {
    fn new(outline: Outline) -> Shape {
        Shape {
            annotations: Annotations::default(),
            outline,
            fill: None,
            stroke: None,
            opacity: 1.0,
        }
    }

    pub(crate) fn circle(center: Point, radius: f64) -> Shape {
        Shape::new(Outline::Circle { center, radius })
    }

    /// Returns a rectangle with its top left corner at `corner`.
    pub(crate) fn rectangle(corner: Point, size: Size) -> Shape {
        Shape::rounded_rectangle(corner, size, 0.0)
    }

    /// Returns a rectangle with its top left corner at `corner` and corners of radius `rounding`.
    pub(crate) fn rounded_rectangle(corner: Point, size: Size, rounding: f64) -> Shape {
        Shape::new(Outline::Rectangle {
            corner,
            size,
            rounding,
        })
    }

    pub(crate) fn path(segments: Vec<Segment>) -> Shape {
        Shape::new(Outline::Path(segments))
    }

    pub(crate) fn polyline(points: &[Point]) -> Shape {
        Shape::path(polyline(points))
    }

    pub(crate) fn polygon(points: &[Point]) -> Shape {
        let mut segments = polyline(points);
        segments.push(Segment::Close);
        Shape::path(segments)
    }

    pub(crate) fn filled(self, color: impl Into<Option<Color>>) -> Shape {
        Shape {
            fill: color.into(),
            ..self
        }
    }

    pub(crate) fn stroked(self, color: impl Into<Option<Color>>, width: f64) -> Shape {
        let stroke = color.into().map(|color| Stroke {
            color,
            width,
            is_round: false,
            dashes: None,
        });
        Shape { stroke, ..self }
    }

    /// Returns the shape with round ends and corners on its stroke.
    pub(crate) fn with_round_stroke(mut self) -> Shape {
        if let Some(stroke) = &mut self.stroke {
            stroke.is_round = true;
        }
        self
    }

    /// Returns the shape with a stroke of dashes and gaps of these lengths.
    pub(crate) fn dashed(mut self, dashes: impl Into<Option<(f64, f64)>>) -> Shape {
        if let Some(stroke) = &mut self.stroke {
            stroke.dashes = dashes.into();
        }
        self
    }

    pub(crate) fn with_opacity(self, opacity: f64) -> Shape {
        Shape { opacity, ..self }
    }

    pub(crate) fn with_class(mut self, class: impl Into<String>) -> Shape {
        self.annotations.class = class.into();
        self
    }

    pub(crate) fn with_attribute(mut self, name: &'static str, value: &str) -> Shape {
        self.annotations.attributes.push((name, value.to_owned()));
        self
    }

    pub(crate) fn with_tooltip(mut self, text: String) -> Shape {
        self.annotations.tooltip = Some(text);
        self
    }
}

/// Returns straight segments from point to point.
pub(crate) fn polyline(points: &[Point]) -> Vec<Segment> {
    let segment = |(index, point)| {
        if index == 0 {
            Segment::Move(point)
        } else {
            Segment::Line(point)
        }
    };
    points.iter().copied().enumerate().map(segment).collect()
}

/// One line of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Text {
    /// Position of the anchor on the baseline.
    pub(super) place: Point,
    pub(super) anchor: Anchor,
    /// Length of an em in pixels.
    pub(super) size: f64,
    pub(super) color: Color,
    pub(super) words: String,
}

/// Point of a text that lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Anchor {
    Middle,
    Start,
}

impl Text {
    /// Returns a text with the middle of its baseline at `place`, in the text color of the light theme.
    pub(crate) fn centered(place: Point, size: f64, words: &str) -> Text {
        let color = Theme::Light.palette().text;
        Text {
            place,
            anchor: Anchor::Middle,
            size,
            color,
            words: words.to_owned(),
        }
    }

    /// Returns a text with the start of its baseline at `place`, in the text color of the light theme.
    pub(crate) fn left_aligned(place: Point, size: f64, words: &str) -> Text {
        Text {
            anchor: Anchor::Start,
            ..Text::centered(place, size, words)
        }
    }

    pub(crate) fn with_color(self, color: Color) -> Text {
        Text { color, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::drawing::BoardDrawing;

    #[test]
    fn a_serialized_scene_shows_the_same() {
        let drawing = BoardDrawing::of_board(&Board::library("triangle5").unwrap());
        let scene = drawing.with_width(500).scene();
        let sent: Scene = serde_json::from_str(&serde_json::to_string(&scene).unwrap()).unwrap();
        let names = [" class=\"hole\"", " class=\"board\""];
        let without = |svg: String| names.iter().fold(svg, |svg, name| svg.replace(name, ""));
        let unnamed: Vec<String> = without(scene.to_svg())
            .lines()
            .map(|line| match line.split_once(" data-hole=\"") {
                Some((before, after)) => format!("{before}{}", after.split_once('"').unwrap().1),
                None => line.to_owned(),
            })
            .collect();
        assert_eq!(sent.to_svg().lines().collect::<Vec<_>>(), unnamed);
    }
}
