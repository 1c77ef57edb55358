//! Lower bound on the number of moves: two walks, from the start and from the finishes, that carry moves along.
//!
//! A move is a run of jumps by the same peg. With each position `p` a walk carries the fewest moves `m` of a line to
//! it, and the set `S` of the holes where the last jump of such a line can end. A jump from a hole of `S` is free; any
//! other jump costs one move. Of the jumps into a position, only those of least total cost count.
//!
//! Invariant. Suppose that a line of `k` moves leads to `p` and that its last jump ends in `a`. Then for some symmetry
//! `g` the walk holds `g p`, with either `m < k`, or `m = k` and `g a` in `S`. This holds at the start. A jump from `b`
//! to `c` preserves it; let `h` be the symmetry that the walk applies after the jump.
//!
//! - If `m < k`, the jump costs the walk at most `m + 1 ≤ k` in total. Either that is less than the moves of the line,
//!   or the jump has least cost, and the walk adds the hole `h g c` to the set.
//! - If `m = k` and the jump is free for the line, then `b = a`, and it is free for the walk as well. If the total equals
//!   the moves of the line, the walk adds the hole.
//!
//! Backwards, on complements, the same holds for the moves after `p` and the hole where the first of their jumps
//! begins: a jump continues a move if it ends where the jump after it begins.
//!
//! So a line from the start to a finish has an image at the level where both walks meet, with at least `m` moves on one
//! side and `m'` on the other. In total it has at least `m + m'` moves, or one less if both sets hold the hole where
//! the peg of a move pauses. Several symmetries may carry a position to that of the other walk; all of them are tried.
//!
//! For a goal of patterns a single walk goes forward. It leaves out positions that need as many moves as the bound. If no
//! position of it matches, then every line to a match has at least as many moves as the bound.
//!
//! The walks leave out positions that functions refute, as [`exhaustion`](super::exhaustion) explains, and positions
//! that need too many moves.

use super::board::{Board, holes_of};
use super::carried::{Carrier, Value, sort_and_merge};
use super::exhaustion::{NARROW, Question};
use super::flaw::{Checked, require, wrong};
use super::packed::Packed;
use super::positions::BLOCK;
use super::refutation::Finishes;
use super::resources::Resources;
use super::side::Terms;
use super::statement::Statement;
use super::walk::Walked;
use super::word::{Images, Word};
use crate::format::{ExhaustionPart, PositionsPart, SidePart};

/// Checks that no line to an open finish has fewer than `moves` moves and returns the number of positions checked.
pub(super) fn check(
    statement: &Statement,
    open: &Finishes,
    part: &ExhaustionPart,
    moves: usize,
    resources: &Resources<'_>,
) -> Checked<u64> {
    let question = Question { statement, open };
    if statement.board.holes() <= NARROW {
        check_in_words::<u64>(&question, part, moves as u8, resources)
    } else {
        check_in_words::<u128>(&question, part, moves as u8, resources)
    }
}

fn check_in_words<W: Word>(
    question: &Question<'_>,
    part: &ExhaustionPart,
    moves: u8,
    resources: &Resources<'_>,
) -> Checked<u64> {
    question.check_pegs()?;
    let (meeting, forward, backward) = match (part, question.open) {
        (ExhaustionPart::Forward(side), Finishes::Matching(_)) => {
            // The walk holds the positions that need fewer than `moves` moves, and rejects one that matches.
            let board = &question.statement.board;
            let terms = Terms::<W>::check(board, question.forward(Vec::new()), side)?;
            return Ok(walk_side(board, &terms, Way::Forward, moves, side, resources)?.count);
        }
        (_, Finishes::Matching(_)) => {
            return wrong(
                "exhaustion",
                "a bound on moves to a pattern needs an exhaustion that goes forward",
            );
        }
        (
            ExhaustionPart::BothWays {
                meeting,
                forward,
                backward,
            },
            _,
        ) => (meeting, forward, backward),
        _ => {
            return wrong(
                "exhaustion",
                "a bound on moves needs an exhaustion that goes both ways",
            );
        }
    };
    question.check_meeting(*meeting)?;
    require(
        forward.symmetries == backward.symmetries,
        "exhaustion",
        || "a bound on moves needs the same symmetries both ways".to_owned(),
    )?;
    let board = &question.statement.board;
    let above = Terms::<W>::check(board, question.forward(vec![*meeting]), forward)?;
    let below = Terms::<W>::check(
        board,
        question.backward(vec![question.vacancies(*meeting)])?,
        backward,
    )?;
    // Lines that need `moves` moves on one side alone are not shorter. Neither are lines that reach `moves` with the
    // fewest moves of the other side.
    let from_finishes = walk_side(board, &below, Way::Backward, moves, backward, resources)?;
    let mut count = from_finishes.count;
    let Some(met) = Met::new(&from_finishes)? else {
        return Ok(count);
    };
    let most = (moves + 1).saturating_sub(met.least);
    let from_start = walk_side(board, &above, Way::Forward, most, forward, resources)?;
    count += from_start.count;
    met.check(&above, &from_start, W::new(board.full()), moves, resources)?;
    Ok(count)
}

