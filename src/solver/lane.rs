use super::control::Control;
use super::depth_first::{Counts, DeadSamples, DepthFirst, Outcome};
use super::order;
use super::pagoda_search::refuting_pagoda;
use super::seen::SeenTable;
use super::slack::{self, SlackTable, WIDTH};
use super::task::Task;
use super::{JumpOrder, Method, SolverOptions};
use crate::board::PagodaFunction;
use crate::engine::{Bits, Engine};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// One direction of play with all that its runs learn: dead positions, and pagoda functions drawn from
/// them. A run is a depth-first search with a budget; the next one has another order of jumps.
pub(super) struct Lane<B> {
    pub(super) task: Task<B>,
    table: Option<SeenTable<B>>,
    samples: DeadSamples<B>,
    /// Dead positions over which pagoda functions compete.
    pool: Vec<u128>,
    functions: Vec<PagodaFunction>,
    slacks: SlackTable,
    random: Pcg64Mcg,
    runs: u64,
    pub(super) counts: Counts,
    pub(super) linear_programs: u64,
    pub(super) beam_nodes: u64,
}

/// What a run came to: the jumps from the numbered start when it found a finish.
pub(super) enum Run {
    Found { start: usize, jumps: Vec<usize> },
    Dead,
    Stopped,
}

/// Dead positions kept from a run, and the most linear programs solved after one.
const SAMPLES: usize = 48;
/// Dead positions over which pagoda functions compete for the places in use.
const POOL: usize = 2048;
/// Pagoda functions kept in competition.
const FUNCTIONS: usize = 256;

impl<B: Bits> Lane<B> {
    pub(super) fn new(
        engine: &Engine<B>,
        task: Task<B>,
        options: &SolverOptions,
        table_bytes: u64,
        seed: u128,
    ) -> Self {
        let slacks = SlackTable::new(engine.board(), &[], &task.finish_codes());
        Lane {
            table: options.methods.uses(Method::Table).then(|| SeenTable::new(table_bytes)),
            samples: DeadSamples::new(SAMPLES),
            pool: Vec::new(),
            functions: Vec::new(),
            slacks,
            random: Pcg64Mcg::new(seed),
            runs: 0,
            counts: Counts::default(),
            linear_programs: 0,
            beam_nodes: 0,
            task,
        }
    }

    /// Runs the search once, with so many positions at most.
    pub(super) fn run(
        &mut self,
        engine: &Engine<B>,
        options: &SolverOptions,
        control: &Control<'_>,
        budget: u64,
    ) -> Run {
        if options.methods.uses(Method::Pagodas) {
            self.learn(engine, control, budget);
        }
        if options.methods.uses(Method::Beam) && self.runs >= super::env("BR", 1.0) as u64 {
            let start_pegs = u64::from(self.task.start_pegs());
            let mut beam = super::beam::Beam {
                engine,
                task: &self.task,
                slacks: &self.slacks,
                control,
                width: ((budget as f64 * super::env("BW", 0.5)) as u64 / start_pegs) as usize,
                seed: self.random.random(),
                nodes: 0,
            };
            let line = beam.run();
            self.beam_nodes += beam.nodes;
            if let Some((start, jumps)) = line {
                self.runs += 1;
                return Run::Found { start, jumps };
            }
        }
        let ranks = self.ranks(engine, options);
        self.runs += 1;
        let mut search = DepthFirst {
            engine,
            task: &self.task,
            slacks: &self.slacks,
            ranks: &ranks,
            table: self.table.as_mut(),
            samples: &mut self.samples,
            control,
            budget,
            counts: Counts::default(),
            path: Vec::new(),
        };
        let (outcome, start) = search.run();
        let (counts, jumps) = (search.counts, search.path);
        self.counts.add(&counts);
        match outcome {
            Outcome::Found => Run::Found { start, jumps },
            Outcome::Dead => Run::Dead,
            Outcome::Stopped => Run::Stopped,
        }
    }

    fn ranks(&mut self, engine: &Engine<B>, options: &SolverOptions) -> Vec<u16> {
        let board = engine.board();
        let first_plain = self.runs == 0 && options.seed.is_none();
        match &options.order {
            JumpOrder::Own if !first_plain => order::varied_ranks(board, 1.0, &mut self.random),
            order => order.ranks(board),
        }
    }

    /// Draws pagoda functions from the dead positions of the last run, and picks those that together refute
    /// the most.
    fn learn(&mut self, engine: &Engine<B>, control: &Control<'_>, budget: u64) {
        let allowed = (budget as f64 / super::env("LPN", 1000.0)) as usize; if (budget as f64) < super::env("LPB", 8000.0) { return; }
        let mut samples = self.samples.take(); samples.truncate(allowed);
        if samples.is_empty() {
            return;
        }
        let finishes = self.task.finish_codes();
        for sample in samples {
            if control.is_stopped() {
                return;
            }
            let code = sample.code();
            if self.functions.iter().any(|function| refutes(function, code, &finishes)) {
                self.pool.push(code);
                continue;
            }
            self.linear_programs += 1;
            if let Some(function) = refuting_pagoda(engine.board(), code, &finishes) {
                self.functions.push(function);
                self.pool.push(code);
            }
        }
        self.choose(engine, &finishes);
    }

    fn choose(&mut self, engine: &Engine<B>, finishes: &[u128]) {
        if self.pool.len() > POOL {
            let surplus = self.pool.len() - POOL;
            self.pool.drain(..surplus);
        }
        let chosen = greedy_cover(&self.functions, &self.pool, finishes);
        let in_use: Vec<PagodaFunction> = chosen.iter().map(|&index| self.functions[index].clone()).collect();
        if self.functions.len() > FUNCTIONS {
            let surplus = self.functions.len() - FUNCTIONS;
            let mut index = 0;
            self.functions.retain(|_| {
                index += 1;
                chosen.contains(&(index - 1)) || index > surplus
            });
        }
        self.slacks = SlackTable::new(engine.board(), &in_use, finishes);
    }

    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    pub(super) fn functions_in_use(&self) -> u64 {
        self.functions.len().min(WIDTH) as u64
    }

    pub(super) fn table_bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, SeenTable::bytes)
    }
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.nodes += other.nodes;
        self.dead += other.dead;
        self.pagoda_prunes += other.pagoda_prunes;
        self.table_hits += other.table_hits;
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
            |cover: &Vec<bool>| cover.iter().zip(&open).filter(|(covers, open)| **covers && **open).count();
        let best = covers
            .iter()
            .enumerate()
            .map(|(index, cover)| (gain(cover), index))
            .max_by_key(|&(gain, index)| (gain, usize::MAX - index));
        match best {
            Some((gain, index)) if gain > 0 => {
                chosen.push(index);
                for (open, covers) in open.iter_mut().zip(&covers[index]) {
                    *open &= !covers;
                }
            }
            _ => break,
        }
    }
    chosen
}
