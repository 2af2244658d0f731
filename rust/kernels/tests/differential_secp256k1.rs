//! secp256k1 in each of its fields, against k256: same keys, signatures, verdicts, secrets, hashes.
//!
//! A bounded share runs with every test. A million of each:
//!
//! ```text
//! RUSTFLAGS="-C target-feature=+fma" COUNTERSIGN_CASES=1000000 \
//!   cargo test -p countersign-kernels --release --test differential_secp256k1
//! ```

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

use countersign_kernels::secp256k1::{self as kernel, Fused, HasTables, Limbs, Point, Whole};
use ecdsa::hazmat;
use hash2curve::MapToCurve;
use k256::{
    FieldBytes, NonZeroScalar, ProjectivePoint, PublicKey, Scalar, Secp256k1, U256,
    ecdsa::{RecoveryId, Signature, VerifyingKey},
    elliptic_curve::{
        Curve,
        array::Array,
        ecdh::diffie_hellman,
        ops::{Invert, Reduce},
        sec1::ToSec1Point,
    },
};
use proptest::prelude::*;
use sha2::Sha256;

fn config() -> ProptestConfig {
    let cases = std::env::var("COUNTERSIGN_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(100), failure_persistence: None, ..Default::default() }
}

/// 32 bytes: any, with long runs of zeros or ones, or near the order.
fn bytes32() -> impl Strategy<Value = [u8; 32]> {
    let run = (any::<[u8; 32]>(), 0_usize..32, 0_usize..32, any::<bool>()).prop_map(
        |(mut bytes, from, length, ones)| {
            bytes.iter_mut().skip(from).take(length).for_each(|b| *b = if ones { 0xff } else { 0 });
            bytes
        },
    );
    let near = (0_u64..6).prop_map(|step| {
        let order = *Secp256k1::ORDER;
        let bytes = order.wrapping_add(&U256::from(step)).wrapping_sub(&U256::from(3_u8));
        bytes.to_be_bytes().into()
    });
    prop_oneof![4 => any::<[u8; 32]>(), 2 => run, 1 => near]
}

fn scalar(bytes: &[u8; 32]) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr(FieldBytes::from(*bytes)).into()
}

fn nonzero(bytes: &[u8; 32]) -> NonZeroScalar {
    let one = NonZeroScalar::new(Scalar::ONE).unwrap();
    Option::from(NonZeroScalar::new(Scalar::reduce(&FieldBytes::from(*bytes)))).unwrap_or(one)
}

/// What k256 maps 48 uniform bytes to.
fn mapped(bytes: &[u8; 48]) -> ProjectivePoint {
    type Element = <Secp256k1 as MapToCurve>::FieldElement;
    Secp256k1::map_to_curve(<Element as Reduce<Array<u8, _>>>::reduce(&Array(*bytes)))
}

/// A test in each of the fields.
macro_rules! in_each {
    ($test:ident($($argument:expr),*)) => {
        $test::<Fused>($($argument),*);
        $test::<Limbs>($($argument),*);
        $test::<Whole>($($argument),*);
    };
}

/// Both verdicts are the same.
fn agree<F: HasTables>(
    key: &Point<F>,
    digest: &[u8; 32],
    r: &NonZeroScalar,
    s: &NonZeroScalar,
) -> bool {
    let theirs = PublicKey::from_sec1_bytes(&key.to_compressed()).unwrap();
    let signature = Signature::from_scalars(*r, *s).unwrap().normalize_s();
    let want = hazmat::verify_prehashed::<Secp256k1>(&theirs.to_projective(), digest, &signature);
    let got = kernel::verify(key, digest, r, s);
    assert_eq!(kernel::Prepared::new(key).verify(digest, r, s), got, "with tables");
    assert_eq!(got, want.is_ok(), "{key:?} {digest:02x?} {r:?} {s:?}");
    got
}

fn recover_alike<F: HasTables>(digest: &[u8; 32], r: &NonZeroScalar, s: &NonZeroScalar, odd: bool) {
    let signature = Signature::from_scalars(*r, *s).unwrap();
    let want = VerifyingKey::recover_from_prehash(digest, &signature, RecoveryId::new(odd, false));
    let want = want.ok().map(|key| key.to_sec1_bytes().to_vec());
    let got = kernel::recover::<F>(digest, r, s, odd).map(|key| key.to_compressed().to_vec());
    assert_eq!(got, want, "{digest:02x?} {r:?} {s:?}");
}

