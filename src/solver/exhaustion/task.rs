use crate::board::{Board, Symmetry};
use crate::problem::Finish;

/// One direction of an exhaustion: where it begins and what it must not reach. Backwards, all positions are
/// complements: a jump played backwards on a position is the same jump played forwards on its complement.
#[derive(Clone, Debug)]
pub(super) struct SideTask {
    pub(super) backward: bool,
    /// Codes in ascending order, of the same number of pegs.
    pub(super) starts: Vec<u128>,
    pub(super) finish: Finish,
    /// Symmetries that carry finishes onto finishes. A position from which no finish can be reached has only
    /// images of which the same is true.
    pub(super) symmetries: Vec<Symmetry>,
}

impl SideTask {
    pub(super) fn first_pegs(&self) -> u32 {
        self.starts.first().map_or(0, |start| start.count_ones())
    }

    /// The digest that names this task in position files; `certificate/FORMAT.md` says of what it is made.
    pub(super) fn digest(&self, board: &Board) -> [u8; 32] {
        let mut lines = vec![
            "pegboard positions 1".to_owned(),
            board.lattice().name().to_owned(),
        ];
        let steps = board.unusual_steps().unwrap_or_default();
        lines.extend(steps.iter().map(|(x, y)| format!("jump {x} {y}")));
        lines.extend(board.holes().map(|hole| {
            let (x, y) = board.coordinate(hole);
            format!("hole {x} {y}")
        }));
        lines.extend(self.starts.iter().map(|start| format!("start {start}")));
        match &self.finish {
            Finish::Positions(codes) => {
                lines.extend(codes.iter().map(|code| format!("finish {code}")))
            }
            Finish::PegCount(pegs) => lines.push(format!("pegs {pegs}")),
        }
        *blake3::hash((lines.join("\n") + "\n").as_bytes()).as_bytes()
    }
}
