//! Hashing to a point: `secp256k1_XMD:SHA-256_SSWU_RO_` of RFC 9380, section 8.7, from the 96 uniform
//! bytes on.
//!
//! Both field elements are mapped at once, one in each lane: by the simplified SWU map (section 6.6.3, as
//! appendix F.2 writes it out) to y^2 = x^3 + A x + 1771, and by the 3-isogeny of appendix E.1 from there.
//! The isogeny's kernel has x = -H, so its denominators are (x + H)^2 and (x + H)^3: one power of it is the Z
//! of a point in homogeneous coordinates, and nothing is inverted. No point that the map gives has x = -H,
//! for both curves have the same order, which is prime.
//!
//! The input is public. Still no branch depends on it, up to the sum, which is the neutral point with a
//! probability of 2^-256. Bounds are those of the field, in types.

use super::{
    affine::Point,
    curve::Projective,
    isogeny::{A, H, MINUS_A, ROOT, X, Y, Z, Z_A},
};
use crate::field_secp256k1::{Field, Pair, Tight, Words, mul, mul_add, square};

/// 1771
const B: Words = [1771, 0, 0, 0];
/// 2^256 modulo p.
const GAP: Words = [(1 << 32) + 977, 0, 0, 0];

impl<F: Field> Point<F> {
    /// The point that 96 uniform bytes lead to (RFC 9380, `secp256k1_XMD:SHA-256_SSWU_RO_`). Nothing for the
    /// neutral one, and if the computed point is not on the curve.
    #[must_use]
    pub fn from_uniform(uniform: &[u8; 96]) -> Option<Self> {
        let [mut sum, second] = map(&elements(uniform));
        sum.add(&second);
        sum.to_affine_public()
    }
}

/// Two numbers of 48 bytes, big-endian, modulo p.
pub(super) fn elements<F: Field>(uniform: &[u8; 96]) -> Pair<F, 2> {
    let (mut low, mut high) = ([[0; 4]; 2], [[0; 4]; 2]);
    let words = uniform.as_chunks::<8>().0.iter().map(|word| u64::from_be_bytes(*word));
    for (index, word) in words.enumerate() {
        // The highest word of each number comes first.
        let (number, place) = (index / 6, 5 - index % 6);
        let to = if place < 4 { &mut low } else { &mut high };
        to[number][place % 4] = word;
    }
    let [high, low] = [high, low].map(|[first, second]| Tight::from_words(&first, &second));
    mul(&high, &Tight::twice(&GAP)).add(&low)
}

/// The points that both elements are mapped to.
pub(super) fn map<F: Field>(u: &Pair<F, 2>) -> [Projective<F>; 2] {
    let (x, xd, y) = isogenous(u);
    let (xy, z) = across(&x, &xd, &y);
    let points = [(xy[0].low_low::<1, 2>(&xy[1]), z), (xy[0].high_high(&xy[1]), z.swapped())];
    points.map(|(xy, z)| Projective { xy, z: z.loosened() })
}

/// The simplified SWU map: x as a numerator and a denominator, and y. As Z is not a square, one
/// of the right sides g(x1) and g(x2) is one; y2 is the root of the other made of y1.
#[inline(never)]
fn isogenous<F: Field>(u: &Pair<F, 2>) -> (Tight<F>, Tight<F>, Tight<F>) {
    let uu = square(u);
    let zuu = mul(&uu, &Tight::twice(&Z));
    let sum: Pair<F, 2> = square(&zuu).add(&zuu);
    let x1: Tight<F> = mul(&sum.add::<1, 3>(&Tight::one()), &Tight::twice(&B));
    let xd = mul(&sum, &Tight::twice(&MINUS_A));
    let xd = xd.choose(&Tight::twice(&Z_A), masks(xd.is_zero()));
    // g(x1) = gx / gxd, with gx = x1^3 + A x1 xd^2 + B xd^3
    let xd2 = square(&xd);
    let gxd = mul(&xd2, &xd);
    let inner = mul_add(&xd2, &Tight::twice(&A), &x1, &x1);
    let gx = mul_add(&inner, &x1, &gxd, &Tight::twice(&B));
    // y1 = gx gxd (gx gxd^3)^((p - 3) / 4)
    let product = mul(&gx, &gxd);
    let y1 = mul(&mul(&square(&gxd), &product).root_power(), &product);
    // x2 = Z u^2 x1, and y2 = u^3 y1, times a root of -Z^3
    let x2 = mul(&zuu, &x1);
    let y2 = mul(&mul(&y1, &Tight::twice(&ROOT)), &mul(&uu, u));
    let first = masks(mul(&square(&y1), &gxd).sub::<1, 2>(&gx).is_zero());
    let y = y2.choose(&y1, first);
    let (odd_y, odd_u) = (odd(&y), odd(u));
    let flip = masks([odd_y[0] != odd_u[0], odd_y[1] != odd_u[1]]);
    (x2.choose(&x1, first), xd, y.choose(&y.negated(), flip))
}

/// The isogeny, and from the curve of the standard to that of the kernel: (X, Y), and Z. With x = xn / xd and
/// D = xn + H xd they are X(x) D, Y(x) y xd and xd D^3.
#[inline(never)]
fn across<F: Field>(xn: &Tight<F>, xd: &Tight<F>, y: &Tight<F>) -> ([Tight<F>; 2], Tight<F>) {
    let xd2 = square(xd);
    let xd3 = mul(&xd2, xd);
    // A polynomial of degree 3, times xd^3.
    let value = |[k0, k1, k2, k3]: &[Words; 4]| {
        let value = mul_add(xn, &Tight::twice(k3), xd, &Tight::twice(k2));
        let value = mul_add(&value, xn, &xd2, &Tight::twice(k1));
        mul_add(&value, xn, &xd3, &Tight::twice(k0))
    };
    let d: Pair<F, 2> = mul(xd, &Tight::twice(&H)).add(xn);
    let d3 = mul(&square(&d), &d);
    ([mul(&value(&X), &d), mul(&value(&Y), &mul(y, xd))], mul(&d3, xd))
}

/// Which elements are odd.
fn odd<F: Field, const A: usize>(pair: &Pair<F, A>) -> [bool; 2] {
    pair.to_words().map(|[low, ..]| low & 1 == 1)
}

/// Ones where it is true.
fn masks(chosen: [bool; 2]) -> [u64; 2] {
    chosen.map(|chosen| 0_u64.wrapping_sub(chosen.into()))
}
