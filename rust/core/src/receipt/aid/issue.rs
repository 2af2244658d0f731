//! Making receipts and witnesses that AgenticIdentity accepts, in two steps around a signer.

use serde::{Deserialize, Serialize};

use super::{Action, ActionType, Receipt, verify};
use crate::{
    Error,
    aid::{self, Anchors, Witness},
    keys::PublicKey,
};

/// What the maker of a receipt says. The rest follows from that and from the key.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Draft {
    action_type: ActionType,
    action: Action,
    #[serde(deserialize_with = "aid::micros")]
    timestamp: u64,
    context_hash: Option<String>,
    previous_receipt: Option<String>,
}

impl Draft {
    fn read(text: &str) -> Result<Self, Error> {
        aid::read_exact(text, "the draft of a receipt")
    }

    fn into_receipt(self, key: &PublicKey) -> Result<Receipt, Error> {
        let mut receipt = Receipt {
            id: String::new(),
            actor: aid::identity_of(key)?,
            actor_key: aid::key_text(key),
            action_type: self.action_type,
            action: self.action,
            timestamp: self.timestamp,
            context_hash: self.context_hash,
            previous_receipt: self.previous_receipt,
            receipt_hash: String::new(),
            signature: String::new(),
            witnesses: Vec::new(),
        };
        receipt.check_plain()?;
        receipt.receipt_hash = aid::hash(&receipt.hash_input());
        receipt.id = aid::id("arec_", receipt.receipt_hash.as_bytes());
        Ok(receipt)
    }
}

/// What the actor signs.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_AID_AMBIGUOUS`; `ERR_KEY_TYPE_MISMATCH`; a code of JSON.
pub fn signing_input(draft: &str, key: &PublicKey) -> Result<String, Error> {
    Ok(Draft::read(draft)?.into_receipt(key)?.receipt_hash)
}

/// The receipt, from the signature over [`signing_input`].
///
/// # Errors
///
/// As [`signing_input`]; `ERR_AID_SIGNATURE`.
pub fn attach(draft: &str, key: &PublicKey, signature: &[u8]) -> Result<Receipt, Error> {
    let mut receipt = Draft::read(draft)?.into_receipt(key)?;
    receipt.signature = aid::finish(key, &receipt.receipt_hash, signature)?;
    Ok(receipt)
}

/// What a witness of a receipt signs. The receipt must hold.
///
/// # Errors
///
/// As [`verify`] with the receipt's own key; `ERR_AID_WITNESS` for its actor.
pub fn witness_input(text: &str, key: &PublicKey, time: u64) -> Result<String, Error> {
    let receipt = verify(text, &Anchors::embedded())?.receipt;
    aid::ensure(aid::identity_of(key)? != receipt.actor, || Error::AidWitness)?;
    Witness::signing_input(key, &receipt.receipt_hash, time)
}

/// Adds a witness to the receipt.
///
/// # Errors
///
/// As [`witness_input`]; `ERR_AID_SIGNATURE`.
pub fn attach_witness(
    text: &str,
    key: &PublicKey,
    time: u64,
    signature: &[u8],
) -> Result<Receipt, Error> {
    let mut receipt = verify(text, &Anchors::embedded())?.receipt;
    aid::ensure(aid::identity_of(key)? != receipt.actor, || Error::AidWitness)?;
    receipt.witnesses.push(Witness::attach(key, &receipt.receipt_hash, time, signature)?);
    Ok(receipt)
}
