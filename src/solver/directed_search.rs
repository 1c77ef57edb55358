use super::beam::{self, Beam};
use super::compactness::Compactness;
use super::depth_first::{self, Counts, DeadSamples, DepthFirst, Interruption};
use super::directed_problem::DirectedProblem;
use super::memory::SearchMemory;
use super::outcome::SearchOutcome;
use super::transposition_table::TranspositionTable;
use super::{JumpOrder, Method, SolverOptions, order};
use crate::control::{Control, counted, grouped};
use crate::engine::{Bits, Engine};
use crate::problem::answer::PagodaFunction;
use crate::problem::{Finish, PlayDirection};
use crate::refutation::{LANES, PlainLanes, Pool, PoolSize};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::ControlFlow;

/// Search in one direction of play, with the dead positions and the pagoda functions that its runs learn. A run is a beam
/// search and a depth-first search; the next run has a larger budget and another order of jumps.
pub(super) struct DirectedSearch<B> {
    pub(super) problem: DirectedProblem<B>,
    memory: SearchMemory,
    /// Created when positions are first searched depth-first.
    table: Option<TranspositionTable<B>>,
    samples: DeadSamples<B>,
    pool: Pool,
    /// Functions that prune the next run.
    lanes: PlainLanes,
    random: Pcg64Mcg,
    work: SearchWork,
}

/// Work of a directed search so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchWork {
    pub(super) runs: u64,
    pub(super) counts: Counts,
    pub(super) beam_nodes: u64,
    widest_beam: usize,
}

/// Contribution of a directed search to an answer.
#[derive(Clone, Debug)]
pub(super) struct SearchAccount {
    pub(super) direction: PlayDirection,
    pub(super) work: SearchWork,
    pub(super) linear_programs: u64,
    pub(super) table_bytes: u64,
    /// Functions followed.
    pub(super) functions: Vec<PagodaFunction>,
}

/// Number of dead positions kept from a run.
const SAMPLES: usize = 48;
/// Minimum budget worth linear programs, and positions of the budget for each of them.
const WORTH_LEARNING: u64 = 24_000;
const POSITIONS_FOR_A_PROGRAM: u64 = 3_000;
/// Pool that follows as many functions as a depth-first search can carry along.
const POOL: PoolSize = PoolSize {
    followed: LANES,
    functions: 256,
    samples: 2048,
    parities: 0,
};
/// Part of a run's budget for its beam.
const BEAM_NUMERATOR: u64 = 4;
const BEAM_DENOMINATOR: u64 = 5;
/// Beam width of a run without a budget.
const UNBOUNDED_WIDTH: usize = 1_000;
/// Maximum random weight of a hole in the beam's measure of compactness: small for a restart, larger where a seed asks for
/// another solution.
const BEAM_VARIATION: i32 = 1;
const SEEDED_VARIATION: i32 = 6;

impl<B: Bits> DirectedSearch<B> {
    pub(super) fn new(
        engine: &Engine<B>,
        problem: DirectedProblem<B>,
        memory: SearchMemory,
        seed: u64,
    ) -> DirectedSearch<B> {
        let identity = engine.board().symmetries()[..1].to_vec();
        let pool = Pool::together(engine.board(), &problem.finish, identity, POOL);
        DirectedSearch {
            memory,
            table: None,
            samples: DeadSamples::new(SAMPLES),
            lanes: pool.lanes(),
            pool,
            random: Pcg64Mcg::seed_from_u64(seed),
            work: SearchWork::default(),
            problem,
        }
    }

    /// Runs once, within a budget of positions to expand; `None` means no limit. A refutation carries the number of
    /// dead positions.
    pub(super) fn run(
        &mut self,
        engine: &Engine<B>,
        options: &SolverOptions,
        control: &Control<'_>,
        budget: Option<u64>,
    ) -> SearchOutcome<u64> {
        self.learn(options, control, budget);
        self.work.runs += 1;
        if control.is_stopped() {
            return SearchOutcome::Stopped; // what has been learned depends on the clock
        }
        let beam_budget = budget.map(|budget| budget / BEAM_DENOMINATOR * BEAM_NUMERATOR);
        let uses_beam = options.methods.uses(Method::Beam);
        if uses_beam && let Some(jumps) = self.beam(engine, options, control, beam_budget) {
            return SearchOutcome::Found(self.problem.jumps(engine.board(), jumps));
        }
        if control.is_stopped() {
            return SearchOutcome::Stopped; // the beam would perhaps have found a line
        }
        let rest = budget.map_or(u64::MAX, |budget| budget - beam_budget.unwrap_or(0));
        self.depth_first(engine, options, control, rest)
    }

