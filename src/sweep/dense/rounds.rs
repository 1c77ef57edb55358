//! Number of rounds of the jumps within the low holes until a block reaches its fixpoint.
//!
//! Jumps distribute over unions, so it suffices to test single positions. Jumps without a common hole are independent: a
//! round maps a position to every combination of the results of the connected groups of jumps. Therefore each group is
//! tested by itself. Most groups are lines of a few holes at the edge of the board.

use super::block::LowJump;

/// Jump in the holes of a group, which are numbered from 0.
#[derive(Clone, Copy)]
struct GroupJump {
    /// Pegs that the jump needs.
    pegs: usize,
    holes: usize,
}

/// Returns the number of rounds, at least 1, after which applying these jumps in order adds nothing to any position.
pub(super) fn needed(jumps: &[LowJump]) -> usize {
    groups(jumps)
        .into_iter()
        .map(|holes| needed_in_group(jumps, holes))
        .max()
        .unwrap_or(1)
}

/// Returns the connected components of the jumps, as sets of holes.
fn groups(jumps: &[LowJump]) -> Vec<u64> {
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

/// Returns the maximum number of rounds over all positions of a group.
///
/// A position needs at most one round more than its children. Children come first, and a position is tested only if
/// this upper bound exceeds the maximum so far.
fn needed_in_group(jumps: &[LowJump], holes: u64) -> usize {
    let mine = jumps.iter().filter(|jump| jump.low_holes() & holes != 0);
    let jumps: Vec<GroupJump> = mine.map(|jump| GroupJump::new(jump, holes)).collect();
    let mut positions: Vec<usize> = (0..1 << holes.count_ones()).collect();
    positions.sort_unstable_by_key(|position| position.count_ones());
    let mut at_most = vec![0; positions.len()];
    let mut found_from = vec![usize::MAX; positions.len()];
    let mut most = 1;
    for position in positions {
        let next = jumps.iter().filter_map(|jump| jump.apply(position));
        at_most[position] = next.map(|next| at_most[next] + 1).max().unwrap_or(0);
        if at_most[position] > most {
            at_most[position] = rounds_from(position, &jumps, &mut found_from);
            most = most.max(at_most[position]);
        }
    }
    most
}

/// Returns the number of rounds that add something to a position. `found_from` has, for each position, the last start
/// from which it was found.
fn rounds_from(start: usize, jumps: &[GroupJump], found_from: &mut [usize]) -> usize {
    let mut found = vec![start];
    let mut tried = 0; // positions before this one have been tried with every jump
    for rounds in 0.. {
        let before = found.len();
        for jump in jumps {
            for place in tried..found.len() {
                if let Some(next) = jump.apply(found[place])
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
    fn new(jump: &LowJump, group: u64) -> GroupJump {
        let number = |hole: u64| 1 << (group & (hole - 1)).count_ones();
        let [from, over, to] = jump.holes().map(number);
        GroupJump {
            pegs: from | over,
            holes: from | over | to,
        }
    }

    /// Applies the jump, if it is possible.
    fn apply(self, position: usize) -> Option<usize> {
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

    /// Tests every position of every block.
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

    fn rounds_by_trying(jumps: &[LowJump], index: usize, offset: u64) -> usize {
        let mut block = [0; MAX_WORDS];
        block[index / 64] = 1 << (index % 64);
        for rounds in 0.. {
            let before = block;
            for jump in jumps {
                let source = block;
                jump.apply::<Plain, _>(&source, offset, &mut block);
            }
            if block == before {
                return rounds;
            }
        }
        unreachable!("every jump removes a peg")
    }

    /// Covers boards with no group of jumps, one, and several, which need few rounds or many.
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
