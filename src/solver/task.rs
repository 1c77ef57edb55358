use crate::board::{Board, Hole, Symmetry};
use crate::engine::{Bits, Engine, PermutationPath, Permutations};

/// A problem as a search sees it: positions to begin with, and the finish.
///
/// Played forwards there is one start; played backwards the finishes' complements are the starts.
#[derive(Clone, Debug)]
pub(super) struct Task<B> {
    pub(super) starts: Vec<B>,
    pub(super) finish: Finish<B>,
    pub(super) direction: PlayDirection,
    /// The symmetries that carry the finish onto itself. An image of a dead position under one of them is
    /// dead: its line to a finish would have an image, too.
    pub(super) symmetries: Permutations<B>,
}

/// Where a search is to end.
#[derive(Clone, Debug)]
pub(super) enum Finish<B> {
    /// One of these positions, which all have the same number of pegs. Sorted, and at least one.
    Positions(Vec<B>),
    /// Any position with so many pegs.
    PegCount(u32),
}

/// Which way a search plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayDirection {
    Forwards,
    /// From a finish's complement to the start's complement. A jump played backwards on a position is the
    /// same jump played forwards on its complement: it finds `to` full and the others empty, and leaves the
    /// reverse.
    Backwards,
}

/// Whether positions that a symmetry maps onto each other count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SymmetryUse {
    Reduce,
    Ignore,
}

impl<B: Bits> Task<B> {
    /// From one start to a finish.
    pub(super) fn forwards(
        engine: &Engine<B>,
        start: B,
        finish: Finish<B>,
        symmetry: SymmetryUse,
    ) -> Task<B> {
        Task::new(engine, vec![start], finish, PlayDirection::Forwards, symmetry)
    }

    /// This task played backwards; only a task with finish positions can be.
    pub(super) fn reversed(&self, engine: &Engine<B>, symmetry: SymmetryUse) -> Option<Task<B>> {
        let Finish::Positions(finishes) = &self.finish else { return None };
        let complements =
            |set: &[B]| set.iter().map(|position| engine.complement(*position)).collect::<Vec<B>>();
        let finish = Finish::positions(complements(&self.starts));
        Some(Task::new(engine, complements(finishes), finish, PlayDirection::Backwards, symmetry))
    }

    fn new(
        engine: &Engine<B>,
        starts: Vec<B>,
        finish: Finish<B>,
        direction: PlayDirection,
        symmetry: SymmetryUse,
    ) -> Task<B> {
        let board = engine.board();
        let used = match symmetry {
            SymmetryUse::Reduce => board.symmetries(),
            SymmetryUse::Ignore => &board.symmetries()[..1],
        };
        let fixing = used.iter().filter(|symmetry| finish.is_fixed_by(symmetry));
        let symmetries = Permutations::new(fixing, PermutationPath::fastest());
        Task { starts, finish, direction, symmetries }
    }

    /// The most pegs of a start.
    pub(super) fn start_pegs(&self) -> u32 {
        self.starts.iter().map(|start| start.count()).max().unwrap_or(0)
    }
}

impl<B: Bits> Finish<B> {
    /// A finish of these positions: at least one, all with the same number of pegs.
    pub(super) fn positions(mut positions: Vec<B>) -> Finish<B> {
        positions.sort_unstable();
        positions.dedup();
        Finish::Positions(positions)
    }

    /// The number of pegs at the finish.
    pub(super) fn pegs(&self) -> u32 {
        match self {
            Finish::Positions(positions) => positions.first().map_or(0, |position| position.count()),
            Finish::PegCount(pegs) => *pegs,
        }
    }

    /// Whether a position with the finish's number of pegs is one.
    #[inline]
    pub(super) fn contains(&self, position: B) -> bool {
        match self {
            Finish::Positions(positions) => positions.binary_search(&position).is_ok(),
            Finish::PegCount(_) => true,
        }
    }

    /// The finish positions as codes; none where any will do.
    pub(super) fn codes(&self) -> Vec<u128> {
        match self {
            Finish::Positions(positions) => positions.iter().map(|position| position.code()).collect(),
            Finish::PegCount(_) => Vec::new(),
        }
    }

    /// The holes in which a finish has pegs; none where any will do.
    pub(super) fn holes(&self, board: &Board) -> Vec<Hole> {
        let union = self.codes().into_iter().fold(0, |union, code| union | code);
        board.holes().filter(|hole| union >> hole.index() & 1 == 1).collect()
    }

    fn is_fixed_by(&self, symmetry: &Symmetry) -> bool {
        match self {
            Finish::Positions(positions) => {
                let image = |position: &B| B::from_code(symmetry.apply_code(position.code()));
                positions.iter().all(|position| positions.binary_search(&image(position)).is_ok())
            }
            Finish::PegCount(_) => true,
        }
    }
}
