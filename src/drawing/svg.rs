//! A scene as the text of an SVG file, a line for each element.

use super::scene::{Anchor, Element, Group, Outline, Point, Scene, Segment, Shape, Text};
use std::fmt::Write;

impl Scene {
    /// The text of an SVG file.
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
        writeln!(self.0, "{text}").expect("writing to a string cannot fail");
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
        let moved =
            (x != 0.0 || y != 0.0).then(|| format!("translate({} {})", number(x), number(y)));
        let scaled = (group.scale != 1.0).then(|| format!("scale({:.4})", group.scale));
        let transform = moved
            .into_iter()
            .chain(scaled)
            .collect::<Vec<_>>()
            .join(" ");
        self.line(format_args!(
            "<g{}{}>",
            unless_empty("class", &group.class),
            unless_empty("transform", &transform)
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
        let names = &shape.names;
        let mut text = format!("<{tag}{}", unless_empty("class", &names.class));
        for (attribute, value) in &names.attributes {
            text += &format!(" {attribute}=\"{}\"", escaped(value));
        }
        text += &outline(&shape.outline);
        text += &look(shape);
        match &names.tooltip {
            Some(words) => self.line(format_args!(
                "{text}><title>{}</title></{tag}>",
                escaped(words)
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
            colour,
            words,
        }: &Text,
    ) {
        let anchor = match anchor {
            Anchor::Middle => "", // as the file says for all
            Anchor::Start => " text-anchor=\"start\"",
        };
        self.line(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor} fill=\"{colour}\">{}</text>",
            number(place.x),
            number(place.y),
            number(*size),
            escaped(words)
        ));
    }
}

fn unless_empty(attribute: &str, value: &str) -> String {
    if value.is_empty() {
        String::new()
    } else {
        format!(" {attribute}=\"{value}\"")
    }
}

/// The attributes that say where a shape lies.
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
                unless_empty("rx", &rounding)
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

/// The attributes that say how a shape is painted.
fn look(shape: &Shape) -> String {
    let opacity = |of: &str| match shape.opacity {
        1.0 => String::new(),
        part => format!(" {of}-opacity=\"{}\"", number(part)),
    };
    let mut text = match shape.fill {
        Some(colour) => format!(" fill=\"{colour}\"{}", opacity("fill")),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(line) = shape.line {
        text += &format!(
            " stroke=\"{}\" stroke-width=\"{}\"{}",
            line.colour,
            number(line.width),
            opacity("stroke")
        );
        if line.is_round {
            text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        }
        if let Some((dash, gap)) = line.dashes {
            text += &format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap));
        }
    }
    text
}

/// Two decimals at most.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text as XML allows it: marked-up characters written out, control characters replaced.
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
    use crate::drawing::theme::Colour;

    const RED: Colour = Colour::rgb(0xff0000);

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

    /// The lines of a file between its title and its end.
    fn lines(scene: &Scene) -> Vec<String> {
        let svg = scene.to_svg();
        let lines = svg.lines().skip(2).map(str::to_owned);
        lines.take_while(|line| line != "</svg>").collect()
    }

    #[test]
    fn names_are_escaped() {
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
    fn a_width_is_that_of_the_file_and_not_of_what_is_in_it() {
        let shown = scene().shown(90.0);
        assert!(
            shown
                .to_svg()
                .contains("width=\"90\" height=\"60\" viewBox=\"0 0 30 20\"")
        );
        assert_eq!(shown.size(), (90.0, 60.0));
    }

    #[test]
    fn a_shape_says_all_that_is_known_of_it_and_no_more() {
        let mut scene = scene();
        let at = Point { x: 1.0, y: 2.5 };
        scene.add(
            Shape::circle(at, 3.0)
                .filled(RED)
                .of_class("peg")
                .named("data-hole", "a1"),
        );
        scene.add(
            Shape::polyline(&[at, at])
                .lined(RED, 2.0)
                .round()
                .dashed((4.0, 3.0))
                .opaque_by(0.5),
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
        scene.add(Group::of_class("jump"));
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
