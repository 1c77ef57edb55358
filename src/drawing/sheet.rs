//! Shapes of the pictures of boards.

use super::board::BoardDrawing;
use super::border::BorderLabel;
use super::layout::Layout;
use super::scene::{Group, Point, Scene, Shape, Size, Text, polyline};
use super::theme::{Color, Palette};
use crate::board::{Board, Hole, Jump, Position};
use crate::problem::answer::Move;

/// One picture of the board, with a caption or without.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    pub(super) caption: Option<String>,
    pub(super) content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Label of each hole.
    Labels,
    Position(Position),
    /// Position and the next move.
    Move(Position, Move),
    /// Position and possible jumps, in painting order.
    Jumps(Position, Vec<JumpArrow>),
}

/// Arrow of a possible jump.
#[derive(Clone, Debug)]
pub(crate) struct JumpArrow {
    pub(crate) jump: Jump,
    /// Class in SVG.
    pub(crate) class: String,
    pub(crate) color: Color,
    pub(crate) dashes: Option<(f64, f64)>,
}

impl Panel {
    pub(crate) fn of_position(position: &Position) -> Panel {
        Panel {
            caption: None,
            content: Content::Position(position.clone()),
        }
    }
}

// Lengths in pixels.
pub(super) const STEP: f64 = 40.0; // between neighboring holes
const RIM: f64 = 26.0; // from the center of a hole to the edge of the board
const EDGE: f64 = 6.0; // width of the lines between neighbors on a board that lies on no lattice
const HOLE: f64 = 8.0; // radius
const LABELED_HOLE: f64 = 15.0; // radius
pub(super) const PEG: f64 = 14.0; // radius
pub(super) const GAP: f64 = 16.0; // between pictures, and around all
const CAPTION: f64 = 24.0; // height of a caption
const CAPTION_SIZE: f64 = 15.0; // font size
const BORDER_SIZE: f64 = 13.0; // font size of the labels of columns and rows
const BORDER_ROOM: f64 = 12.0; // radius around such a label
const CHARACTER: f64 = 0.62; // estimated width of a character, as a share of the font size
const WIDE_CHARACTER: f64 = 0.97; // the same for the widest letters

/// Distance from the center of a hole to the tips of arrows that may meet there. At this distance, arrowheads at an
/// angle of 45 degrees do not overlap.
const ARROW_CLEARANCE: f64 = 9.0;

/// Distance from the center of a labeled hole to the tip of an arrow.
const LABEL_CLEARANCE: f64 = 17.0;

/// Distance by which each of two opposite arrows is moved to its left, so that both remain visible.
const ASIDE: f64 = 6.0;

/// Geometry and colors of a drawing.
pub(crate) struct Sheet<'a> {
    drawing: &'a BoardDrawing,
    layout: Layout,
    /// Top left corner of the board and its border labels, relative to the origin of the layout.
    corner: Point,
    /// Size of the board and its border labels.
    board: Size,
    /// Size of a picture, including its caption.
    pub(crate) panel: Size,
    columns: usize,
    palette: Palette,
}

