//! Longest moves of every single-vacancy problem of a board, kept in a file of comma-separated values.
//!
//! | column | contents |
//! |---|---|
//! | `vacate`, `finish` | the problem, as [`Board::svss_problems`] lists it |
//! | `jumps`, `at_most`, `solution` | jumps of the longest move of the solution, an upper bound for any solution, and the moves of the solution |
//! | `last_jumps`, `last_at_most`, `last_solution` | the same for the last move |
//!
//! A problem without a solution has no numbers. Solutions are replayed when a table is read. A bound that is read is recorded,
//! not proved, until a search finds it or a lower one, and a problem that is recorded as unsolvable is searched again.

use super::{LongMovePlace, find};
use crate::board::{Board, Hole, SvssProblem};
use crate::control::table_file::{self, number_or_empty};
use crate::control::{Control, Limits, Phase, TableError, TableQuestion};
use crate::moves::MovesError;
use crate::moves::table::{holes, solution_or_empty, unlisted};
use crate::problem::answer::Line;
use crate::solver::SolverOptions;
use rustc_hash::FxHashSet;
use std::path::Path;
use std::time::Duration;

/// Longest moves, anywhere and at the end, of all single-vacancy problems of a board that the position classes allow.
///
/// ```
/// use pegboard::moves::LongMovesTable;
/// use pegboard::{Board, Control};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("longest.csv");
/// let board = Board::library("triangle4")?;
/// let table = LongMovesTable::settle(&board, &file, None, &Control::default())?;
/// assert_eq!(table.open(), 0);
/// let solvable = table.entries().iter().filter(|entry| entry.anywhere.jumps().is_some());
/// assert_eq!(solvable.count(), 1);
/// assert_eq!(LongMovesTable::read_or_new(&board, &file)?.to_csv(), table.to_csv());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LongMovesTable {
    board: Board,
    entries: Vec<LongMovesEntry>,
}

/// Longest moves of a problem.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LongMovesEntry {
    /// The problem.
    pub problem: SvssProblem,
    /// Longest move anywhere in a solution.
    pub anywhere: LongMoveBounds,
    /// Longest last move.
    pub last: LongMoveBounds,
}

/// Bounds of the longest move at a place in the solutions of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct LongMoveBounds {
    place: LongMovePlace,
    solution: Option<Line>,
    at_most: Option<usize>,
    is_recorded: bool,
}

const HEADER: &str = "vacate,finish,jumps,at_most,solution,last_jumps,last_at_most,last_solution";

impl LongMoveBounds {
    /// Returns the solution with the longest such move found.
    pub fn solution(&self) -> Option<&Line> {
        self.solution.as_ref()
    }

    /// Returns the number of jumps of this move.
    pub fn jumps(&self) -> Option<usize> {
        self.solution.as_ref().map(|line| self.place.jumps(line))
    }

    /// Returns an upper bound on its number of jumps in any solution; `None` if there is no solution.
    pub fn at_most(&self) -> Option<usize> {
        self.at_most
    }

    /// Returns `true` if the two numbers agree, or if there is no solution.
    pub fn is_settled(&self) -> bool {
        self.jumps() == self.at_most
    }

    /// Returns `true` if an earlier run recorded the upper bound.
    pub fn is_recorded(&self) -> bool {
        self.is_recorded
    }

    /// Returns `true` if the bounds are settled, and not by a recorded one.
    pub fn is_proved(&self) -> bool {
        self.is_settled() && !self.is_recorded
    }

    /// Lowers the upper bound to one that has the same proof as others, or proves the one that is recorded.
    fn lower(&mut self, at_most: Option<usize>, is_recorded: bool) {
        let is_wrong = self.jumps() > self.at_most; // only a recorded bound can be
        if is_wrong || at_most < self.at_most {
            (self.at_most, self.is_recorded) = (at_most, is_recorded);
        } else if at_most == self.at_most {
            self.is_recorded &= is_recorded;
        }
    }

