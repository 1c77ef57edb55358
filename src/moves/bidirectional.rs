//! The fewest moves by a search from both ends: layer by layer, a move at a time, forwards from the start and
//! backwards from the finishes, until the layers meet (J. Barker, R. Korf: Solving Peg Solitaire with
//! Bidirectional BFIDA*, AAAI 2012).
//!
//! Positions are those between moves, up to the symmetries that fix the problem. From one to the next it is a
//! whole move, so nothing need be known of the peg that moved last.
//!
//! An *attempt* looks for a line of at most L moves. Of a layer d moves from its end it keeps what can lie on
//! such a line: positions that [`Regions`] do not show to be more than L − d − d′ moves away from the last layer of
//! the other side, d′ moves from the other end, which the shortest line passes through; and from which the other end
//! can be reached at all, where [`BothEnds`] know that. The last move of the L is not kept: what it leads to is
//! looked up in the layers of the other end. If no two layers meet, no line has L moves or fewer.
//!
//! A narrow attempt keeps only a limited number of positions of each layer, those that seem nearest to the end. It proves nothing
//! unless all its layers were narrow enough, but finds good lines, often the best, at little cost. So the first
//! attempts are narrow, with more and more moves until there is a line. From then on complete attempts raise the lower
//! bound as far as their layers do not become too wide, and narrow ones of growing width try for one move less than the
//! best line known, until the two meet. Where one complete attempt is left, which will not be very much wider, it comes at
//! once.

use super::ends::{BothEnds, BothEndsPlan, KeptBitmaps};
use super::layers::{Complete, Layers, SHARDS, shard_of};
use super::regions::{Counted, Frontier, Regions};
use super::rule::Way;
use super::whole_moves::{Recent, WholeMoves};
use crate::board::{Hole, Jump, Position};
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Phase};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask, PermutationPath, Permutations};
use crate::problem::Problem;
use crate::solver::Compactness;
use crate::sweep::SweepError;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// How far a search by moves came.
#[derive(Debug)]
pub(super) struct Searched {
    /// No line has fewer moves.
    pub(super) at_least: usize,
    /// The jumps of the shortest line found.
    pub(super) jumps: Option<Vec<Jump>>,
    /// Whether the search has ended: the line is as short as can be, or there is none.
    pub(super) is_complete: bool,
}

/// Bounds of the fewest moves that are known before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// No line has fewer moves.
    pub(super) at_least: usize,
    /// The moves of a line.
    pub(super) moves: Option<usize>,
}

/// Looks for a line with fewer moves than are known, and for a proof that there is none. When the control stops the
/// search, or memory does not suffice, the result is what is known by then. Bitmaps are kept for further problems.
pub(super) fn searched(
    problem: &Problem,
    known: Bounds,
    kept: &KeptBitmaps,
    control: &Control<'_>,
) -> Result<Searched, SweepError> {
    AnyEngine::new(problem.board()).run(Task {
        problem,
        known,
        width: FIRST_WIDTH,
        kept,
        control,
    })
}

struct Task<'a> {
    problem: &'a Problem,
    known: Bounds,
    /// That of the first attempts.
    width: usize,
    kept: &'a KeptBitmaps,
    control: &'a Control<'a>,
}

impl EngineTask for Task<'_> {
    type Output = Result<Searched, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let Task {
            problem,
            known,
            width,
            kept,
            control,
        } = self;
        let mut search = Search::new(engine, problem, kept, control);
        if search.finishes.is_empty() || search.finishes.contains(&search.start) {
            let jumps = (!search.finishes.is_empty()).then(Vec::new);
            return Ok(Searched {
                at_least: 0,
                jumps,
                is_complete: true,
            });
        }
        match search.deepen(known, width) {
            Ok(()) | Err(Stopped::Limit) => {}
            Err(Stopped::System(error)) => return Err(error),
        }
        let Search {
            at_least,
            below,
            line,
            ref moves,
            ..
        } = search;
        let jumps = line.map(|line| moves.jumps_between(&line));
        Ok(Searched {
            at_least,
            jumps,
            is_complete: at_least >= below,
        })
    }
}

