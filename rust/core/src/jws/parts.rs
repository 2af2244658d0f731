//! The three serializations of a JWS, taken apart (RFC 7515, section 7).
//!
//! Members that the RFC does not define are ignored, as it asks. A text with
//! the members of two serializations is refused.

use countersign_kernels::json::Kind;

use super::Header;
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, MAX_BYTES, Node, Numbers},
    },
};

/// Most signatures in the general serialization.
pub const MAX_SIGNATURES: usize = 16;

/// A JWS in parts; every header is read and checked.
pub(super) struct Parsed {
    payload: Option<String>,
    compact: bool,
    pub(super) signatures: Vec<Part>,
}

pub(super) struct Part {
    pub(super) header: Header,
    pub(super) signature: Vec<u8>,
}

/// How a header is read.
type Read = fn(&str, Option<Node<'_>>) -> Result<Header, Error>;

/// A payload, and how it is signed.
pub(super) struct Payload {
    bytes: Vec<u8>,
    /// The base64url text, unless `b64` is false.
    encoded: Option<String>,
}

impl Payload {
    pub(super) fn new(bytes: &[u8], b64: bool) -> Self {
        let encoded = b64.then(|| base64url::encode(bytes));
        Self { bytes: bytes.to_vec(), encoded }
    }

    /// The payload as the signature covers it.
    pub(super) fn signing_bytes(&self) -> &[u8] {
        self.encoded.as_ref().map_or(&self.bytes, |text| text.as_bytes())
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

pub(super) fn parse(text: &str) -> Result<Parsed, Error> {
    parse_with(text, Header::read)
}

/// As [`parse`], for headers that may have `alg` unprotected.
pub(super) fn parse_loose(text: &str) -> Result<Parsed, Error> {
    parse_with(text, Header::read_loose)
}

fn parse_with(text: &str, read: Read) -> Result<Parsed, Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::LimitExceeded("JWS, in bytes", MAX_BYTES));
    }
    let parsed =
        if text.trim_start().starts_with('{') { object(text, read) } else { compact(text, read) }?;
    let mut modes = parsed.signatures.iter().map(|part| part.header.b64());
    let first = modes.next();
    if modes.any(|b64| Some(b64) != first) {
        return Err(Error::JwsHeader("`b64` must be the same for all signatures"));
    }
    Ok(parsed)
}

fn compact(text: &str, read: Read) -> Result<Parsed, Error> {
    let mut segments = text.split('.');
    let (Some(header), Some(payload), Some(signature), None) =
        (segments.next(), segments.next(), segments.next(), segments.next())
    else {
        return Err(Error::JwsMalformed("a compact JWS must have three segments"));
    };
    let part = Part { header: read(header, None)?, signature: base64url::decode(signature)? };
    Ok(Parsed { payload: Some(payload.to_owned()), compact: true, signatures: vec![part] })
}

fn object(text: &str, read: Read) -> Result<Parsed, Error> {
    let document = Document::read_object(text.as_bytes(), Numbers::Exact)?;
    let root = document.root();
    let payload = string(root, "payload")?;
    let signatures = match root.get("signatures") {
        None => vec![part(root, read)?],
        Some(_) if ["signature", "protected", "header"].iter().any(|name| root.has(name)) => {
            return Err(Error::JwsMalformed("it must be flattened or general, not both"));
        }
        Some(list) if is_short(list) => {
            list.items().map(|entry| part(object_of(entry)?, read)).collect::<Result<_, _>>()?
        }
        Some(_) => {
            return Err(Error::JwsMalformed("`signatures` must have 1 to 16 entries"));
        }
    };
    Ok(Parsed { payload, compact: false, signatures })
}

fn is_short(list: Node<'_>) -> bool {
    list.kind() == Kind::Array && !list.is_empty() && list.items().nth(MAX_SIGNATURES).is_none()
}

/// The header and the signature of an object that has them.
pub(crate) fn read_signature(entry: Node<'_>) -> Result<(Header, Vec<u8>), Error> {
    part(entry, Header::read).map(|part| (part.header, part.signature))
}

fn part(entry: Node<'_>, read: Read) -> Result<Part, Error> {
    let protected = string(entry, "protected")?.unwrap_or_default();
    let unprotected = entry.get("header").map(object_of).transpose()?;
    let signature = string(entry, "signature")?;
    let signature = signature.ok_or_else(|| Error::JwsMalformed("`signature` is missing"))?;
    Ok(Part { header: read(&protected, unprotected)?, signature: base64url::decode(&signature)? })
}

fn string(object: Node<'_>, name: &str) -> Result<Option<String>, Error> {
    let wrong = || Error::JwsMalformed("`payload`, `protected` and `signature` must be text");
    let text = |value: Node<'_>| value.as_str().map(str::to_owned).ok_or_else(wrong);
    object.get(name).map(text).transpose()
}

fn object_of(value: Node<'_>) -> Result<Node<'_>, Error> {
    match value.kind() {
        Kind::Object => Ok(value),
        _ => Err(Error::JwsMalformed("`header` and each entry of `signatures` must be an object")),
    }
}

impl Parsed {
    /// The payload: that of the text, or `detached`. It is an error to have both.
    pub(super) fn payload(&self, detached: Option<&[u8]>) -> Result<Payload, Error> {
        let b64 = self.signatures.iter().all(|part| part.header.b64());
        // In a compact text the empty segment stands for a detached payload too.
        let own = self
            .payload
            .as_deref()
            .filter(|text| !(self.compact && detached.is_some() && text.is_empty()));
        match (own, detached) {
            (Some(_), Some(_)) => {
                Err(Error::JwsPayload("it is in the text and was also passed as detached"))
            }
            (None, None) => Err(Error::JwsPayload("it is not in the text; pass it as detached")),
            (None, Some(bytes)) => Ok(Payload::new(bytes, b64)),
            (Some(text), None) if b64 => {
                let bytes = base64url::decode(text)?;
                Ok(Payload { bytes, encoded: Some(text.to_owned()) })
            }
            (Some(text), None) => Ok(Payload::new(text.as_bytes(), false)),
        }
    }
}
