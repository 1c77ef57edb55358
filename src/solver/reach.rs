use super::all_positions::AllPositions;
use super::by_levels::ByLevels;
use super::outcome::Outcome;
use super::restarts::{Restarts, searches_again, symmetry_use};
use super::task::Task;
use super::{Method, SolverOptions};
use crate::board::Position;
use crate::control::Control;
use crate::engine::{Bits, Engine};
use crate::problem::Finish;
use crate::problem::answer::{Proof, PruningFunctions, Stats};
use crate::refutation::CaseSearch;
use std::time::Duration;

/// The question whether one of some finishes can be reached from a start.
pub(super) struct Reach<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SolverOptions,
    control: &'a Control<'a>,
    pub(super) start: &'a Position,
    pub(super) stats: Stats,
    /// The pagoda functions learned.
    pub(super) functions: PruningFunctions,
    learned_by_levels: PruningFunctions,
    /// What was tried, for an answer that must stay open.
    pub(super) tried: Vec<String>,
}

/// Positions that a run may spend on a first try: before linear programs are asked whether the start is refuted, or
/// while a first good line to few pegs is sought.
pub(super) const OPENING: u64 = 6_000;
/// Linear programs for cases by first and last jumps, at first.
const FIRST_CASES: u64 = 12;
/// A linear program takes about as long as this many positions; cases take a tenth of the time.
const POSITIONS_FOR_A_CASE: u64 = 4_000;

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
            learned_by_levels: PruningFunctions::default(),
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
        self.tried.push(format!(
            "position classes, which allow {}",
            share_of(allowed, finishes.len())
        ));
        if let Some(known) = self.refuted_by_what_is_known(&open) {
            return known;
        }
        let mut restarts = self.restarts(open.clone());
        let opening = restarts.search_up_to(Some(OPENING));
        if !self.is_open(&opening) {
            return self.conclude(&restarts, opening);
        }
        let kinds = self.options.methods.refutations();
        let mut cases =
            self.options.methods.uses(Method::Pagodas).then(|| {
                CaseSearch::new(self.engine.board(), self.start.code(), open.codes(), kinds)
            });
        if let Some(cases) = &mut cases {
            if let Some(proof) = self.refute_by_cases(cases, FIRST_CASES) {
                self.account(&restarts);
                return Outcome::Refuted(proof);
            }
            let left = cases.finishes_left();
            let refuted = allowed - left.len();
            self.tried.push(format!(
                "pagoda functions by linear programming, which refute {}",
                share_of(refuted, allowed)
            ));
            if refuted > 0 {
                self.account(&restarts);
                open = Finish::Positions(left);
                restarts = self.restarts(open.clone());
            }
        }
        self.decide(restarts, &open, cases)
    }

    /// The search without end, with cases by first and last jumps from time to time, without a bitmap of all
    /// positions where there can be one.
    fn decide(
        &mut self,
        mut restarts: Restarts<'a, B>,
        finish: &Finish,
        cases: Option<CaseSearch>,
    ) -> Outcome {
        let all_positions = self.all_positions(finish);
        let longest_run = all_positions.as_ref().map(AllPositions::longest_run);
        let levels = if all_positions.is_none() {
            self.levels(finish)
        } else {
            None
        };
        let mut search = self.search_and_split(&mut restarts, cases, levels, longest_run);
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
            let levels = self.levels(finish); // the system had no memory for the bitmap
            search = self.search_and_split(&mut restarts, None, levels, None);
        }
        self.account(&restarts);
        search
    }

    /// Searches until there is a result or a run would spend more than `most`. Each time that the runs have
    /// grown by this factor, some more cases are split, and the levels have their turn.
    fn search_and_split(
        &mut self,
        restarts: &mut Restarts<'a, B>,
        cases: Option<CaseSearch>,
        mut levels: Option<ByLevels<'a>>,
        most: Option<u64>,
    ) -> Outcome {
        const GROWTH: u64 = 4;
        let mut cases = cases.filter(|_| searches_again(self.options));
        let (mut budget, mut programs_before) = (OPENING, 0);
        loop {
            budget = budget.saturating_mul(GROWTH);
            let is_last =
                most.is_some_and(|most| most <= budget) || (cases.is_none() && levels.is_none());
            let search = restarts.search_up_to(if is_last { most } else { Some(budget) });
            if is_last || !self.is_open(&search) {
                self.account_for_levels(levels);
                return exhausted(restarts, search);
            }
            let programs =
                (restarts.nodes() / POSITIONS_FOR_A_CASE).saturating_sub(programs_before);
            programs_before += programs;
            if let Some(proof) = cases
                .as_mut()
                .and_then(|cases| self.refute_by_cases(cases, programs))
            {
                self.account_for_levels(levels);
                return Outcome::Refuted(proof);
            }
            cases = cases.filter(|cases| !cases.is_hopeless());
            levels = levels.filter(|levels| levels.has_room_for(restarts.nodes()));
            let turn = levels.as_mut().zip(self.turn_of_levels(restarts.nodes()));
            if let Some((levels_in_turn, positions)) = turn {
                let outcome = levels_in_turn.decide(positions);
                if !self.is_open(&outcome) {
                    self.account_for_levels(levels);
                    return outcome;
                }
            }
        }
    }

    /// What functions that are already known refute at once, or nearly so.
    fn refuted_by_what_is_known(&mut self, finish: &Finish) -> Option<Outcome> {
        const POSITIONS: u64 = 2_000;
        /// As many as levels have taught; fewer would not be worth the time.
        const ENOUGH: usize = 64;
        if self.options.functions.forwards.len() < ENOUGH {
            return None;
        }
        let mut levels = self.levels(finish)?;
        let outcome = levels.decide(POSITIONS);
        (!outcome.is_stopped()).then(|| {
            self.account_for_levels(Some(levels));
            outcome
        })
    }

    fn levels(&self, finish: &Finish) -> Option<ByLevels<'a>> {
        let methods = &self.options.methods;
        let has_turn = methods.uses(Method::Levels)
            && methods.uses(Method::Pagodas)
            && methods.uses(Method::Symmetry)
            && searches_again(self.options);
        has_turn
            .then(|| ByLevels::new(self.start, finish.codes(), self.options, self.control))
            .flatten()
    }

    /// The positions that the levels may expand after this many of the search, if it is their turn: they cost
    /// something before they gain anything. Where the time is short they begin sooner, and there the time bounds them;
    /// where it is very short they would be no use.
    fn turn_of_levels(&self, nodes: u64) -> Option<u64> {
        const WORTH_LEARNING: u64 = 400_000;
        const LEAST_TIME: Duration = Duration::from_millis(100);
        let is_short = |time: Duration| time >= LEAST_TIME && self.control.elapsed() >= time / 8;
        if self.control.limits().time.is_some_and(is_short) {
            Some(nodes.max(WORTH_LEARNING))
        } else {
            (nodes >= WORTH_LEARNING).then_some(nodes)
        }
    }

    fn account_for_levels(&mut self, levels: Option<ByLevels<'_>>) {
        let Some(levels) = levels.filter(|levels| levels.positions > 0) else {
            return;
        };
        self.stats.nodes += levels.positions;
        self.tried.push(format!(
            "exhaustion by levels: {} positions",
            levels.positions
        ));
        self.learned_by_levels = levels.functions;
    }

    /// Splits cases with this number of linear programs.
    fn refute_by_cases(&mut self, cases: &mut CaseSearch, linear_programs: u64) -> Option<Proof> {
        let before = cases.linear_programs;
        let found = cases.advance(linear_programs, self.control).ok().flatten();
        self.stats.linear_programs += cases.linear_programs - before;
        found.map(Proof::of_cases)
    }

    fn all_positions(&self, finish: &Finish) -> Option<AllPositions<'a>> {
        let has_turn = self.options.methods.uses(Method::Bitmap)
            && searches_again(self.options)
            && self.control.limits().nodes.is_none();
        let position = |code: &u128| Position::from_code_unchecked(self.engine.board(), *code);
        let finishes = || finish.codes().iter().map(position).collect();
        if has_turn {
            AllPositions::new(self.start, finishes(), self.control)
        } else {
            None
        }
    }

    /// Whether any position with this number of pegs can be reached; with a budget, only the runs within it
    /// are made.
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
        let levels = std::mem::take(&mut self.learned_by_levels);
        self.functions.add(levels);
    }

    fn conclude(&mut self, restarts: &Restarts<'_, B>, search: Outcome<u64>) -> Outcome {
        self.account(restarts);
        exhausted(restarts, search)
    }
}

fn exhausted<B: Bits>(restarts: &Restarts<'_, B>, search: Outcome<u64>) -> Outcome {
    search.refuted_by(|positions| Proof::Exhaustion {
        positions,
        functions: restarts.functions(),
    })
}
/// `1 of 4 finishes`.
fn share_of(some: usize, all: usize) -> String {
    let finishes = if all == 1 { "finish" } else { "finishes" };
    format!("{some} of {all} {finishes}")
}
