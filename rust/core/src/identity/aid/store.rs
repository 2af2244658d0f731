//! The files of AgenticIdentity's stores: where one lies, and what it holds.
//!
//! ```text
//! receipts/{id}.json            {"version":1,"receipt":{…}}
//! trust/granted/{id}.json       {"version":1,"grant":{…}}        and trust/received
//! trust/revocations/{id}.json   {"version":1,"revocation":{…}}   the id of the grant
//! spawn/{id}.json               {"version":1,"record":{…}}
//! ```
//!
//! AgenticIdentity uses any id as a file name, even `../escaped`. It reads any version, and does not
//! compare the name with what is in the file. Here an id is its prefix and base58, and nothing else.
//! Nothing is verified here: give what was read to the verifier of its kind.

use super::spawn::SpawnRecord;
use crate::{
    Error,
    aid::{self, compact, ensure, pretty, refuse},
    encoding::document::Node,
    error::excerpt,
    grant::aid::{Grant, Revocation},
    print::Written,
    receipt::aid::Receipt,
};

/// The kinds: name, folder, member, prefix of ids.
const KINDS: [(&str, &str, &str, &str); 5] = [
    ("receipt", "receipts", "receipt", "arec_"),
    ("granted", "trust/granted", "grant", "atrust_"),
    ("received", "trust/received", "grant", "atrust_"),
    ("revocation", "trust/revocations", "revocation", "atrust_"),
    ("spawn", "spawn", "record", "aspawn_"),
];

fn kind_of(name: &str) -> Result<(&'static str, &'static str, &'static str), Error> {
    let found = KINDS.into_iter().find(|(kind, ..)| *kind == name);
    let found = found.map(|(_, folder, member, prefix)| (folder, member, prefix));
    found.ok_or_else(|| refuse("a kind of stored object", "there is none of this name"))
}

/// An object of a store. It writes its members in AgenticIdentity's order.
enum Object {
    Receipt(Box<Receipt>),
    Grant(Box<Grant>),
    Revocation(Box<Revocation>),
    Spawn(Box<SpawnRecord>),
}

impl Object {
    fn read(kind: &str, node: Node<'_>) -> Result<Self, Error> {
        Ok(match kind {
            "receipt" => Self::Receipt(Box::new(aid::read_node(node, "a receipt")?.value)),
            "revocation" => Self::Revocation(Box::new(aid::read_node(node, "a revocation")?.value)),
            "spawn" => Self::Spawn(Box::new(aid::read_node(node, "a spawn record")?.value)),
            _ => Self::Grant(Box::new(aid::read_node(node, "a grant")?.value)),
        })
    }

    fn id(&self) -> &str {
        match self {
            Self::Receipt(receipt) => &receipt.id,
            Self::Grant(grant) => &grant.id,
            Self::Revocation(revocation) => &revocation.trust_id,
            Self::Spawn(record) => &record.id,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Receipt(receipt) => compact(receipt),
            Self::Grant(grant) => compact(grant),
            Self::Revocation(revocation) => compact(revocation),
            Self::Spawn(record) => compact(record),
        }
    }

    fn content(&self, member: &str) -> String {
        pretty(&format!("{{\"version\":1,\"{member}\":{}}}", self.text()))
    }
}

fn path(folder: &str, prefix: &str, id: &str) -> Result<String, Error> {
    let digits = id.strip_prefix(prefix).unwrap_or_default();
    let base58 = |byte: u8| byte.is_ascii_alphanumeric() && !b"0OIl".contains(&byte);
    let good = (1..=44).contains(&digits.len()) && digits.bytes().all(base58);
    ensure(good, || Error::AidName(excerpt(id)))?;
    Ok(format!("{folder}/{id}.json"))
}

/// The file of an object, as JSON: `{ path, content }`.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_AID_NAME`; a code of [`crate::encoding::document`].
pub fn write(kind: &str, text: &str) -> Result<String, Error> {
    let (folder, member, prefix) = kind_of(kind)?;
    let object = Object::read(kind, aid::document(text.as_bytes())?.root())?;
    let path = path(folder, prefix, object.id())?;
    Ok(Written::new().text("content", &object.content(member)).text("path", &path).end())
}

/// The object in a file, as its verifier takes it.
///
/// # Errors
///
/// As [`write`]; `ERR_AID_FILE_FORMAT` for another version; `ERR_AID_NAME` if the path is not that
/// of the object.
pub fn read(kind: &str, place: &str, content: &str) -> Result<String, Error> {
    let (folder, member, prefix) = kind_of(kind)?;
    let file = aid::document(content.as_bytes())?;
    let version = file.root().get("version").and_then(Node::as_u64);
    ensure(version == Some(1), || Error::AidFileFormat("version"))?;
    let inner = file.root().get(member).ok_or_else(|| Error::AidFileFormat("content"))?;
    let object = Object::read(kind, inner)?;
    ensure(path(folder, prefix, object.id())? == place, || Error::AidName(excerpt(place)))?;
    Ok(object.text())
}
