//! Points in affine form, (x, y), from and to bytes (SEC 1, sections 2.3.3 and 2.3.4).

use zeroize::Zeroizing;

use super::{curve::Affine, jacobian::Jacobian};
use crate::{
    field_p256::{Element, Field, P, Tight, mul_both},
    inverse::Modulus,
    numbers::{Words, below, from_be, to_be},
};

/// For inverses modulo p.
static MODULO_P: Modulus = Modulus::new(&P);

/// A point that is not neutral.
#[derive(Clone, Copy)]
pub struct Point<F: Field> {
    pub(super) xy: Affine<F>,
}

impl<F: Field> Point<F> {
    /// Reads `02 ‖ x` and `03 ‖ x`, or `04 ‖ x ‖ y`; `None` for any other form, for coordinates that
    /// are not below p, and for those of no point. The input must be public.
    #[inline(never)]
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (tag, rest) = bytes.split_first()?;
        let (x, rest) = rest.split_first_chunk()?;
        let x = coordinate(x)?;
        match (tag, rest.len()) {
            (2 | 3, 0) => Self::lift(&x, tag & 1 == 1),
            (4, 32) => {
                let y = coordinate(rest.try_into().ok()?)?;
                Self::checked(&x, &Tight::from_words(&y))
            }
            _ => None,
        }
    }

    /// The point with this x, below p, and an odd y or an even one.
    fn lift(x: &Words, odd: bool) -> Option<Self> {
        let root = right_side(&Tight::<F>::from_words(x)).root();
        let flip = (root.to_words()[0] & 1 == 1) != odd;
        Self::checked(x, &root.negated_if(if flip { u64::MAX } else { 0 }))
    }

    /// The point, if it is on the curve.
    fn checked(x: &Words, y: &Tight<F>) -> Option<Self> {
        let x = Tight::from_words(x);
        on_curve(&x, y).then(|| Self { xy: Affine { x: x.loosened(), y: y.loosened() } })
    }

    /// x, big-endian.
    #[must_use]
    pub fn x(&self) -> [u8; 32] {
        to_be(&self.xy.x.to_words())
    }

    /// `02 ‖ x` or `03 ‖ x`.
    #[inline(never)]
    #[must_use]
    pub fn to_compressed(&self) -> [u8; 33] {
        let mut bytes = [2; 33];
        let parity = self.xy.y.to_words()[0].to_le_bytes()[0] & 1;
        bytes[0] |= parity;
        bytes[1..].copy_from_slice(&self.x());
        bytes
    }

    /// `04 ‖ x ‖ y`.
    #[inline(never)]
    #[must_use]
    pub fn to_uncompressed(&self) -> [u8; 65] {
        let mut bytes = [4; 65];
        bytes[1..33].copy_from_slice(&self.x());
        bytes[33..].copy_from_slice(&to_be(&self.xy.y.to_words()));
        bytes
    }
}

/// A number below p.
fn coordinate(bytes: &[u8; 32]) -> Option<Words> {
    let number = from_be(bytes);
    below(&number, &P).then_some(number)
}

/// x^3 - 3 x + b.
#[inline(always)]
fn right_side<F: Field>(x: &Tight<F>) -> Tight<F> {
    let three: Element<F, 3> = Tight::one().tripled();
    // x (x^2 - 3) + b
    let factor: Element<F, 4> = x.square().sub(&three);
    x.mul(&factor).add::<2, 3>(&Tight::b()).tightened()
}

#[inline(never)]
fn on_curve<F: Field>(x: &Tight<F>, y: &Tight<F>) -> bool {
    y.square().sub::<1, 2>(&right_side(x)).is_zero()
}

impl<F: Field> Jacobian<F> {
    /// The same point in affine form; nothing if it is neutral, or if the coordinates are not on
    /// the curve, which only a computer that multiplies wrongly can bring about.
    #[inline(never)]
    pub(super) fn to_affine(self) -> Option<Point<F>> {
        let inverse = Zeroizing::new(MODULO_P.invert(&Zeroizing::new(self.z.to_words())));
        let inverse = Tight::from_words(&inverse);
        let square = inverse.square();
        let [x, y] = mul_both((&self.x, &square), (&self.y, &inverse));
        let y = y.mul(&square);
        on_curve(&x, &y).then(|| Point { xy: Affine { x: x.loosened(), y: y.loosened() } })
    }
}
