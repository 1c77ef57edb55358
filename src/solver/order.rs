use crate::board::geometry::Direction;
use crate::board::{Board, Hole, Jump};
use rand::{Rng, RngExt};

/// Order in which the depth-first search tries the jumps of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JumpOrder {
    /// The solver's own order: outer pegs first, varied with each restart.
    #[default]
    Own,
    /// By the hole of departure, row by row.
    Rows,
    /// Pegs far from the middle of the board first.
    OutsideIn,
    /// Pegs near the middle of the board first.
    InsideOut,
    /// By the direction of the jump, in this order, and by the hole of departure within a direction. Other directions come
    /// last.
    Directions(Vec<Direction>),
}

impl JumpOrder {
    /// Returns the rank of each jump, without variation.
    pub(super) fn ranks(&self, board: &Board) -> Vec<u16> {
        let distance = CenterDistance::new(board);
        match self {
            JumpOrder::Rows => ranks_by(board, &mut |_| 0.0),
            JumpOrder::Own => ranks_by(board, &mut |jump| -distance.stripped_by(jump)),
            JumpOrder::OutsideIn => ranks_by(board, &mut |jump| -distance.of(jump.from())),
            JumpOrder::InsideOut => ranks_by(board, &mut |jump| distance.of(jump.from())),
            JumpOrder::Directions(priority) => {
                ranks_by(board, &mut |jump| place_of_direction(board, priority, jump))
            }
        }
    }
}

/// Returns the ranks of the solver's own order with as much noise as signal.
pub(super) fn varied_ranks(board: &Board, random: &mut impl Rng) -> Vec<u16> {
    let distance = CenterDistance::new(board);
    ranks_by(board, &mut |jump| {
        random.random::<f64>() * distance.most - distance.stripped_by(jump)
    })
}

/// Returns the ranks of the jumps by a key. Equal keys keep the order of [`Board::jumps`].
fn ranks_by(board: &Board, key: &mut dyn FnMut(&Jump) -> f64) -> Vec<u16> {
    let keys: Vec<f64> = board.jumps().iter().map(key).collect();
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|one, other| keys[*one].total_cmp(&keys[*other]));
    let mut ranks = vec![0; keys.len()];
    for (place, jump) in order.into_iter().enumerate() {
        ranks[jump] = place as u16;
    }
    ranks
}

fn place_of_direction(board: &Board, priority: &[Direction], jump: &Jump) -> f64 {
    let goes = |direction: &Direction| {
        let (from, over) = (
            board.coordinate(jump.from())?,
            board.coordinate(jump.over())?,
        );
        let step = direction.step(board.lattice()?)?;
        Some((over.0 - from.0, over.1 - from.1) == step)
    };
    let place = priority
        .iter()
        .position(|direction| goes(direction) == Some(true));
    place.unwrap_or(priority.len()) as f64
}

/// Distance of each hole from the middle of the board: from the centroid, or off the lattices the mean distance from all
/// holes.
struct CenterDistance {
    distances: Vec<f64>,
    most: f64,
}

impl CenterDistance {
    fn new(board: &Board) -> CenterDistance {
        let count = board.hole_count() as f64;
        let distances: Vec<f64> = if board.lattice().is_some() {
            let points: Vec<(f64, f64)> = board.holes().map(|hole| board.place(hole)).collect();
            let middle = points.iter().fold((0.0, 0.0), |sum, point| {
                (sum.0 + point.0 / count, sum.1 + point.1 / count)
            });
            let from_middle = |(x, y): &(f64, f64)| (x - middle.0).hypot(y - middle.1);
            points.iter().map(from_middle).collect()
        } else {
            let mean = |hole| board.distances_from(hole).iter().sum::<f64>() / count;
            board.holes().map(mean).collect()
        };
        // Rounded, so that holes that a symmetry maps onto each other tie exactly.
        let rounded = |distance: f64| (distance * 1e6).round() / 1e6;
        let distances: Vec<f64> = distances.into_iter().map(rounded).collect();
        let most = distances.iter().copied().fold(0.0, f64::max);
        CenterDistance { distances, most }
    }

    fn of(&self, hole: Hole) -> f64 {
        self.distances[hole.index()]
    }

    /// Returns the gain in compactness of a jump: the distances of the pegs it removes, less the distance of the peg it
    /// sets down.
    fn stripped_by(&self, jump: &Jump) -> f64 {
        self.of(jump.from()) + self.of(jump.over()) - self.of(jump.to())
    }
}
