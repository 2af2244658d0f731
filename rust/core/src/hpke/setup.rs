//! Setup of contexts in each mode (RFC 9180, section 5.1).

use ::hpke::{
    Deserializable, HpkeError, Kem as _, OpModeR, OpModeS, PskBundle, Serializable,
    aead::{AesGcm128, AesGcm256, ChaCha20Poly1305, ExportOnlyAead},
    kdf::HkdfSha256,
    setup_receiver, setup_sender_with_rng,
};
use countersign_kernels::stack::swept;
use rand_core::CryptoRng;

use super::{
    Aead, Kem, Receiver, RecipientKey, RecipientSecret, Sender, X25519HkdfSha256,
    check::{DEPTH, check_input, raise},
    context::{Opens, Seals},
    hybrid::XWing,
    xwing,
};
use crate::{
    Error,
    keys::{KeyType, PublicKey, SecretKey},
};

/// The least bytes of a PSK (RFC 9180, section 9.5).
pub const MIN_PSK: usize = 32;

/// A key that both sides have beforehand, and its public name.
#[derive(Clone, Copy)]
pub struct Psk<'a> {
    key: &'a [u8],
    id: &'a [u8],
}

impl<'a> Psk<'a> {
    /// Reads a PSK; `None` if both key and id are empty.
    ///
    /// # Errors
    ///
    /// `ERR_HPKE_PSK` for a key under [`MIN_PSK`] bytes, or one of the two without the other;
    /// `ERR_LIMIT_EXCEEDED`.
    pub fn new(key: &'a [u8], id: &'a [u8]) -> Result<Option<Self>, Error> {
        if key.is_empty() && id.is_empty() {
            return Ok(None);
        }
        if key.len() < MIN_PSK || id.is_empty() {
            return Err(Error::HpkePsk);
        }
        check_input("PSK", key)?;
        check_input("PSK id", id)?;
        Ok(Some(Self { key, id }))
    }

    fn bundle(&self) -> Result<PskBundle<'a>, Error> {
        PskBundle::new(self.key, self.id).map_err(raise)
    }
}

impl core::fmt::Debug for Psk<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Psk(..)")
    }
}

/// What both sides must agree on.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The cipher.
    pub aead: Aead,
    /// What the messages are for; another `info` gives other keys.
    pub info: &'a [u8],
    /// Turns base into psk, and auth into auth_psk.
    pub psk: Option<Psk<'a>>,
}

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
    let (enc, context) = match recipient.kem() {
        Kem::X25519 => {
            let key = Deserializable::from_bytes(recipient.as_bytes()).map_err(raise)?;
            begin::<X25519HkdfSha256>(&mode_s(setup, identity)?, &key, setup, rng)
        }
        Kem::XWing if identity.is_some() => return Err(Error::HpkeMode),
        Kem::XWing => {
            let key = Deserializable::from_bytes(recipient.as_bytes()).map_err(raise)?;
            begin::<XWing>(&plain_s(setup)?, &key, setup, rng)
        }
    }
    .map_err(raise)?;
    Ok((enc, Sender { aead: setup.aead, context }))
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
    let context = match recipient {
        RecipientSecret::X25519(secret) => {
            PublicKey::from_raw(KeyType::X25519, enc)?;
            let enc = Deserializable::from_bytes(enc).map_err(raise)?;
            let secret = x25519(secret)?;
            accept::<X25519HkdfSha256>(&mode_r(setup, identity)?, &secret, &enc, setup)
        }
        RecipientSecret::XWing(_) if identity.is_some() => return Err(Error::HpkeMode),
        RecipientSecret::XWing(secret) => {
            let enc = xwing::read_encapsulated(enc)?;
            accept::<XWing>(&plain_r(setup)?, secret.inner(), &enc, setup)
        }
    }
    .map_err(raise)?;
    Ok(Receiver { aead: setup.aead, context })
}

type Begun = Result<(Vec<u8>, Box<dyn Seals>), HpkeError>;

fn begin<K: ::hpke::Kem + 'static>(
    mode: &OpModeS<'_, K>,
    key: &K::PublicKey,
    setup: &Setup<'_>,
    rng: &mut impl CryptoRng,
) -> Begun {
    match setup.aead {
        Aead::ChaCha20Poly1305 => begin_with::<ChaCha20Poly1305, K>(mode, key, setup.info, rng),
        Aead::Aes128Gcm => begin_with::<AesGcm128, K>(mode, key, setup.info, rng),
        Aead::Aes256Gcm => begin_with::<AesGcm256, K>(mode, key, setup.info, rng),
        Aead::ExportOnly => begin_with::<ExportOnlyAead, K>(mode, key, setup.info, rng),
    }
}

