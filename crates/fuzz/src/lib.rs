//! Fuzz targets and differential tests; `docs/testing.md` shows how to run them.

pub mod mutation;
pub mod oracle;
pub mod runs;
pub mod targets;

use peak_alloc::PeakAlloc;
use std::path::{Path, PathBuf};

/// Measures the memory of each input.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Returns the folder of a target's kept inputs.
pub fn corpus_folder(target: &targets::Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name)
}

/// Returns the kept inputs of a target by file name, in the order of the names.
///
/// # Panics
///
/// If a file cannot be read.
pub fn corpus(target: &targets::Target) -> Vec<(String, Vec<u8>)> {
    let folder = corpus_folder(target);
    let files =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut inputs: Vec<(String, Vec<u8>)> = files
        .map(|file| {
            let path = file.expect("the folder can be listed").path();
            let bytes =
                std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (
                path.file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
                bytes,
            )
        })
        .collect();
    inputs.sort();
    inputs
}
