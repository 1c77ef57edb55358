use super::screen::{Screen, Size};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::PrintStyledContent;
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
#[cfg(unix)]
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use signal_hook::consts::TERM_SIGNALS;
use std::io::{self, BufWriter, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

/// Terminal in raw mode, restored on drop and before the message of a panic.
pub struct RawTerminal {
    shown: Option<Screen>,
}

impl RawTerminal {
    pub fn new() -> io::Result<RawTerminal> {
        restore_before_panics();
        let terminal = RawTerminal { shown: None }; // from here on, an error restores it
        enable_raw_mode()?;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            Hide,
            DisableLineWrap
        )?;
        Ok(terminal)
    }

    /// Writes the rows that differ from the current contents.
    pub fn show(&mut self, screen: Screen) -> io::Result<()> {
        let shown = self
            .shown
            .take()
            .filter(|shown| shown.size() == screen.size());
        let is_shown = |y| {
            shown
                .as_ref()
                .is_some_and(|shown| shown.row(y).eq(screen.row(y)))
        };
        let rows: Vec<u16> = (0..screen.size().height)
            .filter(|y| !is_shown(*y))
            .collect();
        if !rows.is_empty() {
            let mut terminal = BufWriter::new(io::stdout().lock());
            queue!(terminal, BeginSynchronizedUpdate)?;
            for y in rows {
                queue!(terminal, MoveTo(0, y), Clear(ClearType::CurrentLine))?;
                for piece in screen.row(y) {
                    let text = piece.style.apply(&piece.text);
                    queue!(terminal, MoveTo(piece.place.x, y), PrintStyledContent(text))?;
                }
            }
            queue!(terminal, EndSynchronizedUpdate)?;
            terminal.flush()?;
        }
        self.shown = Some(screen);
        Ok(())
    }

    pub fn size(&self) -> io::Result<Size> {
        let (width, height) = terminal::size()?;
        Ok(Size { width, height })
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, ignoring errors.
fn restore() {
    let _ = execute!(
        io::stdout(),
        EnableLineWrap,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}

fn restore_before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            report(panic);
        }));
    });
}

/// Waits for input up to a timeout. Returns `true` if the terminal is closed: reading keys would then loop forever.
#[cfg(unix)]
pub fn is_closed_within(time: Duration) -> io::Result<bool> {
    let stdin = io::stdin();
    let mut input = [PollFd::new(&stdin, PollFlags::IN)];
    let time = Timespec::try_from(time).map_err(io::Error::other)?;
    match poll(&mut input, Some(&time)) {
        Ok(_) => Ok(input[0]
            .revents()
            .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)),
        Err(Errno::INTR) => Ok(false), // a signal, which the caller checks
        Err(error) => Err(error.into()),
    }
}

/// Waits for input up to a timeout. Never returns `true`, because closing a console ends its programs.
#[cfg(not(unix))]
pub fn is_closed_within(time: Duration) -> io::Result<bool> {
    crossterm::event::poll(time).map(|_| false)
}

/// Signals that ask the program to end: SIGINT, SIGHUP, SIGTERM.
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
