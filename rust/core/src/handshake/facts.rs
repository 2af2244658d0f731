//! What a finished handshake gives.

use core::fmt;

use zeroize::Zeroizing;

use super::{Suite, payload::Identity};
use crate::{
    Error,
    encoding::hex,
    hpke::{Receiver, Sender},
    label,
    print::Written,
    session::{Options, Role, Session},
    time::UnixSeconds,
    trust::ProvenKey,
};

/// Bytes of each exported secret.
const SECRET: usize = 32;

/// The other side, proven, and the secret that both hold. Wiped when dropped.
pub struct Established {
    pub(super) peer: Identity,
    pub(super) signer: ProvenKey,
    pub(super) context: Vec<u8>,
    pub(super) suite: Suite,
    pub(super) transcript: [u8; 32],
    pub(super) secret: Zeroizing<Vec<u8>>,
    pub(super) role: Role,
}

impl Established {
    /// The facts, as JSON: the peer's DID and the key that signed, how it signed, the context (base64url), the suite, and the hash
    /// of the whole handshake, which is the same on both sides and in no other handshake.
    #[must_use]
    pub fn to_json(&self) -> String {
        Written::new()
            .text("algorithm", self.peer.algorithm.as_str())
            .bytes("context", &self.context)
            .text("did", &self.peer.did)
            .json("signer", &self.signer.to_json())
            .text("suite", self.suite.as_str())
            .text("transcript", &hex::encode(&self.transcript))
            .end()
    }

    /// Starts the session. The responder's session is unconfirmed: it sends nothing before the
    /// initiator's first message.
    ///
    /// # Errors
    ///
    /// As [`Session::new`].
    pub fn into_session(self, options: &Options, now: UnixSeconds) -> Result<Session, Error> {
        let secret = crate::session::secret(&self.secret)?;
        let confirmed = self.role == Role::Initiator;
        Session::new(&secret, &self.transcript, self.role, options, confirmed, now)
    }
}

impl fmt::Debug for Established {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Established({}, ..)", self.peer.did)
    }
}

pub(super) fn psk_of_sender(context: &Sender) -> Result<Zeroizing<Vec<u8>>, Error> {
    context.export(label::HANDSHAKE_PSK.as_bytes(), SECRET)
}

pub(super) fn psk_of_receiver(context: &Receiver) -> Result<Zeroizing<Vec<u8>>, Error> {
    context.export(label::HANDSHAKE_PSK.as_bytes(), SECRET)
}

pub(super) fn secret_of_sender(context: &Sender, hash: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    context.export(&[label::HANDSHAKE_SESSION.as_bytes(), hash].concat(), SECRET)
}

pub(super) fn secret_of_receiver(
    context: &Receiver,
    hash: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Error> {
    context.export(&[label::HANDSHAKE_SESSION.as_bytes(), hash].concat(), SECRET)
}
