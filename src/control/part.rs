use super::{Control, LimitReached, Phase, PhaseReport};
use std::io::{self, Write};

/// Part of a call that accounts for a range of the whole progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    control: &'a Control<'a>,
    from: f64,
    to: f64,
    /// Memory that other parts hold, in bytes.
    held: u64,
}

impl<'a> Part<'a> {
    /// Returns the part that is the whole call.
    pub(crate) fn whole(control: &'a Control<'_>) -> Part<'a> {
        Part {
            control,
            from: 0.0,
            to: 1.0,
            held: 0,
        }
    }

    /// Returns the part with less memory, because the caller holds some bytes.
    pub(crate) fn holding(&self, held: u64) -> Part<'a> {
        Part {
            held: self.held + held,
            ..*self
        }
    }

    /// Returns the memory limit of this part in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.control.memory().saturating_sub(self.held)
    }

    /// Returns the sub-part between two fractions of this part.
    pub(crate) fn part(&self, from: f64, to: f64) -> Part<'a> {
        let share = |done: f64| self.from + done * (self.to - self.from);
        Part {
            from: share(from),
            to: share(to),
            ..*self
        }
    }

    /// Returns the control of the call.
    pub(crate) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Calls [`Control::tick`]. The phase gives the fraction of this part that is done.
    pub(crate) fn tick<P: Into<PhaseReport>>(
        &self,
        nodes: u64,
        phase: impl Fn() -> P,
    ) -> Result<(), LimitReached> {
        self.tick_in(nodes, &|| phase().into())
    }

    fn tick_in(&self, nodes: u64, phase: &dyn Fn() -> PhaseReport) -> Result<(), LimitReached> {
        self.control.tick(nodes, || {
            let PhaseReport { phase, done } = phase();
            PhaseReport {
                phase,
                done: done.map(|done| self.part(done, 1.0).from),
            }
        })
    }
}

/// Counter of small steps that polls the control every few thousand steps.
pub(crate) struct Steps<'a> {
    part: Part<'a>,
    phase: Phase,
    taken: u64,
    /// Total number of steps; 0 if unknown.
    all: u64,
}

/// Steps between two ticks: a few milliseconds if a step takes about a microsecond.
const BETWEEN_TICKS: u64 = 1 << 12;

impl<'a> Steps<'a> {
    /// Makes a counter with an unknown total.
    pub(crate) fn new(part: Part<'a>, phase: Phase) -> Steps<'a> {
        Steps {
            part,
            phase,
            taken: 0,
            all: 0,
        }
    }

    /// Sets the total number of steps.
    pub(crate) fn of(self, all: usize) -> Steps<'a> {
        Steps {
            all: all as u64,
            ..self
        }
    }

    /// Counts one step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), LimitReached> {
        self.taken += 1;
        if self.taken.is_multiple_of(BETWEEN_TICKS) {
            self.tick()
        } else {
            Ok(())
        }
    }

    fn tick(&self) -> Result<(), LimitReached> {
        self.part.tick(0, || match self.all {
            0 => self.phase.clone().into(),
            all => self.phase.clone().done(self.taken as f64 / all as f64),
        })
    }
}

/// Writer that stops when the control is stopped. The error then contains the [`LimitReached`].
pub(crate) struct WatchedWriter<'a, W> {
    pub(crate) out: W,
    pub(crate) control: &'a Control<'a>,
}

impl<W: Write> Write for WatchedWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const AT_ONCE: usize = 1 << 20;
        self.control
            .tick(0, || Phase::Writing)
            .map_err(io::Error::other)?;
        self.out.write(&bytes[..bytes.len().min(AT_ONCE)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Progress;
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    #[test]
    fn parts_of_a_call_add_up() {
        let seen = Mutex::new(Vec::new());
        let observer = |progress: &Progress| {
            seen.lock().unwrap().push(progress.done);
            ControlFlow::Continue(())
        };
        for (from, to) in [(0.0, 0.5), (0.5, 1.0)] {
            let control = Control::default().watched_by(&observer);
            let second_half = Part::whole(&control).part(0.5, 1.0);
            second_half
                .part(from, to)
                .tick(1, || Phase::Counting.done(0.5))
                .unwrap();
        }
        assert_eq!(*seen.lock().unwrap(), [Some(0.625), Some(0.875)]);
    }
}
