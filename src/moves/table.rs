//! Fewest moves of every single-vacancy problem of a board, kept in a file of comma-separated values.
//!
//! | column | contents |
//! |---|---|
//! | `vacate`, `finish` | the problem, as [`Board::svss_problems`] lists it |
//! | `moves` | number of moves of the solution; empty without one |
//! | `at_least` | lower bound; empty if the problem is unsolvable |
//! | `solution` | its moves, separated by spaces |
//!
//! Solutions are replayed when a table is read. A bound is a record of an earlier run: it is not called proved, and a
//! problem that is recorded as unsolvable is searched again.

use super::bidirectional::BitmapCache;
use super::error::MovesError;
use super::fewest_moves::{FewestMovesSearch, Known, MovesOptions};
use crate::board::{Board, Hole, SvssProblem};
use crate::control::table_file::{self, number_or_empty};
use crate::control::{Control, LimitReached, Limits, Phase, TableError, TableQuestion};
use crate::problem::Problem;
use crate::problem::answer::Line;
use std::cmp::Ordering;
use std::path::Path;
use std::time::Duration;
use web_time::Instant;

/// Options for a table of fewest moves.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MovesTableOptions {
    /// Search for the fewest moves of each problem.
    pub moves: MovesOptions,
    /// Time limit for each problem, or for each question about one; none by default.
    pub time: Option<Duration>,
    /// Search only for the fewest moves of all problems together; `false` by default.
    pub least: bool,
}

builder_methods!(MovesTableOptions {
    /// Sets the options of the search for each problem.
    with_moves(moves: MovesOptions),
    /// Sets the time limit for each problem.
    with_time(time: Option<Duration>),
    /// Restricts the search to the fewest moves of all problems together.
    with_least(least: bool),
});

/// Fewest moves of all single-vacancy problems of a board that the position classes allow.
///
/// ```
/// use pegboard::moves::{MovesTable, MovesTableOptions};
/// use pegboard::{Board, Control};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("moves.csv");
/// let board = Board::library("triangle4")?;
/// let table = MovesTable::settle(&board, &file, &MovesTableOptions::default(), &Control::default())?;
/// assert_eq!(table.open(), 0);
/// let solvable: Vec<_> = table.entries().iter().filter(|entry| entry.solution.is_some()).collect();
/// assert_eq!(solvable.len(), 1);
/// assert_eq!(solvable[0].moves(), Some(5)); // OEIS A127500
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MovesTable {
    board: Board,
    entries: Vec<MovesEntry>,
}

/// Bounds of the fewest moves of a problem.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MovesEntry {
    /// The problem.
    pub problem: SvssProblem,
    /// The shortest solution found.
    pub solution: Option<Line>,
    /// Lower bound on the number of moves; `None` if the problem is unsolvable.
    pub at_least: Option<usize>,
    /// `true` if the bound was read from a table, and neither a search nor a certificate has proved it since.
    pub is_recorded: bool,
    /// `true` if no solution is known, and a limit stopped the check of a certificate.
    pub is_unchecked: bool,
    /// Seconds spent on the problem; 0 if its entry was read from a file. The time of a question about several problems
    /// counts for the first of them.
    pub seconds: f64,
}

const HEADER: &str = "vacate,finish,moves,at_least,solution";

impl MovesEntry {
    fn unknown(problem: SvssProblem) -> MovesEntry {
        MovesEntry {
            problem,
            solution: None,
            at_least: Some(0),
            is_recorded: false,
            is_unchecked: false,
            seconds: 0.0,
        }
    }

    /// Returns the number of moves of the solution.
    pub fn moves(&self) -> Option<usize> {
        self.solution
            .as_ref()
            .map(|solution| solution.moves().len())
    }

    /// Returns `true` if the solution is consistent with the lower bound.
    fn is_possible(&self) -> bool {
        match (self.moves(), self.at_least) {
            (Some(moves), Some(at_least)) => at_least <= moves,
            (Some(_), None) => false,
            (None, _) => true,
        }
    }

