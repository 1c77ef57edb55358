//! Problem files of the planning competitions.

use super::{Goal, Pattern, Problem};
use crate::board::file::{BoardFile, Diagnostic, InvalidFile, Labels};
use crate::board::geometry::{Coordinate, Lattice, Structure};
use crate::board::{Board, Hole};
use crate::control::quotation;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Problem of a PDDL file, as in the peg solitaire domain of the planning competitions.
///
/// The facts `(IN-LINE a b c)` are the jumps from `a` over `b` into `c`, `occupied` and `free` describe the start, and the
/// goal the finish. If names end in two numbers, such as `pos-3-2`, they are the column and the row of a hole; a board that
/// has all jumps of the square lattice then becomes one on this lattice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportedProblem {
    /// Description of the board, with the name of the problem.
    pub file: BoardFile,
    /// Start and goal on this board.
    pub problem: Problem,
}

/// Part of a file: a word or a list.
enum Part {
    Word(String, Range<usize>),
    List(Vec<Part>, Range<usize>),
}

impl Part {
    fn word(&self) -> Option<&str> {
        match self {
            Part::Word(word, _) => Some(word),
            Part::List(..) => None,
        }
    }

    fn list(&self) -> &[Part] {
        match self {
            Part::Word(..) => &[],
            Part::List(parts, _) => parts,
        }
    }

    fn span(&self) -> Range<usize> {
        match self {
            Part::Word(_, span) | Part::List(_, span) => span.clone(),
        }
    }

    /// Returns the first word of a list.
    fn head(&self) -> Option<&str> {
        self.list().first().and_then(Part::word)
    }
}

impl ImportedProblem {
    /// Returns `true` for a text that begins like a PDDL problem, after comments.
    pub fn is_pddl(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""));
        let code: String = lines
            .flat_map(str::split_whitespace)
            .take(4)
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        code.replace("( ", "(").starts_with("(define (problem")
    }

    /// Reads a problem.
    ///
    /// ```
    /// use pegboard::{ImportedProblem, Goal};
    /// let text = "(define (problem row) (:domain pegsolitaire)
    ///     (:init (IN-LINE p-0-0 p-1-0 p-2-0) (IN-LINE p-2-0 p-1-0 p-0-0)
    ///            (occupied p-0-0) (occupied p-1-0) (free p-2-0))
    ///     (:goal (and (free p-0-0) (free p-1-0) (occupied p-2-0))))";
    /// let imported = ImportedProblem::read(text, "row.pddl")?;
    /// let board = imported.problem.board();
    /// assert_eq!((board.name(), board.hole_count()), ("row", 3));
    /// assert_eq!(imported.problem.finish(), board.hole("c1").ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidFile`] with the place of the first mistake.
    pub fn read(text: &str, file_name: &str) -> Result<ImportedProblem, InvalidFile> {
        let invalid = |diagnostic| InvalidFile::new(file_name, text, vec![diagnostic]);
        let parts = parts(text).map_err(invalid)?;
        Facts::of(&parts)
            .and_then(Facts::into_problem)
            .map_err(invalid)
    }
}

/// Returns the parts of a text without comments.
fn parts(text: &str) -> Result<Vec<Part>, Diagnostic> {
    /// Maximum depth of lists.
    const DEEPEST: usize = 64;
    let mut open: Vec<(usize, Vec<Part>)> = vec![(0, Vec::new())];
    let mut rest = text.char_indices().peekable();
    while let Some((start, character)) = rest.next() {
        match character {
            ';' => while rest.next_if(|(_, next)| *next != '\n').is_some() {},
            '(' if open.len() > DEEPEST => {
                return Err(Diagnostic::new("the lists are nested too deeply")
                    .at(start..start + 1, "one more list"));
            }
            '(' => open.push((start, Vec::new())),
            ')' => {
                let (begin, parts) = open.pop().unwrap_or_default();
                match open.last_mut() {
                    Some((_, outer)) => outer.push(Part::List(parts, begin..start + 1)),
                    None => {
                        return Err(Diagnostic::new("a closing bracket has no opening one")
                            .at(start..start + 1, "this bracket"));
                    }
                }
            }
            _ if character.is_whitespace() || character == '\u{feff}' => {}
            _ => {
                let mut end = start + character.len_utf8();
                let is_of_word = |next: char| !next.is_whitespace() && !"();".contains(next);
                while let Some((place, next)) = rest.next_if(|(_, next)| is_of_word(*next)) {
                    end = place + next.len_utf8();
                }
                let word = text[start..end].to_lowercase();
                if let Some((_, parts)) = open.last_mut() {
                    parts.push(Part::Word(word, start..end));
                }
            }
        }
    }
    match open.len() {
        1 => Ok(open.swap_remove(0).1),
        _ => {
            let start = open[open.len() - 1].0;
            Err(Diagnostic::new("a list is not closed").at(start..start + 1, "it begins here"))
        }
    }
}

