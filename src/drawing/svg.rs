//! SVG, with a line for each element.

use super::scene::{Anchor, Element, Group, Outline, Point, Scene, Segment, Shape, Text};
use std::fmt::Write;

impl Scene {
    /// Returns the text of an SVG file.
    pub fn to_svg(&self) -> String {
        let mut file = File::default();
        let (shown_width, shown_height) = self.size();
        let (width, height) = (number(self.size.width), number(self.size.height));
        file.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">",
            number(shown_width),
            number(shown_height)
        ));
        file.line(format_args!("<title>{}</title>", escaped(&self.title)));
        file.elements(&self.elements);
        file.line(format_args!("</svg>"));
        file.0
    }
}

#[derive(Default)]
struct File(String);

impl File {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{text}").expect("a string takes any text");
    }

    fn elements(&mut self, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Shape(shape) => self.shape(shape),
                Element::Text(text) => self.text(text),
                Element::Group(group) => self.group(group),
            }
        }
    }

    fn group(&mut self, group: &Group) {
        let Point { x, y } = group.origin;
        let mut transforms = Vec::new();
        if x != 0.0 || y != 0.0 {
            transforms.push(format!("translate({} {})", number(x), number(y)));
        }
        if group.scale != 1.0 {
            transforms.push(format!("scale({:.4})", group.scale));
        }
        self.line(format_args!(
            "<g{}{}>",
            attribute("class", &group.class),
            attribute("transform", &transforms.join(" "))
        ));
        self.elements(&group.elements);
        self.line(format_args!("</g>"));
    }

    fn shape(&mut self, shape: &Shape) {
        let tag = match shape.outline {
            Outline::Circle { .. } => "circle",
            Outline::Rectangle { .. } => "rect",
            Outline::Path(_) => "path",
        };
        let annotations = &shape.annotations;
        let mut text = format!("<{tag}{}", attribute("class", &annotations.class));
        for (name, value) in &annotations.attributes {
            text += &format!(" {name}=\"{}\"", escaped(value));
        }
        text += &outline(&shape.outline);
        text += &style(shape);
        match &annotations.tooltip {
            Some(tooltip) => self.line(format_args!(
                "{text}><title>{}</title></{tag}>",
                escaped(tooltip)
            )),
            None => self.line(format_args!("{text}/>")),
        }
    }

    fn text(
        &mut self,
        Text {
            place,
            anchor,
            size,
            color,
            words,
        }: &Text,
    ) {
        let anchor = match anchor {
            Anchor::Middle => "", // inherited from the root element
            Anchor::Start => " text-anchor=\"start\"",
        };
        self.line(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor} fill=\"{color}\">{}</text>",
            number(place.x),
            number(place.y),
            number(*size),
            escaped(words)
        ));
    }
}

/// Returns an attribute with a space before it, or nothing if the value is empty.
fn attribute(name: &str, value: &str) -> String {
    if value.is_empty() {
        String::new()
    } else {
        format!(" {name}=\"{value}\"")
    }
}

/// Returns the attributes of the geometry of a shape.
fn outline(outline: &Outline) -> String {
    match outline {
        Outline::Circle { center, radius } => {
            format!(
                " cx=\"{}\" cy=\"{}\" r=\"{}\"",
                number(center.x),
                number(center.y),
                number(*radius)
            )
        }
        Outline::Rectangle {
            corner,
            size,
            rounding,
        } => {
            let rounding = if *rounding > 0.0 {
                number(*rounding)
            } else {
                String::new()
            };
            format!(
                " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}",
                number(corner.x),
                number(corner.y),
                number(size.width),
                number(size.height),
                attribute("rx", &rounding)
            )
        }
        Outline::Path(segments) => {
            format!(
                " d=\"{}\"",
                segments.iter().map(segment_data).collect::<String>()
            )
        }
    }
}

fn segment_data(segment: &Segment) -> String {
    let point = |Point { x, y }: &Point| format!("{} {}", number(*x), number(*y));
    match segment {
        Segment::Move(to) => format!("M{}", point(to)),
        Segment::Line(to) => format!("L{}", point(to)),
        Segment::Curve(first, second, to) => {
            format!("C{} {} {}", point(first), point(second), point(to))
        }
        Segment::Close => "Z".to_owned(),
    }
}

