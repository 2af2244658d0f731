//! The header of one signature (RFC 7515, section 4; RFC 7797, sections 3 and 6).
//!
//! | Refused | Code |
//! | --- | --- |
//! | protected header not canonical base64url, not strict JSON, not an object | `ERR_ENCODING_MALFORMED`, `ERR_JSON_…` |
//! | a name in both headers; `alg`, `crit` or `b64` outside the protected one; a member of the wrong type | `ERR_JWS_HEADER` |
//! | `crit` empty, with a name twice, absent from the header, or not understood (only `b64` is) | `ERR_JWS_CRIT` |
//! | `b64: false` that `crit` does not name | `ERR_JWS_CRIT` |

use serde_json::{Map, Value};

use super::Alg;
use crate::{
    Error,
    encoding::{base64url, jcs, json},
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
    protected: Map<String, Value>,
    unprotected: Map<String, Value>,
    b64: bool,
}

impl Header {
    /// Reads a header whose algorithm is protected. `text` is base64url, as received.
    ///
    /// # Errors
    ///
    /// As the table of this module says.
    pub fn read(text: &str, unprotected: Map<String, Value>) -> Result<Self, Error> {
        let header = Self::read_loose(text, unprotected)?;
        if !header.protected.contains_key("alg") {
            return Err(Error::JwsHeader("`alg` must be in the protected header"));
        }
        Ok(header)
    }

    /// The header of a new signature, in canonical form.
    ///
    /// # Errors
    ///
    /// As the table of this module says; as [`jcs::canonicalize_object`].
    pub(super) fn write(protected: Map<String, Value>) -> Result<Self, Error> {
        let unprotected = Map::new();
        check_members(&protected, &unprotected)?;
        let b64 = check_crit(&protected)?;
        let text = base64url::encode(&jcs::canonicalize_object(&protected)?);
        check_length(&text)?;
        Ok(Self { text, protected, unprotected, b64 })
    }

    /// Refuses members that cannot stand beside this header unprotected.
    pub(super) fn check_beside(&self, unprotected: &Map<String, Value>) -> Result<(), Error> {
        check_members(&self.protected, unprotected)
    }

    /// Reads a header that may have `alg` unprotected, as [`super::hmac`] allows.
    pub(super) fn read_loose(text: &str, unprotected: Map<String, Value>) -> Result<Self, Error> {
        check_length(text)?;
        let protected = match text {
            "" => Map::new(),
            _ => json::parse_object(&base64url::decode(text)?)?,
        };
        check_members(&protected, &unprotected)?;
        let b64 = check_crit(&protected)?;
        Ok(Self { text: text.to_owned(), protected, unprotected, b64 })
    }

    /// The protected header as received: what was signed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The protected members.
    #[must_use]
    pub const fn protected(&self) -> &Map<String, Value> {
        &self.protected
    }

    /// The members that the signature does not cover.
    #[must_use]
    pub const fn unprotected(&self) -> &Map<String, Value> {
        &self.unprotected
    }

    /// The algorithm, if it is protected and one of ours.
    #[must_use]
    pub fn alg(&self) -> Option<Alg> {
        Alg::from_name(self.protected.get("alg")?.as_str()?)
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
        self.protected.get("alg").or_else(|| self.unprotected.get("alg"))?.as_str()
    }

    /// The key id, if it is protected.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        self.protected.get("kid")?.as_str()
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
        let got = self.protected.get("typ").and_then(Value::as_str);
        match got {
            Some(got) if media_type(got) == media_type(want) => Ok(()),
            _ => Err(Error::JwsTyp(excerpt(want), excerpt(got.unwrap_or_default()))),
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

fn check_members(
    protected: &Map<String, Value>,
    unprotected: &Map<String, Value>,
) -> Result<(), Error> {
    if protected.keys().any(|name| unprotected.contains_key(name)) {
        return Err(Error::JwsHeader("a member is both protected and unprotected"));
    }
    if unprotected.contains_key("crit") || unprotected.contains_key("b64") {
        return Err(Error::JwsHeader("`crit` and `b64` must be protected"));
    }
    let texts = ["alg", "kid", "typ", "cty", "jku", "x5u"];
    let mut members = protected.iter().chain(unprotected);
    if members.any(|(name, value)| texts.contains(&name.as_str()) && !value.is_string()) {
        return Err(Error::JwsHeader("`alg`, `kid`, `typ`, `cty`, `jku` and `x5u` must be text"));
    }
    Ok(())
}

/// Checks `crit`, and gives `b64`.
fn check_crit(protected: &Map<String, Value>) -> Result<bool, Error> {
    let b64 = match protected.get("b64") {
        None => true,
        Some(Value::Bool(b64)) => *b64,
        Some(_) => return Err(Error::JwsHeader("`b64` must be true or false")),
    };
    // Only `b64` is understood and no name may come twice, so only one list is possible.
    let wrong = match protected.get("crit") {
        None => (!b64).then_some("b64"),
        Some(Value::Array(names)) => not_understood(names, protected),
        Some(_) => Some("crit"),
    };
    wrong.map_or(Ok(b64), |name| Err(Error::JwsCrit(excerpt(name))))
}

/// What is wrong in a list of critical parameters: the first that is not understood or not there, else the list itself.
fn not_understood<'a>(names: &'a [Value], protected: &Map<String, Value>) -> Option<&'a str> {
    let known = |name: &str| name == "b64" && protected.contains_key("b64");
    match names {
        [Value::String(name)] if known(name) => None,
        _ => names.iter().filter_map(Value::as_str).find(|name| !known(name)).or(Some("crit")),
    }
}
