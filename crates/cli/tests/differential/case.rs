//! Random problems and questions.

use super::board::{TestBoard, boards};
use clap::ValueEnum;
use pegboard_fuzz::oracle::{Jump, Rules};
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[derive(Clone, Debug)]
pub enum Start {
    /// The board's own vacancy, if it has one, otherwise the first hole.
    Usual,
    Vacate(Vec<Index>),
    /// Bits of the holes with pegs.
    Pegs(u16),
}

#[derive(Clone, Debug)]
pub enum Goal {
    Default,
    PegIn(Vec<Index>),
    OnePeg,
    Complement,
    /// Bits of the holes with pegs.
    Pegs(u16),
    /// A position that random play reaches.
    Reached(Vec<Index>),
    /// Patterns: for each, the bits of the holes with pegs and of the empty holes, of which the former come first.
    Patterns(Vec<(u16, u16)>),
    FewestPegs,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Question {
    Info,
    Solve,
    Certificate,
    AnyVacancy,
    FewestMoves,
    FewestMovesCertificate,
    LongestMove,
    LongestLastMove,
    LastMove,
    ListedSolutions,
    UniformSolutions,
    Count,
    Solutions,
    Odds,
    ShortestSolutions,
    Sweep,
    RawSweep,
    Winning,
    Indexed,
    Hint,
    HintMoves,
    HintFile,
    Games,
    Atlas,
    AtlasMoves,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub question: Question,
    pub board: TestBoard,
    pub start: Start,
    pub goal: Goal,
    /// Options that change no answer.
    pub options: &'static [&'static str],
    /// Random play before a hint.
    pub played: Vec<Index>,
}

pub fn cases() -> impl Strategy<Value = Case> {
    let hole = any::<Index>;
    let holes = || proptest::collection::vec(hole(), 1..3);
    let few_holes = any::<[u16; 4]>().prop_map(|[a, b, c, d]| (a & b, c & d));
    let start = prop_oneof![
        1 => Just(Start::Usual),
        3 => holes().prop_map(Start::Vacate),
        2 => any::<u16>().prop_map(Start::Pegs),
    ];
    let goal = prop_oneof![
        2 => Just(Goal::Default),
        3 => holes().prop_map(Goal::PegIn),
        2 => Just(Goal::OnePeg),
        1 => Just(Goal::Complement),
        1 => any::<u16>().prop_map(Goal::Pegs),
        3 => proptest::collection::vec(hole(), 0..9).prop_map(Goal::Reached),
        2 => Just(Goal::FewestPegs),
        4 => proptest::collection::vec(few_holes, 1..3)
            .prop_map(Goal::Patterns),
    ];
    let options: Vec<&[&str]> = vec![
        &[],
        &[],
        &["--threads", "1"],
        &["--threads", "3"],
        &["--memory", "8M"],
    ];
    let played = proptest::collection::vec(hole(), 0..6);
    (
        select(Question::value_variants()),
        boards(),
        start,
        goal,
        select(options),
        played,
    )
        .prop_map(|(question, board, start, goal, options, played)| Case {
            question,
            board,
            start,
            goal,
            options,
            played,
        })
}

/// Plays jumps, each chosen among those possible. Returns them with the positions after them.
pub fn play(rules: &Rules, start: u128, choices: &[Index]) -> Vec<(Jump, u128)> {
    let mut line: Vec<(Jump, u128)> = Vec::new();
    for choice in choices {
        let code = line.last().map_or(start, |(_, code)| *code);
        let after: Vec<(Jump, u128)> = rules.after(code).collect();
        if !after.is_empty() {
            line.push(*choice.get(&after));
        }
    }
    line
}
