use super::counted;
use std::fmt;
use std::time::Duration;

/// Progress of a call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Current phase.
    pub phase: Phase,
    /// Fraction of the whole call that is done, `0.0..=1.0`: an estimate where the length of the call can be estimated,
    /// otherwise the used share of the time or node limit, the larger of the two. `None` without either.
    pub done: Option<f64>,
    /// Number of positions expanded so far.
    pub nodes: u64,
    /// Time since the call began.
    pub elapsed: Duration,
}

/// Declares the phases with the names of their kinds.
macro_rules! phases {
    ($($(#[$doc:meta])+ $phase:ident $({ $($fields:tt)+ })? $(($($text:tt)+))? = $kind:literal,)+) => {
        /// Current work of a call. Its text is for people: `12 pegs`, `beam search, width 64`.
        ///
        /// ```
        /// use pegboard::Phase;
        /// assert_eq!(Phase::Beam { width: 64 }.to_string(), "beam search, width 64");
        /// assert_eq!(Phase::Beam { width: 64 }.kind(), "beam search");
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Phase {
            $($(#[$doc])+ $phase $({ $($fields)+ })? $(($($text)+))?,)+
        }

        impl Phase {
            /// Names of all kinds.
            pub const KINDS: &'static [&'static str] = &[$($kind),+];

            /// Returns the name of the kind: the text of a phase without data.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Phase::$phase { .. } => $kind,)+
                }
            }
        }
    };
}

phases! {
    /// Depth-first search.
    DepthFirst = "depth-first search",
    /// Beam search.
    Beam {
        /// Number of positions kept in a level.
        width: usize,
    } = "beam search",
    /// Search for pagoda functions that refute positions.
    PagodaFunctions = "learning pagoda functions",
    /// Refutation by cases.
    Cases = "cases by first and last jumps",
    /// Search for jumps that every line ends with.
    ForcedEnds = "forced ends",
    /// Expansion of a level of an exhaustion.
    Exhaustion {
        /// `true` for play backward from the finish.
        backward: bool,
        /// Number of pegs of the positions.
        pegs: usize,
    } = "exhaustion",
    /// Comparison of the levels of a forward and a backward exhaustion.
    Meeting = "meeting of both sides",
    /// Positions with this number of pegs.
    Level {
        /// Number of pegs.
        pegs: usize,
    } = "level",
    /// Check of the levels that an earlier run left on disk.
    CheckingLevels = "checking finished levels",
    /// Search for positions in a level.
    SearchingLevel = "searching a level",
    /// Distribution of levels to another number of processes.
    RedistributingLevels = "redistributing levels",
    /// Search in a bitmap of all positions.
    Bitmap = "bitmap",
    /// Enumeration of positions.
    Positions = "positions",
    /// Enumeration of finishes.
    Finishes = "finishes",
    /// Positions from which few jumps lead to the goal.
    BeforeGoal = "positions before the goal",
    /// Search for lines of few moves.
    MovesOrMore {
        /// Proved lower bound on the number of moves.
        moves: usize,
    } = "moves or more",
    /// Fewest moves of each position.
    FewestMoves = "fewest moves",
    /// Enumeration of the solutions with the fewest moves.
    ShortestSolutions = "solutions with the fewest moves",
    /// Sets of moves of solutions.
    MoveSets = "sets of moves",
    /// Enumeration of solutions.
    Solutions = "solutions",
    /// Search for the longest move.
    LongestMove = "longest move",
    /// Search for moves of this length.
    MovesOfLength {
        /// Number of jumps.
        jumps: usize,
    } = "moves of a length",
    /// Search for last moves.
    LastMoves {
        /// Number of their jumps, if each is searched by itself.
        jumps: Option<usize>,
    } = "last moves",
    /// Problem of a table, and the phase of the work on it.
    Problem {
        /// Number of the problem, from 1.
        number: usize,
        /// Number of problems.
        all: usize,
        /// Label of the vacancy.
        vacancy: String,
        /// Label of the finish.
        finish: String,
        /// Question about the problem.
        question: TableQuestion,
        /// Phase of the work on the problem.
        phase: Box<Phase>,
    } = "problem",
    /// Vacancy of a table, and the phase of the work on it.
    Vacancy {
        /// Number of the vacancy, from 1.
        number: usize,
        /// Number of vacancies.
        all: usize,
        /// Label of the vacancy.
        vacancy: String,
        /// Phase of the work on it.
        phase: Box<Phase>,
    } = "vacancy",
    /// Several problems, one after another.
    Problems = "problems",
    /// Problems of an atlas.
    Settling {
        /// Number of problems settled so far.
        settled: usize,
        /// Number of problems.
        problems: usize,
        /// Time limit for each of the others.
        time: Duration,
    } = "settling",
    /// Count of games or lines.
    Counting = "counting",
    /// Enumeration of games.
    Games = "games",
    /// Output of games.
    ListingGames = "listing games",
    /// Chance of random play.
    RandomPlay = "random play",
    /// Search for a puzzle.
    Puzzles = "puzzles",
    /// Outlooks of positions.
    Outlooks = "outlooks",
    /// Codes of positions.
    Codes = "codes",
    /// Canonical codes of positions.
    CanonicalCodes = "canonical codes",
    /// Images of positions under symmetries.
    Images = "images",
    /// Indices of positions.
    Indices = "indices",
    /// Check of the jumps between positions.
    Jumps = "jumps",
    /// Search for positions that a set lacks.
    Gaps = "gaps",
    /// Compression of codes.
    Encoding = "encoding",
    /// Sorting of codes.
    Sorting = "sorting",
    /// Checksum of a file.
    Checksum = "checksum",
    /// Input of a file.
    Reading = "reading",
    /// Output of a file.
    Writing = "writing",
    /// Output of a file of positions.
    WritingPositions = "writing positions",
    /// Check of a certificate.
    Checking(
        /// Name of the certificate.
        String
    ) = "checking",
    /// Drawing of a picture.
    Drawing = "drawing",
    /// Start of several processes.
    Starting = "starting",
    /// Wait for other processes.
    WaitingForProcesses = "waiting for other processes",
    /// Wait for a free port or a known host name.
    WaitingForAddress = "waiting for the address of this process",
    /// End of several processes.
    Ending = "ending",
}

/// Question that a table answers about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableQuestion {
    /// The fewest moves.
    FewestMoves,
    /// A solution of this many moves.
    Moves(usize),
    /// The longest move.
    LongestMove,
    /// The longest last move.
    LongestLastMove,
}

