//! Exhaustions by a cluster.

use super::folder::ClusterFolder;
use super::maker::ClusterMaker;
use super::run::{Assembly, Work};
use super::{ClusterError, ClusterOptions};
use crate::control::{Control, LimitReached, Progress};
use crate::engine::{AnyEngine, Bits, Engine, EngineTask};
use crate::levels::LevelError;
use crate::problem::Problem;
use crate::problem::answer::{Answer, PruningFunctions};
use crate::solver::exhaustion::shared::{SharedChoice, SharedExhaustion, plan_in, question_name};
use crate::solver::exhaustion::{Exhausted, ExhaustionError, ExhaustionOptions};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Processes that have found each other in order to exhaust a problem together.
///
/// Process 0 [leads](ClusterExhaustion::lead): it may search by itself first, with whatever it likes. The
/// others [assist](ClusterExhaustion::assist), and wait for it meanwhile. The result is that of
/// [`exhaust`](crate::solver::exhaustion::exhaust).
///
/// ```
/// use pegboard::cluster::{ClusterExhaustion, ClusterOptions, Hosts};
/// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions};
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("b3")?, board.hole("b3")?);
/// # let folder = tempfile::tempdir()?;
/// # let scratch = folder.path().to_owned();
/// # let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
/// # let text = listener.local_addr()?.to_string();
/// # drop(listener);
/// let hosts = Hosts::parse(&text)?; // a single process here
/// let options = ClusterOptions::new(hosts, 0, scratch);
/// let (exhaustion, control) = (ExhaustionOptions::default(), Control::default());
/// let cluster = ClusterExhaustion::connect(&problem, &exhaustion, &options, &control)?;
/// let Exhausted::Unsolvable(proof) = cluster.lead(&exhaustion, &control)? else { panic!() };
/// assert!(proof.positions() > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ClusterExhaustion<'a> {
    assembly: Assembly<'a>,
    folder: ClusterFolder,
    /// The plan of an earlier run, from the folder of any process.
    plan: Option<String>,
    problem: &'a Problem,
}

/// What process 0 tells the others, once it knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Errand {
    Nothing,
    /// It has been stopped.
    Stop,
    /// The text of a plan.
    Play(String),
}

