//! Memory sizes as text.

use super::counted;

/// Formats a size in the largest binary unit that does not exceed it: `9.3 MiB`.
pub fn size_text(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = bytes.max(1).ilog2() / 10;
    if unit == 0 {
        return counted(bytes, "byte");
    }
    let scaled = bytes as f64 / 2f64.powi(10 * unit as i32);
    let digits = if scaled >= 100.0 { 0 } else { 1 };
    format!("{scaled:.digits$} {}", UNITS[unit as usize - 1])
}

/// Memory of the largest machines, in bytes.
pub(crate) const LARGEST_MACHINE: u64 = 64 << 40;

/// Advises to allow a size, unless no machine has it.
pub(crate) fn advice_to_allow(least: u64) -> String {
    if least > LARGEST_MACHINE {
        "no machine has enough".to_owned()
    } else {
        format!("allow at least {}", enough_text(least))
    }
}

/// Formats a size of at least `bytes` that [`size_text`] writes without rounding: rounded up to a half of its unit, or to a
/// whole unit where no decimals are written.
pub(crate) fn enough_text(bytes: u64) -> String {
    let unit = 1u64 << (bytes.max(1).ilog2() / 10 * 10);
    let step = if bytes / unit < 100 {
        (unit / 2).max(1)
    } else {
        unit
    };
    let enough = bytes.checked_next_multiple_of(step);
    size_text(enough.unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_formatted_in_the_largest_unit() {
        let sizes = [0, 1, 1023, 1024, 9_764_864, 1 << 29, u64::MAX].map(size_text);
        assert_eq!(
            sizes,
            [
                "0 bytes",
                "1 byte",
                "1,023 bytes",
                "1.0 KiB",
                "9.3 MiB",
                "512 MiB",
                "16.0 EiB"
            ]
        );
    }

    #[test]
    fn enough_is_never_less() {
        let sizes = [1000, 1024, 1025, 6_900, 104_858_000, 9_764_864].map(enough_text);
        assert_eq!(
            sizes,
            [
                "1,000 bytes",
                "1.0 KiB",
                "1.5 KiB",
                "7.0 KiB",
                "101 MiB",
                "9.5 MiB"
            ]
        );
        assert_eq!(enough_text(u64::MAX), "16.0 EiB");
    }

    #[test]
    fn no_one_is_told_to_allow_what_no_machine_has() {
        let advice = [1 << 20, 1 << 50, u64::MAX].map(advice_to_allow);
        let none = "no machine has enough";
        assert_eq!(advice, ["allow at least 1.0 MiB", none, none]);
    }
}