/// Why a search ends early.
enum Stopped {
    Limit,
    System(SweepError),
}

impl From<LimitReached> for Stopped {
    fn from(_: LimitReached) -> Stopped {
        Stopped::Limit
    }
}

struct Search<'a, B> {
    moves: WholeMoves<'a, B>,
    problem: &'a Problem,
    start: B,
    finishes: Vec<B>,
    symmetries: Permutations<B>,
    regions: Regions,
    /// Down and up.
    compactness: [Compactness; 2],
    ends: Option<BothEnds>,
    /// Bitmaps are planned again once the search has done work that is worth this many bytes of them.
    look_at_ends_from: u64,
    kept: &'a KeptBitmaps,
    control: &'a Control<'a>,
    /// Those that no thread is using.
    expansions: Mutex<Vec<Expansion<B>>>,
    expanded: AtomicU64,
    /// The most positions in a layer of the last two complete attempts.
    complete_widths: [usize; 2],
    /// No line has fewer moves.
    at_least: usize,
    /// Lines are looked for with fewer moves than these.
    below: usize,
    /// The positions between the moves of the shortest line found.
    line: Option<Vec<B>>,
}

/// What came of an attempt.
enum Attempt<B> {
    /// A line, by the positions between its moves.
    Line(Vec<B>),
    /// There is none.
    Complete,
    /// There is none among the positions kept.
    Narrow,
    /// There was not enough memory.
    NoRoom,
}

/// What came of another layer.
enum Step<B> {
    /// The sides meet in the position of this code.
    Meeting(B),
    NoMeeting,
    /// There was not enough memory.
    NoRoom,
}

/// What to do with a layer of more positions than an attempt may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TooWide {
    /// Keep the best of them.
    Narrow,
    /// Give up.
    GiveUp,
}

/// The positions of a layer that the first attempts keep.
const FIRST_WIDTH: usize = 1 << 12;

/// The compactness that counts as much as a move left, where the positions that seem nearest to the end are kept.
const COMPACTNESS_OF_A_MOVE: i32 = 25;

/// How much wider attempts become.
const WIDER: usize = 8;

/// The attempt that completes the proof may be this many times as wide as the last ones: narrow attempts on the way to
/// its width would cost as much.
const MUCH_WIDER: f64 = 16.0;

/// Bytes of bitmap that are worth filling for each position expanded.
const BYTES_PER_POSITION: u64 = 256;

/// Fewer are made as fast as these: planning a bitmap takes its time, however small it is.
const LEAST_BYTES_OF_ENDS: u64 = 1 << 16;

/// Bytes of the memory allowed for each set of regions of a frontier that is told apart: they take a tenth of it.
const BYTES_OF_MEMORY_PER_REGIONS: u64 = 640;

/// Bounds to a frontier that a thread remembers for each position it expands.
const BOUNDS_PER_POSITION: usize = 64;

/// Bytes of the memory allowed for each of them: they take a five hundredth of it.
const BYTES_OF_MEMORY_PER_BOUND: u64 = 1 << 14;

/// Positions of a frontier whose moves are counted, and how many moves are counted for them in all.
const SAMPLE: usize = 8;
const MOST_COUNTED: usize = 1 << 20;

/// The moves that take as long to walk through as a position in a layer takes otherwise.
const MOVES_FOR_A_POSITION: f64 = 128.0;

/// Positions that a thread expands at a time.
const SHARE: usize = 1 << 8;

/// Moves that a thread tries at a time, where its positions have that many: some hundredths of a second.
const WALKED_AT_A_TIME: usize = 1 << 18;

