//! The side that is asked: it checks message 1 and makes message 2.

use core::fmt;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    Established, Suite,
    facts::{psk_of_receiver, secret_of_sender},
    payload::{
        Claims, Identity, append_signature, check_did, info, responder_claims, responder_statement,
        transcript,
    },
    peer,
    wire::{self, First},
};
use crate::{
    Error,
    encoding::base64url,
    error::excerpt,
    hpke::{Aead, Psk, RecipientKey, RecipientSecret, Sender, Setup, receiver, sender},
    keys::{Algorithm, PublicKey, SecretKey},
    label,
    replay::Once,
    session::Role,
    time::UnixSeconds,
    trust::{ProvenKey, Trust},
};

/// What a responder takes.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    /// Its own DID, in canonical spelling.
    pub did: &'a str,
    /// What sessions are for.
    pub context: &'a [u8],
    /// Suites that it takes, the preferred one first.
    pub suites: &'a [Suite],
    /// The time now.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
}

/// The state between message 1 and message 2. Wiped when dropped.
pub struct Responder {
    claims: Claims,
    suite: Suite,
    share: RecipientKey,
    statement: Vec<u8>,
    signature: Vec<u8>,
    psk: Zeroizing<Vec<u8>>,
    skew: u64,
    /// The peer's key, once its signature was checked.
    verified: Option<ProvenKey>,
    answer: Option<Answer>,
}

/// Message 2 before it is signed.
struct Answer {
    from: Identity,
    /// The part of message 2 that is not encrypted.
    clear: [u8; 3],
    enc: Vec<u8>,
    context: Sender,
    statement: Vec<u8>,
}

impl Responder {
    /// Opens message 1 and checks all of it but the signature. That needs the document of the peer that
    /// [`Responder::peer`] names.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_OPEN` if it is not for `agreement`, or was changed; `ERR_HANDSHAKE_RECIPIENT` if
    /// it is for another DID; `ERR_HANDSHAKE_SELF`; `ERR_HANDSHAKE_CONTEXT`; `ERR_HANDSHAKE_NOT_YET`,
    /// `ERR_HANDSHAKE_EXPIRED`; `ERR_HANDSHAKE_SUITE` if none on offer is taken;
    /// `ERR_HANDSHAKE_MALFORMED`, `ERR_HANDSHAKE_VERSION`, `ERR_LIMIT_EXCEEDED`; for keys in
    /// the message their own codes.
    pub fn open(message: &[u8], agreement: &SecretKey, policy: &Policy<'_>) -> Result<Self, Error> {
        check_did(policy.did)?;
        let first = First::read(message)?;
        let (suite, share) = choose(&first, policy.suites)?;
        let info = info(first.clear);
        let setup = Setup { aead: Aead::CHACHA20_POLY1305, info: &info, psk: None };
        let mut context = receiver(first.enc, RecipientSecret::X25519(agreement), &setup, None)?;
        let payload = context.open(first.sealed, &[]).map_err(|_| Error::HandshakeOpen)?;
        let (claims, signature) = Claims::read(&payload)?;
        check(&claims, policy)?;
        let statement = claims.statement(first.clear, first.enc, agreement.public_key().as_bytes());
        Ok(Self {
            claims,
            suite,
            share,
            statement,
            signature,
            psk: psk_of_receiver(&context)?,
            skew: policy.skew,
            verified: None,
            answer: None,
        })
    }

    /// Who claims to have sent message 1. It is not proven before [`Responder::verify`].
    #[must_use]
    pub fn peer(&self) -> &str {
        &self.claims.from.did
    }

    /// Checks the signature against the keys of the peer. It also checks the time again: the search for the
    /// keys may have taken longer than message 1 is good for, so that its mark is no longer kept.
    ///
    /// It costs one signature check, because the key in the message is looked up among those of the peer.
    ///
    /// Gives JSON, `{ mark, sender, until }` of [`crate::replay`]. The host must refuse a mark that it has seen
    /// before, or it answers replays.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_DOCUMENT` if `trust` is about another DID; `ERR_HANDSHAKE_KEY` if the key is not one
    /// of the peer's for authentication; `ERR_HANDSHAKE_SIGNATURE`; `ERR_HANDSHAKE_NOT_YET`,
    /// `ERR_HANDSHAKE_EXPIRED`.
    pub fn verify(&mut self, trust: &Trust, now: UnixSeconds) -> Result<String, Error> {
        self.claims.check_time(now, self.skew)?;
        let signer = peer::authenticate(trust, &self.claims.from, now)?;
        self.claims.from.check_signature(&signer.key, &self.statement, &self.signature)?;
        self.verified = Some(signer);
        let (verifier, holder) = (self.claims.to.as_bytes(), self.claims.from.did.as_bytes());
        let once = Once { label: label::HANDSHAKE, verifier, holder, nonce: &self.statement };
        Ok(once.to_json(UnixSeconds(self.claims.end(self.skew))))
    }

