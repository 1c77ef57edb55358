//! Pictures of boards, positions and solutions as scenes.

use super::border::{self, BorderLabel, NoCoordinates};
use super::layout::Layout;
use super::played_move::PlayedMove;
use super::scene::{Group, Point, Scene, Shape, Size, Text, polyline};
use super::theme::{Color, Palette, Theme};
use crate::board::{Board, Hole, Jump, Position};
use crate::problem::answer::{Line, Move};

/// Drawing of a board: one or more pictures of it, side by side.
///
/// A drawing shows the board itself, a position, or a solution as a strip.
///
/// ```
/// use pegboard::drawing::BoardDrawing;
/// use pegboard::{Board, BoardFile, Lattice};
/// let plus = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)];
/// let board = Board::new(BoardFile::new("Plus", Lattice::Square, plus))?;
/// let svg = BoardDrawing::of_board(&board).to_svg();
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(svg.contains(">b2</text>"));
/// # Ok::<(), pegboard::BoardErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardDrawing {
    board: Board,
    panels: Vec<Panel>,
    columns: Option<usize>,
    theme: Theme,
    width: Option<f64>,
    shows_labels: bool,
    border: Vec<BorderLabel>,
    /// Solution that the pictures show, if any.
    solution: Option<Line>,
}

/// One picture of the board, with a caption or without.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    caption: Option<String>,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
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
const STEP: f64 = 40.0; // between neighboring holes
const RIM: f64 = 26.0; // from the center of a hole to the edge of the board
const EDGE: f64 = 6.0; // width of the lines between neighbors on a board that lies on no lattice
const HOLE: f64 = 8.0; // radius
const LABELED_HOLE: f64 = 15.0; // radius
pub(super) const PEG: f64 = 14.0; // radius
const GAP: f64 = 16.0; // between pictures, and around all
const CAPTION: f64 = 24.0; // height of a caption
const CAPTION_SIZE: f64 = 15.0; // font size
const BORDER_SIZE: f64 = 13.0; // font size of the labels of columns and rows
const BORDER_ROOM: f64 = 12.0; // radius around such a label
const CHARACTER: f64 = 0.62; // estimated width of a character, as a share of the font size

/// Distance from the center of a hole to the tips of arrows that may meet there. At this distance, arrowheads at an
/// angle of 45 degrees do not overlap.
const ARROW_CLEARANCE: f64 = 9.0;

/// Distance from the center of a labeled hole to the tip of an arrow.
const LABEL_CLEARANCE: f64 = 17.0;

/// Distance by which each of two opposite arrows is moved to its left, so that both remain visible.
const ASIDE: f64 = 6.0;

impl BoardDrawing {
    /// Returns a drawing of a board with the label of each hole.
    pub fn of_board(board: &Board) -> BoardDrawing {
        BoardDrawing::new(
            board,
            vec![Panel {
                caption: None,
                content: Content::Labels,
            }],
        )
    }

    /// Returns a drawing of a position.
    pub fn of_position(position: &Position) -> BoardDrawing {
        BoardDrawing::new(position.board(), vec![Panel::of_position(position)])
    }

    /// Returns a strip of a solution: each position with an arrow for the next move, and the final position.
    pub fn of_solution(solution: &Line) -> BoardDrawing {
        let moves = PlayedMove::all(solution).into_iter().enumerate();
        let mut panels: Vec<Panel> = moves
            .map(|(index, PlayedMove { before, played, .. })| Panel {
                caption: Some(format!(
                    "{}. {}",
                    index + 1,
                    played.notation(solution.board())
                )),
                content: Content::Move(before, played),
            })
            .collect();
        panels.push(Panel {
            caption: Some("end".to_owned()),
            content: Content::Position(solution.finish().clone()),
        });
        BoardDrawing {
            solution: Some(solution.clone()),
            ..BoardDrawing::new(solution.board(), panels)
        }
    }

