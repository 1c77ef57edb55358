//! What a scratch folder holds, so that a search can be resumed.

use super::{ExhaustionError, ExhaustionOptions, ExhaustionStrategy};
use crate::board::Board;
use crate::refutation::PagodaFunction;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;

/// The finished levels, and everything that decided what is in them. The file `manifest.ron` of the folder; it
/// is replaced, whole, after each level.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    version: u32,
    /// Names the problem and its symmetries.
    problem: String,
    pub(super) strategy: ExhaustionStrategy,
    /// The functions with which the levels were pruned.
    forward_pagodas: Vec<Vec<i32>>,
    backward_pagodas: Vec<Vec<i32>>,
    pub(super) forward: Vec<LevelEntry>,
    pub(super) backward: Vec<LevelEntry>,
}

/// A level, in a file of its own that is named by side and pegs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelEntry {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

const VERSION: u32 = 1;
const FILE: &str = "manifest.ron";

impl Manifest {
    pub(super) fn new(
        problem: String,
        strategy: ExhaustionStrategy,
        options: &ExhaustionOptions,
    ) -> Manifest {
        let weights = |functions: &[PagodaFunction]| {
            functions.iter().map(|function| function.weights().to_vec()).collect()
        };
        Manifest {
            version: VERSION,
            problem,
            strategy,
            forward_pagodas: weights(&options.functions),
            backward_pagodas: weights(&options.backward_functions),
            forward: Vec::new(),
            backward: Vec::new(),
        }
    }

    pub(super) fn with_levels(&self, (forward, backward): (Vec<LevelEntry>, Vec<LevelEntry>)) -> Manifest {
        Manifest { forward, backward, ..self.clone() }
    }

    /// The manifest of a folder, if there is one.
    pub(super) fn load(folder: &Path, problem: &str) -> Result<Option<Manifest>, ExhaustionError> {
        let text = match std::fs::read_to_string(folder.join(FILE)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        let damaged = |reason: String| ExhaustionError::Damaged { folder: folder.to_owned(), reason };
        let manifest: Manifest = ron::from_str(&text).map_err(|error| damaged(format!("{FILE}: {error}")))?;
        if manifest.version != VERSION {
            return Err(damaged(format!("{FILE} is of version {}, not {VERSION}", manifest.version)));
        }
        if manifest.problem != problem {
            return Err(ExhaustionError::OtherProblem { folder: folder.to_owned() });
        }
        Ok(Some(manifest))
    }

    /// The functions with which the levels were pruned, forwards and backwards.
    pub(super) fn functions(
        &self,
        board: &Board,
        folder: &Path,
    ) -> Result<(Vec<PagodaFunction>, Vec<PagodaFunction>), ExhaustionError> {
        let checked = |lists: &[Vec<i32>]| {
            let functions = lists.iter().map(|weights| PagodaFunction::new(board, weights.clone()));
            functions.collect::<Result<Vec<_>, _>>().map_err(|error| ExhaustionError::Damaged {
                folder: folder.to_owned(),
                reason: format!("{FILE}: {error}"),
            })
        };
        Ok((checked(&self.forward_pagodas)?, checked(&self.backward_pagodas)?))
    }

    pub(super) fn save(&self, folder: &Path) -> io::Result<()> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new().compact_arrays(true));
        let mut draft = tempfile::NamedTempFile::new_in(folder)?;
        draft.write_all(text.map_err(io::Error::other)?.as_bytes())?;
        draft.as_file().sync_all()?;
        draft.persist(folder.join(FILE))?;
        Ok(())
    }
}

impl LevelEntry {
    /// Checks that the level's file is there and of the right length.
    pub(super) fn check(&self, path: &Path, folder: &Path) -> Result<(), ExhaustionError> {
        let length = std::fs::metadata(path)?.len();
        if length == self.bytes {
            return Ok(());
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let reason = format!("{name} has {length} bytes, not {}", self.bytes);
        Err(ExhaustionError::Damaged { folder: folder.to_owned(), reason })
    }
}
