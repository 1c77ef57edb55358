use super::Bits;
use crate::board::Board;

/// Neighbouring holes, arranged so that shifts count how many pairs differ.
#[derive(Clone, Debug)]
pub struct BorderTable<B> {
    groups: Vec<(i32, B)>,
}

impl<B: Bits> BorderTable<B> {
    pub(super) fn new(board: &Board) -> BorderTable<B> {
        let mut groups: Vec<(i32, B)> = Vec::new();
        let mut later = board.neighbour_steps();
        later.retain(|&(x, y)| (y, x) > (0, 0));
        for hole in board.holes() {
            let (x, y) = board.coordinate(hole);
            for &(dx, dy) in &later {
                let Some(neighbour) = board.hole_at((x + dx, y + dy)) else { continue };
                let distance = neighbour.index() as i32 - hole.index() as i32;
                let bit = B::bit(hole.index() as u32);
                match groups.iter_mut().find(|group| group.0 == distance) {
                    Some(group) => group.1 |= bit,
                    None => groups.push((distance, bit)),
                }
            }
        }
        BorderTable { groups }
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
}
