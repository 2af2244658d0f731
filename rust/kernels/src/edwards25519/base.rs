//! Multiples of the base point, and of other points, in constant time.
//!
//! Those of the base point are sums of entries of a [comb](crate::comb).
//!
//! For other points, a scalar, or one more if it is even, is 2^255 plus the 51 digits of [`odd`]. For each, the sum is
//! doubled five times, and a row of 1, 3, .. 31 times the point is read as a whole. If the scalar is even, the point is
//! taken away again. The row is made in constant time, too: each of the points may be public, and which of them it is a
//! secret, as that of a ring's signer. Every mask is opaque ([`crate::secret::mask`]).

use zeroize::Zeroizing;

use super::{Addend, D2, ONE, Point, decode_one};
use crate::{
    comb::{self, COMB_ROW, Comb, Sum},
    digits::{Odd, ROW, index, odd, select},
    field25519::{Field, Pair, Tight, low_mul, mul, words},
    numbers::{Words, less},
    secret::mask,
};

/// (y - x, y + x, 2 d x y) of a point.
type Entry = comb::Entry<3>;
/// 1, 3, .. 31 times a point, each (Y - X, Y + X, 2 Z, 2 d T).
pub(crate) type Row = [comb::Entry<4>; ROW];

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

    fn row(&self) -> [Entry; COMB_ROW] {
        let mut row = [[[0; 4]; 3]; COMB_ROW];
        write_odd(*self, &mut row);
        row
    }

    fn shift(&mut self, bits: u32) {
        (0..bits).for_each(|_| self.double());
    }

    #[inline(always)]
    fn of_entry(entry: &Entry) -> Self {
        let mut point = Self::neutral();
        point.add_entry(entry, 0);
        point
    }

    #[inline(always)]
    fn add_entry(&mut self, [less, more, dxy]: &Entry, negative: u64) {
        self.add_words([less, more, &[2, 0, 0, 0], dxy], negative);
    }

    #[inline(always)]
    fn opposite_if(&self, mask: u64) -> Self {
        let (masks, opposite) = (F::masks([mask; 2]), self.negated());
        Self { xy: self.xy.choose(&opposite.xy, masks), zt: self.zt.choose(&opposite.zt, masks) }
    }
}

impl<F: Field> Point<F> {
    /// Adds a point in place, negated where `negative` has ones: (Y - X, Y + X, 2 Z, 2 d T).
    #[inline(never)]
    fn add_words(&mut self, [less, more, zz, dt]: [&Words; 4], negative: u64) {
        let addend = Addend { yx: Tight::from_words(less, more), zt: Tight::from_words(zz, dt) };
        self.add(&addend.choose(&addend.negated(), F::masks([negative; 2])));
    }
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

/// 1, 3, .. 31 times a point.
#[inline(always)]
pub(crate) fn odd_row<F: Field>(point: &Point<F>) -> Row {
    let mut row = [[[0; 4]; 4]; ROW];
    write_row(*point, &mut row);
    row
}

#[inline(never)]
fn write_row<F: Field>(mut point: Point<F>, row: &mut Row) {
    let mut twice = point;
    twice.double();
    let twice = twice.to_addend();
    for to in row {
        let addend = point.to_addend();
        let ([less, more], [zz, dt]) = (addend.yx.to_words(), addend.zt.to_words());
        *to = [less, more, zz, dt];
        point.add(&twice);
    }
}

/// Nine times the order of the base point, which is odd, and above 2^255.
const NINE_ORDERS: Words =
    [0x18a5_7bed_44a4_7355, 0xbbd6_c8d3_bab4_8389, 0x0000_0000_0000_0000, 0x9000_0000_0000_0000];

/// `scalar` times the base point. The scalar is below 2^255, little-endian.
#[inline(never)]
pub(crate) fn multiply<F: Field>(comb: &Comb<F, 3>, scalar: &[u8; 32]) -> Point<F> {
    debug_assert!(scalar[31] < 128, "a scalar is below 2^255");
    let own = Zeroizing::new(words(scalar));
    let opposite = Zeroizing::new(less(&NINE_ORDERS, &own).0);
    comb.multiply(&Odd::of(&own, &opposite))
}

/// `scalar` times the point of the row. The scalar is little-endian.
#[inline(never)]
pub(crate) fn multiply_row<F: Field>(row: &Row, scalar: &[u8; 32]) -> Point<F> {
    let mut number = Zeroizing::new(words(scalar));
    let even = mask(!number[0] & 1);
    number[0] |= 1;
    let digits = odd::<DIGITS>(&number);
    // 2^255 comes first.
    let mut sum = Point::neutral();
    sum.add_words(row[0].each_ref(), 0);
    for digit in digits.iter().rev() {
        sum.double_times(5);
        let (index, negative) = index(*digit);
        sum.add_words(select(row, index).each_ref(), negative);
    }
    // Of the neutral element.
    let mut last = [[1, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [0; 4]];
    for (to, word) in last.as_flattened_mut().iter_mut().zip(row[0].as_flattened()) {
        *to ^= (*to ^ word) & even;
    }
    sum.add_words(last.each_ref(), u64::MAX);
    sum
}

#[cfg(test)]
mod tests {
    use super::{Comb, Field, make, multiply};
    use crate::field25519::{Fused, Limbs, Whole};

    fn each_row_counts<F: Field>() {
        Comb::assert_each_row_counts(make::<F>, |comb| {
            multiply(comb, &[0x5a; 32]).encode().unwrap().bytes
        });
    }

    #[test]
    fn a_self_test_sees_each_row_of_the_comb() {
        each_row_counts::<Fused>();
        each_row_counts::<Limbs>();
        each_row_counts::<Whole>();
    }
}
