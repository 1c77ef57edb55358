use super::fields::{
    Fields, FinishField, HolesField, LabelsField, LatticeField, ListField, PatternField,
};
use super::nearest;
use super::picture::{self, Mark};
use super::span::{Span, span_of};
use super::syntax::{explain, missing_field, repeated_field, unknown_field};
use super::{BoardFile, BoardFinish, DeclaredSymmetry, Diagnostic, Labels, PatternLabels};
use crate::board::geometry::{
    Coordinate, Direction, JumpDirections, Lattice, Structure, SymmetryGroup,
};
use crate::control::quotation;
use ron::Options;
use ron::error::{Error, SpannedError};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;

/// Parsed board file with the places of its parts.
#[derive(Debug)]
pub(crate) struct ParsedBoardFile {
    pub(crate) file: BoardFile,
    pub(crate) places: Places,
}

/// Places of the parts of a board file in its text.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) name: Span,
    /// Value of the field `holes`.
    pub(crate) holes: Span,
    /// Each hole, in the order of [`BoardFile::holes`].
    pub(crate) each_hole: Vec<Span>,
    /// Length of each row of a picture, including places without a hole.
    pub(crate) row_lengths: Vec<usize>,
    /// Value of the field `labels`.
    pub(crate) labels: Option<Span>,
    /// Each name in the field `labels`.
    pub(crate) each_label: Vec<Span>,
    pub(crate) lattice: Span,
    /// Each edge, line or jump of the field `lattice`.
    pub(crate) each_list: Vec<Span>,
    pub(crate) jumps: Option<Span>,
    /// Each jump of the field `without`.
    pub(crate) each_without: Vec<Span>,
    pub(crate) places: Option<Span>,
    /// Each entry of the field `places`.
    pub(crate) each_place: Vec<Span>,
    pub(crate) symmetry: Option<Span>,
    pub(crate) axis: Option<Span>,
    pub(crate) vacancy: Option<Span>,
    pub(crate) finish: Option<Span>,
}

/// Parses the text of a board file without checking its geometry.
///
/// # Errors
///
/// Returns all errors in the fields, at least one.
pub(crate) fn parse(text: &str) -> Result<ParsedBoardFile, Vec<Diagnostic>> {
    let fields: Fields = options()
        .from_str(text)
        .map_err(|error| vec![explain(text, 0, &error)])?;
    let mut reader = FieldReader {
        text,
        diagnostics: Vec::new(),
        row_lengths: Vec::new(),
    };
    reader.report_misplaced(&fields);
    let parsed = reader.board_file(&fields);
    match parsed {
        Some(parsed) if reader.diagnostics.is_empty() => Ok(parsed),
        _ => Err(reader.diagnostics),
    }
}

/// Returns parser options that allow optional fields without `Some`: `vacancy: "d4"`.
fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Parser of fields that collects errors.
struct FieldReader<'a> {
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    /// Row lengths of the picture, once it is parsed.
    row_lengths: Vec<usize>,
}

impl<'a> FieldReader<'a> {
    /// Reports unknown, repeated and missing fields.
    fn report_misplaced(&mut self, fields: &Fields<'a>) {
        for (name, value) in &fields.unknown {
            self.report(unknown_field(name, self.name_before(name, value)));
        }
        for (name, value) in &fields.repeated {
            self.report(repeated_field(name, self.name_before(name, value)));
        }
        let is_list = |value: &RawValue| value.get_ron().contains('(');
        let holes = fields
            .holes
            .or(fields.lattice.filter(|value| is_list(value)));
        let needed = [
            ("name", fields.name),
            ("lattice", fields.lattice),
            ("holes", holes),
        ];
        let end = self.text.rfind(')').unwrap_or(self.text.len());
        let here = end..(end + 1).min(self.text.len());
        for (name, _) in needed.iter().filter(|(_, value)| value.is_none()) {
            self.report(missing_field(name, here.clone()));
        }
    }

    /// Returns the place of a field's name, given its value.
    fn name_before(&self, name: &str, value: &RawValue) -> Span {
        let value = span_of(self.text, value);
        let start = self.text[..value.start].rfind(name);
        start.map_or(value, |start| start..start + name.len())
    }