    /// Returns `true` if the solution has no more moves than the lower bound, or if the problem is unsolvable. The bound
    /// may be recorded or proved, but not [unchecked](MovesEntry::is_unchecked).
    pub fn is_settled(&self) -> bool {
        self.moves() == self.at_least && !self.is_unchecked
    }

    /// Returns `true` if the moves are provably the fewest, or if the problem is provably unsolvable.
    pub fn is_proved(&self) -> bool {
        self.is_settled() && !self.is_recorded
    }
}

impl MovesTable {
    /// Finds the fewest moves of every problem. The file is written after each, so that an interrupted run can be
    /// resumed: settled entries are kept, and the others continue from their bounds. Solutions in the file are replayed.
    /// Its lower bounds stay recorded until a search raises them, and problems without a solution there are searched
    /// again. When the control stops the call, the table so far is returned.
    ///
    /// With [`MovesTableOptions::least`], it finds only the fewest moves of all problems of the board together (OEIS
    /// A127500 for triangles). For increasing N, the problems of each vacancy are searched together for a solution of N
    /// moves, until there is one.
    ///
    /// ```
    /// use pegboard::moves::{MovesTable, MovesTableOptions};
    /// use pegboard::{Board, Control};
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("moves.csv");
    /// let board = Board::library("triangle6")?;
    /// let options = MovesTableOptions::default().with_least(true);
    /// let table = MovesTable::settle(&board, &file, &options, &Control::default())?;
    /// let shortest = table.shortest().expect("the board has solvable problems");
    /// assert_eq!((shortest.moves(), table.is_least_proved()), (Some(9), true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TableError`] when the file cannot be read or written, when a row is invalid, or when the system runs out
    /// of memory.
    pub fn settle(
        board: &Board,
        file: &Path,
        options: &MovesTableOptions,
        control: &Control<'_>,
    ) -> Result<MovesTable, TableError<MovesError>> {
        let table = MovesTable::read_or_new(board, file)?;
        table.settled(options, control, &|table| table.write(file))
    }

    /// Settles this table as [`MovesTable::settle`] does, and saves it after each problem or question.
    pub(crate) fn settled(
        mut self,
        options: &MovesTableOptions,
        control: &Control<'_>,
        save: Save<'_>,
    ) -> Result<MovesTable, TableError<MovesError>> {
        for entry in &mut self.entries {
            if entry.is_recorded && entry.at_least.is_none() && !entry.is_unchecked {
                *entry = MovesEntry::unknown(entry.problem);
            }
        }
        let mut run = TableRun::new(self, options, control, save);
        if options.least {
            run.settle_least()?;
        } else {
            run.settle_all()?;
        }
        Ok(run.table)
    }

    /// Takes the entries that differ between two versions of a table, unless nothing is known about them in the newer one.
    pub(crate) fn take_changes(&mut self, older: &MovesTable, newer: &MovesTable) {
        let versions = older.entries.iter().zip(&newer.entries);
        for (own, (older, newer)) in self.entries.iter_mut().zip(versions) {
            if newer != older && *newer != MovesEntry::unknown(newer.problem) {
                own.clone_from(newer);
            }
        }
    }

    /// Sets a lower bound that a certificate proves; `None` if the problem is unsolvable.
    pub(crate) fn prove(&mut self, place: usize, at_least: Option<usize>) {
        let entry = &mut self.entries[place];
        (entry.at_least, entry.is_recorded, entry.is_unchecked) = (at_least, false, false);
    }

    /// Marks a problem whose certificate a limit left unchecked.
    pub(crate) fn leave_unchecked(&mut self, place: usize) {
        let entry = &mut self.entries[place];
        entry.is_unchecked = entry.solution.is_none();
    }

