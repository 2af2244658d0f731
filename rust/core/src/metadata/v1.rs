//! Version 1: one signing key, one key for key agreement.

use super::{Profile, ROOM, malformed, report, write_bytes};
use crate::{Error, encoding::go::reader::Reader, keys::sage_data::StoredKey, print::Written};

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
    /// A code of [`crate::encoding::document`]; `ERR_METADATA_MALFORMED` with the path;
    /// a code of [`crate::keys::PublicKey::from_raw`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = Reader::parse(text)?;
        let mut reader = Reader::of(&document, malformed)?;
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
        self.write(Written::with_room(ROOM)).end()
    }

    /// What was read: `{ metadata, unknown, keys }`, the signing key and the KEM key as Multikeys.
    #[must_use]
    pub fn to_report(&self) -> String {
        let keys = self.public_key.iter().chain(&self.public_kem_key);
        report(|written| self.write(written), &self.unknown, keys)
    }

    pub(super) fn write(&self, written: Written) -> Written {
        let key = self.public_key.as_ref();
        let kem = self.public_kem_key.as_ref().map(StoredKey::data);
        let named = key.filter(|key| key.type_number() != 0 || self.type_named);
        let keys = |written| {
            let written = write_bytes(written, "public_kem_key", kem);
            let written = write_bytes(written, "public_key", key.map(StoredKey::data));
            written.maybe(named, |written, key| written.text("public_key_type", key.type_name()))
        };
        self.profile.write(written, |written| written, keys)
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
