//! An exhaustion as the fields of a certificate.

use super::position_file;
use super::refutation::{function_parts, of_every, of_finishes, permutations};
use crate::board::Board;
use crate::control::Control;
use crate::problem::answer::{ClosedSet, ClosedSets, Exhaustion, PackedCodes, RefutedFinishes};
use pegboard_checker::format::{
    ExhaustionPart, FinishesPart, LevelPart, PositionsPart, RefutationPart, SidePart,
};
use std::io;
use std::path::Path;

/// Place of the positions of an exhaustion.
pub(super) enum PositionPlace<'a> {
    /// The text of the certificate.
    Text,
    /// Nowhere: the checker recomputes the positions, within the sizes of the levels.
    Compact,
    /// Files beside the certificate with this path, unless the positions are few.
    Files(&'a Path, &'a Control<'a>),
}

/// Maximum number of positions of a set in the text, if larger sets may go to files of their own.
const MAX_IN_TEXT: u64 = 1000;

/// Returns the refutation that an exhaustion completes, without the positions.
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

impl PositionPlace<'_> {
    /// Stores the positions of all directions. Returns the part of the certificate that names them.
    pub(super) fn put(&self, exhaustion: &Exhaustion) -> io::Result<ExhaustionPart> {
        let board = exhaustion.start.board();
        let side = |set, name| self.side(set, board, name);
        Ok(match &exhaustion.sets {
            ClosedSets::NotNeeded => ExhaustionPart::NotNeeded,
            ClosedSets::Forward(set) => ExhaustionPart::Forward(side(set, "forward")?),
            ClosedSets::Backward(set) => ExhaustionPart::Backward(side(set, "backward")?),
            ClosedSets::BothWays {
                meeting,
                forward,
                backward,
            } => ExhaustionPart::BothWays {
                meeting: *meeting,
                forward: side(forward, "forward")?,
                backward: side(backward, "backward")?,
            },
            ClosedSets::Halved { meeting, forward } => ExhaustionPart::Halved {
                meeting: *meeting,
                forward: side(forward, "forward")?,
            },
        })
    }

    fn side(&self, set: &ClosedSet, board: &Board, name: &str) -> io::Result<SidePart> {
        let (pagodas, functions) = function_parts(board, &set.functions.iter().collect::<Vec<_>>());
        let positions = match (&set.levels, self) {
            (None, _) | (_, PositionPlace::Compact) => PositionsPart::Sizes(set.sizes.clone()),
            (Some(levels), PositionPlace::Files(path, control))
                if set.positions() > MAX_IN_TEXT =>
            {
                let path = path.with_extension(format!("{name}.positions"));
                position_file::write(set, levels, board.hole_count(), &path, control)?
            }
            (Some(levels), _) => PositionsPart::Listed(levels.iter().map(level_part).collect()),
        };
        Ok(SidePart {
            pagodas,
            functions,
            last_jumps: set.last_jumps,
            symmetries: permutations(&set.symmetries),
            positions,
        })
    }
}

fn level_part(level: &PackedCodes) -> LevelPart {
    let codes: Vec<String> = level.codes().map(|code| code.to_string()).collect();
    LevelPart {
        pegs: level.pegs,
        codes: codes.join(" "),
    }
}
