//! Positions of a side, level by level.

use super::board::Board;
use super::counted;
use super::flaw::{Checked, require, wrong};
use super::packed::{Packed, PackedReader};
use super::position_file::{Expected, FileLevel, PositionFile};
use super::resources::Resources;
use super::word::Word;
use crate::format::{LevelPart, PositionsPart};
use std::sync::Arc;

/// Positions per block.
pub(super) const BLOCK: usize = 1 << 14;

/// Source of the positions of a side. Levels missing at the end are empty.
pub(super) enum Positions<W> {
    Listed(Vec<(u32, Vec<W>)>),
    File(PositionFile, u128),
    /// Levels recomputed by the checker, as far as they are still needed.
    Found(Vec<(u32, Arc<Packed<W, ()>>)>),
}

impl<W: Word> Positions<W> {
    pub(super) fn open(
        board: &Board,
        part: &PositionsPart,
        place: &str,
        resources: &Resources<'_>,
        task: blake3::Hash,
    ) -> Checked<Positions<W>> {
        match part {
            PositionsPart::Listed(levels) => {
                let read = |level: &LevelPart| Ok((level.pegs, listed(board, level, place)?));
                Ok(Positions::Listed(
                    levels.iter().map(read).collect::<Checked<_>>()?,
                ))
            }
            PositionsPart::File {
                name,
                bytes,
                blake3,
            } => {
                let expected = Expected {
                    name,
                    bytes: *bytes,
                    blake3,
                    holes: board.holes(),
                    task,
                };
                Ok(Positions::File(
                    PositionFile::open(&expected, resources)?,
                    board.full(),
                ))
            }
            PositionsPart::Sizes(_) => wrong(place, "the positions are missing"),
        }
    }

    fn pegs(&self) -> Vec<u32> {
        match self {
            Positions::Listed(levels) => levels.iter().map(|level| level.0).collect(),
            Positions::File(file, _) => file.pegs(),
            Positions::Found(levels) => levels.iter().map(|level| level.0).collect(),
        }
    }

    /// Checks that levels follow each other without a gap. If they end early, the rest are empty.
    pub(super) fn check_levels(&self, first_pegs: u32, last_pegs: u32, place: &str) -> Checked<()> {
        let pegs = self.pegs();
        let follow = pegs
            .iter()
            .copied()
            .zip((last_pegs..=first_pegs).rev())
            .all(|(one, other)| one == other);
        let few = pegs.len() <= (first_pegs + 1).saturating_sub(last_pegs) as usize;
        require(follow && few, format_args!("{place}, positions"), || {
            format!(
                "the levels do not go down one by one from {first_pegs} pegs to {last_pegs} at the fewest"
            )
        })
    }

    pub(super) fn level(&self, pegs: u32) -> Checked<Level<'_, W>> {
        let index = self.pegs().iter().position(|known| *known == pegs);
        Ok(match (self, index) {
            (Positions::Found(_), None) => return wrong("positions", "this level was not kept"),
            (_, None) => Level::Listed(&[]),
            (Positions::Listed(levels), Some(index)) => Level::Listed(&levels[index].1),
            (Positions::File(file, full), Some(index)) => Level::File(file.read(index, *full)),
            (Positions::Found(levels), Some(index)) => Level::Found(levels[index].1.read()),
        })
    }
}

fn listed<W: Word>(board: &Board, level: &LevelPart, place: &str) -> Checked<Vec<W>> {
    let place = format!("{place}, level with {}", counted(level.pegs, "peg"));
    let mut words: Vec<W> = Vec::new();
    for text in level.codes.split_whitespace() {
        let code = text.parse::<u128>().ok();
        let fits = |code: &u128| code & !board.full() == 0 && code.count_ones() == level.pegs;
        let Some(code) = code.filter(fits) else {
            return wrong(
                place,
                format_args!("`{text}` is not the code of a position with this number of pegs"),
            );
        };
        require(
            words.last().is_none_or(|last| last.code() < code),
            &place,
            || format!("{text} is not in ascending order"),
        )?;
        words.push(W::new(code));
    }
    Ok(words)
}

/// Reader of a level.
pub(super) enum Level<'a, W> {
    Listed(&'a [W]),
    File(FileLevel<'a, W>),
    Found(PackedReader<'a, W>),
}

impl<W: Word> Level<'_, W> {
    /// Replaces the block by the next positions. Returns `true` if there were any.
    pub(super) fn read(&mut self, block: &mut Vec<W>) -> Checked<bool> {
        block.clear();
        match self {
            Level::Listed(rest) => {
                let (next, later) = rest.split_at(rest.len().min(BLOCK));
                block.extend_from_slice(next);
                *rest = later;
            }
            Level::File(level) => level.read(block, BLOCK)?,
            Level::Found(level) => level.read(block)?,
        }
        Ok(!block.is_empty())
    }
}
