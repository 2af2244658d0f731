//! Version 4: a list of keys.

use super::{Profile, ROOM, malformed, report, write_bytes};
use crate::{
    Error,
    encoding::{
        document::Node,
        go::{
            self,
            reader::{NO_TIME, Path, Reader},
        },
    },
    keys::{PublicKey, sage_data::StoredKey},
    print::Written,
};

/// Most keys of one agent. SAGE's contract takes 10.
pub const MAX_KEYS: usize = 64;

/// A key of an agent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AgentKey {
    /// The key, in the form in which it was stored.
    pub stored: StoredKey,
    /// Its proof of possession, unchecked.
    pub signature: Option<Vec<u8>>,
    /// What the writer claims.
    pub verified: bool,
    /// When it was listed: RFC 3339, in the writer's spelling.
    pub created_at: String,
}

/// Metadata of version 4.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct V4 {
    /// All but the keys.
    pub profile: Profile,
    /// `None` for a Go list that is nil, which Go writes as `null`.
    pub keys: Option<Vec<AgentKey>>,
    /// X25519, beside the list.
    pub public_kem_key: Option<StoredKey>,
    /// Paths of members that are not of this format.
    pub unknown: Vec<String>,
}

impl V4 {
    /// Reads the JSON text.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_METADATA_MALFORMED` with the path (also
    /// for a key that is listed twice); `ERR_LIMIT_EXCEEDED` over [`MAX_KEYS`];
    /// `ERR_KEY_TYPE_UNKNOWN`, or a code of [`crate::keys::PublicKey::from_raw`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = Reader::parse(text)?;
        let mut reader = Reader::of(&document, malformed)?;
        let profile = Profile::read(&mut reader)?;
        let mut unknown = Vec::new();
        let keys = reader.list("keys", |item, path| AgentKey::read(item, path, &mut unknown))?;
        check_keys(keys.as_deref().unwrap_or_default())?;
        let kem = reader.bytes("public_kem_key")?;
        let public_kem_key = kem.map(|data| StoredKey::new(2, &data)).transpose()?;
        reader.end(&mut unknown)?;
        Ok(Self { profile, keys, public_kem_key, unknown })
    }

    /// The list, empty if there is none.
    #[must_use]
    pub fn keys(&self) -> &[AgentKey] {
        self.keys.as_deref().unwrap_or_default()
    }

    /// Writes the JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(Written::with_room(ROOM)).end()
    }

    /// What was read: `{ metadata, unknown, keys }`, the keys as Multikeys, in the order of the list.
    #[must_use]
    pub fn to_report(&self) -> String {
        let keys = self.keys().iter().map(|key| &key.stored);
        report(|written| self.write(written), &self.unknown, keys)
    }

    pub(crate) fn write(&self, written: Written) -> Written {
        let kem = self.public_kem_key.as_ref().map(StoredKey::data);
        let keys = |written: Written| match &self.keys {
            Some(keys) => written.objects("keys", keys.iter(), |written, key| key.write(written)),
            None => written.json("keys", "null"),
        };
        self.profile.write(written, keys, |written| write_bytes(written, "public_kem_key", kem))
    }
}

impl AgentKey {
    /// A key that nobody has verified. `created_at` is RFC 3339.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_UNSUPPORTED` unless the key is secp256k1, Ed25519 or X25519;
    /// `ERR_METADATA_MALFORMED` for the time.
    pub fn unverified(key: &PublicKey, created_at: &str) -> Result<Self, Error> {
        let created_at =
            go::respell(created_at).ok_or_else(|| malformed("created_at".into(), NO_TIME))?;
        Ok(Self {
            stored: StoredKey::of(key)?,
            signature: None,
            verified: false,
            created_at: created_at.into_owned(),
        })
    }

    /// Writes the JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(Written::new()).end()
    }

    fn read(item: Node<'_>, path: Path, unknown: &mut Vec<String>) -> Result<Self, Error> {
        let mut reader = Reader::new(item, path, malformed)?;
        let number = match reader.value("type") {
            None => 0,
            Some(value) => value
                .as_u64()
                .ok_or_else(|| reader.refused("type", "it must be the number of a type of key"))?,
        };
        let data = reader.bytes("key_data")?.unwrap_or_default();
        let key = Self {
            stored: StoredKey::new(number, &data)?,
            signature: reader.bytes("signature")?,
            verified: reader.flag("verified")?,
            created_at: reader.time("created_at")?,
        };
        reader.end(unknown)?;
        Ok(key)
    }

    fn write(&self, written: Written) -> Written {
        let written = written.text("created_at", &self.created_at);
        let written = write_bytes(written, "key_data", Some(self.stored.data()));
        write_bytes(written, "signature", self.signature.as_deref())
            .number("type", self.stored.type_number())
            .flag("verified", self.verified)
    }
}

/// Refuses too many keys, and a key that is listed twice: SAGE allows one key both verified and unverified.
fn check_keys(keys: &[AgentKey]) -> Result<(), Error> {
    if keys.len() > MAX_KEYS {
        return Err(Error::LimitExceeded("number of keys", MAX_KEYS));
    }
    let twice = |(index, key): (usize, &AgentKey)| {
        keys.iter().take(index).any(|other| other.stored.key() == key.stored.key()).then_some(index)
    };
    match keys.iter().enumerate().find_map(twice) {
        Some(index) => Err(malformed(format!("keys[{index}]"), "it is listed twice")),
        None => Ok(()),
    }
}
