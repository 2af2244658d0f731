// Points against curve25519-dalek.

use curve25519_dalek::{
    EdwardsPoint, Scalar,
    constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION},
    edwards::CompressedEdwardsY,
    traits::Identity,
};
use proptest::prelude::*;

use crate::{
    comb::Sum,
    edwards25519::{
        Kept, Odd, Point, Prepared, Term, base, base_by_halves, base_by_parts, decode, decode_one,
        odd_multiples, sum_of_three, sum_of_two,
    },
};

fn scalar() -> impl Strategy<Value = Scalar> {
    let small = (0_u64..300).prop_map(Scalar::from);
    let any = any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order);
    prop_oneof![any.clone(), small.clone(), small.prop_map(|s| -s), any]
}

/// Points of every order, the neutral one and small ones often.
fn point() -> impl Strategy<Value = EdwardsPoint> {
    (scalar(), 0_usize..8, any::<bool>()).prop_map(|(scalar, index, small)| {
        let torsion = EIGHT_TORSION[index];
        if small { torsion } else { EdwardsPoint::mul_base(&scalar) + torsion }
    })
}

fn ours(point: &EdwardsPoint) -> Point<F> {
    let bytes = point.compress().to_bytes();
    let decoded = decode::<F>(&bytes, &bytes);
    assert_eq!((decoded.on_curve, decoded.canonical), ([true; 2], [true; 2]));
    Point::from_affine(&decoded.second())
}

fn bytes(point: &Point<F>) -> [u8; 32] {
    point.encode().unwrap().bytes
}

proptest! {
    #[test]
    fn sums_and_doubles(p in point(), q in point()) {
        let (mut sum, mut twice, mut difference) = (ours(&p), ours(&p), ours(&p));
        sum.add(&ours(&q).to_addend());
        prop_assert_eq!(bytes(&sum), (p + q).compress().to_bytes());
        difference.add(&ours(&q).to_addend().negated());
        prop_assert_eq!(bytes(&difference), (p - q).compress().to_bytes());
        twice.double();
        prop_assert_eq!(bytes(&twice), (p + p).compress().to_bytes());
        prop_assert_eq!(bytes(&ours(&p).negated()), (-p).compress().to_bytes());
        twice.double_only();
        prop_assert_eq!(bytes(&twice), (p + p + p + p).compress().to_bytes());
        sum.double();
        sum.add(&ours(&p).to_addend());
        sum.add(&Point::neutral().to_addend());
        prop_assert_eq!(bytes(&sum), (p + p + p + q + q).compress().to_bytes());
    }

    #[test]
    fn many_doubles(p in point(), count in 1..9_usize) {
        let mut multiple = ours(&p);
        multiple.double_times(count);
        multiple.add(&ours(&p).to_addend());
        let expected = p * Scalar::from((1_u64 << count) + 1);
        prop_assert_eq!(bytes(&multiple), expected.compress().to_bytes());
    }

    /// A coordinate alone is read as beside another one: any bytes, and those of points.
    #[test]
    fn one_encoding(p in point(), any: [u8; 32], sign: bool) {
        let mut signed = p.compress().to_bytes();
        signed[31] |= u8::from(sign) << 7;
        for encoded in [any, signed, p.compress().to_bytes()] {
            let (one, two) = (decode_one::<F>(&encoded), decode::<F>(&any, &encoded));
            prop_assert_eq!((one.on_curve, one.canonical), (two.on_curve[1], two.canonical[1]));
            if one.on_curve {
                prop_assert_eq!(one.xy.to_bytes(), two.second().to_bytes());
            }
        }
    }

    #[test]
    fn multiples_of_the_base(scalar in scalar(), raw: [u8; 32]) {
        let comb = F::comb();
        let point = base::multiply(comb, scalar.as_bytes());
        prop_assert_eq!(bytes(&point), EdwardsPoint::mul_base(&scalar).compress().to_bytes());
        // Not reduced, but below 2^255.
        let mut raw = raw;
        raw[31] &= 0x7f;
        let want = ED25519_BASEPOINT_POINT * Scalar::from_bytes_mod_order(raw);
        prop_assert_eq!(bytes(&base::multiply(comb, &raw)), want.compress().to_bytes());
    }

    #[test]
    fn sums_of_products(a in scalar(), b in scalar(), c in scalar(), p in point(), q in point()) {
        let [of_p, of_q]: [Odd<F>; 2] = [p, q].map(|point| odd_multiples(&ours(&point)));
        let [pa, qb] = [Term::new(a.as_bytes(), [&of_p]), Term::new(b.as_bytes(), [&of_q])];
        let sum = sum_of_three(&pa, &qb, &base_by_halves(c.as_bytes()));
        let want = p * a + q * b + EdwardsPoint::mul_base(&c);
        prop_assert_eq!(bytes(&sum), want.compress().to_bytes());
        prop_assert_eq!(sum.is_neutral(), want == EdwardsPoint::identity());

        let (of_p, of_q) = (Prepared::new(&ours(&p)), Prepared::new(&ours(&q)));
        let sum = sum_of_three(&of_p.term(a.as_bytes()), &qb, &base_by_parts(c.as_bytes()));
        prop_assert_eq!(bytes(&sum), want.compress().to_bytes());
        prop_assert_eq!(sum.encode_public(), Some(want.compress().to_bytes()));
        let sum = sum_of_two(&of_p.term(a.as_bytes()), &of_q.term(b.as_bytes()));
        let want = p * a + q * b;
        prop_assert_eq!(sum.encode_public(), Some(want.compress().to_bytes()));
        prop_assert_eq!(sum.is_neutral(), want == EdwardsPoint::identity());
        let sum = sum_of_two(&of_p.term(a.as_bytes()), &of_p.term((-a).as_bytes()));
        // -a stands for L - a: of a point of mixed order that is another multiple.
        let want = p * a + p * -a;
        prop_assert_eq!(sum.is_neutral(), want == EdwardsPoint::identity());
    }

    #[test]
    fn any_bytes_decode_alike(first: [u8; 32], second: [u8; 32]) {
        decode_alike(&first, &second);
    }
}

