use crate::board::geometry::Lattice;
use crate::board::{Board, Hole, Jump, Position, Symmetry};
use crate::problem::{Finish, Region};

/// Task of one direction of play: its starts, and the finishes that it must not reach. Backwards, all positions are
/// complements: a jump played backwards on a position is the same jump played forwards on its complement.
#[derive(Clone, Debug)]
pub(super) struct DescentTask {
    pub(super) backward: bool,
    /// Ascending codes with the same number of pegs.
    pub(super) starts: Vec<u128>,
    pub(super) finish: Finish,
    /// Symmetries that carry finishes onto finishes. If no finish can be reached from a position, none can be reached from
    /// its images.
    pub(super) symmetries: Vec<Symmetry>,
}

impl DescentTask {
    /// Makes the task of playing from a start to the finishes.
    pub(super) fn forward(
        start: &Position,
        finish: &Finish,
        symmetries: Vec<Symmetry>,
    ) -> DescentTask {
        DescentTask {
            backward: false,
            starts: vec![start.code()],
            finish: finish.clone(),
            symmetries,
        }
    }

    /// Makes the task of playing backwards from the finishes to a start. It has no starts if the finishes cannot be listed.
    pub(super) fn backward(
        start: &Position,
        finish: &Finish,
        symmetries: Vec<Symmetry>,
    ) -> DescentTask {
        let starts = finish.complements(start.board());
        DescentTask {
            backward: true,
            starts: starts.map_or(Vec::new(), |starts| starts.codes().to_vec()),
            finish: Finish::Positions(vec![start.complement().code()]),
            symmetries,
        }
    }

    pub(super) fn first_pegs(&self) -> u32 {
        self.starts.first().map_or(0, |start| start.count_ones())
    }

    /// Returns the digest that names this task in position files, as `crates/checker/FORMAT.md` defines it.
    pub(super) fn digest(&self, board: &Board) -> [u8; 32] {
        let lattice = board.lattice().map_or("Jumps", Lattice::name);
        let mut lines = vec!["pegboard positions 1".to_owned(), lattice.to_owned()];
        let steps = board.unusual_steps().unwrap_or_default();
        lines.extend(steps.iter().map(|(x, y)| format!("jump {x} {y}")));
        let indices = |jump: &Jump| [jump.from(), jump.over(), jump.to()].map(Hole::index);
        let listed = |word: &str, jumps: &[Jump]| -> Vec<String> {
            let text = |[from, over, to]: [usize; 3]| format!("{word} {from} {over} {to}");
            jumps.iter().map(indices).map(text).collect()
        };
        match board.lattice() {
            None => lines.extend(listed("jump", board.jumps())),
            Some(_) => lines.extend(listed("without", board.removed_jumps())),
        }
        let points = board.holes().filter_map(|hole| board.coordinate(hole));
        lines.extend(points.map(|(x, y)| format!("hole {x} {y}")));
        lines.extend(self.starts.iter().map(|start| format!("start {start}")));
        match &self.finish {
            Finish::Positions(codes) => {
                lines.extend(codes.iter().map(|code| format!("finish {code}")))
            }
            Finish::PegCount(pegs) => lines.push(format!("pegs {pegs}")),
            Finish::Regions(regions) => {
                let codes = |region: &Region| (region.least, board.full_code() & !region.most);
                let mut patterns: Vec<(u128, u128)> = regions.iter().map(codes).collect();
                patterns.sort_unstable();
                let text = |(pegs, empty)| format!("pattern {pegs} {empty}");
                lines.extend(patterns.into_iter().map(text));
            }
        }
        *blake3::hash((lines.join("\n") + "\n").as_bytes()).as_bytes()
    }
}
