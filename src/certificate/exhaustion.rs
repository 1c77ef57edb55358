//! An exhaustion as the fields of a certificate.

use super::position_file::{self, unreadable};
use super::refutation::{function_parts, of_every, of_finishes, permutations};
use crate::board::Board;
use crate::control::Control;
use crate::levels::Finished;
use crate::solver::exhaustion::{ClosedSet, Exhaustion, Record, RefutedFinishes, SetLevels};
use pegboard_checker::format::{
    ExhaustionPart, FinishesPart, LevelPart, PositionsPart, RefutationPart, SidePart,
};
use std::io;
use std::path::Path;

/// Where the positions are put.
pub(super) enum Placement<'a> {
    /// All in the text.
    Listed,
    /// Nowhere: the sizes alone.
    Compact,
    /// In files beside the certificate with this path, unless they are few.
    Beside(&'a Path, &'a Control<'a>),
}

/// Sets of more positions are put in files of their own.
const MOST_LISTED: u64 = 1000;

/// The refutation that an exhaustion completes, without the positions.
pub(super) fn refutation(exhaustion: &Exhaustion) -> RefutationPart {
    match &exhaustion.refuted {
        RefutedFinishes::OfGoal(problem) => of_finishes(problem, &exhaustion.functions),
        RefutedFinishes::Every(pegs) => of_every(&exhaustion.start, *pegs, &exhaustion.functions),
        RefutedFinishes::Any(pegs) => RefutationPart {
            invariants: Vec::new(),
            pagodas: Vec::new(),
            functions: Vec::new(),
            symmetries: Vec::new(),
            finishes: FinishesPart::Any { pegs: *pegs as u32 },
            exhaustion: ExhaustionPart::NotNeeded,
        },
    }
}

impl Placement<'_> {
    /// The positions of all sides.
    pub(super) fn record(&self, exhaustion: &Exhaustion) -> io::Result<ExhaustionPart> {
        let board = exhaustion.start.board();
        let side = |set, name| self.side(set, board, name);
        Ok(match &*exhaustion.record {
            Record::NotNeeded => ExhaustionPart::NotNeeded,
            Record::Forward(set) => ExhaustionPart::Forward(side(set, "forward")?),
            Record::Backward(set) => ExhaustionPart::Backward(side(set, "backward")?),
            Record::BothWays {
                meeting,
                forward,
                backward,
            } => ExhaustionPart::BothWays {
                meeting: *meeting,
                forward: side(forward, "forward")?,
                backward: side(backward, "backward")?,
            },
            Record::Halved { meeting, forward } => ExhaustionPart::Halved {
                meeting: *meeting,
                forward: side(forward, "forward")?,
            },
        })
    }

    fn side(&self, set: &ClosedSet, board: &Board, name: &str) -> io::Result<SidePart> {
        let (pagodas, functions) = function_parts(board, &set.functions.iter().collect::<Vec<_>>());
        Ok(SidePart {
            pagodas,
            functions,
            last_jumps: set.last_jumps,
            symmetries: permutations(&set.symmetries),
            positions: self.positions(set, board.hole_count(), name)?,
        })
    }

    fn positions(&self, set: &ClosedSet, holes: usize, name: &str) -> io::Result<PositionsPart> {
        let (SetLevels::Listed(levels), Placement::Listed | Placement::Beside(..)) =
            (&set.levels, self)
        else {
            return Ok(PositionsPart::Sizes(set.levels.sizes()));
        };
        match self {
            Placement::Beside(path, control) if set.positions() > MOST_LISTED => {
                let path = path.with_extension(format!("{name}.positions"));
                position_file::write((set.digest, levels), holes, &path, control)
            }
            _ => {
                let parts = levels
                    .iter()
                    .map(|finished| level(finished))
                    .collect::<io::Result<_>>();
                parts.map(PositionsPart::Listed)
            }
        }
    }
}

fn level(finished: &Finished) -> io::Result<LevelPart> {
    let codes = finished
        .level
        .codes::<u128>(&Control::default())
        .map_err(unreadable)?;
    let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
    Ok(LevelPart {
        pegs: finished.pegs as u32,
        codes: codes.join(" "),
    })
}
