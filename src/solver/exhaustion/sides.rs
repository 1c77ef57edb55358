//! The sides of an exhaustion together: which one goes on, and what they prove.

use super::record::{Exhausted, Record};
use super::side::Side;
use crate::board::{Jump, Position};
use crate::engine::{Bits, Engine, MAX_SYMMETRIES};
use crate::levels::{CodeCount, Level, LevelError, LevelMaker};
use crate::problem::answer::{PruningFunctions, Solution};

/// One side or both, and how far they go.
pub(super) struct Sides<B, L = Level> {
    forward: Option<Side<B, L>>,
    backward: Option<Side<B, L>>,
    until: Until,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// A side has come to its end; each has symmetries of its own.
    End,
    /// They meet; both have the same symmetries.
    Middle,
    /// The one side meets its own complements.
    OwnComplements,
}

impl<B: Bits, L: CodeCount> Sides<B, L> {
    pub(super) fn forward(side: Side<B, L>) -> Sides<B, L> {
        Sides {
            forward: Some(side),
            backward: None,
            until: Until::End,
        }
    }

    pub(super) fn backward(side: Side<B, L>) -> Sides<B, L> {
        Sides {
            forward: None,
            backward: Some(side),
            until: Until::End,
        }
    }

    pub(super) fn for_probe(forward: Side<B, L>, backward: Side<B, L>) -> Sides<B, L> {
        Sides {
            forward: Some(forward),
            backward: Some(backward),
            until: Until::End,
        }
    }

    pub(super) fn both_ways(forward: Side<B, L>, backward: Side<B, L>) -> Sides<B, L> {
        Sides {
            forward: Some(forward),
            backward: Some(backward),
            until: Until::Middle,
        }
    }

    pub(super) fn halved(side: Side<B, L>) -> Sides<B, L> {
        Sides {
            forward: Some(side),
            backward: None,
            until: Until::OwnComplements,
        }
    }

    /// The functions that each side follows.
    pub(super) fn functions(&self) -> PruningFunctions {
        let of = |side: &Option<Side<B, L>>| side.as_ref().map(Side::functions).unwrap_or_default();
        PruningFunctions {
            forwards: of(&self.forward),
            backwards: of(&self.backward),
        }
    }

    pub(super) fn positions(&self) -> u64 {
        self.forward
            .iter()
            .chain(&self.backward)
            .map(Side::positions)
            .sum()
    }

    /// Finds another level, of the side whose last one is smaller, but of none that has come to its ends; answers
    /// whether there was one to find.
    pub(super) fn step(
        &mut self,
        engine: &Engine<B>,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<bool, LevelError> {
        let is_begun = |side: &Side<B, L>| !side.levels().is_empty();
        let all_begun = self.forward.iter().chain(&self.backward).all(is_begun);
        if all_begun && self.is_over(engine) {
            return Ok(false);
        }
        let (total, to_come) = (
            self.positions(),
            if all_begun {
                self.levels_to_come(engine)
            } else {
                0
            },
        );
        let sides = self
            .forward
            .iter_mut()
            .chain(&mut self.backward)
            .filter(|side| !side.is_at_its_ends());
        let Some(side) = sides.min_by_key(|side| (is_begun(side), side.frontier())) else {
            return Ok(false);
        };
        let others = total - side.positions();
        side.descend(maker, to_come, others)?;
        Ok(true)
    }

    fn is_over(&self, engine: &Engine<B>) -> bool {
        let mut sides = self.forward.iter().chain(&self.backward);
        match self.until {
            Until::End => sides.any(Side::has_ended),
            Until::OwnComplements | Until::Middle => {
                sides.any(|side| side.frontier() == 0) || self.levels_to_come(engine) == 0
            }
        }
    }

    /// The most levels that are still to be found, on one side where there are two.
    fn levels_to_come(&self, engine: &Engine<B>) -> u32 {
        let holes = engine.board().hole_count() as u32;
        let mut sides = self.forward.iter().chain(&self.backward);
        match self.until {
            Until::End => sides
                .map(|side| side.pegs() - side.task.finish.pegs())
                .min()
                .unwrap_or(0),
            Until::OwnComplements => sides
                .next()
                .map_or(0, |side| side.pegs().saturating_sub(holes / 2)),
            Until::Middle => sides
                .map(Side::pegs)
                .sum::<u32>()
                .saturating_sub(holes)
                .div_ceil(2),
        }
    }

    /// The positions of both sides down to the middle, when there is no further step, whether or not they meet.
    pub(super) fn both(self, maker: &impl LevelMaker<B, Level = L>) -> Result<Record, LevelError> {
        Ok(match (self.forward, self.backward) {
            (Some(side), None) | (None, Some(side)) => {
                let (meeting, set) = (side.pegs(), side.into_set(maker)?);
                Record::BothWays {
                    meeting,
                    forward: set.clone(),
                    backward: set,
                }
            }
            (Some(forward), Some(backward)) => Record::BothWays {
                meeting: forward.pegs(),
                forward: forward.into_set(maker)?,
                backward: backward.into_set(maker)?,
            },
            (None, None) => unreachable!("there is always a side"),
        })
    }

    /// What has been found, when there is no further step.
    pub(super) fn result(
        self,
        engine: &Engine<B>,
        start: &Position,
        maker: &impl LevelMaker<B, Level = L>,
    ) -> Result<Exhausted<Record>, LevelError> {
        match (self.until, self.forward, self.backward) {
            (Until::OwnComplements, Some(side), _) if side.frontier() > 0 => {
                halved(engine, start, side, maker)
            }
            (Until::Middle, Some(forward), Some(backward))
                if forward.frontier() > 0 && backward.frontier() > 0 =>
            {
                both_ways(engine, start, forward, backward, maker)
            }
            (_, Some(forward), _) if forward.has_ended() => {
                to_the_end(engine, start, forward, maker)
            }
            (_, _, Some(backward)) => to_the_end(engine, start, backward, maker),
            (_, Some(forward), None) => to_the_end(engine, start, forward, maker),
            (_, None, None) => unreachable!("there is always a side"),
        }
    }
}

fn to_the_end<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    side: Side<B, L>,
    maker: &impl LevelMaker<B, Level = L>,
) -> Result<Exhausted<Record>, LevelError> {
    let Some(finish) = side.finish_reached(maker)? else {
        let backward = side.task.backward;
        let set = side.into_set(maker)?;
        return Ok(Exhausted::Unsolvable(if backward {
            Record::Backward(set)
        } else {
            Record::Forward(set)
        }));
    };
    let mut line = side.line_to(engine, maker, finish)?;
    let end = line.last().copied().unwrap_or(finish);
    line.extend(side.line_from_end(engine.board(), end));
    if side.task.backward {
        line = complements_backwards(engine, line);
    }
    Ok(Exhausted::Solvable(solution(start, &line)))
}

