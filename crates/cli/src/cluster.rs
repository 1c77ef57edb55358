//! `pegboard cluster`: several processes on this machine that work together.

use super::outcome::Outcome;
use super::output::{Format, counted};
use super::output_check::check_outputs;
use super::program::{Call, Program, Run};
use super::watch::{Watch, progress_of_line};
use anyhow::{Context, bail};
use clap::Args;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct ClusterCommand {
    /// The number of processes
    #[arg(long, value_name = "NUMBER", value_parser = super::quantity::threads)]
    processes: NonZeroUsize,
    /// How often all are started again after one has died
    #[arg(long, value_name = "NUMBER", value_parser = super::quantity::whole_number::<usize>, default_value_t = 3)]
    restarts: usize,
    /// What they do, after `--`: `sweep BOARD --scratch FOLDER …`, or `solve BOARD … --exhaust --certificate FILE
    /// --scratch FOLDER`; `--memory` is for each of them
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// The longest that processes may take to notice that another one has died.
const NOTICE: Duration = Duration::from_secs(30);

impl Run for ClusterCommand {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        check(call.program, &self.command)?;
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let hosts = folder.path().join("hosts");
        let watch = Watch::new();
        for attempt in 0..=self.restarts {
            write_hosts(&hosts, self.processes.get())?;
            let ended = Processes::start(self, &hosts, call.format)?.wait(&watch)?;
            let Some((process, status)) = ended.died else {
                drop(watch); // before anything is printed
                return ended.report();
            };
            if watch.unless_cancelled().is_err() {
                return Err(pegboard::LimitReached::Cancelled.into());
            }
            let left = self.restarts - attempt;
            if left == 0 {
                bail!(
                    "process {process} died ({status}), after {}; finished levels are kept: remove the cause, such \
                     as too little memory, and run the same command to resume",
                    counted(self.restarts, "restart")
                );
            }
            watch.line(&format!(
                "process {process} died ({status}); all start again behind the last finished level (restart {} of {})",
                attempt + 1,
                self.restarts
            ));
        }
        unreachable!("the last attempt returns")
    }
}

/// Refuses a command that would only fail in every process.
fn check(program: Program, command: &[String]) -> anyhow::Result<()> {
    let words = std::iter::once("pegboard").chain(command.iter().map(String::as_str));
    let parsed = program.parse(words).context("the command after `--`")?;
    check_outputs(&parsed.matches)?;
    parsed.command.check_for_cluster()
}

/// Writes as many addresses with free ports. Only processes of this machine can reach them.
fn write_hosts(path: &Path, processes: usize) -> anyhow::Result<()> {
    let listeners: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<Result<_, _>>()?;
    let lines: Vec<String> = listeners
        .iter()
        .map(|listener| Ok(listener.local_addr()?.to_string()))
        .collect::<std::io::Result<_>>()?;
    std::fs::write(path, lines.join("\n") + "\n").with_context(|| path.display().to_string())
}

/// How far a process is.
#[derive(Clone, Default)]
struct State {
    phase: String,
    nodes: u64,
    done: Option<f64>,
    /// What it has printed on standard error.
    said: String,
}

struct Process {
    child: Child,
    /// The process stops when this is closed.
    stdin: Option<ChildStdin>,
    state: Arc<Mutex<State>>,
    readers: (JoinHandle<Vec<u8>>, JoinHandle<()>),
}

struct Processes {
    all: Vec<Process>,
    began: Instant,
}

/// How all processes ended.
struct Ended {
    /// One that died, of which the others are not to blame.
    died: Option<(usize, ExitStatus)>,
    statuses: Vec<ExitStatus>,
    printed: Vec<Vec<u8>>,
    said: Vec<String>,
}

impl Processes {
    fn start(args: &ClusterCommand, hosts: &Path, format: Format) -> anyhow::Result<Processes> {
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut processes = Processes {
            all: Vec::new(),
            began: Instant::now(),
        };
        for number in 0..args.processes.get() {
            let mut command = Command::new(&program);
            command.args(&args.command).arg("--hosts").arg(hosts);
            command.args(["--process", &number.to_string(), "--supervised"]);
            if format == Format::Json {
                command.arg("--json");
            }
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            // Those that have started already stop when `processes` is dropped.
            processes.all.push(Process::new(
                command.spawn().context("cannot start a process")?,
            ));
        }
        Ok(processes)
    }

