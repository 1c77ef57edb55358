//! Iteration over all games, random games and all solutions.

mod solutions;

pub use solutions::Solutions;

use crate::board::{Jump, Position};
use crate::control::{Control, LimitReached, Phase};
use crate::problem::answer::Line;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

/// Adapts an iterator over games so that it ends with an error when the control is stopped.
///
/// ```
/// use pegboard::play::games::watched;
/// use pegboard::{Board, Control, Games};
/// let board = Board::library("triangle4")?;
/// let games = Games::from_first(&board.vacate(board.hole("a2")?));
/// assert!(watched(games, &Control::default()).all(|game| game.is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn watched<'a>(
    mut games: impl Iterator<Item = Line>,
    control: &'a Control<'a>,
) -> impl Iterator<Item = Result<Line, LimitReached>> {
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let tick = control.tick(1, || Phase::Games);
        is_over = tick.is_err();
        control
            .ended(tick)
            .map_or_else(|limit| Some(Err(limit)), |()| games.next().map(Ok))
    })
}

/// Iterator over all games from a start: the maximal sequences of jumps.
///
/// Games are in lexicographic order of the indices of their jumps in [`Board::jumps`](crate::Board::jumps). Only the
/// current game is kept in memory, with the untried jumps at each position.
///
/// ```
/// use pegboard::{Board, Games};
/// let board = Board::library("triangle4")?;
/// let start = board.vacate(board.hole("a2")?);
/// let one_peg = Games::from_first(&start).filter(|game| game.finish().peg_count() == 1);
/// assert_eq!(one_peg.count(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Games {
    start: Position,
    changes: Vec<Change>,
    /// Number of pegs at which a game ends.
    fewest: u32,
    /// Current position.
    code: u128,
    /// Path from the start.
    path: Vec<Choice>,
    state: State,
}

/// State of the iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At a game that has not been returned yet.
    New,
    /// At a game that has been returned.
    Returned,
    /// After the last game.
    Done,
}

/// Condition and effect of a jump.
#[derive(Clone, Copy, Debug)]
struct Change {
    pegs: u128,
    all: u128,
}

/// Possible jumps at a position of the game, and the chosen one. Jumps before the chosen one have been tried, jumps
/// after it have not.
#[derive(Clone, Debug)]
struct Choice {
    possible: SmallVec<[u16; 16]>,
    chosen: usize,
}

impl Games {
    /// Returns an iterator over all games.
    pub fn from_first(start: &Position) -> Games {
        Games::down_to(start, 0)
    }

    /// Returns an iterator over all games that end where this many pegs are left, or earlier where no jump is possible. A
    /// goal with this many pegs is first met there, also if it allows jumps.
    ///
    /// ```
    /// use pegboard::{Board, Games, Position};
    /// let board = Board::library("triangle5")?;
    /// let start = Position::parse(&board, "a1 a2 a4 a5")?;
    /// assert_eq!(Games::down_to(&start, 3).count(), 2);
    /// assert!(Games::down_to(&start, 3).all(|game| game.jumps().len() == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn down_to(start: &Position, pegs: u32) -> Games {
        let mut games = Games::at_start(start);
        games.fewest = pegs;
        games.play_on(|_| 0);
        games
    }

    /// Returns an iterator over a random game and all games after it: a suffix of [`from_first`](Games::from_first).
    /// Each jump of the first game is drawn uniformly among the possible ones. The same seed gives the same games.
    pub fn from_random(start: &Position, seed: u64) -> Games {
        let mut games = Games::at_start(start);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        games.play_on(|possible| random.random_range(0..possible));
        games
    }

    fn at_start(start: &Position) -> Games {
        let change = |jump: &Jump| Change {
            pegs: jump.from().bit() | jump.over().bit(),
            all: jump.code(),
        };
        Games {
            start: start.clone(),
            changes: start.board().jumps().iter().map(change).collect(),
            fewest: 0,
            code: start.code(),
            path: Vec::new(),
            state: State::New,
        }
    }

    /// Plays to the end of a game; `choose` picks one of `n` jumps.
    fn play_on(&mut self, mut choose: impl FnMut(usize) -> usize) {
        loop {
            let possible = self.possible();
            if possible.is_empty() {
                return;
            }
            let chosen = choose(possible.len());
            self.code ^= self.changes[usize::from(possible[chosen])].all;
            self.path.push(Choice { possible, chosen });
        }
    }

    /// Returns the possible jumps; none where the game ends.
    fn possible(&self) -> SmallVec<[u16; 16]> {
        let mut possible = SmallVec::new();
        if self.code.count_ones() <= self.fewest {
            return possible;
        }
        for (change, number) in self.changes.iter().zip(0..) {
            if self.code & change.all == change.pegs {
                possible.push(number);
            }
        }
        possible
    }

    /// Undoes jumps until another one can be tried, and plays on from there.
    fn go_to_next(&mut self) {
        while let Some(mut choice) = self.path.pop() {
            self.code ^= self.changes[usize::from(choice.possible[choice.chosen])].all;
            choice.chosen += 1;
            if let Some(jump) = choice.possible.get(choice.chosen) {
                self.code ^= self.changes[usize::from(*jump)].all;
                self.path.push(choice);
                self.play_on(|_| 0);
                self.state = State::New;
                return;
            }
        }
        self.state = State::Done;
    }

    /// Returns the current game.
    fn game(&self) -> Line {
        let number = |choice: &Choice| usize::from(choice.possible[choice.chosen]);
        let jumps = self
            .path
            .iter()
            .map(|choice| self.start.board().jumps()[number(choice)]);
        Line::found(&self.start, jumps.collect())
    }
}

