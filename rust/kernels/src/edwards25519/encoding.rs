//! Points from and to 32 bytes (RFC 8032, sections 5.1.2 and 5.1.3).

use super::{D, ONE, Point};
use crate::field25519::{Arithmetic, Field, Pair, Tight, centred, mul, square};

/// A square root of -1.
pub(super) const ROOT: [f64; 5] = centred(&[
    0xc4ee_1b27_4a0e_a0b0,
    0x2f43_1806_ad2f_e478,
    0x2b4d_0099_3dfb_d7a7,
    0x2b83_2480_4fc1_df0b,
]);

/// Two encodings that were read.
pub(crate) struct Decoded<F: Arithmetic> {
    /// (x of the first, x of the second)
    pub(super) x: Tight<F>,
    /// (y of the first, y of the second)
    pub(super) y: Tight<F>,
    /// Which of them stand for a point of the curve.
    pub(crate) on_curve: [bool; 2],
    /// Which of them are the one encoding of their point: y below p, and no sign on x = 0.
    pub(crate) canonical: [bool; 2],
}

/// An encoding that was read.
pub(crate) struct One<F: Field> {
    pub(crate) xy: Tight<F>,
    /// Whether it stands for a point of the curve.
    pub(crate) on_curve: bool,
    /// Whether it is the one encoding of its point.
    pub(crate) canonical: bool,
}

impl<F: Field> Decoded<F> {
    /// (x, y) of the first.
    pub(crate) fn first(&self) -> Tight<F> {
        self.x.low_low(&self.y)
    }

    /// (x, y) of the second.
    pub(crate) fn second(&self) -> Tight<F> {
        self.x.high_high(&self.y)
    }
}

/// Reads one encoding, which is public: its (x, y), and whether it is on the curve and canonical.
pub(crate) fn decode_one<F: Field>(encoded: &[u8; 32]) -> One<F> {
    let decoded = decode::<F::Alone>(encoded, encoded);
    One {
        xy: Tight::beside(&decoded.x, &decoded.y),
        on_curve: decoded.on_curve[0],
        canonical: decoded.canonical[0],
    }
}

/// Reads two encodings at once. Both are public.
///
/// x^2 = u / v with u = y^2 - 1 and v = d y^2 + 1; a candidate is u v^3 (u v^7)^((p - 5) / 8), times a
/// root of -1 if its square is -u / v.
pub(crate) fn decode<F: Arithmetic>(first: &[u8; 32], second: &[u8; 32]) -> Decoded<F> {
    let one = Tight::constant(&ONE, &ONE);
    let y = Tight::from_bytes(first, second);
    let y2 = square(&y);
    let u: Pair<F, 2> = y2.sub(&one);
    let u = u.normal();
    let v: Pair<F, 2> = mul(&y2, &Tight::constant(&D, &D)).add(&one);
    let v = v.normal();
    let v3 = mul(&square(&v), &v);
    let v7 = mul(&square(&v3), &v);
    let root = mul(&mul(&u, &v3), &mul(&u, &v7).root_power());
    let square_of_root = mul(&v, &square(&root));
    let equal: Pair<F, 2> = square_of_root.sub(&u);
    let opposite: Pair<F, 2> = square_of_root.add(&u);
    let (equal, opposite) = (equal.is_zero(), opposite.is_zero());
    let turned = mul(&root, &Tight::constant(&ROOT, &ROOT));
    let x = root.choose(&turned, masks::<F>(equal.map(|equal| !equal)));

    let signs = [first, second].map(|bytes| bytes[31] >> 7);
    let odd = x.to_bytes().map(|bytes| bytes[0] & 1);
    let x = x.choose(&x.negated(), masks::<F>([signs[0] != odd[0], signs[1] != odd[1]]));
    let no_x = x.is_zero();
    let below = [below_p(first), below_p(second)];
    Decoded {
        x,
        y,
        on_curve: [equal[0] || opposite[0], equal[1] || opposite[1]],
        canonical: [0, 1].map(|index| below[index] && !(no_x[index] && signs[index] == 1)),
    }
}

pub(super) fn masks<F: Arithmetic>(choices: [bool; 2]) -> F::Masks {
    F::masks(choices.map(|choice| if choice { u64::MAX } else { 0 }))
}

/// Whether the low 255 bits are below p = 2^255 - 19.
fn below_p(bytes: &[u8; 32]) -> bool {
    let upper = bytes[1..31].iter().all(|byte| *byte == 0xff) && bytes[31] & 0x7f == 0x7f;
    !(upper && bytes[0] >= 0xed)
}

impl<F: Field> Point<F> {
    /// The canonical encoding; nothing if the coordinates are not on the curve, which only a
    /// computer that multiplies wrongly can bring about.
    #[inline(never)]
    pub(crate) fn encode(&self) -> Option<Encoded<F>> {
        self.scaled(&self.zt.low_inverse())
    }

    /// The bytes of [`Point::encode`] of a point that is public, in variable time.
    pub(crate) fn encode_public(&self) -> Option<[u8; 32]> {
        let inverse = self.zt.both_low().inverse_public();
        Some(self.scaled(&inverse)?.bytes)
    }

    #[inline(always)]
    fn scaled(&self, inverse: &Tight<F>) -> Option<Encoded<F>> {
        let xy = mul(&self.xy, inverse);
        let encoded = Encoded { bytes: compress(&xy), xy };
        on_curve(&xy).then_some(encoded)
    }
}

/// A point in affine form, (x, y), and its encoding.
pub(crate) struct Encoded<F: Field> {
    pub(crate) bytes: [u8; 32],
    pub(crate) xy: Tight<F>,
}

#[inline(never)]
fn compress<F: Field>(xy: &Tight<F>) -> [u8; 32] {
    let [x, mut y] = xy.to_bytes();
    y[31] |= (x[0] & 1) << 7;
    y
}

/// y^2 - x^2 = 1 + d x^2 y^2.
#[inline(never)]
fn on_curve<F: Field>(xy: &Tight<F>) -> bool {
    let squares = square(xy);
    let left: Pair<F, 2> = squares.difference_sum();
    let product = mul(&squares, &squares.swapped());
    let right: Pair<F, 2> =
        mul(&product, &Tight::constant(&D, &D)).add(&Tight::constant(&ONE, &ONE));
    let difference: Pair<F, 4> = left.sub(&right);
    difference.is_zero()[0]
}
