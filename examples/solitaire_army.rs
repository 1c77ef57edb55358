//! The solitaire army (J. H. Conway, 1961): pegs start below a line, and one of them must get as far above it as
//! possible. Two pegs reach the first row, four the second, eight the third and twenty the fourth, and smaller armies
//! do not (G. I. Bell, D. S. Hirschberg and P. Guerrero-García, 2007). No army reaches the fifth row.
//!
//! ```text
//! cargo run --release --example solitaire_army
//! ```
//!
//! The field is large enough: by weight alone, the only smaller army that might reach the fourth row has nineteen pegs,
//! and none of them may ever be more than eight steps from the target.

use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{Board, BoardFile, Hole, Jump, Lattice, Line, PagodaFunction, Position};
use std::collections::HashSet;
use std::error::Error;

/// Number of rows above the line, and of rows and columns of the board.
const ABOVE: i32 = 5;
const ROWS: i32 = 11;
const COLUMNS: i32 = 11;

fn main() -> Result<(), Box<dyn Error>> {
    for (army, height) in smallest_armies()?.into_iter().zip(1..) {
        match army {
            Some(army) => {
                println!("\nrow {height}: {} pegs", army.start().peg_count());
                println!("{}", TextPicture::of_position(army.start(), &Glyphs::ROUND));
                println!("{army}");
            }
            None => println!("\nrow {height}: no army reaches it, by a pagoda function"),
        }
    }
    Ok(())
}

/// Returns a game of the smallest army for each row from the first, or `None` if no army reaches the row.
fn smallest_armies() -> Result<Vec<Option<Line>>, Box<dyn Error>> {
    let holes = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    let board = Board::new(BoardFile::new("Field", Lattice::Square, holes))?;
    let mut smallest = vec![1]; // one peg below the line reaches row 0
    let mut armies = Vec::new();
    for height in 1..=ABOVE {
        let campaign = Campaign::new(&board, height, &smallest)?;
        if campaign.is_hopeless() {
            armies.push(None);
            continue;
        }
        let jumps = (1..)
            .find_map(|size| campaign.won_by(size))
            .expect("some army is large enough");
        let army = jumps
            .iter()
            .fold(1 << campaign.target.index(), |code, jump| {
                code ^ holes_of(jump)
            });
        let start = Position::from_code(&board, army)?;
        smallest.push(start.peg_count());
        armies.push(Some(Line::new(start, jumps)?));
    }
    Ok(armies)
}

/// Search for an army that reaches a hole above the line.
struct Campaign<'a> {
    board: &'a Board,
    target: Hole,
    /// Sizes of the smallest armies for lower rows, from row 0 below the line.
    smallest: &'a [usize],
    /// Conway's weights: a Fibonacci number for each hole, smaller with distance from the target. A jump toward the
    /// target keeps their sum; any other jump lowers it.
    weights: PagodaFunction,
    /// Largest sum of the weights of `n` pegs below the line, by `n`.
    best_sums: Vec<i64>,
}

impl<'a> Campaign<'a> {
    fn new(
        board: &'a Board,
        height: i32,
        smallest: &'a [usize],
    ) -> Result<Campaign<'a>, Box<dyn Error>> {
        let middle = (COLUMNS / 2, ABOVE - height);
        let target = board.hole_at(middle).ok_or("the row is off the board")?;
        let distance = |hole| {
            let (x, y) = coordinate(board, hole);
            (x - middle.0).abs() + (y - middle.1).abs()
        };
        let furthest = board.holes().map(distance).max().unwrap_or(0);
        let weights = board
            .holes()
            .map(|hole| fibonacci(furthest - distance(hole)))
            .collect();
        let weights = PagodaFunction::new(board, weights)?;
        let mut below: Vec<i64> = board
            .holes()
            .filter(|hole| is_below(board, *hole))
            .map(|hole| i64::from(weights.weights()[hole.index()]))
            .collect();
        below.sort_unstable_by(|a, b| b.cmp(a));
        let sums = below.iter().scan(0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        let best_sums = std::iter::once(0).chain(sums).collect();
        Ok(Campaign {
            board,
            target,
            smallest,
            weights,
            best_sums,
        })
    }

    /// Returns `true` if pegs in all holes below the line weigh less than one in the target.
    fn is_hopeless(&self) -> bool {
        let everyone = self.board.with_pegs(
            self.board
                .holes()
                .filter(|hole| is_below(self.board, *hole)),
        );
        self.weights
            .refutes(&everyone, &self.board.with_pegs([self.target]))
    }

