//! Input in messages, shortened.

/// Maximum length of a quotation from the input in a message, in characters.
const LONGEST_QUOTATION: usize = 80;

/// Returns the input to quote in a message: its beginning with an ellipsis if it is long. Characters that are not
/// printed, such as bidirectional controls, are escaped.
pub(crate) fn quotation(text: &str) -> String {
    let shown = |character: char| match character {
        '"' | '\'' | '\\' => character.to_string(),
        _ => character.escape_debug().to_string(),
    };
    shortened(text, LONGEST_QUOTATION)
        .chars()
        .map(shown)
        .collect()
}

/// Returns a text, or its beginning with an ellipsis if it has more than `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns a message, or its beginning and its end if it is long: the end has the cause and the advice. Escapes control
/// characters, which can come from a file and would change the terminal, other than line breaks and tabs.
pub fn abridged(message: &str) -> String {
    /// Maximum length of the beginning and of the end in characters.
    const PART: usize = 500;
    let mut printed = String::with_capacity(message.len());
    for character in message.chars() {
        if character.is_control() && !['\n', '\t'].contains(&character) {
            printed.extend(character.escape_debug());
        } else {
            printed.push(character);
        }
    }
    let message = printed;
    let end = message.char_indices().rev().nth(PART - 1);
    match (message.char_indices().nth(PART), end) {
        (Some((first, _)), Some((last, _))) if first < last => {
            format!("{} … {}", &message[..first], &message[last..])
        }
        _ => message,
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
        assert_eq!(quotation("ß \"d4'\\ \u{202e}\t"), "ß \"d4'\\ \\u{202e}\\t");
    }

    #[test]
    fn control_characters_in_messages_are_escaped() {
        assert_eq!(abridged("a\u{1b}[31m:\n\tb\r"), "a\\u{1b}[31m:\n\tb\\r");
    }

    #[test]
    fn only_long_messages_lose_their_middle() {
        let long = |length: usize| format!("ß{}: disk full", "a".repeat(length));
        assert_eq!(abridged(&long(900)), long(900));
        assert_eq!(abridged(&long(988)), long(988));
        let message = abridged(&long(989));
        assert_eq!(message.chars().count(), 1003);
        assert!(message.starts_with("ßaa") && message.ends_with("a: disk full"));
    }
}
