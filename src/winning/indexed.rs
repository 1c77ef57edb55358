use super::canonical::SmallestImage;
use super::set::WinningSet;
use crate::board::{Board, Hole, Position, Symmetry};
use crate::problem::{Goal, Problem};
use crate::sweep::{SweepError, SweepObserver, SweepOptions};
use std::collections::{BTreeMap, BTreeSet};

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
/// So the classes of all codes together are the winning ones of the *general* problem, from any vacancy to any survivor.
///
/// ```
/// use pegboard::Board;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::winning::IndexedWinningSet;
/// use std::ops::ControlFlow;
/// let board = Board::library("triangle5")?;
/// let set = IndexedWinningSet::find(&board, &SweepOptions::default(), &|_| ControlFlow::Continue(()))?;
/// assert_eq!((set.len(), set.class_count()), (437, 427)); // Bell's numbers
/// let (corner, centre) = (board.hole("a1")?, board.hole("b3")?);
/// assert!(set.is_winning(corner, &board.vacate(corner)));
/// assert!(!set.is_winning(centre, &board.vacate(centre))); // the centre's complement problem cannot be solved,
/// assert!(set.is_winning_somewhere(&board.vacate(board.hole("a4")?))); // but other problems can
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexedWinningSet {
    pub(super) board: Board,
    pub(super) problems: Vec<IndexedProblem>,
    /// By pegs, up to half the holes, the index of each code.
    pub(super) codes: Vec<BTreeMap<u128, u128>>,
}

/// What is known about a symmetry class.
#[derive(Clone, Debug, Default)]
struct Class {
    /// The problems that are not degenerate and in which the class wins.
    index: u128,
    /// The members that win in degenerate problems, and in which.
    raw: BTreeMap<u128, u128>,
}

impl Class {
    /// The codes that stand for the class: those kept as they are where there are any, and otherwise the canonical one.
    fn entries((canonical, class): (u128, Class)) -> BTreeMap<u128, u128> {
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
        let canonical = SmallestImage::new(board, board.symmetries());
        let mut classes: Vec<BTreeMap<u128, Class>> = vec![BTreeMap::new(); most + 1];
        for (number, problem) in problems.iter().enumerate() {
            let set = WinningSet::find(&Problem::svss(board, problem.hole, problem.hole), options, observer)?;
            for (pegs, classes) in classes.iter_mut().enumerate() {
                if problem.is_degenerate {
                    for code in raw_codes(&set, pegs) {
                        let class = classes.entry(canonical.of(code)).or_default();
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

    /// The number of winning symmetry classes of the general problem, from any vacancy to any survivor, with at most half the
    /// holes full. There are more codes where a class is kept by several members.
    pub fn class_count(&self) -> usize {
        let canonical = SmallestImage::new(&self.board, self.board.symmetries());
        let classes = |codes: &BTreeMap<u128, u128>| {
            codes.keys().map(|code| canonical.of(*code)).collect::<BTreeSet<u128>>().len()
        };
        self.codes.iter().map(classes).sum()
    }

    /// Whether nothing wins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The codes with so many pegs, ascending, by index.
    pub fn by_index(&self, pegs: usize) -> BTreeMap<u128, Vec<u128>> {
        let mut lists: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
        for (code, index) in self.codes.get(pegs).into_iter().flatten() {
            lists.entry(*index).or_default().push(*code);
        }
        lists
    }

    /// The codes that win in the complement problem from this hole, as seen from there: of each class some members.
    /// `None` when the position classes do not allow the problem.
    ///
    /// [`WinningSet::import`](super::WinningSet::import) makes a set of them.
    pub fn problem_codes(&self, start: Hole) -> Option<Vec<u128>> {
        let (number, _) = self.problem_from(start)?;
        let home = self.problems[number].hole;
        // Symmetries that fix the start carry its winning positions onto each other: any way back will do.
        let back = self.board.symmetries().iter().find(|symmetry| symmetry.apply(home) == start)?;
        let winning = self.codes.iter().flatten().filter(|(_, index)| *index >> number & 1 == 1);
        Some(winning.map(|(code, _)| back.apply_code(*code)).collect())
    }

    /// The place of the complement problem from this hole, and a symmetry that carries the hole to that of the problem.
    fn problem_from(&self, start: Hole) -> Option<(usize, &Symmetry)> {
        let to = |hole: Hole| self.board.symmetries().iter().find(|symmetry| symmetry.apply(start) == hole);
        let mut numbered = self.problems.iter().enumerate();
        numbered.find_map(|(number, problem)| Some((number, to(problem.hole)?)))
    }

    /// Whether a position wins in the complement problem from this hole.
    pub fn is_winning(&self, start: Hole, position: &Position) -> bool {
        let position = self.with_few_pegs(position);
        let Some((number, symmetry)) = self.problem_from(start) else { return false };
        let problem = &self.problems[number];
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

    /// Whether a position occurs in a game from some vacancy to some survivor.
    pub fn is_winning_somewhere(&self, position: &Position) -> bool {
        let position = self.with_few_pegs(position);
        let Some(codes) = self.codes.get(position.peg_count()) else { return false };
        self.board
            .symmetries()
            .iter()
            .any(|symmetry| codes.contains_key(&symmetry.apply_code(position.code())))
    }

    /// The position, or its complement if that has fewer pegs: both win in the same complement problems, and if one occurs between a
    /// vacancy and a survivor, the other does between that survivor and that vacancy.
    fn with_few_pegs(&self, position: &Position) -> Position {
        let small = 2 * position.peg_count() <= self.board.hole_count();
        if small { position.clone() } else { position.complement() }
    }
}

/// The complement problems that the position classes allow, degenerate ones first.
pub(super) fn problems(board: &Board) -> Vec<IndexedProblem> {
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
    let images =
        |code: u128| set.symmetries().iter().map(move |symmetry: &Symmetry| symmetry.apply_code(code));
    set.codes(pegs).into_iter().flat_map(images).collect()
}
