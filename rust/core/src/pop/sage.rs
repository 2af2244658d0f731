//! Proof of possession as SAGE makes it, byte for byte.
//!
//! ```text
//! challenge = "SAGE-PoP:" ‖ did ‖ ":" ‖ lower-case hex of key_data
//! digest    = SHA-256(challenge)
//! Ed25519   : 64 bytes, over the digest as message
//! secp256k1 : 65 bytes r ‖ s ‖ v, ECDSA over the digest, low S, as SAGE demands here; 64 bytes are read too
//! ```
//!
//! The DID is opaque text here, but a DID that is itself a key can only be proven by that key. Unlike SAGE, this module
//! refuses keys that are off the curve, of small order or in a hybrid form; a `v` that does not fit; a key that is
//! listed twice; and a set in which no key is proven. [`UNPROVEN`] lists what no verifier can make good: such a
//! proof can be copied to any place, for ever.

use countersign_kernels::json::Kind;
use sha2::{Digest, Sha256};

use super::MAX_KEYS;
use crate::{
    Error,
    did::{Purpose, own_key},
    encoding::{
        base64,
        document::{Document, Node, Numbers},
        hex,
    },
    fact::{Facts, State, verdict},
    keys::{Algorithm, KeyType, PublicKey, sage_data::StoredKey, sage_sign},
    print::Written,
    time::UnixSeconds,
    trust::{NotProven, ProvenKey, Standing, Trust, TrustedKey, prove},
    unsigned::Unsigned,
};

/// What the format leaves unproven.
pub const UNPROVEN: [&str; 4] = ["nonce", "time", "audience", "key type"];

/// The text that is proven.
#[must_use]
pub fn challenge(did: &str, key_data: &[u8]) -> String {
    format!("SAGE-PoP:{did}:{}", hex::encode(key_data))
}

/// SHA-256 of [`challenge`].
#[must_use]
pub fn digest(did: &str, key_data: &[u8]) -> [u8; 32] {
    Sha256::digest(challenge(did, key_data)).into()
}

fn input(did: &str, stored: &StoredKey) -> Result<(Algorithm, Vec<u8>), Error> {
    let algorithm = algorithm_of(stored.key().key_type())?;
    Ok((
        algorithm,
        match algorithm {
            Algorithm::Ed25519 => digest(did, stored.data()).to_vec(),
            _ => challenge(did, stored.data()).into_bytes(),
        },
    ))
}

fn algorithm_of(key_type: KeyType) -> Result<Algorithm, Error> {
    sage_sign::algorithm_of_documents(key_type).ok_or(Error::PopUnprovable)
}

/// The proof, to be signed.
///
/// # Errors
///
/// `ERR_POP_UNPROVABLE` for X25519, for which SAGE has no proof; `ERR_KEY_ALGORITHM` unless
/// `algorithm` is Ed25519 or ECDSA on secp256k1 over SHA-256, as the key is.
pub fn unsigned(did: &str, stored: &StoredKey, algorithm: Algorithm) -> Result<Unsigned, Error> {
    let (want, message) = input(did, stored)?;
    let key = stored.key();
    if want != algorithm {
        return Err(Error::KeyAlgorithm(key.key_type().as_str(), algorithm.as_str()));
    }
    Ok(Unsigned::in_sage_form(algorithm, message, key, Error::PopInvalid))
}

/// Verifies one proof.
///
/// # Errors
///
/// `ERR_POP_KEY` for a DID that is itself another key; `ERR_POP_UNPROVABLE`; `ERR_POP_MISSING` for an
/// empty proof; `ERR_POP_INVALID`.
pub fn verify(did: &str, stored: &StoredKey, proof: &[u8]) -> Result<(), Error> {
    if own_key(did, stored.key()) == Some(false) {
        return Err(Error::PopKey);
    }
    let (algorithm, message) = input(did, stored)?;
    if proof.is_empty() {
        return Err(Error::PopMissing);
    }
    let good = sage_sign::holds_low(algorithm, stored.key(), &message, proof);
    if good { Ok(()) } else { Err(Error::PopInvalid) }
}

/// What the verifier knows from another source than the proof.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// Whose proof it is.
    pub did: &'a str,
    /// The keys that the DID may prove, for [`Purpose::Authentication`]. The proof names none.
    pub trust: &'a Trust,
    /// The key as it is stored, which must be a trusted one; without it, each trusted key in the form that SAGE writes.
    pub stored: Option<&'a StoredKey>,
    /// The time now, for keys that expire.
    pub now: UnixSeconds,
}