    /// Adds a diagnostic unless there are too many already.
    fn report(&mut self, diagnostic: Diagnostic) {
        const MOST: usize = 1000;
        if self.diagnostics.len() < MOST {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Parses all fields. If there are errors, returns `None` or a value with placeholders.
    fn board_file(&mut self, fields: &Fields<'a>) -> Option<ParsedBoardFile> {
        let name = fields.name.and_then(|value| self.string(value));
        let (lattice, each_list) = match fields.lattice {
            Some(value) => self.structure(value),
            None => Default::default(),
        };
        let jumps = fields.jumps.and_then(|value| self.jumps(value));
        let jump_form =
            "write `[(\"a1\", \"b1\", \"c1\"), …]`: one end, the hole jumped over, the other end";
        let (without, each_without) = self.list(fields.without, "is not a jump", jump_form);
        let place_form = "write `[(\"a\", (0.0, 1.0)), …]`, x to the right and y down";
        let (hole_places, each_place) = self.list(fields.places, "is not a place", place_form);
        let symmetry = fields
            .symmetry
            .map_or(Some(DeclaredSymmetry::Auto), |value| self.symmetry(value));
        let axis = fields.axis.and_then(|value| self.axis(value, symmetry));
        let (labels, each_label) = fields
            .labels
            .map_or_else(Default::default, |value| self.labels(value));
        let vacancy = fields.vacancy.and_then(|value| self.string(value));
        let finish = fields.finish.and_then(|value| self.finish(value));
        let points = lattice.as_ref().and_then(Structure::lattice);
        let (holes, each_hole) = fields
            .holes
            .map_or_else(Default::default, |value| self.holes(value, points));
        let note = fields.note.and_then(|value| self.string(value));
        let source = fields.source.and_then(|value| self.string(value));
        let span = |value: Option<&RawValue>| value.map(|value| span_of(self.text, value));
        let places = Places {
            name: span(fields.name).unwrap_or_default(),
            holes: span(fields.holes).unwrap_or_default(),
            each_hole,
            row_lengths: std::mem::take(&mut self.row_lengths),
            labels: span(fields.labels),
            each_label,
            lattice: span(fields.lattice).unwrap_or_default(),
            each_list,
            jumps: span(fields.jumps),
            each_without,
            places: span(fields.places),
            each_place,
            symmetry: span(fields.symmetry),
            axis: span(fields.axis),
            vacancy: span(fields.vacancy),
            finish: span(fields.finish),
        };
        let (name, lattice, symmetry) = (name?, lattice?, symmetry?);
        let file = BoardFile {
            name,
            lattice,
            jumps,
            without,
            symmetry,
            axis,
            holes,
            places: hole_places,
            labels,
            vacancy,
            finish,
            note,
            source,
        };
        Some(ParsedBoardFile { file, places })
    }

    /// Parses a lattice or lists of labels, and returns the place of each list.
    fn structure(&mut self, value: &'a RawValue) -> (Option<Structure>, Vec<Span>) {
        const FORMS: [&str; 5] = ["Square", "Triangular", "Graph", "Lines", "Jumps"];
        let text = value.trim().get_ron();
        let word = text.split('(').next().unwrap_or_default().trim_end();
        if !FORMS.contains(&word) {
            let help = match nearest(word, FORMS) {
                Some(close) => format!("did you mean `{close}`?"),
                None => "write `Square`, `Triangular`, `Graph([…])`, `Lines([…])` or `Jumps([…])`"
                    .to_owned(),
            };
            return (self.reject(value, "is not a lattice", help), Vec::new());
        }
        let forms = "write `Graph([(\"a\", \"b\"), …])`, `Lines([[\"a\", \"b\", \"c\"], …])` or \
                     `Jumps([(\"a\", \"b\", \"c\"), …])`";
        match self.form(value, forms) {
            None => Default::default(),
            Some(LatticeField::Square) => (Some(Lattice::Square.into()), Vec::new()),
            Some(LatticeField::Triangular) => (Some(Lattice::Triangular.into()), Vec::new()),
            Some(LatticeField::Graph(edges)) => {
                let (edges, spans) = self.entries(&edges, "is not an edge", forms);
                (Some(Structure::Graph(edges)), spans)
            }
            Some(LatticeField::Lines(lines)) => {
                let (lines, spans) = self.entries(&lines, "is not a line of holes", forms);
                (Some(Structure::Lines(lines)), spans)
            }
            Some(LatticeField::Jumps(jumps)) => {
                let (jumps, spans) = self.entries(&jumps, "is not a jump", forms);
                (Some(Structure::Jumps(jumps)), spans)
            }
        }
    }

    /// Parses an optional field with a list, and returns the place of each entry.
    fn list<T: Deserialize<'a>>(
        &mut self,
        value: Option<&'a RawValue>,
        complaint: &str,
        help: &str,
    ) -> (Vec<T>, Vec<Span>) {
        let list: Option<ListField> = value.and_then(|value| self.form(value, help));
        self.entries(&list.unwrap_or_default(), complaint, help)
    }

    /// Parses the entries of a list, and returns the place of each.
    fn entries<T: Deserialize<'a>>(
        &mut self,
        entries: &[&'a RawValue],
        complaint: &str,
        help: &str,
    ) -> (Vec<T>, Vec<Span>) {
        let read = |entry: &&'a RawValue| {
            let read = self.read(entry, complaint, help)?;
            Some((read, span_of(self.text, entry)))
        };
        entries.iter().filter_map(read).unzip()
    }

