//! What must hold of a plan. Its rule makes it so; here it is seen, whatever the rule was.

use super::{graph::Node, owners::Part, plan::Plan};
use crate::Failure;

/// # Errors
///
/// If a part refers to what may not be loaded when it is: calls it, or holds the address of its data or of its slot
/// in the table; or if there is data that nobody owns and that is not zero.
pub(super) fn check(plan: &Plan<'_>) -> Result<(), Failure> {
    let faults = references(plan);
    if !faults.is_empty() {
        return Err(format!("parts refer to parts that come later:\n{}", faults.join("\n")).into());
    }
    for segment in &plan.module.segments {
        for (address, byte) in (segment.address..).zip(segment.bytes) {
            if *byte != 0 && plan.graph.atom_of(address).is_none() {
                return Err(format!("no symbol names the data at {address}").into());
            }
        }
    }
    Ok(())
}

fn references(plan: &Plan<'_>) -> Vec<String> {
    let owned = (0..plan.graph.len()).filter_map(|node| Some((node, plan.owners.get(node)?)));
    let references = owned.flat_map(|from| {
        let to = plan.graph.edges(from.0);
        to.map(move |node| (from, (node, plan.owners.get(node))))
    });
    references.filter_map(|(from, to)| fault(plan, from, to)).collect()
}

fn fault(plan: &Plan<'_>, from: (Node, Part), to: (Node, Option<Part>)) -> Option<String> {
    let later = to.1.is_none_or(|part| !plan.parts.has(from.1, part));
    let part = |part| plan.parts.name(part);
    let owner = to.1.map_or("nobody", part);
    let (from_name, to_name) = (plan.node_name(from.0), plan.node_name(to.0));
    later.then(|| format!("{from_name} of {} refers to {to_name} of {owner}", part(from.1)))
}
