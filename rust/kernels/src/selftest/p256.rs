//! Known answers of P-256. The key and the signature are those of RFC 6979, appendix A.2.5, for "sample" and SHA-256,
//! with low s; the agreement, with the key of the hash of "other", was computed with big integers.

use core::hint::black_box;

use super::{FUSED, Watch, hex, test_if_due, watch::sound_at_load};
use crate::{
    field_p256, fused,
    p256::{HasTables, Own, Point, Prepared, Secret, Signature, verify},
};

static VERIFY: Watch = Watch::new();
static SECRETS: Watch = Watch::new();
static AGREEMENT: Watch = Watch::new();
static PREPARED: Watch = Watch::new();

/// Tests reading keys and verifying on P-256 when that is due, to be called before each use.
#[inline]
pub fn test_p256() {
    test_if_due(&VERIFY, known_verdicts);
}

/// As [`test_p256`], for what is done with secrets. Whoever only verifies does not load the code of this test.
#[inline]
pub fn test_p256_secrets() {
    test_if_due(&SECRETS, known_secrets);
}

/// As [`test_p256_secrets`], for agreements.
#[inline]
pub fn test_p256_agreement() {
    test_if_due(&AGREEMENT, known_answers_p256);
}

/// As [`test_p256`], for the tables of a key, and what is verified with them.
#[inline]
pub fn test_prepared_p256() {
    test_if_due(&PREPARED, known_prepared);
}

/// Everything of P-256 in the field of this target: a key, a signature, its verification, an agreement; and products of
/// the field on fused multiply-add.
#[must_use]
pub fn known_answers_p256() -> bool {
    known_secrets() && agreement_holds::<Own>()
}

/// The tests at load.
#[cfg(target_family = "wasm")]
pub(super) fn verdicts_at_load() -> bool {
    sound_at_load(&VERIFY, known_verdicts) && sound_at_load(&PREPARED, prepared_holds::<Own>)
}

pub(super) fn secrets_at_load() -> bool {
    sound_at_load(&SECRETS, secrets_hold::<Own>)
}

pub(super) fn agreement_at_load() -> bool {
    sound_at_load(&AGREEMENT, agreement_holds::<Own>)
}

pub(super) fn known_verdicts() -> bool {
    products_hold() && verdicts_hold::<Own>()
}

fn known_secrets() -> bool {
    known_verdicts() && secrets_hold::<Own>()
}

/// All of it.
#[cfg(not(target_family = "wasm"))]
pub(super) fn known_everything() -> bool {
    known_answers_p256() && known_prepared()
}

pub(super) fn known_prepared() -> bool {
    known_verdicts() && prepared_holds::<Own>()
}

/// Of the instruction, and of the largest limbs of its field.
fn products_hold() -> bool {
    !FUSED || (fused() && field_p256::extremes_hold())
}

fn verdicts_hold<F: HasTables>() -> bool {
    verdicts::<F>() == Some(true)
}

fn verdicts<F: HasTables>() -> Option<bool> {
    let signature = Signature::parse(&SIGNATURE)?;
    let key = Point::<F>::parse(black_box(&PUBLIC))?;
    let parsed = Point::<F>::parse(black_box(&key.to_compressed()))?;
    let verdicts = verify(&key, &DIGEST, &signature) && !verify(&parsed, &forged(), &signature);
    Some(verdicts && parsed.to_uncompressed() == PUBLIC)
}

fn secrets_hold<F: HasTables>() -> bool {
    secrets::<F>() == Some(true)
}

fn secrets<F: HasTables>() -> Option<bool> {
    let secret = Secret::parse(black_box(&SECRET))?;
    let own = secret.public_key::<F>().to_uncompressed() == PUBLIC;
    let signed = secret.sign::<F>(&DIGEST) == Signature::parse(&SIGNATURE)?;
    Some(own && signed)
}

fn agreement_holds<F: HasTables>() -> bool {
    let (secret, other) = (Secret::parse(black_box(&SECRET)), Point::<F>::parse(black_box(&OTHER)));
    secret.zip(other).is_some_and(|(secret, other)| *secret.agree(&other) == SHARED)
}

fn prepared_holds<F: HasTables>() -> bool {
    Point::<F>::parse(black_box(&PUBLIC))
        .is_some_and(|key| verdicts_by_tables(&Prepared::new(&key)))
}

fn verdicts_by_tables<F: HasTables>(key: &Prepared<F>) -> bool {
    Signature::parse(&SIGNATURE).is_some_and(|signature| {
        key.verify(&DIGEST, &signature) && !key.verify(&forged(), &signature)
    })
}

const fn forged() -> [u8; 32] {
    let mut digest = DIGEST;
    digest[31] ^= 1;
    digest
}

const SECRET: [u8; 32] = hex(b"c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
const PUBLIC: [u8; 65] = hex(
    b"0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
);
const DIGEST: [u8; 32] = hex(b"af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf");
const SIGNATURE: [u8; 64] = hex(
    b"efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf37160834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9",
);
const OTHER: [u8; 33] = hex(b"02307eef925f2d94ae4fa5338d1a4c8a604986c4ca0024e81de417612b749ac81f");
const SHARED: [u8; 32] = hex(b"3a407ada45cb102451dd40517a4485ecfa3e8dd3b3a552caa587c5f7c50ba72f");

#[cfg(test)]
mod tests {
    use super::{
        PUBLIC, Prepared, agreement_holds, prepared_holds, secrets_hold, verdicts_by_tables,
        verdicts_hold,
    };
    use crate::p256::{Fused, HasTables, Limbs, Point, Whole};

    fn each_table_is_tested<F: HasTables>() {
        assert!(verdicts_hold::<F>() && secrets_hold::<F>() && agreement_holds::<F>());
        assert!(prepared_holds::<F>());
        let key = Prepared::new(&Point::<F>::parse(&PUBLIC).unwrap());
        for table in 0..4 {
            assert!(!verdicts_by_tables(&key.clone().spoilt(table)), "{table}");
        }
    }

    #[test]
    fn each_field_knows_the_answers() {
        each_table_is_tested::<Fused>();
        each_table_is_tested::<Limbs>();
        each_table_is_tested::<Whole>();
    }
}
