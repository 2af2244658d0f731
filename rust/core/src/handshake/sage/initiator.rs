//! The side that asks: see [`super`].

use rand_core::CryptoRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::{
    INITIATOR_UNPROVEN, LABEL,
    message::{Reply, Request, check_name, check_time, hash, key, read_time},
    peer::{agreement_key, signer},
    responder::uuid,
    secrets::{Transcript, ack_tag, combine, export_context, hpke_setup, info},
};
use crate::{
    Error,
    encoding::base64url,
    hpke::{Kem, RecipientKey, sender},
    keys::{KeyType, PublicKey, SecretKey},
    session::sage::{Facts, Limits, SageSession},
    time::UnixSeconds,
    trust::Trust,
};

/// What an initiator starts from.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// SAGE's context id.
    pub context: &'a str,
    /// Our DID.
    pub did: &'a str,
    /// The DID of the responder.
    pub peer: &'a str,
    /// Whom to trust. The request is encrypted to the first X25519 key of the responder.
    pub trust: &'a Trust,
    /// Our time, RFC 3339.
    pub ts: &'a str,
}

/// An initiator that waits for the reply. Its secrets are wiped when it is dropped.
pub struct Initiator {
    context: String,
    request: Request,
    ephemeral: SecretKey,
    exporter: Zeroizing<[u8; 32]>,
}

impl Initiator {
    /// Makes a request.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_SAGE_MALFORMED` for an empty name or a time that is not RFC 3339;
    /// `ERR_HANDSHAKE_SAGE_AMBIGUOUS`; `ERR_KEY_TYPE_MISMATCH` or `ERR_HANDSHAKE_SAGE_IDENTITY` if no X25519 key, or no
    /// key at all, is trusted as the responder's; `ERR_KEY_AGREEMENT_ZERO`.
    pub fn start(opening: &Opening<'_>, rng: &mut impl CryptoRng) -> Result<Self, Error> {
        let Opening { context, did, peer, trust, ts } = *opening;
        check_name(context, "context")?;
        check_name(did, "initDid")?;
        check_name(peer, "respDid")?;
        let now = read_time(ts)?;
        let (info, export_ctx) = (info(context, did, peer)?, export_context(context)?);
        let (enc, exporter) =
            encapsulate(agreement_key(trust, peer, now)?, &info, &export_ctx, rng)?;
        let ephemeral = SecretKey::generate(KeyType::X25519, rng)?;
        let request = Request {
            enc: base64url::encode(&enc),
            eph_c: base64url::encode(ephemeral.public_key().as_bytes()),
            export_ctx,
            info,
            init_did: did.to_owned(),
            nonce: uuid(rng),
            resp_did: peer.to_owned(),
            ts: ts.to_owned(),
        };
        Ok(Self { context: context.to_owned(), request, ephemeral, exporter })
    }

    /// An initiator from its secrets and the request it sent, as after a restart.
    ///
    /// # Errors
    ///
    /// As [`Request::from_json`]; `ERR_HANDSHAKE_SAGE_CONTEXT` if the request does not fit
    /// `context` or the ephemeral key.
    pub fn resume(
        context: &str,
        request: &str,
        ephemeral: SecretKey,
        exporter: &[u8; 32],
    ) -> Result<Self, Error> {
        let request = Request::from_json(request)?;
        let info = info(context, &request.init_did, &request.resp_did)?;
        let own = base64url::encode(ephemeral.public_key().as_bytes());
        same_handshake([
            ("info", request.info == info),
            ("exportCtx", request.export_ctx == export_context(context)?),
            ("ephC", request.eph_c == own),
        ])?;
        let (context, exporter) = (context.to_owned(), Zeroizing::new(*exporter));
        Ok(Self { context, request, ephemeral, exporter })
    }

    /// The payload to sign and to send.
    #[must_use]
    pub fn payload(&self) -> String {
        self.request.to_json()
    }

