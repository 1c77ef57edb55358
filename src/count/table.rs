//! Numbers of games from every vacancy of a board, kept in a file of comma-separated values.
//!
//! | column | contents |
//! |---|---|
//! | `vacate` | the vacancy, as [`Board::holes_up_to_symmetry`] lists it |
//! | `games`, `one_peg`, `complement` | number of games; of those that end with one peg; of those that end with one peg in the vacated hole |
//! | `shortest_game`, `longest_game` | their jumps |
//! | `shortest_dead_end` | jumps of the shortest game that ends with more than one peg; empty if there is none |
//! | `by_final_pegs` | number of games by the number of pegs left: `1:29760 2:139614` |
//! | `by_survivor` | number of games that end with one peg, by its hole: `a1:6816 a4:3408` |
//! | `board` | the beginning of a digest of the board: its holes, labels, jumps and symmetries |
//!
//! The last three columns determine the others, and are compared with them when a table is read. Numbers that are read are
//! recorded, not counted. A vacancy without a row is counted again.

use super::{GameCounts, count_games};
use crate::board::{Board, Hole};
use crate::control::{Control, LimitReached, Limits, Phase, TableError, counted, table_file};
use crate::problem::{Goal, Problem};
use crate::sweep::{SweepError, SweepOptions};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Numbers of games from each vacancy of a board, up to symmetry.
///
/// ```
/// use pegboard::count::GameCountsTable;
/// use pegboard::{Board, Control};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("games.csv");
/// let board = Board::library("triangle4")?;
/// let table = GameCountsTable::settle(&board, &file, None, None, &Control::default())?;
/// assert_eq!(table.open(), 0);
/// assert_eq!(table.games(), 142u32.into());
/// assert_eq!(GameCountsTable::read_or_new(&board, &file)?.to_csv(), table.to_csv());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameCountsTable {
    board: Board,
    entries: Vec<GameCountsEntry>,
}

/// Numbers of games from a vacancy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GameCountsEntry {
    /// The vacancy.
    pub vacancy: Hole,
    /// The numbers; `None` if they are unknown. Solutions are the games that end with one peg.
    pub counts: Option<GameCounts>,
    /// `true` if the numbers were read from a file.
    pub is_recorded: bool,
    /// The limit that stopped the count.
    pub limit: Option<LimitReached>,
}

const HEADER: &str = "vacate,games,one_peg,complement,shortest_game,longest_game,shortest_dead_end,by_final_pegs,by_survivor,board";

