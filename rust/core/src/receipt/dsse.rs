//! DSSE 1.0 (github.com/secure-systems-lab/dsse at v1.0.0: `protocol.md` and `envelope.md` there).
//!
//! ```text
//! PAE      = "DSSEv1" SP len(type) SP type SP len(payload) SP payload     lengths in decimal
//! envelope = { "payload": base64, "payloadType": type, "signatures": [{ "keyid"?, "sig": base64 }] }
//! ```
//!
//! Base64 is read in either alphabet, padded, and written in the standard one. At most 16
//! signatures. Members of other names are passed over, as the specification asks.

use serde_json::{Map, Value};

use super::MEDIA_TYPE;
use crate::{
    Error,
    encoding::{
        base64,
        json::{self as strict, object},
    },
    print::Print,
};

const MAX_SIGNATURES: usize = 16;

/// An envelope that was read.
pub(super) struct Envelope {
    pub(super) payload: Vec<u8>,
    /// Key id and bytes of each signature.
    pub(super) signatures: Vec<(Option<String>, Vec<u8>)>,
}

/// The bytes that are signed.
pub(super) fn encode(payload: &[u8]) -> Vec<u8> {
    let (kind, length) = (MEDIA_TYPE, payload.len());
    let mut out = format!("DSSEv1 {} {kind} {length} ", kind.len()).into_bytes();
    out.extend(payload);
    out
}

pub(super) fn write(payload: &[u8], key_id: Option<&str>, signature: &[u8]) -> String {
    let mut entry = Map::new();
    entry.insert("sig".to_owned(), base64::encode(signature).into());
    entry.extend(key_id.map(|id| ("keyid".to_owned(), id.into())));
    object! {
        "payload": base64::encode(payload),
        "payloadType": MEDIA_TYPE,
        "signatures": [entry],
    }
    .print()
}

pub(super) fn read(text: &[u8]) -> Result<Envelope, Error> {
    let members = strict::parse_object(text)?;
    if members.get("payloadType").and_then(Value::as_str) != Some(MEDIA_TYPE) {
        return Err(Error::EnvelopeType(MEDIA_TYPE));
    }
    let payload = bytes(members.get("payload"))?;
    let list = members.get("signatures").and_then(Value::as_array);
    let list = list.filter(|list| (1..=MAX_SIGNATURES).contains(&list.len()));
    let list = list.ok_or_else(|| Error::EnvelopeMalformed("it must have 1 to 16 signatures"))?;
    let signatures = list.iter().map(signature).collect::<Result<_, _>>()?;
    Ok(Envelope { payload, signatures })
}

fn signature(entry: &Value) -> Result<(Option<String>, Vec<u8>), Error> {
    let key_id = match entry.get("keyid") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(id.clone()).filter(|id| !id.is_empty()),
        Some(_) => return Err(Error::EnvelopeMalformed("its `keyid` is not text")),
    };
    Ok((key_id, bytes(entry.get("sig"))?))
}

fn bytes(value: Option<&Value>) -> Result<Vec<u8>, Error> {
    let text = value.and_then(Value::as_str).unwrap_or_default();
    let url_safe = text.contains(['-', '_']) && !text.contains(['+', '/']);
    let decoded = if url_safe {
        base64::decode(&text.replace('-', "+").replace('_', "/"))
    } else {
        base64::decode(text)
    };
    let found = decoded.ok().filter(|bytes| !bytes.is_empty());
    found.ok_or_else(|| Error::EnvelopeMalformed("a member that must be base64 is not"))
}
