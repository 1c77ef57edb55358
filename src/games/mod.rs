//! Every game from a start, one after the other, in constant memory.

use crate::answer::Solution;
use crate::board::{Jump, Position};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// All games from a start: lines of jumps that end where no jump is possible.
///
/// It keeps the line that is being played and, for each position on it, the jumps not yet tried there; the list of a position is
/// made when the position is reached. So memory grows with the length of a game, not with their number.
///
/// ```
/// use pegboard::Board;
/// use pegboard::games::Games;
/// let board = Board::library("triangle4")?;
/// let start = board.vacate(board.hole("b3")?);
/// let first = Games::new(start.clone()).next().unwrap();
/// assert_eq!(first.finish().jumps().count(), 0);
/// assert_eq!(Games::new(start.clone()).count(), Games::shuffled(start, 7).count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Games {
    start: Position,
    /// The jumps of the line that is being played.
    line: Vec<Jump>,
    /// The positions of the line, each with its jumps not yet tried, the next one last. One more than there are jumps, and none when
    /// all games are told.
    path: Vec<(Position, Vec<Jump>)>,
    random: Option<Pcg64Mcg>,
}

impl Games {
    /// The games from a start, jumps in the board's order.
    pub fn new(start: Position) -> Games {
        Games::with_random(start, None)
    }

    /// The games in another order, which begins with a random one: all jumps are tried in random order. The same seed gives the same
    /// order.
    pub fn shuffled(start: Position, seed: u64) -> Games {
        Games::with_random(start, Some(Pcg64Mcg::seed_from_u64(seed)))
    }

    fn with_random(start: Position, random: Option<Pcg64Mcg>) -> Games {
        let mut games = Games { start: start.clone(), line: Vec::new(), path: Vec::new(), random };
        games.enter(start);
        games
    }

    fn enter(&mut self, position: Position) {
        let mut jumps: Vec<Jump> = position.jumps().collect();
        match &mut self.random {
            Some(random) => jumps.shuffle(random),
            None => jumps.reverse(),
        }
        self.path.push((position, jumps));
    }

    /// Plays on until no jump is possible.
    fn play_on(&mut self) {
        while let Some((position, untried)) = self.path.last_mut() {
            let Some(jump) = untried.pop() else { return };
            let next = position.play(jump).expect("the jump is possible");
            self.line.push(jump);
            self.enter(next);
        }
    }

    /// Takes jumps back to the last position with one untried.
    fn take_back(&mut self) {
        while self.path.last().is_some_and(|(_, untried)| untried.is_empty()) {
            self.path.pop();
            self.line.pop();
        }
    }
}

impl Iterator for Games {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.path.is_empty() {
            return None;
        }
        self.play_on();
        let game = Solution::new(self.start.clone(), self.line.clone()).expect("each jump was possible");
        self.take_back();
        Some(game)
    }
}

impl std::iter::FusedIterator for Games {}
