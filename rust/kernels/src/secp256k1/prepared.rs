//! A key that is used often, with tables of its multiples. The time varies: all inputs are public.
//!
//! Both halves of a scalar ([`super::public`]) have at most 136 digits. With tables of `2^(34 i) P` for i below 4, and as
//! many of the generator and of 2^128 G, a sum is doubled 34 times where it is doubled some 130
//! times otherwise. It is the same point.

use super::{
    HasTables, Point, Signature,
    curve::Projective,
    ecdsa::x_is,
    public::{DIGITS, Halves, add_affine_multiple, base_digits, key_digits},
};
use crate::{field_secp256k1::Field, numbers::Words};

/// How many tables a point has.
pub(super) const TABLES: usize = 4;
/// How many digits of a half belong to one.
pub(super) const STRIDE: usize = DIGITS / TABLES;

/// A key with tables, 12 KB, which pay from its second signature on.
#[derive(Clone)]
pub struct Prepared<F: Field> {
    key: Point<F>,
    tables: [Halves<F>; TABLES],
}

impl<F: HasTables> Prepared<F> {
    /// Makes the tables.
    #[inline(never)]
    #[must_use]
    pub fn new(key: &Point<F>) -> Self {
        let mut point = Projective::from_affine(&key.xy);
        let first = Halves::of(&point);
        let tables = core::array::from_fn(|index| {
            if index == 0 {
                return first;
            }
            (0..STRIDE).for_each(|_| point.double());
            Halves::of(&point)
        });
        Self { key: *key, tables }
    }

    /// With one wrong table: that of another multiple.
    #[cfg(test)]
    pub(crate) fn spoilt(mut self, table: usize) -> Self {
        let mut other = Projective::from_affine(&self.key.xy);
        (0..=STRIDE * table).for_each(|_| other.double());
        self.tables[table] = Halves::of(&other);
        self
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &Point<F> {
        &self.key
    }

    /// As [`super::verify`].
    #[inline(never)]
    #[must_use]
    pub fn verify(&self, digest: &[u8; 32], signature: &Signature) -> bool {
        let [a, b] = signature.multipliers(digest);
        x_is(&self.sum(&a, &b), signature.r())
    }

    /// `a G + b P`.
    fn sum(&self, a: &Words, b: &Words) -> Projective<F> {
        let (base, key) = (base_digits(a), key_digits(b));
        let mut sum = Projective::neutral();
        for place in (0..STRIDE).rev() {
            sum.double();
            for (index, halves) in self.tables.iter().enumerate() {
                halves.add(&mut sum, &key, index * STRIDE + place);
            }
            for (digits, tables) in base.iter().zip(F::parts()) {
                for (index, odd) in tables.0.iter().enumerate() {
                    add_affine_multiple(&mut sum, odd, digits[index * STRIDE + place]);
                }
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use k256::Scalar;

    use super::{HasTables, Prepared, STRIDE, TABLES};
    use crate::{
        field_secp256k1::tests::in_each,
        secp256k1::{
            constants::LAMBDA,
            public,
            tests::{scalar_of, small, words},
        },
    };

    /// 2^from to 2^(from + length), less one, of 128 bits.
    fn run(from: usize, length: usize) -> Scalar {
        let ones = u128::MAX.checked_shr(128_u32.saturating_sub(u32::try_from(length).unwrap()));
        Scalar::from(ones.unwrap_or(0) << from)
    }

    /// Runs of ones in both halves, across the places where one table ends and the next one begins, with
    /// either sign: the sum is that of one table.
    fn across_the_tables<F: HasTables>() {
        let point = small::<F>(77);
        let (prepared, lambda) = (Prepared::new(&point), scalar_of(&LAMBDA));
        for from in (0..TABLES * STRIDE).step_by(STRIDE / 2).filter(|from| *from < 128) {
            for length in [0, 1, 4, 5, 33, 34, 35, 128] {
                let (first, second) = (run(from, length), run(127 - from, length));
                for b in [first + second * lambda, first - second * lambda, second * lambda - first]
                {
                    for a in [first, -second, b] {
                        let [a, b] = [words(&a), words(&b)];
                        let want = public::sum_with_base(F::halves(), &a, &b, &point.xy);
                        let got = prepared.sum(&a, &b);
                        assert_eq!(got.to_affine(), want.to_affine(), "{from} {length}");
                        assert_eq!(got.is_neutral(), want.is_neutral());
                    }
                }
            }
        }
        assert!(prepared.sum(&[0; 4], &[0; 4]).to_affine().is_none());
    }

    #[test]
    fn numbers_across_the_tables() {
        in_each!(across_the_tables());
    }
}
