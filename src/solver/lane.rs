use super::beam::{self, Beam};
use super::compactness::Compactness;
use super::depth_first::{self, Counts, DeadSamples, DepthFirst, End};
use super::memory::LaneMemory;
use super::order;
use super::outcome::Outcome;
use super::task::{PlayDirection, Task};
use super::transposition_table::TranspositionTable;
use super::{JumpOrder, Method, SolverOptions};
use crate::control::Control;
use crate::engine::{Bits, Engine};
use crate::problem::answer::PagodaFunction;
use crate::refutation::{LANES, PlainLanes, Pool, PoolSize};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::ControlFlow;

/// One direction of play with all that its runs learn: dead positions, and pagoda functions drawn from
/// them. A run is a beam search and a depth-first search; the next one has more to spend and another order of
/// jumps.
pub(super) struct Lane<B> {
    pub(super) task: Task<B>,
    memory: LaneMemory,
    table: Option<TranspositionTable<B>>,
    samples: DeadSamples<B>,
    pool: Pool,
    /// The functions followed.
    lanes: PlainLanes,
    random: Pcg64Mcg,
    pub(super) runs: u64,
    pub(super) counts: Counts,
    pub(super) beam_nodes: u64,
    pub(super) widest_beam: usize,
}

/// Dead positions kept from a run.
const SAMPLES: usize = 48;
/// Linear programs are worth their time from this budget on, one for each of these positions of it.
const WORTH_LEARNING: u64 = 24_000;
const POSITIONS_FOR_A_PROGRAM: u64 = 3_000;
/// The pool of functions: as many are followed as a depth-first search can carry along.
const POOL: PoolSize = PoolSize {
    followed: LANES,
    functions: 256,
    samples: 2048,
    parities: 0,
};
/// The beam's part of a run's budget.
const BEAM_NUMERATOR: u64 = 4;
const BEAM_DENOMINATOR: u64 = 5;
/// The beam's width when its run has no budget.
const UNBOUNDED_WIDTH: usize = 1_000;
/// The most that chance adds to the weight of a hole in the beam's measure of compactness: a little where it
/// is to help, more where a seed asks for another solution.
const BEAM_VARIATION: i32 = 1;
const SEEDED_VARIATION: i32 = 6;

impl<B: Bits> Lane<B> {
    pub(super) fn new(
        engine: &Engine<B>,
        task: Task<B>,
        options: &SolverOptions,
        memory: LaneMemory,
        seed: u64,
    ) -> Lane<B> {
        let identity = engine.board().symmetries()[..1].to_vec();
        let pool = Pool::together(engine.board(), &task.finish, identity, POOL);
        Lane {
            memory,
            table: options
                .methods
                .uses(Method::Table)
                .then(|| TranspositionTable::new(memory.table)),
            samples: DeadSamples::new(SAMPLES),
            lanes: pool.lanes(),
            pool,
            random: Pcg64Mcg::seed_from_u64(seed),
            runs: 0,
            counts: Counts::default(),
            beam_nodes: 0,
            widest_beam: 0,
            task,
        }
    }

    /// Runs the searches once, within a budget of positions to expand; `None` is no limit. A refutation is
    /// the number of dead positions that were searched.
    pub(super) fn run(
        &mut self,
        engine: &Engine<B>,
        options: &SolverOptions,
        control: &Control<'_>,
        budget: Option<u64>,
    ) -> Outcome<u64> {
        self.learn(options, control, budget);
        self.runs += 1;
        let beam_budget = budget.map(|budget| budget / BEAM_DENOMINATOR * BEAM_NUMERATOR);
        let uses_beam = options.methods.uses(Method::Beam);
        if uses_beam && let Some(jumps) = self.beam(engine, options, control, beam_budget) {
            return Outcome::Found(self.task.jumps(engine.board(), jumps));
        }
        let rest = budget.map_or(u64::MAX, |budget| budget - beam_budget.unwrap_or(0));
        self.depth_first(engine, options, control, rest)
    }

    fn learn(&mut self, options: &SolverOptions, control: &Control<'_>, budget: Option<u64>) {
        let budget = budget.unwrap_or(0);
        let has_finishes = !self.task.finish.codes().is_empty();
        if budget >= WORTH_LEARNING && has_finishes && options.methods.uses(Method::Pagodas) {
            let dead = self.samples.take().into_iter().map(Bits::code);
            let programs = (budget / POSITIONS_FOR_A_PROGRAM) as usize;
            if self.pool.learn(dead.take(programs), control) > 0 {
                self.lanes = self.pool.lanes();
            }
        }
    }

