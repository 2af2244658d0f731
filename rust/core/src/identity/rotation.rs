//! Rotation, version 1: a lasting identifier, and a history of its keys that anybody can verify.
//!
//! The identifier is a `did:peer:4` of the first event. So it fixes the first key and what that key
//! committed to, and nobody can give it a history that begins otherwise. Each later event is signed by the
//! key that it replaces and by the key that takes over, and names the hash of the event before it.
//!
//! A history is `{ "type": "countersign/key-history/v1", "events": [ first, … ] }`, at most
//! [`MAX_EVENTS`] events and the size that JSON may have.
//!
//! | First event | Value |
//! | --- | --- |
//! | `type` | `countersign/inception/v1` |
//! | `key`, `algorithm` | the first key, and how it signs |
//! | `created` | when it starts to hold |
//! | `next` | optional: commitment to the key after it, 32 bytes |
//! | `signature` | of `key` |
//!
//! | Later event | Value |
//! | --- | --- |
//! | `type` | `countersign/rotation/v1` |
//! | `id` | the identifier, short form |
//! | `sequence` | 1, 2, … |
//! | `previous` | hash of the event before, 32 bytes |
//! | `key`, `algorithm` | the new key, which no earlier event has |
//! | `time` | when it takes over; after the time of the event before |
//! | `reason` | `scheduled`, `compromised`, `device-lost`, `policy` or `manual` |
//! | `compromisedSince` | with `compromised` only: the time from which the old key is not believed |
//! | `next` | optional: commitment to the key after it |
//! | `authorized`, `accepted` | signatures of the old key and of `key` |
//!
//! ```text
//! body        = JCS(event without its signatures)
//! signature   = sign(key,     lp("countersign/inception/v1") ‖ body)
//! authorized  = sign(old key, lp("countersign/rotation/v1") ‖ body)
//! accepted    = sign(key,     lp("countersign/rotation-accept/v1") ‖ body)
//! previous    = SHA-256(lp("countersign/rotation-event/v1") ‖ JCS(event with its signatures))
//! next        = SHA-256(lp("countersign/next-key/v1") ‖ lp(multicodec ‖ key))
//! document    = { "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
//!                 "verificationMethod": [{ "id": "#key-0", "type": "Multikey", "publicKeyMultibase": key }],
//!                 "authentication": ["#key-0"], "assertionMethod": ["#key-0"],
//!                 "capabilityInvocation": ["#key-0"], "capabilityDelegation": ["#key-0"],
//!                 "inception": body of the first event }
//! identifier  = did:peer:4 of the document, short form
//! ```
//!
//! If an event commits to the next key, a thief of the current key cannot replace it by a key of his own.
//! Without a commitment the thief can: the two histories are then a fork, which [`compare`] and a
//! remembered tip find. A key holds from its time until that of the next, or until `compromisedSince`.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::{Error, encoding::frames, keys::PublicKey, label, record::label_bytes};

mod event;
mod history;
mod inception;
mod period;
mod relation;

pub use event::{Reason, Rotation};
pub use history::History;
pub use inception::Inception;
pub use period::Period;
pub use relation::{Known, Relation, compare};

/// Most events of a history.
pub const MAX_EVENTS: usize = 1_024;

/// The commitment to a key.
#[must_use]
pub fn commitment(key: &PublicKey) -> [u8; 32] {
    Sha256::digest(frames::join(&[label::NEXT_KEY.as_bytes(), &key.to_tagged()])).into()
}

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::HistoryMalformed(member.into(), reason)
}

/// The hash of an event with its signatures.
fn hash(event: &str) -> [u8; 32] {
    Sha256::digest(label_bytes(label::ROTATION_EVENT, event.as_bytes())).into()
}
