//! The side that answers: see [`super`].

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    LABEL, RESPONDER_UNPROVEN,
    message::{Reply, Request, check_name, check_time, hash, key, read_time, version_and_task},
    peer::signer,
    secrets::{Transcript, ack_tag, combine, export_context, hpke_setup, info},
};
use crate::{
    Error,
    encoding::{base64url, hex},
    hpke::{RecipientSecret, receiver},
    keys::{KeyType, PublicKey, SecretKey},
    label,
    print::{list_of, quoted},
    replay::Once,
    session::sage::{Facts, Limits, SageSession},
    time::UnixSeconds,
    trust::{ProvenKey, Trust},
    unsigned::Unsigned,
};

/// A request as it came, and from whom and for whom it must be.
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    /// Our DID.
    pub did: &'a str,
    /// The DID that the transport names as the sender.
    pub peer: &'a str,
    /// Whom to trust. A key of the sender must have signed the request.
    pub trust: &'a Trust,
    /// The context that the transport names.
    pub context: &'a str,
    /// The payload, as it was sent.
    pub payload: &'a str,
    /// Its signature.
    pub signature: &'a [u8],
    /// Our time, RFC 3339.
    pub ts: &'a str,
    /// How far the sender's time may be off, in seconds.
    pub skew: u64,
}

/// A responder that signs its reply. Its secret is wiped when it is dropped.
pub struct Responder {
    request: Request,
    reply: Reply,
    combined: Zeroizing<[u8; 32]>,
    now: UnixSeconds,
    /// First second at which the request is too old.
    end: UnixSeconds,
    /// Who signed the request.
    signer: ProvenKey,
}

impl Responder {
    /// Checks a request, and makes the reply to be signed. The caller must check that the nonce was
    /// not used before: [`Responder::replay`].
    ///
    /// # Errors
    ///
    /// A code of JSON; `ERR_HANDSHAKE_SAGE_MALFORMED`, `ERR_HANDSHAKE_SAGE_AMBIGUOUS`,
    /// `ERR_HANDSHAKE_SAGE_IDENTITY` unless it is from `peer` and for us, or if no key is trusted for `peer`,
    /// `ERR_HANDSHAKE_SAGE_CONTEXT`, `ERR_HANDSHAKE_SAGE_TIME`; then
    /// `ERR_HANDSHAKE_SAGE_SIGNATURE`; `ERR_KEY_AGREEMENT_ZERO` and other codes of keys.
    pub fn accept(
        incoming: &Incoming<'_>,
        agreement: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, Error> {
        let now = read_time(incoming.ts)?;
        let (request, end) = check_unsigned(incoming, now)?;
        let payload = incoming.payload.as_bytes();
        let signer = signer(incoming.trust, incoming.peer, now, payload, incoming.signature)?;
        let enc = key(&request.enc, "enc")?;
        let exporter = decapsulate(agreement, &enc, &request)?;
        let ephemeral = SecretKey::generate(KeyType::X25519, rng)?;
        let other = PublicKey::from_raw(KeyType::X25519, &key(&request.eph_c, "ephC")?)?;
        let combined = combine(&exporter, &*ephemeral.agree(&other)?, &request.export_ctx);
        let reply =
            reply_to(incoming, &request, &ephemeral, &combined, format!("kid-{}", uuid(rng)))?;
        Ok(Self { request, reply, combined, now, end, signer })
    }

    /// JSON, `{ mark, sender, until }` of [`crate::replay`]: a sender uses a nonce once in a context.
    #[must_use]
    pub fn replay(&self) -> String {
        let (verifier, holder) =
            (self.request.resp_did.as_bytes(), self.request.init_did.as_bytes());
        let nonce = list_of(&[quoted(&self.reply.ctx), quoted(&self.request.nonce)]);
        Once { label: label::HANDSHAKE_SAGE, verifier, holder, nonce: nonce.as_bytes() }
            .to_json(self.end)
    }

    /// The reply, to be signed by our identity key `signer`.
    ///
    /// # Errors
    ///
    /// As [`Unsigned::of_sage`].
    pub fn unsigned(&self, signer: &PublicKey) -> Result<Unsigned, Error> {
        let reply = self.reply.clone();
        let signature = Unsigned::of_sage(signer, reply.signing_input().as_bytes())?;
        Ok(signature.then(move |signature| Ok(reply.to_json(&signature).into_bytes())))
    }

    /// The session. The initiator has not yet shown that it has the key.
    ///
    /// # Errors
    ///
    /// None in practice: the secret has the right length.
    pub fn session(&self, limits: Limits) -> Result<SageSession, Error> {
        let facts = Facts {
            key_id: Some(self.reply.kid.clone()),
            peer: Some(self.request.init_did.clone()),
            signer: Some(self.signer.clone()),
            unproven: RESPONDER_UNPROVEN,
        };
        let secret = self.combined.as_ref();
        Ok(SageSession::directional(secret, LABEL, false, limits, self.now)?.with_facts(facts))
    }
}

impl core::fmt::Debug for Responder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Responder").field("reply", &self.reply).finish_non_exhaustive()
    }
}

