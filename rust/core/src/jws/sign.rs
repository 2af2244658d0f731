//! The JWS of a payload, which waits for its signature. What the form cannot carry is refused before anything is signed.

use core::str::FromStr;

use super::{Alg, Header, parts::Payload};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Node, Numbers, OwnedObject},
    },
    keys::Algorithm,
    print::quoted,
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
        let found = Self::ALL.into_iter().find(|form| form.as_str() == name);
        found.ok_or_else(|| Error::JwsMalformed("the form must be compact, flattened or general"))
    }
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 3] = [Self::Compact, Self::Flattened, Self::General];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::Flattened => "flattened",
            Self::General => "general",
        }
    }
}

/// How a JWS is written around its signature.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The serialization.
    pub form: Form,
    /// Leave the payload out; the verifier gets it another way.
    pub detached: bool,
    /// Header members that are not signed. JSON forms only.
    pub(super) unprotected: Option<OwnedObject>,
}

impl Shape {
    /// A shape without unprotected members.
    #[must_use]
    pub const fn new(form: Form, detached: bool) -> Self {
        Self { form, detached, unprotected: None }
    }

    /// Reads a shape as a host gives it: name of the form, JSON text of the members.
    ///
    /// # Errors
    ///
    /// `ERR_JWS_MALFORMED` for another form, an `ERR_JSON_` code for the text.
    pub fn read(form: &str, detached: bool, unprotected: &str) -> Result<Self, Error> {
        let unprotected = OwnedObject::read(unprotected.as_bytes(), Numbers::Exact)?;
        let unprotected = Some(unprotected).filter(|header| !header.node().is_empty());
        Ok(Self { form: form.parse()?, detached, unprotected })
    }
}

/// The JWS of this shape, to be signed.
///
/// `members` of the protected header are written canonically. Its `alg` is set from `algorithm` unless it names one
/// that fits.
///
/// # Errors
///
/// `ERR_JWS_ALGORITHM` if JOSE has no name for the algorithm, or `members` name another; `ERR_JWS_HEADER`,
/// `ERR_JWS_CRIT` for headers that [`super::verify`] would refuse; `ERR_JWS_PAYLOAD` for an unencoded payload that the
/// form cannot carry: one with a dot or outside printable ASCII in a compact JWS, one that is not UTF-8 in JSON.
pub fn unsigned(
    members: Node<'_>,
    algorithm: Algorithm,
    payload: &[u8],
    shape: Shape,
) -> Result<Unsigned, Error> {
    let header = new_header(members, algorithm, None)?;
    let payload = Payload::new(payload, header.b64());
    let (message, around) =
        (header.message(payload.signing_bytes()), shape.around(&header, &payload)?);
    let complete = move |_: &[u8], signature: &[u8]| Ok(around.close(signature).into_bytes());
    Ok(Unsigned::new(algorithm, message, complete))
}

/// The bytes to sign for a payload that stands elsewhere: the protected header, a dot, the payload.
///
/// # Errors
///
/// As [`unsigned`].
pub(crate) fn detached_message(
    members: Node<'_>,
    algorithm: Algorithm,
    typ: &str,
    payload: &[u8],
) -> Result<Vec<u8>, Error> {
    let header = new_header(members, algorithm, Some(typ))?;
    Ok(header.message(Payload::new(payload, header.b64()).signing_bytes()))
}

/// The header with `alg`, and with `typ` unless it has that.
fn new_header(members: Node<'_>, algorithm: Algorithm, typ: Option<&str>) -> Result<Header, Error> {
    let alg = match members.get("alg") {
        None => algorithm.jose().ok_or_else(|| Alg::unfit(algorithm.as_str()))?,
        Some(named) => {
            let named = named.as_str().unwrap_or_default();
            let alg = Alg::from_name(named).filter(|alg| alg.algorithm() == algorithm);
            alg.ok_or_else(|| Alg::unfit(named))?.as_str()
        }
    };
    let (alg, typ) = (quoted(alg), typ.filter(|_| !members.has("typ")).map(quoted));
    let mut added = vec![("alg", alg.as_str())];
    added.extend(typ.as_deref().map(|typ| ("typ", typ)));
    Header::write(members.canonical_with(&[], &added)?)
}

/// The text of a JWS around its one signature.
pub(super) struct Around {
    before: String,
    after: &'static str,
}

impl Around {
    /// The JWS with its signature.
    pub(super) fn close(self, signature: &[u8]) -> String {
        [&self.before, base64url::encode(signature).as_str(), self.after].concat()
    }
}

impl Shape {
    /// What stands around the signature.
    ///
    /// # Errors
    ///
    /// As [`unsigned`].
    pub(super) fn around(&self, header: &Header, payload: &Payload) -> Result<Around, Error> {
        if let Some(unprotected) = &self.unprotected {
            header.check_beside(unprotected.node())?;
        }
        let payload = (!self.detached).then(|| payload.signing_bytes());
        if self.form == Form::Compact {
            return self.compact(header.text(), payload);
        }
        let payload = payload.map(json_payload).transpose()?;
        let payload = payload.map_or_else(String::new, |text| member("payload", &text));
        let header = match header.text() {
            "" => String::new(),
            text => member("protected", &quoted(text)),
        };
        let beside = match &self.unprotected {
            None => String::new(),
            Some(unprotected) => member("header", &unprotected.node().canonical()?),
        };
        let (parts, after) = match self.form {
            Form::General => ([&payload, r#""signatures":[{"#, &beside, &header], r#""}]}"#),
            _ => ([&beside, &payload, &header, ""], r#""}"#),
        };
        Ok(Around { before: ["{", &parts.concat(), r#""signature":""#].concat(), after })
    }

    fn compact(&self, header: &str, payload: Option<&[u8]>) -> Result<Around, Error> {
        if self.unprotected.is_some() {
            return Err(Error::JwsHeader("a compact JWS cannot have an unprotected header"));
        }
        let payload = payload.map_or(Ok(""), compact_payload)?;
        Ok(Around { before: format!("{header}.{payload}."), after: "" })
    }
}

/// A member of an object that more follow.
fn member(name: &str, json: &str) -> String {
    ["\"", name, "\":", json, ","].concat()
}

fn json_payload(payload: &[u8]) -> Result<String, Error> {
    let text = core::str::from_utf8(payload)
        .map_err(|_| Error::JwsPayload("to stand unencoded in JSON it must be UTF-8"))?;
    Ok(quoted(text))
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
