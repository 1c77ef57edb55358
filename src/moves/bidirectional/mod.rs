//! Bidirectional breadth-first search for a line with the fewest moves: layer by layer, one whole move at
//! a time, forward from the start and backward from the finishes, until the layers meet.
//!
//! Positions are those between moves, up to the symmetries that fix the problem, so no state depends on the
//! peg that moved last.
//!
//! An *attempt* looks for a line of at most L moves. A layer d moves from its own end keeps only positions
//! that can lie on such a line. [`Regions`] must not show a position to be more than L − d − d′ moves away
//! from the last layer of the opposite half, which lies d′ moves from its end and which the shortest line
//! passes through; and the opposite end must be reachable at all, where a [`ReachabilityFilter`] knows it.
//! The last of the L moves is not stored: its results are looked up in the layers of the opposite half. If
//! no two layers meet, every line has more than L moves.
//!
//! An attempt has a beam width. A forward layer that exceeds it is truncated to the positions that seem nearest
//! to the finishes. The backward half then advances only while its layers are likely to fit: the last layers
//! are looked up in it, and would miss most of what it leaves out. A truncated attempt proves nothing, but it
//! finds good lines, often the best, at little cost. The first attempts are narrow and allow one move more each
//! time until there is a line. After that, complete attempts raise the lower bound as long as their layers fit
//! the width, and truncated attempts of growing width try to improve the best line by one move, until both
//! bounds meet. When one complete attempt remains and is expected to be only moderately wider, it runs at once.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | bounds, attempts, and the choice of the half to advance |
//! | `half_search.rs` | [`HalfSearch`]: the layers and the frontier of one end |
//! | `expansion.rs` | the next layer, expanded by several threads |
//! | `reconstruction.rs` | the line through a position where the halves meet |
//! | `layers.rs` | [`Layers`]: positions by their distance in moves |
//! | `regions.rs` | [`Regions`]: lower bounds from the shape of the board |
//! | `reachability.rs` | [`ReachabilityFilter`]: bitmaps of the positions connected to an end |
//!
//! Source: J. Barker and R. Korf, *Solving Peg Solitaire with Bidirectional BFIDA\**, AAAI 2012.

mod expansion;
mod half_search;
mod layers;
mod reachability;
mod reconstruction;
mod regions;

pub(super) use reachability::BitmapCache;

use super::whole_moves::WholeMoves;
use crate::board::{Hole, Jump, Position};
use crate::control::threads::try_each_by;
use crate::control::{Control, LimitReached, Phase, allocation};
use crate::engine::{AnyEngine, Bits, Engine, PermutationPath, Permutations, with_engine};
use crate::problem::{PlayDirection, Problem};
use crate::solver::Compactness;
use crate::sweep::SweepError;
use expansion::ExpansionBuffers;
use half_search::{HalfSearch, Halves};
use reachability::{ReachabilityFilter, ReachabilityPlan};
use regions::{BoundCache, FrontierRegions, Regions};
use rustc_hash::FxHashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Result of a bidirectional search.
#[derive(Debug)]
pub(super) struct SearchOutcome {
    /// Proved lower bound on the number of moves.
    pub(super) at_least: usize,
    /// Jumps of the shortest line found.
    pub(super) jumps: Option<Vec<Jump>>,
    /// The line is optimal, or there is none.
    pub(super) is_complete: bool,
}

/// Bounds on the fewest moves that are known in advance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// Proved lower bound.
    pub(super) at_least: usize,
    /// Upper bound: the number of moves of a known line.
    pub(super) moves: Option<usize>,
}

/// Searches for a line with fewer moves than `known`, and for a proof that there is none. When the control
/// stops the search or memory runs out, the outcome is incomplete. Bitmaps stay in `cache` for other problems.
pub(super) fn search_both_ends(
    problem: &Problem,
    known: Bounds,
    cache: &BitmapCache,
    control: &Control<'_>,
) -> Result<SearchOutcome, SweepError> {
    with_engine!(&AnyEngine::new(problem.board()), |engine| {
        BidirectionalSearch::new(engine, problem, cache, control).run(known, FIRST_WIDTH)
    })
}

