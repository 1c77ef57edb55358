//! Proofs by cases: problems split by their first and last jumps until each case is refuted.
//!
//! A finish is a region: the matches of a pattern, or a single position. No jumps lead from a position into a region that
//! does not hold it if none do after any first jump, or if none do up to any last jump. Near the ends few jumps are
//! possible, and the cases are often refuted where the whole problem is not. The tree of cases is then a proof without a
//! search.

use super::RefutationKinds;
use super::learning::Learner;
use crate::board::Board;
use crate::control::{Control, LimitReached, Phase};
use crate::problem::answer::{CaseTree, Cases, PagodaFunction};
use crate::problem::{Pattern, Region};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Search for a proof by cases. It can be interrupted and resumed.
#[derive(Debug)]
pub(crate) struct CaseSearch {
    board: Board,
    learner: Learner,
    start: u128,
    finishes: Vec<Region>,
    functions: Vec<PagodaFunction>,
    /// Functions by most recent use, the latest first.
    recent: VecDeque<usize>,
    /// State of each case seen, by its smallest image.
    cases: FxHashMap<Case, CaseState>,
    /// Cases to split, first in, first out.
    open: VecDeque<Case>,
    /// The start reaches a finish, or there are too many cases.
    is_hopeless: bool,
    pub(crate) linear_programs: u64,
}

/// Position and region: the question whether jumps lead from one into the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Case {
    start: u128,
    finish: Region,
}

/// Maximum number of open cases. Beyond it, a proof by cases is unlikely.
const MAX_OPEN: usize = 1 << 14;
/// Functions tried before a linear program, which costs as much as a few thousand of them.
const MAX_RECENT: usize = 200;

#[derive(Clone, Copy, Debug)]
enum CaseState {
    Open,
    Refuted(usize),
    Split(SplitEnd),
}

/// End at which a case is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SplitEnd {
    First,
    Last,
}

impl CaseSearch {
    /// Starts the search for a proof that the start reaches none of these finishes.
    /// Without cases in `kinds`, it only tries to refute each finish as it is.
    pub(crate) fn new(
        board: &Board,
        start: u128,
        finishes: &[Region],
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

    /// Returns `true` if the search has given up.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.is_hopeless
    }

    /// Returns the finishes that no single function refutes.
    pub(crate) fn finishes_left(&self) -> Vec<Region> {
        let is_refuted = |finish: &Region| {
            let case = Case {
                start: self.start,
                finish: *finish,
            }
            .smallest_image(&self.board);
            matches!(self.cases.get(&case), Some(CaseState::Refuted(_)))
        };
        self.finishes
            .iter()
            .copied()
            .filter(|finish| !is_refuted(finish))
            .collect()
    }

    /// Returns functions that refute the finishes that a single function refutes.
    pub(crate) fn functions_of_finishes(&self) -> Vec<PagodaFunction> {
        let mut writer = ProofWriter {
            search: self,
            functions: Vec::new(),
            seen: FxHashSet::default(),
        };
        for &finish in &self.finishes {
            let case = Case {
                start: self.start,
                finish,
            };
            if let Some(&CaseState::Refuted(function)) =
                self.cases.get(&case.smallest_image(&self.board))
            {
                writer.function(case, function);
            }
        }
        writer.functions
    }

