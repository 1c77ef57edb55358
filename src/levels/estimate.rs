//! Estimate of the number of positions.

/// Estimates the number of positions of all levels from the sizes of the levels so far and the number of levels to
/// come. Assumes that the growth from level to level changes by a constant factor. Returns `None` for fewer than three
/// levels.
pub(crate) fn estimated_total(sizes: &[u64], to_come: usize) -> Option<f64> {
    let [.., before, last, now] = *sizes else {
        return None;
    };
    let [before, last, mut now] = [before, last, now].map(|size| size as f64);
    let mut growth = now / last;
    let change = (growth / (last / before)).min(1.0);
    let mut total = sizes.iter().sum::<u64>() as f64;
    for _ in 0..to_come {
        growth *= change;
        now *= growth;
        total += now;
    }
    total.is_finite().then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bell_shaped_levels_are_predicted() {
        let bell =
            |level: i32| (1e6 * f64::exp(-0.05 * f64::from((level - 12) * (level - 12)))) as u64;
        let sizes: Vec<u64> = (0..=24).map(bell).collect();
        let all = sizes.iter().sum::<u64>() as f64;
        for known in 4..=24 {
            let estimate = estimated_total(&sizes[..known], 25 - known).unwrap();
            assert!(
                (estimate / all - 1.0).abs() < 0.1,
                "{known}: {estimate} of {all}"
            );
        }
        assert_eq!(estimated_total(&sizes[..2], 23), None);
    }
}
