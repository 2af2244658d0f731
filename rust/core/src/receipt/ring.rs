//! One of these agents: a ring signature over a receipt, version 1.
//!
//! A member of a ring of known keys says that it stands behind a receipt, and nobody learns which
//! member. The record travels beside the receipt, which does not change:
//!
//! | Member | Value |
//! | --- | --- |
//! | `type` | `countersign/receipt-ring/v1` |
//! | `receipt` | the id of the receipt, which covers the actor's signature |
//! | `scope` | optional: where images link, 1 to 512 bytes of text |
//! | `signature` | base64url of a signature of [`crate::ring`] |
//!
//! ```text
//! lp(x)    = u32be(length of x) ‖ x
//! message  = the 32 bytes of the id's hash
//! scope    = lp("countersign/receipt-ring/v1") ‖ 01 ‖ the text of `scope`, or
//!            lp("countersign/receipt-ring/v1") ‖ 00 ‖ the 32 bytes of the id's hash
//! ```
//!
//! Two records of one key in one scope have the same image. Without a named scope, the receipt has a
//! scope of its own: "three of these agents" can be counted, and nothing links to any other receipt.
//! In a named scope, the records of one key link across receipts.
//!
//! If the actor is a fresh `did:key`, the receipt is anonymous: the actor's key signs the content, and
//! the ring says that one of its members stands behind it. It does not say that this member is the
//! actor. [`super::verify`] verifies the receipt itself.

use super::{Id, Receipt, member, member::malformed};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, MAX_BYTES, Numbers},
        frames,
    },
    keys::{KeyType, SecretKey},
    label,
    print::Written,
    record::Record,
    ring::Ring,
};

/// Longest scope, in bytes.
pub const MAX_SCOPE: usize = 512;

/// The members of a ring: their type, and their raw keys one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    /// Ed25519 or secp256k1.
    pub key_type: KeyType,
    /// As [`Ring::from_packed`] takes them.
    pub keys: &'a [u8],
}

impl Members<'_> {
    fn ring(self, id: Id, scope: Option<&str>) -> Result<Ring, Error> {
        Ring::from_packed(self.key_type, self.keys, &scope_bytes(id, scope)?)
    }
}

/// Signs a receipt as one of `members`. `random` must be fresh. Gives the record as JSON.
///
/// # Errors
///
/// `ERR_RECEIPT_MALFORMED` for an empty scope; `ERR_LIMIT_EXCEEDED` for one over [`MAX_SCOPE`];
/// as [`Ring::from_packed`] and [`Ring::sign`].
pub fn prove(
    receipt: &Receipt,
    members: Members<'_>,
    scope: Option<&str>,
    key: &SecretKey,
    random: &[u8; 32],
) -> Result<String, Error> {
    let id = receipt.id();
    let signature = members.ring(id, scope)?.sign(key, &id.0, random)?;
    Ok(Written::with_room(2 * signature.len())
        .text("receipt", &id.to_string())
        .maybe(scope, |record, scope| record.text("scope", scope))
        .bytes("signature", &signature)
        .text("type", label::RECEIPT_RING)
        .end())
}

/// Verifies that one of `members` signed the receipt in this scope. Gives the key image.
///
/// # Errors
///
/// A code of JSON; `ERR_RECEIPT_VERSION` for another type; `ERR_RECEIPT_MALFORMED`;
/// `ERR_RECEIPT_ID` for a record of another receipt; `ERR_RING_SCOPE` for one of another scope;
/// as [`Ring::from_packed`] and [`Ring::verify`].
pub fn verify(
    proof: &[u8],
    receipt: &Receipt,
    members: Members<'_>,
    scope: Option<&str>,
) -> Result<Vec<u8>, Error> {
    let document = Document::read_object(proof, Numbers::Exact)?;
    let mut record = Record::new(document.root(), malformed);
    member::check_kind(&mut record, label::RECEIPT_RING)?;
    let id: Id = record.parsed("receipt")?;
    let signed_in = record.maybe("scope", |record, name| record.text(name, 0..=MAX_BYTES))?;
    let signature = base64url::decode(record.text("signature", 0..=MAX_BYTES)?)?;
    record.end()?;
    receipt.check_id(Some(id))?;
    if signed_in != scope {
        return Err(Error::RingScope);
    }
    members.ring(id, scope)?.verify(&id.0, &signature)
}

fn scope_bytes(id: Id, scope: Option<&str>) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    frames::put(&mut bytes, label::RECEIPT_RING.as_bytes());
    match scope {
        None => {
            bytes.push(0);
            bytes.extend(id.0);
        }
        Some("") => return Err(malformed("scope", "it is empty")),
        Some(named) if named.len() > MAX_SCOPE => {
            return Err(Error::LimitExceeded("length of the scope", MAX_SCOPE));
        }
        Some(named) => {
            bytes.push(1);
            bytes.extend(named.as_bytes());
        }
    }
    Ok(bytes)
}
