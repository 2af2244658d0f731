//! Metadata of an agent with several keys, in SAGE's two versions.
//!
//! | | V1 | V4 |
//! | --- | --- | --- |
//! | both | `did name description endpoint capabilities owner is_active created_at updated_at public_kem_key` | the same |
//! | keys | `public_key`, ours: `public_key_type` | `keys`: list of `type key_data signature verified created_at` |
//! | bytes | standard base64 or `null` | the same |
//! | key types | `ECDSA` (secp256k1) or `Ed25519`; the KEM key is X25519 | 0, 1, 2 ([`crate::keys::sage_data`]) |
//!
//! The DID is opaque text. Keys are checked when they are read, and a key that
//! is listed twice is refused. Times keep their spelling. Members that are not in this
//! table are named in [`V1::unknown`] and [`V4::unknown`]; they are not kept.
//!
//! `verified` is what the writer claims: on the chain it means "the owner wrote
//! it". [`crate::pop`] proves a key. A conversion never sets it.
//!
//! Limits: 64 keys, and those of [`crate::encoding::document`].

mod convert;
mod v1;
mod v4;

pub use convert::{Converted, Loss, Primary, to_v1, to_v4};
pub use v1::V1;
pub use v4::{AgentKey, MAX_KEYS, V4};

use countersign_kernels::json::Kind;

use crate::{
    Error,
    encoding::{
        base64,
        document::{Node, Numbers, OwnedObject},
        go::reader::Reader,
    },
    keys::{multikey, sage_data::StoredKey},
    print::Written,
};

/// What both versions hold beside the keys.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Profile {
    /// The agent that it describes; opaque here.
    pub did: String,
    /// A name for people to read.
    pub name: String,
    /// A description for people to read.
    pub description: String,
    /// Where messages are sent.
    pub endpoint: String,
    /// Free form.
    pub(crate) capabilities: Option<OwnedObject>,
    /// The account that registered it.
    pub owner: String,
    /// Whether it is in use.
    pub is_active: bool,
    /// When it was made: RFC 3339, in the writer's spelling.
    pub created_at: String,
    /// When it was last changed: RFC 3339, in the writer's spelling.
    pub updated_at: String,
}

impl Profile {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let capabilities = reader.value("capabilities");
        if capabilities.is_some_and(|capabilities| capabilities.kind() != Kind::Object) {
            return Err(reader.refused("capabilities", "it must be an object"));
        }
        let keep =
            |capabilities: Node<'_>| OwnedObject::own(capabilities.canonical()?, Numbers::Doubles);
        let capabilities = capabilities.map(keep).transpose()?;
        Ok(Self {
            did: reader.text("did")?,
            name: reader.text("name")?,
            description: reader.text("description")?,
            endpoint: reader.text("endpoint")?,
            capabilities,
            owner: reader.text("owner")?,
            is_active: reader.flag("is_active")?,
            created_at: reader.time("created_at")?,
            updated_at: reader.time("updated_at")?,
        })
    }

    /// Its capabilities with members that are added or replaced, in order.
    pub(crate) fn capabilities_with(&self, added: &[(&str, &str)]) -> Result<OwnedObject, Error> {
        let text = match &self.capabilities {
            Some(capabilities) => capabilities.node().canonical_with(&[], added)?,
            None => {
                added.iter().fold(Written::new(), |new, (name, json)| new.json(name, json)).end()
            }
        };
        OwnedObject::own(text, Numbers::Doubles)
    }

    /// Writes its members, and the keys of a version by `first`, which stand before the name, and `last`. So all are
    /// in the order of their names.
    fn write(
        &self,
        written: Written,
        first: impl FnOnce(Written) -> Written,
        last: impl FnOnce(Written) -> Written,
    ) -> Written {
        let written = match &self.capabilities {
            Some(capabilities) => written.node("capabilities", capabilities.node()),
            None => written.json("capabilities", "null"),
        };
        let written = written
            .text("created_at", &self.created_at)
            .text("description", &self.description)
            .text("did", &self.did)
            .text("endpoint", &self.endpoint)
            .flag("is_active", self.is_active);
        let written = first(written).text("name", &self.name).text("owner", &self.owner);
        last(written).text("updated_at", &self.updated_at)
    }
}

fn malformed(path: String, reason: &'static str) -> Error {
    Error::MetadataMalformed(path, reason)
}

/// Go's `[]byte`: base64, or `null` for none.
fn write_bytes(written: Written, name: &'static str, bytes: Option<&[u8]>) -> Written {
    match bytes {
        Some(bytes) => written.text(name, &base64::encode(bytes)),
        None => written.json(name, "null"),
    }
}

/// Room for metadata with a few keys, and what is said of them.
const ROOM: usize = 1 << 10;

/// What a reader gives to JavaScript.
fn report<'a>(
    write: impl FnOnce(Written) -> Written,
    unknown: &[String],
    keys: impl Iterator<Item = &'a StoredKey>,
) -> String {
    let keys: Vec<String> = keys.map(|stored| multikey::encode(stored.key())).collect();
    Written::with_room(ROOM)
        .texts("keys", keys.iter().map(String::as_str))
        .inner("metadata", write)
        .texts("unknown", unknown.iter().map(String::as_str))
        .end()
}
