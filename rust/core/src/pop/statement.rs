//! What a prover signs. The bytes are described in [`crate::pop`].

use super::{
    Challenge,
    challenge::{check_agreement_key, check_lifetime},
};
use crate::{
    Error,
    did::Did,
    encoding::frames,
    keys::{Algorithm, PublicKey},
    label,
    record::{MAX_TEXT, check_algorithm},
    time::CLOCK_SKEW,
    time::UnixSeconds,
};

/// "I hold this key", to one verifier, once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Statement {
    /// Whose statement it is.
    pub(super) did: String,
    /// The key whose possession is proven.
    pub(super) key: PublicKey,
    /// Copied from the challenge.
    pub(super) audience: String,
    /// Copied from the challenge.
    pub(super) nonce: Vec<u8>,
    /// When it was made, by the prover's clock.
    pub(super) issued: UnixSeconds,
    /// Copied from the challenge.
    pub(super) expires: UnixSeconds,
    /// How the signature is made.
    pub(super) algorithm: Algorithm,
    /// Present if `key` is an X25519 key.
    pub(super) agreement: Option<Agreement>,
}

/// What the proof of an X25519 key adds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Agreement {
    /// The key that signs.
    pub identity: PublicKey,
    /// The verifier's key, from the challenge.
    pub ephemeral: PublicKey,
}

impl Statement {
    /// Answers `challenge` for a key that signs.
    ///
    /// # Errors
    ///
    /// `ERR_POP_MALFORMED` for a text that is not a DID in its canonical spelling; `ERR_POP_EXPIRED` or
    /// `ERR_POP_NOT_YET` if `now` is outside the challenge's time;
    /// `ERR_KEY_ALGORITHM` if the key does not do `algorithm`.
    pub fn new(
        did: &str,
        algorithm: Algorithm,
        key: PublicKey,
        challenge: &Challenge,
        now: UnixSeconds,
    ) -> Result<Self, Error> {
        check_time(challenge.issued, challenge.expires, now, CLOCK_SKEW)?;
        Self {
            did: did.into(),
            key,
            audience: challenge.audience.clone(),
            nonce: challenge.nonce.clone(),
            // Even if the prover's clock is ahead, the statement is not issued after its expiry.
            issued: UnixSeconds(now.0.min(challenge.expires.0.saturating_sub(1))),
            expires: challenge.expires,
            algorithm,
            agreement: None,
        }
        .check()
    }

    /// Answers `challenge` for an X25519 key, claimed by `identity`, which signs.
    ///
    /// # Errors
    ///
    /// As [`Statement::new`]; `ERR_POP_EPHEMERAL` if the challenge has no ephemeral key;
    /// `ERR_KEY_TYPE_MISMATCH` if `key` is not X25519.
    pub fn for_agreement(
        did: &str,
        algorithm: Algorithm,
        identity: PublicKey,
        key: PublicKey,
        challenge: &Challenge,
        now: UnixSeconds,
    ) -> Result<Self, Error> {
        let ephemeral = challenge.ephemeral.clone().ok_or(Error::PopEphemeral)?;
        let plain = Self::new(did, algorithm, identity.clone(), challenge, now)?;
        Self { key, agreement: Some(Agreement { identity, ephemeral }), ..plain }.check()
    }

    /// The bytes to sign.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        frames::put(&mut out, self.label().as_bytes());
        frames::put(&mut out, self.did.as_bytes());
        frames::put(&mut out, self.key.key_type().as_str().as_bytes());
        frames::put(&mut out, self.key.as_bytes());
        frames::put(&mut out, self.audience.as_bytes());
        frames::put(&mut out, &self.nonce);
        out.extend(self.issued.0.to_be_bytes());
        out.extend(self.expires.0.to_be_bytes());
        frames::put(&mut out, self.algorithm.as_str().as_bytes());
        if let Some(agreement) = &self.agreement {
            frames::put(&mut out, agreement.identity.key_type().as_str().as_bytes());
            frames::put(&mut out, agreement.identity.as_bytes());
            frames::put(&mut out, agreement.ephemeral.as_bytes());
        }
        out
    }

    pub(super) const fn label(&self) -> &'static str {
        if self.agreement.is_some() { label::POP_AGREEMENT } else { label::POP }
    }

    /// The key that signs.
    pub(super) fn signer(&self) -> &PublicKey {
        self.agreement.as_ref().map_or(&self.key, |agreement| &agreement.identity)
    }

    pub(super) fn check(self) -> Result<Self, Error> {
        if self.did.len() > MAX_TEXT || !is_canonical(&self.did) {
            return Err(Error::PopMalformed(
                "did".into(),
                "it is not a DID in its canonical spelling",
            ));
        }
        check_lifetime(self.issued, self.expires)?;
        check_algorithm(self.signer(), self.algorithm)?;
        if let Some(agreement) = &self.agreement {
            check_agreement_key(&self.key)?;
            check_agreement_key(&agreement.ephemeral)?;
        }
        Ok(self)
    }
}

/// Whether a DID has its canonical spelling. One agent must not have two statements.
fn is_canonical(did: &str) -> bool {
    did.parse::<Did>().is_ok_and(|parsed| parsed.as_str() == did)
}

/// Checks the time: the start is inclusive, the end exclusive, and `skew` widens both.
pub(super) fn check_time(
    issued: UnixSeconds,
    expires: UnixSeconds,
    now: UnixSeconds,
    skew: u64,
) -> Result<(), Error> {
    if issued.0 > now.0.saturating_add(skew) {
        return Err(Error::PopNotYet(issued.0));
    }
    if now.0 >= expires.0.saturating_add(skew) {
        return Err(Error::PopExpired(expires.0));
    }
    Ok(())
}
