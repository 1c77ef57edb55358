use crate::checker::{
    CheckOptions, Proven, Rejection, Unverified, read_certificates_within, verify,
};
use crate::control::{Control, LimitReached, Phase};
use crate::levels::folder::{CLUSTER_MANIFEST, MANIFEST};
use crate::solver::exhaustion::PLAN;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns the files of certificates in a folder, sorted by name: those that end in `.ron`, without the records of levels
/// that a search has saved in the same folder.
///
/// # Errors
///
/// The error of the system.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        let is_record = [MANIFEST, CLUSTER_MANIFEST, PLAN]
            .iter()
            .any(|record| name == *record);
        // An entry that is not a file is listed as well: left out, it would count as checked.
        if path.extension().is_some_and(|ending| ending == "ron") && !is_record {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Checks the certificate in a file with [`verify`], within the limits of a control. The memory limit bounds the positions
/// held at once; it is 512 MiB by default.
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
/// A [`Rejection`]; [`Rejection::Stopped`] when the control stops the check.
pub fn verify_within(path: &Path, control: &Control<'_>) -> Result<Proven, Rejection> {
    within(&path.display().to_string(), control, |options| {
        verify(path, options)
    })
}

/// Reads the certificates in a file with [`read_certificates`](crate::checker::read_certificates), within the limits of a
/// control.
///
/// # Errors
///
/// A [`Rejection`]; [`Rejection::Stopped`] when the control stops the call.
pub fn read_within(path: &Path, control: &Control<'_>) -> Result<Vec<Unverified>, Rejection> {
    within(&path.display().to_string(), control, |options| {
        read_certificates_within(path, options)
    })
}

/// Checks a certificate that has been read, within the limits of a control: see [`verify_within`].
///
/// ```
/// use pegboard::Control;
/// use pegboard::certificate::check_within;
/// use pegboard::checker::read_certificates;
/// let certificates = read_certificates("boards/atlas/triangle5.ron".as_ref())?;
/// assert_eq!(certificates.len(), 11);
/// let proven = check_within(&certificates[0], &Control::default())?;
/// assert!(proven.sentence.starts_with("Triangle 5 (15 holes), vacate a1, one peg in a1: solved"));
/// # Ok::<(), pegboard::checker::Rejection>(())
/// ```
///
/// # Errors
///
/// A [`Rejection`]; [`Rejection::Stopped`] when the control stops the check.
pub fn check_within(certificate: &Unverified, control: &Control<'_>) -> Result<Proven, Rejection> {
    within(certificate.name(), control, |options| {
        certificate.verify(options)
    })
}

fn within<T>(
    name: &str,
    control: &Control<'_>,
    check: impl FnOnce(&CheckOptions<'_>) -> Result<T, Rejection>,
) -> Result<T, Rejection> {
    let default = CheckOptions::default();
    let counted = AtomicU64::new(0);
    let phase = || Phase::Checking(name.to_owned());
    let go_on = |positions: u64| {
        let new = positions.saturating_sub(counted.fetch_max(positions, Ordering::Relaxed));
        control.tick(new, phase).is_ok()
    };
    if control.tick(0, phase).is_err() {
        return control.ended(Err(Rejection::Stopped {
            file: name.to_owned(),
            positions: 0,
        }));
    }
    let options = CheckOptions::default()
        .with_memory(control.memory_up_to(default.memory))
        .with_threads(NonZeroUsize::new(control.threads()).unwrap_or(default.threads))
        .with_go_on(&go_on);
    let checked = check(&options);
    if let Err(Rejection::Stopped { .. }) = checked {
        control.stop(LimitReached::Memory); // no effect if the control stopped the check
    }
    control.ended(checked)
}
