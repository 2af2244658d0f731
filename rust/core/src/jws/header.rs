//! The header of one signature (RFC 7515, section 4; RFC 7797, sections 3 and 6).
//!
//! | Refused | Code |
//! | --- | --- |
//! | protected header not canonical base64url, not strict JSON, not an object | `ERR_ENCODING_MALFORMED`, `ERR_JSON_…` |
//! | a name in both headers; `alg`, `crit` or `b64` outside the protected one; a member of the wrong type | `ERR_JWS_HEADER` |
//! | `crit` empty, with a name twice, absent from the header, or not understood (only `b64` is) | `ERR_JWS_CRIT` |
//! | `b64: false` that `crit` does not name | `ERR_JWS_CRIT` |

use core::cmp::Ordering;

use countersign_kernels::json::Kind;

use super::Alg;
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Node, Numbers, OwnedObject},
    },
    error::excerpt,
    keys::Algorithm,
};

/// Largest protected header, in base64url characters: 16 KiB of JSON.
const MAX_TEXT: usize = 21_846;

/// The protected and unprotected header of one signature.
#[derive(Clone, Debug)]
pub struct Header {
    /// The protected header as received: what was signed.
    text: String,
    protected: OwnedObject,
    /// Canonical text.
    unprotected: String,
    /// `alg` of the unprotected header.
    beside: Option<String>,
    b64: bool,
}

impl Header {
    /// Reads a header whose algorithm is protected. `text` is base64url, as received.
    ///
    /// # Errors
    ///
    /// As the table of this module says.
    pub fn read(text: &str, unprotected: Option<Node<'_>>) -> Result<Self, Error> {
        let header = Self::read_loose(text, unprotected)?;
        if !header.protected().has("alg") {
            return Err(Error::JwsHeader("`alg` must be in the protected header"));
        }
        Ok(header)
    }

    /// The header of a new signature, of its canonical text.
    ///
    /// # Errors
    ///
    /// As the table of this module says.
    pub(super) fn write(protected: String) -> Result<Self, Error> {
        let text = base64url::encode(protected.as_bytes());
        let header = Self::of(text, OwnedObject::own(protected, Numbers::Doubles)?, None)?;
        check_length(&header.text)?;
        Ok(header)
    }

    /// Refuses members that cannot stand beside this header unprotected.
    pub(super) fn check_beside(&self, unprotected: Node<'_>) -> Result<(), Error> {
        check_members(self.protected(), Some(unprotected))
    }

    /// Reads a header that may have `alg` unprotected, as [`super::hmac`] allows.
    pub(super) fn read_loose(text: &str, unprotected: Option<Node<'_>>) -> Result<Self, Error> {
        check_length(text)?;
        let protected = match text {
            "" => OwnedObject::own("{}".to_owned(), Numbers::Exact)?,
            _ => OwnedObject::read(&base64url::decode(text)?, Numbers::Exact)?,
        };
        Self::of(text.to_owned(), protected, unprotected)
    }

    fn of(
        text: String,
        protected: OwnedObject,
        unprotected: Option<Node<'_>>,
    ) -> Result<Self, Error> {
        let node = protected.node();
        check_members(node, unprotected)?;
        let b64 = check_crit(node)?;
        let beside = unprotected.and_then(|header| text_of(header, "alg")).map(str::to_owned);
        let unprotected = unprotected.map_or_else(|| Ok("{}".to_owned()), Node::canonical)?;
        Ok(Self { text, protected, unprotected, beside, b64 })
    }

