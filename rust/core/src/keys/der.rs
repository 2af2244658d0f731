//! DER of keys: PKCS#8, SubjectPublicKeyInfo and SEC 1 (RFC 5958, 5480, 5915, 8410).
//!
//! | Type | OID | Parameters | In PKCS#8 |
//! | --- | --- | --- | --- |
//! | `Ed25519` | 1.3.101.112 | absent | OCTET STRING of the seed |
//! | `X25519` | 1.3.101.110 | absent | OCTET STRING of the secret |
//! | `secp256k1` | 1.2.840.10045.2.1 | 1.3.132.0.10 | `ECPrivateKey` |
//! | `P-256` | 1.2.840.10045.2.1 | 1.2.840.10045.3.1.7 | `ECPrivateKey` |
//! | `ML-DSA-44/65/87` | 2.16.840.1.101.3.4.3.17, 18, 19 | absent | RFC 9881, see below |
//! | `Ed25519+ML-DSA-65` | 1.3.6.1.5.5.7.6.48 | absent | two seeds, as they are |
//!
//! An ML-DSA secret is a choice of `[0]` seed, OCTET STRING expanded key, and SEQUENCE of both,
//! which must be of one key; the seed is written, where there is one.
//! The identifier of hybrid keys is that of draft-ietf-lamps-pq-composite-sigs-19.
//!
//! Read: PKCS#8 version 1 and 2, SEC 1 with or without parameters (outside
//! PKCS#8 they are needed), points compressed or not. A public key that a
//! secret carries must belong to it, parameters must name the one curve, and
//! `NULL` or explicit curves are refused. Attributes and extensions of PKCS#8 are passed over.
//! Written: version 1; EC with the uncompressed public key inside, as others do.

use der::{
    Decode, Encode, Reader, SliceReader,
    asn1::{AnyRef, BitStringRef, OctetStringRef},
    oid::ObjectIdentifier,
};
use pkcs8::{PrivateKeyInfoRef, spki::AlgorithmIdentifierRef, spki::SubjectPublicKeyInfoRef};
use sec1::{EcParameters, EcPrivateKey};
use zeroize::Zeroizing;

use super::{
    KeyType, PublicKey, SecretKey,
    ml_dsa::{self, SEED_LEN, Set},
    public::to_array,
};
use crate::Error;

/// The longest DER that is read, in bytes.
pub const MAX_LEN: usize = 8_192;

/// Tag and length of an ML-DSA seed: `[0] IMPLICIT OCTET STRING`.
const SEED: [u8; 2] = [0x80, 32];

/// Writes a public key as `SubjectPublicKeyInfo`.
///
/// # Errors
///
/// None in practice: every key of this type has a DER.
pub fn public_to_der(key: &PublicKey) -> Result<Vec<u8>, Error> {
    let uncompressed = key.uncompressed();
    let raw = uncompressed.as_ref().map_or(key.as_bytes(), |point| point.as_slice());
    let (oid, curve) = identifiers(key.key_type());
    let info = SubjectPublicKeyInfoRef {
        algorithm: AlgorithmIdentifierRef { oid, parameters: curve.as_ref().map(AnyRef::from) },
        subject_public_key: BitStringRef::from_bytes(raw).map_err(malformed)?,
    };
    info.to_der().map_err(malformed)
}

/// Reads a public key from `SubjectPublicKeyInfo`.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`, `ERR_DER_MALFORMED`, `ERR_DER_ALGORITHM` for an algorithm, curve or
/// parameters outside the table, and as [`PublicKey::from_raw`].
pub fn public_from_der(der: &[u8]) -> Result<PublicKey, Error> {
    let info = SubjectPublicKeyInfoRef::from_der(check_length(der)?).map_err(malformed)?;
    let key_type = key_type(&info.algorithm)?;
    let raw = info.subject_public_key.as_bytes().ok_or(Error::DerMalformed)?;
    PublicKey::from_raw(key_type, raw)
}