fn decode_alike(first: &[u8; 32], second: &[u8; 32]) {
    let decoded = decode::<F>(first, second);
    for (index, bytes) in [first, second].into_iter().enumerate() {
        let want = CompressedEdwardsY(*bytes).decompress();
        assert_eq!(decoded.on_curve[index], want.is_some(), "{bytes:02x?}");
        let Some(want) = want else { continue };
        let canonical = want.compress().to_bytes();
        assert_eq!(decoded.canonical[index], canonical == *bytes, "{bytes:02x?}");
        let xy = if index == 0 { decoded.first() } else { decoded.second() };
        assert_eq!(Point::from_affine(&xy).encode().unwrap().bytes, canonical, "{bytes:02x?}");
    }
}

/// Every encoding whose y is within 40 of 0, of p and of 2^255, with both signs.
#[test]
fn encodings_about_zero_and_p() {
    for low in 0..=255_u8 {
        for (middle, top) in [(0, 0), (0, 0x80), (0xff, 0x7f), (0xff, 0xff)] {
            let mut bytes = [middle; 32];
            (bytes[0], bytes[31]) = (low, top);
            decode_alike(&bytes, &[0x58; 32]);
            decode_alike(&ED25519_BASEPOINT_POINT.compress().to_bytes(), &bytes);
        }
    }
}

#[test]
fn scalars_at_the_ends() {
    let comb = F::comb();
    let largest = (-Scalar::ONE).to_bytes();
    let mut all_ones = [0xff; 32];
    all_ones[31] = 0x7f;
    let small = |number: u8| core::array::from_fn(|place| if place == 0 { number } else { 0 });
    let below_ones = |less: u8| {
        let mut raw = all_ones;
        raw[0] -= less;
        raw
    };
    let ends = [small(0), small(1), small(2), below_ones(0), below_ones(1), below_ones(7)];
    for raw in [[0x88; 32], [0x77; 32], largest].into_iter().chain(ends).map(|mut raw| {
        raw[31] &= 0x7f;
        raw
    }) {
        let want = ED25519_BASEPOINT_POINT * Scalar::from_bytes_mod_order(raw);
        assert_eq!(bytes(&base::multiply(comb, &raw)), want.compress().to_bytes());
    }
    let odd: Odd<F> = odd_multiples(&ours(&ED25519_BASEPOINT_POINT));
    for a in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE] {
        let (term, opposite) = (Term::new(a.as_bytes(), [&odd]), -a);
        assert!(sum_of_two(&term, &base_by_halves(opposite.as_bytes())).is_neutral());
        assert!(sum_of_two(&term, &base_by_parts(opposite.as_bytes())).is_neutral());
    }
}

#[test]
fn rows_of_a_comb_are_odd_multiples() {
    for torsion in EIGHT_TORSION {
        let p = ED25519_BASEPOINT_POINT + torsion;
        let mut sum = ours(&EdwardsPoint::identity());
        // Each is taken from the sum of those before, which are as many as squares: 1, 4, 9, ..
        for (place, entry) in Sum::row(&ours(&p)).iter().enumerate() {
            sum.add_entry(entry, 0);
            let want = p * Scalar::from((place as u64 + 1).pow(2));
            assert_eq!(bytes(&sum), want.compress().to_bytes());
        }
    }
}

#[test]
fn a_point_off_the_curve_has_no_encoding() {
    let mut point = Point::<F>::neutral();
    point.xy = point.zt.both_low();
    assert!(point.encode().is_none(), "(1, 1) is not on the curve");
    assert!(point.encode_public().is_none() && !point.is_neutral());
    let zeros = Point::<F>::neutral().zt.high_high(&Point::<F>::neutral().zt);
    let nowhere = Point { xy: zeros, zt: zeros };
    assert!(!nowhere.is_neutral(), "all zeros");
}

/// Runs of ones across the places where one table ends and the next one begins, up to 2^253, not reduced: the
/// multiple of a point of mixed order is that of the number itself.
#[test]
fn numbers_across_the_tables() {
    let point = EdwardsPoint::mul_base(&Scalar::from(7_u8));
    let mixed = ours(&(point + EIGHT_TORSION[3]));
    let (odd, prepared): (Odd<F>, _) = (odd_multiples(&mixed), Prepared::new(&mixed));
    for from in [0, 1, 27, 28, 31, 32, 33, 64, 96, 127, 128, 159, 223, 224, 251] {
        for length in [1, 4, 5, 8, 31, 32, 33, 128, 253] {
            let mut raw = [0; 32];
            (from..253.min(from + length)).for_each(|bit| raw[bit / 8] |= 1 << (bit % 8));
            let scalar = Scalar::from_bytes_mod_order(raw);
            let torsion = EIGHT_TORSION[usize::from(raw[0]) * 3 % 8];
            let want = point * scalar + torsion + EdwardsPoint::mul_base(&scalar);
            let want = Some(want.compress().to_bytes());
            let sum = sum_of_two(&Term::new(&raw, [&odd]), &base_by_halves(&raw));
            assert_eq!(sum.encode_public(), want, "{from} {length}");
            let sum = sum_of_two(&prepared.term(&raw), &base_by_parts(&raw));
            assert_eq!(sum.encode_public(), want, "{from} {length}");
        }
    }
}
