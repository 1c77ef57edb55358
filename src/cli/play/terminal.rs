use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};
use signal_hook::consts::TERM_SIGNALS;
use std::io::{self, Stdout};
use std::panic;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal while a game is on it: it is given back when this is dropped, and before the message of a panic.
pub struct TakenTerminal(Terminal<CrosstermBackend<Stdout>>);

impl TakenTerminal {
    pub fn new() -> io::Result<TakenTerminal> {
        give_back_before_panics();
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let taken = TakenTerminal(terminal); // from here on an error gives it back
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
