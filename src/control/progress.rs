use std::time::Duration;

/// Progress of a call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Current phase: `beam search`, `12 pegs`.
    pub phase: String,
    /// Estimated fraction of the whole call that is done, `0.0..=1.0`, if known.
    pub done: Option<f64>,
    /// Number of positions expanded so far.
    pub nodes: u64,
    /// Time since the call began.
    pub elapsed: Duration,
}

/// Phase that a loop reports.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Phase {
    /// See [`Progress::phase`].
    pub name: String,
    /// See [`Progress::done`].
    pub done: Option<f64>,
}

impl Progress {
    /// Estimates the remaining time by extrapolation; `None` if nothing is known yet.
    pub fn time_left(&self) -> Option<Duration> {
        let done = self.done.filter(|done| *done > 0.0)?;
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * ((1.0 - done) / done).max(0.0))
            .ok()
    }
}

impl Phase {
    /// Makes a phase whose progress is unknown.
    #[doc(hidden)]
    pub fn of_unknown_length(name: impl Into<String>) -> Phase {
        Phase {
            name: name.into(),
            done: None,
        }
    }

    /// Makes a phase with the fraction of the call that is done.
    pub(crate) fn done(name: impl Into<String>, done: f64) -> Phase {
        Phase {
            name: name.into(),
            done: Some(done.clamp(0.0, 1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_extrapolated_from_the_fraction_done() {
        let progress = |done| Progress {
            phase: String::new(),
            done,
            nodes: 0,
            elapsed: Duration::from_secs(3),
        };
        assert_eq!(progress(None).time_left(), None);
        assert_eq!(progress(Some(0.0)).time_left(), None);
        assert_eq!(
            progress(Some(0.75)).time_left(),
            Some(Duration::from_secs(1))
        );
    }
}