    fn jumps(&mut self, value: &'a RawValue) -> Option<JumpDirections> {
        let word = value.trim().get_ron();
        if let Some(named) = JumpDirections::named(word) {
            return Some(named);
        }
        if let Ok(list) = options().from_str::<ListField>(word) {
            let directions: Vec<_> = list.iter().map(|value| self.direction(value)).collect();
            return directions
                .into_iter()
                .collect::<Option<_>>()
                .map(JumpDirections::Only);
        }
        let names = JumpDirections::NAMES
            .map(|name| format!("`{name}`"))
            .join(", ");
        let help = match nearest(word, JumpDirections::NAMES) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("write one of {names}, or a list of directions: `[Right, Left]`"),
        };
        self.reject(value, "is not a set of jump directions", help)
    }

    fn direction(&mut self, value: &RawValue) -> Option<Direction> {
        let word = value.trim().get_ron();
        let names = Direction::ALL.map(|direction| direction.to_string());
        if let Some(index) = names.iter().position(|name| name == word) {
            return Some(Direction::ALL[index]);
        }
        let help = match nearest(word, names.iter().map(String::as_str)) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("the directions are {}", names.join(", ")),
        };
        self.reject(value, "is not a direction", help)
    }

    fn symmetry(&mut self, value: &RawValue) -> Option<DeclaredSymmetry> {
        let word = value.trim().get_ron();
        if word == "Auto" {
            return Some(DeclaredSymmetry::Auto);
        }
        match word.parse::<SymmetryGroup>() {
            Ok(group) => Some(DeclaredSymmetry::Group(group)),
            Err(_) => {
                let names = SymmetryGroup::ALL.map(|group| group.to_string()).join(" ");
                let help = format!(
                    "the groups are {names}, and `Auto` takes the largest that the holes have"
                );
                self.reject(value, "is not a symmetry group", help)
            }
        }
    }

    fn axis(&mut self, value: &'a RawValue, symmetry: Option<DeclaredSymmetry>) -> Option<u16> {
        if symmetry == Some(DeclaredSymmetry::Auto) {
            let help = "declare the group whose axis it is: `symmetry: D1`";
            return self.reject(value, "is an axis without a declared symmetry", help);
        }
        self.read(
            value,
            "is not an angle",
            "write a whole number of degrees, such as 45",
        )
    }

    fn string(&mut self, value: &'a RawValue) -> Option<String> {
        self.read(value, "is not text", "write text in quotation marks: \"…\"")
    }

    fn finish(&mut self, value: &'a RawValue) -> Option<BoardFinish> {
        let forms = "write a label: \"d4\", `Position([\"d4\", …])` or `Patterns([(pegs: [\"d4\", …], empty: [\"e1\", …]), …])`";
        let text = value.trim().get_ron();
        let word = text.split('(').next().unwrap_or_default().trim_end();
        if !["Position", "Patterns"].contains(&word) {
            let label: Option<String> = self.read(value, "is not a finish", forms);
            return label.map(BoardFinish::Hole);
        }
        match self.form(value, forms)? {
            FinishField::Position(pegs) => {
                let (pegs, _) = self.entries(&pegs, "is not text", "write a label: \"d4\"");
                Some(BoardFinish::Position(pegs))
            }
            FinishField::Patterns(patterns) => {
                let (patterns, _) = self.entries(&patterns, "is not a pattern", forms);
                let labels = |PatternField { pegs, empty }| PatternLabels { pegs, empty };
                Some(BoardFinish::Patterns(
                    patterns.into_iter().map(labels).collect(),
                ))
            }
        }
    }

    fn labels(&mut self, value: &'a RawValue) -> (Labels, Vec<Span>) {
        let names = match self.form(value, "write `Letters`, `Numbers` or `Names([\"…\", …])`")
        {
            Some(LabelsField::Names(names)) => names,
            Some(LabelsField::Numbers) => return (Labels::Numbers, Vec::new()),
            Some(LabelsField::Letters) | None => return Default::default(),
        };
        let spans = names.iter().map(|name| span_of(self.text, name)).collect();
        let names = names
            .into_iter()
            .filter_map(|name| self.string(name))
            .collect();
        (Labels::Names(names), spans)
    }

    fn holes(
        &mut self,
        value: &'a RawValue,
        lattice: Option<Lattice>,
    ) -> (Vec<Coordinate>, Vec<Span>) {
        match self.form(
            value,
            "write `Picture([\"…\", …])` or `Coordinates([(x, y), …])`",
        ) {
            Some(HolesField::Picture(rows)) => self.picture(&rows, lattice),
            Some(HolesField::Coordinates(points)) => {
                let help =
                    "write a point as two whole numbers, `(x, y)`, x to the right and y down";
                self.entries(&points, "is not a point", help)
            }
            None => Default::default(),
        }
    }

    fn picture(
        &mut self,
        rows: &[&'a RawValue],
        lattice: Option<Lattice>,
    ) -> (Vec<Coordinate>, Vec<Span>) {
        let mut holes = Vec::new();
        let mut spans = Vec::new();
        let mut unknown: Vec<(char, Vec<Span>)> = Vec::new();
        let mut has_dots = false;
        for (y, value) in (0..).zip(rows) {
            let Some(row) = self.string(value) else {
                continue;
            };
            self.row_lengths.push(row.chars().count());
            let place = RowPlace::new(self.text, value, &row);
            for (x, (offset, character)) in (0..).zip(row.char_indices()) {
                let span = place.span(offset, character);
                match Mark::of(character) {
                    Mark::Hole => {
                        holes.push((x, y));
                        spans.push(span);
                    }
                    Mark::Outside => has_dots |= character != ' ',
                    Mark::Unknown => {
                        match unknown.binary_search_by_key(&character, |(known, _)| *known) {
                            Ok(place) => unknown[place].1.push(span),
                            Err(place) => unknown.insert(place, (character, vec![span])),
                        }
                    }
                }
            }
        }
        unknown
            .into_iter()
            .for_each(|(character, spans)| self.report(unknown_character(character, spans)));
        if lattice == Some(Lattice::Triangular)
            && !has_dots
            && let Some(points) = picture::spaced_points(&holes)
        {
            holes = points;
        }
        (holes, spans)
    }

    /// Parses the value of a field with several forms, such as `Picture([…])` and `Coordinates([…])`.
    fn form<T: Deserialize<'a>>(&mut self, value: &'a RawValue, forms: &str) -> Option<T> {
        let part = value.get_ron();
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        match options().from_str(part) {
            Ok(form) => Some(form),
            Err(SpannedError {
                code: Error::ExpectedArray | Error::ExpectedIdentifier | Error::TrailingCharacters,
                ..
            }) => self.reject(value, "has the wrong form", forms),
            Err(error) => {
                let diagnostic = explain(part, start, &error);
                self.report(match diagnostic.help {
                    Some(_) => diagnostic,
                    None => diagnostic.help(forms),
                });
                None
            }
        }
    }

    /// Parses a value with a single form.
    fn read<T: Deserialize<'a>>(
        &mut self,
        value: &'a RawValue,
        complaint: &str,
        help: impl Into<String>,
    ) -> Option<T> {
        match options().from_str(value.get_ron()) {
            Ok(read) => Some(read),
            Err(_) => self.reject(value, complaint, help),
        }
    }

    fn reject<T>(
        &mut self,
        value: &RawValue,
        complaint: &str,
        help: impl Into<String>,
    ) -> Option<T> {
        let span = span_of(self.text, value);
        let message = format!("`{}` {complaint}", abridge(&self.text[span.clone()]));
        self.report(Diagnostic::new(message).at(span, "here").help(help));
        None
    }
}

