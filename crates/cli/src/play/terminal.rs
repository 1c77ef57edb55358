use super::screen::{Screen, Size};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
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
use std::io::{self, BufWriter, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Terminal in raw mode, restored on drop, before the message of a panic, and by [`restore`].
pub struct RawTerminal {
    shown: Option<Screen>,
}

impl RawTerminal {
    pub fn new() -> io::Result<RawTerminal> {
        restore_before_panics();
        let terminal = RawTerminal { shown: None }; // from here on, an error restores it
        IS_RAW.store(true, Ordering::SeqCst);
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

/// Set from the change of the terminal to its restoration.
static IS_RAW: AtomicBool = AtomicBool::new(false);

/// Restores the terminal if it is in raw mode, ignoring errors. The mode comes first, because the writes may block.
pub fn restore() {
    if IS_RAW.swap(false, Ordering::SeqCst) {
        let _ = disable_raw_mode();
        let _ = execute!(
            io::stdout(),
            EnableLineWrap,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
    }
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

/// Reads keys and clicks on a background thread, because the reader blocks in the middle of a character and spins when
/// the terminal is closed.
pub fn input() -> Receiver<io::Result<Event>> {
    let (read, input) = channel();
    thread::spawn(move || while read.send(event::read()).is_ok() {});
    input
}

/// Returns `true` if the terminal is closed.
#[cfg(unix)]
pub fn is_closed() -> io::Result<bool> {
    let stdin = io::stdin();
    let mut input = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut input, Some(&Timespec::default())) {
        Ok(_) => Ok(input[0]
            .revents()
            .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Returns `false`, because closing a console ends its programs.
#[cfg(not(unix))]
pub fn is_closed() -> io::Result<bool> {
    Ok(false)
}