/// As [`verify`], for the trusted keys of a DID. Gives the facts as JSON.
///
/// # Errors
///
/// `ERR_POP_KEY` if no trusted key may be the DID's; `ERR_TRUST_CHECKS`; else as [`verify`].
pub fn verify_trusted(proof: &[u8], expected: &Expected<'_>) -> Result<String, Error> {
    let Expected { did, trust, stored, now } = *expected;
    let fits = |entry: &TrustedKey| {
        let may_sign = algorithm_of(entry.key.key_type()).is_ok_and(|named| entry.fits(named));
        may_sign && stored.is_none_or(|stored| *stored.key() == entry.key)
    };
    let holds = |key: &PublicKey| match stored {
        Some(stored) => verify(did, stored, proof).ok(),
        None => verify(did, &StoredKey::of(key).ok()?, proof).ok(),
    };
    let proven = prove(trust, (did, Purpose::Authentication), now, fits, holds);
    let (signer, ()) = proven.map_err(|why| match why {
        NotProven::Unknown => Error::PopKey,
        NotProven::Unfit(first) => algorithm_of(first).err().unwrap_or(Error::PopKey),
        NotProven::Unchecked(error) => error,
        NotProven::Failed if proof.is_empty() => Error::PopMissing,
        NotProven::Failed => Error::PopInvalid,
    })?;
    let facts = Written::new().text("did", did).json("signer", &signer.to_json());
    Ok(facts.texts("unproven", UNPROVEN.into_iter()).end())
}

/// Verifies the `keys` of V4 metadata, a JSON array, with a verdict for each.
///
/// Gives `{ facts: { proofs }, keys: [{ state, type, signer?, code?, why?, data? }], unproven }`. An X25519 key cannot be
/// proven: its verdict is `ERR_POP_UNPROVABLE`, and `unproven` names it. As in SAGE, `proofs` holds beside such a key,
/// but not without a key that is proven. The metadata list their own keys, so each is self-asserted.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_POP_MALFORMED` if it is not an array with an
/// item; `ERR_LIMIT_EXCEEDED` over [`MAX_KEYS`]. What is wrong with one key is its verdict.
pub fn verify_all(did: &str, keys: &str) -> Result<String, Error> {
    let document = Document::read(keys.as_bytes(), Numbers::Exact)?;
    let items = document.root().items();
    match items.clone().count() {
        0 => return Err(Error::PopMalformed("keys".into(), "it must be a list with a key")),
        count if count > MAX_KEYS => return Err(Error::LimitExceeded("number of keys", MAX_KEYS)),
        _ => {}
    }
    let mut seen = Vec::new();
    let results: Vec<_> = items.map(|item| verify_item(did, item, &mut seen)).collect();
    Ok(report(&results))
}

type Judged = (Option<&'static str>, Result<ProvenKey, Error>);

fn verify_item(did: &str, item: Node<'_>, seen: &mut Vec<StoredKey>) -> Judged {
    let stored = match read_key(item) {
        Ok(stored) => stored,
        Err(error) => return (None, Err(error)),
    };
    let name = Some(stored.type_name());
    if seen.iter().any(|other| other.key() == stored.key()) {
        return (name, Err(Error::PopDuplicate(seen.len())));
    }
    let verdict = read_bytes(item, "signature").and_then(|proof| verify(did, &stored, &proof));
    let signer = ProvenKey::unlisted(stored.key().clone(), Standing::SelfAsserted);
    seen.push(stored);
    (name, verdict.map(|()| signer))
}

fn report(results: &[Judged]) -> String {
    let unprovable =
        |index: &usize| matches!(results.get(*index), Some((_, Err(Error::PopUnprovable))));
    let (left, judged): (Vec<usize>, Vec<usize>) = (0..results.len()).partition(unprovable);
    let decisive = if judged.is_empty() { &left } else { &judged };
    let mut proofs = State::default();
    for &index in decisive {
        if let Some((_, found)) = results.get(index) {
            proofs.note(index, found.clone().map(drop));
        }
    }
    let left: Vec<String> = left.iter().map(|index| format!("keys[{index}]")).collect();
    Facts::from([("proofs", proofs)])
        .report()
        .objects("keys", results.iter(), |row, (name, found)| {
            let row = row.text_or_null("type", *name);
            verdict(row, found.as_ref(), |row, signer| row.json("signer", &signer.to_json()))
        })
        .texts("unproven", UNPROVEN.into_iter().chain(left.iter().map(String::as_str)))
        .end()
}

fn read_key(item: Node<'_>) -> Result<StoredKey, Error> {
    let number = item.get("type").and_then(Node::as_u64);
    StoredKey::new(
        number.ok_or_else(|| Error::KeyTypeUnknown(String::new()))?,
        &read_bytes(item, "key_data")?,
    )
}

/// Standard base64; Go writes `null` for no bytes.
fn read_bytes(item: Node<'_>, member: &'static str) -> Result<Vec<u8>, Error> {
    let Some(value) = item.get(member).filter(|value| value.kind() != Kind::Null) else {
        return Ok(Vec::new());
    };
    let text = value.as_str();
    base64::decode(text.ok_or_else(|| Error::PopMalformed(member.into(), "it must be text"))?)
}
