use super::control::Control;
use super::slack::{self, Slack, SlackTable};
use super::task::Task;
use crate::engine::{Bits, Engine};
use rustc_hash::FxHashSet;

/// Beam search: level by level, keeping the best positions only. It finds or it does not; it proves nothing.
///
/// The best are those whose pegs lie together, with the shortest border between pegs and vacancies.
pub(super) struct Beam<'a, B> {
    pub(super) engine: &'a Engine<B>,
    pub(super) task: &'a Task<B>,
    pub(super) slacks: &'a SlackTable,
    pub(super) control: &'a Control<'a>,
    /// Positions kept on each level.
    pub(super) width: usize,
    /// Varies the choice among equals.
    pub(super) seed: u64,
    pub(super) nodes: u64,
}

/// A position of a level, and how it was reached.
#[derive(Clone, Copy)]
struct Node<B> {
    position: B,
    slack: Slack,
    origin: Origin,
    /// Lower is better.
    score: (u32, u32),
}

#[derive(Clone, Copy)]
struct Origin {
    /// The parent's place in the level above, or the start's number.
    parent: u32,
    jump: u16,
}

/// A start's number and the jumps from there.
pub(super) type Line = (usize, Vec<usize>);

impl<B: Bits> Beam<'_, B> {
    /// The line to a finish, if the beam finds one.
    pub(super) fn run(&mut self) -> Option<Line> {
        let mut level: Vec<Node<B>> = self.task.starts.iter().enumerate().map(|(number, &start)| self.root(number, start)).collect();
        let mut history: Vec<Vec<Origin>> = Vec::new();
        for _ in self.task.finish_pegs..self.task.start_pegs() {
            history.push(level.iter().map(|node| node.origin).collect());
            level = self.best_children(&level)?;
        }
        let winner = level.iter().find(|node| self.task.is_finish(node.position))?;
        Some(line_to(winner.origin, &history))
    }

    fn root(&self, number: usize, start: B) -> Node<B> {
        let origin = Origin { parent: number as u32, jump: 0 };
        Node { position: start, slack: self.slacks.of(start.code()), origin, score: (0, 0) }
    }

    /// `None` when the search is to stop or nothing is left.
    fn best_children(&mut self, level: &[Node<B>]) -> Option<Vec<Node<B>>> {
        let mut seen = FxHashSet::default();
        let mut children: Vec<Node<B>> = Vec::new();
        for (place, node) in level.iter().enumerate() {
            self.nodes += 1;
            if self.nodes % 256 == 0 && !self.control.tick(256, || "beam search".to_owned()) {
                return None;
            }
            self.engine.jumps().for_each(node.position, |jump| {
                let position = node.position ^ self.engine.jumps().change(jump);
                let slack = self.slacks.after(&node.slack, jump);
                if slack::is_refuted(&slack) || !seen.insert(self.task.symmetries.smallest_image(position)) {
                    return;
                }
                let chance = (position.mixed() ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
                let score = (self.engine.border().length(position), chance as u32);
                let origin = Origin { parent: place as u32, jump: jump as u16 };
                children.push(Node { position, slack, origin, score });
            });
        }
        if children.len() > self.width {
            children.select_nth_unstable_by_key(self.width, |node| node.score);
            children.truncate(self.width);
        }
        (!children.is_empty()).then_some(children)
    }
}

fn line_to(last: Origin, history: &[Vec<Origin>]) -> Line {
    let mut jumps = Vec::with_capacity(history.len());
    let mut origin = last;
    for level in history.iter().rev() {
        jumps.push(usize::from(origin.jump));
        origin = level[origin.parent as usize];
    }
    jumps.reverse();
    (origin.parent as usize, jumps)
}
