use super::{Atlas, Finding};
use crate::board::{Board, Hole};
use crate::drawing::layout::Layout;
use crate::drawing::svg::{Point, circle, draw_text, line, named_circle, number, opening};
use crate::moves::MovesTable;

/// An atlas as a picture: the board, with a small board in each hole that shows what can be finished from
/// there when that hole is the vacancy, or in how many moves.
///
/// The circle of a problem names it, `data-vacancy="d1" data-finish="d4"`, so that a click can be understood.
///
/// Cells of one colour hold vacancies of one problem type; a cell whose problems are of several types takes
/// the colour of the first.
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
const FILLED: f64 = 0.72; // share of a cell that its small board takes
const LARGEST_STEP: f64 = 14.0; // between the holes of a small board
const DIGITS: f64 = 1.7; // size of a digit, times the digits of a number, as a share of that

/// Backgrounds of cells, one for each type; with more types they repeat.
const TINTS: [&str; 9] =
    ["#fdf3dc", "#e3f0e6", "#e4ecf8", "#f7e4ea", "#efe7f7", "#e2f3f3", "#f4f4d7", "#ece9e2", "#f9e6d6"];
const EDGE: &str = "#c9bda4";
const FORBIDDEN: &str = "#d5cdbd";
const VACANCY: &str = "#33291a";

impl<'a> AtlasMap<'a> {
    /// The picture of this atlas.
    pub fn new(atlas: &'a Atlas) -> AtlasMap<'a> {
        AtlasMap { shown: Shown::Findings(atlas) }
    }

    /// A picture with the fewest moves of each problem; a number that may not be the least has a `?`.
    pub fn of_moves(table: &'a MovesTable) -> AtlasMap<'a> {
        AtlasMap { shown: Shown::Moves(table) }
    }

    fn board(&self) -> &'a Board {
        match self.shown {
            Shown::Findings(atlas) => atlas.board(),
            Shown::Moves(table) => table.board(),
        }
    }

    fn key(&self) -> &'static [(Finding, &'static str)] {
        match self.shown {
            Shown::Findings(_) => &KEY,
            Shown::Moves(_) => &KEY_OF_MOVES,
        }
    }

    /// The text of the SVG file.
    pub fn to_svg(&self) -> String {
        let board = self.board();
        let layout = Layout::new(board);
        let places: Vec<(f64, f64)> = board.holes().map(|hole| layout.in_plane(hole)).collect();
        let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(0.0, f64::max);
        let (across, down) = (most(|place| place.0), most(|place| place.1));
        let board_height = (down + 1.0) * CELL + 2.0 * MARGIN;
        let width = ((across + 1.0) * CELL + 2.0 * MARGIN).max(360.0);
        let height = board_height + LEGEND_LINE * self.key().len() as f64 + MARGIN;
        let mut svg = String::new();
        opening(&mut svg, width, height, &format!("Atlas of {}", board.name()));
        let step = (FILLED * CELL / across.max(down).max(1.0)).min(LARGEST_STEP);
        for vacancy in board.holes() {
            let (x, y) = places[vacancy.index()];
            let middle = Point { x: MARGIN + (x + 0.5) * CELL, y: MARGIN + (y + 0.5) * CELL };
            let corner = Point { x: middle.x - across * step / 2.0, y: middle.y - down * step / 2.0 };
            self.draw_cell(&mut svg, vacancy, middle);
            let place = |hole: Hole| {
                let (x, y) = places[hole.index()];
                Point { x: corner.x + x * step, y: corner.y + y * step }
            };
            self.draw_small_board(&mut svg, vacancy, step, place);
        }
        draw_key(&mut svg, board_height, self.key());
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_cell(&self, svg: &mut String, vacancy: Hole, middle: Point) {
        let half = 0.46 * CELL * if self.is_triangular() { 0.93 } else { 1.0 };
        let side = number(2.0 * half);
        line(
            svg,
            format_args!(
                "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{}\" \
                 stroke=\"{EDGE}\"/>",
                number(middle.x - half),
                number(middle.y - half),
                self.tint(vacancy),
            ),
        );
    }

    fn draw_small_board(&self, svg: &mut String, vacancy: Hole, step: f64, place: impl Fn(Hole) -> Point) {
        for finish in self.board().holes() {
            if let Some(text) = self.number(vacancy, finish) {
                let middle = place(finish);
                let below = Point { y: middle.y + 0.27 * step, ..middle };
                draw_text(svg, below, DIGITS * step / text.len().max(2) as f64, &text);
                continue;
            }
            let (share, fill) = match self.finding(vacancy, finish) {
                Some(finding) => (0.40, color(finding)),
                None => (0.16, FORBIDDEN),
            };
            let label = |hole| self.board().label(hole);
            let names = [("data-vacancy", label(vacancy)), ("data-finish", label(finish))];
            named_circle(svg, "finish", &names, (place(finish), share * step), (fill, "none"));
        }
        circle(svg, "vacancy", place(vacancy), 0.48 * step, "none", VACANCY);
    }

    fn finding(&self, vacancy: Hole, finish: Hole) -> Option<Finding> {
        match self.shown {
            Shown::Findings(atlas) => atlas.finding(vacancy, finish),
            Shown::Moves(table) => table.entry(vacancy, finish).map(|entry| match entry.at_least {
                Some(_) => Finding::Open,
                None => Finding::RefutedByExhaustion,
            }),
        }
    }

    /// The moves of the solution known, where they are what is shown.
    fn number(&self, vacancy: Hole, finish: Hole) -> Option<String> {
        let Shown::Moves(table) = self.shown else { return None };
        let entry = table.entry(vacancy, finish)?;
        let doubt = if entry.is_proved() { "" } else { "?" };
        entry.moves().map(|moves| format!("{moves}{doubt}"))
    }

    fn tint(&self, vacancy: Hole) -> &'static str {
        let board = self.board();
        let (first_of_orbit, _) = board.canonical_svss(vacancy, vacancy);
        let types = board.problem_types();
        let holds =
            |kind: &crate::ProblemType| kind.problems().iter().any(|each| each.vacancy() == first_of_orbit);
        types.iter().position(holds).map_or("#ffffff", |index| TINTS[index % TINTS.len()])
    }

    fn is_triangular(&self) -> bool {
        self.board().lattice() == crate::Lattice::Triangular
    }
}

