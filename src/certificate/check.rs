use crate::checker::{CheckOptions, Proven, Rejection, verify};
use crate::control::{Control, Phase};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Checks the certificate in a file with [`verify`], within what a control allows. The positions held at once
/// may take 512 MiB by default.
///
/// ```
/// use pegboard::certificate::verify_within;
/// use pegboard::checker::{ProvenAnswer, Rejection};
/// use pegboard::{Control, Limits};
/// let path = "tests/certificates/version1/fewest.ron".as_ref();
/// let proven = verify_within(path, &Control::default())?;
/// assert!(matches!(proven.answer, ProvenAnswer::Fewest { .. }));
///
/// let control = Control::new(Limits { nodes: Some(0), ..Limits::default() });
/// assert!(matches!(verify_within(path, &control), Err(Rejection::Stopped { .. })));
/// # Ok::<(), Rejection>(())
/// ```
///
/// # Errors
///
/// A [`Rejection`]; [`Rejection::Stopped`] when the control stopped the check.
pub fn verify_within(path: &Path, control: &Control<'_>) -> Result<Proven, Rejection> {
    let default = CheckOptions::default();
    let counted = AtomicU64::new(0);
    let phase = || Phase::of_unknown_length(format!("checking {}", path.display()));
    let go_on = |positions: u64| {
        let new = positions.saturating_sub(counted.fetch_max(positions, Ordering::Relaxed));
        control.tick(new, phase).is_ok()
    };
    if control.tick(0, phase).is_err() {
        return control.ended(Err(Rejection::Stopped {
            file: path.display().to_string(),
            positions: 0,
        }));
    }
    let options = CheckOptions {
        memory: control.limits().memory.unwrap_or(default.memory),
        threads: NonZeroUsize::new(control.threads()).unwrap_or(default.threads),
        go_on: &go_on,
    };
    control.ended(verify(path, &options))
}