fn keys_and_signatures<F: HasTables>(
    secret: &NonZeroScalar,
    digest: &[u8; 32],
    other: &NonZeroScalar,
    bit: usize,
) {
    let theirs = PublicKey::from_secret_scalar(secret);
    let key = kernel::public_key::<F>(secret);
    let sec1 = [true, false].map(|short| theirs.to_sec1_point(short).as_bytes().to_vec());
    assert_eq!([&key.to_compressed()[..], &key.to_uncompressed()[..]].concat(), sec1.concat());
    assert_eq!(Point::parse(&key.to_compressed()), Some(key));
    assert_eq!(Point::parse(&key.to_uncompressed()), Some(key));

    let signed = kernel::sign::<F>(secret, digest);
    let (want, id) = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(secret, digest, &[]);
    assert_eq!(&signed.bytes[..], &want.to_bytes()[..]);
    assert_eq!(RecoveryId::new(signed.y_is_odd, signed.x_is_reduced), id);

    let (r, s) = want.split_scalars();
    let high = NonZeroScalar::new(-*s).unwrap();
    assert!(agree(&key, digest, &r, &s) && agree(&key, digest, &r, &high));
    assert_eq!(kernel::recover(digest, &r, &s, signed.y_is_odd), Some(key));
    for odd in [false, true] {
        recover_alike::<F>(digest, &r, &s, odd);
        recover_alike::<F>(digest, &r, &high, odd);
    }
    let mut changed = *digest;
    changed.get_mut(bit / 8).into_iter().for_each(|byte| *byte ^= 1 << (bit % 8));
    agree(&key, &changed, &r, &s);
    agree(&key, digest, &r, other);
    agree(&key, digest, other, &s);
    let another = kernel::public_key::<F>(other);
    agree(&another, digest, &r, &s);
    let shared = diffie_hellman(secret, PublicKey::from_secret_scalar(other).as_affine());
    assert_eq!(&kernel::times(secret, &another).x()[..], &shared.raw_secret_bytes()[..]);
    assert_eq!(&kernel::agree(secret, &another)[..], &shared.raw_secret_bytes()[..]);
}

fn leads_to<F: HasTables>(uniform: &[u8; 96], want: Option<&[u8]>) {
    let got = Point::<F>::from_uniform(uniform).map(|point| point.to_compressed().to_vec());
    assert_eq!(got.as_deref(), want);
}

fn any_numbers<F: HasTables>(
    secret: &NonZeroScalar,
    digest: &[u8; 32],
    r: &NonZeroScalar,
    s: &NonZeroScalar,
) {
    agree(&kernel::public_key::<F>(secret), digest, r, s);
    recover_alike::<F>(digest, r, s, false);
    recover_alike::<F>(digest, r, s, true);
}

/// Signatures made backwards: R of a chosen kind, so that u1 or u2 is small, zero or special.
fn chosen_numbers<F: HasTables>(secret: &NonZeroScalar, a: &Scalar, b: &NonZeroScalar) {
    let key = kernel::public_key::<F>(secret);
    // R = a G + b Q, r = x(R), s = r / b, z = a s.
    let Some(point) = kernel::base_and_times(a, b, &key).to_affine() else { return };
    let r = nonzero(&point.x());
    let s = *r * *b.invert();
    let digest = <[u8; 32]>::from((a * &s).to_bytes());
    let s = NonZeroScalar::new(s).unwrap();
    assert!(agree(&key, &digest, &r, &s));
    recover_alike::<F>(&digest, &r, &s, false);
    recover_alike::<F>(&digest, &r, &s, true);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn keys_and_signatures_in_each(
        secret in bytes32(),
        digest in bytes32(),
        other in bytes32(),
        bit in 0_usize..256,
    ) {
        in_each!(keys_and_signatures(&nonzero(&secret), &digest, &nonzero(&other), bit));
    }

    #[test]
    fn hashes(parts in [bytes32(), bytes32(), bytes32()]) {
        let uniform: [u8; 96] = parts.concat().try_into().unwrap();
        let [first, second] = uniform.as_chunks::<48>().0 else { unreachable!() };
        let sum = mapped(first) + mapped(second);
        let want = (sum != ProjectivePoint::IDENTITY).then(|| sum.to_affine().to_sec1_point(true));
        in_each!(leads_to(&uniform, want.as_ref().map(|point| point.as_bytes())));
    }

    #[test]
    fn any_numbers_in_each(secret in bytes32(), digest in bytes32(), r in bytes32(), s in bytes32()) {
        let (Some(r), Some(s)) = (scalar(&r), scalar(&s)) else { return Ok(()) };
        in_each!(any_numbers(&nonzero(&secret), &digest, &r, &s));
    }

    #[test]
    fn chosen_numbers_in_each(secret in bytes32(), a in bytes32(), b in bytes32(), zero: bool) {
        let a = if zero { Scalar::ZERO } else { *nonzero(&a) };
        in_each!(chosen_numbers(&nonzero(&secret), &a, &nonzero(&b)));
    }
}

