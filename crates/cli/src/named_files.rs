use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// Expands each folder to its `.ron` files in order of name, or to those of its subfolders if it has none.
pub fn ron_files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            files.extend(in_folder(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = entries(folder)?;
    let mut files = ron_files_among(&entries)?;
    if files.is_empty() {
        for folder in entries.iter().filter(|entry| entry.is_dir()) {
            files.extend(ron_files_among(&self::entries(folder)?)?);
        }
    }
    if files.is_empty() {
        bail!(
            "the folder `{}` has no `.ron` files; name the files themselves",
            folder.display()
        );
    }
    Ok(files)
}

/// Lists a folder in order of name.
fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries: Vec<_> = std::fs::read_dir(folder)
        .and_then(Iterator::collect)
        .with_context(|| format!("cannot read the folder `{}`", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Returns the paths that end in `.ron`, which must be files: one that is left out would count as verified.
fn ron_files_among(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let is_ron = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "ron");
    let files: Vec<PathBuf> = paths.iter().filter(is_ron).cloned().collect();
    match files.iter().find(|path| !path.is_file()) {
        Some(path) => bail!(
            "`{}` is not a file; remove it, or name the files themselves",
            path.display()
        ),
        None => Ok(files),
    }
}
