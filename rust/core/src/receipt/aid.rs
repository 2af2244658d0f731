//! Receipts as AgenticIdentity 0.3 makes them, byte for byte.
//!
//! ```text
//! hash input = actor ‖ ":" ‖ actor_key ‖ ":" ‖ type tag ‖ ":" ‖ JSON of action ‖ ":" ‖ timestamp
//!              ‖ ":" ‖ (context_hash or "") ‖ ":" ‖ (previous_receipt or "")
//! id         = "arec_" ‖ base58(SHA-256(hash)[0..16])
//! signature  = Ed25519 over the 64 characters of the hash
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | verifies the signature over the hash that the receipt states | recomputes hash and id |
//! | takes any key for any actor | requires that the actor is the identity of its key, and trusted |
//! | hashes `Custom("decision")`, `""` for none, or a `:` in `previous_receipt` like other values | refuses these |
//! | refuses a receipt with a bad witness; lets an actor witness itself | reports both, and they spoil nothing |
//! | links a chain by ids that anybody can write | recomputes the ids; time and actor are facts |
//!
//! [`UNPROVEN`] lists what no verifier can make good: the time is the actor's word, nothing counts the
//! receipts, and the signature is over a bare hash, which could be that of another kind of object.

mod chain;
mod issue;
mod query;

pub use chain::{Expected, find_forks, verify_chain};
pub use issue::{Draft, unsigned, unsigned_witness};
pub use query::query;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Error,
    aid::{self, Anchors, Read, Testimonies, Witness, compact, ensure},
    find::has,
    print::Written,
    trust::ProvenKey,
};

/// What the format leaves unproven in every receipt.
pub const UNPROVEN: [&str; 3] = ["time", "sequence", "kind of object"];

/// What was done.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum ActionType {
    /// `decision`.
    Decision,
    /// `observation`.
    Observation,
    /// `mutation`.
    Mutation,
    /// `delegation`.
    Delegation,
    /// `revocation`.
    Revocation,
    /// `identity_operation`.
    IdentityOperation,
    /// The text itself.
    Custom(String),
}

impl ActionType {
    const NAMED: [&'static str; 6] =
        ["decision", "observation", "mutation", "delegation", "revocation", "identity_operation"];

    /// The tag that is hashed.
    #[must_use]
    pub fn tag(&self) -> &str {
        match self {
            Self::Decision => "decision",
            Self::Observation => "observation",
            Self::Mutation => "mutation",
            Self::Delegation => "delegation",
            Self::Revocation => "revocation",
            Self::IdentityOperation => "identity_operation",
            Self::Custom(tag) => tag,
        }
    }
}

/// What a receipt says.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Action {
    /// For people.
    pub description: String,
    /// Any JSON.
    pub data: Option<Value>,
    /// Free text.
    pub references: Vec<String>,
}

/// A receipt.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Receipt {
    /// `arec_…`.
    pub id: String,
    /// `aid_…`.
    pub actor: String,
    /// The key.
    pub actor_key: String,
    /// What was done.
    pub action_type: ActionType,
    /// What it says.
    pub action: Action,
    /// When it was done, as the actor says.
    pub timestamp: u64,
    /// Free text.
    pub context_hash: Option<String>,
    /// The id of the receipt before.
    pub previous_receipt: Option<String>,
    /// The hash.
    pub receipt_hash: String,
    /// Over the hash.
    pub signature: String,
    /// Others who signed the hash.
    pub witnesses: Vec<Witness>,
}

/// A receipt that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The receipt.
    pub receipt: Receipt,
    /// The key of the actor.
    pub signer: ProvenKey,
    /// What became of each witness.
    pub witnesses: Testimonies,
    hashed: String,
    unknown: Vec<String>,
}

impl Receipt {
    pub(super) fn read(text: &str) -> Result<Read<Self>, Error> {
        aid::read(text, "a receipt")
    }

