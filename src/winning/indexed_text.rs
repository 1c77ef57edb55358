//! The text of an indexed set: for each number of pegs and index a line with both and the codes, separated by blanks.

use super::import_error::{ImportError, LineError};
use super::indexed::{IndexedWinningSet, problems};
use crate::board::{Board, Position, PositionClass};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

impl IndexedWinningSet {
    /// Writes the text, those with the fewest pegs and then with the smallest index first.
    ///
    /// # Errors
    ///
    /// What the writer says.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for pegs in 0..self.codes.len() {
            for (index, codes) in self.by_index(pegs) {
                write!(out, "{pegs} {index}")?;
                codes.iter().try_for_each(|code| write!(out, " {code}"))?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// The text.
    pub fn to_text(&self) -> String {
        let mut text = Vec::new();
        self.write_text(&mut text).expect("memory can be written");
        String::from_utf8(text).expect("it is digits and blanks")
    }

    /// Reads such a text for a board; empty lines do not matter, nor does the order of lines and codes.
    ///
    /// Each code must have as many pegs as its line says, and an image in the position class of each problem of its index. That it wins
    /// in these problems is not looked into: [`WinningSet::import`](super::WinningSet::import) does that with
    /// [`problem_codes`](IndexedWinningSet::problem_codes).
    ///
    /// ```
    /// use pegboard::Board;
    /// use pegboard::winning::IndexedWinningSet;
    /// let board = Board::library("triangle5")?;
    /// let set = IndexedWinningSet::from_text(&board, "1 2 1\n2 4 3 24\n")?; // problem 2 is bit 1, problem 3 is bit 2
    /// assert_eq!(set.problem_codes(board.hole("a1")?), Some(vec![1]));
    /// let error = IndexedWinningSet::from_text(&board, "1 2 1\n2 4 3 25\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: code 25 has 3 pegs, not 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LineError`] names the line and what is wrong in it.
    pub fn from_text(board: &Board, text: &str) -> Result<IndexedWinningSet, LineError> {
        let mut reading = Reading::new(board);
        for (index, line) in text.lines().enumerate() {
            reading.read(line).map_err(|what| LineError { line: index + 1, what })?;
        }
        Ok(reading.set)
    }

    /// Reads a file with such a text.
    ///
    /// # Errors
    ///
    /// [`ImportError::Io`], or [`ImportError::Line`] as for [`from_text`](IndexedWinningSet::from_text).
    pub fn open(path: &Path, board: &Board) -> Result<IndexedWinningSet, ImportError> {
        let failed = |error| ImportError::Io { path: path.to_owned(), error };
        let text = std::fs::read_to_string(path).map_err(failed)?;
        let wrong = |error| ImportError::Line { path: path.to_owned(), error };
        IndexedWinningSet::from_text(board, &text).map_err(wrong)
    }
}

struct Reading {
    set: IndexedWinningSet,
    /// The classes of the positions with one vacancy.
    starts: BTreeSet<PositionClass>,
}

impl Reading {
    fn new(board: &Board) -> Reading {
        let codes = vec![BTreeMap::new(); board.hole_count() / 2 + 1];
        let set = IndexedWinningSet { board: board.clone(), problems: problems(board), codes };
        Reading { set, starts: board.holes().map(|hole| board.vacate(hole).class()).collect() }
    }

    fn read(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let Some(pegs) = words.next() else { return Ok(()) };
        let pegs = number::<usize>(pegs)?;
        let index = words.next().ok_or("an index and codes should follow the number of pegs")?;
        let index = number::<u128>(index)?;
        if pegs >= self.set.codes.len() {
            let most = self.set.codes.len() - 1;
            return Err(format!("{pegs} pegs are more than half the holes; lines go up to {most} pegs"));
        }
        let problems = self.set.problems.len();
        if index.checked_shr(problems as u32).unwrap_or(0) != 0 {
            return Err(format!("index {index} names a problem beyond the {problems} of this board"));
        }
        words.try_for_each(|word| self.put(pegs, index, number::<u128>(word)?))
    }

    fn put(&mut self, pegs: usize, index: u128, code: u128) -> Result<(), String> {
        let board = &self.set.board;
        let position = Position::from_code(board, code).map_err(|error| error.to_string())?;
        if position.peg_count() != pegs {
            return Err(format!("code {code} has {} pegs, not {pegs}", position.peg_count()));
        }
        if !self.starts.contains(&position.class()) {
            return Err(format!("code {code} lies in no position class of a start with one vacancy"));
        }
        for (number, problem) in
            self.set.problems.iter().enumerate().filter(|(number, _)| index >> number & 1 == 1)
        {
            let home = board.pegs([problem.hole]).class();
            if board.symmetries().iter().all(|symmetry| position.image(symmetry).class() != home) {
                let (number, label) = (number + 1, board.label(problem.hole));
                return Err(format!(
                    "code {code} cannot win in problem {number}, from {label}, as index {index} says: no image of it lies in that position class"
                ));
            }
        }
        match self.set.codes[pegs].insert(code, index) {
            None => Ok(()),
            Some(_) => Err(format!("code {code} is listed twice")),
        }
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number that can stand here"))
}
