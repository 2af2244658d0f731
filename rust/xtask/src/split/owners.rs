//! Which part owns what.
//!
//! The rule: a function or piece of data belongs to the part that the fewest capabilities load, among those that
//! every capability loads which reaches it. What it refers to is reached by all that load this part.
//!
//! So what one capability alone reaches is its own; what several reach belongs to a part that all of them need, if
//! one is listed, else to the primary; and no part refers to one that is loaded later.

use super::graph::{Graph, Node};
use crate::{Failure, config::Capability};

/// A part, by its place in the list; the first is the primary.
pub(super) type Part = usize;

/// Capabilities, a bit for each.
pub(super) type Set = u64;

/// Capabilities and their parts.
pub(super) struct Parts<'a> {
    pub(super) list: &'a [Capability],
    /// For each part the capabilities that load it.
    loaders: Vec<Set>,
}

impl<'a> Parts<'a> {
    /// # Errors
    ///
    /// If there are none or more than 64, or if one needs what does not stand before it.
    pub(super) fn of(list: &'a [Capability]) -> Result<Self, Failure> {
        if list.is_empty() || list.len() > 64 {
            return Err("there must be 1 to 64 capabilities".into());
        }
        let mut loads: Vec<Set> = Vec::new();
        for capability in list {
            let mut set = 1 | 1 << loads.len();
            for needed in &capability.needs {
                let before = list.iter().zip(&loads).find(|(other, _)| other.name == *needed);
                let (_, parts) = before.ok_or_else(|| {
                    format!("{} needs {needed}, which does not stand before it", capability.name)
                })?;
                set |= parts;
            }
            loads.push(set);
        }
        let loaders = (0..list.len()).map(|part| {
            let loaders = (0_u32..).zip(&loads).filter(|(_, set)| *set >> part & 1 == 1);
            loaders.fold(0, |all, (capability, _)| all | 1 << capability)
        });
        Ok(Self { list, loaders: loaders.collect() })
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn name(&self, part: Part) -> &'a str {
        self.list.get(part).map_or("", |capability| capability.name.as_str())
    }

    /// Every part, the one that more capabilities load before the one that fewer load.
    pub(super) fn in_order(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = (0..self.len()).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(self.loaders(*part).count_ones()));
        parts
    }

    /// Tells whether whoever loads `part` has `other`.
    pub(super) fn has(&self, part: Part, other: Part) -> bool {
        self.loaders(part) & !self.loaders(other) == 0
    }

    fn loaders(&self, part: Part) -> Set {
        self.loaders.get(part).copied().unwrap_or_default()
    }

    /// The part for what these capabilities reach; of equals the first, so that no two parts import each other.
    fn owner(&self, reached: Set) -> Part {
        let fits = (0..self.len()).filter(|part| reached & !self.loaders(*part) == 0);
        fits.min_by_key(|part| self.loaders(*part).count_ones()).unwrap_or_default()
    }
}

/// The owner of each node, and none of what nobody reaches.
#[derive(Hash)]
pub(super) struct Owners {
    pub(super) of: Vec<Option<Part>>,
}

impl Owners {
    /// Follows the references from `roots`, which belong to one capability each.
    ///
    /// Sets are whole before an owner is chosen: of half a set the owner may be a part that the rest does not load.
    pub(super) fn assign(parts: &Parts<'_>, graph: &Graph<'_>, roots: &[(Node, Part)]) -> Self {
        let mut reached = reach(graph, roots);
        let widen = |set| parts.loaders(parts.owner(set));
        let open = (0..graph.len()).map(|node| (node, 0)).collect();
        spread(graph, &mut reached, open, widen);
        let of = reached.into_iter().map(|set| (set != 0).then(|| parts.owner(set))).collect();
        Self { of }
    }

    pub(super) fn get(&self, node: Node) -> Option<Part> {
        self.of.get(node).copied().flatten()
    }
}

/// The capabilities that reach each node.
pub(super) fn reach(graph: &Graph<'_>, roots: &[(Node, Part)]) -> Vec<Set> {
    let mut reached = vec![0; graph.len()];
    let open = roots.iter().map(|&(node, part)| (node, 1 << part)).collect();
    spread(graph, &mut reached, open, |set| set);
    reached
}

/// Adds each set of `open` to its node, and `further` of what this node then has to what it refers to.
fn spread(
    graph: &Graph<'_>,
    reached: &mut [Set],
    mut open: Vec<(Node, Set)>,
    further: impl Fn(Set) -> Set,
) {
    let mut seen = vec![0; reached.len()];
    while let Some((node, set)) = open.pop() {
        let (Some(had), Some(seen)) = (reached.get_mut(node), seen.get_mut(node)) else { continue };
        *had |= set;
        if *had != *seen {
            *seen = *had;
            let set = further(*had);
            open.extend(graph.edges(node).map(|to| (to, set)));
        }
    }
}
