//! Points, inverses and constants against k256 and big integers.

use k256::{
    AffinePoint, FieldBytes, ProjectivePoint, Scalar,
    elliptic_curve::{
        group::Group,
        ops::{LinearCombination, Reduce},
        sec1::{FromSec1Point, ToSec1Point},
    },
};
use num_bigint::BigInt;
use proptest::prelude::*;

use super::{
    HasTables, Point, Projective, Secret, Whole, base, constants, order::N, public, public_key,
    times, times_and_times,
};
use crate::{
    field_secp256k1::{P, Words, tests::in_each},
    inverse::Modulus,
    numbers::{from_be, to_be},
};

pub(super) fn number(words: &Words) -> BigInt {
    words.iter().rev().fold(BigInt::from(0), |sum, word| (sum << 64) + *word)
}

fn n() -> BigInt {
    number(&N)
}

pub(super) fn p() -> BigInt {
    number(&P)
}

/// The number modulo n, in k256.
pub(super) fn scalar_of(number: &Words) -> Scalar {
    Scalar::reduce(&FieldBytes::from(to_be(number)))
}

/// Its words.
pub(super) fn words(scalar: &Scalar) -> Words {
    from_be(&scalar.to_bytes().into())
}

fn own(scalar: &Scalar) -> super::Scalar {
    super::Scalar::from_be(&scalar.to_bytes().into()).unwrap()
}

/// The public key of a small secret.
pub(super) fn small<F: HasTables>(secret: u64) -> Point<F> {
    public_key(&Secret::parse(&to_be(&[secret, 0, 0, 0])).unwrap())
}

/// Scalars of every kind: any, small, near n, near powers of two, near the eigenvalue.
fn scalar() -> impl Strategy<Value = Scalar> {
    let any = any::<Words>().prop_map(|number| scalar_of(&number));
    let small = (0_u64..40).prop_map(Scalar::from);
    let power = (0_u32..256, 0_u64..3).prop_map(|(power, step)| {
        let two = (0..power).fold(Scalar::ONE, |two, _| two.add(&two));
        two + Scalar::from(step) - Scalar::ONE
    });
    let turn = (0_u64..3).prop_map(|step| scalar_of(&constants::LAMBDA) + Scalar::from(step));
    prop_oneof![
        any.clone(),
        small.clone(),
        small.prop_map(|s| -s),
        power,
        turn.clone(),
        turn.prop_map(|s| -s),
        any
    ]
}

fn ours<F: HasTables>(point: &ProjectivePoint) -> Point<F> {
    Point::parse(point.to_affine().to_sec1_point(true).as_bytes()).unwrap()
}

fn same<F: HasTables>(ours: &Projective<F>, theirs: &ProjectivePoint) {
    let theirs = theirs.to_affine();
    if bool::from(ProjectivePoint::from(theirs).is_identity()) {
        assert!(ours.is_neutral());
        assert!(ours.to_affine().is_none() && ours.to_affine_public().is_none());
        return;
    }
    let affine = ours.to_affine().unwrap();
    assert_eq!(affine.to_compressed(), theirs.to_sec1_point(true).as_bytes());
    assert_eq!(affine.to_uncompressed(), theirs.to_sec1_point(false).as_bytes());
    assert_eq!(ours.to_affine_public(), Some(affine));
    assert_eq!(affine.x(), *theirs.to_sec1_point(true).x().unwrap().as_slice());
}

/// A point that may be neutral, in both forms.
fn pair<F: HasTables>(scalar: &Scalar) -> (Projective<F>, ProjectivePoint) {
    let theirs = ProjectivePoint::GENERATOR * scalar;
    let neutral = bool::from(theirs.is_identity());
    let ours =
        if neutral { Projective::neutral() } else { Projective::from_affine(&ours(&theirs).xy) };
    (ours, theirs)
}

fn sums_and_doubles<F: HasTables>(a: &Scalar, b: &Scalar) {
    let ((p, p_theirs), (q, q_theirs)) = (pair::<F>(a), pair::<F>(b));
    let mut sum = p;
    sum.add(&q);
    same(&sum, &(p_theirs + q_theirs));
    let mut difference = sum;
    difference.add(&q.negated());
    same(&difference, &p_theirs);
    difference.add(&p.negated());
    same(&difference, &ProjectivePoint::IDENTITY);
    let mut twice = sum;
    twice.double();
    same(&twice, &(p_theirs + q_theirs + p_theirs + q_theirs));
    let mut again = sum;
    again.add(&sum);
    same(&again, &(p_theirs + q_theirs + p_theirs + q_theirs));
    let Some(q) = q.to_affine() else { return };
    for mut start in [p, q.into(), Projective::from(q).negated(), Projective::neutral(), sum] {
        let mut want = start;
        start.add_affine(&q.xy);
        want.add(&Projective::from(q));
        assert_eq!(start.to_affine(), want.to_affine());
    }
    if let Some(p) = p.to_affine() {
        assert_eq!(Projective::both_to_affine(&[p.into(), q.into()]), Some([p, q]));
    }
}

