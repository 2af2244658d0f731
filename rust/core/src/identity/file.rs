//! The encrypted identity file, version 1.
//!
//! A JSON object, at most [`MAX_TEXT`] bytes. What is in the clear can be read without a passphrase,
//! and is authenticated when the file is opened.
//!
//! | Member | Value |
//! | --- | --- |
//! | `type` | `countersign/identity-file/v1`; it fixes every algorithm below |
//! | `identity` | optional: the identifier, text of 1 to 4096 bytes |
//! | `keys` | 0 to 64 of `{ label, created, key }`: label unique, 1 to 64 bytes |
//! | `slots` | 1 to 8 of the objects below; Argon2id of all together costs at most [`crate::hazmat::argon2id::MAX_WORK`] |
//! | `commitment` | 32 bytes that commit to the file key |
//! | `nonce` | 24 bytes |
//! | `body` | the encrypted content |
//! | `checksum` | 32 bytes |
//!
//! | Slot member | Kind | Value |
//! | --- | --- | --- |
//! | `id` | all | 16 random bytes |
//! | `kind` | all | `passphrase`, `recovery` or `passkey` |
//! | `label` | all, optional | text of 1 to 64 bytes |
//! | `salt` | all | 32 bytes: the salt below; for a passkey also the input of its PRF |
//! | `memory`, `iterations`, `parallelism` | `passphrase` | cost of Argon2id, see [`check_cost`] |
//! | `credential`, `relyingParty` | `passkey` | 1 to 1023 bytes; text of 1 to 253 bytes |
//! | `commitment` | all | 32 bytes that commit to the slot key |
//! | `nonce`, `wrapped` | all | 24 bytes; 48 bytes: the encrypted file key |
//!
//! ```text
//! secret   = Argon2id(passphrase, salt, cost, 32) | the recovery key | the PRF output of the passkey
//! wrap key ‖ commitment of the slot
//!          = HKDF-SHA-256(ikm secret, salt, info lp("countersign/identity-slot/v1") ‖ lp(kind), 64)
//! wrapped  = XChaCha20-Poly1305(wrap key, nonce of the slot, file key,
//!            aad lp("countersign/identity-slot/v1") ‖ JCS(slot without `wrapped`))
//!
//! body key ‖ commitment of the file
//!          = HKDF-SHA-256(ikm file key, no salt, info lp("countersign/identity-file-key/v1"), 64)
//! body     = XChaCha20-Poly1305(body key, nonce, content,
//!            aad lp("countersign/identity-file/v1") ‖ JCS(file without `body` and `checksum`))
//! content  = root secret (32 bytes) ‖ u8 number of keys
//!            ‖ each: u8 type ‖ u64be created ‖ u8 length of the label ‖ label ‖ secret (32 bytes, hybrid 64)
//! checksum = SHA-256(lp("countersign/identity-file-checksum/v1") ‖ JCS(file without `checksum`))
//! ```
//!
//! Types are 1 Ed25519, 2 secp256k1, 3 P-256, 4 X25519, 5 to 7 ML-DSA-44, 65 and 87, 8 Ed25519+ML-DSA-65.
//! The secrets stand in the order of `keys`.
//!
//! | Order of checks | Fails with |
//! | --- | --- |
//! | form, lengths, costs | `ERR_IDENTITY_FILE_MALFORMED`, `…_VERSION`, `…_NONCE`, `ERR_BYTES_LENGTH`, `ERR_ARGON2ID_COST` |
//! | checksum: finds damage, not malice | `ERR_IDENTITY_FILE_CHECKSUM` |
//! | commitment of the slot: the secret is wrong, or somebody changed a salt or cost and the checksum | `ERR_IDENTITY_FILE_LOCKED` |
//! | tags, commitment of the file, public part: the secret is right, but the file was changed | `ERR_IDENTITY_FILE_TAMPERED` |
//!
//! The cipher does not commit to its key. So the commitments are compared first: a file opens to one
//! content only, whichever slot is used, and no file can be made that tests many passphrases at once.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::{
    Error,
    error::excerpt,
    hazmat::argon2id::Cost,
    keys::{PublicKey, multikey},
    label,
    print::Written,
    record::{self, Record, label_bytes},
    time::UnixSeconds,
};

pub(super) mod seal;
mod slot;

pub use seal::{Budget, stretch};
pub use slot::{Kind, Slot, SlotSettings};

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 65_536;
/// Most keys.
pub const MAX_KEYS: usize = 64;
/// Most slots.
pub const MAX_SLOTS: usize = 8;
/// Longest label, in bytes.
pub const MAX_LABEL: usize = 64;
/// Longest identifier, in bytes.
pub const MAX_IDENTITY: usize = 4_096;

/// Least memory of a passphrase slot, in KiB: the least that OWASP's password storage guide lists.
const MIN_MEMORY: u32 = 7_168;
/// Least memory times iterations, in KiB, of the same list.
const MIN_WORK: u32 = 35_840;

/// A file that was read. Nothing in it is proven before it is opened.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct File {
    pub(super) header: Header,
    pub(super) body: Vec<u8>,
}

/// What is in the clear.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Header {
    pub(super) identity: Option<String>,
    pub(super) keys: Vec<PublicEntry>,
    pub(super) slots: Vec<Slot>,
    pub(super) commitment: [u8; 32],
    pub(super) nonce: [u8; 24],
}

