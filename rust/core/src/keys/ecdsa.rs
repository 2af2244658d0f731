//! ECDSA (FIPS 186-5, section 6; SEC 1, section 4.1) on secp256k1 and P-256.
//!
//! | Step | Rule |
//! | --- | --- |
//! | sign | nonce of RFC 6979 with HMAC-SHA-256, also over a Keccak-256 digest; always low S |
//! | verify | 64 bytes `r ‖ s`, each 1 to n-1; S above n/2 by [`HighS`] |
//! | recover | secp256k1 only; 65 bytes `r ‖ s ‖ v`, `v` 0 or 1; the 27 and 28 of Ethereum are refused: subtract 27 |
//! | DER | strict: minimal lengths, minimal positive integers, nothing after (X.690, section 10) |

use countersign_kernels::{scalar::Group, signature::Signature};
use der::{
    Decode, Encode, Header, Length, Reader, SliceReader, Tag,
    asn1::{SequenceRef, UintRef},
};

use super::{
    HighS, KeyType, PublicKey, RECOVERABLE_LEN, SIGNATURE_LEN, count_check,
    p256::P256,
    public::Point,
    secp256k1::{self, Secp256k1},
};
use crate::Error;

const NOT_RAW: &str = "it must be 64 bytes, r and s, each from 1 to n - 1";

const OUT_OF_RANGE: &str =
    "r and s must be from 1 to n - 1, and s at most n / 2 where a high one is refused";

const NOT_DER: &str = "it must be strict DER of r and s, each from 1 to n - 1";

/// Length of r and of s in bytes.
const NUMBER: usize = SIGNATURE_LEN / 2;

/// Most bytes of the two integers: 33 each, where a zero keeps one positive, and a header of two.
const BODY_MAX: usize = 70;

/// Tells whether `signature` holds over `digest`.
pub(super) fn verify(key: &PublicKey, digest: &[u8; 32], signature: &[u8], high_s: HighS) -> bool {
    match key.point() {
        Point::Secp256k1(point) => {
            read(signature, high_s).is_some_and(|signature| point.verify(digest, &signature))
        }
        Point::P256(point) => {
            read(signature, high_s).is_some_and(|signature| point.verify(digest, &signature))
        }
        Point::Ed25519(_) | Point::Bytes | Point::Hybrid(_) => false,
    }
}

/// Reads a signature, and counts the check that follows. `None` if r or s is out of range, or s is high where that is
/// refused.
fn read<G: Group>(signature: &[u8], high_s: HighS) -> Option<Signature<G>> {
    let signature = Signature::parse(signature)?;
    let accepted = high_s == HighS::Accept || !signature.is_high();
    accepted.then(|| {
        count_check();
        signature
    })
}

/// Whether the S of `r ‖ s` is above n/2. `false` for other key types, and for bytes that are no signature.
pub(super) fn is_high_s(key_type: KeyType, signature: &[u8]) -> bool {
    match key_type {
        KeyType::Secp256k1 => Signature::<Secp256k1>::parse(signature).is_some_and(|s| s.is_high()),
        KeyType::P256 => Signature::<P256>::parse(signature).is_some_and(|s| s.is_high()),
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
    let signature =
        read::<Secp256k1>(rs, high_s).ok_or_else(|| Error::SignatureMalformed(OUT_OF_RANGE))?;
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
    check_ecdsa(key_type)?;
    let low = match key_type {
        KeyType::P256 => Signature::<P256>::parse(signature).map(|own| own.low().to_bytes()),
        _ => Signature::<Secp256k1>::parse(signature).map(|own| own.low().to_bytes()),
    };
    low.ok_or(Error::SignatureMalformed(NOT_RAW))
}

/// Reads a DER signature (`SEQUENCE { r, s }`) into `r ‖ s`. S stays as it is.
///
/// # Errors
///
/// `ERR_SIGNATURE_MALFORMED` for anything but strict DER with r and s in range;
/// `ERR_KEY_ALGORITHM` for a key type without ECDSA.
pub fn from_der(key_type: KeyType, der: &[u8]) -> Result<[u8; SIGNATURE_LEN], Error> {
    check_ecdsa(key_type)?;
    let signature = numbers(der).filter(|numbers| normalize(key_type, numbers).is_ok());
    signature.ok_or(Error::SignatureMalformed(NOT_DER))
}

/// The two numbers of a DER signature.
fn numbers(der: &[u8]) -> Option<[u8; SIGNATURE_LEN]> {
    let body = <&SequenceRef>::from_der(der).ok()?;
    let mut reader = SliceReader::new(body.as_bytes()).ok()?;
    let mut bytes = [0; SIGNATURE_LEN];
    for to in bytes.as_chunks_mut::<NUMBER>().0 {
        let number = UintRef::decode(&mut reader).ok()?.as_bytes();
        to.get_mut(NUMBER.checked_sub(number.len())?..)?.copy_from_slice(number);
    }
    reader.finish().ok()?;
    Some(bytes)
}

/// Writes `r ‖ s` as DER.
///
/// # Errors
///
/// As [`normalize`].
pub fn to_der(key_type: KeyType, signature: &[u8]) -> Result<Vec<u8>, Error> {
    normalize(key_type, signature)?;
    der_of(signature).map_err(|_| Error::SignatureMalformed(NOT_RAW))
}

fn der_of(signature: &[u8]) -> der::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(BODY_MAX);
    for number in signature.as_chunks::<NUMBER>().0 {
        UintRef::new(number)?.encode_to_vec(&mut body)?;
    }
    let mut der = Header::new(Tag::Sequence, Length::try_from(body.len())?).to_der()?;
    der.append(&mut body);
    Ok(der)
}

fn check_ecdsa(key_type: KeyType) -> Result<(), Error> {
    match key_type {
        KeyType::Secp256k1 | KeyType::P256 => Ok(()),
        other => Err(Error::KeyAlgorithm(other.as_str(), "ECDSA")),
    }
}
