use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// The files that the user names; for a folder, the `.ron` files in it, by name.
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
    let shown = folder.display();
    let entries: Vec<_> = std::fs::read_dir(folder)
        .and_then(Iterator::collect)
        .with_context(|| format!("cannot read the folder `{shown}`"))?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron") && path.is_file())
        .collect();
    if files.is_empty() {
        bail!("the folder `{shown}` has no files that end in `.ron`; name the files");
    }
    files.sort();
    Ok(files)
}
