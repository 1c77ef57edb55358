//! Compressed lists of ascending positions with their values, in memory or in a temporary file.

use super::carried::Value;
use super::flaw::{Checked, Flaw, reserve};
use super::word::Word;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Memory budget in bytes, shared by several [stores](Store).
pub(super) struct Budget(AtomicU64);

impl Budget {
    pub(super) fn new(bytes: u64) -> Budget {
        Budget(AtomicU64::new(bytes))
    }

    /// Reserves the bytes if they are available.
    fn take(&self, bytes: u64) -> bool {
        let taken = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(bytes)
            });
        taken.is_ok()
    }
}

/// Storage of pieces.
pub(super) struct Store {
    budget: Arc<Budget>,
    taken: AtomicU64,
    /// Temporary file, created on first use, and its length.
    file: Mutex<Option<(File, u64)>>,
}

impl Drop for Store {
    fn drop(&mut self) {
        self.budget
            .0
            .fetch_add(*self.taken.get_mut(), Ordering::Relaxed);
    }
}

enum Place {
    Memory(Box<[u8]>),
    File { offset: u64, bytes: usize },
}

impl Store {
    pub(super) fn new(budget: &Arc<Budget>) -> Store {
        Store {
            budget: Arc::clone(budget),
            taken: AtomicU64::new(0),
            file: Mutex::new(None),
        }
    }

    fn put(&self, bytes: Vec<u8>) -> Checked<Place> {
        let size = bytes.len() as u64;
        if self.budget.take(size) {
            self.taken.fetch_add(size, Ordering::Relaxed);
            return Ok(Place::Memory(bytes.into_boxed_slice()));
        }
        self.append(&bytes).map_err(unusable)
    }

    fn append(&self, bytes: &[u8]) -> io::Result<Place> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, end) = match &mut *file {
            Some(known) => known,
            none => none.insert((tempfile::tempfile()?, 0)),
        };
        file.seek(SeekFrom::Start(*end))?;
        file.write_all(bytes)?;
        let offset = *end;
        *end += bytes.len() as u64;
        Ok(Place::File {
            offset,
            bytes: bytes.len(),
        })
    }

    fn get<'p>(&self, place: &'p Place) -> Checked<Cow<'p, [u8]>> {
        match place {
            Place::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Place::File { offset, bytes } => {
                self.read(*offset, *bytes).map(Cow::Owned).map_err(unusable)
            }
        }
    }

    fn read(&self, offset: u64, bytes: usize) -> io::Result<Vec<u8>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, _) = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut read = vec![0; bytes];
        file.read_exact(&mut read)?;
        Ok(read)
    }
}

fn unusable(error: io::Error) -> Flaw {
    Flaw::Unreadable(format!("a temporary file cannot be used: {error}"))
}

/// Compressed ascending positions, each with its value.
pub(super) struct Piece<W, V> {
    place: Place,
    pub(super) count: usize,
    entry: PhantomData<(W, V)>,
}

impl<W: Word, V: Value> Piece<W, V> {
    /// Packs ascending positions: the first one, then the differences, as varints (LEB128), each followed by its value.
    pub(super) fn pack(positions: &[(W, V)], store: &Store) -> Checked<Piece<W, V>> {
        let mut bytes = Vec::new();
        reserve(&mut bytes, 4 * positions.len(), 0)?;
        let mut last = 0;
        for (position, value) in positions {
            let mut rest = position.code() - last;
            while rest > 0x7f {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
            value.write(&mut bytes);
            last = position.code();
        }
        Ok(Piece {
            place: store.put(bytes)?,
            count: positions.len(),
            entry: PhantomData,
        })
    }

    /// Appends the positions to a list.
    pub(super) fn unpack(&self, store: &Store, positions: &mut Vec<(W, V)>) -> Checked<()> {
        reserve(positions, self.count, 0)?;
        self.for_each(store, |position, value| positions.push((position, value)))
    }

    fn for_each(&self, store: &Store, mut each: impl FnMut(W, V)) -> Checked<()> {
        let packed = store.get(&self.place)?;
        let mut bytes = packed.iter().copied();
        let (mut last, mut number, mut shift) = (0u128, 0u128, 0);
        while let Some(byte) = bytes.next() {
            number |= u128::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                last += number;
                each(W::new(last), V::read(&mut bytes));
                (number, shift) = (0, 0);
            }
        }
        Ok(())
    }
}

/// Level as a list of pieces in ascending order.
pub(super) struct Packed<W, V> {
    pub(super) store: Store,
    pub(super) pieces: Vec<Piece<W, V>>,
}

impl<W: Word, V: Value> Packed<W, V> {
    pub(super) fn count(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.count as u64).sum()
    }
}

impl<W: Word> Packed<W, ()> {
    pub(super) fn read(&self) -> PackedReader<'_, W> {
        PackedReader {
            level: self,
            next: 0,
        }
    }
}

/// Reads a level piece by piece.
pub(super) struct PackedReader<'a, W> {
    level: &'a Packed<W, ()>,
    next: usize,
}

impl<W: Word> PackedReader<'_, W> {
    /// Reads the next non-empty piece into an empty block.
    pub(super) fn read(&mut self, block: &mut Vec<W>) -> Checked<()> {
        while let (true, Some(piece)) = (block.is_empty(), self.level.pieces.get(self.next)) {
            piece.for_each(&self.level.store, |position, ()| block.push(position))?;
            self.next += 1;
        }
        Ok(())
    }
}
