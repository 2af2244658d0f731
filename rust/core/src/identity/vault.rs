//! An opened identity file, or one that is not written yet: keys, root secret, slots.
//!
//! It stays in the engine, and keys leave it only as further handles. Closing it wipes it.
//!
//! | When a file is sealed again | The file key |
//! | --- | --- |
//! | the secret of every remaining slot is known, because it opened the file or is new | is replaced |
//! | the secret of a remaining slot is not known | is kept, so that its holder can still open the file |
//!
//! So removing a slot shuts its holder out of files that are sealed later, but only in the first case; it
//! never shuts anybody out of an old copy. If somebody has learned a secret, replace the keys
//! ([`super::rotation`]), draw a new root secret ([`Vault::replace_root`]), and seal with a fresh file key.

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    derivation::{self, Purpose},
    file::{
        File, Header, MAX_IDENTITY, MAX_KEYS, MAX_LABEL, MAX_SLOTS, PublicEntry, Slot,
        SlotSettings, check_label, malformed, public_json,
        seal::{Secret, secret, slot_keys},
    },
};
use crate::{
    Error,
    error::excerpt,
    keys::{KeyType, SecretKey},
    record::is_line,
    time::UnixSeconds,
};

/// An opened identity. Wiped when dropped.
pub struct Vault {
    identity: Option<String>,
    entries: Vec<(PublicEntry, SecretKey)>,
    root: Secret,
    file_key: Secret,
    slots: Vec<Entry>,
}

/// A slot of the file, and its key where its secret is known.
struct Entry {
    slot: Slot,
    key: Option<Secret>,
}

impl Vault {
    /// A fresh identity: no key, no slot, a random root secret.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_MALFORMED` for an identifier that is empty or too long.
    pub fn new(identity: Option<&str>, rng: &mut impl CryptoRng) -> Result<Self, Error> {
        if identity.is_some_and(|text| !is_line(text, &(1..=MAX_IDENTITY))) {
            return Err(malformed(
                "identity",
                "it is empty, too long, or holds a control character",
            ));
        }
        Ok(Self {
            identity: identity.map(str::to_owned),
            entries: Vec::new(),
            root: random(rng),
            file_key: random(rng),
            slots: Vec::new(),
        })
    }

