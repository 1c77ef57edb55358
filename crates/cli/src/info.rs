use super::answer_text::any_pattern;
use super::board_facts::BoardDetails;
use super::board_name::BoardArgs;
use super::outcome::Outcome;
use super::output::{
    self, Format, HEADING, UNSURE, counted, indented, line_width, styled, wrapped,
};
use super::program::{Call, Run};
use clap::Args;
use pegboard::control::{grouped, size_text};
use pegboard::drawing::{TextPicture, TextStrip};
use pegboard::sweep::bitmap_bytes;
use pegboard::{Board, Goal, Hole, Jump, JumpDirections, ProblemType, SvssProblem};

#[derive(Args)]
pub struct InfoArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Print the board as a board file, to change it
    #[arg(long, conflicts_with = "json")]
    ron: bool,
}

impl Run for InfoArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let board = self.board.find()?;
        match call.format {
            Format::Text if self.ron => output::print_text(&board.file().to_ron())?,
            Format::Text => output::print_text(&description(&board))?,
            Format::Json => output::print_json(
                "info",
                &BoardDetails::new(&board, self.board.name().lasting()),
            )?,
        }
        Ok(Outcome::Done)
    }
}

fn description(board: &Board) -> String {
    let sections = [
        styled(HEADING, board.name()),
        indented(&TextPicture::of_labels(board).to_string(), 2),
        facts(board),
        warnings(board),
        problems(board),
        types(board),
    ];
    output::joined(sections)
}

/// Formats the derived facts, one per line.
fn facts(board: &Board) -> String {
    let file = board.file();
    let mut facts = vec![
        ("holes", board.hole_count().to_string()),
        ("jumps", jumps(board)),
        ("lattice", board.file().lattice.to_string()),
        ("backend", board.backend().to_string()),
        ("symmetry", symmetry(board)),
        ("classes", classes(board)),
        ("null-class", null_class(board).to_owned()),
        ("in a class", positions_in_a_class(board)),
        ("sweep", sweep(board)),
        ("parts", parts(board)),
    ];
    let vacancy = board.usual_vacancy();
    facts.extend(vacancy.map(|hole| ("vacancy", board.label(hole).to_owned())));
    facts.extend(
        board
            .usual_goal()
            .map(|goal| ("finish", usual_finish(board, &goal))),
    );
    facts.extend(file.note.clone().map(|note| ("note", note)));
    facts.extend(file.source.clone().map(|source| ("source", source)));
    facts
        .iter()
        .map(|(name, value)| fact(name, value))
        .collect::<Vec<_>>()
        .join("\n")
}

fn usual_finish(board: &Board, goal: &Goal) -> String {
    let labels = |holes: &mut dyn Iterator<Item = Hole>| -> String {
        let labels: Vec<&str> = holes.map(|hole| board.label(hole)).collect();
        labels.join(" ")
    };
    match goal {
        Goal::Position(finish) => format!("the position {}", labels(&mut finish.pegs())),
        Goal::PegIn(holes) => labels(&mut holes.iter().copied()),
        Goal::Patterns(patterns) => any_pattern(patterns).replace("finish with ", ""),
        Goal::OnePeg | Goal::FewestPegs => String::new(), // no board file has such a finish
    }
}

fn fact(name: &str, value: &str) -> String {
    const NAME: usize = 12;
    let width = line_width().saturating_sub(NAME);
    let value = indented(&wrapped(value.split_whitespace(), width), NAME);
    format!("{name:<NAME$}{}", value.trim_start())
}

/// Returns the number of jumps, with the directions if they differ from those of the lattice.
fn jumps(board: &Board) -> String {
    let count = board.jumps().len();
    let left_out = &board.file().without;
    if !left_out.is_empty() {
        let jumps: Vec<String> = left_out
            .iter()
            .map(|(from, over, to)| format!("{from}-({over})-{to}"))
            .collect();
        return format!("{count}, without {}, either way", jumps.join(", "));
    }
    let is_reverse = |jump: &Jump, other: &Jump| {
        (jump.from(), jump.over(), jump.to()) == (other.to(), other.over(), other.from())
    };
    let has_reverse = |jump: &&Jump| board.jumps().iter().any(|other| is_reverse(jump, other));
    let one_way = count - board.jumps().iter().filter(has_reverse).count();
    match &board.file().jumps {
        None if one_way > 0 => format!("{count}, {one_way} of them one way only"),
        None => count.to_string(),
        Some(jumps @ JumpDirections::Only(_)) => {
            format!("{count}, {}", jumps.to_string().trim_matches(['[', ']']))
        }
        Some(named) => format!("{count}, {}", named.to_string().to_lowercase()),
    }
}

fn symmetry(board: &Board) -> String {
    if board.lattice().is_none() {
        return board.symmetry_group().to_string();
    }
    let elements: Vec<String> = board.symmetries().iter().map(ToString::to_string).collect();
    format!("{}: {}", board.symmetry_group(), elements.join(", "))
}

fn classes(board: &Board) -> String {
    let parities = board.position_classes().dimension();
    let word = if parities == 1 {
        "parity that no jump changes"
    } else {
        "independent parities that no jump changes"
    };
    match 1u128.checked_shl(parities as u32) {
        Some(classes) => format!("{} ({parities} {word})", grouped(classes)),
        None => format!("2^{parities} ({parities} {word})"),
    }
}

