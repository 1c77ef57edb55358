use super::WinningSet;
use crate::board::{Board, Hole, Position, Symmetry};
use crate::problem::{Goal, Problem};
use crate::sweep::{SweepError, SweepObserver, SweepOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Bell's set that answers every complement problem of a board at once (arXiv 0903.3696).
///
/// The starting holes are numbered up to symmetry: problems 1, 2, …, problem `i` having bit `i − 1` of an index. A start is
/// *degenerate* when another hole of its orbit lies in the same position class: a position up to symmetry would not tell which of
/// the two is meant. Degenerate starts come first, and their positions are kept as they are, seen from the hole that
/// represents the orbit; the classes that have none of these are kept by their canonical code under the whole group. With each code
/// goes the set of problems in which it wins, as bits: its index.
///
/// Positions of at most half the holes are enough, for the winning positions of a complement problem are each other's
/// complements. Index 0 has the positions that win from some vacancy to some other hole, and in no complement problem.
#[derive(Clone, Debug)]
pub struct IndexedWinningSet {
    board: Board,
    problems: Vec<IndexedProblem>,
    /// By pegs, the index of each code.
    codes: Vec<BTreeMap<u128, u32>>,
}

/// What is known about a symmetry class.
#[derive(Clone, Debug, Default)]
struct Class {
    /// The problems that are not degenerate and in which the class wins.
    index: u32,
    /// The members that win in degenerate problems, and in which.
    raw: BTreeMap<u128, u32>,
}

impl Class {
    /// The codes that stand for the class: those kept as they are where there are any, and otherwise the canonical one.
    fn entries((canonical, class): (u128, Class)) -> BTreeMap<u128, u32> {
        if class.raw.is_empty() {
            return BTreeMap::from([(canonical, class.index)]);
        }
        class.raw.into_iter().map(|(code, index)| (code, index | class.index)).collect()
    }
}

/// A complement problem of an [`IndexedWinningSet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedProblem {
    /// The start that represents its orbit.
    pub hole: Hole,
    /// Whether another hole of the orbit lies in the same position class.
    pub is_degenerate: bool,
}

impl IndexedWinningSet {
    /// The set of a board: sweeps every complement problem, and every problem from one vacancy to one survivor.
    ///
    /// # Errors
    ///
    /// [`SweepError`] when memory or disk do not suffice, or the observer cancelled.
    pub fn find(
        board: &Board,
        options: &SweepOptions,
        observer: &SweepObserver<'_>,
    ) -> Result<IndexedWinningSet, SweepError> {
        let most = board.hole_count() / 2;
        let problems = problems(board);
        let mut classes: Vec<BTreeMap<u128, Class>> = vec![BTreeMap::new(); most + 1];
        for (number, problem) in problems.iter().enumerate() {
            let set = WinningSet::find(&Problem::svss(board, problem.hole, problem.hole), options, observer)?;
            for (pegs, classes) in classes.iter_mut().enumerate() {
                if problem.is_degenerate {
                    for code in raw_codes(&set, pegs) {
                        let class = classes.entry(canonical(board, code)).or_default();
                        *class.raw.entry(code).or_default() |= 1 << number;
                    }
                } else {
                    for code in set.whole_group_codes(pegs) {
                        classes.entry(code).or_default().index |= 1 << number;
                    }
                }
            }
        }
        for vacancy in first_of_orbits(board) {
            let start = board.vacate(vacancy);
            let general = Problem::new(start, Goal::OnePeg).expect("a start with a peg and any finish");
            let set = WinningSet::find(&general, options, observer)?;
            for (pegs, classes) in classes.iter_mut().enumerate() {
                for code in set.whole_group_codes(pegs) {
                    classes.entry(code).or_default();
                }
            }
        }
        let codes = classes.into_iter().map(|classes| classes.into_iter().flat_map(Class::entries).collect());
        let codes = codes.collect();
        Ok(IndexedWinningSet { board: board.clone(), problems, codes })
    }

    /// The problems, problem 1 first.
    pub fn problems(&self) -> &[IndexedProblem] {
        &self.problems
    }

