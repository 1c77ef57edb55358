//! Signals that end the program: Ctrl-C (SIGINT), SIGTERM, SIGHUP and SIGQUIT.
//!
//! This module is their only owner. All of them act alike: the first signal cancels the work of the command, which then
//! prints its partial result; the next one ends the program at once. While no work can be cancelled, the first one does.
//! It also ends a program that waits for a pipe, a terminal or a file afterward.

use super::outcome::Outcome;
use super::play::restore_terminal;
use pegboard::Cancellation;
use signal_hook::consts::SIGINT;
use signal_hook::low_level;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
#[cfg(unix)]
pub use unix::{listen, write_unless_blocked};

/// State of the handlers.
pub static SIGNALS: LazyLock<Signals> = LazyLock::new(Signals::default);

/// Effect of the next signal, and the first signal received.
#[derive(Default)]
pub struct Signals {
    cancellation: Cancellation,
    cancels_work: AtomicBool,
    waits_for_processes: AtomicBool,
    /// First signal received, or 0.
    first: AtomicI32,
}

impl Signals {
    /// Returns the flag that the first signal sets.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Lets the first signal cancel the work, or end the program at once.
    pub fn cancel_work(&self, cancels_work: bool) {
        self.cancels_work.store(cancels_work, Ordering::SeqCst);
    }

    /// Lets the program wait after a signal: other processes work for it.
    pub fn wait_for_processes(&self) {
        self.waits_for_processes.store(true, Ordering::SeqCst);
    }

    /// Returns the name of the signal that ends the command.
    pub fn name(&self) -> &'static str {
        match self.first.load(Ordering::SeqCst) {
            0 | SIGINT => "Ctrl-C",
            signal => low_level::signal_name(signal).unwrap_or("a signal"),
        }
    }

    /// Acts on a signal. A signal handler calls this, so it allocates nothing and waits for no lock (signal-safety(7)), and
    /// neither does anything that it calls.
    fn receive(&self, signal: i32) {
        let is_second = self.cancellation.is_cancelled();
        let _ = self
            .first
            .compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
        if is_second || !self.cancels_work.load(Ordering::SeqCst) {
            self.end_at_once();
        }
        self.cancellation.cancel();
    }

    fn end_at_once(&self) -> ! {
        restore_terminal();
        print_stopped_by(self.name());
        low_level::exit(Outcome::Undecided as i32)
    }
}

#[cfg(unix)]
mod unix {
    use super::SIGNALS;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fd::BorrowedFd;
    use rustix::time::{ClockId, clock_gettime};
    use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::low_level;
    use std::io::IoSlice;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Handles signals from now on. If that is not possible, they keep their default effect. Signals that are ignored stay
    /// so: `nohup` ignores SIGHUP for the program that it starts, and shells ignore SIGINT for a job in the background.
    pub fn listen() {
        LazyLock::force(&SIGNALS);
        let handle = |signal: i32, handler: fn(i32)| {
            // SAFETY: the handlers below do only what a signal handler may do (signal-safety(7)).
            let _ = unsafe { low_level::register(signal, move || handler(signal)) };
        };
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            if !is_ignored(signal) {
                handle(signal, |signal| {
                    SIGNALS.receive(signal);
                    look_again();
                });
            }
        }
        handle(SIGALRM, |_| end_if_blocked());
        handle(SIGXFSZ, |_| {}); // a file that may not grow gives an error instead
    }

    /// Returns `true` if a signal is ignored.
    fn is_ignored(signal: i32) -> bool {
        // SAFETY: without a new action, `sigaction` only writes the current one, a plain struct of integers.
        unsafe {
            let mut current: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut current) == 0
                && current.sa_sigaction == libc::SIG_IGN
        }
    }

    /// Processor time in nanoseconds of the last look at the program after a signal.
    static SPENT: AtomicU64 = AtomicU64::new(0);
    /// Seconds from look to look.
    const PATIENCE: u32 = 2;
    /// Processor time in nanoseconds between two looks, below which the program waits for something.
    const IDLE: u64 = 10_000_000;

    fn spent() -> u64 {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
    }

    fn look_again() {
        SPENT.store(spent(), Ordering::SeqCst);
        // SAFETY: `alarm` only sets a timer.
        unsafe { libc::alarm(PATIENCE) };
    }

    /// Ends the program if it has done nothing since the last look.
    fn end_if_blocked() {
        let waits = SIGNALS.waits_for_processes.load(Ordering::SeqCst);
        if !waits && spent().saturating_sub(SPENT.load(Ordering::SeqCst)) < IDLE {
            SIGNALS.end_at_once();
        }
        look_again();
    }

    /// Writes texts, unless nobody makes room for them in a moment. A signal handler may call this.
    pub fn write_unless_blocked(output: BorrowedFd<'_>, texts: &[IoSlice<'_>]) {
        const MOMENT: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 500_000_000,
        };
        let mut ready = [PollFd::new(&output, PollFlags::OUT)];
        if poll(&mut ready, Some(&MOMENT)).is_ok_and(|ready| ready > 0) {
            let _ = rustix::io::writev(output, texts); // ignore write errors
        }
    }
}

/// Prints the signal that ended the program, unless standard error is blocked.
#[cfg(unix)]
fn print_stopped_by(signal: &str) {
    let sentence =
        ["Stopped by ", signal, ".\n"].map(|text| std::io::IoSlice::new(text.as_bytes()));
    write_unless_blocked(rustix::stdio::stderr(), &sentence);
}

/// Prints the signal that ended the program.
#[cfg(not(unix))]
fn print_stopped_by(signal: &str) {
    eprintln!("Stopped by {signal}.");
}

/// Handles Ctrl-C from now on. If that is not possible, it keeps its default effect.
#[cfg(not(unix))]
pub fn listen() {
    // SAFETY: the C runtime of Windows calls a handler on a thread of its own, so it may do what any thread may do.
    let _ = unsafe { low_level::register(SIGINT, || SIGNALS.receive(SIGINT)) };
}