    fn learn(&mut self, options: &SolverOptions, control: &Control<'_>, budget: Option<u64>) {
        let budget = budget.unwrap_or(0);
        let has_finishes = !matches!(self.problem.finish, Finish::PegCount(_));
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
            self.problem
                .start_pegs()
                .saturating_sub(self.problem.finish.pegs()),
        )
        .max(1);
        let wanted = budget.map_or(UNBOUNDED_WIDTH, |budget| (budget / depth) as usize);
        let of_place = beam::bytes_for_a_place::<B>(depth);
        let bytes = self
            .memory
            .of_beam(control, (wanted as u64).saturating_mul(of_place));
        let width = ((bytes / of_place) as usize).max(1);
        self.work.widest_beam = self.work.widest_beam.max(width);
        let compactness = self.compactness(engine, options);
        let mut search = Beam {
            engine,
            problem: &self.problem,
            symmetries: self.problem.symmetries(engine.board()),
            lanes: &self.lanes,
            compactness: &compactness,
            control,
            width,
            seed: self.random.random(),
            nodes: 0,
        };
        let jumps = search.run();
        self.work.beam_nodes += search.nodes;
        control.count(search.nodes % beam::TICK);
        jumps
    }

    /// Makes the measure for a run: without variation for the first, and varied at random for the others and for a seed.
    fn compactness(&mut self, engine: &Engine<B>, options: &SolverOptions) -> Compactness {
        let most = match (options.seed, self.work.runs) {
            (Some(_), _) => SEEDED_VARIATION,
            (None, 0..=1) => 0,
            (None, _) => BEAM_VARIATION,
        };
        let holes = engine.board().hole_count();
        let variation: Vec<i32> = (0..holes)
            .map(|_| self.random.random_range(0..=most))
            .collect();
        let targets = self.problem.finish_holes(engine.board());
        Compactness::new(engine.board(), &targets, |hole| variation[hole.index()])
    }

    fn depth_first(
        &mut self,
        engine: &Engine<B>,
        options: &SolverOptions,
        control: &Control<'_>,
        budget: u64,
    ) -> SearchOutcome<u64> {
        let ranks = self.ranks(engine, options);
        if options.methods.uses(Method::Table) && self.table.is_none() {
            self.table = Some(TranspositionTable::new(self.memory.of_table(control)));
        }
        let mut search = DepthFirst {
            engine,
            problem: &self.problem,
            symmetries: self.problem.symmetries(engine.board()),
            finish_pegs: self.problem.finish.pegs(),
            most_finish_pegs: self.problem.finish.most_pegs(),
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
        self.work.counts.add(&counts);
        control.count(counts.nodes % depth_first::TICK);
        match end {
            ControlFlow::Break(Interruption::Found) => {
                SearchOutcome::Found(self.problem.jumps(engine.board(), jumps))
            }
            ControlFlow::Break(Interruption::Stopped) => SearchOutcome::Stopped,
            ControlFlow::Continue(()) => SearchOutcome::Refuted(self.work.counts.dead),
        }
    }

    fn ranks(&mut self, engine: &Engine<B>, options: &SolverOptions) -> Vec<u16> {
        let board = engine.board();
        let as_it_is = self.work.runs == 1 && options.seed.is_none();
        match &options.order {
            JumpOrder::Own if !as_it_is => order::varied_ranks(board, &mut self.random),
            order => order.ranks(board),
        }
    }

    /// Frees the transposition table.
    pub(super) fn forget_positions(&mut self) {
        self.table = None;
    }

    /// Returns the number of positions expanded.
    pub(super) fn nodes(&self) -> u64 {
        self.work.counts.nodes + self.work.beam_nodes
    }

    /// Returns the contribution to an answer.
    pub(super) fn account(&self) -> SearchAccount {
        SearchAccount {
            direction: self.problem.direction,
            work: self.work,
            linear_programs: self.pool.linear_programs,
            table_bytes: self.table.as_ref().map_or(0, TranspositionTable::bytes),
            functions: self.pool.followed(),
        }
    }
}

impl SearchAccount {
    /// Describes the runs, if any.
    pub(super) fn description(&self) -> Option<String> {
        let way = match self.direction {
            PlayDirection::Forward => "forwards",
            PlayDirection::Backward => "backwards",
        };
        let searched = counted(self.work.counts.nodes, "position");
        let runs = counted(self.work.runs, "run");
        let beam = match self.work.widest_beam {
            0 => String::new(),
            width => format!(
                ", each after a beam search of width up to {}",
                grouped(width)
            ),
        };
        (self.work.runs > 0)
            .then(|| format!("depth-first search {way}: {searched} in {runs}{beam}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_counts_with_nouns() {
        let description = |runs, nodes, widest_beam| {
            let account = SearchAccount {
                direction: PlayDirection::Backward,
                work: SearchWork {
                    runs,
                    counts: Counts {
                        nodes,
                        ..Counts::default()
                    },
                    beam_nodes: 0,
                    widest_beam,
                },
                linear_programs: 0,
                table_bytes: 0,
                functions: Vec::new(),
            };
            account.description()
        };
        assert_eq!(description(0, 0, 0), None);
        assert_eq!(
            description(1, 1, 0).unwrap(),
            "depth-first search backwards: 1 position in 1 run"
        );
        assert_eq!(
            description(12, 1_234_567, 2048).unwrap(),
            "depth-first search backwards: 1,234,567 positions in 12 runs, each after a beam search of width up to 2,048"
        );
    }
}