    /// Finds a longer move, or a lower bound.
    fn improve(
        &mut self,
        problem: SvssProblem,
        board: &Board,
        control: &Control<'_>,
    ) -> Result<(), TableError<MovesError>> {
        let options = SolverOptions::default();
        let found = find(&problem.problem(board), self.place, &options, control)?;
        if found.jumps() > self.jumps() {
            self.solution = found.answer().best_line().cloned();
        }
        self.lower(found.at_most(), false);
        Ok(())
    }
}

impl LongMovesEntry {
    /// Lowers the upper bound of the last move: it is a move.
    fn lower_last(&mut self) {
        let LongMoveBounds {
            at_most,
            is_recorded,
            ..
        } = self.anywhere;
        self.last.lower(at_most, is_recorded);
    }
}

impl LongMovesTable {
    /// Finds the longest moves of every problem. The file is written after each, so that an interrupted run can be resumed:
    /// entries that are not settled are searched again. `time` limits each search. When the control stops the call, the
    /// table so far is returned.
    ///
    /// # Errors
    ///
    /// [`TableError`] when the file cannot be read or written, when a row is invalid, or when the system runs out of
    /// memory.
    pub fn settle(
        board: &Board,
        file: &Path,
        time: Option<Duration>,
        control: &Control<'_>,
    ) -> Result<LongMovesTable, TableError<MovesError>> {
        let mut table = LongMovesTable::read_or_new(board, file)?;
        let mut written = table_file::text_or_empty(file)?;
        let count = table.entries.len();
        for place in 0..count {
            if control.is_stopped() {
                break;
            }
            let entry = &mut table.entries[place];
            let problem = entry.problem;
            let search = |bounds: &mut LongMoveBounds, question| {
                let is_unsolvable = bounds.at_most.is_none();
                if bounds.is_proved() || bounds.is_settled() && !is_unsolvable {
                    return Ok(());
                }
                if is_unsolvable {
                    (bounds.at_most, bounds.is_recorded) = (Some(most_jumps(board)), false);
                }
                let limits = Limits {
                    time,
                    ..control.limits().clone()
                };
                let name = |phase: Phase| Phase::Problem {
                    number: place + 1,
                    all: count,
                    vacancy: board.label(problem.vacancy()).to_owned(),
                    finish: board.label(problem.finish()).to_owned(),
                    question,
                    phase: Box::new(phase),
                };
                let improved =
                    control.within_named(limits, name, |part| bounds.improve(problem, board, part));
                control.resume_panic();
                improved
            };
            search(&mut entry.anywhere, TableQuestion::LongestMove)?;
            entry.lower_last(); // perhaps there is no solution
            search(&mut entry.last, TableQuestion::LongestLastMove)?;
            // A last move is a move.
            if entry.last.jumps() > entry.anywhere.jumps() {
                entry.anywhere.solution.clone_from(&entry.last.solution);
                entry.anywhere.lower(Some(most_jumps(board)), false);
            }
            // A solution has a last move.
            if entry.last.solution.is_none() {
                entry.last.solution.clone_from(&entry.anywhere.solution);
            }
            entry.lower_last();
            let text = table.to_csv();
            if text != written {
                table_file::write(file, &text)?;
                written = text;
            }
        }
        Ok(table)
    }

    /// Reads a table, or creates an empty one if the file does not exist.
    ///
    /// # Errors
    ///
    /// [`TableError`] when the file cannot be read, or a row is invalid.
    pub fn read_or_new(
        board: &Board,
        file: &Path,
    ) -> Result<LongMovesTable, TableError<MovesError>> {
        let text = table_file::text_or_empty(file)?;
        let bounds = |place| LongMoveBounds {
            place,
            solution: None,
            at_most: Some(most_jumps(board)),
            is_recorded: false,
        };
        let entries = board
            .svss_problems()
            .into_iter()
            .map(|problem| LongMovesEntry {
                problem,
                anywhere: bounds(LongMovePlace::Anywhere),
                last: bounds(LongMovePlace::Last),
            });
        let mut table = LongMovesTable {
            board: board.clone(),
            entries: entries.collect(),
        };
        let name = file.display().to_string();
        let mut read = FxHashSet::default();
        table_file::read_rows(&name, &text, HEADER, |cells| {
            let ends = table.read_row(cells)?;
            if read.insert(ends) {
                Ok(())
            } else {
                Err("a line before it is about the same problem".to_owned())
            }
        })?;
        Ok(table)
    }