/// The sum that verification computes is neutral, or its x is above n.
#[test]
fn edge_verdicts_in_each() {
    in_each!(edge_verdicts());
}

fn edge_verdicts<F: HasTables>() {
    let key = kernel::public_key::<F>(&nonzero(&[7; 32]));
    let secret = *nonzero(&[7; 32]);
    let one = NonZeroScalar::new(Scalar::ONE).unwrap();
    // z + r d = 0: R would be neutral.
    let digest = <[u8; 32]>::from((-secret).to_bytes());
    assert!(!agree(&key, &digest, &one, &one));
    for odd in [false, true] {
        recover_alike::<F>(&[0; 32], &one, &one, odd);
        recover_alike::<F>(&[0xff; 32], &one, &one, odd);
    }
    // Points with x from n on: r is what is left of it.
    let order = *Secp256k1::ORDER;
    let mut seen = 0;
    for step in 1_u8..60 {
        let x: [u8; 32] = order.wrapping_add(&U256::from(step)).to_be_bytes().into();
        let Some(point) = Point::<F>::parse(&[&[2][..], &x].concat()) else { continue };
        // Q = (s R - z G) / r with s = 1, z = 0: Q = R / r.
        let r = nonzero(&{
            let mut bytes = [0; 32];
            bytes[31] = step;
            bytes
        });
        let key = kernel::times(&NonZeroScalar::new(*r.invert()).unwrap(), &point);
        assert!(agree(&key, &[0; 32], &r, &one), "x = n + {step}");
        assert!(!agree(&key, &[1; 32], &r, &one));
        seen += 1;
    }
    assert!(seen > 10);
}

/// Q = G and Q = -G, R = Q and R = -Q, a digest of zero (u1 = 0), u1 = u2 and u1 = -u2: terms that are
/// equal, opposite, or add up to nothing, by the same tables again and again.
#[test]
fn terms_that_meet_in_each() {
    in_each!(terms_that_meet());
}

fn terms_that_meet<F: HasTables>() {
    let (one, two) = (Scalar::ONE, Scalar::from(2_u32));
    let power = |bit: u32| (0..bit).fold(one, |power, _| power + power);
    let (mut held, mut refused) = (0, 0);
    for q in [one, -one, two, -two, Scalar::from(127_u32), power(34), power(128), -power(255)] {
        let q = NonZeroScalar::new(q).unwrap();
        let key = kernel::public_key::<F>(&q);
        for rho in [*q, -*q, one, -one, two * *q] {
            let point = kernel::public_key::<F>(&NonZeroScalar::new(rho).unwrap());
            let r = nonzero(&point.x());
            // u1 = 0; u1 = u2, u1 = -u2; R neutral; digests at the ends of the order.
            for z in [Scalar::ZERO, one, -one, *r, -*r, -(*r * *q)] {
                let digest = <[u8; 32]>::from(z.to_bytes());
                let exact = (z + *r * *q) * *NonZeroScalar::new(rho).unwrap().invert();
                for s in [exact, exact + one, one, -one] {
                    let Some(s) = Option::from(NonZeroScalar::new(s)) else { continue };
                    let holds = agree(&key, &digest, &r, &s);
                    assert!(holds || *s != exact, "{q:?} {rho:?} {z:?}");
                    *(if holds { &mut held } else { &mut refused }) += 1;
                    recover_alike::<F>(&digest, &r, &s, holds);
                }
            }
        }
    }
    assert!(held > 150 && refused > 500, "{held} {refused}");
}

/// Digests from n on, which are reduced.
#[test]
fn digests_about_the_order_in_each() {
    in_each!(digests_about_the_order());
}

fn digests_about_the_order<F: HasTables>() {
    let secret = nonzero(&[9; 32]);
    let key = kernel::public_key::<F>(&secret);
    let order: [u8; 32] = Secp256k1::ORDER.to_be_bytes().into();
    for digest in [[0; 32], order, [0xff; 32], [0x80; 32]] {
        let (want, _) = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(&secret, &digest, &[]);
        assert_eq!(&kernel::sign::<F>(&secret, &digest).bytes[..], &want.to_bytes()[..]);
        let (r, s) = want.split_scalars();
        assert!(agree(&key, &digest, &r, &s));
    }
    // n and zero are the same digest.
    let (want, _) = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(&secret, &order, &[]);
    let (r, s) = want.split_scalars();
    assert!(agree(&key, &[0; 32], &r, &s) && agree(&key, &order, &r, &s));
}
