//! Memory of the process: freed memory goes back to the system, and a last resort for small allocations that fail. Large ones
//! give errors.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use rustix::process::{Resource, getrlimit};

/// Lets the allocator return freed memory to the system soon. By default, glibc raises its thresholds with the largest
/// allocation so far and keeps up to 64 MiB, whatever `--memory` allows.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const THRESHOLD: i32 = 1 << 20;
        // SAFETY: `mallopt` only sets parameters of the allocator.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, THRESHOLD);
            libc::mallopt(libc::M_TRIM_THRESHOLD, THRESHOLD);
        }
    }
}

/// Lets all threads allocate from one arena if the address space is limited (`ulimit -v`). By default, glibc reserves 64 MiB for
/// each thread, and where the limit forbids that, takes a page for each small allocation.
pub fn share_arena_under_limit() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if getrlimit(Resource::As).current.is_some() {
        // SAFETY: `mallopt` only sets parameters of the allocator.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

/// Ends the program with advice and the exit code of a limit where the standard library would dump core.
#[cfg(unix)]
pub fn end_instead_of_core_dump() {
    use super::Outcome;
    use super::play::restore_terminal;
    use super::signals::write_unless_blocked;
    use signal_hook::{consts::SIGABRT, low_level};
    use std::io::IoSlice;

    let end = || {
        let message =
            b"aborted, probably out of memory; give the process more memory, or lower `--memory`\n";
        restore_terminal();
        write_unless_blocked(rustix::stdio::stderr(), &[IoSlice::new(message)]);
        low_level::exit(Outcome::Undecided as i32);
    };
    // SAFETY: a signal handler may set a terminal, write to a file and end the process (signal-safety(7)); this one
    // allocates nothing and waits for no lock.
    let _ = unsafe { low_level::register(SIGABRT, end) };
}

#[cfg(not(unix))]
pub fn end_instead_of_core_dump() {}
