//! Files of certificates: a single certificate, or an atlas.

use super::flaw::{Checked, Flaw, require, wrong};
use super::position_file::{self, level_sizes};
use super::resources::Resources;
use super::{CheckOptions, Proven, Rejection, check};
use crate::format::atlas::{self, AtlasPart, is_named_atlas};
use crate::format::{CertificatePart, PositionsPart, VERSION, version_in};
use ron::error::SpannedError;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::Read;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Maximum length of the text of a certificate or an atlas. Large sets of positions are in files of their own; parsing a
/// text of this length takes a second or two.
pub const MAX_TEXT_BYTES: usize = 16 << 20;

/// Maximum size of the boards of all certificates in an atlas: all problems of a board with 128 holes take about half.
const MAX_BYTES_OF_BOARDS: u64 = 256 << 20;

/// A certificate that has been parsed but not checked.
#[derive(Clone, Debug)]
pub struct Unverified {
    name: String,
    problem: Option<(String, String)>,
    folder: PathBuf,
    part: CertificatePart,
}

/// Contents of a file.
enum Contents {
    Certificate(CertificatePart),
    Atlas(AtlasPart),
}

/// Reads the certificates in a file: a single one, or those of an atlas.
///
/// ```
/// use pegboard_checker::{CheckOptions, read_certificates};
/// let path = "../../boards/atlas/triangle4.ron".as_ref();
/// for certificate in read_certificates(path)? {
///     certificate.verify(&CheckOptions::default())?;
/// }
/// # Ok::<(), pegboard_checker::Rejection>(())
/// ```
///
/// # Errors
///
/// [`Rejection::Unreadable`] if the file is neither a certificate nor an atlas, or of an unknown version. For an atlas
/// the message names the problem with the error.
pub fn read_certificates(path: &Path) -> Result<Vec<Unverified>, Rejection> {
    read_certificates_within(path, &CheckOptions::default())
}

/// Reads the certificates in a file like [`read_certificates`], until [`CheckOptions::go_on`] stops the call.
///
/// # Errors
///
/// The errors of [`read_certificates`], and [`Rejection::Stopped`].
pub fn read_certificates_within(
    path: &Path,
    options: &CheckOptions<'_>,
) -> Result<Vec<Unverified>, Rejection> {
    let name = path.display().to_string();
    let folder = path.parent().unwrap_or(Path::new(""));
    match read(path, options).map_err(|flaw| rejection(flaw, &name, 0))? {
        Contents::Certificate(part) => Ok(vec![Unverified {
            name,
            problem: None,
            folder: folder.to_owned(),
            part,
        }]),
        Contents::Atlas(atlas) => Ok(atlas
            .problems
            .iter()
            .map(|problem| Unverified {
                name: format!("{name}: {} to {}", problem.vacate, problem.finish),
                problem: Some((problem.vacate.clone(), problem.finish.clone())),
                folder: folder.to_owned(),
                part: atlas.certificate(problem),
            })
            .collect()),
    }
}

/// Reads an atlas without checking its answers.
///
/// # Errors
///
/// [`Rejection::Unreadable`] if the file is not an atlas, or of an unknown version.
pub fn read_atlas(path: &Path) -> Result<AtlasPart, Rejection> {
    let atlas = read(path, &CheckOptions::default()).and_then(|contents| match contents {
        Contents::Atlas(atlas) => Ok(atlas),
        Contents::Certificate(_) => Err(Flaw::Unreadable(
            "it is a single certificate, not an atlas".to_owned(),
        )),
    });
    atlas.map_err(|flaw| rejection(flaw, &path.display().to_string(), 0))
}

/// Reads the text of an atlas without checking its answers, which may stay texts. Messages name it `file`.
///
/// # Errors
///
/// [`Rejection::Unreadable`] if the text is not an atlas, or of an unknown version.
pub fn read_atlas_text<A: DeserializeOwned>(
    text: &str,
    file: &str,
) -> Result<AtlasPart<A>, Rejection> {
    parse_atlas(text).map_err(|flaw| rejection(flaw, file, 0))
}

impl Unverified {
    pub(crate) fn parse(
        text: String,
        file: &str,
        folder: &Path,
        options: &CheckOptions<'_>,
    ) -> Result<Unverified, Rejection> {
        Ok(Unverified {
            name: file.to_owned(),
            problem: None,
            folder: folder.to_owned(),
            part: watched(text, options, parse).map_err(|flaw| rejection(flaw, file, 0))?,
        })
    }

