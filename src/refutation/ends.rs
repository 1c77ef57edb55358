//! Forced ends: the positions some jumps before a finish, where they are few.
//!
//! Every line that is long enough passes through one of the positions `d` jumps before a finish. Where the
//! last jumps are forced, these are few. Functions refute more positions when each of them is a separate
//! finish, because the losses on the last jumps are then known.

use super::cases::{after, before};
use super::learning::Learner;
use crate::board::{Board, Symmetry};
use crate::control::{Control, LimitReached, Phase};
use crate::problem::Finish;
use crate::problem::answer::PagodaFunction;

/// Finishes of a problem, moved up to positions before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForcedEnds {
    /// The original finish.
    finish: Finish,
    /// Number of jumps from the ends to the original finish.
    pub(crate) jumps: u32,
    /// Positions this many jumps before the finish, except those that the functions exclude.
    pub(crate) ends: Finish,
    /// Functions that exclude positions: no start reaches them.
    pub(crate) functions: Vec<PagodaFunction>,
    /// Positions before the finish, at any distance, that the functions do not exclude.
    left: Vec<u128>,
    starts: Vec<u128>,
}

/// Maximum number of positions that serve as finishes.
const MAX_ENDS: usize = 4;
/// Number of positions up to which the search continues, because they may become few again.
const MAX_CANDIDATES: usize = 48;

impl ForcedEnds {
    /// Returns the original finish as the ends.
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

    /// Moves the finishes of lines from these starts up, as far as they are few and these symmetries permute
    /// them. At least `room` jumps remain before them. All starts must have the same number of pegs. `known`
    /// functions are used as well.
    pub(crate) fn find(
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
        let mut search = ForcedEndSearch {
            learner,
            starts,
            functions: known.to_vec(),
        };
        let pegs = starts.first().map_or(0, |start| start.count_ones());
        let (mut codes, mut left) = (finish.codes().to_vec(), Vec::new());
        for jumps in 1.. {
            if codes.is_empty()
                || codes.len() > MAX_CANDIDATES
                || finish.pegs() + jumps + room > pegs
            {
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
            if codes.len() > MAX_ENDS.max(finish.codes().len()) || !is_kept {
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
        // A function found for a later position may exclude an earlier one.
        let mut functions = found.functions.iter();
        if functions.all(|function| found.are_spared_by(function)) {
            Ok(found)
        } else {
            Ok(ForcedEnds::none(finish))
        }
    }

    /// Returns `true` if the ends stay the same with this function added.
    pub(crate) fn are_spared_by(&self, function: &PagodaFunction) -> bool {
        let spares = |code: &u128| {
            self.starts
                .iter()
                .any(|start| !function.refutes_code(*start, *code))
        };
        self.left.iter().all(spares)
    }

    /// Returns the positions from one of the ends to the original finish, without the first.
    pub(crate) fn line_from(&self, board: &Board, end: u128) -> Vec<u128> {
        let mut line = Vec::new();
        self.extend(board, end, self.jumps, &mut line);
        line.reverse();
        line
    }

    /// Searches for the finish within this number of jumps; collects the positions on the way, the last
    /// first.
    fn extend(&self, board: &Board, position: u128, jumps: u32, line: &mut Vec<u128>) -> bool {
        if jumps == 0 {
            return self.finish.contains(position);
        }
        let next = after(board, position).find(|next| self.extend(board, *next, jumps - 1, line));
        line.extend(next);
        next.is_some()
    }
}

struct ForcedEndSearch<'a> {
    learner: Learner,
    starts: &'a [u128],
    functions: Vec<PagodaFunction>,
}

impl ForcedEndSearch<'_> {
    /// Returns the positions that a start may reach. Each can take a linear program.
    fn reachable(
        &mut self,
        codes: Vec<u128>,
        control: &Control<'_>,
    ) -> Result<Vec<u128>, LimitReached> {
        let mut reachable = Vec::new();
        for code in codes {
            control.tick(0, || Phase::ForcedEnds)?;
            if self.may_reach(code) {
                reachable.push(code);
            }
        }
        Ok(reachable)
    }

    /// Returns `true` unless functions refute the position for every start.
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
                .with_pegs(labels.iter().map(|label| board.hole(label).unwrap()))
                .code()
        };
        let (start, finish) = (
            board.full().code() & !code(&["e1"]),
            Finish::Positions(vec![code(&["e1"])]),
        );
        let symmetries = finish.stabilizer(&board);
        let learner = Learner::new(&board, super::super::MAX_PARITIES);
        let ends = ForcedEnds::find(
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
