//! Choice of a reading.

use super::ImportLegend;
use super::cells::{Cells, Mark, quotable};
use super::grid::{Grid, grids};
use super::meaning::{Content, Kind, kinds};
use crate::board::file::{Diagnostic, Labels, Remedy};
use crate::board::geometry::{Coordinate, Isometry, Lattice};
use crate::board::label::letters;
use std::collections::{HashMap, HashSet, VecDeque};

/// Board that a reading of a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) lattice: Lattice,
    /// Holes in the order of the text.
    pub(super) holes: Vec<Coordinate>,
    pub(super) pegs: Vec<Coordinate>,
    pub(super) finish: Vec<Coordinate>,
    pub(super) legend: ImportLegend,
    /// Meaning of blanks within the board, if it has any.
    pub(super) inner_blanks: Option<Content>,
    /// Characters that stand for an empty hole within the board, and for no hole around it.
    inner_ground: String,
    pub(super) step: usize,
    /// Names of the holes that the text shows.
    pub(super) labels: Labels,
    /// `true` if the text shows the labels of the holes.
    are_labels: bool,
    /// `true` if the text lists the coordinates of the holes.
    pub(super) are_points: bool,
    /// `true` if the text names the board and does not show it.
    is_named: bool,
    /// `true` if the rows were put in the middle.
    pub(super) is_centered: bool,
    cost: Cost,
}

/// Cost of a reading: first of all, pegs must be able to jump. All else is a sum, because no order of criteria fits: a `#`
/// is a peg, which it seldom is, where several other things speak for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    lacks_jumps: bool,
    /// Sum of the costs below and of those of the meanings.
    unusual: u32,
}

impl Reading {
    /// Returns `true` if both readings show the same board with the same pegs.
    fn agrees_with(&self, other: &Reading) -> bool {
        let board = |reading: &Reading| {
            let corner = top_left(&reading.holes);
            let sorted = |points: &[Coordinate]| {
                let mut points = moved_to_origin(points, corner);
                points.sort_unstable();
                points
            };
            (
                reading.lattice,
                sorted(&reading.holes),
                sorted(&reading.pegs),
                sorted(&reading.finish),
            )
        };
        board(self) == board(other)
    }

    /// Returns `true` if this reading is more likely: its cost is lower, or it is as low and the board is more symmetric.
    pub(super) fn is_better_than(&self, other: &Reading) -> bool {
        self.cost < other.cost
            || self.cost == other.cost && self.symmetry_order() > other.symmetry_order()
    }

    /// Returns the number of isometries of the lattice that keep the board.
    pub(super) fn symmetry_order(&self) -> usize {
        let normal = |points: Vec<Coordinate>| {
            let mut points = moved_to_origin(&points, top_left(&points));
            points.sort_unstable();
            points
        };
        let board = normal(self.holes.clone());
        let isometries = Isometry::all(self.lattice);
        let keeps = |isometry: &&Isometry| {
            normal(board.iter().map(|hole| isometry.apply(*hole)).collect()) == board
        };
        isometries.iter().filter(keeps).count()
    }
}

pub(super) fn top_left(holes: &[Coordinate]) -> Coordinate {
    let left = holes.iter().map(|hole| hole.0).min().unwrap_or(0);
    let top = holes.iter().map(|hole| hole.1).min().unwrap_or(0);
    (left, top)
}

/// Moves points so that the given corner is the origin.
pub(super) fn moved_to_origin(points: &[Coordinate], (left, top): Coordinate) -> Vec<Coordinate> {
    points.iter().map(|(x, y)| (x - left, y - top)).collect()
}

/// Maximum number of characters of a drawing. A board has at most 128 holes.
pub(super) const MAX_MARKS: usize = 4096;

// Costs of a reading, in the same unit as those of meanings: a reading that is unusual in one respect loses against one
// that gives a character a meaning that it has less often. First, what the characters share:

/// All characters for holes mean the same.
const ALL_ALIKE: u32 = 5;
/// A letter and its capital mean the same.
const CAPITAL_ALIKE: u32 = 3;
/// One more character for empty holes, or for pegs.
const SAME_CONTENT: u32 = 2;
/// One more character for places without a hole.
const SECOND_GROUND: u32 = 3;
/// Fewer pegs than empty holes.
const FEWER_PEGS: u32 = 1;
/// Pegs and no empty hole.
const ONLY_PEGS: u32 = 1;