    /// Returns the name in messages: the file, followed by the problem if the file is an atlas.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the labels of vacancy and finish under which an atlas lists the certificate; `None` for a single
    /// certificate.
    pub fn problem(&self) -> Option<(&str, &str)> {
        self.problem
            .as_ref()
            .map(|(vacate, finish)| (vacate.as_str(), finish.as_str()))
    }

    /// Returns the certificate as parsed.
    pub fn part(&self) -> &CertificatePart {
        &self.part
    }

    /// Checks the certificate.
    ///
    /// # Errors
    ///
    /// [`Rejection`] names the first flaw.
    pub fn verify(&self, options: &CheckOptions<'_>) -> Result<Proven, Rejection> {
        let resources = Resources::new(&self.folder, options);
        // With other labels the start would be the full board, or the goal more than one hole.
        let is_hole = |label: &String| self.part.board.labels.contains(label);
        let named = self
            .problem
            .iter()
            .flat_map(|(vacate, finish)| [vacate, finish]);
        let unknown = named.into_iter().find(|label| !is_hole(label));
        let checked = match unknown {
            Some(label) => wrong("problems", format_args!("the board has no hole `{label}`")),
            None => check(&self.part, &resources),
        };
        checked.map_err(|flaw| rejection(flaw, &self.name, resources.positions()))
    }

    /// Returns the certificate without position files: exhaustions whose positions are in a file become compact. All
    /// reachable positions are in the file, so the sizes of its levels are upper bounds.
    ///
    /// # Errors
    ///
    /// [`Rejection`] if the header of a position file cannot be read.
    pub fn without_position_files(&self) -> Result<CertificatePart, Rejection> {
        let mut part = self.part.clone();
        let holes = part.board.labels.len();
        for side in part.answer.sides_mut() {
            if let PositionsPart::File { name, bytes, .. } = &side.positions {
                let sizes = level_sizes(&self.folder, name, holes, *bytes)
                    .map_err(|flaw| rejection(flaw, &self.name, 0))?;
                side.positions = PositionsPart::Sizes(sizes);
            }
        }
        part.version = part.version.max(part.oldest_version());
        Ok(part)
    }
}

fn rejection(flaw: Flaw, file: &str, positions: u64) -> Rejection {
    let file = file.to_owned();
    match flaw {
        Flaw::Unreadable(message) => Rejection::Unreadable {
            file,
            message: shortened(message),
        },
        Flaw::Wrong { place, message } => Rejection::Invalid {
            file,
            place: shortened(place),
            message: shortened(message),
        },
        Flaw::Stopped => Rejection::Stopped { file, positions },
    }
}

/// Truncates a message that quotes a text of unknown length.
fn shortened(mut message: String) -> String {
    const LONGEST: usize = 1000;
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.push('…');
    }
    message
}

/// Reads a text file of at most [`MAX_TEXT_BYTES`] whose contents fit the memory.
pub(super) fn text_of(path: &Path, options: &CheckOptions<'_>) -> Result<String, String> {
    /// Memory for each byte of a text, at most: lists of short labels take the most.
    const EXPANSION: u64 = 16;
    /// Maximum length of a text that is read in any case.
    const SHORT: usize = 1 << 19;
    if path.is_dir() {
        return Err(format!(
            "it is a folder; name the certificates in it: {}",
            path.join("*.ron").display()
        ));
    }
    let mut bytes = Vec::new();
    // One byte beyond the limit is enough to know that the file is too large.
    File::open(path)
        .and_then(|file| file.take(MAX_TEXT_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| unopened(path, &error))?;
    if bytes.starts_with(&position_file::MAGIC) {
        return Err(
            "it holds positions of a certificate; check the certificate itself, which is a `.ron` file"
                .into(),
        );
    }
    if bytes.len() > MAX_TEXT_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_TEXT_BYTES >> 20));
    }
    let needed = EXPANSION * bytes.len() as u64;
    if bytes.len() > SHORT && needed > options.memory {
        return Err(format!(
            "its text of {} KiB may take {} KiB of memory, more than is allowed",
            bytes.len() >> 10,
            needed >> 10
        ));
    }
    String::from_utf8(bytes).map_err(|error| format!("it is not UTF-8 text: {error}"))
}

/// Returns the system's message, with the certificate that was probably meant, if it exists.
fn unopened(path: &Path, error: &std::io::Error) -> String {
    let meant = path.with_extension("ron");
    if error.kind() == std::io::ErrorKind::NotFound && meant != path && meant.is_file() {
        return format!("{error}; there is {}", meant.display());
    }
    error.to_string()
}

