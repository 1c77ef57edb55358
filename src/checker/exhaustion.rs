//! Searches that leave nothing out.
//!
//! Why a side proves what it does. Say a game leads from a start to a finish, through the positions `p0, p1,
//! …`. Those of them down to a side's own finishes are not refuted, for where a side goes back from the real
//! finish by a few last jumps, the game leads through one of the positions that the checker finds there, and
//! no function says that this one cannot be reached from those before it. From here on this position is the
//! finish. The set holds an image of `p0`. If it holds an image `g p`, then the jump from `p` to the next
//! position `q` is, moved by `g`, a jump from `g p` to `g q`, because symmetries carry jumps onto jumps; and
//! `g q` is not refuted, because its game leads on to an image of the finish, which is a finish as well. So
//! the set, which is closed, holds an image of `q`. In the end, with one side, it holds an image of the
//! finish, which is a finish. With two sides, the position at which they meet has an image in one set, and
//! its complement one in the other.

use super::flaw::{Checked, require, wrong};
use super::format::ExhaustionPart;
use super::refutation::Finishes;
use super::resources::Resources;
use super::side::{Side, Task};
use super::statement::Statement;
use super::word::Word;

/// Checks that no open finish can be reached; returns the number of positions checked.
pub(super) fn check(
    statement: &Statement,
    open: &Finishes,
    part: &ExhaustionPart,
    resources: &Resources<'_>,
) -> Checked<u64> {
    const NARROW: usize = 64;
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
    let complement = |code: u128| board.full() & !code;
    let (start, start_pegs, finish_pegs) = (statement.start, statement.start.count_ones(), open.pegs());
    let vacancies = |pegs: u32| board.holes() as u32 - pegs;
    require(finish_pegs <= start_pegs, "exhaustion", || {
        "the finish has more pegs than the start".to_owned()
    })?;
    let meets = |meeting: u32| {
        require((finish_pegs..=start_pegs).contains(&meeting), "exhaustion.meeting", || {
            format!("it is not between {finish_pegs} and {start_pegs} pegs")
        })
    };
    let forward = |part, met_at| {
        let task = Task { place: "exhaustion, forward", starts: vec![start], finishes: open.clone(), met_at };
        Side::<W>::check(board, task, part, resources)
    };
    let backward = |part, met_at| {
        let Finishes::Listed(finishes) = open else {
            return wrong("exhaustion", "there are too many finishes to play backwards from");
        };
        let mut starts: Vec<u128> = finishes.iter().map(|finish| complement(*finish)).collect();
        starts.sort_unstable();
        let finishes = Finishes::Listed(vec![complement(start)]);
        let task = Task { place: "exhaustion, backward", starts, finishes, met_at };
        Side::<W>::check(board, task, part, resources)
    };
    match part {
        ExhaustionPart::NotNeeded => wrong("exhaustion", "there are finishes that nothing else refutes"),
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
        ExhaustionPart::BothWays { meeting, forward: one, backward: other } => {
            meets(*meeting)?;
            let (one, other) = (forward(one, vec![*meeting])?, backward(other, vec![vacancies(*meeting)])?);
            one.does_not_meet(&other, *meeting)?;
            Ok(one.count + other.count)
        }
        ExhaustionPart::Halved { meeting, forward: side } => {
            meets(*meeting)?;
            require(*open == Finishes::Listed(vec![complement(start)]), "exhaustion", || {
                "the complement of the start is not the only finish left to it".to_owned()
            })?;
            require(2 * meeting <= board.holes() as u32, "exhaustion.meeting", || {
                "it is more than half the holes".to_owned()
            })?;
            let side = forward(side, vec![vacancies(*meeting), *meeting])?;
            side.does_not_meet(&side, *meeting)?;
            Ok(side.count)
        }
    }
}
