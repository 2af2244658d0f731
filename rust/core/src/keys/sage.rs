//! Key forms of SAGE (profile `sage`): bytes, key ids, and its JWK and PEM on import.
//!
//! | Type | Marshalled | Unmarshalled, by name | Hashed to the key id |
//! | --- | --- | --- | --- |
//! | `Ed25519` | 32 bytes | `ed25519`: 32 | 32 bytes |
//! | `X25519` | 32 bytes | `x25519`: 32 | 32 bytes |
//! | `secp256k1` | 64, `x ‖ y` | `secp256k1`: 33, 64, 65 from 04 | 33 bytes, compressed |
//! | `P-256` | 65 from 04 | `p256`: SubjectPublicKeyInfo, DER or PEM | 65 bytes |
//!
//! The JWK importer fills coordinates and `d` of EC keys up to 32 bytes, since
//! SAGE drops leading zero bytes, and lets an EC secret come without `x` and
//! `y`. The PEM importer reads the block with the header `Curve: secp256k1`
//! over raw bytes. All other checks are those of [`jwk`], [`pem`] and
//! [`PublicKey::from_raw`]; where SAGE has none, this differs from SAGE.

use ::der::pem as raw_pem;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{KeyType, PublicKey, SecretKey, der, jwk, pem};
use crate::{
    Error,
    encoding::{base64url, document::Node, hex},
    error::excerpt,
    print::quoted,
};

/// The second line of SAGE's PEM, and the empty line after it.
const HEADER: &str = "\nCurve: secp256k1\n\n";

/// Writes a key as SAGE does.
///
/// # Errors
///
/// `ERR_KEY_UNSUPPORTED` for ML-DSA, which SAGE does not have.
pub fn marshal(key: &PublicKey) -> Result<Vec<u8>, Error> {
    let point = key.uncompressed();
    match (key.key_type(), point) {
        (KeyType::Ed25519 | KeyType::X25519, _) => Ok(key.as_bytes().to_vec()),
        (KeyType::Secp256k1, Some(point)) => Ok(point.split_at(1).1.to_vec()),
        (KeyType::P256, Some(point)) => Ok(point.to_vec()),
        (other, _) => Err(Error::KeyUnsupported(other.as_str())),
    }
}

/// Reads a key that SAGE wrote, by its lower-case name of the type.
///
/// # Errors
///
/// `ERR_KEY_TYPE_UNKNOWN`, `ERR_BYTES_LENGTH`, and as [`PublicKey::from_raw`],
/// [`der::public_from_der`] and [`pem::public_from_pem`].
pub fn unmarshal(name: &str, bytes: &[u8]) -> Result<PublicKey, Error> {
    let named = |key_type: &KeyType| key_type.sage_name() == Some(name);
    let key_type = KeyType::ALL.into_iter().find(named);
    match (key_type.ok_or_else(|| Error::KeyTypeUnknown(excerpt(name)))?, bytes.len()) {
        (KeyType::Secp256k1, 64) => {
            PublicKey::from_raw(KeyType::Secp256k1, &[&[4], bytes].concat())
        }
        (KeyType::P256, _) => spki(bytes),
        (other, _) => PublicKey::from_raw(other, bytes),
    }
}

/// The key id: hex of the first 8 bytes of SHA-256. It is too short to identify a key by itself.
///
/// # Errors
///
/// `ERR_KEY_UNSUPPORTED` for ML-DSA.
pub fn key_id(key: &PublicKey) -> Result<String, Error> {
    let hashed = match key.key_type() {
        KeyType::Secp256k1 => key.as_bytes().to_vec(),
        _ => marshal(key)?,
    };
    let digest = Sha256::digest(hashed);
    Ok(hex::encode(digest.first_chunk::<8>().map_or(&[], |id| id.as_slice())))
}

/// Reads a public key from SAGE's JWK. What was written anew is wiped.
///
/// # Errors
///
/// As [`jwk::public_from_json`] and [`crate::encoding::document::Document::read_object`].
pub fn public_from_jwk(text: &str) -> Result<PublicKey, Error> {
    jwk::public_from_text(&widen(jwk::read(text)?.root())?)
}

/// Reads a secret key from SAGE's JWK. What was written anew is wiped.
///
/// # Errors
///
/// As [`jwk::secret_from_json`] and [`crate::encoding::document::Document::read_object`].
pub fn secret_from_jwk(text: &str) -> Result<SecretKey, Error> {
    let wide = widen(jwk::read(text)?.root())?;
    jwk::secret_from_text(&complete(jwk::read(&wide)?.root())?)
}

