use pegboard::{Board, Goal, JumpDirections, Lattice, Position, Problem, Structure, Symmetry};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Set of codes with a fast hash function, because the reference mostly looks up codes.
pub type Codes = FxHashSet<u128>;

/// Simple, slow solver that visits every reachable position. It shares nothing with the library but the coordinates of
/// holes and the names of directions. Positions are codes.
pub struct Reference {
    /// For each jump, the pegs that it needs and all its holes.
    jumps: Vec<[u128; 2]>,
}

impl Reference {
    pub fn new(board: &Board) -> Reference {
        let mut jumps = match board.lattice() {
            Some(lattice) => along_steps(board, lattice),
            None => of_lists(board),
        };
        jumps.sort_unstable();
        jumps.dedup();
        let bit = |label: &String| 1u128 << board.hole(label).unwrap().index();
        for (one, over, other) in &board.file().without {
            for (from, to) in [(one, other), (other, one)] {
                let pegs = bit(from) | bit(over);
                jumps.retain(|jump| *jump != [pegs, pegs | bit(to)]);
            }
        }
        Reference { jumps }
    }

    /// Returns the codes one jump away.
    pub fn descendants(&self, code: u128) -> Vec<u128> {
        let mut found = Vec::new();
        for [pegs, holes] in &self.jumps {
            if code & holes == *pegs {
                found.push(code ^ holes);
            }
        }
        found
    }