    /// The number of codes.
    pub fn len(&self) -> usize {
        self.codes.iter().map(BTreeMap::len).sum()
    }

    /// Whether nothing wins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The codes with so many pegs, ascending, by index.
    pub fn by_index(&self, pegs: usize) -> BTreeMap<u32, Vec<u128>> {
        let mut lists: BTreeMap<u32, Vec<u128>> = BTreeMap::new();
        for (code, index) in self.codes.get(pegs).into_iter().flatten() {
            lists.entry(*index).or_default().push(*code);
        }
        lists
    }

    /// Whether a position wins in the complement problem from this hole.
    pub fn is_winning(&self, start: Hole, position: &Position) -> bool {
        let small = 2 * position.peg_count() <= self.board.hole_count();
        let position = if small { position.clone() } else { position.complement() };
        let to =
            |hole: Hole| self.board.symmetries().iter().find(move |symmetry| symmetry.apply(start) == hole);
        let known = self
            .problems
            .iter()
            .enumerate()
            .find_map(|(number, problem)| Some((number, problem, to(problem.hole)?)));
        let Some((number, problem, symmetry)) = known else { return false };
        let seen_from_there = position.image(symmetry);
        if seen_from_there.class() != self.board.pegs([problem.hole]).class() {
            return false;
        }
        let Some(codes) = self.codes.get(position.peg_count()) else { return false };
        let wins = |code: u128| codes.get(&code).is_some_and(|index| index >> number & 1 == 1);
        if problem.is_degenerate {
            return wins(seen_from_there.code());
        }
        // Any member of the class may stand for it.
        self.board.symmetries().iter().any(|symmetry| wins(symmetry.apply_code(position.code())))
    }

    /// A text with a line for each number of pegs and index: both, and the codes, separated by blanks.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for pegs in 0..self.codes.len() {
            for (index, codes) in self.by_index(pegs) {
                let _ = write!(text, "{pegs} {index}"); // writing to a string does not fail
                for code in codes {
                    let _ = write!(text, " {code}");
                }
                text.push('\n');
            }
        }
        text
    }
}

/// The complement problems that the position classes allow, degenerate ones first.
fn problems(board: &Board) -> Vec<IndexedProblem> {
    if !board.is_null_class() {
        return Vec::new();
    }
    let class = |hole: Hole| board.pegs([hole]).class();
    let home = board.holes().next().map(class);
    let orbit = |hole: Hole| -> BTreeSet<Hole> {
        board.symmetries().iter().map(|symmetry| symmetry.apply(hole)).collect()
    };
    let mut list: Vec<IndexedProblem> = first_of_orbits(board)
        .map(|first| {
            let orbit = orbit(first);
            let alike = |hole: &Hole| orbit.iter().filter(|other| class(**other) == class(*hole)).count();
            let is_degenerate = alike(&first) > 1;
            // The same position class as that of the first hole where possible, so that codes are shared.
            let at_home = orbit.iter().find(|hole| is_degenerate && Some(class(**hole)) == home);
            IndexedProblem { hole: at_home.copied().unwrap_or(first), is_degenerate }
        })
        .collect();
    list.sort_by_key(|problem| !problem.is_degenerate);
    list
}

fn first_of_orbits(board: &Board) -> impl Iterator<Item = Hole> + '_ {
    let is_first = |hole: &Hole| board.symmetries().iter().all(|symmetry| symmetry.apply(*hole) >= *hole);
    board.holes().filter(is_first)
}

/// All positions of a set with so many pegs, not up to symmetry.
fn raw_codes(set: &WinningSet, pegs: usize) -> BTreeSet<u128> {
    let images = |code: u128| set.symmetries.iter().map(move |symmetry: &Symmetry| symmetry.apply_code(code));
    set.codes(pegs).into_iter().flat_map(images).collect()
}

fn canonical(board: &Board, code: u128) -> u128 {
    board.symmetries().iter().map(|symmetry| symmetry.apply_code(code)).min().unwrap_or(code)
}
