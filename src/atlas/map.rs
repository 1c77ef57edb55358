use super::{Atlas, Finding};
use crate::board::{Board, Hole, ProblemType};
use crate::drawing::layout::Layout;
use crate::drawing::svg::{
    Point, Size, circle, draw_text, draw_text_from, line, named_circle, number, opening,
};
use crate::moves::MovesTable;

/// An atlas as a picture: the board, with a small board in each hole that shows what can be finished from
/// there when that hole is the vacancy, or in how many moves.
///
/// The circle of a problem names it, `data-vacancy="d1" data-finish="d4"`, so that a click can be understood.
///
/// Each finding has a colour and a mark of its own. Cells of one tint hold vacancies of one problem type; a cell
/// whose problems are of several types takes the tint of the first. A cell from which no problem is solvable is
/// grey, and one for which the position classes allow no problem white.
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
const DIGITS: f64 = 1.7; // size of a digit, times the digits of a number, as a share of that
const DIGITS_IN_RING: f64 = 1.15; // the same where the black ring is around the number

/// Backgrounds of cells, one for each type; with more types they repeat.
const TINTS: [&str; 9] =
    ["#fdf3dc", "#e3f0e6", "#e4ecf8", "#f7e4ea", "#efe7f7", "#e2f3f3", "#f4f4d7", "#ece9e2", "#f9e6d6"];
