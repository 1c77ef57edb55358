//! Problems split by their first and last jumps until each case is refuted.
//!
//! No jumps lead from a position to another one with fewer pegs if none do after any first jump, or if none
//! do up to any last jump. Near the ends few jumps are possible, and the cases are often refuted where the
//! whole is not: then the tree of cases is a proof without any search.

use super::RefutationKinds;
use super::learning::Learner;
use crate::board::{Board, Position};
use crate::control::{Control, LimitReached, Phase};
use crate::problem::answer::{CaseTree, Cases, PagodaFunction};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Search for a proof by cases. It can be interrupted and resumed.
#[derive(Debug)]
pub(crate) struct CaseSearch {
    board: Board,
    learner: Learner,
    start: u128,
    finishes: Vec<u128>,
    functions: Vec<PagodaFunction>,
    /// The functions, the one that refuted a case last first.
    recent: VecDeque<usize>,
    /// What is known of each case that has come up, by its smallest image.
    cases: FxHashMap<Case, State>,
    /// The cases to split, in the order in which they came up.
    open: VecDeque<Case>,
    /// Some jumps do lead from the start to a finish, or there are too many cases.
    is_hopeless: bool,
    pub(crate) linear_programs: u64,
}

/// Two positions: the question whether jumps lead from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Case {
    start: u128,
    finish: u128,
}

/// A problem with more open cases than these will not be refuted by cases.
const MOST_OPEN: usize = 1 << 14;
/// Functions that are tried before a linear program, which takes as long as some thousands of them.
const RECENT: usize = 200;

#[derive(Clone, Copy, Debug)]
enum State {
    Open,
    Refuted(usize),
    Split(End),
}

/// Where a case is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Last,
}

impl CaseSearch {
    /// A search for a proof that no jumps lead from the start to one of these finishes, given by their codes.
    /// Without cases it has nothing to do but to refute the finishes as they are.
    pub(crate) fn new(
        board: &Board,
        start: u128,
        finishes: &[u128],
        kinds: RefutationKinds,
    ) -> CaseSearch {
        let mut search = CaseSearch {
            board: board.clone(),
            learner: Learner::new(board, kinds.most_parities()),
            start,
            finishes: finishes.to_vec(),
            functions: Vec::new(),
            recent: VecDeque::new(),
            cases: FxHashMap::default(),
            open: VecDeque::new(),
            is_hopeless: false,
            linear_programs: 0,
        };
        finishes.iter().for_each(|finish| {
            search.consider(Case {
                start,
                finish: *finish,
            })
        });
        search.is_hopeless |= !kinds.cases && !search.open.is_empty();
        search
    }

    /// Whether the search gave up.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.is_hopeless
    }

    /// The finishes that no function alone refutes.
    pub(crate) fn finishes_left(&self) -> Vec<u128> {
        let is_refuted = |finish: &u128| {
            let case = Case {
                start: self.start,
                finish: *finish,
            }
            .smallest_image(&self.board);
            matches!(self.cases.get(&case), Some(State::Refuted(_)))
        };
        self.finishes
            .iter()
            .copied()
            .filter(|finish| !is_refuted(finish))
            .collect()
    }

    /// Goes on until there is a proof, or this many more linear programs have been solved.
    pub(crate) fn advance(
        &mut self,
        linear_programs: u64,
        control: &Control<'_>,
    ) -> Result<Option<Cases>, LimitReached> {
        let most = self.linear_programs.saturating_add(linear_programs);
        while !self.is_hopeless && self.linear_programs < most {
            let Some(case) = self.open.pop_front() else {
                return Ok(Some(self.proof()));
            };
            self.split(case);
            control.tick(0, || {
                Phase::of_unknown_length("cases by first and last jumps")
            })?;
        }
        Ok((self.open.is_empty() && !self.is_hopeless).then(|| self.proof()))
    }

    fn split(&mut self, case: Case) {
        let first = self.split_at(case, End::First);
        let last = self.split_at(case, End::Last);
        let (end, cases) = if first.len() < last.len() {
            (End::First, first)
        } else {
            (End::Last, last)
        };
        self.cases.insert(case, State::Split(end));
        cases.into_iter().for_each(|case| self.consider(case));
    }

    fn consider(&mut self, case: Case) {
        let case = case.smallest_image(&self.board);
        self.is_hopeless |= case.start == case.finish || self.open.len() > MOST_OPEN;
        if self.is_hopeless || self.cases.contains_key(&case) {
            return;
        }
        let state = self
            .refuting_function(case)
            .map_or(State::Open, State::Refuted);
        self.cases.insert(case, state);
        if matches!(state, State::Open) {
            self.open.push_back(case);
        }
    }

    /// The index of a function that refutes the case, if there is one.
    fn refuting_function(&mut self, case: Case) -> Option<usize> {
        let mut recent = self.recent.iter().take(RECENT);
        let function =
            match recent.position(|function| case.is_refuted_by(&self.functions[*function])) {
                Some(place) => self.recent.remove(place)?,
                None => {
                    self.linear_programs += 1;
                    self.functions
                        .push(self.learner.refute(case.start, case.finish)?);
                    self.functions.len() - 1
                }
            };
        self.recent.push_front(function);
        Some(function)
    }

    /// The cases by the jumps at this end, by ascending codes.
    fn split_at(&self, case: Case, end: End) -> Vec<Case> {
        let Case { start, finish } = case;
        let mut codes: Vec<u128> = match end {
            _ if start.count_ones() <= finish.count_ones() => Vec::new(),
            End::First => after(&self.board, start).collect(),
            End::Last => before(&self.board, finish).collect(),
        };
        codes.sort_unstable();
        codes.dedup();
        let case = |code| match end {
            End::First => Case {
                start: code,
                finish,
            },
            End::Last => Case {
                start,
                finish: code,
            },
        };
        codes.into_iter().map(case).collect()
    }

    /// The proof, when no case is open.
    fn proof(&self) -> Cases {
        let mut writer = Writer {
            search: self,
            functions: Vec::new(),
            seen: FxHashSet::default(),
        };
        let position = |code: u128| Position::from_code_unchecked(&self.board, code);
        let trees = self.finishes.iter().map(|finish| {
            writer.seen.clear(); // each tree is a proof of its own
            (
                position(*finish),
                writer.tree(Case {
                    start: self.start,
                    finish: *finish,
                }),
            )
        });
        let trees = trees.collect();
        Cases {
            functions: writer.functions,
            trees,
        }
    }
}

