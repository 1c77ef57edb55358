//! Worker threads with panics and errors passed on to the caller.
//!
//! A pool such as rayon's shares its threads among all calls, whereas each call here has its own maximum number of
//! threads and must go on with fewer if the system cannot start more.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::Builder;

/// Runs `work` on `threads` threads, including the calling one, and collects the results. A panic of a thread resumes
/// here after all have joined.
pub fn run_on<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results = Mutex::new(Vec::with_capacity(threads));
    together_on(threads, &|_| {
        let result = work();
        let mut results = results.lock().expect("no thread panics with the results");
        results.push(result);
    });
    results
        .into_inner()
        .expect("no thread panics with the results")
}

/// Runs `work` on threads that may wait for each other. `work` receives the number of threads, which is smaller if the
/// system cannot start more.
pub fn together_on(threads: usize, work: &(dyn Fn(usize) + Sync)) {
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

/// Runs `work` on each item; threads take items one by one, and no more threads start than there are items. After an error
/// no thread takes another item. The first error is returned.
pub fn try_each_on<T, E: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    try_each_by(threads, items, || &work)
}

/// Maps items in parallel like [`try_each_on`] and returns the results in the order of the items.
pub fn try_map_on<T, R: Send, E: Send>(
    threads: usize,
    items: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let mut results: Vec<Option<R>> = (0..items.len()).map(|_| None).collect();
    try_each_on(threads, items.zip(&mut results), |(item, result)| {
        *result = Some(work(item)?);
        Ok(())
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// Works like [`try_each_on`], with a worker for each thread, made by `work`. A worker keeps its state from item to
/// item.
pub fn try_each_by<T, E: Send, W: FnMut(T) -> Result<(), E>>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn() -> W + Sync,
) -> Result<(), E> {
    let threads = threads.min(items.size_hint().1.unwrap_or(threads));
    let items = Mutex::new(items);
    let next = || {
        items
            .lock()
            .expect("no thread panics with the items")
            .next()
    };
    let (failed, first_error) = (AtomicBool::new(false), Mutex::new(None));
    together_on(threads, &|_| {
        let mut work = work();
        while !failed.load(Ordering::Relaxed)
            && let Some(item) = next()
        {
            if let Err(error) = work(item) {
                failed.store(true, Ordering::Relaxed);
                let mut first_error = first_error.lock().expect("no thread panics with the error");
                first_error.get_or_insert(error);
            }
        }
    });
    let first_error = first_error.into_inner();
    first_error
        .expect("no thread panics with the error")
        .map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn every_item_is_taken_once_and_an_error_stops_the_rest() {
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
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 3] {
            let squares: Result<Vec<u64>, ()> = try_map_on(
                threads,
                (0..1000).collect::<Vec<u64>>().into_iter(),
                |item| Ok(item * item),
            );
            assert_eq!(squares, Ok((0..1000).map(|item| item * item).collect()));
            let failed = try_map_on(threads, 0..1000u32, |item| {
                if item == 10 { Err(item) } else { Ok(()) }
            });
            assert_eq!(failed, Err(10));
        }
    }

    #[test]
    fn threads_receive_their_number() {
        for threads in [1, 3] {
            let counts = Mutex::new(Vec::new());
            together_on(threads, &|all| counts.lock().unwrap().push(all));
            assert_eq!(counts.into_inner().unwrap(), vec![threads; threads]);
        }
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let caught = std::panic::catch_unwind(|| run_on(2, || panic!("worker")));
        assert!(caught.is_err());
    }
}