impl Sheet<'_> {
    pub(crate) fn new(drawing: &BoardDrawing) -> Sheet<'_> {
        let layout = Layout::new(&drawing.board);
        let (corner, board) = bounds(drawing, &layout);
        let panel = panel_size(drawing, board);
        let columns = drawing
            .columns
            .unwrap_or_else(|| default_columns(drawing.panels.len(), panel));
        let palette = drawing.theme.palette();
        Sheet {
            drawing,
            layout,
            corner,
            board,
            panel,
            columns: columns.min(drawing.panels.len()),
            palette,
        }
    }

    /// Returns a scene with these pictures.
    pub(super) fn scene(&self, size: Size, panels: impl IntoIterator<Item = Group>) -> Scene {
        let width = self.drawing.width.unwrap_or(size.width);
        let mut scene =
            Scene::new(self.drawing.board.name(), size, self.palette.background).with_width(width);
        panels.into_iter().for_each(|panel| scene.add(panel));
        scene
    }

    pub(super) fn size(&self) -> Size {
        let rows = self.drawing.panels.len().div_ceil(self.columns);
        let all = |count: usize, each: f64| count as f64 * (each + GAP) + GAP;
        Size {
            width: all(self.columns, self.panel.width),
            height: all(rows, self.panel.height),
        }
    }

    /// Returns the top left corner of a picture.
    pub(super) fn corner(&self, index: usize) -> Point {
        let place = |count: usize, each: f64| GAP + count as f64 * (each + GAP);
        Point {
            x: place(index % self.columns, self.panel.width),
            y: place(index / self.columns, self.panel.height),
        }
    }

    /// Returns a picture with its top left corner at `corner`.
    pub(crate) fn panel(&self, panel: &Panel, corner: Point) -> Group {
        let mut group = Group::at(corner);
        self.board_shapes().for_each(|shape| group.add(shape));
        self.draw_border(&mut group);
        match &panel.content {
            Content::Labels => self.draw_labels(&mut group),
            Content::Position(position) => {
                self.draw_pegs(&mut group, position, |_| PegKind::Resting, &[])
            }
            Content::Move(position, played) => self.draw_move(&mut group, position, played),
            Content::Jumps(position, arrows) => self.draw_jumps(&mut group, position, arrows),
        }
        if let Some(caption) = &panel.caption {
            let place = Point {
                x: self.panel.width / 2.0,
                y: self.panel.height - CAPTION_SIZE / 3.0,
            };
            group.add(Text::centered(place, CAPTION_SIZE, caption).with_color(self.palette.text));
        }
        group
    }

    /// Returns the shape of the board. On a lattice, broad lines between neighboring holes fill it. Otherwise it is a disc
    /// for each hole, and a thin line for each pair of neighbors.
    fn board_shapes(&self) -> impl Iterator<Item = Shape> {
        let board = &self.drawing.board;
        let (mut broad, mut thin) = (Vec::new(), Vec::new());
        for hole in board.holes() {
            let here = self.center(hole);
            broad.extend(polyline(&[here, here])); // for a hole without neighbors
            for neighbor in later_neighbors(board, hole) {
                match board.lattice() {
                    Some(_) => broad.extend(polyline(&[here, self.center(neighbor)])),
                    None => thin.extend(polyline(&self.edge(hole, neighbor))),
                }
            }
        }
        let has_edges = !thin.is_empty();
        let shape = |lines, width| {
            Shape::path(lines)
                .stroked(self.palette.board, width)
                .with_round_stroke()
                .with_class("board")
        };
        let edges = has_edges.then(|| shape(thin, EDGE));
        edges.into_iter().chain([shape(broad, 2.0 * RIM)])
    }

    /// Returns the points of the line between two neighbors: straight, or bent if other holes are in the way.
    fn edge(&self, from: Hole, to: Hole) -> Vec<Point> {
        const PIECES: u32 = 12;
        let (a, b) = (self.center(from), self.center(to));
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = dx.hypot(dy);
        let is_in_the_way = |hole: Hole| {
            let c = self.center(hole);
            let along = ((c.x - a.x) * dx + (c.y - a.y) * dy) / (length * length);
            let aside = ((c.x - a.x) * dy - (c.y - a.y) * dx).abs() / length;
            hole != from && hole != to && (0.0..=1.0).contains(&along) && aside < RIM
        };
        if !self.drawing.board.holes().any(is_in_the_way) {
            return vec![a, b];
        }
        // A quadratic curve, whose middle lies half as far from the straight line as its control point.
        let bend = 1.3 * STEP;
        let (x, y) = (
            (a.x + b.x) / 2.0 + dy / length * bend,
            (a.y + b.y) / 2.0 - dx / length * bend,
        );
        let point = |piece: u32| {
            let t = f64::from(piece) / f64::from(PIECES);
            let at = |a: f64, c: f64, b: f64| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * c + t * t * b
            };
            Point {
                x: at(a.x, x, b.x),
                y: at(a.y, y, b.y),
            }
        };
        (0..=PIECES).map(point).collect()
    }

    fn draw_border(&self, group: &mut Group) {
        for BorderLabel { text, place } in &self.drawing.border {
            let Point { x, y } = self.in_panel(*place);
            let place = Point {
                x,
                y: y + BORDER_SIZE * 0.35,
            };
            group.add(Text::centered(place, BORDER_SIZE, text).with_color(self.palette.text));
        }
    }

    fn draw_labels(&self, group: &mut Group) {
        let style = HoleStyle {
            class: "hole",
            radius: LABELED_HOLE,
            fill: self.palette.labeled_hole,
            edge: Some(self.palette.hole),
            dashes: None,
        };
        for hole in self.drawing.board.holes() {
            group.add(self.hole(hole, style));
            group.add(self.label(hole, self.palette.board_text));
        }
    }

    fn draw_move(&self, group: &mut Group, position: &Position, played: &Move) {
        let removed = played.over();
        let kind = |hole: Hole| match hole {
            _ if hole == played.from() => PegKind::Moving,
            _ if removed.contains(&hole) => PegKind::Removed,
            _ => PegKind::Resting,
        };
        let crossed: Vec<Hole> = played.holes().iter().chain(removed).copied().collect();
        self.draw_pegs(group, position, kind, &crossed);
        let holes = played.holes().iter().skip(1).zip(removed);
        let later = holes.flat_map(|(to, over)| self.way(*over, *to));
        let path: Vec<Point> = std::iter::once(self.center(played.from()))
            .chain(later)
            .collect();
        for part in arrow(path, self.clearance(0.0), self.palette.moving_edge, None) {
            group.add(part);
        }
        self.draw_labels_on_top(group, position, kind, &crossed);
    }

    fn draw_jumps(&self, group: &mut Group, position: &Position, arrows: &[JumpArrow]) {
        let crossed: Vec<Hole> = arrows
            .iter()
            .flat_map(|JumpArrow { jump, .. }| [jump.from(), jump.over(), jump.to()])
            .collect();
        self.draw_pegs(group, position, |_| PegKind::Resting, &crossed);
        for each in arrows {
            let aside = if has_opposite(each.jump, arrows) {
                ASIDE
            } else {
                0.0
            };
            group.add(self.jump(each, aside));
        }
        self.draw_labels_on_top(group, position, |_| PegKind::Resting, &crossed);
    }

    fn label(&self, hole: Hole, color: Color) -> Text {
        let size = label_size(&self.drawing.board);
        let center = self.center(hole);
        let place = Point {
            y: center.y + size * 0.35,
            ..center
        };
        Text::centered(place, size, self.drawing.board.label(hole)).with_color(color)
    }

    /// Draws pegs, empty holes and labels, except for the labels of holes that arrows cross.
    fn draw_pegs(
        &self,
        group: &mut Group,
        position: &Position,
        kind: impl Fn(Hole) -> PegKind,
        crossed: &[Hole],
    ) {
        for hole in self.drawing.board.holes() {
            group.add(self.hole(hole, self.style(position, hole, kind(hole))));
            if self.drawing.shows_labels && !crossed.contains(&hole) {
                group.add(self.label(hole, self.label_color(position, hole, kind(hole))));
            }
        }
    }

    /// Returns the style of a hole, or of the peg in it.
    fn style(&self, position: &Position, hole: Hole, kind: PegKind) -> HoleStyle {
        let Palette {
            hole: empty,
            labeled_hole,
            peg_edge,
            removed,
            moving,
            moving_edge,
            ..
        } = self.palette;
        let peg = |class, fill, edge| HoleStyle {
            class,
            radius: PEG,
            fill,
            edge: Some(edge),
            dashes: None,
        };
        match kind {
            _ if !position.has_peg(hole) && self.drawing.shows_labels => HoleStyle {
                radius: LABELED_HOLE,
                ..peg("hole", labeled_hole, empty)
            },
            _ if !position.has_peg(hole) => HoleStyle {
                radius: HOLE,
                edge: None,
                ..peg("hole", empty, empty)
            },
            PegKind::Resting => peg("peg", self.drawing.theme.peg_color(), peg_edge),
            PegKind::Moving => peg("peg moving", moving, moving_edge),
            PegKind::Removed => HoleStyle {
                dashes: Some((4.0, 3.0)),
                ..peg("peg removed", removed, peg_edge)
            },
        }
    }

    /// Returns the shape of a hole, or of the peg in it.
    fn hole(
        &self,
        hole: Hole,
        HoleStyle {
            class,
            radius,
            fill,
            edge,
            dashes,
        }: HoleStyle,
    ) -> Shape {
        Shape::circle(self.center(hole), radius)
            .filled(fill)
            .stroked(edge, 1.5)
            .dashed(dashes)
            .with_class(class)
            .with_attribute("data-hole", self.drawing.board.label(hole))
    }

    /// Draws the labels of holes that arrows cross, each on a background in the color of its hole or peg.
    fn draw_labels_on_top(
        &self,
        group: &mut Group,
        position: &Position,
        kind: impl Fn(Hole) -> PegKind,
        crossed: &[Hole],
    ) {
        let board = &self.drawing.board;
        for hole in board
            .holes()
            .filter(|hole| self.drawing.shows_labels && crossed.contains(hole))
        {
            group.add(self.label_background(hole, self.style(position, hole, kind(hole)).fill));
            group.add(self.label(hole, self.label_color(position, hole, kind(hole))));
        }
    }

    fn label_background(&self, hole: Hole, fill: Color) -> Shape {
        let board = &self.drawing.board;
        let height = label_size(board);
        let width = text_width(board.label(hole)) * height + 2.0;
        let Point { x, y } = self.center(hole);
        let corner = Point {
            x: x - width / 2.0,
            y: y - height / 2.0,
        };
        Shape::rounded_rectangle(corner, Size { width, height }, 4.0)
            .filled(fill)
            .with_class("plate")
    }

    fn label_color(&self, position: &Position, hole: Hole, kind: PegKind) -> Color {
        match kind {
            PegKind::Removed => self.palette.board_text,
            _ if !position.has_peg(hole) => self.palette.board_text,
            PegKind::Resting => self.drawing.theme.peg_text_color(),
            PegKind::Moving => self.palette.peg_text,
        }
    }

    /// Returns the distance of the tip of an arrow from the center of its hole.
    fn clearance(&self, without_label: f64) -> f64 {
        if self.drawing.shows_labels {
            LABEL_CLEARANCE
        } else {
            without_label
        }
    }

    /// Returns the arrow of a jump, moved to its left by `aside`.
    fn jump(
        &self,
        JumpArrow {
            jump,
            class,
            color,
            dashes,
        }: &JumpArrow,
        aside: f64,
    ) -> Group {
        let mut path = vec![self.center(jump.from())];
        path.extend(self.way(jump.over(), jump.to()));
        let ahead = direction(path[0], path[1]);
        let left = Point {
            x: ahead.y,
            y: -ahead.x,
        };
        let path = path
            .into_iter()
            .map(|point| along(point, left, aside))
            .collect();
        let mut group = Group::with_class(class);
        for part in arrow(path, self.clearance(ARROW_CLEARANCE), *color, *dashes) {
            group.add(part);
        }
        group
    }

    /// Returns the points of a jump after its first one. On a board without a lattice, the hole jumped over need not lie
    /// between the others, and several jumps can have the same ends.
    fn way(&self, over: Hole, to: Hole) -> Vec<Point> {
        match self.drawing.board.lattice() {
            Some(_) => vec![self.center(to)],
            None => vec![self.center(over), self.center(to)],
        }
    }

    /// Returns the center of a hole in a picture, relative to the corner of the drawing.
    pub(super) fn center_in(&self, panel: usize, hole: Hole) -> Point {
        let (corner, center) = (self.corner(panel), self.center(hole));
        Point {
            x: corner.x + center.x,
            y: corner.y + center.y,
        }
    }

    /// Returns the center of a hole, relative to the corner of its picture.
    fn center(&self, hole: Hole) -> Point {
        self.in_panel(self.layout.in_plane(hole))
    }

    /// Returns a place in the plane of the layout, relative to the corner of a picture.
    fn in_panel(&self, (x, y): (f64, f64)) -> Point {
        let margin = (self.panel.width - self.board.width) / 2.0;
        Point {
            x: margin - self.corner.x + x * STEP,
            y: y * STEP - self.corner.y,
        }
    }
}

