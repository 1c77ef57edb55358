//! The questions that the page asks.

use pegboard::drawing::Theme;
use pegboard::{Board, BoardFile, Difficulty, Lattice, Position, Problem, Solution};
use serde::Deserialize;

/// A question: `{"settle": {"problem": …, "allowed": …}}`. A name among the fields would take 47 kB more of the
/// module: then every type is also read from a copy of the text's content.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Request {
    /// The boards of the library.
    Library {},
    /// The problems that have names.
    Named {
        /// Only those of this board.
        board: Option<Board>,
    },
    /// A puzzle made to order.
    Puzzle {
        /// The board.
        board: Board,
        /// What the puzzle should be.
        wanted: Wanted,
        /// What the search may take.
        allowed: Allowed,
    },
    /// A board and all that follows from its geometry, or what is wrong with it.
    Board {
        /// Where it comes from.
        source: Source,
    },
    /// A problem's solution, or the reason why there is none.
    Settle {
        /// The problem.
        problem: Problem,
        /// What the search may take.
        allowed: Allowed,
    },
    /// The bytes of the bitmap that knows every outlook; null where it would be more than an address space.
    Bitmap {
        /// The problem.
        problem: Problem,
    },
    /// A game is about to be played: whether every outlook is known from now on.
    Prepare {
        /// The problem.
        problem: Problem,
        /// What the bitmap may take; without memory, only the solver answers.
        allowed: Allowed,
    },
    /// The outlook of a position of the prepared game and of every jump in it.
    Outlooks {
        /// The position.
        pegs: String,
        /// What the search may take.
        allowed: Allowed,
    },
    /// A line from a position of the prepared game: to the goal, or one that leaves few pegs.
    Line {
        /// The position.
        pegs: String,
        /// What the search may take.
        allowed: Allowed,
    },
    /// The chance that random play solves a problem.
    Chance {
        /// The problem.
        problem: Problem,
        /// What the count may take.
        allowed: Allowed,
    },
    /// The number of solutions.
    Solutions {
        /// The problem.
        problem: Problem,
        /// What the count may take.
        allowed: Allowed,
    },
    /// A line that leaves the fewest pegs from the problem's start.
    Fewest {
        /// The problem; its goal does not matter.
        problem: Problem,
        /// What the search may take.
        allowed: Allowed,
    },
    /// The fewest moves that a game still needs, and after each jump that wins.
    MovesNeeded {
        /// The problem that is played.
        problem: Problem,
        /// The moves so far, as they are written: `d2-d4, f3-d3-d5`.
        played: String,
        /// What the search may take.
        allowed: Allowed,
    },
    /// A solution with the fewest moves, or with few of them and a bound.
    FewestMoves {
        /// The problem.
        problem: Problem,
        /// What the search may take.
        allowed: Allowed,
    },
    /// A picture as SVG.
    Drawing {
        /// Of what.
        what: Subject,
        /// How it looks.
        #[serde(default)]
        look: Look,
    },
    /// A picture as shapes, for the module that makes PDF.
    Shapes {
        /// Of what.
        what: Subject,
        /// How it looks.
        #[serde(default)]
        look: Look,
    },
    /// The pictures of an animation of moves, each as shapes, for the module that makes animations.
    Frames {
        /// The moves.
        moves: Solution,
        /// How they look.
        #[serde(default)]
        look: Look,
    },
    /// A HTML file that plays moves by itself.
    PlayablePage {
        /// The moves.
        moves: Solution,
        /// How it looks.
        #[serde(default)]
        look: Look,
    },
    /// A picture as text.
    Text {
        /// Of what.
        what: Subject,
    },
}

/// Where a board comes from.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The library.
    Library(String),
    /// The text of a board file.
    Ron {
        /// The text.
        text: String,
        /// What messages call it.
        name: String,
    },
    /// A picture made of characters.
    Picture {
        /// The text.
        text: String,
        /// What messages call it; the board is named after it.
        name: String,
        /// The lattice.
        lattice: Lattice,
    },
    /// A program.
    File(BoardFile),
}

