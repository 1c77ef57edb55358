//! Replay of a line of moves.

use super::board::{Board, Jump};
use super::flaw::{Checked, require, wrong};

/// Result of replaying a line.
pub(super) struct Played {
    /// Final position.
    pub(super) finish: u128,
    pub(super) jumps: usize,
    /// Number of runs of jumps by the same peg, independent of the notation.
    pub(super) moves: usize,
}

/// Plays moves separated by commas or white space. A move lists the holes that one peg visits: `d2-d4, f3-d3-d5`.
pub(super) fn play(board: &Board, start: u128, moves: &str) -> Checked<Played> {
    let words = moves
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty());
    let mut played = Played {
        finish: start,
        jumps: 0,
        moves: 0,
    };
    let mut last = None;
    for (index, word) in words.enumerate() {
        let place = format!("answer, move {} `{word}`", index + 1);
        let holes = word
            .split('-')
            .map(|label| board.hole(label, &place))
            .collect::<Checked<Vec<_>>>()?;
        require(holes.len() > 1, &place, || {
            "a move names at least two holes".to_owned()
        })?;
        for pair in holes.windows(2) {
            played.finish = play_jump(board, played.finish, pair[0], pair[1], &place)?;
            played.jumps += 1;
            played.moves += usize::from(last != Some(pair[0]));
            last = Some(pair[1]);
        }
    }
    Ok(played)
}

fn play_jump(board: &Board, position: u128, from: usize, to: usize, place: &str) -> Checked<u128> {
    let label = |hole| board.label(hole);
    let Some(jump) = board.jump_between(from, to) else {
        return wrong(
            place,
            format_args!("there is no jump from {} to {}", label(from), label(to)),
        );
    };
    let Jump { over, .. } = jump;
    let has_peg = |hole: usize| position >> hole & 1 == 1;
    require(has_peg(from), place, || {
        format!("{} has no peg", label(from))
    })?;
    require(has_peg(over), place, || {
        format!("{}, which is jumped over, has no peg", label(over))
    })?;
    require(!has_peg(to), place, || {
        format!("{} is not empty", label(to))
    })?;
    Ok(position ^ jump.change())
}
