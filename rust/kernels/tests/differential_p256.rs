//! P-256 in each of its fields, against the crate p256: same keys, signatures, verdicts, secrets.
//!
//! `COUNTERSIGN_CASES` as in `differential_secp256k1`.

#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[macro_use]
mod cases;

use countersign_kernels::p256::{
    Fused, HasTables, Limbs, Own, Point, Prepared, Secret, Signature, Whole, verify,
};
use ecdsa::hazmat;
use p256::{
    NistP256, PublicKey, SecretKey,
    elliptic_curve::{Curve, bigint::U256, ecdh, sec1::ToSec1Point},
};
use proptest::prelude::*;
use sha2::Sha256;

use cases::config;

/// Bytes with an edge more often than chance has one: any, near zero, a power of two, near 2^256, near the order,
/// near p, a half of zeros, runs of zeros and ones.
fn number() -> impl Strategy<Value = [u8; 32]> {
    const P: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    let order: [u8; 32] = NistP256::ORDER.to_be_bytes().into();
    let p: [u8; 32] =
        core::array::from_fn(|at| u8::from_str_radix(&P[2 * at..2 * at + 2], 16).unwrap());
    let near = |middle: [u8; 32]| {
        (0..=255_u8).prop_map(move |step| {
            let mut bytes = middle;
            bytes[31] = bytes[31].wrapping_add(step).wrapping_sub(128);
            bytes
        })
    };
    let small = (0..=255_u8).prop_map(|last| {
        let mut bytes = [0; 32];
        bytes[31] = last;
        bytes
    });
    let power = (0..256_usize).prop_map(|bit| {
        let mut bytes = [0; 32];
        bytes[31 - bit / 8] = 1 << (bit % 8);
        bytes
    });
    let half = any::<[u8; 16]>().prop_map(|low| {
        let mut bytes = [0; 32];
        bytes[16..].copy_from_slice(&low);
        bytes
    });
    let runs = any::<[bool; 32]>().prop_map(|bits| bits.map(|bit| if bit { 255 } else { 0 }));
    prop_oneof![
        8 => any::<[u8; 32]>(),
        1 => small,
        1 => power,
        1 => Just([0xff; 32]),
        1 => near(order),
        1 => near(p),
        1 => half,
        1 => runs,
    ]
}

/// A public key in one of the fields, and with tables.
struct InField<F: HasTables>(Point<F>, Prepared<F>);

trait Ours {
    /// With and without tables, and of either form of the signature.
    fn verdicts(&self, digest: &[u8; 32], signature: &Signature) -> [bool; 3];
}

impl<F: HasTables> Ours for InField<F> {
    fn verdicts(&self, digest: &[u8; 32], signature: &Signature) -> [bool; 3] {
        let Self(point, prepared) = self;
        let low = verify(point, digest, &signature.low());
        [verify(point, digest, signature), low, prepared.verify(digest, signature)]
    }
}

fn ours<F: HasTables>(theirs: &PublicKey, to: &mut Vec<Box<dyn Ours>>) {
    let point = Point::<F>::parse(theirs.to_sec1_point(false).as_bytes()).unwrap();
    to.push(Box::new(InField(point, Prepared::new(&point))));
}

/// A public key in p256 and in the fields.
struct Key {
    theirs: PublicKey,
    ours: Vec<Box<dyn Ours>>,
}

impl Key {
    fn new(theirs: PublicKey) -> Self {
        let mut all = Vec::new();
        in_each!(ours(&theirs, &mut all));
        Self { theirs, ours: all }
    }

    /// Ours read the signature as p256 does, and share its verdict.
    fn check(&self, digest: &[u8; 32], bytes: &[u8]) {
        let theirs = ecdsa::Signature::<NistP256>::from_slice(bytes).ok();
        let ours = Signature::parse(bytes);
        assert_eq!(ours.is_some(), theirs.is_some());
        let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
        assert_eq!(ours.low().to_bytes(), *theirs.normalize_s().to_bytes());
        assert_eq!(ours.is_high(), ours.low() != ours);
        let point = self.theirs.to_projective();
        let want = hazmat::verify_prehashed::<NistP256>(&point, digest, &theirs).is_ok();
        for key in &self.ours {
            assert_eq!(
                key.verdicts(digest, &ours),
                [want; 3],
                "{point:?} {digest:02x?} {bytes:02x?}"
            );
        }
    }
}

