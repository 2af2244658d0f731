//! What a part would lose with each of its functions: the bytes that are reached through this one alone.
//!
//! That is the dominator tree (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"). A function that
//! retains much, and is called from few places, is what a registered pointer takes out.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Node;

/// Stands before all roots.
const START: Node = Node::MAX;

/// Nodes in the order of a walk that sees each before what only it leads to; the first is [`START`].
struct Tree {
    order: Vec<Node>,
    /// For each place in the order the places of those that refer to it.
    before: Vec<Vec<usize>>,
}

/// Bytes that each node retains, itself included, where `next` tells what a node refers to.
pub(super) fn retained(
    roots: &[Node],
    next: impl Fn(Node) -> Vec<Node>,
    size: impl Fn(Node) -> usize,
) -> Vec<(usize, Node)> {
    let tree = Tree::of(&|node| if node == START { roots.to_vec() } else { next(node) });
    let above = tree.dominators();
    let sizes = tree.order.iter().map(|node| if *node == START { 0 } else { size(*node) });
    let mut sums: Vec<usize> = sizes.collect();
    for (place, above) in above.into_iter().enumerate().skip(1).rev() {
        let sum = sums.get(place).copied().unwrap_or_default();
        if let Some(total) = above.and_then(|above| sums.get_mut(above)) {
            *total += sum;
        }
    }
    sums.into_iter().zip(tree.order).skip(1).collect()
}

impl Tree {
    fn of(next: &impl Fn(Node) -> Vec<Node>) -> Self {
        let order = walk(next);
        let places: BTreeMap<Node, usize> =
            order.iter().enumerate().map(|(place, node)| (*node, place)).collect();
        let mut before = vec![Vec::new(); order.len()];
        for (place, node) in order.iter().enumerate() {
            for to in next(*node) {
                if let Some(list) = places.get(&to).and_then(|place| before.get_mut(*place)) {
                    list.push(place);
                }
            }
        }
        Self { order, before }
    }

    /// For each place the last one before it that every way from the root leads through.
    fn dominators(&self) -> Vec<Option<usize>> {
        let mut above: Vec<Option<usize>> = vec![None; self.order.len()];
        above.iter_mut().take(1).for_each(|first| *first = Some(0));
        loop {
            let mut changed = false;
            for (place, before) in self.before.iter().enumerate().skip(1) {
                let known = before.iter().copied().filter(|place| is_known(&above, *place));
                let meeting = known.reduce(|a, b| meet(&above, a, b));
                if let Some(slot) = above.get_mut(place).filter(|slot| **slot != meeting) {
                    *slot = meeting;
                    changed = true;
                }
            }
            if !changed {
                return above;
            }
        }
    }
}

fn is_known(above: &[Option<usize>], place: usize) -> bool {
    above.get(place).is_some_and(Option::is_some)
}

/// The last place that the ways to both have in common.
fn meet(above: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    let up = |place: usize| above.get(place).copied().flatten().unwrap_or_default();
    while a != b {
        if a > b {
            a = up(a);
        } else {
            b = up(b);
        }
    }
    a
}

/// Reverse postorder.
fn walk(next: &impl Fn(Node) -> Vec<Node>) -> Vec<Node> {
    let (mut order, mut seen) = (Vec::new(), BTreeSet::from([START]));
    let mut open = vec![(START, next(START))];
    while let Some((node, rest)) = open.last_mut() {
        match rest.pop() {
            Some(to) if seen.insert(to) => open.push((to, next(to))),
            Some(_) => {}
            None => {
                order.push(*node);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}
