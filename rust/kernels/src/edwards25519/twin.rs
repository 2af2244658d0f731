//! Two points of edwards25519 at once, one in each lane, and sums of their multiples.
//!
//! A [`Point`] lays its own coordinates side by side; here a lane is a point of its own, and the
//! formulas are those of [`super`] without the exchange of lanes. This pays where two points take the
//! same steps: a round of a ring signature needs `s G + c P` and `s H + c I`, with the same digits.
//!
//! A doubling is four products and three squares of pairs, one product more where an addition follows:
//! only an addition reads T. With n = X^2 + Y^2, G = Y^2 - X^2 and F = 2 Z^2 - G it gives
//! (E F, G n, F G, E n), which is the point of the paper with all four signs changed.
//!
//! Only [`Twin::encode`] takes constant time, as its points may come of secrets. All other scalars and points are public.

use super::{
    D, D2, ONE, Point,
    public::{sparse, used_length},
};
use crate::field25519::{Field, Pair, Tight, mul, square};

/// Width of the digits: odd multiples up to 15.
const WIDTH: u32 = 5;
/// How many odd multiples there are.
pub(crate) const ODD: usize = 1 << (WIDTH - 2);

/// Two points: x = X / Z, y = Y / Z, T = X Y / Z.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twin<F: Field> {
    x: Tight<F>,
    y: Tight<F>,
    z: Tight<F>,
    /// Read by an addition only; out of date if the last step was told that no addition follows.
    t: Tight<F>,
}

/// Two points as second operands of an addition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwinAddend<F: Field> {
    /// Y - X
    minus: Tight<F>,
    /// Y + X
    plus: Tight<F>,
    /// 2 Z
    z: Pair<F, 2>,
    /// 2 d T
    t: Tight<F>,
}

/// Odd multiples of two points.
pub(crate) type Odd<F> = [TwinAddend<F>; ODD];

impl<F: Field> Twin<F> {
    /// Two points, one in each lane.
    pub(crate) fn of(low: &Point<F>, high: &Point<F>) -> Self {
        Self {
            x: low.xy.low_low(&high.xy),
            y: low.xy.high_high(&high.xy),
            z: low.zt.low_low(&high.zt),
            t: low.zt.high_high(&high.zt),
        }
    }

    /// Both neutral.
    fn neutral() -> Self {
        let (zero, one) = (Tight::constant(&[0.0; 5], &[0.0; 5]), Tight::constant(&ONE, &ONE));
        Self { x: zero, y: one, z: one, t: zero }
    }

    /// Doubles both; `T` if an addition follows.
    #[inline(never)]
    fn double<const T: bool>(&mut self) {
        let sum: Pair<F, 2> = self.x.add(&self.y);
        let (xx, yy, zz) = (square(&self.x), square(&self.y), square(&self.z));
        let n: Pair<F, 2> = xx.add(&yy);
        let e: Pair<F, 3> = square(&sum.normal()).sub(&n);
        let g: Pair<F, 2> = yy.sub(&xx);
        let f: Pair<F, 4> = zz.add::<1, 2>(&zz).sub(&g);
        self.finish::<T, 3>(&e, &f.normal(), &g, &n.normal());
    }

    /// Adds to both; `T` if another addition follows.
    #[inline(never)]
    fn add<const T: bool>(&mut self, other: &TwinAddend<F>) {
        let (minus, plus): (Pair<F, 2>, Pair<F, 2>) = (self.y.sub(&self.x), self.y.add(&self.x));
        let (a, b) = (mul(&minus, &other.minus), mul(&plus, &other.plus));
        let (c, d) = (mul(&self.t, &other.t), mul(&self.z, &other.z));
        let (e, h): (Pair<F, 2>, Pair<F, 2>) = (b.sub(&a), b.add(&a));
        let (f, g): (Pair<F, 2>, Pair<F, 2>) = (d.sub(&c), d.add(&c));
        self.finish::<T, 2>(&e, &f.normal(), &g, &h.normal());
    }

    /// X = E F, Y = G H, Z = F G, T = E H.
    #[inline(always)]
    fn finish<const T: bool, const E: usize>(
        &mut self,
        e: &Pair<F, E>,
        f: &Tight<F>,
        g: &Pair<F, 2>,
        h: &Tight<F>,
    ) {
        (self.x, self.y, self.z) = (mul(e, f), mul(g, h), mul(g, f));
        if T {
            self.t = mul(e, h);
        }
    }

    #[inline(never)]
    fn to_addend(self) -> TwinAddend<F> {
        let (minus, plus): (Pair<F, 2>, Pair<F, 2>) = (self.y.sub(&self.x), self.y.add(&self.x));
        TwinAddend {
            minus: minus.normal(),
            plus: plus.normal(),
            z: self.z.add(&self.z),
            t: mul(&self.t, &Tight::constant(&D2, &D2)),
        }
    }

