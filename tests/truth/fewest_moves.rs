//! Fewest moves on the 15-hole triangle, found by trying every move from every position.

use crate::support::table::rows;
use pegboard::{Board, Hole, Jump, Position, Symmetry};
use std::collections::{BTreeSet, HashMap};

/// Run of jumps by one peg: its ends, and the lines along which it jumps, without direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    start: Hole,
    end: Hole,
    lines: BTreeSet<[Hole; 2]>,
}

/// Moves of a solution, sorted.
type Moves = Vec<Move>;

impl Move {
    fn image(&self, symmetry: &Symmetry) -> Move {
        let lines = self
            .lines
            .iter()
            .map(|line| sorted(line.map(|end| symmetry.apply(end))));
        Move {
            start: symmetry.apply(self.start),
            end: symmetry.apply(self.end),
            lines: lines.collect(),
        }
    }
}

fn sorted([one, other]: [Hole; 2]) -> [Hole; 2] {
    [one.min(other), one.max(other)]
}

/// Calls `visit` with every possible move and the position after it.
fn for_each_move(position: &Position, visit: &mut dyn FnMut(Move, Position)) {
    for jump in position.jumps() {
        let lines = BTreeSet::from([sorted([jump.from(), jump.to()])]);
        let first = Move {
            start: jump.from(),
            end: jump.to(),
            lines,
        };
        extend(first, position.play(jump).unwrap(), visit);
    }
}

fn extend(so_far: Move, position: Position, visit: &mut dyn FnMut(Move, Position)) {
    let more: Vec<Jump> = position
        .jumps()
        .filter(|jump| jump.from() == so_far.end)
        .collect();
    visit(so_far.clone(), position.clone());
    for jump in more {
        let mut longer = Move {
            end: jump.to(),
            ..so_far.clone()
        };
        longer.lines.insert(sorted([jump.from(), jump.to()]));
        extend(longer, position.play(jump).unwrap(), visit);
    }
}

struct Fewest {
    finish: Position,
    /// Fewest moves to the finish from each code; `None` if the finish cannot be reached.
    known: HashMap<u128, Option<usize>>,
    solutions: HashMap<u128, BTreeSet<Moves>>,
}

impl Fewest {
    fn moves(&mut self, position: &Position) -> Option<usize> {
        if *position == self.finish {
            return Some(0);
        }
        if let Some(known) = self.known.get(&position.code()) {
            return *known;
        }
        let mut after = Vec::new();
        for_each_move(position, &mut |_, next| after.push(next));
        let fewest = after
            .iter()
            .filter_map(|next| self.moves(next))
            .min()
            .map(|moves| moves + 1);
        self.known.insert(position.code(), fewest);
        fewest
    }

    /// Returns the solutions with the fewest moves.
    fn solutions(&mut self, position: &Position) -> BTreeSet<Moves> {
        if *position == self.finish {
            return BTreeSet::from([Moves::new()]);
        }
        if let Some(known) = self.solutions.get(&position.code()) {
            return known.clone();
        }
        let fewest = self.moves(position).expect("the problem is solvable");
        let mut first = Vec::new();
        for_each_move(position, &mut |one, next| first.push((one, next)));
        let mut solutions = BTreeSet::new();
        for (one, next) in first {
            if self.moves(&next) != Some(fewest - 1) {
                continue;
            }
            for mut moves in self.solutions(&next) {
                moves.push(one.clone());
                moves.sort();
                solutions.insert(moves);
            }
        }
        self.solutions.insert(position.code(), solutions.clone());
        solutions
    }
}

#[test]
fn fewest_moves_and_their_solutions_match_the_catalog() {
    let board = Board::library("triangle5").unwrap();
    for [vacate, finish, moves, count] in rows(include_str!("triangle5_fewest_moves.csv")) {
        let (vacancy, survivor) = (board.hole(vacate).unwrap(), board.hole(finish).unwrap());
        let mut fewest = Fewest {
            finish: board.with_pegs([survivor]),
            known: HashMap::new(),
            solutions: HashMap::new(),
        };
        let start = board.vacate(vacancy);
        assert_eq!(
            fewest.moves(&start).unwrap().to_string(),
            moves,
            "{vacate} to {finish}"
        );
        let fixing: Vec<&Symmetry> = board
            .symmetries()
            .iter()
            .filter(|symmetry| {
                symmetry.apply(vacancy) == vacancy && symmetry.apply(survivor) == survivor
            })
            .collect();
        let canonical = |solution: Moves| {
            let image = |symmetry: &&Symmetry| {
                let mut moves: Moves = solution.iter().map(|one| one.image(symmetry)).collect();
                moves.sort();
                moves
            };
            fixing.iter().map(image).min().unwrap()
        };
        let different: BTreeSet<Moves> = fewest
            .solutions(&start)
            .into_iter()
            .map(canonical)
            .collect();
        assert_eq!(different.len().to_string(), count, "{vacate} to {finish}");
    }
}