// Then, where the characters are:

/// A character without a hole surrounded by holes.
const ENCLOSED: u32 = 3;
/// A character without a hole that occurs nowhere else.
const ALL_ENCLOSED: u32 = 6;
/// A character for holes in all four corners of the drawing.
const IN_CORNERS: u32 = 4;
/// Blanks between characters that are not usual for empty holes.
const BLANK_BETWEEN_PEGS: u32 = 6;
/// A character without a hole away from the corners, or beside blanks without a hole.
const UNUSUAL_OUTSIDE: u32 = 2;

// Last, the board that results:

const UNCONNECTED: u32 = 6;
/// Labels that do not name the places of their holes, as letters and numbers do. It outweighs an empty row.
const OTHER_LABELS: u32 = UNCONNECTED + 1;
const NO_JUMP_OF_A_PEG: u32 = 4;
const NO_JUMP_OF_THE_ONLY_PEG: u32 = 3;

/// Returns the most likely reading of the cells.
///
/// # Errors
///
/// A [`Diagnostic`] if there is none, or several that are equally likely.
pub(super) fn choose(
    cells: &Cells,
    lattice: Option<Lattice>,
    legend: &ImportLegend,
) -> Result<Reading, Diagnostic> {
    let Some(first) = cells.marks.first() else {
        return Err(no_holes());
    };
    if cells.marks.len() > MAX_MARKS {
        return Err(too_large());
    }
    let kinds = kinds(cells, legend)?;
    let blanks_are_places = legend.outside.contains(' ');
    let mut choice = Choice {
        cells,
        kinds: &kinds,
        blank: [(&legend.hole, Content::Hole), (&legend.peg, Content::Peg)]
            .into_iter()
            .find(|(characters, _)| characters.contains(' '))
            .map(|(_, meaning)| meaning),
        blanks_are_outside: blanks_are_places,
        is_picture: is_picture(cells, &kinds),
        best: Vec::new(),
    };
    let grids = grids(cells, lattice, blanks_are_places)?;
    let assignments = assignments(&kinds).into_iter();
    let mut assignments: Vec<Assignment> = assignments
        .map(|assignment| with_single_hole(&kinds, assignment))
        .collect();
    assignments.sort_by_key(|assignment| assignment.cost);
    assignments.truncate(most_assignments(cells));
    for assignment in assignments {
        if grids.is_empty() {
            let lattice = lattice.unwrap_or(Lattice::Square);
            let points = counted(&cells.marks);
            choice.consider(lattice, 1, &points, None, &assignment);
        }
        for grid in &grids {
            let points: Option<Vec<Coordinate>> = cells
                .marks
                .iter()
                .map(|mark| grid.point(mark.row, mark.column))
                .collect();
            if let Some(points) = points {
                choice.consider(grid.lattice, grid.step, &points, Some(grid), &assignment);
            }
        }
    }
    let mut best = choice.best.into_iter();
    let Some(reading) = best.next() else {
        return Err(all_outside(cells, first));
    };
    if let Some(other) = best.next() {
        return Err(ambiguous(cells, &reading, &other));
    }
    let leaves_out = |kind: &&Kind| {
        let meanings = reading.legend.meaning(&cells.word(kind.symbol));
        kind.symbol.is_alphanumeric() && kind.meanings.len() > 1 && meanings == [Content::Outside]
    };
    if let Some(kind) = kinds
        .iter()
        .find(leaves_out)
        .filter(|_| reading.cost.lacks_jumps)
    {
        return Err(without_jumps(cells, &kind.first));
    }
    Ok(reading)
}

/// Returns `true` for a picture as in a board file: its rows are equally long, and consist of `o` and `.`, whose meanings
/// the user did not give.
fn is_picture(cells: &Cells, kinds: &[Kind]) -> bool {
    let mut rows = cells
        .marks
        .chunk_by(|one, other| one.row == other.row)
        .map(<[Mark]>::len);
    let first = rows.next();
    kinds.len() == 2
        && kinds
            .iter()
            .all(|kind| ['o', '.'].contains(&kind.symbol) && !kind.is_given)
        && rows.all(|row| Some(row) == first)
}

/// Returns the number of assignments to consider, which only large drawings with many characters exceed.
pub(super) fn most_assignments(cells: &Cells) -> usize {
    if cells.marks.len() > 1024 { 1 } else { 512 }
}

