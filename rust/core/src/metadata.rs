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
//! Limits: 64 keys, and those of [`crate::encoding::json`].

mod convert;
mod v1;
mod v4;

pub use convert::{Converted, Loss, Primary, to_v1, to_v4};
pub use v1::V1;
pub use v4::{AgentKey, MAX_KEYS, V4};

use serde_json::{Map, Value, json};

use crate::{
    Error,
    encoding::{base64, go::reader::Reader},
    keys::{multikey, sage_data::StoredKey},
    print::Print,
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
    pub capabilities: Option<Map<String, Value>>,
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
        let capabilities = match reader.value("capabilities") {
            None => None,
            Some(Value::Object(members)) => Some(members.clone()),
            Some(_) => return Err(reader.refused("capabilities", "it must be an object")),
        };
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

    fn to_value(&self) -> Value {
        json!({
            "did": self.did,
            "name": self.name,
            "description": self.description,
            "endpoint": self.endpoint,
            "capabilities": self.capabilities,
            "owner": self.owner,
            "is_active": self.is_active,
            "created_at": self.created_at,
            "updated_at": self.updated_at,
        })
    }
}

fn malformed(path: String, reason: &'static str) -> Error {
    Error::MetadataMalformed(path, reason)
}

/// Go's `[]byte`: base64, or `null` for none.
fn bytes_value(bytes: Option<&[u8]>) -> Value {
    bytes.map_or(Value::Null, |bytes| base64::encode(bytes).into())
}

/// What a reader gives to JavaScript.
fn report<'a>(
    metadata: Value,
    unknown: &[String],
    keys: impl Iterator<Item = &'a StoredKey>,
) -> String {
    let keys: Vec<String> = keys.map(|stored| multikey::encode(stored.key())).collect();
    json!({ "metadata": metadata, "unknown": unknown, "keys": keys }).print()
}

fn with(mut record: Value, members: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    if let Value::Object(all) = &mut record {
        all.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
    record
}