    /// What is hashed.
    #[must_use]
    pub fn hash_input(&self) -> String {
        [
            self.actor.as_str(),
            &self.actor_key,
            self.action_type.tag(),
            &compact(&self.action),
            &self.timestamp.to_string(),
            self.context_hash.as_deref().unwrap_or_default(),
            self.previous_receipt.as_deref().unwrap_or_default(),
        ]
        .join(":")
    }

    /// Refuses values that could give two receipts one hash input.
    fn check_plain(&self) -> Result<(), Error> {
        let tag_is_named = matches!(&self.action_type, ActionType::Custom(tag)
            if ActionType::NAMED.contains(&tag.as_str()) || has(tag, ":{"));
        ensure(!tag_is_named, || Error::AidAmbiguous("action_type"))?;
        let bad = |text: &Option<String>, colons: bool| {
            text.as_ref().is_some_and(|text| text.is_empty() || (!colons && text.contains(':')))
        };
        ensure(!bad(&self.context_hash, true), || Error::AidAmbiguous("context_hash"))?;
        ensure(!bad(&self.previous_receipt, false), || Error::AidAmbiguous("previous_receipt"))
    }

    /// Checks everything but trust. Gives the actor's key, and what was hashed.
    fn check(&self, anchors: &Anchors) -> Result<(crate::keys::PublicKey, String), Error> {
        let key = anchors.read_key(&self.actor, &self.actor_key)?;
        self.check_plain()?;
        let hashed = self.hash_input();
        ensure(aid::hash(&hashed) == self.receipt_hash, || Error::AidHash)?;
        ensure(aid::id("arec_", self.receipt_hash.as_bytes()) == self.id, || Error::AidId)?;
        ensure(aid::holds(&key, &self.receipt_hash, &self.signature), || Error::AidSignature)?;
        Ok((key, hashed))
    }

    fn check_witnesses(&self, anchors: &Anchors) -> Testimonies {
        Witness::check_all(&self.witnesses, &self.receipt_hash, &self.actor, anchors)
    }

    /// The text, as AgenticIdentity writes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        compact(self)
    }
}

impl Verified {
    /// The facts as JSON, and behind a line break the receipt, as AgenticIdentity writes it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let receipt = &self.receipt;
        let (text, uncovered) = (receipt.to_json(), self.unknown.iter().map(String::as_str));
        let written = Written::with_room(2 * text.len() + aid::FACTS)
            .text("actor", &receipt.actor)
            .text("hashInput", &self.hashed)
            .text("id", &receipt.id)
            .number("omittedWitnesses", self.witnesses.omitted as u64);
        let written = written
            .text_or_null("previous", receipt.previous_receipt.as_deref())
            .json("signer", &self.signer.to_json())
            .text("timestamp", &receipt.timestamp.to_string())
            .text("type", receipt.action_type.tag())
            .texts("uncovered", uncovered.chain(["witnesses"]))
            .texts("unproven", UNPROVEN.into_iter())
            .objects("witnesses", self.witnesses.list.iter(), |row, fact| fact.write(row));
        aid::with_document(written, &text)
    }
}

/// Verifies a receipt. Bad witnesses are facts of the result.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; then, in this order: `ERR_AID_MALFORMED`, `ERR_AID_KEY`,
/// `ERR_AID_IDENTITY`, `ERR_AID_AMBIGUOUS`, `ERR_AID_HASH`, `ERR_AID_ID`, `ERR_AID_SIGNATURE`,
/// `ERR_AID_UNTRUSTED`.
pub fn verify(text: &str, anchors: &Anchors) -> Result<Verified, Error> {
    let Read { value: receipt, unknown } = Receipt::read(text)?;
    let (key, hashed) = receipt.check(anchors)?;
    let signer = anchors.judge(&receipt.actor, &key)?;
    let witnesses = receipt.check_witnesses(anchors);
    Ok(Verified { receipt, signer, hashed, witnesses, unknown })
}
