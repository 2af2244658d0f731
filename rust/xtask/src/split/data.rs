//! Data of one part: active segments at the linker's addresses.

use super::{owners::Part, plan::Plan};

/// A hole of so many bytes is filled rather than that a segment is begun, which costs as much.
const BRIDGE: u32 = 8;

/// Bytes at an address.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) address: u32,
    pub(super) bytes: Vec<u8>,
}

/// The data that a part owns, by address.
///
/// A hole that holds another part's data is filled in the primary alone, which comes first: what is loaded later must
/// not wipe what stands there.
pub(super) fn pieces(plan: &Plan<'_>, part: Part) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut may_bridge = false;
    for (node, atom) in plan.graph.data() {
        match plan.owners.get(node) {
            Some(owner) if owner == part => {
                let bytes = bytes(plan, atom.place.start, atom.place.end);
                // Memory starts as zero.
                if bytes.iter().all(|byte| *byte == 0) {
                    continue;
                }
                let last = pieces.last_mut().filter(|_| may_bridge);
                match last.filter(|last| last.end() + BRIDGE >= atom.place.start) {
                    Some(last) => last.append(atom.place.start, bytes),
                    None => pieces.push(Piece { address: atom.place.start, bytes: bytes.to_vec() }),
                }
                may_bridge = true;
            }
            Some(_) if part != 0 => may_bridge = false,
            _ => {}
        }
    }
    pieces
}

impl Piece {
    fn end(&self) -> u32 {
        self.address + u32::try_from(self.bytes.len()).unwrap_or(u32::MAX)
    }

    fn append(&mut self, address: u32, bytes: &[u8]) {
        let hole = usize::try_from(address - self.end()).unwrap_or_default();
        self.bytes.extend(std::iter::repeat_n(0, hole));
        self.bytes.extend_from_slice(bytes);
    }
}

/// What the linker placed there. An atom lies in one segment.
fn bytes<'a>(plan: &Plan<'a>, start: u32, end: u32) -> &'a [u8] {
    let found = plan.module.segments.iter().find_map(|segment| {
        let offset = |address: u32| usize::try_from(address.checked_sub(segment.address)?).ok();
        segment.bytes.get(offset(start)?..offset(end)?)
    });
    found.unwrap_or_default()
}