/// Reason why a search ends early.
enum Stopped {
    /// The control stopped it, or it allows too little memory.
    Limit,
    System(SweepError),
}

impl From<LimitReached> for Stopped {
    fn from(_: LimitReached) -> Stopped {
        Stopped::Limit
    }
}

impl From<SweepError> for Stopped {
    fn from(error: SweepError) -> Stopped {
        if error.limit().is_some() {
            Stopped::Limit
        } else {
            Stopped::System(error)
        }
    }
}

struct BidirectionalSearch<'a, B> {
    moves: WholeMoves<'a, B>,
    problem: &'a Problem,
    start: B,
    finishes: Vec<B>,
    symmetries: Permutations<B>,
    regions: Regions,
    compactness: Compactness,
    filter: Option<ReachabilityFilter>,
    /// The filter is planned again once the work done so far is worth this many bytes of bitmap.
    next_filter_plan: u64,
    cache: &'a BitmapCache,
    control: &'a Control<'a>,
    /// Buffers that no thread is using.
    buffers: Mutex<Vec<ExpansionBuffers<B>>>,
    expanded: AtomicU64,
    /// The largest layer of each of the last two complete attempts.
    complete_widths: [usize; 2],
    /// Proved lower bound.
    at_least: usize,
    /// Only lines with fewer moves than this are of interest.
    below: usize,
    /// The positions between the moves of the shortest line found.
    line: Option<Vec<B>>,
}

/// Result of an attempt.
enum AttemptOutcome<B> {
    /// A line, given by the positions between its moves.
    Line(Vec<B>),
    /// Exhaustive: there is no such line.
    Exhausted,
    /// No line among the positions kept.
    Truncated,
    OutOfMemory,
}

/// Result of advancing one half by a layer.
enum LayerOutcome<B> {
    /// The halves meet in the position with this code.
    Meeting(B),
    NoMeeting,
    OutOfMemory,
}

/// Treatment of a layer that exceeds the beam width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overflow {
    /// Keep the most promising positions of a forward layer, and all of a backward layer.
    Truncate,
    /// Abandon the attempt.
    Abandon,
}

/// Beam width of the first attempts.
const FIRST_WIDTH: usize = 1 << 12;

/// A backward layer is likely to fit if there are at most this many moves to it for each position of the beam width:
/// many moves lead to the same positions.
const MOVES_PER_WIDTH: f64 = 4.0;

/// Positions of a layer that a thread compares at a time.
const CHUNK: usize = 1 << 12;

/// Factor by which the beam width grows.
const WIDTH_FACTOR: usize = 8;

/// Compactness that weighs as much as one remaining move when a layer is truncated.
const COMPACTNESS_PER_MOVE: i32 = 25;

/// The attempt that completes the proof may exceed the beam width by this factor: truncated attempts on the
/// way to its width would cost as much.
const LAST_WIDTH_FACTOR: f64 = 16.0;

/// Bytes of bitmap that are worth computing for each position expanded.
const BITMAP_BYTES_PER_POSITION: u64 = 256;

/// Initial threshold of [`BidirectionalSearch::next_filter_plan`]: planning has a fixed cost, even for smaller bitmaps.
const MIN_BITMAP_BYTES: u64 = 1 << 16;

/// Bytes of allowed memory for each distinct set of regions in a frontier, which together take a tenth of it.
const MEMORY_PER_REGION_SET: u64 = 640;

/// Positions of a frontier whose moves are counted, and the maximum number of moves counted for all of them.
const SAMPLE: usize = 8;
const MAX_COUNTED: usize = 1 << 20;

/// Moves that take as long to generate as the rest of the work on a position.
const MOVES_PER_POSITION_COST: f64 = 128.0;