/// Returns the point of each mark if blanks do not count as columns.
pub(super) fn counted(marks: &[Mark]) -> Vec<Coordinate> {
    let mut counted = (0, 0); // (row, marks so far in it)
    let point = |mark: &Mark| {
        counted = if counted.0 == mark.row {
            (mark.row, counted.1 + 1)
        } else {
            (mark.row, 1)
        };
        (counted.1 - 1, mark.row as i32)
    };
    marks.iter().map(point).collect()
}

/// Meaning of each kind, with the sum of their costs.
pub(super) struct Assignment {
    pub(super) meanings: Vec<Content>,
    pub(super) cost: u32,
}

/// Returns all assignments of meanings to characters, with their usual costs.
pub(super) fn assignments(kinds: &[Kind]) -> Vec<Assignment> {
    let mut assignments = vec![Assignment {
        meanings: Vec::new(),
        cost: 0,
    }];
    for kind in kinds {
        let with = |begun: &Assignment, &(meaning, cost): &(Content, u32)| {
            let (mut meanings, mut cost) = (begun.meanings.clone(), begun.cost + cost);
            if let Some(like) = kind.finish_like {
                let shared = begun.meanings.get(like);
                if shared.is_some_and(|shared| *shared != meaning) || meaning == Content::Outside {
                    return None;
                }
                cost = begun.cost;
            }
            meanings.push(meaning);
            Some(Assignment { meanings, cost })
        };
        let kinds = assignments.iter().flat_map(|begun| {
            kind.meanings
                .iter()
                .filter_map(move |meaning| with(begun, meaning))
        });
        assignments = kinds.collect();
    }
    // A mark of the finish may come before the character whose meaning it shares.
    assignments.retain(|assignment| {
        kinds.iter().enumerate().all(|(index, kind)| {
            kind.finish_like
                .is_none_or(|like| assignment.meanings[like] == assignment.meanings[index])
        })
    });
    for assignment in &mut assignments {
        assignment.cost += cost_of_numbers(kinds, &assignment.meanings);
    }
    assignments
}

fn count_of(kinds: &[Kind], meanings: &[Content], content: Content) -> (u32, usize) {
    let with = kinds.iter().zip(meanings).filter(|(kind, meaning)| {
        **meaning == content && kind.finish_like.is_none() && !kind.may_mark_finish
    });
    let with: Vec<usize> = with.map(|(kind, _)| kind.count).collect();
    (with.len() as u32, with.iter().sum())
}

/// Returns the cost of meanings that several characters share, and of pegs that are fewer than empty holes.
fn cost_of_numbers(kinds: &[Kind], meanings: &[Content]) -> u32 {
    if kinds.iter().all(|kind| kind.meanings.len() == 1) {
        return 0;
    }
    let count = |content| count_of(kinds, meanings, content);
    let (outside, _) = count(Content::Outside);
    let (hole_kinds, holes) = count(Content::Hole);
    let (peg_kinds, pegs) = count(Content::Peg);
    let extra = |kinds: u32| kinds.saturating_sub(1);
    let are_alike = hole_kinds + peg_kinds > 1 && (hole_kinds == 0 || peg_kinds == 0);
    // A letter and its capital mean different things.
    let is_capital_alike = kinds.iter().zip(meanings).any(|(kind, meaning)| {
        let mut others = kinds.iter().zip(meanings);
        kind.finish_like.is_none()
            && kind.symbol.is_ascii_uppercase()
            && others.any(|(other, same)| {
                other.symbol == kind.symbol.to_ascii_lowercase() && same == meaning
            })
    });
    ALL_ALIKE * u32::from(are_alike)
        + CAPITAL_ALIKE * u32::from(is_capital_alike)
        + SAME_CONTENT * (extra(hole_kinds) + extra(peg_kinds))
        + SECOND_GROUND * extra(outside)
        + FEWER_PEGS * u32::from(pegs > 0 && pegs < holes)
}

/// Changes the cost of an assignment that leaves a single character: it is a hole or a peg, whatever it is.
fn with_single_hole(kinds: &[Kind], mut assignment: Assignment) -> Assignment {
    let mut inner = kinds
        .iter()
        .zip(&assignment.meanings)
        .filter(|(_, meaning)| **meaning != Content::Outside);
    if let (Some((kind, meaning)), None) = (inner.next(), inner.next())
        && kind.meanings.len() > 1
    {
        let usual = kind.meanings.iter().find(|(each, _)| each == meaning);
        assignment.cost -= usual.map_or(0, |(_, cost)| *cost);
        if *meaning == Content::Peg {
            assignment.cost += ONLY_PEGS;
        }
    }
    assignment
}

