//! Text of a certificate, as RON.

use pegboard_checker::format::atlas::AtlasPart;
use pegboard_checker::format::{
    AnswerPart, BoardPart, CasePart, CertificatePart, ExhaustionPart, FewestProofPart, FinishPart,
    FinishesPart, FunctionPart, GoalPart, LatticePart, LevelPart, ParitySetPart, PatternPart,
    PositionsPart, RefutationPart, RefutedPart, RefutedPatternPart, SidePart, VERSION,
};
use std::fmt::Display;

/// Returns the text of a certificate.
pub(super) fn text(part: &CertificatePart) -> String {
    let mut text = Printer {
        lines: String::new(),
        depth: 0,
    };
    text.line(COMMENT);
    text.certificate(part);
    text.lines
}

/// Returns the text of the certificate of a problem in an atlas, given the text of the answer.
pub(crate) fn certificate_of_text(
    board: &BoardPart,
    start: &str,
    finish: &str,
    answer: &str,
) -> String {
    let mut text = Printer {
        lines: String::new(),
        depth: 0,
    };
    text.line(COMMENT);
    text.block("Certificate(", ")", |text| {
        text.line(format_args!("version: {VERSION},"));
        text.board(board);
        text.words("start: ", start);
        text.line(format_args!("goal: PegIn({}),", quoted(finish)));
        text.line(format_args!("answer: {answer},"));
    });
    text.lines
}

/// First line of a certificate.
const COMMENT: &str =
    "// A certificate of an answer to a peg solitaire problem. `pegboard verify` checks it.";

/// Returns the text of an atlas.
pub(crate) fn atlas_text(part: &AtlasPart) -> String {
    let mut text = Printer {
        lines: String::new(),
        depth: 0,
    };
    text.line(
        "// The single-vacancy problems of a peg solitaire board, with answers and proofs. `pegboard verify` checks them.",
    );
    text.block("Atlas(", ")", |text| {
        text.line(format_args!("version: {},", part.oldest_version()));
        text.board(&part.board);
        text.line("// By vacancy and finish.");
        text.block("problems: {", "},", |text| {
            for problem in &part.problems {
                let ends = (quoted(&problem.vacate), quoted(&problem.finish));
                text.answer(&format!("({}, {}): ", ends.0, ends.1), &problem.answer);
            }
        });
        if !part.moves.is_empty() {
            text.line("// The fewest moves, as comma-separated values.");
            text.block("moves: \"", "\",", |text| {
                part.moves
                    .lines()
                    .for_each(|row| text.line(row.trim().escape_debug()));
            });
        }
    });
    text.lines
}

/// Maximum length of a line of a list.
const WIDTH: usize = 100;

