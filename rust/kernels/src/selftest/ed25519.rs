//! Known answers of Ed25519.

use core::hint::black_box;

use super::{Watch, arithmetic_holds, hex, test_if_due, watch::sound_at_load};
use crate::ed25519::{Prepared, PublicKey, SigningKey, verify};

static VERIFY: Watch = Watch::new();
static PREPARED: Watch = Watch::new();
static SIGN: Watch = Watch::new();

/// Tests reading keys and verifying on Ed25519 when that is due, to be called before each use.
#[inline]
pub fn test_ed25519() {
    test_if_due(&VERIFY, known_verdicts);
}

/// As [`test_ed25519`], for the tables of a key, and what is verified with them.
#[inline]
pub fn test_prepared_ed25519() {
    test_if_due(&PREPARED, known_prepared);
}

/// As [`test_ed25519`], for keys made and signatures. Whoever only verifies does not load the code of this test.
#[inline]
pub fn test_ed25519_secrets() {
    test_if_due(&SIGN, known_signature);
}

/// The tests at load.
#[cfg(target_family = "wasm")]
pub(super) fn verdicts_at_load() -> bool {
    sound_at_load(&VERIFY, known_verdicts) && sound_at_load(&PREPARED, prepared_holds)
}

pub(super) fn signature_at_load() -> bool {
    sound_at_load(&SIGN, signature_holds)
}

pub(super) fn known_verdicts() -> bool {
    arithmetic_holds() && verdicts_hold()
}

pub(super) fn known_prepared() -> bool {
    known_verdicts() && prepared_holds()
}

pub(super) fn known_signature() -> bool {
    known_verdicts() && signature_holds()
}

pub(super) fn known_everything() -> bool {
    known_prepared() && signature_holds()
}

/// RFC 8032, section 7.1, test 2.
fn verdicts_hold() -> bool {
    let Ok(public) = PublicKey::parse(black_box(&PUBLIC)) else { return false };
    let mut other = SIGNATURE;
    other[63] ^= 1;
    public.verify(MESSAGE, &SIGNATURE)
        && verify(&PUBLIC, MESSAGE, &SIGNATURE)
        && !verify(&PUBLIC, MESSAGE, &other)
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
    let key = SigningKey::from_seed(black_box(&SEED));
    key.sign(MESSAGE) == SIGNATURE && key.public_key().as_bytes() == &PUBLIC
}

const MESSAGE: &[u8] = &[0x72];

const SEED: [u8; 32] = hex(b"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
pub(super) const PUBLIC: [u8; 32] =
    hex(b"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
const SIGNATURE: [u8; 64] = hex(
    b"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
);

#[cfg(test)]
mod tests {
    use super::{PUBLIC, Prepared, PublicKey, verdicts_by_tables};

    #[test]
    fn each_table_of_a_key_is_tested() {
        let key = Prepared::new(&PublicKey::parse(&PUBLIC).unwrap());
        assert!(verdicts_by_tables(&key));
        for table in 0..8 {
            assert!(!verdicts_by_tables(&key.clone().spoilt(table)), "{table}");
        }
    }
}