    /// Checks a reply and gives the session. A trusted key of the responder must have signed it. A reply that
    /// does not hold changes nothing, because the right one may still come.
    ///
    /// # Errors
    ///
    /// A code of JSON; `ERR_HANDSHAKE_SAGE_MALFORMED`, `ERR_HANDSHAKE_SAGE_IDENTITY` (also if no key
    /// is trusted for the DID), `ERR_HANDSHAKE_SAGE_CONTEXT`, `ERR_HANDSHAKE_SAGE_TIME`; then
    /// `ERR_HANDSHAKE_SAGE_SIGNATURE`, a code of the responder's ephemeral key, and
    /// `ERR_HANDSHAKE_SAGE_ACK`.
    pub fn finish(
        &self,
        reply: &str,
        trust: &Trust,
        (now, skew): (UnixSeconds, u64),
        limits: Limits,
    ) -> Result<SageSession, Error> {
        let (reply, signature) = Reply::from_json(reply)?;
        self.compare(&reply)?;
        check_time(&reply.ts, now, skew)?;
        let signed = reply.signing_input();
        let signer = signer(trust, &reply.did, now, signed.as_bytes(), &signature)?;
        let combined = self.check_acknowledgement(&reply)?;
        let facts = Facts {
            key_id: Some(reply.kid),
            peer: Some(self.request.resp_did.clone()),
            signer: Some(signer),
            unproven: INITIATOR_UNPROVEN,
        };
        let session = SageSession::directional(combined.as_ref(), LABEL, true, limits, now)?;
        Ok(session.with_facts(facts))
    }

    fn compare(&self, reply: &Reply) -> Result<(), Error> {
        if reply.did != self.request.resp_did {
            return Err(Error::HandshakeSageIdentity);
        }
        same_handshake([
            ("ctx", reply.ctx == self.context),
            ("enc", reply.enc == self.request.enc),
            ("ephC", reply.eph_c == self.request.eph_c),
            ("infoHash", reply.info_hash == hash(&self.request.info)),
            ("exportCtxHash", reply.export_ctx_hash == hash(&self.request.export_ctx)),
        ])
    }

    /// The secret of the session, which the responder has shown to have too.
    fn check_acknowledgement(&self, reply: &Reply) -> Result<Zeroizing<[u8; 32]>, Error> {
        let request = &self.request;
        let eph_s = key(&reply.eph_s, "ephS")?;
        let other = PublicKey::from_raw(KeyType::X25519, &eph_s)?;
        let shared = self.ephemeral.agree(&other)?;
        let combined = combine(&self.exporter, &shared, &request.export_ctx);
        let tag = ack_tag(
            &combined,
            &Transcript {
                info: &request.info,
                export_context: &request.export_ctx,
                enc: &key(&request.enc, "enc")?,
                eph_c: &key(&request.eph_c, "ephC")?,
                eph_s: &eph_s,
                initiator: &request.init_did,
                responder: &request.resp_did,
                context: &self.context,
                nonce: &request.nonce,
                kid: &reply.kid,
            },
        )?;
        let holds = tag.as_slice().ct_eq(&base64url::decode(&reply.ack_tag)?);
        if bool::from(holds) { Ok(combined) } else { Err(Error::HandshakeSageAck) }
    }
}

/// Refuses a message of another handshake by the first member that is not of this one.
fn same_handshake<const N: usize>(members: [(&'static str, bool); N]) -> Result<(), Error> {
    let other = members.into_iter().find(|(_, same)| !same);
    other.map_or(Ok(()), |(member, _)| Err(Error::HandshakeSageContext(member)))
}

impl core::fmt::Debug for Initiator {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Initiator").field("request", &self.request).finish_non_exhaustive()
    }
}

/// HPKE base mode to `peer`: the encapsulated key, and 32 bytes of the exporter.
fn encapsulate(
    peer: &PublicKey,
    info: &str,
    export_context: &str,
    rng: &mut impl CryptoRng,
) -> Result<(Vec<u8>, Zeroizing<[u8; 32]>), Error> {
    if peer.key_type() != KeyType::X25519 {
        return Err(Error::KeyTypeMismatch("X25519", peer.key_type().as_str()));
    }
    let peer = RecipientKey::from_raw(Kem::X25519, peer.as_bytes())?;
    let (enc, context) = sender(&peer, &hpke_setup(info), None, rng)?;
    Ok((enc, context.secret(export_context.as_bytes())))
}
