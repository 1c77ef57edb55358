//! Signals that end the program: Ctrl-C (SIGINT), SIGTERM, SIGHUP and SIGQUIT.
//!
//! This module is their only owner. All of them act alike: the first signal cancels the work of the command, which then
//! prints its partial result; the next one ends the program at once. While no work can be cancelled, the first one does.

use super::outcome::Outcome;
use super::play::restore_terminal;
use pegboard::Cancellation;
use signal_hook::consts::SIGINT;
use signal_hook::low_level;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// State of the handler.
pub static SIGNALS: LazyLock<Signals> = LazyLock::new(Signals::default);

/// Effect of the next signal, and the first signal received.
#[derive(Default)]
pub struct Signals {
    cancellation: Cancellation,
    cancels_work: AtomicBool,
    /// Set when a thread receives the signals.
    ends_soon: AtomicBool,
    /// First signal received, or 0.
    first: AtomicI32,
}

/// Time for the message and for the terminal before the program ends: neither may keep it running when it is blocked.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Time to end for a command that [ends soon](Signals::end_soon).
const SOON: Duration = Duration::from_secs(2);

impl Signals {
    /// Returns the flag that the first signal sets.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Lets the first signal cancel the work, or end the program at once.
    pub fn cancel_work(&self, cancels_work: bool) {
        self.cancels_work.store(cancels_work, Ordering::SeqCst);
    }

    /// Ends the program at once if it still runs some time after the first signal, because its output is blocked. From
    /// now on, a thread receives the signals, because a handler can neither wait nor restore the terminal.
    pub fn end_soon(&self) {
        if !self.ends_soon.load(Ordering::SeqCst) {
            self.ends_soon
                .store(receive_on_a_thread(), Ordering::SeqCst);
        }
    }

    /// Returns the name of the signal that ends the command.
    pub fn name(&self) -> &'static str {
        match self.first.load(Ordering::SeqCst) {
            0 | SIGINT => "Ctrl-C",
            signal => low_level::signal_name(signal).unwrap_or("a signal"),
        }
    }

    /// Acts on a signal. Without [`end_soon`](Signals::end_soon), a signal handler may call this: it allocates nothing and
    /// waits for no lock.
    fn receive(&self, signal: i32) {
        let is_second = self.cancellation.is_cancelled();
        let _ = self
            .first
            .compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
        if is_second || !self.cancels_work.load(Ordering::SeqCst) {
            self.end_at_once();
        }
        self.cancellation.cancel();
        if self.ends_soon.load(Ordering::SeqCst) {
            thread::sleep(SOON);
            self.end_at_once();
        }
    }

    fn end_at_once(&self) -> ! {
        if self.ends_soon.load(Ordering::SeqCst) {
            restore_terminal_or_give_up();
        }
        print_stopped_by(self.name());
        low_level::exit(Outcome::Undecided as i32)
    }
}

/// Restores the terminal on another thread, which a blocked terminal may keep waiting.
fn restore_terminal_or_give_up() {
    let (say, is_restored) = channel();
    let restorer = thread::Builder::new().spawn(move || {
        restore_terminal();
        let _ = say.send(());
    });
    match restorer {
        Ok(_) => drop(is_restored.recv_timeout(LAST_WORDS)),
        Err(_) => restore_terminal(),
    }
}

/// Handles signals from now on. If that is not possible, they keep their default effect.
#[cfg(unix)]
pub fn listen() {
    LazyLock::force(&SIGNALS);
    for signal in handled() {
        // SAFETY: `receive` does only what a signal handler may do (signal-safety(7)), unless a thread receives the
        // signals.
        let _ = unsafe {
            low_level::register(signal, move || {
                if !SIGNALS.ends_soon.load(Ordering::SeqCst) {
                    SIGNALS.receive(signal);
                }
            })
        };
    }
}

/// Returns the signals that end the program.
#[cfg(unix)]
fn handled() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
    // `nohup` ignores SIGHUP for the program that it starts.
    let hangup = Some(SIGHUP).filter(|_| !is_ignored(SIGHUP));
    TERM_SIGNALS.iter().copied().chain(hangup)
}

/// Lets a thread receive the signals. Returns `false` if that is not possible.
#[cfg(unix)]
fn receive_on_a_thread() -> bool {
    let Ok(mut signals) = signal_hook::iterator::Signals::new(handled()) else {
        return false;
    };
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || signals.forever().for_each(|signal| SIGNALS.receive(signal)))
        .is_ok()
}

/// Prints the signal that ended the program, unless standard error is blocked.
#[cfg(unix)]
fn print_stopped_by(signal: &str) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::io::IoSlice;
    let standard_error = std::io::stderr();
    let mut output = [PollFd::new(&standard_error, PollFlags::OUT)];
    let time = Timespec::try_from(LAST_WORDS).ok();
    if poll(&mut output, time.as_ref()).is_ok_and(|ready| ready > 0) {
        let sentence = ["Stopped by ", signal, ".\n"].map(|text| IoSlice::new(text.as_bytes()));
        let _ = rustix::io::writev(&standard_error, &sentence); // ignore write errors
    }
}

/// Returns `true` if a signal is ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: without a new action, `sigaction` only writes the current one, a plain struct of integers.
    unsafe {
        let mut current: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut current) == 0
            && current.sa_sigaction == libc::SIG_IGN
    }
}

/// Handles Ctrl-C from now on. If that is not possible, it keeps its default effect.
#[cfg(not(unix))]
pub fn listen() {
    // SAFETY: the C runtime of Windows calls a handler on a thread of its own, so it may do what any thread may do.
    let _ = unsafe { low_level::register(SIGINT, || SIGNALS.receive(SIGINT)) };
}

/// Returns `true`: handlers of Windows run on a thread of their own.
#[cfg(not(unix))]
fn receive_on_a_thread() -> bool {
    true
}

/// Prints the signal that ended the program.
#[cfg(not(unix))]
fn print_stopped_by(signal: &str) {
    eprintln!("Stopped by {signal}.");
}
