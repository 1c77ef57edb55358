use super::all_positions::AllPositions;
use super::directed_problem::DirectedProblem;
use super::outcome::SearchOutcome;
use super::restarts::{Restarts, searches_again, symmetry_use};
use super::{Method, SolverOptions, memory};
use crate::board::Position;
use crate::control::{Control, counted, grouped};
use crate::engine::{Bits, Engine};
use crate::problem::answer::{PagodaFunction, Proof, PruningFunctions, Stats};
use crate::problem::{Finish, Goal, Pattern, Problem};
use crate::refutation::{CaseSearch, RefutedBy, region_refuted_by};
use crate::solver::exhaustion::{Claim, Exhausted, ExhaustionOptions, Schedule};
use std::sync::Arc;

/// Search from the start of a problem for one of several finishes.
pub(super) struct Reach<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SolverOptions,
    control: &'a Control<'a>,
    problem: &'a Problem,
    pub(super) start: &'a Position,
    pub(super) stats: Stats,
    /// Functions that refute some of the finishes.
    of_finishes: Vec<PagodaFunction>,
    /// The pagoda functions learned.
    pub(super) functions: PruningFunctions,
    learned_by_levels: PruningFunctions,
    /// Methods tried, for an undecided answer.
    pub(super) tried: Vec<String>,
}

/// Maximum number of positions of a run in the opening: before linear programs refute the start, or while the search looks
/// for a first good line to few pegs.
pub(super) const OPENING: u64 = 6_000;
/// Number of linear programs for the first cases by first and last jumps.
const FIRST_CASES: u64 = 12;
/// Positions for each linear program of the cases, so that the cases take a tenth of the time.
const POSITIONS_FOR_A_CASE: u64 = 4_000;