    /// The protected header as received: what was signed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The protected members.
    #[must_use]
    pub fn protected(&self) -> Node<'_> {
        self.protected.node()
    }

    /// The members that the signature does not cover, as JSON.
    #[must_use]
    pub fn unprotected(&self) -> &str {
        &self.unprotected
    }

    /// The algorithm, if it is protected and one of ours.
    #[must_use]
    pub fn alg(&self) -> Option<Alg> {
        Alg::from_name(text_of(self.protected(), "alg")?)
    }

    /// The algorithm that the header names.
    ///
    /// # Errors
    ///
    /// `ERR_JWS_ALGORITHM` for one that is unknown, or not allowed.
    pub fn algorithm(&self, is_allowed: impl Fn(&Alg) -> bool) -> Result<Algorithm, Error> {
        let alg = self.alg().filter(is_allowed);
        alg.map(Alg::algorithm).ok_or_else(|| Alg::unfit(self.alg_name().unwrap_or_default()))
    }

    /// The name of the algorithm, protected or not.
    pub(super) fn alg_name(&self) -> Option<&str> {
        text_of(self.protected(), "alg").or(self.beside.as_deref())
    }

    /// The key id, if it is protected.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        text_of(self.protected(), "kid")
    }

    /// Whether the payload is signed as base64url (RFC 7797).
    #[must_use]
    pub const fn b64(&self) -> bool {
        self.b64
    }

    /// The bytes that the signature is over, for the payload as it is signed.
    pub(super) fn message(&self, payload: &[u8]) -> Vec<u8> {
        let mut message = self.text.clone().into_bytes();
        message.push(b'.');
        message.extend_from_slice(payload);
        message
    }

    /// Compares `typ` as a media type: case is ignored, and `application/` may be left out.
    pub(super) fn require_typ(&self, want: Option<&str>) -> Result<(), Error> {
        let Some(want) = want else { return Ok(()) };
        match self.protected().get("typ").and_then(Node::as_str) {
            Some(got) if media_type(got) == media_type(want) => Ok(()),
            got => Err(Error::JwsTyp(excerpt(want), excerpt(got.unwrap_or_default()))),
        }
    }
}

fn media_type(typ: &str) -> String {
    let typ = typ.to_ascii_lowercase();
    if typ.contains('/') { typ } else { format!("application/{typ}") }
}

fn check_length(text: &str) -> Result<(), Error> {
    let long = || Error::JwsHeader("it is longer than 16 KiB");
    (text.len() <= MAX_TEXT).then_some(()).ok_or_else(long)
}

fn check_members(protected: Node<'_>, unprotected: Option<Node<'_>>) -> Result<(), Error> {
    let headers = || [Some(protected), unprotected].into_iter().flatten();
    let texts = ["alg", "kid", "typ", "cty", "jku", "x5u"];
    if let Some(unprotected) = unprotected {
        if share_a_name(protected, unprotected) {
            return Err(Error::JwsHeader("a member is both protected and unprotected"));
        }
        if unprotected.has("crit") || unprotected.has("b64") {
            return Err(Error::JwsHeader("`crit` and `b64` must be protected"));
        }
    }
    let is_wrong = |(name, value): (Node<'_>, Node<'_>)| {
        !value.is_string() && texts.iter().any(|text| name.says(text))
    };
    if headers().any(|header| header.members().any(is_wrong)) {
        return Err(Error::JwsHeader("`alg`, `kid`, `typ`, `cty`, `jku` and `x5u` must be text"));
    }
    Ok(())
}

/// Walks both, whose members are in order.
fn share_a_name(protected: Node<'_>, unprotected: Node<'_>) -> bool {
    let (mut left, mut right) = (protected.members(), unprotected.members());
    let mut next = (left.next(), right.next());
    while let (Some((own, _)), Some((other, _))) = next {
        match own.order(other) {
            Ordering::Less => next.0 = left.next(),
            Ordering::Greater => next.1 = right.next(),
            Ordering::Equal => return true,
        }
    }
    false
}

/// Checks `crit`, and gives `b64`.
fn check_crit(protected: Node<'_>) -> Result<bool, Error> {
    let b64 = protected.get("b64").map_or(Some(true), Node::as_bool);
    let b64 = b64.ok_or_else(|| Error::JwsHeader("`b64` must be true or false"))?;
    // Only `b64` is understood and no name may come twice, so only one list is possible.
    let wrong = match protected.get("crit") {
        None => (!b64).then_some("b64"),
        Some(names) if names.kind() == Kind::Array => not_understood(names, protected.has("b64")),
        Some(_) => Some("crit"),
    };
    wrong.map_or(Ok(b64), |name| Err(Error::JwsCrit(excerpt(name))))
}

/// What is wrong in a list of critical parameters: the first that is not understood or not there, else the list itself.
fn not_understood(names: Node<'_>, has_b64: bool) -> Option<&str> {
    let mut items = names.items();
    let is_only = items.next().is_some_and(|name| name.says("b64")) && items.next().is_none();
    if is_only && has_b64 {
        return None;
    }
    let mut texts = names.items().filter_map(Node::as_str);
    texts.find(|name| *name != "b64" || !has_b64).or(Some("crit"))
}

fn text_of<'a>(header: Node<'a>, name: &str) -> Option<&'a str> {
    header.get(name)?.as_str()
}
