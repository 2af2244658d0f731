//! ECDSA (FIPS 186-5, section 6; SEC 1, section 4.1) on secp256k1 and P-256.
//!
//! | Step | Rule |
//! | --- | --- |
//! | sign | nonce of RFC 6979 with HMAC-SHA-256, also over a Keccak-256 digest; always low S |
//! | verify | 64 bytes `r ‖ s`, each 1 to n-1; S above n/2 by [`HighS`] |
//! | recover | secp256k1 only; 65 bytes `r ‖ s ‖ v`, `v` 0 or 1; the 27 and 28 of Ethereum are refused: subtract 27 |
//! | DER | strict: minimal lengths, minimal positive integers, nothing after (X.690, section 10) |

use ecdsa::{
    EcdsaCurve, RecoveryId, Signature,
    elliptic_curve::{CurveArithmetic, scalar::IsHigh, subtle::ConstantTimeEq},
    hazmat,
};
use k256::Secp256k1;
use p256::NistP256;
use sha2::Sha256;

use super::{
    HighS, KeyType, PublicKey, RECOVERABLE_LEN, SIGNATURE_LEN, count_check, public::Point,
    secp256k1,
};
use crate::Error;

/// Longest DER signature over a curve of 256 bits: two integers of 33 bytes, with their headers.
const DER_MAX: usize = 72;

/// Tells whether `signature` holds over `digest`.
pub(super) fn verify(key: &PublicKey, digest: &[u8; 32], signature: &[u8], high_s: HighS) -> bool {
    match key.point() {
        Point::Secp256k1(point) => read::<Secp256k1>(signature, high_s)
            .is_some_and(|signature| point.verify(key.as_bytes(), digest, &signature)),
        Point::P256(point) => read::<NistP256>(signature, high_s).is_some_and(|signature| {
            let point = (*point.as_affine()).into();
            hazmat::verify_prehashed::<NistP256>(&point, digest, &signature.normalize_s()).is_ok()
        }),
        Point::Ed25519(_) | Point::Bytes | Point::Hybrid(_) => false,
    }
}

/// Reads a signature, and counts the check that follows. `None` if r or s is out of range, or s is high
/// where that is refused.
fn read<C: EcdsaCurve + CurveArithmetic>(signature: &[u8], high_s: HighS) -> Option<Signature<C>> {
    let signature = Signature::<C>::from_slice(signature).ok()?;
    let refused = high_s == HighS::Refuse && bool::from(signature.s().is_high());
    (!refused).then(|| {
        count_check();
        signature
    })
}

/// Whether the S of `r ‖ s` is above n/2. `false` for other key types, and for bytes that are no signature.
pub(super) fn is_high_s(key_type: KeyType, signature: &[u8]) -> bool {
    match key_type {
        KeyType::Secp256k1 => has_high_s::<Secp256k1>(signature),
        KeyType::P256 => has_high_s::<NistP256>(signature),
        _ => false,
    }
}

fn has_high_s<C: EcdsaCurve + CurveArithmetic>(signature: &[u8]) -> bool {
    Signature::<C>::from_slice(signature).is_ok_and(|signature| bool::from(signature.s().is_high()))
}

/// Signs `digest`: `r ‖ s`, low S, and whether the y coordinate of R is odd.
pub(super) fn sign<C: EcdsaCurve + CurveArithmetic>(
    secret: &ecdsa::elliptic_curve::SecretKey<C>,
    digest: &[u8; 32],
) -> Result<([u8; SIGNATURE_LEN], RecoveryId), Error> {
    let scalar = zeroize::Zeroizing::new(secret.to_nonzero_scalar());
    let (signature, id) = hazmat::sign_prehashed_rfc6979::<C, Sha256>(&scalar, digest, &[]);
    let low = signature.normalize_s();
    let flipped = u8::from(bool::from(!low.s().ct_eq(&signature.s())));
    let id = RecoveryId::from_byte(id.to_byte() ^ flipped).ok_or(Error::SignatureMalformed)?;
    Ok((to_array(&low.to_bytes())?, id))
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
    let signature =
        read::<Secp256k1>(rs, high_s).filter(|_| v <= 1).ok_or(Error::SignatureMalformed)?;
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
        KeyType::Secp256k1 => normalize_on::<Secp256k1>(signature),
        KeyType::P256 => normalize_on::<NistP256>(signature),
        other => Err(not_ecdsa(other)),
    }
}

fn normalize_on<C: EcdsaCurve + CurveArithmetic>(
    signature: &[u8],
) -> Result<[u8; SIGNATURE_LEN], Error> {
    let signature = Signature::<C>::from_slice(signature).map_err(|_| Error::SignatureMalformed)?;
    to_array(&signature.normalize_s().to_bytes())
}

/// Reads a DER signature (`SEQUENCE { r, s }`) into `r ‖ s`. S stays as it is.
///
/// # Errors
///
/// `ERR_SIGNATURE_MALFORMED` for anything but strict DER with r and s in range;
/// `ERR_KEY_ALGORITHM` for a key type without ECDSA.
pub fn from_der(key_type: KeyType, der: &[u8]) -> Result<[u8; SIGNATURE_LEN], Error> {
    if der.len() > DER_MAX {
        return Err(Error::SignatureMalformed);
    }
    match key_type {
        KeyType::Secp256k1 => Signature::<Secp256k1>::from_der(der)
            .map_err(|_| Error::SignatureMalformed)
            .and_then(|signature| to_array(&signature.to_bytes())),
        KeyType::P256 => Signature::<NistP256>::from_der(der)
            .map_err(|_| Error::SignatureMalformed)
            .and_then(|signature| to_array(&signature.to_bytes())),
        other => Err(not_ecdsa(other)),
    }
}

/// Writes `r ‖ s` as DER.
///
/// # Errors
///
/// As [`normalize`].
pub fn to_der(key_type: KeyType, signature: &[u8]) -> Result<Vec<u8>, Error> {
    match key_type {
        KeyType::Secp256k1 => Signature::<Secp256k1>::from_slice(signature)
            .map(|signature| signature.to_der().as_bytes().to_vec()),
        KeyType::P256 => Signature::<NistP256>::from_slice(signature)
            .map(|signature| signature.to_der().as_bytes().to_vec()),
        other => return Err(not_ecdsa(other)),
    }
    .map_err(|_| Error::SignatureMalformed)
}

fn not_ecdsa(key_type: KeyType) -> Error {
    Error::KeyAlgorithm(key_type.as_str(), "ECDSA")
}

fn to_array(bytes: &[u8]) -> Result<[u8; SIGNATURE_LEN], Error> {
    bytes.try_into().map_err(|_| Error::SignatureMalformed)
}
