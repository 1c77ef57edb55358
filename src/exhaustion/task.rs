use crate::board::{Board, Symmetry};
use crate::geometry::Lattice;
use crate::refutation::PagodaFunction;

/// One direction of an exhaustion: where it begins and what it must not reach. Backwards, all positions are
/// complements: a jump played backwards on a position is the same jump played forwards on its complement.
#[derive(Clone, Debug)]
pub(super) struct SideTask {
    pub(super) backward: bool,
    /// Codes in ascending order, of the same number of pegs.
    pub(super) starts: Vec<u128>,
    pub(super) finishes: Finishes,
    /// Symmetries that carry the finishes onto finishes. A position from which no finish can be reached has only
    /// images of which the same is true.
    pub(super) symmetries: Vec<Symmetry>,
}

/// What a side must not reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finishes {
    /// Codes in ascending order, of the same number of pegs.
    Listed(Vec<u128>),
    /// Every position with so many pegs.
    WithPegs(u32),
}

impl Finishes {
    pub(super) fn pegs(&self) -> u32 {
        match self {
            Finishes::Listed(finishes) => finishes.first().map_or(0, |finish| finish.count_ones()),
            Finishes::WithPegs(pegs) => *pegs,
        }
    }

    /// The least sum of a finish.
    pub(super) fn least_sum(&self, function: &PagodaFunction) -> i64 {
        let weight = |hole: usize| i64::from(function.weights()[hole]);
        match self {
            Finishes::Listed(finishes) => {
                let holes =
                    |code: u128| (0..function.weights().len()).filter(move |hole| code >> hole & 1 == 1);
                finishes.iter().map(|finish| holes(*finish).map(weight).sum()).min().unwrap_or(0)
            }
            Finishes::WithPegs(pegs) => {
                let mut weights: Vec<i64> = (0..function.weights().len()).map(weight).collect();
                weights.sort_unstable();
                weights.iter().take(*pegs as usize).sum()
            }
        }
    }

    /// The symmetries of the board that carry the finishes onto finishes. They form a group.
    pub(super) fn stabilizer(&self, board: &Board) -> Vec<Symmetry> {
        let carries = |symmetry: &&Symmetry| match self {
            Finishes::Listed(finishes) => {
                finishes.iter().all(|finish| finishes.binary_search(&symmetry.apply_code(*finish)).is_ok())
            }
            Finishes::WithPegs(_) => true,
        };
        board.symmetries().iter().filter(carries).cloned().collect()
    }
}

impl SideTask {
    pub(super) fn first_pegs(&self) -> u32 {
        self.starts.first().map_or(0, |start| start.count_ones())
    }

    /// The digest that names this task in position files; `certificate/FORMAT.md` says of what it is made.
    pub(super) fn digest(&self, board: &Board) -> [u8; 32] {
        let lattice = match board.lattice() {
            Lattice::Square => "Square",
            Lattice::Triangular => "Triangular",
        };
        let mut lines = vec!["pegboard positions 1".to_owned(), lattice.to_owned()];
        lines.extend(board.holes().map(|hole| {
            let (x, y) = board.coordinate(hole);
            format!("hole {x} {y}")
        }));
        lines.extend(self.starts.iter().map(|start| format!("start {start}")));
        match &self.finishes {
            Finishes::Listed(finishes) => {
                lines.extend(finishes.iter().map(|finish| format!("finish {finish}")))
            }
            Finishes::WithPegs(pegs) => lines.push(format!("pegs {pegs}")),
        }
        *blake3::hash((lines.join("\n") + "\n").as_bytes()).as_bytes()
    }
}
