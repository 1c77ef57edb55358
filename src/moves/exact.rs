//! The fewest moves of one problem, or of a problem and its reversal together, with a line that has as few.

use super::lines::{Extent, MoveGraph};
use super::rule::Rule;
use super::values::{Meeting, RuleValues, Values};
use crate::board::Jump;
use crate::control::{LimitReached, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepOptions};

/// The jumps of a line with the fewest moves, and the number of positions that prove it.
#[derive(Debug)]
pub(super) struct ShortestLine {
    pub(super) jumps: Vec<Jump>,
    pub(super) moves: usize,
}

/// Finds a line of a problem with the fewest moves; `None` where it has no solution.
pub(super) fn shortest_line(
    problem: &Problem,
    options: &SweepOptions,
    part: Part<'_>,
) -> Result<Option<ShortestLine>, SweepError> {
    options.engine(problem.board()).run(One { problem, options, part })
}

/// The same for a problem, which must be no complement problem, and for its reversal: the line from the
/// complement of the finish to the complement of the start.
pub(super) fn shortest_lines_both_ways(
    problem: &Problem,
    options: &SweepOptions,
    part: Part<'_>,
) -> Result<Option<[ShortestLine; 2]>, SweepError> {
    options.engine(problem.board()).run(BothWays { problem, options, part })
}

struct One<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    part: Part<'a>,
}

impl EngineTask for One<'_> {
    type Output = Result<Option<ShortestLine>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let found = shortest_lines(engine, self.problem, self.options, Extent::One, self.part)?;
        Ok(found.map(|(values, graph)| ShortestLine { jumps: one_of(&graph, &values), moves: graph.total }))
    }
}

/// The winning positions of a problem, and its lines with the fewest moves, to this extent; `None` where it has no
/// solution.
pub(super) fn shortest_lines<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    extent: Extent,
    part: Part<'_>,
) -> Result<Option<(Values<B>, MoveGraph)>, SweepError> {
    let values = Values::new(engine, problem, Meeting::Middle, options, part.part(0.0, 0.4))?;
    let Some(values) = values else { return Ok(None) };
    let by_rule = values.played(part.part(0.4, 0.9))?;
    let graph = MoveGraph::new(&values, &by_rule, extent, part.part(0.9, 1.0))?;
    Ok(Some((values, graph)))
}

struct BothWays<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    part: Part<'a>,
}

impl EngineTask for BothWays<'_> {
    type Output = Result<Option<[ShortestLine; 2]>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let Some(values) =
            Values::new(engine, self.problem, Meeting::Middle, self.options, self.part.part(0.0, 0.4))?
        else {
            return Ok(None);
        };
        let [played, reversed] = values.by_rules([Rule::Played, Rule::Reversed], self.part.part(0.4, 1.0))?;
        let end = self.part.part(1.0, 1.0);
        Ok(Some([line(&values, &played, end)?, line(&values, &reversed, end)?]))
    }
}

fn line<B: Bits>(
    values: &Values<B>,
    by_rule: &RuleValues<B>,
    part: Part<'_>,
) -> Result<ShortestLine, LimitReached> {
    let graph = MoveGraph::new(values, by_rule, Extent::One, part)?;
    Ok(ShortestLine { jumps: by_rule.rule.played(one_of(&graph, values)), moves: graph.total })
}

/// The jumps of one of the lines.
fn one_of<B: Bits>(graph: &MoveGraph, values: &Values<B>) -> Vec<Jump> {
    graph.solution().into_iter().map(|jump| values.jumps()[usize::from(jump)]).collect()
}
