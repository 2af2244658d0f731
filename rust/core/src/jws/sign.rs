//! Signing in two steps, so that any signer fits: first the bytes to sign, then
//! the JWS around the signature.

use core::str::FromStr;

use serde_json::{Map, Value, json};

use super::{Alg, Header, parts::Payload};
use crate::{
    Error,
    encoding::{base64url, json as strict},
    keys::Algorithm,
    unsigned::Unsigned,
};

/// The serialization to write.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// `header.payload.signature`.
    Compact,
    /// One JSON object.
    Flattened,
    /// A JSON object with a list of one signature.
    General,
}

impl FromStr for Form {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "compact" => Ok(Self::Compact),
            "flattened" => Ok(Self::Flattened),
            "general" => Ok(Self::General),
            _ => Err(Error::JwsMalformed("the form must be compact, flattened or general")),
        }
    }
}

/// The bytes to sign: the protected header with its `alg`, a dot, the payload.
///
/// `header` is written canonically. Its `alg` is set from `algorithm` unless it
/// names one that fits.
///
/// # Errors
///
/// `ERR_JWS_ALGORITHM` if JOSE has no name for the algorithm, or `header` names
/// another; `ERR_JWS_HEADER`, `ERR_JWS_CRIT` for a header that [`super::verify`]
/// would refuse.
pub fn signing_input(
    mut header: Map<String, Value>,
    algorithm: Algorithm,
    payload: &[u8],
) -> Result<Vec<u8>, Error> {
    let name = match header.get("alg") {
        None => algorithm.jose().ok_or(Error::JwsAlgorithm)?.to_owned(),
        Some(named) => {
            let alg = named.as_str().and_then(Alg::from_name).ok_or(Error::JwsAlgorithm)?;
            (alg.algorithm() == algorithm)
                .then(|| alg.as_str().to_owned())
                .ok_or(Error::JwsAlgorithm)?
        }
    };
    header.insert("alg".to_owned(), Value::String(name));
    let header = Header::write(header)?;
    Ok(header.message(Payload::new(payload, header.b64()).signing_bytes()))
}

/// How a JWS is written around its signature.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The serialization.
    pub form: Form,
    /// Leave the payload out; the verifier gets it another way.
    pub detached: bool,
    /// Header members that are not signed. JSON forms only.
    pub unprotected: Map<String, Value>,
}

impl Shape {
    /// A shape without unprotected members.
    #[must_use]
    pub fn new(form: Form, detached: bool) -> Self {
        Self { form, detached, unprotected: Map::new() }
    }

    /// Reads a shape as a host gives it: name of the form, JSON text of the members.
    ///
    /// # Errors
    ///
    /// `ERR_JWS_MALFORMED` for another form, an `ERR_JSON_` code for the text.
    pub fn read(form: &str, detached: bool, unprotected: &str) -> Result<Self, Error> {
        let unprotected = strict::parse_object(unprotected.as_bytes())?;
        Ok(Self { form: form.parse()?, detached, unprotected })
    }
}

/// The JWS of this shape, to be signed.
///
/// # Errors
///
/// As [`signing_input`]; of what [`attach`] refuses, nothing before it is signed.
pub fn unsigned(
    header: Map<String, Value>,
    algorithm: Algorithm,
    payload: &[u8],
    shape: Shape,
) -> Result<Unsigned, Error> {
    let message = signing_input(header, algorithm, payload)?;
    let complete = move |message: &[u8], signature: &[u8]| {
        attach(message, signature, shape).map(String::into_bytes)
    };
    Ok(Unsigned::new(algorithm, message, complete))
}

/// Makes the JWS from the bytes that were signed and their signature.
///
/// # Errors
///
/// `ERR_JWS_PAYLOAD` for an unencoded payload that the form cannot carry: one
/// with a dot or outside printable ASCII in a compact JWS, one that is not UTF-8
/// in JSON. `ERR_JWS_MALFORMED`, `ERR_JWS_HEADER` for other input.
pub fn attach(signing_input: &[u8], signature: &[u8], shape: Shape) -> Result<String, Error> {
    let malformed = || Error::JwsMalformed("the signing input has no header");
    let dot = signing_input.iter().position(|&byte| byte == b'.').ok_or_else(malformed)?;
    let (header, payload) = signing_input.split_at(dot);
    let header = core::str::from_utf8(header).map_err(|_| malformed())?;
    let payload = payload.get(1..).filter(|_| !shape.detached);
    Header::read_loose(header, shape.unprotected.clone())?;
    let signature = base64url::encode(signature);
    match shape.form {
        Form::Compact if shape.unprotected.is_empty() => {
            let payload = payload.map_or(Ok(""), compact_payload)?;
            Ok(format!("{header}.{payload}.{signature}"))
        }
        Form::Compact => Err(Error::JwsHeader("a compact JWS cannot have an unprotected header")),
        Form::Flattened => text(part(header, signature, shape.unprotected), payload),
        Form::General => {
            let part = part(header, signature, shape.unprotected);
            text(Map::from_iter([("signatures".to_owned(), json!([part]))]), payload)
        }
    }
}

fn part(header: &str, signature: String, unprotected: Map<String, Value>) -> Map<String, Value> {
    let mut part = Map::new();
    if !header.is_empty() {
        part.insert("protected".to_owned(), header.into());
    }
    if !unprotected.is_empty() {
        part.insert("header".to_owned(), unprotected.into());
    }
    part.insert("signature".to_owned(), signature.into());
    part
}

fn text(mut members: Map<String, Value>, payload: Option<&[u8]>) -> Result<String, Error> {
    if let Some(payload) = payload {
        let text = core::str::from_utf8(payload)
            .map_err(|_| Error::JwsPayload("to stand unencoded in JSON it must be UTF-8"))?;
        members.insert("payload".to_owned(), text.into());
    }
    Ok(Value::Object(members).to_string())
}

/// RFC 7797, section 5.2: no dot, and only characters that survive a text.
fn compact_payload(payload: &[u8]) -> Result<&str, Error> {
    let plain = payload.iter().all(|&byte| (b' '..=b'~').contains(&byte) && byte != b'.');
    core::str::from_utf8(payload).ok().filter(|_| plain).ok_or_else(|| {
        Error::JwsPayload(
            "to stand unencoded in a compact JWS it must be printable ASCII without a dot",
        )
    })
}
