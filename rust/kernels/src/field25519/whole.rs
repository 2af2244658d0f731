//! One element modulo p = 2^255 - 19 at a time, for processors with products of 64 bits: [`crate::x25519`] off WebAssembly.
//!
//! An element is five limbs of radix 2^51, `a = sum a_i 2^(51 i)`, none of them negative. A unit is U = 2^51 + 2^13; every
//! limb of an `Element<B>` is at most B U. The compiler checks the bounds:
//!
//! | Operation | Needs | Gives |
//! | --- | --- | --- |
//! | [`Element::mul`] of A and B | A B <= 32 | 1 |
//! | [`Element::square`] of A | A A <= 32 | 1 |
//! | [`Element::times`] of A, by a number below 2^32 | A <= 32 | 1 |
//! | sum of A and B | A + B <= 32 | A + B |
//! | difference of A and 1 | A + 2 <= 32 | A + 2 |
//!
//! - A column of a product is a sum of five products, of which at most four count 19 times: at most `77 32 U^2 < 2^114`.
//!   19 times a limb is below 2^61.
//! - Column k carries less than 2^63 to column k + 1. Column 4 has no product that counts 19 times: with its carry it is
//!   below `160 U^2 + 2^63`, so it carries less than 2^59, which goes to limb 0, 19 times: less than 2^64 with what is there.
//! - So limb 0 carries less than 2^13 to limb 1. That limb is at most U, and the others are below 2^51.
//! - A difference adds 2 p, of which no limb is below U.
//!
//! No branch and no index depends on a limb. Debug builds, so all native tests, check every limb against its bound.

#![allow(clippy::cast_possible_truncation, reason = "limbs are taken out of sums")]

use super::{
    MASK,
    bytes::{MODULO_P, canonical, join_words, limbs, words},
};

/// 2^51 + 2^13, the bound of an `Element<1>`.
const UNIT: u64 = (1 << 51) + (1 << 13);
/// The most that a product takes.
const MOST: usize = 32;
/// Limbs of 2 p.
const TWICE_P: [u64; 5] =
    [(1 << 52) - 38, (1 << 52) - 2, (1 << 52) - 2, (1 << 52) - 2, (1 << 52) - 2];
const _: () = assert!(UNIT <= TWICE_P[0] && TWICE_P[1] <= 2 * UNIT, "what a difference adds");

/// An element. Limbs are within `BOUND` units; see the contract above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<const BOUND: usize>([u64; 5]);

impl Element<1> {
    pub(crate) const ZERO: Self = Self([0; 5]);
    pub(crate) const ONE: Self = Self([1, 0, 0, 0, 0]);

    /// Of 32 bytes, little-endian. The top bit is not read.
    #[inline]
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self::new(limbs(&words(bytes)))
    }

    /// Exchanges the two where `mask` has ones.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, other: &mut Self, mask: u64) {
        for (a, b) in self.0.iter_mut().zip(&mut other.0) {
            let change = (*a ^ *b) & mask;
            *a ^= change;
            *b ^= change;
        }
    }

    /// The inverse; zero of zero.
    #[inline(never)]
    pub(crate) fn inverse(&self) -> Self {
        Self::new(limbs(&MODULO_P.invert(&canonical(self.signed()))))
    }

    /// The one canonical form, below p.
    #[inline(never)]
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        join_words(&canonical(self.signed()))
    }

    fn signed(&self) -> [i64; 5] {
        self.0.map(u64::cast_signed)
    }
}

impl<const A: usize> Element<A> {
    /// Takes limbs that the caller knows to be within `A` units.
    #[inline(always)]
    pub(super) fn new(limbs: [u64; 5]) -> Self {
        const { assert!(A <= MOST, "no product takes more") };
        #[cfg(debug_assertions)]
        assert!(limbs.iter().all(|limb| *limb <= A as u64 * UNIT), "a limb breaks its contract");
        Self(limbs)
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn add<const B: usize, const R: usize>(&self, other: &Element<B>) -> Element<R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        let (a, b) = (&self.0, &other.0);
        Element::new([a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]])
    }

    /// The difference, and 2 p.
    #[inline(always)]
    pub(crate) fn sub<const R: usize>(&self, other: &Element<1>) -> Element<R> {
        const { assert!(A + 2 <= R, "2 p is within two units") };
        let (a, b, p) = (&self.0, &other.0, &TWICE_P);
        let limb = |i: usize| a[i] + p[i] - b[i];
        Element::new([limb(0), limb(1), limb(2), limb(3), limb(4)])
    }

    /// The product.
    #[inline(always)]
    pub(crate) fn mul<const B: usize>(&self, other: &Element<B>) -> Element<1> {
        const { assert!(A * B <= MOST, "a column is carried in a word") };
        let (a, b) = (&self.0, &other.0);
        let folded = b.map(|limb| 19 * limb);
        let near = |i: usize, j: usize| wide(a[i], b[j]);
        let over = |i: usize, j: usize| wide(a[i], folded[j]);
        reduced([
            near(0, 0) + over(4, 1) + over(3, 2) + over(2, 3) + over(1, 4),
            near(1, 0) + near(0, 1) + over(4, 2) + over(3, 3) + over(2, 4),
            near(2, 0) + near(1, 1) + near(0, 2) + over(4, 3) + over(3, 4),
            near(3, 0) + near(2, 1) + near(1, 2) + near(0, 3) + over(4, 4),
            near(4, 0) + near(3, 1) + near(2, 2) + near(1, 3) + near(0, 4),
        ])
    }

    /// The square: what stands on both sides of the diagonal is counted twice.
    #[inline(always)]
    pub(crate) fn square(&self) -> Element<1> {
        const { assert!(A * A <= MOST, "a column is carried in a word") };
        let a = &self.0;
        let (twice, folded) = (a.map(|limb| 2 * limb), a.map(|limb| 19 * limb));
        let t = |i: usize, j: usize| wide(twice[i], a[j]);
        let over = |i: usize, j: usize| wide(twice[i], folded[j]);
        reduced([
            wide(a[0], a[0]) + over(1, 4) + over(2, 3),
            t(0, 1) + over(2, 4) + wide(a[3], folded[3]),
            t(0, 2) + wide(a[1], a[1]) + over(3, 4),
            t(0, 3) + t(1, 2) + wide(a[4], folded[4]),
            t(0, 4) + t(1, 3) + wide(a[2], a[2]),
        ])
    }

    /// `FACTOR` times it.
    #[inline(always)]
    pub(crate) fn times<const FACTOR: u64>(&self) -> Element<1> {
        const { assert!(FACTOR >> 32 == 0, "a column is carried in a word") };
        reduced(self.0.map(|limb| wide(limb, FACTOR)))
    }
}

