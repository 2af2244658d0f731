//! Reads a card, and checks the structure that SAGE asks for.

use serde_json::Value;

use super::{Card, CardKey, CardProof, Service, malformed};
use crate::{
    Error,
    encoding::{base58, go, go::reader::Reader, hex},
    keys::{PublicKey, sage_data::StoredKey},
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
    /// A code of [`crate::encoding::json`]; `ERR_CARD_SAGE_MALFORMED` with the path.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let value = Reader::parse(text)?;
        let mut reader = Reader::new(&value, "", malformed)?;
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
        let card = Self::from_json(text)?;
        card.check()?;
        Ok(card)
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        need("id", &self.id)?;
        need("name", &self.name)?;
        if self.keys().is_empty() || self.services().is_empty() {
            let path = if self.keys().is_empty() { "publicKey" } else { "service" };
            return Err(malformed(path.into(), "it must have an item"));
        }
        for (index, key) in self.keys().iter().enumerate() {
            key.check(&format!("publicKey[{index}]"))?;
        }
        for (index, service) in self.services().iter().enumerate() {
            need(&format!("service[{index}].type"), &service.kind)?;
            need(&format!("service[{index}].uri"), &service.uri)?;
        }
        self.stored_keys().map(|_| ())
    }

    /// Every key of the card, in order.
    pub(super) fn stored_keys(&self) -> Result<Vec<StoredKey>, Error> {
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

    /// The index of `key` in the card.
    pub(super) fn position(&self, key: &PublicKey) -> Result<Option<usize>, Error> {
        Ok(self.stored_keys()?.iter().position(|stored| stored.key() == key))
    }
}

impl CardKey {
    fn read(item: &Value, path: &str, unknown: &mut Vec<String>) -> Result<Self, Error> {
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

    fn check(&self, path: &str) -> Result<(), Error> {
        need(&format!("{path}.id"), &self.id)?;
        need(&format!("{path}.type"), &self.kind)?;
        need(&format!("{path}.controller"), &self.controller)?;
        let data = if self.base58.is_empty() { &self.hex } else { &self.base58 };
        need(&format!("{path}.publicKeyBase58"), data)
    }

    /// The key, if its type is known, its bytes are a key of that type, and both spellings agree.
    fn decode(&self) -> Option<StoredKey> {
        let number = KEY_KINDS.iter().position(|kind| *kind == self.kind)?;
        let data = match (self.base58.as_str(), self.hex.to_ascii_lowercase().as_str()) {
            ("", text) => hex::decode(text).ok()?,
            (text, "") => base58::decode(text).ok()?,
            (text, other) => {
                base58::decode(text).ok().filter(|bytes| hex::encode(bytes) == other)?
            }
        };
        StoredKey::new(u64::try_from(number).ok()?, &data).ok()
    }
}

impl Service {
    fn read(item: &Value, path: &str, unknown: &mut Vec<String>) -> Result<Self, Error> {
        let mut reader = Reader::new(item, path, malformed)?;
        let service = Self { kind: reader.text("type")?, uri: reader.text("uri")? };
        reader.end(unknown)?;
        Ok(service)
    }
}

impl CardProof {
    fn read(item: &Value, unknown: &mut Vec<String>) -> Result<Self, Error> {
        let mut reader = Reader::new(item, "proof", malformed)?;
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
    Ok(go::respell(&spelled).unwrap_or(spelled))
}

fn need(path: &str, text: &str) -> Result<(), Error> {
    if text.is_empty() { Err(malformed(path.into(), "it must not be empty")) } else { Ok(()) }
}