/// Role of a peg in the next move.
#[derive(Clone, Copy)]
enum PegKind {
    Resting,
    Moving,
    Removed,
}

/// Style of a hole, or of the peg in it.
#[derive(Clone, Copy)]
struct HoleStyle {
    class: &'static str,
    radius: f64,
    fill: Color,
    edge: Option<Color>,
    dashes: Option<(f64, f64)>,
}

/// Returns the shaft and the head of an arrow along `path`, whose tip lies `clearance` before the last point.
fn arrow(
    mut path: Vec<Point>,
    clearance: f64,
    color: Color,
    dashes: Option<(f64, f64)>,
) -> [Shape; 2] {
    let last = path.len() - 1;
    let back = direction(path[last], path[last - 1]);
    let tip = along(path[last], back, clearance);
    let base = along(tip, back, 12.0); // of the head
    path[last] = along(tip, back, 10.0);
    let across = Point {
        x: -back.y,
        y: back.x,
    };
    let head = [
        along(base, across, 8.0),
        along(tip, back, -6.0),
        along(base, across, -8.0),
    ];
    let shaft = Shape::polyline(&path)
        .stroked(color, 4.0)
        .with_round_stroke()
        .dashed(dashes)
        .with_class("way");
    [shaft, Shape::polygon(&head).filled(color)]
}