/// Search for the most likely reading.
struct Choice<'a> {
    cells: &'a Cells,
    kinds: &'a [Kind],
    /// Meaning of blanks that the user gave, other than places without a hole.
    blank: Option<Content>,
    /// `true` if the user gave blanks as places without a hole.
    blanks_are_outside: bool,
    /// `true` for a picture as in a board file.
    is_picture: bool,
    /// Readings of the lowest cost, which differ.
    best: Vec<Reading>,
}

impl Choice<'_> {
    fn consider(
        &mut self,
        lattice: Lattice,
        step: usize,
        points: &[Coordinate],
        grid: Option<&Grid>,
        assignment: &Assignment,
    ) {
        if self
            .best
            .first()
            .is_some_and(|best| !best.cost.lacks_jumps && best.cost.unusual < assignment.cost)
        {
            return;
        }
        let index = |symbol| self.kinds.iter().position(|kind| kind.symbol == symbol);
        let place = Place::new(points);
        let mut contents: HashMap<Coordinate, (Content, usize)> = HashMap::new();
        for (mark, point) in self.cells.marks.iter().zip(points) {
            if let Some(kind) = index(mark.symbol) {
                contents.insert(*point, (assignment.meanings[kind], kind));
            }
        }
        let (mut holes, mut pegs, mut finish) = (Vec::new(), Vec::new(), Vec::new());
        for (mark, point) in self.cells.marks.iter().zip(points) {
            let Some(kind) = index(mark.symbol) else {
                continue;
            };
            match assignment.meanings[kind] {
                Content::Outside => continue,
                Content::Hole => {}
                Content::Peg => pegs.push(*point),
            }
            if self.kinds[kind].finish_like.is_some() || self.kinds[kind].may_mark_finish {
                finish.push(*point);
            }
            holes.push(*point);
        }
        if holes.is_empty() && self.blank.is_none() {
            return;
        }
        let outer = place.outer(&holes, lattice);
        let is_enclosed = |point: &Coordinate| !outer.is_empty() && !outer.contains(point);
        if self.is_picture && assignment.meanings != self.of_picture(points, lattice) {
            return;
        }
        let ground = self.inner_ground(assignment, &contents, &outer);
        let blanks: Vec<Coordinate> = place
            .points()
            .filter(|point| !contents.contains_key(point))
            .collect();
        let enclosed: Vec<Coordinate> = blanks.iter().copied().filter(is_enclosed).collect();
        let mut reading = Reading {
            lattice,
            holes,
            pegs,
            finish,
            legend: self.legend(&assignment.meanings),
            inner_blanks: None,
            inner_ground: String::new(),
            step,
            labels: Labels::Letters,
            are_labels: self.cells.are_labels(),
            are_points: self.cells.are_points,
            is_named: self.cells.is_named,
            is_centered: false,
            cost: Cost {
                lacks_jumps: false,
                unusual: assignment.cost
                    + self.cost_of_places(&contents, &place, &outer, assignment)
                    + self.cost_outside(&blanks, &contents, &place, &outer, assignment),
            },
        };
        if let Some(blank) = self.blank {
            let is_drawn = |point: &Coordinate| {
                let text = grid.and_then(|grid| grid.place(*point));
                let is_in_row = text.is_some_and(|(row, column)| {
                    self.cells
                        .widths
                        .get(row)
                        .is_some_and(|width| column < *width)
                });
                is_in_row || is_enclosed(point)
            };
            let blanks: Vec<Coordinate> = blanks.into_iter().filter(is_drawn).collect();
            if blank == Content::Peg {
                reading.pegs.extend(&blanks);
            }
            reading.holes.extend(blanks);
            reading.inner_blanks = Some(blank);
            self.offer(reading);
            return;
        }
        if let Some(inner) = ground.filter(|inner| inner.len() < reading.pegs.len()) {
            let mut with_ground = reading.clone();
            let mut marks = self.cells.marks.iter().zip(points);
            let first = marks.find(|(_, point)| inner.contains(point));
            with_ground.inner_ground = first.map_or(String::new(), |(mark, _)| mark.written.into());
            with_ground.holes.extend(inner);
            with_ground.cost.unusual -= ENCLOSED; // the character does not mean a place without a hole there
            self.offer(with_ground);
        }
        let has_holes = assignment.meanings.contains(&Content::Hole);
        if enclosed.is_empty()
            || self.blanks_are_outside
            || has_holes && !self.may_have_vacant_blanks(assignment)
        {
            self.offer(reading);
            return;
        }
        if has_holes {
            reading.cost.unusual += BLANK_BETWEEN_PEGS;
            self.offer(reading);
            return;
        }
        if enclosed.len() < reading.pegs.len() {
            let mut with_blanks = reading.clone();
            with_blanks.holes.extend(enclosed);
            with_blanks.inner_blanks = Some(Content::Hole);
            self.offer(with_blanks);
        }
        reading.inner_blanks = Some(Content::Outside);
        reading.cost.unusual += BLANK_BETWEEN_PEGS;
        self.offer(reading);
    }

    /// Returns the meanings of the characters of a picture as in a board file: `o` is a hole, and `.` is none. A single `.`
    /// with holes all around is an empty hole amid pegs.
    fn of_picture(&self, points: &[Coordinate], lattice: Lattice) -> Vec<Content> {
        let marks = || self.cells.marks.iter().zip(points);
        let holes = marks().filter(|(mark, _)| mark.symbol == 'o');
        let holes: Vec<Coordinate> = holes.map(|(_, point)| *point).collect();
        let outer = Place::new(points).outer(&holes, lattice);
        let dots = marks().filter(|(mark, _)| mark.symbol == '.');
        let (outside, enclosed): (Vec<_>, Vec<_>) =
            dots.partition(|(_, point)| outer.is_empty() || outer.contains(point));
        let (ring, dot) = match (outside.len(), enclosed.len()) {
            (0, 1) => (Content::Peg, Content::Hole),
            (_, 1) => (Content::Peg, Content::Outside),
            _ => (Content::Hole, Content::Outside),
        };
        let meaning = |kind: &Kind| if kind.symbol == 'o' { ring } else { dot };
        self.kinds.iter().map(meaning).collect()
    }

    /// Returns `true` if blanks may stand for empty holes although a character was read as one: the only character is
    /// not one that usually draws empty holes.
    fn may_have_vacant_blanks(&self, assignment: &Assignment) -> bool {
        self.only_inner_kind(assignment).is_some_and(|index| {
            let kind = &self.kinds[index];
            !kind.is_ring && kind.meanings.len() > 1
        })
    }

    /// Returns the only character that means a hole or a peg, if there is exactly one.
    fn only_inner_kind(&self, assignment: &Assignment) -> Option<usize> {
        let is_inner = |index: &usize| assignment.meanings[*index] != Content::Outside;
        let mut inner = (0..self.kinds.len()).filter(is_inner);
        inner.next().filter(|_| inner.next().is_none())
    }

    /// Returns the places within the board of the character for the ground around it, where no other character is an empty
    /// hole.
    fn inner_ground(
        &self,
        assignment: &Assignment,
        contents: &HashMap<Coordinate, (Content, usize)>,
        outer: &HashSet<Coordinate>,
    ) -> Option<Vec<Coordinate>> {
        let is_only = self.only_inner_kind(assignment).is_some();
        let mut meanings = assignment.meanings.iter().zip(self.kinds);
        let is_full = meanings.all(|(meaning, kind)| match meaning {
            Content::Hole => false,
            Content::Peg => is_only || !kind.is_ring,
            Content::Outside => true,
        });
        if !is_full || outer.is_empty() {
            return None;
        }
        let is_ground = |index: &usize| {
            let kind = &self.kinds[*index];
            kind.is_ground && !kind.is_given && assignment.meanings[*index] == Content::Outside
        };
        let mut grounds = (0..self.kinds.len()).filter(is_ground);
        let index = grounds.next().filter(|_| grounds.next().is_none())?;
        let places = contents.iter().filter(|(_, (_, kind))| *kind == index);
        let mut enclosed: Vec<Coordinate> = places
            .map(|(point, _)| *point)
            .filter(|point| !outer.contains(point))
            .collect();
        enclosed.sort_unstable_by_key(|(x, y)| (*y, *x));
        let is_part = !enclosed.is_empty() && enclosed.len() < self.kinds[index].count;
        is_part.then_some(enclosed)
    }

    /// Returns the cost of places that are unusual for their meanings.
    fn cost_of_places(
        &self,
        contents: &HashMap<Coordinate, (Content, usize)>,
        place: &Place,
        outer: &HashSet<Coordinate>,
        assignment: &Assignment,
    ) -> u32 {
        let mut cost = 0;
        let corner_kind = place
            .corners()
            .map(|corner| contents.get(&corner).map(|(_, kind)| *kind));
        let only =
            corner_kind[0].filter(|_| corner_kind.iter().all(|each| *each == corner_kind[0]));
        for (index, meaning) in assignment.meanings.iter().enumerate() {
            if self.kinds[index].meanings.len() == 1 {
                continue;
            }
            let is_in_corners = only == Some(index) && self.kinds.len() > 1;
            if *meaning != Content::Outside {
                cost += if is_in_corners { IN_CORNERS } else { 0 };
                continue;
            }
            let places = || {
                contents
                    .iter()
                    .filter(move |(_, content)| content.1 == index)
            };
            let enclosed = places()
                .filter(|(point, _)| !outer.contains(*point))
                .count();
            if !outer.is_empty() && enclosed > 0 {
                cost += if enclosed == self.kinds[index].count {
                    ALL_ENCLOSED
                } else {
                    ENCLOSED
                };
            }
        }
        cost
    }

    /// Returns the cost of characters without a hole none of which is in a corner, and of dots where blanks are such
    /// places, too.
    fn cost_outside(
        &self,
        blanks: &[Coordinate],
        contents: &HashMap<Coordinate, (Content, usize)>,
        place: &Place,
        outer: &HashSet<Coordinate>,
        assignment: &Assignment,
    ) -> u32 {
        let is_outer_blank = blanks.iter().any(|point| outer.contains(point));
        let is_in_corner = |index: usize| {
            let mut corners = place.corners().into_iter();
            corners.any(|corner| {
                contents
                    .get(&corner)
                    .is_some_and(|(_, kind)| *kind == index)
            })
        };
        let is_odd = |(index, meaning): (usize, &Content)| {
            let kind = &self.kinds[index];
            *meaning == Content::Outside
                && !kind.is_wall
                && kind.meanings.len() > 1
                && (kind.is_dot && is_outer_blank || !is_in_corner(index))
        };
        let meanings = assignment.meanings.iter().enumerate();
        UNUSUAL_OUTSIDE * meanings.filter(|each| is_odd(*each)).count() as u32
    }

    /// Adds the cost of the board to that of a reading, and keeps the reading if none is better.
    fn offer(&mut self, mut reading: Reading) {
        if self.cells.are_labels() {
            reading.labels = labels(&self.cells.labels, &reading.holes);
            if !matches!(reading.labels, Labels::Letters) {
                reading.cost.unusual += OTHER_LABELS;
            }
        }
        let of_board = cost_of_board(&reading);
        reading.cost.lacks_jumps = of_board.lacks_jumps;
        reading.cost.unusual += of_board.unusual;
        match self.best.first() {
            Some(best) if best.cost < reading.cost => return,
            Some(best) if best.cost == reading.cost => {
                if self.best.iter().any(|best| best.agrees_with(&reading)) {
                    return;
                }
            }
            _ => self.best.clear(),
        }
        self.best.push(reading);
    }

    /// Returns the meanings of characters.
    fn legend(&self, meanings: &[Content]) -> ImportLegend {
        let mut legend = ImportLegend::default();
        if self.cells.are_labels() || self.cells.are_points || self.cells.is_named {
            return legend; // the text shows no such characters
        }
        for (kind, meaning) in self.kinds.iter().zip(meanings) {
            let characters = match meaning {
                Content::Hole => &mut legend.hole,
                Content::Peg => &mut legend.peg,
                Content::Outside => &mut legend.outside,
            };
            let word = self.cells.written(kind.symbol);
            if !characters.is_empty() && (word.chars().count() > 1 || characters.contains(',')) {
                characters.push(',');
            }
            characters.push_str(&word);
            if kind.finish_like.is_some() || kind.may_mark_finish {
                legend.finish.push_str(&word);
            }
        }
        legend
    }
}

