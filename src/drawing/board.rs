use super::border::{self, BorderName, NoCoordinates};
use super::layout::Layout;
use super::scene::{Group, Point, Scene, Shape, Size, Text, from_point_to_point};
use super::step::{Step, jumped_over};
use super::theme::{Colour, Palette, Theme};
use crate::board::geometry::Direction;
use crate::board::{Board, Hole, Jump, Position};
use crate::problem::answer::{Move, Solution};

/// A picture of a board: the board itself, a position, or a solution as a strip.
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
    names_holes: bool,
    border: Vec<BorderName>,
    /// What the pictures show, where they are those of a game.
    line: Option<Solution>,
}

/// One picture of the board.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    caption: Option<String>,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// The label of each hole.
    Labels,
    Position(Position),
    /// A position and the move that is about to be played in it.
    Move(Position, Move),
    /// A position and jumps that could be played in it, the lowest first.
    Jumps(Position, Vec<JumpArrow>),
}

/// The arrow of a jump that could be played.
#[derive(Clone, Debug)]
pub(crate) struct JumpArrow {
    pub(crate) jump: Jump,
    /// In SVG.
    pub(crate) class: String,
    pub(crate) colour: Colour,
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
const STEP: f64 = 40.0; // between neighbouring holes
const RIM: f64 = 26.0; // radius of the board around a hole, and around the lines between neighbours
const HOLE: f64 = 8.0;
const LABELLED_HOLE: f64 = 15.0;
pub(super) const PEG: f64 = 14.0;
const GAP: f64 = 16.0; // between panels, and around all
const CAPTION: f64 = 24.0; // height of a line of caption
const CAPTION_SIZE: f64 = 15.0;
const BORDER_SIZE: f64 = 13.0; // of the names of columns and rows
const BORDER_ROOM: f64 = 12.0; // around the middle of such a name
const CHARACTER: f64 = 0.62; // width of a character in this font, as a share of its size; on the wide side

/// How far before the middle of a hole arrows end that may meet there: then their heads lie beside each other, even at
/// an eighth of a turn.
const ROOM_FOR_ARROWS: f64 = 9.0;

/// The same where the hole has a name.
const ROOM_FOR_NAMES: f64 = 17.0;

/// How far arrows in opposite directions step aside, each to its left, so that both can be seen.
const ASIDE: f64 = 6.0;

impl BoardDrawing {
    /// A board with the label of each hole.
    pub fn of_board(board: &Board) -> BoardDrawing {
        BoardDrawing::new(
            board,
            vec![Panel {
                caption: None,
                content: Content::Labels,
            }],
        )
    }

    /// A position.
    pub fn of_position(position: &Position) -> BoardDrawing {
        BoardDrawing::new(position.board(), vec![Panel::of_position(position)])
    }

    /// A solution as a strip: each position with its move as an arrow, and the position at the end.
    pub fn of_solution(solution: &Solution) -> BoardDrawing {
        let steps = Step::of_solution(solution).into_iter().enumerate();
        let mut panels: Vec<Panel> = steps
            .map(|(index, step)| Panel {
                caption: Some(format!(
                    "{}. {}",
                    index + 1,
                    step.played.notation(solution.board())
                )),
                content: Content::Move(step.before, step.played),
            })
            .collect();
        let content = Content::Position(solution.finish().clone());
        panels.push(Panel {
            caption: Some("end".to_owned()),
            content,
        });
        BoardDrawing {
            line: Some(solution.clone()),
            ..BoardDrawing::new(solution.board(), panels)
        }
    }

