use super::{Atlas, Finding};
use crate::board::{Board, Hole, ProblemType};
use crate::drawing::layout::Layout;
use crate::drawing::scene::{Group, Point, Shape, Size, Text, polyline};
use crate::drawing::{Color, Scene};
use crate::moves::MovesTable;

/// Picture of an atlas or of a table of fewest moves. Each hole of the board contains a small board, which shows the
/// findings or the numbers of moves with that hole as the vacancy.
///
/// The circle of a problem has attributes with its holes, `data-vacancy="d1" data-finish="d4"`, for pages that react to
/// clicks.
///
/// Each finding has a mark and a color. Cells of one tint hold vacancies of one problem type; a cell with problems of
/// several types takes the tint of the first. A cell without a solvable problem is gray. A cell is white if the
/// position classes allow no problem there.
#[derive(Clone, Debug)]
pub struct AtlasMap<'a> {
    shown: Shown<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Shown<'a> {
    Findings(&'a Atlas),
    Moves(&'a MovesTable),
}

// Lengths in pixels.
const CELL: f64 = 96.0; // from cell to cell
const MARGIN: f64 = 16.0;
const LEGEND_LINE: f64 = 24.0;
const TEXT: f64 = 14.0;
const TITLE: f64 = 20.0;
const HEADER: f64 = 40.0; // height of the title above the board
const FILLED: f64 = 0.72; // share of a cell that its small board takes
const LARGEST_STEP: f64 = 14.0; // between the holes of a small board
const EDGE_OF_MARK: f64 = 1.5;
const DIGITS: f64 = 1.7; // font size times the number of digits, as a share of the step
const DIGITS_IN_RING: f64 = 1.15; // the same inside the black ring

/// Backgrounds of cells by problem type, used cyclically.
const TINTS: [Color; 9] = [
    Color::rgb(0xfdf3dc),
    Color::rgb(0xe3f0e6),
    Color::rgb(0xe4ecf8),
    Color::rgb(0xf7e4ea),
    Color::rgb(0xefe7f7),
    Color::rgb(0xe2f3f3),
    Color::rgb(0xf4f4d7),
    Color::rgb(0xece9e2),
    Color::rgb(0xf9e6d6),
];
const HOPELESS: Color = Color::rgb(0xe7e7e7);
const WITHOUT_PROBLEM: Color = Color::WHITE;
const EDGE: Color = Color::rgb(0xc9bda4);
const FORBIDDEN: Color = Color::rgb(0xd5cdbd);
const VACANCY: Color = Color::rgb(0x33291a);

impl<'a> AtlasMap<'a> {
    /// Returns a map of the findings of an atlas.
    pub fn new(atlas: &'a Atlas) -> AtlasMap<'a> {
        AtlasMap {
            shown: Shown::Findings(atlas),
        }
    }

    /// Returns a map of the fewest moves of each problem. A number that may not be the smallest has a `?`, and one whose
    /// proof is not at hand a `*`.
    pub fn of_moves(table: &'a MovesTable) -> AtlasMap<'a> {
        AtlasMap {
            shown: Shown::Moves(table),
        }
    }

    fn board(&self) -> &'a Board {
        match self.shown {
            Shown::Findings(atlas) => atlas.board(),
            Shown::Moves(table) => table.board(),
        }
    }

    /// Returns the findings whose marks occur in the picture, with their legends.
    fn key(&self) -> Vec<(Finding, &'static str)> {
        let key: &[(Finding, &str)] = match self.shown {
            Shown::Findings(_) => &KEY,
            Shown::Moves(_) => &KEY_OF_MOVES,
        };
        let pairs = || {
            self.board()
                .holes()
                .flat_map(|from| self.board().holes().map(move |to| (from, to)))
        };
        let has_mark = |(vacancy, finish): &(Hole, Hole)| self.number(*vacancy, *finish).is_none();
        let occurs = |finding: Finding| {
            pairs()
                .filter(has_mark)
                .any(|(vacancy, finish)| self.finding(vacancy, finish) == Some(finding))
        };
        key.iter()
            .copied()
            .filter(|(finding, _)| occurs(*finding))
            .collect()
    }

    fn title(&self) -> String {
        let what = match self.shown {
            Shown::Findings(_) => "where the last peg can end",
            Shown::Moves(_) => "the fewest moves",
        };
        format!("{}: {what}", self.board().name())
    }

    /// Returns the other lines of the legend.
    fn notes(&self, backgrounds: &[Color]) -> Vec<&'static str> {
        let has_types = self.board().problem_types().len() > 1;
        let is_tint = |background: &Color| ![HOPELESS, WITHOUT_PROBLEM].contains(background);
        let numbers = self.numbers();
        let notes = [
            (
                !numbers.is_empty(),
                "number: the fewest moves of a solution that ends here",
            ),
            (
                numbers.iter().any(|number| number.ends_with('?')),
                "? : fewer moves may be possible",
            ),
            (
                numbers.iter().any(|number| number.ends_with('*')),
                "* : the fewest as recorded by an earlier run",
            ),
            (
                true,
                "a cell: a hole that is empty at the start, with the whole board in it",
            ),
            (
                has_types && backgrounds.iter().any(is_tint),
                "cells of one tint: the same position class, up to symmetry",
            ),
            (
                backgrounds.contains(&HOPELESS),
                "gray cell: no problem from here is solvable",
            ),
            (
                backgrounds.contains(&WITHOUT_PROBLEM),
                "white cell: the position classes allow no problem from here",
            ),
        ];
        notes
            .into_iter()
            .filter(|(occurs, _)| *occurs)
            .map(|(_, note)| note)
            .collect()
    }

    /// Returns the text of an SVG file.
    pub fn to_svg(&self) -> String {
        self.scene().to_svg()
    }

    /// Returns the scene of the picture, for all formats.
    pub fn scene(&self) -> Scene {
        let board = self.board();
        let layout = Layout::new(board);
        let places: Vec<(f64, f64)> = board.holes().map(|hole| layout.in_plane(hole)).collect();
        let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(0.0, f64::max);
        let (across, down) = (most(|place| place.0), most(|place| place.1));
        let (key, backgrounds) = (self.key(), self.backgrounds());
        let notes = self.notes(&backgrounds);
        let board_width = (across + 1.0) * CELL + 2.0 * MARGIN;
        let board_height = HEADER + (down + 1.0) * CELL + 2.0 * MARGIN;
        let width = board_width.max(NARROWEST);
        let rows = key.len() + 1 + notes.len();
        let height = board_height + LEGEND_LINE * rows as f64 + MARGIN;
        let mut scene = Scene::new(&self.title(), Size { width, height }, Color::WHITE);
        scene.add(Text::centered(
            Point {
                x: width / 2.0,
                y: MARGIN + TITLE,
            },
            TITLE,
            &self.title(),
        ));
        let left = (width - board_width) / 2.0;
        let step = (FILLED * CELL / across.max(down).max(1.0)).min(LARGEST_STEP);
        for vacancy in board.holes() {
            let (x, y) = places[vacancy.index()];
            let middle = Point {
                x: left + MARGIN + (x + 0.5) * CELL,
                y: HEADER + MARGIN + (y + 0.5) * CELL,
            };
            let corner = Point {
                x: middle.x - across * step / 2.0,
                y: middle.y - down * step / 2.0,
            };
            let place = |hole: Hole| {
                let (x, y) = places[hole.index()];
                Point {
                    x: corner.x + x * step,
                    y: corner.y + y * step,
                }
            };
            scene.add(self.cell(backgrounds[vacancy.index()], middle));
            scene.add(self.small_board(vacancy, step, place));
        }
        scene.add(legend(board_height, &key, &notes));
        scene
    }

    fn cell(&self, background: Color, middle: Point) -> Shape {
        let half = 0.46 * CELL * if self.is_triangular() { 0.93 } else { 1.0 };
        let corner = Point {
            x: middle.x - half,
            y: middle.y - half,
        };
        let size = Size {
            width: 2.0 * half,
            height: 2.0 * half,
        };
        Shape::rounded_rectangle(corner, size, 6.0)
            .filled(background)
            .stroked(EDGE, 1.0)
            .with_class("cell")
    }

    fn small_board(&self, vacancy: Hole, step: f64, place: impl Fn(Hole) -> Point) -> Group {
        let mut group = Group::with_class("from");
        for finish in self.board().holes() {
            if let Some(text) = self.number(vacancy, finish) {
                let middle = place(finish);
                let digits = if finish == vacancy {
                    DIGITS_IN_RING
                } else {
                    DIGITS
                };
                let size = digits * step / text.len().max(2) as f64;
                group.add(Text::centered(
                    Point {
                        y: middle.y + 0.36 * size,
                        ..middle
                    },
                    size,
                    &text,
                ));
                continue;
            }
            let (signs, disc) = match self.finding(vacancy, finish) {
                Some(finding) => mark(finding, place(finish), 0.40 * step),
                None => (
                    Vec::new(),
                    Shape::circle(place(finish), 0.16 * step).filled(FORBIDDEN),
                ),
            };
            signs.into_iter().for_each(|sign| group.add(sign));
            let label = |hole| self.board().label(hole);
            let named = disc
                .with_attribute("data-vacancy", label(vacancy))
                .with_attribute("data-finish", label(finish));
            group.add(named.with_class("finish"));
        }
        group.add(ring(place(vacancy), 0.48 * step).with_class("vacancy"));
        group
    }

    fn finding(&self, vacancy: Hole, finish: Hole) -> Option<Finding> {
        match self.shown {
            Shown::Findings(atlas) => atlas.finding(vacancy, finish),
            Shown::Moves(table) => table.entry(vacancy, finish).map(|entry| {
                if entry.is_proved() && entry.solution.is_none() {
                    Finding::RefutedByExhaustion
                } else {
                    Finding::Open
                }
            }),
        }
    }

    /// Returns the number of moves of the known solution with its mark; `None` in a map of findings.
    fn number(&self, vacancy: Hole, finish: Hole) -> Option<String> {
        let Shown::Moves(table) = self.shown else {
            return None;
        };
        let entry = table.entry(vacancy, finish)?;
        let doubt = match (entry.is_settled(), entry.is_recorded) {
            (false, _) => "?",
            (true, true) => "*",
            (true, false) => "",
        };
        entry.moves().map(|moves| format!("{moves}{doubt}"))
    }

    /// Returns all numbers in the picture.
    fn numbers(&self) -> Vec<String> {
        let board = self.board();
        let of = |vacancy| {
            board
                .holes()
                .filter_map(move |finish| self.number(vacancy, finish))
        };
        board.holes().flat_map(of).collect()
    }

    /// Returns `true` if this vacancy has problems and all are unsolvable.
    fn is_hopeless(&self, vacancy: Hole) -> bool {
        let findings: Vec<Finding> = self
            .board()
            .holes()
            .filter_map(|finish| self.finding(vacancy, finish))
            .collect();
        let is_refuted = |finding: &Finding| Finding::UNSOLVABLE.contains(finding);
        !findings.is_empty() && findings.iter().all(is_refuted)
    }

    /// Returns the background of each vacancy's cell.
    fn backgrounds(&self) -> Vec<Color> {
        let board = self.board();
        let types = board.problem_types();
        let tint = |vacancy: Hole| {
            let (first_of_orbit, _) = board.canonical_svss(vacancy, vacancy);
            let holds = |kind: &ProblemType| {
                kind.problems()
                    .iter()
                    .any(|each| each.vacancy() == first_of_orbit)
            };
            types
                .iter()
                .position(holds)
                .map_or(WITHOUT_PROBLEM, |index| TINTS[index % TINTS.len()])
        };
        let background = |vacancy| {
            if self.is_hopeless(vacancy) {
                HOPELESS
            } else {
                tint(vacancy)
            }
        };
        board.holes().map(background).collect()
    }

    fn is_triangular(&self) -> bool {
        self.board().lattice() == Some(crate::Lattice::Triangular)
    }
}

fn color(finding: Finding) -> Color {
    match finding {
        Finding::Solvable => Color::rgb(0x2e8b57),
        Finding::RefutedByPagoda => Color::rgb(0xc0392b),
        Finding::RefutedByCases => Color::rgb(0xc9578f),
        Finding::RefutedByExhaustion => Color::rgb(0x7d2181),
        Finding::Open | Finding::Unchecked => Color::rgb(0xe0a100),
    }
}

const KEY: [(Finding, &str); 6] = [
    (Finding::Solvable, "disc: the last peg can end here"),
    (
        Finding::RefutedByPagoda,
        "cross: the last peg cannot end here, by a pagoda function",
    ),
    (
        Finding::RefutedByCases,
        "diamond with a cross: the last peg cannot end here, by cases of first and last jumps",
    ),
    (
        Finding::RefutedByExhaustion,
        "square with a cross: the last peg cannot end here, by an exhaustive search",
    ),
    (Finding::Open, "ring: open"),
    (
        Finding::Unchecked,
        "dashed ring: the certificate was not checked",
    ),
];

const KEY_OF_MOVES: [(Finding, &str); 2] = [
    (
        Finding::RefutedByExhaustion,
        "square with a cross: the last peg cannot end here",
    ),
    (Finding::Open, "ring: open"),
];

/// Minimum width, for the legend.
const NARROWEST: f64 = 660.0;

/// Returns the mark of a finding: shapes, and a disc on top of them that receives clicks. The disc of a refutation is
/// invisible.
fn mark(finding: Finding, middle: Point, radius: f64) -> (Vec<Shape>, Shape) {
    let color = color(finding);
    let disc = Shape::circle(middle, radius);
    let at = |x: f64, y: f64| Point {
        x: middle.x + x,
        y: middle.y + y,
    };
    let arm = 0.8 * radius;
    let frame = |corners: [Point; 4]| Shape::polygon(&corners).stroked(color, 1.0);
    let strokes = [
        [at(-arm, -arm), at(arm, arm)],
        [at(-arm, arm), at(arm, -arm)],
    ];
    let cross = Shape::path(strokes.iter().flat_map(|ends| polyline(ends)).collect())
        .stroked(color, 0.36 * radius);
    match finding {
        Finding::Solvable => (Vec::new(), disc.filled(color)),
        Finding::Open => (
            Vec::new(),
            disc.filled(Color::WHITE).stroked(color, EDGE_OF_MARK),
        ),
        Finding::Unchecked => {
            let ring = disc.filled(Color::WHITE).stroked(color, EDGE_OF_MARK);
            (Vec::new(), ring.dashed((0.5 * radius, 0.3 * radius)))
        }
        Finding::RefutedByPagoda => (vec![cross], disc),
        Finding::RefutedByCases => {
            let far = 1.6 * arm; // the cross fits into the diamond
            let diamond = frame([at(-far, 0.0), at(0.0, -far), at(far, 0.0), at(0.0, far)]);
            (vec![diamond, cross], disc)
        }
        Finding::RefutedByExhaustion => {
            let square = frame([at(-arm, -arm), at(arm, -arm), at(arm, arm), at(-arm, arm)]);
            (vec![square, cross], disc)
        }
    }
}

/// Returns the mark of the vacancy on a small board.
fn ring(middle: Point, radius: f64) -> Shape {
    Shape::circle(middle, radius).stroked(VACANCY, EDGE_OF_MARK)
}

fn legend(top: f64, key: &[(Finding, &str)], notes: &[&str]) -> Group {
    let place = |x: f64, row: usize| Point {
        x,
        y: top + row as f64 * LEGEND_LINE,
    };
    let mut group = Group::with_class("legend");
    let of_ring = "black ring: the hole that is empty at the start";
    let words = key
        .iter()
        .map(|(_, what)| *what)
        .chain([of_ring])
        .chain(notes.iter().copied());
    for (row, what) in words.enumerate() {
        let Point { x, y } = place(3.0 * MARGIN, row);
        group.add(Text::left_aligned(
            Point {
                x,
                y: y + TEXT * 0.35,
            },
            TEXT,
            what,
        ));
    }
    for (row, (finding, _)) in key.iter().enumerate() {
        let (signs, disc) = mark(*finding, place(2.0 * MARGIN, row), 6.0);
        signs.into_iter().for_each(|sign| group.add(sign));
        group.add(disc.with_class("key"));
    }
    group.add(ring(place(2.0 * MARGIN, key.len()), 6.0).with_class("key"));
    group
}
