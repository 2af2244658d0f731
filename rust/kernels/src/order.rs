//! The one sort: of indexes, so that it is compiled once and not for each type of element; and what is looked up in what
//! was sorted.

#![allow(clippy::indexing_slicing, reason = "indexes that the loop bounds")]

use core::cmp::Ordering;
use std::collections::BTreeSet;

mod index;

pub use index::Index;

/// Below so many elements, each is moved to its place one by one.
const FEW: usize = 24;

/// The indexes below `count` in the order of their elements; equal ones keep theirs. A merge sort.
#[must_use]
pub fn indexes(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..count).collect();
    let mut width = 1;
    while width < count {
        let mut merged = Vec::with_capacity(count);
        for pair in sorted.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(left, right, compare, &mut merged);
        }
        sorted = merged;
        width *= 2;
    }
    sorted
}

fn merge(
    mut left: &[usize],
    mut right: &[usize],
    compare: &dyn Fn(usize, usize) -> Ordering,
    merged: &mut Vec<usize>,
) {
    while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
        if compare(*second, *first).is_lt() {
            merged.push(*second);
            right = right_rest;
        } else {
            merged.push(*first);
            left = left_rest;
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
}

/// Elements in the order of `compare`; equal ones keep theirs.
pub fn sorted_by<T>(elements: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = indexes(elements.len(), &|left, right| {
        let both = elements.get(left).zip(elements.get(right));
        both.map_or(Ordering::Equal, |(left, right)| compare(left, right))
    });
    let mut elements: Vec<Option<T>> = elements.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| elements.get_mut(index)?.take()).collect()
}

/// Elements in their own order; equal ones keep theirs.
#[must_use]
pub fn sorted<T: Ord>(elements: Vec<T>) -> Vec<T> {
    sorted_by(elements, T::cmp)
}

/// A set of elements that are put in one by one: `collect` has a sort, and a builder of trees, for each type.
#[must_use]
pub fn set_of<T: Ord>(elements: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for element in elements {
        set.insert(element);
    }
    set
}

/// Sorts numbers and the like where they are; few of them without memory of their own.
pub(crate) fn sort_by<T: Copy>(elements: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if elements.len() > FEW {
        let sorted = sorted_by(elements.to_vec(), compare);
        elements.copy_from_slice(&sorted);
        return;
    }
    for end in 1..elements.len() {
        let mut place = end;
        while place > 0 && compare(&elements[place], &elements[place - 1]).is_lt() {
            elements.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, sort_by, sorted_by};

    /// Numbers below 16, so that many are equal, with the place where each stood.
    fn list(length: usize, seed: u32) -> Vec<(u32, usize)> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 28
        };
        (0..length).map(|index| (next(), index)).collect()
    }

    #[test]
    fn sorts_as_the_standard_library_does() {
        for length in (0..70).chain([FEW, FEW + 1, 1_000]) {
            for seed in 0..10 {
                let given = list(length, seed);
                let mut want = given.clone();
                want.sort_by_key(|(number, _)| *number);
                assert_eq!(sorted_by(given.clone(), |a, b| a.0.cmp(&b.0)), want);
                let mut inside = given;
                sort_by(&mut inside, |a, b| a.0.cmp(&b.0));
                assert_eq!(inside, want);
            }
        }
    }
}
