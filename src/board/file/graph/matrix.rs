//! Adjacency matrices.

use super::Graph;
use crate::board::file::Diagnostic;
use std::collections::HashMap;

/// Square matrix of zeros and ones without ones on its diagonal.
struct Matrix<'a> {
    rows: Vec<Vec<bool>>,
    /// Names of the vertices in the first row and the first column, if the text has them.
    names: Vec<&'a str>,
}

/// Returns the matrix that a text can be.
fn parsed(text: &str) -> Option<Matrix<'_>> {
    let text = text.trim().trim_end_matches(';');
    let begin = text
        .find(['[', '{', '('])
        .filter(|begin| text[..*begin].trim_end().ends_with('=') || *begin == 0);
    let is_bracket = |c: char| "[](){}".contains(c);
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let is_row_end = |c: char| "\n;]})".contains(c);
    for row in text[begin.unwrap_or(0)..].split(is_row_end) {
        let words = row.split(|c: char| c.is_whitespace() || c == ',' || is_bracket(c));
        let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if let [only] = words[..]
            && only.len() > 1
            && only.bytes().all(|byte| b"01".contains(&byte))
        {
            words = (0..only.len()).map(|place| &only[place..=place]).collect();
        }
        rows.extend((!words.is_empty()).then_some(words));
    }
    let size = rows.iter().map(Vec::len).max()?;
    let has_names = rows.len() == size && rows[0].len() + 1 == size
        || rows.len() == size
            && (1..size).all(|row| rows[row][0] == *rows[0].get(row).unwrap_or(&""));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in rows.iter().skip(1).flatten() {
        *counts.entry(word).or_default() += 1;
    }
    let is_name =
        |word: &&str| word.chars().any(char::is_alphabetic) || counts.get(word) == Some(&1);
    let has_names = has_names && rows[0].iter().all(is_name);
    let names = if has_names {
        let head = rows.remove(0);
        for row in &mut rows {
            row.remove(0);
        }
        head[head.len() + 1 - size..].to_vec()
    } else {
        Vec::new()
    };
    let bit = |word: &&str| match *word {
        "0" | "0.0" | "0." => Some(false),
        "1" | "1.0" | "1." => Some(true),
        _ => None,
    };
    let row = |row: &Vec<&str>| row.iter().map(bit).collect::<Option<Vec<bool>>>();
    let rows = rows.iter().map(row).collect::<Option<Vec<_>>>()?;
    let is_matrix = rows
        .iter()
        .enumerate()
        .all(|(index, row)| row.len() == rows.len() && !row[index]);
    let has_edges = rows.iter().flatten().any(|bit| *bit);
    (is_matrix && has_edges && rows.len() > 2).then_some(Matrix { rows, names })
}

/// Returns `true` for a matrix that is too large for a picture of a board, or has names of vertices.
pub(super) fn is_certain(text: &str) -> bool {
    parsed(text).is_some_and(|matrix| {
        !matrix.names.is_empty() || matrix.rows.len().pow(2) > crate::board::MAX_HOLES
    })
}

/// Returns `true` for a symmetric matrix, which may also be a picture of a board.
pub(crate) fn is_possible(text: &str) -> bool {
    parsed(text).is_some_and(|Matrix { rows, .. }| {
        (0..rows.len()).all(|one| (0..one).all(|other| rows[one][other] == rows[other][one]))
    })
}

pub(super) fn read(text: &str) -> Result<Graph, Diagnostic> {
    let mut graph = Graph::default();
    let Some(Matrix { rows, names }) = parsed(text) else {
        return Ok(graph);
    };
    for vertex in 0..rows.len() {
        let name = names
            .get(vertex)
            .map_or((vertex + 1).to_string(), |name| (*name).to_owned());
        graph.vertex(&name);
    }
    for (one, row) in rows.iter().enumerate() {
        for (other, _) in row.iter().enumerate().filter(|(_, is_edge)| **is_edge) {
            graph.is_directed |= !rows[other][one];
            graph.connect(one, other, 0..0)?;
        }
    }
    Ok(graph)
}
