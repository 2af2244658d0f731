//! Ed25519 (RFC 8032, section 5.1), and which signatures hold.
//!
//! The criterion, the same on every engine, one by one and in a batch:
//! `[S]B = R + [k]A` without cofactor, `k = SHA-512(R ‖ A ‖ M)` over the bytes as
//! received.
//!
//! | Case | Verdict | Where |
//! | --- | --- | --- |
//! | A not on the curve | refused | [`PublicKey::from_raw`] |
//! | A not canonical: y ≥ p, or x = 0 with the sign bit set | refused | [`PublicKey::from_raw`] |
//! | A of small order (8 points) | refused | [`PublicKey::from_raw`] |
//! | A of mixed order | accepted as a key | |
//! | S ≥ L | refused | [`verify`] |
//! | R not canonical | refused | [`verify`], bytes of R against the computed point |
//! | R of small order | refused | [`verify`] |
//! | R or A of mixed order, equation holds | accepted | [`verify`] |
//! | R or A of mixed order, equation holds only times 8 | refused | [`verify`] |

use ed25519_dalek::{Signature, Verifier, VerifyingKey};

use super::{PublicKey, public::Point};
use crate::Error;

const KEY_TYPE: &str = "Ed25519";

/// Canonical encodings of the eight points of small order.
const SMALL_ORDER: [[u8; 32]; 8] = {
    const fn y(text: &[u8; 32], top: u8) -> [u8; 32] {
        let mut bytes = *text;
        bytes[31] = top;
        bytes
    }
    const P_MINUS_1: [u8; 32] = {
        let mut bytes = [0xff; 32];
        bytes[0] = 0xec;
        bytes[31] = 0x7f;
        bytes
    };
    const ONE: [u8; 32] = {
        let mut bytes = [0; 32];
        bytes[0] = 1;
        bytes
    };
    [
        ONE,
        P_MINUS_1,
        [0; 32],
        y(&[0; 32], 0x80),
        y(&ORDER_8, 0x05),
        y(&ORDER_8, 0x85),
        y(&ORDER_8_NEGATED, 0x7a),
        y(&ORDER_8_NEGATED, 0xfa),
    ]
};

/// The y coordinate of two of the four points of order 8; the other two have its negation.
const ORDER_8: [u8; 32] = [
    0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
    0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
];
const ORDER_8_NEGATED: [u8; 32] = [
    0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
    0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
];

/// Reads and checks a public key.
pub(super) fn parse(bytes: &[u8; 32]) -> Result<VerifyingKey, Error> {
    if SMALL_ORDER.contains(bytes) {
        return Err(Error::KeySmallOrder { key_type: KEY_TYPE });
    }
    let key =
        VerifyingKey::from_bytes(bytes).map_err(|_| Error::KeyOffCurve { key_type: KEY_TYPE })?;
    // Decompression takes y modulo p and ignores the sign of zero, so compress again.
    if key.to_edwards().compress().as_bytes() != bytes {
        return Err(Error::KeyNotCanonical { key_type: KEY_TYPE });
    }
    Ok(key)
}

/// Tells whether `signature` (64 bytes, `R ‖ S`) holds. See the table above.
#[must_use]
pub fn verify(key: &PublicKey, message: &[u8], signature: &[u8]) -> bool {
    matches!(key.point(), Point::Ed25519(key) if holds(key, message, signature))
}

/// [`verify`] under a key that [`parse`] read.
pub(super) fn holds(key: &VerifyingKey, message: &[u8], signature: &[u8]) -> bool {
    let Ok(signature) = Signature::from_slice(signature) else { return false };
    // The equation is compared on compressed bytes: only a canonical R can match,
    // so a table of canonical encodings is enough to find a small order.
    !SMALL_ORDER.contains(signature.r_bytes()) && key.verify(message, &signature).is_ok()
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::EIGHT_TORSION;

    use super::SMALL_ORDER;

    #[test]
    fn the_table_is_the_torsion_subgroup() {
        let mut want = EIGHT_TORSION.map(|point| point.compress().to_bytes());
        let mut got = SMALL_ORDER;
        want.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, want);
    }
}
