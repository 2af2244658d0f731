//! Multiples of the base point, and of other points, in constant time.
//!
//! Those of the base point are sums of entries of a [comb](crate::comb).
//!
//! For other points, a scalar, or one more if it is even, is 2^255 plus the 51 digits of [`odd`]. For each, the sum is
//! doubled five times, and a row of 1, 3, .. 31 times the point is read as a whole. If the scalar is even, the point is
//! taken away again. Every mask is opaque ([`crate::secret::mask`]).

use zeroize::Zeroizing;

use super::{Addend, D2, ONE, Point, decode_one};
use crate::{
    comb::{self, Comb, Sum},
    digits::{Odd, ROW, index, odd, select},
    field25519::{Field, Pair, Tight, low_mul, mul, words},
    numbers::{Words, less},
    secret::mask,
};

/// (y - x, y + x, 2 d x y) of a point.
pub(crate) type Entry = comb::Entry<3>;

const NEUTRAL: Entry = [[1, 0, 0, 0], [1, 0, 0, 0], [0; 4]];

/// As many as a number below 2^256 has, besides 2^255.
const DIGITS: usize = 51;

/// The base point: y = 4 / 5, x even.
const BASE: [u8; 32] = {
    let mut bytes = [0x66; 32];
    bytes[0] = 0x58;
    bytes
};

pub(super) fn base_point<F: Field>() -> Point<F> {
    Point::from_affine(&decode_one(&BASE).xy)
}

/// A comb of the base point, in variable time.
#[inline(never)]
pub(super) fn make<F: Field>() -> Comb<F, 3> {
    Comb::new(base_point::<F>())
}

impl<F: Field> Sum<3> for Point<F> {
    type Field = F;

    fn row(&self) -> [Entry; comb::ROW] {
        odd_entries(*self)
    }

    fn double(&mut self) {
        self.double();
    }

    #[inline(always)]
    fn of(entry: &Entry) -> Self {
        let mut point = Self::neutral();
        Sum::add(&mut point, entry, 0);
        point
    }

    #[inline(never)]
    fn add(&mut self, entry: &Entry, negative: u64) {
        let addend = Addend::of(entry);
        self.add(&addend.choose(&addend.negated(), F::masks([negative; 2])));
    }

    #[inline(always)]
    fn negated_if(&self, mask: u64) -> Self {
        let (masks, opposite) = (F::masks([mask; 2]), self.negated());
        Self { xy: self.xy.choose(&opposite.xy, masks), zt: self.zt.choose(&opposite.zt, masks) }
    }
}

/// 1, 3, 5, .. times a point that is public.
#[inline(always)]
pub(crate) fn odd_entries<F: Field, const N: usize>(point: Point<F>) -> [Entry; N] {
    let mut entries = [[[0; 4]; 3]; N];
    write_odd(point, &mut entries);
    entries
}

/// Writes 1, 3, 5, .. times a point that is public, with one inversion.
#[inline(never)]
fn write_odd<F: Field>(mut point: Point<F>, entries: &mut [Entry]) {
    let mut twice = point;
    twice.double();
    let twice = twice.to_addend();
    // Each with the product of all Z before its own.
    let mut product = Tight::constant(&ONE, &ONE);
    let mut multiples = Vec::with_capacity(entries.len());
    for _ in 0..entries.len() {
        multiples.push((point, product));
        product = low_mul(&product, &point.zt);
        point.add(&twice);
    }
    let mut inverse = product.inverse_public();
    for (entry, (point, before)) in entries.iter_mut().zip(&multiples).rev() {
        let xy = mul(&point.xy, &low_mul(&inverse, before).both_low());
        let yx: Pair<F, 2> = xy.difference_sum();
        let dxy = low_mul(&mul(&xy, &xy.swapped()), &Tight::constant(&D2, &D2));
        let [less, more] = yx.to_words();
        *entry = [less, more, dxy.low_words()];
        inverse = low_mul(&inverse, &point.zt);
    }
}

impl<F: Field> Addend<F> {
    /// Of a table.
    #[inline(always)]
    fn of([less, more, dxy]: &Entry) -> Self {
        Self { yx: Tight::from_words(less, more), zt: Tight::from_words(&[2, 0, 0, 0], dxy) }
    }
}

/// Nine times the order of the base point, which is odd, and above 2^255.
const NINE_ORDERS: Words =
    [0x18a5_7bed_44a4_7355, 0xbbd6_c8d3_bab4_8389, 0x0000_0000_0000_0000, 0x9000_0000_0000_0000];

/// `scalar` times the base point. The scalar is below 2^255, little-endian.
#[inline(never)]
pub(crate) fn multiply<F: Field>(comb: &Comb<F, 3>, scalar: &[u8; 32]) -> Point<F> {
    let own = Zeroizing::new(words(scalar));
    let opposite = Zeroizing::new(less(&NINE_ORDERS, &own).0);
    comb.multiply(&Odd::of(&own, &opposite))
}

/// `scalar` times the point whose odd multiples the row has. The scalar is below 2^255, little-endian.
#[inline(never)]
pub(crate) fn multiply_row<F: Field>(row: &[Entry; ROW], scalar: &[u8; 32]) -> Point<F> {
    let mut number = Zeroizing::new(words(scalar));
    let even = mask(!number[0] & 1);
    number[0] |= 1;
    let digits = odd::<DIGITS>(&number);
    // 2^255 comes first.
    let mut sum = Point::of(&row[0]);
    for digit in digits.iter().rev() {
        sum.double_times(5);
        let (index, negative) = index(*digit);
        Sum::add(&mut sum, &select(row, index), negative);
    }
    let mut own = NEUTRAL;
    for (to, word) in own.as_flattened_mut().iter_mut().zip(row[0].as_flattened()) {
        *to ^= (*to ^ word) & even;
    }
    Sum::add(&mut sum, &own, u64::MAX);
    sum
}
