//! Mutations of kept inputs.

use crate::corpus;
use crate::targets::Target;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Longest input in bytes.
const LONGEST: usize = 1 << 16;

#[derive(Clone, Debug)]
enum Edit {
    /// Replaces some bytes.
    Replace { at: Index, len: usize, by: Vec<u8> },
    /// Inserts a fragment many times.
    Repeat {
        at: Index,
        fragment: Vec<u8>,
        times: usize,
    },
    /// Copies a part of another input.
    Splice {
        at: Index,
        from: Vec<u8>,
        first: Index,
        len: usize,
    },
    /// Flips a bit.
    Flip { at: Index, bit: u32 },
    /// Replaces a digit after this place.
    Digit { at: Index, digit: u8 },
    /// Ends the input here.
    Truncate { at: Index },
}

/// Generates kept inputs of a target with up to five edits.
pub fn inputs(target: &Target) -> impl Strategy<Value = Vec<u8>> + use<> {
    let kept: Vec<Vec<u8>> = corpus(target).into_iter().map(|(_, bytes)| bytes).collect();
    let word = select(target.words).prop_map(|word| word.as_bytes().to_vec());
    let fragment = prop_oneof![4 => word, 1 => vec(any::<u8>(), 0..4)];
    // Up to runs that fill the input: what takes the square of their length shows.
    let times = (1..=LONGEST.ilog2()).prop_map(|bits| 1 << bits);
    let at = any::<Index>;
    let edit = prop_oneof![
        6 => (at(), 0..4usize, fragment.clone()).prop_map(|(at, len, by)| Edit::Replace { at, len, by }),
        2 => (at(), 0..200usize).prop_map(|(at, len)| Edit::Replace { at, len, by: Vec::new() }),
        1 => (at(), fragment, times).prop_map(|(at, fragment, times)| Edit::Repeat { at, fragment, times }),
        3 => (at(), select(kept.clone()), at(), 0..200usize)
            .prop_map(|(at, from, first, len)| Edit::Splice { at, from, first, len }),
        2 => (at(), 0..8u32).prop_map(|(at, bit)| Edit::Flip { at, bit }),
        5 => (at(), b'0'..=b'9').prop_map(|(at, digit)| Edit::Digit { at, digit }),
        1 => at().prop_map(|at| Edit::Truncate { at }),
    ];
    (select(kept), vec(edit, 0..6)).prop_map(|(mut bytes, edits)| {
        for edit in &edits {
            apply(edit, &mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    })
}

fn apply(edit: &Edit, bytes: &mut Vec<u8>) {
    let place = |at: &Index| at.index(bytes.len() + 1);
    match edit {
        Edit::Replace { at, len, by } => {
            let first = place(at);
            let end = (first + len).min(bytes.len());
            bytes.splice(first..end, by.iter().copied());
        }
        Edit::Repeat {
            at,
            fragment,
            times,
        } => {
            let first = place(at);
            let times = (*times).min(LONGEST / fragment.len().max(1));
            bytes.splice(first..first, fragment.repeat(times));
        }
        Edit::Splice {
            at,
            from,
            first,
            len,
        } => {
            let first = first.index(from.len() + 1);
            let part = &from[first..(first + len).min(from.len())];
            let at = place(at);
            bytes.splice(at..at, part.iter().copied());
        }
        Edit::Flip { at, bit } => {
            let at = place(at);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        Edit::Digit { at, digit } => {
            let at = place(at);
            if let Some(found) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
                *found = *digit;
            }
        }
        Edit::Truncate { at } => bytes.truncate(place(at)),
    }
}