    /// Reads a row, and returns the holes of its problem.
    fn read_row(&mut self, cells: [&str; 8]) -> Result<(Hole, Hole), String> {
        let [
            vacate,
            finish,
            jumps,
            at_most,
            solution,
            last_jumps,
            last_at_most,
            last,
        ] = cells;
        let ends = holes(&self.board, [vacate, finish])?;
        let most = most_jumps(&self.board);
        let entry = self
            .entries
            .iter_mut()
            .find(|entry| (entry.problem.vacancy(), entry.problem.finish()) == ends);
        let entry = entry.ok_or_else(|| unlisted([vacate, finish]))?;
        for (bounds, [jumps, at_most, solution]) in [
            (&mut entry.anywhere, [jumps, at_most, solution]),
            (&mut entry.last, [last_jumps, last_at_most, last]),
        ] {
            bounds.at_most = number_or_empty(at_most, "jumps")?;
            bounds.is_recorded = bounds.at_most != Some(most);
            bounds.solution = solution_or_empty(solution, entry.problem, &self.board)?;
            if bounds.at_most.is_some_and(|at_most| at_most > most) {
                return Err(format!("a move has at most {most} jumps"));
            }
            if bounds.jumps() != number_or_empty(jumps, "jumps")? || bounds.jumps() > bounds.at_most
            {
                return Err("the numbers of jumps do not agree with the solution".to_owned());
            }
        }
        Ok(ends)
    }

    /// Formats the table as comma-separated values.
    pub fn to_csv(&self) -> String {
        let label = |hole: Hole| self.board.label(hole);
        let mut text = format!("{HEADER}\n");
        for entry in &self.entries {
            let number = |number: Option<usize>| {
                number.map_or_else(String::new, |number| number.to_string())
            };
            let mut cells = vec![
                label(entry.problem.vacancy()).to_owned(),
                label(entry.problem.finish()).to_owned(),
            ];
            for bounds in [&entry.anywhere, &entry.last] {
                let solution = bounds.solution.as_ref();
                let solution = solution.map(|line| line.to_string().replace(',', ""));
                cells.extend([
                    number(bounds.jumps()),
                    number(bounds.at_most),
                    solution.unwrap_or_default(),
                ]);
            }
            text += &(cells.join(",") + "\n");
        }
        text
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the entries in the order of [`Board::svss_problems`].
    pub fn entries(&self) -> &[LongMovesEntry] {
        &self.entries
    }

    /// Returns the number of settled problems with a longest move, anywhere or last, that is settled by a recorded bound.
    pub fn recorded(&self) -> usize {
        let both = |entry: &LongMovesEntry, has: fn(&LongMoveBounds) -> bool| {
            has(&entry.anywhere) && has(&entry.last)
        };
        let is_settled = |entry: &&LongMovesEntry| both(entry, LongMoveBounds::is_settled);
        let is_proved = |entry: &LongMovesEntry| both(entry, LongMoveBounds::is_proved);
        let settled = self.entries.iter().filter(is_settled);
        settled.filter(|entry| !is_proved(entry)).count()
    }

    /// Returns the number of problems with a longest move, anywhere or last, that is not settled.
    pub fn open(&self) -> usize {
        let is_open =
            |entry: &&LongMovesEntry| !(entry.anywhere.is_settled() && entry.last.is_settled());
        self.entries.iter().filter(is_open).count()
    }
}

/// Returns the number of jumps from one vacancy to one peg.
fn most_jumps(board: &Board) -> usize {
    board.hole_count().saturating_sub(2)
}