/// Returns the labels of a board whose holes have these names in the text.
fn labels(names: &[String], holes: &[Coordinate]) -> Labels {
    let numbers = (1..=names.len()).map(|number| number.to_string());
    if names == letters(&moved_to_origin(holes, top_left(holes))) {
        Labels::Letters
    } else if numbers.eq(names.iter().cloned()) {
        Labels::Numbers
    } else {
        Labels::Names(names.to_vec())
    }
}

/// Returns the cost of a board, which is high if pegs cannot jump.
fn cost_of_board(reading: &Reading) -> Cost {
    let holes: HashSet<Coordinate> = reading.holes.iter().copied().collect();
    let pegs: HashSet<Coordinate> = reading.pegs.iter().copied().collect();
    let steps = reading.lattice.directions();
    let after = |(x, y): Coordinate, (dx, dy): Coordinate| (x + dx, y + dy);
    let jumps = || {
        holes.iter().flat_map(|from| {
            let holes = &holes;
            steps.iter().filter_map(move |step| {
                let over = after(*from, *step);
                let to = after(over, *step);
                (holes.contains(&over) && holes.contains(&to)).then_some((*from, over, to))
            })
        })
    };
    let lacks_jumps = jumps().next().is_none();
    let mut unusual = 0;
    if !pegs.is_empty() && pegs.len() < holes.len() {
        let is_legal = |(from, over, to): &(Coordinate, Coordinate, Coordinate)| {
            pegs.contains(from) && pegs.contains(over) && !pegs.contains(to)
        };
        if !jumps().any(|jump| is_legal(&jump)) {
            unusual += if pegs.len() == 1 {
                NO_JUMP_OF_THE_ONLY_PEG
            } else {
                NO_JUMP_OF_A_PEG
            };
        }
    }
    let mut seen: HashSet<Coordinate> = HashSet::new();
    let mut waiting: Vec<Coordinate> = reading.holes.first().copied().into_iter().collect();
    while let Some(point) = waiting.pop() {
        if seen.insert(point) {
            let neighbors = steps.iter().map(|step| after(point, *step));
            waiting.extend(neighbors.filter(|next| holes.contains(next)));
        }
    }
    if seen.len() < holes.len() {
        unusual += UNCONNECTED;
    }
    Cost {
        lacks_jumps,
        unusual,
    }
}

