//! Reads a card, and checks the structure that SAGE asks for.

use std::borrow::Cow;

use super::{Card, CardKey, CardProof, Service, malformed};
use crate::{
    Error,
    encoding::{
        base58,
        document::Node,
        go::{
            self,
            reader::{Path, Reader},
        },
        hex,
    },
    keys::sage_data::StoredKey,
    metadata::MAX_KEYS,
};

/// The suite names of SAGE, by its numbers of the key types.
pub(super) const KEY_KINDS: [&str; 3] = [
    "EcdsaSecp256k1VerificationKey2019",
    "Ed25519VerificationKey2020",
    "X25519KeyAgreementKey2019",
];

impl Card {
    /// Reads the JSON text. Absent members have Go's zero values; see [`Card::validate`].
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_CARD_SAGE_MALFORMED` with the path.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = Reader::parse(text)?;
        let mut reader = Reader::of(&document, malformed)?;
        let mut unknown = Vec::new();
        let card = Self {
            context: reader.texts("@context")?,
            id: reader.text("id")?,
            types: reader.texts("type")?,
            name: reader.text("name")?,
            description: reader.text("description")?,
            public_key: reader
                .list("publicKey", |item, path| CardKey::read(item, path, &mut unknown))?,
            service: reader
                .list("service", |item, path| Service::read(item, path, &mut unknown))?,
            capabilities: reader.texts("capabilities")?.unwrap_or_default(),
            created: time(&mut reader, "created")?,
            updated: time(&mut reader, "updated")?,
            proof: reader
                .value("proof")
                .map(|proof| CardProof::read(proof, &mut unknown))
                .transpose()?,
            unknown: Vec::new(),
        };
        reader.end(&mut unknown)?;
        Ok(Self { unknown, ..card })
    }

    /// Reads the JSON text and checks it: a DID, a name, keys and endpoints.
    ///
    /// SAGE only looks whether members are empty; here every key is read too.
    ///
    /// # Errors
    ///
    /// As [`Card::from_json`]; `ERR_CARD_SAGE_MALFORMED` with the path of what is missing;
    /// `ERR_CARD_SAGE_KEY` for a key that is wrong or stands twice; `ERR_LIMIT_EXCEEDED`.
    pub fn validate(text: &str) -> Result<Self, Error> {
        Self::with_keys(text).map(|(card, _)| card)
    }

    /// As [`Card::validate`], with the keys in the order of the card.
    pub(super) fn with_keys(text: &str) -> Result<(Self, Vec<StoredKey>), Error> {
        let card = Self::from_json(text)?;
        card.check()?;
        let keys = card.stored_keys()?;
        Ok((card, keys))
    }

    /// Checks all but that the keys are keys.
    pub(super) fn check(&self) -> Result<(), Error> {
        need(&self.id, || "id".into())?;
        need(&self.name, || "name".into())?;
        if self.keys().is_empty() || self.services().is_empty() {
            let path = if self.keys().is_empty() { "publicKey" } else { "service" };
            return Err(malformed(path.into(), "it must have an item"));
        }
        for (index, key) in self.keys().iter().enumerate() {
            key.check(index)?;
        }
        for (index, service) in self.services().iter().enumerate() {
            need(&service.kind, || format!("service[{index}].type"))?;
            need(&service.uri, || format!("service[{index}].uri"))?;
        }
        Ok(())
    }

    /// Every key of the card, in order.
    fn stored_keys(&self) -> Result<Vec<StoredKey>, Error> {
        if self.keys().len() > MAX_KEYS {
            return Err(Error::LimitExceeded("keys", MAX_KEYS));
        }
        let mut stored: Vec<StoredKey> = Vec::with_capacity(self.keys().len());
        for (index, key) in self.keys().iter().enumerate() {
            let refused = || Error::CardSageKey(format!("publicKey[{index}]"));
            let same_id = self.keys().iter().take(index).any(|other| other.id == key.id);
            let next = key.decode().ok_or_else(refused)?;
            if same_id || stored.iter().any(|other| other.key() == next.key()) {
                return Err(refused());
            }
            stored.push(next);
        }
        Ok(stored)
    }
}

impl CardKey {
    fn read(item: Node<'_>, path: Path, unknown: &mut Vec<String>) -> Result<Self, Error> {
        let mut reader = Reader::new(item, path, malformed)?;
        let key = Self {
            id: reader.text("id")?,
            kind: reader.text("type")?,
            controller: reader.text("controller")?,
            base58: reader.text("publicKeyBase58")?,
            hex: reader.text("publicKeyHex")?,
        };
        reader.end(unknown)?;
        Ok(key)
    }

    fn check(&self, index: usize) -> Result<(), Error> {
        let data = if self.base58.is_empty() { &self.hex } else { &self.base58 };
        let members = [
            ("id", &self.id),
            ("type", &self.kind),
            ("controller", &self.controller),
            ("publicKeyBase58", data),
        ];
        let path = |name| move || format!("publicKey[{index}].{name}");
        members.into_iter().try_for_each(|(name, text)| need(text, path(name)))
    }

    /// The key, if its type is known, its bytes are a key of that type, and both spellings agree.
    fn decode(&self) -> Option<StoredKey> {
        let number = KEY_KINDS.iter().position(|kind| *kind == self.kind)?;
        let data = match (self.base58.as_str(), self.hex.as_str()) {
            ("", text) => hex::decode(&text.to_ascii_lowercase()).ok()?,
            (text, other) => {
                let bytes = base58::decode(text).ok()?;
                let agrees = || hex::encode(&bytes).eq_ignore_ascii_case(other);
                (other.is_empty() || agrees()).then_some(bytes)?
            }
        };
        StoredKey::new(u64::try_from(number).ok()?, &data).ok()
    }
}

impl Service {
    fn read(item: Node<'_>, path: Path, unknown: &mut Vec<String>) -> Result<Self, Error> {
        let mut reader = Reader::new(item, path, malformed)?;
        let service = Self { kind: reader.text("type")?, uri: reader.text("uri")? };
        reader.end(unknown)?;
        Ok(service)
    }
}

impl CardProof {
    fn read(item: Node<'_>, unknown: &mut Vec<String>) -> Result<Self, Error> {
        let mut reader = Reader::new(item, Path::Member("proof"), malformed)?;
        let proof = Self {
            kind: reader.text("type")?,
            created: time(&mut reader, "created")?,
            verification_method: reader.text("verificationMethod")?,
            proof_purpose: reader.text("proofPurpose")?,
            proof_value: reader.text("proofValue")?,
        };
        reader.end(unknown)?;
        Ok(proof)
    }
}

/// A time in Go's spelling: SAGE signs what Go writes back, not what it read.
fn time(reader: &mut Reader<'_>, name: &'static str) -> Result<String, Error> {
    let spelled = reader.time(name)?;
    let other = match go::respell(&spelled) {
        Some(Cow::Owned(other)) => Some(other),
        _ => None,
    };
    Ok(other.unwrap_or(spelled))
}

fn need(text: &str, path: impl FnOnce() -> String) -> Result<(), Error> {
    if text.is_empty() { Err(malformed(path(), "it must not be empty")) } else { Ok(()) }
}
