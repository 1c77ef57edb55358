use super::Mark;
use crate::board::file::Diagnostic;

/// Legend of a foreign picture: the meaning of its characters.
///
/// By default the legend is inferred. If any characters are given, all characters of the picture must be given. A
/// blank given as `outside` is never a separator.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ImportLegend {
    /// Characters for an empty hole.
    pub hole: String,
    /// Characters for a peg.
    pub peg: String,
    /// Characters for places without a hole, besides blanks.
    pub outside: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Hole,
    Peg,
    Outside,
}

/// Meaning of every character of a picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reading {
    hole: Vec<char>,
    peg: Vec<char>,
}

/// One row of the table of known conventions.
struct Convention {
    hole: &'static str,
    peg: &'static str,
    outside: &'static str,
}

const ORDINARY: Convention = Convention {
    hole: "oO0○",
    peg: "*xX●",
    outside: ".#_",
};
const WALLED: Convention = Convention {
    hole: ".",
    peg: "+",
    outside: "#",
};

/// Characters of pictures that this program prints, including marks for the last move and for hints.
const ROUND: Convention = Convention {
    hole: "○·",
    peg: "●◉+-?",
    outside: "",
};
const PLAIN_AFTER_A_MOVE: Convention = Convention {
    hole: "o-",
    peg: "*@",
    outside: "",
};

impl Reading {
    /// Returns the reading given by the legend, or the only one that the conventions allow.
    pub(super) fn choose(marks: &[Mark], legend: &ImportLegend) -> Result<Reading, Diagnostic> {
        if *legend == ImportLegend::default() {
            Reading::guess(marks)
        } else {
            Reading::given(marks, legend)
        }
    }

    /// Returns the legend of the characters that occur, and `true` if it is certain because the user gave it or the
    /// picture is in the notation of this program.
    pub(super) fn legend(&self, marks: &[Mark], given: &ImportLegend) -> (ImportLegend, bool) {
        let mut used = ImportLegend::default();
        for mark in kinds(marks) {
            let characters = match self.meaning(mark.character) {
                Meaning::Hole => &mut used.hole,
                Meaning::Peg => &mut used.peg,
                Meaning::Outside => &mut used.outside,
            };
            characters.push(mark.character);
        }
        let only = |characters: &str, plain: &str| characters.chars().all(|c| plain.contains(c));
        let is_plain = only(&used.hole, "o○") && only(&used.peg, "*●◉") && only(&used.outside, ".");
        (used, is_plain || *given != ImportLegend::default())
    }

    pub(super) fn meaning(&self, character: char) -> Meaning {
        if self.peg.contains(&character) {
            Meaning::Peg
        } else if self.hole.contains(&character) {
            Meaning::Hole
        } else {
            Meaning::Outside
        }
    }

    fn given(marks: &[Mark], legend: &ImportLegend) -> Result<Reading, Diagnostic> {
        for mark in marks {
            let uses = [&legend.hole, &legend.peg, &legend.outside]
                .into_iter()
                .filter(|characters| characters.contains(mark.character))
                .count();
            match uses {
                0 => return Err(left_out(mark)),
                1 => {}
                _ => return Err(two_meanings(mark)),
            }
        }
        Ok(Reading {
            hole: legend.hole.chars().collect(),
            peg: legend.peg.chars().collect(),
        })
    }

    /// Chooses a convention: [`WALLED`] for a picture with a wall or a `+` but without the holes and pegs of
    /// [`ORDINARY`]. In [`ORDINARY`], `.` is not a hole, so a picture of dots alone shows no holes.
    fn guess(marks: &[Mark]) -> Result<Reading, Diagnostic> {
        let kinds = kinds(marks);
        if let Some(own) = Convention::of_this_program(&kinds) {
            return Ok(Reading {
                hole: own.hole.chars().collect(),
                peg: own.peg.chars().collect(),
            });
        }
        if let Some(mark) = kinds
            .iter()
            .find(|mark| !ORDINARY.knows(mark) && !WALLED.knows(mark))
        {
            return Err(unknown(mark));
        }
        let has = |characters: &str| kinds.iter().any(|mark| characters.contains(mark.character));
        let convention = if has(ORDINARY.hole) || has(ORDINARY.peg) {
            &ORDINARY
        } else if has(WALLED.peg) || has(WALLED.outside) {
            &WALLED
        } else {
            &ORDINARY
        };
        convention.read(&kinds)
    }
}

