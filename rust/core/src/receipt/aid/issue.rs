//! Making receipts and witnesses that AgenticIdentity accepts.

use serde::{Deserialize, Serialize};

use super::{Action, ActionType, Receipt, verify};
use crate::{
    Error,
    aid::{self, Anchors, Witness},
    keys::PublicKey,
    unsigned::Unsigned,
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

/// The receipt, to be signed by its actor.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_AID_AMBIGUOUS`; `ERR_KEY_TYPE_MISMATCH`; a code of JSON.
pub fn unsigned(draft: &str, key: &PublicKey) -> Result<Unsigned, Error> {
    let receipt = Draft::read(draft)?.into_receipt(key)?;
    let message = receipt.receipt_hash.clone();
    Ok(aid::unsigned(key, message, move |signature| Receipt { signature, ..receipt }.to_json()))
}

/// The receipt with one more witness, whose signature is awaited. The receipt must hold.
///
/// # Errors
///
/// As [`verify`] with the receipt's own key; `ERR_AID_WITNESS` for its actor; `ERR_KEY_TYPE_MISMATCH`.
pub fn unsigned_witness(text: &str, key: &PublicKey, time: u64) -> Result<Unsigned, Error> {
    let mut receipt = verify(text, &Anchors::embedded())?.receipt;
    let (witness, witness_key) = (aid::identity_of(key)?, aid::key_text(key));
    aid::ensure(witness != receipt.actor, || Error::AidWitness)?;
    let message = Witness::message(&witness, &receipt.receipt_hash, time);
    let complete = move |signature| {
        receipt.witnesses.push(Witness { witness, witness_key, witnessed_at: time, signature });
        receipt.to_json()
    };
    Ok(aid::unsigned(key, message, complete))
}
