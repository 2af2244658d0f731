//! Deterministic CBOR (RFC 8949, section 4.2). It is never read: a verifier writes what was signed anew.
//!
//! [`encode`] is for formats that write their own items. [`dag`] writes JSON as DAG-CBOR (IPLD): the members of a map
//! by the length of their names, then by their bytes; shortest lengths; no tags.

use countersign_kernels::order::sorted_by;
use minicbor::Encoder;
use serde_json::{Map, Value};

/// What writing to a vector gives, which cannot fail.
pub(crate) type Written = Result<(), minicbor::encode::Error<core::convert::Infallible>>;

/// Runs an encoder over a vector, which takes all bytes.
pub(crate) fn encode(write: impl FnOnce(&mut Encoder<&mut Vec<u8>>) -> Written) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to a vector cannot fail; the error type is there for other writers.
    let _ = write(&mut Encoder::new(&mut out));
    out
}

/// The DAG-CBOR of an object; `None` if it holds a number at any depth.
pub(crate) fn dag(members: &Map<String, Value>) -> Option<Vec<u8>> {
    members.values().all(has_no_number).then(|| encode(|out| map(out, members)))
}

fn has_no_number(value: &Value) -> bool {
    match value {
        Value::Number(_) => false,
        Value::Array(items) => items.iter().all(has_no_number),
        Value::Object(members) => members.values().all(has_no_number),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

fn map(out: &mut Encoder<&mut Vec<u8>>, members: &Map<String, Value>) -> Written {
    let sorted = sorted_by(members.iter().collect(), |(a, _), (b, _)| {
        (a.len(), a.as_bytes()).cmp(&(b.len(), b.as_bytes()))
    });
    out.map(length(sorted.len()))?;
    sorted.into_iter().try_for_each(|(name, value)| {
        out.str(name)?;
        item(out, value)
    })
}

fn item(out: &mut Encoder<&mut Vec<u8>>, value: &Value) -> Written {
    match value {
        Value::String(text) => out.str(text).map(drop),
        Value::Bool(flag) => out.bool(*flag).map(drop),
        Value::Object(members) => map(out, members),
        Value::Array(items) => {
            out.array(length(items.len()))?;
            items.iter().try_for_each(|value| item(out, value))
        }
        Value::Null | Value::Number(_) => out.null().map(drop),
    }
}

/// The length of a list in memory, which always fits.
fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
