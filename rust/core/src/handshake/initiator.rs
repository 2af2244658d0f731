//! The side that asks: it makes message 1 and checks the answer.

use core::fmt;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    Established, Suite,
    facts::{psk_of_sender, secret_of_receiver},
    payload::{
        Claims, Identity, append_signature, check_context, check_did, info, read_responder,
        responder_statement, transcript,
    },
    peer,
    share::Share,
    wire::{self, Second, malformed},
};
use crate::{
    Error,
    error::excerpt,
    hpke::{Aead, Kem, Psk, RecipientKey, Sender, Setup, receiver, sender},
    keys::{Algorithm, PublicKey, SecretKey},
    session::Role,
    time::UnixSeconds,
    trust::Trust,
};

/// What an agent wants.
#[derive(Clone, Copy, Debug)]
pub struct Initiation<'a> {
    /// Who asks, in canonical spelling.
    pub did: &'a str,
    /// How it signs.
    pub algorithm: Algorithm,
    /// The key that signs, listed for authentication in its own document.
    pub key: &'a PublicKey,
    /// Who is asked, in canonical spelling.
    pub peer: &'a str,
    /// What is known of who is asked: its document, or pinned keys.
    pub trust: &'a Trust,
    /// What the session is for; both sides must name the same context.
    pub context: &'a [u8],
    /// Suites on offer.
    pub suites: &'a [Suite],
}

/// The state between the messages. Ephemeral secrets are in it, and wiped when it is dropped.
pub struct Initiator {
    claims: Claims,
    shares: Vec<Share>,
    /// The part of message 1 that is not encrypted.
    clear: Vec<u8>,
    enc: Vec<u8>,
    agreement: PublicKey,
    context: Sender,
    /// Message 1 but its cookie, and the transcript up to it, once it is signed.
    sent: Option<(Vec<u8>, [u8; 32])>,
}

