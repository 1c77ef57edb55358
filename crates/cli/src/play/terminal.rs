#[cfg(unix)]
use super::keys::Decoder;
use super::screen::{Screen, Size};
#[cfg(unix)]
use crate::signals::write_unless_blocked;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::style::PrintStyledContent;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, enable_raw_mode,
};
use crossterm::{execute, queue};
#[cfg(unix)]
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
    stdio::{stdin, stdout},
    termios::{OptionalActions, Termios, tcgetattr, tcsetattr},
};
use std::io::{self, BufWriter, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
#[cfg(unix)]
use std::{
    io::IoSlice,
    sync::{Arc, OnceLock},
};
use terminal_size::{Height, Width, terminal_size_of};

/// Size of a terminal that gives none.
const USUAL_SIZE: Size = Size {
    width: 80,
    height: 24,
};

/// Terminal in raw mode, restored on drop, before the message of a panic, and by [`restore`].
pub struct RawTerminal {
    shown: Option<Screen>,
    /// Last known size.
    size: Size,
    /// Mode for `play`, to be set again after a stop.
    #[cfg(unix)]
    raw: Termios,
    /// Set when the process continues after a stop.
    #[cfg(unix)]
    was_stopped: Arc<AtomicBool>,
}

impl RawTerminal {
    #[cfg(unix)]
    pub fn new() -> io::Result<RawTerminal> {
        restore_before_panics();
        let was_stopped = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&was_stopped))?;
        let before = tcgetattr(stdin())?;
        let mut terminal = RawTerminal {
            shown: None,
            size: USUAL_SIZE,
            raw: before.clone(),
            was_stopped,
        }; // from here on, an error restores it
        BEFORE.get_or_init(|| Before {
            mode: before,
            sequences: leaving(),
        });
        IS_RAW.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        terminal.raw = tcgetattr(stdin())?;
        enter()?;
        Ok(terminal)
    }

    #[cfg(not(unix))]
    pub fn new() -> io::Result<RawTerminal> {
        restore_before_panics();
        let terminal = RawTerminal {
            shown: None,
            size: USUAL_SIZE,
        }; // from here on, an error restores it
        IS_RAW.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        enter()?;
        Ok(terminal)
    }

    /// Sets the terminal again if the process was stopped, because the shell has used the terminal since.
    pub fn set_again_if_stopped(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        if self.was_stopped.swap(false, Ordering::SeqCst) {
            tcsetattr(stdin(), OptionalActions::Now, &self.raw)?;
            enter()?;
            self.shown = None;
        }
        Ok(())
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

    /// Returns the size of the terminal, or the last known size if the terminal gives none.
    pub fn size(&mut self) -> Size {
        if let Some((Width(width), Height(height))) = terminal_size_of(io::stdout()) {
            self.size = Size { width, height };
        }
        self.size
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Set from the change of the terminal to its restoration.
static IS_RAW: AtomicBool = AtomicBool::new(false);

/// Mode of the terminal before [`RawTerminal::new`], and the control sequences that restore the rest.
#[cfg(unix)]
struct Before {
    mode: Termios,
    sequences: Vec<u8>,
}

#[cfg(unix)]
static BEFORE: OnceLock<Before> = OnceLock::new();

fn enter() -> io::Result<()> {
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        Hide,
        DisableLineWrap
    )
}

/// Returns the control sequences that undo [`enter`].
fn leaving() -> Vec<u8> {
    let mut sequences = Vec::new();
    let queued = queue!(
        sequences,
        EnableLineWrap,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    queued.expect("a vector has room");
    sequences
}

/// Restores the terminal if it is in raw mode, ignoring errors. A signal handler may call this. The mode comes first,
/// because the sequences may find no room.
#[cfg(unix)]
pub fn restore() {
    if IS_RAW.swap(false, Ordering::SeqCst)
        && let Some(before) = BEFORE.get()
    {
        let _ = tcsetattr(stdin(), OptionalActions::Now, &before.mode);
        write_unless_blocked(stdout(), &[IoSlice::new(&before.sequences)]);
    }
}

/// Restores the terminal if it is in raw mode, ignoring errors.
#[cfg(not(unix))]
pub fn restore() {
    if IS_RAW.swap(false, Ordering::SeqCst) {
        let _ = crossterm::terminal::disable_raw_mode();
        let _ = io::stdout().write_all(&leaving());
        let _ = io::stdout().flush();
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

/// Reads keys and clicks on a background thread until the terminal is closed.
pub fn input() -> io::Result<Receiver<Event>> {
    let (read, input) = channel();
    thread::Builder::new().spawn(move || send_events(&read))?;
    Ok(input)
}

#[cfg(unix)]
fn send_events(receiver: &Sender<Event>) {
    /// Silence after which a control sequence counts as unfinished.
    const SILENCE: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 100_000_000,
    };
    let mut decoder = Decoder::default();
    let mut bytes = [0; 1024];
    loop {
        let stdin = stdin();
        let mut inputs = [PollFd::new(&stdin, PollFlags::IN)];
        let timeout = decoder.is_waiting().then_some(&SILENCE);
        let events: Vec<Event> = match poll(&mut inputs, timeout) {
            Ok(0) => decoder.expire().into_iter().collect(),
            Ok(_) => match read(stdin, &mut bytes) {
                Ok(0) => return,
                Ok(length) => bytes[..length]
                    .iter()
                    .flat_map(|byte| decoder.decode(*byte))
                    .collect(),
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(_) => return,
            },
            Err(Errno::INTR) => continue,
            Err(_) => return,
        };
        for event in events {
            if receiver.send(event).is_err() {
                return;
            }
        }
    }
}

#[cfg(not(unix))]
fn send_events(receiver: &Sender<Event>) {
    while let Ok(event) = crossterm::event::read()
        && receiver.send(event).is_ok()
    {}
}
