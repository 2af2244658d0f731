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
//! a list, 64 keys, and those of [`crate::encoding::document`].

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

use crate::{Error, encoding::go, print::Written};

/// What the format leaves unproven in every card. A result adds `did` if the trust input does not
/// say whose the key is.
pub const UNPROVEN: [&str; 3] = ["expiry", "audience", "nonce"];

/// Members of the proof that the signature does not cover.
pub const UNSIGNED: [&str; 4] =
    ["proof.type", "proof.created", "proof.verificationMethod", "proof.proofPurpose"];

/// A card. The order of the fields is the order that is signed, and that of the names in JSON of each.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Card {
    /// JSON-LD contexts, which nothing here reads.
    pub context: Option<Vec<String>>,
    /// The DID.
    pub id: String,
    /// JSON-LD types.
    pub types: Option<Vec<String>>,
    /// For people.
    pub name: String,
    /// For people.
    pub description: String,
    /// The keys.
    pub public_key: Option<Vec<CardKey>>,
    /// Where messages go.
    pub service: Option<Vec<Service>>,
    /// Free words.
    pub capabilities: Vec<String>,
    /// RFC 3339, in Go's spelling.
    pub created: String,
    /// RFC 3339, in Go's spelling.
    pub updated: String,
    /// The signature, if there is one.
    pub proof: Option<CardProof>,
    /// Paths of members that are not of this format.
    pub unknown: Vec<String>,
}

/// A key in a card.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CardKey {
    /// `<did>#key-<n>`.
    pub id: String,
    /// A W3C suite name.
    pub kind: String,
    /// The DID that controls it.
    pub controller: String,
    /// The stored bytes.
    pub base58: String,
    /// The same bytes, in hex.
    pub hex: String,
}

/// An endpoint in a card.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Service {
    /// A free word.
    pub kind: String,
    /// Opaque here.
    pub uri: String,
}

/// The signature of a card.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CardProof {
    /// `Ed25519Signature2020` or `EcdsaSecp256k1Signature2019`.
    pub kind: String,
    /// When it was made, unsigned.
    pub created: String,
    /// The `id` of the key.
    pub verification_method: String,
    /// `assertionMethod`.
    pub proof_purpose: String,
    /// The signature, base58.
    pub proof_value: String,
}

impl Card {
    /// The JSON text, as Go writes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        match &self.proof {
            Some(proof) => proof.attach(&self.canonical()),
            None => self.canonical(),
        }
    }

    /// What is signed: the text without the proof.
    #[must_use]
    pub fn canonical(&self) -> String {
        let written = Written::with_room(ROOM);
        let written = texts_or_null(written, "@context", self.context.as_deref());
        let written = texts_or_null(written.text("id", &self.id), "type", self.types.as_deref());
        let written = written.text("name", &self.name).text("description", &self.description);
        let written = match &self.public_key {
            Some(keys) => written.objects("publicKey", keys.iter(), CardKey::write),
            None => written.json("publicKey", "null"),
        };
        let written = match &self.service {
            Some(services) => written.objects("service", services.iter(), Service::write),
            None => written.json("service", "null"),
        };
        let words = Some(&self.capabilities).filter(|words| !words.is_empty());
        let written = written.maybe(words, |written, words| {
            written.texts("capabilities", words.iter().map(String::as_str))
        });
        go::escaped(written.text("created", &self.created).text("updated", &self.updated).end())
    }

    /// What was read: `{ card, unknown }`.
    #[must_use]
    pub fn to_report(&self) -> String {
        let card = self.to_json();
        Written::with_room(card.len() + 64)
            .json("card", &card)
            .texts("unknown", self.unknown.iter().map(String::as_str))
            .end()
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

impl CardKey {
    fn write(written: Written, key: &Self) -> Written {
        let hex = Some(&key.hex).filter(|hex| !hex.is_empty());
        written
            .text("id", &key.id)
            .text("type", &key.kind)
            .text("controller", &key.controller)
            .text("publicKeyBase58", &key.base58)
            .maybe(hex, |written, hex| written.text("publicKeyHex", hex))
    }
}

impl Service {
    fn write(written: Written, service: &Self) -> Written {
        written.text("type", &service.kind).text("uri", &service.uri)
    }
}

impl CardProof {
    /// The canonical text of a card with this proof, which is its last member.
    fn attach(&self, canonical: &str) -> String {
        let proof = Written::new()
            .text("type", &self.kind)
            .text("created", &self.created)
            .text("verificationMethod", &self.verification_method)
            .text("proofPurpose", &self.proof_purpose)
            .text("proofValue", &self.proof_value);
        let card = canonical.strip_suffix('}').unwrap_or(canonical);
        [card, ",\"proof\":", &go::escaped(proof.end()), "}"].concat()
    }
}

/// Room for a card with a key or two.
const ROOM: usize = 2 << 10;

/// A list of Go, which may be nil.
fn texts_or_null(written: Written, name: &'static str, texts: Option<&[String]>) -> Written {
    match texts {
        Some(texts) => written.texts(name, texts.iter().map(String::as_str)),
        None => written.json(name, "null"),
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
