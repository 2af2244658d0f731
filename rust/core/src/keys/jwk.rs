//! JSON Web Keys (RFC 7517, 7518, 8037, 8812; AKP of RFC 9964). Sets of them are in [`super::jwk_set`].
//!
//! | Type | `kty` | `crv` | Members | Secret | `alg` allowed |
//! | --- | --- | --- | --- | --- | --- |
//! | `Ed25519` | OKP | Ed25519 | `x`, 32 bytes | `d`, 32 bytes | EdDSA, Ed25519 |
//! | `X25519` | OKP | X25519 | `x`, 32 bytes | `d`, 32 bytes | ECDH-ES, with A128KW, A192KW, A256KW |
//! | `secp256k1` | EC | secp256k1 | `x`, `y`, 32 bytes each | `d`, 32 bytes | ES256K, ECDH-ES as above |
//! | `P-256` | EC | P-256 | `x`, `y`, 32 bytes each | `d`, 32 bytes | ES256, ECDH-ES as above |
//! | `ML-DSA-44/65/87` | AKP | | `pub` | `priv`, the seed, 32 bytes | its own name, required |
//! | `Ed25519+ML-DSA-65` | AKP | | `pub` | `priv`, two seeds, 64 bytes | ML-DSA-65-Ed25519, required |
//!
//! The last row is draft-ietf-jose-pq-composite-sigs-05.
//!
//! Bytes are canonical base64url of that exact width. `use` and `key_ops` must
//! fit the type and `alg`; members of other names are passed over. A public
//! import refuses private members; an export has them only when a secret is
//! exported. The thumbprint is in [`thumbprint`].

use countersign_kernels::json::Kind;
use zeroize::Zeroizing;

use super::{KeyType, Kty, PublicKey, SecretKey};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node, Numbers},
    },
    print::Written,
};

mod numbers;
mod rules;
mod thumbprint;

pub use numbers::{MAX_NUMBERS, Recent, write_public, write_secret};
pub use thumbprint::{thumbprint, thumbprint_of, thumbprint_of_text};

/// Members that only a private or symmetric key has (RFC 7518, section 6; AKP `priv`).
const PRIVATE: [&str; 9] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/// Writes a public key. Only the members that make the key: no `kid`, `alg` or `use`.
#[must_use]
pub fn public_to_json(key: &PublicKey) -> String {
    write(key, None)
}

/// The members in order, so that the text is canonical.
fn write(key: &PublicKey, secret: Option<&str>) -> String {
    let (key_type, text) = (key.key_type(), base64url::encode);
    let kty = key_type.facts().kty;
    // Long enough from the start: text that grows moves, and leaves a secret behind.
    let jwk = Written::with_room(256 + 2 * key.as_bytes().len());
    if kty == Kty::Akp {
        return jwk
            .text("alg", rules::akp_name(key_type))
            .text("kty", kty.as_str())
            .maybe(secret, |jwk, secret| jwk.text("priv", secret))
            .text("pub", &text(key.as_bytes()))
            .end();
    }
    let jwk = jwk
        .text("crv", key_type.as_str())
        .maybe(secret, |jwk, secret| jwk.text("d", secret))
        .text("kty", kty.as_str());
    match key.uncompressed().filter(|_| kty == Kty::Ec) {
        Some(point) => {
            let (x, y) = point.split_at(1).1.split_at(32);
            jwk.text("x", &text(x)).text("y", &text(y)).end()
        }
        None => jwk.text("x", &text(key.as_bytes())).end(),
    }
}

/// Reads a public key.
///
/// # Errors
///
/// `ERR_JWK_PRIVATE` for a private member; `ERR_JWK_UNSUPPORTED` for a `kty`, `crv` or AKP
/// `alg` outside the table; `ERR_JWK_MEMBER` for one missing or of a wrong type;
/// `ERR_JWK_INCONSISTENT` for `alg`, `use`, `key_ops` or `ext` that do not fit;
/// `ERR_ENCODING_MALFORMED`, `ERR_BYTES_LENGTH`, and as [`PublicKey::from_raw`].
pub fn public_from_json(jwk: Node<'_>) -> Result<PublicKey, Error> {
    let jwk = object(jwk)?;
    match PRIVATE.into_iter().find(|name| jwk.has(name)) {
        Some(name) => Err(Error::JwkPrivate(name)),
        None => public_half(jwk),
    }
}

