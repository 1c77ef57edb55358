//! Text format of an indexed set: for each peg count and index, a line with both and the codes, separated by spaces.

use super::import_error::ImportError;
use super::indexed::{
    IndexedCode, IndexedLevel, IndexedProblem, IndexedWinningSet, problems, sort_codes,
};
use crate::board::{Board, Position, PositionClass};
use crate::control::{Control, Part, Phase, Steps, WatchedWriter, counted};
use crate::engine::{AnyEngine, Bits, Engine, with_engine};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::str::FromStr;

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
    /// Returns [`ImportError::Line`] for an invalid line, [`ImportError::LevelTooLarge`] if a level is too large,
    /// [`ImportError::NoRoom`] if the codes do not fit the memory limit, or [`ImportError::Stopped`] if the control stops
    /// the call.
    pub fn from_text(
        board: &Board,
        text: &str,
        control: &Control<'_>,
    ) -> Result<IndexedWinningSet, ImportError> {
        read_from(text.as_bytes(), None, board, control)
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
        let file = File::open(path).map_err(failed)?;
        read_from(BufReader::new(file), Some(path), board, control)
    }
}

/// Writes a code. Formatting a `u64` is faster than formatting a `u128`.
fn write_code(out: &mut impl Write, code: u128) -> io::Result<()> {
    match u64::try_from(code) {
        Ok(code) => write!(out, " {code}"),
        Err(_) => write!(out, " {code}"),
    }
}

/// Reads a text. `path` is its file, for messages.
fn read_from(
    text: impl BufRead,
    path: Option<&Path>,
    board: &Board,
    control: &Control<'_>,
) -> Result<IndexedWinningSet, ImportError> {
    let part = Part::whole(control);
    control.ended(with_engine!(&AnyEngine::new(board), |engine| {
        let source = Source {
            path,
            limit: control.memory(),
        };
        read(engine, text, source, part)
    }))
}

fn read<B: Bits>(
    engine: &Engine<B>,
    text: impl BufRead,
    source: Source<'_>,
    part: Part<'_>,
) -> Result<IndexedWinningSet, ImportError> {
    let mut reader = LineReader::<B>::new(engine.board(), source);
    let mut words = Words::new(text, source, Steps::new(part, Phase::Reading));
    loop {
        match words.next()? {
            Token::Word => reader.read_line(&mut words)?,
            Token::EndOfLine => {}
            Token::EndOfText => break,
        }
    }
    IndexedWinningSet::of_levels(
        engine.board(),
        reader.by_pegs,
        |lines| {
            part.tick(0, || Phase::Sorting)?;
            level(engine, lines, source)
        },
        part,
    )
}

/// Origin of a text, for errors.
#[derive(Clone, Copy)]
struct Source<'a> {
    path: Option<&'a Path>,
    /// Memory limit in bytes.
    limit: u64,
}

impl Source<'_> {
    fn invalid_line(&self, line: usize, what: String) -> ImportError {
        ImportError::Line {
            path: self.path.map(Path::to_owned),
            line,
            what,
        }
    }

    fn no_room(&self, line: usize) -> ImportError {
        ImportError::NoRoom {
            path: self.path.map(Path::to_owned),
            line: Some(line),
            limit: self.limit,
        }
    }
}

/// Maximum length of a word in bytes. A code has at most 39 digits.
const LONGEST_WORD: usize = 64;

/// Words of a text, one at a time: a line with all codes of a level can be far longer than its codes in memory.
struct Words<'a, R> {
    text: R,
    source: Source<'a>,
    steps: Steps<'a>,
    /// Number of the current line, counted from 1.
    line: usize,
    word: Vec<u8>,
}

enum Token {
    /// A word, which [`Words::parse`] parses.
    Word,
    EndOfLine,
    EndOfText,
}

