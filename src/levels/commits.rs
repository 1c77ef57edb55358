//! Commit points: steps after which a killed run resumes from a different state of the folder.

/// Passes the next commit point. In tests, the calling thread can die right after one of them.
pub(super) fn pass() {
    #[cfg(test)]
    tests::pass();
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::collections::BTreeMap;
    use std::fmt::Debug;
    use std::fs;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::path::Path;
    use std::thread;

    thread_local! {
        /// Number of commit points before the death of this thread.
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Panic of a thread that dies.
    struct Died;

    pub(super) fn pass() {
        match LEFT.get() {
            Some(0) => resume_unwind(Box::new(Died)), // without the message of a panic
            left => LEFT.set(left.map(|left| left - 1)),
        }
    }

    /// Does some work, unless it dies right after the commit point `point`, counted from 0.
    fn until<T>(point: usize, work: impl FnOnce() -> T) -> Option<T> {
        LEFT.set(Some(point));
        let done = catch_unwind(AssertUnwindSafe(work));
        LEFT.set(None);
        match done {
            Ok(done) => Some(done),
            Err(panic) if panic.is::<Died>() => None,
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Returns the contents of a folder, except for the manifest, which contains times.
    fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let files = fs::read_dir(folder).unwrap().map(|file| {
            let (name, path) = file.map(|file| (file.file_name(), file.path())).unwrap();
            let name = name.into_string().unwrap();
            let is_manifest = name == crate::levels::folder::MANIFEST;
            let bytes = if is_manifest {
                Vec::new()
            } else {
                fs::read(path).unwrap()
            };
            (name, bytes)
        });
        files.collect()
    }

    /// Adds files that a killed run could have left: the beginnings of a level and of a spilled run.
    fn add_half_written_files(folder: &Path) {
        let levels = contents(folder);
        let level = levels.iter().find(|(name, _)| name.ends_with(".level"));
        if let Some((_, bytes)) = level {
            for name in ["forward-002.draft", "run-00003.draft", "run-00002.level"] {
                fs::write(folder.join(name), &bytes[..bytes.len() / 2]).unwrap();
            }
        }
    }

    /// Threads for the commit points: runs mostly wait for the disk.
    const LANES: usize = 8;

    /// Checks that work in a scratch folder, interrupted after any of its commit points, gives the same result and the
    /// same files when it is resumed. The work must commit in the calling thread.
    pub(crate) fn check_all_commit_points<T: PartialEq + Debug + Sync>(
        work: impl Fn(&Path) -> T + Sync,
    ) {
        let (work, folder) = (&work, tempfile::tempdir().unwrap());
        let expected = &(work(folder.path()), contents(folder.path()));
        // Returns `false` if the work has no such commit point.
        let dies_and_resumes = |point: &usize| {
            let folder = tempfile::tempdir().unwrap();
            let done = until(*point, || work(folder.path()));
            if done.is_none() {
                add_half_written_files(folder.path());
                let resumed = (work(folder.path()), contents(folder.path()));
                assert!(resumed == *expected, "point {point}: {resumed:?}");
            }
            done.is_none()
        };
        let lane = |lane: usize| (lane..).step_by(LANES).take_while(dies_and_resumes).count();
        let points: usize = thread::scope(|scope| {
            let lanes: Vec<_> = (0..LANES)
                .map(|number| scope.spawn(move || lane(number)))
                .collect();
            lanes.into_iter().map(|lane| lane.join().unwrap()).sum()
        });
        // Every run dies after the first level that it makes.
        let folder = tempfile::tempdir().unwrap();
        let runs = (0..).take_while(|_| until(2, || work(folder.path())).is_none());
        let runs = runs.count();
        let resumed = (work(folder.path()), contents(folder.path()));
        assert!(
            resumed == *expected && runs > 5 && points > runs,
            "{runs} runs, {points} points: {resumed:?}"
        );
    }
}