fn read(path: &Path, options: &CheckOptions<'_>) -> Checked<Contents> {
    let text = text_of(path, options).map_err(Flaw::Unreadable)?;
    watched(text, options, |text| match CertificatePart::read(text) {
        Err(error) if is_named_atlas(&error) => parse_atlas(text).map(Contents::Atlas),
        parsed => checked(parsed, text).map(Contents::Certificate),
    })
}

/// Parses a text and polls the caller meanwhile. The parser cannot be interrupted, so a long text is parsed on another
/// thread, which is left to itself if the caller stops the check.
fn watched<T: Send + 'static>(
    text: String,
    options: &CheckOptions<'_>,
    parse: fn(&str) -> Checked<T>,
) -> Checked<T> {
    /// Bytes that are parsed in some hundredths of a second at most.
    const SHORT: usize = 1 << 17;
    const BETWEEN_POLLS: Duration = Duration::from_millis(20);
    /// Stack of a main thread.
    const STACK: usize = 8 << 20;
    if text.len() <= SHORT {
        return parse(&text);
    }
    let (text, (sender, receiver)) = (Arc::new(text), mpsc::channel());
    let shared = Arc::clone(&text);
    let parser = thread::Builder::new().stack_size(STACK).spawn(move || {
        let _ = sender.send(parse(&shared)); // fails if the check was stopped
    });
    let Ok(parser) = parser else {
        return parse(&text);
    };
    loop {
        match receiver.recv_timeout(BETWEEN_POLLS) {
            Ok(parsed) => return parsed,
            Err(RecvTimeoutError::Timeout) if (options.go_on)(0) => {}
            Err(RecvTimeoutError::Timeout) => return Err(Flaw::Stopped),
            Err(RecvTimeoutError::Disconnected) => match parser.join() {
                Ok(()) => unreachable!("the parser sends a result before it ends"),
                Err(panic) => resume_unwind(panic),
            },
        }
    }
}

fn parse(text: &str) -> Checked<CertificatePart> {
    checked(CertificatePart::read(text), text)
}

fn parse_atlas<A: DeserializeOwned>(text: &str) -> Checked<AtlasPart<A>> {
    let parsed = AtlasPart::read(text);
    let version = match &parsed {
        Ok(part) => Ok(part.version),
        Err(_) => atlas::version_in(text),
    };
    check_version("an atlas", version, atlas::VERSION)?;
    let part = parsed.map_err(misread)?;
    check_features("the atlas", part.version, part.oldest_version())?;
    let (problems, holes) = (part.problems.len() as u64, part.board.labels.len() as u64);
    if problems > holes.saturating_mul(holes) {
        return Err(Flaw::Unreadable(
            "it lists more problems than the board has".to_owned(),
        ));
    }
    // Each problem gets a copy of the board.
    if problems.saturating_mul(part.board.size()) > MAX_BYTES_OF_BOARDS {
        return Err(Flaw::Unreadable(
            "the description of its board is too long for so many problems".to_owned(),
        ));
    }
    Ok(part)
}

/// Checks that a certificate has a known version and no parts that are newer than this version.
fn checked(parsed: Result<CertificatePart, SpannedError>, text: &str) -> Checked<CertificatePart> {
    let version = match &parsed {
        Ok(part) => Ok(part.version),
        Err(_) => version_in(text),
    };
    check_version("a certificate", version, VERSION)?;
    let part = parsed.map_err(misread)?;
    check_features("the certificate", part.version, part.oldest_version())?;
    Ok(part)
}

fn check_features(kind: &str, version: u32, needed: u32) -> Checked<()> {
    require(version >= needed, "version", || {
        format!("{kind} uses features of version {needed}")
    })
}

/// Rejects an unknown version. If the version cannot be read, the syntax error makes the better message.
fn check_version(kind: &str, version: Result<u32, SpannedError>, newest: u32) -> Checked<()> {
    match version {
        Ok(version) if !(1..=newest).contains(&version) => {
            let known = match newest {
                1 => "version 1".to_owned(),
                newest => format!("versions 1 to {newest}"),
            };
            Err(Flaw::Unreadable(format!(
                "it is {kind} of version {version}; this program reads {known}"
            )))
        }
        _ => Ok(()),
    }
}

fn misread(error: SpannedError) -> Flaw {
    let start = error.span.start;
    Flaw::Unreadable(format!(
        "line {}, column {}: {}",
        start.line, start.col, error.code
    ))
}