    /// Opens a file with the secret of one slot.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_SLOT` if there is no such slot; `ERR_IDENTITY_FILE_LOCKED` for another
    /// secret; `ERR_IDENTITY_FILE_TAMPERED` if the file was changed; `ERR_BYTES_LENGTH`.
    pub fn open(file: &File, slot: &str, secret: &[u8]) -> Result<Self, Error> {
        let opened = file.slot(slot)?;
        let key = opened.wrap_key(secret)?;
        let file_key = opened.unwrap(&key)?;
        let content = file.content(&file_key)?;
        let (root, entries) = read(&content).ok_or(Error::IdentityFileTampered)?;
        if entries.iter().map(|(entry, _)| entry).ne(&file.header.keys) {
            return Err(Error::IdentityFileTampered);
        }
        let mut key = Some(key);
        let entry = |other: &Slot| {
            let known = if other.id == opened.id { key.take() } else { None };
            Entry { slot: other.clone(), key: known }
        };
        let slots = file.header.slots.iter().map(entry).collect();
        Ok(Self { identity: file.header.identity.clone(), entries, root, file_key, slots })
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_SLOT` without a slot, because nobody could open it; `ERR_LIMIT_EXCEEDED`.
    pub fn seal(&mut self, rng: &mut impl CryptoRng) -> Result<String, Error> {
        if self.slots.is_empty() {
            return Err(Error::IdentityFileSlot("there is none, and nobody could open the file"));
        }
        if !self.keeps_file_key() {
            self.file_key = random(rng);
            let closed = || Error::IdentityFileSlot("the key of one is not known");
            for entry in &mut self.slots {
                let key = entry.key.as_ref().ok_or_else(closed)?;
                entry.slot.wrap(key, &self.file_key, rng)?;
            }
        }
        let header = Header {
            identity: self.identity.clone(),
            keys: self.entries.iter().map(|(entry, _)| entry.clone()).collect(),
            slots: self.slots.iter().map(|entry| entry.slot.clone()).collect(),
            commitment: [0; 32],
            nonce: [0; 24],
        };
        header.seal(&self.file_key, &self.content(), rng)?.to_text()
    }

    /// As [`Vault::seal`]; `fresh` refuses to keep the file key.
    ///
    /// # Errors
    ///
    /// As [`Vault::seal`]; `ERR_IDENTITY_FILE_KEPT`.
    pub fn seal_fresh(&mut self, fresh: bool, rng: &mut impl CryptoRng) -> Result<String, Error> {
        if fresh && self.keeps_file_key() {
            return Err(Error::IdentityFileKept);
        }
        self.seal(rng)
    }

    /// Whether a slot remains whose secret is not known.
    fn keeps_file_key(&self) -> bool {
        self.slots.iter().any(|entry| entry.key.is_none())
    }

    /// Draws a new root secret. Every key that is derived from now on is another one.
    pub fn replace_root(&mut self, rng: &mut impl CryptoRng) {
        self.root = random(rng);
    }

    /// Identity, keys and slots, as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let keys: Vec<_> = self.entries.iter().map(|(entry, _)| entry.clone()).collect();
        let slots: Vec<_> = self.slots.iter().map(|entry| &entry.slot).collect();
        public_json(self.identity.as_deref(), &keys, &slots)
    }

    /// Names the identity.
    ///
    /// # Errors
    ///
    /// As [`Vault::new`].
    pub fn name(&mut self, identity: &str) -> Result<(), Error> {
        if !is_line(identity, &(1..=MAX_IDENTITY)) {
            return Err(malformed(
                "identity",
                "it is empty, too long, or holds a control character",
            ));
        }
        self.identity = Some(identity.to_owned());
        Ok(())
    }

    /// Adds a copy of a key.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_LABEL` for a label that is taken; `ERR_IDENTITY_FILE_MALFORMED` for one that
    /// is empty or too long; `ERR_LIMIT_EXCEEDED`; `ERR_KEY_SEED` for an ML-DSA key that came in without its seed.
    pub fn add_key(
        &mut self,
        label: &str,
        created: UnixSeconds,
        key: &SecretKey,
    ) -> Result<(), Error> {
        if !is_line(label, &(1..=MAX_LABEL)) {
            return Err(malformed("label", "it is empty, too long, or holds a control character"));
        }
        if self.entries.len() >= MAX_KEYS {
            return Err(Error::LimitExceeded("number of keys", MAX_KEYS));
        }
        key.expose_seed()?;
        if self.entries.iter().any(|(entry, _)| entry.label == label) {
            return Err(Error::IdentityFileLabel(excerpt(label)));
        }
        let entry = PublicEntry { label: label.into(), created, key: key.public_key().clone() };
        self.entries.push((entry, copy(key)?));
        Ok(())
    }

    /// Removes a key and wipes it.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_KEY` if no key has this label.
    pub fn remove_key(&mut self, label: &str) -> Result<(), Error> {
        let index = self.entries.iter().position(|(entry, _)| entry.label == label);
        self.entries.remove(index.ok_or_else(|| Error::IdentityFileKey(excerpt(label)))?);
        Ok(())
    }

    /// A copy of a key, to sign with.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_KEY` if no key has this label.
    pub fn key(&self, label: &str) -> Result<SecretKey, Error> {
        let found = self.entries.iter().find(|(entry, _)| entry.label == label);
        copy(&found.ok_or_else(|| Error::IdentityFileKey(excerpt(label)))?.1)
    }

    /// Adds a slot with these settings, for a secret. Gives its id.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH` unless the secret has 32 bytes; `ERR_LIMIT_EXCEEDED`.
    pub fn add_slot(
        &mut self,
        settings: SlotSettings,
        secret: &[u8],
        rng: &mut impl CryptoRng,
    ) -> Result<String, Error> {
        if self.slots.len() >= MAX_SLOTS {
            return Err(Error::LimitExceeded("number of slots", MAX_SLOTS));
        }
        let (key, commitment) = slot_keys(&settings, secret)?;
        let mut id = [0; 16];
        rng.fill_bytes(&mut id);
        let mut slot = Slot { id, settings, commitment, nonce: [0; 24], wrapped: [0; 48] };
        slot.wrap(&key, &self.file_key, rng)?;
        let name = slot.id();
        self.slots.push(Entry { slot, key: Some(key) });
        Ok(name)
    }

    /// Removes a slot. The table of this module says what that does.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_SLOT` if no slot has this id.
    pub fn remove_slot(&mut self, id: &str) -> Result<(), Error> {
        let index = self.slots.iter().position(|entry| entry.slot.id() == id);
        self.slots.remove(index.ok_or_else(|| Error::IdentityFileSlot("none has this id"))?);
        Ok(())
    }

    /// A key of the root secret: [`derivation::derive`].
    ///
    /// # Errors
    ///
    /// As [`derivation::derive`].
    pub fn derive(
        &self,
        purpose: Purpose,
        context: &str,
        key_type: KeyType,
    ) -> Result<SecretKey, Error> {
        derivation::derive(&self.root, purpose, context, key_type)
    }

    fn content(&self) -> Zeroizing<Vec<u8>> {
        let each = 10 + MAX_LABEL + KeyType::MAX_SECRET_LEN;
        // Long enough from the start: a vector that grows moves, and leaves its bytes behind.
        let mut out = Zeroizing::new(Vec::with_capacity(33 + self.entries.len() * each));
        out.extend(self.root.iter());
        out.push(u8::try_from(self.entries.len()).unwrap_or(u8::MAX));
        for (entry, key) in &self.entries {
            out.push(u8::try_from(key.key_type().code()).unwrap_or(u8::MAX));
            out.extend(entry.created.0.to_be_bytes());
            out.push(u8::try_from(entry.label.len()).unwrap_or(u8::MAX));
            out.extend(entry.label.as_bytes());
            out.extend(key.expose());
        }
        out
    }
}

impl core::fmt::Debug for Vault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Vault(.., {})", self.to_json())
    }
}

