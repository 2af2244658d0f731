//! The equation for any k, which no hash would give, and points of every order, against curve25519-dalek.
//!
//! `COUNTERSIGN_CASES=100000 cargo test -p countersign-kernels --lib ed25519::verify` for more.

use curve25519_dalek::{EdwardsPoint, Scalar, constants::EIGHT_TORSION, traits::Identity};
use proptest::prelude::*;

use super::{Claim, curve, decode};
use crate::{
    cases::config,
    edwards25519::{Kept, Point, base_by_parts, sum_of_two},
    field25519::{Fused, Limbs, Own, Whole},
};

/// Any; small ones and their opposites; and fractions of 8 L, where a vector of the lattice is short.
fn k() -> impl Strategy<Value = Scalar> {
    let uniform = any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order);
    let small = (0_u64..40, any::<bool>())
        .prop_map(|(k, minus)| if minus { -Scalar::from(k) } else { Scalar::from(k) });
    let power = (0_usize..252, any::<bool>()).prop_map(|(bit, minus)| {
        let mut bytes = [0; 32];
        bytes[bit / 8] = 1 << (bit % 8);
        let power = Scalar::from_bytes_mod_order(bytes);
        if minus { -power } else { power }
    });
    let part = (1_u64..5000, 0_u64..5000, 0_u64..9).prop_map(|(per, times, off)| {
        Scalar::from(times) * Scalar::from(per).invert() + Scalar::from(off)
    });
    prop_oneof![uniform.clone(), small, power, part, uniform]
}

/// Whether the equation holds in both of our ways, in each field. A and R are never of small order here.
fn ours(a: &EdwardsPoint, r: &EdwardsPoint, s: &Scalar, k: &Scalar) -> bool {
    let verdict = ours_in::<Whole>(a, r, s, k);
    assert_eq!(ours_in::<Fused>(a, r, s, k), verdict, "{k:?}");
    assert_eq!(ours_in::<Limbs>(a, r, s, k), verdict, "{k:?}");
    verdict
}

fn claim<'a>(r: &'a [u8; 32], s: &Scalar, k: &Scalar) -> Claim<'a> {
    let [s, k] = [s, k].map(|number| super::Scalar::from_le(number.as_bytes()).unwrap());
    Claim { r, s, k }
}

fn ours_in<F: Kept>(a: &EdwardsPoint, r: &EdwardsPoint, s: &Scalar, k: &Scalar) -> bool {
    let (a, r) = (a.compress().to_bytes(), r.compress().to_bytes());
    let decoded = decode::<F>(&a, &r);
    let claim = claim(&r, s, k);
    let once = claim.holds(&decoded.first(), &decoded.second());
    let tables = curve::Prepared::new(&Point::from_affine(&decoded.first()).negated());
    let sum = sum_of_two(&tables.term(k.as_bytes()), &base_by_parts(s.as_bytes()));
    assert_eq!(sum.encode_public() == Some(r), once, "{k:?}");
    once
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn every_torsion(
        secret in 1_u64..,
        nonce: [u8; 32],
        of_a in 0_usize..8,
        of_r in 0_usize..8,
        cancelled: bool,
        k in k(),
        other in 0_u8..4,
    ) {
        let (secret, nonce) = (Scalar::from(secret), Scalar::from_bytes_mod_order(nonce));
        prop_assume!(nonce != Scalar::ZERO);
        let a = EdwardsPoint::mul_base(&secret) + EIGHT_TORSION[of_a];
        let base = EdwardsPoint::mul_base(&nonce);
        // R that takes the torsion of [k]A away, in half of the cases.
        let exact = base - (a * k - EdwardsPoint::mul_base(&(secret * k)));
        let r = if cancelled { exact } else { base + EIGHT_TORSION[of_r] };
        let s = nonce + k * secret + Scalar::from(u64::from(other == 0));
        let want = EdwardsPoint::mul_base(&s) == r + a * k;
        prop_assert_eq!(ours(&a, &r, &s, &k), want);
        prop_assert_eq!(want, other != 0 && (cancelled || r == exact));
    }
}

