//! Scenes as lists of paths, for formats without circles, letters and groups.

use super::font;
use super::scene::{Element, Group, Outline, Point, Scene, Segment, Shape, Size, Stroke, Text};
use super::theme::Color;

/// Path in the coordinates of its scene, with a fill, a stroke, or both.
pub(super) struct StyledPath {
    pub(super) segments: Vec<Segment>,
    pub(super) fill: Option<Color>,
    pub(super) stroke: Option<Stroke>,
    /// From 0 to 1.
    pub(super) opacity: f64,
}

/// Returns the paths of a scene in painting order.
pub(super) fn styled_paths(scene: &Scene) -> Vec<StyledPath> {
    let mut found = Vec::new();
    let whole = Placement {
        origin: Point::default(),
        scale: 1.0,
    };
    scene
        .elements
        .iter()
        .for_each(|element| whole.paint(element, &mut found));
    found
}

/// Transformation from the coordinates of a group to those of the scene.
#[derive(Clone, Copy)]
struct Placement {
    origin: Point,
    scale: f64,
}

impl Placement {
    fn paint(self, element: &Element, found: &mut Vec<StyledPath>) {
        match element {
            Element::Shape(shape) => found.push(self.shape(shape)),
            Element::Text(text) => found.push(self.text(text)),
            Element::Group(group) => {
                let inner = self.inside(group);
                group
                    .elements
                    .iter()
                    .for_each(|element| inner.paint(element, found));
            }
        }
    }

    fn inside(self, group: &Group) -> Placement {
        Placement {
            origin: self.point(group.origin),
            scale: self.scale * group.scale,
        }
    }

    fn shape(self, shape: &Shape) -> StyledPath {
        let segments = outline(&shape.outline)
            .into_iter()
            .map(|segment| self.segment(segment))
            .collect();
        StyledPath {
            segments,
            fill: shape.fill,
            stroke: shape.stroke.map(|stroke| self.stroke(stroke)),
            opacity: shape.opacity,
        }
    }

    fn text(
        self,
        Text {
            place,
            anchor,
            size,
            color,
            words,
        }: &Text,
    ) -> StyledPath {
        let segments = font::outline(words, *place, *size, *anchor)
            .into_iter()
            .map(|segment| self.segment(segment))
            .collect();
        StyledPath {
            segments,
            fill: Some(*color),
            stroke: None,
            opacity: 1.0,
        }
    }

    fn stroke(self, stroke: Stroke) -> Stroke {
        Stroke {
            width: stroke.width * self.scale,
            dashes: stroke
                .dashes
                .map(|(dash, gap)| (dash * self.scale, gap * self.scale)),
            ..stroke
        }
    }

    fn segment(self, segment: Segment) -> Segment {
        match segment {
            Segment::Move(to) => Segment::Move(self.point(to)),
            Segment::Line(to) => Segment::Line(self.point(to)),
            Segment::Curve(first, second, to) => {
                Segment::Curve(self.point(first), self.point(second), self.point(to))
            }
            Segment::Close => Segment::Close,
        }
    }

    fn point(self, Point { x, y }: Point) -> Point {
        Point {
            x: self.origin.x + x * self.scale,
            y: self.origin.y + y * self.scale,
        }
    }
}

fn outline(outline: &Outline) -> Vec<Segment> {
    match outline {
        Outline::Path(segments) => segments.clone(),
        Outline::Circle { center, radius } => {
            let corner = Point {
                x: center.x - radius,
                y: center.y - radius,
            };
            let size = Size {
                width: 2.0 * radius,
                height: 2.0 * radius,
            };
            rounded(corner, size, *radius)
        }
        Outline::Rectangle {
            corner,
            size,
            rounding,
        } => rounded(*corner, *size, *rounding),
    }
}

/// Distance of the control points of a quarter circle from its ends, in radii. The curve deviates from the circle by at
/// most a thousandth of the radius.
const QUARTER: f64 = 0.552_284_75;

