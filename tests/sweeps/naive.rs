use pegboard::{Board, Position, Problem, Symmetry};
use std::collections::{BTreeSet, HashSet};

/// The three sets of a problem by pegs, as canonical codes, found with nothing but [`Position::play`].
pub struct Sets {
    pub reachable: Vec<Vec<u128>>,
    pub winning: Vec<Vec<u128>>,
    pub losing: Vec<Vec<u128>>,
}

pub fn sets(problem: &Problem, symmetries: &[Symmetry]) -> Sets {
    let finishes: Vec<Position> = problem.finishes().unwrap_or_default();
    let reachable = reachable(problem.start());
    let mut by_pegs: Vec<&Position> = reachable.iter().map(|position| &position.0).collect();
    by_pegs.sort_by_key(|position| position.peg_count());
    let mut winning = HashSet::new();
    for position in &by_pegs {
        let wins = |child: Position| winning.contains(&child.code());
        if finishes.contains(position) || children(position).any(wins) {
            winning.insert(position.code());
        }
    }
    let board = problem.board();
    let position = |code: &u128| Position::from_code(board, *code).unwrap();
    let losing: HashSet<u128> = winning
        .iter()
        .flat_map(|code| children(&position(code)).collect::<Vec<_>>())
        .map(|child| child.code())
        .filter(|code| !winning.contains(code))
        .collect();
    let sorted = |codes: &mut dyn Iterator<Item = u128>| by_level(board, codes, symmetries);
    Sets {
        reachable: sorted(&mut reachable.iter().map(|position| position.0.code())),
        winning: sorted(&mut winning.iter().copied()),
        losing: sorted(&mut losing.iter().copied()),
    }
}

/// A position that hashes by its code.
#[derive(PartialEq, Eq)]
struct Hashed(Position);

impl std::hash::Hash for Hashed {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.code().hash(state);
    }
}

fn reachable(start: &Position) -> HashSet<Hashed> {
    let mut seen = HashSet::new();
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        if seen.insert(Hashed(position.clone())) {
            waiting.extend(children(&position));
        }
    }
    seen
}

fn children(position: &Position) -> impl Iterator<Item = Position> + '_ {
    position.jumps().map(|jump| position.play(jump).unwrap())
}

fn by_level(board: &Board, codes: &mut dyn Iterator<Item = u128>, symmetries: &[Symmetry]) -> Vec<Vec<u128>> {
    let mut levels = vec![BTreeSet::new(); board.hole_count() + 1];
    for code in codes {
        let position = Position::from_code(board, code).unwrap();
        let images = symmetries.iter().map(|symmetry| position.image(symmetry).code());
        levels[position.peg_count()].insert(images.min().unwrap());
    }
    levels.into_iter().map(|level| level.into_iter().collect()).collect()
}