/// k with a short vector whose v is even, so that a long one must do.
#[test]
fn the_ends() {
    let secret = Scalar::from(0x1234_5678_u32);
    for k in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, -Scalar::from(2_u8), -Scalar::from(8_u8)] {
        for (index, torsion) in EIGHT_TORSION.into_iter().enumerate() {
            let a = EdwardsPoint::mul_base(&secret) + torsion;
            for (other, off) in EIGHT_TORSION.into_iter().enumerate() {
                let r = EdwardsPoint::mul_base(&Scalar::from(99_u8)) + off;
                let s = Scalar::from(99_u8) + k * secret;
                let sum = r + a * k - EdwardsPoint::mul_base(&s);
                assert_eq!(
                    ours(&a, &r, &s, &k),
                    sum == EdwardsPoint::identity(),
                    "{index} {other}"
                );
            }
        }
    }
}

/// 2^bit.
fn power(bit: usize) -> Scalar {
    let mut bytes = [0; 32];
    bytes[bit / 8] = 1 << (bit % 8);
    Scalar::from_bytes_mod_order(bytes)
}

/// Multiples of B that stand in a table of B, or beside one, and two with torsion.
fn keys() -> [EdwardsPoint; 6] {
    let own = [Scalar::ONE, -Scalar::ONE, Scalar::from(127_u8), -power(128)];
    let [base, opposite, odd, far] = own.map(|a| EdwardsPoint::mul_base(&a));
    [base, opposite, odd, far, base + EIGHT_TORSION[1], opposite + EIGHT_TORSION[4]]
}

/// A = B and A = -B, R = A and R = -A, S = 0, S = 1, S = L - 1: terms that are equal, opposite, or
/// add up to nothing on the way.
#[test]
fn terms_that_meet() {
    let (zero, one) = (Scalar::ZERO, Scalar::ONE);
    let hash = Scalar::from_bytes_mod_order([0x5a; 32]);
    let mut held = 0;
    for a in keys() {
        for k in [zero, one, -one, (one + one).invert(), hash] {
            for s in [zero, one, -one] {
                let exact = EdwardsPoint::mul_base(&s) - a * k;
                for r in [exact, exact + EIGHT_TORSION[4], a, -a, EdwardsPoint::mul_base(&one)] {
                    held += usize::from(judged(&a, &r, &s, &k));
                }
            }
            // What the equation asks for, of S, where R = A or R = -A, and A = B or A = -B.
            for s in [k + one, k - one, one - k, -one - k] {
                held += usize::from(judged(&a, &a, &s, &k) | judged(&a, &-a, &s, &k));
            }
        }
    }
    assert!(held > 100, "{held}");
}

/// The verdict, which is that of the library; `false` for an R that is not read.
fn judged(a: &EdwardsPoint, r: &EdwardsPoint, s: &Scalar, k: &Scalar) -> bool {
    if r.is_small_order() {
        return false;
    }
    let want = EdwardsPoint::mul_base(s) == r + a * k;
    assert_eq!(ours(a, r, s, k), want, "{a:?} {r:?} {k:?} {s:?}");
    want
}

/// `[k]A - [k]A` by the tables of one key and those of B: nothing is left, and that is no R.
#[test]
fn tables_that_cancel() {
    for (secret, k) in [1_u64, 2, 127, u64::MAX].into_iter().flat_map(|secret| {
        let ks = [Scalar::ONE, -Scalar::ONE, power(31), power(32), power(224), -power(252)];
        ks.map(|k| (Scalar::from(secret), k))
    }) {
        let a = EdwardsPoint::mul_base(&secret).compress().to_bytes();
        let decoded = decode::<Own>(&a, &a);
        let tables = curve::Prepared::new(&Point::from_affine(&decoded.first()).negated());
        for _ in 0..3 {
            let s = k * secret;
            let sum = sum_of_two(&tables.term(k.as_bytes()), &base_by_parts(s.as_bytes()));
            let neutral = EdwardsPoint::identity().compress().to_bytes();
            assert!(sum.is_neutral());
            assert_eq!(sum.encode_public(), Some(neutral));
            let claim = claim(&neutral, &s, &k);
            let r = decode(&neutral, &neutral).first();
            assert!(claim.holds(&decoded.first(), &r), "by the equation alone");
            let signature = [neutral, s.to_bytes()].concat().try_into().unwrap();
            assert!(Claim::read(&a, b"", &signature).is_none(), "such an R is not read");
        }
    }
}
