//! What each part holds, for whoever tunes the list: sizes without compression.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, VecDeque, btree_map::Entry},
    fmt::Write,
};

use super::{
    graph::Node,
    owners::{Part, Set, reach},
    plan::Plan,
    retained::retained,
};

/// How many lines a list has.
const LINES: usize = 40;

/// The parts in the order in which they are loaded: bytes of code and of data, functions, and imports from other parts.
pub(super) fn parts(plan: &Plan<'_>) -> String {
    let mut text = "part             code    data functions imports\n".to_owned();
    for part in plan.parts.in_order() {
        let nodes = (0..plan.graph.len()).filter(|node| plan.owners.get(*node) == Some(part));
        let (code, data) = sizes(plan, nodes);
        let (functions, imports) = (plan.functions(part).len(), plan.imports(part).len());
        let name = plan.parts.name(part);
        _ = writeln!(text, "{name:12} {code:8} {data:7} {functions:9} {imports:7}");
    }
    text
}

/// What several capabilities reach: each set of them with what only these reach, and who owns most of that.
///
/// A large set is worth a part that all of them need and that has no exports.
pub(super) fn shared(plan: &Plan<'_>) -> String {
    let mut sets: BTreeMap<Set, Vec<Node>> = BTreeMap::new();
    for (node, set) in reach(&plan.graph, &plan.roots).into_iter().enumerate() {
        if set.count_ones() > 1 && set & 1 == 0 {
            sets.entry(set).or_default().push(node);
        }
    }
    let size = |nodes: &[Node]| {
        let (code, data) = sizes(plan, nodes.iter().copied());
        code + data
    };
    let mut sets: Vec<_> =
        sets.into_iter().map(|(set, nodes)| (size(&nodes), set, nodes)).collect();
    sets.sort_by_key(|(size, ..)| Reverse(*size));
    let mut text = "  bytes nodes owners and who reaches them\n".to_owned();
    for (size, set, nodes) in sets.iter().take(LINES) {
        let owners: BTreeSet<Part> =
            nodes.iter().filter_map(|node| plan.owners.get(*node)).collect();
        let owners: Vec<_> = owners.into_iter().map(|part| plan.parts.name(part)).collect();
        let names = (0..plan.parts.len()).filter(|part| set >> part & 1 == 1);
        let names: Vec<_> = names.map(|part| plan.parts.name(part)).collect();
        let (owners, names) = (owners.join(" "), names.join(" "));
        _ = writeln!(text, "{size:7} {:5} {owners} <- {names}", nodes.len());
    }
    text
}

/// What a part owns, by crate; what it would lose with each function; then its largest functions and data, and for each
/// the shortest way to it from an export of this part.
pub(super) fn explain(plan: &Plan<'_>, part: Part) -> String {
    let nodes = (0..plan.graph.len()).filter(|node| plan.owners.get(*node) == Some(part));
    let mut nodes: Vec<(usize, Node)> = nodes.map(|node| (size(plan, node), node)).collect();
    nodes.sort_by_key(|(size, node)| (Reverse(*size), *node));
    let (data, functions): (Vec<_>, Vec<_>) =
        nodes.iter().copied().partition(|(_, node)| plan.graph.atom(*node).is_some());
    let before = ways(plan, part);
    let mut text = crates(plan, &nodes);
    text += &retaining(plan, part);
    for (size, node) in functions.iter().take(LINES).chain(data.iter().take(LINES)) {
        _ = writeln!(text, "\n{size:7} {}", plan.node_name(*node));
        for step in way(&before, *node).iter().skip(1) {
            _ = writeln!(text, "        from {}", plan.node_name(*step));
        }
    }
    text
}

/// The functions with which a part would lose most.
fn retaining(plan: &Plan<'_>, part: Part) -> String {
    let roots = plan.roots.iter().filter(|(_, root)| *root == part).map(|(node, _)| *node);
    let owned = |node: &Node| plan.owners.get(*node) == Some(part);
    let roots: Vec<Node> = roots.filter(owned).collect();
    let next = |node| plan.graph.edges(node).filter(owned).collect();
    let mut lost = retained(&roots, next, |node| size(plan, node));
    lost.retain(|(_, node)| plan.graph.function(*node).is_some());
    lost.sort_by_key(|(size, node)| (Reverse(*size), *node));
    let mut text = "\nwhat would go with each\n".to_owned();
    for (size, node) in lost.iter().take(LINES) {
        _ = writeln!(text, "{size:7} {}", plan.node_name(*node));
    }
    text
}

/// Bytes of each crate's functions, and of data.
fn crates(plan: &Plan<'_>, nodes: &[(usize, Node)]) -> String {
    let mut crates: BTreeMap<String, usize> = BTreeMap::new();
    for (size, node) in nodes {
        let is_data = plan.graph.atom(*node).is_some();
        let name = if is_data { "(data)".to_owned() } else { crate_of(&plan.node_name(*node)) };
        *crates.entry(name).or_default() += size;
    }
    let mut crates: Vec<_> = crates.into_iter().collect();
    crates.sort_by_key(|(_, size)| Reverse(*size));
    crates.iter().take(LINES).fold(String::new(), |mut text, (name, size)| {
        _ = writeln!(text, "{size:7} {name}");
        text
    })
}

/// The first crate that a path names, such as `alloc` in `<&alloc::vec::Vec<T> as core::fmt::Debug>::fmt`.
fn crate_of(name: &str) -> String {
    let before = name.split("::").next().filter(|before| before.len() < name.len());
    let word = before.and_then(|before| {
        before.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '_').next()
    });
    word.filter(|word| !word.is_empty()).unwrap_or("(no path)").to_owned()
}

/// The node before each, on a shortest way from an export of the part; of what only others reach, from one of theirs.
fn ways(plan: &Plan<'_>, part: Part) -> BTreeMap<Node, Option<Node>> {
    let mut before = BTreeMap::new();
    for own in [true, false] {
        let roots = plan.roots.iter().filter(|(_, root)| (*root == part) == own);
        let mut open: VecDeque<(Node, Option<Node>)> =
            roots.map(|(node, _)| (*node, None)).collect();
        while let Some((node, from)) = open.pop_front() {
            if let Entry::Vacant(place) = before.entry(node) {
                place.insert(from);
                open.extend(plan.graph.edges(node).map(|next| (next, Some(node))));
            }
        }
    }
    before
}

/// A node and all before it.
fn way(before: &BTreeMap<Node, Option<Node>>, node: Node) -> Vec<Node> {
    std::iter::successors(Some(node), |node| before.get(node).copied().flatten()).collect()
}

/// Bytes of code and of data.
fn sizes(plan: &Plan<'_>, nodes: impl Iterator<Item = Node>) -> (usize, usize) {
    nodes.fold((0, 0), |(code, data), node| match plan.graph.atom(node) {
        Some(_) => (code, data + size(plan, node)),
        None => (code + size(plan, node), data),
    })
}

fn size(plan: &Plan<'_>, node: Node) -> usize {
    let body = plan.graph.function(node).and_then(|function| plan.module.body(function));
    let code = body.map_or(0, |body| body.range().len());
    code + plan.graph.atom(node).map_or(0, |atom| atom.place.len())
}