fn both_ways<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    forward: Side<B, L>,
    backward: Side<B, L>,
    maker: &impl LevelMaker<B, Level = L>,
) -> Result<Exhausted<Record>, LevelError> {
    let last = backward.levels().last();
    let met = last
        .map(|level| forward.meeting(maker, level))
        .transpose()?
        .flatten();
    if let Some(met) = met {
        return Ok(Exhausted::Solvable(joined(
            engine,
            start,
            (&forward, &backward),
            met,
            maker,
        )?));
    }
    let meeting = forward.pegs();
    Ok(Exhausted::Unsolvable(Record::BothWays {
        meeting,
        forward: forward.into_set(maker)?,
        backward: backward.into_set(maker)?,
    }))
}

fn halved<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    side: Side<B, L>,
    maker: &impl LevelMaker<B, Level = L>,
) -> Result<Exhausted<Record>, LevelError> {
    let vacancies = engine.board().hole_count() as u32 - side.pegs();
    let level = &side.levels()[(side.task.first_pegs() - vacancies) as usize];
    if let Some(met) = side.meeting(maker, level)? {
        return Ok(Exhausted::Solvable(joined(
            engine,
            start,
            (&side, &side),
            met,
            maker,
        )?));
    }
    Ok(Exhausted::Unsolvable(Record::Halved {
        meeting: side.pegs(),
        forward: side.into_set(maker)?,
    }))
}

/// The game that leads from the start to an image of `met`, and on as the other side came to its complement.
fn joined<B: Bits, L: CodeCount>(
    engine: &Engine<B>,
    start: &Position,
    (forward, backward): (&Side<B, L>, &Side<B, L>),
    met: B,
    maker: &impl LevelMaker<B, Level = L>,
) -> Result<Solution, LevelError> {
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

/// Which of the side's symmetries carries `from` onto `to`.
fn symmetry_onto<B: Bits, L: CodeCount>(side: &Side<B, L>, from: Option<B>, to: B) -> usize {
    let carries = |index: &usize| from.is_some_and(|from| image(side, from, *index) == to);
    (0..side.symmetries().len())
        .find(carries)
        .expect("positions of the same canonical code are images")
}

fn image<B: Bits, L: CodeCount>(side: &Side<B, L>, position: B, symmetry: usize) -> B {
    let mut images = [B::EMPTY; MAX_SYMMETRIES];
    side.symmetries().images(position, &mut images);
    images[symmetry]
}

fn complements_backwards<B: Bits>(engine: &Engine<B>, line: Vec<B>) -> Vec<B> {
    line.into_iter()
        .rev()
        .map(|position| engine.complement(position))
        .collect()
}

/// The solution that goes through these positions, the first of which is the start.
fn solution<B: Bits>(start: &Position, line: &[B]) -> Solution {
    let board = start.board();
    let between = |pair: &[B]| -> Option<Jump> {
        let change = (pair[0] ^ pair[1]).code();
        let position = Position::from_code_unchecked(board, pair[0].code());
        position.jumps().find(|jump| jump.code() == change)
    };
    let jumps: Option<Vec<Jump>> = line.windows(2).map(between).collect();
    let solution = jumps.and_then(|jumps| Solution::new(start.clone(), jumps).ok());
    solution.expect("each position of a line is a jump away from the one before")
}
