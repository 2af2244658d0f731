//! ECDSA (FIPS 186-5, section 6; SEC 1, section 4.1) on secp256k1 and P-256.
//!
//! | Step | Rule |
//! | --- | --- |
//! | sign | nonce of RFC 6979 with HMAC-SHA-256, also over a Keccak-256 digest; always low S |
//! | verify | 64 bytes `r ‖ s`, each 1 to n-1; S above n/2 by [`HighS`] |
//! | recover | secp256k1 only; 65 bytes `r ‖ s ‖ v`, `v` 0 or 1; the 27 and 28 of Ethereum are refused: subtract 27 |
//! | DER | strict: minimal lengths, minimal positive integers, nothing after (X.690, section 10) |

use ecdsa::{Signature, elliptic_curve::scalar::IsHigh};
use k256::Secp256k1;

use super::{
    HighS, KeyType, PublicKey, RECOVERABLE_LEN, SIGNATURE_LEN, count_check, p256, public::Point,
    secp256k1,
};
use crate::Error;

const NOT_RAW: &str = "it must be 64 bytes, r and s, each from 1 to n - 1";

const OUT_OF_RANGE: &str =
    "r and s must be from 1 to n - 1, and s at most n / 2 where a high one is refused";

const NOT_DER: &str = "it must be strict DER of r and s, each from 1 to n - 1";

/// Longest DER signature over a curve of 256 bits: two integers of 33 bytes, with their headers.
const DER_MAX: usize = 72;

/// Tells whether `signature` holds over `digest`.
pub(super) fn verify(key: &PublicKey, digest: &[u8; 32], signature: &[u8], high_s: HighS) -> bool {
    match key.point() {
        Point::Secp256k1(point) => {
            read(signature, high_s).is_some_and(|signature| point.verify(digest, &signature))
        }
        Point::P256(point) => p256::Signature::parse(signature)
            .filter(|signature| accepts(high_s, signature.is_high()))
            .is_some_and(|signature| point.verify(digest, &signature)),
        Point::Ed25519(_) | Point::Bytes | Point::Hybrid(_) => false,
    }
}

/// Reads a signature on secp256k1, and counts the check that follows. `None` if r or s is out of range, or s is high
/// where that is refused.
fn read(signature: &[u8], high_s: HighS) -> Option<Signature<Secp256k1>> {
    let signature = Signature::<Secp256k1>::from_slice(signature).ok()?;
    accepts(high_s, bool::from(signature.s().is_high())).then_some(signature)
}

/// Whether such an s is accepted. If so, counts the check that follows.
fn accepts(high_s: HighS, is_high: bool) -> bool {
    let accepted = high_s == HighS::Accept || !is_high;
    if accepted {
        count_check();
    }
    accepted
}

/// Whether the S of `r ‖ s` is above n/2. `false` for other key types, and for bytes that are no signature.
pub(super) fn is_high_s(key_type: KeyType, signature: &[u8]) -> bool {
    match key_type {
        KeyType::Secp256k1 => Signature::<Secp256k1>::from_slice(signature)
            .is_ok_and(|signature| bool::from(signature.s().is_high())),
        KeyType::P256 => {
            p256::Signature::parse(signature).is_some_and(|signature| signature.is_high())
        }
        _ => false,
    }
}

/// The key that signed `digest`, from `r ‖ s ‖ v`.
pub(super) fn recover(
    digest: &[u8; 32],
    signature: &[u8],
    high_s: HighS,
) -> Result<PublicKey, Error> {
    let (v, rs) = match signature.split_last() {
        Some((v, rs)) if signature.len() == RECOVERABLE_LEN => (*v, rs),
        _ => {
            return Err(Error::BytesLength(
                "recoverable signature",
                RECOVERABLE_LEN,
                signature.len(),
            ));
        }
    };
    let signature = read(rs, high_s).ok_or_else(|| Error::SignatureMalformed(OUT_OF_RANGE))?;
    if v > 1 {
        return Err(Error::SignatureMalformed("the recovery byte must be 0 or 1"));
    }
    let key =
        secp256k1::recover(digest, &signature, v == 1).ok_or(Error::SignatureUnrecoverable)?;
    PublicKey::from_raw(KeyType::Secp256k1, &key)
}

/// The same signature with low S. `signature` is 64 bytes of `key_type`.
///
/// # Errors
///
/// `ERR_SIGNATURE_MALFORMED` for another length, or r or s out of range;
/// `ERR_KEY_ALGORITHM` for a key type without ECDSA.
pub fn normalize(key_type: KeyType, signature: &[u8]) -> Result<[u8; SIGNATURE_LEN], Error> {
    match key_type {
        KeyType::Secp256k1 => Signature::<Secp256k1>::from_slice(signature)
            .map_err(|_| Error::SignatureMalformed(NOT_RAW))
            .and_then(|signature| to_array(&signature.normalize_s().to_bytes())),
        KeyType::P256 => Ok(read_p256(signature)?.low().to_bytes()),
        other => Err(not_ecdsa(other)),
    }
}

fn read_p256(signature: &[u8]) -> Result<p256::Signature, Error> {
    p256::Signature::parse(signature).ok_or_else(|| Error::SignatureMalformed(NOT_RAW))
}

/// Reads a DER signature (`SEQUENCE { r, s }`) into `r ‖ s`. S stays as it is.
///
/// # Errors
///
/// `ERR_SIGNATURE_MALFORMED` for anything but strict DER with r and s in range;
/// `ERR_KEY_ALGORITHM` for a key type without ECDSA.
pub fn from_der(key_type: KeyType, der: &[u8]) -> Result<[u8; SIGNATURE_LEN], Error> {
    check_ecdsa(key_type)?;
    if der.len() > DER_MAX {
        return Err(Error::SignatureMalformed(NOT_DER));
    }
    // What is in range on P-256 is on secp256k1, whose order is the larger one.
    let signature = Signature::<Secp256k1>::from_der(der)
        .map_err(|_| Error::SignatureMalformed(NOT_DER))?
        .to_bytes();
    if key_type == KeyType::P256 {
        read_p256(&signature)?;
    }
    to_array(&signature)
}

/// Writes `r ‖ s` as DER.
///
/// # Errors
///
/// As [`normalize`].
pub fn to_der(key_type: KeyType, signature: &[u8]) -> Result<Vec<u8>, Error> {
    check_ecdsa(key_type)?;
    if key_type == KeyType::P256 {
        read_p256(signature)?;
    }
    let signature = Signature::<Secp256k1>::from_slice(signature)
        .map_err(|_| Error::SignatureMalformed(NOT_RAW))?;
    Ok(signature.to_der().as_bytes().to_vec())
}

fn check_ecdsa(key_type: KeyType) -> Result<(), Error> {
    match key_type {
        KeyType::Secp256k1 | KeyType::P256 => Ok(()),
        other => Err(not_ecdsa(other)),
    }
}

fn not_ecdsa(key_type: KeyType) -> Error {
    Error::KeyAlgorithm(key_type.as_str(), "ECDSA")
}

fn to_array(bytes: &[u8]) -> Result<[u8; SIGNATURE_LEN], Error> {
    bytes.try_into().map_err(|_| Error::SignatureMalformed(NOT_RAW))
}
