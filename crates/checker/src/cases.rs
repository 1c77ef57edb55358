//! Trees of cases, which prove that no line leads from a start to a finish.
//!
//! Soundness. A line from a position to one with fewer pegs has a first jump and a last jump. So no line exists if none
//! leads to the finish from any position after a first jump, or if none leads to any position before a last jump. No
//! line leads from a position to a different one with as many pegs or more. A symmetry carries jumps onto jumps, and
//! thus lines onto lines between the images.

use super::flaw::{Checked, wrong};
use super::refuter::{Refuter, parity};
use crate::format::CasePart;
use std::collections::HashSet;

/// Maximum number of cases in a tree.
const MOST: usize = 1 << 20;

/// Cases between two polls of the caller.
const STRIDE: usize = 1 << 8;

/// Checks that no line leads from the start to this finish.
pub(super) fn check(
    refuter: &Refuter<'_>,
    finish: u128,
    part: &CasePart,
    place: &str,
) -> Checked<()> {
    let mut cases = Cases {
        refuter,
        place,
        path: Vec::new(),
        refuted: HashSet::new(),
        count: 0,
    };
    cases.check(refuter.statement.start, finish, part)
}

struct Cases<'a> {
    refuter: &'a Refuter<'a>,
    place: &'a str,
    /// Path to the current case: the number of each ancestor among its siblings, from 1.
    path: Vec<usize>,
    /// Refuted pairs of start and finish, each as its smallest image.
    refuted: HashSet<(u128, u128)>,
    count: usize,
}

impl Cases<'_> {
    fn check(&mut self, start: u128, finish: u128, part: &CasePart) -> Checked<()> {
        self.count += 1;
        if self.count > MOST {
            return self.wrong(format!("there are more than {MOST} cases"));
        }
        if self.count.is_multiple_of(STRIDE) {
            self.refuter.resources.count(0)?;
        }
        match part {
            CasePart::Class(number) => self.check_class(start, finish, *number)?,
            CasePart::Function(number) => self.check_function(start, finish, *number)?,
            CasePart::Seen => return self.check_seen(start, finish),
            CasePart::First(parts) => {
                let starts = self.split(start, finish, |cases| cases.board().after(start))?;
                self.check_each(
                    starts.into_iter().map(|start| (start, finish)).collect(),
                    parts,
                )?;
            }
            CasePart::Last(parts) => {
                let finishes = self.split(start, finish, |cases| cases.board().before(finish))?;
                self.check_each(
                    finishes.into_iter().map(|finish| (start, finish)).collect(),
                    parts,
                )?;
            }
        }
        let pair = self.refuter.symmetries.smallest_pair(start, finish);
        self.refuted.insert(pair);
        Ok(())
    }

    fn board(&self) -> &super::board::Board {
        &self.refuter.statement.board
    }

    /// Returns the positions one jump away, or none if the peg counts leave no room for a jump.
    fn split(
        &self,
        start: u128,
        finish: u128,
        next: impl Fn(&Self) -> Vec<u128>,
    ) -> Checked<Vec<u128>> {
        if start == finish {
            return self.wrong("the start is the finish".to_owned());
        }
        Ok(if start.count_ones() > finish.count_ones() {
            next(self)
        } else {
            Vec::new()
        })
    }

    fn check_each(&mut self, pairs: Vec<(u128, u128)>, parts: &[CasePart]) -> Checked<()> {
        if pairs.len() != parts.len() {
            return self.wrong(format!(
                "there are {} cases, of which {} are listed",
                pairs.len(),
                parts.len()
            ));
        }
        for (index, ((start, finish), part)) in pairs.into_iter().zip(parts).enumerate() {
            self.path.push(index + 1);
            self.check(start, finish, part)?;
            self.path.pop();
        }
        Ok(())
    }

    fn check_class(&self, start: u128, finish: u128, number: usize) -> Checked<()> {
        match self.refuter.invariants.number(number) {
            None => self.wrong(format!("there is no invariant number {number}")),
            Some(set) if parity(set & start) == parity(set & finish) => self.wrong(format!(
                "{}: the parities do not differ",
                self.shown(start, finish)
            )),
            Some(_) => Ok(()),
        }
    }

    fn check_function(&self, start: u128, finish: u128, number: usize) -> Checked<()> {
        match self.refuter.functions.get(number.wrapping_sub(1)) {
            None => self.wrong(format!("there is no function number {number}")),
            Some(function) if function.refutes(start, finish) => Ok(()),
            Some(_) => self.wrong(format!(
                "function {number} does not refute {}",
                self.shown(start, finish)
            )),
        }
    }

    fn check_seen(&self, start: u128, finish: u128) -> Checked<()> {
        match self
            .refuted
            .contains(&self.refuter.symmetries.smallest_pair(start, finish))
        {
            true => Ok(()),
            false => self.wrong(format!(
                "{} has not been refuted before",
                self.shown(start, finish)
            )),
        }
    }

    fn shown(&self, start: u128, finish: u128) -> String {
        let labels = |code| self.board().labels(code);
        format!("pegs in {} to pegs in {}", labels(start), labels(finish))
    }

    fn path_shown(&self) -> String {
        let numbers: Vec<String> = self.path.iter().map(ToString::to_string).collect();
        match numbers.is_empty() {
            true => self.place.to_owned(),
            false => format!("{}, case {}", self.place, numbers.join(".")),
        }
    }

    fn wrong<T>(&self, message: String) -> Checked<T> {
        wrong(self.path_shown(), message)
    }
}
