//! Known answers: each kernel of our own that an engine computes with is tested before it is used.
//!
//! | Build | At load | Later |
//! | --- | --- | --- |
//! | WebAssembly | of each part that is loaded, what it computes with kernels | all of it again |
//! | native | all curves, whole, and short messages of the cipher | nothing: it was compiled before |
//!
//! What fails at load is not installed: `wasm` takes the place of `wasm-fma`; the other two are refused, and say so. A part
//! that comes to an engine that is in use, and fails, stops it.
//!
//! WebAssembly lets a host round twice in `relaxed_madd`, and a host has two compilers: a quick one at
//! first, and an optimising one for code that runs often. So, there, for each kind of work (a row below):
//!
//! - The caller asks for the test before every use. It is made again before some of the first uses, when the optimising
//!   compiler may have taken over; no result is returned before the answers are right.
//! - An instance that is made for one call has no tests of parts at load, as the engine beside it had them: there, a test comes
//!   before the first use.
//! - After a failure the engine stops ([`watch::lost`]). The host of `wasm-fma` then loads `wasm`.
//!
//! | The caller asks for | Tested |
//! | --- | --- |
//! | [`at_load`] | verdicts on all curves, with tables of a key and without, and [`test_conversion`]; natively all rows |
//! | [`test_signing_at_load`] | what [`test_ed25519_secrets`], [`test_x25519`], [`test_secp256k1_secrets`] and [`test_p256_secrets`] have more than that |
//! | [`test_ecdh_at_load`] | what [`test_secp256k1_agreement`] and [`test_p256_agreement`] have more than that |
//! | [`test_rings_at_load`] | what [`test_rings`], [`test_secp256k1_agreement`] and [`test_hash_secp256k1`] have more than that |
//! | [`test_cipher_at_load`], [`test_cipher`] | texts of several lengths are sealed, opened and refused |
//! | [`test_ed25519`] | where lanes are fused, the instruction and products of the largest limbs of the field; a key is read, signatures hold and fail |
//! | [`test_prepared_ed25519`] | that, and the same with the tables of a key |
//! | [`test_ed25519_secrets`] | what is tested for verifying, and making a key and a signature |
//! | [`test_x25519`] | where lanes are fused, the instruction and products, and X25519 |
//! | [`test_conversion`] | the same, and the conversion of a public key from Ed25519 to X25519 |
//! | [`test_rings`] | what is tested for signing, and the operations of rings |
//! | [`test_secp256k1`] | where lanes are fused, the instruction and products of the largest limbs; a key is read and recovered, signatures hold and fail |
//! | [`test_secp256k1_secrets`] | that, and making a key and a signature |
//! | [`test_secp256k1_agreement`] | that, and an agreement; sums of points |
//! | [`test_hash_secp256k1`] | that, and the hash to a point |
//! | [`test_prepared_secp256k1`] | what is tested for verifying, and the same with the tables of a key |
//! | [`test_p256`] | as on secp256k1: a key is read, signatures hold and fail |
//! | [`test_p256_secrets`] | that, and making a key and a signature |
//! | [`test_p256_agreement`] | that, and an agreement |
//! | [`test_prepared_p256`] | what is tested for verifying, and the same with the tables of a key |
//!
//! Only work of a part that is loaded is tested, so that a first verification does not wait until the host has compiled the
//! code of rings.

#![allow(clippy::indexing_slicing, reason = "fixed arrays; constants are made while compiling")]

use crate::{field25519, fused};

mod cipher;
mod ed25519;
mod p256;
mod ring;
mod secp256k1;
mod watch;
mod x25519;

pub use cipher::{test_cipher, test_cipher_at_load};
pub use ed25519::{test_ed25519, test_ed25519_secrets, test_prepared_ed25519};
pub use p256::{
    known_answers_p256, test_p256, test_p256_agreement, test_p256_secrets, test_prepared_p256,
};
use ring::known_rings;
pub use ring::test_rings;
pub use secp256k1::{
    known_answers_secp256k1, test_hash_secp256k1, test_prepared_secp256k1, test_secp256k1,
    test_secp256k1_agreement, test_secp256k1_secrets,
};
use watch::{FUSED, Watch, pass, test_if_due};
pub use watch::{has_failed, sound};
use x25519::{known_agreement, known_conversion};
pub use x25519::{test_conversion, test_x25519};

/// The tests at load, of what every page loads.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn at_load() -> bool {
    ed25519::verdicts_at_load()
        && x25519::conversion_at_load()
        && secp256k1::verdicts_at_load()
        && p256::verdicts_at_load()
}

/// The tests when the part comes that signs and agrees. The engine stops where one fails.
pub fn test_signing_at_load() {
    pass(|| {
        ed25519::signature_at_load()
            && x25519::agreement_at_load()
            && secp256k1::secrets_at_load()
            && p256::secrets_at_load()
    });
}

/// The tests when the part comes that agrees on other curves than X25519, as [`test_signing_at_load`].
pub fn test_ecdh_at_load() {
    pass(|| secp256k1::agreement_at_load() && p256::agreement_at_load());
}

/// The tests when the part of rings comes, as [`test_signing_at_load`].
pub fn test_rings_at_load() {
    pass(|| ring::answers_at_load() && secp256k1::agreement_at_load() && secp256k1::hash_at_load());
}

/// The tests at load: everything that is computed here.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn at_load() -> bool {
    known_answers()
        && secp256k1::known_everything()
        && p256::known_everything()
        && cipher::known_cipher()
}

/// Everything of Ed25519, X25519 and rings.
#[must_use]
pub fn known_answers() -> bool {
    ed25519::known_everything() && known_agreement() && known_conversion() && known_rings()
}

/// Where lanes are fused, the instruction and products of the largest limbs.
fn arithmetic_holds() -> bool {
    !FUSED || fused() && field25519::extremes_hold()
}

const fn hex<const N: usize, const M: usize>(text: &[u8; M]) -> [u8; N] {
    assert!(M == 2 * N);
    let mut bytes = [0; N];
    let mut index = 0;
    while index < N {
        bytes[index] = nibble(text[2 * index]) << 4 | nibble(text[2 * index + 1]);
        index += 1;
    }
    bytes
}

const fn nibble(letter: u8) -> u8 {
    if letter.is_ascii_digit() { letter - b'0' } else { letter - b'a' + 10 }
}

#[cfg(test)]
mod tests {
    use super::{
        at_load, known_answers, known_answers_p256, known_answers_secp256k1, p256, secp256k1,
        test_cipher_at_load, test_ecdh_at_load, test_rings_at_load, test_signing_at_load,
    };
    use crate::{field25519, fused};

    #[test]
    fn the_answers_are_known() {
        assert!(
            at_load()
                && known_answers()
                && known_answers_secp256k1()
                && secp256k1::known_prepared()
        );
        assert!(known_answers_p256() && p256::known_prepared());
        assert!(secp256k1::known_hash());
        test_signing_at_load();
        test_ecdh_at_load();
        test_rings_at_load();
        test_cipher_at_load();
        assert!(fused() && field25519::extremes_hold());
    }
}