fn begin_with<A: ::hpke::aead::Aead + 'static, K: ::hpke::Kem + 'static>(
    mode: &OpModeS<'_, K>,
    key: &K::PublicKey,
    info: &[u8],
    rng: &mut impl CryptoRng,
) -> Begun {
    let (enc, context) =
        swept::<DEPTH, _>(|| setup_sender_with_rng::<A, HkdfSha256, K>(mode, key, info, rng))?;
    Ok((enc.to_bytes().to_vec(), Box::new(context)))
}

fn accept<K: ::hpke::Kem + 'static>(
    mode: &OpModeR<'_, K>,
    secret: &K::PrivateKey,
    enc: &K::EncappedKey,
    setup: &Setup<'_>,
) -> Result<Box<dyn Opens>, HpkeError> {
    let info = setup.info;
    match setup.aead {
        Aead::ChaCha20Poly1305 => accept_with::<ChaCha20Poly1305, K>(mode, secret, enc, info),
        Aead::Aes128Gcm => accept_with::<AesGcm128, K>(mode, secret, enc, info),
        Aead::Aes256Gcm => accept_with::<AesGcm256, K>(mode, secret, enc, info),
        Aead::ExportOnly => accept_with::<ExportOnlyAead, K>(mode, secret, enc, info),
    }
}

fn accept_with<A: ::hpke::aead::Aead + 'static, K: ::hpke::Kem + 'static>(
    mode: &OpModeR<'_, K>,
    secret: &K::PrivateKey,
    enc: &K::EncappedKey,
    info: &[u8],
) -> Result<Box<dyn Opens>, HpkeError> {
    let context =
        swept::<DEPTH, _>(|| setup_receiver::<A, HkdfSha256, K>(mode, secret, enc, info))?;
    Ok(Box::new(context))
}

fn mode_s<'a>(
    setup: &Setup<'a>,
    identity: Option<&SecretKey>,
) -> Result<OpModeS<'a, X25519HkdfSha256>, Error> {
    let Some(identity) = identity else { return plain_s(setup) };
    let secret = x25519(identity)?;
    let public = X25519HkdfSha256::sk_to_pk(&secret);
    Ok(match &setup.psk {
        None => OpModeS::Auth((secret, public)),
        Some(psk) => OpModeS::AuthPsk((secret, public), psk.bundle()?),
    })
}

fn mode_r<'a>(
    setup: &Setup<'a>,
    identity: Option<&PublicKey>,
) -> Result<OpModeR<'a, X25519HkdfSha256>, Error> {
    let Some(identity) = identity else { return plain_r(setup) };
    only_x25519(identity.key_type())?;
    let public = Deserializable::from_bytes(identity.as_bytes()).map_err(raise)?;
    Ok(match &setup.psk {
        None => OpModeR::Auth(public),
        Some(psk) => OpModeR::AuthPsk(public, psk.bundle()?),
    })
}

fn plain_s<'a, K: ::hpke::Kem>(setup: &Setup<'a>) -> Result<OpModeS<'a, K>, Error> {
    setup.psk.as_ref().map_or(Ok(OpModeS::Base), |psk| Ok(OpModeS::Psk(psk.bundle()?)))
}

fn plain_r<'a, K: ::hpke::Kem>(setup: &Setup<'a>) -> Result<OpModeR<'a, K>, Error> {
    setup.psk.as_ref().map_or(Ok(OpModeR::Base), |psk| Ok(OpModeR::Psk(psk.bundle()?)))
}

fn x25519(secret: &SecretKey) -> Result<<X25519HkdfSha256 as ::hpke::Kem>::PrivateKey, Error> {
    only_x25519(secret.key_type())?;
    <X25519HkdfSha256 as ::hpke::Kem>::PrivateKey::of(secret).map_err(raise)
}

fn only_x25519(got: KeyType) -> Result<(), Error> {
    if got == KeyType::X25519 {
        return Ok(());
    }
    Err(Error::KeyTypeMismatch(KeyType::X25519.as_str(), got.as_str()))
}
