//! Rounds: all workers say something, and go on when each has heard it all.
//!
//! A worker that cannot go on says so in its next round at once. The others see it while they still work for
//! the level before that round, and stop.

use super::ClusterError;
use super::line::Lines;
use crate::control::LimitReached;
use crate::levels::LevelError;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// What a worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Word {
    /// Some positions of a level.
    Codes(Vec<u128>),
    /// Its shard of a level is on its disk.
    Shard(ShardWord),
    /// It has done what all do between two rounds.
    Done,
    /// It cannot go on.
    Failed(Failure),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ShardWord {
    pub(super) codes: u64,
    pub(super) digest: String,
    /// Jumps tried by this worker.
    pub(super) jumps: u64,
    pub(super) seconds: f64,
    /// Names what it has concluded from the levels before.
    pub(super) conclusions: String,
}

/// Why a worker cannot go on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Failure {
    pub(super) process: usize,
    cause: Cause,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Cause {
    Time,
    Nodes,
    Cancelled,
    /// A process has ended or is out of reach.
    Lost(usize),
    Error(String),
}

impl Failure {
    pub(super) fn of(process: usize, error: &ClusterError) -> Failure {
        let cause = match (error.limit(), error.level_error()) {
            (Some(LimitReached::Time), _) => Cause::Time,
            (Some(LimitReached::Nodes), _) => Cause::Nodes,
            (Some(LimitReached::Cancelled), _) => Cause::Cancelled,
            (None, Some(LevelError::LostProcess { process })) => Cause::Lost(*process),
            (None, _) => Cause::Error(error.to_string()),
        };
        Failure { process, cause }
    }

    fn error(&self) -> LevelError {
        match &self.cause {
            Cause::Time => LevelError::Stopped(LimitReached::Time),
            Cause::Nodes => LevelError::Stopped(LimitReached::Nodes),
            Cause::Cancelled => LevelError::Stopped(LimitReached::Cancelled),
            Cause::Lost(process) => LevelError::LostProcess { process: *process },
            Cause::Error(what) => LevelError::OtherProcess {
                process: self.process,
                what: what.clone(),
            },
        }
    }
}

/// What worker `from` says in a round, to worker `to`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Said {
    to: usize,
    round: u64,
    from: usize,
    word: Word,
}

type Heard = Rc<RefCell<HashMap<u64, Vec<(usize, Word)>>>>;

pub(super) struct Rounds {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Said>>>,
    heard: Heard,
    /// The round that comes next.
    round: u64,
    from: usize,
    workers: usize,
    has_failed: bool,
    lines: Arc<Lines>,
}

/// The longest that a worker sleeps before it looks whether a connection is lost.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

impl Rounds {
    /// The rounds, and a probe that is done when all workers have dropped theirs and each has heard what all have said.
    pub(super) fn new(worker: &mut Worker, lines: Arc<Lines>) -> (Rounds, ProbeHandle<u64>) {
        let mut input = InputHandle::new();
        let (heard, probe) = (Heard::default(), ProbeHandle::new());
        let hearing = Rc::clone(&heard);
        worker.dataflow::<u64, _, _>(|scope| {
            let said = scope.input_from(&mut input);
            let nothing_more = said.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|said: &Said| said.to as u64),
                "rounds",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, said: &mut Vec<Said>| {
                            let mut heard = hearing.borrow_mut();
                            for Said {
                                round, from, word, ..
                            } in said.drain(..)
                            {
                                heard.entry(round).or_default().push((from, word));
                            }
                        });
                    }
                },
            );
            nothing_more.probe_with(&probe);
        });
        let (from, workers) = (worker.index(), worker.peers());
        (
            Rounds {
                input,
                heard,
                round: 0,
                from,
                workers,
                has_failed: false,
                lines,
            },
            probe,
        )
    }

    fn say(&mut self, word: &Word) {
        for to in 0..self.workers {
            self.input.send(Said {
                to,
                round: self.round,
                from: self.from,
                word: word.clone(),
            });
        }
        self.input.advance_to(self.round + 1);
    }

    /// Says that this worker cannot go on. It takes part in no further round.
    pub(super) fn fail(&mut self, failure: Failure) {
        if !std::mem::replace(&mut self.has_failed, true) {
            self.say(&Word::Failed(failure));
        }
    }

    /// Whether this worker has said that it cannot go on.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// An error if a worker cannot go on, or a process is lost.
    pub(super) fn check(&self) -> Result<(), LevelError> {
        if let Some(process) = self.lines.lost() {
            return Err(LevelError::LostProcess { process });
        }
        match self
            .heard
            .borrow()
            .values()
            .find_map(|words| failure(words))
        {
            Some(failure) => Err(failure.error()),
            None => Ok(()),
        }
    }

    /// Says something, and gives what all have said, in the order of the workers.
    pub(super) fn round(
        &mut self,
        worker: &mut Worker,
        word: &Word,
        mut tick: impl FnMut() -> Result<(), LevelError>,
    ) -> Result<Vec<Word>, LevelError> {
        self.say(word);
        loop {
            self.check()?;
            let is_complete = |words: &Vec<(usize, Word)>| words.len() == self.workers;
            if self
                .heard
                .borrow()
                .get(&self.round)
                .is_some_and(is_complete)
            {
                break;
            }
            if let Err(error) = tick() {
                // The word of this round is said: the error is told in the next one, which all come to.
                self.round += 1;
                return Err(error);
            }
            worker.step_or_park(Some(PATIENCE));
        }
        let mut words = self
            .heard
            .borrow_mut()
            .remove(&self.round)
            .unwrap_or_default();
        self.round += 1;
        words.sort_by_key(|(from, _)| *from);
        Ok(words.into_iter().map(|(_, word)| word).collect())
    }
}

fn failure(words: &[(usize, Word)]) -> Option<&Failure> {
    words.iter().find_map(|(_, word)| match word {
        Word::Failed(failure) => Some(failure),
        _ => None,
    })
}