/// Returns the attributes of the fill and the stroke of a shape.
fn style(shape: &Shape) -> String {
    let opacity = |of: &str| match shape.opacity {
        1.0 => String::new(),
        value => format!(" {of}-opacity=\"{}\"", number(value)),
    };
    let mut text = match shape.fill {
        Some(color) => format!(" fill=\"{color}\"{}", opacity("fill")),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(stroke) = shape.stroke {
        text += &format!(
            " stroke=\"{}\" stroke-width=\"{}\"{}",
            stroke.color,
            number(stroke.width),
            opacity("stroke")
        );
        if stroke.is_round {
            text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        }
        if let Some((dash, gap)) = stroke.dashes {
            text += &format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap));
        }
    }
    text
}

/// Formats a number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Escapes text for XML, and replaces characters that XML forbids by U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ if character.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::scene::Size;
    use crate::drawing::theme::Color;

    const RED: Color = Color::rgb(0xff0000);

    fn scene() -> Scene {
        Scene::new(
            "A <row> & more",
            Size {
                width: 30.0,
                height: 20.0,
            },
            None,
        )
    }

    /// Returns the lines of a file between its title and its end.
    fn lines(scene: &Scene) -> Vec<String> {
        let svg = scene.to_svg();
        let lines = svg.lines().skip(2).map(str::to_owned);
        lines.take_while(|line| line != "</svg>").collect()
    }

    #[test]
    fn titles_are_escaped() {
        assert!(
            scene()
                .to_svg()
                .contains("<title>A &lt;row&gt; &amp; more</title>")
        );
        assert_eq!(
            escaped("one\u{1}\"two\"\u{ffff}"),
            "one\u{fffd}&quot;two&quot;\u{fffd}"
        );
    }

    #[test]
    fn a_width_scales_the_picture_as_a_whole() {
        let shown = scene().with_width(90.0);
        assert!(
            shown
                .to_svg()
                .contains("width=\"90\" height=\"60\" viewBox=\"0 0 30 20\"")
        );
        assert_eq!(shown.size(), (90.0, 60.0));
    }

    #[test]
    fn a_shape_has_the_attributes_it_needs() {
        let mut scene = scene();
        let at = Point { x: 1.0, y: 2.5 };
        scene.add(
            Shape::circle(at, 3.0)
                .filled(RED)
                .with_class("peg")
                .with_attribute("data-hole", "a1"),
        );
        scene.add(
            Shape::polyline(&[at, at])
                .stroked(RED, 2.0)
                .with_round_stroke()
                .dashed((4.0, 3.0))
                .with_opacity(0.5),
        );
        scene.add(
            Shape::polygon(&[at, Point::default()])
                .filled(None)
                .with_tooltip("a<b".to_owned()),
        );
        assert_eq!(
            lines(&scene),
            [
                "<circle class=\"peg\" data-hole=\"a1\" cx=\"1\" cy=\"2.5\" r=\"3\" fill=\"#ff0000\"/>",
                "<path d=\"M1 2.5L1 2.5\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"2\" \
                 stroke-opacity=\"0.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
                 stroke-dasharray=\"4 3\"/>",
                "<path d=\"M1 2.5L0 0Z\" fill=\"none\"><title>a&lt;b</title></path>",
            ]
        );
    }

    #[test]
    fn a_group_is_moved_and_scaled() {
        let mut scene = scene();
        scene.add(Group::at(Point { x: 1.0, y: 2.0 }).scaled(0.5));
        scene.add(Group::with_class("jump"));
        assert_eq!(
            lines(&scene),
            [
                "<g transform=\"translate(1 2) scale(0.5000)\">",
                "</g>",
                "<g class=\"jump\">",
                "</g>"
            ]
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 1.5, 1.234, 0.0].map(number),
            ["1", "1.5", "1.23", "0"]
        );
    }
}
