use super::level::{CHUNK, Level, Reader};
use crate::engine::Bits;
use crate::sweep::SweepError;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The codes of several sorted lists in ascending order, each once.
pub(super) struct Merge<'a, B> {
    sources: Vec<Source<'a, B>>,
    heads: BinaryHeap<Reverse<(B, usize)>>,
    last: Option<B>,
}

struct Source<'a, B> {
    reader: Reader<'a, B>,
    chunk: Vec<B>,
    place: usize,
}

impl<'a, B: Bits> Merge<'a, B> {
    pub(super) fn new(lists: &'a [Level<B>]) -> Result<Merge<'a, B>, SweepError> {
        let source = |list: &'a Level<B>| Ok(Source { reader: list.reader()?, chunk: Vec::new(), place: 0 });
        let sources = lists.iter().map(source).collect::<Result<Vec<_>, SweepError>>()?;
        let mut merge = Merge { sources, heads: BinaryHeap::new(), last: None };
        for number in 0..merge.sources.len() {
            merge.draw(number)?;
        }
        Ok(merge)
    }

    /// Puts the next code of a list among the heads.
    fn draw(&mut self, number: usize) -> Result<(), SweepError> {
        if let Some(code) = self.sources[number].next()? {
            self.heads.push(Reverse((code, number)));
        }
        Ok(())
    }
}

impl<B: Bits> Source<'_, B> {
    fn next(&mut self) -> Result<Option<B>, SweepError> {
        if self.place == self.chunk.len() {
            self.reader.read_chunk(&mut self.chunk, CHUNK)?;
            self.place = 0;
        }
        let code = self.chunk.get(self.place).copied();
        self.place += 1;
        Ok(code)
    }
}

impl<B: Bits> Iterator for Merge<'_, B> {
    type Item = Result<B, SweepError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(Reverse((code, number))) = self.heads.pop() {
            if let Err(error) = self.draw(number) {
                return Some(Err(error));
            }
            if self.last != Some(code) {
                self.last = Some(code);
                return Some(Ok(code));
            }
        }
        None
    }
}
