use super::{CertificateError, labels};
use crate::board::{Board, Position, Symmetry};
use crate::problem::answer::{CaseTree, Cases, PagodaFunction, ParitySet};
use crate::problem::answer::{Line, Proof};
use crate::problem::{Pattern, Problem, Region};
use crate::refutation::{RefutedBy, refuted_by, region_refuted_by};
use pegboard_checker::format::{
    CasePart, ExhaustionPart, FinishPart, FinishesPart, FunctionPart, ParityPart, ParitySetPart,
    PatternPart, RefutationPart, RefutedPart, RefutedPatternPart,
};

/// Returns the refutation of a goal by a proof that needs no exhaustion.
pub(super) fn of_goal(
    problem: &Problem,
    proof: &Proof,
) -> Result<RefutationPart, CertificateError> {
    let refutation = match proof {
        Proof::Class | Proof::Pegs | Proof::LastPeg => of_finishes(problem, &[]),
        Proof::Pagoda(functions) => of_finishes(problem, functions),
        Proof::Cases(cases) => of_cases(problem, cases),
        Proof::Exhaustion { .. } => return Err(CertificateError::NoRecord),
    };
    let is_open = |refuted: &RefutedPart| *refuted == RefutedPart::Exhaustion;
    let open = match &refutation.finishes {
        FinishesPart::Each(finishes) => finishes
            .iter()
            .find(|finish| is_open(&finish.refuted))
            .map(|finish| finish.pegs.clone()),
        FinishesPart::Patterns(patterns) => patterns
            .iter()
            .find(|pattern| is_open(&pattern.refuted))
            .map(|pattern| pattern.pattern.pegs.clone()),
        FinishesPart::Every { .. } | FinishesPart::Any { .. } => None,
    };
    match open {
        Some(finish) => Err(CertificateError::Incomplete { finish }),
        None => Ok(refutation),
    }
}

/// Returns the refutation of fewer pegs by classes and pagoda functions alone.
pub(super) fn of_fewer_pegs(
    solution: &Line,
    proof: &Proof,
) -> Result<RefutationPart, CertificateError> {
    let functions = match proof {
        Proof::Class | Proof::Pegs | Proof::LastPeg => &[],
        Proof::Pagoda(functions) => functions.as_slice(),
        Proof::Cases(_) | Proof::Exhaustion { .. } => return Err(CertificateError::NoRecord),
    };
    Ok(of_every(
        solution.start(),
        solution.finish().peg_count().saturating_sub(1),
        functions,
    ))
}

/// Lists each finish of the goal with its refutation. Finishes that neither classes nor these functions refute are left to
/// an exhaustion. The goal must name its finishes.
pub(super) fn of_finishes(problem: &Problem, functions: &[PagodaFunction]) -> RefutationPart {
    RefutationList::new(problem.start(), functions, &[]).of_finishes(problem)
}

/// Lists each finish of the goal with its refutation by cases.
fn of_cases(problem: &Problem, cases: &Cases) -> RefutationPart {
    RefutationList::new(problem.start(), &cases.functions, &cases.trees).of_finishes(problem)
}

/// Returns the refutation of every position with this number of pegs by the board's invariants and these functions.
pub(super) fn of_every(
    start: &Position,
    pegs: usize,
    functions: &[PagodaFunction],
) -> RefutationPart {
    let invariants = start.board().position_classes().invariants();
    let (pagodas, functions) = function_parts(start.board(), &functions.iter().collect::<Vec<_>>());
    RefutationPart {
        invariants: invariants
            .iter()
            .map(|set| code_labels(start.board(), *set))
            .collect(),
        pagodas,
        functions,
        symmetries: Vec::new(),
        finishes: FinishesPart::Every { pegs: pegs as u32 },
        exhaustion: ExhaustionPart::NotNeeded,
    }
}

/// Returns the functions in the form of version 1 if none has parity sets, and otherwise in the form of version 2. Both
/// forms number the functions alike.
pub(super) fn function_parts(
    board: &Board,
    functions: &[&PagodaFunction],
) -> (Vec<Vec<i32>>, Vec<FunctionPart>) {
    if functions
        .iter()
        .all(|function| function.parities().is_empty())
    {
        return (
            functions
                .iter()
                .map(|function| function.weights().to_vec())
                .collect(),
            Vec::new(),
        );
    }
    let parity = |set: &ParitySet| ParitySetPart {
        holes: code_labels(board, set.code()),
        loss: set.loss() as i32,
    };
    let part = |function: &&PagodaFunction| FunctionPart {
        weights: function.weights().to_vec(),
        parities: function.parities().iter().map(parity).collect(),
    };
    (Vec::new(), functions.iter().map(part).collect())
}

/// Returns the symmetries as permutations of the holes.
pub(super) fn permutations(symmetries: &[Symmetry]) -> Vec<Vec<usize>> {
    let permutation = |symmetry: &Symmetry| {
        symmetry
            .image_indices()
            .into_iter()
            .map(usize::from)
            .collect::<Vec<usize>>()
    };
    symmetries.iter().map(permutation).collect()
}

/// List of the invariants and functions that refute finishes, each once.
struct RefutationList<'a> {
    start: &'a Position,
    functions: &'a [PagodaFunction],
    /// Finishes that are refuted case by case.
    trees: &'a [(Pattern, CaseTree)],
    invariants: Vec<u128>,
    /// Indices into `functions`.
    used: Vec<usize>,
}

