//! Pictures of boards, positions and solutions as scenes.

use super::border::{self, BorderLabel, NoCoordinates};
use super::layout::Layout;
use super::played_move::PlayedMove;
use super::scene::{Point, Scene, Size};
use super::sheet::{Content, GAP, JumpArrow, Panel, STEP, Sheet};
use super::theme::Theme;
use crate::board::{Board, Hole, Position};
use crate::problem::answer::Line;

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
    pub(super) board: Board,
    pub(super) panels: Vec<Panel>,
    pub(super) columns: Option<usize>,
    pub(super) theme: Theme,
    pub(super) width: Option<f64>,
    pub(super) shows_labels: bool,
    pub(super) border: Vec<BorderLabel>,
    /// Solution that the pictures show, if any.
    solution: Option<Line>,
}

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
