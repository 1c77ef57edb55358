use super::error::BoardError;
use super::hole::Hole;
use crate::board::file::{BoardFinish, PatternLabels};

/// Usual goal of a board: sets of holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UsualFinish {
    /// A single peg in this hole.
    Hole(Hole),
    /// Pegs in exactly these holes.
    Position(Vec<Hole>),
    /// Holes with pegs and empty holes of each pattern.
    Patterns(Vec<[Vec<Hole>; 2]>),
}

impl UsualFinish {
    /// Checks the usual goal of a description. `hole` finds a hole by its label, or returns the label.
    pub(super) fn new(
        finish: &BoardFinish,
        hole_count: usize,
        hole: impl Fn(&String) -> Result<Hole, String>,
    ) -> Result<UsualFinish, BoardError> {
        let unknown = |label| BoardError::UnknownFinish { label };
        let holes = |labels: &[String]| -> Result<Vec<Hole>, BoardError> {
            let holes: Result<_, _> = labels.iter().map(&hole).collect();
            holes.map_err(unknown)
        };
        let wrong = |reason: &str| {
            let reason = reason.to_owned();
            Err(BoardError::Finish { reason })
        };
        match finish {
            BoardFinish::Hole(label) => Ok(UsualFinish::Hole(hole(label).map_err(unknown)?)),
            BoardFinish::Position(pegs) if pegs.is_empty() => wrong("the position has no pegs"),
            BoardFinish::Position(pegs) => Ok(UsualFinish::Position(holes(pegs)?)),
            BoardFinish::Patterns(patterns) if patterns.is_empty() => wrong("there is no pattern"),
            BoardFinish::Patterns(patterns) if patterns.len() > BoardFinish::MAX_PATTERNS => {
                wrong(&format!(
                    "there are {} patterns, but at most {} are possible",
                    patterns.len(),
                    BoardFinish::MAX_PATTERNS
                ))
            }
            BoardFinish::Patterns(patterns) => {
                let mut all = Vec::new();
                for PatternLabels { pegs, empty } in patterns {
                    let sets = [holes(pegs)?, holes(empty)?];
                    let [pegs_code, empty_code] = sets
                        .each_ref()
                        .map(|holes| holes.iter().fold(0, |code, hole| code | hole.bit()));
                    if pegs_code | empty_code == 0 {
                        return wrong("a pattern names no hole");
                    }
                    if pegs_code & empty_code != 0 {
                        return wrong(
                            "a pattern names a hole as one with a peg and as an empty one",
                        );
                    }
                    if empty_code.count_ones() as usize == hole_count {
                        return wrong("a pattern leaves no hole for a peg");
                    }
                    all.push(sets);
                }
                Ok(UsualFinish::Patterns(all))
            }
        }
    }
}
