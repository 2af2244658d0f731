//! Hashing to a point: `edwards25519_XMD:SHA-512_ELL2_RO_` of RFC 9380, from the 96 uniform bytes on.
//!
//! Both field elements are mapped at once, one in each lane (appendix G.2.1 and G.2.2), their points
//! added, and the sum multiplied by the cofactor. The time varies with the input, which is public.

use super::{
    ONE, Point, ZERO,
    encoding::{ROOT, masks},
    order::C,
};
use crate::field25519::{Field, Pair, Tight, centred, mul, square};

/// -486662 on the Montgomery form, and its opposite.
const MINUS_J: [f64; 5] = [-486_662.0, 0.0, 0.0, 0.0, 0.0];
const J: [f64; 5] = [486_662.0, 0.0, 0.0, 0.0, 0.0];
/// 2^255 modulo p.
const NINETEEN: [f64; 5] = [19.0, 0.0, 0.0, 0.0, 0.0];
/// 2^((p + 3) / 8)
const TWO_ROOT: [f64; 5] = centred(&[
    0xc4ee_1b27_4a0e_a0b1,
    0x2f43_1806_ad2f_e478,
    0x2b4d_0099_3dfb_d7a7,
    0x2b83_2480_4fc1_df0b,
]);

fn both<F: Field>(constant: &[f64; 5]) -> Tight<F> {
    Tight::constant(constant, constant)
}

/// The point of prime order, or the neutral one, that these bytes lead to.
pub(crate) fn from_uniform<F: Field>(uniform: &[u8; 96]) -> Point<F> {
    let (x, y, z, t) = to_edwards(&to_montgomery(&elements(uniform)));
    let first = Point { xy: x.low_low(&y), zt: z.low_low(&t) };
    let second = Point { xy: x.high_high(&y), zt: z.high_high(&t) };
    let mut sum = first;
    sum.add(&second.to_addend());
    sum.times_cofactor();
    sum
}

/// Two numbers of 48 bytes, big-endian, modulo p: the low 255 bits, plus 19 times the rest.
fn elements<F: Field>(uniform: &[u8; 96]) -> Tight<F> {
    let (mut low, mut high) = ([[0; 32]; 2], [[0; 32]; 2]);
    for (index, number) in uniform.as_chunks::<48>().0.iter().enumerate() {
        let mut carry = 0;
        for (place, byte) in number.iter().rev().enumerate() {
            if place < 32 {
                low[index][place] = *byte;
            } else {
                high[index][place - 32] = byte << 1 | carry;
                carry = byte >> 7;
            }
        }
        high[index][16] = carry;
        // Bit 255 is the lowest of those above.
        high[index][0] |= low[index][31] >> 7;
    }
    let high = mul(&Tight::from_bytes(&high[0], &high[1]), &both(&NINETEEN));
    Tight::from_bytes(&low[0], &low[1]).add::<1, 2>(&high).normal()
}

/// On the curve v^2 = x^3 + J x^2 + x: the numerator of x, its denominator, and y.
struct Montgomery<F: Field> {
    numerator: Tight<F>,
    denominator: Tight<F>,
    y: Tight<F>,
}

/// Elligator 2 (appendix G.2.1). Names as there.
fn to_montgomery<F: Field>(u: &Tight<F>) -> Montgomery<F> {
    let uu = square(u);
    let tv1 = uu.add::<1, 2>(&uu).normal();
    let xd = tv1.add::<1, 2>(&both(&ONE)).normal();
    let tv2 = square(&xd);
    let gxd = mul(&tv2, &xd);
    let gx1 = mul(&mul(&both(&J), &tv1), &both(&MINUS_J)).add::<1, 2>(&tv2);
    let gx1 = mul(&gx1, &both(&MINUS_J));
    let tv3 = square(&gxd);
    let tv2 = square(&tv3);
    let tv3 = mul(&mul(&tv3, &gxd), &gx1);
    let y11 = mul(&mul(&tv2, &tv3).root_power(), &tv3);
    let y1 = either(&y11, &gxd, &gx1);
    let x2n = mul(&both(&MINUS_J), &tv1);
    let y21 = mul(&mul(&y11, u), &both(&TWO_ROOT));
    let gx2 = mul(&gx1, &tv1);
    let y2 = either(&y21, &gxd, &gx2);
    let first = equal(&mul(&square(&y1), &gxd), &gx1);
    let numerator = x2n.choose(&both(&MINUS_J), masks::<F>(first));
    let y = y2.choose(&y1, masks::<F>(first));
    let odd = y.to_bytes().map(|bytes| bytes[0] & 1 == 1);
    let y = y.choose(&y.negated(), masks::<F>([first[0] != odd[0], first[1] != odd[1]]));
    Montgomery { numerator, denominator: xd, y }
}

/// The candidate, if its square times `gxd` is `gx`; else turned by a root of -1.
fn either<F: Field>(candidate: &Tight<F>, gxd: &Tight<F>, gx: &Tight<F>) -> Tight<F> {
    let direct = equal(&mul(&square(candidate), gxd), gx);
    mul(candidate, &both(&ROOT)).choose(candidate, masks::<F>(direct))
}

/// The rational map (appendix G.2.2): X, Y, Z and T. Where it has no value, the neutral element.
fn to_edwards<F: Field>(point: &Montgomery<F>) -> (Tight<F>, Tight<F>, Tight<F>, Tight<F>) {
    let Montgomery { numerator, denominator, y } = point;
    let xn = mul(numerator, &both(&C));
    let xd = mul(denominator, y);
    let yn: Pair<F, 2> = numerator.sub(denominator);
    let yd: Pair<F, 2> = numerator.add(denominator);
    let (yn, yd) = (yn.normal(), yd.normal());
    let none = masks::<F>(mul(&xd, &yd).is_zero());
    let [xn, xd, yn, yd] = [(xn, ZERO), (xd, ONE), (yn, ONE), (yd, ONE)]
        .map(|(value, instead)| value.choose(&both(&instead), none));
    (mul(&xn, &yd), mul(&xd, &yn), mul(&xd, &yd), mul(&xn, &yn))
}

fn equal<F: Field>(a: &Tight<F>, b: &Tight<F>) -> [bool; 2] {
    a.sub::<1, 2>(b).is_zero()
}