/// Location of a picture's row in the text.
struct RowPlace {
    value: Span,
    /// Offset of the row's first character; `None` if the row contains escapes.
    first: Option<usize>,
}

impl RowPlace {
    fn new(text: &str, value: &RawValue, row: &str) -> RowPlace {
        let value = span_of(text, value);
        let first = text[value.clone()]
            .rfind(row)
            .map(|offset| value.start + offset);
        RowPlace { value, first }
    }

    /// Returns the span of a character at this offset in the row.
    fn span(&self, offset: usize, character: char) -> Span {
        match self.first {
            Some(first) => first + offset..first + offset + character.len_utf8(),
            None => self.value.clone(),
        }
    }
}

/// Returns the error for an unknown character.
fn unknown_character(character: char, spans: Vec<Span>) -> Diagnostic {
    /// Maximum number of places in a diagnostic.
    const MAX_PLACES: usize = 8;
    let message = format!(
        "the picture has an unknown character, `{}`",
        character.escape_debug()
    );
    let places = spans.into_iter().take(MAX_PLACES);
    places
        .enumerate()
        .fold(Diagnostic::new(message), |diagnostic, (index, span)| {
            diagnostic.at(
                span,
                if index == 0 {
                    "unknown character"
                } else {
                    "and here"
                },
            )
        })
        .help(picture::advice(character))
}

/// Returns the beginning of the first line of a text.
fn abridge(text: &str) -> String {
    const LONGEST: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    let shown: String = line.chars().take(LONGEST).collect();
    let ellipsis = if shown.len() < text.len() { "…" } else { "" };
    quotation(&shown) + ellipsis
}
