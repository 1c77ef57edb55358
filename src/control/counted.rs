//! Numbers with nouns.

/// Formats a number with commas between groups of three digits.
///
/// ```
/// assert_eq!(pegboard::control::grouped(23_475_688), "23,475,688");
/// ```
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun, in the plural unless the count is 1.
///
/// ```
/// use pegboard::control::counted;
/// assert_eq!(counted(1, "game"), "1 game");
/// assert_eq!(counted(5678, "class"), "5,678 classes");
/// ```
pub fn counted(number: impl ToString, noun: &str) -> String {
    let number = number.to_string();
    let ending = match number.as_str() {
        "1" => "",
        _ if ["s", "sh", "ch", "x"].iter().any(|end| noun.ends_with(end)) => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(
            [0, 1, 2, 5678].map(|count| counted(count, "game")),
            ["0 games", "1 game", "2 games", "5,678 games"]
        );
        for (noun, plural) in [
            ("class", "classes"),
            ("finish", "finishes"),
            ("box", "boxes"),
        ] {
            assert_eq!(counted(1, noun), format!("1 {noun}"));
            assert_eq!(counted(2, noun), format!("2 {plural}"));
        }
    }

    #[test]
    fn digits_are_grouped_in_threes() {
        assert_eq!(
            [0, 999, 1000, 23_475_688].map(grouped),
            ["0", "999", "1,000", "23,475,688"]
        );
    }
}