    /// Returns the jumps of an army of this size that reaches the target, if one exists and no smaller one does. The
    /// search runs backwards from the end, where every jump adds a peg.
    fn won_by(&self, size: usize) -> Option<Vec<Jump>> {
        self.before(1 << self.target.index(), size, &mut HashSet::new())
    }

    /// Returns the jumps of an army of this size that lead to a position.
    fn before(&self, position: u128, size: usize, seen: &mut HashSet<u128>) -> Option<Vec<Jump>> {
        if !self.may_come_from(position, size) || !seen.insert(position) {
            return None;
        }
        if position.count_ones() as usize == size {
            return Some(Vec::new());
        }
        let last_jumps = self.board.jumps().iter().filter(|jump| {
            let landed = 1 << jump.to().index();
            position & holes_of(jump) == landed
        });
        last_jumps.into_iter().find_map(|jump| {
            let mut jumps = self.before(position ^ holes_of(jump), size, seen)?;
            jumps.push(*jump);
            Some(jumps)
        })
    }

    /// Returns `true` if an army of this size may be large and heavy enough for a position. Each peg of the position
    /// comes from its own part of the army, which is at least as large as the smallest army for the row of the peg and
    /// weighs at least as much as the peg. After the parts for some pegs are subtracted, the heaviest possible rest of
    /// the army must therefore weigh at least as much as the other pegs. Pegs with the least weight for their need come
    /// first.
    fn may_come_from(&self, position: u128, size: usize) -> bool {
        let pegs = self
            .board
            .holes()
            .filter(|hole| position >> hole.index() & 1 == 1);
        let mut needs: Vec<(i64, usize)> = pegs
            .map(|hole| {
                (
                    i64::from(self.weights.weights()[hole.index()]),
                    self.needed_for(hole, size),
                )
            })
            .collect();
        needs.sort_unstable_by(|a, b| (a.0 * b.1 as i64).cmp(&(b.0 * a.1 as i64)));
        let mut others: i64 = needs.iter().map(|(weight, _)| weight).sum();
        let mut rest = Some(size);
        let is_enough =
            |rest: Option<usize>, others| rest.is_some_and(|rest| self.best_sums[rest] >= others);
        is_enough(rest, others)
            && needs.iter().all(|(weight, needed)| {
                others -= weight;
                rest = rest.and_then(|rest| rest.checked_sub(*needed));
                is_enough(rest, others)
            })
    }

    /// Returns the minimum size of an army that puts a peg into a hole. For the target's row and higher ones it is the
    /// size of the whole army, because smaller ones have failed.
    fn needed_for(&self, hole: Hole, size: usize) -> usize {
        self.smallest
            .get(height(self.board, hole))
            .copied()
            .unwrap_or(size)
    }
}

/// Returns the three holes of a jump as a code.
fn holes_of(jump: &Jump) -> u128 {
    [jump.from(), jump.over(), jump.to()]
        .iter()
        .fold(0, |code, hole| code | 1 << hole.index())
}

fn coordinate(board: &Board, hole: Hole) -> (i32, i32) {
    board.coordinate(hole).expect("the board lies on a lattice")
}

/// Returns the row of a hole above the line, from 1, or 0 below it.
fn height(board: &Board, hole: Hole) -> usize {
    (ABOVE - coordinate(board, hole).1).max(0) as usize
}

fn is_below(board: &Board, hole: Hole) -> bool {
    height(board, hole) == 0
}

fn fibonacci(index: i32) -> i32 {
    (0..index)
        .fold((0, 1), |(this, next), _| (next, this + next))
        .0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conway 1961; Bell, Hirschberg and Guerrero-García 2007.
    #[test]
    fn the_smallest_armies_have_the_known_sizes() {
        let armies = smallest_armies().unwrap();
        let sizes: Vec<_> = armies
            .iter()
            .map(|army| army.as_ref().map(|army| army.start().peg_count()))
            .collect();
        assert_eq!(sizes, [Some(2), Some(4), Some(8), Some(20), None]);
        for (army, row) in armies.iter().flatten().zip(1..) {
            let finish = army.finish();
            assert_eq!(finish.peg_count(), 1);
            assert_eq!(height(finish.board(), finish.pegs().next().unwrap()), row);
        }
    }
}
