//! The board and the rule of the jump.

use super::counted;
use super::flaw::{Checked, require, wrong};
use super::refuter::distinct;
use crate::format::{BoardPart, LatticePart};
use std::collections::{HashMap, HashSet};

/// Maximum number of holes: the bits of a code.
const MAX_HOLES: usize = 128;
/// Maximum number of listed jumps.
const MAX_JUMPS: usize = 4096;

/// Jump of a peg `from` a hole, `over` a peg in a neighboring hole, which is removed, `to` the empty hole beyond. Holes
/// are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Jump {
    pub(super) from: usize,
    pub(super) over: usize,
    pub(super) to: usize,
}

/// Board with checked holes and labels, and its jumps.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) part: BoardPart,
    pub(super) jumps: Vec<Jump>,
}

impl Board {
    pub(super) fn new(part: BoardPart) -> Checked<Board> {
        let jumps = match &part.lattice {
            LatticePart::Jumps(jumps) => {
                check_count("board.labels", part.labels.len())?;
                for (field, is_absent) in [
                    ("holes", part.holes.is_empty()),
                    ("jumps", part.jumps.is_none()),
                    ("without", part.without.is_empty()),
                ] {
                    require(is_absent, format_args!("board.{field}"), || {
                        "a board that lists its jumps has no such field".to_owned()
                    })?;
                }
                listed_jumps(jumps, part.labels.len(), "board.lattice")?
            }
            LatticePart::Square | LatticePart::Triangular => {
                check_holes(&part.holes)?;
                let mut jumps = along_steps(&steps(&part)?, &part.holes);
                for jump in listed_jumps(&part.without, part.holes.len(), "board.without")? {
                    require(jumps.contains(&jump), "board.without", || {
                        let Jump { from, over, to } = jump;
                        format!("({from}, {over}, {to}) is not a jump of the lattice")
                    })?;
                    jumps.retain(|each| *each != jump);
                }
                check_labels(&part.labels, part.holes.len())?;
                return Ok(Board { part, jumps });
            }
        };
        check_labels(&part.labels, part.labels.len())?;
        Ok(Board { part, jumps })
    }

    pub(super) fn holes(&self) -> usize {
        self.part.labels.len()
    }

    pub(super) fn full(&self) -> u128 {
        u128::MAX >> (MAX_HOLES - self.holes())
    }

    pub(super) fn label(&self, hole: usize) -> &str {
        &self.part.labels[hole]
    }

    pub(super) fn hole(&self, label: &str, place: &str) -> Checked<usize> {
        match self.part.labels.iter().position(|known| known == label) {
            Some(hole) => Ok(hole),
            None => wrong(place, format_args!("the board has no hole `{label}`")),
        }
    }

    /// Parses labels separated by white space into the code of a set of holes.
    pub(super) fn code(&self, labels: &str, place: &str) -> Checked<u128> {
        labels.split_whitespace().try_fold(0, |code, label| {
            let bit = 1u128 << self.hole(label, place)?;
            require(code & bit == 0, place, || {
                format!("the hole `{label}` is listed twice")
            })?;
            Ok(code | bit)
        })
    }

    /// Returns the labels of a set of holes, separated by spaces.
    pub(super) fn labels(&self, code: u128) -> String {
        let labels: Vec<&str> = holes_of(code).map(|hole| self.label(hole)).collect();
        labels.join(" ")
    }

    pub(super) fn jumps_between(&self, from: usize, to: usize) -> impl Iterator<Item = Jump> + '_ {
        let connects = move |jump: &Jump| jump.from == from && jump.to == to;
        self.jumps.iter().copied().filter(connects)
    }

    /// Returns the positions one jump after this one, in ascending order.
    pub(super) fn after(&self, position: u128) -> Vec<u128> {
        let possible = self
            .jumps
            .iter()
            .filter(|jump| position & jump.change() == jump.pegs());
        distinct(possible.map(|jump| position ^ jump.change()))
    }

    /// Returns the positions one jump before this one, in ascending order.
    pub(super) fn before(&self, position: u128) -> Vec<u128> {
        let can_be_undone = |jump: &&Jump| position & jump.change() == jump.change() & !jump.pegs();
        let undone = self.jumps.iter().filter(can_be_undone);
        distinct(undone.map(|jump| position ^ jump.change()))
    }

    pub(super) fn notation(&self, jump: Jump) -> String {
        format!("{}-{}", self.label(jump.from), self.label(jump.to))
    }
}

impl Jump {
    /// Returns the code of the two holes that must hold pegs.
    pub(super) fn pegs(self) -> u128 {
        1 << self.from | 1 << self.over
    }

    /// Returns the code of the three holes that the jump changes.
    pub(super) fn change(self) -> u128 {
        self.pegs() | 1 << self.to
    }
}