fn color(finding: Finding) -> &'static str {
    match finding {
        Finding::Solvable => "#2e8b57",
        Finding::RefutedByPagoda => "#c0392b",
        Finding::RefutedByCases => "#c9578f",
        Finding::RefutedByExhaustion => "#7d2181",
        Finding::Open => "#e0a100",
    }
}

const KEY: [(Finding, &str); 5] = [
    (Finding::Solvable, "a peg can finish here"),
    (Finding::RefutedByPagoda, "it cannot: a pagoda function"),
    (Finding::RefutedByCases, "it cannot: cases by first and last jumps"),
    (Finding::RefutedByExhaustion, "it cannot: everything was searched"),
    (Finding::Open, "open"),
];

const KEY_OF_MOVES: [(Finding, &str); 2] =
    [(Finding::RefutedByExhaustion, "no peg can finish here"), (Finding::Open, "open")];

fn draw_key(svg: &mut String, top: f64, key: &[(Finding, &str)]) {
    for (row, (finding, words)) in key.iter().enumerate() {
        let y = top + row as f64 * LEGEND_LINE;
        circle(svg, "key", Point { x: 2.0 * MARGIN, y }, 6.0, color(*finding), "none");
        line(svg, format_args!("<g text-anchor=\"start\">"));
        draw_text(svg, Point { x: 3.0 * MARGIN, y: y + TEXT * 0.35 }, TEXT, words);
        line(svg, format_args!("</g>"));
    }
}
