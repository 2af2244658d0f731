//! One element at a time, for the ladder of X25519, with bounds of its own: see [`super`].

use super::{
    super::bytes::{MODULO_P, canonical, join_words, limbs, words},
    value::{Value, difference, product, reduced, squared, sum, wide},
};

/// The most that a product takes.
const MOST: usize = 32;

/// One element. Limbs are within `BOUND` units; see the contract above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<const BOUND: usize>(Value);

impl Element<1> {
    pub(crate) const ZERO: Self = Self([0; 5]);
    pub(crate) const ONE: Self = Self([1, 0, 0, 0, 0]);

    /// Of 32 bytes, little-endian. The top bit is not read.
    #[inline]
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self::new(limbs(&words(bytes)).map(u64::cast_signed))
    }

    /// Exchanges the two where `mask` has ones.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, other: &mut Self, mask: u64) {
        for (a, b) in self.0.iter_mut().zip(&mut other.0) {
            let change = (*a ^ *b) & mask.cast_signed();
            *a ^= change;
            *b ^= change;
        }
    }

    /// The inverse; zero of zero.
    #[inline(never)]
    pub(crate) fn inverse(&self) -> Self {
        Self::new(limbs(&MODULO_P.invert(&canonical(self.0))).map(u64::cast_signed))
    }

    /// The one canonical form, below p.
    #[inline(never)]
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        join_words(&canonical(self.0))
    }
}

impl<const A: usize> Element<A> {
    /// Takes limbs that the caller knows to be within `A` units.
    #[inline(always)]
    fn new(limbs: Value) -> Self {
        const { assert!(A <= MOST, "no product takes more") };
        #[cfg(debug_assertions)]
        assert!(
            limbs.iter().all(|limb| limb.unsigned_abs() <= A as u64 * super::UNIT),
            "a limb breaks its contract"
        );
        Self(limbs)
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn add<const B: usize, const R: usize>(&self, other: &Element<B>) -> Element<R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        Element::new(sum(&self.0, &other.0))
    }

    /// The difference.
    #[inline(always)]
    pub(crate) fn sub<const B: usize, const R: usize>(&self, other: &Element<B>) -> Element<R> {
        const { assert!(A + B <= R, "a difference adds the bounds") };
        Element::new(difference(&self.0, &other.0))
    }

    /// The product.
    #[inline(always)]
    pub(crate) fn mul<const B: usize>(&self, other: &Element<B>) -> Element<1> {
        const { assert!(A * B <= MOST, "a column is carried in a word") };
        Element::new(product(&self.0, &other.0))
    }

    /// The square.
    #[inline(always)]
    pub(crate) fn square(&self) -> Element<1> {
        const { assert!(A * A <= MOST, "a column is carried in a word") };
        Element::new(squared(&self.0))
    }

    /// `FACTOR` times it.
    #[inline(always)]
    pub(crate) fn times<const FACTOR: u64>(&self) -> Element<1> {
        const { assert!(FACTOR >> 32 == 0, "a column is carried in a word") };
        Element::new(reduced(self.0.map(|limb| wide(limb, FACTOR.cast_signed()))))
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::{super::UNIT, Element};

    const END: i64 = UNIT as i64;

    fn p() -> BigInt {
        (BigInt::from(1_u8) << 255) - 19_u8
    }

    fn value<const A: usize>(element: &Element<A>) -> BigInt {
        element.0.iter().rev().fold(BigInt::ZERO, |sum, limb| (sum << 51) + *limb)
    }

    fn modulo(value: &BigInt) -> BigInt {
        (value % p() + p()) % p()
    }

    /// A limb within `units`: any, near the end, at the end, near zero.
    fn limb(units: u64) -> impl Strategy<Value = i64> {
        let end = (units * UNIT).cast_signed();
        let near = prop_oneof![(end - 4096)..=end, -end..=(4096 - end)];
        prop_oneof![-end..=end, near, Just(end), Just(-end), -4096..4096_i64]
    }

    fn element<const A: usize>() -> impl Strategy<Value = Element<A>> {
        prop::array::uniform5(limb(A as u64)).prop_map(Element::new)
    }

    fn check(got: &Element<1>, want: &BigInt) {
        let want = modulo(want);
        assert_eq!(modulo(&value(got)), want);
        let (_, mut bytes) = want.to_bytes_le();
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
            prop_assert_eq!(value(&a.sub::<1, 32>(&b)), value(&a) - value(&b));
            prop_assert_eq!(value(&a.add::<2, 32>(&c)), value(&a) + value(&c));
        }

        #[test]
        fn inverses(a in element::<1>()) {
            check(&a.inverse(), &modulo(&value(&a)).modpow(&(p() - 2_u8), &p()));
        }
    }

    #[test]
    fn every_limb_at_its_end() {
        let (a, b) = (Element::<4>::new([4 * END; 5]), Element::<8>::new([-8 * END; 5]));
        check(&a.mul(&b), &(value(&a) * value(&b)));
        let c = Element::<5>::new([5 * END; 5]);
        check(&c.square(), &(value(&c) * value(&c)));
        let [zero, most] = [Element::<1>::ZERO, Element::new([END; 5])];
        check(&zero.inverse(), &BigInt::ZERO);
        assert_eq!(value(&zero.sub::<1, 2>(&most)), -value(&most));
    }
}