/// Bounding box of a drawing.
struct Place {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Place {
    /// Maximum number of points to look at one by one.
    const MAX_POINTS: i64 = 1 << 14;

    fn new(points: &[Coordinate]) -> Place {
        let xs = || points.iter().map(|point| point.0);
        let ys = || points.iter().map(|point| point.1);
        Place {
            left: xs().min().unwrap_or(0),
            right: xs().max().unwrap_or(0),
            top: ys().min().unwrap_or(0),
            bottom: ys().max().unwrap_or(0),
        }
    }

    fn is_large(&self) -> bool {
        let side = |from: i32, to: i32| i64::from(to) - i64::from(from) + 3;
        side(self.left, self.right) * side(self.top, self.bottom) > Place::MAX_POINTS
    }

    /// Returns the points, none of a large drawing.
    fn points(&self) -> impl Iterator<Item = Coordinate> + use<> {
        let rows = if self.is_large() {
            0..0
        } else {
            self.top..self.bottom + 1
        };
        let columns = self.left..self.right + 1;
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    fn corners(&self) -> [Coordinate; 4] {
        [
            (self.left, self.top),
            (self.right, self.top),
            (self.left, self.bottom),
            (self.right, self.bottom),
        ]
    }

    /// Returns the points that steps between neighbors connect with the edge without a hole between; none of a large
    /// drawing.
    fn outer(&self, holes: &[Coordinate], lattice: Lattice) -> HashSet<Coordinate> {
        if self.is_large() {
            return HashSet::new();
        }
        let holes: HashSet<Coordinate> = holes.iter().copied().collect();
        let (left, right) = (self.left - 1, self.right + 1);
        let (top, bottom) = (self.top - 1, self.bottom + 1);
        let mut outer = HashSet::from([(left, top)]);
        let mut waiting = VecDeque::from([(left, top)]);
        while let Some((x, y)) = waiting.pop_front() {
            for (dx, dy) in lattice.directions() {
                let next = (x + dx, y + dy);
                let is_near = (left..=right).contains(&next.0) && (top..=bottom).contains(&next.1);
                if is_near && !holes.contains(&next) && outer.insert(next) {
                    waiting.push_back(next);
                }
            }
        }
        outer
    }
}

fn no_holes() -> Diagnostic {
    Diagnostic::new("the picture shows no holes")
}

fn too_large() -> Diagnostic {
    Diagnostic::new("the picture is too large: a board has 128 holes at most")
}

/// Returns the error for a picture whose characters all stand for places without a hole.
fn all_outside(cells: &Cells, first: &Mark) -> Diagnostic {
    let shown = cells.shown(first.symbol);
    no_holes()
        .at(
            first.span.clone(),
            format!("`{shown}` was read as a place without a hole"),
        )
        .remedy(Remedy::Legend)
}

/// Returns the error for a text whose letters give no board on which pegs jump.
fn without_jumps(cells: &Cells, first: &Mark) -> Diagnostic {
    let message = "no reading of the text as a drawing gives a board on which a peg can jump";
    let shown = cells.shown(first.symbol);
    Diagnostic::new(message)
        .at(
            first.span.clone(),
            format!("`{shown}` has no known meaning"),
        )
        .remedy(Remedy::Legend)
}

fn ambiguous(cells: &Cells, one: &Reading, other: &Reading) -> Diagnostic {
    let mut readings = [one.to_string(), other.to_string()];
    if readings[0] == readings[1] {
        readings = [one, other].map(|reading| format!("{reading}, {}", size(&reading.holes)));
    }
    let message = format!(
        "the picture can be read in two ways: {}",
        readings.join("; or ")
    );
    let differ = |mark: &&Mark| {
        let word = cells.word(mark.symbol); // plain, as the legend is when it is compared
        one.legend.meaning(&word) != other.legend.meaning(&word)
    };
    let (place, remedy) = match cells.marks.iter().find(differ) {
        Some(mark) => (mark, Remedy::Legend),
        None if one.lattice != other.lattice => (&cells.marks[0], Remedy::Lattice),
        None => (&cells.marks[0], Remedy::BlanksOutside),
    };
    let note = match remedy {
        Remedy::Legend => format!("`{}` can mean both", cells.shown(place.symbol)),
        _ => "the first hole".to_owned(),
    };
    Diagnostic::new(message)
        .at(place.span.clone(), note)
        .remedy(remedy)
        .readings(readings)
}

/// Describes the size of a board by its rows and columns.
fn size(holes: &[Coordinate]) -> String {
    let place = Place::new(holes);
    let (rows, columns) = (place.bottom - place.top + 1, place.right - place.left + 1);
    format!("{rows} rows and {columns} columns")
}

/// Describes the reading in one line.
impl std::fmt::Display for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.lattice)?;
        f.write_str(" lattice")?;
        if self.are_labels {
            f.write_str(match self.labels {
                Labels::Letters => ": each label a hole",
                _ => ": each label a hole of this name",
            })?;
        } else if self.are_points {
            f.write_str(": each pair the row and the column of a hole")?;
        } else if self.is_named {
            f.write_str(": the board of the game id")?;
        }
        let mut separator = ": ";
        let mut meanings = vec![
            (quoted(&self.legend.outside), "no hole"),
            (quoted(&self.legend.peg), "a peg"),
            (quoted(&self.legend.hole), "an empty hole"),
            (quoted(&self.legend.finish), "the finish"),
        ];
        if self.legend.peg.is_empty() && self.inner_blanks.is_none() {
            meanings[2].1 = "a hole";
        }
        let blanks = match self.inner_blanks {
            Some(Content::Hole) => "an empty hole",
            Some(Content::Peg) => "a peg",
            _ => "no hole",
        };
        if self.inner_blanks.is_some() {
            meanings.push((Some("a blank inside".to_owned()), blanks));
        }
        if let Some(ground) = quoted(&self.inner_ground) {
            meanings.push((Some(format!("{ground} inside")), "an empty hole"));
        }
        for (characters, meaning) in meanings {
            if let Some(characters) = characters {
                write!(f, "{separator}{characters} {meaning}")?;
                separator = ", ";
            }
        }
        if self.is_centered {
            f.write_str(", rows in the middle")?;
        }
        Ok(())
    }
}

fn quoted(characters: &str) -> Option<String> {
    (!characters.is_empty()).then(|| format!("`{}`", quotable(characters)))
}