#[inline(always)]
fn wide(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

/// Carries each column into the next, and the last one into the first, 19 times.
#[inline(always)]
fn reduced([t0, t1, t2, t3, t4]: [u128; 5]) -> Element<1> {
    let (l0, carry) = split(t0);
    let (l1, carry) = split(t1 + carry);
    let (l2, carry) = split(t2 + carry);
    let (l3, carry) = split(t3 + carry);
    let (l4, carry) = split(t4 + carry);
    let l0 = l0 + 19 * carry as u64;
    Element::new([l0 & MASK, l1 + (l0 >> 51), l2, l3, l4])
}

/// The lowest bits, and what is above them.
#[inline(always)]
const fn split(column: u128) -> (u64, u128) {
    (column as u64 & MASK, (column >> 51) as u64 as u128)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::{Element, UNIT};

    fn p() -> BigUint {
        (BigUint::from(1_u8) << 255) - 19_u8
    }

    fn value<const A: usize>(element: &Element<A>) -> BigUint {
        element.0.iter().rev().fold(BigUint::ZERO, |sum, limb| (sum << 51) + *limb)
    }

    /// A limb within `units`: any, near the end, at the end, near zero.
    fn limb(units: u64) -> impl Strategy<Value = u64> {
        let end = units * UNIT;
        prop_oneof![0..=end, (end - 4096)..=end, Just(end), 0..4096_u64]
    }

    fn element<const A: usize>() -> impl Strategy<Value = Element<A>> {
        prop::array::uniform5(limb(A as u64)).prop_map(Element::new)
    }

    fn check(got: &Element<1>, want: &BigUint) {
        let want = want % p();
        assert_eq!(value(got) % p(), want);
        let mut bytes = want.to_bytes_le();
        bytes.resize(32, 0);
        assert_eq!(got.to_bytes().as_slice(), bytes);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn products(a in element::<1>(), b in element::<4>(), c in element::<8>(), d in element::<32>()) {
            check(&b.mul(&c), &(value(&b) * value(&c)));
            check(&a.mul(&d), &(value(&a) * value(&d)));
            check(&d.mul(&a), &(value(&a) * value(&d)));
            check(&d.times::<121_665>(), &(value(&d) * 121_665_u32));
            check(&d.times::<{ u32::MAX as u64 }>(), &(value(&d) * u32::MAX));
        }

        #[test]
        fn squares(a in element::<1>(), b in element::<5>()) {
            check(&a.square(), &(value(&a) * value(&a)));
            check(&b.square(), &(value(&b) * value(&b)));
        }

        #[test]
        fn sums(a in element::<30>(), b in element::<1>(), c in element::<2>()) {
            prop_assert_eq!(value(&a.sub::<32>(&b)) + value(&b), value(&a) + p() + p());
            prop_assert_eq!(value(&a.add::<2, 32>(&c)), value(&a) + value(&c));
        }

        #[test]
        fn inverses(a in element::<1>()) {
            check(&a.inverse(), &value(&a).modpow(&(p() - 2_u8), &p()));
        }
    }

    #[test]
    fn every_limb_at_its_end() {
        let (a, b) = (Element::<4>::new([4 * UNIT; 5]), Element::<8>::new([8 * UNIT; 5]));
        check(&a.mul(&b), &(value(&a) * value(&b)));
        let c = Element::<5>::new([5 * UNIT; 5]);
        check(&c.square(), &(value(&c) * value(&c)));
        let [zero, most] = [Element::<1>::ZERO, Element::new([UNIT; 5])];
        check(&zero.inverse(), &BigUint::ZERO);
        assert_eq!(value(&zero.sub::<3>(&most)) + value(&most), p() + p());
    }
}
