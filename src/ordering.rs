//! Short lists put in order. The standard library's sort is compiled again for each type and each key, in thousands of
//! lines; where nobody waits for it, the one for plain numbers does for all.

/// Puts items into ascending order of their keys; items with the same key keep their order.
pub(crate) fn sort_by_key<T>(items: &mut [T], mut key: impl FnMut(&T) -> u64) {
    let mut keys = Vec::with_capacity(items.len());
    items.iter().for_each(|item| keys.push(key(item)));
    for (place, from) in swaps(&keys).into_iter().enumerate() {
        items.swap(place, from);
    }
}

/// With what each place is swapped, the first place first, so that items come into the order of these keys.
fn swaps(keys: &[u64]) -> Vec<usize> {
    let mut swaps = order_of(keys);
    for place in 0..swaps.len() {
        let mut from = swaps[place];
        while from < place {
            from = swaps[from]; // where the swap there has taken it
        }
        swaps[place] = from;
    }
    swaps
}

/// The places of keys in ascending order; the same keys keep their order.
pub(crate) fn order_of(keys: &[u64]) -> Vec<usize> {
    let mut order: Vec<u128> = keys
        .iter()
        .zip(0u64..)
        .map(|(key, place)| u128::from(*key) << 64 | u128::from(place))
        .collect();
    order.sort_unstable();
    order
        .into_iter()
        .map(|packed| packed as u64 as usize)
        .collect()
}

/// A key that orders numbers as [`f64::total_cmp`] does.
pub(crate) fn key_of(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_negative() {
        !bits
    } else {
        bits | 1 << 63
    }
}

/// Adds an item to a list in ascending order, unless it is there.
pub(crate) fn add<T: Ord>(sorted: &mut Vec<T>, item: T) {
    if let Err(place) = sorted.binary_search(&item) {
        sorted.insert(place, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_a_stable_sort(items in proptest::collection::vec((0..9u64, any::<u8>()), 0..60)) {
            let (mut sorted, mut expected) = (items.clone(), items);
            sort_by_key(&mut sorted, |(key, _)| *key);
            expected.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn keys_order_numbers_of_any_kind(one in any::<u64>(), other in any::<u64>()) {
            let (one, other) = (f64::from_bits(one), f64::from_bits(other));
            for other in [one, -one, other, 0.0, -0.0] {
                prop_assert_eq!(key_of(one).cmp(&key_of(other)), one.total_cmp(&other));
            }
        }
    }
}
