use super::residues::ShortWord;
use crate::control::LimitReached;
use crate::levels::LevelError;
use crate::sweep::SweepError;
use memmap2::MmapMut;
use std::fs;
use std::io::Write;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::path::Path;

/// Bytes of a file that are written between two checks of the limits.
const BYTES_PER_TICK: usize = 1 << 16;

/// List of numbers in short words.
pub(super) enum ShortNumbers<N> {
    Memory(Vec<N>),
    /// Numbers in a file without a name. The system keeps as many of its pages in memory as fit.
    File(MmapMut, PhantomData<N>),
}

impl<N: ShortWord> ShortNumbers<N> {
    /// Returns `length` zeros in memory.
    pub(super) fn in_memory(length: usize) -> Result<ShortNumbers<N>, LimitReached> {
        Ok(ShortNumbers::Memory(N::zeros(length)?))
    }

    /// Returns `length` zeros in a temporary file in a folder, which is created if it is missing. `tick` checks the limits.
    pub(super) fn in_folder(
        length: usize,
        folder: &Path,
        tick: impl Fn() -> Result<(), LimitReached>,
    ) -> Result<ShortNumbers<N>, SweepError> {
        let failed = |error| {
            let path = folder.to_owned();
            SweepError::Levels(LevelError::Scratch { path, error })
        };
        let file = fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
        let mut file = file.map_err(failed)?;
        // The zeros reserve room on the disk. If a map has none to write to, the system kills the process.
        let zeros = [0; BYTES_PER_TICK];
        let mut left = length * size_of::<N>();
        while left > 0 {
            let bytes = left.min(BYTES_PER_TICK);
            file.write_all(&zeros[..bytes]).map_err(failed)?;
            left -= bytes;
            tick()?;
        }
        // SAFETY: the file has no name, so no other program changes it.
        let map = unsafe { MmapMut::map_mut(&file) }.map_err(failed)?;
        Ok(ShortNumbers::File(map, PhantomData))
    }
}

impl<N: ShortWord> Deref for ShortNumbers<N> {
    type Target = [N];

    fn deref(&self) -> &[N] {
        match self {
            ShortNumbers::Memory(numbers) => numbers,
            ShortNumbers::File(map, _) => bytemuck::cast_slice(map),
        }
    }
}

impl<N: ShortWord> DerefMut for ShortNumbers<N> {
    fn deref_mut(&mut self) -> &mut [N] {
        match self {
            ShortNumbers::Memory(numbers) => numbers,
            ShortNumbers::File(map, _) => bytemuck::cast_slice_mut(map),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::residues::Approximate;

    #[test]
    fn a_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let numbers = ShortNumbers::<Approximate>::in_folder(100, &missing, || Ok(())).unwrap();
        assert_eq!(numbers.len(), 100);
        assert!(
            numbers
                .iter()
                .all(|number| *number == Approximate::default())
        );
        drop(numbers);
        assert_eq!(fs::read_dir(&missing).unwrap().count(), 0);
    }

    #[test]
    fn a_limit_ends_the_writing() {
        let folder = tempfile::tempdir().unwrap();
        let numbers =
            ShortNumbers::<Approximate>::in_folder(100, folder.path(), || Err(LimitReached::Time));
        assert_eq!(
            numbers.err().and_then(|error| error.limit()),
            Some(LimitReached::Time)
        );
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let inside = file.path().join("inside");
        let numbers = ShortNumbers::<Approximate>::in_folder(100, &inside, || Ok(()));
        let message = numbers.err().unwrap().to_string();
        assert!(message.contains(&inside.display().to_string()), "{message}");
    }
}
