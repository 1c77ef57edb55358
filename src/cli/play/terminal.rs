use ratatui_core::layout::Size;
use ratatui_core::terminal::{Frame, Terminal};
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::cursor::Show;
use ratatui_crossterm::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui_crossterm::crossterm::execute;
use ratatui_crossterm::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
#[cfg(unix)]
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use signal_hook::consts::TERM_SIGNALS;
use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The terminal while a game is on it: it is given back when this is dropped, and before the message of a panic.
///
/// What it wraps is not dropped: it would show the cursor once more, and panic where the terminal is gone.
pub struct TakenTerminal(ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>);

impl TakenTerminal {
    pub fn new() -> io::Result<TakenTerminal> {
        give_back_before_panics();
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let taken = TakenTerminal(ManuallyDrop::new(terminal)); // from here on an error gives it back
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(taken)
    }

    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.0.draw(picture).map(|_| ())
    }

    pub fn size(&self) -> io::Result<Size> {
        self.0.size()
    }
}

impl Drop for TakenTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// As far as it goes: there is nobody to tell what does not.
fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

fn give_back_before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            report(panic);
        }));
    });
}

/// Waits for input, but no longer than this, and tells whether the terminal is gone: nothing can be read from it
/// then, and a reader of keys would try without end.
#[cfg(unix)]
pub fn is_closed_within(time: Duration) -> io::Result<bool> {
    let stdin = io::stdin();
    let mut input = [PollFd::new(&stdin, PollFlags::IN)];
    let time = Timespec::try_from(time).map_err(io::Error::other)?;
    match poll(&mut input, Some(&time)) {
        Ok(_) => Ok(input[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)),
        Err(Errno::INTR) => Ok(false), // a signal, which is looked at next
        Err(error) => Err(error.into()),
    }
}

/// Waits for input, but no longer than this. A console takes its programs with it when it is closed.
#[cfg(not(unix))]
pub fn is_closed_within(time: Duration) -> io::Result<bool> {
    ratatui_crossterm::crossterm::event::poll(time).map(|_| false)
}

/// The signals that ask a program to end: Ctrl-C from outside, a closed window, `kill`.
pub struct Signals(Arc<AtomicBool>);

impl Signals {
    pub fn watched() -> io::Result<Signals> {
        let sent = Arc::new(AtomicBool::new(false));
        for signal in TERM_SIGNALS {
            signal_hook::flag::register(*signal, Arc::clone(&sent))?;
        }
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::clone(&sent))?;
        Ok(Signals(sent))
    }

    pub fn were_sent(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