    fn phase(&self, places: &[usize], most: Option<usize>, phase: Phase) -> Phase {
        let problem = self.entries[places[0]].problem;
        let label = |hole| self.board.label(hole).to_owned();
        Phase::Problem {
            number: places[0] + 1,
            all: self.entries.len(),
            vacancy: label(problem.vacancy()),
            finish: match places {
                [_] => label(problem.finish()),
                _ => "any".to_owned(),
            },
            question: match most {
                None | Some(0) => TableQuestion::FewestMoves,
                Some(moves) => TableQuestion::Moves(moves),
            },
            phase: Box::new(phase),
        }
    }

    /// Reads a table, or creates an empty one if the file does not exist.
    ///
    /// # Errors
    ///
    /// [`TableError`] when the file cannot be read, or a row is invalid.
    pub fn read_or_new(board: &Board, file: &Path) -> Result<MovesTable, TableError<MovesError>> {
        let text = table_file::text_or_empty(file)?;
        MovesTable::parse(board, &text, &file.display().to_string())
    }

    /// Parses a table, which error messages call `name`. An empty text is an empty table.
    pub(crate) fn parse(
        board: &Board,
        text: &str,
        name: &str,
    ) -> Result<MovesTable, TableError<MovesError>> {
        let entries = board
            .svss_problems()
            .into_iter()
            .map(MovesEntry::unknown)
            .collect();
        let mut table = MovesTable {
            board: board.clone(),
            entries,
        };
        table_file::read_rows(name, text, HEADER, |cells| {
            let (place, entry) = table.row(cells)?;
            if table.take(place, entry) {
                Ok(())
            } else {
                Err("it contradicts a line before it about the same problem".to_owned())
            }
        })?;
        Ok(table)
    }

    /// Parses a row into the index of its problem and an entry.
    fn row(
        &self,
        [vacate, finish, moves, at_least, solution]: [&str; 5],
    ) -> Result<(usize, MovesEntry), String> {
        let place = self.place(holes(&self.board, [vacate, finish])?);
        let place = place.ok_or_else(|| unlisted([vacate, finish]))?;
        let problem = self.entries[place].problem;
        let [moves, at_least] = [moves, at_least].map(|cell| number_or_empty(cell, "moves"));
        let (moves, at_least) = (moves?, at_least?);
        let solution = solution_or_empty(solution, problem, &self.board)?;
        let entry = MovesEntry {
            problem,
            solution,
            at_least,
            is_recorded: at_least != Some(0),
            is_unchecked: false,
            seconds: 0.0,
        };
        let most_jumps = self.board.hole_count().saturating_sub(2); // from one vacancy to one peg
        if at_least.is_some_and(|at_least| at_least > most_jumps) {
            return Err(format!("a solution has at most {most_jumps} moves"));
        }
        if entry.moves() != moves || !entry.is_possible() {
            return Err("the numbers of moves do not agree with the solution".to_owned());
        }
        Ok((place, entry))
    }

    /// Merges an entry into the one at this place. Returns `false` if the result is contradictory.
    fn take(&mut self, place: usize, found: MovesEntry) -> bool {
        let known = &mut self.entries[place];
        let is_shorter = match (found.moves(), known.moves()) {
            (Some(moves), Some(known)) => moves < known,
            (moves, known) => moves.is_some() && known.is_none(),
        };
        known.seconds += found.seconds;
        // The highest bound is the one of an unsolvable problem.
        let bound = |entry: &MovesEntry| entry.at_least.unwrap_or(usize::MAX);
        match bound(&found).cmp(&bound(known)) {
            Ordering::Less => {}
            Ordering::Equal => known.is_recorded &= found.is_recorded,
            Ordering::Greater => {
                (known.at_least, known.is_recorded) = (found.at_least, found.is_recorded);
                known.is_unchecked &= found.is_recorded || found.at_least.is_some();
            }
        }
        if is_shorter {
            known.solution = found.solution;
            known.is_unchecked = false;
        }
        known.is_possible()
    }