impl<'a, B: Bits> BidirectionalSearch<'a, B> {
    fn new(
        engine: &'a Engine<B>,
        problem: &'a Problem,
        cache: &'a BitmapCache,
        control: &'a Control<'a>,
    ) -> BidirectionalSearch<'a, B> {
        let finishes = problem.finishes_in_class();
        let codes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let symmetries = problem
            .board()
            .stabilizer(&[&[problem.start().code()], &codes]);
        let start = B::from_code(problem.start().code());
        let regions = Regions::new(problem.board(), &finishes);
        let pegs_left = codes.first().map_or(0, |code| code.count_ones() as usize);
        let targets: Vec<Hole> = finishes.iter().flat_map(Position::pegs).collect();
        let at_least = regions.moves_left(start, &mut BoundCache::with_capacity(1));
        BidirectionalSearch {
            moves: WholeMoves::new(engine),
            problem,
            start,
            finishes: codes.iter().map(|code| B::from_code(*code)).collect(),
            symmetries: Permutations::new(&symmetries, PermutationPath::fastest()),
            filter: None,
            next_filter_plan: MIN_BITMAP_BYTES,
            cache,
            control,
            buffers: Mutex::default(),
            expanded: AtomicU64::new(0),
            at_least: (at_least as usize).max(1),
            below: (problem.start().peg_count() + 1).saturating_sub(pegs_left), // each move removes a peg
            complete_widths: [0; 2],
            line: None,
            regions,
            compactness: Compactness::new(problem.board(), &targets, |_| 0),
        }
    }

    fn run(mut self, known: Bounds, width: usize) -> Result<SearchOutcome, SweepError> {
        if self.finishes.is_empty() || self.finishes.contains(&self.start) {
            return Ok(SearchOutcome {
                at_least: 0,
                jumps: (!self.finishes.is_empty()).then(Vec::new),
                is_complete: true,
            });
        }
        match self.deepen(known, width) {
            Ok(()) | Err(Stopped::Limit) => {}
            Err(Stopped::System(error)) => return Err(error),
        }
        Ok(SearchOutcome {
            at_least: self.at_least,
            jumps: self.line.map(|line| self.moves.jumps_between(&line)),
            is_complete: self.at_least >= self.below,
        })
    }

    /// Narrows the gap between the bounds until it closes or the search is stopped.
    fn deepen(&mut self, known: Bounds, mut width: usize) -> Result<(), Stopped> {
        self.at_least = self.at_least.max(known.at_least);
        self.below = known
            .moves
            .map_or(self.below, |moves| moves.min(self.below));
        let mut has_memory = self.raise(width, true)?;
        while has_memory && self.at_least < self.below {
            width = width.saturating_mul(WIDTH_FACTOR);
            has_memory = self.raise(width, false)?;
            let beam = if self.is_nearly_proved(width) {
                usize::MAX
            } else {
                width
            };
            has_memory = has_memory && self.shorten(beam)?;
        }
        if !has_memory {
            self.raise(usize::MAX, false)?;
        }
        Ok(())
    }

    /// Raises the lower bound by complete attempts of this width. With `until_line`, continues by truncated
    /// attempts with more and more moves until there is a line. Returns `false` when memory runs out.
    fn raise(&mut self, width: usize, until_line: bool) -> Result<bool, Stopped> {
        let overflow = if until_line {
            Overflow::Truncate
        } else {
            Overflow::Abandon
        };
        let mut moves = self.at_least;
        while moves < self.below && (until_line || moves + 1 < self.below) {
            match self.attempt(moves, width, overflow)? {
                AttemptOutcome::Line(line) => self.improve(line),
                AttemptOutcome::Exhausted => self.at_least = moves + 1,
                AttemptOutcome::Truncated if until_line => {}
                AttemptOutcome::Truncated => break,
                AttemptOutcome::OutOfMemory => return Ok(false),
            }
            moves += 1;
        }
        Ok(true)
    }

    /// Searches for shorter and shorter lines by attempts of this width. Returns `false` when memory runs out.
    fn shorten(&mut self, width: usize) -> Result<bool, Stopped> {
        while self.at_least < self.below {
            match self.attempt(self.below - 1, width, Overflow::Truncate)? {
                AttemptOutcome::Line(line) => self.improve(line),
                AttemptOutcome::Exhausted => self.at_least = self.below,
                AttemptOutcome::Truncated => break,
                AttemptOutcome::OutOfMemory => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns `true` if one complete attempt remains and, at the present rate of growth, it will exceed
    /// `width` by a moderate factor only.
    fn is_nearly_proved(&self, width: usize) -> bool {
        let [before, last] = self.complete_widths;
        let expected = last as f64 * (last as f64 / before.max(1) as f64);
        self.at_least + 1 == self.below && last > 0 && expected < width as f64 * LAST_WIDTH_FACTOR
    }

    fn improve(&mut self, line: Vec<B>) {
        self.below = line.len() - 1;
        self.line = Some(line);
    }

    /// Searches for a line of at most `most` moves within a beam width.
    fn attempt(
        &mut self,
        most: usize,
        width: usize,
        overflow: Overflow,
    ) -> Result<AttemptOutcome<B>, Stopped> {
        let mut halves = Halves {
            forward: HalfSearch::new(
                PlayDirection::Forward,
                std::slice::from_ref(&self.start),
                &self.symmetries,
            )?,
            backward: HalfSearch::new(PlayDirection::Backward, &self.finishes, &self.symmetries)?,
        };
        let (mut is_truncated, mut widest) = (false, 0);
        loop {
            if self.compute_filter()?
                && let Some(filter) = &self.filter
            {
                for half in [&mut halves.forward, &mut halves.backward] {
                    let mut frontier = std::mem::take(&mut half.frontier);
                    filter.retain_connected(half.direction, &mut frontier);
                    half.set_frontier(frontier);
                }
            }
            let is_last = halves.forward.moves() + halves.backward.moves() + 1 == most;
            let is_beam = overflow == Overflow::Truncate && !is_last;
            let most_moves = MOVES_PER_WIDTH * width as f64;
            let turn = if is_beam && self.moves_of_frontier(&halves.backward) > most_moves
                || self.cost(&halves.forward, is_last) <= self.cost(&halves.backward, is_last)
            {
                PlayDirection::Forward
            } else {
                PlayDirection::Backward
            };
            match self.add_layer(&mut halves, turn, most)? {
                LayerOutcome::Meeting(code) => {
                    return Ok(AttemptOutcome::Line(self.line_through(
                        code,
                        &halves,
                        is_last.then_some(turn),
                    )?));
                }
                LayerOutcome::OutOfMemory => return Ok(AttemptOutcome::OutOfMemory),
                LayerOutcome::NoMeeting => {}
            }
            let size = halves.half(turn).frontier.len();
            widest = widest.max(size);
            if is_last || size == 0 {
                if is_truncated {
                    return Ok(AttemptOutcome::Truncated);
                }
                self.complete_widths = [self.complete_widths[1], widest];
                return Ok(AttemptOutcome::Exhausted);
            }
            if size > width {
                match (overflow, turn) {
                    (Overflow::Abandon, _) => return Ok(AttemptOutcome::Truncated),
                    (Overflow::Truncate, PlayDirection::Forward) => {
                        is_truncated = true;
                        self.truncate(&mut halves.forward, width)?;
                    }
                    (Overflow::Truncate, PlayDirection::Backward) => {}
                }
            }
        }
    }

    /// Adds the next layer of a half, or looks its results up in the opposite half if it is the last move.
    fn add_layer(
        &self,
        halves: &mut Halves<B>,
        turn: PlayDirection,
        most: usize,
    ) -> Result<LayerOutcome<B>, LimitReached> {
        let (half, opposite) = halves.split_mut(turn);
        let is_last = half.moves() + opposite.moves() + 1 == most;
        let regions = self.frontier_regions(opposite);
        let distance = DistanceLimit {
            moves: (most - half.moves() - 1 - regions.moves()) as u32,
            opposite: regions,
        };
        let meeting = if is_last {
            self.look_up(half, &opposite.layers.lock(), &distance)?
        } else {
            if !self.advance(half, &distance, opposite.layers.bytes())? {
                return Ok(LayerOutcome::OutOfMemory);
            }
            // Layers as deep as a whole line reach the opposite end by themselves.
            opposite
                .origins
                .iter()
                .find(|code| half.layers.contains(**code))
                .copied()
        };
        Ok(meeting.map_or(LayerOutcome::NoMeeting, LayerOutcome::Meeting))
    }

    /// Estimates the cost of the next layer of a half, in positions: its expected size, or the size of the
    /// frontier if the layer is not stored. Where positions have very many moves, their number dominates.
    fn cost(&self, half: &HalfSearch<B>, is_last: bool) -> f64 {
        let kept = if is_last { 1.0 } else { half.growth };
        let kept = half.frontier.len() as f64 * kept;
        kept.max(self.moves_of_frontier(half) / MOVES_PER_POSITION_COST)
    }

    /// Estimates from a sample how many moves the positions of the frontier have, up to a limit.
    fn moves_of_frontier(&self, half: &HalfSearch<B>) -> f64 {
        if half.frontier.is_empty() {
            return 0.0;
        }
        let per_position = half.moves_per_position.get_or_init(|| {
            let sample = half
                .frontier
                .iter()
                .step_by(half.frontier.len().div_ceil(SAMPLE));
            let most = MAX_COUNTED / sample.len();
            let moves: Vec<usize> = sample
                .map(|code| self.moves.count(half.direction, *code, most))
                .collect();
            moves.iter().sum::<usize>() as f64 / moves.len() as f64
        });
        half.frontier.len() as f64 * per_position
    }

    /// Returns the regions of a half's frontier, or of its end if memory is too small for the frontier's.
    fn frontier_regions<'s>(&self, half: &'s HalfSearch<B>) -> &'s FrontierRegions {
        half.regions.get_or_init(|| {
            let direction = half.direction.reversed();
            let most = (self.control.memory() / MEMORY_PER_REGION_SET) as usize;
            match self.region_sets(&half.frontier, most) {
                Some(full) => FrontierRegions::new(direction, half.moves(), full),
                None => {
                    let full = self.region_sets(&half.origins, usize::MAX);
                    FrontierRegions::new(direction, 0, full.unwrap_or_default())
                }
            }
        })
    }

    /// Collects the sets of full regions of positions and of their images; `None` if there are more than `most`.
    fn region_sets(&self, positions: &[B], most: usize) -> Option<FxHashSet<u128>> {
        let mut images = vec![B::EMPTY; self.symmetries.len()];
        let mut full = FxHashSet::default();
        for position in positions {
            // Images of regions are regions: a set that is present has all its images with it.
            if full.insert(self.regions.full_in(*position)) {
                self.symmetries.images(*position, &mut images);
                full.extend(images.iter().map(|image| self.regions.full_in(*image)));
            }
            if full.len() > most {
                return None;
            }
        }
        Some(full)
    }

    /// Computes the reachability filter once the search has taken about as long as the filter will. Returns
    /// `true` if the filter is new.
    fn compute_filter(&mut self) -> Result<bool, Stopped> {
        let worth = self
            .expanded
            .load(Ordering::Relaxed)
            .saturating_mul(BITMAP_BYTES_PER_POSITION);
        if worth < self.next_filter_plan {
            return Ok(false);
        }
        let finishes = self.problem.finishes_in_class();
        let plan = ReachabilityPlan::new(self.problem, finishes, self.cache, self.control);
        self.next_filter_plan = plan.as_ref().map_or(u64::MAX, ReachabilityPlan::bytes);
        let Some(plan) = plan.filter(|plan| plan.bytes() <= worth) else {
            return Ok(false);
        };
        self.next_filter_plan = u64::MAX;
        self.filter = match plan.find(self.cache, self.control) {
            Err(SweepError::NoBitmap { .. }) => None, // the filter only saves time
            found => found?,
        };
        Ok(self.filter.is_some())
    }

    /// Truncates the frontier of the forward half to at most `width` positions, fewer than it has: those that seem
    /// nearest to a finish, by the lower bound of the remaining moves and by the compactness of the pegs. The hash
    /// breaks ties.
    fn truncate(&self, half: &mut HalfSearch<B>, width: usize) -> Result<(), LimitReached> {
        let mut frontier = std::mem::take(&mut half.frontier);
        let mut distances = allocation::zeroed::<(i32, u32)>(frontier.len())?;
        let border = self.moves.engine().border();
        let chunks = frontier.chunks(CHUNK).zip(distances.chunks_mut(CHUNK));
        try_each_by(self.control.threads(), chunks, || {
            let mut cache = BoundCache::default();
            move |(codes, distances): (&[B], &mut [(i32, u32)])| {
                for (code, distance) in codes.iter().zip(distances) {
                    let moves = self.regions.moves_left(*code, &mut cache) as i32;
                    let compactness = self.compactness.of(border, *code);
                    let bound = COMPACTNESS_PER_MOVE * moves + compactness;
                    *distance = (bound, code.mixed() as u32);
                }
                self.control.tick(0, || self.phase())
            }
        })?;
        let mut sorted = allocation::with_capacity(distances.len())?;
        sorted.extend_from_slice(&distances);
        let (_, farthest, _) = sorted.select_nth_unstable(width);
        let mut distances = distances.iter();
        frontier.retain(|_| distances.next() < Some(farthest));
        half.set_frontier(frontier);
        Ok(())
    }

    fn phase(&self) -> Phase {
        Phase::MovesOrMore {
            moves: self.at_least,
        }
    }
}