fn secret_multiples<F: HasTables>(a: &Scalar, b: &Scalar) {
    let Some(secret) = Secret::of_scalar(&own(a)) else { return };
    let theirs = ProjectivePoint::GENERATOR * a;
    same(&base::multiply(F::comb(), &secret), &theirs);
    assert_eq!(public_key::<F>(&secret), ours(&theirs));
    let (q, q_theirs) = pair::<F>(b);
    if let Some(q) = q.to_affine() {
        assert_eq!(times(&secret, &q), ours(&(q_theirs * a)));
    }
}

fn public_sums<F: HasTables>([a, b, c, d]: &[Scalar; 4]) {
    let ((p, p_theirs), (q, q_theirs)) = (pair::<F>(c), pair::<F>(d));
    let (Some(p), Some(q)) = (p.to_affine(), q.to_affine()) else { return };
    let sum = public::sum_with_base(F::halves(), &words(a), &words(b), &p.xy);
    let want = ProjectivePoint::lincomb(&[(ProjectivePoint::GENERATOR, *a), (p_theirs, *b)]);
    same(&sum, &want);
    let want = ProjectivePoint::lincomb(&[(p_theirs, *a), (q_theirs, *b)]);
    same(&times_and_times(&own(a), &p, &own(b), &q), &want);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sums_and_doubles_in_each(a in scalar(), b in scalar()) {
        in_each!(sums_and_doubles(&a, &b));
    }

    #[test]
    fn secret_multiples_in_each(a in scalar(), b in scalar()) {
        in_each!(secret_multiples(&a, &b));
    }

    #[test]
    fn public_sums_in_each(all in prop::array::uniform4(scalar())) {
        in_each!(public_sums(&all));
    }

    #[test]
    fn any_bytes_parse_alike(tag in 0_u8..8, x: [u8; 32], y: [u8; 32]) {
        parse_alike(&[&[tag][..], &x].concat());
        parse_alike(&[&[2 | tag & 1][..], &x].concat());
        parse_alike(&[&[4][..], &x, &y].concat());
    }

    #[test]
    fn points_parse_alike(a in scalar(), tag in 0_u8..8, bit in 0_usize..520) {
        let Some(point) = pair::<Whole>(&a).0.to_affine() else { return Ok(()) };
        let mut long = point.to_uncompressed();
        parse_alike(&long);
        long[0] = tag;
        parse_alike(&long);
        long[0] = 4;
        long[bit / 8] ^= 1 << (bit % 8);
        parse_alike(&long);
    }

    #[test]
    fn inverses(any: Words, small in 0_u64..300) {
        for (number, modulus) in [(small, false), (small, true)] {
            let modulus = if modulus { (Modulus::new(&P), p()) } else { (Modulus::new(&N), n()) };
            check_inverse(&modulus.0, &modulus.1, &[number, 0, 0, 0]);
            let big = &modulus.1 - number - 1;
            check_inverse(&modulus.0, &modulus.1, &to_words(&big));
        }
        let any = words(&scalar_of(&any));
        check_inverse(&Modulus::new(&N), &n(), &any);
        check_inverse(&constants::MODULO_P, &p(), &any);
    }
}

fn to_words(number: &BigInt) -> Words {
    let (_, digits) = number.to_u64_digits();
    core::array::from_fn(|index| digits.get(index).copied().unwrap_or(0))
}

fn check_inverse(ours: &Modulus, modulus: &BigInt, of: &Words) {
    let want = number(of).modpow(&(modulus - 2), modulus);
    assert_eq!(number(&ours.invert(of)), want, "{of:x?}");
}

fn parse_alike(bytes: &[u8]) {
    // k256 reads other forms too: the neutral point, and compact and hybrid ones.
    let form = matches!((bytes[0], bytes.len()), (2 | 3, 33) | (4, 65));
    let theirs = k256::Sec1Point::from_bytes(bytes)
        .ok()
        .and_then(|sec1| Option::<AffinePoint>::from(AffinePoint::from_sec1_point(&sec1)))
        .filter(|_| form);
    let want = theirs.map(|p| p.to_sec1_point(false));
    in_each!(parses_as(bytes, want.as_ref().map(|p| p.as_bytes())));
}

fn parses_as<F: HasTables>(bytes: &[u8], want: Option<&[u8]>) {
    let got = Point::<F>::parse(bytes).map(|p| p.to_uncompressed());
    assert_eq!(got.as_ref().map(|p| &p[..]), want, "{bytes:02x?}");
}