    /// Continues until there is a proof, or until this many more linear programs have been solved.
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
            control.tick(0, || Phase::Cases)?;
        }
        Ok((self.open.is_empty() && !self.is_hopeless).then(|| self.proof()))
    }

    fn split(&mut self, case: Case) {
        let first = self.split_at(case, SplitEnd::First);
        let last = self.split_at(case, SplitEnd::Last);
        let (end, cases) = if first.len() < last.len() {
            (SplitEnd::First, first)
        } else {
            (SplitEnd::Last, last)
        };
        self.cases.insert(case, CaseState::Split(end));
        cases.into_iter().for_each(|case| self.consider(case));
    }

    fn consider(&mut self, case: Case) {
        let case = case.smallest_image(&self.board);
        self.is_hopeless |= case.finish.contains(case.start) || self.open.len() > MAX_OPEN;
        if self.is_hopeless || self.cases.contains_key(&case) {
            return;
        }
        let state = self
            .refuting_function(case)
            .map_or(CaseState::Open, CaseState::Refuted);
        self.cases.insert(case, state);
        if matches!(state, CaseState::Open) {
            self.open.push_back(case);
        }
    }

    /// Returns the index of a function that refutes the case, if one is found.
    fn refuting_function(&mut self, case: Case) -> Option<usize> {
        let mut recent = self.recent.iter().take(MAX_RECENT);
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

    /// Splits a case by the jumps at one end, in the order of [`CaseTree`].
    fn split_at(&self, case: Case, end: SplitEnd) -> Vec<Case> {
        let Case { start, finish } = case;
        if start.count_ones() <= finish.least_pegs() {
            return Vec::new();
        }
        let mut cases: Vec<Case> = match end {
            SplitEnd::First => after(&self.board, start)
                .map(|start| Case { start, finish })
                .collect(),
            SplitEnd::Last => regions_before(&self.board, finish)
                .map(|finish| Case { start, finish })
                .collect(),
        };
        cases.sort_unstable_by_key(|case| (case.start, case.finish.least, !case.finish.most));
        cases.dedup();
        cases
    }

    /// Returns the proof. No case may be open.
    fn proof(&self) -> Cases {
        let mut writer = ProofWriter {
            search: self,
            functions: Vec::new(),
            seen: FxHashSet::default(),
        };
        let trees = self.finishes.iter().map(|finish| {
            writer.seen.clear(); // each tree is a proof of its own
            (
                Pattern::of_region(&self.board, *finish),
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

/// Iterates over the positions one jump after this one.
pub(super) fn after(board: &Board, position: u128) -> impl Iterator<Item = u128> + '_ {
    let jumps = board.jumps().iter();
    jumps.filter_map(move |jump| jump.played(position))
}

/// Iterates over the positions one jump before this one.
pub(super) fn before(board: &Board, position: u128) -> impl Iterator<Item = u128> + '_ {
    let jumps = board.jumps().iter();
    jumps.filter_map(move |jump| jump.undone(position))
}

/// Iterates over the regions one jump before this one.
pub(super) fn regions_before(board: &Board, region: Region) -> impl Iterator<Item = Region> + '_ {
    let jumps = board.jumps().iter();
    jumps.filter_map(move |jump| region.before(*jump))
}

impl Case {
    fn smallest_image(self, board: &Board) -> Case {
        let image = |symmetry: &crate::board::Symmetry| Case {
            start: symmetry.apply_code(self.start),
            finish: self.finish.image(symmetry),
        };
        board.symmetries().iter().map(image).min().unwrap_or(self)
    }

    fn is_refuted_by(self, function: &PagodaFunction) -> bool {
        function.refutes_region(self.start, self.finish)
    }
}

/// Writer of the trees of a proof. Each tree spells out a case once.
struct ProofWriter<'a> {
    search: &'a CaseSearch,
    functions: Vec<PagodaFunction>,
    seen: FxHashSet<Case>,
}

impl ProofWriter<'_> {
    fn tree(&mut self, case: Case) -> CaseTree {
        let board = &self.search.board;
        let canonical = case.smallest_image(board);
        match self.search.cases[&canonical] {
            CaseState::Refuted(function) => CaseTree::Function(self.function(case, function)),
            CaseState::Split(_) if !self.seen.insert(canonical) => CaseTree::Seen,
            CaseState::Split(end) => {
                let cases = self.search.split_at(case, end);
                let trees = cases.into_iter().map(|case| self.tree(case)).collect();
                match end {
                    SplitEnd::First => CaseTree::First(trees),
                    SplitEnd::Last => CaseTree::Last(trees),
                }
            }
            CaseState::Open => unreachable!("a proof has no open case"),
        }
    }

    /// Returns the index of a function that refutes the case, an image of a case that `function` refutes.
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