impl<'a> ClusterExhaustion<'a> {
    /// Waits for the other processes. Of the exhaustion's options, the kinds of refutations and the strategy
    /// count here, which must be the same for all; levels go to the cluster's folder.
    ///
    /// # Errors
    ///
    /// [`ClusterError`] when a process cannot be reached or is about to do something else, when the folder
    /// cannot be used, and when the goal names no finish.
    pub fn connect(
        problem: &'a Problem,
        exhaustion: &ExhaustionOptions,
        options: &'a ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterExhaustion<'a>, ClusterError> {
        control.ended(ClusterExhaustion::connected(
            problem, exhaustion, options, control,
        ))
    }

    fn connected(
        problem: &'a Problem,
        exhaustion: &ExhaustionOptions,
        options: &'a ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterExhaustion<'a>, ClusterError> {
        let name = question_name(problem, exhaustion)?;
        let mut assembly = Assembly::new(&name, options, control)?;
        let folder = assembly.folder(name, control)?;
        let own = plan_in(folder.path()).map_err(ClusterError::from);
        let plan = assembly
            .exchange(own, control)?
            .into_iter()
            .flatten()
            .next();
        Ok(ClusterExhaustion {
            assembly,
            folder,
            plan,
            problem,
        })
    }

    /// Whether the folder of a process has levels of this problem.
    pub fn is_resumed(&self) -> bool {
        self.plan.is_some()
    }

    /// Does something alone, for process 0, while the others wait. When one of them is stopped or lost, the control
    /// that the work is given stops it.
    pub fn alone<T>(&self, control: &Control<'_>, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let observer = |progress: &Progress| match self.assembly.has_lost_one() {
            true => ControlFlow::Break(()),
            false => control.observe_part(progress),
        };
        let done = work(
            &control
                .child(control.limits().clone())
                .watched_by(&observer),
        );
        control.ended(done)
    }

    /// Searches together with the others, for process 0.
    ///
    /// # Errors
    ///
    /// [`ClusterError`] when a process is lost, or memory or disk do not suffice.
    pub fn lead(
        self,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Exhausted, ClusterError> {
        let engine = AnyEngine::new(self.problem.board());
        let led = engine.run(Lead {
            cluster: self,
            options,
            control,
        });
        control.ended(led)
    }

    /// Settles an answer together with the others, for process 0, as [`Solver::exhaust`](crate::Solver::exhaust) does
    /// alone. The goal must name its finishes.
    ///
    /// # Errors
    ///
    /// Those of [`lead`](ClusterExhaustion::lead) and of [`Exhausted::settle`].
    pub fn lead_from(
        self,
        answer: &Answer,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Answer, ClusterError> {
        let PruningFunctions {
            forwards,
            backwards,
        } = answer.verdict().learned_functions();
        let mut options = options.clone();
        options.functions.extend(forwards);
        options.backward_functions.extend(backwards);
        Ok(self.lead(&options, control)?.settle(answer)?)
    }

    /// Tells the others that there is nothing to do for them.
    ///
    /// # Errors
    ///
    /// [`ClusterError`] when they cannot be told.
    pub fn dismiss(mut self) -> Result<(), ClusterError> {
        self.assembly.tell::<_, ClusterError>(Ok(&Errand::Nothing))
    }

    /// Tells the others that process 0 has been stopped, and that they stop as well.
    ///
    /// # Errors
    ///
    /// [`ClusterError`] when they cannot be told: then one of them has been stopped or lost before.
    pub fn stop(mut self) -> Result<(), ClusterError> {
        self.assembly.tell::<_, ClusterError>(Ok(&Errand::Stop))
    }

    /// Searches together with process 0, for the others. `None` when process 0 has come to a result without
    /// them.
    ///
    /// # Errors
    ///
    /// As for [`lead`](ClusterExhaustion::lead).
    pub fn assist(mut self, control: &Control<'_>) -> Result<Option<Exhausted>, ClusterError> {
        let plan = match self.assembly.hear_from_first(control)? {
            Errand::Play(plan) => plan,
            Errand::Stop => return Err(LimitReached::Cancelled.into()),
            Errand::Nothing => return Ok(None),
        };
        let shared = SharedExhaustion::with_plan(&plan, self.problem, self.folder.path())?;
        let engine = AnyEngine::new(self.problem.board());
        let assisted = engine.run(Play {
            cluster: self,
            shared,
            control,
        });
        control.ended(assisted).map(Some)
    }
}

/// Settles how to play, and plays.
struct Lead<'a, 'c> {
    cluster: ClusterExhaustion<'a>,
    options: &'c ExhaustionOptions,
    control: &'c Control<'c>,
}

impl EngineTask for Lead<'_, '_> {
    type Output = Result<Exhausted, ClusterError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let Lead {
            mut cluster,
            options,
            control,
        } = self;
        let settled = match &cluster.plan {
            Some(text) => SharedExhaustion::with_plan(text, cluster.problem, cluster.folder.path())
                .map(SharedChoice::Play),
            None => cluster.alone(control, |control| {
                SharedExhaustion::choose(engine, cluster.problem, options, control)
            }),
        };
        let settled = settled.and_then(|settled| Ok((Errand::of(&settled)?, settled)));
        let told = cluster
            .assembly
            .tell(settled.as_ref().map(|(errand, _)| errand));
        match settled?.1 {
            SharedChoice::Done(exhausted) => match *exhausted {
                undecided @ Exhausted::Undecided { .. } => told.map(|()| undecided),
                decided => Ok(decided), // whoever has not heard of it
            },
            SharedChoice::Play(shared) => {
                told?;
                Play {
                    cluster,
                    shared,
                    control,
                }
                .run(engine)
            }
        }
    }
}

impl Errand {
    fn of(settled: &SharedChoice) -> Result<Errand, ExhaustionError> {
        Ok(match settled {
            SharedChoice::Done(exhausted) => match **exhausted {
                Exhausted::Undecided { .. } => Errand::Stop,
                _ => Errand::Nothing,
            },
            SharedChoice::Play(shared) => Errand::Play(shared.plan_text()?),
        })
    }
}

/// Plays as all do.
struct Play<'a, 'c> {
    cluster: ClusterExhaustion<'a>,
    shared: SharedExhaustion,
    control: &'c Control<'c>,
}

impl EngineTask for Play<'_, '_> {
    type Output = Result<Exhausted, ClusterError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let Play {
            cluster,
            shared,
            control,
        } = self;
        let ClusterExhaustion {
            mut assembly,
            folder,
            ..
        } = cluster;
        let saved = if folder.is_keeper() {
            shared.save_plan(folder.path())
        } else {
            Ok(())
        };
        assembly.exchange(saved.map_err(ClusterError::from), control)?;
        let folder = folder.of_task(shared.task_name()?);
        assembly.work(engine, folder, shared, control)
    }
}

impl<B: Bits> Work<B> for SharedExhaustion {
    type Output = Exhausted;

    fn work(
        &self,
        engine: &Engine<B>,
        maker: &ClusterMaker<'_, B>,
    ) -> Result<Exhausted, ClusterError> {
        let exhausted = self.play(engine, maker)?;
        if let Exhausted::Undecided { limit, .. } = &exhausted {
            maker.fail(&LevelError::Stopped(*limit).into());
        }
        Ok(exhausted)
    }
}
