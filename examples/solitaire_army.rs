//! The solitaire army (J. H. Conway, 1961): pegs stand below a line, and one of them is to get as far above it as can
//! be. Two pegs reach the first row, four the second, eight the third and twenty the fourth, and no smaller armies do
//! (G. I. Bell, D. S. Hirschberg and P. Guerrero-García, 2007). No army reaches the fifth.
//!
//! ```text
//! cargo run --release --example solitaire_army
//! ```
//!
//! The field is large enough. By their weight alone, only nineteen pegs might do what twenty do, and then none of them
//! may ever stand more than eight steps from the target.

use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{Board, BoardFile, Hole, Jump, Lattice, PagodaFunction, Position, Solution};
use std::collections::HashSet;
use std::error::Error;

/// The rows above the line, and the rows and columns of the board.
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

/// For each row, from the first, how the smallest army reaches it; `None` where none does.
fn smallest_armies() -> Result<Vec<Option<Solution>>, Box<dyn Error>> {
    let holes = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    let board = Board::new(BoardFile::new("Field", Lattice::Square, holes))?;
    let mut smallest = vec![1]; // below the line, a peg is an army of its own
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
        armies.push(Some(Solution::new(start, jumps)?));
    }
    Ok(armies)
}

/// The way to a hole above the line.
struct Campaign<'a> {
    board: &'a Board,
    target: Hole,
    /// The sizes of the smallest armies for lower rows, from row 0, below the line.
    smallest: &'a [usize],
    /// Conway's weights: a Fibonacci number for each hole, the smaller the further it lies from the target. A
    /// jump towards the target keeps their sum; any other lowers it.
    weights: PagodaFunction,
    /// The largest sum that this many pegs below the line can have.
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
            let (x, y) = board.coordinate(hole);
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

    /// Whether a peg in every hole below the line weighs less than one in the target.
    fn is_hopeless(&self) -> bool {
        let everyone = self.board.pegs(
            self.board
                .holes()
                .filter(|hole| is_below(self.board, *hole)),
        );
        self.weights
            .refutes(&everyone, &self.board.pegs([self.target]))
    }

    /// The jumps of an army of this size, if one wins; no smaller one may. They are found from the end: backwards,
    /// every jump adds a peg.
    fn won_by(&self, size: usize) -> Option<Vec<Jump>> {
        self.before(1 << self.target.index(), size, &mut HashSet::new())
    }

    /// The jumps of an army of this size that lead to a position.
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

    /// Whether an army of this size may be large and heavy enough for a position. Each peg of the position comes from
    /// an army of its own, a part of the whole: it is no smaller than the smallest for the row of the peg, and weighs
    /// no less than the peg. So when some of the pegs have had theirs, the heaviest rest of the army must outweigh the
    /// other pegs. Those go first that weigh least for what they need.
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

    /// The least size of an army that puts a peg into a hole: for the target's row and higher ones, that of the whole
    /// army, for smaller ones have failed.
    fn needed_for(&self, hole: Hole, size: usize) -> usize {
        self.smallest
            .get(height(self.board, hole))
            .copied()
            .unwrap_or(size)
    }
}

/// The three holes of a jump, as a code.
fn holes_of(jump: &Jump) -> u128 {
    [jump.from(), jump.over(), jump.to()]
        .iter()
        .fold(0, |code, hole| code | 1 << hole.index())
}

/// The row of a hole above the line, from 1; 0 below it.
fn height(board: &Board, hole: Hole) -> usize {
    (ABOVE - board.coordinate(hole).1).max(0) as usize
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
