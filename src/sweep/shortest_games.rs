//! Shortest games, or fool's solitaire: the fewest jumps after which no jump is possible.
//!
//! The search goes level by level from the start. The first level with a position that allows no jump holds the ends of
//! all shortest games. The levels above it are complete up to the symmetries that fix the start, and each of their
//! positions allows a jump, so no game is shorter.

use super::lists::{ListedSweep, machine};
use super::{SweepError, SweepOptions, SweepTask};
use crate::board::{Position, SymmetryUse};
use crate::control::{Control, LimitReached, Part, Phase};
use crate::engine::{Bits, Engine, with_engine};
use crate::levels::{Finished, LevelMaker, LevelSet, Machine, Neighbors, Sieve, line_to};
use crate::problem::answer::Line;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Shortest game from a start, or a lower bound on its length.
#[derive(Clone, Debug)]
pub struct ShortestGame {
    searched: Vec<u64>,
    game: Option<Line>,
    all: Option<GameList>,
    limit: Option<LimitReached>,
}

/// Shortest games from a start.
#[derive(Clone, Debug)]
pub struct GameList {
    /// One game for each set of jumps, up to the symmetries that fix the start.
    pub games: Vec<Line>,
    /// `true` if `games` has every set of jumps.
    pub is_complete: bool,
    /// Number of shortest games as sequences of jumps. Symmetric games count separately.
    pub sequences: BigUint,
}

impl ShortestGame {
    /// Returns a game with the fewest jumps, or `None` if a limit was reached before one was found.
    pub fn game(&self) -> Option<&Line> {
        self.game.as_ref()
    }

    /// Returns the list of all shortest games, if it was requested and no limit was reached.
    pub fn all(&self) -> Option<&GameList> {
        self.all.as_ref()
    }

    /// Returns the proved lower bound on the number of jumps of every game. It is the number of jumps of
    /// [`game`](ShortestGame::game), if there is one.
    pub fn at_least(&self) -> usize {
        self.searched.len()
    }

    /// Returns the proof of the lower bound: for 0, 1, 2, … jumps, the number of positions that are reached. All of them
    /// allow a jump. Positions are counted up to the symmetries that fix the start.
    pub fn searched(&self) -> &[u64] {
        &self.searched
    }

    /// Returns the limit that stopped the search or the list, if any.
    pub fn limit_reached(&self) -> Option<LimitReached> {
        self.limit
    }
}

