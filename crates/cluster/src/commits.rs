/// Commit points of a process: moments after which its death leaves another folder. In tests, the process can die right
/// after one of them.
#[derive(Clone, Debug, Default)]
pub(super) struct CommitPoints {
    #[cfg(test)]
    death: Option<std::sync::Arc<tests::Death>>,
}

impl CommitPoints {
    /// Passes the next commit point.
    pub(super) fn pass(&self) {
        #[cfg(test)]
        if let Some(death) = &self.death {
            death.pass();
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::CommitPoints;
    use std::panic::resume_unwind;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Death of a process after a number of commit points.
    #[derive(Debug)]
    pub(crate) struct Death {
        after: usize,
        passed: AtomicUsize,
    }

    impl Death {
        pub(super) fn pass(&self) {
            if self.passed.fetch_add(1, Ordering::SeqCst) == self.after {
                resume_unwind(Box::new(Died)); // without the message of a panic
            }
        }
    }

    /// Panic of a process that dies.
    pub(crate) struct Died;

    impl CommitPoints {
        /// Creates commit points that end the process right after point `point`, counted from 0.
        pub(crate) fn until(point: usize) -> CommitPoints {
            let passed = AtomicUsize::new(0);
            let death = Death {
                after: point,
                passed,
            };
            CommitPoints {
                death: Some(Arc::new(death)),
            }
        }
    }
}
