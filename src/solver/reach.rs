use super::all_positions::AllPositions;
use super::outcome::Outcome;
use super::pagoda_search::refuting_pagoda;
use super::restarts::{Restarts, restarts, symmetry_use};
use super::task::Task;
use super::{Method, SolverOptions};
use crate::answer::{Proof, PruningFunctions, Stats};
use crate::board::Position;
use crate::control::{Control, Phase};
use crate::engine::{Bits, Engine};
use crate::problem::Finish;
use crate::refutation::PagodaFunction;

/// The question whether one of some finishes can be reached from a start.
pub(super) struct Reach<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SolverOptions,
    control: &'a Control<'a>,
    pub(super) start: &'a Position,
    pub(super) stats: Stats,
    /// The pagoda functions learned.
    pub(super) functions: PruningFunctions,
    /// What was tried, for an answer that must stay open.
    pub(super) tried: Vec<String>,
}

/// Positions that a run may spend before linear programs are asked whether the start is refuted.
const OPENING: u64 = 6_000;

impl<'a, B: Bits> Reach<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        options: &'a SolverOptions,
        control: &'a Control<'a>,
        start: &'a Position,
    ) -> Reach<'a, B> {
        Reach {
            engine,
            options,
            control,
            start,
            stats: Stats::default(),
            functions: PruningFunctions::default(),
            tried: Vec::new(),
        }
    }

    /// Whether one of these positions, all with the same number of pegs, can be reached.
    pub(super) fn any_of(&mut self, finishes: &[Position]) -> Outcome {
        if finishes.contains(self.start) {
            return Outcome::Found(Vec::new());
        }
        let Some(mut open) = Finish::in_class_of(self.start, finishes) else {
            return Outcome::Refuted(Proof::Class);
        };
        let allowed = open.codes().len();
        self.tried.push(format!("position classes, which allow {allowed} of {} finishes", finishes.len()));
        let mut restarts = self.restarts(open.clone());
        let opening = restarts.search_up_to(Some(OPENING));
        if !self.is_open(&opening) {
            return self.conclude(&restarts, opening);
        }
        if self.options.methods.uses(Method::Pagodas) {
            let (refutations, left) = self.refute(&open);
            let left_count = left.as_ref().map_or(0, |left| left.codes().len());
            let refuted = allowed - left_count;
            let Some(left) = left else {
                self.account(&restarts);
                return Outcome::Refuted(Proof::Pagoda(refutations));
            };
            self.tried.push(format!(
                "pagoda functions by linear programming, which refute {refuted} of {allowed} finishes"
            ));
            if refuted > 0 {
                self.account(&restarts);
                restarts = self.restarts(left.clone());
                open = left;
            }
        }
        self.decide(restarts, &open)
    }

    /// The search without end, but for a bitmap of all positions where there can be one.
    fn decide(&mut self, mut restarts: Restarts<'a, B>, finish: &Finish) -> Outcome {
        let all_positions = self.all_positions(finish);
        let longest_run = all_positions.as_ref().map(AllPositions::longest_run);
        let mut search = restarts.search_up_to(longest_run);
        if let Some(all_positions) = all_positions
            && self.is_open(&search)
        {
            let functions = restarts.functions();
            restarts.forget_positions();
            let outcome = all_positions.decide(self.control, &functions);
            if !self.is_open(&outcome) {
                self.account(&restarts);
                self.tried.push("a bitmap of all positions".to_owned());
                return outcome;
            }
            search = restarts.search_up_to(None); // the system had no memory for the bitmap
        }
        self.conclude(&restarts, search)
    }

    fn all_positions(&self, finish: &Finish) -> Option<AllPositions<'a>> {
        let has_turn = self.options.methods.uses(Method::Bitmap)
            && restarts(self.options)
            && self.control.limits().nodes.is_none();
        let position = |code: &u128| Position::from_code_unchecked(self.engine.board(), *code);
        let finishes = || finish.codes().iter().map(position).collect();
        if has_turn { AllPositions::new(self.start, finishes(), self.control) } else { None }
    }

    /// Whether any position with this number of pegs can be reached; with a budget, only the runs within it are made.
    pub(super) fn peg_count(&mut self, pegs: u32, budget: Option<u64>) -> Outcome {
        let mut restarts = self.restarts(Finish::PegCount(pegs));
        let search = restarts.search_up_to(budget);
        self.conclude(&restarts, search)
    }

    fn is_open<Refutation>(&self, outcome: &Outcome<Refutation>) -> bool {
        outcome.is_stopped() && !self.control.is_stopped()
    }

    fn restarts(&self, finish: Finish) -> Restarts<'a, B> {
        let start = B::from_code(self.start.code());
        let task = Task::forwards(self.engine, start, finish, symmetry_use(self.options));
        Restarts::new(self.engine, task, self.options, self.control)
    }

    /// Pagoda functions that refute finishes, and the finishes that none refutes, if any.
    fn refute(&mut self, finish: &Finish) -> (Vec<PagodaFunction>, Option<Finish>) {
        let mut functions: Vec<PagodaFunction> = Vec::new();
        let board = self.engine.board();
        let mut open = Vec::new();
        for &code in finish.codes() {
            let position = Position::from_code_unchecked(board, code);
            if functions.iter().any(|function| function.refutes(self.start, &position)) {
                continue;
            }
            let phase = || Phase::of_unknown_length("pagoda functions that refute the problem");
            let found = match self.control.tick(0, phase) {
                Ok(()) => {
                    self.stats.linear_programs += 1;
                    refuting_pagoda(board, self.start.code(), &[code])
                }
                Err(_) => None,
            };
            match found {
                Some(function) => functions.push(function),
                None => open.push(code),
            }
        }
        (functions, Finish::positions(open))
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
        self.functions = restarts.functions();
    }

    fn conclude(&mut self, restarts: &Restarts<'_, B>, search: Outcome<u64>) -> Outcome {
        self.account(restarts);
        search.refuted_by(|positions| Proof::Exhaustion { positions, functions: self.functions.clone() })
    }
}
