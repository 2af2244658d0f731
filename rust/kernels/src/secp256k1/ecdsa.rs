//! ECDSA over a digest of 32 bytes (SEC 1, section 4.1; FIPS 186-5, section 6).

use k256::{
    NonZeroScalar, Scalar,
    elliptic_curve::{scalar::IsHigh, subtle::ConditionallySelectable},
};
use zeroize::Zeroizing;

use super::{
    HasTables, Point,
    base::multiply,
    constants::{MODULO_N, N, P_LESS_N, U2},
    curve::Projective,
    order::response,
    public::sum_with_base,
    scalar::{invert_public, reduced, scalar, words},
};
use crate::{
    field_secp256k1::{Field, Tight, mul},
    nonce::Nonces,
    numbers::{Words, to_be},
    selftest::sound,
    stack::{DEEP, swept},
};

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

/// Tells whether `r`, `s` is a signature of `digest` by `key`, be s high or low.
#[inline(never)]
#[must_use]
pub fn verify<F: HasTables>(
    key: &Point<F>,
    digest: &[u8; 32],
    r: &NonZeroScalar,
    s: &NonZeroScalar,
) -> bool {
    let [a, b] = multipliers(digest, r, s);
    x_is(&sum_with_base(F::halves(), &a, &b, &key.xy), r)
}

/// a and b, where `r`, `s` is a signature of this digest if `a G + b P` has x = r.
#[inline(never)]
pub(super) fn multipliers(digest: &[u8; 32], r: &NonZeroScalar, s: &NonZeroScalar) -> [Scalar; 2] {
    let inverse = invert_public(s);
    [reduced(digest) * inverse, **r * inverse]
}

/// Tells whether the point is not neutral, and has x = r modulo n.
#[inline(never)]
pub(super) fn x_is<F: Field>(sum: &Projective<F>, r: &NonZeroScalar) -> bool {
    // x = r without an inversion: X = r u^2 Z, or (r + n) u^2 Z if that is below p.
    let r = words(r);
    let candidates = Tight::from_words(&r, &plus_n(&r).unwrap_or(r));
    let scale = mul(&sum.z.both_low(), &Tight::twice(&U2));
    let difference = mul(&candidates, &scale).sub::<2, 3>(&sum.xy.both_low());
    difference.is_zero() != [false; 2] && !sum.is_neutral()
}

/// The key by which `r`, `s` is a signature of `digest`, where R has x = r and an odd y or an even
/// one. Nothing if there is no such R, or the key would be the neutral point.
#[inline(never)]
#[must_use]
pub fn recover<F: HasTables>(
    digest: &[u8; 32],
    r: &NonZeroScalar,
    s: &NonZeroScalar,
    y_is_odd: bool,
) -> Option<Point<F>> {
    let point = Point::<F>::lift(&words(r), y_is_odd)?;
    let inverse = invert_public(r);
    let (a, b) = (-(reduced(digest) * inverse), **s * inverse);
    sum_with_base(F::halves(), &a, &b, &point.xy).to_affine_public()
}

/// r + n, if it is below p.
fn plus_n(r: &Words) -> Option<Words> {
    if r.iter().rev().ge(P_LESS_N.iter().rev()) {
        return None;
    }
    let mut carry = false;
    let mut sum = *r;
    for (to, n) in sum.iter_mut().zip(N) {
        let (first, over) = to.overflowing_add(n);
        let (second, again) = first.overflowing_add(carry.into());
        (*to, carry) = (second, over | again);
    }
    Some(sum)
}

/// Signs with the nonce of RFC 6979 over HMAC-SHA-256.
#[must_use]
pub fn sign<F: HasTables>(secret: &NonZeroScalar, digest: &[u8; 32]) -> Signed {
    let comb = F::comb();
    sound(swept::<DEEP, _>(|| {
        let own = Zeroizing::new(words(secret));
        let z = reduced(digest);
        let mut nonces = Nonces::new(&Zeroizing::new(to_be(&own)), &z.to_bytes().into());
        loop {
            let nonce = Zeroizing::new(scalar(&nonces.below(&N)));
            let (x, y) = multiply::<F>(comb, &nonce).to_affine()?.x_and_parity();
            let r = scalar(&x);
            // (z + r d) / k
            let inverse = Zeroizing::new(MODULO_N.invert(&Zeroizing::new(words(&nonce))));
            let s = scalar(&response(&words(&z), &words(&r), &own, &inverse));
            // Never seen: the chance is 2^-255.
            if !bool::from(r.is_zero() | s.is_zero()) {
                return Some(finish(&x, y, &r, &s));
            }
            nonces.skip();
        }
    }))
}

/// The signature with low s.
fn finish(x: &Words, y: u64, r: &Scalar, s: &Scalar) -> Signed {
    let high = s.is_high();
    let low = Scalar::conditional_select(s, &-s, high);
    let mut bytes = [0; 64];
    let both = r.to_bytes().into_iter().chain(low.to_bytes());
    bytes.iter_mut().zip(both).for_each(|(to, from)| *to = from);
    Signed {
        bytes,
        y_is_odd: (y == 1) != bool::from(high),
        x_is_reduced: <[u8; 32]>::from(r.to_bytes()) != to_be(x),
    }
}
