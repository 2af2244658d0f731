//! What all formats of AgenticIdentity 0.3 share.
//!
//! ```text
//! text      = what serde_json writes: compact, members in the order of declaration, None as null,
//!             maps sorted by bytes, floats with a point, integers up to 64 bits
//! key       = base64 of the 32 bytes of an Ed25519 key
//! identity  = "aid_" ‖ base58btc(SHA-256(key)[0..16])
//! other ids = prefix ‖ base58btc(SHA-256(text of the id input)[0..16])
//! hash      = lower-case hex of SHA-256(text of the hash input)
//! signature = base64 of Ed25519 over text: the hash, or a message of its own
//! ```
//!
//! AgenticIdentity joins the inputs of a hash by `:`, without escapes or lengths. Its signatures carry no
//! label, and it recomputes no hash. Here every hash and id is recomputed, an identity must be the one
//! that its key gives, and an object is refused if its hash input can be read in two ways.
//!
//! Times are microseconds since 1970. JSON is read strictly ([`crate::encoding::document`], with integers
//! of 64 bits). Members that the format does not know are reported as uncovered, the first [`MAX_UNKNOWN`]
//! of an object.

mod anchors;
mod source;
mod text;
mod witness;

pub use anchors::Anchors;
pub use source::MAX_UNKNOWN;
pub use text::split;
pub(crate) use text::{
    Read, compact, document, micros, micros_option, pretty, read, read_exact, read_node, refuse,
};
pub use witness::{MAX_WITNESSES, Testimonies, Witness, WitnessFact};

use sha2::{Digest, Sha256};

use crate::{
    Error,
    encoding::{base58, base64, hex},
    keys::{Algorithm, HighS, KeyType, PublicKey, verify},
    print::Written,
    range,
    time::UnixSeconds,
    unsigned::Unsigned,
};

/// Microseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Micros(pub u64);

impl Micros {
    /// Reads a decimal number, the form in which 64 bits cross the boundary.
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED`.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let number = range::whole_from_text(text);
        number.map(Self).ok_or_else(|| Error::EncodingMalformed("decimal microseconds"))
    }

    /// The whole second.
    #[must_use]
    pub const fn seconds(self) -> UnixSeconds {
        UnixSeconds(self.0 / 1_000_000)
    }
}

/// Refuses what begins after `now`.
pub(crate) fn check_start(start: u64, now: Micros) -> Result<(), Error> {
    if start <= now.0 { Ok(()) } else { Err(Error::AidNotYet(start)) }
}

/// Refuses what ended before `now`. The end still counts.
pub(crate) fn check_end(end: Option<u64>, now: Micros) -> Result<(), Error> {
    let over = |end| Error::AidExpired(format!("it ended at {end}, in Unix microseconds").into());
    end.filter(|end| *end < now.0).map_or(Ok(()), |end| Err(over(end)))
}

/// Refuses what is dated before that which it follows.
pub(crate) fn check_forwards(before: u64, next: u64) -> Result<(), Error> {
    if before <= next { Ok(()) } else { Err(Error::AidTime(before, next)) }
}

/// An id: the prefix, and base58 of half of the SHA-256 of the input.
#[must_use]
pub fn id(prefix: &str, input: &[u8]) -> String {
    let digest = Sha256::digest(input);
    let (half, _) = digest.split_at(16);
    [prefix, &base58::encode(half)].concat()
}

/// The identity of a key.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` unless it is Ed25519.
pub fn identity_of(key: &PublicKey) -> Result<String, Error> {
    if key.key_type() == KeyType::Ed25519 {
        return Ok(id("aid_", key.as_bytes()));
    }
    let (want, got) = (KeyType::Ed25519.as_str(), key.key_type().as_str());
    Err(Error::KeyTypeMismatch(want, got))
}

/// The hash of a text, in hex.
#[must_use]
pub fn hash(text: &str) -> String {
    hex::encode(&Sha256::digest(text))
}

/// Reads the key that an object carries.
///
/// # Errors
///
/// `ERR_AID_KEY`.
pub fn key(text: &str) -> Result<PublicKey, Error> {
    let raw = base64::decode(text).map_err(|_| Error::AidKey)?;
    PublicKey::carried_ed25519(&raw).map_err(|_| Error::AidKey)
}

/// Writes a key as objects carry it.
#[must_use]
pub fn key_text(key: &PublicKey) -> String {
    base64::encode(key.as_bytes())
}

/// Whether a signature in base64 holds over `message`.
#[must_use]
pub fn holds(key: &PublicKey, message: &str, signature: &str) -> bool {
    key.note_check();
    base64::decode(signature)
        .is_ok_and(|raw| verify(Algorithm::Ed25519, key, message.as_bytes(), &raw, HighS::Refuse))
}

/// A document that waits for the signature of `key` over `message`, which `complete` gets as base64.
pub(crate) fn unsigned(
    key: &PublicKey,
    message: String,
    complete: impl FnOnce(String) -> String + 'static,
) -> Unsigned {
    let complete =
        |_: &[u8], signature: &[u8]| Ok(complete(base64::encode(signature)).into_bytes());
    Unsigned::new(Algorithm::Ed25519, message.into_bytes(), complete)
        .bind_to(key.clone(), Error::AidSignature)
}

/// Room for what is said beside a document and its hash input.
pub(crate) const FACTS: usize = 1 << 10;

/// Facts and the document they are of, as they cross: JSON, a line break, the document. There it needs no escapes, and
/// whoever reads the facts has none to undo.
pub(crate) fn with_document(facts: Written, document: &str) -> String {
    let mut text = facts.end();
    text.push('\n');
    text.push_str(document);
    text
}

/// Fails unless a condition holds.
pub(crate) fn ensure(good: bool, error: impl FnOnce() -> Error) -> Result<(), Error> {
    if good { Ok(()) } else { Err(error()) }
}