    /// Returns a drawing of a position with arrows for jumps, in painting order.
    pub(crate) fn of_jumps(
        position: &Position,
        arrows: Vec<JumpArrow>,
        caption: String,
    ) -> BoardDrawing {
        let content = Content::Jumps(position.clone(), arrows);
        BoardDrawing::new(
            position.board(),
            vec![Panel {
                caption: Some(caption),
                content,
            }],
        )
    }

    fn new(board: &Board, panels: Vec<Panel>) -> BoardDrawing {
        BoardDrawing {
            board: board.clone(),
            panels,
            columns: None,
            theme: Theme::default(),
            width: None,
            shows_labels: false,
            border: Vec::new(),
            solution: None,
        }
    }

    /// Returns the drawing in the colors of a theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> BoardDrawing {
        BoardDrawing { theme, ..self }
    }

    /// Returns the drawing scaled to a width in pixels; 0 counts as 1.
    #[must_use]
    pub fn with_width(self, width: u32) -> BoardDrawing {
        BoardDrawing {
            width: Some(f64::from(width.max(1))),
            ..self
        }
    }

    /// Returns the drawing with the label of each hole in the hole, or on its peg.
    #[must_use]
    pub fn with_labels(self) -> BoardDrawing {
        BoardDrawing {
            shows_labels: true,
            ..self
        }
    }

    /// Returns the drawing with the letters of the columns and the numbers of the rows beside each picture.
    ///
    /// ```
    /// use pegboard::Board;
    /// use pegboard::drawing::BoardDrawing;
    /// let position = Board::library("english")?.full();
    /// let svg = BoardDrawing::of_position(&position).with_coordinates()?.to_svg();
    /// assert!(svg.contains(">d</text>") && svg.contains(">4</text>"));
    /// let numbered = BoardDrawing::of_board(&Board::library("cracker-barrel")?);
    /// assert!(numbered.with_coordinates().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoCoordinates`] if the labels of the board do not consist of columns and rows.
    pub fn with_coordinates(self) -> Result<BoardDrawing, NoCoordinates> {
        let border = border::labels(&self.board, &Layout::new(&self.board))?;
        Ok(BoardDrawing { border, ..self })
    }

    /// Returns the drawing with a number of pictures side by side; 0 counts as 1. The default makes the
    /// drawing a little wider than high.
    #[must_use]
    pub fn with_columns(self, columns: usize) -> BoardDrawing {
        BoardDrawing {
            columns: Some(columns.max(1)),
            ..self
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn solution(&self) -> Option<&Line> {
        self.solution.as_ref()
    }

    pub(super) fn theme(&self) -> &Theme {
        &self.theme
    }

    pub(super) fn shows_labels(&self) -> bool {
        self.shows_labels
    }

    /// Returns a drawing of the board without pegs, in the style of this drawing.
    pub(super) fn of_empty_board(&self) -> BoardDrawing {
        let empty = Panel::of_position(&self.board.empty());
        BoardDrawing {
            panels: vec![empty],
            columns: None,
            width: None,
            solution: None,
            ..self.clone()
        }
    }

    /// Returns the number of pictures of the board.
    pub fn panel_count(&self) -> usize {
        self.panels.len()
    }

    /// Returns the text of an SVG file. Each hole is a circle with its label as an attribute, such as `data-hole="d4"`.
    pub fn to_svg(&self) -> String {
        self.scene().to_svg()
    }

    /// Returns the scene of the drawing, for all formats.
    pub fn scene(&self) -> Scene {
        let sheet = Sheet::new(self);
        let panels = self.panels.iter().enumerate();
        sheet.scene(
            sheet.size(),
            panels.map(|(index, panel)| sheet.panel(panel, sheet.corner(index))),
        )
    }

    /// Returns a scene for each picture of the board, all of one size: the frames of an animation.
    pub fn frames(&self) -> Vec<Scene> {
        let sheet = Sheet::new(self);
        let size = Size {
            width: sheet.panel.width + 2.0 * GAP,
            height: sheet.panel.height + 2.0 * GAP,
        };
        let frame = |panel| sheet.scene(size, [sheet.panel(panel, Point { x: GAP, y: GAP })]);
        self.panels.iter().map(frame).collect()
    }

    /// Returns the width and height of the drawing in pixels, before the scaling of
    /// [`with_width`](BoardDrawing::with_width).
    pub fn size(&self) -> (f64, f64) {
        let Size { width, height } = Sheet::new(self).size();
        (width, height)
    }

    /// Returns the center of a hole in a picture, in pixels from the top left corner of the drawing before scaling.
    ///
    /// Pictures are numbered from 0. Returns `None` if the drawing does not have the picture.
    ///
    /// # Panics
    ///
    /// If the hole is not on the board.
    pub fn center(&self, picture: usize, hole: Hole) -> Option<(f64, f64)> {
        self.board.check_hole(hole);
        let sheet = Sheet::new(self);
        let Point { x, y } =
            (picture < self.panels.len()).then(|| sheet.center_in(picture, hole))?;
        Some((x, y))
    }

    /// Returns the picture and the hole at a point, in pixels from the top left corner of the drawing before scaling.
    ///
    /// The hole is the nearest one. Returns `None` if its center is farther than half the distance between neighbors.
    ///
    /// ```
    /// use pegboard::Board;
    /// use pegboard::drawing::BoardDrawing;
    /// let board = Board::library("english")?;
    /// let drawing = BoardDrawing::of_board(&board);
    /// let hole = board.hole("d4")?;
    /// let (x, y) = drawing.center(0, hole).unwrap();
    /// assert_eq!(drawing.hole_at(x + 15.0, y - 8.0), Some((0, hole)));
    /// assert_eq!(drawing.hole_at(0.0, 0.0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hole_at(&self, x: f64, y: f64) -> Option<(usize, Hole)> {
        let sheet = Sheet::new(self);
        let places = (0..self.panels.len())
            .flat_map(|picture| self.board.holes().map(move |hole| (picture, hole)))
            .map(|(picture, hole)| {
                let center = sheet.center_in(picture, hole);
                ((center.x - x).hypot(center.y - y), (picture, hole))
            });
        let (distance, place) = places.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (distance <= STEP / 2.0).then_some(place)
    }
}

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
    fn scene(&self, size: Size, panels: impl IntoIterator<Item = Group>) -> Scene {
        let width = self.drawing.width.unwrap_or(size.width);
        let mut scene =
            Scene::new(self.drawing.board.name(), size, self.palette.background).with_width(width);
        panels.into_iter().for_each(|panel| scene.add(panel));
        scene
    }

    fn size(&self) -> Size {
        let rows = self.drawing.panels.len().div_ceil(self.columns);
        let all = |count: usize, each: f64| count as f64 * (each + GAP) + GAP;
        Size {
            width: all(self.columns, self.panel.width),
            height: all(rows, self.panel.height),
        }
    }

    /// Returns the top left corner of a picture.
    fn corner(&self, index: usize) -> Point {
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
        let path: Vec<Point> = played
            .holes()
            .iter()
            .map(|hole| self.center(*hole))
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
        let width = board.label(hole).chars().count() as f64 * CHARACTER * height + 2.0;
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
        let is_dark = position.has_peg(hole) && !matches!(kind, PegKind::Removed);
        if is_dark {
            self.palette.peg_text
        } else {
            self.palette.board_text
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
        let (from, to) = (self.center(jump.from()), self.center(jump.to()));
        let ahead = direction(from, to);
        let left = Point {
            x: ahead.y,
            y: -ahead.x,
        };
        let path = vec![along(from, left, aside), along(to, left, aside)];
        let mut group = Group::with_class(class);
        for part in arrow(path, self.clearance(ARROW_CLEARANCE), *color, *dashes) {
            group.add(part);
        }
        group
    }

    /// Returns the center of a hole in a picture, relative to the corner of the drawing.
    fn center_in(&self, panel: usize, hole: Hole) -> Point {
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
/// Arrows of any other two possible jumps share at most a point: each jump would need a peg where the other needs none.
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
    let longest = board
        .holes()
        .map(|hole| board.label(hole).chars().count())
        .max()
        .unwrap_or(1);
    (1.55 * LABELED_HOLE / CHARACTER / longest as f64).min(14.0)
}

/// Returns the number of pictures side by side that makes a drawing a little wider than high.
fn default_columns(panels: usize, panel: Size) -> usize {
    const WIDTH_TO_HEIGHT: f64 = 1.4;
    let columns = (panels as f64 * WIDTH_TO_HEIGHT * panel.height / panel.width).sqrt();
    (columns.round() as usize).max(1)
}

/// Returns the unit vector from a point to another.
fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardFile, Lattice};

    fn row() -> Board {
        Board::new(BoardFile::new(
            "A <row> & more",
            Lattice::Square,
            (0..6).map(|x| (x, 0)),
        ))
        .unwrap()
    }

    fn count(svg: &str, text: &str) -> usize {
        svg.matches(text).count()
    }

    #[test]
    fn a_position_has_a_circle_for_each_peg_and_each_empty_hole() {
        let board = row();
        let svg = BoardDrawing::of_position(&board.vacate(board.hole("b1").unwrap())).to_svg();
        assert_eq!(count(&svg, "class=\"peg\""), 5);
        assert_eq!(count(&svg, "class=\"hole\""), 1);
    }

    #[test]
    fn a_solution_has_a_picture_for_each_move_and_one_for_the_end() {
        let board = row();
        let start = board.vacate(board.hole("b1").unwrap());
        let line = Line::parse(&start, "d1-b1, a1-c1, f1-d1-b1").unwrap();
        let drawing = BoardDrawing::of_solution(&line).with_columns(2);
        let svg = drawing.to_svg();
        assert_eq!(drawing.panel_count(), 4);
        assert_eq!(count(&svg, "class=\"peg moving\""), 3);
        assert_eq!(count(&svg, "class=\"peg removed\""), 4);
        assert_eq!(count(&svg, "<g "), count(&svg, "</g>"));
        assert!(svg.contains("3. f1-d1-b1"));
    }

    /// Returns a drawing with four pictures of the 15-hole triangle.
    fn three_moves() -> BoardDrawing {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        BoardDrawing::of_solution(&Line::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap())
    }

    #[test]
    fn every_hole_of_every_picture_is_found_at_its_center_and_named() {
        let drawing = three_moves();
        let board = drawing.board();
        let (width, height) = drawing.size();
        assert_eq!((width, height), drawing.scene().size());
        for picture in 0..drawing.panel_count() {
            for hole in board.holes() {
                let (x, y) = drawing.center(picture, hole).unwrap();
                assert!(x < width && y < height);
                assert_eq!(drawing.hole_at(x, y), Some((picture, hole)));
                let circle = format!("data-hole=\"{}\"", board.label(hole));
                assert_eq!(count(&drawing.to_svg(), &circle), drawing.panel_count());
            }
        }
        assert_eq!(
            drawing.center(drawing.panel_count(), board.hole("a1").unwrap()),
            None
        );
    }

    #[test]
    fn coordinates_are_beside_every_picture_and_move_the_holes() {
        let plain = three_moves();
        let board = plain.board();
        let drawing = plain.clone().with_coordinates().unwrap();
        let svg = drawing.to_svg();
        for name in ["a", "e", "1", "5"] {
            assert_eq!(
                count(&svg, &format!(">{name}</text>")),
                drawing.panel_count(),
                "{name}"
            );
        }
        let hole = board.hole("e5").unwrap();
        let (x, y) = drawing.center(2, hole).unwrap();
        assert_eq!(drawing.hole_at(x, y), Some((2, hole)));
        assert!(drawing.size().0 > plain.size().0 && drawing.size().1 > plain.size().1);
    }
}
