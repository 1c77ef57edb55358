//! Text as strokes, for pictures made of pixels: they look the same everywhere, whatever fonts a system has.

use super::scene::{Anchor, Point, Segment, from_point_to_point};

/// A text as strokes. Its middle, or its start, is at `place`, its base line there as well.
pub(super) fn strokes(text: &str, place: Point, size: f64, anchor: Anchor) -> Vec<Segment> {
    let unit = size * UNIT;
    let glyphs: Vec<Glyph> = text.chars().map(glyph).collect();
    let width: f64 = glyphs.iter().map(Glyph::advance).sum::<f64>() - SPACE;
    let mut start = match anchor {
        Anchor::Middle => Point {
            x: place.x - width * unit / 2.0,
            ..place
        },
        Anchor::Start => place,
    };
    let mut segments = Vec::new();
    for glyph in glyphs {
        for stroke in glyph.strokes.split(' ').filter(|stroke| !stroke.is_empty()) {
            segments.extend(stroke_segments(stroke, start, unit));
        }
        start.x += glyph.advance() * unit;
    }
    segments
}

/// How wide the strokes of a text are, as a share of its size.
pub(super) const STROKE: f64 = 0.1;

/// Units are a sixth of the height of a capital, and letters stand this many apart.
const UNIT: f64 = 0.12;
const SPACE: f64 = 1.6;
const BASE_LINE: f64 = 6.0;

/// Strokes are points, `x` and `y` a digit each, from the top left; the base line is at 6.
struct Glyph {
    width: f64,
    strokes: &'static str,
}

impl Glyph {
    fn advance(&self) -> f64 {
        self.width + SPACE
    }
}

/// A stroke of one point is a dot: a line to where it began.
fn stroke_segments(stroke: &str, start: Point, unit: f64) -> Vec<Segment> {
    let digits: Vec<f64> = stroke
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(f64::from)
        .collect();
    let point = |digits: &[f64]| Point {
        x: start.x + digits[0] * unit,
        y: start.y + (digits[1] - BASE_LINE) * unit,
    };
    let mut points: Vec<Point> = digits.chunks_exact(2).map(point).collect();
    if let [dot] = points[..] {
        points.push(dot);
    }
    from_point_to_point(&points)
}

/// Characters without a shape here are an empty box.
fn glyph(character: char) -> Glyph {
    let (width, strokes) = match character {
        ' ' => (2, ""),
        'A' => (4, "062046 1434"),
        'B' => (4, "0006 003041423303 3344453606"),
        'C' => (4, "4130100105163645"),
        'D' => (4, "00062644422000"),
        'E' => (4, "40000646 0333"),
        'F' => (4, "400006 0333"),
        'G' => (4, "41301001051636454323"),
        'H' => (4, "0006 4046 0343"),
        'I' => (2, "0020 0626 1016"),
        'J' => (4, "4045361605"),
        'K' => (4, "0006 400346"),
        'L' => (4, "000646"),
        'M' => (4, "0600234046"),
        'N' => (4, "06004640"),
        'O' | '0' => (4, "100105163645413010"),
        'P' => (4, "06003041423303"),
        'Q' => (4, "100105163645413010 2446"),
        'R' => (4, "06003041423303 2346"),
        'S' => (4, "413010010213334445361605"),
        'T' => (4, "0040 2026"),
        'U' => (4, "000516364540"),
        'V' => (4, "002640"),
        'W' => (4, "0016223640"),
        'X' => (4, "0046 4006"),
        'Y' => (4, "002340 2326"),
        'Z' => (4, "00400646"),
        'a' => (3, "3322120305162635 3236"),
        'b' => (3, "0006 0312223335261605"),
        'c' => (3, "3322120305162635"),
        'd' => (3, "3322120305162635 3036"),
        'e' => (3, "043433221203051636"),
        'f' => (2, "20101116 0222"),
        'g' => (3, "3322120305162635 32372808"),
        'h' => (3, "0006 0312223336"),
        'i' => (0, "0206 00"),
        'j' => (1, "121708 10"),
        'k' => (3, "0006 320436"),
        'l' => (0, "0006"),
        'm' => (4, "0206 03122326 23324346"),
        'n' => (3, "0206 0312223336"),
        'o' => (3, "120305162635332212"),
        'p' => (3, "0208 0312223335261605"),
        'q' => (3, "3322120305162635 3238"),
        'r' => (2, "0206 031222"),
        's' => (3, "3212031424352606"),
        't' => (2, "101526 0222"),
        'u' => (3, "0205162635 3236"),
        'v' => (4, "022642"),
        'w' => (4, "0216233642"),
        'x' => (3, "0236 3206"),
        'y' => (4, "0226 4218"),
        'z' => (3, "02320636"),
        '1' => (2, "011016"),
        '2' => (4, "01103041420646"),
        '3' => (4, "004022324345361605"),
        '4' => (4, "36300444"),
        '5' => (4, "400002324345361605"),
        '6' => (4, "3011030516364544331304"),
        '7' => (4, "004016"),
        '8' => (4, "13020110304142331304051636454433"),
        '9' => (4, "1635434130100102133342"),
        '-' | '–' => (3, "0434"),
        '.' => (0, "06"),
        ',' => (1, "1607"),
        ':' => (0, "03 06"),
        ';' => (1, "13 1607"),
        '?' => (3, "01102031322324 26"),
        '!' => (0, "0004 06"),
        '/' => (4, "4006"),
        '(' => (1, "10020416"),
        ')' => (1, "00121406"),
        '+' => (4, "0444 2226"),
        '=' => (3, "0333 0535"),
        '×' => (4, "0246 4206"),
        '_' => (4, "0646"),
        '\'' | '’' => (0, "0001"),
        '→' => (4, "0444 334435"),
        '·' => (0, "04"),
        '…' => (4, "06 26 46"),
        _ => (4, "0040460600"),
    };
    Glyph {
        width: f64::from(width),
        strokes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An odd digit would be lost, and so would a character that is no digit.
    #[test]
    fn every_stroke_is_made_of_points() {
        for character in (' '..='~').chain("–×’→·".chars()) {
            for stroke in glyph(character).strokes.split(' ') {
                assert!(
                    stroke.len() % 2 == 0 && stroke.chars().all(|c| c.is_ascii_digit()),
                    "{character}"
                );
            }
        }
    }

    #[test]
    fn what_labels_and_captions_need_has_a_shape() {
        for character in ('a'..='z')
            .chain('A'..='Z')
            .chain('0'..='9')
            .chain(" -.,:()?_+".chars())
        {
            assert_ne!(
                glyph(character).strokes,
                glyph('\u{1}').strokes,
                "{character}"
            );
        }
    }

    #[test]
    fn a_text_stands_where_it_is_wanted() {
        let place = Point { x: 10.0, y: 20.0 };
        let (high, low) = (Point { x: 10.0, y: -52.0 }, place);
        assert_eq!(
            strokes("l", place, 100.0, Anchor::Middle),
            [Segment::Move(high), Segment::Line(low)]
        );
        assert_eq!(
            strokes(".", place, 100.0, Anchor::Start),
            [Segment::Move(place), Segment::Line(place)]
        );
    }
}
