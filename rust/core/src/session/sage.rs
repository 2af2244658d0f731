//! Sessions as SAGE has them, byte for byte.
//!
//! ```text
//! single key    okm  = HKDF-SHA-256(ikm seed, salt session id, info "sage-session-keys-v1", 64)
//!               okm  = encrypt key ‖ MAC key                    both directions use the same two
//! directional   id   = base64url(SHA-256(label ‖ exporter)[..16])
//!               okm  = HKDF-SHA-256(ikm exporter, salt id, info "sage-directional-keys-v1", 128)
//!               okm  = c2s encrypt ‖ c2s MAC ‖ s2c encrypt ‖ s2c MAC      the initiator sends c2s
//! message       wire = nonce (12, random) ‖ ChaCha20-Poly1305 ciphertext ‖ tag (16)
//! covered MAC   HMAC-SHA-256(MAC key, covered), 32 bytes; single key only
//! ```
//!
//! The format has no sequence number, so it cannot show a replay, a loss or another order:
//! [`UNCOVERED`] says so. A session does what a receiver can do alone: it opens each nonce
//! once, its own included, so no message is replayed or reflected to it. That memory is why
//! [`MAX_MESSAGES`] is small, and it ends with the session.
//!
//! Refused, unlike in SAGE:
//!
//! | Refused | Why | Code |
//! | --- | --- | --- |
//! | covered MAC of a directional session | SAGE's key for it is 32 zero bytes | `ERR_SESSION_SAGE_COVERED` |
//! | any call after the limits | SAGE skips them for associated data and MACs | `ERR_SESSION_SAGE_EXPIRED` |
//! | a nonce that was opened or sent before | replay, reflection | `ERR_SESSION_SAGE_REPLAY` |
//! | a label not ending in ` v` and one digit | `label ‖ context` would be ambiguous | `ERR_SESSION_SAGE_LABEL` |
//! | a seed or exporter under [`MIN_SEED`] bytes | SAGE takes one byte, which can be guessed | `ERR_SESSION_SAGE_SEED` |

use std::collections::BTreeSet;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::{
    Error,
    hazmat::{
        aead::{self, Algorithm},
        hmac,
    },
    print::Written,
    range::Range,
    time::UnixSeconds,
    trust::ProvenKey,
};

mod derive;

pub use derive::{DIRECTIONAL_LABEL, HANDSHAKE_LABEL, Shared, session_id};

/// Most messages of one session, sent and received together.
pub const MAX_MESSAGES: u32 = 65_536;

/// Length in bytes of the nonce before a ciphertext.
pub const NONCE_LEN: usize = 12;

/// Bytes that a message is longer than its plaintext.
pub const OVERHEAD: usize = NONCE_LEN + aead::TAG_LEN;

/// What the format does not protect.
pub const UNCOVERED: [&str; 4] = ["replay", "order", "completeness", "session id"];

/// Least bytes of a seed and of an exporter. Both may have any greater length.
pub const MIN_SEED: usize = 16;

const ALGORITHM: Algorithm = Algorithm::CHACHA20_POLY1305;
const MAX_ID: usize = 1_024;

type Key = Box<Zeroizing<[u8; 32]>>;
type Nonce = [u8; NONCE_LEN];

/// When a session ends. SAGE's defaults are an hour, ten minutes and 1000 messages.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// Seconds since it was opened; 0 for no limit.
    pub max_age: u64,
    /// Seconds since its last message; 0 for no limit.
    pub idle: u64,
    /// Messages and MACs, sent and received; 0, and any number above it, for [`MAX_MESSAGES`].
    pub max_messages: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_age: 3_600, idle: 600, max_messages: 1_000 }
    }
}

impl Limits {
    /// Limits as a host gives them.
    ///
    /// # Errors
    ///
    /// `ERR_ARGUMENT` for more than [`MAX_MESSAGES`].
    pub fn from_parts(
        max_age: u64,
        idle: u64,
        max_messages: impl Into<f64>,
    ) -> Result<Self, Error> {
        let range = Range::new("maxMessages", 0, MAX_MESSAGES.into());
        let max_messages = range.check_number(max_messages)?;
        let max_messages = u32::try_from(max_messages).unwrap_or(MAX_MESSAGES);
        Ok(Self { max_age, idle, max_messages })
    }
}

enum Keys {
    Single { seal: Key, mac: Key },
    Directional { seal: Key, open: Key },
}