/// Facts of a problem.
#[derive(Default)]
struct Facts {
    name: Option<String>,
    holes: Vec<String>,
    numbers: HashMap<String, usize>,
    /// From, over, to.
    jumps: Vec<[usize; 3]>,
    /// Holes with and without a peg at the start.
    start: [Vec<usize>; 2],
    /// Holes with and without a peg in the end.
    goal: [Vec<usize>; 2],
}

impl Facts {
    fn of(parts: &[Part]) -> Result<Facts, Diagnostic> {
        let define = parts.iter().find(|part| part.head() == Some("define"));
        let define = define.ok_or_else(|| Diagnostic::new("the file defines no problem"))?;
        let mut facts = Facts::default();
        for section in define.list() {
            let parts = section.list().get(1..).unwrap_or_default();
            match section.head() {
                Some("problem") => {
                    facts.name = parts.first().and_then(Part::word).map(str::to_owned)
                }
                Some(":init") => {
                    for fact in parts {
                        facts.add(fact)?;
                    }
                }
                Some(":goal") => {
                    for part in parts {
                        facts.add_goal(part, true)?;
                    }
                }
                _ => {}
            }
        }
        if facts.jumps.is_empty() {
            return Err(Diagnostic::new("the problem has no jumps")
                .at(define.span(), "this problem")
                .help("a fact such as `(IN-LINE a b c)` is a jump from a over b into c"));
        }
        Ok(facts)
    }

    fn hole(&mut self, part: &Part) -> Result<usize, Diagnostic> {
        let word = part.word().ok_or_else(|| {
            Diagnostic::new("a location is a word").at(part.span(), "this is a list")
        })?;
        if let Some(number) = self.numbers.get(word) {
            return Ok(*number);
        }
        let number = self.holes.len();
        self.holes.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        Ok(number)
    }

    fn add(&mut self, part: &Part) -> Result<(), Diagnostic> {
        match (part.head(), part.list()) {
            (Some("in-line"), [_, from, over, to]) => {
                let jump = [self.hole(from)?, self.hole(over)?, self.hole(to)?];
                if !self.jumps.contains(&jump) {
                    self.jumps.push(jump);
                }
            }
            (Some("in-line"), _) => {
                return Err(Diagnostic::new("a jump has three locations").at(part.span(), "a jump"));
            }
            (Some(fact @ ("occupied" | "free")), [_, location]) => {
                let hole = self.hole(location)?;
                let is_free = usize::from(fact == "free");
                if self.start[1 - is_free].contains(&hole) {
                    return Err(Diagnostic::new("a location is both `occupied` and `free`")
                        .at(location.span(), "this location"));
                }
                self.start[is_free].push(hole);
            }
            _ => {}
        }
        Ok(())
    }

    fn add_goal(&mut self, part: &Part, is_true: bool) -> Result<(), Diagnostic> {
        match (part.head(), part.list()) {
            (Some("and"), [_, parts @ ..]) if is_true => {
                for part in parts {
                    self.add_goal(part, true)?;
                }
            }
            (Some("not"), [_, part]) => self.add_goal(part, !is_true)?,
            (Some(fact @ ("occupied" | "free")), [_, location]) => {
                let hole = self.hole(location)?;
                let has_peg = (fact == "occupied") == is_true;
                let holes = &mut self.goal[usize::from(!has_peg)];
                if !holes.contains(&hole) {
                    holes.push(hole);
                }
            }
            _ => {
                return Err(Diagnostic::new("this goal is not supported")
                    .at(part.span(), "a part of the goal")
                    .help("a goal lists locations that are `occupied` and `free`"));
            }
        }
        Ok(())
    }

