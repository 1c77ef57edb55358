use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

const CTRL_C: u8 = 0x03;
const ESCAPE: u8 = 0x1b;

/// Maximum length of a control sequence. The keys and clicks below are far shorter.
const MAX_LENGTH: usize = 64;

/// Decoder of the bytes that a terminal sends. Ignores the keys that `play` has no use for, and all bytes outside ASCII.
///
/// Ctrl-C counts even inside a control sequence, so that a player can always quit.
#[derive(Default)]
pub struct Decoder {
    /// Beginning of a control sequence.
    unfinished: Vec<u8>,
}

impl Decoder {
    pub fn is_waiting(&self) -> bool {
        !self.unfinished.is_empty()
    }

    /// Returns the keys and clicks that a byte completes: two if the byte follows the Escape key.
    pub fn decode(&mut self, byte: u8) -> impl Iterator<Item = Event> + use<> {
        let ended = if self.can_continue(byte) {
            None
        } else {
            self.expire()
        };
        self.unfinished.push(byte);
        let completed = if self.is_complete() {
            let event = event_of(&self.unfinished);
            self.unfinished.clear();
            event
        } else {
            None
        };
        ended.into_iter().chain(completed)
    }

    /// Ends an unfinished sequence, because no more bytes come. Returns the Escape key if the sequence has only this byte.
    pub fn expire(&mut self) -> Option<Event> {
        let is_key = self.unfinished == [ESCAPE];
        self.unfinished.clear();
        is_key.then(|| key(KeyCode::Esc))
    }

    fn can_continue(&self, byte: u8) -> bool {
        self.unfinished.len() < MAX_LENGTH
            && match self.unfinished[..] {
                [] => true,
                [_] => matches!(byte, b'[' | b'O'),
                [_, b'[', b'M', ..] => byte >= b' ',
                _ => matches!(byte, b' '..=b'~'),
            }
    }

    fn is_complete(&self) -> bool {
        match self.unfinished[..] {
            [ESCAPE] | [ESCAPE, b'[' | b'O'] => false,
            [ESCAPE, b'[', b'M', ..] => self.unfinished.len() == 6,
            [ESCAPE, b'[', .., last] => last >= b'@',
            _ => true,
        }
    }
}

/// Returns the event of a complete sequence.
fn event_of(sequence: &[u8]) -> Option<Event> {
    match *sequence {
        [CTRL_C] => Some(Event::Key(KeyEvent::new(
            KeyCode::Char('c'),
            KeyModifiers::CONTROL,
        ))),
        [b'\r'] => Some(key(KeyCode::Enter)),
        [byte @ b' '..=b'~'] => Some(key(KeyCode::Char(char::from(byte)))),
        // Modifiers 1 to 4 are those without Control.
        [ESCAPE, b'[' | b'O', arrow] | [ESCAPE, b'[', b'1', b';', b'1'..=b'4', arrow] => {
            Some(key(match arrow {
                b'A' => KeyCode::Up,
                b'B' => KeyCode::Down,
                b'C' => KeyCode::Right,
                b'D' => KeyCode::Left,
                _ => return None,
            }))
        }
        // Clicks in the encodings of xterm (SGR), X10 and rxvt.
        [ESCAPE, b'[', b'<', ref numbers @ .., b'M'] => click(parsed(numbers)?),
        [ESCAPE, b'[', b'M', button, column, row] => {
            click([button, column, row].map(|byte| u16::from(byte - b' ')))
        }
        [ESCAPE, b'[', ref numbers @ .., b'M'] => {
            let [button, column, row] = parsed(numbers)?;
            click([button.checked_sub(32)?, column, row])
        }
        _ => None,
    }
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn parsed(numbers: &[u8]) -> Option<[u16; 3]> {
    let numbers = str::from_utf8(numbers).ok()?.split(';');
    let numbers: Vec<u16> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// Returns a click of the left button. The terminal counts cells from 1.
fn click([button, column, row]: [u16; 3]) -> Option<Event> {
    const SHIFT_ALT_CONTROL: u16 = 0b1_1100;
    if button & !SHIFT_ALT_CONTROL != 0 {
        return None;
    }
    Some(Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: column.checked_sub(1)?,
        row: row.checked_sub(1)?,
        modifiers: KeyModifiers::NONE,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the events of some bytes and of the silence after them.
    fn decoded(bytes: &[u8]) -> String {
        let mut decoder = Decoder::default();
        let mut events: Vec<Event> = Vec::new();
        for byte in bytes {
            events.extend(decoder.decode(*byte));
        }
        events.extend(decoder.expire());
        assert!(!decoder.is_waiting());
        let described = events.iter().map(|event| match event {
            Event::Key(KeyEvent {
                code: KeyCode::Char(character),
                modifiers: KeyModifiers::NONE,
                ..
            }) => character.to_string(),
            Event::Key(key) => format!("{:?}", key.code),
            Event::Mouse(MouseEvent { column, row, .. }) => format!("{column},{row}"),
            _ => panic!("{event:?}"),
        });
        described.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keys_and_clicks_are_decoded() {
        for (bytes, events) in [
            (&b"q?\rA\x1b"[..], "q ? Enter A Esc"),
            (b"\x1b[A\x1b[B\x1bOC\x1bOD", "Up Down Right Left"),
            (b"\x1b[1;2A\x1b[1;5A", "Up"),
            (b"\x1b[<0;3;7M\x1b[<0;3;7m\x1b[<16;300;1M", "2,6 299,0"),
            (b"\x1b[M #'\x1b[M##'\x1b[M \xff\xff", "2,6 222,222"),
            (b"\x1b[32;3;7M\x1b[35;3;7M", "2,6"),
            (b"\x1bu\x1b\x1b[A", "Esc u Esc Up"),
            (b"\x1b[200~\x1b[[A\x1b[<0;0;1M\x1b[<0;99999;1M", "A"),
            (b"\x01\n\x7f\x9b\xe2\x98\x83", ""),
        ] {
            assert_eq!(decoded(bytes), events, "{bytes:?}");
        }
    }

    const UNFINISHED: [&[u8]; 9] = [
        b"\x1b[",
        b"\x1bO",
        b"\x1b[<0;",
        b"\x1b[1;2",
        b"\x1b[M",
        b"\x1b[M\xff",
        b"\xff",
        b"\xc3",
        b"\xf0\x9f",
    ];

    #[test]
    fn ctrl_c_and_escape_end_an_unfinished_sequence() {
        for bytes in UNFINISHED {
            assert_eq!(decoded(&[bytes, b"\x03q"].concat()), "Char('c') q");
            assert_eq!(decoded(&[bytes, b"\x1b[A"].concat()), "Up");
        }
    }

    #[test]
    fn an_unfinished_sequence_expires() {
        for bytes in UNFINISHED {
            let mut decoder = Decoder::default();
            for byte in bytes {
                assert_eq!(decoder.decode(*byte).next(), None);
            }
            assert_eq!(decoder.expire(), None);
            assert_eq!(decoder.decode(b'q').next(), Some(key(KeyCode::Char('q'))));
        }
    }

    #[test]
    fn an_endless_sequence_is_dropped() {
        let mut decoder = Decoder::default();
        for byte in b"\x1b[".iter().chain(&[b'0'; 10_000]) {
            decoder.decode(*byte).for_each(drop);
            assert!(decoder.unfinished.len() <= MAX_LENGTH);
        }
    }
}
