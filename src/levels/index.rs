//! Index of the blocks of a level.

use super::block;

/// Maximum number of entries: 32 KiB. A search on disk keeps the indices of all of its levels in memory.
const MAX_ENTRIES: usize = 1 << 10;

/// Sparse index of the blocks of a level. The first block is indexed, and later ones at a minimum distance.
#[derive(Debug)]
pub(super) struct BlockIndex {
    entries: Vec<Entry>,
    blocks: usize,
    /// Minimum number of codes from an entry to the next.
    spacing: u64,
    /// Number of codes since the last entry.
    since: u64,
}

/// Beginning of a block, in its level and in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) block: usize,
    pub(super) first: u128,
    /// Offset of the block's check in the file.
    pub(super) offset: u64,
}

impl Default for BlockIndex {
    fn default() -> BlockIndex {
        BlockIndex {
            entries: Vec::new(),
            blocks: 0,
            spacing: block::MAX_CODES as u64,
            since: 0,
        }
    }
}

impl BlockIndex {
    /// Appends a block with its first code, its number of codes and its offset in the file.
    pub(super) fn push(&mut self, first: u128, codes: u64, offset: u64) {
        if self.blocks == 0 || self.since >= self.spacing {
            if self.entries.len() == MAX_ENTRIES {
                self.spacing *= 2;
                let mut index = 0..;
                self.entries
                    .retain(|_| index.next().is_some_and(|index| index % 2 == 0));
            }
            self.entries.push(Entry {
                block: self.blocks,
                first,
                offset,
            });
            self.since = 0;
        }
        self.blocks += 1;
        self.since += codes;
    }

    /// Returns the number of blocks.
    pub(super) fn len(&self) -> usize {
        self.blocks
    }

    /// Returns the last indexed block whose first code is at most `code`, or the first block.
    pub(super) fn before_code(&self, code: u128) -> usize {
        let after = self.entries.partition_point(|entry| entry.first <= code);
        let entry = self.entries.get(after.saturating_sub(1));
        entry.map_or(0, |entry| entry.block)
    }

    /// Returns the last entry at or before a block.
    pub(super) fn before_block(&self, block: usize) -> Option<&Entry> {
        let after = self.entries.partition_point(|entry| entry.block <= block);
        self.entries.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_few_and_are_found() {
        for codes in [1, 700, block::MAX_CODES as u64] {
            let mut index = BlockIndex::default();
            for block in 0..100_000 {
                index.push(10 * block as u128, codes, 100 * block);
            }
            assert_eq!(index.len(), 100_000);
            assert!(index.entries.len() <= MAX_ENTRIES && index.spacing >= block::MAX_CODES as u64);
            let most_between = 2 * index.spacing.div_ceil(codes) as usize;
            for block in (0..100_000).step_by(997) {
                let entry = index.before_block(block).unwrap();
                assert!(entry.block <= block && block < entry.block + most_between);
                assert_eq!(entry.first, 10 * entry.block as u128);
                assert_eq!(entry.offset, 100 * entry.block as u64);
                assert_eq!(index.before_code(10 * block as u128 + 9), entry.block);
            }
        }
        assert_eq!(BlockIndex::default().before_code(5), 0);
        assert!(BlockIndex::default().before_block(0).is_none());
    }
}