/// Direction of a walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
}

/// Value of a position in a walk that counts moves.
#[derive(Clone, Copy)]
struct Arrival<W> {
    /// Fewest moves of a line to the position.
    moves: u8,
    /// Holes of the pegs that can continue the last move.
    holes: W,
}

impl<W: Word> Value for Arrival<W> {
    fn merge(&mut self, other: Arrival<W>) {
        if other.moves < self.moves {
            *self = other;
        } else if other.moves == self.moves {
            self.holes = self.holes | other.holes;
        }
    }

    /// Writes the moves, then the holes, of which there is at least one unless `moves` is 0. [`MORE`] marks all but the
    /// last.
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self.moves);
        bytes.extend(holes_of(self.holes.code()).map(|hole| hole as u8 | MORE));
        if let Some(last) = bytes.last_mut().filter(|_| self.moves > 0) {
            *last &= !MORE;
        }
    }

    fn read(bytes: &mut impl Iterator<Item = u8>) -> Arrival<W> {
        let moves = bytes.next().unwrap_or(0);
        let (mut holes, mut more) = (0, moves > 0);
        while more {
            let byte = bytes.next().unwrap_or(0);
            holes |= 1 << (byte & !MORE);
            more = byte & MORE != 0;
        }
        Arrival {
            moves,
            holes: W::new(holes),
        }
    }
}

/// Bit of a hole's byte that marks that more holes follow.
const MORE: u8 = 0x80;

/// Carrier of arrivals.
struct Moves<W> {
    /// For each jump, the hole where it can continue a move.
    joins: Vec<W>,
    /// For each jump and permutation, the image of the hole where the move can continue after the jump.
    offers: Vec<W>,
    permutations: usize,
    /// Upper bound on the moves; positions beyond it are pruned.
    most: u8,
}

impl<W: Word> Moves<W> {
    fn new(board: &Board, images: &Images<W>, way: Way, most: u8) -> Moves<W> {
        let holes = |jump: &super::board::Jump| match way {
            Way::Forward => (jump.from, jump.to),
            Way::Backward => (jump.to, jump.from),
        };
        let hole = |hole: usize| W::new(1 << hole);
        let joins = board.jumps.iter().map(|jump| hole(holes(jump).0)).collect();
        let mut offers = Vec::new();
        board
            .jumps
            .iter()
            .for_each(|jump| offers.extend(images.of(hole(holes(jump).1))));
        Moves {
            joins,
            offers,
            permutations: images.count(),
            most,
        }
    }
}

impl<W: Word> Carrier<W> for Moves<W> {
    type Value = Arrival<W>;

    #[inline]
    fn after(
        &self,
        images: &Images<W>,
        before: Arrival<W>,
        jump: usize,
        position: W,
    ) -> Option<(W, Arrival<W>)> {
        let continues = before.holes & self.joins[jump] != W::EMPTY;
        let moves = before.moves + u8::from(!continues);
        if moves > self.most {
            return None;
        }
        let (image, permutation) = images.smallest_by(position);
        Some((
            image,
            Arrival {
                moves,
                holes: self.offers[jump * self.permutations + permutation],
            },
        ))
    }
}