fn check_keys(secret: &[u8; 32], digest: &[u8; 32], other: &[u8; 32]) {
    let (ours, theirs) = (Secret::parse(secret), SecretKey::from_slice(secret).ok());
    assert_eq!(ours.is_some(), theirs.is_some());
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
    let key = Key::new(theirs.public_key());
    in_each!(public_key_is_theirs(&ours, &key.theirs));

    let theirs = theirs.to_nonzero_scalar();
    let (want, _) = hazmat::sign_prehashed_rfc6979::<NistP256, Sha256>(&theirs, digest, &[]);
    in_each!(signature_is_theirs(&ours, digest, &want));
    key.check(digest, &want.to_bytes());
    key.check(other, &want.to_bytes());

    let Ok(peer) = SecretKey::from_slice(other) else { return };
    let peer = peer.public_key();
    let shared = ecdh::diffie_hellman(theirs, peer.as_affine());
    in_each!(agreement_is_theirs(&ours, &peer, shared.raw_secret_bytes()));
}

fn public_key_is_theirs<F: HasTables>(secret: &Secret, theirs: &PublicKey) {
    let point: Point<F> = secret.public_key();
    assert_eq!(point.to_uncompressed(), theirs.to_sec1_point(false).as_bytes());
    assert_eq!(point.to_compressed(), theirs.to_sec1_point(true).as_bytes());
}

fn signature_is_theirs<F: HasTables>(
    secret: &Secret,
    digest: &[u8; 32],
    want: &ecdsa::Signature<NistP256>,
) {
    assert_eq!(secret.sign::<F>(digest).to_bytes(), *want.normalize_s().to_bytes());
}

fn agreement_is_theirs<F: HasTables>(secret: &Secret, peer: &PublicKey, shared: &[u8]) {
    let peer = Point::<F>::parse(peer.to_sec1_point(true).as_bytes()).unwrap();
    assert_eq!(&secret.agree(&peer)[..], shared);
}

fn check_point<F: HasTables>(bytes: &[u8], theirs: Option<&PublicKey>) {
    let ours = Point::<F>::parse(bytes);
    assert_eq!(ours.is_some(), theirs.is_some());
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        assert_eq!(ours.to_uncompressed(), theirs.to_sec1_point(false).as_bytes());
        assert_eq!(ours.x(), theirs.to_sec1_point(false).as_bytes()[1..33]);
    }
}

/// The order less a number, times a power of two.
fn below_order(number: u64, shift: u32) -> [u8; 32] {
    let taken = U256::from_u64(number).shl_vartime(shift);
    NistP256::ORDER.wrapping_sub(&taken).to_be_bytes().into()
}

/// Sums of multiples are not complete. Had the lowest digit of a comb six bits as the others, the last two points would be
/// equal for n - 34.
fn near_sums_of_equal_points() -> impl Iterator<Item = [u8; 32]> {
    let shifts = [0, 1, 4, 5, 6, 10, 11, 12, 245, 249, 250, 251];
    shifts.into_iter().flat_map(|shift| (1..64).map(move |n| below_order(n, shift)))
}

#[test]
fn secrets_near_sums_of_equal_points() {
    let other = below_order(12_345, 100);
    near_sums_of_equal_points().for_each(|secret| check_keys(&secret, &secret, &other));
}

#[test]
fn digests_near_sums_of_equal_points() {
    let other = below_order(12_345, 100);
    near_sums_of_equal_points().for_each(|digest| check_keys(&other, &digest, &digest));
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn keys_signatures_and_secrets(secret in number(), digest in number(), other in number()) {
        check_keys(&secret, &digest, &other);
    }

    #[test]
    fn points(x in number(), y in number(), tag in 2_u8..4) {
        for bytes in [[&[tag][..], &x].concat(), [&[4][..], &x, &y].concat()] {
            let theirs = PublicKey::from_sec1_bytes(&bytes).ok();
            in_each!(check_point(&bytes, theirs.as_ref()));
        }
    }

    /// Numbers that nobody signed with: nearly all fail, in all fields alike.
    #[test]
    fn verdicts_on_any_numbers(secret in number(), digest in number(), r in number(), s in number()) {
        let Ok(secret) = SecretKey::from_slice(&secret) else { return Ok(()) };
        Key::new(secret.public_key()).check(&digest, &[r, s].concat());
    }
}
