//! Strict reading of receipts: every member known, every value in one form.

use core::{fmt, str::FromStr};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{KEY_ROTATION, labelled, length, rotation};
use crate::{
    Error, did,
    encoding::{base64url, hex, jcs, json},
    keys::Algorithm,
    label,
};

/// Longest text, in bytes.
pub const MAX_TEXT: usize = 8192;

/// Most references of one receipt.
pub const MAX_REFERENCES: usize = 64;

const MAX_ACTION: usize = 128;
const MAX_FRAGMENT: usize = 4096;
const MAX_SAFE: u64 = (1 << 53) - 1;

const MEMBERS: [&str; 14] = [
    "type",
    "actor",
    "keyId",
    "algorithm",
    "action",
    "content",
    "contentHash",
    "references",
    "context",
    "grant",
    "sequence",
    "previous",
    "time",
    "final",
];

type Members = Map<String, Value>;

/// The hash of a receipt, and its name.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Id(pub [u8; 32]);

impl FromStr for Id {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = Error::ReceiptMalformed { member: "id" };
        let digits = text.strip_prefix("sha256:").filter(|digits| digits.len() == 64);
        let bytes = hex::decode(digits.ok_or(wrong.clone())?).map_err(|_| wrong.clone())?;
        bytes.try_into().map(Self).map_err(|_| wrong)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", hex::encode(&self.0))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A receipt that was read. Nothing in it is proven before [`super::verify`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Receipt {
    body: Members,
    canonical: Vec<u8>,
    algorithm: Algorithm,
    previous: Option<Id>,
    signature: Vec<u8>,
    witnesses: Option<Value>,
    id: Id,
}

impl Receipt {
    /// Reads a receipt.
    ///
    /// # Errors
    ///
    /// A code of [`json`]; `ERR_RECEIPT_VERSION` for another type; `ERR_RECEIPT_MALFORMED` for a
    /// member that is missing, unknown, or outside the table of [`super`].
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let (members, canonical) = json::parse_with_canonical(text, &["signature", "witnesses"])?;
        Self::read(members, canonical)
    }

    /// Takes the members, and the canonical form of the body where that is known.
    fn read(mut members: Members, known: Option<String>) -> Result<Self, Error> {
        let witnesses = members.remove("witnesses");
        let signature = members.remove("signature");
        let algorithm = check_body(&members)?;
        let signature = read_signature(signature.as_ref(), "signature", algorithm)?;
        let previous = text(&members, "previous").map(str::parse).transpose()?;
        let canonical = match known {
            Some(text) => text.into_bytes(),
            None => canonical(&members)?,
        };
        let id = hash(&canonical, &signature);
        Ok(Self { body: members, canonical, algorithm, previous, signature, witnesses, id })
    }

    /// Its name: the hash of what it says and of the actor's signature.
    #[must_use]
    pub const fn id(&self) -> Id {
        self.id
    }

    /// Who acted.
    #[must_use]
    pub fn actor(&self) -> &str {
        text(&self.body, "actor").unwrap_or_default()
    }

    /// Which key signed.
    #[must_use]
    pub fn key_id(&self) -> &str {
        text(&self.body, "keyId").unwrap_or_default()
    }

    /// How it was signed.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// What kind of action it was.
    #[must_use]
    pub fn action(&self) -> &str {
        text(&self.body, "action").unwrap_or_default()
    }

    /// Under which grant.
    #[must_use]
    pub fn grant(&self) -> Option<&str> {
        text(&self.body, "grant")
    }

    /// Its place in the chain.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.body.get("sequence").and_then(Value::as_u64).unwrap_or_default()
    }

    /// The receipt before.
    #[must_use]
    pub const fn previous(&self) -> Option<Id> {
        self.previous
    }

    /// When, in Unix milliseconds, by the actor's clock.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.body.get("time").and_then(Value::as_u64).unwrap_or_default()
    }

    /// Whether it is the last of its chain.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.body.contains_key("final")
    }

    /// The hash of its content: stated, or computed.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH` for content that is nested too deep.
    pub fn content_hash(&self) -> Result<Id, Error> {
        match self.body.get("content") {
            Some(content) => content_hash(content),
            None => text(&self.body, "contentHash").unwrap_or_default().parse(),
        }
    }

    /// What the actor signed.
    #[must_use]
    pub fn statement(&self) -> Vec<u8> {
        labelled(label::RECEIPT, &self.canonical)
    }

    /// The actor's signature.
    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// The members without signature and witnesses.
    #[must_use]
    pub const fn body(&self) -> &Members {
        &self.body
    }

    pub(crate) const fn witnesses(&self) -> Option<&Value> {
        self.witnesses.as_ref()
    }

    pub(super) fn with_witnesses(mut self, witnesses: Value) -> Self {
        self.witnesses = Some(witnesses);
        self
    }

    /// The whole receipt in canonical form.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH` for witnesses that are nested too deep.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut members = self.signed();
        if let Some(witnesses) = &self.witnesses {
            members.insert("witnesses".into(), witnesses.clone());
        }
        utf8(canonical(&members)?)
    }

    /// The receipt without its witnesses, in canonical form: what a log holds as a leaf.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH`, which a receipt that was read cannot give.
    pub fn leaf(&self) -> Result<String, Error> {
        utf8(canonical(&self.signed())?)
    }

    fn signed(&self) -> Members {
        let mut members = self.body.clone();
        members.insert("signature".into(), base64url::encode(&self.signature).into());
        members
    }
}

