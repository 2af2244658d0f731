//! Version 1: one signing key, one key for key agreement.

use serde_json::Value;

use super::{Profile, bytes_value, malformed, report, with};
use crate::{Error, encoding::go::reader::Reader, keys::sage_data::StoredKey, print::Print};

/// Metadata of version 1.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct V1 {
    /// All but the keys.
    pub profile: Profile,
    /// secp256k1 or Ed25519.
    pub public_key: Option<StoredKey>,
    /// Whether the text names the type of `public_key`; if not, its length tells it.
    pub type_named: bool,
    /// X25519.
    pub public_kem_key: Option<StoredKey>,
    /// Paths of members that are not of this format.
    pub unknown: Vec<String>,
}

impl V1 {
    /// Reads the JSON text.
    ///
    /// Without `public_key_type` the length tells the type: 32 bytes can only be
    /// Ed25519; 33, 64 and 65 only secp256k1.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::json`]; `ERR_METADATA_MALFORMED` with the path;
    /// a code of [`crate::keys::PublicKey::from_raw`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Self::from_value(&Reader::parse(text)?)
    }

    pub(crate) fn from_value(value: &Value) -> Result<Self, Error> {
        let mut reader = Reader::new(value, "", malformed)?;
        let profile = Profile::read(&mut reader)?;
        let name = reader.text("public_key_type")?;
        let public_key = match reader.bytes("public_key")? {
            None if name.is_empty() => None,
            None => {
                return Err(malformed("public_key".into(), "it must be there with its type"));
            }
            Some(data) => Some(StoredKey::new(type_number(&name, data.len())?, &data)?),
        };
        let kem = reader.bytes("public_kem_key")?;
        let public_kem_key = kem.map(|data| StoredKey::new(2, &data)).transpose()?;
        let mut unknown = Vec::new();
        reader.end(&mut unknown)?;
        Ok(Self { profile, public_key, type_named: !name.is_empty(), public_kem_key, unknown })
    }

    /// Writes the JSON text, with `public_key_type` where SAGE would otherwise guess wrong.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.to_value().print()
    }

    /// What was read: `{ metadata, unknown, keys }`, the signing key and the KEM key as Multikeys.
    #[must_use]
    pub fn to_report(&self) -> String {
        let keys = self.public_key.iter().chain(&self.public_kem_key);
        report(self.to_value(), &self.unknown, keys)
    }

    pub(crate) fn to_value(&self) -> Value {
        let record = with(
            self.profile.to_value(),
            [
                ("public_key", bytes_value(self.public_key.as_ref().map(StoredKey::data))),
                ("public_kem_key", bytes_value(self.public_kem_key.as_ref().map(StoredKey::data))),
            ],
        );
        let named =
            self.public_key.as_ref().filter(|key| key.type_number() != 0 || self.type_named);
        with(record, named.map(|key| ("public_key_type", key.type_name().into())))
    }
}

fn type_number(name: &str, length: usize) -> Result<u64, Error> {
    match (name, length) {
        ("ECDSA", _) | ("", 33 | 64 | 65) => Ok(0),
        ("Ed25519", _) | ("", 32) => Ok(1),
        ("", _) => Err(malformed("public_key".into(), "it must have 32, 33, 64 or 65 bytes")),
        _ => Err(malformed("public_key_type".into(), "it must be ECDSA or Ed25519")),
    }
}
