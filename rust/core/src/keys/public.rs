//! Public keys, checked once, when they are read. One of Ed25519 that was computed is sound by how that was done.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use super::{KeyType, composite, ed25519, ml_dsa, p256, secp256k1, x25519};
use crate::{Error, encoding::hex};

/// A public key that was checked. See the table in [`crate::keys`].
///
/// Equal keys have equal bytes.
#[derive(Clone)]
pub struct PublicKey {
    key_type: KeyType,
    bytes: Vec<u8>,
    point: Point,
}

/// The key in the form of its curve, so that it is decompressed once.
#[derive(Clone)]
pub(super) enum Point {
    Ed25519(ed25519::VerifyingKey),
    Secp256k1(secp256k1::VerifyingKey),
    P256(p256::VerifyingKey),
    /// X25519 and ML-DSA: the bytes are all there is.
    Bytes,
    /// A hybrid key: its Ed25519 half.
    Hybrid(ed25519::VerifyingKey),
}

impl PublicKey {
    /// Reads a key from raw bytes, in one of the forms of [`crate::keys`].
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH`, `ERR_KEY_POINT_FORM` (a leading byte such as the hybrid 06),
    /// `ERR_KEY_OFF_CURVE`, `ERR_KEY_NOT_CANONICAL`, `ERR_KEY_SMALL_ORDER`; `ERR_KEY_UNBOUND` and
    /// `ERR_PART_MISSING` of ML-DSA and hybrid keys.
    pub fn from_raw(key_type: KeyType, raw: &[u8]) -> Result<Self, Error> {
        let (bytes, point) = match key_type {
            KeyType::Ed25519 => (
                raw.to_vec(),
                Point::Ed25519(ed25519::parse(to_array("Ed25519 public key", raw)?)?),
            ),
            KeyType::Secp256k1 => {
                check_point_form(key_type, raw)?;
                let (bytes, key) = secp256k1::parse(raw)?;
                (bytes, Point::Secp256k1(key))
            }
            KeyType::P256 => {
                check_point_form(key_type, raw)?;
                let (bytes, key) = p256::parse(raw)?;
                (bytes, Point::P256(key))
            }
            KeyType::X25519 => {
                x25519::check(to_array("X25519 public key", raw)?)?;
                (raw.to_vec(), Point::Bytes)
            }
            KeyType::MlDsa44 => {
                lattice::<{ KeyType::MlDsa44.public_len() }>(key_type, "ML-DSA-44 public key", raw)?
            }
            KeyType::MlDsa65 => {
                lattice::<{ KeyType::MlDsa65.public_len() }>(key_type, "ML-DSA-65 public key", raw)?
            }
            KeyType::MlDsa87 => {
                lattice::<{ KeyType::MlDsa87.public_len() }>(key_type, "ML-DSA-87 public key", raw)?
            }
            KeyType::Ed25519MlDsa65 => hybrid(raw)?,
        };
        Ok(Self { key_type, bytes, point })
    }

    /// A key of Ed25519 that was computed from its secret, and its bytes. Reading it would take a square root, and find nothing:
    /// the kernel found the point on the curve and wrote its one encoding, and no clamped scalar gives one of small order.
    pub(super) const fn computed(bytes: Vec<u8>, key: ed25519::VerifyingKey) -> Self {
        Self { key_type: KeyType::Ed25519, bytes, point: Point::Ed25519(key) }
    }

    /// As [`PublicKey::from_tagged`], but reads a key anew that was seen before.
    pub(super) fn read_tagged(tagged: &[u8]) -> Result<Self, Error> {
        let (tag, raw) =
            tagged.split_first_chunk().ok_or_else(|| Error::KeyTypeUnknown(String::new()))?;
        let key_type = KeyType::ALL
            .into_iter()
            .find(|kind| kind.tag() == *tag)
            .ok_or_else(|| Error::KeyTypeUnknown(hex::encode(tag)))?;
        let key = Self::from_raw(key_type, raw)?;
        if key.bytes == raw { Ok(key) } else { Err(Error::KeyNotCanonical(key_type.as_str())) }
    }

    /// Writes `tag ‖ canonical raw`.
    #[must_use]
    pub fn to_tagged(&self) -> Vec<u8> {
        [self.key_type.tag().as_slice(), &self.bytes].concat()
    }

    /// Its type.
    #[must_use]
    pub const fn key_type(&self) -> KeyType {
        self.key_type
    }

    /// The canonical bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// `04 ‖ x ‖ y` of a secp256k1 or P-256 key, `None` of others.
    #[must_use]
    pub fn uncompressed(&self) -> Option<[u8; 65]> {
        match &self.point {
            Point::Secp256k1(key) => Some(key.uncompressed()),
            Point::P256(key) => Some(key.uncompressed()),
            Point::Ed25519(_) | Point::Bytes | Point::Hybrid(_) => None,
        }
    }

    /// As [`PublicKey::uncompressed`], or the reason why not.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` for a key that is not of secp256k1 or P-256.
    pub fn to_uncompressed(&self) -> Result<[u8; 65], Error> {
        self.uncompressed()
            .ok_or_else(|| Error::KeyAlgorithm(self.key_type.as_str(), "an uncompressed point"))
    }

