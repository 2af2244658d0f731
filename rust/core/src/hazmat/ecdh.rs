//! Raw Diffie-Hellman: the x coordinate of P-256 and secp256k1 (SP 800-56A, 5.7.1.2), and
//! X25519 (RFC 7748). **Dangerous**: the secret is not uniform, and it does not say who the
//! other side is. Run it through HKDF, with both public keys in `info`.

use zeroize::Zeroizing;

use crate::{
    Error,
    keys::{KeyType, PublicKey, SecretKey},
};

/// The secret that `secret`, of 32 bytes, shares with `public`.
///
/// # Errors
///
/// As [`SecretKey::from_bytes`]; `ERR_KEY_TYPE_MISMATCH` for a key of another type; `ERR_KEY_ALGORITHM` for one that
/// agrees on nothing; `ERR_KEY_AGREEMENT_ZERO` if all bytes are zero.
pub fn agree(
    key_type: KeyType,
    secret: &[u8],
    public: &PublicKey,
) -> Result<Zeroizing<[u8; 32]>, Error> {
    SecretKey::from_bytes(key_type, secret)?.agree_on_any_curve(public)
}