const HOPELESS: &str = "#e7e7e7";
const WITHOUT_PROBLEM: &str = "#ffffff";
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

    /// The findings that occur, in words.
    fn key(&self) -> Vec<(Finding, &'static str)> {
        let key: &[(Finding, &str)] = match self.shown {
            Shown::Findings(_) => &KEY,
            Shown::Moves(_) => &KEY_OF_MOVES,
        };
        let pairs = || self.board().holes().flat_map(|from| self.board().holes().map(move |to| (from, to)));
        let has_mark = |(vacancy, finish): &(Hole, Hole)| self.number(*vacancy, *finish).is_none();
        let occurs = |finding: Finding| {
            pairs().filter(has_mark).any(|(vacancy, finish)| self.finding(vacancy, finish) == Some(finding))
        };
        key.iter().copied().filter(|(finding, _)| occurs(*finding)).collect()
    }

    fn title(&self) -> String {
        let what = match self.shown {
            Shown::Findings(_) => "where the last peg can end",
            Shown::Moves(_) => "the fewest moves",
        };
        format!("{}: {what}", self.board().name())
    }

    /// What the parts of the map mean, a line each, without the findings.
    fn notes(&self, backgrounds: &[&str]) -> Vec<&'static str> {
        let has_types = self.board().problem_types().len() > 1;
        let is_tint = |background: &&str| ![HOPELESS, WITHOUT_PROBLEM].contains(background);
        let numbers = self.numbers();
        let notes = [
            (!numbers.is_empty(), "number: the fewest moves of a solution that ends here"),
            (numbers.iter().any(|number| number.ends_with('?')), "? : fewer moves may be possible"),
            (true, "a cell: a hole that is empty at the start, with the whole board in it"),
            (
                has_types && backgrounds.iter().any(is_tint),
                "cells of one tint: the same position class, up to symmetry",
            ),
            (backgrounds.contains(&HOPELESS), "grey cell: no problem from here is solvable"),
            (
                backgrounds.contains(&WITHOUT_PROBLEM),
                "white cell: the position classes allow no problem from here",
            ),
        ];
        notes.into_iter().filter(|(occurs, _)| *occurs).map(|(_, note)| note).collect()
    }

    /// The text of the SVG file.
    pub fn to_svg(&self) -> String {
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
        let mut svg = String::new();
        opening(&mut svg, Size { width, height }, width, (&self.title(), Some("#ffffff")));
        draw_text(&mut svg, Point { x: width / 2.0, y: MARGIN + TITLE }, TITLE, &self.title());
        let left = (width - board_width) / 2.0;
        let step = (FILLED * CELL / across.max(down).max(1.0)).min(LARGEST_STEP);
        for vacancy in board.holes() {
            let (x, y) = places[vacancy.index()];
            let middle = Point { x: left + MARGIN + (x + 0.5) * CELL, y: HEADER + MARGIN + (y + 0.5) * CELL };
            let corner = Point { x: middle.x - across * step / 2.0, y: middle.y - down * step / 2.0 };
            self.draw_cell(&mut svg, backgrounds[vacancy.index()], middle);
            let place = |hole: Hole| {
                let (x, y) = places[hole.index()];
                Point { x: corner.x + x * step, y: corner.y + y * step }
            };
            self.draw_small_board(&mut svg, vacancy, step, place);
        }
        draw_key(&mut svg, board_height, &key, &notes);
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_cell(&self, svg: &mut String, background: &str, middle: Point) {
        let half = 0.46 * CELL * if self.is_triangular() { 0.93 } else { 1.0 };
        let side = number(2.0 * half);
        line(
            svg,
            format_args!(
                "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{background}\" \
                 stroke=\"{EDGE}\"/>",
                number(middle.x - half),
                number(middle.y - half),
            ),
        );
    }

    fn draw_small_board(&self, svg: &mut String, vacancy: Hole, step: f64, place: impl Fn(Hole) -> Point) {
        for finish in self.board().holes() {
            if let Some(text) = self.number(vacancy, finish) {
                let middle = place(finish);
                let digits = if finish == vacancy { DIGITS_IN_RING } else { DIGITS };
                let size = digits * step / text.len().max(2) as f64;
                let below = Point { y: middle.y + 0.36 * size, ..middle };
                draw_text(svg, below, size, &text);
                continue;
            }
            let label = |hole| self.board().label(hole);
            let names = [("data-vacancy", label(vacancy)), ("data-finish", label(finish))];
            match self.finding(vacancy, finish) {
                Some(finding) => draw_mark(svg, finding, ("finish", &names), (place(finish), 0.40 * step)),
                None => {
                    named_circle(svg, "finish", &names, (place(finish), 0.16 * step), (FORBIDDEN, "none"))
                }
            }
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

    /// All the numbers shown.
    fn numbers(&self) -> Vec<String> {
        let board = self.board();
        let of = |vacancy| board.holes().filter_map(move |finish| self.number(vacancy, finish));
        board.holes().flat_map(of).collect()
    }

    /// Whether something is known of this vacancy, and it is that no problem is solvable.
    fn is_hopeless(&self, vacancy: Hole) -> bool {
        let findings: Vec<Finding> =
            self.board().holes().filter_map(|finish| self.finding(vacancy, finish)).collect();
        let is_refuted = |finding: &Finding| Finding::UNSOLVABLE.contains(finding);
        let has_numbers = self.board().holes().any(|finish| self.number(vacancy, finish).is_some());
        !findings.is_empty() && !has_numbers && findings.iter().all(is_refuted)
    }

    /// The colour of the cell of each vacancy.
    fn backgrounds(&self) -> Vec<&'static str> {
        let board = self.board();
        let types = board.problem_types();
        let tint = |vacancy: Hole| {
            let (first_of_orbit, _) = board.canonical_svss(vacancy, vacancy);
            let holds =
                |kind: &ProblemType| kind.problems().iter().any(|each| each.vacancy() == first_of_orbit);
            types.iter().position(holds).map_or(WITHOUT_PROBLEM, |index| TINTS[index % TINTS.len()])
        };
        let background = |vacancy| if self.is_hopeless(vacancy) { HOPELESS } else { tint(vacancy) };
        board.holes().map(background).collect()
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
    (Finding::Solvable, "disc: the last peg can end here"),
    (Finding::RefutedByPagoda, "cross: the last peg cannot end here, by a pagoda function"),
    (
        Finding::RefutedByCases,
        "diamond with a cross: the last peg cannot end here, by cases of first and last jumps",
    ),
    (
        Finding::RefutedByExhaustion,
        "square with a cross: the last peg cannot end here, by an exhaustive search",
    ),
    (Finding::Open, "ring: open"),
];

const KEY_OF_MOVES: [(Finding, &str); 2] = [
    (Finding::RefutedByExhaustion, "square with a cross: the last peg cannot end here"),
    (Finding::Open, "ring: open"),
];

/// Wide enough for the legend.
const NARROWEST: f64 = 660.0;

/// A finding by its mark. The circle that names it is there in any case.
fn draw_mark(
    svg: &mut String,
    finding: Finding,
    (class, names): (&str, &[(&str, &str)]),
    (middle, radius): (Point, f64),
) {
    let colour = color(finding);
    let fill = match finding {
        Finding::Solvable => colour,
        Finding::Open => "#ffffff",
        Finding::RefutedByPagoda | Finding::RefutedByCases | Finding::RefutedByExhaustion => "none",
    };
    let edge = if finding == Finding::Open { colour } else { "none" };
    let Point { x, y } = middle;
    let arm = 0.8 * radius;
    let (left, right, top, bottom) = (number(x - arm), number(x + arm), number(y - arm), number(y + arm));
    let frame = match finding {
        Finding::RefutedByExhaustion => Some(format!("M{left} {top}H{right}V{bottom}H{left}Z")),
        Finding::RefutedByCases => {
            let far = 1.6 * arm; // the cross fits into the diamond
            let (x, y) = (number(x), number(y));
            let [left, right, top, bottom] =
                [middle.x - far, middle.x + far, middle.y - far, middle.y + far].map(number);
            Some(format!("M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z"))
        }
        Finding::Solvable | Finding::RefutedByPagoda | Finding::Open => None,
    };
    if let Some(frame) = frame {
        let outline =
            format_args!("<path d=\"{frame}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\"/>");
        line(svg, outline);
    }
    if fill == "none" {
        line(
            svg,
            format_args!(
                "<path d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"{colour}\" \
                 stroke-width=\"{}\"/>",
                number(0.36 * radius)
            ),
        );
    }
    named_circle(svg, class, names, (middle, radius), (fill, edge));
}

fn draw_key(svg: &mut String, top: f64, key: &[(Finding, &str)], notes: &[&str]) {
    let row = |number: usize| top + number as f64 * LEGEND_LINE;
    let mut words = |number: usize, words: &str| {
        draw_text_from(svg, Point { x: 3.0 * MARGIN, y: row(number) + TEXT * 0.35 }, TEXT, words);
    };
    for (number, (_, what)) in key.iter().enumerate() {
        words(number, what);
    }
    words(key.len(), "black ring: the hole that is empty at the start");
    for (number, note) in notes.iter().enumerate() {
        words(key.len() + 1 + number, note);
    }
    for (number, (finding, _)) in key.iter().enumerate() {
        let at = Point { x: 2.0 * MARGIN, y: row(number) };
        draw_mark(svg, *finding, ("key", &[]), (at, 6.0));
    }
    circle(svg, "key", Point { x: 2.0 * MARGIN, y: row(key.len()) }, 6.0, "none", VACANCY);
}