    /// The bytes to sign for message 2.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_ORDER` before [`Responder::verify`], or a second time; `ERR_KEY_ALGORITHM`;
    /// for a share in message 1 that is no key, its code.
    pub fn signing_input(
        &mut self,
        algorithm: Algorithm,
        key: PublicKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        if self.verified.is_none() || self.answer.is_some() {
            return Err(Error::HandshakeOrder);
        }
        let from = Identity::new(&self.claims.to, algorithm, key)?;
        let hash = transcript(&self.statement, &self.signature);
        let clear = wire::clear_second(self.suite);
        let info = info(&clear);
        let psk = Psk::new(&self.psk, &hash)?;
        let setup = Setup { aead: Aead::CHACHA20_POLY1305, info: &info, psk };
        let (enc, context) = sender(&self.share, &setup, None, rng)?;
        let statement = responder_statement(&hash, &clear, &enc, &from);
        self.answer = Some(Answer { from, clear, enc, context, statement: statement.clone() });
        Ok(statement)
    }

    /// Message 2, of a signature that was made elsewhere, and what it established.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_ORDER` before [`Responder::signing_input`]; `ERR_HANDSHAKE_SIGNATURE` if the
    /// signature is not the key's.
    pub fn sign(&mut self, signature: &[u8]) -> Result<(Vec<u8>, Established), Error> {
        let answer = self.answer.take().ok_or(Error::HandshakeOrder)?;
        answer.from.check_signature(&answer.from.key, &answer.statement, signature)?;
        self.complete(answer, signature)
    }

    /// Message 2, signed with a key of this engine, and what it established. `make` makes the signature with that
    /// key, so it is not checked.
    ///
    /// # Errors
    ///
    /// As [`Responder::signing_input`]; those of `make`.
    pub fn sign_here(
        &mut self,
        algorithm: Algorithm,
        key: &SecretKey,
        rng: &mut impl CryptoRng,
        make: impl FnOnce(&SecretKey, Algorithm, &[u8]) -> Result<Vec<u8>, Error>,
    ) -> Result<(Vec<u8>, Established), Error> {
        let statement = self.signing_input(algorithm, key.public_key().clone(), rng)?;
        let answer = self.answer.take().ok_or(Error::HandshakeOrder)?;
        let signature = answer.from.sign(key, &statement, make)?;
        self.complete(answer, &signature)
    }

    fn complete(
        &self,
        mut answer: Answer,
        signature: &[u8],
    ) -> Result<(Vec<u8>, Established), Error> {
        let signer = self.verified.clone().ok_or(Error::HandshakeOrder)?;
        let payload = append_signature(responder_claims(&answer.from), signature);
        let sealed = answer.context.seal(&payload, &[])?;
        let transcript = transcript(&answer.statement, signature);
        let established = Established {
            peer: self.claims.from.clone(),
            signer,
            context: self.claims.context.clone(),
            suite: self.suite,
            secret: secret_of_sender(&answer.context, &transcript)?,
            transcript,
            role: Role::Responder,
        };
        Ok((wire::write(&answer.clear, &answer.enc, &sealed), established))
    }
}

/// The first of our suites that is on offer, and its share.
fn choose(first: &First<'_>, suites: &[Suite]) -> Result<(Suite, RecipientKey), Error> {
    let offered = |suite: &Suite| first.offers.iter().find(|(offer, _)| offer == suite);
    let none = || Error::HandshakeSuite("the two sides have none in common".into());
    let (suite, share) = suites.iter().find_map(offered).ok_or_else(none)?;
    Ok((*suite, RecipientKey::from_raw(suite.kem(), share)?))
}

fn check(claims: &Claims, policy: &Policy<'_>) -> Result<(), Error> {
    if claims.to != policy.did {
        return Err(Error::HandshakeRecipient(policy.did.to_owned(), excerpt(&claims.to)));
    }
    if claims.from.did == claims.to {
        return Err(Error::HandshakeSelf);
    }
    if claims.context != policy.context {
        let [want, got] =
            [policy.context, &claims.context].map(|context| excerpt(&base64url::encode(context)));
        return Err(Error::HandshakeContext(want, got));
    }
    claims.check_time(policy.now, policy.skew)
}

impl fmt::Debug for Responder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Responder(asked by {}, ..)", self.claims.from.did)
    }
}
