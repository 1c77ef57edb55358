//! Exhaustive searches.
//!
//! Soundness of a side. Suppose that a line leads from a start to a finish through the positions `p0, p1, …`. A side
//! may replace the finish by the positions a few last jumps before it. The line passes through one of these, and no
//! function refutes the line up to there; call that position the finish from here on. The set of the side holds an
//! image of `p0`. If it holds an image `g p` of a position `p` of the line, then the jump from `p` to the next position
//! `q` becomes, moved by `g`, a jump from `g p` to `g q`, because symmetries carry jumps onto jumps. No function refutes
//! `g q`, because a line leads from it to an image of the finish, which is a finish as well. So the set, being closed,
//! holds an image of `q`. By induction, a single side holds a finish at the end. With two sides, the position where they
//! meet has an image in one set, and its complement has one in the other.

use super::flaw::{Checked, require, wrong};
use super::refutation::Finishes;
use super::resources::Resources;
use super::side::{Side, Task};
use super::statement::Statement;
use super::word::Word;
use crate::format::ExhaustionPart;

/// Maximum number of holes of a position in a `u64`.
pub(super) const NARROW: usize = 64;

/// Checks that no open finish can be reached and returns the number of positions checked.
pub(super) fn check(
    statement: &Statement,
    open: &Finishes,
    part: &ExhaustionPart,
    resources: &Resources<'_>,
) -> Checked<u64> {
    if statement.board.holes() <= NARROW {
        check_in_words::<u64>(statement, open, part, resources)
    } else {
        check_in_words::<u128>(statement, open, part, resources)
    }
}

fn check_in_words<W: Word>(
    statement: &Statement,
    open: &Finishes,
    part: &ExhaustionPart,
    resources: &Resources<'_>,
) -> Checked<u64> {
    let board = &statement.board;
    let question = Question { statement, open };
    question.check_pegs()?;
    let forward = |part, met_at| Side::<W>::check(board, question.forward(met_at), part, resources);
    let backward =
        |part, met_at| Side::<W>::check(board, question.backward(met_at)?, part, resources);
    match part {
        ExhaustionPart::NotNeeded => {
            wrong("exhaustion", "there are finishes that nothing else refutes")
        }
        ExhaustionPart::Forward(part) => {
            let side = forward(part, Vec::new())?;
            side.holds_no_finish()?;
            Ok(side.count)
        }
        ExhaustionPart::Backward(part) => {
            let side = backward(part, Vec::new())?;
            side.holds_no_finish()?;
            Ok(side.count)
        }
        ExhaustionPart::BothWays {
            meeting,
            forward: one,
            backward: other,
        } => {
            question.check_meeting(*meeting)?;
            let one = forward(one, vec![*meeting])?;
            let other = backward(other, vec![question.vacancies(*meeting)])?;
            one.does_not_meet(&other, *meeting)?;
            Ok(one.count + other.count)
        }
        ExhaustionPart::Halved {
            meeting,
            forward: side,
        } => {
            question.check_meeting(*meeting)?;
            let complement = question.complement(statement.start);
            require(
                *open == Finishes::Listed(vec![complement]),
                "exhaustion",
                || "the complement of the start is not the only finish left to it".to_owned(),
            )?;
            require(
                2 * meeting <= board.holes() as u32,
                "exhaustion.meeting",
                || "it is more than half the holes".to_owned(),
            )?;
            let side = forward(side, vec![question.vacancies(*meeting), *meeting])?;
            side.does_not_meet(&side, *meeting)?;
            Ok(side.count)
        }
    }
}

/// A start and the finishes that it may reach.
pub(super) struct Question<'a> {
    pub(super) statement: &'a Statement,
    pub(super) open: &'a Finishes,
}

impl Question<'_> {
    fn complement(&self, code: u128) -> u128 {
        self.statement.board.full() & !code
    }

    pub(super) fn vacancies(&self, pegs: u32) -> u32 {
        self.statement.board.holes() as u32 - pegs
    }

    pub(super) fn check_pegs(&self) -> Checked<()> {
        require(
            self.open.pegs() <= self.statement.start.count_ones(),
            "exhaustion",
            || "the finish has more pegs than the start".to_owned(),
        )
    }

    pub(super) fn check_meeting(&self, meeting: u32) -> Checked<()> {
        let (start_pegs, finish_pegs) = (self.statement.start.count_ones(), self.open.pegs());
        require(
            (finish_pegs..=start_pegs).contains(&meeting),
            "exhaustion.meeting",
            || format!("it is not between {finish_pegs} and {start_pegs} pegs"),
        )
    }

    pub(super) fn forward(&self, met_at: Vec<u32>) -> Task {
        let starts = vec![self.statement.start];
        Task {
            place: "exhaustion, forward",
            starts,
            finishes: self.open.clone(),
            met_at,
        }
    }

    pub(super) fn backward(&self, met_at: Vec<u32>) -> Checked<Task> {
        let Finishes::Listed(finishes) = self.open else {
            return wrong(
                "exhaustion",
                "there are too many finishes to play backwards from",
            );
        };
        let mut starts: Vec<u128> = finishes
            .iter()
            .map(|finish| self.complement(*finish))
            .collect();
        starts.sort_unstable();
        let finishes = Finishes::Listed(vec![self.complement(self.statement.start)]);
        Ok(Task {
            place: "exhaustion, backward",
            starts,
            finishes,
            met_at,
        })
    }
}