/// The hash that stands for content: SHA-256(lp(label) ‖ JCS).
///
/// # Errors
///
/// `ERR_JSON_DEPTH` for a value that is nested too deep.
pub fn content_hash(content: &Value) -> Result<Id, Error> {
    let message = labelled(label::RECEIPT_CONTENT, &jcs::canonicalize(content)?);
    Ok(Id(Sha256::digest(message).into()))
}

fn hash(canonical: &[u8], signature: &[u8]) -> Id {
    let mut hash = Sha256::new();
    for part in [label::RECEIPT_HASH.as_bytes(), canonical] {
        hash.update(length(part));
        hash.update(part);
    }
    Id(hash.chain_update(signature).finalize().into())
}

pub(super) fn canonical(members: &Members) -> Result<Vec<u8>, Error> {
    jcs::canonicalize_object(members)
}

fn utf8(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes)
        .map_err(|error| Error::JsonUtf8 { at: error.utf8_error().valid_up_to() })
}

pub(super) fn text<'a>(members: &'a Members, name: &str) -> Option<&'a str> {
    members.get(name)?.as_str()
}

/// A text of 1 to [`MAX_TEXT`] bytes.
pub(super) fn bounded<'a>(members: &'a Members, member: &'static str) -> Result<&'a str, Error> {
    let text = text(members, member).filter(|text| (1..=MAX_TEXT).contains(&text.len()));
    text.ok_or(Error::ReceiptMalformed { member })
}

pub(super) fn read_signature(
    value: Option<&Value>,
    member: &'static str,
    algorithm: Algorithm,
) -> Result<Vec<u8>, Error> {
    let bytes = value.and_then(Value::as_str).and_then(|text| base64url::decode(text).ok());
    let bytes = bytes.filter(|bytes| bytes.len() == algorithm.signature_len());
    bytes.ok_or(Error::ReceiptMalformed { member })
}

pub(super) fn read_algorithm(members: &Members) -> Result<Algorithm, Error> {
    let name = text(members, "algorithm").and_then(|name| name.parse().ok());
    name.ok_or(Error::ReceiptMalformed { member: "algorithm" })
}

/// A DID in the one spelling in which DIDs are compared, and a key id under it.
pub(super) fn check_names(members: &Members, who: &'static str) -> Result<(), Error> {
    let did = bounded(members, who)?;
    if !did::parse_into(did).is_ok_and(|parsed| parsed.text == did) {
        return Err(Error::ReceiptMalformed { member: who });
    }
    check_key_id(members, did)
}

pub(super) fn check_key_id(members: &Members, did: &str) -> Result<(), Error> {
    let fragment = text(members, "keyId")
        .and_then(|id| id.strip_prefix(did))
        .and_then(|rest| rest.strip_prefix('#'));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?%".contains(&byte);
    let good = |text: &&str| (1..=MAX_FRAGMENT).contains(&text.len()) && text.bytes().all(plain);
    fragment.filter(good).map(|_| ()).ok_or(Error::ReceiptMalformed { member: "keyId" })
}

/// A whole number that a double carries.
pub(super) fn check_whole(members: &Members, member: &'static str) -> Result<u64, Error> {
    let number = members.get(member).and_then(Value::as_u64).filter(|it| *it <= MAX_SAFE);
    number.ok_or(Error::ReceiptMalformed { member })
}

/// Checks every member but signature and witnesses; gives the algorithm.
pub(super) fn check_body(members: &Members) -> Result<Algorithm, Error> {
    if text(members, "type") != Some(label::RECEIPT) {
        return Err(Error::ReceiptVersion);
    }
    let rotates = text(members, "action") == Some(KEY_ROTATION);
    let known = |name: &String| MEMBERS.contains(&name.as_str()) || (rotates && name == "next");
    if !members.keys().all(known) {
        return Err(Error::ReceiptMalformed { member: "unknown" });
    }
    check_names(members, "actor")?;
    check_content(members)?;
    check_place(members)?;
    if rotates {
        rotation::check(members)?;
    }
    read_algorithm(members)
}

fn check_content(members: &Members) -> Result<(), Error> {
    let action = bounded(members, "action")?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/-".contains(&byte);
    if action.len() > MAX_ACTION || !action.bytes().all(plain) {
        return Err(Error::ReceiptMalformed { member: "action" });
    }
    match (members.contains_key("content"), members.get("contentHash")) {
        (true, None) => {}
        (false, Some(Value::String(hash))) if hash.parse::<Id>().is_ok() => {}
        _ => return Err(Error::ReceiptMalformed { member: "content" }),
    }
    for member in ["context", "grant"] {
        if members.contains_key(member) {
            bounded(members, member)?;
        }
    }
    let reference = |it: &Value| it.as_str().is_some_and(|it| (1..=MAX_TEXT).contains(&it.len()));
    match members.get("references") {
        None => Ok(()),
        Some(Value::Array(list))
            if (1..=MAX_REFERENCES).contains(&list.len()) && list.iter().all(reference) =>
        {
            Ok(())
        }
        Some(_) => Err(Error::ReceiptMalformed { member: "references" }),
    }
}

fn check_place(members: &Members) -> Result<(), Error> {
    let sequence = check_whole(members, "sequence")?;
    let linked = match members.get("previous") {
        None => false,
        Some(Value::String(id)) if id.parse::<Id>().is_ok() => true,
        Some(_) => return Err(Error::ReceiptMalformed { member: "previous" }),
    };
    if linked == (sequence == 0) {
        return Err(Error::ReceiptMalformed { member: "previous" });
    }
    check_whole(members, "time")?;
    match members.get("final") {
        None | Some(Value::Bool(true)) => Ok(()),
        Some(_) => Err(Error::ReceiptMalformed { member: "final" }),
    }
}
