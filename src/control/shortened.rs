//! Input in messages, shortened.

/// Maximum length of a quotation from the input in a message, in characters.
pub(crate) const LONGEST_QUOTATION: usize = 80;

/// Returns the input to quote in a message: its beginning with an ellipsis if it is long.
pub(crate) fn quotation(text: &str) -> String {
    shortened(text, LONGEST_QUOTATION)
}

/// Returns a text, or its beginning with an ellipsis if it has more than `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_shortened() {
        assert_eq!(shortened("ß4ß", 3), "ß4ß");
        assert_eq!(shortened("ß4ßx", 3), "ß4ß…");
        assert_eq!(quotation(&"a".repeat(400_000)).chars().count(), 81);
    }
}