    pub(crate) fn write(&self, file: &Path) -> Result<(), TableError<MovesError>> {
        table_file::write(file, &self.to_csv())
    }

    /// Formats the table as comma-separated values: columns `vacate`, `finish`, `moves`, `at_least` and
    /// `solution`. Entries without any knowledge are left out.
    pub fn to_csv(&self) -> String {
        let number =
            |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
        let label = |hole: Hole| self.board.label(hole);
        let mut text = format!("{HEADER}\n");
        for entry in self
            .entries
            .iter()
            .filter(|entry| entry.at_least != Some(0) || entry.solution.is_some())
        {
            let solution = entry
                .solution
                .as_ref()
                .map_or_else(String::new, |line| line.to_string().replace(',', ""));
            let cells = [
                label(entry.problem.vacancy()),
                label(entry.problem.finish()),
                &number(entry.moves()),
                &number(entry.at_least),
                &solution,
            ];
            text += &(cells.join(",") + "\n");
        }
        text
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the entries in the order of [`Board::svss_problems`].
    pub fn entries(&self) -> &[MovesEntry] {
        &self.entries
    }

    /// Returns the number of entries that are neither proved nor recorded as settled.
    pub fn open(&self) -> usize {
        self.entries
            .iter()
            .filter(|entry| !entry.is_settled())
            .count()
    }

    /// Returns the number of entries that are settled by a recorded bound.
    pub fn recorded(&self) -> usize {
        self.entries
            .iter()
            .filter(|entry| entry.is_settled() && entry.is_recorded)
            .count()
    }

    /// Returns the entry with the shortest solution found.
    pub fn shortest(&self) -> Option<&MovesEntry> {
        let solved = self.entries.iter().filter(|entry| entry.solution.is_some());
        solved.min_by_key(|entry| entry.moves())
    }

    /// Returns the lower bound over all problems, recorded or proved; `None` if all are unsolvable.
    pub fn at_least(&self) -> Option<usize> {
        self.lower_bounds().min()
    }

    /// Returns `true` if the shortest solution found has no more moves than the lower bound over all problems, or if all
    /// are unsolvable. Bounds may be recorded or proved.
    pub fn is_least_settled(&self) -> bool {
        self.shortest().and_then(MovesEntry::moves) == self.at_least()
    }

    /// Returns `true` if the shortest solution found provably has the fewest moves of all problems, or if all
    /// are proved unsolvable.
    pub fn is_least_proved(&self) -> bool {
        self.is_least_settled() && !self.entries.iter().any(|entry| entry.is_recorded)
    }

    /// Returns the lower bounds of the problems that may be solvable.
    fn lower_bounds(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().filter_map(|entry| entry.at_least)
    }

    fn has_solution_in(&self, moves: usize) -> bool {
        self.shortest()
            .and_then(MovesEntry::moves)
            .is_some_and(|shortest| shortest <= moves)
    }

    /// Returns the entry of the problem with this vacancy and finish, or of its image; `None` if the position
    /// classes forbid it.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn entry(&self, vacancy: Hole, finish: Hole) -> Option<&MovesEntry> {
        let place = self.place(self.board.canonical_svss(vacancy, finish))?;
        Some(&self.entries[place])
    }

    /// Finds a listed problem by binary search.
    fn place(&self, listed: (Hole, Hole)) -> Option<usize> {
        let ends = |entry: &MovesEntry| (entry.problem.vacancy(), entry.problem.finish());
        self.entries.binary_search_by_key(&listed, ends).ok()
    }
}

/// Returns the holes of a row.
pub(super) fn holes(board: &Board, [vacate, finish]: [&str; 2]) -> Result<(Hole, Hole), String> {
    let hole = |label: &str| board.hole(label).map_err(|error| error.to_string());
    Ok((hole(vacate)?, hole(finish)?))
}

