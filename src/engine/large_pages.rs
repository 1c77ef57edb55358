//! Large pages for large tables.

/// Asks the system to back untouched memory with large pages. Fewer TLB misses make random access to large tables
/// several times as fast. Does nothing on systems other than Linux, nor under Miri.
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096; // required alignment; on systems with larger pages the call fails without harm
        let first = memory.as_mut_ptr().cast::<u8>();
        let to_page = first.align_offset(PAGE);
        let bytes = size_of_val(memory).saturating_sub(to_page) / PAGE * PAGE;
        if bytes > 0 {
            // SAFETY: the range lies within the slice, and the advice does not change its contents.
            unsafe {
                libc::madvise(first.add(to_page).cast(), bytes, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = memory;
}
