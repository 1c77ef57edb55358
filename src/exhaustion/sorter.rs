//! Sorting more positions than fit into memory: sorted runs, on disk where they are large, and their merge.

use super::codes::{CodeReader, CodeWriter, PackedCodes};
use super::scratch::Scratch;
use crate::engine::Bits;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::sync::Mutex;

/// The positions that several threads gather, each once.
pub(super) struct Sorter<'a, B> {
    scratch: &'a Scratch,
    /// So many positions a thread gathers before it writes them to disk.
    room: usize,
    runs: Mutex<Vec<Run<B>>>,
}

enum Run<B> {
    Sorted(Vec<B>),
    Packed(PackedCodes),
}

/// The positions that one thread gathers.
pub(super) struct Batch<'a, B> {
    sorter: &'a Sorter<'a, B>,
    words: Vec<B>,
    /// When the words were last sorted there were so many.
    sorted: usize,
}

impl<'a, B: Bits> Sorter<'a, B> {
    /// So many bytes may be used for `threads` batches.
    pub(super) fn new(scratch: &'a Scratch, memory: u64, threads: usize) -> Sorter<'a, B> {
        const LEAST: usize = 1 << 12;
        let room = (memory as usize / (2 * threads * size_of::<B>())).max(LEAST); // a list that grows can take twice its size
        Sorter { scratch, room, runs: Mutex::new(Vec::new()) }
    }

    pub(super) fn batch(&'a self) -> Batch<'a, B> {
        Batch { sorter: self, words: Vec::new(), sorted: 0 }
    }

    fn add(&self, run: Run<B>) {
        self.runs.lock().expect("a thread that holds the lock does not panic").push(run);
    }

    /// Visits the positions of all batches in ascending order, each once.
    pub(super) fn merge(self, mut visit: impl FnMut(B) -> io::Result<()>) -> io::Result<()> {
        let runs = self.runs.into_inner().expect("a thread that holds the lock does not panic");
        let mut runs = runs.into_iter().map(RunReader::new).collect::<io::Result<Vec<_>>>()?;
        if let [run] = runs.as_mut_slice() {
            while let Some(word) = run.next()? {
                visit(word)?;
            }
            return Ok(());
        }
        let mut heads = BinaryHeap::new();
        for (index, run) in runs.iter_mut().enumerate() {
            heads.extend(run.next()?.map(|head| Reverse((head, index))));
        }
        let mut last = None;
        while let Some(mut top) = heads.peek_mut() {
            let Reverse((word, index)) = *top;
            match runs[index].next()? {
                Some(next) => *top = Reverse((next, index)),
                None => {
                    PeekMut::pop(top);
                }
            }
            if last != Some(word) {
                last = Some(word);
                visit(word)?;
            }
        }
        Ok(())
    }

    /// At most so many positions the merge visits.
    pub(super) fn at_most(&self) -> u64 {
        let runs = self.runs.lock().expect("a thread that holds the lock does not panic");
        let size = |run: &Run<B>| match run {
            Run::Sorted(words) => words.len() as u64,
            Run::Packed(codes) => codes.count(),
        };
        runs.iter().map(size).sum()
    }
}

impl<B: Bits> Batch<'_, B> {
    #[inline]
    pub(super) fn push(&mut self, word: B) -> io::Result<()> {
        self.words.push(word);
        if self.words.len() >= self.sorter.room { self.make_room() } else { Ok(()) }
    }

    /// Sorts what there is; what has become few enough stays.
    #[cold]
    fn make_room(&mut self) -> io::Result<()> {
        self.sort();
        if self.words.len() > self.sorter.room / 2 {
            let mut writer = CodeWriter::to_file(self.sorter.scratch.new_run()?)?;
            for word in self.words.drain(..) {
                writer.push(word.code())?;
            }
            self.sorter.add(Run::Packed(writer.finish()?));
            self.sorted = 0;
        }
        Ok(())
    }

    fn sort(&mut self) {
        if self.words.len() > self.sorted {
            self.words.sort_unstable();
            self.words.dedup();
            self.sorted = self.words.len();
        }
    }

    pub(super) fn finish(mut self) {
        self.sort();
        if !self.words.is_empty() {
            self.sorter.add(Run::Sorted(self.words));
        }
    }
}

/// A run as it is merged.
enum RunReader<B> {
    Sorted(std::vec::IntoIter<B>),
    Packed(CodeReader<B>, PackedCodes),
}

impl<B: Bits> RunReader<B> {
    fn new(run: Run<B>) -> io::Result<RunReader<B>> {
        Ok(match run {
            Run::Sorted(words) => RunReader::Sorted(words.into_iter()),
            Run::Packed(file) => RunReader::Packed(file.read()?, file),
        })
    }

    #[inline]
    fn next(&mut self) -> io::Result<Option<B>> {
        match self {
            RunReader::Sorted(words) => Ok(words.next()),
            RunReader::Packed(codes, _) => codes.next(),
        }
    }
}

/// A run that has been merged is of no more use.
impl<B> Drop for RunReader<B> {
    fn drop(&mut self) {
        if let RunReader::Packed(_, file) = self
            && let Some(path) = file.path()
        {
            let _ = std::fs::remove_file(path); // the scratch folder goes in the end
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

        #[test]
        fn runs_are_merged_in_order_and_without_doubles(
            words in proptest::collection::vec(0..30_000u64, 0..20_000),
            threads in 1..4usize,
        ) {
            let scratch = Scratch::temporary();
            let sorter = Sorter::new(&scratch, 1, threads);
            for part in words.chunks(words.len() / threads + 1) {
                let mut batch = sorter.batch();
                part.iter().for_each(|word| batch.push(*word).unwrap());
                batch.finish();
            }
            prop_assert!(sorter.at_most() <= words.len() as u64);
            let mut merged = Vec::new();
            sorter.merge(|word| { merged.push(word); Ok(()) }).unwrap();
            let mut expected = words;
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(merged, expected);
        }
    }
}
