//! Signals that end the program: Ctrl-C (SIGINT), SIGTERM, SIGHUP and SIGQUIT.
//!
//! This module is their only owner. All of them act alike: the first signal cancels the work of the command, which then
//! prints its partial result; the next one ends the program at once. While no work can be cancelled, the first one does.

use super::outcome::Outcome;
use super::play::restore_terminal;
use pegboard::Cancellation;
use signal_hook::consts::SIGINT;
use signal_hook::low_level;
use std::io::{self, Write};
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
    ends_soon: AtomicBool,
    /// First signal received, or 0.
    first: AtomicI32,
}

/// Time for messages before the program ends: a blocked terminal or pipe must not keep it running.
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

    /// Ends the program at once if it still runs some time after the first signal, because its output is blocked.
    pub fn end_soon(&self) {
        self.ends_soon.store(true, Ordering::SeqCst);
    }

    /// Returns the name of the signal that ends the command.
    pub fn name(&self) -> &'static str {
        match self.first.load(Ordering::SeqCst) {
            0 | SIGINT => "Ctrl-C",
            signal => low_level::signal_name(signal).unwrap_or("a signal"),
        }
    }

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
        let (say, is_said) = channel();
        let name = self.name();
        // If the thread cannot be started, the terminal matters more than the message.
        let speaker = thread::Builder::new().spawn(move || {
            restore_terminal();
            let _ = writeln!(io::stderr(), "Stopped by {name}."); // ignore write errors
            let _ = say.send(());
        });
        match speaker {
            Ok(_) => drop(is_said.recv_timeout(LAST_WORDS)),
            Err(_) => restore_terminal(),
        }
        low_level::exit(Outcome::Undecided as i32)
    }
}

/// Handles signals from now on. If that is not possible, they keep their default effect.
#[cfg(unix)]
pub fn listen() {
    use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
    let (hand_over, received) = channel();
    let listener = thread::Builder::new().name("signals".to_owned());
    let listener = listener.spawn(move || {
        if let Ok(mut signals) = received.recv() {
            let signals: &mut signal_hook::iterator::Signals = &mut signals;
            signals.forever().for_each(|signal| SIGNALS.receive(signal));
        }
    });
    // `nohup` ignores SIGHUP for the program that it starts.
    let hangup = Some(&SIGHUP).filter(|_| !is_ignored(SIGHUP));
    if listener.is_ok()
        && let Ok(signals) = signal_hook::iterator::Signals::new(TERM_SIGNALS.iter().chain(hangup))
    {
        let _ = hand_over.send(signals); // the listener is waiting
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
