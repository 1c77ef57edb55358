use crate::board::{Board, Position};
use crate::problem::Region;
use crate::problem::answer::PagodaFunction;

/// Reason why a finish is out of reach before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefutedBy {
    /// This invariant, a set of holes, holds an odd number of pegs at one end and an even number at the
    /// other.
    Class(u128),
    /// The function with this index refutes the finish.
    Pagoda(usize),
    /// The finish has too many pegs.
    Pegs,
    /// No known reason.
    Nothing,
}

/// Returns the first of the board's invariants and of these functions that refutes `finish`.
pub(crate) fn refuted_by(
    start: &Position,
    finish: &Position,
    functions: &[PagodaFunction],
) -> RefutedBy {
    let parity =
        |position: &Position, invariant: u128| (position.code() & invariant).count_ones() % 2;
    let invariants = start.board().position_classes().invariants();
    let differing = invariants
        .iter()
        .find(|set| parity(start, **set) != parity(finish, **set));
    if let Some(invariant) = differing {
        return RefutedBy::Class(*invariant);
    }
    match functions
        .iter()
        .position(|function| function.refutes(start, finish))
    {
        Some(index) => RefutedBy::Pagoda(index),
        None => RefutedBy::Nothing,
    }
}

/// Returns the first reason that refutes every position of a region: the number of pegs, a set of holes that every jump
/// changes evenly, or one of these functions.
pub(crate) fn region_refuted_by(
    start: &Position,
    region: Region,
    functions: &[PagodaFunction],
) -> RefutedBy {
    if region.has_too_many_pegs_for(start.code()) {
        return RefutedBy::Pegs;
    }
    let differs = |set: &u128| (set & (start.code() ^ region.least)).count_ones() % 2 == 1;
    let invariants = start.board().position_classes().without(region.free());
    if let Some(set) = invariants.into_iter().find(differs) {
        return RefutedBy::Class(set);
    }
    match functions
        .iter()
        .position(|function| function.refutes_region(start.code(), region))
    {
        Some(index) => RefutedBy::Pagoda(index),
        None => RefutedBy::Nothing,
    }
}

/// Lists the positions with this number of pegs; `None` if there are more than `most`.
pub(crate) fn positions_with_pegs(board: &Board, pegs: usize, most: u64) -> Option<Vec<Position>> {
    let holes = board.hole_count();
    let count = (0..pegs).try_fold(1u64, |count, taken| {
        let rest = holes.checked_sub(taken)? as u64;
        count
            .checked_mul(rest)
            .map(|product| product / (taken as u64 + 1))
    });
    count.filter(|count| *count <= most)?;
    let mut positions = Vec::new();
    choose(holes, pegs, 0, &mut |code| {
        positions.push(Position::from_code_unchecked(board, code))
    });
    Some(positions)
}

/// Calls `visit` with the union of `chosen` and each set of `count` of the first `holes` holes.
fn choose(holes: usize, count: usize, chosen: u128, visit: &mut impl FnMut(u128)) {
    match count {
        0 => visit(chosen),
        _ => (count - 1..holes)
            .for_each(|highest| choose(highest, count - 1, chosen | 1 << highest, visit)),
    }
}