impl<'a> RefutationList<'a> {
    fn new(
        start: &'a Position,
        functions: &'a [PagodaFunction],
        trees: &'a [(Pattern, CaseTree)],
    ) -> RefutationList<'a> {
        RefutationList {
            start,
            functions,
            trees,
            invariants: Vec::new(),
            used: Vec::new(),
        }
    }

    fn of_finishes(mut self, problem: &Problem) -> RefutationPart {
        let board = problem.board();
        let finishes = match problem.patterns() {
            Some(patterns) => FinishesPart::Patterns(
                patterns
                    .iter()
                    .map(|pattern| RefutedPatternPart {
                        pattern: pattern_part(pattern),
                        refuted: self.refuted_pattern(pattern),
                    })
                    .collect(),
            ),
            None => {
                let mut parts: Vec<FinishPart> = Vec::new();
                for finish in problem.finishes().unwrap_or_default() {
                    let pegs = labels(&finish);
                    if parts.iter().all(|part| part.pegs != pegs) {
                        parts.push(FinishPart {
                            pegs,
                            refuted: self.refuted(&finish),
                        });
                    }
                }
                FinishesPart::Each(parts)
            }
        };
        let used: Vec<&PagodaFunction> = self
            .used
            .iter()
            .map(|index| &self.functions[*index])
            .collect();
        let (pagodas, functions) = function_parts(board, &used);
        let is_seen = |(_, tree): &(Pattern, CaseTree)| tree.refers_back();
        RefutationPart {
            invariants: self
                .invariants
                .iter()
                .map(|set| code_labels(board, *set))
                .collect(),
            pagodas,
            functions,
            symmetries: if self.trees.iter().any(is_seen) {
                permutations(board.symmetries())
            } else {
                Vec::new()
            },
            finishes,
            exhaustion: ExhaustionPart::NotNeeded,
        }
    }

    fn tree_of(&self, finish: Region) -> Option<&'a CaseTree> {
        let tree = self
            .trees
            .iter()
            .find(|(refuted, _)| refuted.region() == finish);
        tree.map(|(_, tree)| tree)
    }

    fn refuted(&mut self, finish: &Position) -> RefutedPart {
        if let Some(tree) = self.tree_of(finish.code().into()) {
            return RefutedPart::Cases(self.case(tree));
        }
        self.part(
            refuted_by(self.start, finish, self.functions),
            finish.code(),
            |function| function.value(finish),
            |function, start| function.loss(start, finish),
        )
    }

    fn refuted_pattern(&mut self, pattern: &Pattern) -> RefutedPart {
        let region = pattern.region();
        if let Some(tree) = self.tree_of(region) {
            return RefutedPart::Cases(self.case(tree));
        }
        self.part(
            region_refuted_by(self.start, region, self.functions),
            region.least,
            |function| function.least_in(region),
            |function, start| function.loss_into(start.code(), region),
        )
    }

    /// Returns the reason that refutes a finish. The functions return the sum at the finish, and the loss on the way to it.
    fn part(
        &mut self,
        refuted: RefutedBy,
        finish: u128,
        sum: impl Fn(&PagodaFunction) -> i64,
        loss: impl Fn(&PagodaFunction, &Position) -> i64,
    ) -> RefutedPart {
        match refuted {
            RefutedBy::Class(set) => RefutedPart::Class {
                invariant: number_of(&mut self.invariants, set),
                start: parity(self.start.code(), set),
                finish: parity(finish, set),
            },
            RefutedBy::Pagoda(index) => {
                let (start, function) = (self.start, &self.functions[index]);
                let (number, at_start, at_finish) = (
                    number_of(&mut self.used, index),
                    function.value(start),
                    sum(function),
                );
                match loss(function, start) {
                    _ if function.parities().is_empty() => RefutedPart::Pagoda {
                        function: number,
                        start: at_start,
                        finish: at_finish,
                    },
                    loss => RefutedPart::Function {
                        function: number,
                        start: at_start,
                        finish: at_finish,
                        loss,
                    },
                }
            }
            RefutedBy::Pegs => RefutedPart::Pegs,
            RefutedBy::Nothing => RefutedPart::Exhaustion,
        }
    }

    fn case(&mut self, tree: &CaseTree) -> CasePart {
        match tree {
            CaseTree::Function(index) => CasePart::Function(number_of(&mut self.used, *index)),
            CaseTree::Seen => CasePart::Seen,
            CaseTree::First(trees) => {
                CasePart::First(trees.iter().map(|tree| self.case(tree)).collect())
            }
            CaseTree::Last(trees) => {
                CasePart::Last(trees.iter().map(|tree| self.case(tree)).collect())
            }
        }
    }
}

/// Returns the number of an entry, counted from 1, and adds a new entry.
fn number_of<T: PartialEq>(entries: &mut Vec<T>, entry: T) -> usize {
    match entries.iter().position(|known| *known == entry) {
        Some(index) => index + 1,
        None => {
            entries.push(entry);
            entries.len()
        }
    }
}

fn parity(code: u128, set: u128) -> ParityPart {
    if (code & set).count_ones().is_multiple_of(2) {
        ParityPart::Even
    } else {
        ParityPart::Odd
    }
}

fn code_labels(board: &Board, code: u128) -> String {
    labels(&Position::from_code_unchecked(board, code))
}

pub(super) fn pattern_part(pattern: &Pattern) -> PatternPart {
    let words = |holes| labels(&pattern.board().with_pegs(holes));
    PatternPart {
        pegs: words(pattern.pegs()),
        empty: words(pattern.empty()),
    }
}
