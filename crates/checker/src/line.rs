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

/// Plays moves separated by commas or white space. A move lists the holes that one peg visits: `d2-d4, f3-d3-d5`. Where
/// several jumps lead from one hole to the next, the hole jumped over stands between them in brackets: `a-(b)-c`.
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
        let mut from = None;
        let mut over = None;
        let jumps_before = played.jumps;
        for label in word.split('-') {
            let in_brackets = label
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            let hole = board.hole(in_brackets.unwrap_or(label), &place)?;
            if in_brackets.is_some() {
                require(from.is_some() && over.is_none(), &place, || {
                    "a hole in brackets stands between two holes".to_owned()
                })?;
                over = Some(hole);
            } else if let Some(from) = from.replace(hole) {
                played.finish = play_jump(board, played.finish, (from, over.take(), hole), &place)?;
                played.jumps += 1;
                played.moves += usize::from(last != Some(from));
                last = Some(hole);
            }
        }
        require(
            played.jumps > jumps_before && over.is_none(),
            &place,
            || "a move names at least two holes".to_owned(),
        )?;
    }
    Ok(played)
}

fn play_jump(
    board: &Board,
    position: u128,
    (from, over, to): (usize, Option<usize>, usize),
    place: &str,
) -> Checked<u128> {
    let label = |hole| board.label(hole);
    let is_meant = |jump: &Jump| over.is_none_or(|over| jump.over == over);
    let mut jumps = board.jumps_between(from, to).filter(is_meant);
    let Some(jump) = jumps.next() else {
        return wrong(
            place,
            format_args!("there is no jump from {} to {}", label(from), label(to)),
        );
    };
    require(jumps.next().is_none(), place, || {
        format!("several jumps lead from {} to {}", label(from), label(to))
    })?;
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
