//! Large pages for large tables.

/// Asks the system to keep memory that has not been touched yet on large pages. Tables that are read out of
/// order are several times as fast on them: each small page costs another lookup. Elsewhere than on
/// Linux nothing happens.
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096; // what the call wants aligned; a system of larger pages refuses it, and that is all
        let first = memory.as_mut_ptr().cast::<u8>();
        let to_page = first.align_offset(PAGE);
        let bytes = size_of_val(memory).saturating_sub(to_page) / PAGE * PAGE;
        if bytes > 0 {
            // SAFETY: the pages lie within the slice, and the advice changes nothing about what they hold.
            unsafe {
                libc::madvise(first.add(to_page).cast(), bytes, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
