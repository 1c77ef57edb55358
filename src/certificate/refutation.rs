use super::{CertificateError, labels};
use crate::answer::{Proof, RefutedBy, Solution, refuted_by};
use crate::board::Position;
use crate::checker::format::{
    ExhaustionPart, FinishPart, FinishesPart, ParityPart, RefutationPart, RefutedPart,
};
use crate::problem::Problem;
use crate::refutation::PagodaFunction;

/// Why none of the goal's finishes can be reached, by classes and pagoda functions alone.
pub(super) fn of_goal(problem: &Problem, proof: &Proof) -> Result<RefutationPart, CertificateError> {
    let refutation = of_finishes(problem, functions_of(proof)?);
    let FinishesPart::Each(finishes) = &refutation.finishes else { return Ok(refutation) };
    match finishes.iter().find(|finish| finish.refuted == RefutedPart::Exhaustion) {
        Some(open) => Err(CertificateError::Incomplete { finish: open.pegs.clone() }),
        None => Ok(refutation),
    }
}

/// Why no line leaves fewer pegs, by classes and pagoda functions alone.
pub(super) fn of_fewer_pegs(solution: &Solution, proof: &Proof) -> Result<RefutationPart, CertificateError> {
    let fewer = solution.finish().peg_count().saturating_sub(1);
    Ok(of_every(solution.start(), fewer, functions_of(proof)?))
}

fn functions_of(proof: &Proof) -> Result<&[PagodaFunction], CertificateError> {
    match proof {
        Proof::Class | Proof::LastPeg => Ok(&[]),
        Proof::Pagoda(functions) if functions.iter().all(|function| function.parities().is_empty()) => {
            Ok(functions)
        }
        Proof::Pagoda(_) | Proof::Cases(_) | Proof::Exhaustion { .. } => Err(CertificateError::NoRecord),
    }
}

/// Each finish of the goal with what refutes it; what neither classes nor these functions refute is left to an
/// exhaustion. The goal must name its finishes.
pub(super) fn of_finishes(problem: &Problem, functions: &[PagodaFunction]) -> RefutationPart {
    let mut list =
        RefutationList { start: problem.start(), functions, invariants: Vec::new(), used: Vec::new() };
    let mut parts: Vec<FinishPart> = Vec::new();
    for finish in problem.finishes().unwrap_or_default() {
        let part = list.finish(&finish);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    RefutationPart {
        invariants: list.invariants.iter().map(|set| code_labels(problem.start(), *set)).collect(),
        pagodas: list.used.iter().map(|index| functions[*index].weights().to_vec()).collect(),
        finishes: FinishesPart::Each(parts),
        exhaustion: ExhaustionPart::NotNeeded,
    }
}

/// Every position with so many pegs is refuted by one of the board's invariants or of these functions.
pub(super) fn of_every(start: &Position, pegs: usize, functions: &[PagodaFunction]) -> RefutationPart {
    let invariants = start.board().position_classes().invariants();
    RefutationPart {
        invariants: invariants.iter().map(|set| code_labels(start, *set)).collect(),
        pagodas: functions.iter().map(|function| function.weights().to_vec()).collect(),
        finishes: FinishesPart::Every { pegs: pegs as u32 },
        exhaustion: ExhaustionPart::NotNeeded,
    }
}

/// Lists the invariants and functions that refute finishes, each once.
struct RefutationList<'a> {
    start: &'a Position,
    functions: &'a [PagodaFunction],
    invariants: Vec<u128>,
    /// Indices into `functions`.
    used: Vec<usize>,
}

impl RefutationList<'_> {
    fn finish(&mut self, finish: &Position) -> FinishPart {
        let refuted = match refuted_by(self.start, finish, self.functions) {
            RefutedBy::Class(set) => RefutedPart::Class {
                invariant: number_of(&mut self.invariants, set),
                start: parity(self.start, set),
                finish: parity(finish, set),
            },
            RefutedBy::Pagoda(index) => RefutedPart::Pagoda {
                function: number_of(&mut self.used, index),
                start: self.functions[index].value(self.start),
                finish: self.functions[index].value(finish),
            },
            RefutedBy::Nothing => RefutedPart::Exhaustion,
        };
        FinishPart { pegs: labels(finish), refuted }
    }
}

/// The place of an entry, counted from 1; a new entry is added.
fn number_of<T: PartialEq>(entries: &mut Vec<T>, entry: T) -> usize {
    match entries.iter().position(|known| *known == entry) {
        Some(index) => index + 1,
        None => {
            entries.push(entry);
            entries.len()
        }
    }
}

fn parity(position: &Position, set: u128) -> ParityPart {
    if (position.code() & set).count_ones().is_multiple_of(2) { ParityPart::Even } else { ParityPart::Odd }
}

fn code_labels(start: &Position, code: u128) -> String {
    labels(&Position::from_code_unchecked(start.board(), code))
}