    fn beam(
        &mut self,
        engine: &Engine<B>,
        options: &SolverOptions,
        control: &Control<'_>,
        budget: Option<u64>,
    ) -> Option<Vec<usize>> {
        let depth = u64::from(
            self.task
                .start_pegs()
                .saturating_sub(self.task.finish.pegs()),
        )
        .max(1);
        let wanted = budget.map_or(UNBOUNDED_WIDTH, |budget| (budget / depth) as usize);
        let affordable = (self.memory.beam / beam::bytes_for_a_place::<B>(depth)) as usize;
        let width = wanted.min(affordable).max(1);
        self.widest_beam = self.widest_beam.max(width);
        let compactness = self.compactness(engine, options);
        let mut search = Beam {
            engine,
            task: &self.task,
            lanes: &self.lanes,
            compactness: &compactness,
            control,
            width,
            seed: self.random.random(),
            nodes: 0,
        };
        let jumps = search.run();
        self.beam_nodes += search.nodes;
        control.count(search.nodes % beam::TICK);
        jumps
    }

    /// The measure as it is for the first run, varied by chance for the others and for a seed.
    fn compactness(&mut self, engine: &Engine<B>, options: &SolverOptions) -> Compactness {
        let most = match (options.seed, self.runs) {
            (Some(_), _) => SEEDED_VARIATION,
            (None, 0..=1) => 0,
            (None, _) => BEAM_VARIATION,
        };
        let holes = engine.board().hole_count();
        let variation: Vec<i32> = (0..holes)
            .map(|_| self.random.random_range(0..=most))
            .collect();
        let targets = self.task.finish_holes(engine.board());
        Compactness::new(engine.board(), &targets, |hole| variation[hole.index()])
    }

    fn depth_first(
        &mut self,
        engine: &Engine<B>,
        options: &SolverOptions,
        control: &Control<'_>,
        budget: u64,
    ) -> Outcome<u64> {
        let ranks = self.ranks(engine, options);
        let mut search = DepthFirst {
            engine,
            task: &self.task,
            finish_pegs: self.task.finish.pegs(),
            lanes: &self.lanes,
            ranks: &ranks,
            table: self.table.as_mut(),
            samples: &mut self.samples,
            control,
            budget,
            counts: Counts::default(),
            path: Vec::new(),
        };
        let end = search.run();
        let (counts, jumps) = (search.counts, search.path);
        self.counts.add(&counts);
        control.count(counts.nodes % depth_first::TICK);
        match end {
            ControlFlow::Break(End::Found) => {
                Outcome::Found(self.task.jumps(engine.board(), jumps))
            }
            ControlFlow::Break(End::Stopped) => Outcome::Stopped,
            ControlFlow::Continue(()) => Outcome::Refuted(self.counts.dead),
        }
    }

    fn ranks(&mut self, engine: &Engine<B>, options: &SolverOptions) -> Vec<u16> {
        let board = engine.board();
        let as_it_is = self.runs == 1 && options.seed.is_none();
        match &options.order {
            JumpOrder::Own if !as_it_is => order::varied_ranks(board, &mut self.random),
            order => order.ranks(board),
        }
    }

    /// Frees the memory of what was learned of positions; later runs learn it again.
    pub(super) fn forget_positions(&mut self) {
        self.table = self
            .table
            .take()
            .map(|_| TranspositionTable::new(self.memory.table));
    }

    /// What was tried, in words, if anything was.
    pub(super) fn account(&self) -> Option<String> {
        let way = match self.task.direction {
            PlayDirection::Forwards => "forwards",
            PlayDirection::Backwards => "backwards",
        };
        let positions = if self.counts.nodes == 1 {
            "position"
        } else {
            "positions"
        };
        let runs = if self.runs == 1 { "run" } else { "runs" };
        let (searched, times) = (self.counts.nodes, self.runs);
        let searched =
            format!("depth-first search {way}: {searched} {positions} in {times} {runs}");
        let beam = match self.widest_beam {
            0 => String::new(),
            width => format!(", each after a beam search, at last of width {width}"),
        };
        (self.runs > 0).then(|| searched + &beam)
    }

    pub(super) fn linear_programs(&self) -> u64 {
        self.pool.linear_programs
    }

    pub(super) fn functions_followed(&self) -> Vec<PagodaFunction> {
        self.pool.followed()
    }

    pub(super) fn table_bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, TranspositionTable::bytes)
    }
}
