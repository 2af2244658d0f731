//! Known answers of secp256k1. Computed with big integers, from hashes of names; the hash to a point is
//! that of RFC 9380, appendix J.8.1, for "abc".

use core::hint::black_box;

use super::{FUSED, Watch, hex, test_if_due, watch::sound_at_load};
use crate::{
    field_secp256k1, fused,
    secp256k1::{
        HasTables, Own, Point, Prepared, Scalar, Secret, Signature, base_and_times, public_key,
        recover, sign, times, times_and_times, verify,
    },
};

static VERIFY: Watch = Watch::new();
static SECRETS: Watch = Watch::new();
static AGREEMENT: Watch = Watch::new();
static PREPARED: Watch = Watch::new();
static HASH_TO_POINT: Watch = Watch::new();

/// Tests reading keys and verifying on secp256k1 when that is due, to be called before each use.
#[inline]
pub fn test_secp256k1() {
    test_if_due(&VERIFY, known_verdicts);
}

/// As [`test_secp256k1`], for what is done with secrets. Whoever only verifies does not load the code of this test.
#[inline]
pub fn test_secp256k1_secrets() {
    test_if_due(&SECRETS, known_secrets);
}

/// As [`test_secp256k1_secrets`], for agreements, and for the sums of rings.
#[inline]
pub fn test_secp256k1_agreement() {
    test_if_due(&AGREEMENT, known_answers_secp256k1);
}

/// As [`test_secp256k1_agreement`], for hashes to points.
#[inline]
pub fn test_hash_secp256k1() {
    test_if_due(&HASH_TO_POINT, known_hash);
}

/// As [`test_secp256k1`], for the tables of a key, and what is verified with them.
#[inline]
pub fn test_prepared_secp256k1() {
    test_if_due(&PREPARED, known_prepared);
}