/// The positions that a jump leads to from this one.
pub(super) fn after(board: &Board, position: u128) -> impl Iterator<Item = u128> + '_ {
    let jumps = board
        .jumps()
        .iter()
        .map(|jump| (jump.code(), jump.from().bit() | jump.over().bit()));
    jumps
        .filter(move |(change, pegs)| position & change == *pegs)
        .map(move |(change, _)| position ^ change)
}

/// The positions from which a jump leads to this one.
pub(super) fn before(board: &Board, position: u128) -> impl Iterator<Item = u128> + '_ {
    let jumps = board
        .jumps()
        .iter()
        .map(|jump| (jump.code(), jump.to().bit()));
    jumps
        .filter(move |(change, peg)| position & change == *peg)
        .map(move |(change, _)| position ^ change)
}

impl Case {
    fn smallest_image(self, board: &Board) -> Case {
        let image = |symmetry: &crate::board::Symmetry| Case {
            start: symmetry.apply_code(self.start),
            finish: symmetry.apply_code(self.finish),
        };
        board.symmetries().iter().map(image).min().unwrap_or(self)
    }

    fn is_refuted_by(self, function: &PagodaFunction) -> bool {
        function.refutes_code(self.start, self.finish)
    }
}

/// Writes the trees, each case once.
struct Writer<'a> {
    search: &'a CaseSearch,
    functions: Vec<PagodaFunction>,
    seen: FxHashSet<Case>,
}

impl Writer<'_> {
    fn tree(&mut self, case: Case) -> CaseTree {
        let board = &self.search.board;
        let canonical = case.smallest_image(board);
        match self.search.cases[&canonical] {
            State::Refuted(function) => CaseTree::Function(self.function(case, function)),
            State::Split(_) if !self.seen.insert(canonical) => CaseTree::Seen,
            State::Split(end) => {
                let cases = self.search.split_at(case, end);
                let trees = cases.into_iter().map(|case| self.tree(case)).collect();
                match end {
                    End::First => CaseTree::First(trees),
                    End::Last => CaseTree::Last(trees),
                }
            }
            State::Open => unreachable!("a proof has no open case"),
        }
    }

    /// The number of a function that refutes the case, which is an image of one that this function refutes.
    fn function(&mut self, case: Case, function: usize) -> usize {
        if let Some(known) = self
            .functions
            .iter()
            .position(|function| case.is_refuted_by(function))
        {
            return known;
        }
        let function = &self.search.functions[function];
        let mut images = self
            .search
            .board
            .symmetries()
            .iter()
            .map(|symmetry| function.image(symmetry));
        let image = images.find(|image| case.is_refuted_by(image));
        self.functions
            .push(image.expect("an image of the function refutes the image of the case"));
        self.functions.len() - 1
    }
}