impl<'a, B: Bits> Reach<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        options: &'a SolverOptions,
        control: &'a Control<'a>,
        problem: &'a Problem,
    ) -> Reach<'a, B> {
        Reach {
            engine,
            options,
            control,
            problem,
            start: problem.start(),
            stats: Stats::default(),
            of_finishes: Vec::new(),
            functions: PruningFunctions::default(),
            learned_by_levels: PruningFunctions::default(),
            tried: Vec::new(),
        }
    }

    /// Searches for a line to one of these positions, which have the same number of pegs.
    pub(super) fn any_of(&mut self, finishes: &[Position]) -> SearchOutcome {
        if finishes.contains(self.start) {
            return SearchOutcome::Found(Vec::new());
        }
        let Some(open) = Finish::in_class_of(self.start, finishes) else {
            return SearchOutcome::Refuted(Proof::Class);
        };
        let share = share_of(open.codes().len(), finishes.len(), "finish");
        self.search_for(open, share, "finish")
    }

    /// Searches for a line to a position that matches one of these patterns. Their positions are too many to list, so the
    /// search goes forwards only.
    pub(super) fn any_matching(&mut self, patterns: &[Pattern]) -> SearchOutcome {
        if self.problem.is_met_by(self.start) {
            return SearchOutcome::Found(Vec::new());
        }
        let refuted_by = |region| region_refuted_by(self.start, region, &[]);
        let regions = || patterns.iter().map(Pattern::region);
        let possible = regions().filter(|region| refuted_by(*region) == RefutedBy::Nothing);
        let Some(open) = Finish::regions_of(possible) else {
            let by_pegs = regions().any(|region| refuted_by(region) == RefutedBy::Pegs);
            return SearchOutcome::Refuted(if by_pegs { Proof::Pegs } else { Proof::Class });
        };
        let share = share_of(open.regions().len(), patterns.len(), "pattern");
        self.search_for(open, share, "pattern")
    }

    /// Searches for a line to one of the finishes that the position classes allow; `share` is their share, and `noun` is
    /// their name.
    fn search_for(&mut self, mut open: Finish, share: String, noun: &str) -> SearchOutcome {
        let mut restarts = match self.begin(&open, share) {
            Ok(restarts) => restarts,
            Err(decided) => return decided,
        };
        let (finishes, kinds) = (open.regions(), self.options.methods.refutations());
        let mut cases = self
            .options
            .methods
            .uses(Method::Pagodas)
            .then(|| CaseSearch::new(self.engine.board(), self.start.code(), &finishes, kinds));
        if let Some(cases) = &mut cases {
            if let Some(proof) = self.refute_by_cases(cases, FIRST_CASES) {
                self.account(&restarts);
                return SearchOutcome::Refuted(proof);
            }
            let left = cases.finishes_left();
            let refuted = finishes.len() - left.len();
            self.tried.push(format!(
                "pagoda functions by linear programming, which refute {}",
                share_of(refuted, finishes.len(), noun)
            ));
            if refuted > 0 {
                self.of_finishes = cases.functions_of_finishes();
                self.account(&restarts);
                open = match open {
                    Finish::Regions(_) => Finish::Regions(left),
                    _ => Finish::Positions(left.iter().map(|finish| finish.least).collect()),
                };
                restarts = self.restarts(open.clone());
            }
        }
        self.decide(restarts, &open, cases)
    }

    /// Searches briefly for a finish that the position classes allow; `allowed` is their share. Returns the searches, or the
    /// outcome if it is decided.
    fn begin(
        &mut self,
        finish: &Finish,
        allowed: String,
    ) -> Result<Restarts<'a, B>, SearchOutcome> {
        self.tried
            .push(format!("position classes, which allow {allowed}"));
        if let Some(known) = self.refuted_by_what_is_known() {
            return Err(known);
        }
        let mut restarts = self.restarts(finish.clone());
        let opening = restarts.search_up_to(Some(OPENING));
        if self.is_open(&opening) {
            Ok(restarts)
        } else {
            Err(self.conclude(&restarts, opening))
        }
    }

    /// Searches until the question is decided: by runs and cases, and then by a bitmap of all positions, or by runs in
    /// turn with levels if the bitmap does not fit.
    fn decide(
        &mut self,
        mut restarts: Restarts<'a, B>,
        finish: &Finish,
        cases: Option<CaseSearch>,
    ) -> SearchOutcome {
        let all_positions = self.all_positions(finish);
        let longest_run = all_positions.as_ref().map(AllPositions::longest_run);
        let levels = if all_positions.is_none() {
            self.schedule()
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
            let levels = self.schedule(); // the system had no memory for the bitmap
            search = self.search_and_split(&mut restarts, None, levels, None);
        }
        self.account(&restarts);
        search
    }

    /// Searches until there is a result or a run would spend more than `most`. Each time the runs have grown, it splits
    /// more cases and gives the levels a turn.
    fn search_and_split(
        &mut self,
        restarts: &mut Restarts<'a, B>,
        cases: Option<CaseSearch>,
        mut levels: Option<Schedule<'a, B>>,
        most: Option<u64>,
    ) -> SearchOutcome {
        const GROWTH: u64 = 4;
        const GROWTH_BETWEEN_TURNS: u64 = 2;
        let mut cases = cases.filter(|_| searches_again(self.options));
        let (mut budget, mut programs_before) = (OPENING, 0);
        loop {
            budget = budget.saturating_mul(match &levels {
                Some(levels) if levels.is_paused() => GROWTH_BETWEEN_TURNS,
                _ => GROWTH,
            });
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
                return SearchOutcome::Refuted(proof);
            }
            cases = cases.filter(|cases| !cases.is_hopeless());
            let found = levels
                .as_mut()
                .and_then(|levels| levels.take_turn(restarts.nodes()));
            if self.control.is_stopped() || found.is_some() {
                self.account_for_levels(levels);
                return found.map_or(SearchOutcome::Stopped, |found| self.outcome(found));
            }
            if levels.as_ref().is_some_and(Schedule::is_over) {
                self.account_for_levels(levels.take());
            }
        }
    }

    /// Tries a short exhaustion if enough functions are known at the start.
    fn refuted_by_what_is_known(&mut self) -> Option<SearchOutcome> {
        const POSITIONS: u64 = 2_000;
        /// Minimum number of known functions worth an exhaustion by levels.
        const ENOUGH: usize = 64;
        if self.options.functions.forward.len() < ENOUGH {
            return None;
        }
        let mut levels = self.schedule()?;
        let outcome = self.outcome(levels.try_within(POSITIONS).ok()?);
        (!outcome.is_stopped()).then(|| {
            self.account_for_levels(Some(levels));
            outcome
        })
    }

    /// Returns exhaustions by levels, if the methods include all that they rely on.
    fn schedule(&self) -> Option<Schedule<'a, B>> {
        let methods = self.options.methods;
        let needed = [Method::Levels, Method::Pagodas, Method::Symmetry];
        if !needed.iter().all(|method| methods.uses(*method)) || !searches_again(self.options) {
            return None;
        }
        let claim = match self.problem.goal() {
            Goal::FewestPegs => Claim::Pegs(self.start, 1),
            _ => Claim::Goal(self.problem),
        };
        let options = ExhaustionOptions {
            functions: self.options.functions.clone(),
            kinds: methods.refutations(),
            ..ExhaustionOptions::default()
        };
        let memory = memory::of_levels(self.control);
        let schedule = Schedule::new(self.engine, claim, options, memory, self.control);
        Some(
            schedule
                .keep_record(self.options.record)
                .allow_positions(memory::positions_of_levels(self.control))
                .without_finishes(self.of_finishes.clone()),
        )
    }

    fn outcome(&self, found: Exhausted) -> SearchOutcome {
        match found {
            Exhausted::Solvable(line) => SearchOutcome::Found(line.jumps().to_vec()),
            Exhausted::Unsolvable(record) => SearchOutcome::Refuted(Proof::Exhaustion {
                positions: record.positions(),
                functions: record.pruning_functions(),
                record: self.options.record.then(|| Arc::new(record)),
            }),
            Exhausted::Undecided { .. } => SearchOutcome::Stopped,
        }
    }

    fn account_for_levels(&mut self, levels: Option<Schedule<'_, B>>) {
        let Some(levels) = levels.filter(|levels| levels.positions() > 0) else {
            return;
        };
        self.stats.nodes += levels.positions();
        self.tried.push(format!(
            "exhaustion by levels: {}",
            counted(levels.positions(), "position")
        ));
        self.learned_by_levels = levels.functions().clone();
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
        if !has_turn {
            return None;
        }
        let position = |code: &u128| Position::from_code_unchecked(self.engine.board(), *code);
        match finish {
            Finish::Positions(codes) => {
                let finishes = codes.iter().map(position).collect();
                AllPositions::new(self.start, finishes, self.control)
            }
            Finish::Regions(_) => AllPositions::of_patterns(self.problem, self.control),
            Finish::PegCount(_) => None,
        }
    }

    /// Searches for a line to any position with this number of pegs, in runs within the budget, if any.
    pub(super) fn peg_count(&mut self, pegs: u32, budget: Option<u64>) -> SearchOutcome {
        let mut restarts = self.restarts(Finish::PegCount(pegs));
        let search = restarts.search_up_to(budget);
        self.conclude(&restarts, search)
    }

    fn is_open<Refutation>(&self, outcome: &SearchOutcome<Refutation>) -> bool {
        outcome.is_stopped() && !self.control.is_stopped()
    }

    fn restarts(&self, finish: Finish) -> Restarts<'a, B> {
        let start = B::from_code(self.start.code());
        let task = DirectedProblem::forward(start, finish, symmetry_use(self.options));
        Restarts::new(self.engine, task, self.options, self.control)
    }

    fn account(&mut self, restarts: &Restarts<'_, B>) {
        for account in restarts.accounts() {
            let work = &account.work;
            self.stats.nodes += work.counts.nodes;
            self.stats.dead_positions += work.counts.dead;
            self.stats.pagoda_prunes += work.counts.pagoda_prunes;
            self.stats.table_hits += work.counts.table_hits;
            self.stats.restarts += work.runs.saturating_sub(1);
            self.stats.beam_nodes += work.beam_nodes;
            self.stats.linear_programs += account.linear_programs;
            self.stats.pagoda_functions += account.functions.len() as u64;
            self.stats.table_bytes += account.table_bytes;
            self.tried.extend(account.description());
        }
        self.functions = restarts.functions();
        let levels = std::mem::take(&mut self.learned_by_levels);
        self.functions.add(levels);
    }

    fn conclude(
        &mut self,
        restarts: &Restarts<'_, B>,
        search: SearchOutcome<u64>,
    ) -> SearchOutcome {
        self.account(restarts);
        exhausted(restarts, search)
    }
}

fn exhausted<B: Bits>(restarts: &Restarts<'_, B>, search: SearchOutcome<u64>) -> SearchOutcome {
    search.map_refutation(|positions| Proof::Exhaustion {
        positions,
        functions: restarts.functions(),
        record: None,
    })
}

/// Formats a share of finishes or patterns, such as `1 of 4 finishes`.
fn share_of(some: usize, all: usize, noun: &str) -> String {
    format!("{} of {}", grouped(some), counted(all, noun))
}