impl<'a, B: Bits> Search<'a, B> {
    fn new(
        engine: &'a Engine<B>,
        problem: &'a Problem,
        kept: &'a KeptBitmaps,
        control: &'a Control<'a>,
    ) -> Search<'a, B> {
        let finishes = problem.finishes_in_class();
        let codes: Vec<u128> = finishes.iter().map(Position::code).collect();
        let symmetries = problem
            .board()
            .stabilizer(&[&[problem.start().code()], &codes]);
        let start = B::from_code(problem.start().code());
        let regions = Regions::new(problem.start(), &finishes);
        let pegs_left = codes.first().map_or(0, |code| code.count_ones() as usize);
        let ends: [Vec<Hole>; 2] = [
            finishes.iter().flat_map(Position::pegs).collect(),
            problem.start().vacancies().collect(),
        ];
        Search {
            moves: WholeMoves::new(engine),
            problem,
            start,
            finishes: codes.iter().map(|code| B::from_code(*code)).collect(),
            symmetries: Permutations::new(&symmetries, PermutationPath::fastest()),
            ends: None,
            look_at_ends_from: LEAST_BYTES_OF_ENDS,
            kept,
            control,
            expansions: Mutex::default(),
            expanded: AtomicU64::new(0),
            at_least: (regions.moves_left(Way::Down, start, &mut Counted::default()) as usize)
                .max(1),
            below: (problem.start().peg_count() + 1).saturating_sub(pegs_left), // each move takes a peg away
            complete_widths: [0; 2],
            line: None,
            regions,
            compactness: ends.map(|targets| Compactness::new(problem.board(), &targets, |_| 0)),
        }
    }

    /// Narrows the gap between the bounds until it is closed, or something stops it.
    fn deepen(&mut self, known: Bounds, mut width: usize) -> Result<(), Stopped> {
        self.at_least = self.at_least.max(known.at_least);
        self.below = known
            .moves
            .map_or(self.below, |moves| moves.min(self.below));
        let mut has_room = self.raise(width, true)?;
        while has_room && self.at_least < self.below {
            width = width.saturating_mul(WIDER);
            has_room = self.raise(width, false)?;
            let narrow = if self.is_nearly_proved(width) {
                usize::MAX
            } else {
                width
            };
            has_room = has_room && self.shorten(narrow)?;
        }
        if !has_room {
            self.raise(usize::MAX, false)?;
        }
        Ok(())
    }

    /// Raises the lower bound by attempts of this width as long as they are complete; the first time it goes on with
    /// more moves until there is a line. Says whether memory sufficed.
    fn raise(&mut self, width: usize, first: bool) -> Result<bool, Stopped> {
        let too_wide = if first {
            TooWide::Narrow
        } else {
            TooWide::GiveUp
        };
        let mut most = self.at_least;
        while most < self.below && (first || most + 1 < self.below) {
            match self.attempt(most, width, too_wide)? {
                Attempt::Line(line) => self.take(line),
                Attempt::Complete => self.at_least = most + 1,
                Attempt::Narrow if first => {}
                Attempt::Narrow => break,
                Attempt::NoRoom => return Ok(false),
            }
            most += 1;
        }
        Ok(true)
    }

    /// Looks for shorter and shorter lines by attempts of this width. Says whether memory sufficed.
    fn shorten(&mut self, width: usize) -> Result<bool, Stopped> {
        while self.at_least < self.below {
            match self.attempt(self.below - 1, width, TooWide::Narrow)? {
                Attempt::Line(line) => self.take(line),
                Attempt::Complete => self.at_least = self.below,
                Attempt::Narrow => break,
                Attempt::NoRoom => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether one complete attempt is left, and, as the last ones grew, it will not be very much wider than this.
    fn is_nearly_proved(&self, width: usize) -> bool {
        let [before, last] = self.complete_widths;
        let expected = last as f64 * (last as f64 / before.max(1) as f64);
        self.at_least + 1 == self.below && last > 0 && expected < width as f64 * MUCH_WIDER
    }

    fn take(&mut self, line: Vec<B>) {
        self.below = line.len() - 1;
        self.line = Some(line);
    }

    /// Looks for a line with at most this many moves, along layers of this width.
    fn attempt(
        &mut self,
        most: usize,
        width: usize,
        too_wide: TooWide,
    ) -> Result<Attempt<B>, Stopped> {
        let mut sides = [Side::new(self, Way::Down), Side::new(self, Way::Up)];
        let (mut is_narrow, mut widest) = (false, 0);
        loop {
            if self.knows_more_of_both_ends()? {
                sides
                    .iter_mut()
                    .for_each(|side| side.drop_unjoined(self.ends.as_ref()));
            }
            let is_last = sides.iter().map(Side::moves).sum::<usize>() + 1 == most;
            let turn = usize::from(self.cost(&sides[0], is_last) > self.cost(&sides[1], is_last));
            match self.step(&mut sides, turn, most)? {
                Step::Meeting(code) => {
                    return Ok(Attempt::Line(self.line_through(
                        code,
                        &sides,
                        is_last.then_some(turn),
                    )));
                }
                Step::NoRoom => return Ok(Attempt::NoRoom),
                Step::NoMeeting => {}
            }
            widest = widest.max(sides[turn].frontier.len());
            if is_last || sides[turn].frontier.is_empty() {
                if is_narrow {
                    return Ok(Attempt::Narrow);
                }
                self.complete_widths = [self.complete_widths[1], widest];
                return Ok(Attempt::Complete);
            }
            if sides[turn].frontier.len() > width {
                if too_wide == TooWide::GiveUp {
                    return Ok(Attempt::Narrow);
                }
                is_narrow = true;
                self.narrow(&mut sides[turn], width);
            }
        }
    }

    /// Adds the next layer of a side, or looks up what comes next where the last move is its.
    fn step(
        &self,
        sides: &mut [Side<B>; 2],
        turn: usize,
        most: usize,
    ) -> Result<Step<B>, LimitReached> {
        let [one, other] = sides;
        let (side, other) = if turn == 0 {
            (one, other)
        } else {
            (other, one)
        };
        let is_last = side.moves() + other.moves() + 1 == most;
        let opposite = self.frontier(other);
        let distance = Distance {
            moves: (most - side.moves() - 1 - opposite.moves()) as u32,
            opposite,
        };
        let meeting = if is_last {
            self.look_up(side, &other.layers.complete(), &distance)?
        } else {
            if !self.advance(side, &distance, other.layers.bytes())? {
                return Ok(Step::NoRoom);
            }
            // Layers as deep as a whole line have come to the other end by themselves.
            other
                .origins
                .iter()
                .find(|code| side.layers.contains(**code))
                .copied()
        };
        Ok(meeting.map_or(Step::NoMeeting, Step::Meeting))
    }

    /// What the next layer of a side costs: the size that it will have, or without one that of the frontier. Where
    /// moves are very many it is their number that counts, not what they lead to.
    fn cost(&self, side: &Side<B>, is_last: bool) -> f64 {
        if side.frontier.is_empty() {
            return 0.0;
        }
        let kept = if is_last { 1.0 } else { side.growth };
        side.frontier.len() as f64 * kept.max(self.moves_of_each(side) / MOVES_FOR_A_POSITION)
    }

    /// How many moves the positions of a frontier have, by a sample of them; not much more are counted than matters.
    fn moves_of_each(&self, side: &Side<B>) -> f64 {
        *side.moves_of_each.get_or_init(|| {
            let sample = side
                .frontier
                .iter()
                .step_by(side.frontier.len().div_ceil(SAMPLE));
            let most = MOST_COUNTED / sample.len();
            let moves: Vec<usize> = sample
                .map(|code| self.moves.count(side.way, *code, most))
                .collect();
            moves.iter().sum::<usize>() as f64 / moves.len() as f64
        })
    }

    /// The frontier of a side as the other one sees it; the side's end where there is no memory for more.
    fn frontier<'s>(&self, side: &'s Side<B>) -> &'s Frontier {
        side.seen.get_or_init(|| {
            let way = side.way.back();
            let most = (self.control.memory() / BYTES_OF_MEMORY_PER_REGIONS) as usize;
            match self.full_in_any(&side.frontier, most) {
                Some(full) => Frontier::new(way, side.moves(), full),
                None => Frontier::new(
                    way,
                    0,
                    self.full_in_any(&side.origins, usize::MAX)
                        .unwrap_or_default(),
                ),
            }
        })
    }

    /// The regions that are full in each of these positions and of their images; `None` if these are more than `most`.
    fn full_in_any(&self, positions: &[B], most: usize) -> Option<FxHashSet<u128>> {
        let mut images = vec![B::EMPTY; self.symmetries.len()];
        let mut full = FxHashSet::default();
        for position in positions {
            // Images of regions are regions: where one position has been, so have its images.
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

    /// Finds out what can be reached from both ends, once the search has taken about as long as that will. Says
    /// whether it has just done so.
    fn knows_more_of_both_ends(&mut self) -> Result<bool, Stopped> {
        let worth = self
            .expanded
            .load(Ordering::Relaxed)
            .saturating_mul(BYTES_PER_POSITION);
        if worth < self.look_at_ends_from {
            return Ok(false);
        }
        let finishes = self.problem.finishes_in_class();
        let plan = BothEndsPlan::new(self.problem, finishes, self.kept, self.control);
        self.look_at_ends_from = plan.as_ref().map_or(u64::MAX, BothEndsPlan::bytes);
        let Some(plan) = plan.filter(|plan| plan.bytes() <= worth) else {
            return Ok(false);
        };
        self.look_at_ends_from = u64::MAX;
        self.ends = plan.find(self.kept, self.control).map_err(Stopped::of)?;
        Ok(self.ends.is_some())
    }

    /// Keeps those positions of a side's frontier that seem nearest to the other end: by the moves that are left at
    /// least, and by how compact the pegs lie, or upwards the holes. Of those that seem equal, any: the hash decides.
    fn narrow(&self, side: &mut Side<B>, width: usize) {
        let mut counted = Counted::default();
        let border = self.moves.engine().border();
        let (complemented, compactness) = (
            self.moves.complemented(side.way),
            &self.compactness[usize::from(side.way == Way::Up)],
        );
        let distance = |code: &B| {
            let moves = self.regions.moves_left(side.way, *code, &mut counted) as i32;
            let compactness = compactness.of(border, *code ^ complemented);
            (COMPACTNESS_OF_A_MOVE * moves + compactness, code.mixed())
        };
        let mut frontier = std::mem::take(&mut side.frontier);
        frontier.sort_by_cached_key(distance);
        frontier.truncate(width);
        side.set_frontier(frontier);
    }

    /// Adds the next layer of a side; `false` where memory does not suffice.
    fn advance(
        &self,
        side: &mut Side<B>,
        distance: &Distance<'_>,
        others: u64,
    ) -> Result<bool, LimitReached> {
        side.layers.begin();
        // A tenth is for the regions of frontiers, and a third of the layers for copies of the last ones.
        let memory = (self.control.memory() / 10 * 9).saturating_sub(self.kept.bytes()) / 4 * 3;
        let has_room = AtomicBool::new(true);
        let layers = &side.layers;
        self.expand(side, distance, self.ends.as_ref(), &|shard, codes| {
            layers.add(shard, codes);
            if layers.bytes() + others > memory {
                has_room.store(false, Ordering::Relaxed);
            }
            has_room.load(Ordering::Relaxed)
        })?;
        let before = side.frontier.len();
        let mut frontier = side.layers.codes(side.moves());
        frontier.sort_unstable(); // similar positions follow each other, and have much in common
        side.set_frontier(frontier);
        side.growth = side.frontier.len() as f64 / before.max(1) as f64;
        Ok(has_room.into_inner())
    }

    /// A position one move on from a side that is in a layer of the other.
    fn look_up(
        &self,
        side: &Side<B>,
        other: &Complete<'_, B>,
        distance: &Distance<'_>,
    ) -> Result<Option<B>, LimitReached> {
        let found = Mutex::new(None);
        // What lies in a layer of the other side has come from there.
        self.expand(side, distance, None, &|shard, codes| {
            let Some(code) = other.any_of(shard, codes) else {
                return true;
            };
            *found.lock().expect("no thread panics with what is found") = Some(code);
            false
        })?;
        Ok(found
            .into_inner()
            .expect("no thread panics with what is found"))
    }

    /// Gives the codes of the positions one move on from a side's frontier that can be as few moves from the
    /// other end, as far as is known, sorted into shards, to `take`, until it says `false`.
    fn expand(
        &self,
        side: &Side<B>,
        distance: &Distance<'_>,
        ends: Option<&BothEnds>,
        take: &(dyn Fn(usize, &[B]) -> bool + Sync),
    ) -> Result<(), LimitReached> {
        let goes_on = AtomicBool::new(true);
        // What was found is about another frontier.
        self.expansions().clear();
        let memory = self.control.memory();
        let most_bounds = (memory / BYTES_OF_MEMORY_PER_BOUND) as usize;
        let bounds_kept = most_bounds.min(BOUNDS_PER_POSITION * side.frontier.len());
        let name = || Phase::of_unknown_length(format!("{} moves or more", self.at_least));
        let (way, shares) = (side.way, side.frontier.chunks(SHARE));
        let threads = self.control.threads().min(shares.len());
        try_each_on(threads, shares, |share| {
            if !goes_on.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut expansion = self
                .expansions()
                .pop()
                .unwrap_or_else(|| Expansion::new(bounds_kept, memory));
            let Expansion { codes, list } = &mut expansion;
            let mut hand_on = |found: &mut Vec<B>| {
                if let Some(ends) = ends {
                    ends.retain_joined(way, found);
                }
                self.sort_into_shards(found, codes);
                for (shard, codes) in codes.iter_mut().enumerate() {
                    if !take(shard, codes) {
                        goes_on.store(false, Ordering::Relaxed);
                    }
                    codes.clear();
                }
                match self.control.tick(0, name) {
                    Ok(()) if goes_on.load(Ordering::Relaxed) => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            };
            let walked = share
                .iter()
                .try_for_each(|position| self.list((way, *position), distance, list, &mut hand_on));
            if walked.is_continue() {
                let _ = hand_on(&mut list.found);
            }
            self.expansions().push(expansion);
            self.expanded
                .fetch_add(share.len() as u64, Ordering::Relaxed);
            self.control.tick(share.len() as u64, name)
        })
    }

    /// Takes positions, and adds their codes to those of the shards.
    fn sort_into_shards(&self, found: &mut Vec<B>, shards: &mut [Vec<B>]) {
        for position in found.drain(..) {
            let code = self.symmetries.smallest_image(position);
            shards[shard_of(code)].push(code);
        }
    }

    fn expansions(&self) -> MutexGuard<'_, Vec<Expansion<B>>> {
        self.expansions
            .lock()
            .expect("no thread panics with the expansions")
    }

    /// Adds the positions one move on from a position that are near enough to the opposite frontier. Where there are very
    /// many, they are handed on in between, which can break it off.
    fn list(
        &self,
        (way, position): (Way, B),
        distance: &Distance<'_>,
        list: &mut List<B>,
        mut hand_on: impl FnMut(&mut Vec<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let List {
            found,
            recent,
            between,
            walked,
        } = list;
        let Distance { moves, opposite } = *distance;
        let beginnings = self.regions.beginnings(position, opposite, moves, between);
        if beginnings == 0 {
            return ControlFlow::Continue(()); // the opposite frontier may have moved on since the position was found
        }
        let mut is_near = |position: &B| {
            self.regions
                .moves_between(*position, opposite, moves, between)
                <= moves
        };
        self.moves
            .for_each_from(beginnings, (way, position), recent, |position| {
                found.extend(position.filter(&mut is_near));
                *walked += 1;
                if *walked < WALKED_AT_A_TIME {
                    return ControlFlow::Continue(());
                }
                *walked = 0;
                hand_on(found)
            })
    }

    /// The positions between the moves of a line through a position, given by its code, that lies in layers of
    /// both sides, or one move beyond the last layer of one of them.
    fn line_through(&self, code: B, sides: &[Side<B>; 2], beyond: Option<usize>) -> Vec<B> {
        let layer = |turn: usize| match beyond {
            Some(side) if side == turn => sides[turn].moves() + 1,
            _ => sides[turn].layers.layer_of(code).unwrap_or(0),
        };
        let mut codes = self.walk_back(&sides[0], code, layer(0));
        codes.reverse();
        codes.push(code);
        codes.extend(self.walk_back(&sides[1], code, layer(1)));
        let mut line = vec![self.start];
        for code in &codes[1..] {
            // A move from a position has its image from each image of the position.
            let mut is_next = |next| self.symmetries.smallest_image(next) == *code;
            line.extend(
                self.moves
                    .find(Way::Down, line[line.len() - 1], &mut is_next),
            );
        }
        debug_assert_eq!(line.len(), codes.len());
        line
    }

    /// Codes that lead from a position that many moves away from a side's end back to the end.
    fn walk_back(&self, side: &Side<B>, mut code: B, layer: usize) -> Vec<B> {
        let mut codes = Vec::new();
        for layer in (0..layer).rev() {
            let Some(found) = self.one_before(side, code, layer) else {
                break;
            };
            code = found;
            codes.push(code);
        }
        codes
    }

    /// The code of a position of a layer that is a move before this one, seen from the side's end.
    fn one_before(&self, side: &Side<B>, code: B, layer: usize) -> Option<B> {
        let back = side.way.back();
        if self.moves.count(back, code, MOST_COUNTED) < MOST_COUNTED {
            let mut is_before = |before| {
                side.layers.layer_of(self.symmetries.smallest_image(before)) == Some(layer)
            };
            return self
                .moves
                .find(back, code, &mut is_before)
                .map(|before| self.symmetries.smallest_image(before));
        }
        // There are too many ways back.
        let leads_here = |before: &B| {
            self.moves
                .find(side.way, *before, &mut |next| {
                    self.symmetries.smallest_image(next) == code
                })
                .is_some()
        };
        side.layers.codes(layer).into_iter().find(leads_here)
    }
}

impl Stopped {
    /// A bitmap that the control allows no memory or time for ends the search; what the system says is an error.
    fn of(error: SweepError) -> Stopped {
        if error.is_limit() {
            Stopped::Limit
        } else {
            Stopped::System(error)
        }
    }
}

/// What a thread needs for expanding, and what it has found out on the way.
struct Expansion<B> {
    /// By shard.
    codes: Vec<Vec<B>>,
    list: List<B>,
}

/// The positions one move on from those of a share, as a thread finds them.
struct List<B> {
    /// Those that were not handed on yet.
    found: Vec<B>,
    recent: Recent<B>,
    /// The bounds to the opposite frontier.
    between: Counted,
    /// The moves tried since positions were last handed on.
    walked: usize,
}

impl<B: Bits> Expansion<B> {
    fn new(bounds_kept: usize, memory: u64) -> Expansion<B> {
        let (recent, between) = (Recent::within(memory), Counted::of_size(bounds_kept));
        let list = List {
            found: Vec::new(),
            recent,
            between,
            walked: 0,
        };
        Expansion {
            codes: vec![Vec::new(); SHARDS],
            list,
        }
    }
}

/// The layers from one end.
struct Side<B> {
    way: Way,
    /// The codes of the end itself.
    origins: Vec<B>,
    layers: Layers<B>,
    /// The positions of the last layer that are to be expanded.
    frontier: Vec<B>,
    /// They as the other side sees them, once that is asked for.
    seen: OnceCell<Frontier>,
    /// How many moves each of them has, once that is asked for.
    moves_of_each: OnceCell<f64>,
    /// How many times as large as the layer before it the last one is.
    growth: f64,
}

/// The most moves that may lie between the positions one move on from a side and the opposite frontier.
struct Distance<'a> {
    moves: u32,
    opposite: &'a Frontier,
}

impl<B: Bits> Side<B> {
    fn new(search: &Search<'_, B>, way: Way) -> Side<B> {
        let ends = match way {
            Way::Down => std::slice::from_ref(&search.start),
            Way::Up => &search.finishes,
        };
        let mut origins: Vec<B> = ends
            .iter()
            .map(|end| search.symmetries.smallest_image(*end))
            .collect();
        origins.sort_unstable();
        origins.dedup();
        let layers = Layers::new(&origins);
        let frontier = origins.clone();
        Side {
            way,
            origins,
            layers,
            frontier,
            seen: OnceCell::new(),
            moves_of_each: OnceCell::new(),
            growth: 1.0,
        }
    }

    /// The moves from the end to the last layer.
    fn moves(&self) -> usize {
        self.layers.count() - 1
    }

    /// Keeps those positions of the frontier that can be reached from the other end as well.
    fn drop_unjoined(&mut self, ends: Option<&BothEnds>) {
        if let Some(ends) = ends {
            let mut frontier = std::mem::take(&mut self.frontier);
            ends.retain_joined(self.way, &mut frontier);
            self.set_frontier(frontier);
        }
    }

    fn set_frontier(&mut self, frontier: Vec<B>) {
        (self.frontier, self.seen, self.moves_of_each) =
            (frontier, OnceCell::new(), OnceCell::new());
    }
}

#[cfg(test)]
mod tests {
    use super::super::exact::shortest_line;
    use super::*;
    use crate::control::Part;
    use crate::sweep::{SweepMethod, SweepOptions};
    use crate::{Board, Goal, Solution};
    use proptest::prelude::*;

    /// The search and the values along the winning positions are two ways to the same number.
    fn check(problem: &Problem, width: usize, known: Option<usize>) {
        let control = Control::default();
        // From a few pegs on, a bitmap of a board with many holes is mostly empty.
        let options = SweepOptions {
            method: SweepMethod::Lists,
            ..SweepOptions::default()
        };
        let exact = shortest_line(problem, &options, Part::whole(&control)).unwrap();
        let exact = exact.map(|jumps| {
            Solution::new(problem.start().clone(), jumps)
                .unwrap()
                .moves()
                .len()
        });
        let kept = KeptBitmaps::default();
        let at_least = exact.map_or(0, |exact| exact.saturating_sub(width % 3));
        let known = Bounds {
            at_least,
            moves: known.map(|known| known.max(1)),
        };
        let task = Task {
            problem,
            known,
            width,
            kept: &kept,
            control: &control,
        };
        let found = AnyEngine::new(problem.board()).run(task).unwrap();
        assert!(found.is_complete, "{problem:?}");
        match (exact, found.jumps) {
            (Some(exact), Some(jumps)) => {
                let line = Solution::new(problem.start().clone(), jumps).unwrap();
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

    /// The goal of this kind; positions and holes come from a number.
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
                let problem = Problem::svss(&board, svss.vacancy(), svss.finish());
                for width in [1, 30, usize::MAX] {
                    check(&problem, width, None);
                }
            }
        }
    }

    /// Whatever stops it, no bound is too high and each line is one.
    #[test]
    fn a_search_that_is_stopped_knows_a_lower_bound() {
        let board = Board::library("english").unwrap();
        let centre = board.hole("d4").unwrap();
        let problem = Problem::svss(&board, centre, centre);
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
            let found = searched(
                &problem,
                Bounds::default(),
                &KeptBitmaps::default(),
                &Control::new(limits),
            )
            .unwrap();
            assert!(!found.is_complete);
            assert!((12..=18).contains(&found.at_least), "{}", found.at_least);
            if let Some(jumps) = found.jumps {
                let line = Solution::new(problem.start().clone(), jumps).unwrap();
                assert!(problem.is_met_by(line.finish()) && line.moves().len() >= 18);
            }
        }
    }
}
