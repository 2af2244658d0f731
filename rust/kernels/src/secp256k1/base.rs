//! Multiples of the generator, in constant time, and when its tables are made.
//!
//! For a scalar k below n, either k or n - k is odd. The odd one is 2^255 plus 51 odd digits of -31 to 31,
//! one for each power of 32. Row i of the comb has 1, 3, .. 31 times 32^i G. A digit reads its whole row;
//! as the reading is the main cost, the entries are packed. The digit is compared through an opaque mask
//! ([`crate::secret`]), and no point is doubled.

use std::sync::LazyLock;

use super::{
    Fused, Limbs, Secret, Whole,
    affine::normalized,
    curve::{Affine, Projective, base},
    powers::{BaseOdd, parts, powers},
    prepared::TABLES,
};
use crate::{
    digits::{DIGITS, ROW, index, select},
    field_secp256k1::{Field, Packed, Tight},
    stack::swept,
};

/// Multiples of the generator. Public constants, 53 KB, made at the first use of a secret.
pub struct Comb<F: Field> {
    /// Row i: (2 j + 1) 32^i G.
    rows: [[Packed; ROW]; DIGITS],
    /// 2^255 G.
    top: Affine<F>,
}

/// A field whose tables an engine keeps. Whoever verifies waits for no table but its own.
pub trait HasTables: Field {
    /// For secrets. To be called before any computation on one: the first call makes them.
    fn comb() -> &'static Comb<Self>;
    /// (2 j + 1) G, and (2 j + 1) 2^128 G.
    fn halves() -> &'static BaseOdd<Self, 2>;
    /// Of both, for keys that have tables, too: (2 j + 1) 2^(34 i) G, and (2 j + 1) 2^(128 + 34 i) G.
    fn parts() -> &'static [BaseOdd<Self, TABLES>; 2];
}

/// More stack than the tables take while they are made.
const MAKING: usize = 192 << 10;

macro_rules! has_tables {
    ($($field:ty),*) => {$(
        // Swept, as those of P-256.
        impl HasTables for $field {
            fn comb() -> &'static Comb<Self> {
                static COMB: LazyLock<Box<Comb<$field>>> =
                    LazyLock::new(|| swept::<MAKING, _>(Comb::new));
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

impl<F: Field> Comb<F> {
    // A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
    #[inline(never)]
    fn new() -> Box<Self> {
        let mut point = Projective::from_affine(&base::<F>());
        let mut rows = [[[[0; 4]; 2]; ROW]; DIGITS];
        for row in &mut rows {
            *row = normalized(&odd_multiples(&point)).map(Affine::<F>::to_words);
            (0..5).for_each(|_| point.double());
        }
        let [top] = normalized(&[point]);
        Box::new(Self { rows, top })
    }
}

/// 1, 3, 5, .. times the point, which is public.
pub(super) fn odd_multiples<F: Field, const N: usize>(point: &Projective<F>) -> [Projective<F>; N] {
    let mut multiples = [*point; N];
    add_doubles(&mut multiples);
    multiples
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
pub(super) fn multiply<F: Field>(comb: &Comb<F>, secret: &Secret) -> Projective<F> {
    let odd = secret.odd();
    let mut sum = Projective::from_affine(&comb.top);
    for (row, digit) in comb.rows.iter().zip(odd.digits.iter()) {
        let (index, negative) = index(*digit);
        sum.add_affine(&Tight::unpacked(&select(row, index)).high_negated_if(negative));
    }
    sum.negated_if(odd.negated)
}
