use pegboard::{Board, Goal, Lattice, Problem};
use std::collections::HashSet;

/// A solver that is plainly right and slow: it shares nothing with the library but the holes' coordinates,
/// and looks at every position that can be reached.
pub struct Reference {
    jumps: Vec<[u64; 3]>,
}

impl Reference {
    pub fn new(board: &Board) -> Reference {
        let places: Vec<(i32, i32)> = board.holes().map(|hole| board.coordinate(hole)).collect();
        let bit =
            |place: (i32, i32)| places.iter().position(|known| *known == place).map(|hole| 1u64 << hole);
        let steps: &[(i32, i32)] = match board.lattice() {
            Lattice::Square => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            Lattice::Triangular => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
        };
        let mut jumps = Vec::new();
        for &(x, y) in &places {
            for (right, down) in steps {
                let line = [0, 1, 2].map(|step| bit((x + step * right, y + step * down)));
                if let [Some(from), Some(over), Some(to)] = line {
                    jumps.push([from, over, to]);
                }
            }
        }
        Reference { jumps }
    }

    /// The codes one jump away.
    pub fn descendants(&self, code: u64) -> impl Iterator<Item = u64> + '_ {
        let possible = move |[from, over, to]: &&[u64; 3]| code & (from | over | to) == from | over;
        self.jumps.iter().filter(possible).map(move |[from, over, to]| code ^ (from | over | to))
    }

    /// Every code that can be reached, the start's among them.
    pub fn reachable(&self, start: u64) -> HashSet<u64> {
        let mut seen = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some(code) = waiting.pop() {
            for next in self.descendants(code) {
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        seen
    }
}

/// Whether a problem is solvable, given all that its start can reach; fewest pegs always are.
pub fn is_solvable(problem: &Problem, reachable: &HashSet<u64>) -> bool {
    let one_peg = |code: &u64| code.count_ones() == 1;
    match problem.goal() {
        Goal::Position(finish) => reachable.contains(&(finish.code() as u64)),
        Goal::PegIn(holes) => holes.iter().any(|hole| reachable.contains(&(1 << hole.index()))),
        Goal::OnePeg => reachable.iter().any(one_peg),
        Goal::FewestPegs => true,
    }
}

/// The fewest pegs in any of these positions.
pub fn fewest_pegs(reachable: &HashSet<u64>) -> usize {
    reachable.iter().map(|code| code.count_ones() as usize).min().unwrap_or(0)
}
