//! Multiples of the generator, in constant time, and when its tables are made.
//!
//! [`Jacobian::add_affine`] adds neither equal nor opposite points; [`crate::comb`] says why there are none.

use std::sync::LazyLock;

use super::{
    Fused, Limbs, Secret, Whole,
    curve::Affine,
    jacobian::{Jacobian, odd_entries},
    powers::{BaseOdd, powers},
    prepared::{STRIDE, TABLES},
};
use crate::{
    comb::{self, COMB_ROW, Comb, MAKING, Sum},
    field_p256::{Element, Field},
    stack::swept,
};

/// x and y, as fields store them.
pub(super) type Entry = comb::Entry<2>;

/// A field whose tables an engine keeps. Whoever verifies waits for no table but its own.
pub trait HasTables: Field {
    /// For secrets. To be called before any computation on one: the first call makes them.
    fn comb() -> &'static Comb<Self, 2>;
    /// (2 j + 1) G.
    fn multiples() -> &'static BaseOdd<1>;
    /// (2 j + 1) 2^(64 i) G, for keys that have tables, too.
    fn parts() -> &'static BaseOdd<TABLES>;
}

macro_rules! has_tables {
    ($($field:ty),*) => {$(
        // Swept, so that a test can tell that nothing is left where secrets were: it goes deeper than they do.
        impl HasTables for $field {
            fn comb() -> &'static Comb<Self, 2> {
                static COMB: LazyLock<Comb<$field, 2>> =
                    LazyLock::new(|| swept::<MAKING, _>(|| make::<$field>()));
                &COMB
            }

            fn multiples() -> &'static BaseOdd<1> {
                static MULTIPLES: LazyLock<Box<BaseOdd<1>>> =
                    LazyLock::new(|| swept::<MAKING, _>(|| Box::new(powers::<$field, _>(STRIDE))));
                &MULTIPLES
            }

            fn parts() -> &'static BaseOdd<TABLES> {
                static PARTS: LazyLock<Box<BaseOdd<TABLES>>> =
                    LazyLock::new(|| swept::<MAKING, _>(|| Box::new(powers::<$field, _>(STRIDE))));
                &PARTS
            }
        }
    )*};
}

has_tables!(Fused, Limbs, Whole);

// A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
#[inline(never)]
fn make<F: Field>() -> Comb<F, 2> {
    Comb::new(Jacobian::from_affine(&Affine::<F>::base()))
}

impl<F: Field> Sum<2> for Jacobian<F> {
    type Field = F;

    fn row(&self) -> [Entry; COMB_ROW] {
        odd_entries(self)
    }

    fn shift(&mut self, bits: u32) {
        (0..bits).for_each(|_| self.double());
    }

    #[inline(always)]
    fn of_entry(entry: &Entry) -> Self {
        Self::from_affine(&Affine::of(entry))
    }

    #[inline(always)]
    fn add_entry(&mut self, entry: &Entry, negative: u64) {
        self.add_affine(&Affine::of(entry).negated_if(negative));
    }

    #[inline(always)]
    fn opposite_if(&self, mask: u64) -> Self {
        self.negated_if(mask)
    }
}

impl<F: Field> Affine<F> {
    /// Of a table.
    #[inline(always)]
    pub(super) fn of(entry: &Entry) -> Self {
        let [x, y] = entry;
        Self { x: Element::unpacked(x), y: Element::unpacked(y) }
    }
}

/// The multiple of the generator.
#[inline(never)]
pub(super) fn multiply<F: Field>(comb: &Comb<F, 2>, secret: &Secret) -> Jacobian<F> {
    comb.multiply(&secret.odd())
}

#[cfg(test)]
mod tests {
    use super::{Comb, Fused, HasTables, Limbs, Secret, Whole, make, multiply};

    fn each_row_counts<F: HasTables>() {
        let secret = Secret::parse(&[0x5a; 32]).unwrap();
        Comb::assert_each_row_counts(make::<F>, |comb| {
            multiply(comb, &secret).to_affine().unwrap().to_compressed()
        });
    }

    #[test]
    fn a_self_test_sees_each_row_of_the_comb() {
        each_row_counts::<Fused>();
        each_row_counts::<Limbs>();
        each_row_counts::<Whole>();
    }
}
