//! Times, sizes and counts in human-readable notation: `1h30m`, `2G`, `1e6`.

use clap::Arg;
use pegboard::control::size_text;
use std::num::{IntErrorKind, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

/// Lets an option with a numeric value accept negative values, so that its own parser reports them; `clap` would take
/// them for options. Every command with such options calls `mut_args(with_negative_values)`.
pub fn with_negative_values(option: Arg) -> Arg {
    if is_quantity(&option) {
        option.allow_hyphen_values(true)
    } else {
        option
    }
}

pub fn is_quantity(option: &Arg) -> bool {
    const QUANTITIES: [&str; 4] = ["NUMBER", "TIME", "SIZE", "PIXELS"];
    let is_numeric = option
        .get_value_names()
        .is_some_and(|names| QUANTITIES.contains(&names[0].as_str()));
    is_numeric && !option.is_positional()
}

/// Parses `500ms`, `20s`, `1.5m`, `2h`, `1h30m`; a bare number is seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let parts = || {
        let lower = text.trim().to_lowercase();
        if let Some(seconds) = number(&lower) {
            return Some(seconds);
        }
        let (mut rest, mut seconds, mut unit_before) = (lower.as_str(), 0.0, f64::INFINITY);
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
            let (value, after) = rest.split_at(digits);
            let after = after.trim_start();
            let letters = after.find(|c: char| !c.is_ascii_alphabetic());
            let (name, after) = after.split_at(letters.unwrap_or(after.len()));
            let (_, unit) = UNITS.into_iter().find(|(unit, _)| *unit == name)?;
            if unit >= unit_before {
                return None;
            }
            seconds += number(value)? * unit;
            (rest, unit_before) = (after.trim_start(), unit);
        }
        (unit_before < f64::INFINITY).then_some(seconds)
    };
    let seconds = parts().ok_or("write a time such as 20s, 500ms, 1.5m, 2h or 1h30m")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "the time is too long".to_owned())
}

/// Minimum memory limit in bytes. Less would be a slip, such as a forgotten unit.
const MIN_MEMORY: u64 = 1 << 20;

/// Parses `512M`, `2G`, `2GiB`; a bare number is bytes. Units are powers of 1024.
pub fn memory(text: &str) -> Result<u64, String> {
    const KI: f64 = 1024.0;
    const UNITS: [(&str, f64); 15] = [
        ("KiB", KI),
        ("MiB", KI * KI),
        ("GiB", KI * KI * KI),
        ("TiB", KI * KI * KI * KI),
        ("KB", KI),
        ("MB", KI * KI),
        ("GB", KI * KI * KI),
        ("TB", KI * KI * KI * KI),
        ("K", KI),
        ("M", KI * KI),
        ("G", KI * KI * KI),
        ("T", KI * KI * KI * KI),
        ("bytes", 1.0),
        ("B", 1.0),
        ("", 1.0),
    ];
    let size = scaled(text, &UNITS).ok_or("write a size such as 512M or 2G")?;
    match whole(Some(size)) {
        None => Err("the size is too large".to_owned()),
        Some(bytes) if bytes < MIN_MEMORY => Err(format!(
            "{} is too little; allow at least {}, and write a size such as 512M or 2G (a number without a unit is bytes)",
            size_text(bytes),
            size_text(MIN_MEMORY)
        )),
        Some(bytes) => Ok(bytes),
    }
}

/// Parses a positive number of threads.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse::<NonZeroUsize>()
        .map_err(|error| match error.kind() {
            IntErrorKind::PosOverflow => TOO_LARGE.to_owned(),
            _ => "write a whole number of at least 1, or omit the option to use all processors"
                .to_owned(),
        })
}

const TOO_LARGE: &str = "the number is too large";

/// Parses a number without a unit.
pub fn whole_number<N: FromStr>(text: &str) -> Result<N, String> {
    let is_large = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().map_err(|_| {
        if is_large {
            TOO_LARGE.to_owned()
        } else {
            "write a whole number of at least 0".to_owned()
        }
    })
}

/// Parses a positive count.
pub fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let positive = count(text)
        .ok()
        .and_then(|number| usize::try_from(number).ok());
    positive
        .and_then(NonZeroUsize::new)
        .ok_or_else(|| "write a whole number of at least 1".to_owned())
}

/// Parses `1000000`, `1_000_000`, `1e6`, `5M`; units are powers of 1000.
pub fn count(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, f64); 4] = [("k", 1e3), ("M", 1e6), ("G", 1e9), ("", 1.0)];
    let plain = text.trim().replace('_', "");
    let whole_count = |value: &f64| value.fract() == 0.0;
    plain
        .parse()
        .ok()
        .or_else(|| whole(scaled(&plain, &UNITS).filter(whole_count)))
        .ok_or_else(|| "write a whole number such as 1000000, 1_000_000, 1e6 or 5M".to_owned())
}

/// Multiplies the number by the first unit that matches the end of the text, ignoring letter case.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let lower = text.trim().to_lowercase();
    let (digits, scale) = units
        .iter()
        .find_map(|(unit, scale)| Some((lower.strip_suffix(&unit.to_lowercase())?, scale)))?;
    Some(number(digits.trim())? * scale)
}

/// Parses digits with an optional decimal point and an optional positive exponent.
fn number(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let is_plain = mantissa.chars().all(|c| c.is_ascii_digit() || c == '.')
        && exponent.chars().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn whole(value: Option<f64>) -> Option<u64> {
    value
        .filter(|value| *value < u64::MAX as f64)
        .map(|value| value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let milliseconds = [
            "500ms",
            "20s",
            "1.5m",
            "2h",
            "20",
            "20 S",
            "1h30m",
            "1h 2m 3s4ms",
        ]
        .map(|text| time(text).unwrap().as_millis());
        assert_eq!(
            milliseconds,
            [
                500, 20_000, 90_000, 7_200_000, 20_000, 20_000, 5_400_000, 3_723_004
            ]
        );
        let bad = [
            "", "s", "-1s", "1d", "inf", "nan", "1e3s", "1h30", "30m1h", "1m1m", "1h-3m",
        ];
        for bad in bad {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_powers_of_1024_and_counts_of_1000() {
        assert_eq!(
            ["2G", "512M", "1024KiB", "77000000"].map(|text| memory(text).unwrap()),
            [2 << 30, 512 << 20, 1 << 20, 77_000_000]
        );
        assert_eq!(
            [
                "5M",
                "1_000",
                "18446744073709551615",
                "1e6",
                "2.5E3",
                "10k",
                "1.5M"
            ]
            .map(|text| count(text).unwrap()),
            [
                5_000_000,
                1000,
                u64::MAX,
                1_000_000,
                2500,
                10_000,
                1_500_000
            ]
        );
        assert!(memory("2 potatoes").is_err());
        for slip in ["512", "0", "1023K", "1048575"] {
            let error = memory(slip).unwrap_err();
            assert!(error.contains("at least 1.0 MiB"), "{error}");
        }
        for bad in [
            "99999999999999999999",
            "1.5",
            "1e-3",
            "-1",
            "e6",
            "1e",
            "1e400",
            "",
        ] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }
}