/// [`public_from_json`] of JSON text, which must be strict (see [`crate::encoding::document`]).
///
/// # Errors
///
/// As [`public_from_json`] and [`Document::read_object`].
pub fn public_from_text(text: &str) -> Result<PublicKey, Error> {
    public_from_json(read(text)?.root())
}

/// A JWK that is JSON text, which stays where it is: nothing of a secret is copied.
pub(super) fn read(text: &str) -> Result<Document<'_>, Error> {
    Document::read_object(text.as_bytes(), Numbers::Exact)
}

/// Writes a secret key, with its public half, as JSON text.
///
/// # Errors
///
/// `ERR_KEY_SEED` for an ML-DSA key that came in without its seed.
pub fn secret_to_text(key: &SecretKey) -> Result<Zeroizing<String>, Error> {
    let secret = Zeroizing::new(base64url::encode(key.expose_seed()?));
    Ok(Zeroizing::new(write(key.public_key(), Some(&secret))))
}

/// Reads a secret key. Its public half must be there and belong to it.
///
/// # Errors
///
/// `ERR_JWK_MEMBER` without `d` (AKP `priv`); `ERR_KEY_PAIR_MISMATCH` if the public half is not of it;
/// as [`public_from_json`] and [`SecretKey::from_bytes`].
pub fn secret_from_json(jwk: Node<'_>) -> Result<SecretKey, Error> {
    let jwk = object(jwk)?;
    let key_type = rules::key_type(jwk)?;
    let (name, what) = secret_member(key_type);
    let secret = Zeroizing::new(base64url::decode(string(jwk, name)?)?);
    if secret.len() != key_type.secret_len() {
        let (want, got) = (key_type.secret_len(), secret.len());
        return Err(Error::BytesLength(what, want, got));
    }
    let key = SecretKey::from_bytes(key_type, &secret)?;
    if public_half(jwk)? == *key.public_key() {
        return Ok(key);
    }
    Err(Error::KeyPairMismatch(public_member(key_type)))
}

/// [`secret_from_json`] of JSON text. What was parsed is wiped.
///
/// # Errors
///
/// As [`secret_from_json`] and [`Document::read_object`].
pub fn secret_from_text(text: &str) -> Result<SecretKey, Error> {
    secret_from_json(read(text)?.root())
}

/// The public key in a JWK, whether or not it has private members too.
fn public_half(jwk: Node<'_>) -> Result<PublicKey, Error> {
    let key_type = rules::check(jwk)?;
    match key_type.facts().kty {
        Kty::Ec => {
            let (x, y) = (bytes(jwk, "x", "JWK member x")?, bytes(jwk, "y", "JWK member y")?);
            PublicKey::from_raw(key_type, &[&[4], x.as_slice(), &y].concat())
        }
        Kty::Okp => PublicKey::from_raw(key_type, &bytes(jwk, "x", "JWK member x")?),
        Kty::Akp => PublicKey::from_raw(key_type, &base64url::decode(string(jwk, "pub")?)?),
    }
}

/// The member that holds the secret.
const fn secret_member(key_type: KeyType) -> (&'static str, &'static str) {
    match key_type.facts().kty {
        Kty::Akp => ("priv", "JWK member priv"),
        Kty::Okp | Kty::Ec => ("d", "JWK member d"),
    }
}

/// Where a JWK has its public half, as a message says it.
const fn public_member(key_type: KeyType) -> &'static str {
    match key_type.facts().kty {
        Kty::Akp => "JWK member pub",
        Kty::Okp => "JWK member x",
        Kty::Ec => "pair of JWK members x and y",
    }
}

/// A member of 32 bytes.
fn bytes(jwk: Node<'_>, name: &'static str, what: &'static str) -> Result<Vec<u8>, Error> {
    let bytes = base64url::decode(string(jwk, name)?)?;
    match bytes.len() {
        32 => Ok(bytes),
        got => Err(Error::BytesLength(what, 32, got)),
    }
}

/// A member that must be there, and be text.
fn string<'a>(jwk: Node<'a>, name: &'static str) -> Result<&'a str, Error> {
    jwk.get(name).and_then(Node::as_str).ok_or_else(|| Error::JwkMember(name))
}

pub(super) fn object(jwk: Node<'_>) -> Result<Node<'_>, Error> {
    if jwk.kind() == Kind::Object { Ok(jwk) } else { Err(Error::JsonNotObject) }
}
