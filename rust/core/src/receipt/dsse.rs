//! DSSE 1.0 (github.com/secure-systems-lab/dsse at v1.0.0: `protocol.md` and `envelope.md` there).
//!
//! ```text
//! PAE      = "DSSEv1" SP len(type) SP type SP len(payload) SP payload     lengths in decimal
//! envelope = { "payload": base64, "payloadType": type, "signatures": [{ "keyid"?, "sig": base64 }] }
//! ```
//!
//! Base64 is read in either alphabet, padded, and written in the standard one. At most 16
//! signatures. Members of other names are passed over, as the specification asks.

use countersign_kernels::json::Kind;

use super::MEDIA_TYPE;
use crate::{
    Error,
    encoding::{
        base64,
        document::{Document, Node, Numbers},
    },
    print::Written,
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
    let entry = Written::new().maybe(key_id, |entry, id| entry.text("keyid", id));
    let entry = entry.text("sig", &base64::encode(signature)).end();
    Written::with_room(2 * payload.len())
        .text("payload", &base64::encode(payload))
        .text("payloadType", MEDIA_TYPE)
        .list("signatures", &[entry])
        .end()
}

pub(super) fn read(text: &[u8]) -> Result<Envelope, Error> {
    let envelope = Document::read_object(text, Numbers::Exact)?;
    let members = envelope.root();
    if members.get("payloadType").and_then(Node::as_str) != Some(MEDIA_TYPE) {
        return Err(Error::EnvelopeType(MEDIA_TYPE));
    }
    let payload = bytes(members.get("payload"))?;
    if !(1..=MAX_SIGNATURES).contains(&members.items_of("signatures").count()) {
        return Err(Error::EnvelopeMalformed("it must have 1 to 16 signatures"));
    }
    let signatures = members.items_of("signatures").map(signature).collect::<Result<_, _>>()?;
    Ok(Envelope { payload, signatures })
}

fn signature(entry: Node<'_>) -> Result<(Option<String>, Vec<u8>), Error> {
    let key_id = match entry.get("keyid").filter(|id| id.kind() != Kind::Null) {
        None => None,
        Some(id) => {
            let id = id.as_str().ok_or(Error::EnvelopeMalformed("its `keyid` is not text"))?;
            Some(id.to_owned()).filter(|id| !id.is_empty())
        }
    };
    Ok((key_id, bytes(entry.get("sig"))?))
}

fn bytes(value: Option<Node<'_>>) -> Result<Vec<u8>, Error> {
    let text = value.and_then(Node::as_str).unwrap_or_default();
    let url_safe = text.contains(['-', '_']) && !text.contains(['+', '/']);
    let decoded = if url_safe {
        base64::decode(&text.replace('-', "+").replace('_', "/"))
    } else {
        base64::decode(text)
    };
    let found = decoded.ok().filter(|bytes| !bytes.is_empty());
    found.ok_or_else(|| Error::EnvelopeMalformed("a member that must be base64 is not"))
}