/// Returns `true` if the peg that a jump passes over can itself jump over the jumping peg.
///
/// On a lattice, arrows of any other two possible jumps share at most a point: each jump would need a peg where the other needs
/// none.
fn has_opposite(jump: Jump, arrows: &[JumpArrow]) -> bool {
    let is_opposite = |other: Jump| (other.from(), other.over()) == (jump.over(), jump.from());
    arrows.iter().any(|each| is_opposite(each.jump))
}

/// Returns the neighbors of a hole with a higher number: adjacent holes, and holes that jumps pass over.
fn later_neighbors(board: &Board, hole: Hole) -> Vec<Hole> {
    let adjacent = || {
        let (x, y) = board.coordinate(hole)?;
        let steps = board.lattice()?.directions().iter();
        Some(steps.filter_map(move |(dx, dy)| board.hole_at((x + dx, y + dy))))
    };
    let mut neighbors = board.neighbors(hole);
    neighbors.extend(adjacent().into_iter().flatten());
    neighbors.retain(|neighbor| *neighbor > hole);
    neighbors.sort_unstable();
    neighbors.dedup();
    neighbors
}

/// Returns the top left corner and the size of the board with its border labels, relative to the origin of the layout.
fn bounds(drawing: &BoardDrawing, layout: &Layout) -> (Point, Size) {
    let holes = drawing
        .board
        .holes()
        .map(|hole| (layout.in_plane(hole), RIM));
    let labels = drawing
        .border
        .iter()
        .map(|label| (label.place, BORDER_ROOM));
    let (mut left, mut top, mut right, mut bottom) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
    for ((x, y), around) in holes.chain(labels) {
        (left, right) = (left.min(x * STEP - around), right.max(x * STEP + around));
        (top, bottom) = (top.min(y * STEP - around), bottom.max(y * STEP + around));
    }
    (
        Point { x: left, y: top },
        Size {
            width: right - left,
            height: bottom - top,
        },
    )
}

