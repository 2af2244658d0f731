//! Setup of contexts in each mode (RFC 9180, section 5.1).

use countersign_kernels::stack::swept;
use rand_core::CryptoRng;

use super::{
    Kem, Receiver, RecipientKey, RecipientSecret, Sender, Setup,
    check::{DEPTH, check_input},
    dhkem::{self, point},
    hybrid, xwing,
};
use crate::{
    Error,
    keys::{KeyType, PublicKey, SecretKey},
};

/// Starts a context to `recipient`: the encapsulated key to send, and the context.
///
/// With `identity`, an X25519 key, in mode auth or auth_psk.
///
/// # Errors
///
/// `ERR_HPKE_MODE` for an identity with X-Wing; `ERR_KEY_TYPE_MISMATCH` for one that is not X25519;
/// `ERR_LIMIT_EXCEEDED` for an `info` over [`MAX_INPUT`]; `ERR_KEY_AGREEMENT_ZERO`.
pub fn sender(
    recipient: &RecipientKey,
    setup: &Setup<'_>,
    identity: Option<&SecretKey>,
    rng: &mut impl CryptoRng,
) -> Result<(Vec<u8>, Sender), Error> {
    check_input("info", setup.info)?;
    let kem = recipient.kem();
    swept::<DEPTH, _>(|| {
        let (enc, shared) = match kem {
            Kem::X25519 => {
                let key = point(recipient.as_bytes())?;
                let (enc, shared) = dhkem::encapsulate(&key, identity, rng)?;
                (enc.to_vec(), shared)
            }
            Kem::XWing if identity.is_some() => return Err(Error::HpkeMode),
            Kem::XWing => {
                let key = hybrid::Public::from_bytes(recipient.as_bytes());
                key.ok_or(Error::HpkeKey)?.encapsulate(rng)?
            }
        };
        Ok((enc, Sender::new(kem, setup, identity.is_some(), &shared)))
    })
}

/// The recipient's context for an encapsulated key.
///
/// With `identity`, the sender's X25519 key, in mode auth or auth_psk.
///
/// # Errors
///
/// As [`sender`]; `ERR_BYTES_LENGTH`, `ERR_KEY_NOT_CANONICAL` or `ERR_KEY_SMALL_ORDER` for `enc`.
pub fn receiver(
    enc: &[u8],
    recipient: RecipientSecret<'_>,
    setup: &Setup<'_>,
    identity: Option<&PublicKey>,
) -> Result<Receiver, Error> {
    check_input("info", setup.info)?;
    swept::<DEPTH, _>(|| {
        let shared = match recipient {
            RecipientSecret::X25519(secret) => {
                PublicKey::from_raw(KeyType::X25519, enc)?;
                dhkem::decapsulate(secret, identity, &point(enc)?)?
            }
            RecipientSecret::XWing(_) if identity.is_some() => return Err(Error::HpkeMode),
            RecipientSecret::XWing(secret) => {
                secret.inner().decapsulate(&xwing::read_encapsulated(enc)?)?
            }
        };
        Ok(Receiver::new(recipient.kem(), setup, identity.is_some(), &shared))
    })
}