    /// A position with arrows for jumps, the lowest first.
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
            names_holes: false,
            border: Vec::new(),
            line: None,
        }
    }

    /// The same drawing in other colours.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> BoardDrawing {
        BoardDrawing { theme, ..self }
    }

    /// The same drawing, shown this many pixels wide, whatever is in it.
    #[must_use]
    pub fn with_width(self, width: u32) -> BoardDrawing {
        BoardDrawing {
            width: Some(f64::from(width.max(1))),
            ..self
        }
    }

    /// The same drawing with the name of each hole in it, or on its peg.
    #[must_use]
    pub fn with_labels(self) -> BoardDrawing {
        BoardDrawing {
            names_holes: true,
            ..self
        }
    }

    /// The same drawing with the letters of the columns and the numbers of the rows beside each picture.
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
    /// [`NoCoordinates`] where the board's labels do not name columns and rows.
    pub fn with_coordinates(self) -> Result<BoardDrawing, NoCoordinates> {
        let border = border::names(&self.board, &Layout::new(&self.board))?;
        Ok(BoardDrawing { border, ..self })
    }

    /// How many pictures stand side by side; at least one. Without it, as many as make the whole about as
    /// wide as a page.
    #[must_use]
    pub fn with_columns(self, columns: usize) -> BoardDrawing {
        BoardDrawing {
            columns: Some(columns.max(1)),
            ..self
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The game that the pictures show.
    pub(super) fn line(&self) -> Option<&Solution> {
        self.line.as_ref()
    }

    pub(super) fn theme(&self) -> &Theme {
        &self.theme
    }

    pub(super) fn names_holes(&self) -> bool {
        self.names_holes
    }

    /// The board without a peg, which looks as in this drawing.
    pub(super) fn of_empty_board(&self) -> BoardDrawing {
        let empty = Panel::of_position(&self.board.empty());
        BoardDrawing {
            panels: vec![empty],
            columns: None,
            width: None,
            line: None,
            ..self.clone()
        }
    }

    /// The number of pictures of the board.
    pub fn panel_count(&self) -> usize {
        self.panels.len()
    }

    /// The text of an SVG file. Every hole is a circle that names it: `data-hole="d4"`.
    pub fn to_svg(&self) -> String {
        self.scene().to_svg()
    }

    /// The drawing as shapes, from which every format is written.
    pub fn scene(&self) -> Scene {
        let sheet = Sheet::new(self);
        let panels = self.panels.iter().enumerate();
        sheet.page(
            sheet.size(),
            panels.map(|(index, panel)| sheet.panel(panel, sheet.corner(index))),
        )
    }

    /// Each picture of the board on a page of its own, all of one size: the frames of an animation.
    pub fn frames(&self) -> Vec<Scene> {
        let sheet = Sheet::new(self);
        let size = Size {
            width: sheet.panel.width + 2.0 * GAP,
            height: sheet.panel.height + 2.0 * GAP,
        };
        let frame = |panel| sheet.page(size, [sheet.panel(panel, Point { x: GAP, y: GAP })]);
        self.panels.iter().map(frame).collect()
    }

    /// The size of the drawing, width and height, in its own pixels: [`with_width`](BoardDrawing::with_width) does
    /// not change them.
    pub fn size(&self) -> (f64, f64) {
        let Size { width, height } = Sheet::new(self).size();
        (width, height)
    }

    /// Where the middle of a hole lies in a picture of the drawing, in pixels from its top left corner;
    /// `None` when there is no such picture.
    pub fn center(&self, picture: usize, hole: Hole) -> Option<(f64, f64)> {
        let sheet = Sheet::new(self);
        let Point { x, y } =
            (picture < self.panels.len()).then(|| sheet.center_in(picture, hole))?;
        Some((x, y))
    }

    /// The picture and the hole at a point, in pixels from the top left corner of the drawing: the hole that
    /// is nearest, if the point lies within half the distance of neighbours. So a click can be understood.
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

/// The drawing with all its measures taken.
pub(crate) struct Sheet<'a> {
    drawing: &'a BoardDrawing,
    layout: Layout,
    /// The top left corner of what a picture of the board covers, from the middle of the hole `(0, 0)` of the layout.
    corner: Point,
    board: Size,
    pub(crate) panel: Size,
    columns: usize,
    palette: Palette,
}

impl Sheet<'_> {
    pub(crate) fn new(drawing: &BoardDrawing) -> Sheet<'_> {
        let layout = Layout::new(&drawing.board);
        let (corner, board) = covered(drawing, &layout);
        let panel = panel_size(drawing, board);
        let columns = drawing
            .columns
            .unwrap_or_else(|| page_columns(drawing.panels.len(), panel));
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

    /// A page of this size with these pictures.
    fn page(&self, size: Size, panels: impl IntoIterator<Item = Group>) -> Scene {
        let shown = self.drawing.width.unwrap_or(size.width);
        let mut scene =
            Scene::new(self.drawing.board.name(), size, self.palette.ground).shown(shown);
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

    /// The top left corner of a panel.
    fn corner(&self, index: usize) -> Point {
        let place = |count: usize, each: f64| GAP + count as f64 * (each + GAP);
        Point {
            x: place(index % self.columns, self.panel.width),
            y: place(index / self.columns, self.panel.height),
        }
    }

    /// A picture of the board, with its top left corner there.
    pub(crate) fn panel(&self, panel: &Panel, corner: Point) -> Group {
        let mut group = Group::at(corner);
        group.add(self.wood());
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
            group.add(Text::centred(place, CAPTION_SIZE, caption).inked(self.palette.ink));
        }
        group
    }

    /// The board itself: a broad line between neighbouring holes, all in one path so that they merge.
    fn wood(&self) -> Shape {
        let board = &self.drawing.board;
        let mut lines = Vec::new();
        for hole in board.holes() {
            let (x, y) = board.coordinate(hole);
            let here = self.center(hole);
            lines.extend(from_point_to_point(&[here, here])); // a hole without neighbours lies on a disc
            for (right, down) in later_steps(board) {
                let Some(neighbour) = board.hole_at((x + right, y + down)) else {
                    continue;
                };
                lines.extend(from_point_to_point(&[here, self.center(neighbour)]));
            }
        }
        Shape::path(lines)
            .lined(self.palette.board, 2.0 * RIM)
            .round()
            .of_class("board")
    }

    /// The names of columns and rows.
    fn draw_border(&self, group: &mut Group) {
        for BorderName { text, place } in &self.drawing.border {
            let Point { x, y } = self.in_panel(*place);
            let place = Point {
                x,
                y: y + BORDER_SIZE * 0.35,
            };
            group.add(Text::centred(place, BORDER_SIZE, text).inked(self.palette.ink));
        }
    }

    fn draw_labels(&self, group: &mut Group) {
        let Palette {
            labelled,
            hole: edge,
            board_ink,
            ..
        } = self.palette;
        let look = HoleLook {
            class: "hole",
            radius: LABELLED_HOLE,
            fill: labelled,
            edge: Some(edge),
            dashes: None,
        };
        for hole in self.drawing.board.holes() {
            group.add(self.hole(hole, look));
            group.add(self.name(hole, board_ink));
        }
    }

    /// A position and the move that is about to be played in it.
    fn draw_move(&self, group: &mut Group, position: &Position, played: &Move) {
        let removed = jumped_over(&self.drawing.board, played);
        let kind = |hole: Hole| match hole {
            _ if hole == played.from() => PegKind::Moving,
            _ if removed.contains(&hole) => PegKind::Removed,
            _ => PegKind::Resting,
        };
        let crossed: Vec<Hole> = played.holes().iter().chain(&removed).copied().collect();
        self.draw_pegs(group, position, kind, &crossed);
        let way: Vec<Point> = played
            .holes()
            .iter()
            .map(|hole| self.center(*hole))
            .collect();
        for part in arrow(
            way,
            self.room_for_names(0.0),
            self.palette.moving_edge,
            None,
        ) {
            group.add(part);
        }
        self.draw_names_on_top(group, position, kind, &crossed);
    }

    /// A position and jumps that could be played in it.
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
        self.draw_names_on_top(group, position, |_| PegKind::Resting, &crossed);
    }

    /// The label of a hole.
    fn name(&self, hole: Hole, ink: Colour) -> Text {
        let size = name_size(&self.drawing.board);
        let center = self.center(hole);
        let place = Point {
            y: center.y + size * 0.35,
            ..center
        };
        Text::centred(place, size, self.drawing.board.label(hole)).inked(ink)
    }

    /// The pegs and the empty holes, with their names; but not the names that arrows will cross.
    fn draw_pegs(
        &self,
        group: &mut Group,
        position: &Position,
        kind: impl Fn(Hole) -> PegKind,
        crossed: &[Hole],
    ) {
        for hole in self.drawing.board.holes() {
            group.add(self.hole(hole, self.look_of(position, hole, kind(hole))));
            if self.drawing.names_holes && !crossed.contains(&hole) {
                group.add(self.name(hole, self.ink(position, hole, kind(hole))));
            }
        }
    }

    /// The look of a hole, or of its peg.
    fn look_of(&self, position: &Position, hole: Hole, kind: PegKind) -> HoleLook {
        let Palette {
            hole: empty,
            labelled,
            peg_edge,
            removed,
            moving,
            moving_edge,
            ..
        } = self.palette;
        let peg = |class, fill, edge| HoleLook {
            class,
            radius: PEG,
            fill,
            edge: Some(edge),
            dashes: None,
        };
        let is_named = self.drawing.names_holes;
        match kind {
            _ if !position.has_peg(hole) && is_named => HoleLook {
                radius: LABELLED_HOLE,
                ..peg("hole", labelled, empty)
            },
            _ if !position.has_peg(hole) => HoleLook {
                radius: HOLE,
                edge: None,
                ..peg("hole", empty, empty)
            },
            PegKind::Resting => peg("peg", self.drawing.theme.peg_fill(), peg_edge),
            PegKind::Moving => peg("peg moving", moving, moving_edge),
            PegKind::Removed => HoleLook {
                dashes: Some((4.0, 3.0)),
                ..peg("peg removed", removed, peg_edge)
            },
        }
    }

    /// A hole, or the peg in it; in SVG it is named.
    fn hole(
        &self,
        hole: Hole,
        HoleLook {
            class,
            radius,
            fill,
            edge,
            dashes,
        }: HoleLook,
    ) -> Shape {
        Shape::circle(self.center(hole), radius)
            .filled(fill)
            .lined(edge, 1.5)
            .dashed(dashes)
            .of_class(class)
            .named("data-hole", self.drawing.board.label(hole))
    }

    /// The names that arrows cross, each on a plate in the colour of its hole or peg.
    fn draw_names_on_top(
        &self,
        group: &mut Group,
        position: &Position,
        kind: impl Fn(Hole) -> PegKind,
        crossed: &[Hole],
    ) {
        let board = &self.drawing.board;
        for hole in board
            .holes()
            .filter(|hole| self.drawing.names_holes && crossed.contains(hole))
        {
            group.add(self.plate(hole, self.look_of(position, hole, kind(hole)).fill));
            group.add(self.name(hole, self.ink(position, hole, kind(hole))));
        }
    }

    /// What a name is written on.
    fn plate(&self, hole: Hole, fill: Colour) -> Shape {
        let board = &self.drawing.board;
        let height = name_size(board);
        let width = board.label(hole).chars().count() as f64 * CHARACTER * height + 2.0;
        let Point { x, y } = self.center(hole);
        let corner = Point {
            x: x - width / 2.0,
            y: y - height / 2.0,
        };
        Shape::rounded_rectangle(corner, Size { width, height }, 4.0)
            .filled(fill)
            .of_class("plate")
    }

    /// The colour of the name of a hole, or of its peg.
    fn ink(&self, position: &Position, hole: Hole, kind: PegKind) -> Colour {
        let is_dark = position.has_peg(hole) && !matches!(kind, PegKind::Removed);
        if is_dark {
            self.palette.peg_ink
        } else {
            self.palette.board_ink
        }
    }

    /// How far before the middle of a hole an arrow ends: where the hole has a name, before the name.
    fn room_for_names(&self, otherwise: f64) -> f64 {
        if self.drawing.names_holes {
            ROOM_FOR_NAMES
        } else {
            otherwise
        }
    }

    /// A jump that could be played, so far to the left of its line.
    fn jump(
        &self,
        JumpArrow {
            jump,
            class,
            colour,
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
        let way = vec![along(from, left, aside), along(to, left, aside)];
        let mut group = Group::of_class(class);
        for part in arrow(way, self.room_for_names(ROOM_FOR_ARROWS), *colour, *dashes) {
            group.add(part);
        }
        group
    }

    /// The middle of a hole in a panel, from the corner of the drawing.
    fn center_in(&self, panel: usize, hole: Hole) -> Point {
        let (corner, center) = (self.corner(panel), self.center(hole));
        Point {
            x: corner.x + center.x,
            y: corner.y + center.y,
        }
    }

    /// The middle of a hole, from the corner of its panel.
    fn center(&self, hole: Hole) -> Point {
        self.in_panel(self.layout.in_plane(hole))
    }

    /// A place in the plane, from the corner of a panel.
    fn in_panel(&self, (x, y): (f64, f64)) -> Point {
        let margin = (self.panel.width - self.board.width) / 2.0;
        Point {
            x: margin - self.corner.x + x * STEP,
            y: y * STEP - self.corner.y,
        }
    }
}