/// Checks all that needs no signature. Gives the request, and when it is too old.
fn check_unsigned(
    incoming: &Incoming<'_>,
    now: UnixSeconds,
) -> Result<(Request, UnixSeconds), Error> {
    let Incoming { did, peer, context, payload, skew, .. } = *incoming;
    check_name(context, "context")?;
    let request = Request::from_json(payload)?;
    if request.init_did != peer || request.resp_did != did {
        return Err(Error::HandshakeSageIdentity);
    }
    if request.info != info(context, peer, did)? {
        return Err(Error::HandshakeSageContext("info"));
    }
    if request.export_ctx != export_context(context)? {
        return Err(Error::HandshakeSageContext("exportCtx"));
    }
    let end = check_time(&request.ts, now, skew)?;
    Ok((request, end))
}

fn reply_to(
    incoming: &Incoming<'_>,
    request: &Request,
    ephemeral: &SecretKey,
    combined: &[u8; 32],
    kid: String,
) -> Result<Reply, Error> {
    let eph_s = base64url::encode(ephemeral.public_key().as_bytes());
    let tag = ack_tag(
        combined,
        &Transcript {
            info: &request.info,
            export_context: &request.export_ctx,
            enc: &key(&request.enc, "enc")?,
            eph_c: &key(&request.eph_c, "ephC")?,
            eph_s: &key(&eph_s, "ephS")?,
            initiator: &request.init_did,
            responder: &request.resp_did,
            context: incoming.context,
            nonce: &request.nonce,
            kid: &kid,
        },
    )?;
    let (v, task) = version_and_task();
    Ok(Reply {
        v,
        task,
        ctx: incoming.context.to_owned(),
        kid,
        eph_s,
        ack_tag: base64url::encode(&tag),
        ts: incoming.ts.to_owned(),
        did: incoming.did.to_owned(),
        info_hash: hash(&request.info),
        export_ctx_hash: hash(&request.export_ctx),
        enc: request.enc.clone(),
        eph_c: request.eph_c.clone(),
    })
}

/// HPKE base mode: 32 bytes of the exporter.
fn decapsulate(
    agreement: &SecretKey,
    enc: &[u8; 32],
    request: &Request,
) -> Result<Zeroizing<[u8; 32]>, Error> {
    let own = agreement.key_type();
    if own != KeyType::X25519 {
        return Err(Error::KeyTypeMismatch("X25519", own.as_str()));
    }
    let setup = hpke_setup(&request.info);
    let recipient = RecipientSecret::X25519(agreement);
    Ok(receiver(enc, recipient, &setup, None)?.secret(request.export_ctx.as_bytes()))
}

/// A random UUID, version 4 (RFC 9562).
pub(super) fn uuid(rng: &mut impl CryptoRng) -> String {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    let [.., a, _, b, _, _, _, _, _, _, _] = &mut bytes;
    *a = (*a & 0x0f) | 0x40;
    *b = (*b & 0x3f) | 0x80;
    let text = hex::encode(&bytes);
    let part = |from, to| text.get(from..to).unwrap_or_default();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}
