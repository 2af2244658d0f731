//! Multiples of the generator, in constant time, and when its tables are made. Their entries are packed, as to read them
//! is much of the cost ([`crate::comb`]).

use std::sync::LazyLock;

use super::{
    Fused, Limbs, Secret, Whole,
    affine::normalize,
    curve::{Affine, Projective, base},
    powers::{BaseOdd, parts, powers},
    prepared::TABLES,
};
use crate::{
    comb::{COMB_ROW, Comb, MAKING, Sum},
    field_secp256k1::{Field, Packed, Tight},
    stack::swept,
};

/// A field whose tables an engine keeps. Whoever verifies waits for no table but its own.
pub trait HasTables: Field {
    /// For secrets. To be called before any computation on one: the first call makes them.
    fn comb() -> &'static Comb<Self, 2>;
    /// (2 j + 1) G, and (2 j + 1) 2^128 G.
    fn halves() -> &'static BaseOdd<Self, 2>;
    /// Of both, for keys that have tables, too: (2 j + 1) 2^(34 i) G, and (2 j + 1) 2^(128 + 34 i) G.
    fn parts() -> &'static [BaseOdd<Self, TABLES>; 2];
}

macro_rules! has_tables {
    ($($field:ty),*) => {$(
        // Swept, as those of P-256.
        impl HasTables for $field {
            fn comb() -> &'static Comb<Self, 2> {
                static COMB: LazyLock<Comb<$field, 2>> =
                    LazyLock::new(|| swept::<MAKING, _>(make::<$field>));
                &COMB
            }

            fn halves() -> &'static BaseOdd<Self, 2> {
                static HALVES: LazyLock<Box<BaseOdd<$field, 2>>> =
                    LazyLock::new(|| swept::<MAKING, _>(|| Box::new(powers(0, 128))));
                &HALVES
            }

            fn parts() -> &'static [BaseOdd<Self, TABLES>; 2] {
                static PARTS: LazyLock<Box<[BaseOdd<$field, TABLES>; 2]>> =
                    LazyLock::new(|| swept::<MAKING, _>(parts));
                &PARTS
            }
        }
    )*};
}

has_tables!(Fused, Limbs, Whole);

// A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
#[inline(never)]
fn make<F: Field>() -> Comb<F, 2> {
    Comb::new(Projective::from_affine(&base::<F>()))
}

impl<F: Field> Sum<2> for Projective<F> {
    type Field = F;

    #[inline(never)]
    fn row(&self) -> [Packed; COMB_ROW] {
        let mut points = vec![Tight::one(); COMB_ROW];
        write_odd(self, &mut points);
        let mut row = [[[0; 4]; 2]; COMB_ROW];
        row.iter_mut().zip(&points).for_each(|(to, point)| *to = point.to_words());
        row
    }

    fn shift(&mut self, bits: u32) {
        (0..bits).for_each(|_| self.double());
    }

    #[inline(always)]
    fn of_entry(entry: &Packed) -> Self {
        Self::from_affine(&Tight::unpacked(entry))
    }

    #[inline(always)]
    fn add_entry(&mut self, entry: &Packed, negative: u64) {
        self.add_affine(&Tight::unpacked(entry).high_negated_if(negative));
    }

    #[inline(always)]
    fn opposite_if(&self, mask: u64) -> Self {
        self.negated_if(mask)
    }
}

/// 1, 3, 5, .. times the point, which is public.
pub(super) fn odd_multiples<F: Field, const N: usize>(point: &Projective<F>) -> [Projective<F>; N] {
    let mut multiples = [*point; N];
    add_doubles(&mut multiples);
    multiples
}

/// Writes 1, 3, 5, .. times the point, which is public, with one inversion.
#[inline(never)]
pub(super) fn write_odd<F: Field>(point: &Projective<F>, to: &mut [Affine<F>]) {
    let mut multiples = vec![*point; to.len()];
    add_doubles(&mut multiples);
    normalize(&multiples, to);
}

/// Makes 1, 3, 5, .. times a point of copies of the point.
#[inline(never)]
fn add_doubles<F: Field>(multiples: &mut [Projective<F>]) {
    let Some((first, others)) = multiples.split_first_mut() else { return };
    let (mut twice, mut sum) = (*first, *first);
    twice.double();
    for multiple in others {
        sum.add(&twice);
        *multiple = sum;
    }
}

/// The multiple of the generator.
#[inline(never)]
pub(super) fn multiply<F: Field>(comb: &Comb<F, 2>, secret: &Secret) -> Projective<F> {
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
