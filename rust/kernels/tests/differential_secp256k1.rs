//! secp256k1 in each of its fields, against k256: same keys, signatures, verdicts, secrets, hashes.
//!
//! A bounded share runs with every test. With `COUNTERSIGN_CASES=1000000` there are a million of each, in the field of the
//! host alone: the others are of hosts where the step `long` runs them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

#[macro_use]
mod cases;

use countersign_kernels::secp256k1::{
    self as kernel, Fused, HasTables, Limbs, Own, Point, Prepared, Whole,
};
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

use cases::config;

/// 32 bytes: any, with long runs of zeros or ones, near the order, or a power of two.
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
    let power = (0..256_usize).prop_map(|bit| {
        let mut bytes = [0; 32];
        bytes[31 - bit / 8] = 1 << (bit % 8);
        bytes
    });
    prop_oneof![4 => any::<[u8; 32]>(), 2 => run, 1 => near, 1 => power]
}

fn scalar(bytes: &[u8; 32]) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr(FieldBytes::from(*bytes)).into()
}

fn nonzero(bytes: &[u8; 32]) -> NonZeroScalar {
    let one = NonZeroScalar::new(Scalar::ONE).unwrap();
    Option::from(NonZeroScalar::new(Scalar::reduce(&FieldBytes::from(*bytes)))).unwrap_or(one)
}

/// Numbers and signatures of k256, of the kernel.
fn number(theirs: &Scalar) -> kernel::Scalar {
    kernel::Scalar::from_be(&theirs.to_bytes().into()).unwrap()
}

fn secret(theirs: &NonZeroScalar) -> kernel::Secret {
    kernel::Secret::of_scalar(&number(theirs)).unwrap()
}

fn signature(r: &NonZeroScalar, s: &NonZeroScalar) -> kernel::Signature {
    kernel::Signature::parse(&[r.to_bytes(), s.to_bytes()].concat()).unwrap()
}

/// What k256 maps 48 uniform bytes to.
fn mapped(bytes: &[u8; 48]) -> ProjectivePoint {
    type Element = <Secp256k1 as MapToCurve>::FieldElement;
    Secp256k1::map_to_curve(<Element as Reduce<Array<u8, _>>>::reduce(&Array(*bytes)))
}

/// A public key in one of the fields, and with tables.
struct InField<F: HasTables>(Point<F>, Prepared<F>);

trait Ours {
    /// Without tables and with them.
    fn verdicts(&self, digest: &[u8; 32], r: &NonZeroScalar, s: &NonZeroScalar) -> [bool; 2];
    /// `shared` is what both keys agree on.
    fn agrees(&self, secret: &NonZeroScalar, shared: &[u8]);
    /// `a` times the base and `b` times the key.
    fn sum(&self, a: &Scalar, b: &Scalar) -> Option<Vec<u8>>;
}

impl<F: HasTables> Ours for InField<F> {
    fn verdicts(&self, digest: &[u8; 32], r: &NonZeroScalar, s: &NonZeroScalar) -> [bool; 2] {
        let Self(point, prepared) = self;
        let signature = signature(r, s);
        [kernel::verify(point, digest, &signature), prepared.verify(digest, &signature)]
    }

    fn agrees(&self, theirs: &NonZeroScalar, shared: &[u8]) {
        let Self(point, _) = self;
        assert_eq!(&kernel::times(&secret(theirs), point).x()[..], shared);
        assert_eq!(&kernel::agree(&secret(theirs), point)[..], shared);
    }

    fn sum(&self, a: &Scalar, b: &Scalar) -> Option<Vec<u8>> {
        let Self(point, _) = self;
        let sum = kernel::base_and_times(&number(a), &number(b), point).to_affine();
        sum.map(|point| point.to_compressed().to_vec())
    }
}

fn ours<F: HasTables>(theirs: &PublicKey, to: &mut Vec<Box<dyn Ours>>) {
    let point = Point::<F>::parse(theirs.to_sec1_point(false).as_bytes()).unwrap();
    to.push(Box::new(InField(point, Prepared::new(&point))));
}

/// A public key in k256 and in the fields.
struct Key {
    theirs: PublicKey,
    ours: Vec<Box<dyn Ours>>,
}

impl Key {
    fn of(secret: &NonZeroScalar) -> Self {
        Self::new(PublicKey::from_secret_scalar(secret))
    }

    fn new(theirs: PublicKey) -> Self {
        let mut all = Vec::new();
        in_each!(ours(&theirs, &mut all));
        Self { theirs, ours: all }
    }