    /// Returns every reachable code, including the start.
    pub fn reachable(&self, start: u128) -> Codes {
        let mut seen = Codes::from_iter([start]);
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

/// Returns the jumps along the steps of a lattice.
fn along_steps(board: &Board, lattice: Lattice) -> Vec<[u128; 2]> {
    let places: Vec<(i32, i32)> = board
        .holes()
        .map(|hole| board.coordinate(hole).unwrap())
        .collect();
    let bit = |place: (i32, i32)| {
        places
            .iter()
            .position(|known| *known == place)
            .map(|hole| 1u128 << hole)
    };
    let steps = steps(board, lattice);
    let mut jumps = Vec::new();
    for &(x, y) in &places {
        for (right, down) in &steps {
            let line = [0, 1, 2].map(|step| bit((x + step * right, y + step * down)));
            if let [Some(from), Some(over), Some(to)] = line {
                jumps.push([from | over, from | over | to]);
            }
        }
    }
    jumps
}

/// Returns the jumps that lists of labels give.
fn of_lists(board: &Board) -> Vec<[u128; 2]> {
    let bit = |label: &String| 1u128 << board.hole(label).unwrap().index();
    let jump = |from: &String, over: &String, to: &String| {
        [bit(from) | bit(over), bit(from) | bit(over) | bit(to)]
    };
    let mut jumps = Vec::new();
    match &board.file().lattice {
        Structure::Graph(edges) => {
            let both_ways = || edges.iter().flat_map(|(x, y)| [(x, y), (y, x)]);
            for (from, over) in both_ways() {
                for (_, to) in both_ways().filter(|(next, to)| *next == over && *to != from) {
                    jumps.push(jump(from, over, to));
                }
            }
        }
        Structure::Lines(lines) => {
            for line in lines {
                let mut line = line.clone();
                if line.len() > 3 && line.first() == line.last() {
                    line.push(line[1].clone());
                }
                for three in line.windows(3) {
                    jumps.push(jump(&three[0], &three[1], &three[2]));
                    jumps.push(jump(&three[2], &three[1], &three[0]));
                }
            }
        }
        Structure::Jumps(listed) => {
            jumps.extend(listed.iter().map(|(from, over, to)| jump(from, over, to)));
        }
        Structure::Lattice(_) => unreachable!("a lattice has no lists"),
    }
    jumps
}

/// Returns the steps along which pegs jump.
fn steps(board: &Board, lattice: Lattice) -> Vec<(i32, i32)> {
    let (rows, columns) = ([(1, 0), (-1, 0)], [(0, 1), (0, -1)]);
    let (falling, rising) = ([(1, 1), (-1, -1)], [(1, -1), (-1, 1)]);
    let lines = match (lattice, &board.file().jumps) {
        (_, Some(JumpDirections::Only(list))) => {
            return list
                .iter()
                .map(|direction| step(lattice, &direction.to_string()))
                .collect();
        }
        (Lattice::Square, None | Some(JumpDirections::Orthogonal)) => vec![rows, columns],
        (Lattice::Square, Some(JumpDirections::Diagonal)) => vec![falling, rising],
        (Lattice::Square, Some(JumpDirections::All)) => vec![rows, columns, falling, rising],
        (Lattice::Triangular, _) => vec![rows, columns, falling],
    };
    lines.concat()
}

fn step(lattice: Lattice, direction: &str) -> (i32, i32) {
    match (lattice, direction) {
        (_, "Right") => (1, 0),
        (_, "Left") => (-1, 0),
        (_, "DownRight") => (1, 1),
        (_, "UpLeft") => (-1, -1),
        (Lattice::Square, "Down") | (Lattice::Triangular, "DownLeft") => (0, 1),
        (Lattice::Square, "Up") | (Lattice::Triangular, "UpRight") => (0, -1),
        (Lattice::Square, "DownLeft") => (-1, 1),
        (Lattice::Square, "UpRight") => (1, -1),
        _ => panic!("the {lattice} lattice has no direction {direction}"),
    }
}

/// Returns every code that can be reached from a position.
pub fn reachable(start: &Position) -> Codes {
    Reference::new(start.board()).reachable(start.code())
}

/// Returns `true` if a problem is solvable.
pub fn is_solvable(problem: &Problem) -> bool {
    is_solvable_within(problem, &reachable(problem.start()))
}

/// Does the same with the codes that the start can reach. Problems of fewest pegs are always solvable.
pub fn is_solvable_within(problem: &Problem, reachable: &Codes) -> bool {
    let one_peg = |code: &u128| code.count_ones() == 1;
    match problem.goal() {
        Goal::Position(finish) => reachable.contains(&finish.code()),
        Goal::PegIn(holes) => holes
            .iter()
            .any(|hole| reachable.contains(&(1 << hole.index()))),
        Goal::OnePeg => reachable.iter().any(one_peg),
        Goal::FewestPegs => true,
        Goal::Patterns(patterns) => reachable.iter().any(|code| {
            let has = |hole: &pegboard::Hole| code >> hole.index() & 1 == 1;
            patterns
                .iter()
                .any(|pattern| pattern.pegs().iter().all(has) && !pattern.empty().iter().any(has))
        }),
    }
}

/// Returns the fewest pegs in any of these positions.
pub fn fewest_pegs(reachable: &Codes) -> usize {
    reachable
        .iter()
        .map(|code| code.count_ones() as usize)
        .min()
        .unwrap_or(0)
}

/// Returns the three sets of a problem by number of pegs, as canonical codes under some symmetries.
pub struct Sets {
    pub reachable: Vec<Vec<u128>>,
    pub winning: Vec<Vec<u128>>,
    pub just_lost: Vec<Vec<u128>>,
}

pub fn sets(problem: &Problem, symmetries: &[Symmetry]) -> Sets {
    let board = problem.board();
    let reference = Reference::new(board);
    let reachable = reference.reachable(problem.start().code());
    let finishes: Vec<u128> = problem
        .finishes()
        .unwrap_or_default()
        .iter()
        .map(Position::code)
        .collect();
    let mut by_pegs: Vec<u128> = reachable.iter().copied().collect();
    by_pegs.sort_by_key(|code| code.count_ones());
    let mut winning = Codes::default();
    for code in by_pegs {
        if finishes.contains(&code)
            || reference
                .descendants(code)
                .iter()
                .any(|child| winning.contains(child))
        {
            winning.insert(code);
        }
    }
    let children = winning.iter().flat_map(|code| reference.descendants(*code));
    let just_lost: Codes = children.filter(|child| !winning.contains(child)).collect();
    let by_level = |codes: &Codes| by_level(board, codes, symmetries);
    Sets {
        reachable: by_level(&reachable),
        winning: by_level(&winning),
        just_lost: by_level(&just_lost),
    }
}

fn by_level(board: &Board, codes: &Codes, symmetries: &[Symmetry]) -> Vec<Vec<u128>> {
    let mut levels = vec![BTreeSet::new(); board.hole_count() + 1];
    for code in codes {
        let position = Position::from_code(board, *code).unwrap();
        let images = symmetries
            .iter()
            .map(|symmetry| position.image(symmetry).code());
        levels[position.peg_count()].insert(images.min().unwrap());
    }
    levels
        .into_iter()
        .map(|level| level.into_iter().collect())
        .collect()
}
