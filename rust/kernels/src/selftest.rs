//! Known answers, checked before the kernels are first used and again while they are in use.
//!
//! WebAssembly lets a host round twice in `relaxed_madd`, and a host has two compilers: a quick one at
//! first, and an optimising one for code that runs often. So, for each kind of work (a row below):
//!
//! - The caller asks before every use. The first time, the answers of that work are tested; no result is
//!   returned before they are right.
//! - They are tested again before some of the first uses of that work, when the optimising compiler may
//!   have taken over.
//! - A build of fused multiply-add has no scalar code of these curves. After a failure the engine stops ([`lost`]), and
//!   its host loads the build without.
//!
//! | The caller asks | Tested |
//! | --- | --- |
//! | [`at_load`] | the instruction, products of the largest limbs of all fields, [`ready`], [`test_secp256k1`], [`test_p256`]. What fails is not installed |
//! | [`ready`] | that, and Ed25519: a key is read, signatures hold and fail |
//! | [`ready_prepared`] | that, and the same with the tables of a key |
//! | [`ready_to_sign`] | what is tested for verifying, and making a key and a signature |
//! | [`ready_to_agree`] | what is tested at load, X25519, and the conversion from Ed25519 |
//! | [`ready_for_rings`] | what is tested for signing, and the operations of rings |
//! | [`test_secp256k1`] | the instruction; products of the largest limbs of that field; a key is read and recovered, signatures hold and fail |
//! | [`test_secp256k1_secrets`] | that, and making a key, a signature and an agreement; sums of points |
//! | [`test_hash_secp256k1`] | that, and the hash to a point |
//! | [`test_prepared_secp256k1`] | what is tested for verifying, and the same with the tables of a key |
//! | [`test_p256`] | the instruction; products of the largest limbs of that field; a key is read, signatures hold and fail |
//! | [`test_p256_secrets`] | that, and making a key, a signature and an agreement |
//! | [`test_prepared_p256`] | what is tested for verifying, and the same with the tables of a key |
//!
//! secp256k1 and P-256 are computed here on every target, so a caller asks for the test alone, and there is none without
//! the instruction.
//!
//! Only work that is asked for is tested, so that a first verification does not wait until the host has
//! compiled the code of rings.

#![allow(clippy::indexing_slicing, reason = "fixed arrays; constants are made while compiling")]

