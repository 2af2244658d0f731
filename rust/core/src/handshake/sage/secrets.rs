//! Names, secrets and the acknowledgement of SAGE's handshake: see [`super`].

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::{
    Error,
    hazmat::{hkdf, hmac},
    hpke::{Aead, Setup},
};

const SUITE: &str = "suite=hpke-base+x25519+hkdf-sha256|combiner=e2e-x25519-hkdf-v1";
const MAX_NAME: usize = 2_048;

/// HPKE's `info`. Empty parts are accepted here, as in SAGE; a handshake refuses them.
///
/// # Errors
///
/// `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for `|` or a control character; `ERR_LIMIT_EXCEEDED` over 2048
/// bytes.
pub fn info(context: &str, initiator: &str, responder: &str) -> Result<String, Error> {
    [context, initiator, responder].into_iter().try_for_each(check_plain)?;
    Ok(format!("sage/hpke-info|v1|{SUITE}|ctx={context}|init={initiator}|resp={responder}"))
}

/// The context of the exporter.
///
/// # Errors
///
/// As [`info`].
pub fn export_context(context: &str) -> Result<String, Error> {
    check_plain(context)?;
    Ok(format!("sage/hpke-export|v1|{SUITE}|ctx={context}"))
}

/// Mode base, of which nothing but the exporter is used.
pub(super) const fn hpke_setup(info: &str) -> Setup<'_> {
    Setup { aead: Aead::CHACHA20_POLY1305, info: info.as_bytes(), psk: None }
}

/// Refuses text that, once joined with others, could be read as two.
pub(super) fn check_plain(text: &str) -> Result<(), Error> {
    if text.len() > MAX_NAME {
        return Err(Error::LimitExceeded("a name of the handshake", MAX_NAME));
    }
    if text.contains(|c: char| c == '|' || c.is_control()) {
        return Err(Error::HandshakeSageAmbiguous);
    }
    Ok(())
}

/// The secret of the session, made of the exporter and the shared secret of the ephemeral keys.
#[must_use]
pub fn combine(
    exporter: &[u8; 32],
    shared: &[u8; 32],
    export_context: &str,
) -> Zeroizing<[u8; 32]> {
    let mut both = Zeroizing::new([0; 64]);
    both.iter_mut().zip(exporter.iter().chain(shared)).for_each(|(to, from)| *to = *from);
    let mut secret = Zeroizing::new([0; 32]);
    let salt = export_context.as_bytes();
    // 32 bytes are below HKDF's limit.
    if let Ok(okm) = hkdf::derive(both.as_ref(), salt, b"SAGE-HPKE+E2E-Combiner", 32) {
        secret.iter_mut().zip(okm.iter()).for_each(|(to, from)| *to = *from);
    }
    secret
}

/// What the acknowledgement binds.
#[derive(Clone, Copy, Debug)]
pub struct Transcript<'a> {
    /// HPKE's `info`.
    pub info: &'a str,
    /// Context of the exporter.
    pub export_context: &'a str,
    /// HPKE's encapsulated key.
    pub enc: &'a [u8; 32],
    /// The initiator's ephemeral key.
    pub eph_c: &'a [u8; 32],
    /// The responder's.
    pub eph_s: &'a [u8; 32],
    /// DID of the initiator.
    pub initiator: &'a str,
    /// DID of the responder.
    pub responder: &'a str,
    /// The context.
    pub context: &'a str,
    /// Nonce of the request.
    pub nonce: &'a str,
    /// Key id of the reply.
    pub kid: &'a str,
}

/// The acknowledgement of the responder, which shows that it has `combined`.
///
/// # Errors
///
/// `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for a NUL in a text, because SAGE separates the texts by one;
/// `ERR_LIMIT_EXCEEDED` over 65535 bytes.
pub fn ack_tag(combined: &[u8; 32], transcript: &Transcript<'_>) -> Result<[u8; 32], Error> {
    let Transcript { info, export_context, initiator, responder, .. } = *transcript;
    let texts = [info, export_context, initiator, responder];
    if texts.iter().any(|text| text.contains('\0')) {
        return Err(Error::HandshakeSageAmbiguous);
    }
    let parts: [&[u8]; 7] = [
        info.as_bytes(),
        export_context.as_bytes(),
        transcript.enc,
        transcript.eph_c,
        transcript.eph_s,
        initiator.as_bytes(),
        responder.as_bytes(),
    ];
    let binds = parts
        .iter()
        .fold(Sha256::new(), |hash, part| hash.chain_update([0]).chain_update(part))
        .finalize();
    let mut message = b"SAGE-ack-msg|v1|".to_vec();
    for part in [transcript.context, transcript.nonce, transcript.kid] {
        let over = || Error::LimitExceeded("a name of the handshake", 65_535);
        let length = u16::try_from(part.len()).map_err(|_| over())?;
        message.extend(length.to_be_bytes());
        message.extend(part.as_bytes());
    }
    message.extend(binds);
    let key = Zeroizing::new(hmac::tag(combined, b"SAGE-ack-key-v1\x00\x00\x00\x01"));
    Ok(hmac::tag(key.as_ref(), &message))
}