fn null_class(board: &Board) -> &'static str {
    if board.is_null_class() {
        "yes: the classes allow complement problems"
    } else {
        "no: the classes exclude complement problems"
    }
}

/// Formats an upper bound on the positions of a search or a sweep.
fn positions_in_a_class(board: &Board) -> String {
    const EXACT_BELOW: f64 = 1e6;
    let bits = board.hole_count() - board.position_classes().dimension();
    let reduced = (2f64.powi(bits as i32) / board.symmetries().len() as f64).ceil();
    let reduced = if reduced < EXACT_BELOW {
        grouped(reduced)
    } else {
        format!("{reduced:.1e}")
    };
    format!("2^{bits} positions, about {reduced} up to symmetry")
}

/// Formats the memory of a sweep.
fn sweep(board: &Board) -> String {
    let sizes = bitmap_sizes(board);
    let (Some((hole, least)), Some((_, most))) = (
        sizes.iter().min_by_key(|size| size.1),
        sizes.iter().max_by_key(|size| size.1),
    ) else {
        return "by lists: the board has too many holes or jumps for a bitmap".to_owned();
    };
    let least_text = size_text(*least);
    if least == most {
        return format!("a bitmap of {least_text}");
    }
    format!(
        "a bitmap of {least_text} from {}, at most {}",
        board.label(*hole),
        size_text(*most)
    )
}

/// Returns the bitmap size in bytes for each vacancy up to symmetry.
fn bitmap_sizes(board: &Board) -> Vec<(Hole, u64)> {
    let size = |hole: Hole| Some((hole, bitmap_bytes(&board.vacate(hole))?));
    board.holes_up_to_symmetry().filter_map(size).collect()
}

fn parts(board: &Board) -> String {
    let sizes: Vec<usize> = board.connected_parts().iter().map(Vec::len).collect();
    match sizes.as_slice() {
        [_] => "1: jumps connect all holes".to_owned(),
        _ => {
            let list: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!("{}, of {} holes", sizes.len(), list.join(", "))
        }
    }
}

fn warnings(board: &Board) -> String {
    let warning = |text: &dyn std::fmt::Display| format!("{} {text}", styled(UNSURE, "warning:"));
    board
        .warnings()
        .iter()
        .map(|each| warning(each))
        .collect::<Vec<_>>()
        .join("\n")
}

fn problems(board: &Board) -> String {
    let problems = board.svss_problems();
    let count = counted(problems.len(), "SVSS problem");
    let heading = format!(
        "{count} allowed by the classes, up to symmetry (vacancy→finish, with its reversal):"
    );
    let list = problems.iter().map(|problem| problem_text(board, *problem));
    let list = wrapped(separated(list), line_width().saturating_sub(2));
    if problems.is_empty() {
        "the classes allow no SVSS problem".to_owned()
    } else {
        format!("{heading}\n{}", indented(&list, 2))
    }
}

/// Formats a problem with its reversal: `d1→d4 (d4→d1)`.
fn problem_text(board: &Board, problem: SvssProblem) -> String {
    let arrow = |(vacancy, finish)| format!("{}→{}", board.label(vacancy), board.label(finish));
    let itself = (problem.vacancy(), problem.finish());
    if problem.reversal() == itself {
        arrow(itself)
    } else {
        format!("{}\u{a0}({})", arrow(itself), arrow(problem.reversal()))
    }
}

fn separated(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = words.collect();
    let last = words.len().saturating_sub(1);
    words.iter_mut().take(last).for_each(|word| word.push(','));
    words
}

fn types(board: &Board) -> String {
    let types = board.problem_types();
    let pictures = types.iter().enumerate().map(|(index, kind)| {
        let heading = format!(
            "type {}: {}",
            index + 1,
            counted(kind.problems().len(), "problem")
        );
        format!("{heading}\n{}", indented(&type_pictures(board, kind), 2))
    });
    let pictures = pictures.collect::<Vec<_>>().join("\n\n");
    let legend = "○ the vacancy, ● a finish, ◉ both";
    if types.is_empty() {
        String::new()
    } else {
        format!("{} ({legend}):\n\n{pictures}", counted(types.len(), "type"))
    }
}

/// Draws each vacancy of the type with its finishes.
fn type_pictures(board: &Board, kind: &ProblemType) -> String {
    let mut vacancies: Vec<Hole> = kind
        .problems()
        .iter()
        .map(|problem| problem.vacancy())
        .collect();
    vacancies.dedup();
    let mut strip = TextStrip::new();
    for vacancy in vacancies {
        let finishes: Vec<Hole> = kind
            .problems()
            .iter()
            .filter(|problem| problem.vacancy() == vacancy)
            .map(|problem| problem.finish())
            .collect();
        let labels: Vec<&str> = finishes.iter().map(|hole| board.label(*hole)).collect();
        let glyph = |hole| match (hole == vacancy, finishes.contains(&hole)) {
            (true, true) => "◉",
            (true, false) => "○",
            (false, true) => "●",
            (false, false) => "·",
        };
        let caption = format!("{}→{}", board.label(vacancy), labels.join(","));
        strip.push(
            caption,
            TextPicture::new(board, |hole| glyph(hole).to_owned()),
        );
    }
    strip.wrapped(line_width().saturating_sub(2))
}