/// What becomes of a peg in the move about to be played.
#[derive(Clone, Copy)]
enum PegKind {
    Resting,
    Moving,
    Removed,
}

/// The look of a hole, or of the peg in it.
#[derive(Clone, Copy)]
struct HoleLook {
    class: &'static str,
    radius: f64,
    fill: Colour,
    edge: Option<Colour>,
    dashes: Option<(f64, f64)>,
}

/// The way of a peg, to the last of these points, or by `before` less, and the arrow's head.
fn arrow(
    mut way: Vec<Point>,
    before: f64,
    colour: Colour,
    dashes: Option<(f64, f64)>,
) -> [Shape; 2] {
    let last = way.len() - 1;
    let back = direction(way[last], way[last - 1]);
    let tip = along(way[last], back, before);
    let foot = along(tip, back, 12.0); // where the head begins
    way[last] = along(tip, back, 10.0);
    let across = Point {
        x: -back.y,
        y: back.x,
    };
    let head = [
        along(foot, across, 8.0),
        along(tip, back, -6.0),
        along(foot, across, -8.0),
    ];
    let way = Shape::polyline(&way)
        .lined(colour, 4.0)
        .round()
        .dashed(dashes)
        .of_class("way");
    [way, Shape::polygon(&head).filled(colour)]
}