struct Printer {
    lines: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, line: impl Display) {
        self.lines += &format!("{}{line}\n", "    ".repeat(self.depth));
    }

    /// Writes `open`, the indented output of `inner`, and `close`.
    fn block(&mut self, open: impl Display, close: &str, inner: impl FnOnce(&mut Printer)) {
        self.line(open);
        self.depth += 1;
        inner(self);
        self.depth -= 1;
        self.line(close);
    }

    /// Writes a list on one line if it fits, and otherwise on several lines.
    fn list(&mut self, field: &str, open: &str, items: &[String], separator: &str, close: &str) {
        let prefix = format!("{field}{open}");
        let one_line = format!("{prefix}{}{close},", items.join(&format!("{separator} ")));
        if one_line.chars().count() + 4 * self.depth <= WIDTH {
            return self.line(one_line);
        }
        self.block(prefix, &format!("{close},"), |text| {
            let room = WIDTH.saturating_sub(4 * text.depth);
            let mut line = String::new();
            for item in items {
                if !line.is_empty() && line.len() + item.len() + 2 > room {
                    text.line(line.trim_end());
                    line.clear();
                }
                line += &format!("{item}{separator} ");
            }
            text.line(line.trim_end());
        });
    }

    /// Writes words in one string, which may have line breaks.
    fn words(&mut self, field: &str, words: &str) {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        self.list(field, "\"", &words, "", "\"");
    }

    fn numbers<T: Display>(&mut self, field: &str, numbers: &[T]) {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        self.list(field, "[", &numbers, ",", "]");
    }

    fn certificate(&mut self, part: &CertificatePart) {
        self.block("Certificate(", ")", |text| {
            text.line(format_args!("version: {},", part.oldest_version()));
            text.board(&part.board);
            text.words("start: ", &part.start);
            match &part.goal {
                GoalPart::Position(pegs) => {
                    text.line(format_args!("goal: Position({}),", quoted(pegs)))
                }
                GoalPart::PegIn(holes) => {
                    text.line(format_args!("goal: PegIn({}),", quoted(holes)))
                }
                GoalPart::OnePeg => text.line("goal: OnePeg,"),
                GoalPart::FewestPegs => text.line("goal: FewestPegs,"),
                GoalPart::Patterns(patterns) => {
                    text.block("goal: Patterns([", "]),", |text| {
                        let each = patterns.iter().map(pattern_text);
                        each.for_each(|pattern| text.line(format_args!("{pattern},")));
                    });
                }
            }
            text.answer("answer: ", &part.answer);
        });
    }

    fn board(&mut self, board: &BoardPart) {
        self.block("board: Board(", "),", |text| {
            text.line(format_args!("name: {},", quoted(&board.name)));
            match &board.lattice {
                LatticePart::Jumps(jumps) => {
                    text.list("lattice: Jumps(", "[", &tuples(jumps), ",", "])")
                }
                lattice => text.line(format_args!("lattice: {},", lattice.name())),
            }
            if let Some(jumps) = &board.jumps {
                let steps: Vec<String> = jumps.iter().map(|(x, y)| format!("({x}, {y})")).collect();
                text.list("jumps: ", "[", &steps, ",", "]");
            }
            if !board.without.is_empty() {
                text.list("without: ", "[", &tuples(&board.without), ",", "]");
            }
            if let Some(symmetry) = &board.symmetry {
                text.line(format_args!("symmetry: {},", quoted(symmetry)));
            }
            if let Some(axis) = board.axis {
                text.line(format_args!("axis: {axis},"));
            }
            if !board.holes.is_empty() {
                let holes: Vec<String> = board
                    .holes
                    .iter()
                    .map(|(x, y)| format!("({x}, {y})"))
                    .collect();
                text.list("holes: ", "[", &holes, ",", "]");
            }
            let labels: Vec<String> = board.labels.iter().map(|label| quoted(label)).collect();
            text.list("labels: ", "[", &labels, ",", "]");
        });
    }

    /// Writes the answer after the name of its field or its key.
    fn answer(&mut self, field: &str, answer: &AnswerPart) {
        match answer {
            AnswerPart::Solvable(moves) => {
                self.block(format_args!("{field}Solvable("), "),", |text| {
                    text.words("", moves)
                });
            }
            AnswerPart::Unsolvable(refutation) => {
                self.block(
                    format_args!("{field}Unsolvable(Refutation("),
                    ")),",
                    |text| text.refutation(refutation),
                );
            }
            AnswerPart::FewestMoves {
                count,
                moves,
                proof,
            } => {
                self.block(format_args!("{field}FewestMoves("), "),", |text| {
                    text.line(format_args!("count: {count},"));
                    text.words("moves: ", moves);
                    text.block("proof: Refutation(", "),", |text| text.refutation(proof));
                });
            }
            AnswerPart::Fewest { pegs, moves, proof } => {
                self.block(format_args!("{field}Fewest("), "),", |text| {
                    text.line(format_args!("pegs: {pegs},"));
                    text.words("moves: ", moves);
                    match proof {
                        FewestProofPart::LastPeg => text.line("proof: LastPeg,"),
                        FewestProofPart::Refuted(refutation) => {
                            text.block("proof: Refuted(Refutation(", ")),", |text| {
                                text.refutation(refutation)
                            });
                        }
                    }
                })
            }
        }
    }

    fn refutation(&mut self, part: &RefutationPart) {
        let invariants: Vec<String> = part.invariants.iter().map(|set| quoted(set)).collect();
        self.list("invariants: ", "[", &invariants, ",", "]");
        self.functions(&part.pagodas, &part.functions);
        if !part.symmetries.is_empty() {
            self.rows("symmetries", &part.symmetries);
        }
        match &part.finishes {
            FinishesPart::Each(finishes) => self.block("finishes: Each([", "]),", |text| {
                for FinishPart { pegs, refuted } in finishes {
                    text.refuted(&format!("Finish(pegs: {}", quoted(pegs)), refuted);
                }
            }),
            FinishesPart::Patterns(patterns) => self.block("finishes: Patterns([", "]),", |text| {
                for RefutedPatternPart { pattern, refuted } in patterns {
                    let pattern = pattern_text(pattern);
                    text.refuted(&format!("Refuted(pattern: {pattern}"), refuted);
                }
            }),
            FinishesPart::Every { pegs } => {
                self.line(format_args!("finishes: Every(pegs: {pegs}),"))
            }
            FinishesPart::Any { pegs } => self.line(format_args!("finishes: Any(pegs: {pegs}),")),
        }
        self.exhaustion(&part.exhaustion);
    }

    /// Writes a finish, of which `named` is the beginning, with its refutation.
    fn refuted(&mut self, named: &str, refuted: &RefutedPart) {
        let refuted = match refuted {
            RefutedPart::Class {
                invariant,
                start,
                finish,
            } => {
                format!("Class(invariant: {invariant}, start: {start:?}, finish: {finish:?})")
            }
            RefutedPart::Pagoda {
                function,
                start,
                finish,
            } => {
                format!("Pagoda(function: {function}, start: {start}, finish: {finish})")
            }
            RefutedPart::Function {
                function,
                start,
                finish,
                loss,
            } => {
                format!(
                    "Function(function: {function}, start: {start}, finish: {finish}, loss: {loss})"
                )
            }
            RefutedPart::Cases(case) => {
                return self.block(format_args!("{named}, refuted: Cases("), ")),", |text| {
                    text.case(case)
                });
            }
            RefutedPart::Pegs => "Pegs".to_owned(),
            RefutedPart::Exhaustion => "Exhaustion".to_owned(),
        };
        self.line(format_args!("{named}, refuted: {refuted}),"));
    }

    fn case(&mut self, part: &CasePart) {
        let (split, parts) = match part {
            CasePart::First(parts) => ("First", parts),
            CasePart::Last(parts) => ("Last", parts),
            leaf => return self.line(format_args!("{},", case_text(leaf))),
        };
        if parts
            .iter()
            .any(|part| matches!(part, CasePart::First(_) | CasePart::Last(_)))
        {
            self.block(format_args!("{split}(["), "]),", |text| {
                parts.iter().for_each(|part| text.case(part))
            });
        } else {
            let leaves: Vec<String> = parts.iter().map(case_text).collect();
            self.list(&format!("{split}("), "[", &leaves, ",", "])");
        }
    }

    /// Writes the functions without parity sets first, as lists of weights.
    fn functions(&mut self, pagodas: &[Vec<i32>], functions: &[FunctionPart]) {
        self.rows("pagodas", pagodas);
        if functions.is_empty() {
            return;
        }
        self.block("functions: [", "],", |text| {
            functions
                .iter()
                .for_each(|function| text.function(function))
        });
    }

    fn function(&mut self, part: &FunctionPart) {
        self.block("Function(", "),", |text| {
            text.numbers("weights: ", &part.weights);
            if part.parities.is_empty() {
                return;
            }
            text.block("parities: [", "],", |text| {
                for ParitySetPart { holes, loss } in &part.parities {
                    text.line(format_args!(
                        "Parity(holes: {}, loss: {loss}),",
                        quoted(holes)
                    ));
                }
            });
        });
    }

    fn exhaustion(&mut self, part: &ExhaustionPart) {
        match part {
            ExhaustionPart::NotNeeded => self.line("exhaustion: NotNeeded,"),
            ExhaustionPart::Forward(side) => {
                self.block("exhaustion: Forward(Side(", ")),", |text| text.side(side));
            }
            ExhaustionPart::Backward(side) => {
                self.block("exhaustion: Backward(Side(", ")),", |text| text.side(side));
            }
            ExhaustionPart::BothWays {
                meeting,
                forward,
                backward,
            } => {
                self.block("exhaustion: BothWays(", "),", |text| {
                    text.line(format_args!("meeting: {meeting},"));
                    text.block("forward: Side(", "),", |text| text.side(forward));
                    text.block("backward: Side(", "),", |text| text.side(backward));
                });
            }
            ExhaustionPart::Halved { meeting, forward } => {
                self.block("exhaustion: Halved(", "),", |text| {
                    text.line(format_args!("meeting: {meeting},"));
                    text.block("forward: Side(", "),", |text| text.side(forward));
                })
            }
        }
    }

    fn side(&mut self, part: &SidePart) {
        self.functions(&part.pagodas, &part.functions);
        if part.last_jumps > 0 {
            self.line(format_args!("last_jumps: {},", part.last_jumps));
        }
        self.rows("symmetries", &part.symmetries);
        match &part.positions {
            PositionsPart::Listed(levels) => self.block("positions: Listed([", "]),", |text| {
                levels.iter().for_each(|level| text.level(level));
            }),
            PositionsPart::File {
                name,
                bytes,
                blake3,
            } => self.block("positions: File(", "),", |text| {
                text.line(format_args!("name: {},", quoted(name)));
                text.line(format_args!("bytes: {bytes},"));
                text.line(format_args!("blake3: {},", quoted(blake3)));
            }),
            PositionsPart::Sizes(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                self.list("positions: Sizes(", "[", &sizes, ",", "])");
            }
        }
    }

    fn level(&mut self, part: &LevelPart) {
        self.words(&format!("Level(pegs: {}, codes: ", part.pegs), &part.codes);
        let end = self.lines.len() - ",\n".len();
        self.lines.insert(end, ')');
    }

    /// Writes a list of lists of numbers.
    fn rows<T: Display>(&mut self, field: &str, rows: &[Vec<T>]) {
        if rows.is_empty() {
            return self.line(format_args!("{field}: [],"));
        }
        self.block(format_args!("{field}: ["), "],", |text| {
            rows.iter().for_each(|row| text.numbers("", row));
        });
    }
}

