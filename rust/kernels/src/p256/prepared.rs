//! A key that is used often, with tables of its multiples. The time varies: all inputs are public.
//!
//! A scalar has at most 257 digits. With tables of `2^(64 i) P` for i below 4, and as many of the generator, a sum is
//! doubled 64 times where it is doubled some 256 times otherwise. It is the same point.

use super::{
    Point, Signature,
    base::{Entry, HasTables},
    ecdsa::x_is,
    jacobian::{Jacobian, odd_entries},
    public::{DIGITS, MULTIPLES, Term, base_digits, key_digits, sum},
};
use crate::{field_p256::Field, numbers::Words};

/// How many tables a point has.
pub(super) const TABLES: usize = 4;
/// How many digits of a scalar belong to one; the last has the digits above, too.
pub(super) const STRIDE: usize = 64;

/// A key with tables, 2 KB, which pay from its second signature on.
#[derive(Clone)]
pub struct Prepared<F: Field> {
    key: Point<F>,
    tables: [[Entry; MULTIPLES]; TABLES],
}

impl<F: HasTables> Prepared<F> {
    /// Makes the tables.
    #[inline(never)]
    #[must_use]
    pub fn new(key: &Point<F>) -> Self {
        let mut point = Jacobian::from_affine(&key.xy);
        let first = odd_entries(&point);
        let tables = core::array::from_fn(|index| {
            if index == 0 {
                return first;
            }
            (0..STRIDE).for_each(|_| point.double());
            odd_entries(&point)
        });
        Self { key: *key, tables }
    }

    /// With one wrong table: that of another multiple.
    #[cfg(test)]
    pub(crate) fn spoilt(mut self, table: usize) -> Self {
        let mut other = Jacobian::from_affine(&self.key.xy);
        (0..=STRIDE * table).for_each(|_| other.double());
        self.tables[table] = odd_entries(&other);
        self
    }

    /// The key.
    #[must_use]
    pub const fn key(&self) -> &Point<F> {
        &self.key
    }

    /// As [`super::verify`].
    #[inline(never)]
    #[must_use]
    pub fn verify(&self, digest: &[u8; 32], signature: &Signature) -> bool {
        let [a, b] = signature.multipliers(digest);
        x_is(self.sum(&a, &b), signature)
    }

    /// `a G + b P`; nothing if it is neutral.
    fn sum(&self, a: &Words, b: &Words) -> Option<Jacobian<F>> {
        let (base, key, own) = (base_digits(a), key_digits(b), F::parts());
        let terms: [Term<'_>; 2 * TABLES] = core::array::from_fn(|index| {
            let table = index / 2;
            let from = table * STRIDE;
            let to = if table + 1 == TABLES { DIGITS } else { from + STRIDE };
            if index % 2 == 0 {
                Term { digits: &base[from..to], odd: &own.0[table] }
            } else {
                Term { digits: &key[from..to], odd: &self.tables[table] }
            }
        });
        sum(&terms)
    }
}

#[cfg(test)]
mod tests {
    use super::{Prepared, STRIDE};
    use crate::{
        field_p256::{Fused, Limbs, Whole},
        p256::{
            P256,
            base::HasTables,
            order::N,
            public::sum_with_base,
            tests::{compressed, point},
        },
        scalar::Group,
    };

    /// 2^from to 2^(from + length), less one, less where that is above the order.
    fn run(from: usize, length: usize) -> [u64; 4] {
        let mut words = [0; 4];
        (from..(from + length).min(256)).for_each(|bit| words[bit / 64] |= 1 << (bit % 64));
        P256::order().reduced_once(&words)
    }

    /// Runs of ones across the places where one table ends and the next one begins, and the ends: the sum is that of
    /// one table.
    fn numbers_across_the_tables<F: HasTables>() {
        let key = point::<F>(77);
        let prepared = Prepared::new(&key);
        let mut ends = vec![[0; 4], [1, 0, 0, 0], [N[0] - 1, N[1], N[2], N[3]]];
        for from in (0..256).step_by(STRIDE / 2) {
            ends.extend([1, 4, 5, 63, 64, 65, 256].map(|length| run(from, length)));
        }
        for (a, b) in ends.iter().zip(ends.iter().rev()).chain(ends.iter().zip(&ends)) {
            let want = sum_with_base(F::multiples(), a, b, &key.xy);
            let got = prepared.sum(a, b);
            assert_eq!(got.map(compressed), want.map(compressed));
        }
    }

    #[test]
    fn numbers_across_the_tables_of_each_field() {
        numbers_across_the_tables::<Fused>();
        numbers_across_the_tables::<Limbs>();
        numbers_across_the_tables::<Whole>();
    }
}