/// Upper limit on the moves between a new position and the opposite frontier.
struct DistanceLimit<'a> {
    moves: u32,
    opposite: &'a FrontierRegions,
}

#[cfg(test)]
mod tests {
    use super::super::winning::shortest_line;
    use super::*;
    use crate::control::Part;
    use crate::sweep::{SweepMethod, SweepOptions};
    use crate::{Board, Goal, Line};
    use proptest::prelude::*;

    /// Compares the search with the values along the winning positions.
    fn check(problem: &Problem, width: usize, known: Option<usize>) {
        let control = Control::default();
        // Few pegs on a large board: a bitmap would be mostly empty.
        let options = SweepOptions {
            method: SweepMethod::Lists,
            ..SweepOptions::default()
        };
        let exact = shortest_line(problem, &options, Part::whole(&control)).unwrap();
        let exact = exact.map(|jumps| {
            Line::new(problem.start().clone(), jumps)
                .unwrap()
                .moves()
                .len()
        });
        let cache = BitmapCache::default();
        let at_least = exact.map_or(0, |exact| exact.saturating_sub(width % 3));
        let known = Bounds {
            at_least,
            moves: known.map(|known| known.max(1)),
        };
        let engine = AnyEngine::new(problem.board());
        let found = with_engine!(&engine, |engine| {
            BidirectionalSearch::new(engine, problem, &cache, &control).run(known, width)
        })
        .unwrap();
        assert!(found.is_complete, "{problem:?}");
        match (exact, found.jumps) {
            (Some(exact), Some(jumps)) => {
                let line = Line::new(problem.start().clone(), jumps).unwrap();
                assert!(problem.is_met_by(line.finish()));
                assert_eq!(
                    [line.moves().len(), found.at_least],
                    [exact; 2],
                    "{problem:?}"
                );
            }
            (Some(exact), None) => assert!(
                known.moves.is_some_and(|known| known <= exact),
                "{problem:?}"
            ),
            (None, jumps) => assert_eq!(jumps, None, "{problem:?}"),
        }
    }