/// The public part of a key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublicEntry {
    /// Its name, which is unique in a file.
    pub label: String,
    /// When it was made, as its owner says.
    pub created: UnixSeconds,
    /// The key.
    pub key: PublicKey,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As the table of this module says, up to the checksum; `ERR_LIMIT_EXCEEDED`; as the readers of
    /// JSON and keys.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_TEXT {
            return Err(Error::LimitExceeded("length of the identity file", MAX_TEXT));
        }
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        record.kind(label::IDENTITY_FILE, Error::IdentityFileVersion)?;
        let header = Header {
            identity: record
                .maybe("identity", |record, name| record.line(name, 1..=MAX_IDENTITY))?
                .map(str::to_owned),
            keys: read_keys(&mut record)?,
            slots: slot::read_all(&mut record)?,
            commitment: record.array("commitment")?,
            nonce: read_nonce(&mut record)?,
        };
        let file = Self { header, body: record.bytes("body", 1..=MAX_TEXT)? };
        let checksum: [u8; 32] = record.array("checksum")?;
        record.end()?;
        if checksum == file.checksum() { Ok(file) } else { Err(Error::IdentityFileChecksum) }
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// `ERR_LIMIT_EXCEEDED` above [`MAX_TEXT`].
    pub fn to_text(&self) -> Result<String, Error> {
        let text = self.header.canonical(Some(&self.body), Some(&self.checksum()));
        if text.len() > MAX_TEXT {
            return Err(Error::LimitExceeded("length of the identity file", MAX_TEXT));
        }
        Ok(text)
    }

    /// What can be read without a secret, as JSON. Nothing proves it.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.header.to_json(&self.header.slots.iter().collect::<Vec<_>>())
    }

    /// The slot with this id.
    ///
    /// # Errors
    ///
    /// `ERR_IDENTITY_FILE_SLOT` if there is none.
    pub fn slot(&self, id: &str) -> Result<&Slot, Error> {
        let found = self.header.slots.iter().find(|slot| slot.id() == id);
        found.ok_or_else(|| Error::IdentityFileSlot("none has this id"))
    }

    fn checksum(&self) -> [u8; 32] {
        let text = self.header.canonical(Some(&self.body), None);
        Sha256::digest(label_bytes(label::IDENTITY_FILE_CHECKSUM, text.as_bytes())).into()
    }
}

impl Header {
    /// Its canonical text, with what stands beside it in the file, if that is given.
    pub(super) fn canonical(&self, body: Option<&[u8]>, checksum: Option<&[u8]>) -> String {
        Written::with_room(MAX_TEXT / 16)
            .maybe(body, |row, bytes| row.bytes("body", bytes))
            .maybe(checksum, |row, bytes| row.bytes("checksum", bytes))
            .bytes("commitment", &self.commitment)
            .maybe(self.identity.as_deref(), |file, identity| file.text("identity", identity))
            .objects("keys", self.keys.iter(), PublicEntry::write)
            .bytes("nonce", &self.nonce)
            .objects("slots", self.slots.iter(), |row, slot| slot.write(row))
            .text("type", label::IDENTITY_FILE)
            .end()
    }

    fn to_json(&self, slots: &[&Slot]) -> String {
        public_json(self.identity.as_deref(), &self.keys, slots)
    }
}

/// The public part: identity, keys and slots, without commitments, nonces and ciphertexts.
pub(super) fn public_json(identity: Option<&str>, keys: &[PublicEntry], slots: &[&Slot]) -> String {
    Written::new()
        .maybe(identity, |facts, identity| facts.text("identity", identity))
        .objects("keys", keys.iter(), PublicEntry::write)
        .objects("slots", slots.iter(), |row, slot| slot.facts(row))
        .end()
}

/// Refuses a cost that is too low to protect: under 7 MiB of memory, or under 35 MiB over all passes.
///
/// # Errors
///
/// `ERR_ARGON2ID_COST`.
pub fn check_cost(cost: Cost) -> Result<Cost, Error> {
    let work = cost.memory().saturating_mul(cost.iterations());
    if cost.memory() < MIN_MEMORY || work < MIN_WORK {
        return Err(Error::Argon2idCost("at least 7 MiB, and 35 MiB over all iterations"));
    }
    Ok(cost)
}

/// Reads a nonce of XChaCha20-Poly1305. Refuses any other length.
fn read_nonce(record: &mut Record<'_>) -> Result<[u8; 24], Error> {
    record.array_or("nonce", Error::IdentityFileNonce)
}

pub(super) fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::IdentityFileMalformed(member.into(), reason)
}

/// Refuses a label that another key has.
pub(super) fn check_label(keys: &[PublicEntry], label: &str) -> Result<(), Error> {
    let taken = keys.iter().any(|other| other.label == label);
    if taken { Err(Error::IdentityFileLabel(excerpt(label))) } else { Ok(()) }
}

fn read_keys(record: &mut Record<'_>) -> Result<Vec<PublicEntry>, Error> {
    let mut keys = Vec::new();
    for mut item in record.objects("keys", MAX_KEYS)? {
        let label = item.line("label", 1..=MAX_LABEL)?.to_owned();
        let entry = PublicEntry { label, created: item.seconds("created")?, key: item.key("key")? };
        item.end()?;
        check_label(&keys, &entry.label)?;
        keys.push(entry);
    }
    Ok(keys)
}

impl PublicEntry {
    fn write(row: Written, Self { label, created, key }: &Self) -> Written {
        row.canonical_number("created", created.0)
            .text("key", &multikey::encode(key))
            .text("label", label)
    }
}