    /// 1, 3, 5, .. times both.
    pub(crate) fn odd_multiples(&self) -> Odd<F> {
        let mut twice = *self;
        twice.double::<true>();
        let twice = twice.to_addend();
        let mut sum = *self;
        let mut table = [sum.to_addend(); ODD];
        for entry in table.iter_mut().skip(1) {
            sum.add::<true>(&twice);
            *entry = sum.to_addend();
        }
        table
    }

    /// Both canonical encodings, with one inversion; nothing if one is not on the curve, which only
    /// a computer that multiplies wrongly can bring about. In constant time.
    #[inline(never)]
    pub(crate) fn encode(&self) -> Option<[[u8; 32]; 2]> {
        self.scaled(&self.z.inverse())
    }

    /// As [`Twin::encode`], of points that are public, in variable time: the inverse of a product gives both.
    #[inline(never)]
    pub(crate) fn encode_public(&self) -> Option<[[u8; 32]; 2]> {
        let other = self.z.swapped();
        self.scaled(&mul(&mul(&self.z, &other).inverse_public(), &other))
    }

    #[inline(always)]
    fn scaled(&self, inverse: &Tight<F>) -> Option<[[u8; 32]; 2]> {
        let (x, y) = (mul(&self.x, inverse), mul(&self.y, inverse));
        let bytes = compress(&x, &y);
        on_curve(&x, &y).then_some(bytes)
    }
}

#[inline(never)]
fn compress<F: Field>(x: &Tight<F>, y: &Tight<F>) -> [[u8; 32]; 2] {
    let ([low, high], mut bytes) = (x.to_bytes(), y.to_bytes());
    bytes[0][31] |= (low[0] & 1) << 7;
    bytes[1][31] |= (high[0] & 1) << 7;
    bytes
}

/// y^2 - x^2 = 1 + d x^2 y^2, for both.
#[inline(never)]
fn on_curve<F: Field>(x: &Tight<F>, y: &Tight<F>) -> bool {
    let (xx, yy) = (square(x), square(y));
    let left: Pair<F, 2> = yy.sub(&xx);
    let product = mul(&mul(&xx, &yy), &Tight::constant(&D, &D));
    let right: Pair<F, 2> = product.add(&Tight::constant(&ONE, &ONE));
    let [low, high] = left.sub::<2, 4>(&right).to_bytes();
    low.iter().zip(&high).fold(0, |all, (a, b)| all | a | b) == 0
}

impl<F: Field> TwinAddend<F> {
    /// The low one of self, the high one of other.
    fn low_high(&self, other: &Self) -> Self {
        Self {
            minus: self.minus.low_high(&other.minus),
            plus: self.plus.low_high(&other.plus),
            z: self.z.low_high(&other.z),
            t: self.t.low_high(&other.t),
        }
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        Self { minus: self.plus, plus: self.minus, z: self.z, t: self.t.negated() }
    }
}

/// The low ones of one table beside the high ones of another.
pub(crate) fn side_by_side<F: Field>(low: &Odd<F>, high: &Odd<F>) -> Odd<F> {
    core::array::from_fn(|index| low[index].low_high(&high[index]))
}

/// `a A + b B` in both lanes, given odd multiples of A and B. Scalars are below 2^253, little-endian.
pub(crate) fn sums<F: Field>(scalars: [&[u8; 32]; 2], odd: [&Odd<F>; 2]) -> Twin<F> {
    let digits = scalars.map(|scalar| sparse(scalar, WIDTH));
    let mut sum = Twin::neutral();
    for place in (0..used_length(&digits[0], &digits[1])).rev() {
        add_both(&mut sum, digits.each_ref().map(|digits| digits[place]), odd);
    }
    sum
}

/// Doubles, and adds the multiples that the digits name: zero, or odd.
#[inline(always)]
fn add_both<F: Field>(sum: &mut Twin<F>, [a, b]: [i8; 2], [of_a, of_b]: [&Odd<F>; 2]) {
    if (a, b) == (0, 0) {
        return sum.double::<false>();
    }
    sum.double::<true>();
    match (a, b) {
        (a, 0) => add_multiple::<F, false>(sum, of_a, a),
        (0, b) => add_multiple::<F, false>(sum, of_b, b),
        (a, b) => {
            add_multiple::<F, true>(sum, of_a, a);
            add_multiple::<F, false>(sum, of_b, b);
        }
    }
}

/// Adds a multiple with an odd digit.
#[inline]
fn add_multiple<F: Field, const T: bool>(sum: &mut Twin<F>, odd: &Odd<F>, digit: i8) {
    let Some(multiple) = odd.get(usize::from(digit.unsigned_abs() >> 1)) else { return };
    if digit > 0 {
        sum.add::<T>(multiple);
    } else {
        sum.add::<T>(&multiple.negated());
    }
}
