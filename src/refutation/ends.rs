//! Finishes moved up: the positions some jumps before a finish, where they are few.
//!
//! Every line that is long enough leads through one of the positions `d` jumps before a finish. Where the last jumps are
//! forced these are few, and functions refute more positions when each of them is a finish of its own than when the real
//! finish is: what a function may lose on the last jumps is known by then.

use super::PagodaFunction;
use super::cases::before;
use super::learning::Learner;
use crate::board::Board;
use crate::control::{Control, LimitReached, Phase};
use crate::problem::Finish;

/// The finishes of a problem, moved up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForcedEnds {
    /// The number of jumps from here to the real finish.
    pub(crate) jumps: u32,
    /// The positions so many jumps before a finish, but for those that the functions say no start leads to; `None` where
    /// there are none, and the problem is unsolvable.
    pub(crate) finish: Option<Finish>,
    /// Functions that show that positions cannot be reached from any start.
    pub(crate) functions: Vec<PagodaFunction>,
}

/// The most positions that serve as finishes.
const FEW: usize = 4;
/// Goes on past more positions than are few up to this number, because they may become few again.
const MANY: usize = 48;

impl ForcedEnds {
    /// The finishes of lines from these starts moved up as far as they are few; at least `room` pegs are left between.
    /// The starts have the same number of pegs.
    pub(crate) fn new(
        board: &Board,
        starts: &[u128],
        finish: &Finish,
        most_parities: usize,
        room: u32,
        control: &Control<'_>,
    ) -> Result<ForcedEnds, LimitReached> {
        let mut ends = ForcedEnds { jumps: 0, finish: Some(finish.clone()), functions: Vec::new() };
        let pegs = starts.first().map_or(0, |start| start.count_ones());
        let mut search =
            EndSearch { learner: Learner::new(board, most_parities), starts, functions: Vec::new() };
        let mut codes = finish.codes().to_vec();
        for jumps in 1.. {
            if codes.is_empty() || codes.len() > MANY || finish.pegs() + jumps + room > pegs {
                break;
            }
            codes = codes.iter().flat_map(|code| before(board, *code)).collect();
            codes.sort_unstable();
            codes.dedup();
            control.tick(0, || Phase::of_unknown_length("forced ends"))?;
            codes.retain(|code| search.may_reach(*code));
            if codes.len() <= FEW.max(finish.codes().len()) {
                let finish = Finish::positions(codes.iter().copied());
                ends = ForcedEnds { jumps, finish, functions: search.functions.clone() };
            }
        }
        Ok(ends)
    }
}

struct EndSearch<'a> {
    learner: Learner,
    starts: &'a [u128],
    functions: Vec<PagodaFunction>,
}

impl EndSearch<'_> {
    /// Whether no function says that no start leads to this position.
    fn may_reach(&mut self, code: u128) -> bool {
        let starts = self.starts;
        starts.iter().any(|start| {
            let refutes = |function: &PagodaFunction| function.refutes_code(*start, code);
            if self.functions.iter().any(refutes) {
                return false;
            }
            let found = self.learner.refute(*start, code);
            let may_reach = found.is_none();
            self.functions.extend(found);
            may_reach
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(name: &str, vacancy: &str, finish: &str) -> ForcedEnds {
        let board = Board::library(name).unwrap();
        let hole = |label: &str| board.hole(label).unwrap();
        let finish = Finish::Positions(vec![board.pegs([hole(finish)]).code()]);
        let start = board.vacate(hole(vacancy)).code();
        ForcedEnds::new(&board, &[start], &finish, 4, 8, &Control::default()).unwrap()
    }

    #[test]
    fn the_last_jumps_into_the_corner_of_wieglebs_board_are_forced() {
        let board = Board::library("wiegleb").unwrap();
        let holes = ["e2", "e4", "e5"].map(|label| board.hole(label).unwrap());
        let ends = ends("wiegleb", "e1", "e1");
        assert_eq!(ends.jumps, 2);
        assert_eq!(ends.finish, Finish::positions([board.pegs(holes).code()]));
    }

    #[test]
    fn an_end_that_cannot_be_reached_is_none() {
        let ends = ends("diamond41", "d2", "f8");
        assert_eq!(ends.finish, None);
    }
}
