//! Finishes moved up: the positions some jumps before a finish, where they are few.
//!
//! Every line that is long enough leads through one of the positions `d` jumps before a finish. Where the
//! last jumps are forced these are few, and functions refute more positions when each of them is a finish of
//! its own than when the real finish is: what a function may lose on the last jumps is known by then.

use super::cases::{after, before};
use super::learning::Learner;
use crate::board::{Board, Symmetry};
use crate::control::{Control, LimitReached, Phase};
use crate::problem::Finish;
use crate::problem::answer::PagodaFunction;

/// The finishes of a problem, moved up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForcedEnds {
    /// The real finish.
    finish: Finish,
    /// The number of jumps from the ends to the real finish.
    pub(crate) jumps: u32,
    /// The positions this many jumps before a finish, except those that the functions say no start leads
    /// to.
    pub(crate) ends: Finish,
    /// Functions that show that positions cannot be reached from any start.
    pub(crate) functions: Vec<PagodaFunction>,
    /// Positions before the finish that the functions do not refute, at whatever number of jumps.
    left: Vec<u128>,
    starts: Vec<u128>,
}

/// The most positions that serve as finishes.
const FEW: usize = 4;
/// Goes on past more positions than are few up to this number, because they may become few again.
const MANY: usize = 48;

impl ForcedEnds {
    /// No jumps before the finish.
    pub(crate) fn none(finish: &Finish) -> ForcedEnds {
        let (ends, finish) = (finish.clone(), finish.clone());
        ForcedEnds {
            finish,
            jumps: 0,
            ends,
            functions: Vec::new(),
            left: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// The finishes of lines from these starts, moved up as far as they are few and these symmetries carry
    /// them onto themselves, with `room` more jumps before them. The starts have the same number of pegs.
    /// Some functions are known already.
    pub(crate) fn new(
        learner: Learner,
        starts: &[u128],
        finish: &Finish,
        room: u32,
        symmetries: &[Symmetry],
        known: &[PagodaFunction],
        control: &Control<'_>,
    ) -> Result<ForcedEnds, LimitReached> {
        let mut found = ForcedEnds::none(finish);
        let board = learner.board().clone();
        let mut search = EndSearch {
            learner,
            starts,
            functions: known.to_vec(),
        };
        let pegs = starts.first().map_or(0, |start| start.count_ones());
        let (mut codes, mut left) = (finish.codes().to_vec(), Vec::new());
        for jumps in 1.. {
            if codes.is_empty() || codes.len() > MANY || finish.pegs() + jumps + room > pegs {
                break;
            }
            codes = codes
                .iter()
                .flat_map(|code| before(&board, *code))
                .collect();
            codes.sort_unstable();
            codes.dedup();
            codes = search.reachable(codes, control)?;
            left.extend(&codes);
            let is_image_of_end = |code: u128| codes.binary_search(&code).is_ok();
            let is_kept = codes.iter().all(|code| {
                symmetries
                    .iter()
                    .all(|symmetry| is_image_of_end(symmetry.apply_code(*code)))
            });
            if codes.len() > FEW.max(finish.codes().len()) || !is_kept {
                continue;
            }
            if let Some(ends) = Finish::positions(codes.iter().copied()) {
                let (functions, left) = (search.functions.clone(), left.clone());
                let (finish, starts) = (finish.clone(), starts.to_vec());
                found = ForcedEnds {
                    finish,
                    jumps,
                    ends,
                    functions,
                    left,
                    starts,
                };
            }
        }
        // A function that was found for a later position may refute an earlier one.
        if found.left.iter().all(|code| found.is_spared_by_all(*code)) {
            Ok(found)
        } else {
            Ok(ForcedEnds::none(finish))
        }
    }

    /// Whether the ends stay the same when this function is one of the functions.
    pub(crate) fn are_spared_by(&self, function: &PagodaFunction) -> bool {
        let spares = |code: &u128| {
            self.starts
                .iter()
                .any(|start| !function.refutes_code(*start, *code))
        };
        self.left.iter().all(spares)
    }

    fn is_spared_by_all(&self, code: u128) -> bool {
        let spares = |function: &PagodaFunction| {
            self.starts
                .iter()
                .any(|start| !function.refutes_code(*start, code))
        };
        self.functions.iter().all(spares)
    }

    /// The positions from one of the ends to the real finish, without the first.
    pub(crate) fn line_from(&self, board: &Board, end: u128) -> Vec<u128> {
        let mut line = Vec::new();
        self.extend(board, end, self.jumps, &mut line);
        line.reverse();
        line
    }

    /// Whether the finish can be reached in this number of jumps; the positions on the way, the last first.
    fn extend(&self, board: &Board, position: u128, jumps: u32, line: &mut Vec<u128>) -> bool {
        if jumps == 0 {
            return self.finish.contains(position);
        }
        let next = after(board, position).find(|next| self.extend(board, *next, jumps - 1, line));
        line.extend(next);
        next.is_some()
    }
}

struct EndSearch<'a> {
    learner: Learner,
    starts: &'a [u128],
    functions: Vec<PagodaFunction>,
}

impl EndSearch<'_> {
    /// The positions to which a start may lead. Each can take a linear program.
    fn reachable(
        &mut self,
        codes: Vec<u128>,
        control: &Control<'_>,
    ) -> Result<Vec<u128>, LimitReached> {
        let mut reachable = Vec::new();
        for code in codes {
            control.tick(0, || Phase::of_unknown_length("forced ends"))?;
            if self.may_reach(code) {
                reachable.push(code);
            }
        }
        Ok(reachable)
    }

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

    #[test]
    fn the_last_jumps_into_the_corner_of_wieglebs_board_are_forced() {
        let board = Board::library("wiegleb").unwrap();
        let code = |labels: &[&str]| {
            board
                .pegs(labels.iter().map(|label| board.hole(label).unwrap()))
                .code()
        };
        let (start, finish) = (
            board.full().code() & !code(&["e1"]),
            Finish::Positions(vec![code(&["e1"])]),
        );
        let symmetries = finish.stabilizer(&board);
        let learner = Learner::new(&board, super::super::MAX_PARITIES);
        let ends = ForcedEnds::new(
            learner,
            &[start],
            &finish,
            20,
            &symmetries,
            &[],
            &Control::default(),
        )
        .unwrap();
        assert_eq!(
            (ends.jumps, ends.ends.codes()),
            (2, [code(&["e2", "e4", "e5"])].as_slice())
        );
        let line = ends.line_from(&board, code(&["e2", "e4", "e5"]));
        assert_eq!(line, [code(&["e2", "e3"]), code(&["e1"])]);
    }
}