/// Returns the size of a picture with room for the board and the longest caption.
fn panel_size(drawing: &BoardDrawing, board: Size) -> Size {
    let longest = drawing
        .panels
        .iter()
        .filter_map(|panel| panel.caption.as_ref())
        .map(|c| c.chars().count())
        .max();
    match longest {
        None => board,
        Some(characters) => Size {
            width: board
                .width
                .max(characters as f64 * CHARACTER * CAPTION_SIZE),
            height: board.height + CAPTION,
        },
    }
}

/// Returns the font size of all labels of a board.
pub(super) fn label_size(board: &Board) -> f64 {
    let widths = board.holes().map(|hole| text_width(board.label(hole)));
    (1.55 * LABELED_HOLE / widths.fold(CHARACTER, f64::max)).min(14.0)
}

/// Returns the estimated width of a text, as a multiple of the font size.
fn text_width(text: &str) -> f64 {
    let width = |character| match character {
        'm' | 'w' | 'M' | 'W' => WIDE_CHARACTER,
        _ => CHARACTER,
    };
    text.chars().map(width).sum()
}

/// Returns the number of pictures side by side that makes a drawing a little wider than high.
fn default_columns(panels: usize, panel: Size) -> usize {
    const WIDTH_TO_HEIGHT: f64 = 1.4;
    let columns = (panels as f64 * WIDTH_TO_HEIGHT * panel.height / panel.width).sqrt();
    (columns.round() as usize).max(1)
}

/// Returns the unit vector from a point to another. A board file can give two holes the same place; the vector is then 0.
fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = match x.hypot(y) {
        0.0 => 1.0,
        length => length,
    };
    Point {
        x: x / length,
        y: y / length,
    }
}

/// Returns the point at a distance from `from` in a direction.
fn along(from: Point, direction: Point, distance: f64) -> Point {
    Point {
        x: from.x + direction.x * distance,
        y: from.y + direction.y * distance,
    }
}