/// Returns the mistake of a row about a problem that [`Board::svss_problems`] does not list.
pub(super) fn unlisted([vacate, finish]: [&str; 2]) -> String {
    format!("{vacate} to {finish} is not one of the board's listed problems")
}

/// Parses a cell with a solution, which may be empty, and replays the solution.
pub(super) fn solution_or_empty(
    cell: &str,
    problem: SvssProblem,
    board: &Board,
) -> Result<Option<Line>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    let (vacancy, finish) = (problem.vacancy(), problem.finish());
    let line = Line::parse(&board.vacate(vacancy), cell).map_err(|error| error.to_string())?;
    if *line.finish() != board.with_pegs([finish]) {
        let finish = board.label(finish);
        return Err(format!(
            "the solution does not end with one peg in {finish}"
        ));
    }
    Ok(Some(line))
}

/// Callback that saves a table.
type Save<'a> = &'a dyn Fn(&MovesTable) -> Result<(), TableError<MovesError>>;

/// A table while its problems are settled.
struct TableRun<'a> {
    table: MovesTable,
    save: Save<'a>,
    options: &'a MovesTableOptions,
    control: &'a Control<'a>,
    cache: BitmapCache,
    /// Positions that may be expanded for the first attempt at a question.
    effort: u64,
}

impl<'a> TableRun<'a> {
    fn new(
        table: MovesTable,
        options: &'a MovesTableOptions,
        control: &'a Control<'a>,
        save: Save<'a>,
    ) -> TableRun<'a> {
        TableRun {
            table,
            save,
            options,
            control,
            cache: BitmapCache::default(),
            effort: FIRST_EFFORT,
        }
    }

    fn goes_on(&self) -> bool {
        !self.control.is_stopped()
    }

    fn settle_all(&mut self) -> Result<(), TableError<MovesError>> {
        for place in 0..self.table.entries.len() {
            let entry = &self.table.entries[place];
            if self.goes_on() && !entry.is_settled() && !entry.is_unchecked {
                let _ = self.settle(&[place], None)?;
            }
        }
        Ok(())
    }

    fn settle_least(&mut self) -> Result<(), TableError<MovesError>> {
        let mut most = self.table.at_least();
        while let Some(moves) =
            most.filter(|moves| self.goes_on() && !self.table.has_solution_in(*moves))
        {
            self.look_for(moves)?;
            // Problems that exceeded the time limit stay behind; others may have a solution.
            most = self
                .table
                .lower_bounds()
                .filter(|at_least| *at_least > moves)
                .min();
        }
        Ok(())
    }

    /// Searches all problems for a solution with at most this many moves, with increasing effort: one vacancy can
    /// take a thousand times as long as another.
    fn look_for(&mut self, moves: usize) -> Result<(), TableError<MovesError>> {
        let mut effort = self.effort;
        while self.look_with_effort(moves, effort)? {
            effort = effort.saturating_mul(EFFORT_FACTOR);
        }
        Ok(())
    }

    /// Asks for a solution from each vacancy to any finish of an open problem, within a limit of positions. Returns
    /// `true` if more effort could tell more.
    fn look_with_effort(
        &mut self,
        moves: usize,
        effort: u64,
    ) -> Result<bool, TableError<MovesError>> {
        let entries = &self.table.entries;
        let is_open = |place: &usize| {
            entries[*place]
                .at_least
                .is_some_and(|at_least| at_least <= moves)
        };
        let open: Vec<usize> = (0..entries.len()).filter(is_open).collect();
        let vacancy = |place: usize| entries[place].problem.vacancy();
        let by_vacancy = open.chunk_by(|one, next| vacancy(*one) == vacancy(*next));
        let mut questions: Vec<Vec<usize>> = by_vacancy.map(<[usize]>::to_vec).collect();
        // Vacancies with short solutions may have shorter ones: try them first.
        questions.sort_by_key(|places| {
            let moves = places.iter().filter_map(|place| entries[*place].moves());
            moves.min().unwrap_or(usize::MAX)
        });
        let mut goes_on = false;
        for places in questions {
            if !self.goes_on() || self.table.has_solution_in(moves) {
                return Ok(false);
            }
            goes_on |= self.settle(
                &places,
                Some(Question {
                    most: moves,
                    effort,
                }),
            )?;
        }
        Ok(goes_on)
    }

    /// Finds the fewest moves of some problems of one vacancy together, or answers a question about them, and writes
    /// the file. Returns `true` if more effort could tell more.
    fn settle(
        &mut self,
        places: &[usize],
        question: Option<Question>,
    ) -> Result<bool, TableError<MovesError>> {
        let most = question.map(|question| question.most);
        let effort = question.map(|question| question.effort);
        let limits = Limits {
            time: self.options.time,
            nodes: effort,
            ..self.control.limits().clone()
        };
        let name = |phase: Phase| self.table.phase(places, most, phase);
        let (found, limit) = self.control.within_named(limits, name, |part| {
            (self.found(places, most, part), part.limit_reached())
        });
        self.control.resume_panic();
        let could_tell_more =
            effort.is_some() && limit == Some(LimitReached::Nodes) && self.goes_on();
        let mut is_contradicted = false;
        for (place, found) in places.iter().zip(found?) {
            let known = &mut self.table.entries[*place];
            if known.is_recorded
                && found
                    .moves()
                    .is_some_and(|moves| Some(moves) < known.at_least)
            {
                // The recorded bound is wrong, so the search began with too many moves.
                is_contradicted = true;
                *known = MovesEntry {
                    solution: found.solution,
                    seconds: known.seconds + found.seconds,
                    ..MovesEntry::unknown(found.problem)
                };
            } else {
                self.table.take(*place, found);
            }
        }
        if is_contradicted {
            return self.settle(places, question);
        }
        (self.save)(&self.table)?;
        Ok(could_tell_more)
    }

    /// Runs the search for some problems of one vacancy together, optionally limited to solutions of at most this many
    /// moves.
    fn found(
        &self,
        places: &[usize],
        most: Option<usize>,
        control: &Control<'_>,
    ) -> Result<Vec<MovesEntry>, MovesError> {
        let began = Instant::now();
        let board = &self.table.board;
        let known: Vec<&MovesEntry> = places.iter().map(|it| &self.table.entries[*it]).collect();
        let finishes = known.iter().map(|entry| entry.problem.finish());
        let vacancy = known[0].problem.vacancy();
        let problem = Problem::svss_to_any_of(board, vacancy, finishes.collect());
        let at_least = known.iter().filter_map(|entry| entry.at_least).min();
        let shortest = known.iter().filter(|entry| entry.solution.is_some());
        let search = FewestMovesSearch {
            problem: &problem,
            known: Known {
                at_least: at_least.unwrap_or(0),
                solution: shortest
                    .min_by_key(|entry| entry.moves())
                    .and_then(|entry| entry.solution.as_ref()),
            },
            cache: &self.cache,
            options: &self.options.moves,
            control,
        };
        let fewest = match most {
            None => search.fewest()?,
            Some(most) => search.at_most(most)?,
        };
        let solution = fewest.moves().and(fewest.answer().best_line());
        let entry = |known: &&MovesEntry| MovesEntry {
            problem: known.problem,
            at_least: fewest.at_least(),
            // A search that raises the bound proves it for all smaller numbers of moves, too.
            is_recorded: known.is_recorded && fewest.at_least() == at_least,
            is_unchecked: false,
            solution: solution
                .filter(|line| line.finish().has_peg(known.problem.finish()))
                .cloned(),
            seconds: 0.0,
        };
        let mut found: Vec<MovesEntry> = known.iter().map(entry).collect();
        found[0].seconds = began.elapsed().as_secs_f64();
        Ok(found)
    }
}