use core::{
    hint::black_box,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

use zeroize::Zeroizing;

use crate::{
    ed25519::{self, Prepared, PublicKey, SigningKey},
    field_p256, field_secp256k1, field25519, fused,
    p256::Own as OwnP256,
    secp256k1::Own as OwnSecp256k1,
    stack::swept,
    x25519,
};

mod p256;
mod ring;
mod secp256k1;

/// Before which uses a work is tested. An engine's better compiler takes over within some ten.
const AGAIN: [u32; 5] = [1, 16, 64, 256, 4096];

/// How many uses of a work were asked for.
struct Watch(AtomicU32);

impl Watch {
    const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Counts a use. The count stops at the last number.
    fn is_due(&self) -> bool {
        let Self(uses) = self;
        let asked = uses.load(Ordering::Relaxed).saturating_add(1);
        uses.store(asked, Ordering::Relaxed);
        AGAIN.contains(&asked)
    }
}

static VERIFY: Watch = Watch::new();
static VERIFY_PREPARED: Watch = Watch::new();
static SIGN: Watch = Watch::new();
static AGREE: Watch = Watch::new();
static RINGS: Watch = Watch::new();
static SECP256K1: Watch = Watch::new();
static SECP256K1_SECRETS: Watch = Watch::new();
static SECP256K1_PREPARED: Watch = Watch::new();
static SECP256K1_HASH: Watch = Watch::new();
static P256: Watch = Watch::new();
static P256_SECRETS: Watch = Watch::new();
static P256_PREPARED: Watch = Watch::new();

/// Whether a test failed, for the host to ask when the engine has stopped.
static FAILED: AtomicBool = AtomicBool::new(false);

/// More of the stack than a test takes: 160 kB in WebAssembly, for tables of a key on secp256k1.
const DEPTH: usize = 192 << 10;

/// Whether Ed25519 keys may be read, and signatures verified, on fused multiply-add. To be asked
/// before each.
///
/// `false` on every target without relaxed SIMD, where the kernels are but a model.
#[inline]
#[must_use]
pub fn ready() -> bool {
    FUSED && still_sound(&VERIFY, known_verdicts)
}

/// As [`ready`], for the tables of a key, and what is verified with them.
#[inline]
#[must_use]
pub fn ready_prepared() -> bool {
    FUSED && still_sound(&VERIFY_PREPARED, known_prepared)
}

/// As [`ready`], for Ed25519 keys made and signatures.
#[inline]
#[must_use]
pub fn ready_to_sign() -> bool {
    FUSED && still_sound(&SIGN, known_signature)
}

/// As [`ready`], for X25519.
#[inline]
#[must_use]
pub fn ready_to_agree() -> bool {
    FUSED && still_sound(&AGREE, known_agreement)
}

/// As [`ready`], for rings on edwards25519.
#[inline]
#[must_use]
pub fn ready_for_rings() -> bool {
    FUSED && still_sound(&RINGS, known_rings)
}

/// Tests reading keys and verifying on secp256k1 when that is due, to be called before each use.
#[inline]
pub fn test_secp256k1() {
    if FUSED {
        still_sound(&SECP256K1, known_verdicts_secp256k1);
    }
}

/// As [`test_secp256k1`], for what is done with secrets, and for rings. Whoever only verifies does not load the code of
/// this test.
#[inline]
pub fn test_secp256k1_secrets() {
    if FUSED {
        still_sound(&SECP256K1_SECRETS, known_answers_secp256k1);
    }
}

/// As [`test_secp256k1_secrets`], for hashes to points.
#[inline]
pub fn test_hash_secp256k1() {
    if FUSED {
        still_sound(&SECP256K1_HASH, known_hash_secp256k1);
    }
}

/// As [`test_secp256k1`], for the tables of a key, and what is verified with them.
#[inline]
pub fn test_prepared_secp256k1() {
    if FUSED {
        still_sound(&SECP256K1_PREPARED, known_prepared_secp256k1);
    }
}

/// Tests reading keys and verifying on P-256 when that is due, to be called before each use.
#[inline]
pub fn test_p256() {
    if FUSED {
        still_sound(&P256, known_verdicts_p256);
    }
}

/// As [`test_p256`], for what is done with secrets. Whoever only verifies does not load the code of this test.
#[inline]
pub fn test_p256_secrets() {
    if FUSED {
        still_sound(&P256_SECRETS, known_answers_p256);
    }
}

/// As [`test_p256`], for the tables of a key, and what is verified with them.
#[inline]
pub fn test_prepared_p256() {
    if FUSED {
        still_sound(&P256_PREPARED, known_prepared_p256);
    }
}

/// Whether this build has the instruction.
const FUSED: bool = cfg!(all(target_arch = "wasm32", target_feature = "relaxed-simd"));

/// Runs `test` when it is due. Always `true`, which lets a build of fused multiply-add do without the code of a caller
/// that comes after `false`.
#[inline]
fn still_sound(work: &Watch, test: impl FnOnce() -> bool) -> bool {
    if work.is_due() {
        pass(test);
    }
    true
}

/// The test is a generic parameter, since with a pointer to a function the core of the engine would have every test, and
/// all code that the tests reach.
#[cold]
fn pass(test: impl FnOnce() -> bool) {
    // The tables of a test lie deeper on the stack than the caller wipes, and may cover secrets of an earlier call.
    if !swept::<DEPTH, _>(test) {
        lost();
    }
}

/// What scalar code gives. A build of fused multiply-add has none: there, nothing leads here but a host that computes
/// wrongly, and the engine stops.
#[inline]
pub fn scalar_code<T>(work: impl FnOnce() -> T) -> T {
    if FUSED {
        lost();
    }
    work()
}

/// What was computed and checked. What fails its check stops the engine: only a computer that multiplies wrongly gets
/// there.
#[inline]
pub(crate) fn sound<T>(checked: Option<T>) -> T {
    match checked {
        Some(value) => value,
        None if FUSED => lost(),
        None => panic!("this computer multiplies wrongly"),
    }
}

/// Stops the engine for good, before a wrong result can leave it.
#[cold]
fn lost() -> ! {
    FAILED.store(true, Ordering::Relaxed);
    std::process::abort()
}

/// Whether the engine stopped because its host computes wrongly.
#[must_use]
pub fn has_failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

/// The tests at load, of what every page loads: the instruction, both fields, verdicts on Ed25519, and all of
/// secp256k1 and P-256.
/// `true` where nothing depends on them.
#[must_use]
pub fn at_load() -> bool {
    !FUSED || (known_verdicts() && known_verdicts_secp256k1() && known_verdicts_p256())
}

/// Everything of Ed25519, X25519 and rings.
#[must_use]
pub fn known_answers() -> bool {
    known_prepared() && known_agreement() && known_rings()
}

/// Everything of secp256k1 in the field of this target: a key, a signature, its verification, recovery, an agreement,
/// a sum; and products of the field on fused multiply-add.
#[must_use]
pub fn known_answers_secp256k1() -> bool {
    known_verdicts_secp256k1() && secp256k1::secrets_hold::<OwnSecp256k1>()
}

fn known_verdicts_secp256k1() -> bool {
    fused() && field_secp256k1::extremes_hold() && secp256k1::verdicts_hold::<OwnSecp256k1>()
}

/// Everything of P-256 in the field of this target: a key, a signature, its verification, an agreement; and products of
/// the field on fused multiply-add.
#[must_use]
pub fn known_answers_p256() -> bool {
    known_verdicts_p256() && p256::secrets_hold::<OwnP256>()
}

fn known_verdicts_p256() -> bool {
    fused() && field_p256::extremes_hold() && p256::verdicts_hold::<OwnP256>()
}

fn known_prepared_p256() -> bool {
    known_verdicts_p256() && p256::prepared_holds::<OwnP256>()
}

fn known_prepared_secp256k1() -> bool {
    known_verdicts_secp256k1() && secp256k1::prepared_holds::<OwnSecp256k1>()
}

fn known_hash_secp256k1() -> bool {
    known_answers_secp256k1() && secp256k1::hash_holds::<OwnSecp256k1>()
}

fn known_verdicts() -> bool {
    arithmetic_holds() && verdicts_hold()
}

fn known_prepared() -> bool {
    known_verdicts() && prepared_holds()
}

fn known_signature() -> bool {
    known_verdicts() && signature_holds()
}

fn known_agreement() -> bool {
    arithmetic_holds() && agreement_holds() && words_hold()
}

fn known_rings() -> bool {
    known_signature() && ring::answers_hold()
}

fn arithmetic_holds() -> bool {
    fused() && field25519::extremes_hold()
}

/// RFC 8032, section 7.1, test 2.
fn verdicts_hold() -> bool {
    let Ok(public) = PublicKey::parse(black_box(&PUBLIC)) else { return false };
    let mut other = SIGNATURE;
    other[63] ^= 1;
    public.verify(MESSAGE, &SIGNATURE)
        && ed25519::verify(&PUBLIC, MESSAGE, &SIGNATURE)
        && !ed25519::verify(&PUBLIC, MESSAGE, &other)
        && !public.verify(&[0x73], &SIGNATURE)
}

/// Of the same.
fn prepared_holds() -> bool {
    let Ok(public) = PublicKey::parse(black_box(&PUBLIC)) else { return false };
    verdicts_by_tables(&Prepared::new(&public))
}

fn verdicts_by_tables(key: &Prepared) -> bool {
    key.verify(MESSAGE, &SIGNATURE) && !key.verify(&[0x73], &SIGNATURE)
}

/// Of the same.
fn signature_holds() -> bool {
    let Some(key) = SigningKey::from_seed(black_box(&SEED)) else { return false };
    key.sign(MESSAGE) == Some(SIGNATURE) && key.public_key().as_bytes() == &PUBLIC
}

/// RFC 7748, section 6.1; and u of the key above.
fn agreement_holds() -> bool {
    x25519::public(black_box(&ALICE)) == ALICE_PUBLIC
        && agreement_by(x25519::agree)
        && PublicKey::parse(black_box(&PUBLIC)).is_ok_and(|key| key.to_montgomery() == MONTGOMERY)
}

/// Of the same.
fn agreement_by(agree: impl Fn(&[u8; 32], &[u8; 32]) -> Zeroizing<[u8; 32]>) -> bool {
    *agree(&ALICE, black_box(&BOB_PUBLIC)) == SHARED
}

/// X25519 in words of 64 bits, where that is what agrees.
fn words_hold() -> bool {
    #[cfg(not(target_family = "wasm"))]
    return agreement_by(x25519::agree_in_words);
    #[cfg(target_family = "wasm")]
    true
}

const MESSAGE: &[u8] = &[0x72];

const SEED: [u8; 32] = hex(b"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
const PUBLIC: [u8; 32] = hex(b"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
const SIGNATURE: [u8; 64] = hex(
    b"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
);
const MONTGOMERY: [u8; 32] =
    hex(b"25c704c594b88afc00a76b69d1ed2b984d7e22550f3ed0802d04fbcd07d38d47");
const ALICE: [u8; 32] = hex(b"77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
const ALICE_PUBLIC: [u8; 32] =
    hex(b"8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
const BOB_PUBLIC: [u8; 32] =
    hex(b"de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
const SHARED: [u8; 32] = hex(b"4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");

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
        AtomicU32, PUBLIC, Prepared, PublicKey, Watch, agreement_by, has_failed, known_answers,
        known_answers_p256, known_answers_secp256k1, known_hash_secp256k1, known_prepared_p256,
        known_prepared_secp256k1, ready, ready_for_rings, ready_prepared, ready_to_agree,
        ready_to_sign, scalar_code, verdicts_by_tables, x25519,
    };

    #[test]
    fn the_model_knows_the_answers_and_is_not_used() {
        assert!(known_answers() && known_answers_secp256k1() && known_prepared_secp256k1());
        assert!(known_answers_p256() && known_prepared_p256());
        assert!(known_hash_secp256k1());
        assert!(!ready() && !ready_prepared() && !ready_to_sign() && !ready_to_agree());
        assert!(!ready_for_rings());
    }

    #[test]
    fn each_table_of_a_key_is_tested() {
        let key = Prepared::new(&PublicKey::parse(&PUBLIC).unwrap());
        assert!(verdicts_by_tables(&key));
        for table in 0..8 {
            assert!(!verdicts_by_tables(&key.clone().spoilt(table)), "{table}");
        }
    }

    #[test]
    fn another_curve_is_noticed() {
        assert!(agreement_by(x25519::agree_by::<121_665>));
        assert!(!agreement_by(x25519::agree_by::<121_666>));
    }

    #[test]
    fn a_test_is_due_before_some_of_the_first_uses() {
        let work = Watch::new();
        let due: Vec<_> = (1..5_000).filter(|_| work.is_due()).collect();
        assert_eq!(due, [1, 16, 64, 256, 4096]);
        let last = Watch(AtomicU32::new(u32::MAX));
        assert!(!last.is_due() && !last.is_due());
    }

    #[test]
    fn scalar_code_is_there_without_the_instruction() {
        assert_eq!(scalar_code(|| 5), 5);
        assert!(!has_failed());
    }
}
