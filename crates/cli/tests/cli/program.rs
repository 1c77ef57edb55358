//! Runs the program.

use assert_cmd::cargo::cargo_bin_cmd;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Maximum time to end after a signal on a busy machine. An idle machine takes a fifth of a second.
pub const SOON: Duration = Duration::from_secs(30);

/// Exit code and output of a run.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the program in the current folder.
pub fn pegboard(args: &[&str]) -> Run {
    run(cargo_bin_cmd!("pegboard").args(args))
}

/// Runs the program in a folder.
pub fn pegboard_in(folder: &Path, args: &[&str]) -> Run {
    run(cargo_bin_cmd!("pegboard").current_dir(folder).args(args))
}

/// Runs the program with a text on its standard input.
pub fn pegboard_reading(input: &str, args: &[&str]) -> Run {
    run(cargo_bin_cmd!("pegboard").args(args).write_stdin(input))
}

/// Runs the program in a folder, sends Ctrl-C after a delay, and returns the time that it then takes to end. The output
/// is not read until the end.
#[cfg(unix)]
pub fn pegboard_interrupted(folder: &Path, args: &[&str], after: Duration) -> (Run, Duration) {
    signalled(folder, args, after, Signal::INT, Stdio::piped())
}

/// Runs the program in a folder without standard output, sends a signal after a delay, and returns the time that it then
/// takes to end.
#[cfg(unix)]
pub fn pegboard_signalled_unheard(
    folder: &Path,
    args: &[&str],
    after: Duration,
    signal: Signal,
) -> (Run, Duration) {
    signalled(folder, args, after, signal, Stdio::null())
}

/// Runs the program in a folder, and sends a signal after a delay.
#[cfg(unix)]
pub fn pegboard_signalled(folder: &Path, args: &[&str], after: Duration, signal: Signal) -> Run {
    signalled(folder, args, after, signal, Stdio::piped()).0
}

#[cfg(unix)]
fn signalled(
    folder: &Path,
    args: &[&str],
    after: Duration,
    signal: Signal,
    output: Stdio,
) -> (Run, Duration) {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pegboard"));
    command
        .current_dir(folder)
        .args(args)
        .stdout(output)
        .stderr(Stdio::piped());
    let mut program = command.spawn().expect("the program starts");
    wait_until_caught(&mut program, signal);
    std::thread::sleep(after);
    assert!(
        program.try_wait().unwrap().is_none(),
        "{args:?} ended before it was interrupted"
    );
    let sent = Instant::now();
    kill_process(Pid::from_child(&program), signal).unwrap();
    // Output that nobody reads must not keep the program from ending.
    std::thread::sleep(Duration::from_millis(100));
    let output = program.wait_with_output().unwrap();
    (Run::of(output), sent.elapsed())
}

/// Waits until a program handles a signal, which would kill it before. Only Linux tells. Kills a program that does not.
#[cfg(unix)]
pub fn wait_until_caught(program: &mut std::process::Child, signal: Signal) {
    let began = Instant::now();
    let status = format!("/proc/{}/status", program.id());
    while cfg!(target_os = "linux") {
        let status = std::fs::read_to_string(&status).expect("the program runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap_or("0").trim(), 16).unwrap();
        if caught >> (signal.as_raw() - 1) & 1 == 1 {
            break;
        }
        if began.elapsed() > SOON {
            program.kill().unwrap();
            panic!("the program handles no {signal:?}; do the tests run where it is ignored?");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn run(command: &mut assert_cmd::Command) -> Run {
    Run::of(command.output().expect("the program starts"))
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            code: output.status.code().expect("the program ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("the output is text"),
            stderr: String::from_utf8(output.stderr).expect("the messages are text"),
        }
    }

    /// Returns the output of a run that must succeed without messages.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// Returns the message of a run that must end with exit code 3.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (3, ""));
        self.stderr
    }

    /// Returns the JSON object on standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.stdout).expect("the output is one JSON value");
        assert!(value.is_object());
        value
    }
}
