//! Start of several cooperating processes on this machine.

use super::progress_line;
use anyhow::{Context, bail};
use pegboard_cli::outcome::Outcome;
use pegboard_cli::output::{self, counted};
use pegboard_cli::watch::Watch;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Launcher of processes with the arguments of this one.
pub(super) struct Launcher {
    pub(super) processes: NonZeroUsize,
    pub(super) restarts: usize,
}

/// Time within which processes notice that another one has died.
const NOTICE: Duration = Duration::from_secs(30);

impl Launcher {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let hosts = folder.path().join("hosts");
        let watch = Watch::start();
        for attempt in 0..=self.restarts {
            write_hosts(&hosts, self.processes.get())?;
            let ended = Processes::start(self.processes.get(), &hosts)?.wait(&watch)?;
            let Some((process, status)) = ended.died else {
                drop(watch); // before anything is printed
                return ended.report();
            };
            if watch.unless_cancelled().is_err() {
                return Err(pegboard::LimitReached::Cancelled.into());
            }
            if attempt == self.restarts {
                bail!(
                    "process {process} died ({status}), after {}; finished levels are kept: remove the cause, such \
                     as too little memory, and run the same command to resume",
                    counted(self.restarts, "restart")
                );
            }
            watch.line(&format!(
                "process {process} died ({status}); all processes restart after the last finished level (restart {} of \
                 {})",
                attempt + 1,
                self.restarts
            ));
        }
        unreachable!("the last attempt returns")
    }
}

/// Writes a list of loopback addresses with free ports.
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

/// Progress of a process.
#[derive(Clone, Default)]
struct State {
    phase: String,
    nodes: u64,
    done: Option<f64>,
    /// Standard error of the process, without progress.
    errors: String,
}

/// Running process.
struct Process {
    child: Child,
    /// Closed to stop the process.
    stdin: Option<ChildStdin>,
    state: Arc<Mutex<State>>,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<()>,
}

/// Running processes of one attempt.
struct Processes {
    all: Vec<Process>,
    began: Instant,
}

/// End of all processes.
struct Ended {
    /// First process that did not end by itself.
    died: Option<(usize, ExitStatus)>,
    statuses: Vec<ExitStatus>,
    outputs: Vec<Vec<u8>>,
    errors: Vec<String>,
}

impl Processes {
    fn start(count: usize, hosts: &Path) -> anyhow::Result<Processes> {
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut processes = Processes {
            all: Vec::new(),
            began: Instant::now(),
        };
        for number in 0..count {
            let mut command = Command::new(&program);
            command.args(std::env::args_os().skip(1));
            command.arg("--hosts").arg(hosts);
            command.args(["--process", &number.to_string(), "--supervised"]);
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            // An error drops `processes`, which kills the processes started so far.
            processes.all.push(Process::new(
                command.spawn().context("cannot start a process")?,
            ));
        }
        Ok(processes)
    }

    /// Waits for all processes and shows their progress.
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
        let (mut outputs, mut errors) = (Vec::new(), Vec::new());
        for process in self.all.drain(..) {
            outputs.push(process.stdout.join().unwrap_or_default());
            let _ = process.stderr.join(); // the state has all lines read before a panic
            errors.push(
                process
                    .state
                    .lock()
                    .map_or_else(|_| String::new(), |state| state.errors.clone()),
            );
        }
        Ok(Ended {
            died,
            statuses,
            outputs,
            errors,
        })
    }

    /// Shows the phase of the first process and the number of positions of all.
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
    /// Kills the processes that are still running.
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
        let shared = Arc::clone(&state);
        let stdout = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
            bytes
        });
        let stderr = std::thread::spawn(move || {
            for line in stderr
                .into_iter()
                .flat_map(|stderr| BufReader::new(stderr).lines())
                .map_while(Result::ok)
            {
                let Ok(mut state) = shared.lock() else { return };
                match progress_line::read(&line) {
                    Some((nodes, done, phase)) => {
                        (state.nodes, state.done, state.phase) = (nodes, done, phase);
                    }
                    None => {
                        state.errors.push_str(&line);
                        state.errors.push('\n');
                    }
                }
            }
        });
        Process {
            child,
            stdin,
            state,
            stdout,
            stderr,
        }
    }
}

/// Returns `true` if a process has ended by itself with an exit code of the program.
fn is_orderly(status: ExitStatus) -> bool {
    status.code().is_some_and(|code| (0..=3).contains(&code))
}

impl Ended {
    /// Prints the output of one process: process 0 after success, otherwise a process that failed.
    fn report(&self) -> anyhow::Result<Outcome> {
        let code = |number: usize| self.statuses[number].code().unwrap_or(0);
        let numbers = 0..self.statuses.len();
        let speaker = numbers
            .rev()
            .max_by_key(|number| code(*number))
            .unwrap_or(0);
        let printed = output::print_bytes(&self.outputs[speaker]);
        let _ = std::io::stderr().write_all(self.errors[speaker].as_bytes()); // ignore write errors
        printed?;
        Ok(Outcome::of_code(Some(code(speaker))))
    }
}