/// One side of a session. Its keys are wiped when it is dropped.
pub struct SageSession {
    id: String,
    keys: Keys,
    limits: Limits,
    created: UnixSeconds,
    used: UnixSeconds,
    messages: u32,
    /// Nonces that were sent or opened.
    seen: BTreeSet<Nonce>,
    facts: Facts,
}

/// What a handshake adds to the description of a session.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Facts {
    /// SAGE's name of the session in later messages.
    pub key_id: Option<String>,
    /// DID of the other side, as far as the handshake shows it.
    pub peer: Option<String>,
    /// Who signed for the other side.
    pub signer: Option<ProvenKey>,
    /// What the handshake leaves unproven.
    pub unproven: &'static [&'static str],
}

impl SageSession {
    /// A session with one key for both directions.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SAGE_ID` unless the id is 1 to 1024 bytes; `ERR_SESSION_SAGE_SEED` for a seed
    /// under [`MIN_SEED`].
    pub fn single(id: &str, seed: &[u8], limits: Limits, now: UnixSeconds) -> Result<Self, Error> {
        if !(1..=MAX_ID).contains(&id.len()) {
            return Err(Error::SessionSageId("id", "1 to 1024 bytes"));
        }
        let [seal, mac] = derive::single(id, seed)?;
        Ok(Self::new(id.to_owned(), Keys::Single { seal, mac }, limits, now))
    }

    /// The session of a Diffie-Hellman handshake: [`SageSession::single`] of its seed and id.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SAGE_LABEL`; `ERR_SESSION_SAGE_ID` for an empty context.
    pub fn from_shared(
        shared: &Shared<'_>,
        limits: Limits,
        now: UnixSeconds,
    ) -> Result<Self, Error> {
        let seed = shared.seed()?;
        Self::single(&session_id(shared.label, seed.as_ref()), seed.as_ref(), limits, now)
    }

    /// A session with a key for each direction. An empty label is [`DIRECTIONAL_LABEL`].
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SAGE_LABEL`; `ERR_SESSION_SAGE_SEED` for an exporter under [`MIN_SEED`].
    pub fn directional(
        exporter: &[u8],
        label: &str,
        initiator: bool,
        limits: Limits,
        now: UnixSeconds,
    ) -> Result<Self, Error> {
        let (id, [c2s, s2c]) = derive::directional(exporter, label)?;
        let (seal, open) = if initiator { (c2s, s2c) } else { (s2c, c2s) };
        Ok(Self::new(id, Keys::Directional { seal, open }, limits, now))
    }

    fn new(id: String, keys: Keys, limits: Limits, now: UnixSeconds) -> Self {
        let most = if limits.max_messages == 0 { MAX_MESSAGES } else { limits.max_messages };
        let limits = Limits { max_messages: most.min(MAX_MESSAGES), ..limits };
        let (seen, facts) = (BTreeSet::new(), Facts::default());
        Self { id, keys, limits, created: now, used: now, messages: 0, seen, facts }
    }

    /// The session, with the facts of its handshake.
    #[must_use]
    pub fn with_facts(mut self, facts: Facts) -> Self {
        self.facts = facts;
        self
    }

    /// SAGE's session id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What a caller must know, as JSON.
    #[must_use]
    pub fn describe(&self) -> String {
        let (kind, more): (_, &[&str]) = match self.keys {
            Keys::Single { .. } => ("single-key", &["direction"]),
            Keys::Directional { .. } => ("directional", &[]),
        };
        let uncovered = [&UNCOVERED[..], more].concat();
        let signer = self.facts.signer.as_ref().map(ProvenKey::to_json);
        Written::new()
            .text("id", &self.id)
            .text_or_null("keyId", self.facts.key_id.as_deref())
            .text("kind", kind)
            .number("messages", self.messages.into())
            .text_or_null("peer", self.facts.peer.as_deref())
            .json_or_null("signer", signer.as_deref())
            .texts("uncovered", uncovered.into_iter())
            .texts("unproven", self.facts.unproven.iter().copied())
            .end()
    }

    /// Seals a message under a fresh random nonce.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SAGE_EXPIRED`; `ERR_RANDOM_UNAVAILABLE` if the source repeats a nonce.
    pub fn seal(
        &mut self,
        associated: &[u8],
        plaintext: &[u8],
        rng: &mut impl CryptoRng,
        now: UnixSeconds,
    ) -> Result<Vec<u8>, Error> {
        self.check_live(now)?;
        let nonce = self.draw_nonce(rng)?;
        let (Keys::Single { seal: key, .. } | Keys::Directional { seal: key, .. }) = &self.keys;
        let sealed = aead::seal(ALGORITHM, &key[..], &nonce, associated, plaintext)?;
        self.seen.insert(nonce);
        self.count(now);
        Ok([&nonce[..], &sealed].concat())
    }