/// Walks down a side and prunes positions that need `limit` moves or more.
fn walk_side<W: Word>(
    board: &Board,
    terms: &Terms<'_, W>,
    way: Way,
    limit: u8,
    part: &SidePart,
    resources: &Resources<'_>,
) -> Checked<Walked<W, Arrival<W>>> {
    let PositionsPart::Sizes(sizes) = &part.positions else {
        return wrong(
            terms.place,
            "an exhaustion that counts moves lists only sizes",
        );
    };
    let Some(most) = limit.checked_sub(1) else {
        return Ok(Walked {
            kept: Vec::new(),
            count: 0,
        });
    };
    let moves = Moves::new(board, terms.images(), way, most);
    terms.walk(
        &moves,
        Arrival {
            moves: 0,
            holes: W::EMPTY,
        },
        sizes,
        resources,
    )
}

/// Level of the backward walk where it meets the forward walk.
struct Met<'a, W> {
    level: &'a Packed<W, Arrival<W>>,
    /// Fewest moves to any position of the level.
    least: u8,
}

impl<'a, W: Word> Met<'a, W> {
    /// Returns `None` if the level is empty.
    fn new(walked: &'a Walked<W, Arrival<W>>) -> Checked<Option<Met<'a, W>>> {
        let Some((_, level)) = walked.kept.first() else {
            return Ok(None);
        };
        let mut least = None;
        let mut block = Vec::new();
        for piece in &level.pieces {
            block.clear();
            piece.unpack(&level.store, &mut block)?;
            least = least
                .into_iter()
                .chain(block.iter().map(|(_, arrival)| arrival.moves))
                .min();
        }
        Ok(least.map(|least| Met { level, least }))
    }

    /// Checks that no line through a position of both walks has fewer than `moves` moves.
    fn check(
        &self,
        above: &Terms<'_, W>,
        walked: &Walked<W, Arrival<W>>,
        full: W,
        moves: u8,
        resources: &Resources<'_>,
    ) -> Checked<()> {
        let fitting = resources.options.memory as usize / (2 * size_of::<(W, Arrival<W>)>());
        let (mut block, mut complements) = (Vec::new(), Vec::new());
        for (_, level) in &walked.kept {
            for piece in &level.pieces {
                resources.count(0)?;
                block.clear();
                piece.unpack(&level.store, &mut block)?;
                complements.extend(block.iter().map(|(position, arrival)| {
                    complement(above.images(), full ^ *position, *arrival)
                }));
                if complements.len() >= fitting.max(BLOCK) {
                    self.check_complements(above, &mut complements, full, moves, resources)?;
                }
            }
        }
        self.check_complements(above, &mut complements, full, moves, resources)
    }

    /// Looks up the complements and clears the list.
    fn check_complements(
        &self,
        above: &Terms<'_, W>,
        complements: &mut Vec<(W, Arrival<W>)>,
        full: W,
        moves: u8,
        resources: &Resources<'_>,
    ) -> Checked<()> {
        sort_and_merge(complements);
        let mut wanted = complements.iter().copied().peekable();
        let mut block = Vec::new();
        for piece in &self.level.pieces {
            resources.count(0)?;
            block.clear();
            piece.unpack(&self.level.store, &mut block)?;
            for (held, to_finish) in &block {
                while wanted.next_if(|(next, _)| next < held).is_some() {}
                let Some((_, from_start)) = wanted.next_if(|(next, _)| next == held) else {
                    continue;
                };
                let continues = from_start.holes & to_finish.holes != W::EMPTY;
                let sum = from_start.moves + to_finish.moves - u8::from(continues);
                require(sum >= moves, "exhaustion", || {
                    let position = above.shown(full ^ *held);
                    format!(
                        "a line over position {position}, or an image of it, has {sum} moves, fewer than {moves}"
                    )
                })?;
            }
        }
        complements.clear();
        Ok(())
    }
}

/// Returns the smallest image of a complement, with the arrival carried by every permutation that gives this image.
fn complement<W: Word>(images: &Images<W>, complement: W, arrival: Arrival<W>) -> (W, Arrival<W>) {
    let smallest = images.smallest(complement);
    let each = images.of(complement).zip(images.of(arrival.holes));
    let holes = each
        .filter(|(image, _)| *image == smallest)
        .fold(W::EMPTY, |all, (_, holes)| all | holes);
    (smallest, Arrival { holes, ..arrival })
}
