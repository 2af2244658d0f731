//! Points in affine form, (x, y), from and to bytes (SEC 1, sections 2.3.3 and 2.3.4).

use super::{
    constants::{MODULO_P, PER_U2, PER_U3, U2, U3},
    curve::{Affine, Projective},
};
use crate::{
    euclid,
    field_secp256k1::{Field, P, Pair, Tight, below_p, mul, square},
    numbers::{Words, from_be, to_be},
    selftest::sound,
};

/// A point that is not neutral.
#[derive(Clone, Copy, Debug)]
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
                Self::checked(mul(&Tight::from_words(&x, &y), &Tight::from_words(&U2, &U3)))
            }
            _ => None,
        }
    }

    /// The point with this x, below p, and an odd y or an even one.
    #[inline(never)]
    pub(super) fn lift(x: &Words, odd: bool) -> Option<Self> {
        let x: Tight<F> = Tight::twice(x);
        let right: Pair<F, 2> = mul(&square(&x), &x).add(&Tight::twice(&[7, 0, 0, 0]));
        let y = right.root();
        let left = square(&y);
        if left.sub::<2, 3>(&right).low_words() != [0; 4] {
            return None;
        }
        let flip = (y.low_words()[0] & 1 == 1) != odd;
        let y = if flip { y.negated() } else { y };
        Some(Self { xy: mul(&x.low_low::<1, 1>(&y), &Tight::from_words(&U2, &U3)) })
    }

    /// The point, if it is on the curve.
    fn checked(xy: Affine<F>) -> Option<Self> {
        on_curve(&xy).then_some(Self { xy })
    }

    /// (x, y) of the curve of the standard.
    fn coordinates(&self) -> [Words; 2] {
        mul(&self.xy, &Tight::from_words(&PER_U2, &PER_U3)).to_words()
    }

    /// x, big-endian.
    #[must_use]
    pub fn x(&self) -> [u8; 32] {
        to_be(&self.coordinates()[0])
    }

    /// `02 ‖ x` or `03 ‖ x`.
    #[inline(never)]
    #[must_use]
    pub fn to_compressed(&self) -> [u8; 33] {
        let [x, y] = self.coordinates();
        let mut bytes = [0; 33];
        let tag = [2 | y[0].to_le_bytes()[0] & 1];
        bytes.iter_mut().zip(tag.iter().chain(&to_be(&x))).for_each(|(to, from)| *to = *from);
        bytes
    }

    /// `04 ‖ x ‖ y`.
    #[inline(never)]
    #[must_use]
    pub fn to_uncompressed(&self) -> [u8; 65] {
        let [x, y] = self.coordinates().each_ref().map(to_be);
        let mut bytes = [4; 65];
        bytes.iter_mut().skip(1).zip(x.iter().chain(&y)).for_each(|(to, from)| *to = *from);
        bytes
    }

    /// (x, whether y is odd)
    pub(super) fn x_and_parity(&self) -> (Words, u64) {
        let [x, y] = self.coordinates();
        (x, y[0] & 1)
    }
}

impl<F: Field> Eq for Point<F> {}

/// The same coordinates.
impl<F: Field> PartialEq for Point<F> {
    fn eq(&self, other: &Self) -> bool {
        self.xy.sub::<1, 2>(&other.xy).is_zero() == [true; 2]
    }
}

impl<F: Field> From<Point<F>> for Projective<F> {
    fn from(point: Point<F>) -> Self {
        Self::from_affine(&point.xy)
    }
}

/// A number below p.
fn coordinate(bytes: &[u8; 32]) -> Option<Words> {
    let number = from_be(bytes);
    below_p(&number).then_some(number)
}

/// y^2 = x^3 + 1/3.
#[inline(never)]
fn on_curve<F: Field>(xy: &Affine<F>) -> bool {
    let squares = square(xy);
    let difference: Pair<F, 2> = squares.both_high().sub(&mul(&squares, xy));
    difference.times::<3, 6>().sub::<1, 7>(&Tight::one()).low_words() == [0; 4]
}

impl<F: Field> Projective<F> {
    /// The same point in affine form; nothing if it is neutral, or if the coordinates are not on
    /// the curve, which only a computer that multiplies wrongly can bring about.
    #[inline(never)]
    #[must_use]
    pub fn to_affine(self) -> Option<Point<F>> {
        let inverse = MODULO_P.invert(&self.z.low_words());
        Point::checked(mul(&self.xy, &Tight::twice(&inverse)))
    }

    /// As [`Projective::to_affine`], for public points: in variable time.
    #[must_use]
    pub fn to_affine_public(self) -> Option<Point<F>> {
        let [xy] = normalized(&[self]);
        Point::checked(xy)
    }

    /// Both points in affine form, with one inversion; `None` if one is neutral. For public points.
    #[must_use]
    pub fn both_to_affine(points: &[Self; 2]) -> Option<[Point<F>; 2]> {
        let [first, second] = normalized(points);
        Some([Point::checked(first)?, Point::checked(second)?])
    }

    /// Both as [`Point::to_compressed`], for public points; 33 zeros for a neutral one, as k256 has it.
    #[must_use]
    pub fn both_to_compressed(points: &[Self; 2]) -> [[u8; 33]; 2] {
        match Self::both_to_affine(points) {
            Some(points) => points.map(|point| point.to_compressed()),
            None => points.map(Self::to_compressed),
        }
    }

    fn to_compressed(self) -> [u8; 33] {
        if self.is_neutral() { [0; 33] } else { sound(self.to_affine_public()).to_compressed() }
    }

    /// Whether it is the neutral point.
    pub(super) fn is_neutral(&self) -> bool {
        self.z.low_words() == [0; 4]
    }
}

/// Public points in affine form, with one inversion. If one is neutral, all results are wrong.
fn normalized<F: Field, const N: usize>(points: &[Projective<F>; N]) -> [Affine<F>; N] {
    let mut affine = [Tight::one(); N];
    normalize(points, &mut affine);
    affine
}

/// As [`normalized`].
#[inline(never)]
pub(super) fn normalize<F: Field>(points: &[Projective<F>], affine: &mut [Affine<F>]) {
    // For each Z, the product of those before it.
    let mut product = Tight::one();
    for (before, point) in affine.iter_mut().zip(points) {
        *before = product;
        product = mul(&product, &point.z.both_low());
    }
    let inverse = euclid::invert(&product.low_words(), &P);
    let mut inverse = Tight::twice(&inverse);
    for (to, point) in affine.iter_mut().zip(points).rev() {
        *to = mul(&point.xy, &mul(&inverse, to));
        inverse = mul(&inverse, &point.z.both_low());
    }
}