/// Everything of secp256k1 in the field of this target: a key, a signature, its verification, recovery, an agreement,
/// a sum; and products of the field on fused multiply-add.
#[must_use]
pub fn known_answers_secp256k1() -> bool {
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

pub(super) fn hash_at_load() -> bool {
    sound_at_load(&HASH_TO_POINT, hash_holds::<Own>)
}

pub(super) fn known_verdicts() -> bool {
    products_hold() && verdicts_hold::<Own>()
}

fn known_secrets() -> bool {
    known_verdicts() && secrets_hold::<Own>()
}

pub(super) fn known_prepared() -> bool {
    known_verdicts() && prepared_holds::<Own>()
}

/// All of it.
#[cfg(not(target_family = "wasm"))]
pub(super) fn known_everything() -> bool {
    known_prepared() && known_hash()
}

pub(super) fn known_hash() -> bool {
    known_answers_secp256k1() && hash_holds::<Own>()
}

/// Of the instruction, and of the largest limbs of its field.
fn products_hold() -> bool {
    !FUSED || (fused() && field_secp256k1::extremes_hold())
}

fn verdicts_hold<F: HasTables>() -> bool {
    verdicts_of::<F>() == Some(true)
}

fn verdicts_of<F: HasTables>() -> Option<bool> {
    let key = Point::<F>::parse(black_box(&PUBLIC))?;
    let signature = Signature::parse(&SIGNATURE)?;
    let verdicts = verify(&key, &DIGEST, &signature) && !verify(&key, &forged(), &signature);
    let recovered = recover(&DIGEST, &signature, true)? == key;
    Some(verdicts && recovered && key.to_compressed() == PUBLIC)
}

fn secrets_hold<F: HasTables>() -> bool {
    secrets::<F>() == Some(true)
}

fn secrets<F: HasTables>() -> Option<bool> {
    let secret = Secret::parse(black_box(&SECRET))?;
    let signed = sign::<F>(&secret, &DIGEST);
    let signature = signed.bytes == SIGNATURE && signed.y_is_odd && !signed.x_is_reduced;
    Some(signature && public_key::<F>(&secret).to_compressed() == PUBLIC)
}

fn agreement_holds<F: HasTables>() -> bool {
    agreement::<F>() == Some(true)
}

/// d Q, and 1 Q + (d - 1) Q, and G + (d - 1) G.
fn agreement<F: HasTables>() -> Option<bool> {
    let secret = Secret::parse(black_box(&SECRET))?;
    let other = Point::<F>::parse(black_box(&OTHER))?;
    let less = secret.expose().less_product(&Scalar::ONE, &Scalar::ONE);
    let generator = base_and_times(&Scalar::ONE, &Scalar::ZERO, &other).to_affine()?;
    let own = base_and_times(&Scalar::ONE, &less, &generator).to_affine()?;
    let sum = times_and_times(&Scalar::ONE, &other, &less, &other).to_affine()?;
    let shared = times(&secret, &other);
    Some(shared.x() == SHARED && sum == shared && own.to_compressed() == PUBLIC)
}

/// The hash to a point.
fn hash_holds<F: HasTables>() -> bool {
    Point::<F>::from_uniform(black_box(&UNIFORM)).is_some_and(|point| point.to_compressed() == HASH)
}

/// Of the same key and signature, with tables.
fn prepared_holds<F: HasTables>() -> bool {
    prepared::<F>() == Some(true)
}

fn prepared<F: HasTables>() -> Option<bool> {
    verdicts(&Prepared::new(&Point::<F>::parse(black_box(&PUBLIC))?))
}

fn verdicts<F: HasTables>(key: &Prepared<F>) -> Option<bool> {
    let signature = Signature::parse(&SIGNATURE)?;
    Some(key.verify(&DIGEST, &signature) && !key.verify(&forged(), &signature))
}

const fn forged() -> [u8; 32] {
    let mut digest = DIGEST;
    digest[31] ^= 1;
    digest
}

const SECRET: [u8; 32] = hex(b"2fec42610afc95c2ebf9d0d95f3127ef96a28ea734e0d5063d3873458aa86f6a");
const DIGEST: [u8; 32] = hex(b"2d164ef8f7383b8b08cf855a0c8b1e7d6c902246bf72288fa7daf51c142ea1b4");
const PUBLIC: [u8; 33] = hex(b"03959acfe63af11852e292b5a9c60532be7034a4d2b60df2dfc57e324d41440336");
const SIGNATURE: [u8; 64] = hex(
    b"141e3b86eb6d9481655afb3f84d2ac7cc63650c242d89fbd6cbd3aeb2af65aa22c444903b4a96e9087f5fce6d0f8cf927607584a32b2018f829baa954f80ce69",
);
const OTHER: [u8; 33] = hex(b"036a316f856127dab9ecf55f979e650aa055035110cb7394ee913c4a2d60d22060");
const SHARED: [u8; 32] = hex(b"0f3e2e60410e2b1bdeb3d2405fe6de48b102fa6275f2071a897277cd0428b79c");
const UNIFORM: [u8; 96] = hex(
    b"e8347cad48ab4e319d7b275520ea81cf128aab5d3679a1f7601e3bdeac9a51d0c54dffd054274edb248855e61190c462a7bb61ecba8e400a9a76d5ae014e87ff5897b65da3b595a813d0fdcbce0d316f766ceeeb6ff84cdeccd69be0e7b399d1",
);
const HASH: [u8; 33] = hex(b"023377e01eab42db296b512293120c6cee72b6ecf9f9205760bd9ff11fb3cb2c4b");

#[cfg(test)]
mod tests {
    use super::{
        HasTables, PUBLIC, Point, Prepared, agreement_holds, hash_holds, prepared_holds,
        secrets_hold, verdicts, verdicts_hold,
    };
    use crate::field_secp256k1::tests::in_each;

    fn each_table_is_tested<F: HasTables>() {
        assert!(verdicts_hold::<F>() && secrets_hold::<F>() && agreement_holds::<F>());
        assert!(hash_holds::<F>() && prepared_holds::<F>());
        let key = Prepared::new(&Point::<F>::parse(&PUBLIC).unwrap());
        assert_eq!(verdicts(&key), Some(true));
        for table in 0..4 {
            assert_eq!(verdicts(&key.clone().spoilt(table)), Some(false), "{table}");
        }
    }

    #[test]
    fn each_table_of_a_key_is_tested() {
        in_each!(each_table_is_tested());
    }
}
