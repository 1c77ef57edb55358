use crate::board::{Board, Symmetry};
use crate::engine::{Bits, Engine, PermutationPath, Permutations};
use crate::problem::{Goal, Problem};

/// A problem as a search sees it: the positions to begin with, and the positions to end with.
///
/// All of `finishes` have the same number of pegs. Played forwards there is one start; played backwards the
/// finishes' complements are the starts.
#[derive(Clone, Debug)]
pub(super) struct Task<B> {
    pub(super) starts: Vec<B>,
    pub(super) finishes: Vec<B>,
    pub(super) finish_pegs: u32,
    pub(super) direction: PlayDirection,
    /// The symmetries that carry the set of finishes onto itself. An image of a dead position under one of
    /// them is dead: play its line's images.
    pub(super) symmetries: Permutations<B>,
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

impl<B: Bits> Task<B> {
    /// From the start to the finishes that its position class allows; `None` where there is none.
    pub(super) fn forwards(engine: &Engine<B>, problem: &Problem, symmetric: bool) -> Option<Task<B>> {
        let class = problem.start().class();
        let finishes: Vec<B> = problem
            .finishes()?
            .iter()
            .filter(|finish| finish.class() == class)
            .map(|finish| B::from_code(finish.code()))
            .collect();
        let starts = vec![B::from_code(problem.start().code())];
        Task::new(engine, starts, finishes, PlayDirection::Forwards, symmetric)
    }

    /// The same task with other finishes, all of the same number of pegs.
    pub(super) fn with_finishes(
        &self,
        engine: &Engine<B>,
        finishes: Vec<B>,
        symmetric: bool,
    ) -> Option<Task<B>> {
        Task::new(engine, self.starts.clone(), finishes, self.direction, symmetric)
    }

    /// The task of playing this one backwards.
    pub(super) fn reversed(&self, engine: &Engine<B>, symmetric: bool) -> Option<Task<B>> {
        let complements = |set: &[B]| set.iter().map(|position| engine.complement(*position)).collect();
        let (starts, finishes) = (complements(&self.finishes), complements(&self.starts));
        Task::new(engine, starts, finishes, PlayDirection::Backwards, symmetric)
    }

    fn new(
        engine: &Engine<B>,
        starts: Vec<B>,
        mut finishes: Vec<B>,
        direction: PlayDirection,
        symmetric: bool,
    ) -> Option<Task<B>> {
        finishes.sort_unstable();
        finishes.dedup();
        let finish_pegs = finishes.first()?.count();
        let symmetries = fixing(engine.board(), &finishes, symmetric);
        Some(Task { starts, finishes, finish_pegs, direction, symmetries })
    }

    #[inline]
    pub(super) fn is_finish(&self, position: B) -> bool {
        self.finishes.binary_search(&position).is_ok()
    }

    /// The finishes as codes.
    pub(super) fn finish_codes(&self) -> Vec<u128> {
        self.finishes.iter().map(|finish| finish.code()).collect()
    }

    /// Whether the goal names one peg, so that its rule-of-three neighbours make sense.
    pub(super) fn start_pegs(&self) -> u32 {
        self.starts.iter().map(|start| start.count()).max().unwrap_or(0)
    }
}

/// The symmetries of the board that carry `finishes` (sorted) onto itself; the identity alone when symmetry
/// is not to be used.
fn fixing<B: Bits>(board: &Board, finishes: &[B], symmetric: bool) -> Permutations<B> {
    let fixes = |symmetry: &&Symmetry| {
        let image = |finish: &B| B::from_code(symmetry.apply_code(finish.code()));
        finishes.iter().all(|finish| finishes.binary_search(&image(finish)).is_ok())
    };
    let used = if symmetric { board.symmetries() } else { &board.symmetries()[..1] };
    Permutations::new(used.iter().filter(fixes), PermutationPath::fastest())
}

/// Whether a goal asks for the fewest pegs.
pub(super) fn is_fewest(problem: &Problem) -> bool {
    matches!(problem.goal(), Goal::FewestPegs)
}