/// Every x within 300 of zero, p and 2^256, and with the y of its neighbour.
#[test]
fn coordinates_at_the_ends() {
    let top = BigInt::from(1) << 256;
    for step in 0..300_u32 {
        for x in [BigInt::from(step), p() - step, p() + step, &top - 1 - step] {
            let x = crate::numbers::to_be(&to_words(&x));
            for tag in [2, 3] {
                parse_alike(&[&[tag][..], &x].concat());
            }
            parse_alike(&[&[4][..], &x, &x].concat());
        }
    }
    for bytes in [&[][..], &[0], &[2], &[4; 64], &[2; 32], &[3; 34], &[4; 66], &[0; 33]] {
        in_each!(parses_as(bytes, None));
    }
    // y not below p: p + 7 stands for 7.
    let point = |y: BigInt| [&[4][..], &[0; 32], &crate::numbers::to_be(&to_words(&y))].concat();
    parse_alike(&point(p()));
    parse_alike(&point(BigInt::from(0)));
}

#[test]
fn constants_are_what_they_are_called() {
    use constants as c;
    let (p, n) = (p(), n());
    assert_eq!(p, (BigInt::from(1) << 256) - (BigInt::from(1) << 32) - 977);
    assert_eq!(&p - &n, number(&c::P_LESS_N));
    let (u2, u3) = (number(&c::U2), number(&c::U3));
    let one = BigInt::from(1);
    assert_eq!(u2.modpow(&BigInt::from(3), &p), u3.modpow(&BigInt::from(2), &p));
    assert_eq!((BigInt::from(21) * u2.modpow(&BigInt::from(3), &p)) % &p, one);
    assert_eq!((&u2 * number(&c::PER_U2)) % &p, one);
    assert_eq!((&u3 * number(&c::PER_U3)) % &p, one);
    let (beta, lambda) = (number(&c::BETA), number(&c::LAMBDA));
    assert!(beta != one && lambda != one);
    assert_eq!(beta.modpow(&BigInt::from(3), &p), one);
    assert_eq!(lambda.modpow(&BigInt::from(3), &n), one);
    let generator = ProjectivePoint::GENERATOR;
    same(&Projective::from_affine(&super::curve::base::<Whole>()), &generator);
    let turned = generator * scalar_of(&c::LAMBDA);
    let x = number(&crate::numbers::from_be(&ours::<Whole>(&generator).x()));
    assert_eq!((x * &beta) % &p, number(&crate::numbers::from_be(&ours::<Whole>(&turned).x())));
    // The short vectors: (a, b) with a = -b LAMBDA, and what the half scalars are bounded by.
    let (b1, b2) = (-number(&c::MINUS_B1), number(&c::A1));
    let short = |b: &BigInt| {
        let a = ((-b * &lambda) % &n + &n) % &n;
        if &a * 2 > n { a - &n } else { a }
    };
    let (a1, a2) = (short(&b1), short(&b2));
    assert_eq!([&a1, &a2], [&number(&c::A1), &number(&c::A2)]);
    assert_eq!(&a1 * &b2 - &a2 * &b1, n);
    let magnitude = |x: &BigInt| BigInt::from(x.magnitude().clone());
    for sum in [magnitude(&a1) + magnitude(&a2), magnitude(&b1) + magnitude(&b2)] {
        assert!(&sum * &sum < BigInt::from(1) << 257, "below 2^128.5");
    }
    let scaled = |x: &BigInt| ((x << 385_u32) + &n) / (&n * 2);
    assert_eq!(number(&c::G1), scaled(&b2));
    assert_eq!(number(&c::G2), scaled(&-b1));
}

fn has_no_affine_form<F: HasTables>() {
    let mut point = Projective::from_affine(&super::curve::base::<F>());
    point.xy = point.xy.swapped();
    assert!(point.to_affine().is_none());
    assert!(Projective::both_to_affine(&[point, point]).is_none());
}

#[test]
fn a_point_off_the_curve_has_no_affine_form() {
    in_each!(has_no_affine_form());
}

fn neutral_is_zeros<F: HasTables>() {
    let base = Projective::from_affine(&super::curve::base::<F>());
    let encoded = base.to_affine().unwrap().to_compressed();
    let neutral = Projective::neutral();
    assert_eq!(Projective::both_to_compressed(&[neutral, base]), [[0; 33], encoded]);
    assert_eq!(Projective::both_to_compressed(&[base, neutral]), [encoded, [0; 33]]);
    let mut broken = base;
    broken.xy = broken.xy.swapped();
    let work = || Projective::both_to_compressed(&[neutral, broken]);
    let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    assert!(stopped.is_err());
}

/// An attacker reaches it in the verification of a ring: it has an encoding, and a broken host has none.
#[test]
fn a_neutral_point_is_encoded_as_zeros() {
    in_each!(neutral_is_zeros());
}