    /// The X25519 key of an Ed25519 key: `u = (1 + y) / (1 - y)` (RFC 7748, section 4.1).
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_MISMATCH` for a key of another type.
    pub fn to_x25519(&self) -> Result<Self, Error> {
        let Point::Ed25519(key) = &self.point else {
            return Err(Error::KeyTypeMismatch(KeyType::Ed25519.as_str(), self.key_type.as_str()));
        };
        Self::from_raw(KeyType::X25519, &key.to_montgomery())
    }

    /// Makes tables for many verifications, if its type has any and the key has none yet
    /// ([`super::repeated`]).
    pub(crate) fn prepare(&mut self) {
        let prepared = match &self.point {
            Point::Ed25519(key) => key.with_tables().map(Point::Ed25519),
            Point::Secp256k1(key) => key.with_tables().map(Point::Secp256k1),
            Point::P256(key) => key.with_tables().map(Point::P256),
            _ => None,
        };
        if let Some(point) = prepared {
            self.point = point;
        }
    }

    /// The same key, with tables.
    pub(crate) fn with_tables(&self) -> Self {
        let mut key = self.clone();
        key.prepare();
        key
    }

    pub(super) const fn point(&self) -> &Point {
        &self.point
    }
}

impl Eq for PublicKey {}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.key_type == other.key_type && self.bytes == other.bytes
    }
}

impl Hash for PublicKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key_type.hash(state);
        self.bytes.hash(state);
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({}, {})", self.key_type.as_str(), hex::encode(&self.bytes))
    }
}

/// Requires the length that the type states.
pub(super) fn to_array<'a, const N: usize>(
    what: &'static str,
    bytes: &'a [u8],
) -> Result<&'a [u8; N], Error> {
    bytes.try_into().map_err(|_| Error::BytesLength(what, N, bytes.len()))
}

fn lattice<const N: usize>(
    key_type: KeyType,
    what: &'static str,
    raw: &[u8],
) -> Result<(Vec<u8>, Point), Error> {
    ml_dsa::check_public(key_type, to_array::<N>(what, raw)?)?;
    Ok((raw.to_vec(), Point::Bytes))
}

fn hybrid(raw: &[u8]) -> Result<(Vec<u8>, Point), Error> {
    let bytes: &[u8; composite::PUBLIC_LEN] = to_array("hybrid public key", raw)?;
    let (first, second) = bytes.split_at(composite::ML_DSA_PUBLIC_LEN);
    ml_dsa::check_public(KeyType::Ed25519MlDsa65, first)?;
    let second = ed25519::parse(to_array("Ed25519 half", second)?)?;
    Ok((raw.to_vec(), Point::Hybrid(second)))
}

/// Requires a compressed or an uncompressed point. The libraries read more forms (identity, compact,
/// hybrid).
fn check_point_form(key_type: KeyType, raw: &[u8]) -> Result<(), Error> {
    match (raw.len(), raw.first()) {
        (33, Some(2 | 3)) | (65, Some(4)) => Ok(()),
        (33 | 65, _) => Err(Error::KeyPointForm(key_type.as_str())),
        (got, _) => Err(Error::BytesLength("compressed point", 33, got)),
    }
}
