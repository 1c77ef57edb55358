use super::BoardError;
use super::error::MAX_LISTED;
use crate::board::file::Labels;
use crate::board::geometry::Coordinate;
use std::collections::HashMap;

/// Returns the labels of the holes, in the order of `coordinates`.
pub(super) fn labels(
    style: &Labels,
    coordinates: &[Coordinate],
) -> Result<Vec<String>, Vec<BoardError>> {
    match style {
        Labels::Letters => Ok(letters(coordinates)),
        Labels::Numbers => Ok((1..=coordinates.len())
            .map(|number| number.to_string())
            .collect()),
        Labels::Names(names) => {
            let errors = check_names(names, coordinates.len());
            if errors.is_empty() {
                Ok(names.clone())
            } else {
                Err(errors)
            }
        }
    }
}

/// Returns labels made of a column letter and a row number; after `z` comes `aa`.
pub(super) fn letters(coordinates: &[Coordinate]) -> Vec<String> {
    coordinates
        .iter()
        .map(|&(x, y)| format!("{}{}", column_letters(x), i64::from(y) + 1))
        .collect()
}

fn column_letters(column: i32) -> String {
    let mut letters = Vec::new();
    let mut rest = i64::from(column) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// Returns the index of the only label that equals `text` up to letter case.
pub(super) fn index_ignoring_case(labels: &[String], text: &str) -> Option<usize> {
    let longest = labels.iter().map(String::len).max().unwrap_or(0);
    if text.len() > 4 * longest {
        return None; // no letter has so many more bytes in another case
    }
    let text = text.to_lowercase();
    let mut matches = (0..labels.len()).filter(|index| labels[*index].to_lowercase() == text);
    matches.next().filter(|_| matches.next().is_none())
}

/// Returns `true` for a word that cannot be confused with the notation around it, `d2-d4, f3-d3`, or with a finish.
pub(super) fn is_usable(name: &str) -> bool {
    is_word(name) && meaning_in_finish(name).is_none()
}

/// Returns `true` for letters, digits and underscores.
pub(super) fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Returns the meaning of a word that is reserved for a finish.
fn meaning_in_finish(name: &str) -> Option<&'static str> {
    match name {
        "any" => Some("any hole"),
        "complement" => Some("the complement"),
        "fewest" => Some("as few pegs as possible"),
        "or" => Some("an alternative"),
        _ => None,
    }
}

pub(super) fn check_names(names: &[String], holes: usize) -> Vec<BoardError> {
    let mut errors = Vec::new();
    if names.len() != holes {
        errors.push(BoardError::LabelCount {
            labels: names.len(),
            holes,
        });
    }
    if names.len() > MAX_LISTED {
        return errors;
    }
    let mut first_use = HashMap::new();
    for (index, name) in names.iter().enumerate() {
        if let Some(meaning) = meaning_in_finish(name) {
            errors.push(BoardError::ReservedLabel {
                label: name.clone(),
                meaning,
                index,
            });
        } else if !is_usable(name) {
            errors.push(BoardError::UnusableLabel {
                label: name.clone(),
                index,
            });
        } else if let Some(first) = first_use.insert(name, index) {
            errors.push(BoardError::DuplicateLabel {
                label: name.clone(),
                first,
                second: index,
            });
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_lettered_like_a_spreadsheet() {
        let letters = [0, 25, 26, 51, 52, 701, 702].map(column_letters);
        assert_eq!(letters, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn case_matters_only_where_labels_differ_in_it() {
        let labels = ["d4", "Ab", "aB", "Q"].map(str::to_owned);
        let places = ["D4", "ab", "q", "x"].map(|text| index_ignoring_case(&labels, text));
        assert_eq!(places, [Some(0), None, Some(3), None]);
    }

    #[test]
    fn names_must_be_distinct_words_one_for_each_hole() {
        let names =
            |list: &[&str]| Labels::Names(list.iter().map(|name| (*name).to_owned()).collect());
        let two = [(0, 0), (1, 0)];
        assert_eq!(
            labels(&names(&["x", "y"]), &two),
            Ok(vec!["x".to_owned(), "y".to_owned()])
        );
        assert_eq!(
            labels(&names(&["x", "x"]), &two),
            Err(vec![BoardError::DuplicateLabel {
                label: "x".to_owned(),
                first: 0,
                second: 1
            }])
        );
        assert_eq!(
            labels(&names(&["x"]), &two),
            Err(vec![BoardError::LabelCount {
                labels: 1,
                holes: 2
            }])
        );
        assert_eq!(
            labels(&names(&["x", "a-b"]), &two),
            Err(vec![BoardError::UnusableLabel {
                label: "a-b".to_owned(),
                index: 1
            }])
        );
        assert_eq!(
            labels(&names(&["any", "x"]), &two),
            Err(vec![BoardError::ReservedLabel {
                label: "any".to_owned(),
                meaning: "any hole",
                index: 0
            }])
        );
    }
}
