//! Both directions of play of an exhaustion: which one plays next, and what they prove.

use super::descent::Descent;
use super::exhausted::Exhausted;
use crate::board::Position;
use crate::engine::{Bits, Engine};
use crate::levels::{CodeCount, Level, LevelError, LevelMaker};
use crate::problem::answer::{ClosedSets, Line, PruningFunctions};

/// One direction of play or both, and how far they go.
pub(super) struct Descents<B, L = Level> {
    /// The forward descent first, where there are two.
    all: Vec<Descent<B, L>>,
    until: Until,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// One descent has come to its end. Each has symmetries of its own.
    End,
    /// The descent has found its last level, whether or not it holds finishes.
    LastLevel,
    /// Both descents meet. They have the same symmetries.
    Middle,
    /// The forward descent meets its own complements.
    OwnComplements,
}

impl<B: Bits, L: CodeCount> Descents<B, L> {
    pub(super) fn single(descent: Descent<B, L>) -> Descents<B, L> {
        Descents {
            all: vec![descent],
            until: Until::End,
        }
    }

    pub(super) fn to_last_level(descent: Descent<B, L>) -> Descents<B, L> {
        Descents {
            all: vec![descent],
            until: Until::LastLevel,
        }
    }

    pub(super) fn for_probe(forward: Descent<B, L>, backward: Descent<B, L>) -> Descents<B, L> {
        Descents {
            all: vec![forward, backward],
            until: Until::End,
        }
    }

    pub(super) fn both_ways(forward: Descent<B, L>, backward: Descent<B, L>) -> Descents<B, L> {
        Descents {
            all: vec![forward, backward],
            until: Until::Middle,
        }
    }

    pub(super) fn halved(forward: Descent<B, L>) -> Descents<B, L> {
        Descents {
            all: vec![forward],
            until: Until::OwnComplements,
        }
    }

    /// Returns the functions that prune each direction of play.
    pub(super) fn functions(&self) -> PruningFunctions {
        let mut functions = PruningFunctions::default();
        for descent in &self.all {
            if descent.task.backward {
                functions.backward = descent.functions();
            } else {
                functions.forward = descent.functions();
            }
        }
        functions
    }

    pub(super) fn positions(&self) -> u64 {
        self.all.iter().map(Descent::positions).sum()
    }

    /// Returns the number of positions expanded so far.
    pub(super) fn expanded(&self) -> u64 {
        self.positions() - self.all.iter().map(Descent::frontier).sum::<u64>()
    }

    /// Returns the number of positions that the next step expands.
    pub(super) fn next_expansion(&self, engine: &Engine<B>) -> u64 {
        if self.has_begun() && self.is_over(engine) {
            return 0;
        }
        self.next().map_or(0, |next| self.all[next].frontier())
    }

    /// Returns the index of the descent that plays next: the one with the smaller last level, unless it is at its ends.
    fn next(&self) -> Option<usize> {
        let is_open = |index: &usize| !self.all[*index].is_at_its_ends();
        (0..self.all.len())
            .filter(is_open)
            .min_by_key(|index| (self.all[*index].has_begun(), self.all[*index].frontier()))
    }

    fn has_begun(&self) -> bool {
        self.all.iter().all(Descent::has_begun)
    }