/// Finds a shortest game from a start: one after which no jump is possible, with as few jumps as possible.
///
/// The search uses lists, whatever the method of the options. When a limit is reached, the result is a lower bound.
///
/// ```
/// use pegboard::sweep::{SweepOptions, shortest_game};
/// use pegboard::{Board, Control};
/// let board = Board::library("english")?;
/// let start = board.vacate(board.hole("d4")?);
/// let shortest = shortest_game(&start, &SweepOptions::default(), &Control::default())?;
/// assert_eq!(shortest.game().unwrap().jumps().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns a [`SweepError`] if the scratch folder cannot be used.
pub fn shortest_game(
    start: &Position,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<ShortestGame, SweepError> {
    find(start, None, options, control)
}

/// Finds a shortest game like [`shortest_game`], and lists all games with equally few jumps, at most `most`.
///
/// # Errors
///
/// Returns a [`SweepError`] if the scratch folder cannot be used.
pub fn shortest_games(
    start: &Position,
    most: usize,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<ShortestGame, SweepError> {
    find(start, Some(most), options, control)
}

fn find(
    start: &Position,
    most: Option<usize>,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<ShortestGame, SweepError> {
    control.ended(with_engine!(&options.engine(start.board()), |engine| {
        let mut found = ShortestGame {
            searched: Vec::new(),
            game: None,
            all: None,
            limit: None,
        };
        match search(engine, start, most, options, control, &mut found) {
            Ok(()) => Ok(found),
            Err(error) => match error.limit() {
                Some(limit) => {
                    found.limit = Some(limit);
                    Ok(found)
                }
                None => Err(error),
            },
        }
    }))
}

/// Searches, and stores in `found` what is known after each level.
fn search<B: Bits>(
    engine: &Engine<B>,
    start: &Position,
    most: Option<usize>,
    options: &SweepOptions,
    control: &Control<'_>,
    found: &mut ShortestGame,
) -> Result<(), SweepError> {
    let part = Part::whole(control);
    let task = SweepTask::from_start(engine, start, SymmetryUse::Classes);
    let machine = machine(&task, options, part)?;
    let sweep = ListedSweep::new(engine, &task, &machine);
    let mut levels = vec![sweep.listed(LevelSet::Forward, vec![task.start()])?];
    let is_end = |position: B| !engine.jumps().any(position);
    // The levels can take nearly all of the memory.
    let most_classes = (part.memory() / 32) as usize / size_of::<B>();
    let ends = loop {
        let last = &levels[levels.len() - 1];
        let most_ends = if most.is_some() { most_classes + 1 } else { 1 };
        let ends = machine.found(&last.level, &is_end, most_ends)?;
        if ends.len() > most_classes {
            return Err(LimitReached::Memory.into());
        }
        if !ends.is_empty() {
            break ends;
        }
        found.searched.push(last.level.len());
        let name = (LevelSet::Forward, last.pegs - 1);
        let phase = |_: f64| Phase::Level { pegs: name.1 }.into();
        let next = sweep.expanded(name, &last.level, Neighbors::Children, Sieve::All, &phase)?;
        levels.push(next);
    };
    let above = &levels[..levels.len() - 1];
    let starts = std::iter::once(task.start());
    let line = line_to(engine, &sweep.images, &machine, above, starts, ends[0])?;
    let codes = line[1..].iter().map(|position| position.code());
    found.game = Some(Line::through(start, codes));
    if let Some(most) = most {
        let list = GameSearch {
            engine,
            sweep,
            start,
            part,
            most,
            most_classes,
        };
        let classes = list.classes_above(above, ends)?;
        found.all = Some(list.games(&classes)?);
    }
    Ok(())
}

/// Search for all shortest games.
struct GameSearch<'a, B> {
    engine: &'a Engine<B>,
    sweep: ListedSweep<'a, B, Machine<'a, B>>,
    start: &'a Position,
    part: Part<'a>,
    /// Maximum number of games to list.
    most: usize,
    /// Maximum number of classes of positions of a level.
    most_classes: usize,
}

/// Games from the start to a position.
#[derive(Clone, Default)]
struct GamesTo {
    sequences: BigUint,
    /// Jumps of each game, ascending, and in the order in which they are played.
    games: BTreeMap<Vec<u16>, Vec<u16>>,
}

impl<B: Bits> GameSearch<'_, B> {
    fn tick(&self, positions: usize) -> Result<(), LimitReached> {
        self.part.tick(positions as u64, || Phase::ListingGames)
    }

    /// Returns the classes of positions on shortest games, level by level, from the start to the ends.
    fn classes_above(
        &self,
        above: &[Arc<Finished>],
        ends: Vec<B>,
    ) -> Result<Vec<Vec<B>>, SweepError> {
        let mut classes = vec![ends];
        for finished in above.iter().rev() {
            let mut parents = Vec::new();
            for batch in classes[classes.len() - 1].chunks(BATCH) {
                for position in batch {
                    let images = &self.sweep.images;
                    images.for_each_parent(*position, |parent| parents.push(parent));
                }
                if parents.len() > self.most_classes {
                    parents.sort_unstable();
                    parents.dedup();
                }
                if parents.len() > self.most_classes {
                    return Err(LimitReached::Memory.into());
                }
                self.tick(batch.len())?;
            }
            parents.sort_unstable();
            parents.dedup();
            let mut reached = Vec::new();
            for batch in parents.chunks(BATCH) {
                for parent in batch {
                    if finished.level.contains(*parent)? {
                        reached.push(*parent);
                    }
                }
                self.tick(batch.len())?;
            }
            classes.push(reached);
        }
        classes.reverse();
        Ok(classes)
    }

    /// Lists the games along positions of these classes.
    fn games(&self, classes: &[Vec<B>]) -> Result<GameList, SweepError> {
        let jumps = self.engine.jumps();
        // A class of games has at most as many members as there are symmetries.
        let most = self.most.saturating_mul(self.sweep.images.symmetry_count());
        let (mut is_complete, mut levels) = (true, classes.iter());
        let start = GamesTo {
            sequences: BigUint::from(1u8),
            games: BTreeMap::from([(Vec::new(), Vec::new())]),
        };
        let begin = levels.next().and_then(|level| level.first());
        let begin = begin.map(|_| B::from_code(self.start.code()));
        let mut reached: BTreeMap<B, GamesTo> = begin
            .into_iter()
            .map(|code| (code, start.clone()))
            .collect();
        for (length, level) in levels.enumerate() {
            let mut next: BTreeMap<B, GamesTo> = BTreeMap::new();
            let mut bytes = 0;
            for (position, games) in &reached {
                let mut possible = Vec::new();
                jumps.for_each(*position, |jump| possible.push(jump));
                possible.sort_unstable(); // their order depends on the machine word
                for jump in possible {
                    let child = *position ^ jumps.change(jump);
                    if level
                        .binary_search(&self.sweep.images.canonical(child))
                        .is_ok()
                    {
                        let to = next.entry(child).or_default();
                        let before = to.games.len();
                        is_complete &= to.extend(games, jump as u16, most);
                        bytes += (to.games.len() - before) * (BYTES_PER_GAME + 4 * length);
                    }
                }
                self.tick(1 + games.games.len())?;
                if bytes as u64 > self.part.memory() / 2 {
                    return Err(LimitReached::Memory.into());
                }
            }
            reached = next;
        }
        let mut list = GameList {
            games: Vec::new(),
            is_complete,
            sequences: reached.values().map(|to| &to.sequences).sum(),
        };
        let board = self.engine.board();
        let symmetries = board.stabilizer(&[&[self.start.code()]]);
        let images: Vec<Vec<u16>> = symmetries
            .iter()
            .map(|symmetry| board.jump_images(symmetry))
            .collect();
        let mut classes: BTreeMap<Vec<u16>, &Vec<u16>> = BTreeMap::new();
        for (set, order) in reached.values().flat_map(|to| &to.games) {
            let image = |images: &Vec<u16>| {
                let mut image: Vec<u16> = set.iter().map(|jump| images[*jump as usize]).collect();
                image.sort_unstable();
                image
            };
            if let Some(canonical) = images.iter().map(image).min() {
                classes.entry(canonical).or_insert(order);
            }
            self.tick(1)?;
        }
        list.is_complete &= classes.len() <= self.most;
        let line = |order: &Vec<u16>| {
            let jumps = order.iter().map(|jump| board.jumps()[*jump as usize]);
            Line::found(self.start, jumps.collect())
        };
        list.games = classes.into_values().take(self.most).map(line).collect();
        Ok(list)
    }
}

/// Positions between two checks of the limits.
const BATCH: usize = 256;

/// Approximate memory use of an empty game in [`GamesTo`].
const BYTES_PER_GAME: usize = 80;

impl GamesTo {
    /// Adds the games that end with a jump from a position with these games. Returns `false` if `games` is not complete:
    /// it keeps at most `most`.
    fn extend(&mut self, before: &GamesTo, jump: u16, most: usize) -> bool {
        self.sequences += &before.sequences;
        let mut is_complete = true;
        for (set, order) in &before.games {
            let mut set = set.clone();
            set.insert(set.partition_point(|other| *other <= jump), jump);
            let is_full = self.games.len() >= most;
            if let Entry::Vacant(vacant) = self.games.entry(set) {
                if is_full {
                    is_complete = false;
                    continue;
                }
                let mut order = order.clone();
                order.push(jump);
                vacant.insert(order);
            }
        }
        is_complete
    }
}
