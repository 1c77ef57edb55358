//! The text of an indexed set: for each number of pegs and index a line with both and the codes, separated by
//! blanks.

use super::elias_fano::EncodeError;
use super::import_error::{ImportError, LineError};
use super::indexed::{
    IndexedCode, IndexedLevel, IndexedProblem, IndexedWinningSet, problems, sort_codes,
};
use crate::board::{Board, Position, PositionClass};
use crate::control::{Control, LimitReached, Part, Phase, Steps, WatchedWriter};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use thiserror::Error;

impl IndexedWinningSet {
    /// Writes the text, those with the fewest pegs and then with the smallest index first.
    ///
    /// # Errors
    ///
    /// What the writer says, or the [`LimitReached`] inside an [`io::Error`].
    pub fn write_text(&self, out: &mut impl Write, control: &Control<'_>) -> io::Result<()> {
        control.ended(self.write_lines(BufWriter::new(WatchedWriter { out, control })))
    }

    fn write_lines(&self, mut out: impl Write) -> io::Result<()> {
        for pegs in 0..=self.most_pegs() {
            for (index, codes) in self.lists(pegs) {
                write!(out, "{pegs} {index}")?;
                codes
                    .iter()
                    .try_for_each(|code| write_code(&mut out, code))?;
                writeln!(out)?;
            }
        }
        out.flush()
    }

    /// The text.
    pub fn to_text(&self) -> String {
        let mut text = Vec::new();
        self.write_text(&mut text, &Control::default())
            .expect("memory can be written");
        String::from_utf8(text).expect("it is digits and blanks")
    }

    /// Reads such a text for a board; empty lines do not matter, nor does the order of lines and codes.
    ///
    /// Each code must have as many pegs as its line says, and an image in the position class of each problem
    /// of its index. That it wins in these problems is not looked into:
    /// [`WinningSet::import`](super::WinningSet::import) does that with
    /// [`problem_codes`](IndexedWinningSet::problem_codes).
    ///
    /// ```
    /// use pegboard::winning::IndexedWinningSet;
    /// use pegboard::{Board, Control};
    /// let control = Control::default();
    /// let board = Board::library("triangle5")?;
    /// let set = IndexedWinningSet::from_text(&board, "1 2 1\n2 4 3 24\n", &control)?; // problem 2 is bit 1, problem 3 is bit 2
    /// assert_eq!(set.problem_codes(board.hole("a1")?, &control)?, Some(vec![1]));
    /// let error = IndexedWinningSet::from_text(&board, "1 2 1\n2 4 3 25\n", &control).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: code 25 has 3 pegs, not 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TextError`] names the line and what is wrong in it, or the limit of the control that stopped it.
    pub fn from_text(
        board: &Board,
        text: &str,
        control: &Control<'_>,
    ) -> Result<IndexedWinningSet, TextError> {
        control.ended(AnyEngine::new(board).run(Read {
            text,
            part: Part::whole(control),
        }))
    }

    /// Reads a file with such a text.
    ///
    /// # Errors
    ///
    /// [`ImportError::Io`], or [`ImportError::Line`] and [`ImportError::Stopped`] as for
    /// [`from_text`](IndexedWinningSet::from_text).
    pub fn open(
        path: &Path,
        board: &Board,
        control: &Control<'_>,
    ) -> Result<IndexedWinningSet, ImportError> {
        let failed = |error| ImportError::Io {
            path: path.to_owned(),
            error,
        };
        let text = std::fs::read_to_string(path).map_err(failed)?;
        IndexedWinningSet::from_text(board, &text, control).map_err(|error| match error {
            TextError::Line(error) => ImportError::Line {
                path: path.to_owned(),
                error,
            },
            TextError::LevelTooLarge { positions } => ImportError::LevelTooLarge { positions },
            TextError::Stopped(limit) => ImportError::Stopped(limit),
        })
    }
}

/// Narrow numbers are faster to write.
fn write_code(out: &mut impl Write, code: u128) -> io::Result<()> {
    match u64::try_from(code) {
        Ok(code) => write!(out, " {code}"),
        Err(_) => write!(out, " {code}"),
    }
}

/// Why a text is no indexed set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// A line is wrong.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A level has more positions with the same index than a list can hold.
    #[error("a level of {positions} positions is too large for this file format")]
    LevelTooLarge {
        /// The positions.
        positions: u64,
    },
    /// The control stopped the call.
    #[error("stopped by {0}")]
    Stopped(LimitReached),
}

impl From<EncodeError> for TextError {
    fn from(error: EncodeError) -> TextError {
        match error {
            EncodeError::Stopped(limit) => TextError::Stopped(limit),
            EncodeError::TooLong { count } => TextError::LevelTooLarge { positions: count },
        }
    }
}

impl From<LimitReached> for TextError {
    fn from(limit: LimitReached) -> TextError {
        TextError::Stopped(limit)
    }
}

struct Read<'a> {
    text: &'a str,
    part: Part<'a>,
}

impl EngineTask for Read<'_> {
    type Output = Result<IndexedWinningSet, TextError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let mut reading = Reading::<B>::new(engine.board(), Steps::new(self.part, "reading"));
        for (index, line) in self.text.lines().enumerate() {
            let line_number = index + 1;
            reading
                .read(line, line_number)
                .map_err(|wrong| match wrong {
                    WrongLine::What(what) => TextError::Line(LineError {
                        line: line_number,
                        what,
                    }),
                    WrongLine::Stopped(limit) => TextError::Stopped(limit),
                })?;
        }
        let level = |lines| {
            self.part.tick(0, || Phase::of_unknown_length("sorting"))?;
            Ok(level(engine, lines)?)
        };
        let levels: Result<Vec<_>, TextError> = reading.by_pegs.into_iter().map(level).collect();
        Ok(IndexedWinningSet::of_levels(
            engine.board(),
            levels?,
            self.part,
        )?)
    }
}

