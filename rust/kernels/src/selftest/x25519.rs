//! Known answers of X25519.

use core::hint::black_box;

use zeroize::Zeroizing;

use super::{Watch, arithmetic_holds, ed25519::PUBLIC, hex, test_if_due, watch::sound_at_load};
use crate::{ed25519::PublicKey, x25519};

static AGREE: Watch = Watch::new();
static CONVERT: Watch = Watch::new();

/// Tests X25519 when that is due, to be called before each use.
#[inline]
pub fn test_x25519() {
    test_if_due(&AGREE, known_agreement);
}

/// As [`test_x25519`], for the conversion of a public key from Ed25519. Whoever writes the document of a DID does not load
/// the code of an agreement.
#[inline]
pub fn test_conversion() {
    test_if_due(&CONVERT, known_conversion);
}

/// The tests at load.
pub(super) fn agreement_at_load() -> bool {
    sound_at_load(&AGREE, agreement_holds)
}

#[cfg(target_family = "wasm")]
pub(super) fn conversion_at_load() -> bool {
    sound_at_load(&CONVERT, conversion_holds)
}

pub(super) fn known_agreement() -> bool {
    arithmetic_holds() && agreement_holds()
}

pub(super) fn known_conversion() -> bool {
    arithmetic_holds() && conversion_holds()
}

/// RFC 7748, section 6.1.
fn agreement_holds() -> bool {
    x25519::public(black_box(&ALICE)) == ALICE_PUBLIC && agreement_by(x25519::agree)
}

/// u of the key of Ed25519.
fn conversion_holds() -> bool {
    PublicKey::parse(black_box(&PUBLIC))
        .is_ok_and(|key| key.to_montgomery() == *black_box(&MONTGOMERY))
}

/// Of the same.
fn agreement_by(agree: impl Fn(&[u8; 32], &[u8; 32]) -> Zeroizing<[u8; 32]>) -> bool {
    *agree(&ALICE, black_box(&BOB_PUBLIC)) == SHARED
}

const MONTGOMERY: [u8; 32] =
    hex(b"25c704c594b88afc00a76b69d1ed2b984d7e22550f3ed0802d04fbcd07d38d47");
const ALICE: [u8; 32] = hex(b"77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
const ALICE_PUBLIC: [u8; 32] =
    hex(b"8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
const BOB_PUBLIC: [u8; 32] =
    hex(b"de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
const SHARED: [u8; 32] = hex(b"4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");

#[cfg(test)]
mod tests {
    use super::{agreement_by, x25519};
    use crate::field25519::{Fused, Limbs, Whole};

    #[test]
    fn pairs_agree_too() {
        assert!(agreement_by(x25519::agree_in_pairs::<Fused>));
        assert!(agreement_by(x25519::agree_in_pairs::<Limbs>));
        assert!(agreement_by(x25519::agree_in_pairs::<Whole>));
    }

    #[test]
    fn another_curve_is_noticed() {
        assert!(agreement_by(x25519::agree_by::<121_665>));
        assert!(!agreement_by(x25519::agree_by::<121_666>));
    }
}
