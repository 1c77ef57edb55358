//! Rounds: each worker sends a message to every worker and continues when it has received the messages of all.
//!
//! A worker that fails sends its failure as the message of its next round at once. The others see the failure while
//! they still work on the level before that round, and stop.

use super::ClusterError;
use super::connection::Connections;
use pegboard::LimitReached;
use pegboard::levels::LevelError;
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

/// Message of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// Positions of a level.
    Codes(Vec<u128>),
    /// The worker's shard of a level is on its disk.
    Shard(ShardReport),
    /// The worker has finished its work between two rounds.
    Done,
    /// The worker has failed.
    Failed(Failure),
}

/// Description of a finished shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ShardReport {
    pub(super) codes: u64,
    pub(super) digest: String,
    /// Number of jumps tried by this worker.
    pub(super) jumps: u64,
    pub(super) seconds: f64,
    /// Digest of the conclusions from earlier levels.
    pub(super) conclusions: String,
}

/// Failure of a worker.
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
            (None, Some(LevelError::StoppedProcess { .. })) => Cause::Cancelled,
            (None, Some(LevelError::OtherProcess { what, .. })) => Cause::Error(what.clone()),
            // The memory limit concerns only this process, so the others report the text of the error.
            (None | Some(LimitReached::Memory), _) => Cause::Error(error.to_string()),
        };
        Failure { process, cause }
    }

    fn error(&self) -> LevelError {
        match &self.cause {
            Cause::Time => LevelError::Stopped(LimitReached::Time),
            Cause::Nodes => LevelError::Stopped(LimitReached::Nodes),
            Cause::Cancelled => LevelError::StoppedProcess {
                process: self.process,
            },
            Cause::Lost(process) => LevelError::LostProcess { process: *process },
            Cause::Error(what) => LevelError::OtherProcess {
                process: self.process,
                what: what.clone(),
            },
        }
    }
}

/// Message of a round from worker `from` to worker `to`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Envelope {
    to: usize,
    round: u64,
    from: usize,
    message: Message,
}

/// Messages by round, each with its sender.
type Received = Rc<RefCell<HashMap<u64, Vec<(usize, Message)>>>>;

/// Exchange of messages between one worker and all workers.
pub(super) struct Rounds {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Envelope>>>,
    received: Received,
    /// Number of the next round.
    round: u64,
    from: usize,
    workers: usize,
    has_failed: bool,
    connections: Arc<Connections>,
}

/// Time between two checks for a lost connection while a worker waits.
pub(super) const POLL: Duration = Duration::from_millis(20);

impl Rounds {
    /// Creates the rounds of a worker, and a probe that is done when all workers have dropped their rounds and received
    /// every message.
    pub(super) fn new(
        worker: &mut Worker,
        connections: Arc<Connections>,
    ) -> (Rounds, ProbeHandle<u64>) {
        let mut input = InputHandle::new();
        let (received, probe) = (Received::default(), ProbeHandle::new());
        let receiving = Rc::clone(&received);
        worker.dataflow::<u64, _, _>(|scope| {
            let sent = scope.input_from(&mut input);
            let nothing_more = sent.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|sent: &Envelope| sent.to as u64),
                "rounds",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, sent: &mut Vec<Envelope>| {
                            let mut received = receiving.borrow_mut();
                            for Envelope {
                                round,
                                from,
                                message,
                                ..
                            } in sent.drain(..)
                            {
                                received.entry(round).or_default().push((from, message));
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
                received,
                round: 0,
                from,
                workers,
                has_failed: false,
                connections,
            },
            probe,
        )
    }

    fn send(&mut self, message: &Message) {
        for to in 0..self.workers {
            self.input.send(Envelope {
                to,
                round: self.round,
                from: self.from,
                message: message.clone(),
            });
        }
        self.input.advance_to(self.round + 1);
    }

    /// Reports the failure of this worker, which takes part in no further round.
    pub(super) fn fail(&mut self, failure: Failure) {
        if !std::mem::replace(&mut self.has_failed, true) {
            self.send(&Message::Failed(failure));
        }
    }

    /// Returns `true` if this worker has reported a failure.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Returns an error if a worker has failed or a process is lost.
    pub(super) fn check(&self) -> Result<(), LevelError> {
        if let Some(process) = self.connections.lost() {
            return Err(LevelError::LostProcess { process });
        }
        match self
            .received
            .borrow()
            .values()
            .find_map(|messages| failure(messages))
        {
            Some(failure) => Err(failure.error()),
            None => Ok(()),
        }
    }

    /// Sends a message to all workers and returns the messages of all, in the order of the workers.
    pub(super) fn round(
        &mut self,
        worker: &mut Worker,
        message: &Message,
        mut tick: impl FnMut() -> Result<(), LevelError>,
    ) -> Result<Vec<Message>, LevelError> {
        self.send(message);
        loop {
            self.check()?;
            let is_complete = |messages: &Vec<(usize, Message)>| messages.len() == self.workers;
            if self
                .received
                .borrow()
                .get(&self.round)
                .is_some_and(is_complete)
            {
                break;
            }
            if let Err(error) = tick() {
                // The message of this round is sent. The error goes into the next round, which all workers reach.
                self.round += 1;
                return Err(error);
            }
            worker.step_or_park(Some(POLL));
        }
        let mut messages = self
            .received
            .borrow_mut()
            .remove(&self.round)
            .unwrap_or_default();
        self.round += 1;
        messages.sort_by_key(|(from, _)| *from);
        Ok(messages.into_iter().map(|(_, message)| message).collect())
    }
}

fn failure(messages: &[(usize, Message)]) -> Option<&Failure> {
    messages.iter().find_map(|(_, message)| match message {
        Message::Failed(failure) => Some(failure),
        _ => None,
    })
}
