// The operations on points that ring signatures need, against curve25519-dalek.

use curve25519_dalek::{
    EdwardsPoint, Scalar,
    constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION},
    traits::{Identity, IsIdentity},
};
use proptest::prelude::*;

use crate::edwards25519::{
    Point, base, decode,
    twin::{Twin, side_by_side, sums},
};

fn scalar() -> impl Strategy<Value = Scalar> {
    let small = (0_u64..300).prop_map(Scalar::from);
    let any = any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order);
    prop_oneof![any.clone(), small.clone(), small.prop_map(|s| -s), any]
}

/// Points of every order, the neutral one and small ones often.
fn point() -> impl Strategy<Value = EdwardsPoint> {
    (scalar(), 0_usize..8)
        .prop_map(|(scalar, index)| EdwardsPoint::mul_base(&scalar) + EIGHT_TORSION[index])
}

fn ours(point: &EdwardsPoint) -> Point<F> {
    let bytes = point.compress().to_bytes();
    Point::from_affine(&decode(&bytes, &bytes).first())
}

fn bytes(point: &EdwardsPoint) -> [u8; 32] {
    point.compress().to_bytes()
}

fn check_order(points: [EdwardsPoint; 2]) {
    let [first, second] = points.each_ref().map(bytes);
    let want = points.map(|point| point.is_torsion_free() && !point.is_identity());
    assert_eq!(decode::<F>(&first, &second).prime_order(), want, "{first:02x?} {second:02x?}");
}

fn check_sums(scalars: [Scalar; 2], points: [EdwardsPoint; 4]) {
    let [a, b] = scalars;
    let [p, q, r, t] = points.each_ref().map(ours);
    let of_a = Twin::of(&p, &q).odd_multiples();
    let of_b = Twin::of(&r, &t).odd_multiples();
    let got = sums([a.as_bytes(), b.as_bytes()], [&of_a, &of_b]).encode_public().unwrap();
    let [p, q, r, t] = points;
    assert_eq!(got, [p * a + r * b, q * a + t * b].each_ref().map(bytes));
    // The low ones of one table beside the high ones of the other.
    let mixed = side_by_side(&of_a, &of_b);
    let got = sums([a.as_bytes(), b.as_bytes()], [&mixed, &of_b]).encode().unwrap();
    assert_eq!(got, [p * a + r * b, t * a + t * b].each_ref().map(bytes));
}

proptest! {
    #[test]
    fn two_sums_at_once(a in scalar(), b in scalar(), p in point(), q in point(), r in point(), t in point()) {
        check_sums([a, b], [p, q, r, t]);
    }

    #[test]
    fn orders(p in point(), q in point()) {
        check_order([p, q]);
    }

    #[test]
    fn secret_multiples(scalar in scalar(), p in point(), raw: [u8; 32]) {
        let product = base::multiply_row::<F>(&base::odd_row(&ours(&p)), scalar.as_bytes());
        prop_assert_eq!(product.encode().unwrap().bytes, bytes(&(p * scalar)));
        // Not reduced, but below 2^255.
        let mut raw = raw;
        raw[31] &= 0x7f;
        let prime = EdwardsPoint::mul_base(&scalar);
        let product = base::multiply_row::<F>(&base::odd_row(&ours(&prime)), &raw);
        let want = prime * Scalar::from_bytes_mod_order(raw);
        prop_assert_eq!(product.encode().unwrap().bytes, bytes(&want));
    }
}

/// Every torsion beside every other, alone and upon a point of prime order.
#[test]
fn every_torsion() {
    for prime in [EdwardsPoint::identity(), ED25519_BASEPOINT_POINT] {
        for a in EIGHT_TORSION {
            for b in EIGHT_TORSION {
                check_order([prime + a, -prime + b]);
                check_sums([Scalar::ZERO, -Scalar::ONE], [prime + a, b, a, prime + b]);
                check_sums([-Scalar::ONE, Scalar::ONE], [prime + a, b, prime + a, b]);
            }
        }
    }
}

#[test]
fn secret_multiples_at_the_ends() {
    let scalars = [Scalar::ZERO, Scalar::ONE, Scalar::from(2_u8), -Scalar::ONE, -Scalar::from(2_u8)];
    for torsion in EIGHT_TORSION {
        for p in [torsion, ED25519_BASEPOINT_POINT + torsion] {
            let row = base::odd_row::<F>(&ours(&p));
            for scalar in scalars {
                let product = base::multiply_row::<F>(&row, scalar.as_bytes());
                assert_eq!(product.encode().unwrap().bytes, bytes(&(p * scalar)));
            }
        }
    }
}

#[test]
fn scalars_at_the_ends() {
    let p = ED25519_BASEPOINT_POINT;
    for a in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(u128::MAX)] {
        for b in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE] {
            check_sums([a, b], [p, p, p, p]);
            check_sums([a, b], [p, -p, -p, p]);
        }
    }
}
