//! Values by key, where all are known before the first is looked up.

use core::borrow::Borrow;

use super::sorted_by;

/// Pairs of key and value in the order of their keys; those of one key keep theirs.
#[derive(Clone, Debug)]
pub struct Index<K, V>(Vec<(K, V)>);

impl<K: Ord, V> Index<K, V> {
    /// Sorts pairs.
    #[must_use]
    pub fn of(pairs: Vec<(K, V)>) -> Self {
        Self(sorted_by(pairs, |(left, _), (right, _)| left.cmp(right)))
    }

    /// The pairs of a key.
    #[must_use]
    pub fn all<Q: Ord + ?Sized>(&self, key: &Q) -> &[(K, V)]
    where
        K: Borrow<Q>,
    {
        let start = self.0.partition_point(|(own, _)| own.borrow() < key);
        let end = self.0.partition_point(|(own, _)| own.borrow() <= key);
        self.0.get(start..end).unwrap_or_default()
    }

    /// The pairs of each key, in the order of keys.
    pub fn groups(&self) -> impl Iterator<Item = &[(K, V)]> {
        self.0.chunk_by(|left, right| left.0 == right.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Index;

    #[test]
    fn finds_what_a_map_of_lists_has() {
        for length in 0..60_u32 {
            let pairs: Vec<_> = (0..length).map(|place| (place * 7 % 11, place)).collect();
            let mut map = BTreeMap::<u32, Vec<(u32, u32)>>::new();
            for pair in &pairs {
                map.entry(pair.0).or_default().push(*pair);
            }
            let index = Index::of(pairs);
            for key in 0..12 {
                assert_eq!(index.all(&key), map.get(&key).map_or(&[][..], Vec::as_slice));
            }
            assert!(index.groups().eq(map.values().map(Vec::as_slice)));
        }
    }

    #[test]
    fn texts_are_found_by_what_they_say() {
        let index = Index::of(vec![("b".to_owned(), 1), ("a".to_owned(), 2), ("b".to_owned(), 3)]);
        assert_eq!(index.all("b").iter().map(|(_, value)| *value).collect::<Vec<_>>(), [1, 3]);
        assert!(index.all("c").is_empty());
    }
}
