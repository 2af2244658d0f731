//! DHKEM(X25519, HKDF-SHA256) (RFC 9180, section 4.1). An agreement that gives zero is refused (section 7.1.4).

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::schedule::{Hash, Labelled};
use crate::{
    Error,
    keys::{KeyType, PublicKey, SecretKey, x25519},
};

/// The number of the mechanism (RFC 9180, section 7.1).
pub(super) const ID: u16 = 0x0020;

/// `KEM ‖ 0x0020`.
const SUITE: Labelled<'_> = Labelled(b"KEM\x00\x20");

/// A public key, checked.
type Public = [u8; 32];

/// A secret key and its public key, whoever holds them.
struct Pair<'a> {
    secret: &'a [u8; 32],
    public: Public,
}

impl<'a> Pair<'a> {
    /// Of a key of X25519; another is refused.
    fn of(key: &'a SecretKey) -> Result<Self, Error> {
        let public = read(key.public_key())?;
        Ok(Self { secret: key.expose().try_into().map_err(|_| Error::HpkeKey)?, public })
    }
}

/// The bytes of a key of X25519; another is refused.
fn read(key: &PublicKey) -> Result<Public, Error> {
    let other = |_| Error::KeyTypeMismatch(KeyType::X25519.as_str(), key.key_type().as_str());
    let bytes = if key.key_type() == KeyType::X25519 { key.as_bytes() } else { &[] };
    bytes.try_into().map_err(other)
}

/// A key that was checked.
pub(super) fn point(checked: &[u8]) -> Result<Public, Error> {
    checked.try_into().map_err(|_| Error::HpkeKey)
}

/// `DeriveKeyPair` (section 7.1.3): the scalar, clamped.
pub(super) fn derive(ikm: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut scalar = SUITE.secret(&SUITE.extract("dkp_prk", ikm), "sk", b"");
    let [first, .., last] = &mut *scalar;
    *first &= 248;
    *last = *last & 63 | 64;
    scalar
}

/// `Encap` and `AuthEncap`: the key to send, and the secret.
pub(super) fn encapsulate(
    recipient: &Public,
    identity: Option<&SecretKey>,
    rng: &mut impl CryptoRng,
) -> Result<(Public, Hash), Error> {
    let identity = identity.map(Pair::of).transpose()?;
    let mut ikm = Zeroizing::new([0; 32]);
    rng.fill_bytes(ikm.as_mut());
    let secret = derive(ikm.as_ref());
    let public = x25519::public(&secret);
    let own = Pair { secret: &secret, public };
    let agreed = agree([Some((&own, recipient)), identity.as_ref().map(|own| (own, recipient))])?;
    let sender = identity.as_ref().map(|own| &own.public);
    Ok((public, shared(&agreed, [Some(&public), Some(recipient), sender])))
}

/// `Decap` and `AuthDecap`: the secret.
pub(super) fn decapsulate(
    recipient: &SecretKey,
    identity: Option<&PublicKey>,
    enc: &Public,
) -> Result<Hash, Error> {
    let own = Pair::of(recipient)?;
    let identity = identity.map(read).transpose()?;
    let sender = identity.as_ref();
    let agreed = agree([Some((&own, enc)), sender.map(|sender| (&own, sender))])?;
    Ok(shared(&agreed, [Some(enc), Some(&own.public), sender]))
}

/// Both agreements, one after the other.
fn agree(pairs: [Option<(&Pair<'_>, &Public)>; 2]) -> Result<Zeroizing<Vec<u8>>, Error> {
    let mut agreed = Zeroizing::new(Vec::with_capacity(64));
    for (own, peer) in pairs.into_iter().flatten() {
        agreed.extend_from_slice(x25519::agree(own.secret, peer)?.as_ref());
    }
    Ok(agreed)
}

/// `ExtractAndExpand(dh, enc ‖ pkR ‖ pkS)`.
fn shared(agreed: &[u8], keys: [Option<&Public>; 3]) -> Hash {
    let context: Vec<u8> = keys.into_iter().flatten().flatten().copied().collect();
    SUITE.secret(&SUITE.extract("eae_prk", agreed), "shared_secret", &context)
}
