//! Work shared out among threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::Builder;

/// Does the same on this many threads, the calling one among them, and gives what each of them made of it. A
/// panic in any of them goes on here once all have ended.
pub(crate) fn run_on<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results = Mutex::new(Vec::with_capacity(threads));
    on_threads(threads, &|_| {
        let result = work();
        results.lock().expect("no thread panics with the results").push(result);
    });
    results.into_inner().expect("no thread panics with the results")
}

/// The same where the threads wait for each other: the work is told how many they are. They are fewer where the system
/// has no more.
pub(crate) fn together_on(threads: usize, work: impl Fn(usize) + Sync) {
    on_threads(threads, &work);
}

/// Compiled once, whatever the work is.
fn on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    let started = OnceLock::new();
    let begin = || work(*started.wait());
    std::thread::scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, begin).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        work(*started.get_or_init(|| others.len() + 1));
        for thread in others {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Does something with each item; the threads take one after the other. After an error no thread takes
/// another item, and the error is given.
pub(crate) fn try_each_on<T, E: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    try_each_with(threads, items, || (), |(), item| work(item))
}

/// The same where each thread has something of its own that it uses for one item after the other.
pub(crate) fn try_each_with<T, S, E: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    own: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let waiting = Mutex::new(items);
    let failed = AtomicBool::new(false);
    let error = Mutex::new(None);
    on_threads(threads, &|_| {
        let mut own = own();
        while !failed.load(Ordering::Relaxed) {
            let next = waiting.lock().expect("no thread panics with the items").next();
            let Some(item) = next else { break };
            if let Err(found) = work(&mut own, item) {
                failed.store(true, Ordering::Relaxed);
                error.lock().expect("no thread panics with the error").get_or_insert(found);
            }
        }
    });
    error.into_inner().expect("no thread panics with the error").map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn every_item_is_taken_once_and_an_error_ends_it() {
        for threads in [1, 3] {
            let sum = AtomicU64::new(0);
            let added: Result<(), ()> = try_each_on(threads, 1..=1000u64, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
                Ok(())
            });
            assert_eq!(added, Ok(()));
            assert_eq!(sum.into_inner(), 500_500);
            let taken = AtomicU64::new(0);
            let result = try_each_on(threads, 0..1_000_000u64, |item| {
                taken.fetch_add(1, Ordering::Relaxed);
                if item == 10 { Err(item) } else { Ok(()) }
            });
            assert_eq!(result, Err(10));
            assert!(taken.into_inner() < 1_000_000);
        }
    }

    #[test]
    fn threads_know_how_many_they_are() {
        for threads in [1, 3] {
            let told = Mutex::new(Vec::new());
            together_on(threads, |all| told.lock().unwrap().push(all));
            assert_eq!(told.into_inner().unwrap(), vec![threads; threads]);
        }
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let caught = std::panic::catch_unwind(|| run_on(2, || panic!("worker")));
        assert!(caught.is_err());
    }
}
