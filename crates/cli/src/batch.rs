//! `solve --batch`: many positions, solved in parallel. JSON lines come out in the order of the input.

use super::diagnostics::ErrorReport;
use super::named_files::is_dash;
use super::outcome::Outcome;
use super::output::{self, headed};
use super::signals::SIGNALS;
use anyhow::Context;
use pegboard::{Board, Position};
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Condvar, Mutex};

/// Maximum number of lines of a picture, far above that of any board.
const MAX_LINES: usize = 300;

/// Maximum length of a line in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// Number of answers per thread that may wait for an earlier one.
const WAITING: usize = 64;

/// Start read from the input.
struct Entry {
    /// Number of its first line, from 1.
    line: usize,
    start: anyhow::Result<Position>,
}

/// Reader of positions: one in each line, or pictures with blank lines between them.
struct Entries<'a> {
    board: &'a Board,
    input: Box<dyn BufRead + Send>,
    /// Number of lines read.
    read: usize,
    /// Lines of the current paragraph that are known to hold one position each.
    single: VecDeque<(usize, String)>,
    /// Equals `true` if the rest of the paragraph holds one position in each line.
    is_by_line: bool,
}

impl<'a> Entries<'a> {
    fn open(board: &'a Board, path: &Path) -> anyhow::Result<Entries<'a>> {
        let input: Box<dyn BufRead + Send> = if is_dash(path) {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file =
                File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
            Box::new(BufReader::new(file))
        };
        Ok(Entries {
            board,
            input,
            read: 0,
            single: VecDeque::new(),
            is_by_line: false,
        })
    }

    /// Reads the next line; `None` at the end, and after a signal.
    fn line(&mut self) -> io::Result<Option<(usize, String)>> {
        if SIGNALS.cancellation().is_cancelled() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_LINE);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("line {} is too long for a position", self.read + 1),
            ));
        }
        self.read += 1;
        let mut text = String::from_utf8_lossy(&bytes);
        if self.read == 1
            && let Some(rest) = text.strip_prefix('\u{feff}')
        {
            text = rest.to_owned().into();
        }
        Ok(Some((
            self.read,
            text.trim_end_matches(['\n', '\r']).to_owned(),
        )))
    }

    fn position(&self, text: &str) -> anyhow::Result<Position> {
        Ok(Position::parse(self.board, text)?)
    }

    /// Reads the next position.
    ///
    /// A paragraph holds one position in each line if its first line is a position. Otherwise it is a picture if it is one
    /// as a whole. If it is not, it holds one position in each line as soon as another line is a position.
    fn next(&mut self) -> io::Result<Option<Entry>> {
        if let Some((line, text)) = self.single.pop_front() {
            let start = self.position(&text);
            return Ok(Some(Entry { line, start }));
        }
        let (first, text) = loop {
            match self.line()? {
                None => return Ok(None),
                Some((_, text)) if text.trim().is_empty() => self.is_by_line = false,
                Some(line) => break line,
            }
        };
        let start = self.position(&text);
        if start.is_ok() || self.is_by_line {
            self.is_by_line = true;
            return Ok(Some(Entry { line: first, start }));
        }
        let mut lines = VecDeque::from([(first, text)]);
        let has_ended = loop {
            match self.line()? {
                Some((_, text)) if text.trim().is_empty() => break true,
                None => break true,
                Some(_) if lines.len() == MAX_LINES => break false,
                Some(line) => lines.push_back(line),
            }
        };
        let texts: Vec<&str> = lines.iter().map(|(_, text)| text.as_str()).collect();
        let picture = self.position(&texts.join("\n"));
        let is_single = |text: &&str| self.position(text).is_ok();
        if has_ended && (picture.is_ok() || !texts.iter().any(is_single)) {
            return Ok(Some(Entry {
                line: first,
                start: picture,
            }));
        }
        self.is_by_line = !has_ended;
        self.single = lines;
        self.next()
    }
}

/// Object of a position.
#[derive(Serialize)]
struct Line<R> {
    /// Number of the line of the input where the position begins.
    line: usize,
    #[serde(flatten)]
    report: R,
}

