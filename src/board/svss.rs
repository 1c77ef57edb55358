use super::{Board, Hole, Jump, MAX_HOLES};
use petgraph::unionfind::UnionFind;
use smallvec::SmallVec;

/// A single-vacancy to single-survivor problem that the position classes allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SvssProblem {
    vacancy: Hole,
    finish: Hole,
    reversal: (Hole, Hole),
}

impl SvssProblem {
    /// Returns the hole that is empty at the start.
    pub fn vacancy(self) -> Hole {
        self.vacancy
    }

    /// Returns the hole of the survivor.
    pub fn finish(self) -> Hole {
        self.finish
    }

    /// Returns the vacancy and the finish of the reversed problem, as [`Board::svss_problems`] lists it.
    ///
    /// Pegs and vacancies exchange roles when a game is played backwards, so `a → z` is solvable exactly if `z → a`
    /// is (Beasley 1985, chapter 3).
    pub fn reversal(self) -> (Hole, Hole) {
        self.reversal
    }

    /// Returns `true` if vacancy and finish are the same hole.
    pub fn is_complement(self) -> bool {
        self.vacancy == self.finish
    }
}

/// Problems connected by jumps, rotations and reflections.
///
/// If four holes lie in line, the last jump from the two middle holes into one end can be redirected into the other
/// end; likewise the first jump can come from the other end. So one solution solves all problems of the type, up to
/// its first and last jump (the rule of three, Beasley 1985, chapter 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemType {
    problems: Vec<SvssProblem>,
}

impl ProblemType {
    /// Returns the problems of this type, in the order of [`Board::svss_problems`].
    pub fn problems(&self) -> &[SvssProblem] {
        &self.problems
    }
}

pub(super) fn problems(board: &Board) -> Vec<SvssProblem> {
    let mut problems = Vec::new();
    // A component that has a peg keeps one: jumps do not leave it, and each jump leaves a peg behind.
    if board.connected_parts().len() > 1 {
        return problems;
    }
    // Parities are additive: the class of a board with one vacancy is the sum of the classes of the full board and of
    // a single peg in that hole.
    let class = |code| board.position_classes().class_of(code).bits();
    let full_class = class(board.full().code());
    let peg_classes: Vec<u128> = board.holes().map(|hole| class(hole.bit())).collect();
    for vacancy in board.holes() {
        let start_class = full_class ^ peg_classes[vacancy.index()];
        for finish in board
            .holes()
            .filter(|finish| peg_classes[finish.index()] == start_class)
        {
            if canonical(board, vacancy, finish) == (vacancy, finish) {
                problems.push(SvssProblem {
                    vacancy,
                    finish,
                    reversal: canonical(board, finish, vacancy),
                });
            }
        }
    }
    problems
}

pub(super) fn canonical(board: &Board, vacancy: Hole, finish: Hole) -> (Hole, Hole) {
    // A single comparison for both ends, because this runs for every pair of holes and every symmetry.
    let order = |(vacancy, finish): (Hole, Hole)| vacancy.index() * MAX_HOLES + finish.index();
    let mut smallest = (vacancy, finish);
    for symmetry in board.symmetries() {
        let image = (symmetry.apply(vacancy), symmetry.apply(finish));
        if order(image) < order(smallest) {
            smallest = image;
        }
    }
    smallest
}

pub(super) fn types(board: &Board) -> Vec<ProblemType> {
    let problems = problems(board);
    let ends = |problem: &SvssProblem| (problem.vacancy, problem.finish);
    let place = |vacancy, finish| {
        let place = problems.binary_search_by_key(&canonical(board, vacancy, finish), ends);
        place.expect("problems are sorted by vacancy and finish")
    };
    let mut parts = UnionFind::<usize>::new(problems.len());
    let others = other_ends(board);
    for (number, problem) in problems.iter().enumerate() {
        for far in &others[problem.vacancy.index()] {
            parts.union(number, place(*far, problem.finish));
        }
        for far in &others[problem.finish.index()] {
            parts.union(number, place(problem.vacancy, *far));
        }
    }
    let mut types: Vec<ProblemType> = Vec::new();
    let mut numbers: Vec<Option<usize>> = vec![None; problems.len()];
    for (number, problem) in problems.iter().enumerate() {
        let number = *numbers[parts.find(number)].get_or_insert(types.len());
        if number == types.len() {
            types.push(ProblemType {
                problems: Vec::new(),
            });
        }
        types[number].problems.push(*problem);
    }
    types
}

/// Returns, for each hole, the opposite ends of lines of four holes that start at it and whose two middle pegs can jump
/// to either end.
fn other_ends(board: &Board) -> Vec<SmallVec<[Hole; 6]>> {
    let mut others = vec![SmallVec::new(); board.hole_count()];
    for jump in board.jumps() {
        let is_opposite =
            |other: &&Jump| other.from() == jump.over() && other.over() == jump.from();
        if let Some(other) = board.jumps().iter().find(is_opposite) {
            others[jump.to().index()].push(other.to());
        }
    }
    others
}