impl<'a, R: BufRead> Words<'a, R> {
    fn new(text: R, source: Source<'a>, steps: Steps<'a>) -> Words<'a, R> {
        Words {
            text,
            source,
            steps,
            line: 1,
            word: Vec::new(),
        }
    }

    fn next(&mut self) -> Result<Token, ImportError> {
        if self.word == b"\n" {
            self.line += 1;
        }
        self.word.clear();
        loop {
            self.steps.step()?;
            let bytes = self.text.fill_buf().map_err(|error| ImportError::Io {
                path: self.source.path.unwrap_or(Path::new("")).to_owned(),
                error,
            })?;
            let [first, ..] = bytes else {
                return Ok(if self.word.is_empty() {
                    Token::EndOfText
                } else {
                    Token::Word
                });
            };
            let end = bytes.iter().position(u8::is_ascii_whitespace);
            match end {
                Some(0) if !self.word.is_empty() => return Ok(Token::Word),
                Some(0) => {
                    let is_end_of_line = *first == b'\n';
                    self.text.consume(1);
                    if is_end_of_line {
                        self.word.push(b'\n');
                        return Ok(Token::EndOfLine);
                    }
                }
                _ => {
                    let end = end.unwrap_or(bytes.len());
                    if self.word.len() + end > LONGEST_WORD {
                        let what = format!("a word is longer than {LONGEST_WORD} bytes");
                        return Err(self.source.invalid_line(self.line, what));
                    }
                    self.word.extend(&bytes[..end]);
                    self.text.consume(end);
                }
            }
        }
    }

    /// Parses the current word.
    fn parse<T: FromStr>(&self) -> Result<T, ImportError> {
        let number = str::from_utf8(&self.word)
            .ok()
            .and_then(|word| word.parse().ok());
        number.ok_or_else(|| {
            let word = String::from_utf8_lossy(&self.word);
            self.invalid(format!("`{word}` is not a valid number here"))
        })
    }

    /// Returns the error for the current line.
    fn invalid(&self, what: String) -> ImportError {
        self.source.invalid_line(self.line, what)
    }
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
    source: Source<'a>,
    problems: Vec<IndexedProblem>,
    /// Position classes of the starts with one vacancy.
    starts: Vec<PositionClass>,
    by_pegs: Vec<Vec<CodeLine<B>>>,
    /// Estimated peak memory use for the codes so far, in bytes.
    bytes: u64,
}

impl<'a, B: Bits> LineReader<'a, B> {
    fn new(board: &'a Board, source: Source<'a>) -> LineReader<'a, B> {
        let starts = board
            .holes()
            .map(|hole| board.vacate(hole).class())
            .collect();
        let by_pegs = (0..=board.hole_count() / 2).map(|_| Vec::new()).collect();
        LineReader {
            board,
            source,
            problems: problems(board),
            starts,
            by_pegs,
            bytes: 0,
        }
    }

    /// Reads a line whose first word is the current one.
    fn read_line(&mut self, words: &mut Words<'a, impl BufRead>) -> Result<(), ImportError> {
        let pegs = words.parse::<usize>()?;
        let Token::Word = words.next()? else {
            return Err(
                words.invalid("an index and codes should follow the number of pegs".to_owned())
            );
        };
        let index = words.parse::<u128>()?;
        if pegs >= self.by_pegs.len() {
            let most = self.by_pegs.len() - 1;
            return Err(words.invalid(format!(
                "{pegs} pegs are more than half the holes; lines go up to {}",
                counted(most, "peg")
            )));
        }
        let problems = self.problems.len();
        if index.checked_shr(problems as u32).unwrap_or(0) != 0 {
            return Err(words.invalid(format!(
                "index {index} names a problem beyond the {problems} of this board"
            )));
        }
        // Symmetries permute the jumps and therefore their invariants, so the class of an image depends only on the class
        // of the position. One check per class suffices.
        let mut checked = Vec::new();
        let mut codes = Vec::new();
        let number = words.line;
        self.reserve(size_of::<CodeLine<B>>(), number)?;
        while let Token::Word = words.next()? {
            self.reserve(size_of::<B>() + size_of::<IndexedCode<B>>(), number)?;
            let code = words.parse::<u128>()?;
            let invalid = |what| words.invalid(what);
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

    /// Counts memory that a line needs, or returns an error if it exceeds the limit.
    fn reserve(&mut self, bytes: usize, line: usize) -> Result<(), ImportError> {
        self.bytes += bytes as u64;
        if self.bytes > self.source.limit {
            Err(self.source.no_room(line))
        } else {
            Ok(())
        }
    }

    fn position(&self, code: u128, pegs: usize) -> Result<Position, String> {
        let position = Position::from_code(self.board, code).map_err(|error| error.to_string())?;
        if position.peg_count() != pegs {
            return Err(format!(
                "code {code} has {}, not {pegs}",
                counted(position.peg_count(), "peg")
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
    source: Source<'_>,
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
        return Err(source.invalid_line(lines[*line_index as usize].number, what));
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