impl GameCountsTable {
    /// Counts the games from every vacancy. The file is written after each, so that an interrupted run can be resumed. `time`
    /// limits each count. The numbers of a vacancy stay unknown if a limit stops its count, for example because it does not
    /// fit the memory. With a scratch folder, counts that do not fit the memory use it, each in a folder of its own inside.
    /// When the control stops the call, the table so far is returned.
    ///
    /// # Errors
    ///
    /// [`TableError`] when the file cannot be read or written, when a row is invalid, or when the system fails.
    pub fn settle(
        board: &Board,
        file: &Path,
        time: Option<Duration>,
        scratch: Option<&Path>,
        control: &Control<'_>,
    ) -> Result<GameCountsTable, TableError<SweepError>> {
        let mut table = GameCountsTable::read_or_new(board, file)?;
        let all = table.entries.len();
        for place in 0..all {
            let entry = &mut table.entries[place];
            if entry.counts.is_some() {
                continue;
            }
            entry.limit = control.limit_reached();
            if entry.limit.is_some() {
                continue;
            }
            let vacancy = entry.vacancy;
            let problem = Problem::new(board.vacate(vacancy), Goal::OnePeg)
                .expect("the goal of one peg suits every start with a peg");
            let limits = Limits {
                time,
                ..control.limits().clone()
            };
            let name = |phase: Phase| Phase::Vacancy {
                number: place + 1,
                all,
                vacancy: board.label(vacancy).to_owned(),
                phase: Box::new(phase),
            };
            let counted = control.within_named(limits, name, |part| {
                let counted = count_games(&problem, &SweepOptions::default(), part);
                match (counted, scratch) {
                    (Err(error), Some(folder)) if error.limit() == Some(LimitReached::Memory) => {
                        let options = SweepOptions::default().with_scratch(Some(folder.to_owned()));
                        let options = options.in_folder(&format!("hole-{}", vacancy.index() + 1));
                        let counted = count_games(&problem, &options, part);
                        let _ = options.scratch.map(fs::remove_dir); // fails if levels are kept there
                        counted
                    }
                    (counted, _) => counted,
                }
            });
            control.resume_panic();
            match counted {
                Ok(counts) => entry.counts = Some(counts),
                Err(error) => entry.limit = Some(error.limit().ok_or(error)?),
            }
            table.write(file)?;
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
    ) -> Result<GameCountsTable, TableError<SweepError>> {
        let text = table_file::text_or_empty(file)?;
        let unknown = |vacancy| GameCountsEntry {
            vacancy,
            counts: None,
            is_recorded: false,
            limit: None,
        };
        let leaves_a_peg = |_: &Hole| board.hole_count() > 1;
        let vacancies = board.holes_up_to_symmetry().filter(leaves_a_peg);
        let mut table = GameCountsTable {
            board: board.clone(),
            entries: vacancies.map(unknown).collect(),
        };
        let name = file.display().to_string();
        table_file::read_rows(&name, &text, HEADER, |cells| table.read_row(cells))?;
        Ok(table)
    }

    fn read_row(&mut self, cells: [&str; 10]) -> Result<(), String> {
        let [vacate, .., by_final_pegs, by_survivor, board] = cells;
        if board != digest(&self.board) {
            return Err(format!("the row is not about {}", self.board.name()));
        }
        let vacancy = self.board.hole(vacate).map_err(|error| error.to_string())?;
        let place = self
            .entries
            .iter()
            .position(|entry| entry.vacancy == vacancy);
        let place =
            place.ok_or_else(|| format!("a symmetry maps {vacate} to a vacancy that is listed"))?;
        if self.entries[place].counts.is_some() {
            return Err("a line before it is about the same vacancy".to_owned());
        }
        let by_final_pegs = numbers(by_final_pegs, |pegs| {
            pegs.parse()
                .map_err(|_| format!("`{pegs}` is not a number of pegs"))
        })?;
        let by_survivor = numbers(by_survivor, |label| {
            self.board.hole(label).map_err(|error| error.to_string())
        })?;
        let start = self.board.vacate(vacancy).peg_count();
        if by_final_pegs.is_empty() {
            return Err("there is a game from every vacancy".to_owned());
        }
        let possible = 1..=start;
        if let Some(pegs) = by_final_pegs.keys().find(|pegs| !possible.contains(pegs)) {
            return Err(format!("no game leaves {}", counted(*pegs as u64, "peg")));
        }
        let one_peg = by_final_pegs.get(&1).cloned().unwrap_or_default();
        if by_survivor.values().sum::<BigUint>() != one_peg {
            return Err("the numbers by the last peg do not add up".to_owned());
        }
        let class = self.board.vacate(vacancy).class();
        let is_foreign = |hole: &&Hole| self.board.with_pegs([**hole]).class() != class;
        if let Some(hole) = by_survivor.keys().find(is_foreign) {
            let label = self.board.label(*hole);
            return Err(format!("the position classes allow no last peg in {label}"));
        }
        let symmetries = self.board.symmetries().iter();
        let is_symmetric = symmetries
            .filter(|symmetry| symmetry.apply(vacancy) == vacancy)
            .all(|symmetry| {
                let mut ends = by_survivor.iter();
                ends.all(|(hole, games)| by_survivor.get(&symmetry.apply(*hole)) == Some(games))
            });
        if !is_symmetric {
            return Err("the numbers of symmetric last pegs differ".to_owned());
        }
        let counts = GameCounts::new(start, by_final_pegs, by_survivor, Some(one_peg));
        if self.row(vacancy, &counts) != cells {
            return Err("the numbers do not agree".to_owned());
        }
        let entry = &mut self.entries[place];
        entry.counts = Some(counts);
        entry.is_recorded = true;
        Ok(())
    }

    fn write(&self, file: &Path) -> Result<(), TableError<SweepError>> {
        table_file::write(file, &self.to_csv())
    }

    /// Formats the table as comma-separated values, with a row for each vacancy whose numbers are known.
    pub fn to_csv(&self) -> String {
        let known = self.entries.iter().filter_map(|entry| {
            let row = self.row(entry.vacancy, entry.counts.as_ref()?);
            Some(row.join(",") + "\n")
        });
        std::iter::once(format!("{HEADER}\n"))
            .chain(known)
            .collect()
    }

    fn row(&self, vacancy: Hole, counts: &GameCounts) -> [String; 10] {
        let label = |hole: Hole| self.board.label(hole);
        let by_pegs = counts.by_final_pegs.iter();
        let by_pegs: Vec<_> = by_pegs
            .map(|(pegs, games)| format!("{pegs}:{games}"))
            .collect();
        let by_survivor = counts.by_survivor.iter();
        let by_survivor: Vec<_> = by_survivor
            .map(|(hole, games)| format!("{}:{games}", label(*hole)))
            .collect();
        let dead_end = counts.shortest_dead_end.map(|jumps| jumps.to_string());
        [
            label(vacancy).to_owned(),
            counts.games.to_string(),
            counts.ending_with(1).to_string(),
            counts.ending_at(vacancy).to_string(),
            counts.shortest_game.to_string(),
            counts.longest_game.to_string(),
            dead_end.unwrap_or_default(),
            by_pegs.join(" "),
            by_survivor.join(" "),
            digest(&self.board),
        ]
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the entries in the order of [`Board::holes_up_to_symmetry`]. A board of one hole has none.
    pub fn entries(&self) -> &[GameCountsEntry] {
        &self.entries
    }

    /// Returns the number of games from all vacancies whose numbers are known.
    pub fn games(&self) -> BigUint {
        let counts = self
            .entries
            .iter()
            .filter_map(|entry| entry.counts.as_ref());
        counts.map(|counts| &counts.games).sum()
    }

    /// Returns the number of vacancies whose numbers were read from a file.
    pub fn recorded(&self) -> usize {
        let entries = self.entries.iter();
        entries.filter(|entry| entry.is_recorded).count()
    }

    /// Returns the number of vacancies whose numbers are unknown.
    pub fn open(&self) -> usize {
        let entries = self.entries.iter();
        entries.filter(|entry| entry.counts.is_none()).count()
    }
}

/// Parses `1:29760 2:139614`.
fn numbers<K: Ord>(
    cell: &str,
    key: impl Fn(&str) -> Result<K, String>,
) -> Result<BTreeMap<K, BigUint>, String> {
    let number = |text: &str| {
        let wrong = || format!("`{text}` is not a number of games");
        let (name, games) = text.split_once(':').ok_or_else(wrong)?;
        Ok((key(name)?, games.parse().map_err(|_| wrong())?))
    };
    cell.split_whitespace().map(number).collect()
}

/// Returns 16 digits that two boards share only if their holes, labels, jumps and symmetries are the same.
fn digest(board: &Board) -> String {
    let labels: Vec<&str> = board.holes().map(|hole| board.label(hole)).collect();
    let text = format!(
        "games 1 {} {}",
        board.geometry_text(board.symmetries()),
        labels.join(" ")
    );
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}
