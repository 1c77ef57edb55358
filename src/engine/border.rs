use super::Bits;
use crate::board::{Board, Jump};

/// Table for computing the border length: the number of neighboring pairs of a peg and a vacancy.
#[derive(Clone, Debug)]
pub struct BorderTable<B> {
    /// Pairs by the distance between their bits, each pair given by its lower hole.
    groups: Vec<(i32, B)>,
    /// One entry for each jump.
    surroundings: Vec<Surroundings<B>>,
}

/// Neighbors of the three holes of a jump.
///
/// The sum over the neighbors counts 2 too many for the pair of `from` and `over` and 2 too few for the pair of `over`
/// and `to`. The two errors cancel. On some graphs `from` and `to` are neighbors as well, which counts 2 too few.
#[derive(Clone, Debug)]
struct Surroundings<B> {
    of_from: B,
    of_over: B,
    of_to: B,
    /// Change of the border length if no neighbor holds a peg.
    change_without_pegs: i32,
}

impl<B: Bits> BorderTable<B> {
    pub(super) fn new(board: &Board) -> BorderTable<B> {
        let code = |hole| {
            let neighbors = board.neighbors(hole).into_iter();
            neighbors.fold(B::EMPTY, |all, neighbor| {
                all | B::bit(neighbor.index() as u32)
            })
        };
        let neighbors: Vec<B> = board.holes().map(code).collect();
        let surroundings = board
            .jumps()
            .iter()
            .map(|jump| Surroundings::new(*jump, &neighbors));
        BorderTable {
            groups: groups_by_distance(&neighbors),
            surroundings: surroundings.collect(),
        }
    }

    /// Returns the border length of a position.
    #[inline]
    pub fn length(&self, position: B) -> u32 {
        let mut length = 0;
        for &(distance, mask) in &self.groups {
            length += ((position ^ position.moved_down(distance)) & mask).count();
        }
        length
    }

    /// Returns the change of the border length by a jump. The jump must be possible in `position`.
    #[inline]
    pub fn change(&self, position: B, jump: usize) -> i32 {
        let around = &self.surroundings[jump];
        let left = (position & around.of_from).count() + (position & around.of_over).count();
        let met = (position & around.of_to).count();
        around.change_without_pegs + 2 * (left as i32 - met as i32)
    }
}

impl<B: Bits> Surroundings<B> {
    fn new(jump: Jump, neighbors: &[B]) -> Surroundings<B> {
        let [of_from, of_over, of_to] =
            [jump.from(), jump.over(), jump.to()].map(|hole| neighbors[hole.index()]);
        let closes_triangle = of_from & B::bit(jump.to().index() as u32) != B::EMPTY;
        let change_without_pegs = of_to.count() as i32 - (of_from.count() + of_over.count()) as i32
            + if closes_triangle { 2 } else { 0 };
        Surroundings {
            of_from,
            of_over,
            of_to,
            change_without_pegs,
        }
    }
}

/// Groups neighboring pairs by the distance between their bits, each pair given by its lower hole.
fn groups_by_distance<B: Bits>(neighbors: &[B]) -> Vec<(i32, B)> {
    let mut groups: Vec<(i32, B)> = Vec::new();
    for (hole, neighbors) in (0u32..).zip(neighbors) {
        let mut rest = *neighbors;
        while rest != B::EMPTY {
            let neighbor = rest.lowest();
            rest ^= B::bit(neighbor);
            if neighbor < hole {
                continue; // counted at the lower hole
            }
            let distance = (neighbor - hole) as i32;
            match groups.iter_mut().find(|group| group.0 == distance) {
                Some(group) => group.1 |= B::bit(hole),
                None => groups.push((distance, B::bit(hole))),
            }
        }
    }
    groups
}