/// Question of whether some problems have a solution of at most `most` moves.
#[derive(Clone, Copy)]
struct Question {
    most: usize,
    /// Positions that may be expanded for the answer.
    effort: u64,
}

/// Initial effort: see [`TableRun::effort`].
const FIRST_EFFORT: u64 = 1 << 20;

/// Factor by which the effort grows.
const EFFORT_FACTOR: u64 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_or_a_proof_settles_an_unchecked_problem() {
        let board = Board::library("triangle4").unwrap();
        for (at_least, is_unchecked) in [(None, false), (Some(3), true)] {
            let mut table = MovesTable::parse(&board, HEADER, "table").unwrap();
            table.leave_unchecked(0);
            let found = MovesEntry {
                at_least,
                ..MovesEntry::unknown(table.entries[0].problem)
            };
            assert!(table.take(0, found));
            assert_eq!(table.entries[0].is_unchecked, is_unchecked);
        }
    }

    /// The result does not depend on the initial effort, and agrees with the table of all problems.
    #[test]
    fn the_least_does_not_depend_on_the_effort() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::library("triangle6").unwrap();
        let (options, control) = (MovesTableOptions::default(), Control::default());
        let whole = folder.path().join("whole");
        let whole = MovesTable::settle(&board, &whole, &options, &control).unwrap();
        for effort in [1, 3000] {
            let file = folder.path().join(effort.to_string());
            let table = MovesTable::read_or_new(&board, &file).unwrap();
            let save = |table: &MovesTable| table.write(&file);
            let mut run = TableRun::new(table, &options, &control, &save);
            run.effort = effort;
            run.settle_least().unwrap();
            let least = run.table.shortest().and_then(MovesEntry::moves);
            assert_eq!((least, run.table.is_least_proved()), (Some(9), true)); // OEIS A127500
            for (entry, exact) in run.table.entries().iter().zip(whole.entries()) {
                assert!(
                    exact
                        .at_least
                        .is_none_or(|moves| entry.at_least <= Some(moves))
                );
                assert!(
                    entry
                        .moves()
                        .is_none_or(|moves| Some(moves) >= exact.moves())
                );
            }
        }
    }

    /// A solution with fewer moves than a recorded bound refutes the bound.
    #[test]
    fn a_recorded_bound_that_is_too_high_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::library("triangle4").unwrap();
        for least in [false, true] {
            let file = folder.path().join(least.to_string());
            std::fs::write(&file, format!("{HEADER}\na2,b2,,7,\n")).unwrap();
            let options = MovesTableOptions::default().with_least(least);
            let table = MovesTable::settle(&board, &file, &options, &Control::default()).unwrap();
            let moves = table.shortest().and_then(MovesEntry::moves);
            assert_eq!((moves, table.is_least_proved()), (Some(5), true)); // OEIS A127500
        }
    }

    /// A board without solvable problems is settled, however small the initial effort.
    #[test]
    fn the_least_of_a_board_without_solutions_is_proved() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::library("diamond13").unwrap();
        let (options, control) = (MovesTableOptions::default(), Control::default());
        let file = folder.path().join("moves.csv");
        let table = MovesTable::read_or_new(&board, &file).unwrap();
        let save = |table: &MovesTable| table.write(&file);
        let mut run = TableRun::new(table, &options, &control, &save);
        run.effort = 1;
        run.settle_least().unwrap();
        assert_eq!(
            (run.table.at_least(), run.table.is_least_proved()),
            (None, true)
        );
    }

    /// The node limit counts the positions of all problems together.
    #[test]
    fn the_positions_of_all_problems_count() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::library("triangle7").unwrap();
        let control = Control::new(Limits {
            nodes: Some(2_000),
            ..Limits::default()
        });
        let file = folder.path().join("moves.csv");
        let table =
            MovesTable::settle(&board, &file, &MovesTableOptions::default(), &control).unwrap();
        assert!(table.open() > 0);
        assert_eq!(control.limit_reached(), Some(LimitReached::Nodes));
    }
}