/// Iterates over the holes of a code in ascending order.
pub(super) fn holes_of(code: u128) -> impl Iterator<Item = usize> {
    let rests = std::iter::successors(Some(code), |rest| Some(rest & rest.wrapping_sub(1)));
    rests
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

fn check_count(place: &str, holes: usize) -> Checked<()> {
    require((1..=MAX_HOLES).contains(&holes), place, || {
        format!("there are {holes} holes; a board has from 1 to {MAX_HOLES}")
    })
}

/// Checks listed jumps: three different holes each, and each jump once.
fn listed_jumps(listed: &[(usize, usize, usize)], holes: usize, place: &str) -> Checked<Vec<Jump>> {
    require(listed.len() <= MAX_JUMPS, place, || {
        format!(
            "there are {} jumps; at most {MAX_JUMPS} are allowed",
            listed.len()
        )
    })?;
    let mut seen = HashSet::new();
    for (index, &(from, over, to)) in listed.iter().enumerate() {
        let are_holes = from.max(over).max(to) < holes;
        let is_jump = are_holes && from != over && over != to && to != from;
        require(is_jump, format_args!("{place}[{index}]"), || {
            format!(
                "({from}, {over}, {to}) is not a jump; it needs three different holes of the board"
            )
        })?;
        require(
            seen.insert((from, over, to)),
            format_args!("{place}[{index}]"),
            || format!("({from}, {over}, {to}) is listed twice"),
        )?;
    }
    let jump = |&(from, over, to): &(usize, usize, usize)| Jump { from, over, to };
    Ok(listed.iter().map(jump).collect())
}

fn check_holes(holes: &[(i32, i32)]) -> Checked<()> {
    const PLACE: &str = "board.holes";
    check_count(PLACE, holes.len())?;
    let out_of_order = holes
        .windows(2)
        .position(|pair| (pair[0].1, pair[0].0) >= (pair[1].1, pair[1].0));
    match out_of_order {
        Some(index) => wrong(
            format_args!("{PLACE}[{}]", index + 1),
            format_args!(
                "{:?} does not come after {:?}; list every hole once, row by row from the top left",
                holes[index + 1],
                holes[index]
            ),
        ),
        None => Ok(()),
    }
}

fn check_labels(labels: &[String], holes: usize) -> Checked<()> {
    const PLACE: &str = "board.labels";
    require(labels.len() == holes, PLACE, || {
        format!(
            "there {} {} for {}",
            if labels.len() == 1 { "is" } else { "are" },
            counted(labels.len(), "label"),
            counted(holes, "hole")
        )
    })?;
    for (index, label) in labels.iter().enumerate() {
        let is_word = !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '_');
        require(is_word, format_args!("{PLACE}[{index}]"), || {
            format!("`{label}` is not a word of letters and digits")
        })?;
        require(
            !labels[..index].contains(label),
            format_args!("{PLACE}[{index}]"),
            || format!("`{label}` is the label of another hole as well"),
        )?;
    }
    Ok(())
}

/// Returns the unit steps of the jumps: the listed ones, or else those of the lattice.
fn steps(part: &BoardPart) -> Checked<Vec<(i32, i32)>> {
    const PLACE: &str = "board.jumps";
    let usual: &[(i32, i32)] = match part.lattice {
        LatticePart::Square => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
        LatticePart::Triangular => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
        LatticePart::Jumps(_) => &[],
    };
    let Some(listed) = &part.jumps else {
        return Ok(usual.to_vec());
    };
    require(!listed.is_empty(), PLACE, || {
        "the list is empty; omit it for the steps of the lattice".to_owned()
    })?;
    for (index, step) in listed.iter().enumerate() {
        let is_diagonal = step.0.checked_abs() == Some(1) && step.1.checked_abs() == Some(1);
        let is_step = usual.contains(step) || is_diagonal && part.lattice == LatticePart::Square;
        let place = format_args!("{PLACE}[{index}]");
        require(is_step, place, || {
            format!("{step:?} is not a step to a neighbor")
        })?;
        require(!listed[..index].contains(step), place, || {
            format!("{step:?} is listed twice")
        })?;
    }
    Ok(listed.clone())
}

/// Returns the jumps along these steps, ordered by the hole in the middle.
fn along_steps(steps: &[(i32, i32)], holes: &[(i32, i32)]) -> Vec<Jump> {
    let index: HashMap<(i32, i32), usize> = holes
        .iter()
        .enumerate()
        .map(|(i, &point)| (point, i))
        .collect();
    let mut jumps = Vec::new();
    for (over, &(x, y)) in holes.iter().enumerate() {
        for &(dx, dy) in steps {
            let (Some(before), Some(after)) = (
                x.checked_sub(dx).zip(y.checked_sub(dy)),
                x.checked_add(dx).zip(y.checked_add(dy)),
            ) else {
                continue;
            };
            if let (Some(&one), Some(&other)) = (index.get(&before), index.get(&after)) {
                jumps.push(Jump {
                    from: one,
                    over,
                    to: other,
                });
            }
        }
    }
    jumps
}
