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
}
