//! Requests.

use pegboard::drawing::Theme;
use pegboard::{Board, BoardFile, Difficulty, Lattice, Line, Position, Problem};
use pegboard_web_protocol::Allowed;
use serde::Deserialize;

/// Request, for example `{"settle": {"problem": …, "allowed": …}}`. An internally tagged enum (`#[serde(tag)]`) would
/// add 47 kB to the module: serde buffers its content and instantiates a second deserializer for each type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Request {
    /// Boards of the library.
    Library {},
    /// Named problems.
    Named {
        /// Board of the problems; all boards if `None`.
        board: Option<Board>,
    },
    /// Generated puzzle.
    Puzzle {
        /// The board.
        board: Board,
        /// Properties of the puzzle.
        wanted: Wanted,
        /// Limits of the search.
        allowed: Allowed,
    },
    /// Board facts, or the errors in the source.
    Board {
        /// Source of the board.
        source: Source,
    },
    /// Answers in an atlas file.
    Atlas {
        /// Board of the atlas.
        board: Board,
        /// Text of the file.
        text: String,
    },
    /// Certificate in an atlas file.
    AtlasCertificate {
        /// Board of the atlas.
        board: Board,
        /// Text of the file.
        text: String,
        /// Hole that is empty at the start.
        vacancy: usize,
        /// Hole of the last peg.
        finish: usize,
    },
    /// Solution of a problem, or the reason for its unsolvability.
    Settle {
        /// The problem.
        problem: Problem,
        /// Limits of the search.
        allowed: Allowed,
    },
    /// Probability that random play solves a problem.
    Chance {
        /// The problem.
        problem: Problem,
        /// Limits of the count.
        allowed: Allowed,
    },
    /// Number of solutions.
    Solutions {
        /// The problem.
        problem: Problem,
        /// Limits of the count.
        allowed: Allowed,
    },
    /// Line that leaves the fewest pegs.
    Fewest {
        /// The problem; its goal is ignored.
        problem: Problem,
        /// Limits of the search.
        allowed: Allowed,
    },
    /// Reads moves as people write them.
    Moves {
        /// The problem.
        problem: Problem,
        /// Moves from the start.
        text: String,
    },
    /// Fewest moves to finish a game, and after each winning jump.
    MovesNeeded {
        /// The problem.
        problem: Problem,
        /// Moves so far in notation: `d2-d4, f3-d3-d5`.
        played: String,
        /// Limits of the search.
        allowed: Allowed,
    },
    /// Solution with the fewest moves, or with few moves and a lower bound.
    FewestMoves {
        /// The problem.
        problem: Problem,
        /// Limits of the search.
        allowed: Allowed,
    },
    /// Picture as SVG.
    Drawing {
        /// Subject of the picture.
        what: Subject,
        /// Look of the picture.
        #[serde(default)]
        look: Look,
    },
    /// An SVG for each position of a line: the frames of an animation.
    Frames {
        /// The line.
        moves: Line,
        /// Look of the pictures.
        #[serde(default)]
        look: Look,
    },
    /// Self-contained HTML page that plays a line.
    PlayablePage {
        /// The line.
        moves: Line,
        /// Look of the picture.
        #[serde(default)]
        look: Look,
    },
    /// Picture as text.
    Text {
        /// Subject of the picture.
        what: Subject,
    },
}

/// Source of a board.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// Name in the library.
    Library(String),
    /// Board file.
    Ron {
        /// The text.
        text: String,
        /// File name for messages.
        name: String,
    },
    /// Text picture.
    Picture {
        /// The text.
        text: String,
        /// File name for messages; also the name of the board.
        name: String,
        /// The lattice.
        lattice: Lattice,
    },
    /// Parsed board file.
    File(Box<BoardFile>),
}

/// Properties of a puzzle.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    /// Difficulty.
    pub difficulty: HowHard,
    /// Seed of the random generator.
    pub seed: u64,
    /// Symmetric start.
    pub symmetric: bool,
    /// Exactly one winning first jump.
    pub unique_first_jump: bool,
}

/// Difficulty of a puzzle.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HowHard {
    /// Random play often wins.
    Easy,
    /// Between easy and hard.
    Medium,
    /// Few jumps win.
    Hard,
    /// Very few jumps win.
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

/// Subject of a picture.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Subject {
    /// Board with its labels.
    Board(Board),
    /// Position.
    Position(Position),
    /// Line, as a strip of positions.
    Moves(Line),
    /// Position with an arrow for each jump.
    Hint {
        /// The position.
        position: Position,
        /// Jumps with their outlooks.
        jumps: Vec<KnownJump>,
    },
    /// Map of a board's problems.
    Atlas {
        /// The board.
        board: Board,
        /// Findings, in the order of the problems in the board's facts.
        findings: Vec<Finding>,
    },
}

/// Jump with its outlook.
#[derive(Deserialize)]
pub struct KnownJump {
    /// Place in the facts of the board.
    pub jump: usize,
    /// Outlook after the jump.
    pub outlook: KnownOutlook,
}

/// Outlook of a jump.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KnownOutlook {
    /// The game can be won.
    Winning,
    /// The game is lost.
    Losing,
    /// Undecided.
    Unknown,
}

/// Look of a picture.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Look {
    /// Name of a theme.
    theme: Option<String>,
    /// Peg color `#rrggbb`; the theme's if `None`.
    pegs: Option<String>,
    /// Hole labels in positions.
    pub labels: bool,
    /// Labels of columns and rows at the border.
    pub coordinates: bool,
    /// Width of the drawing in pixels; its natural width if `None`.
    pub width: Option<u32>,
}

impl Look {
    /// Returns the theme; light by default.
    ///
    /// # Errors
    ///
    /// If the theme or the peg color is invalid.
    pub fn theme(&self) -> Result<Theme, String> {
        let theme = self
            .theme
            .as_deref()
            .map_or_else(|| Ok(Theme::default()), str::parse::<Theme>)?;
        match &self.pegs {
            Some(color) => theme.with_pegs(color).map_err(|error| error.to_string()),
            None => Ok(theme),
        }
    }
}

/// State of a problem in an atlas.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Finding {
    /// Solved.
    Solvable,
    /// Refuted by pagoda functions.
    Pagoda,
    /// Refuted by cases of first and last jumps.
    Cases,
    /// Refuted by exhaustive search.
    Exhaustion,
    /// Undecided.
    Open,
}
