use super::all_positions::AllPositions;
use super::pagoda_search::refuting_pagoda;
use super::reached::Reached;
use super::restarts::{Restarts, Search, restarts, symmetry_use};
use super::task::{Finish, PlayDirection, Task};
use super::{Method, SolverOptions};
use crate::answer::{Proof, PruningFunctions, Stats};
use crate::board::Position;
use crate::control::Control;
use crate::engine::{Bits, Engine};
use crate::refutation::PagodaFunction;

/// The question whether one of some finishes can be reached from a start.
pub(super) struct Reach<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) options: &'a SolverOptions,
    pub(super) control: &'a Control<'a>,
    pub(super) start: &'a Position,
    pub(super) stats: &'a mut Stats,
    /// The pagoda functions learned.
    pub(super) functions: &'a mut PruningFunctions,
    /// What was tried, for an answer that must stay open.
    pub(super) tried: &'a mut Vec<String>,
}

/// Positions that a run may spend before linear programs are asked whether the start is refuted.
const OPENING: u64 = 6_000;

impl<'a, B: Bits> Reach<'a, B> {
    /// Whether one of these positions, all with the same number of pegs, can be reached.
    pub(super) fn any_of(&mut self, finishes: &[Position]) -> Reached {
        if finishes.contains(self.start) {
            return Reached::By(Vec::new());
        }
        let class = self.start.class();
        let same_class = finishes.iter().filter(|finish| finish.class() == class);
        let mut open: Vec<B> = same_class.map(|finish| B::from_code(finish.code())).collect();
        if open.is_empty() {
            return Reached::Never(Proof::Class);
        }
        self.tried.push(format!(
            "position classes, which allow {} of {} finishes",
            open.len(),
            finishes.len()
        ));
        let mut restarts = self.restarts(Finish::positions(open.clone()));
        let search = restarts.search_up_to(Some(OPENING));
        if self.is_open(&search) && self.options.methods.uses(Method::Pagodas) {
            let allowed = open.len();
            let refutations = self.refute(&mut open);
            if open.is_empty() {
                self.account(&restarts);
                return Reached::Never(Proof::Pagoda(refutations));
            }
            self.tried.push(format!(
                "pagoda functions by linear programming, which refute {} of {allowed} finishes",
                allowed - open.len()
            ));
            if open.len() < allowed {
                self.account(&restarts);
                restarts = self.restarts(Finish::positions(open.clone()));
            }
        }
        if self.is_open(&search) {
            return self.decide(restarts, &open);
        }
        self.conclude(&restarts, search)
    }

    /// The search without end, but for a bitmap of all positions where there can be one.
    fn decide(&mut self, mut restarts: Restarts<'a, B>, finishes: &[B]) -> Reached {
        let Some(all_positions) = self.all_positions(finishes) else {
            let search = restarts.search_up_to(None);
            return self.conclude(&restarts, search);
        };
        let search = restarts.search_up_to(Some(all_positions.longest_run()));
        if !self.is_open(&search) {
            return self.conclude(&restarts, search);
        }
        let reached = all_positions.decide(self.control, &functions_of(&restarts));
        if matches!(reached, Reached::Stopped) && !self.control.is_stopped() {
            let search = restarts.search_up_to(None); // there was no memory for the bitmap
            return self.conclude(&restarts, search);
        }
        self.account(&restarts);
        self.tried.push("a bitmap of all positions".to_owned());
        reached
    }

    fn all_positions(&self, finishes: &[B]) -> Option<AllPositions<'a>> {
        let (methods, limits) = (self.options.methods, self.control.limits());
        if !methods.uses(Method::Bitmap) || !restarts(self.options) || limits.nodes.is_some() {
            return None;
        }
        let position = |finish: &B| Position::from_code_unchecked(self.engine.board(), finish.code());
        AllPositions::new(self.start, finishes.iter().map(position).collect(), self.control)
    }

    /// Whether any position with so many pegs can be reached; with a budget, only the runs within it are made.
    pub(super) fn peg_count(&mut self, pegs: u32, budget: Option<u64>) -> Reached {
        let mut restarts = self.restarts(Finish::PegCount(pegs));
        let search = restarts.search_up_to(budget);
        self.conclude(&restarts, search)
    }

    fn is_open(&self, search: &Search) -> bool {
        matches!(search, Search::Stopped) && !self.control.is_stopped()
    }

    fn restarts(&self, finish: Finish<B>) -> Restarts<'a, B> {
        let start = B::from_code(self.start.code());
        let task = Task::forwards(self.engine, start, finish, symmetry_use(self.options));
        Restarts::new(self.engine, task, self.options, self.control)
    }

    /// Removes the finishes that a pagoda function refutes; returns the functions.
    fn refute(&mut self, finishes: &mut Vec<B>) -> Vec<PagodaFunction> {
        let mut functions: Vec<PagodaFunction> = Vec::new();
        let (board, start) = (self.engine.board(), self.start);
        finishes.retain(|finish| {
            let finish = Position::from_code_unchecked(board, finish.code());
            if self.control.is_stopped() || functions.iter().any(|function| function.refutes(start, &finish))
            {
                return self.control.is_stopped();
            }
            self.stats.linear_programs += 1;
            let found = refuting_pagoda(board, start.code(), &[finish.code()]);
            let is_open = found.is_none();
            functions.extend(found);
            is_open
        });
        functions
    }

    fn account(&mut self, restarts: &Restarts<'_, B>) {
        for lane in &restarts.lanes {
            self.stats.nodes += lane.counts.nodes;
            self.stats.dead_positions += lane.counts.dead;
            self.stats.pagoda_prunes += lane.counts.pagoda_prunes;
            self.stats.table_hits += lane.counts.table_hits;
            self.stats.restarts += lane.runs.saturating_sub(1);
            self.stats.beam_nodes += lane.beam_nodes;
            self.stats.linear_programs += lane.linear_programs();
            self.stats.pagoda_functions += lane.functions_followed().len() as u64;
            self.stats.table_bytes += lane.table_bytes();
            self.tried.extend(lane.account());
        }
        *self.functions = functions_of(restarts);
    }

    fn conclude(&mut self, restarts: &Restarts<'_, B>, search: Search) -> Reached {
        self.account(restarts);
        match search {
            Search::Found { lane, jumps } => {
                let played = jumps.iter().map(|&jump| self.engine.board().jumps()[jump]);
                Reached::By(match restarts.lanes[lane].task.direction {
                    PlayDirection::Forwards => played.collect(),
                    PlayDirection::Backwards => played.rev().collect(),
                })
            }
            Search::Dead { lane } => Reached::Never(Proof::Exhaustion {
                positions: restarts.lanes[lane].counts.dead,
                functions: self.functions.clone(),
            }),
            Search::Stopped => Reached::Stopped,
        }
    }
}

/// The pagoda functions learned.
fn functions_of<B: Bits>(restarts: &Restarts<'_, B>) -> PruningFunctions {
    let mut functions = PruningFunctions::default();
    for lane in &restarts.lanes {
        let learned = match lane.task.direction {
            PlayDirection::Forwards => &mut functions.forwards,
            PlayDirection::Backwards => &mut functions.backwards,
        };
        *learned = lane.functions_followed().to_vec();
    }
    functions
}