/// The codes of a line.
struct Line<B> {
    number: usize,
    index: u128,
    codes: Vec<B>,
}

/// Why a line was not read.
enum WrongLine {
    What(String),
    Stopped(LimitReached),
}

impl From<String> for WrongLine {
    fn from(what: String) -> WrongLine {
        WrongLine::What(what)
    }
}

impl From<LimitReached> for WrongLine {
    fn from(limit: LimitReached) -> WrongLine {
        WrongLine::Stopped(limit)
    }
}

/// The lines that are correct when each is checked by itself.
struct Reading<'a, B> {
    board: &'a Board,
    problems: Vec<IndexedProblem>,
    /// The classes of the positions with one vacancy.
    starts: Vec<PositionClass>,
    by_pegs: Vec<Vec<Line<B>>>,
    steps: Steps<'a>,
}

impl<'a, B: Bits> Reading<'a, B> {
    fn new(board: &'a Board, steps: Steps<'a>) -> Reading<'a, B> {
        let starts = board
            .holes()
            .map(|hole| board.vacate(hole).class())
            .collect();
        let by_pegs = (0..=board.hole_count() / 2).map(|_| Vec::new()).collect();
        Reading {
            board,
            problems: problems(board),
            starts,
            by_pegs,
            steps,
        }
    }

    fn read(&mut self, line: &str, number: usize) -> Result<(), WrongLine> {
        let mut words = line.split_ascii_whitespace();
        let Some(pegs) = words.next() else {
            return Ok(());
        };
        let pegs = parse::<usize>(pegs)?;
        let index = words
            .next()
            .ok_or_else(|| "an index and codes should follow the number of pegs".to_owned())?;
        let index = parse::<u128>(index)?;
        if pegs >= self.by_pegs.len() {
            let most = self.by_pegs.len() - 1;
            return Err(format!(
                "{pegs} pegs are more than half the holes; lines go up to {most} pegs"
            )
            .into());
        }
        let problems = self.problems.len();
        if index.checked_shr(problems as u32).unwrap_or(0) != 0 {
            return Err(format!(
                "index {index} names a problem beyond the {problems} of this board"
            )
            .into());
        }
        // The class of an image depends on the class alone: symmetries permute the jumps, and so the
        // invariants of the jumps. So what one member of a class has passed, all pass.
        let mut passed = Vec::new();
        let mut codes = Vec::new();
        for word in words {
            self.steps.step()?;
            let code = parse::<u128>(word)?;
            let position = self.position(code, pegs)?;
            let class = position.class();
            if !passed.contains(&class) {
                self.check_class(&position, index)?;
                passed.push(class);
            }
            codes.push(B::from_code(code));
        }
        self.by_pegs[pegs].push(Line {
            number,
            index,
            codes,
        });
        Ok(())
    }

    fn position(&self, code: u128, pegs: usize) -> Result<Position, String> {
        let position = Position::from_code(self.board, code).map_err(|error| error.to_string())?;
        if position.peg_count() != pegs {
            return Err(format!(
                "code {code} has {} pegs, not {pegs}",
                position.peg_count()
            ));
        }
        Ok(position)
    }

    /// Whether the position's class allows what the index says.
    fn check_class(&self, position: &Position, index: u128) -> Result<(), String> {
        let (board, code) = (self.board, position.code());
        if !self.starts.contains(&position.class()) {
            return Err(format!(
                "code {code} lies in no position class of a start with one vacancy"
            ));
        }
        for (number, problem) in self
            .problems
            .iter()
            .enumerate()
            .filter(|(number, _)| index >> number & 1 == 1)
        {
            let home = board.pegs([problem.hole]).class();
            if board
                .symmetries()
                .iter()
                .all(|symmetry| position.image(symmetry).class() != home)
            {
                let (number, label) = (number + 1, board.label(problem.hole));
                return Err(format!(
                    "code {code} cannot win in problem {number}, from {label}, as index {index} says: no image of it lies in that position class"
                ));
            }
        }
        Ok(())
    }
}

/// The codes of lines with the same number of pegs, unless one is there twice.
fn level<B: Bits>(engine: &Engine<B>, lines: Vec<Line<B>>) -> Result<IndexedLevel<B>, LineError> {
    // With the place of its line instead of the index, until it is clear that none is there twice.
    let mut codes: Vec<IndexedCode<B>> = Vec::new();
    for (line, place) in lines.iter().zip(0..) {
        codes.extend(line.codes.iter().map(|code| (*code, place)));
    }
    sort_codes(&mut codes);
    let twice = codes.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    // The first place where a reader of the text would notice.
    if let Some([_, (code, place)]) = twice.min_by_key(|pair| pair[1].1) {
        let what = format!("code {} is listed twice", code.code());
        return Err(LineError {
            line: lines[*place as usize].number,
            what,
        });
    }
    let mut classes: Vec<B> = codes
        .iter()
        .map(|(code, _)| engine.canonical(*code))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    codes
        .iter_mut()
        .for_each(|(_, place)| *place = lines[*place as usize].index);
    Ok(IndexedLevel {
        codes,
        class_count: classes.len(),
    })
}

fn parse<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse()
        .map_err(|_| format!("`{word}` is not a number that can stand here"))
}
