use super::{BoardFile, BoardFinish, DeclaredSymmetry, Labels, picture};
use crate::board::geometry::Structure;
use std::fmt;

impl BoardFile {
    /// Returns the text of a board file that describes the same board: with a picture if it is small enough,
    /// otherwise with coordinates.
    ///
    /// ```
    /// use pegboard::{Board, BoardFile, Lattice};
    /// let plus = BoardFile::new("Plus", Lattice::Square, [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]);
    /// let text = plus.to_ron();
    /// assert!(text.contains(r#"".o.","#));
    /// assert_eq!(Board::parse(&text, "plus.ron")?, Board::new(plus)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_ron(&self) -> String {
        BoardFileText(self).to_string()
    }

    /// Returns the rows of the picture that [`to_ron`](BoardFile::to_ron) writes: `o` for a hole, `.` elsewhere.
    /// Returns `None` if there are no holes, a hole is listed twice, or the picture would be too large.
    pub fn rows(&self) -> Option<Vec<String>> {
        picture::draw(&self.holes)
    }
}

struct BoardFileText<'a>(&'a BoardFile);

impl fmt::Display for BoardFileText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.0;
        writeln!(f, "Board(")?;
        writeln!(f, "    name: {},", quoted(&file.name))?;
        write_structure(f, &file.lattice)?;
        if let Some(jumps) = &file.jumps {
            writeln!(f, "    jumps: {jumps},")?;
        }
        if !file.without.is_empty() {
            let jumps: Vec<String> = file
                .without
                .iter()
                .map(|(from, over, to)| tuple(&[from, over, to]))
                .collect();
            writeln!(f, "    without: [{}],", jumps.join(", "))?;
        }
        match file.symmetry {
            DeclaredSymmetry::Auto => writeln!(f, "    symmetry: Auto,")?,
            DeclaredSymmetry::Group(group) => writeln!(f, "    symmetry: {group},")?,
        }
        if let Some(axis) = file.axis {
            writeln!(f, "    axis: {axis},")?;
        }
        write_labels(f, &file.labels)?;
        write_text(f, "vacancy", file.vacancy.as_deref())?;
        if let Some(finish) = &file.finish {
            write_finish(f, finish)?;
        }
        if file.lattice.lattice().is_some() {
            write_holes(f, file)?;
        }
        if !file.places.is_empty() {
            writeln!(f, "    places: [")?;
            for (label, (x, y)) in &file.places {
                writeln!(f, "        ({}, ({x:?}, {y:?})),", quoted(label))?;
            }
            writeln!(f, "    ],")?;
        }
        write_text(f, "note", file.note.as_deref())?;
        write_text(f, "source", file.source.as_deref())?;
        writeln!(f, ")")
    }
}

fn write_structure(f: &mut fmt::Formatter<'_>, structure: &Structure) -> fmt::Result {
    if structure.lattice().is_some() {
        return writeln!(f, "    lattice: {},", structure.name());
    }
    writeln!(f, "    lattice: {}([", structure.name())?;
    for list in structure.lists() {
        match structure {
            Structure::Lines(_) => writeln!(f, "        {},", bracketed(&list))?,
            _ => writeln!(f, "        {},", tuple(&list))?,
        }
    }
    writeln!(f, "    ]),")
}

/// Returns labels as a RON tuple.
fn tuple(labels: &[impl AsRef<str>]) -> String {
    let labels: Vec<String> = labels.iter().map(|label| quoted(label.as_ref())).collect();
    format!("({})", labels.join(", "))
}

/// Returns labels as a RON list.
fn bracketed(labels: &[impl AsRef<str>]) -> String {
    let labels: Vec<String> = labels.iter().map(|label| quoted(label.as_ref())).collect();
    format!("[{}]", labels.join(", "))
}

fn write_finish(f: &mut fmt::Formatter<'_>, finish: &BoardFinish) -> fmt::Result {
    match finish {
        BoardFinish::Hole(label) => writeln!(f, "    finish: {},", quoted(label)),
        BoardFinish::Position(pegs) => {
            writeln!(f, "    finish: Position({}),", bracketed(pegs))
        }
        BoardFinish::Patterns(patterns) => {
            writeln!(f, "    finish: Patterns([")?;
            for pattern in patterns {
                let lists = [("pegs", &pattern.pegs), ("empty", &pattern.empty)];
                let lists: Vec<String> = lists
                    .iter()
                    .filter(|(_, labels)| !labels.is_empty())
                    .map(|(name, labels)| format!("{name}: {}", bracketed(labels)))
                    .collect();
                writeln!(f, "        ({}),", lists.join(", "))?;
            }
            writeln!(f, "    ]),")
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, field: &str, text: Option<&str>) -> fmt::Result {
    match text {
        Some(text) => writeln!(f, "    {field}: {},", quoted(text)),
        None => Ok(()),
    }
}

fn write_labels(f: &mut fmt::Formatter<'_>, labels: &Labels) -> fmt::Result {
    match labels {
        Labels::Letters => Ok(()),
        Labels::Numbers => writeln!(f, "    labels: Numbers,"),
        Labels::Names(names) => writeln!(f, "    labels: Names({}),", bracketed(names)),
    }
}

fn write_holes(f: &mut fmt::Formatter<'_>, file: &BoardFile) -> fmt::Result {
    match file.rows() {
        Some(rows) => {
            writeln!(f, "    holes: Picture([")?;
            for row in rows {
                writeln!(f, "        \"{row}\",")?;
            }
        }
        None => {
            writeln!(f, "    holes: Coordinates([")?;
            for (x, y) in &file.holes {
                writeln!(f, "        ({x}, {y}),")?;
            }
        }
    }
    writeln!(f, "    ]),")
}

/// Quotes a RON string, whose escapes are those of Rust.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.escape_debug())
}
