//! ECDSA over a digest of 32 bytes (SEC 1, section 4.1; FIPS 186-5, section 6).

use zeroize::Zeroizing;

use super::{
    HasTables, Point, Secp256k1, Secret,
    base::multiply,
    constants::{P_LESS_N, U2},
    curve::Projective,
    public::sum_with_base,
};
use crate::{
    field_secp256k1::{Field, Tight, mul},
    nonce::Nonces,
    numbers::{Words, added, below, from_be, to_be},
    scalar::Group,
    selftest::sound,
    signature,
    stack::{DEEP, swept},
};

/// A signature.
pub type Signature = signature::Signature<Secp256k1>;

/// A signature, and what distinguishes its R from other points with the same r.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Signed {
    /// `r ‖ s`, s at most n / 2.
    pub bytes: [u8; 64],
    /// Whether y of R is odd.
    pub y_is_odd: bool,
    /// Whether x of R is r + n.
    pub x_is_reduced: bool,
}

/// Tells whether the signature is one of `digest` by `key`, be s high or low.
#[inline(never)]
#[must_use]
pub fn verify<F: HasTables>(key: &Point<F>, digest: &[u8; 32], signature: &Signature) -> bool {
    let [a, b] = signature.multipliers(digest);
    x_is(&sum_with_base(F::halves(), &a, &b, &key.xy), signature.r())
}

/// Tells whether the point is not neutral, and has x = r modulo n.
#[inline(never)]
pub(super) fn x_is<F: Field>(sum: &Projective<F>, r: &Words) -> bool {
    // x = r without an inversion: X = r u^2 Z, or (r + n) u^2 Z if that is below p.
    let candidates = Tight::from_words(r, &plus_n(r).unwrap_or(*r));
    let scale = mul(&sum.z.both_low(), &Tight::twice(&U2));
    let difference = mul(&candidates, &scale).sub::<2, 3>(&sum.xy.both_low());
    difference.is_zero() != [false; 2] && !sum.is_neutral()
}

/// The key by which the signature is one of `digest`, where R has x = r and an odd y or an even
/// one. Nothing if there is no such R, or the key would be the neutral point.
#[inline(never)]
#[must_use]
pub fn recover<F: HasTables>(
    digest: &[u8; 32],
    signature: &Signature,
    y_is_odd: bool,
) -> Option<Point<F>> {
    let point = Point::<F>::lift(signature.r(), y_is_odd)?;
    let order = Secp256k1::order();
    let inverse = order.invert_public(signature.r());
    let a = order.negated(&order.product(&from_be(digest), &inverse));
    let b = order.product(signature.s(), &inverse);
    sum_with_base(F::halves(), &a, &b, &point.xy).to_affine_public()
}

/// r + n, if it is below p.
fn plus_n(r: &Words) -> Option<Words> {
    below(r, &P_LESS_N).then(|| added(r, Secp256k1::order().n(), 0).0)
}

/// Signs with the nonce of RFC 6979 over HMAC-SHA-256.
#[must_use]
pub fn sign<F: HasTables>(secret: &Secret, digest: &[u8; 32]) -> Signed {
    let (comb, order) = (F::comb(), Secp256k1::order());
    sound(swept::<DEEP, _>(|| {
        let own = secret.words();
        let z = order.reduced_once(&from_be(digest));
        let mut nonces = Nonces::new(&Zeroizing::new(to_be(own)), &to_be(&z));
        loop {
            let nonce = Secret::drawn(nonces.below(order.n()));
            let (x, y) = multiply::<F>(comb, &nonce).to_affine()?.x_and_parity();
            let r = order.reduced_once(&x);
            // (r d + z) / k
            let inverse = Zeroizing::new(order.invert(nonce.words()));
            let s = order.response([&r, own, &z, &inverse]);
            // None is never seen: the chance is 2^-255.
            if let Some(signature) = Signature::of(r, s) {
                return Some(finish(&signature, y == 1, r != x));
            }
            nonces.skip();
        }
    }))
}

/// The signature with low s.
fn finish(signature: &Signature, y_is_odd: bool, x_is_reduced: bool) -> Signed {
    let (low, high) = signature.lowered();
    Signed { bytes: low.to_bytes(), y_is_odd: y_is_odd != (high != 0), x_is_reduced }
}
