//! JWS under a shared secret: `HS256`, `HS384`, `HS512` (RFC 7518, section 3.2).
//!
//! A dangerous tool, kept apart: whoever can check such a signature can make
//! one, so it proves no identity. [`super::verify`] never uses it. The keys
//! are an `oct` JWK or a set of them ([`super::jwks::Symmetric`]); a key must be
//! at least as long as the hash, as the RFC asks. `alg` may be unprotected,
//! because the key names the algorithm.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha384, Sha512};

use super::{
    Alg, Header, Shape,
    jwks::Symmetric,
    parts::{self, Payload},
};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Node, OwnedObject},
    },
    print::quoted,
};

/// Names of the algorithms, and the shortest key of each in bytes.
pub const ALGORITHMS: [(&str, usize); 3] = [("HS256", 32), ("HS384", 48), ("HS512", 64)];

/// Makes a JWS. `alg` is put into the protected header unless a header names it.
///
/// # Errors
///
/// `ERR_JWS_ALGORITHM` for another algorithm, a key that is too short, or a
/// header that names another algorithm; as [`super::unsigned`].
pub fn sign(
    alg: &str,
    key: &[u8],
    protected: Node<'_>,
    payload: &[u8],
    shape: Shape,
) -> Result<String, Error> {
    let beside = shape.unprotected.as_ref().map(OwnedObject::node);
    let named = protected.get("alg").or_else(|| beside?.get("alg"));
    let json = quoted(alg);
    let added = match named {
        None => vec![("alg", json.as_str())],
        Some(named) if named.says(alg) => Vec::new(),
        Some(named) => return Err(Alg::unfit(named.as_str().unwrap_or_default())),
    };
    let text = match protected.is_empty() && added.is_empty() {
        true => String::new(),
        false => base64url::encode(protected.canonical_with(&[], &added)?.as_bytes()),
    };
    let header = Header::read_loose(&text, None)?;
    let payload = Payload::new(payload, header.b64());
    let tag = tag(alg, key, &header.message(payload.signing_bytes()))?;
    Ok(shape.around(&header, &payload)?.close(&tag))
}

fn tag(alg: &str, key: &[u8], signing_input: &[u8]) -> Result<Vec<u8>, Error> {
    let fits = ALGORITHMS.iter().any(|&(name, shortest)| name == alg && key.len() >= shortest);
    match alg {
        "HS256" if fits => mac::<Hmac<Sha256>>(alg, key, signing_input),
        "HS384" if fits => mac::<Hmac<Sha384>>(alg, key, signing_input),
        "HS512" if fits => mac::<Hmac<Sha512>>(alg, key, signing_input),
        _ => Err(Alg::unfit(alg)),
    }
}

fn mac<M: Mac + KeyInit>(alg: &str, key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error> {
    let mut mac = <M as KeyInit>::new_from_slice(key).map_err(|_| Alg::unfit(alg))?;
    mac.update(message);
    Ok(mac.finalize().into_bytes().to_vec())
}

/// Verifies a JWS of any form with one signature, and gives its payload.
///
/// # Errors
///
/// As [`super::verify`].
pub fn verify(text: &str, detached: Option<&[u8]>, keys: &Symmetric) -> Result<Vec<u8>, Error> {
    let parsed = parts::parse_loose(text)?;
    let payload = parsed.payload(detached)?;
    let [part] = parsed.signatures.as_slice() else {
        return Err(Error::JwsMalformed("it must have exactly one signature"));
    };
    let alg = part.header.alg_name().ok_or_else(|| Alg::unfit(""))?;
    let key = keys.find(part.header.kid(), alg)?;
    let want = tag(alg, key, &part.header.message(payload.signing_bytes()))?;
    if bool::from(subtle::ConstantTimeEq::ct_eq(want.as_slice(), part.signature.as_slice())) {
        Ok(payload.into_bytes())
    } else {
        Err(Error::JwsSignature)
    }
}
