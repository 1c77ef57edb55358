use indicatif::{HumanCount, ProgressBar};
use pegboard::Progress;
use pegboard::atlas::AtlasProgress;
use pegboard::exhaustion::ExhaustionProgress;
use pegboard::sweep::SweepProgress;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

/// Watches a search or a sweep: shows on a terminal how far it is, and stops it at Ctrl-C.
///
/// Both begin with the first report of progress. A search that is over before that, and most are over within a
/// millisecond, pays for neither.
pub struct Watch {
    cancelled: Arc<AtomicBool>,
    listening: Once,
    bar: OnceLock<ProgressBar>,
}

/// A search that takes less is not worth a progress bar that flickers.
const UNSEEN: Duration = Duration::from_millis(300);

impl Watch {
    pub fn new() -> Watch {
        Watch { cancelled: Arc::default(), listening: Once::new(), bar: OnceLock::new() }
    }

    /// The observer of a search.
    pub fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        let (phase, nodes) = (&progress.phase, HumanCount(progress.nodes));
        self.look(progress.elapsed, || format!("{phase}: {nodes} positions"))
    }

    /// The observer of an exhaustion.
    pub fn observe_exhaustion(&self, progress: &ExhaustionProgress) -> ControlFlow<()> {
        self.look(progress.elapsed, || {
            let side = if progress.backward { "backward" } else { "forward" };
            let (expanded, level) = (HumanCount(progress.expanded), HumanCount(progress.level));
            let estimate = progress.estimate.map(|count| format!(" of perhaps {}", HumanCount(count)));
            format!(
                "exhaustion {side}, {} pegs: {expanded} of {level}, {}{} in all",
                progress.pegs,
                HumanCount(progress.positions),
                estimate.unwrap_or_default()
            )
        })
    }

    /// The observer of an atlas.
    pub fn observe_atlas(&self, progress: &AtlasProgress) -> ControlFlow<()> {
        let AtlasProgress { settled, problems, round, .. } = progress;
        self.look(progress.elapsed, || {
            format!(
                "{settled} of {problems} problems settled, up to {:.1} s for each of the others",
                round.as_secs_f64()
            )
        })
    }

    /// The observer of a sweep.
    pub fn observe_sweep(&self, progress: &SweepProgress) -> ControlFlow<()> {
        self.look(progress.elapsed, || {
            let SweepProgress { phase, done, is_whole, .. } = progress;
            let left = progress.time_left().map_or_else(String::new, |left| {
                let of_what = if *is_whole { "" } else { " on this level" };
                format!(", about {:.0} s left{of_what}", left.as_secs_f64())
            });
            format!("{phase}: {:.0} %{left}", 100.0 * done)
        })
    }

    fn look(&self, elapsed: Duration, message: impl FnOnce() -> String) -> ControlFlow<()> {
        self.listening.call_once(|| listen_to_ctrl_c(&self.cancelled));
        if elapsed >= UNSEEN {
            let bar = self.bar.get_or_init(new_bar);
            bar.set_message(format!("{}, {:.0} s", message(), elapsed.as_secs_f64()));
            bar.tick();
        }
        if self.cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() }
}

/// The first Ctrl-C asks the search to stop, the second ends the program. Where no handler can be set, Ctrl-C
/// ends the program as it would without one.
fn listen_to_ctrl_c(cancelled: &Arc<AtomicBool>) {
    let cancelled = Arc::clone(cancelled);
    let _ = ctrlc::set_handler(move || {
        if cancelled.swap(true, Ordering::Relaxed) {
            std::process::exit(super::Outcome::Undecided as i32);
        }
    });
}