/// Returns a rectangle with round corners. If the radius is half of both sides, the result is a circle.
fn rounded(corner: Point, Size { width, height }: Size, radius: f64) -> Vec<Segment> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    let at = |x: f64, y: f64| Point {
        x: corner.x + x,
        y: corner.y + y,
    };
    if radius <= 0.0 {
        let [a, b, c, d] = [
            at(0.0, 0.0),
            at(width, 0.0),
            at(width, height),
            at(0.0, height),
        ];
        return vec![
            Segment::Move(a),
            Segment::Line(b),
            Segment::Line(c),
            Segment::Line(d),
            Segment::Close,
        ];
    }
    let near = radius * (1.0 - QUARTER);
    let (right, low) = (width - radius, height - radius);
    vec![
        Segment::Move(at(width, radius)), // SVG starts circles, and their dashes, here
        Segment::Line(at(width, low)),
        Segment::Curve(
            at(width, height - near),
            at(width - near, height),
            at(right, height),
        ),
        Segment::Line(at(radius, height)),
        Segment::Curve(at(near, height), at(0.0, height - near), at(0.0, low)),
        Segment::Line(at(0.0, radius)),
        Segment::Curve(at(0.0, near), at(near, 0.0), at(radius, 0.0)),
        Segment::Line(at(right, 0.0)),
        Segment::Curve(at(width - near, 0.0), at(width, near), at(width, radius)),
        Segment::Close,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(path: &[Segment]) -> Vec<(f64, f64)> {
        let end = |segment: &Segment| match segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some((to.x, to.y)),
            Segment::Close => None,
        };
        path.iter().filter_map(end).collect()
    }

    #[test]
    fn groups_move_and_scale_shapes_and_strokes() {
        let (one, two) = (Point { x: 1.0, y: 1.0 }, Point { x: 2.0, y: 3.0 });
        let mut inner = Group::at(one).scaled(0.5);
        inner.add(
            Shape::polyline(&[one, two])
                .stroked(Color::rgb(0), 4.0)
                .dashed((2.0, 6.0)),
        );
        let mut outer = Group::at(Point { x: 10.0, y: 0.0 }).scaled(2.0);
        outer.add(inner);
        let mut scene = Scene::new(
            "",
            Size {
                width: 9.0,
                height: 9.0,
            },
            None,
        );
        scene.add(outer);
        let found = styled_paths(&scene);
        assert_eq!(ends(&found[0].segments), [(13.0, 3.0), (14.0, 5.0)]);
        let stroke = found[0].stroke.unwrap();
        assert_eq!((stroke.width, stroke.dashes), (4.0, Some((2.0, 6.0))));
    }

    #[test]
    fn the_curves_of_a_circle_lie_on_it() {
        let center = Point { x: 5.0, y: 7.0 };
        let path = outline(&Outline::Circle {
            center,
            radius: 3.0,
        });
        let mut here = center;
        for segment in path {
            let distance = |point: Point| (point.x - center.x).hypot(point.y - center.y);
            if let Segment::Curve(first, second, to) = segment {
                let middle = |of: fn(&Point) -> f64| {
                    (of(&here) + 3.0 * of(&first) + 3.0 * of(&second) + of(&to)) / 8.0
                };
                let middle = Point {
                    x: middle(|point| point.x),
                    y: middle(|point| point.y),
                };
                assert!(
                    (distance(middle) - 3.0).abs() < 0.003 && (distance(to) - 3.0).abs() < 1e-9
                );
            }
            if let Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) = segment {
                here = to;
            }
        }
    }

    #[test]
    fn corners_are_at_most_as_round_as_the_sides_allow() {
        let size = Size {
            width: 4.0,
            height: 2.0,
        };
        assert_eq!(
            ends(&rounded(Point::default(), size, 0.0)),
            [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]
        );
        assert!(ends(&rounded(Point::default(), size, 9.0)).contains(&(3.0, 0.0)));
    }
}
