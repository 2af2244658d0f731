//! Agent cards as SAGE writes them, byte for byte.
//!
//! ```text
//! canonical = Go's JSON of the card without `proof`          encoding::go
//! digest    = SHA-256(canonical)
//! proof     = Ed25519(digest), 64 bytes | ECDSA secp256k1(digest), 65 bytes r ‖ s ‖ v, low S, base58
//! ```
//!
//! | SAGE | Here |
//! | --- | --- |
//! | takes the key from the card: anybody can make a card for any DID | [`verify`] starts from a [`crate::trust::Trust`] |
//! | looks at no controller, key type or purpose | all must fit the card's DID and the proof's type |
//! | drops members that it does not know, then verifies | they are named as `uncovered`, and never returned |
//! | takes any `v`, and hybrid or small-order keys | refused |
//! | signs with a key that is not in the card | [`attach`] refuses |
//! | merges a card of another DID, or without proof | [`merge`] refuses unless its policy allows it |
//!
//! No verifier can mend the rest, so each result states it: the members of `proof`
//! are not signed, and there is no expiry, audience or nonce ([`UNPROVEN`]).
//!
//! DIDs are opaque text here, compared letter for letter. Limits: 256 items in
//! a list, 64 keys, and those of [`crate::encoding::json`].

mod a2a;
mod build;
mod merge;
mod proof;
mod read;
mod verify;

pub use a2a::{from_a2a, to_a2a};
pub use build::generate;
pub use merge::{MergePolicy, check_metadata, merge, trust_of};
pub use proof::unsigned;
pub use verify::{Verified, verify};

use serde::Serialize;
use serde_json::{Value, json};

use crate::{Error, encoding::go, print::Print};

/// What the format leaves unproven in every card. A result adds `did` if the trust input does not
/// say whose the key is.
pub const UNPROVEN: [&str; 3] = ["expiry", "audience", "nonce"];

/// Members of the proof that the signature does not cover.
pub const UNSIGNED: [&str; 4] =
    ["proof.type", "proof.created", "proof.verificationMethod", "proof.proofPurpose"];

/// A card. The order of the fields is the order that is signed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Card {
    /// JSON-LD contexts, which nothing here reads.
    #[serde(rename = "@context")]
    pub context: Option<Vec<String>>,
    /// The DID.
    pub id: String,
    /// JSON-LD types.
    #[serde(rename = "type")]
    pub types: Option<Vec<String>>,
    /// For people.
    pub name: String,
    /// For people.
    pub description: String,
    /// The keys.
    #[serde(rename = "publicKey")]
    pub public_key: Option<Vec<CardKey>>,
    /// Where messages go.
    pub service: Option<Vec<Service>>,
    /// Free words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// RFC 3339, in Go's spelling.
    pub created: String,
    /// RFC 3339, in Go's spelling.
    pub updated: String,
    /// The signature, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<CardProof>,
    /// Paths of members that are not of this format.
    #[serde(skip)]
    pub unknown: Vec<String>,
}

/// A key in a card.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct CardKey {
    /// `<did>#key-<n>`.
    pub id: String,
    /// A W3C suite name.
    #[serde(rename = "type")]
    pub kind: String,
    /// The DID that controls it.
    pub controller: String,
    /// The stored bytes.
    #[serde(rename = "publicKeyBase58")]
    pub base58: String,
    /// The same bytes, in hex.
    #[serde(rename = "publicKeyHex", skip_serializing_if = "String::is_empty")]
    pub hex: String,
}

/// An endpoint in a card.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Service {
    /// A free word.
    #[serde(rename = "type")]
    pub kind: String,
    /// Opaque here.
    pub uri: String,
}

/// The signature of a card.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct CardProof {
    /// `Ed25519Signature2020` or `EcdsaSecp256k1Signature2019`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it was made, unsigned.
    pub created: String,
    /// The `id` of the key.
    #[serde(rename = "verificationMethod")]
    pub verification_method: String,
    /// `assertionMethod`.
    #[serde(rename = "proofPurpose")]
    pub proof_purpose: String,
    /// The signature, base58.
    #[serde(rename = "proofValue")]
    pub proof_value: String,
}

impl Card {
    /// The JSON text, as Go writes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        go::to_string(self)
    }

    /// What is signed: the text without the proof.
    #[must_use]
    pub fn canonical(&self) -> String {
        go::to_string(&Self { proof: None, ..self.clone() })
    }

    /// What was read: `{ card, unknown }`.
    #[must_use]
    pub fn to_report(&self) -> String {
        let card: Value = serde_json::to_value(self).unwrap_or_default();
        json!({ "card": card, "unknown": self.unknown }).print()
    }

    /// The keys, empty if there is no list.
    #[must_use]
    pub fn keys(&self) -> &[CardKey] {
        self.public_key.as_deref().unwrap_or_default()
    }

    /// The endpoints, empty if there is no list.
    #[must_use]
    pub fn services(&self) -> &[Service] {
        self.service.as_deref().unwrap_or_default()
    }
}

/// The canonical text of a card.
///
/// # Errors
///
/// As [`Card::from_json`].
pub fn canonicalize(text: &str) -> Result<String, Error> {
    Ok(Card::from_json(text)?.canonical())
}

fn malformed(path: String, reason: &'static str) -> Error {
    Error::CardSageMalformed(path, reason)
}
