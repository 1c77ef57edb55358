//! A picture as shapes and texts, before it is written in any format.
//!
//! Drawings make a [`Scene`]; `svg`, `raster` and `pdf` write it. What is drawn knows no format, and a format knows
//! nothing of boards.

use super::theme::{Colour, Theme};
use serde::{Deserialize, Serialize};

/// A picture as shapes and texts, which every format is written from: SVG by [`to_svg`](Scene::to_svg); PNG, PDF and
/// animations by the functions of this module, with the feature `pictures`.
///
/// It can be serialised, so that one program draws and another writes the file. The names that shapes have in SVG are
/// left out then.
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
    /// As wide as this it is shown, unless its reader wants another width.
    pub(super) shown_width: f64,
    pub(super) elements: Vec<Element>,
}

impl Scene {
    /// A picture with nothing in it but its ground, if it has one. Lengths are in pixels.
    pub(crate) fn new(title: &str, size: Size, ground: impl Into<Option<Colour>>) -> Scene {
        let ground = ground.into().map(|colour| {
            let all = Shape::rectangle(Point::default(), size).filled(colour);
            Element::Shape(all)
        });
        let title = title.to_owned();
        Scene {
            title,
            size,
            shown_width: size.width,
            elements: ground.into_iter().collect(),
        }
    }

    /// The same picture, shown this many pixels wide.
    pub(crate) fn shown(self, width: f64) -> Scene {
        Scene {
            shown_width: width,
            ..self
        }
    }

    pub(crate) fn add(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    /// Width and height in pixels, as the picture is shown.
    pub fn size(&self) -> (f64, f64) {
        let Size { width, height } = self.size;
        (self.shown_width, height * self.shown_width / width)
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

/// Elements that are moved and made smaller together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Group {
    #[serde(skip)]
    pub(super) class: String,
    /// Where the elements' own origin lies.
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

    /// A group of this class in SVG, where it is.
    pub(crate) fn of_class(class: &str) -> Group {
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

/// An outline that is filled, or drawn as a line, or both. It is neither at first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shape {
    #[serde(skip)]
    pub(super) names: Names,
    pub(super) outline: Outline,
    pub(super) fill: Option<Colour>,
    pub(super) line: Option<Line>,
    /// From 0 to 1.
    pub(super) opacity: f64,
}

/// What an SVG file says of a shape, beyond its look.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names {
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
    /// A cubic Bézier curve: two control points and the end.
    Curve(Point, Point, Point),
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) colour: Colour,
    pub(super) width: f64,
    /// Whether its ends and corners are round.
    pub(super) is_round: bool,
    /// The lengths of the dashes and of the gaps.
    pub(super) dashes: Option<(f64, f64)>,
}

impl Shape {
    fn new(outline: Outline) -> Shape {
        Shape {
            names: Names::default(),
            outline,
            fill: None,
            line: None,
            opacity: 1.0,
        }
    }

    pub(crate) fn circle(center: Point, radius: f64) -> Shape {
        Shape::new(Outline::Circle { center, radius })
    }

    /// A rectangle by its top left corner.
    pub(crate) fn rectangle(corner: Point, size: Size) -> Shape {
        Shape::new(Outline::Rectangle {
            corner,
            size,
            rounding: 0.0,
        })
    }

    /// The same with corners of this radius.
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

    /// From point to point.
    pub(crate) fn polyline(points: &[Point]) -> Shape {
        Shape::path(from_point_to_point(points))
    }

    /// The same, and back to the first.
    pub(crate) fn polygon(points: &[Point]) -> Shape {
        let mut segments = from_point_to_point(points);
        segments.push(Segment::Close);
        Shape::path(segments)
    }

    pub(crate) fn filled(self, colour: impl Into<Option<Colour>>) -> Shape {
        Shape {
            fill: colour.into(),
            ..self
        }
    }

    pub(crate) fn lined(self, colour: impl Into<Option<Colour>>, width: f64) -> Shape {
        let line = colour.into().map(|colour| Line {
            colour,
            width,
            is_round: false,
            dashes: None,
        });
        Shape { line, ..self }
    }

    /// The line with round ends and corners.
    pub(crate) fn round(self) -> Shape {
        Shape {
            line: self.line.map(|line| Line {
                is_round: true,
                ..line
            }),
            ..self
        }
    }

    pub(crate) fn dashed(self, dashes: impl Into<Option<(f64, f64)>>) -> Shape {
        let dashes = dashes.into();
        Shape {
            line: self.line.map(|line| Line { dashes, ..line }),
            ..self
        }
    }

    pub(crate) fn opaque_by(self, opacity: f64) -> Shape {
        Shape { opacity, ..self }
    }

    pub(crate) fn of_class(mut self, class: impl Into<String>) -> Shape {
        self.names.class = class.into();
        self
    }

    /// With an attribute that says what the shape stands for.
    pub(crate) fn named(mut self, attribute: &'static str, value: &str) -> Shape {
        self.names.attributes.push((attribute, value.to_owned()));
        self
    }

    pub(crate) fn with_tooltip(mut self, text: String) -> Shape {
        self.names.tooltip = Some(text);
        self
    }
}

/// A path from point to point.
pub(crate) fn from_point_to_point(points: &[Point]) -> Vec<Segment> {
    let segment = |(index, point)| {
        if index == 0 {
            Segment::Move(point)
        } else {
            Segment::Line(point)
        }
    };
    points.iter().copied().enumerate().map(segment).collect()
}

/// A line of text, its base line at a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Text {
    pub(super) place: Point,
    pub(super) anchor: Anchor,
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) words: String,
}

/// What of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Anchor {
    Middle,
    Start,
}

impl Text {
    /// A text with its middle at a place, in the ink of the light theme.
    pub(crate) fn centred(place: Point, size: f64, words: &str) -> Text {
        let colour = Theme::Light.palette().ink;
        Text {
            place,
            anchor: Anchor::Middle,
            size,
            colour,
            words: words.to_owned(),
        }
    }

    /// The same, beginning at a place.
    pub(crate) fn beginning(place: Point, size: f64, words: &str) -> Text {
        Text {
            anchor: Anchor::Start,
            ..Text::centred(place, size, words)
        }
    }

    pub(crate) fn inked(self, colour: Colour) -> Text {
        Text { colour, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::drawing::BoardDrawing;

    #[test]
    fn a_scene_that_was_sent_elsewhere_shows_the_same() {
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
