//! Reference for fewest moves, which tries every move from every position.

use super::boards::{board_of_lists, lattice_and_jumps};
use pegboard::{Board, BoardFile, Goal, Jump, JumpDirections, Lattice, Position, Problem};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Results by the code of a position and the hole of the peg that moved last.
pub type Known = FxHashMap<(u128, Option<usize>), Option<(usize, u64)>>;

/// Returns the fewest moves from a position, given the peg that moved last, and the number of lines of jumps that
/// achieve them; `None` if no finish can be reached. A jump of that peg continues its move and costs nothing.
pub fn fewest(
    position: &Position,
    last: Option<Jump>,
    problem: &Problem,
    known: &mut Known,
) -> Option<(usize, u64)> {
    if problem.is_met_by(position) {
        return Some((0, 1));
    }
    let key = (position.code(), last.map(|jump| jump.to().index()));
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut best: Option<(usize, u64)> = None;
    for jump in position.jumps() {
        let continues = last.is_some_and(|last| last.to() == jump.from());
        let Some((moves, lines)) =
            fewest(&position.play(jump).unwrap(), Some(jump), problem, known)
        else {
            continue;
        };
        let moves = moves + usize::from(!continues);
        best = match best {
            Some((least, count)) if least == moves => Some((least, count + lines)),
            Some((least, count)) if least < moves => Some((least, count)),
            _ => Some((moves, lines)),
        };
    }
    known.insert(key, best);
    best
}

/// Returns a board of some holes of a small grid.
fn board((lattice, jumps): (Lattice, Option<JumpDirections>), holes: u32) -> Option<Board> {
    let coordinates = (0..20)
        .filter(|place| holes >> place & 1 == 1)
        .map(|place| (place % 5, place / 5));
    Board::new(BoardFile {
        jumps,
        ..BoardFile::new("random", lattice, coordinates)
    })
    .ok()
}

/// Generates problems with few pegs on a small board, of one of five kinds; `None` if there is no such board or start.
pub fn any_problem() -> impl Strategy<Value = Option<Problem>> {
    let on_lattice = (lattice_and_jumps(), any::<[u32; 2]>())
        .prop_map(|(rule, [holes, more])| board(rule, (holes | more) & 0xF_FFFF));
    let board = prop_oneof![2 => on_lattice, 1 => board_of_lists().prop_map(Some)];
    (board, 0..5u32, any::<[u32; 3]>())
        .prop_map(|(board, kind, numbers)| problem(board?, kind, numbers))
}

fn problem(board: Board, kind: u32, [more, pegs, some]: [u32; 3]) -> Option<Problem> {
    let count = board.hole_count() as u32;
    let full = board.full().code();
    let start = match kind {
        0 | 1 => full & !(1 << (pegs % count)),
        _ => u128::from(pegs | some) & full,
    };
    let start = Position::from_code(&board, start).ok()?;
    if start.peg_count() == 0 || start.peg_count() > 13 {
        return None;
    }
    let goal = match kind {
        0 | 2 => Goal::OnePeg,
        1 => Goal::Position(start.complement()),
        3 => Goal::PegIn(
            board
                .holes()
                .filter(|hole| some >> (hole.index() % 32) & 1 == 1)
                .collect(),
        ),
        _ => {
            // A position that can be reached.
            let mut end = start.clone();
            for turn in 0..some % 9 {
                let jumps: Vec<Jump> = end.jumps().collect();
                if jumps.is_empty() {
                    break;
                }
                end = end
                    .play(jumps[(more >> turn) as usize % jumps.len()])
                    .unwrap();
            }
            Goal::Position(end)
        }
    };
    Problem::new(start, goal).ok()
}
