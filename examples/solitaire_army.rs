//! The solitaire army (J. H. Conway): pegs stand below a line, and one of them is to get as far above it as can
//! be. Two pegs reach the first row, four the second and eight the third; no army reaches the fifth. The fourth
//! takes twenty pegs, a long search that is left out.
//!
//! ```text
//! cargo run --release --example solitaire_army
//! ```

use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{Board, BoardFile, Control, Hole, Lattice, PagodaFunction, Problem, Solver, SolverOptions};
use std::collections::HashSet;
use std::error::Error;

/// The rows whose smallest army is searched.
const SEARCHED: i32 = 3;
/// The rows above the line, and the rows and columns of the board.
const ABOVE: i32 = 5;
const ROWS: i32 = 11;
const COLUMNS: i32 = 11;

fn main() -> Result<(), Box<dyn Error>> {
    let holes = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    let board = Board::new(BoardFile::new("Field", Lattice::Square, holes))?;
    for height in 1..=ABOVE {
        let campaign = Campaign::new(&board, height)?;
        if campaign.is_hopeless() {
            println!("\nrow {height}: no army reaches it, by a pagoda function");
            continue;
        }
        if height > SEARCHED {
            continue;
        }
        let army = (1..).find_map(|pegs| campaign.army_of(pegs)).expect("some army is large enough");
        let start = board.pegs(board.holes().filter(|hole| army >> hole.index() & 1 == 1));
        println!("\nrow {height}: {} pegs", start.peg_count());
        println!("{}", TextPicture::of_position(&start, &Glyphs::ROUND));
        let problem = Problem::new(start, pegboard::Goal::PegIn(vec![campaign.target]))?;
        let solver = Solver::new(&board, SolverOptions::default());
        let answer = solver.solve(&problem, &Control::default())?;
        println!("{}", answer.solution().ok_or("the army fails")?);
    }
    Ok(())
}

/// The way to a hole above the line.
struct Campaign<'a> {
    board: &'a Board,
    target: Hole,
    /// Conway's weights: a Fibonacci number for each hole, the smaller the further it lies from the target. A
    /// jump towards the target keeps their sum; any other lowers it.
    weights: PagodaFunction,
    /// The largest sum that so many pegs below the line can have.
    best_sums: Vec<i64>,
}

impl Campaign<'_> {
    fn new(board: &Board, height: i32) -> Result<Campaign<'_>, Box<dyn Error>> {
        let middle = (COLUMNS / 2, ABOVE - height);
        let target = board.hole_at(middle).ok_or("the row is off the board")?;
        let distance = |hole| {
            let (x, y) = board.coordinate(hole);
            (x - middle.0).abs() + (y - middle.1).abs()
        };
        let furthest = board.holes().map(distance).max().unwrap_or(0);
        let weights = board.holes().map(|hole| fibonacci(furthest - distance(hole))).collect();
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
        Ok(Campaign { board, target, best_sums: std::iter::once(0).chain(sums).collect(), weights })
    }

    /// Whether a peg in every hole below the line weighs less than one in the target.
    fn is_hopeless(&self) -> bool {
        let everyone = self.board.pegs(self.board.holes().filter(|hole| is_below(self.board, *hole)));
        self.weights.refutes(&everyone, &self.board.pegs([self.target]))
    }

    /// An army with so many pegs, as a code. It is found from the end: backwards, every jump adds a peg.
    fn army_of(&self, pegs: usize) -> Option<u128> {
        self.spread(1 << self.target.index(), pegs - 1, &mut HashSet::new())
    }

    fn spread(&self, position: u128, jumps: usize, seen: &mut HashSet<u128>) -> Option<u128> {
        let pegs = || self.board.holes().filter(|hole| position >> hole.index() & 1 == 1);
        let sum: i64 = pegs().map(|hole| i64::from(self.weights.weights()[hole.index()])).sum();
        let most = *self.best_sums.get(pegs().count() + jumps)?;
        // To take a peg out of row h, at least 2^h - 1 jumps have to be taken back.
        let needed: usize = pegs().map(|hole| (1 << height(self.board, hole)) - 1).sum();
        if needed > jumps || sum > most || !seen.insert(position) {
            return None;
        }
        if jumps == 0 {
            return Some(position);
        }
        let taken_back = self.board.jumps().iter().filter_map(|jump| {
            let bit = |hole: Hole| 1u128 << hole.index();
            let (before, after) = (bit(jump.from()) | bit(jump.over()), bit(jump.to()));
            (position & (before | after) == after).then_some(position ^ before ^ after)
        });
        taken_back.into_iter().find_map(|earlier| self.spread(earlier, jumps - 1, seen))
    }
}

/// The row of a hole above the line, from 1; 0 below it.
fn height(board: &Board, hole: Hole) -> u32 {
    (ABOVE - board.coordinate(hole).1).max(0) as u32
}

fn is_below(board: &Board, hole: Hole) -> bool {
    height(board, hole) == 0
}

fn fibonacci(index: i32) -> i32 {
    (0..index).fold((0, 1), |(this, next), _| (next, this + next)).0
}
