//! Claims, statements and hashes. The bytes are described in [`crate::handshake`].

use sha2::{Digest, Sha256};

use super::wire::malformed;
use crate::{
    Error,
    did::Did,
    encoding::frames,
    keys::{Algorithm, HighS, PublicKey, SecretKey, verify},
    label,
    time::UnixSeconds,
};

/// Seconds for which message 1 is good, plus the difference of the clocks.
pub const LIFETIME: u64 = 60;
/// The most bytes of a context.
pub const MAX_CONTEXT: usize = 1_024;
/// The most bytes of a DID.
pub const MAX_DID: usize = 2_048;

/// Who speaks: a DID, and the key that signs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Identity {
    pub(super) did: String,
    pub(super) algorithm: Algorithm,
    pub(super) key: PublicKey,
}

impl Identity {
    pub(super) fn new(did: &str, algorithm: Algorithm, key: PublicKey) -> Result<Self, Error> {
        check_did(did)?;
        if key.key_type() != algorithm.key_type() {
            let (key_type, algorithm) = (key.key_type().as_str(), algorithm.as_str());
            return Err(Error::KeyAlgorithm(key_type, algorithm));
        }
        Ok(Self { did: did.to_owned(), algorithm, key })
    }

    /// Checks a signature by `key`, which is that of the identity, with tables if there are any.
    pub(super) fn check_signature(
        &self,
        key: &PublicKey,
        statement: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let good = verify(self.algorithm, key, statement, signature, HighS::Refuse);
        if good { Ok(()) } else { Err(Error::HandshakeSignature) }
    }

    /// Signs with the key of the identity, by `make`.
    pub(super) fn sign(
        &self,
        key: &SecretKey,
        statement: &[u8],
        make: impl FnOnce(&SecretKey, Algorithm, &[u8]) -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        if self.key != *key.public_key() {
            return Err(Error::HandshakeSignature);
        }
        make(key, self.algorithm, statement)
    }

    fn put_key(&self, out: &mut Vec<u8>) {
        frames::put(out, self.algorithm.as_str().as_bytes());
        frames::put(out, &self.key.to_tagged());
    }

    fn read_key(did: &str, rest: &mut &[u8]) -> Result<Self, Error> {
        let algorithm = text(rest)?.parse()?;
        Self::new(did, algorithm, PublicKey::from_tagged(take(rest)?)?)
    }
}

/// What the initiator says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Claims {
    pub(super) from: Identity,
    pub(super) to: String,
    pub(super) context: Vec<u8>,
    pub(super) issued: UnixSeconds,
}

impl Claims {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        frames::put(&mut out, self.from.did.as_bytes());
        frames::put(&mut out, self.to.as_bytes());
        self.from.put_key(&mut out);
        frames::put(&mut out, &self.context);
        out.extend(self.issued.0.to_be_bytes());
        out
    }

    /// Claims, and the signature after them.
    pub(super) fn read(mut rest: &[u8]) -> Result<(Self, Vec<u8>), Error> {
        let from = text(&mut rest)?;
        let to = text(&mut rest)?;
        check_did(to)?;
        let from = Identity::read_key(from, &mut rest)?;
        let context = take(&mut rest)?;
        check_context(context)?;
        let (issued, mut rest) =
            rest.split_first_chunk().ok_or_else(|| malformed("claims that are cut off"))?;
        let issued = UnixSeconds(u64::from_be_bytes(*issued));
        let signature = last(&mut rest)?;
        Ok((Self { from, to: to.to_owned(), context: context.to_vec(), issued }, signature))
    }

    /// Refuses outside the times: the start is inclusive, the end exclusive, both widened by `skew`.
    pub(super) fn check_time(&self, now: UnixSeconds, skew: u64) -> Result<(), Error> {
        if self.issued.0 > now.0.saturating_add(skew) {
            return Err(Error::HandshakeNotYet(self.issued.0));
        }
        let end = self.end(skew);
        if now.0 >= end { Err(Error::HandshakeExpired(end)) } else { Ok(()) }
    }

    /// First second at which message 1 is refused for its age.
    pub(super) const fn end(&self, skew: u64) -> u64 {
        self.issued.0.saturating_add(LIFETIME).saturating_add(skew)
    }

    /// What the initiator signs.
    pub(super) fn statement(&self, clear: &[u8], enc: &[u8], agreement: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(2_048);
        for part in [label::HANDSHAKE_INITIATOR.as_bytes(), clear, enc, agreement] {
            frames::put(&mut out, part);
        }
        out.extend(self.to_bytes());
        out
    }
}

/// What the responder signs.
pub(super) fn responder_statement(
    hash: &[u8; 32],
    clear: &[u8],
    enc: &[u8],
    from: &Identity,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(2_048);
    for part in [label::HANDSHAKE_RESPONDER.as_bytes(), hash, clear, enc] {
        frames::put(&mut out, part);
    }
    out.extend(responder_claims(from));
    out
}

pub(super) fn responder_claims(from: &Identity) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    frames::put(&mut out, from.did.as_bytes());
    from.put_key(&mut out);
    out
}

/// The responder's claims, and the signature after them.
pub(super) fn read_responder(mut rest: &[u8]) -> Result<(Identity, Vec<u8>), Error> {
    let did = text(&mut rest)?;
    let from = Identity::read_key(did, &mut rest)?;
    Ok((from, last(&mut rest)?))
}

/// Claims with their signature, to be sealed.
pub(super) fn append_signature(mut claims: Vec<u8>, signature: &[u8]) -> Vec<u8> {
    frames::put(&mut claims, signature);
    claims
}

/// The transcript up to a statement and its signature.
pub(super) fn transcript(statement: &[u8], signature: &[u8]) -> [u8; 32] {
    let mut bytes = Vec::with_capacity(statement.len() + 128);
    frames::put(&mut bytes, label::HANDSHAKE_TRANSCRIPT.as_bytes());
    frames::put(&mut bytes, statement);
    frames::put(&mut bytes, signature);
    Sha256::digest(&bytes).into()
}

/// What both HPKE contexts are for.
pub(super) fn info(clear: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(clear.len() + 64);
    frames::put(&mut out, label::HANDSHAKE.as_bytes());
    frames::put(&mut out, clear);
    out
}

pub(super) fn check_context(context: &[u8]) -> Result<(), Error> {
    if context.len() > MAX_CONTEXT {
        return Err(Error::LimitExceeded("handshake context", MAX_CONTEXT));
    }
    Ok(())
}

/// Requires the canonical spelling, so that an agent has one transcript.
pub(super) fn check_did(did: &str) -> Result<(), Error> {
    let canonical =
        did.len() <= MAX_DID && did.parse::<Did>().is_ok_and(|parsed| parsed.as_str() == did);
    if canonical {
        Ok(())
    } else {
        Err(malformed("a text that is not a DID in canonical spelling"))
    }
}

fn take<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Error> {
    frames::take(rest).ok_or_else(|| malformed("claims that are cut off"))
}

fn text<'a>(rest: &mut &'a [u8]) -> Result<&'a str, Error> {
    core::str::from_utf8(take(rest)?).map_err(|_| malformed("claims that are not text"))
}

/// Takes the last field, after which nothing may follow.
fn last(rest: &mut &[u8]) -> Result<Vec<u8>, Error> {
    let taken = take(rest)?.to_vec();
    if rest.is_empty() { Ok(taken) } else { Err(malformed("claims that go on after their end")) }
}