/// What a call may take.
#[derive(Clone, Deserialize)]
pub struct Allowed {
    /// The time; null is no limit.
    pub seconds: Option<f64>,
    /// The memory, in MiB.
    pub megabytes: u64,
}

/// What a puzzle should be.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    /// How hard it should be.
    pub difficulty: HowHard,
    /// Another number gives another puzzle.
    pub seed: u64,
    /// The start looks the same in a mirror or turned.
    pub symmetric: bool,
    /// Only one first jump wins.
    pub unique_first_jump: bool,
}

/// How hard a puzzle should be.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HowHard {
    /// Random play often gets there.
    Easy,
    /// Between easy and hard.
    Medium,
    /// Few jumps win.
    Hard,
    /// Hardly any do.
    Expert,
}

impl From<HowHard> for Difficulty {
    fn from(how_hard: HowHard) -> Difficulty {
        match how_hard {
            HowHard::Easy => Difficulty::Easy,
            HowHard::Medium => Difficulty::Medium,
            HowHard::Hard => Difficulty::Hard,
            HowHard::Expert => Difficulty::Expert,
        }
    }
}

/// What is drawn.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Subject {
    /// A board with its labels.
    Board(Board),
    /// A position.
    Position(Position),
    /// Moves from a position.
    Moves(Solution),
    /// A position with an arrow for each jump.
    Hint {
        /// The position.
        position: Position,
        /// The jumps, and what comes of them.
        jumps: Vec<KnownJump>,
    },
    /// An atlas: the board, and what is known of each of its problems, in the order of the board's facts.
    Atlas {
        /// The board.
        board: Board,
        /// `solvable`, `pagoda`, `cases`, `exhaustion` or `open`.
        findings: Vec<Finding>,
    },
}

/// A jump, and what comes of it.
#[derive(Deserialize)]
pub struct KnownJump {
    /// The hole that the peg leaves.
    pub from: usize,
    /// The hole that it comes to.
    pub to: usize,
    /// Whether the game can still be won after it.
    pub outlook: KnownOutlook,
}

/// What is known of a jump.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KnownOutlook {
    /// The game can still be won.
    Winning,
    /// It cannot.
    Losing,
    /// Nothing.
    Unknown,
}

/// How a picture looks.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Look {
    /// The name of a theme, as the command has it.
    theme: Option<String>,
    /// The colour of the pegs, `#rrggbb`, if it is not that of the theme.
    pegs: Option<String>,
    /// Whether holes are named in positions, too.
    pub labels: bool,
    /// Whether columns and rows are named at the border.
    pub coordinates: bool,
    /// The width of the whole drawing in pixels; as it comes, if none is given.
    pub width: Option<u32>,
}

impl Look {
    /// The theme; light, if none is named.
    ///
    /// # Errors
    ///
    /// When no theme has the name, or the pegs have no colour.
    pub fn theme(&self) -> Result<Theme, String> {
        let theme = self
            .theme
            .as_deref()
            .map_or_else(|| Ok(Theme::default()), str::parse::<Theme>)?;
        match &self.pegs {
            Some(colour) => theme.with_pegs(colour).map_err(|error| error.to_string()),
            None => Ok(theme),
        }
    }
}

/// What is known of a problem.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Finding {
    /// There is a solution.
    Solvable,
    /// A pagoda function, or several, refute it.
    Pagoda,
    /// Each case by first and last jumps is refuted.
    Cases,
    /// An exhaustive search found no solution.
    Exhaustion,
    /// Nothing.
    Open,
}

/// Reads a position from its text of `0` and `1`.
///
/// # Errors
///
/// When the text has another length or other characters.
pub fn position(board: &Board, pegs: &str) -> Result<Position, String> {
    let holes = board.hole_count();
    if pegs.len() != holes || !pegs.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return Err(format!(
            "a position of board `{}` is a text of {holes} digits 0 and 1",
            board.name()
        ));
    }
    Ok(board.pegs(
        board
            .holes()
            .zip(pegs.bytes())
            .filter(|(_, byte)| *byte == b'1')
            .map(|(hole, _)| hole),
    ))
}
