use super::folder::ClusterFolder;
use super::maker::ClusterMaker;
use super::session::{Session, WorkerTask};
use super::{ClusterError, ClusterOptions};
use pegboard::distributed::{Bits, Choice, SharedChoice, SharedExhaustion, plan_in, question_name};
use pegboard::levels::LevelError;
use pegboard::solver::exhaustion::{Exhausted, ExhaustionError, ExhaustionOptions};
use pegboard::{Answer, Board, Control, Problem, Progress};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Connected processes that exhaust a problem together.
///
/// Process 0 [leads](ClusterExhaustion::lead) and may search [alone](ClusterExhaustion::alone) first. The other
/// processes [assist](ClusterExhaustion::assist) and wait until process 0 needs them. The result is that of
/// [`exhaust`](pegboard::solver::exhaustion::exhaust).
///
/// ```
/// use pegboard::solver::exhaustion::{Exhausted, ExhaustionOptions};
/// use pegboard::{Board, Control, Problem};
/// use pegboard_cluster::{ClusterExhaustion, ClusterOptions, Hosts};
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
    session: Session<'a>,
    folder: ClusterFolder,
    /// Plan of an earlier run, from the folder of any process.
    plan: Option<String>,
    problem: &'a Problem,
}

/// Order of process 0 to the others.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Order {
    /// Process 0 has a result.
    Dismiss,
    /// Process 0 was stopped.
    Stop,
    /// Play the plan with this text.
    Play(String),
}

impl<'a> ClusterExhaustion<'a> {
    /// Connects to the other processes. The options of the exhaustion must name the same kinds of refutations and the
    /// same strategy in all processes. Levels go to the cluster's folder.
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] if a process cannot be reached or has another task, the folder cannot be used, or the
    /// goal names no finish.
    pub fn connect(
        problem: &'a Problem,
        exhaustion: &ExhaustionOptions,
        options: &'a ClusterOptions,
        control: &Control<'_>,
    ) -> Result<ClusterExhaustion<'a>, ClusterError> {
        let connect = || {
            let name = question_name(problem, exhaustion)?;
            let mut session = Session::new(&name, options, control)?;
            let folder = session.folder(name, control)?;
            let own = plan_in(folder.path()).map_err(ClusterError::from);
            let plans = session.exchange(own, control)?;
            Ok(ClusterExhaustion {
                session,
                folder,
                plan: plans.into_iter().flatten().next(),
                problem,
            })
        };
        control.ended(connect())
    }

    /// Returns `true` if the folder of a process has levels of this problem.
    pub fn is_resumed(&self) -> bool {
        self.plan.is_some()
    }

    /// Runs `work` in process 0 alone while the others wait. The control passed to `work` stops it when another process
    /// is stopped or lost.
    pub fn alone<T>(&self, control: &Control<'_>, work: impl FnOnce(&Control<'_>) -> T) -> T {
        let observer = |progress: &Progress| {
            if self.session.peers.lost().is_some() {
                ControlFlow::Break(())
            } else {
                control.observe_part(progress)
            }
        };
        let done = work(
            &control
                .child(control.limits().clone())
                .watched_by(&observer),
        );
        control.ended(done)
    }

    /// Searches together with the others, as process 0.
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] if a process is lost, memory or the disk is full, or the control of any process stops
    /// it.
    pub fn lead(
        mut self,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Exhausted, ClusterError> {
        let settled = match &self.plan {
            Some(text) => SharedExhaustion::with_plan(text, self.problem, self.folder.path())
                .map(SharedChoice::Play),
            None => self.alone(control, |control| {
                SharedExhaustion::choose(self.problem, options, control)
            }),
        };
        let settled = settled.and_then(|settled| Ok((Order::of(&settled)?, settled)));
        let told = self
            .session
            .peers
            .tell(settled.as_ref().map(|(order, _)| order));
        let result = match settled?.1 {
            Choice::Done(exhausted) => match *exhausted {
                undecided @ Exhausted::Undecided { .. } => told.map(|()| undecided),
                decided => Ok(decided), // even if a process is not told
            },
            Choice::Play(shared) => told.and_then(|()| self.play(shared, control)),
        };
        control.ended(result)
    }

    /// Settles an answer together with the others, as process 0, like [`Solver::exhaust`](pegboard::Solver::exhaust).
    /// The goal must name its finishes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`lead`](ClusterExhaustion::lead) and of [`Exhausted::settle`].
    pub fn lead_from(
        self,
        answer: &Answer,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Answer, ClusterError> {
        let mut options = options.clone();
        options.functions.add(answer.verdict().learned_functions());
        Ok(self.lead(&options, control)?.settle(answer)?)
    }

    /// Tells the others that their help is not needed.
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] if a process is lost.
    pub fn dismiss(mut self) -> Result<(), ClusterError> {
        self.session
            .peers
            .tell::<_, ClusterError>(Ok(&Order::Dismiss))
    }

    /// Tells the others that process 0 was stopped, which stops them as well.
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] if a process is lost or was stopped before.
    pub fn stop(mut self) -> Result<(), ClusterError> {
        self.session.peers.tell::<_, ClusterError>(Ok(&Order::Stop))
    }

    /// Searches together with process 0, as one of the others. Returns `None` if process 0 needs no help.
    ///
    /// # Errors
    ///
    /// Returns a [`ClusterError`] as [`lead`](ClusterExhaustion::lead) does.
    pub fn assist(self, control: &Control<'_>) -> Result<Option<Exhausted>, ClusterError> {
        control.ended(self.assisted(control))
    }

    fn assisted(mut self, control: &Control<'_>) -> Result<Option<Exhausted>, ClusterError> {
        let plan = match self.session.peers.hear(0, None, control)? {
            Order::Play(plan) => plan,
            Order::Stop => return Err(LevelError::StoppedProcess { process: 0 }.into()),
            Order::Dismiss => return Ok(None),
        };
        match SharedExhaustion::with_plan(&plan, self.problem, self.folder.path()) {
            Ok(shared) => self.play(shared, control).map(Some),
            Err(error) => {
                let _ = self.session.peers.tell::<(), _>(Err(&error)); // the error counts even if a process is not told
                Err(error.into())
            }
        }
    }

    fn play(
        self,
        shared: SharedExhaustion,
        control: &Control<'_>,
    ) -> Result<Exhausted, ClusterError> {
        let ClusterExhaustion {
            mut session,
            folder,
            ..
        } = self;
        let saved = if folder.is_keeper() {
            shared.save_plan(folder.path())
        } else {
            Ok(())
        };
        folder.commits.pass();
        session.exchange(saved.map_err(ClusterError::from), control)?;
        let folder = folder.of_task(shared.task_name()?);
        session.work(folder, shared, control)
    }
}

impl Order {
    fn of(settled: &SharedChoice) -> Result<Order, ExhaustionError> {
        Ok(match settled {
            Choice::Done(exhausted) => match **exhausted {
                Exhausted::Undecided { .. } => Order::Stop,
                _ => Order::Dismiss,
            },
            Choice::Play(shared) => Order::Play(shared.plan_text()?),
        })
    }
}

impl WorkerTask for SharedExhaustion {
    type Output = Exhausted;

    fn board(&self) -> &Board {
        self.board()
    }

    fn run<B: Bits>(&self, maker: &ClusterMaker<'_, B>) -> Result<Exhausted, ClusterError> {
        let exhausted = self.play(maker)?;
        if let Exhausted::Undecided { limit, .. } = &exhausted {
            maker.fail(&LevelError::Stopped(*limit).into());
        }
        Ok(exhausted)
    }
}