/// Reads a public key from SAGE's PEM: its own block, or the standard one.
///
/// # Errors
///
/// As [`pem::public_from_pem`].
pub fn public_from_pem(text: &str) -> Result<PublicKey, Error> {
    match raw_block(text, "PUBLIC KEY")? {
        Some(raw) if raw.len() == 64 => unmarshal("secp256k1", &raw),
        Some(raw) => Err(Error::BytesLength("x and y in the PEM", 64, raw.len())),
        None => pem::public_from_pem(text),
    }
}

/// Reads a secret key from SAGE's PEM: its own block, or the standard one.
///
/// # Errors
///
/// As [`pem::secret_from_pem`].
pub fn secret_from_pem(text: &str) -> Result<SecretKey, Error> {
    match raw_block(text, "EC PRIVATE KEY")? {
        Some(raw) => SecretKey::from_bytes(KeyType::Secp256k1, &raw),
        None => pem::secret_from_pem(text),
    }
}

fn spki(bytes: &[u8]) -> Result<PublicKey, Error> {
    let key = match core::str::from_utf8(bytes) {
        Ok(text) if text.starts_with("-----BEGIN ") => pem::public_from_pem(text)?,
        _ => der::public_from_der(bytes)?,
    };
    match key.key_type() {
        KeyType::P256 => Ok(key),
        other => Err(Error::KeyTypeMismatch("P-256", other.as_str())),
    }
}

/// Fills the numbers of an EC key up to 32 bytes with leading zeros.
fn widen(jwk: Node<'_>) -> Result<Zeroizing<String>, Error> {
    if !jwk.get("kty").is_some_and(|kty| kty.says("EC")) {
        return Ok(jwk.text_with(&[])?.into());
    }
    let [x, y, d] = ["x", "y", "d"].map(|name| wide(jwk, name));
    let added = [("d", d?), ("x", x?), ("y", y?)];
    with(jwk, &added)
}

/// A number as JSON text of 32 bytes in base64url.
fn wide(jwk: Node<'_>, name: &str) -> Result<Option<Zeroizing<String>>, Error> {
    let Some(number) = jwk.get(name).and_then(Node::as_str) else { return Ok(None) };
    let bytes = Zeroizing::new(base64url::decode(number)?);
    let missing = 32_usize.saturating_sub(bytes.len());
    let wide = Zeroizing::new([vec![0; missing].as_slice(), &bytes].concat());
    Ok(Some(quoted(&Zeroizing::new(base64url::encode(&wide))).into()))
}

fn with(
    jwk: Node<'_>,
    added: &[(&str, Option<Zeroizing<String>>)],
) -> Result<Zeroizing<String>, Error> {
    let members = added.iter().filter_map(|(name, json)| Some((*name, json.as_deref()?.as_str())));
    Ok(jwk.text_with(&members.collect::<Vec<_>>())?.into())
}

/// Adds the public half to an EC secret that has none of it.
fn complete(jwk: Node<'_>) -> Result<Zeroizing<String>, Error> {
    let text = |name| jwk.get(name).and_then(Node::as_str);
    let curve = match (text("kty"), text("crv")) {
        (Some("EC"), Some("secp256k1")) => Some(KeyType::Secp256k1),
        (Some("EC"), Some("P-256")) => Some(KeyType::P256),
        _ => None,
    };
    let secret = text("d").filter(|_| !jwk.has("x") && !jwk.has("y"));
    let (Some(curve), Some(secret)) = (curve, secret) else {
        return Ok(jwk.text_with(&[])?.into());
    };
    let secret = Zeroizing::new(base64url::decode(secret)?);
    let public = jwk::public_to_json(SecretKey::from_bytes(curve, &secret)?.public_key());
    let public = jwk::read(&public)?;
    let number = |name| public.root().get(name).map(Node::canonical).transpose();
    let [x, y] = ["x", "y"].map(|name| Ok(number(name)?.map(Zeroizing::new)));
    with(jwk, &[("x", x?), ("y", y?)])
}

/// The bytes of SAGE's own block under `label`, `None` for any other text.
fn raw_block(text: &str, label: &str) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let begin = format!("-----BEGIN {label}-----");
    let Some(body) = text.strip_prefix(&begin).and_then(|rest| rest.strip_prefix(HEADER)) else {
        return Ok(None);
    };
    if text.len() > pem::MAX_TEXT {
        return Err(Error::LimitExceeded("PEM text", pem::MAX_TEXT));
    }
    let plain = Zeroizing::new(format!("{begin}\n{body}"));
    let (_, bytes) = raw_pem::decode_vec(plain.as_bytes()).map_err(|_| Error::PemMalformed)?;
    Ok(Some(Zeroizing::new(bytes)))
}
