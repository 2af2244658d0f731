//! Indices of a part for those of the module that it was split from.

use std::collections::BTreeMap;

/// New indices of what a part has, in the order in which they were asked for.
#[derive(Default)]
pub(super) struct Renumbered {
    new: BTreeMap<u32, u32>,
    /// The old indices, each at its new one.
    pub(super) old: Vec<u32>,
}

impl Renumbered {
    /// The new index of an old one.
    pub(super) fn get(&mut self, old: u32) -> u32 {
        *self.new.entry(old).or_insert_with(|| {
            self.old.push(old);
            u32::try_from(self.old.len() - 1).unwrap_or(u32::MAX)
        })
    }
}