impl Initiator {
    /// Draws the ephemeral keys.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_MALFORMED` for a DID that is not canonical; `ERR_HANDSHAKE_SELF` if both are the same;
    /// `ERR_HANDSHAKE_DOCUMENT` if `trust` is about another DID; `ERR_HANDSHAKE_KEY` if it has no X25519
    /// key for key agreement; `ERR_HANDSHAKE_SUITE` if none is offered; `ERR_LIMIT_EXCEEDED`;
    /// `ERR_KEY_ALGORITHM` if the key does not do the algorithm.
    pub fn new(
        wanted: &Initiation<'_>,
        now: UnixSeconds,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, Error> {
        let from = Identity::new(wanted.did, wanted.algorithm, wanted.key.clone())?;
        check_did(wanted.peer)?;
        check_context(wanted.context)?;
        if wanted.did == wanted.peer {
            return Err(Error::HandshakeSelf);
        }
        let agreement = peer::agreement(wanted.trust, wanted.peer, now)?.clone();
        let (shares, clear) = offer(wanted.suites, rng)?;
        let (info, to) = (info(&clear), RecipientKey::from_raw(Kem::X25519, agreement.as_bytes())?);
        let setup = Setup { aead: Aead::CHACHA20_POLY1305, info: &info, psk: None };
        let (enc, context) = sender(&to, &setup, None, rng)?;
        let claims = Claims {
            from,
            to: wanted.peer.to_owned(),
            context: wanted.context.to_vec(),
            issued: now,
        };
        Ok(Self { claims, shares, clear, enc, agreement, context, sent: None })
    }

    /// The bytes to sign.
    #[must_use]
    pub fn signing_input(&self) -> Vec<u8> {
        self.claims.statement(&self.clear, &self.enc, self.agreement.as_bytes())
    }

    /// Message 1, of a signature that was made elsewhere.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_SIGNATURE` if it is not the key's over [`Initiator::signing_input`];
    /// `ERR_HANDSHAKE_ORDER` if it is signed already.
    pub fn sign(&mut self, signature: &[u8]) -> Result<Vec<u8>, Error> {
        let statement = self.first_statement()?;
        self.claims.from.check_signature(&self.claims.from.key, &statement, signature)?;
        self.complete(&statement, signature)
    }

    /// Message 1, signed with a key of this engine. `make` makes the signature with that key, so it is not checked.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_SIGNATURE` if it is another key than the one that was named; `ERR_HANDSHAKE_ORDER` if it is
    /// signed already; those of `make`.
    pub fn sign_here(
        &mut self,
        key: &SecretKey,
        make: impl FnOnce(&SecretKey, Algorithm, &[u8]) -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        let statement = self.first_statement()?;
        let signature = self.claims.from.sign(key, &statement, make)?;
        self.complete(&statement, &signature)
    }

    fn first_statement(&self) -> Result<Vec<u8>, Error> {
        if self.sent.is_some() { Err(Error::HandshakeOrder) } else { Ok(self.signing_input()) }
    }

    fn complete(&mut self, statement: &[u8], signature: &[u8]) -> Result<Vec<u8>, Error> {
        let payload = Zeroizing::new(append_signature(self.claims.to_bytes(), signature));
        let body = wire::write(&self.clear, &self.enc, &self.context.seal(&payload, &[])?);
        let message = wire::with_cookie(&body, &[]);
        self.sent = Some((body, transcript(statement, signature)));
        Ok(message)
    }

    /// Message 1 again, with the cookie that the responder asked for.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_MALFORMED` or `ERR_HANDSHAKE_VERSION` unless `asked` is message 3;
    /// `ERR_HANDSHAKE_ORDER`.
    pub fn retry(&self, asked: &[u8]) -> Result<Vec<u8>, Error> {
        let (body, _) = self.sent.as_ref().ok_or(Error::HandshakeOrder)?;
        Ok(wire::with_cookie(body, wire::read_third(asked)?))
    }

    /// Checks message 2, with one signature check. A message that is refused changes nothing, so the true one may still
    /// come.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_COOKIE_ASKED` for message 3; `ERR_HANDSHAKE_EXPIRED` if the answer comes too
    /// late; `ERR_HANDSHAKE_SUITE` if it was not on offer; `ERR_HANDSHAKE_OPEN` for any change;
    /// `ERR_HANDSHAKE_PEER` if another DID answers; `ERR_HANDSHAKE_DOCUMENT`,
    /// `ERR_HANDSHAKE_KEY`, `ERR_HANDSHAKE_SIGNATURE`; `ERR_HANDSHAKE_MALFORMED`,
    /// `ERR_HANDSHAKE_VERSION`, `ERR_HANDSHAKE_ORDER`, `ERR_LIMIT_EXCEEDED`, codes of keys.
    pub fn finish(
        &self,
        message: &[u8],
        trust: &Trust,
        now: UnixSeconds,
        skew: u64,
    ) -> Result<Established, Error> {
        let (_, hash) = self.sent.as_ref().ok_or(Error::HandshakeOrder)?;
        let reply = Second::read(message)?;
        let end = self.claims.end(skew);
        if now.0 >= end {
            return Err(Error::HandshakeExpired(end));
        }
        let share = self.shares.iter().find(|share| share.suite() == reply.suite);
        let other = || Error::HandshakeSuite("the answer takes one that was not offered".into());
        let share = share.ok_or_else(other)?;
        let (psk, info) = (psk_of_sender(&self.context)?, info(reply.clear));
        let setup =
            Setup { aead: Aead::CHACHA20_POLY1305, info: &info, psk: Psk::new(&psk, hash)? };
        let mut context = receiver(reply.enc, share.secret(), &setup, None)?;
        let payload = context.open(reply.sealed, &[]).map_err(|_| Error::HandshakeOpen)?;
        let (from, signature) = read_responder(&payload)?;
        if from.did != self.claims.to {
            return Err(Error::HandshakePeer(self.claims.to.clone(), excerpt(&from.did)));
        }
        let signer = peer::authenticate(trust, &from, now)?;
        let statement = responder_statement(hash, reply.clear, reply.enc, &from);
        from.check_signature(&signer.key, &statement, &signature)?;
        let transcript = transcript(&statement, &signature);
        Ok(Established {
            peer: from,
            signer,
            context: self.claims.context.clone(),
            suite: reply.suite,
            secret: secret_of_receiver(&context, &transcript)?,
            transcript,
            role: Role::Initiator,
        })
    }
}

/// A share for each suite, and the part of message 1 that is not encrypted.
fn offer(suites: &[Suite], rng: &mut impl CryptoRng) -> Result<(Vec<Share>, Vec<u8>), Error> {
    if suites.is_empty() || suites.len() > Suite::ALL.len() {
        let reason = format!("1 to {} must be offered", Suite::ALL.len());
        return Err(Error::HandshakeSuite(reason.into()));
    }
    let mut shares: Vec<Share> = Vec::new();
    for suite in suites {
        if shares.iter().any(|share| share.suite() == *suite) {
            return Err(malformed("a suite twice"));
        }
        shares.push(Share::generate(*suite, rng)?);
    }
    let keys = shares.iter().map(Share::public).collect::<Result<Vec<_>, _>>()?;
    let clear =
        wire::clear_first(suites.iter().copied().zip(keys.iter().map(RecipientKey::as_bytes)));
    Ok((shares, clear))
}

impl fmt::Debug for Initiator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Initiator(to {}, ..)", self.claims.to)
    }
}