/// Writes a secret key as PKCS#8, version 1.
///
/// # Errors
///
/// None in practice: every key of this type has a DER.
pub fn secret_to_der(key: &SecretKey) -> Result<Zeroizing<Vec<u8>>, Error> {
    let (oid, curve) = identifiers(key.key_type());
    let point = key.public_key().uncompressed();
    let inner = match (&point, key.key_type()) {
        (Some(point), _) => ec_private(key, None, point)?,
        (None, KeyType::Ed25519MlDsa65) => Zeroizing::new(key.expose().to_vec()),
        (None, KeyType::MlDsa44 | KeyType::MlDsa65 | KeyType::MlDsa87)
            if key.expose_seed().is_ok() =>
        {
            Zeroizing::new([&SEED, key.expose()].concat())
        }
        _ => encode(OctetStringRef::new(key.expose()).map_err(malformed)?)?,
    };
    let info = PrivateKeyInfoRef {
        algorithm: AlgorithmIdentifierRef { oid, parameters: curve.as_ref().map(AnyRef::from) },
        private_key: OctetStringRef::new(&inner).map_err(malformed)?,
        public_key: None,
    };
    encode(info)
}

/// Reads a secret key from PKCS#8.
///
/// # Errors
///
/// As [`public_from_der`] and [`SecretKey::from_bytes`]; `ERR_KEY_PAIR_MISMATCH` if a public
/// key in it is not of the secret.
pub fn secret_from_der(der: &[u8]) -> Result<SecretKey, Error> {
    let info = PrivateKeyInfoRef::from_der(check_length(der)?).map_err(malformed)?;
    let key_type = key_type(&info.algorithm)?;
    let inner = info.private_key.as_bytes();
    let key = match key_type {
        KeyType::Secp256k1 | KeyType::P256 => {
            let inner = EcPrivateKey::from_der(inner).map_err(malformed)?;
            ec_secret(&inner, Some(key_type))?
        }
        KeyType::MlDsa44 | KeyType::MlDsa65 | KeyType::MlDsa87 => ml_dsa_secret(key_type, inner)?,
        KeyType::Ed25519MlDsa65 => SecretKey::from_bytes(key_type, inner)?,
        _ => {
            let inner = <&OctetStringRef>::from_der(inner).map_err(malformed)?;
            SecretKey::from_bytes(key_type, inner.as_bytes())?
        }
    };
    match info.public_key {
        Some(bits) => belongs(key, bits.as_bytes().ok_or(Error::DerMalformed)?),
        None => Ok(key),
    }
}

/// Writes a secp256k1 or P-256 secret as SEC 1 `ECPrivateKey`, with parameters and public key.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` for a key of another type.
pub fn secret_to_sec1(key: &SecretKey) -> Result<Zeroizing<Vec<u8>>, Error> {
    let (_, curve) = identifiers(key.key_type());
    let point = key.public_key().uncompressed();
    let (Some(curve), Some(point)) = (curve, point) else {
        let key_type = key.key_type().as_str();
        return Err(Error::KeyAlgorithm(key_type, "SEC 1"));
    };
    ec_private(key, Some(curve), &point)
}

/// Reads a secret key from SEC 1 `ECPrivateKey`. It must name its curve.
///
/// # Errors
///
/// As [`secret_from_der`].
pub fn secret_from_sec1(der: &[u8]) -> Result<SecretKey, Error> {
    ec_secret(&EcPrivateKey::from_der(check_length(der)?).map_err(malformed)?, None)
}

fn ec_private(
    key: &SecretKey,
    curve: Option<ObjectIdentifier>,
    point: &[u8; 65],
) -> Result<Zeroizing<Vec<u8>>, Error> {
    encode(EcPrivateKey {
        private_key: key.expose(),
        parameters: curve.map(EcParameters::NamedCurve),
        public_key: Some(point),
    })
}

/// `outer` is the curve that PKCS#8 names. Parameters inside, where present, must agree.
fn ec_secret(inner: &EcPrivateKey<'_>, outer: Option<KeyType>) -> Result<SecretKey, Error> {
    let named = inner.parameters.and_then(EcParameters::named_curve).map(curve_type).transpose()?;
    let key_type = match (outer, named) {
        (Some(outer), Some(named)) if outer != named => return Err(Error::DerAlgorithm),
        (Some(key_type), _) | (None, Some(key_type)) => key_type,
        (None, None) => return Err(Error::DerAlgorithm),
    };
    let key = SecretKey::from_bytes(key_type, inner.private_key)?;
    match inner.public_key {
        Some(point) => belongs(key, point),
        None => Ok(key),
    }
}