/// Input and the number of positions taken from it.
struct Input<'a> {
    entries: Entries<'a>,
    taken: usize,
    /// Equals `true` after the end or an error.
    has_ended: bool,
}

/// Answers that wait for earlier ones, and what was printed.
#[derive(Default)]
struct Printer {
    printed: usize,
    waiting: BTreeMap<usize, String>,
    outcome: Option<Outcome>,
    error: Option<anyhow::Error>,
    reader_left: bool,
}

impl Printer {
    /// Records the outcome of a position: unreadable ones before undecided ones before others.
    fn record(&mut self, outcome: Outcome) {
        let rank = |outcome: Outcome| match outcome {
            Outcome::Done | Outcome::Unsolvable => 0,
            Outcome::Undecided => 1,
            Outcome::BadInput => 2,
        };
        if self.outcome.is_none_or(|worst| rank(outcome) > rank(worst)) {
            self.outcome = Some(match outcome {
                Outcome::Unsolvable => Outcome::Done,
                outcome => outcome,
            });
        }
    }

    fn print(&mut self, index: usize, text: String) {
        self.waiting.insert(index, text);
        while let Some(text) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            if self.is_over() {
                continue;
            }
            let mut stdout = io::stdout().lock();
            match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.reader_left = true,
                written => {
                    let written = written.context("cannot write to standard output");
                    self.error = self.error.take().or(written.err());
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        self.reader_left || self.error.is_some()
    }
}

/// Solves all positions on `threads` threads. `solve` receives the line and the start of a position, and returns the
/// outcome and the text of its object, which [`json`] makes.
pub fn run(
    board: &Board,
    path: &Path,
    threads: usize,
    solve: impl Fn(usize, Position) -> anyhow::Result<(Outcome, String)> + Sync,
) -> anyhow::Result<Outcome> {
    let input = Mutex::new(Input {
        entries: Entries::open(board, path)?,
        taken: 0,
        has_ended: false,
    });
    let (printer, progress) = (Mutex::new(Printer::default()), Condvar::new());
    let lock_printer = || printer.lock().expect("no thread panics while it prints");
    let take = || {
        let mut input = input.lock().expect("no thread panics while it reads");
        let index = input.taken;
        // After an error, `printed` may never reach the awaited index.
        let is_far_ahead = |printer: &mut Printer| {
            !printer.is_over() && index >= printer.printed + threads * WAITING
        };
        let is_over = progress
            .wait_while(lock_printer(), is_far_ahead)
            .expect("no thread panics while it prints")
            .is_over();
        if is_over || input.has_ended || SIGNALS.cancellation().is_cancelled() {
            return None;
        }
        match input.entries.next() {
            Ok(Some(entry)) => {
                input.taken += 1;
                Some((index, entry))
            }
            end => {
                input.has_ended = true;
                let error = end.err().map(anyhow::Error::from);
                let error =
                    error.map(|error| error.context(format!("cannot read `{}`", path.display())));
                let mut printer = lock_printer();
                printer.error = printer.error.take().or(error);
                None
            }
        }
    };
    let work = || {
        while let Some((index, Entry { line, start })) = take() {
            let solved = start.and_then(|start| solve(line, start));
            let solved = solved.or_else(|error| {
                let text = json("error", line, ErrorReport::new(&error))?;
                Ok::<_, anyhow::Error>((Outcome::of_error(&error), text))
            });
            let mut printer = lock_printer();
            match solved {
                Ok((outcome, text)) => {
                    printer.record(outcome);
                    printer.print(index, text);
                }
                Err(error) => printer.error = Some(error),
            }
            progress.notify_all();
        }
    };
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let _others: Vec<_> = (1..threads).map_while(start).collect();
        work();
    });
    let printer = printer
        .into_inner()
        .expect("no thread panics while it prints");
    match printer.error {
        Some(error) => Err(error),
        None if SIGNALS.cancellation().is_cancelled() => Ok(Outcome::Undecided),
        None => Ok(printer.outcome.unwrap_or(Outcome::Done)),
    }
}

/// Formats the object of a position as a line.
pub fn json<R: Serialize>(command: &str, line: usize, report: R) -> anyhow::Result<String> {
    output::json_line(&headed(command, None, Line { line, report }))
}
