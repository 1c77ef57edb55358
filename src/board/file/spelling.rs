/// Returns the known word closest to a misspelled one, if any is close.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    /// Maximum length of words to compare.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let tolerance = (word.chars().count() / 3).max(1);
    let distances = known
        .into_iter()
        .map(|known| (distance(&word, &known.to_lowercase()), known));
    distances
        .filter(|(distance, _)| *distance <= tolerance)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Returns the edit distance (Levenshtein 1965).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut previous: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.chars().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = previous[column] + usize::from(letter != *other);
            current.push(
                replaced
                    .min(previous[column + 1] + 1)
                    .min(current[column] + 1),
            );
        }
        previous = current;
    }
    previous[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_the_known_ones() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn only_close_words_are_suggested() {
        let known = ["english", "french", "square4"];
        assert_eq!(nearest("englihs", known), Some("english"));
        assert_eq!(nearest("French", known), Some("french"));
        assert_eq!(nearest("square", known), Some("square4"));
        assert_eq!(nearest("hexagon", known), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
    }
}
