//! Large allocations, which give an error where the system has no memory left. The standard library would abort.

use super::LimitReached;
use bytemuck::Zeroable;

/// Returns an empty vector with room for `capacity` elements.
pub(crate) fn with_capacity<T>(capacity: usize) -> Result<Vec<T>, LimitReached> {
    let mut list = Vec::new();
    reserve(&mut list, capacity)?;
    Ok(list)
}

/// Makes room for exactly `additional` more elements.
pub(crate) fn reserve<T>(list: &mut Vec<T>, additional: usize) -> Result<(), LimitReached> {
    list.try_reserve_exact(additional)
        .map_err(|_| LimitReached::Memory)
}

/// Returns a vector of zeros. The system provides its pages on first access.
pub(crate) fn zeroed<T: Zeroable>(length: usize) -> Result<Vec<T>, LimitReached> {
    bytemuck::allocation::try_zeroed_vec(length).map_err(|()| LimitReached::Memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allocation_that_fails_is_an_error() {
        let too_large = isize::MAX as usize / 2;
        assert_eq!(with_capacity::<u128>(too_large), Err(LimitReached::Memory));
        assert_eq!(zeroed::<u64>(too_large), Err(LimitReached::Memory));
        assert_eq!(zeroed::<u64>(3), Ok(vec![0; 3]));
        assert!(with_capacity::<u64>(3).is_ok_and(|list| list.capacity() == 3));
    }
}
