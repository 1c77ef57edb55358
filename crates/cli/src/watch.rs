use super::signals::SIGNALS;
use indicatif::ProgressBar;
use pegboard::control::Observer;
use pegboard::control::counted;
use pegboard::{Control, LimitReached, Limits, Progress};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Progress bar of a command, during which a signal cancels the work instead of ending the program.
///
/// Each part of the command gets its own [`control`](Watch::control). Drop the watch before printing anything.
pub struct Watch {
    bar: Arc<Bar>,
    observer: Box<Observer<'static>>,
}

/// Progress bar that appears only after [`UNSEEN`].
#[derive(Default)]
struct Bar {
    shown: OnceLock<ProgressBar>,
    is_over: AtomicBool,
}

/// Delay before the progress bar appears, so that it does not flicker during short work.
const UNSEEN: Duration = Duration::from_millis(300);

impl Watch {
    /// Starts watching, with a progress bar on a terminal.
    pub fn start() -> Watch {
        SIGNALS.cancel_work(true);
        let bar = Arc::new(Bar::default());
        let shown = Arc::clone(&bar);
        let observer = Box::new(move |progress: &Progress| {
            shown.show(progress.elapsed, || {
                sentence(
                    &progress.phase.to_string(),
                    progress.nodes,
                    progress.done,
                    progress.time_left(),
                )
            });
            ControlFlow::Continue(())
        });
        Watch { bar, observer }
    }

    /// Starts watching without a progress bar, for a command whose output shows its progress.
    pub fn without_bar() -> Watch {
        let watch = Watch::start();
        watch.end_bar();
        watch
    }

    /// Removes the progress bar for good, because the output now shows the progress.
    pub fn end_bar(&self) {
        self.bar.is_over.store(true, Ordering::Relaxed);
        self.bar.clear();
    }

    /// Starts watching with an observer instead of the progress bar.
    pub fn observed_by(observer: Box<Observer<'static>>) -> Watch {
        let mut watch = Watch::without_bar();
        watch.observer = observer;
        watch
    }

    /// Shows the progress of other processes.
    pub fn show(&self, phase: &str, nodes: u64, done: Option<f64>, elapsed: Duration) {
        self.bar
            .show(elapsed, || sentence(phase, nodes, done, None));
    }

    /// Writes a line to standard error, above the bar.
    pub fn line(&self, text: &str) {
        match self.bar.shown.get() {
            Some(bar) if !bar.is_hidden() => bar.println(text),
            _ => eprintln!("{text}"),
        }
    }

    /// Returns an error after a signal.
    pub fn unless_cancelled(&self) -> Result<(), LimitReached> {
        if SIGNALS.cancellation().is_cancelled() {
            Err(LimitReached::Cancelled)
        } else {
            Ok(())
        }
    }

    /// Returns a control for one part of the command. Its time starts now.
    pub fn control(&self, limits: Limits) -> Control<'_> {
        Control::new(limits)
            .watched_by(&*self.observer)
            .cancelled_by(SIGNALS.cancellation())
    }

    /// Returns a control for drawing the result of the command. After a signal, the result so far is still drawn; the next
    /// signal ends the program at once.
    pub fn control_of_picture(&self, time: Option<Duration>, memory: Option<u64>) -> Control<'_> {
        let limits = Limits {
            time,
            memory,
            ..Limits::default()
        };
        match self.unless_cancelled() {
            Ok(()) => self.control(limits),
            Err(_) => Control::new(limits).watched_by(&*self.observer),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        SIGNALS.cancel_work(false);
        self.bar.clear();
    }
}

impl Bar {
    fn show(&self, elapsed: Duration, message: impl FnOnce() -> String) {
        if elapsed >= UNSEEN && !self.is_over.load(Ordering::Relaxed) {
            let bar = self.shown.get_or_init(new_bar);
            bar.set_message(format!("{}, {:.0} s", message(), elapsed.as_secs_f64()));
            bar.tick();
        }
    }

    fn clear(&self) {
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    if std::io::stderr().is_terminal() {
        ProgressBar::new_spinner()
    } else {
        ProgressBar::hidden()
    }
}

/// Cancels the work, as a signal does.
pub fn stop() {
    SIGNALS.cancellation().cancel();
}

/// Lets the program wait after a signal: other processes work for it.
pub fn wait_for_processes() {
    SIGNALS.wait_for_processes();
}

/// Formats the known progress, such as `12 pegs: 1,234,567 positions, 45 %, about 3 s left`.
fn sentence(phase: &str, nodes: u64, done: Option<f64>, left: Option<Duration>) -> String {
    let mut facts = Vec::new();
    if nodes > 0 {
        facts.push(counted(nodes, "position"));
    }
    facts.extend(done.map(|done| format!("{:.0} %", 100.0 * done)));
    facts.extend(left.map(|left| format!("about {} left", roughly(left))));
    if facts.is_empty() {
        phase.to_owned()
    } else {
        format!("{phase}: {}", facts.join(", "))
    }
}

/// Formats a duration in a unit of its magnitude.
fn roughly(time: Duration) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    let seconds = time.as_secs_f64();
    let (unit, name) = match seconds {
        _ if seconds < 2.0 * MINUTE => (1.0, "s"),
        _ if seconds < 2.0 * HOUR => (MINUTE, "min"),
        _ if seconds < 2.0 * DAY => (HOUR, "h"),
        _ => (DAY, "days"),
    };
    format!("{:.0} {name}", seconds / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_contains_only_known_facts() {
        let left = Some(Duration::from_secs(3));
        assert_eq!(sentence("bitmap", 0, None, None), "bitmap");
        assert_eq!(
            sentence("bitmap", 0, Some(0.254), left),
            "bitmap: 25 %, about 3 s left"
        );
        assert_eq!(
            sentence("12 pegs", 1234, Some(0.0), None),
            "12 pegs: 1,234 positions, 0 %"
        );
    }

    #[test]
    fn durations_have_units_of_their_magnitude() {
        let said = |seconds| roughly(Duration::from_secs(seconds));
        assert_eq!(
            [0, 119, 120, 7199].map(said),
            ["0 s", "119 s", "2 min", "120 min"]
        );
        assert_eq!(
            [7200, 172_799, 172_800, 5_198_362].map(said),
            ["2 h", "48 h", "2 days", "60 days"]
        );
    }
}
