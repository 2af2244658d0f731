//! Verifying one proof against what the verifier expects.

use super::{Challenge, Proof, statement::check_time};
use crate::{
    Error,
    did::{self, Purpose},
    encoding::base64url,
    error::excerpt,
    keys::{SecretKey, multikey},
    label,
    print::Written,
    replay::Once,
    time::UnixSeconds,
    trust::{ProvenKey, Signatory, Trust},
};

/// What the verifier knows from another source than the proof.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// Whose proof it is.
    pub did: &'a str,
    /// The keys that the DID may prove: resolved from it, or pinned. A signing key is for [`Purpose::Authentication`], an
    /// X25519 key for [`Purpose::KeyAgreement`]. The proof names one of them; it never adds one.
    pub trust: &'a Trust,
    /// The challenge that the verifier made.
    pub challenge: &'a Challenge,
    /// The time now.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds; [`crate::time::CLOCK_SKEW`] by default.
    pub skew: u64,
}

/// What a verified proof proves.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proven {
    proof: Proof,
    signer: ProvenKey,
    skew: u64,
}

impl Proven {
    /// A proof whose signature holds.
    fn of(proof: Proof, expected: &Expected<'_>) -> Self {
        let who = proof.signatory(expected.now);
        let signer =
            ProvenKey::of_signed(expected.trust, &who, Purpose::Authentication, expected.now);
        Self { proof, signer, skew: expected.skew }
    }

    /// The facts, as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let statement = &self.proof.statement;
        let until = UnixSeconds(statement.expires.0.saturating_add(self.skew));
        let replay = replay(&statement.did, &statement.audience, &statement.nonce, until);
        Written::new()
            .text("algorithm", statement.algorithm.as_str())
            .text("audience", &statement.audience)
            .text("did", &statement.did)
            .number("expires", statement.expires.0)
            .number("issued", statement.issued.0)
            .text("key", &multikey::encode(&statement.key))
            .bytes("nonce", &statement.nonce)
            .json("replay", &replay)
            .json("signer", &self.signer.to_json())
            .end()
    }
}

/// What a replay store marks as used: that `did` answered the challenge, with any of its keys.
pub(super) fn replay(did: &str, audience: &str, nonce: &[u8], until: UnixSeconds) -> String {
    let (verifier, holder) = (audience.as_bytes(), did.as_bytes());
    Once { label: label::POP_CHALLENGE, verifier, holder, nonce }.to_json(until)
}

/// Verifies the proof of a signing key, with one signature check.
///
/// # Errors
///
/// Before the signature: `ERR_POP_DID`, `ERR_POP_KEY` (the key is not trusted for the DID, or the DID is itself another
/// key), `ERR_POP_AUDIENCE`,
/// `ERR_POP_NONCE`, `ERR_POP_CHALLENGE` (another expiry or ephemeral key),
/// `ERR_POP_NOT_YET`, `ERR_POP_EXPIRED`, `ERR_POP_EPHEMERAL` for the proof of an X25519
/// key. Then `ERR_POP_INVALID`.
pub fn verify(proof: Proof, expected: &Expected<'_>) -> Result<Proven, Error> {
    proof.check(expected)?;
    if proof.statement.agreement.is_some() {
        return Err(Error::PopEphemeral);
    }
    if proof.is_signed_for(expected) {
        Ok(Proven::of(proof, expected))
    } else {
        Err(Error::PopInvalid)
    }
}

/// Verifies the proof of an X25519 key, claimed by a trusted key that signs, with one signature check.
///
/// `ephemeral` is the secret of the key in the challenge.
///
/// # Errors
///
/// As [`verify`]; `ERR_POP_IDENTITY` if the key that signed is not trusted for the DID, or if the DID is itself another
/// key; `ERR_POP_EPHEMERAL` if `ephemeral` is not the secret of the challenge's key.
pub fn verify_agreement(
    proof: Proof,
    expected: &Expected<'_>,
    ephemeral: &SecretKey,
) -> Result<Proven, Error> {
    proof.check(expected)?;
    proof.check_agreement(expected, ephemeral)?;
    let good = proof.is_signed_for(expected) && proof.is_authenticated(ephemeral);
    if good { Ok(Proven::of(proof, expected)) } else { Err(Error::PopInvalid) }
}

impl Proof {
    /// Checks all that can be checked without the signature.
    pub(super) fn check(&self, expected: &Expected<'_>) -> Result<(), Error> {
        let (statement, challenge) = (&self.statement, expected.challenge);
        if statement.did != expected.did {
            return Err(Error::PopDid(expected.did.to_string(), excerpt(&statement.did)));
        }
        if !self.is_trusted(expected) {
            return Err(Error::PopKey);
        }
        self.check_owner()?;
        if statement.audience != challenge.audience {
            return Err(Error::PopAudience(excerpt(&statement.audience)));
        }
        if statement.nonce != challenge.nonce {
            return Err(Error::PopNonce(excerpt(&base64url::encode(&statement.nonce))));
        }
        if statement.expires != challenge.expires {
            return Err(Error::PopChallenge("expires"));
        }
        check_time(challenge.issued, challenge.expires, expected.now, expected.skew)?;
        check_time(statement.issued, statement.expires, expected.now, expected.skew)
    }

    /// Whether the trust input has the key that is to be proven, and not as that of another DID.
    fn is_trusted(&self, expected: &Expected<'_>) -> bool {
        let (Expected { trust, now, .. }, statement) = (*expected, &self.statement);
        let owner = match statement.agreement {
            Some(_) => trust.owner_of_agreement(&statement.did, &statement.key, now),
            None => trust.owner_of_signed(&self.signatory(now), Purpose::Authentication, now),
        };
        owner.may_be_this()
    }

    fn is_signed_for(&self, expected: &Expected<'_>) -> bool {
        self.is_signed_by(expected.trust.with_tables(self.statement.signer()))
    }

    /// Who signed. A proof answers at once, so it counts as signed now.
    fn signatory(&self, now: UnixSeconds) -> Signatory<'_> {
        let (did, key) = (&self.statement.did, self.statement.signer());
        Signatory { did, id: None, key, algorithm: self.statement.algorithm, signed: now }
    }

    /// A DID that is itself a key signs with that key alone, whatever key the verifier expects.
    fn check_owner(&self) -> Result<(), Error> {
        let statement = &self.statement;
        let agrees = statement.agreement.is_some();
        let refused = if agrees { Error::PopIdentity } else { Error::PopKey };
        did::check_names(&statement.did, statement.signer(), refused).map(drop)
    }

    pub(super) fn check_agreement(
        &self,
        expected: &Expected<'_>,
        ephemeral: &SecretKey,
    ) -> Result<(), Error> {
        let Expected { challenge, trust, now, .. } = *expected;
        if challenge.ephemeral.as_ref() != Some(ephemeral.public_key()) {
            return Err(Error::PopEphemeral);
        }
        let agreement = self.statement.agreement.as_ref().ok_or(Error::PopInvalid)?;
        if agreement.ephemeral != *ephemeral.public_key() {
            return Err(Error::PopChallenge("ephemeral"));
        }
        let owner = trust.owner_of_signed(&self.signatory(now), Purpose::Authentication, now);
        if owner.may_be_this() { Ok(()) } else { Err(Error::PopIdentity) }
    }
}
