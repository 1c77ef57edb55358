//! Sources that could be endless.

use std::io::{self, Read};

/// All bytes of a source that has no more than `most` of them, and otherwise one more than that.
pub fn read_up_to(source: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_too_many_is_enough() {
        let length = |most| read_up_to(&[7; 5][..], most).unwrap().len();
        assert_eq!([3, 4, 5, 6].map(length), [4, 5, 5, 5]);
        assert_eq!(read_up_to(io::repeat(0), 9).unwrap().len(), 10);
    }
}