/// The content of a file: root secret and keys.
fn read(content: &[u8]) -> Option<(Secret, Vec<(PublicEntry, SecretKey)>)> {
    let (root, rest) = content.split_at_checked(32)?;
    let (count, mut rest) = rest.split_first()?;
    let mut entries = Vec::new();
    for _ in 0..*count {
        let (entry, after) = read_entry(rest)?;
        entries.push(entry);
        rest = after;
    }
    let labels: Vec<_> = entries.iter().map(|(entry, _)| entry.clone()).collect();
    let distinct = labels.iter().enumerate().all(|(index, entry)| {
        labels.get(..index).is_none_or(|before| check_label(before, &entry.label).is_ok())
    });
    (rest.is_empty() && distinct).then_some((secret(root).ok()?, entries))
}

fn read_entry(bytes: &[u8]) -> Option<((PublicEntry, SecretKey), &[u8])> {
    let (code, rest) = bytes.split_first()?;
    let (created, rest) = rest.split_first_chunk()?;
    let (length, rest) = rest.split_first()?;
    let (label, rest) = rest.split_at_checked(usize::from(*length))?;
    let key_type = KeyType::from_code(u32::from(*code)).ok()?;
    let (key, rest) = rest.split_at_checked(key_type.secret_len())?;
    let key = SecretKey::from_bytes(key_type, key).ok()?;
    let entry = PublicEntry {
        label: core::str::from_utf8(label).ok()?.to_owned(),
        created: UnixSeconds(u64::from_be_bytes(*created)),
        key: key.public_key().clone(),
    };
    Some(((entry, key), rest))
}

fn copy(key: &SecretKey) -> Result<SecretKey, Error> {
    SecretKey::from_bytes(key.key_type(), key.expose())
}

fn random(rng: &mut impl CryptoRng) -> Secret {
    let mut bytes = Box::new(Zeroizing::new([0; 32]));
    rng.fill_bytes(bytes.as_mut().as_mut());
    bytes
}
