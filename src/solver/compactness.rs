use crate::board::{Board, Hole};
use crate::engine::{Bits, BorderTable};

/// Measure of compactness: low where the pegs of a position lie together and near the finish.
///
/// It is the sum of three terms: twice the border between pegs and vacancies, four for each neighbor that a peg's hole
/// lacks at the edge of the board, and the square of a peg's distance from the nearest peg of a finish. The border
/// alone is an old measure. The edge term makes a search strip the board from outside: with it, a beam solves all
/// single-vacancy problems of the English board an order of magnitude faster.
#[derive(Clone, Debug)]
pub(crate) struct Compactness {
    hole_weights: Vec<i32>,
    /// Change of the sum of the weights, by jump.
    changes: Vec<i32>,
}

const BORDER: i32 = 2;
const MISSING_NEIGHBOR: i32 = 4;

impl Compactness {
    /// Makes a measure that prefers pegs near `targets`, or anywhere if there are none. `variation` is added to the
    /// weights of the holes.
    pub(crate) fn new(
        board: &Board,
        targets: &[Hole],
        variation: impl Fn(Hole) -> i32,
    ) -> Compactness {
        let distances = squared_distances(board, targets);
        let weight = |hole: Hole| {
            MISSING_NEIGHBOR * board.missing_neighbors(hole) as i32
                + distances[hole.index()]
                + variation(hole)
        };
        let hole_weights: Vec<i32> = board.holes().map(weight).collect();
        let of = |hole: Hole| hole_weights[hole.index()];
        let changes = board
            .jumps()
            .iter()
            .map(|jump| of(jump.to()) - of(jump.from()) - of(jump.over()))
            .collect();
        Compactness {
            hole_weights,
            changes,
        }
    }

    /// Returns the measure of a position.
    pub(crate) fn of<B: Bits>(&self, border: &BorderTable<B>, position: B) -> i32 {
        let code = position.code();
        let pegs = self
            .hole_weights
            .iter()
            .enumerate()
            .filter(|(hole, _)| code >> hole & 1 == 1);
        pegs.map(|(_, weight)| weight).sum::<i32>() + BORDER * border.length(position) as i32
    }

    /// Returns the measure after a jump from a position with a known measure.
    #[inline]
    pub(super) fn after<B: Bits>(
        &self,
        border: &BorderTable<B>,
        position: B,
        known: i32,
        jump: usize,
    ) -> i32 {
        known + self.changes[jump] + BORDER * border.change(position, jump)
    }
}

/// Returns the square of each hole's distance from the nearest target, rounded; it is an integer on both lattices. It is
/// capped, because the order of distant holes does not matter.
fn squared_distances(board: &Board, targets: &[Hole]) -> Vec<i32> {
    const FAR: f64 = 64.0 * 64.0;
    let mut nearest = vec![if targets.is_empty() { 0.0 } else { FAR }; board.hole_count()];
    for target in targets {
        for (nearest, distance) in nearest.iter_mut().zip(board.distances_from(*target)) {
            *nearest = nearest.min(distance * distance);
        }
    }
    nearest
        .into_iter()
        .map(|squared| squared.round() as i32)
        .collect()
}
