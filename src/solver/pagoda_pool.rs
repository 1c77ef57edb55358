use super::pagoda_search::refuting_pagoda;
use super::slack::{self, SlackTable, WIDTH};
use crate::board::Board;
use crate::control::{Control, Phase};
use crate::refutation::PagodaFunction;

/// Pagoda functions in competition for the places that a search follows.
///
/// After each run the dead positions that cost it most are handed in; a linear program tries to refute each
/// one that no function refutes yet. Of all functions found, those are followed that together refute the
/// most of the dead positions seen so far.
#[derive(Debug)]
pub(super) struct PagodaPool {
    finishes: Vec<u128>,
    functions: Vec<PagodaFunction>,
    /// Refuted dead positions, the latest last.
    refuted: Vec<u128>,
    followed: Vec<PagodaFunction>,
    slacks: SlackTable,
    pub(super) linear_programs: u64,
}

/// Refuted positions over which functions compete.
const POSITIONS: usize = 2048;
/// Functions that compete.
const FUNCTIONS: usize = 256;

impl PagodaPool {
    pub(super) fn new(board: &Board, finishes: Vec<u128>) -> PagodaPool {
        let slacks = SlackTable::new(board, &[], &finishes);
        PagodaPool {
            finishes,
            functions: Vec::new(),
            refuted: Vec::new(),
            followed: Vec::new(),
            slacks,
            linear_programs: 0,
        }
    }

    /// The functions followed.
    pub(super) fn followed(&self) -> &[PagodaFunction] {
        &self.followed
    }

    /// The same, as vectors.
    pub(super) fn slacks(&self) -> &SlackTable {
        &self.slacks
    }

    /// Learns from dead positions, given as codes.
    pub(super) fn learn(
        &mut self,
        board: &Board,
        dead: impl IntoIterator<Item = u128>,
        control: &Control<'_>,
    ) {
        let known = self.refuted.len();
        for position in dead {
            if control.tick(0, || Phase::of_unknown_length("learning pagoda functions")).is_err() {
                return;
            }
            if self.is_refuted(position) || self.refute(board, position) {
                self.refuted.push(position);
            }
        }
        if self.refuted.len() > known {
            self.choose(board);
        }
    }

    fn is_refuted(&self, position: u128) -> bool {
        self.functions.iter().any(|function| refutes(function, position, &self.finishes))
    }

    fn refute(&mut self, board: &Board, position: u128) -> bool {
        self.linear_programs += 1;
        let found = refuting_pagoda(board, position, &self.finishes);
        let is_refuted = found.is_some();
        self.functions.extend(found);
        is_refuted
    }

    /// Chooses the functions to follow, and drops the oldest of the others where there are too many.
    fn choose(&mut self, board: &Board) {
        self.refuted.drain(..self.refuted.len().saturating_sub(POSITIONS));
        let chosen = greedy_cover(&self.functions, &self.refuted, &self.finishes);
        self.followed = chosen.iter().map(|&index| self.functions[index].clone()).collect();
        self.slacks = SlackTable::new(board, &self.followed, &self.finishes);
        let surplus = self.functions.len().saturating_sub(FUNCTIONS);
        let numbered = std::mem::take(&mut self.functions).into_iter().enumerate();
        let kept = numbered.filter(|(index, _)| *index >= surplus || chosen.contains(index));
        self.functions = kept.map(|(_, function)| function).collect();
    }
}

fn refutes(function: &PagodaFunction, position: u128, finishes: &[u128]) -> bool {
    let value = slack::value(function, position);
    finishes.iter().all(|finish| value < slack::value(function, *finish))
}

/// Up to [`WIDTH`] functions, each next one refuting the most positions that none before it refutes.
fn greedy_cover(functions: &[PagodaFunction], positions: &[u128], finishes: &[u128]) -> Vec<usize> {
    let covers: Vec<Vec<bool>> = functions
        .iter()
        .map(|function| positions.iter().map(|position| refutes(function, *position, finishes)).collect())
        .collect();
    let mut open = vec![true; positions.len()];
    let mut chosen = Vec::new();
    while chosen.len() < WIDTH {
        let gain =
            |cover: &[bool]| cover.iter().zip(&open).filter(|(covers, open)| **covers && **open).count();
        let gains = covers.iter().enumerate().map(|(index, cover)| (gain(cover), std::cmp::Reverse(index)));
        let Some((best, std::cmp::Reverse(index))) = gains.max() else { break };
        if best == 0 {
            break;
        }
        chosen.push(index);
        for (open, covers) in open.iter_mut().zip(&covers[index]) {
            *open &= !covers;
        }
    }
    chosen
}