/// Phase and, where it is known, the fraction of the call that is done.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct PhaseReport {
    /// See [`Progress::phase`].
    pub phase: Phase,
    /// Estimated fraction, `0.0..=1.0`.
    pub done: Option<f64>,
}

impl Progress {
    /// Estimates the remaining time by extrapolation; `None` if nothing is known yet.
    pub fn time_left(&self) -> Option<Duration> {
        let done = self.done.filter(|done| *done > 0.0)?;
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * ((1.0 - done) / done).max(0.0))
            .ok()
    }
}

impl Phase {
    /// Makes a report with the fraction of the call that is done.
    #[doc(hidden)]
    pub fn done(self, done: f64) -> PhaseReport {
        PhaseReport {
            phase: self,
            done: Some(done.clamp(0.0, 1.0)),
        }
    }
}

impl From<Phase> for PhaseReport {
    fn from(phase: Phase) -> PhaseReport {
        PhaseReport { phase, done: None }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phase::Beam { width } => write!(f, "beam search, width {width}"),
            Phase::Exhaustion { backward, pegs } => {
                let direction = if *backward { "backwards" } else { "forwards" };
                write!(f, "exhaustion {direction}, {}", counted(*pegs, "peg"))
            }
            Phase::Level { pegs } => f.write_str(&counted(*pegs, "peg")),
            Phase::MovesOrMore { moves } => write!(f, "{} or more", counted(*moves, "move")),
            Phase::MovesOfLength { jumps } => write!(f, "moves of {}", counted(*jumps, "jump")),
            Phase::LastMoves { jumps: Some(jumps) } => {
                write!(f, "last moves of {}", counted(*jumps, "jump"))
            }
            Phase::Problem {
                number,
                all,
                vacancy,
                finish,
                question,
                phase,
            } => {
                write!(f, "{number} of {all}, ")?;
                match question {
                    TableQuestion::FewestMoves => write!(f, "{vacancy} to {finish}"),
                    TableQuestion::Moves(moves) => {
                        write!(f, "{vacancy} to {finish} in {moves} moves")
                    }
                    TableQuestion::LongestMove => {
                        write!(f, "longest move from {vacancy} to {finish}")
                    }
                    TableQuestion::LongestLastMove => {
                        write!(f, "longest last move from {vacancy} to {finish}")
                    }
                }?;
                write!(f, ": {phase}")
            }
            Phase::Vacancy {
                number,
                all,
                vacancy,
                phase,
            } => write!(f, "{number} of {all}, games from {vacancy}: {phase}"),
            Phase::Settling {
                settled,
                problems,
                time,
            } => write!(
                f,
                "{settled} of {problems} problems settled, up to {:.1} s for each of the others",
                time.as_secs_f64()
            ),
            Phase::Checking(name) => write!(f, "checking {name}"),
            _ => f.write_str(self.kind()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_extrapolated_from_the_fraction_done() {
        let progress = |done| Progress {
            phase: Phase::Counting,
            done,
            nodes: 0,
            elapsed: Duration::from_secs(3),
        };
        assert_eq!(progress(None).time_left(), None);
        assert_eq!(progress(Some(0.0)).time_left(), None);
        assert_eq!(
            progress(Some(0.75)).time_left(),
            Some(Duration::from_secs(1))
        );
    }

    #[test]
    fn phases_are_texts() {
        let table = |question| Phase::Problem {
            number: 2,
            all: 7,
            vacancy: "d4".to_owned(),
            finish: "d1".to_owned(),
            question,
            phase: Box::new(Phase::MovesOrMore { moves: 18 }),
        };
        let settling = Phase::Settling {
            settled: 3,
            problems: 21,
            time: Duration::from_millis(1500),
        };
        let exhaustion = |backward, pegs| Phase::Exhaustion { backward, pegs };
        for (phase, text) in [
            (Phase::Beam { width: 64 }, "beam search, width 64"),
            (exhaustion(true, 12), "exhaustion backwards, 12 pegs"),
            (exhaustion(false, 1), "exhaustion forwards, 1 peg"),
            (Phase::Level { pegs: 1_200 }, "1,200 pegs"),
            (Phase::MovesOfLength { jumps: 9 }, "moves of 9 jumps"),
            (Phase::LastMoves { jumps: Some(1) }, "last moves of 1 jump"),
            (Phase::LastMoves { jumps: None }, "last moves"),
            (
                table(TableQuestion::FewestMoves),
                "2 of 7, d4 to d1: 18 moves or more",
            ),
            (
                table(TableQuestion::Moves(18)),
                "2 of 7, d4 to d1 in 18 moves: 18 moves or more",
            ),
            (
                table(TableQuestion::LongestMove),
                "2 of 7, longest move from d4 to d1: 18 moves or more",
            ),
            (
                table(TableQuestion::LongestLastMove),
                "2 of 7, longest last move from d4 to d1: 18 moves or more",
            ),
            (
                settling,
                "3 of 21 problems settled, up to 1.5 s for each of the others",
            ),
            (
                Phase::Vacancy {
                    number: 2,
                    all: 7,
                    vacancy: "d4".to_owned(),
                    phase: Box::new(Phase::Counting),
                },
                "2 of 7, games from d4: counting",
            ),
            (Phase::Checking("a.ron".to_owned()), "checking a.ron"),
            (Phase::Counting, "counting"),
        ] {
            assert_eq!(phase.to_string(), text);
            assert!(Phase::KINDS.contains(&phase.kind()), "{phase:?}");
        }
    }

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        let mut kinds = Phase::KINDS.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), Phase::KINDS.len());
    }
}
