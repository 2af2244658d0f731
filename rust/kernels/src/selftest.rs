//! Known answers, before the kernels are trusted and again while they are used.
//!
//! WebAssembly lets a host round twice in `relaxed_madd`, and a host has two compilers: a quick one at
//! first, a better one for what runs often. So the tests run when the engine is loaded,
//! and again before some of the first operations, when the better compiler
//! has had its turn. From a failure on, [`ready`] says no, for the life of the
//! instance, and the caller takes its scalar code.

#![allow(clippy::indexing_slicing, reason = "fixed arrays; constants are made while compiling")]

use core::{
    hint::black_box,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{
    ed25519::{self, SigningKey},
    extent::is_full,
    field_secp256k1, field25519, fused, x25519,
};

mod ring;
mod secp256k1;

/// Before which operations all is tested. An engine's better compiler takes over within some ten.
const AGAIN: [u32; 5] = [1, 16, 64, 256, 4096];

/// How many operations were asked for; [`BROKEN`] from a failure on. One for each field.
struct Watch(AtomicU32);

static FIELD_25519: Watch = Watch(AtomicU32::new(0));
static FIELD_SECP256K1: Watch = Watch(AtomicU32::new(0));
const BROKEN: u32 = u32::MAX;

/// Whether the arithmetic on fused multiply-add may be used: Ed25519, X25519 and rings. To be asked
/// before each operation.
///
/// `false` on every target without relaxed SIMD, where the kernels are but a model.
#[inline]
#[must_use]
pub fn ready() -> bool {
    FUSED && FIELD_25519.still_sound(known_answers)
}

/// As [`ready`], for secp256k1.
#[inline]
#[must_use]
pub fn ready_secp256k1() -> bool {
    FUSED && FIELD_SECP256K1.still_sound(known_answers_secp256k1)
}

/// Whether this build has the instruction.
const FUSED: bool = cfg!(all(target_arch = "wasm32", target_feature = "relaxed-simd"));

impl Watch {
    /// Counts, and runs `test` when it is due.
    fn still_sound(&self, test: fn() -> bool) -> bool {
        let asked = self.0.load(Ordering::Relaxed);
        if asked == BROKEN {
            return false;
        }
        // Stays at the last but one for ever.
        let asked = asked.saturating_add(1).min(BROKEN - 1);
        let sound = !AGAIN.contains(&asked) || test();
        self.0.store(if sound { asked } else { BROKEN }, Ordering::Relaxed);
        sound
    }
}

/// The test at load: the instruction, and products of the largest limbs that the fields meet.
/// `true` where nothing depends on them.
#[must_use]
pub fn at_load() -> bool {
    !FUSED || arithmetic_holds()
}

/// Everything of Ed25519 and X25519: what is tested at load, a key, a signature, its verification,
/// an agreement, and what rings compute.
#[must_use]
pub fn known_answers() -> bool {
    arithmetic_holds() && signature_holds() && agreement_holds() && rings_hold()
}

/// Everything of secp256k1: what is tested at load, a key, a signature, its verification, recovery,
/// an agreement, a sum.
#[must_use]
pub fn known_answers_secp256k1() -> bool {
    arithmetic_holds() && secp256k1::answers_hold()
}

fn arithmetic_holds() -> bool {
    fused() && field25519::extremes_hold() && field_secp256k1::extremes_hold()
}

/// The lean engine has no rings.
fn rings_hold() -> bool {
    !is_full() || ring::answers_hold()
}

/// RFC 8032, section 7.1, test 2.
fn signature_holds() -> bool {
    const MESSAGE: &[u8] = &[0x72];
    let Some(key) = SigningKey::from_seed(black_box(&SEED)) else { return false };
    let public = key.public_key();
    let signed = key.sign(MESSAGE) == Some(SIGNATURE);
    let mut other = SIGNATURE;
    other[63] ^= 1;
    signed
        && public.as_bytes() == &PUBLIC
        && public.verify(MESSAGE, &SIGNATURE)
        && ed25519::verify(&PUBLIC, MESSAGE, &SIGNATURE)
        && !ed25519::verify(&PUBLIC, MESSAGE, &other)
        && !public.verify(&[0x73], &SIGNATURE)
}

/// RFC 7748, section 6.1.
fn agreement_holds() -> bool {
    x25519::public(black_box(&ALICE)) == ALICE_PUBLIC
        && *x25519::agree(&ALICE, black_box(&BOB_PUBLIC)) == SHARED
}

const SEED: [u8; 32] = hex(b"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
const PUBLIC: [u8; 32] = hex(b"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
const SIGNATURE: [u8; 64] = hex(
    b"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
);
const ALICE: [u8; 32] = hex(b"77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
const ALICE_PUBLIC: [u8; 32] =
    hex(b"8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
const BOB_PUBLIC: [u8; 32] =
    hex(b"de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
const SHARED: [u8; 32] = hex(b"4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");

const fn hex<const N: usize, const M: usize>(text: &[u8; M]) -> [u8; N] {
    assert!(M == 2 * N);
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        bytes[at] = nibble(text[2 * at]) << 4 | nibble(text[2 * at + 1]);
        at += 1;
    }
    bytes
}

const fn nibble(letter: u8) -> u8 {
    if letter.is_ascii_digit() { letter - b'0' } else { letter - b'a' + 10 }
}

#[cfg(test)]
mod tests {
    use super::{
        AtomicU32, BROKEN, Ordering, Watch, known_answers, known_answers_secp256k1, ready,
        ready_secp256k1,
    };

    #[test]
    fn the_model_knows_the_answers_and_is_not_used() {
        assert!(known_answers() && known_answers_secp256k1());
        assert!(!ready() && !ready_secp256k1());
    }

    #[test]
    fn a_failure_is_for_good_and_tests_come_again() {
        let watch = Watch(AtomicU32::new(0));
        assert!(watch.still_sound(|| true));
        (0..14).for_each(|_| assert!(watch.still_sound(|| false), "not due"));
        assert!(!watch.still_sound(|| false), "the sixteenth");
        assert_eq!(watch.0.load(Ordering::Relaxed), BROKEN);
        assert!(!watch.still_sound(|| true));
    }
}
