use anyhow::{Context, bail};
use pegboard::certificate::files_in;
use std::path::{Path, PathBuf};

/// Returns `true` for `-`, which stands for standard input or standard output.
pub fn is_dash(path: impl AsRef<Path>) -> bool {
    path.as_ref().as_os_str() == "-"
}

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
    let mut files = ron_files_in(folder)?;
    if files.is_empty() {
        let entries: Vec<_> = std::fs::read_dir(folder)
            .and_then(Iterator::collect)
            .with_context(|| unreadable(folder))?;
        let mut folders: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        folders.retain(|path| path.is_dir());
        folders.sort();
        for folder in folders {
            files.extend(ron_files_in(&folder)?);
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

fn ron_files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    files_in(folder).with_context(|| unreadable(folder))
}

fn unreadable(folder: &Path) -> String {
    format!("cannot read the folder `{}`", folder.display())
}