    /// Returns the column and the row of each hole, if all names end in two numbers.
    fn coordinates(&self) -> Option<Vec<Coordinate>> {
        let point = |name: &String| {
            let mut numbers = name.rsplit(['-', '_', ',']);
            let (y, x) = (numbers.next()?, numbers.next()?);
            let number = |word: &str| {
                word.trim_start_matches(|c: char| !c.is_ascii_digit())
                    .parse::<u16>()
                    .ok()
            };
            Some((i32::from(number(x)?), i32::from(number(y)?)))
        };
        let points: Vec<Coordinate> = self.holes.iter().map(point).collect::<Option<_>>()?;
        let distinct: BTreeSet<Coordinate> = points.iter().copied().collect();
        (distinct.len() == points.len()).then_some(points)
    }

    /// Returns `true` if the jumps are all jumps of the square lattice.
    fn are_square(&self, points: &[Coordinate]) -> bool {
        let holes: HashMap<Coordinate, usize> = points.iter().copied().zip(0..).collect();
        let mut jumps = BTreeSet::new();
        for (&(x, y), &from) in &holes {
            for (dx, dy) in Lattice::Square.directions() {
                let over = holes.get(&(x + dx, y + dy));
                let to = holes.get(&(x + 2 * dx, y + 2 * dy));
                jumps.extend(over.zip(to).map(|(over, to)| [from, *over, *to]));
            }
        }
        jumps == self.jumps.iter().copied().collect()
    }

    fn into_problem(self) -> Result<ImportedProblem, Diagnostic> {
        let name = self.name.clone().unwrap_or_else(|| "problem".to_owned());
        let points = self.coordinates();
        let square = points.clone().filter(|points| self.are_square(points));
        let labels: Vec<String> = self.holes.iter().map(|name| label(name)).collect();
        let mut file = match &square {
            Some(points) => BoardFile::new(name, Lattice::Square, points.iter().copied()),
            None => {
                let jump = |jump: &[usize; 3]| {
                    let [from, over, to] = jump.map(|hole| labels[hole].clone());
                    (from, over, to)
                };
                let jumps = self.jumps.iter().map(jump).collect();
                let place = |(label, (x, y)): (&String, &Coordinate)| {
                    (label.clone(), (f64::from(*x), f64::from(*y)))
                };
                BoardFile {
                    labels: Labels::Names(labels.clone()),
                    places: labels
                        .iter()
                        .zip(points.iter().flatten())
                        .map(place)
                        .collect(),
                    ..BoardFile::from_structure(name, Structure::Jumps(jumps))
                }
            }
        };
        let wrong = |error: String| Diagnostic::new(quotation(&error));
        let board = Board::new(file.clone()).map_err(|error| wrong(error.to_string()))?;
        let corner = square.as_ref().map(|points| {
            let left = points.iter().map(|point| point.0).min().unwrap_or(0);
            let top = points.iter().map(|point| point.1).min().unwrap_or(0);
            (left, top)
        });
        let hole = |number: &usize| -> Option<Hole> {
            match (&square, corner) {
                (Some(points), Some((left, top))) => {
                    let (x, y) = points[*number];
                    board.hole_at((x - left, y - top))
                }
                _ => board.hole(&labels[*number]).ok(),
            }
        };
        let holes = |numbers: &[usize]| -> Vec<Hole> { numbers.iter().filter_map(hole).collect() };
        let start = board.with_pegs(holes(&self.start[0]));
        let [pegs, empty] = self.goal.each_ref().map(|numbers| holes(numbers));
        if pegs.is_empty() && empty.is_empty() {
            return Err(Diagnostic::new("the problem has no goal"));
        }
        let pattern =
            Pattern::new(&board, pegs, empty).map_err(|error| wrong(error.to_string()))?;
        let problem = Problem::new(start, Goal::Patterns(vec![pattern]));
        let problem = problem.map_err(|error| wrong(error.to_string()))?;
        file.vacancy = problem.vacancy().map(|hole| board.label(hole).to_owned());
        file.finish = problem.board_finish();
        Ok(ImportedProblem { file, problem })
    }
}