    /// The verdict of k256, which all others share.
    fn holds(&self, digest: &[u8; 32], r: &NonZeroScalar, s: &NonZeroScalar) -> bool {
        let signature = Signature::from_scalars(*r, *s).unwrap().normalize_s();
        let point = self.theirs.to_projective();
        let want = hazmat::verify_prehashed::<Secp256k1>(&point, digest, &signature).is_ok();
        for key in &self.ours {
            let got = key.verdicts(digest, r, s);
            assert_eq!(got, [want; 2], "{:?} {digest:02x?} {r:?} {s:?}", self.theirs);
        }
        want
    }
}

fn recover_alike(digest: &[u8; 32], r: &NonZeroScalar, s: &NonZeroScalar) {
    let signature = Signature::from_scalars(*r, *s).unwrap();
    for odd in [false, true] {
        let id = RecoveryId::new(odd, false);
        let want = VerifyingKey::recover_from_prehash(digest, &signature, id).ok();
        let want = want.map(|key| key.to_sec1_point(true).as_bytes().to_vec());
        in_each!(recovers(digest, r, s, odd, want.as_deref()));
    }
}

fn recovers<F: HasTables>(
    digest: &[u8; 32],
    r: &NonZeroScalar,
    s: &NonZeroScalar,
    odd: bool,
    want: Option<&[u8]>,
) {
    let got =
        kernel::recover::<F>(digest, &signature(r, s), odd).map(|key| key.to_compressed().to_vec());
    assert_eq!(got.as_deref(), want, "{digest:02x?} {r:?} {s:?}");
}

/// A public key is made and read as k256 does it.
fn key_is_theirs<F: HasTables>(of: &NonZeroScalar, theirs: &PublicKey) {
    let key = kernel::public_key::<F>(&secret(of));
    let sec1 = [true, false].map(|short| theirs.to_sec1_point(short).as_bytes().to_vec());
    assert_eq!([&key.to_compressed()[..], &key.to_uncompressed()[..]].concat(), sec1.concat());
    assert_eq!(Point::parse(&key.to_compressed()), Some(key));
    assert_eq!(Point::parse(&key.to_uncompressed()), Some(key));
}

fn signature_is_theirs<F: HasTables>(
    by: &NonZeroScalar,
    digest: &[u8; 32],
    (want, id): &(Signature, RecoveryId),
) {
    let signed = kernel::sign::<F>(&secret(by), digest);
    assert_eq!(&signed.bytes[..], &want.to_bytes()[..]);
    assert_eq!(RecoveryId::new(signed.y_is_odd, signed.x_is_reduced), *id);
}

fn keys_and_signatures(
    secret: &NonZeroScalar,
    digest: &[u8; 32],
    other: &NonZeroScalar,
    bit: usize,
) {
    let (key, another) = (Key::of(secret), Key::of(other));
    in_each!(key_is_theirs(secret, &key.theirs));
    let signed = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(secret, digest, &[]);
    in_each!(signature_is_theirs(secret, digest, &signed));

    let (r, s) = signed.0.split_scalars();
    let high = NonZeroScalar::new(-*s).unwrap();
    assert!(key.holds(digest, &r, &s) && key.holds(digest, &r, &high));
    recover_alike(digest, &r, &s);
    recover_alike(digest, &r, &high);
    let mut changed = *digest;
    changed.get_mut(bit / 8).into_iter().for_each(|byte| *byte ^= 1 << (bit % 8));
    key.holds(&changed, &r, &s);
    key.holds(digest, &r, other);
    key.holds(digest, other, &s);
    another.holds(digest, &r, &s);
    let shared = diffie_hellman(secret, another.theirs.as_affine());
    another.ours.iter().for_each(|key| key.agrees(secret, shared.raw_secret_bytes()));
}

fn leads_to<F: HasTables>(uniform: &[u8; 96], want: Option<&[u8]>) {
    let got = Point::<F>::from_uniform(uniform).map(|point| point.to_compressed().to_vec());
    assert_eq!(got.as_deref(), want);
}

/// Signatures made backwards: R of a chosen kind, so that u1 or u2 is small, zero or special.
fn chosen_numbers(secret: &NonZeroScalar, a: &Scalar, b: &NonZeroScalar) {
    let key = Key::of(secret);
    // R = a G + b Q, r = x(R), s = r / b, z = a s.
    let sum = ProjectivePoint::GENERATOR * a + key.theirs.to_projective() * **b;
    let point = PublicKey::from_affine(sum.to_affine()).ok();
    let want = point.map(|point| point.to_sec1_point(true).as_bytes().to_vec());
    key.ours.iter().for_each(|key| assert_eq!(key.sum(a, b), want));
    let Some(point) = point else { return };
    let r = nonzero(&point.to_sec1_point(true).as_bytes()[1..].try_into().unwrap());
    let s = *r * *b.invert();
    let digest = <[u8; 32]>::from((a * &s).to_bytes());
    let s = NonZeroScalar::new(s).unwrap();
    assert!(key.holds(&digest, &r, &s));
    recover_alike(&digest, &r, &s);
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn keys_and_signatures_in_each(
        secret in bytes32(),
        digest in bytes32(),
        other in bytes32(),
        bit in 0_usize..256,
    ) {
        keys_and_signatures(&nonzero(&secret), &digest, &nonzero(&other), bit);
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
        Key::of(&nonzero(&secret)).holds(&digest, &r, &s);
        recover_alike(&digest, &r, &s);
    }

    #[test]
    fn chosen_numbers_in_each(secret in bytes32(), a in bytes32(), b in bytes32(), zero: bool) {
        let a = if zero { Scalar::ZERO } else { *nonzero(&a) };
        chosen_numbers(&nonzero(&secret), &a, &nonzero(&b));
    }
}

