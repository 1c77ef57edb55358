//! How often the jumps within the low holes are to be gone through until nothing is added to a block.
//!
//! A move of a union of sets is the union of the moves, so it is enough to try each position alone. Jumps that
//! share no hole are independent: what a round makes of a position is every combination of what it makes of the
//! holes of each group of jumps. So each group is tried alone. Most are lines of a few holes at the edge of the
//! board.

use super::block::Move;

/// A jump by its holes in a group, numbered from 0.
#[derive(Clone, Copy)]
struct GroupJump {
    /// The pegs that it needs.
    pegs: usize,
    holes: usize,
}

/// The rounds after which going through these jumps in their order adds nothing, whatever the position; at least 1.
pub(super) fn needed(jumps: &[Move]) -> usize {
    groups(jumps)
        .into_iter()
        .map(|holes| needed_in_group(jumps, holes))
        .max()
        .unwrap_or(1)
}

/// The holes that jumps share with each other, directly or through others.
fn groups(jumps: &[Move]) -> Vec<u64> {
    let mut groups: Vec<u64> = Vec::new();
    for jump in jumps {
        let mut joined = jump.low_holes();
        groups.retain(|group| {
            let shares = group & jump.low_holes() != 0;
            joined |= if shares { *group } else { 0 };
            !shares
        });
        groups.push(joined);
    }
    groups
}

/// A position needs at most one round more than the positions that a jump leads to. So these come first, and only a
/// position that can need more rounds than all before it is tried.
fn needed_in_group(jumps: &[Move], holes: u64) -> usize {
    let mine = jumps.iter().filter(|jump| jump.low_holes() & holes != 0);
    let jumps: Vec<GroupJump> = mine.map(|jump| GroupJump::new(jump, holes)).collect();
    let mut positions: Vec<usize> = (0..1 << holes.count_ones()).collect();
    positions.sort_unstable_by_key(|position| position.count_ones());
    let mut at_most = vec![0; positions.len()];
    let mut found_from = vec![usize::MAX; positions.len()];
    let mut most = 1;
    for position in positions {
        let next = jumps.iter().filter_map(|jump| jump.from(position));
        at_most[position] = next.map(|next| at_most[next] + 1).max().unwrap_or(0);
        if at_most[position] > most {
            at_most[position] = rounds_from(position, &jumps, &mut found_from);
            most = most.max(at_most[position]);
        }
    }
    most
}

/// The rounds that add something to a position. `found_from` has for each position the last one that it was found from.
fn rounds_from(start: usize, jumps: &[GroupJump], found_from: &mut [usize]) -> usize {
    let mut found = vec![start];
    let mut tried = 0; // by every jump, in this round and the one before
    for rounds in 0.. {
        let before = found.len();
        for jump in jumps {
            for place in tried..found.len() {
                if let Some(next) = jump.from(found[place])
                    && found_from[next] != start
                {
                    found_from[next] = start;
                    found.push(next);
                }
            }
        }
        if found.len() == before {
            return rounds;
        }
        tried = before;
    }
    unreachable!("every jump removes a peg")
}

impl GroupJump {
    fn new(jump: &Move, group: u64) -> GroupJump {
        let number = |hole: u64| 1 << (group & (hole - 1)).count_ones();
        let [from, over, to] = jump.holes().map(number);
        GroupJump {
            pegs: from | over,
            holes: from | over | to,
        }
    }

    /// Where the jump leads to, if it is possible.
    fn from(self, position: usize) -> Option<usize> {
        (position & self.holes == self.pegs).then_some(position ^ self.holes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::MAX_WORDS;
    use super::super::layout::Layout;
    use super::super::table::Table;
    use super::*;
    use crate::Board;
    use crate::engine::processor::Plain;

    /// Every position of every block.
    fn needed_by_trying(table: &Table) -> usize {
        let dependents: Vec<u64> = table
            .layout
            .dependents
            .iter()
            .map(|dependent| 1 << dependent.hole)
            .collect();
        let mut rounds = 1;
        for choice in 0..1u64 << dependents.len() {
            let chosen = dependents
                .iter()
                .enumerate()
                .filter(|(place, _)| choice >> place & 1 == 1);
            let offset = chosen.fold(0, |code, (_, hole)| code | hole);
            for index in 0..table.index_codes.len() {
                rounds = rounds.max(rounds_by_trying(&table.inner, index, offset));
            }
        }
        rounds
    }

    fn rounds_by_trying(jumps: &[Move], index: usize, offset: u64) -> usize {
        let mut block = [0; MAX_WORDS];
        block[index / 64] = 1 << (index % 64);
        for rounds in 0.. {
            let before = block;
            for jump in jumps {
                let source = block;
                jump.carry::<Plain, _>(&source, offset, &mut block);
            }
            if block == before {
                return rounds;
            }
        }
        unreachable!("every jump removes a peg")
    }

    /// Boards with one group of jumps, with several, and with none; of few rounds and of many.
    #[test]
    fn rounds_are_those_that_every_position_needs() {
        for (name, expected) in [
            ("star13", 1),
            ("kite", 1),
            ("triangle3", 2),
            ("square4", 2),
            ("square5", 2),
            ("boomerang", 3),
            ("trapezoid", 3),
            ("rhombus5", 3),
            ("triangle4", 5),
            ("diamond13", 5),
        ] {
            let board = Board::library(name).unwrap();
            let layout = Layout::new(&board, board.symmetries()).unwrap();
            let table = Table::new(&board, layout, board.full().code() as u64);
            assert_eq!(
                (table.inner_rounds, needed_by_trying(&table)),
                (expected, expected),
                "{name}"
            );
        }
    }
}