/// Returns a label with the characters that labels may have.
fn label(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// Returns the file of a problem on a rectangle.
    fn rectangle(width: i32, height: i32, extra: &str, goal: &str) -> String {
        let mut facts = String::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
                if (0..width).contains(&to.0) && (0..height).contains(&to.1) {
                    writeln!(
                        facts,
                        "(IN-LINE pos-{x}-{y} pos-{}-{} pos-{}-{})",
                        over.0, over.1, to.0, to.1
                    )
                    .unwrap();
                }
            }
        }
        format!(
            ";; * *\n(define (problem test)\n(:domain pegsolitaire)\n(:init (= (total-cost) 0) (move-ended)\n\
             {facts}{extra})\n(:goal (and {goal})))"
        )
    }

    #[test]
    fn all_jumps_of_a_rectangle_are_on_the_square_lattice() {
        let text = rectangle(
            3,
            2,
            "(occupied pos-0-0) (occupied pos-1-0) (free pos-2-0)",
            "(free pos-0-0) (occupied pos-2-0)",
        );
        assert!(ImportedProblem::is_pddl(&text));
        let ImportedProblem { file, problem } = ImportedProblem::read(&text, "t").unwrap();
        assert_eq!(file.lattice, Lattice::Square.into());
        let board = problem.board();
        assert_eq!((board.name(), board.hole_count()), ("test", 6));
        assert_eq!(
            problem.start(),
            &crate::Position::parse(board, "a1 b1").unwrap()
        );
        assert_eq!(
            Board::new(file).unwrap().usual_goal(),
            Some(problem.goal().clone())
        );
        let patterns = problem.patterns().unwrap();
        assert_eq!(patterns[0].pegs(), [board.hole("c1").unwrap()]);
        assert_eq!(patterns[0].empty(), [board.hole("a1").unwrap()]);
    }

    #[test]
    fn some_jumps_make_a_list() {
        let text = "(define (problem one-way) (:init (in-line pos-3-2 pos-3-3 pos-3-4)\n\
            (occupied pos-3-2) (occupied pos-3-3) (free pos-3-4) (free pos-4-5))\n\
            (:goal (and (not (occupied pos-3-2)) (free pos-3-3) (occupied pos-3-4) (free pos-4-5))))";
        let ImportedProblem { file, problem } = ImportedProblem::read(text, "t").unwrap();
        let board = problem.board();
        assert_eq!((board.hole_count(), board.jumps().len()), (4, 1));
        assert_eq!(file.finish, Some("pos_3_4".into()));
        assert_eq!(problem.finish(), board.hole("pos_3_4").ok());
    }

    #[test]
    fn mistakes_have_a_place() {
        let error = |text: &str| {
            let error = ImportedProblem::read(text, "t").unwrap_err();
            error.to_string()
        };
        assert_eq!(
            error("(define (problem p)"),
            "t:1:1: a list is not closed\n  it begins here"
                .split("\n")
                .next()
                .unwrap()
        );
        assert_eq!(error("(domain)"), "t: the file defines no problem");
        assert!(error("(define (:init (in-line a b)))").starts_with("t:1:16: a jump has three"));
        assert!(
            error("(define (:init (in-line a b c)) (:goal (or (free a))))")
                .contains("not supported")
        );
        assert!(error(")").contains("no opening one"));
        assert!(error(&rectangle(3, 1, "(occupied pos-0-0)", "")).contains("no goal"));
        let twice = "(occupied pos-0-0) (free pos-0-0)";
        assert!(error(&rectangle(3, 1, twice, "(free pos-0-0)")).contains("both `occupied`"));
        let goal = "(occupied pos-2-0) (free pos-2-0) (free pos-1-0)";
        let start = "(occupied pos-0-0) (occupied pos-1-0) (free pos-2-0)";
        assert!(error(&rectangle(3, 1, start, goal)).contains("c1"));
    }
}