/// The sum that verification computes is neutral, or its x is above n.
#[test]
fn edge_verdicts_in_each() {
    let secret = nonzero(&[7; 32]);
    let one = NonZeroScalar::new(Scalar::ONE).unwrap();
    // z + r d = 0: R would be neutral.
    let digest = <[u8; 32]>::from((-*secret).to_bytes());
    assert!(!Key::of(&secret).holds(&digest, &one, &one));
    recover_alike(&[0; 32], &one, &one);
    recover_alike(&[0xff; 32], &one, &one);
    // Points with x from n on: r is what is left of it.
    let order = *Secp256k1::ORDER;
    let mut seen = 0;
    for step in 1_u8..60 {
        let x: [u8; 32] = order.wrapping_add(&U256::from(step)).to_be_bytes().into();
        let Ok(point) = PublicKey::from_sec1_bytes(&[&[2][..], &x].concat()) else { continue };
        // Q = (s R - z G) / r with s = 1, z = 0: Q = R / r.
        let mut r = [0; 32];
        r[31] = step;
        let r = nonzero(&r);
        let key = (point.to_projective() * *r.invert()).to_affine();
        let key = Key::new(PublicKey::from_affine(key).unwrap());
        assert!(key.holds(&[0; 32], &r, &one), "x = n + {step}");
        assert!(!key.holds(&[1; 32], &r, &one));
        seen += 1;
    }
    assert!(seen > 10);
}

/// Q = G and Q = -G, R = Q and R = -Q, a digest of zero (u1 = 0), u1 = u2 and u1 = -u2: terms that are
/// equal, opposite, or add up to nothing, by the same tables again and again.
#[test]
fn terms_that_meet_in_each() {
    let (one, two) = (Scalar::ONE, Scalar::from(2_u32));
    let power = |bit: u32| (0..bit).fold(one, |power, _| power + power);
    let (mut held, mut refused) = (0, 0);
    for q in [one, -one, two, -two, Scalar::from(127_u32), power(34), power(128), -power(255)] {
        let q = NonZeroScalar::new(q).unwrap();
        let key = Key::of(&q);
        for rho in [*q, -*q, one, -one, two * *q] {
            let rho = NonZeroScalar::new(rho).unwrap();
            let point = PublicKey::from_secret_scalar(&rho).to_sec1_point(true);
            let r = nonzero(&point.as_bytes()[1..].try_into().unwrap());
            // u1 = 0; u1 = u2, u1 = -u2; R neutral; digests at the ends of the order.
            for z in [Scalar::ZERO, one, -one, *r, -*r, -(*r * *q)] {
                let digest = <[u8; 32]>::from(z.to_bytes());
                let exact = (z + *r * *q) * *rho.invert();
                for s in [exact, exact + one, one, -one] {
                    let Some(s) = Option::from(NonZeroScalar::new(s)) else { continue };
                    let holds = key.holds(&digest, &r, &s);
                    assert!(holds || *s != exact, "{q:?} {rho:?} {z:?}");
                    *(if holds { &mut held } else { &mut refused }) += 1;
                    recover_alike(&digest, &r, &s);
                }
            }
        }
    }
    assert!(held > 150 && refused > 500, "{held} {refused}");
}

/// Digests from n on, which are reduced.
#[test]
fn digests_about_the_order_in_each() {
    let secret = nonzero(&[9; 32]);
    let key = Key::of(&secret);
    let order: [u8; 32] = Secp256k1::ORDER.to_be_bytes().into();
    for digest in [[0; 32], order, [0xff; 32], [0x80; 32]] {
        let signed = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(&secret, &digest, &[]);
        in_each!(signature_is_theirs(&secret, &digest, &signed));
        let (r, s) = signed.0.split_scalars();
        assert!(key.holds(&digest, &r, &s));
    }
    // n and zero are the same digest.
    let (want, _) = hazmat::sign_prehashed_rfc6979::<Secp256k1, Sha256>(&secret, &order, &[]);
    let (r, s) = want.split_scalars();
    assert!(key.holds(&[0; 32], &r, &s) && key.holds(&order, &r, &s));
}