impl Convention {
    /// Returns the convention of this program if a character identifies it.
    fn of_this_program(kinds: &[Mark]) -> Option<&'static Convention> {
        let has = |characters: &str| kinds.iter().any(|mark| characters.contains(mark.character));
        let is_whole = |own: &&Convention| kinds.iter().all(|mark| own.knows(mark));
        let own = if has("○◉·") {
            Some(&ROUND)
        } else {
            has("@").then_some(&PLAIN_AFTER_A_MOVE)
        };
        own.filter(is_whole)
    }

    fn knows(&self, mark: &Mark) -> bool {
        [self.hole, self.peg, self.outside]
            .iter()
            .any(|characters| characters.contains(mark.character))
    }

    /// Reads a picture by this convention. Each meaning must have a single character: with `o` and `O` in one
    /// picture, either might be the peg.
    fn read(&self, kinds: &[Mark]) -> Result<Reading, Diagnostic> {
        if let Some(foreign) = kinds.iter().find(|mark| !self.knows(mark)) {
            let own = kinds.iter().find(|mark| self.knows(mark));
            return Err(own.map_or_else(|| unknown(foreign), |own| unrelated(own, foreign)));
        }
        let only = |characters: &str, meaning: &str| {
            let used: Vec<&Mark> = kinds
                .iter()
                .filter(|mark| characters.contains(mark.character))
                .collect();
            match used[..] {
                [first, second, ..] => Err(rivals(first, second, meaning)),
                _ => Ok(used.iter().map(|mark| mark.character).collect()),
            }
        };
        only(self.outside, "no hole")?;
        Ok(Reading {
            hole: only(self.hole, "an empty hole")?,
            peg: only(self.peg, "a peg")?,
        })
    }
}

/// Returns the first mark of each character.
fn kinds(marks: &[Mark]) -> Vec<Mark> {
    let mut kinds: Vec<Mark> = Vec::new();
    for mark in marks {
        if kinds.iter().all(|kind| kind.character != mark.character) {
            kinds.push(*mark);
            // No convention has this many characters, so reading fails in any case.
            if kinds.len() > 32 {
                break;
            }
        }
    }
    kinds
}

const SAY_WHICH: &str =
    "say which character is a hole, a peg, or no hole: `--hole`, `--peg`, `--outside`";

fn unknown(mark: &Mark) -> Diagnostic {
    let shown = mark.character.escape_debug();
    Diagnostic::new(format!(
        "the picture has a character of unknown meaning, `{shown}`"
    ))
    .at(mark.span(), "unknown character")
    .help("say whether it is a hole, a peg, or no hole: `--hole`, `--peg`, `--outside`")
}

fn left_out(mark: &Mark) -> Diagnostic {
    let shown = mark.character.escape_debug();
    Diagnostic::new(format!("the legend does not say what `{shown}` stands for"))
        .at(mark.span(), "not in the legend")
        .help(format!(
            "once one character is given, all must be: add `{shown}` to `--hole` (an empty hole), `--peg` or \
             `--outside` (no hole)"
        ))
}

fn two_meanings(mark: &Mark) -> Diagnostic {
    Diagnostic::new(format!(
        "the legend gives `{}` two meanings",
        mark.character.escape_debug()
    ))
    .at(mark.span(), "used here")
    .help("name every character once")
}

fn rivals(first: &Mark, second: &Mark, meaning: &str) -> Diagnostic {
    Diagnostic::new(format!(
        "`{}` and `{}` cannot both stand for {meaning}",
        first.character, second.character
    ))
    .at(first.span(), "one")
    .at(second.span(), "the other")
    .help(SAY_WHICH)
}

fn unrelated(first: &Mark, second: &Mark) -> Diagnostic {
    let (first_shown, second_shown) = (first.character, second.character);
    Diagnostic::new(format!(
        "no reading of the picture has both `{first_shown}` and `{second_shown}`"
    ))
    .at(first.span(), "one")
    .at(second.span(), "the other")
    .help(SAY_WHICH)
}
