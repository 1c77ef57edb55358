//! Requests of the page.

use pegboard::drawing::Theme;
use pegboard::{Board, BoardFile, Difficulty, Lattice, Limits, Line, Position, Problem};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::time::Duration;

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
    /// Size in bytes of the bitmap of all outlooks; null if it exceeds the address space.
    Bitmap {
        /// The problem.
        problem: Problem,
    },
    /// Starts a game; answers `true` if every outlook is known.
    Prepare {
        /// The problem.
        problem: Problem,
        /// Limits of the bitmap. Without memory, the solver answers outlooks.
        allowed: Allowed,
    },
    /// Outlooks of a position of the game and of each jump in it.
    Outlooks {
        /// The position.
        pegs: String,
        /// Limits of the search.
        allowed: Allowed,
    },
    /// Line from a position of the game: to the goal, or one that leaves few pegs.
    Line {
        /// The position.
        pegs: String,
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

/// Limits for a call.
#[derive(Clone, Deserialize)]
pub struct Allowed {
    /// Time limit, given in seconds; `None` for no limit.
    #[serde(default, deserialize_with = "duration")]
    pub seconds: Option<Duration>,
    /// Memory limit in MiB.
    #[serde(deserialize_with = "megabytes")]
    pub megabytes: u64,
}

/// Maximum time limit in seconds, about 30 years.
const MOST_SECONDS: f64 = 1e9;

/// Maximum memory limit in MiB, below the address space of 4 GiB.
const MOST_MEGABYTES: u64 = 4095;

/// Maximum size of a board file, a picture or the moves of a game in bytes. A board has at most 128 holes.
const LONGEST_TEXT: usize = 64 << 10;

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let checked = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|_| seconds <= MOST_SECONDS)
            .ok_or_else(|| {
                D::Error::custom(format_args!(
                    "a time limit of {seconds} seconds is not between 0 and {MOST_SECONDS}"
                ))
            })
    };
    Option::deserialize(deserializer)?.map(checked).transpose()
}

fn megabytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let megabytes = u64::deserialize(deserializer)?;
    if megabytes > MOST_MEGABYTES {
        return Err(D::Error::custom(format_args!(
            "a memory limit of {megabytes} MiB is more than {MOST_MEGABYTES} MiB"
        )));
    }
    Ok(megabytes)
}

impl Allowed {
    /// Returns the limits of a call.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.seconds,
            memory: Some(self.megabytes << 20),
            ..Limits::default()
        }
    }
}

/// Checks the size of a text from outside.
///
/// # Errors
///
/// If it is larger than 64 KiB.
pub fn check_length(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_TEXT {
        return Err(format!(
            "the text is larger than {} KiB",
            LONGEST_TEXT >> 10
        ));
    }
    Ok(())
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

/// Parses a position, a string with `0` or `1` for each hole.
///
/// # Errors
///
/// If the string has a different length or other characters.
pub fn position(board: &Board, pegs: &str) -> Result<Position, String> {
    let holes = board.hole_count();
    if pegs.len() != holes || !pegs.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return Err(format!(
            "a position of board `{}` has {holes} digits, each 0 or 1",
            board.name()
        ));
    }
    Ok(board.with_pegs(
        board
            .holes()
            .zip(pegs.bytes())
            .filter(|(_, byte)| *byte == b'1')
            .map(|(hole, _)| hole),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(seconds: &str, megabytes: &str) -> Result<Limits, String> {
        let text = format!("{{\"seconds\": {seconds}, \"megabytes\": {megabytes}}}");
        let allowed = serde_json::from_str::<Allowed>(&text).map_err(|error| error.to_string())?;
        Ok(allowed.limits())
    }

    #[test]
    fn limits_are_checked() {
        let limits_of = |seconds, megabytes| {
            let Limits { time, memory, .. } = limits(seconds, megabytes).unwrap();
            (time, memory)
        };
        assert_eq!(limits_of("null", "0"), (None, Some(0)));
        let second = Duration::from_secs(1);
        assert_eq!(limits_of("1.5", "4"), (Some(second * 3 / 2), Some(4 << 20)));
        assert_eq!(limits_of("1e9", "4095").0, Some(second * 1_000_000_000));
        for seconds in ["-1", "-1e-9", "1.1e9", "1e19", "1e300", "1e999", "\"1\""] {
            assert!(limits(seconds, "4").is_err(), "{seconds}");
        }
        for megabytes in ["-1", "0.5", "4096", "17592186044416", "1e30", "null"] {
            assert!(limits("1", megabytes).is_err(), "{megabytes}");
        }
        assert_eq!(
            limits("-2", "4").err().unwrap(),
            "a time limit of -2 seconds is not between 0 and 1000000000 at line 1 column 14"
        );
        assert!(serde_json::from_str::<Allowed>("{\"megabytes\": 1}").is_ok());
    }

    #[test]
    fn texts_have_a_maximum_length() {
        assert_eq!(check_length(&"x".repeat(LONGEST_TEXT)), Ok(()));
        assert!(check_length(&"x".repeat(LONGEST_TEXT + 1)).is_err());
    }
}
