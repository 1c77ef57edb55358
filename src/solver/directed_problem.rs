use crate::board::{Board, Hole, Jump, SymmetryUse};
use crate::engine::{Bits, Engine, PermutationPath, Permutations};
use crate::problem::{Finish, PlayDirection};
use std::sync::OnceLock;

/// Problem in one direction of play. Forwards there is one start; backwards, the complements of the finishes are the
/// starts, and the complement of the start is the finish.
#[derive(Clone, Debug)]
pub(super) struct DirectedProblem<B> {
    pub(super) starts: Vec<B>,
    pub(super) finish: Finish,
    pub(super) direction: PlayDirection,
    symmetry: SymmetryUse,
    /// Computed lazily: a search that begins after another has found a line does not need them.
    symmetries: OnceLock<Permutations<B>>,
}

impl<B: Bits> DirectedProblem<B> {
    /// Makes the problem from one start to a finish.
    pub(super) fn forward(start: B, finish: Finish, symmetry: SymmetryUse) -> DirectedProblem<B> {
        DirectedProblem::new(vec![start], finish, PlayDirection::Forward, symmetry)
    }

    /// Reverses the problem. Returns `None` if it does not name its finishes.
    pub(super) fn reversed(&self, engine: &Engine<B>) -> Option<DirectedProblem<B>> {
        let starts = self.finish.complements(engine.board())?;
        let starts = starts
            .codes()
            .iter()
            .map(|code| B::from_code(*code))
            .collect();
        let finish = Finish::positions(
            self.starts
                .iter()
                .map(|start| engine.complement(*start).code()),
        )?;
        Some(DirectedProblem::new(
            starts,
            finish,
            PlayDirection::Backward,
            self.symmetry,
        ))
    }

    fn new(
        starts: Vec<B>,
        finish: Finish,
        direction: PlayDirection,
        symmetry: SymmetryUse,
    ) -> DirectedProblem<B> {
        DirectedProblem {
            starts,
            finish,
            direction,
            symmetry,
            symmetries: OnceLock::new(),
        }
    }

    /// Returns the symmetries that carry the finish onto itself: see [`Finish::stabilizer`].
    pub(super) fn symmetries(&self, board: &Board) -> &Permutations<B> {
        self.symmetries.get_or_init(|| {
            let mut used = self.finish.stabilizer(board);
            if self.symmetry == SymmetryUse::Raw {
                used.truncate(1);
            }
            Permutations::new(&used, PermutationPath::fastest())
        })
    }

    /// Returns the maximum number of pegs of a start.
    pub(super) fn start_pegs(&self) -> u32 {
        self.starts
            .iter()
            .map(|start| start.count())
            .max()
            .unwrap_or(0)
    }

    /// Returns the holes in which a finish must have pegs, or none if the finish names no positions.
    pub(super) fn finish_holes(&self, board: &Board) -> Vec<Hole> {
        let union = self
            .finish
            .regions()
            .iter()
            .fold(0, |union, region| union | region.least);
        board.holes_of(union)
    }

    /// Returns the jumps of a line, given by their indices, in the order of forward play.
    pub(super) fn jumps(&self, board: &Board, numbers: Vec<usize>) -> Vec<Jump> {
        let jumps = numbers.into_iter().map(|number| board.jumps()[number]);
        match self.direction {
            PlayDirection::Forward => jumps.collect(),
            PlayDirection::Backward => jumps.rev().collect(),
        }
    }
}
