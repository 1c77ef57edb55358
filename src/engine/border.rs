use super::Bits;
use crate::board::{Board, Jump};

/// Neighbouring holes, arranged so that shifts count how many pairs differ; and what each jump changes in that.
#[derive(Clone, Debug)]
pub struct BorderTable<B> {
    groups: Vec<(i32, B)>,
    surroundings: Vec<Surroundings<B>>,
}

/// The neighbours of a jump's holes. Two of these three differ after the jump where they differed before, and what they
/// add to the counts cancels out.
#[derive(Clone, Debug)]
struct Surroundings<B> {
    of_from: B,
    of_over: B,
    of_to: B,
    /// What the jump changes in the length of the border when none of the neighbours holds a peg.
    change_without_pegs: i32,
}

impl<B: Bits> BorderTable<B> {
    pub(super) fn new(board: &Board) -> BorderTable<B> {
        let neighbours = neighbours_of_holes(board);
        let surroundings = board
            .jumps()
            .iter()
            .map(|jump| Surroundings::new(*jump, &neighbours));
        BorderTable {
            groups: groups_by_distance(&neighbours),
            surroundings: surroundings.collect(),
        }
    }

    /// The number of neighbouring holes of which one holds a peg and the other none: the length of the border
    /// between pegs and vacancies.
    #[inline]
    pub fn length(&self, position: B) -> u32 {
        let mut length = 0;
        for &(distance, mask) in &self.groups {
            length += ((position ^ position.moved_down(distance)) & mask).count();
        }
        length
    }

    /// What a jump that is possible in the position adds to the length of its border.
    #[inline]
    pub fn change(&self, position: B, jump: usize) -> i32 {
        let around = &self.surroundings[jump];
        let left = (position & around.of_from).count() + (position & around.of_over).count();
        let met = (position & around.of_to).count();
        around.change_without_pegs + 2 * (left as i32 - met as i32)
    }
}

impl<B: Bits> Surroundings<B> {
    fn new(jump: Jump, neighbours: &[B]) -> Surroundings<B> {
        let [of_from, of_over, of_to] =
            [jump.from(), jump.over(), jump.to()].map(|hole| neighbours[hole.index()]);
        let change_without_pegs = of_to.count() as i32 - (of_from.count() + of_over.count()) as i32;
        Surroundings {
            of_from,
            of_over,
            of_to,
            change_without_pegs,
        }
    }
}

/// For each hole, the holes beside it.
fn neighbours_of_holes<B: Bits>(board: &Board) -> Vec<B> {
    let steps = board.neighbour_steps();
    let of = |hole| {
        let (x, y) = board.coordinate(hole);
        let neighbours = steps
            .iter()
            .filter_map(|(dx, dy)| board.hole_at((x + dx, y + dy)));
        neighbours.fold(B::EMPTY, |all, neighbour| {
            all | B::bit(neighbour.index() as u32)
        })
    };
    board.holes().map(of).collect()
}

/// The pairs of neighbours by the distance of their bits: each with the lower hole of its pairs.
fn groups_by_distance<B: Bits>(neighbours: &[B]) -> Vec<(i32, B)> {
    let mut groups: Vec<(i32, B)> = Vec::new();
    for (hole, neighbours) in (0u32..).zip(neighbours) {
        let mut rest = *neighbours;
        while rest != B::EMPTY {
            let neighbour = rest.lowest();
            rest ^= B::bit(neighbour);
            if neighbour < hole {
                continue; // the pair is counted at its lower hole
            }
            let distance = (neighbour - hole) as i32;
            match groups.iter_mut().find(|group| group.0 == distance) {
                Some(group) => group.1 |= B::bit(hole),
                None => groups.push((distance, B::bit(hole))),
            }
        }
    }
    groups
}
