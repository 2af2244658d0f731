//! Deterministic CBOR (RFC 8949, section 4.2). It is never read: a verifier writes what was signed anew.
//!
//! [`encode`] is for formats that write their own items. [`dag`] writes JSON as DAG-CBOR (IPLD): the members of a map
//! by the length of their names, then by their bytes; shortest lengths; no tags.

use countersign_kernels::{json::Kind, order::sorted_by};
use minicbor::Encoder;

use super::document::Node;

/// What writing to a vector gives, which cannot fail.
pub(crate) type Written = Result<(), minicbor::encode::Error<core::convert::Infallible>>;

/// Runs an encoder over a vector, which takes all bytes.
pub(crate) fn encode(write: impl FnOnce(&mut Encoder<&mut Vec<u8>>) -> Written) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to a vector cannot fail; the error type is there for other writers.
    let _ = write(&mut Encoder::new(&mut out));
    out
}

/// The DAG-CBOR of an object, without a member; `None` if it holds a number at any depth.
pub(crate) fn dag(object: Node<'_>, left_out: Option<&str>) -> Option<Vec<u8>> {
    has_no_number(object).then(|| encode(|out| map(out, object, left_out)))
}

fn has_no_number(value: Node<'_>) -> bool {
    match value.kind() {
        Kind::Integer | Kind::Number => false,
        Kind::Array => value.items().all(has_no_number),
        _ => value.members().all(|(_, member)| has_no_number(member)),
    }
}

fn map(out: &mut Encoder<&mut Vec<u8>>, object: Node<'_>, left_out: Option<&str>) -> Written {
    let members = object.members().filter_map(|(name, value)| Some((name.as_str()?, value)));
    let members = members.filter(|(name, _)| Some(*name) != left_out).collect();
    let sorted = sorted_by(members, |(a, _): &(&str, Node<'_>), (b, _)| {
        (a.len(), a.as_bytes()).cmp(&(b.len(), b.as_bytes()))
    });
    out.map(length(sorted.len()))?;
    sorted.into_iter().try_for_each(|(name, value)| {
        out.str(name)?;
        item(out, value)
    })
}

fn item(out: &mut Encoder<&mut Vec<u8>>, value: Node<'_>) -> Written {
    match value.kind() {
        Kind::Plain | Kind::Escaped => out.str(value.as_str().unwrap_or_default()).map(drop),
        Kind::True => out.bool(true).map(drop),
        Kind::False => out.bool(false).map(drop),
        Kind::Object => map(out, value, None),
        Kind::Array => {
            out.array(length(value.items().count()))?;
            value.items().try_for_each(|value| item(out, value))
        }
        Kind::Null | Kind::Integer | Kind::Number => out.null().map(drop),
    }
}

/// The length of a list in memory, which always fits.
fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
