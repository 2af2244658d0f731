//! X25519 (RFC 7748): which public keys are taken, and the shared secret.
//!
//! | Public key | Verdict |
//! | --- | --- |
//! | u ≥ p, or the top bit set | refused: one value, one encoding (RFC 7748 would reduce it) |
//! | u of small order (5 values) | refused |
//! | u on the twist | accepted, as RFC 7748 has it |
//!
//! An all-zero shared secret is refused too (RFC 9180, section 7.1.4).

use countersign_kernels::{test_x25519, x25519 as kernel};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Error;

const KEY_TYPE: &str = "X25519";

/// 2^255 - 19, little-endian.
const P: [u8; 32] = {
    let mut bytes = [0xff; 32];
    bytes[0] = 0xed;
    bytes[31] = 0x7f;
    bytes
};

/// The values of u, canonical, whose point has an order that divides 8, on the curve or its twist.
const SMALL_ORDER: [[u8; 32]; 5] = [
    [0; 32],
    {
        let mut unit = [0; 32];
        unit[0] = 1;
        unit
    },
    {
        let mut minus_one = P;
        minus_one[0] -= 1;
        minus_one
    },
    [
        0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4,
        0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49,
        0xb8, 0x00,
    ],
    [
        0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef,
        0x5b, 0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f,
        0x11, 0x57,
    ],
];

/// Checks a public key.
pub(super) fn check(bytes: &[u8; 32]) -> Result<(), Error> {
    if !bytes.iter().rev().lt(P.iter().rev()) {
        return Err(Error::KeyNotCanonical(KEY_TYPE));
    }
    if SMALL_ORDER.contains(bytes) {
        return Err(Error::KeySmallOrder(KEY_TYPE));
    }
    Ok(())
}

/// The public key of a secret.
pub(crate) fn public(secret: &[u8; 32]) -> [u8; 32] {
    test_x25519();
    kernel::public(secret)
}

/// The shared secret, `X25519(secret, u)`.
pub(crate) fn agree(secret: &[u8; 32], point: &[u8; 32]) -> Result<Zeroizing<[u8; 32]>, Error> {
    test_x25519();
    let shared = kernel::agree(secret, point);
    if bool::from(shared.ct_eq(&[0; 32])) {
        return Err(Error::KeyAgreementZero);
    }
    Ok(shared)
}