    /// Returns a goal of the given kind, with positions and holes derived from a number.
    fn goal(start: &Position, kind: u32, number: u64) -> Goal {
        let board = start.board();
        let hole = |number: u64| {
            board
                .holes()
                .nth(number as usize % board.hole_count())
                .unwrap()
        };
        match kind {
            0 => Goal::OnePeg,
            1 => Goal::PegIn(vec![hole(number)]),
            2 => Goal::PegIn((0..4).map(|place| hole(number >> (7 * place))).collect()),
            3 => Goal::Position(start.complement()),
            _ => {
                let game = crate::Games::from_random(start, number).next().unwrap();
                let jumps = game.jumps().len();
                let end = game
                    .positions()
                    .nth(jumps - (number as usize % 3).min(jumps));
                Goal::Position(end.unwrap_or_else(|| start.clone()))
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn the_fewest_moves_are_those_along_the_winning_positions(
            name in prop::sample::select(vec!["triangle5", "triangle6", "square4", "diamond13", "rhombus4", "english", "star13", "hexagon3"]),
            kind in 0..5u32,
            number in any::<u64>(),
            emptied in any::<u64>(),
            width in prop::sample::select(vec![1, 3, 20, 500, usize::MAX]),
            known in prop::option::of(1..14usize),
        ) {
            let board = Board::library(name).unwrap();
            let vacant = board.vacate(board.holes().nth(number as usize % board.hole_count()).unwrap());
            // Positions in the middle of games, and others.
            let start = match emptied % 3 {
                0 if board.hole_count() < 22 => vacant,
                1 => Position::from_code(&board, u128::from(emptied >> 2) & board.full().code()).unwrap(),
                _ => {
                    let game = crate::Games::from_random(&vacant, emptied).next().unwrap();
                    let skipped = game.jumps().len().saturating_sub(14);
                    game.positions().nth(skipped).unwrap_or(vacant)
                }
            };
            if start.peg_count() > 0 && start.peg_count() < 22
                && let Ok(problem) = Problem::new(start.clone(), goal(&start, kind, number))
            {
                check(&problem, width, known);
            }
        }
    }

    #[test]
    fn single_vacancy_problems_whatever_the_width() {
        for name in ["triangle4", "triangle5", "diamond13"] {
            let board = Board::library(name).unwrap();
            for svss in board.svss_problems() {
                let problem = svss.problem(&board);
                for width in [1, 30, usize::MAX] {
                    check(&problem, width, None);
                }
            }
        }
    }

    /// Bounds and lines stay correct when a limit stops the search.
    #[test]
    fn a_search_that_is_stopped_knows_a_lower_bound() {
        let board = Board::library("english").unwrap();
        let center = board.hole("d4").unwrap();
        let problem = Problem::svss(&board, center, center);
        for limits in [
            crate::Limits {
                nodes: Some(30_000),
                ..crate::Limits::default()
            },
            crate::Limits {
                memory: Some(3 << 20),
                ..crate::Limits::default()
            },
        ] {
            let found = search_both_ends(
                &problem,
                Bounds::default(),
                &BitmapCache::default(),
                &Control::new(limits),
            )
            .unwrap();
            assert!(!found.is_complete);
            assert!((12..=18).contains(&found.at_least), "{}", found.at_least);
            if let Some(jumps) = found.jumps {
                let line = Line::new(problem.start().clone(), jumps).unwrap();
                assert!(problem.is_met_by(line.finish()) && line.moves().len() >= 18);
            }
        }
    }
}