impl Iterator for Games {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        if self.state == State::Returned {
            self.go_to_next();
        }
        if self.state == State::Done {
            return None;
        }
        self.state = State::Returned;
        Some(self.game())
    }
}

impl std::iter::FusedIterator for Games {}

/// Infinite iterator over random games from a start. Each jump is drawn uniformly among the possible ones. The same
/// seed gives the same games.
///
/// ```
/// use pegboard::Board;
/// use pegboard::play::games::RandomGames;
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let won = RandomGames::new(&start, 1).take(1000).filter(|game| game.finish().peg_count() == 1);
/// assert!(won.count() < 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomGames {
    at_start: Games,
    random: Pcg64Mcg,
}

impl RandomGames {
    /// Returns an iterator over random games from a start.
    pub fn new(start: &Position, seed: u64) -> RandomGames {
        RandomGames {
            at_start: Games::at_start(start),
            random: Pcg64Mcg::seed_from_u64(seed),
        }
    }
}

impl Iterator for RandomGames {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let mut game = self.at_start.clone();
        game.play_on(|possible| self.random.random_range(0..possible));
        Some(game.game())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Limits;

    fn start(board: &str, vacancy: &str) -> Position {
        let board = Board::library(board).unwrap();
        board.vacate(board.hole(vacancy).unwrap())
    }

    /// Games by plain recursion.
    fn all_games(position: &Position) -> Vec<Vec<Jump>> {
        let after = |jump: Jump| {
            let rest = all_games(&position.play(jump).unwrap());
            rest.into_iter()
                .map(move |rest| std::iter::once(jump).chain(rest).collect())
        };
        let games: Vec<Vec<Jump>> = position.jumps().flat_map(after).collect();
        if games.is_empty() {
            vec![Vec::new()]
        } else {
            games
        }
    }

    #[test]
    fn every_game_occurs_once_in_the_order_of_the_jumps() {
        for (board, vacancy) in [
            ("triangle4", "a1"),
            ("triangle4", "a2"),
            ("triangle4", "b3"),
        ] {
            let start = start(board, vacancy);
            let games: Vec<Vec<Jump>> = Games::from_first(&start)
                .map(|game| game.jumps().to_vec())
                .collect();
            assert_eq!(games, all_games(&start));
        }
    }

    #[test]
    fn games_down_to_a_number_of_pegs_are_the_beginnings_of_games() {
        let start = start("triangle4", "a2");
        let all: Vec<Line> = Games::from_first(&start).collect();
        for pegs in 0..10 {
            let most = start.peg_count().saturating_sub(pegs);
            let beginning = |game: &Line| game.jumps()[..most.min(game.jumps().len())].to_vec();
            let mut expected: Vec<Vec<Jump>> = all.iter().map(beginning).collect();
            expected.dedup();
            let games = Games::down_to(&start, pegs as u32);
            let games: Vec<Vec<Jump>> = games.map(|game| game.jumps().to_vec()).collect();
            assert_eq!(games, expected, "{pegs}");
        }
    }

    #[test]
    fn games_from_a_random_one_are_a_suffix_of_all_games() {
        let start = start("triangle4", "a2");
        let all: Vec<Line> = Games::from_first(&start).collect();
        let mut places = Vec::new();
        for seed in 0..20 {
            let rest: Vec<Line> = Games::from_random(&start, seed).collect();
            places.push(all.len() - rest.len());
            assert!(all.ends_with(&rest) && !rest.is_empty(), "seed {seed}");
            assert_eq!(
                Games::from_random(&start, seed).next(),
                rest.first().cloned()
            );
        }
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 10, "{places:?}");
    }

    #[test]
    fn random_games_are_games_and_differ() {
        let start = start("triangle4", "a2");
        let all: Vec<Line> = Games::from_first(&start).collect();
        let games: Vec<Line> = RandomGames::new(&start, 1).take(50).collect();
        assert!(games.iter().all(|game| all.contains(game)));
        assert!(games[1..].iter().any(|game| *game != games[0]));
        assert_eq!(RandomGames::new(&start, 1).next().as_ref(), games.first());
    }

    #[test]
    fn a_control_ends_the_list_with_an_error() {
        let limits = Limits {
            nodes: Some(3),
            ..Limits::default()
        };
        let control = Control::new(limits);
        let games: Vec<_> =
            watched(Games::from_first(&start("triangle4", "a2")), &control).collect();
        assert!(games[..2].iter().all(Result::is_ok));
        assert_eq!(games[2..], [Err(LimitReached::Nodes)]);
    }

    #[test]
    fn a_start_without_jumps_has_one_empty_game() {
        let position = start("triangle4", "a2").board().full();
        let mut games = Games::from_first(&position);
        assert_eq!(games.next().unwrap().jumps().len(), 0);
        assert_eq!((games.next(), games.next()), (None, None));
    }
}