/// Writes the fields of a pattern that name holes.
fn pattern_text(part: &PatternPart) -> String {
    let fields = [("pegs", &part.pegs), ("empty", &part.empty)];
    let named = fields.iter().filter(|(_, holes)| !holes.is_empty());
    let fields: Vec<String> = named
        .map(|(name, holes)| format!("{name}: {}", quoted(holes)))
        .collect();
    format!("Pattern({})", fields.join(", "))
}

/// Formats a case on one line.
fn case_text(part: &CasePart) -> String {
    let split = |parts: &[CasePart]| {
        let texts: Vec<String> = parts.iter().map(case_text).collect();
        format!("[{}]", texts.join(", "))
    };
    match part {
        CasePart::Class(number) => format!("Class({number})"),
        CasePart::Function(number) => format!("Function({number})"),
        CasePart::Seen => "Seen".to_owned(),
        CasePart::First(parts) => format!("First({})", split(parts)),
        CasePart::Last(parts) => format!("Last({})", split(parts)),
    }
}

/// Formats a RON string, which has the escapes of Rust.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.escape_debug())
}

/// Returns indices of holes as RON tuples.
fn tuples(jumps: &[(usize, usize, usize)]) -> Vec<String> {
    jumps
        .iter()
        .map(|(from, over, to)| format!("({from}, {over}, {to})"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every part that version 2 adds.
    const PARTS: &str = r#"Certificate(
        version: 2,
        board: Board(name: "Row", lattice: Square, holes: [(0, 0), (1, 0), (2, 0)], labels: ["a", "b", "c"]),
        start: "a b",
        goal: PegIn("a b"),
        answer: Unsolvable(Refutation(
            invariants: ["a b"],
            pagodas: [[1, 1, 1]],
            functions: [
                Function(weights: [1, 0, 1]),
                Function(weights: [1, 1, 1], parities: [Parity(holes: "a", loss: 1), Parity(holes: "b", loss: 0)]),
            ],
            symmetries: [[0, 1, 2], [2, 1, 0]],
            finishes: Each([
                Finish(pegs: "a", refuted: Cases(First([Last([]), Last([Function(1), First([Class(1), Seen])])]))),
                Finish(pegs: "b", refuted: Function(function: 3, start: 2, finish: 1, loss: 1)),
                Finish(pegs: "a", refuted: Cases(Class(1))),
            ]),
            exhaustion: BothWays(
                meeting: 2,
                forward: Side(
                    functions: [Function(weights: [1, 1, 1], parities: [Parity(holes: "a c", loss: 1)])],
                    last_jumps: 2, symmetries: [[0, 1, 2]], positions: Sizes([1, 12, 0]),
                ),
                backward: Side(symmetries: [[0, 1, 2]], positions: Sizes([])),
            ),
        )),
    )"#;

    #[test]
    fn what_is_written_is_what_is_read() {
        let part = CertificatePart::read(PARTS).unwrap();
        let written = text(&part);
        assert_eq!(CertificatePart::read(&written).unwrap(), part, "{written}");
    }

    #[test]
    fn the_text_of_cases_stays_what_it_was() {
        let first = CasePart::First(vec![CasePart::Class(1), CasePart::Seen]);
        let case = CasePart::Last(vec![CasePart::Function(1), first, CasePart::Last(vec![])]);
        assert_eq!(
            case_text(&case),
            "Last([Function(1), First([Class(1), Seen]), Last([])])"
        );
    }
}
