//! Keys: types, validation, and what a key can do.
//!
//! | Type | Public key, canonical | Also read | Secret | Does |
//! | --- | --- | --- | --- | --- |
//! | `Ed25519` | 32 bytes (RFC 8032 5.1.5) | | 32, the seed | sign |
//! | `secp256k1` | 33 bytes, compressed (SEC 1 2.3.3) | 65 bytes from 04 | 32, big-endian, 1 to n-1 | sign, recover, agree |
//! | `P-256` | 33 bytes, compressed (SEC 1 2.3.3) | 65 bytes from 04 | 32, big-endian, 1 to n-1 | sign, agree |
//! | `X25519` | 32 bytes (RFC 7748 5), below p | | 32, clamped in use | agree |
//! | `ML-DSA-44/65/87` | 1312, 1952, 2592 bytes (FIPS 204 table 2) | | 32, the seed; or 2560, 4032, 4896, expanded | sign |
//! | `Ed25519+ML-DSA-65` | 1984 bytes, ML-DSA ‖ Ed25519 ([`composite`]) | | 64, two seeds, ML-DSA ‖ Ed25519 | sign |
//!
//! A [`PublicKey`] proves that its bytes were checked: right length, canonical,
//! on the curve, not of small order. A [`SecretKey`] is wiped when dropped and
//! never printed. [`ed25519`] and [`ecdsa`] say which signatures are accepted.

pub mod batch;
mod composite;
mod counted;
pub mod der;
pub mod ecdsa;
pub mod ed25519;
pub mod ethereum;
pub mod jwk;
pub mod jwk_set;
pub mod ml_dsa;
pub mod multikey;
mod p256;
pub mod pem;
mod public;
mod repeated;
pub mod sage;
pub mod sage_data;
pub mod sage_sign;
mod secp256k1;
mod secret;
mod seen;
mod table;
mod types;
pub mod x25519;

pub use counted::checks_made;
pub(crate) use counted::{as_one_check, count_check};
pub use public::PublicKey;
pub(crate) use repeated::{MOST_TABLES, Uses, has_tables};
pub use secret::{SecretKey, Signing};
pub(crate) use table::Kty;
pub use types::{Algorithm, HighS, KeyType};

use self::{public::Point, repeated::find_shared};
use crate::Error;

/// Length in bytes of a signature over a curve: `R ‖ S` or `r ‖ s`. That of any other is
/// [`Algorithm::signature_len`].
pub const SIGNATURE_LEN: usize = 64;

/// Length in bytes of a signature with its recovery byte: `r ‖ s ‖ v`, where `v` is 0 or 1.
pub const RECOVERABLE_LEN: usize = 65;

/// Tells whether `signature` is by `key` over `message`.
///
/// `false` for anything that does not hold: another length, a key of another
/// type, a high S where `high_s` refuses it (Ed25519 has one form of S only).
#[must_use]
pub fn verify(
    algorithm: Algorithm,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
    high_s: HighS,
) -> bool {
    verify_in(algorithm, key, message, b"", signature, high_s)
}

/// In which form a signature that holds came.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SignatureForm {
    /// Whether it is an ECDSA signature with S above n/2. Anybody can turn it into the other form, so
    /// callers that identify a signature by its bytes must know.
    pub high_s: bool,
}

/// [`verify`] for formats whose standard does not restrict S: either form holds, and the answer says
/// which one it was. `None` for a signature that does not hold.
#[must_use]
pub fn verify_either_s(
    algorithm: Algorithm,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Option<SignatureForm> {
    let holds = verify(algorithm, key, message, signature, HighS::Accept);
    holds.then(|| SignatureForm { high_s: ecdsa::is_high_s(key.key_type(), signature) })
}

/// [`verify`] under a context string. Only ML-DSA and hybrid keys take one that is not empty; for
/// other keys the answer is then `false`.
#[must_use]
pub fn verify_in(
    algorithm: Algorithm,
    key: &PublicKey,
    message: &[u8],
    context: &[u8],
    signature: &[u8],
    high_s: HighS,
) -> bool {
    if algorithm.key_type() != key.key_type() || signature.len() != algorithm.signature_len() {
        return false;
    }
    if let Ok(set) = ml_dsa::Set::of(key.key_type()) {
        return ml_dsa::verify(set, key.as_bytes(), message, context, signature);
    }
    if let Point::Hybrid(ed25519) = key.point() {
        return composite::verify(key.as_bytes(), ed25519, message, context, signature);
    }
    context.is_empty()
        && match algorithm.digest(message) {
            None => matches!(key.point(), Point::Ed25519(key) if key.verify(message, signature)),
            Some(digest) => verify_prehash(algorithm, key, &digest, signature, high_s),
        }
}

/// Tells whether `signature` is by `key` over a message of this digest. ECDSA only.
///
/// The digest must come from the hash that `algorithm` names: a signature over
/// freely chosen digests proves nothing.
#[must_use]
pub fn verify_prehash(
    algorithm: Algorithm,
    key: &PublicKey,
    digest: &[u8; 32],
    signature: &[u8],
    high_s: HighS,
) -> bool {
    algorithm.key_type() == key.key_type() && ecdsa::verify(key, digest, signature, high_s)
}

/// The secp256k1 key that made a signature of 65 bytes, `r ‖ s ‖ v`, over `message`.
///
/// Any well-formed signature recovers to some key. It proves nothing until that
/// key, or its address, is the one expected.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` unless `algorithm` is of secp256k1; `ERR_BYTES_LENGTH`;
/// `ERR_SIGNATURE_MALFORMED` for r, s or v out of range, or a high S where it is refused;
/// `ERR_SIGNATURE_UNRECOVERABLE` if r is no x coordinate.
pub fn recover(
    algorithm: Algorithm,
    message: &[u8],
    signature: &[u8],
    high_s: HighS,
) -> Result<PublicKey, Error> {
    match (algorithm.key_type(), algorithm.digest(message)) {
        (KeyType::Secp256k1, Some(digest)) => ecdsa::recover(&digest, signature, high_s),
        (key_type, _) => Err(Error::KeyAlgorithm(key_type.as_str(), "recovery")),
    }
}

/// One signature of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// How it was made.
    pub algorithm: Algorithm,
    /// Who is said to have made it.
    pub key: &'a PublicKey,
    /// What it is over.
    pub message: &'a [u8],
    /// The signature.
    pub signature: &'a [u8],
}

/// The verdict of [`verify`] for each claim, in order.
///
/// Each claim is verified by itself. One equation for all of them would be sound only if no point in it had a
/// torsion part, and to prove that of an `R` costs as much as its verification. Claims of one key share its tables.
#[must_use]
pub fn verify_batch<'a>(claims: &[Claim<'a>], high_s: HighS) -> Vec<bool> {
    let name = |claim: &Claim<'a>| {
        let key_type = claim.key.key_type();
        (has_tables(key_type), key_type.as_str(), claim.key.as_bytes())
    };
    let shared = find_shared(&claims.iter().map(name).collect::<Vec<_>>());
    let mut prepared: Vec<Option<PublicKey>> = Vec::with_capacity(claims.len());
    let mut verdicts = Vec::with_capacity(claims.len());
    for (index, (claim, of)) in claims.iter().zip(shared).enumerate() {
        // Tables stand where the first claim of their key does.
        prepared.push((of.often && of.first == index).then(|| claim.key.with_tables()));
        let key = prepared.get(of.first).and_then(Option::as_ref).unwrap_or(claim.key);
        verdicts.push(verify(claim.algorithm, key, claim.message, claim.signature, high_s));
    }
    verdicts
}
