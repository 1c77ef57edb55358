/// Maximum length of words to compare.
const MAX_LENGTH: usize = 64;

/// Returns the known word closest to a misspelled one, if any is close.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if word.len() > MAX_LENGTH {
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

/// Returns the known words closest to a misspelled one, the nearest first, and words that contain it or that it contains.
pub(crate) fn near<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    const MOST: usize = 4;
    const SHORTEST_PART: usize = 3;
    let lower = word.to_lowercase();
    let contains = |one: &str, other: &str| other.len() >= SHORTEST_PART && one.contains(other);
    let mut found: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|known| {
            let name = known.to_lowercase();
            let is_close = nearest(&lower, [known]).is_some();
            let is_part = contains(&name, &lower) || contains(&lower, &name);
            (is_close || is_part && lower.len() <= MAX_LENGTH)
                .then(|| (distance(&lower, &name), known))
        })
        .collect();
    found.sort_by_key(|(distance, _)| *distance);
    found
        .into_iter()
        .map(|(_, known)| known)
        .take(MOST)
        .collect()
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
        assert!(near(&"x".repeat(1_000_000), known).is_empty());
    }

    #[test]
    fn the_few_nearest_words_are_suggested() {
        let known = ["square4", "square5", "triangle5", "triangle10"];
        assert_eq!(near("squar5", known), ["square5", "square4"]);
        assert_eq!(near("triangle 5", known)[0], "triangle5");
        assert_eq!(near("triangle", known), ["triangle5", "triangle10"]);
        assert!(near("hexagon", known).is_empty());
    }
}
