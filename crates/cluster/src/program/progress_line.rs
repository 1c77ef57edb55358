//! Lines on standard error that report the progress of a process to the one that started it.

use pegboard::Progress;
use pegboard_cli::watch::Watch;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

/// Prefix of a line.
const PREFIX: &str = "pegboard-progress";
/// Time between two lines.
const INTERVAL: Duration = Duration::from_millis(200);

/// Creates a watch that writes such lines.
pub(super) fn watch() -> Watch {
    let last = Mutex::new(None::<Duration>);
    Watch::observed_by(Box::new(move |progress: &Progress| {
        if let Ok(mut last) = last.lock()
            && last.is_none_or(|last| progress.elapsed >= last + INTERVAL)
        {
            *last = Some(progress.elapsed);
            let line = written(progress.nodes, progress.done, &progress.phase.to_string());
            let _ = writeln!(std::io::stderr(), "{line}"); // the launcher may have ended
        }
        ControlFlow::Continue(())
    }))
}

fn written(nodes: u64, done: Option<f64>, phase: &str) -> String {
    let done = done.map_or_else(String::new, |done| done.to_string());
    format!("{PREFIX}\t{nodes}\t{done}\t{phase}")
}

/// Parses the number of positions, the finished share, and the phase of a line. Returns `None` for other lines.
pub(super) fn read(line: &str) -> Option<(u64, Option<f64>, String)> {
    let mut fields = line
        .strip_prefix(PREFIX)?
        .strip_prefix('\t')?
        .splitn(3, '\t');
    let (nodes, done, phase) = (
        fields.next()?.parse().ok()?,
        fields.next()?.parse().ok(),
        fields.next()?,
    );
    Some((nodes, done, phase.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_goes_from_process_to_process() {
        for (nodes, done, phase) in [(7, Some(0.25), "12 pegs"), (0, None, "a\tb")] {
            let line = written(nodes, done, phase);
            assert_eq!(read(&line), Some((nodes, done, phase.to_owned())));
        }
        assert_eq!(read("error: disk full"), None);
    }
}