    /// Waits for all, and shows meanwhile how far they are.
    fn wait(mut self, watch: &Watch) -> anyhow::Result<Ended> {
        let mut statuses: Vec<Option<ExitStatus>> = vec![None; self.all.len()];
        let (mut died, mut first_end) = (None, None);
        while statuses.iter().any(Option::is_none) {
            for (number, process) in self.all.iter_mut().enumerate() {
                if statuses[number].is_some() {
                    continue;
                }
                let Some(status) = process.child.try_wait()? else {
                    continue;
                };
                statuses[number] = Some(status);
                if !is_orderly(status) {
                    died.get_or_insert((number, status));
                    first_end.get_or_insert(Instant::now());
                }
            }
            if watch.unless_cancelled().is_err() {
                self.all
                    .iter_mut()
                    .for_each(|process| drop(process.stdin.take()));
            }
            if first_end.is_some_and(|end: Instant| end.elapsed() > NOTICE) {
                self.all
                    .iter_mut()
                    .for_each(|process| drop(process.child.kill()));
            }
            self.show(watch);
            std::thread::sleep(Duration::from_millis(20));
        }
        let statuses = statuses.into_iter().flatten().collect();
        let (mut printed, mut said) = (Vec::new(), Vec::new());
        for process in self.all.drain(..) {
            printed.push(process.readers.0.join().unwrap_or_default());
            let _ = process.readers.1.join(); // what it has read is there in any case
            said.push(
                process
                    .state
                    .lock()
                    .map_or_else(|_| String::new(), |state| state.said.clone()),
            );
        }
        Ok(Ended {
            died,
            statuses,
            printed,
            said,
        })
    }

    /// All processes make the same level; what they have expanded adds up.
    fn show(&self, watch: &Watch) {
        let states: Vec<State> = self
            .all
            .iter()
            .filter_map(|process| Some(process.state.lock().ok()?.clone()))
            .collect();
        let Some(first) = states.first() else { return };
        let nodes = states.iter().map(|state| state.nodes).sum();
        watch.show(&first.phase, nodes, first.done, self.began.elapsed());
    }
}

impl Drop for Processes {
    /// No process is left behind.
    fn drop(&mut self) {
        for process in &mut self.all {
            let _ = process.child.kill();
            let _ = process.child.wait();
        }
    }
}

impl Process {
    fn new(mut child: Child) -> Process {
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let state = Arc::new(Mutex::new(State::default()));
        let told = Arc::clone(&state);
        let printed = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
            bytes
        });
        let said = std::thread::spawn(move || {
            for line in stderr
                .into_iter()
                .flat_map(|stderr| BufReader::new(stderr).lines())
                .map_while(Result::ok)
            {
                let Ok(mut state) = told.lock() else { return };
                match progress_of_line(&line) {
                    Some((nodes, done, phase)) => {
                        (state.nodes, state.done, state.phase) = (nodes, done, phase);
                    }
                    None => {
                        state.said.push_str(&line);
                        state.said.push('\n');
                    }
                }
            }
        });
        Process {
            child,
            stdin,
            state,
            readers: (printed, said),
        }
    }
}

/// Whether a process has ended by itself with one of the program's own exit codes.
fn is_orderly(status: ExitStatus) -> bool {
    status.code().is_some_and(|code| (0..=3).contains(&code))
}

impl Ended {
    /// Prints what one process has to say for all: process 0 where all went well, otherwise one that failed.
    fn report(&self) -> anyhow::Result<Outcome> {
        let code = |number: usize| self.statuses[number].code().unwrap_or(0);
        let numbers = 0..self.statuses.len();
        let speaker = numbers
            .rev()
            .max_by_key(|number| code(*number))
            .unwrap_or(0);
        std::io::stdout()
            .write_all(&self.printed[speaker])
            .context("standard output")?;
        std::io::stderr()
            .write_all(self.said[speaker].as_bytes())
            .context("standard error")?;
        Ok(match code(speaker) {
            0 => Outcome::Done,
            1 => Outcome::Unsolvable,
            2 => Outcome::Undecided,
            _ => Outcome::BadInput,
        })
    }
}
