//! Text format of an indexed set: for each peg count and index, a line with both and the codes, separated by spaces.

use super::import_error::ImportError;
use super::indexed::{
    IndexedCode, IndexedLevel, IndexedProblem, IndexedWinningSet, problems, sort_codes,
};
use crate::board::{Board, Position, PositionClass};
use crate::control::{Control, Part, Phase, Steps, WatchedWriter};
use crate::engine::{AnyEngine, Bits, Engine, with_engine};
use std::io::{self, BufWriter, Write};
use std::path::Path;

impl IndexedWinningSet {
    /// Writes the text in ascending order of peg counts and indices.
    ///
    /// # Errors
    ///
    /// Returns the error of the writer, or an [`io::Error`] with the [`LimitReached`](crate::LimitReached) inside.
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

    /// Returns the text.
    pub fn to_text(&self) -> String {
        let mut text = Vec::new();
        self.write_text(&mut text, &Control::default())
            .expect("memory can be written");
        String::from_utf8(text).expect("the text is ASCII")
    }

    /// Parses a text for a board. Ignores empty lines. Lines and codes may be in any order.
    ///
    /// Checks that each code has the peg count of its line, and an image in the position class of each problem of its index.
    /// Does not check that the code is winning in these problems: pass [`problem_codes`](IndexedWinningSet::problem_codes)
    /// to [`WinningSet::import`](super::WinningSet::import) for that.
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
    /// Returns [`ImportError::Line`] for an invalid line, [`ImportError::LevelTooLarge`] if a level is too large, or
    /// [`ImportError::Stopped`] if the control stops the call.
    pub fn from_text(
        board: &Board,
        text: &str,
        control: &Control<'_>,
    ) -> Result<IndexedWinningSet, ImportError> {
        let part = Part::whole(control);
        control.ended(with_engine!(&AnyEngine::new(board), |engine| read(
            engine, text, part
        )))
    }

    /// Reads a text file.
    ///
    /// # Errors
    ///
    /// Returns [`ImportError::Io`] if the file cannot be read, or an error as
    /// [`from_text`](IndexedWinningSet::from_text) does.
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
            ImportError::Line { line, what, .. } => ImportError::Line {
                path: Some(path.to_owned()),
                line,
                what,
            },
            error => error,
        })
    }
}

/// Writes a code. Formatting a `u64` is faster than formatting a `u128`.
fn write_code(out: &mut impl Write, code: u128) -> io::Result<()> {
    match u64::try_from(code) {
        Ok(code) => write!(out, " {code}"),
        Err(_) => write!(out, " {code}"),
    }
}

fn invalid_line(line: usize, what: String) -> ImportError {
    ImportError::Line {
        path: None,
        line,
        what,
    }
}

fn read<B: Bits>(
    engine: &Engine<B>,
    text: &str,
    part: Part<'_>,
) -> Result<IndexedWinningSet, ImportError> {
    let mut reader = LineReader::<B>::new(engine.board(), Steps::new(part, "reading"));
    for (line, number) in text.lines().zip(1..) {
        reader.read(line, number)?;
    }
    let level = |lines| {
        part.tick(0, || Phase::of_unknown_length("sorting"))?;
        level(engine, lines)
    };
    let levels: Result<Vec<_>, ImportError> = reader.by_pegs.into_iter().map(level).collect();
    Ok(IndexedWinningSet::of_levels(engine.board(), levels?, part)?)
}

/// Codes of one line, which share a peg count and an index.
struct CodeLine<B> {
    number: usize,
    index: u128,
    codes: Vec<B>,
}

/// Reader that checks each line by itself.
struct LineReader<'a, B> {
    board: &'a Board,
    problems: Vec<IndexedProblem>,
    /// Position classes of the starts with one vacancy.
    starts: Vec<PositionClass>,
    by_pegs: Vec<Vec<CodeLine<B>>>,
    steps: Steps<'a>,
}

impl<'a, B: Bits> LineReader<'a, B> {
    fn new(board: &'a Board, steps: Steps<'a>) -> LineReader<'a, B> {
        let starts = board
            .holes()
            .map(|hole| board.vacate(hole).class())
            .collect();
        let by_pegs = (0..=board.hole_count() / 2).map(|_| Vec::new()).collect();
        LineReader {
            board,
            problems: problems(board),
            starts,
            by_pegs,
            steps,
        }
    }

    fn read(&mut self, line: &str, number: usize) -> Result<(), ImportError> {
        let invalid = |what| invalid_line(number, what);
        let mut words = line.split_ascii_whitespace();
        let Some(pegs) = words.next() else {
            return Ok(());
        };
        let pegs = parse::<usize>(pegs).map_err(invalid)?;
        let index = words.next().ok_or_else(|| {
            invalid("an index and codes should follow the number of pegs".to_owned())
        })?;
        let index = parse::<u128>(index).map_err(invalid)?;
        if pegs >= self.by_pegs.len() {
            let most = self.by_pegs.len() - 1;
            return Err(invalid(format!(
                "{pegs} pegs are more than half the holes; lines go up to {most} pegs"
            )));
        }
        let problems = self.problems.len();
        if index.checked_shr(problems as u32).unwrap_or(0) != 0 {
            return Err(invalid(format!(
                "index {index} names a problem beyond the {problems} of this board"
            )));
        }
        // Symmetries permute the jumps and therefore their invariants, so the class of an image depends only on the class
        // of the position. One check per class suffices.
        let mut checked = Vec::new();
        let mut codes = Vec::new();
        for word in words {
            self.steps.step()?;
            let code = parse::<u128>(word).map_err(invalid)?;
            let position = self.position(code, pegs).map_err(invalid)?;
            let class = position.class();
            if !checked.contains(&class) {
                self.check_class(&position, index).map_err(invalid)?;
                checked.push(class);
            }
            codes.push(B::from_code(code));
        }
        self.by_pegs[pegs].push(CodeLine {
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

    /// Checks that the position's class allows every problem of the index.
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
            let home = board.with_pegs([problem.hole]).class();
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

/// Merges the lines with one peg count. Returns an error if a code is listed twice.
fn level<B: Bits>(
    engine: &Engine<B>,
    lines: Vec<CodeLine<B>>,
) -> Result<IndexedLevel<B>, ImportError> {
    // Until duplicates are ruled out, each code has the place of its line in `lines` instead of the index.
    let mut codes: Vec<IndexedCode<B>> = Vec::new();
    for (line, line_index) in lines.iter().zip(0..) {
        codes.extend(line.codes.iter().map(|code| (*code, line_index)));
    }
    sort_codes(&mut codes);
    let twice = codes.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    // Reports the first duplicate in the order of the text.
    if let Some([_, (code, line_index)]) = twice.min_by_key(|pair| pair[1].1) {
        let what = format!("code {} is listed twice", code.code());
        return Err(invalid_line(lines[*line_index as usize].number, what));
    }
    let mut classes: Vec<B> = codes
        .iter()
        .map(|(code, _)| engine.canonical(*code))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    codes
        .iter_mut()
        .for_each(|(_, index)| *index = lines[*index as usize].index);
    Ok(IndexedLevel {
        codes,
        class_count: classes.len(),
    })
}

fn parse<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse()
        .map_err(|_| format!("`{word}` is not a valid number here"))
}