/// Whether two neighbours can jump over each other. Other possible jumps never share more than a hole of a line: each
/// would need a peg where the other needs none.
fn has_opposite(jump: Jump, arrows: &[JumpArrow]) -> bool {
    let is_opposite = |other: Jump| (other.from(), other.over()) == (jump.over(), jump.from());
    arrows.iter().any(|each| is_opposite(each.jump))
}

/// The steps to those neighbours of a hole that come after it: those next to it, and those that jumps pass over.
fn later_steps(board: &Board) -> impl Iterator<Item = (i32, i32)> + use<> {
    let (usual, jumps) = (board.lattice().directions(), board.neighbour_steps());
    let steps: Vec<(i32, i32)> = Direction::ALL
        .into_iter()
        .filter_map(|direction| direction.step(board.lattice()))
        .filter(|step| usual.contains(step) || jumps.contains(step))
        .collect();
    steps.into_iter().filter(|step| (step.1, step.0) > (0, 0))
}

/// What a picture of the board covers, with the names at its border: the top left corner, from the middle of the
/// hole `(0, 0)` of the layout, and the size.
fn covered(drawing: &BoardDrawing, layout: &Layout) -> (Point, Size) {
    let holes = drawing
        .board
        .holes()
        .map(|hole| (layout.in_plane(hole), RIM));
    let names = drawing.border.iter().map(|name| (name.place, BORDER_ROOM));
    let (mut left, mut top, mut right, mut bottom) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
    for ((x, y), around) in holes.chain(names) {
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

/// Room for the board and the longest caption.
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

/// The size of the labels of a board; all have the same.
pub(super) fn name_size(board: &Board) -> f64 {
    let longest = board
        .holes()
        .map(|hole| board.label(hole).chars().count())
        .max()
        .unwrap_or(1);
    (1.55 * LABELLED_HOLE / CHARACTER / longest as f64).min(14.0)
}

/// This many pictures side by side that the sheet is a little wider than high.
fn page_columns(panels: usize, panel: Size) -> usize {
    const WIDTH_TO_HEIGHT: f64 = 1.4;
    let columns = (panels as f64 * WIDTH_TO_HEIGHT * panel.height / panel.width).sqrt();
    (columns.round() as usize).max(1)
}

fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y);
    Point {
        x: x / length,
        y: y / length,
    }
}

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
        let line = Solution::parse(&start, "d1-b1, a1-c1, f1-d1-b1").unwrap();
        let drawing = BoardDrawing::of_solution(&line).with_columns(2);
        let svg = drawing.to_svg();
        assert_eq!(drawing.panel_count(), 4);
        assert_eq!(count(&svg, "class=\"peg moving\""), 3);
        assert_eq!(count(&svg, "class=\"peg removed\""), 4);
        assert_eq!(count(&svg, "<g "), count(&svg, "</g>"));
        assert!(svg.contains("3. f1-d1-b1"));
    }

    /// Four pictures of the 15-hole triangle.
    fn three_moves() -> BoardDrawing {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        BoardDrawing::of_solution(&Solution::parse(&start, "a3-a1, c3-a3, a4-a2").unwrap())
    }

    #[test]
    fn every_hole_of_every_picture_is_found_at_its_middle_and_named() {
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
