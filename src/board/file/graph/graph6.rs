//! The formats graph6, sparse6 and digraph6 of nauty (McKay, *Description of graph6, sparse6 and digraph6 encodings*).

use super::Graph;
use crate::board::file::Diagnostic;

/// Graph on the vertices `0..n`.
#[derive(Default)]
struct Coded {
    vertices: usize,
    edges: Vec<(usize, usize)>,
    is_directed: bool,
}

/// Maximum number of vertices; a board has 128 holes at most.
const MAX_VERTICES: usize = 4096;

/// Returns the codes of a text with their places, and `true` if a header names the format.
fn codes(text: &str) -> (Vec<(usize, &str)>, bool) {
    let mut has_header = false;
    let mut codes = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut code = line.trim();
        if let Some((_, rest)) = code
            .strip_prefix(">>")
            .and_then(|rest| rest.split_once("6<<"))
        {
            code = rest;
            has_header = true;
        }
        if !code.is_empty() {
            codes.push((start + line.find(code).unwrap_or(0), code));
        }
        start += line.len();
    }
    (codes, has_header)
}

/// Returns the graph of a code, or `None` if it is none.
fn decode(code: &str) -> Option<Coded> {
    let (kind, code) = match code.as_bytes() {
        [kind @ (b':' | b'&'), rest @ ..] => (*kind, rest),
        code => (b' ', code),
    };
    let values = code
        .iter()
        .map(|byte| byte.checked_sub(63).filter(|value| *value < 64));
    let values = values.collect::<Option<Vec<u8>>>()?;
    let number = |values: &[u8]| {
        values
            .iter()
            .fold(0, |number, value| number << 6 | usize::from(*value))
    };
    let (vertices, values) = match &values[..] {
        [63, 63, ..] => return None,
        [63, a, b, c, rest @ ..] => (number(&[*a, *b, *c]), rest),
        [first, rest @ ..] => (usize::from(*first), rest),
        [] => return None,
    };
    if vertices > MAX_VERTICES {
        return None;
    }
    let mut bits = values
        .iter()
        .flat_map(|value| (0..6).rev().map(move |bit| value >> bit & 1 == 1));
    let mut coded = Coded {
        vertices,
        is_directed: kind == b'&',
        ..Coded::default()
    };
    if kind == b':' {
        let length = usize::BITS - vertices.saturating_sub(1).leading_zeros();
        let mut last = 0;
        while let Some(is_next) = bits.next() {
            let mut end = 0;
            for _ in 0..length {
                let Some(bit) = bits.next() else {
                    return Some(coded); // bits that fill the last character
                };
                end = end << 1 | usize::from(bit);
            }
            last += usize::from(is_next);
            if end > last {
                last = end;
            } else if last < vertices {
                coded.edges.push((end, last));
            }
        }
        return Some(coded);
    }
    let pairs = (0..vertices).flat_map(|to| match kind {
        b'&' => (0..vertices)
            .map(move |from| (to, from))
            .collect::<Vec<_>>(),
        _ => (0..to).map(move |from| (from, to)).collect(),
    });
    for pair in pairs {
        if bits.next()? {
            coded.edges.push(pair);
        }
    }
    (bits.count() < 6).then_some(coded)
}

/// Returns `true` for codes that cannot be the rows of a picture.
pub(super) fn is_certain(text: &str) -> bool {
    let (codes, has_header) = codes(text);
    let is_of_picture = |c: char| "oOxXpPeEvVhHwW_@~`|".contains(c);
    let has_other = codes
        .iter()
        .any(|(_, code)| !code.chars().all(is_of_picture));
    let has_edges =
        |(_, code): &(usize, &str)| decode(code).is_some_and(|coded| !coded.edges.is_empty());
    has_header || has_other && codes.iter().all(has_edges)
}

pub(super) fn read(text: &str) -> Result<Vec<Graph>, Diagnostic> {
    let read = |(start, code): (usize, &str)| {
        let span = start..start + code.len();
        let coded = decode(code).ok_or_else(|| {
            Diagnostic::new("the line is no graph in the format graph6, sparse6 or digraph6")
                .at(span.clone(), "a line")
        })?;
        let mut graph = Graph {
            start,
            is_directed: coded.is_directed,
            ..Graph::default()
        };
        graph.number_vertices(0..coded.vertices);
        for (one, other) in coded.edges {
            graph.connect(one, other, span.clone())?;
        }
        Ok(graph)
    };
    codes(text).0.into_iter().map(read).collect()
}