/// `key`, if `raw` is its public key.
fn belongs(key: SecretKey, raw: &[u8]) -> Result<SecretKey, Error> {
    let public = PublicKey::from_raw(key.key_type(), raw)?;
    if public == *key.public_key() { Ok(key) } else { Err(Error::KeyPairMismatch("publicKey")) }
}

/// One of the three forms of an ML-DSA secret (RFC 9881, section 6).
fn ml_dsa_secret(key_type: KeyType, inner: &[u8]) -> Result<SecretKey, Error> {
    let set = Set::of(key_type)?;
    if let Some(seed) = inner.strip_prefix(&SEED) {
        return SecretKey::from_bytes(key_type, to_array::<SEED_LEN>("seed", seed)?);
    }
    if let Ok(expanded) = <&OctetStringRef>::from_der(inner) {
        return expanded_secret(key_type, set, expanded.as_bytes());
    }
    let (seed, expanded) = both(inner).map_err(malformed)?;
    let key = SecretKey::from_bytes(key_type, to_array::<SEED_LEN>("seed", seed)?)?;
    if *ml_dsa::expand(set, to_array("seed", seed)?)?.1 == expanded {
        Ok(key)
    } else {
        Err(Error::KeyPairMismatch("expandedKey"))
    }
}

fn expanded_secret(key_type: KeyType, set: Set, bytes: &[u8]) -> Result<SecretKey, Error> {
    if bytes.len() == set.expanded_len() {
        return SecretKey::from_bytes(key_type, bytes);
    }
    let (want, got) = (set.expanded_len(), bytes.len());
    Err(Error::BytesLength("expanded secret key", want, got))
}

/// `SEQUENCE { seed OCTET STRING, expandedKey OCTET STRING }`.
fn both(inner: &[u8]) -> Result<(&[u8], &[u8]), der::Error> {
    let mut reader = SliceReader::new(inner)?;
    let parts = reader.sequence::<_, _, der::Error>(|reader| {
        Ok((<&OctetStringRef>::decode(reader)?, <&OctetStringRef>::decode(reader)?))
    })?;
    reader.finish()?;
    Ok((parts.0.as_bytes(), parts.1.as_bytes()))
}

const fn identifiers(key_type: KeyType) -> (ObjectIdentifier, Option<ObjectIdentifier>) {
    let facts = key_type.facts();
    (facts.oid, facts.curve)
}

fn key_type(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<KeyType, Error> {
    let curve = algorithm.parameters.map(|curve| curve.decode_as()).transpose();
    let found = (algorithm.oid, curve.map_err(|_: der::Error| Error::DerAlgorithm)?);
    find(|key_type| identifiers(key_type) == found)
}

fn curve_type(curve: ObjectIdentifier) -> Result<KeyType, Error> {
    find(|key_type| key_type.facts().curve == Some(curve))
}

fn find(fits: impl Fn(KeyType) -> bool) -> Result<KeyType, Error> {
    KeyType::ALL.into_iter().find(|key_type| fits(*key_type)).ok_or(Error::DerAlgorithm)
}

/// Encodes into memory that is wiped and never grows.
fn encode(value: impl Encode) -> Result<Zeroizing<Vec<u8>>, Error> {
    let length = value.encoded_len().and_then(usize::try_from).map_err(malformed)?;
    let mut bytes = Zeroizing::new(vec![0; length]);
    value.encode_to_slice(&mut bytes).map_err(malformed)?;
    Ok(bytes)
}

fn check_length(der: &[u8]) -> Result<&[u8], Error> {
    let over = || Error::LimitExceeded("DER bytes", MAX_LEN);
    if der.len() > MAX_LEN { Err(over()) } else { Ok(der) }
}

fn malformed<E>(_: E) -> Error {
    Error::DerMalformed
}
