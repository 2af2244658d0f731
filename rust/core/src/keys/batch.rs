//! Signatures as they cross the boundary: key and verdict, one by one or packed.
//!
//! A public key crosses as `codec ‖ canonical raw`, the bytes of a Multikey. A key
//! that is refused makes the verdict `false`, as a wrong signature does: whoever
//! verifies gets an answer, never an exception that depends on the input.
//!
//! A packed batch is a list of [`frames`], four of each claim: the algorithm, one byte
//! ([`Algorithm::code`]); the key; the signature; the message.

use super::{
    Algorithm, HighS, KeyType, PublicKey, ecdsa, ed25519,
    ml_dsa::{self, Set},
    repeated::{find_shared, has_tables},
    verify, verify_in,
};
use crate::{Error, encoding::frames};

/// Tells whether `signature` is by the tagged `key` over `message`. See [`verify`].
///
/// # Errors
///
/// `ERR_PART_MISSING` for an ML-DSA or hybrid key in an engine that has none.
pub fn verify_tagged(
    algorithm: Algorithm,
    key: &[u8],
    message: &[u8],
    signature: &[u8],
    high_s: HighS,
) -> Result<bool, Error> {
    if let (Algorithm::Ed25519, Some((tag, raw))) = (algorithm, key.split_first_chunk())
        && *tag == KeyType::Ed25519.tag()
        && let (Ok(raw), Ok(signature)) = (raw.try_into(), signature.try_into())
    {
        return Ok(ed25519::verify_raw(raw, message, signature));
    }
    let key = Key::read(key)?;
    Ok(key.is_some_and(|key| key.holds(algorithm, message, b"", signature, high_s)))
}

/// [`verify_tagged`] under a context string. See [`verify_in`].
///
/// # Errors
///
/// As [`verify_tagged`].
pub fn verify_tagged_in(
    algorithm: Algorithm,
    key: &[u8],
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> Result<bool, Error> {
    let key = Key::read(key)?;
    Ok(key.is_some_and(|key| key.holds(algorithm, message, context, signature, HighS::Refuse)))
}

/// A key as a verifier takes it.
#[allow(clippy::large_enum_variant, reason = "it lives for one call, and a box would cost each")]
enum Key<'a> {
    /// A key that was accepted.
    Public(PublicKey),
    /// A key of ML-DSA, where any bytes of the right length are a key (FIPS 204, 3.6.2).
    MlDsa(Set, &'a [u8]),
}

impl<'a> Key<'a> {
    /// Reads a tagged key; `None` if it is refused.
    fn read(tagged: &'a [u8]) -> Result<Option<Self>, Error> {
        match PublicKey::read_tagged(tagged) {
            Ok(key) => Ok(Some(Self::Public(key))),
            Err(missing) if missing.is("ERR_PART_MISSING") => Err(missing),
            Err(error) if error.is("ERR_KEY_UNBOUND") => Ok(Self::read_unbound(tagged)),
            Err(_) => Ok(None),
        }
    }

    /// Adds tables, if its type has any.
    fn with_tables(self) -> Self {
        match self {
            Self::Public(mut key) => {
                key.prepare();
                Self::Public(key)
            }
            other @ Self::MlDsa(..) => other,
        }
    }

    fn read_unbound(tagged: &'a [u8]) -> Option<Self> {
        let (tag, raw) = tagged.split_first_chunk()?;
        let key_type = KeyType::ALL.into_iter().find(|kind| kind.tag() == *tag)?;
        Some(Self::MlDsa(Set::of(key_type).ok()?, raw))
    }

    fn holds(
        &self,
        algorithm: Algorithm,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
        high_s: HighS,
    ) -> bool {
        match self {
            Self::Public(key) => verify_in(algorithm, key, message, context, signature, high_s),
            Self::MlDsa(set, key) => {
                Set::of(algorithm.key_type()) == Ok(*set)
                    && ml_dsa::verify(*set, key, message, context, signature)
            }
        }
    }
}

/// A claim of a packed batch.
struct Packed<'a> {
    algorithm: Algorithm,
    key: &'a [u8],
    signature: &'a [u8],
    message: &'a [u8],
}

/// The verdict of [`verify_tagged`] for each claim of a packed batch: 1 or 0, in order.
/// A key that occurs more than once is read once, and has tables if that pays.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` if the packing is broken; `ERR_KEY_ALGORITHM_UNKNOWN`; as
/// [`verify_tagged`].
pub fn verify_packed(packed: &[u8], high_s: HighS) -> Result<Vec<u8>, Error> {
    let claims = unpack(packed)?;
    let names = claims.iter().map(|claim| (has_tables(claim.algorithm.key_type()), "", claim.key));
    let shared = find_shared(&names.collect::<Vec<_>>());
    let mut keys: Vec<Option<Key<'_>>> = Vec::with_capacity(claims.len());
    let mut verdicts = Vec::with_capacity(claims.len());
    for (index, (claim, of)) in claims.iter().zip(shared).enumerate() {
        let Packed { algorithm, key, signature, message } = *claim;
        // Keys stand where their first claim does.
        keys.push(match (of.first == index, of.often) {
            (false, _) => None,
            (true, false) => Key::read(key)?,
            (true, true) => Key::read(key)?.map(Key::with_tables),
        });
        let key = keys.get(of.first).and_then(Option::as_ref);
        let holds = |key: &Key<'_>| key.holds(algorithm, message, b"", signature, high_s);
        verdicts.push(u8::from(key.is_some_and(holds)));
    }
    Ok(verdicts)
}

fn unpack(packed: &[u8]) -> Result<Vec<Packed<'_>>, Error> {
    let (mut rest, mut claims) = (frames::whole(packed)?, Vec::new());
    while let Some(algorithm) = rest.next() {
        let &[code] = algorithm else {
            return Err(Error::EncodingMalformed("frames"));
        };
        claims.push(Packed {
            algorithm: Algorithm::from_code(u32::from(code))?,
            key: frames::next(&mut rest)?,
            signature: frames::next(&mut rest)?,
            message: frames::next(&mut rest)?,
        });
    }
    Ok(claims)
}

/// Checks a signature that was made outside the engine, and gives it with a low S.
///
/// Such a signer may give a high S (WebCrypto does, half of the time), a DER form, or
/// another key's signature; none of that may get into a document.
///
/// # Errors
///
/// `ERR_SIGNER_INVALID` if it does not hold; what [`PublicKey::from_tagged`] refuses.
pub fn admit(
    algorithm: Algorithm,
    key: &[u8],
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>, Error> {
    let key = PublicKey::from_tagged(key)?;
    let low = match algorithm {
        Algorithm::P256Sha256 | Algorithm::Secp256k1Sha256 | Algorithm::Secp256k1Keccak256 => {
            ecdsa::normalize(algorithm.key_type(), signature)
                .map_err(|_| Error::SignerInvalid)?
                .to_vec()
        }
        _ => signature.to_vec(),
    };
    if verify(algorithm, &key, message, &low, HighS::Refuse) {
        Ok(low)
    } else {
        Err(Error::SignerInvalid)
    }
}