    /// Finds another level. Returns `false` when there is none to find.
    pub(super) fn step(
        &mut self,
        engine: &Engine<B>,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<bool, LevelError> {
        let to_come = if !self.has_begun() {
            0
        } else if self.is_over(engine) {
            return Ok(false);
        } else {
            self.levels_to_come(engine)
        };
        let total = self.positions();
        let Some(next) = self.next() else {
            return Ok(false);
        };
        let descent = &mut self.all[next];
        let others = total - descent.positions();
        descent.descend(maker, to_come, others)?;
        Ok(true)
    }

    fn is_over(&self, engine: &Engine<B>) -> bool {
        let mut descents = self.all.iter();
        match self.until {
            Until::End => descents.any(Descent::has_ended),
            Until::LastLevel => {
                descents.any(|descent| descent.frontier() == 0 || descent.is_at_its_ends())
            }
            Until::OwnComplements | Until::Middle => {
                descents.any(|descent| descent.frontier() == 0) || self.levels_to_come(engine) == 0
            }
        }
    }

    /// Returns the maximum number of levels that are still to be found; with two directions, in one of them.
    fn levels_to_come(&self, engine: &Engine<B>) -> u32 {
        let holes = engine.board().hole_count() as u32;
        let mut descents = self.all.iter();
        match self.until {
            Until::End | Until::LastLevel => descents
                .map(|descent| descent.pegs() - descent.task.finish.pegs())
                .min()
                .unwrap_or(0),
            Until::OwnComplements => descents
                .next()
                .map_or(0, |descent| descent.pegs().saturating_sub(holes / 2)),
            Until::Middle => descents
                .map(Descent::pegs)
                .sum::<u32>()
                .saturating_sub(holes)
                .div_ceil(2),
        }
    }

    /// Returns the sets without their positions, whether or not they hold finishes or meet. Call this when there is no
    /// further step.
    pub(super) fn sets(
        &self,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<ClosedSets, LevelError> {
        let (forward, backward) = (&self.all[0], &self.all[self.all.len() - 1]);
        if self.until == Until::LastLevel {
            return Ok(ClosedSets::Forward(forward.closed_set(maker, false)?));
        }
        Ok(ClosedSets::BothWays {
            meeting: forward.pegs(),
            forward: forward.closed_set(maker, false)?,
            backward: backward.closed_set(maker, false)?,
        })
    }

    /// Returns the result. Call this when there is no further step.
    pub(super) fn result(
        &self,
        engine: &Engine<B>,
        start: &Position,
        maker: &impl LevelMaker<B, Level = L>,
        lists_positions: bool,
    ) -> Result<Exhausted<ClosedSets>, LevelError> {
        let meet = self.all.iter().all(|descent| descent.frontier() > 0);
        match (self.until, &*self.all) {
            (Until::OwnComplements, [forward]) if meet => {
                halved(engine, start, forward, maker, lists_positions)
            }
            (Until::Middle, [forward, backward]) if meet => {
                both_ways(engine, start, [forward, backward], maker, lists_positions)
            }
            _ => {
                let ended = self.all.iter().find(|descent| descent.has_ended());
                let descent = ended.unwrap_or(&self.all[self.all.len() - 1]);
                to_the_end(engine, start, descent, maker, lists_positions)
            }
        }
    }
}

fn to_the_end<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    descent: &Descent<B, L>,
    maker: &impl LevelMaker<B, Level = L>,
    lists_positions: bool,
) -> Result<Exhausted<ClosedSets>, LevelError> {
    let Some(finish) = descent.finish_reached(maker)? else {
        let set = descent.closed_set(maker, lists_positions)?;
        return Ok(Exhausted::Unsolvable(if descent.task.backward {
            ClosedSets::Backward(set)
        } else {
            ClosedSets::Forward(set)
        }));
    };
    let mut line = descent.line_to(engine, maker, finish)?;
    let end = line.last().copied().unwrap_or(finish);
    line.extend(descent.line_from_end(engine.board(), end));
    if descent.task.backward {
        line = complements_backwards(engine, line);
    }
    Ok(Exhausted::Solvable(solution(start, &line)))
}

fn both_ways<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    [forward, backward]: [&Descent<B, L>; 2],
    maker: &impl LevelMaker<B, Level = L>,
    lists_positions: bool,
) -> Result<Exhausted<ClosedSets>, LevelError> {
    let met = match backward.levels().last() {
        Some(level) => forward.meeting(maker, level)?,
        None => None,
    };
    Ok(match met {
        Some(met) => Exhausted::Solvable(joined(engine, start, [forward, backward], met, maker)?),
        None => Exhausted::Unsolvable(ClosedSets::BothWays {
            meeting: forward.pegs(),
            forward: forward.closed_set(maker, lists_positions)?,
            backward: backward.closed_set(maker, lists_positions)?,
        }),
    })
}

fn halved<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    forward: &Descent<B, L>,
    maker: &impl LevelMaker<B, Level = L>,
    lists_positions: bool,
) -> Result<Exhausted<ClosedSets>, LevelError> {
    let vacancies = engine.board().hole_count() as u32 - forward.pegs();
    let level = &forward.levels()[(forward.task.first_pegs() - vacancies) as usize];
    Ok(match forward.meeting(maker, level)? {
        Some(met) => Exhausted::Solvable(joined(engine, start, [forward; 2], met, maker)?),
        None => Exhausted::Unsolvable(ClosedSets::Halved {
            meeting: forward.pegs(),
            forward: forward.closed_set(maker, lists_positions)?,
        }),
    })
}

/// Joins the line from the start to an image of `met` to the line by which the backward descent reached its complement.
fn joined<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    [forward, backward]: [&Descent<B, L>; 2],
    met: B,
    maker: &impl LevelMaker<B, Level = L>,
) -> Result<Line, LevelError> {
    let mut line = forward.line_to(engine, maker, met)?;
    let complement = line.last().map_or(met, |last| engine.complement(*last));
    let other = backward.line_to(engine, maker, backward.canonical(complement))?;
    let onto_complement = symmetry_onto(backward, other.last().copied(), complement);
    let moved: Vec<B> = other
        .into_iter()
        .map(|position| image(backward, position, onto_complement))
        .collect();
    line.extend(complements_backwards(engine, moved).into_iter().skip(1));
    Ok(solution(start, &line))
}

/// Returns the index of the symmetry that carries `from` onto `to`.
fn symmetry_onto<B: Bits, L: CodeCount>(descent: &Descent<B, L>, from: Option<B>, to: B) -> usize {
    let carries = |index: &usize| from.is_some_and(|from| image(descent, from, *index) == to);
    (0..descent.symmetries().len())
        .find(carries)
        .expect("positions of the same canonical code are images")
}

fn image<B: Bits, L: CodeCount>(descent: &Descent<B, L>, position: B, symmetry: usize) -> B {
    descent
        .symmetries()
        .with_images(position, |images| images[symmetry])
}

fn complements_backwards<B: Bits>(engine: &Engine<B>, line: Vec<B>) -> Vec<B> {
    line.into_iter()
        .rev()
        .map(|position| engine.complement(position))
        .collect()
}

/// Returns the solution through these positions, the first of which is the start.
fn solution<B: Bits>(start: &Position, line: &[B]) -> Line {
    Line::through(start, line[1..].iter().map(|position| position.code()))
}