    /// Opens a message. A message that does not open changes nothing.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SAGE_EXPIRED`; `ERR_SESSION_SAGE_SHORT` under [`OVERHEAD`] bytes;
    /// `ERR_SESSION_SAGE_REPLAY` for a nonce that was sent or opened before;
    /// `ERR_SESSION_SAGE_OPEN` if the tag does not hold.
    pub fn open(
        &mut self,
        associated: &[u8],
        wire: &[u8],
        now: UnixSeconds,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.check_live(now)?;
        let short = || Error::SessionSageShort(OVERHEAD);
        let Some((nonce, sealed)) = wire.split_first_chunk::<NONCE_LEN>() else {
            return Err(short());
        };
        if sealed.len() < aead::TAG_LEN {
            return Err(short());
        }
        if self.seen.contains(nonce) {
            return Err(Error::SessionSageReplay);
        }
        let (Keys::Single { seal: key, .. } | Keys::Directional { open: key, .. }) = &self.keys;
        let opened = aead::open(ALGORITHM, &key[..], nonce, associated, sealed)
            .map_err(|_| Error::SessionSageOpen)?;
        self.seen.insert(*nonce);
        self.count(now);
        Ok(opened)
    }

    /// The MAC of `covered`. It does not cover any ciphertext.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SAGE_COVERED` for a directional session; `ERR_SESSION_SAGE_EXPIRED`.
    pub fn sign_covered(
        &mut self,
        covered: &[u8],
        now: UnixSeconds,
    ) -> Result<[u8; hmac::TAG_LEN], Error> {
        let tag = hmac::tag(&self.mac_key()?[..], covered);
        self.check_live(now)?;
        self.count(now);
        Ok(tag)
    }

    /// Checks the MAC of `covered`. The same MAC may come any number of times.
    ///
    /// # Errors
    ///
    /// As [`SageSession::sign_covered`]; `ERR_SESSION_SAGE_MAC` if it does not hold.
    pub fn verify_covered(
        &mut self,
        covered: &[u8],
        tag: &[u8],
        now: UnixSeconds,
    ) -> Result<(), Error> {
        let good = hmac::verify(&self.mac_key()?[..], covered, tag);
        self.check_live(now)?;
        if !good {
            return Err(Error::SessionSageMac);
        }
        self.count(now);
        Ok(())
    }

    fn mac_key(&self) -> Result<&Zeroizing<[u8; 32]>, Error> {
        match &self.keys {
            Keys::Single { mac, .. } => Ok(mac),
            Keys::Directional { .. } => Err(Error::SessionSageCovered),
        }
    }

    fn check_live(&self, now: UnixSeconds) -> Result<(), Error> {
        let over = |since: UnixSeconds, most| most > 0 && now.0.saturating_sub(since.0) >= most;
        let Limits { max_age, idle, max_messages } = self.limits;
        if over(self.created, max_age) {
            return Err(Error::SessionSageExpired("maxAge", max_age));
        }
        if over(self.used, idle) {
            return Err(Error::SessionSageExpired("idle", idle));
        }
        if self.messages >= max_messages {
            return Err(Error::SessionSageExpired("maxMessages", max_messages.into()));
        }
        Ok(())
    }

    /// Counts a message. It is called after [`SageSession::check_live`], and so stays below the limit.
    fn count(&mut self, now: UnixSeconds) {
        self.messages = self.messages.saturating_add(1);
        self.used = self.used.max(now);
    }

    /// Draws a nonce that was not used. A source that repeats itself is broken.
    fn draw_nonce(&self, rng: &mut impl CryptoRng) -> Result<Nonce, Error> {
        let mut nonce = [0; NONCE_LEN];
        rng.fill_bytes(&mut nonce);
        if self.seen.contains(&nonce) { Err(Error::RandomUnavailable) } else { Ok(nonce) }
    }
}

impl core::fmt::Debug for SageSession {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SageSession").field("id", &self.id).finish_non_exhaustive()
    }
}
