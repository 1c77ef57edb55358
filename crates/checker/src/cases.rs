//! Trees of cases, which prove that no line leads from a start to a match of a pattern. A finish is a pattern without free
//! holes.
//!
//! Soundness. A line from a position to a match has a first jump and a last jump, unless the position itself matches. So no
//! line exists if none leads to a match from any position after a first jump, or if none leads to a match of any pattern
//! before a last jump: the positions from which a jump leads to a match of a pattern are the matches of another one. Every
//! jump removes a peg, so no line leads from a position that does not match to a match with as many pegs or more. A symmetry
//! carries jumps onto jumps, and thus lines onto lines between the images.

use super::flaw::{Checked, wrong};
use super::pattern::Pattern;
use super::refuter::{Refuter, parity};
use crate::format::CasePart;
use std::collections::HashSet;

/// Maximum number of cases in a tree.
const MAX_CASES: usize = 1 << 20;

/// Cases between two polls of the caller.
const STRIDE: usize = 1 << 8;

/// Checks that no line leads from the start to a match of this pattern.
pub(super) fn check(
    refuter: &Refuter<'_>,
    finish: Pattern,
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
    cases.check((refuter.statement.start, finish), part)
}

/// Start and pattern.
type Case = (u128, Pattern);

struct Cases<'a> {
    refuter: &'a Refuter<'a>,
    place: &'a str,
    /// Path to the current case: the number of each ancestor among its siblings, from 1.
    path: Vec<usize>,
    /// Refuted cases, each as its smallest image.
    refuted: HashSet<Case>,
    count: usize,
}

impl Cases<'_> {
    fn check(&mut self, case: Case, part: &CasePart) -> Checked<()> {
        self.count += 1;
        if self.count > MAX_CASES {
            return self.wrong(format!("there are more than {MAX_CASES} cases"));
        }
        if self.count.is_multiple_of(STRIDE) {
            self.refuter.resources.count(0)?;
        }
        let (start, finish) = case;
        match part {
            CasePart::Class(number) => self.check_class(case, *number)?,
            CasePart::Function(number) => self.check_function(case, *number)?,
            CasePart::Seen => return self.check_seen(case),
            CasePart::First(parts) => {
                let starts = self.split(case, |cases| cases.board().after(start))?;
                let cases = starts.into_iter().map(|start| (start, finish));
                self.check_each(cases.collect(), parts)?;
            }
            CasePart::Last(parts) => {
                let finishes = self.split(case, |cases| finish.before(cases.board()))?;
                let cases = finishes.into_iter().map(|finish| (start, finish));
                self.check_each(cases.collect(), parts)?;
            }
        }
        self.refuted.insert(self.refuter.symmetries.smallest(case));
        Ok(())
    }

    fn board(&self) -> &super::board::Board {
        &self.refuter.statement.board
    }

    /// Returns the positions or patterns one jump away, or none if the peg counts leave no room for a jump.
    fn split<T>(&self, (start, finish): Case, next: impl Fn(&Self) -> Vec<T>) -> Checked<Vec<T>> {
        if finish.matches(start) {
            return self.wrong("the start is a finish".to_owned());
        }
        Ok(if start.count_ones() > finish.least_pegs() {
            next(self)
        } else {
            Vec::new()
        })
    }

    fn check_each(&mut self, cases: Vec<Case>, parts: &[CasePart]) -> Checked<()> {
        if cases.len() != parts.len() {
            return self.wrong(format!(
                "there are {} cases, of which {} are listed",
                cases.len(),
                parts.len()
            ));
        }
        for (index, (case, part)) in cases.into_iter().zip(parts).enumerate() {
            self.path.push(index + 1);
            self.check(case, part)?;
            self.path.pop();
        }
        Ok(())
    }

    fn check_class(&self, case: Case, number: usize) -> Checked<()> {
        let (start, finish) = case;
        match self.refuter.invariants.number(number) {
            None => self.wrong(format!("there is no invariant number {number}")),
            Some(set) if !finish.fixes(set) => self.wrong(format!(
                "{}: the pattern does not fix the parity of the invariant",
                self.shown(case)
            )),
            Some(set) if parity(set & start) == parity(set & finish.pegs) => {
                self.wrong(format!("{}: the parities do not differ", self.shown(case)))
            }
            Some(_) => Ok(()),
        }
    }

    fn check_function(&self, case: Case, number: usize) -> Checked<()> {
        let (start, finish) = case;
        match self.refuter.functions.get(number.wrapping_sub(1)) {
            None => self.wrong(format!("there is no function number {number}")),
            Some(function) if finish.is_refuted_by(function, start) => Ok(()),
            Some(_) => self.wrong(format!(
                "function {number} does not refute {}",
                self.shown(case)
            )),
        }
    }

    fn check_seen(&self, case: Case) -> Checked<()> {
        if self
            .refuted
            .contains(&self.refuter.symmetries.smallest(case))
        {
            Ok(())
        } else {
            self.wrong(format!("{} has not been refuted before", self.shown(case)))
        }
    }

    fn shown(&self, (start, finish): Case) -> String {
        let labels = |code| self.board().labels(code);
        let (pegs, empty) = (labels(finish.pegs), labels(finish.empty));
        let to = match (finish.pegs, finish.is_whole(self.board())) {
            (_, true) => format!("pegs in {pegs}"),
            (0, false) => format!("no pegs in {empty}"),
            _ if finish.empty == 0 => format!("at least pegs in {pegs}"),
            _ => format!("at least pegs in {pegs} and none in {empty}"),
        };
        format!("pegs in {} to {to}", labels(start))
    }

    fn path_shown(&self) -> String {
        let numbers: Vec<String> = self.path.iter().map(ToString::to_string).collect();
        if numbers.is_empty() {
            self.place.to_owned()
        } else {
            format!("{}, case {}", self.place, numbers.join("."))
        }
    }

    fn wrong<T>(&self, message: String) -> Checked<T> {
        wrong(self.path_shown(), message)
    }
}
