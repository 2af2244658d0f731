//! The rule of who owns what, on drawn graphs.

use std::collections::BTreeMap;

use super::super::{
    graph::Graph,
    owners::{Owners, Parts, reach},
    retained::retained,
};
use crate::config::Capability;

fn capability(name: &str, needs: &[&str]) -> Capability {
    Capability {
        name: name.to_owned(),
        needs: needs.iter().map(|&name| name.to_owned()).collect(),
        exports: Vec::new(),
        budget: BTreeMap::new(),
    }
}

/// Owners by name, where node 0 is the primary's root, node 1 that of the second capability and so on.
fn owners<'a>(list: &'a [Capability], edges: &[&[usize]]) -> Vec<&'a str> {
    let (parts, graph) = (Parts::of(list).unwrap(), Graph::drawn(edges));
    let roots: Vec<_> = (0..list.len()).map(|part| (part, part)).collect();
    let owners = Owners::assign(&parts, &graph, &roots);
    (0..edges.len()).map(|node| owners.get(node).map_or("", |part| parts.name(part))).collect()
}

#[test]
fn what_several_reach_is_the_primarys() {
    let list = [capability("p", &[]), capability("a", &[]), capability("b", &[])];
    let edges: &[&[usize]] = &[&[], &[3, 4], &[4], &[], &[], &[]];
    assert_eq!(owners(&list, edges), ["p", "a", "b", "a", "p", ""]);
}

#[test]
fn what_several_reach_belongs_to_what_all_of_them_need() {
    let list = [
        capability("p", &[]),
        capability("shared", &[]),
        capability("a", &["shared"]),
        capability("b", &["shared"]),
        capability("c", &[]),
    ];
    // 5 is reached by a and b, 6 by a and c.
    let edges: &[&[usize]] = &[&[], &[], &[5, 6], &[5], &[6], &[], &[]];
    assert_eq!(owners(&list, edges), ["p", "shared", "a", "b", "c", "shared", "p"]);
}

#[test]
fn what_a_part_needs_owns_what_both_reach() {
    let list = [capability("p", &[]), capability("a", &[]), capability("b", &["a"])];
    let edges: &[&[usize]] = &[&[], &[3], &[3], &[]];
    assert_eq!(owners(&list, edges), ["p", "a", "b", "a"]);
}

#[test]
fn an_owner_is_chosen_for_the_whole_set() {
    let list = [
        capability("p", &[]),
        capability("first", &[]),
        capability("second", &[]),
        capability("a", &["first", "second"]),
        capability("b", &["first", "second"]),
    ];
    // 5 is reached by second, a and b; for a and b alone it could as well be first's.
    let edges: &[&[usize]] = &[&[], &[], &[5], &[5], &[5], &[6], &[]];
    assert_eq!(owners(&list, edges), ["p", "first", "second", "a", "b", "second", "second"]);
}

#[test]
fn what_the_primary_owns_takes_what_it_refers_to_along() {
    let list = [
        capability("p", &[]),
        capability("shared", &[]),
        capability("a", &["shared"]),
        capability("b", &["shared"]),
        capability("c", &[]),
        capability("d", &[]),
    ];
    // 6 is reached by a, b and d; it refers to 7, which by itself would be shared.
    let edges: &[&[usize]] = &[&[], &[], &[6, 7], &[6, 7], &[], &[6], &[7], &[]];
    assert_eq!(owners(&list, edges), ["p", "shared", "a", "b", "c", "d", "p", "p"]);
}

#[test]
fn circles_stay_together() {
    let list = [capability("p", &[]), capability("a", &[]), capability("b", &[])];
    let edges: &[&[usize]] = &[&[], &[3], &[], &[4], &[3]];
    assert_eq!(owners(&list, edges), ["p", "a", "b", "a", "a"]);
}

#[test]
fn reach_tells_capabilities_apart() {
    let graph = Graph::drawn(&[&[2], &[2], &[]]);
    assert_eq!(reach(&graph, &[(0, 0), (1, 1)]), [1, 2, 3]);
}

#[test]
fn lists_that_do_not_stand_are_refused() {
    let refused = |list: &[Capability]| Parts::of(list).err().unwrap().to_string();
    assert_eq!(refused(&[]), "there must be 1 to 64 capabilities");
    let late = [capability("p", &[]), capability("a", &["b"]), capability("b", &[])];
    assert_eq!(refused(&late), "a needs b, which does not stand before it");
}

#[test]
fn order_puts_what_is_needed_first() {
    let list = [capability("p", &[]), capability("a", &[]), capability("b", &["a"])];
    let parts = Parts::of(&list).unwrap();
    assert_eq!(parts.in_order(), [0, 1, 2]);
    assert!(parts.has(2, 1) && parts.has(2, 0) && !parts.has(1, 2));
}

#[test]
fn what_several_ways_lead_to_is_retained_by_none_of_them() {
    // 0 leads to 1 and 2, both to 3, and this to 4, which leads back to 3; 1 alone leads to 5.
    let edges: &[&[usize]] = &[&[1, 2], &[3, 5], &[3], &[4], &[3], &[]];
    let mut lost = retained(&[0], |node| edges[node].to_vec(), |node| 1 << node);
    lost.sort_by_key(|(_, node)| *node);
    let sizes: Vec<usize> = lost.into_iter().map(|(size, _)| size).collect();
    assert_eq!(sizes, [0b11_1111, 0b10_0010, 0b100, 0b1_1000, 0b1_0000, 0b10_0000]);
}
