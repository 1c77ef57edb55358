//! Work shared out among threads.

use std::sync::Mutex;

/// Does the same on so many threads, this one among them.
pub(crate) fn run_on(threads: usize, work: &(impl Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Does something with each item; the threads take one after the other.
pub(crate) fn each_on<T>(threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let waiting = Mutex::new(items);
    run_on(threads, &|| {
        loop {
            let next = waiting.lock().expect("no thread panics with the items").next();
            let Some(item) = next else { return };
            work(item);
        }
    });
}
