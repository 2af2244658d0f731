//! Multiples of the generator, in constant time, and the tables of its multiples.
//!
//! For a scalar k below n, either k or n - k is odd. The odd one is 2^255 plus 51 odd digits of -31 to 31,
//! one for each power of 32. Row i of the comb has 1, 3, .. 31 times 32^i G. A digit reads its whole row;
//! as the reading is the main cost, the entries are packed. The digit is compared through an opaque mask
//! ([`crate::secret`]), and no point is doubled.

use std::sync::LazyLock;

use k256::Scalar;
use zeroize::Zeroizing;

use super::{
    Fused, Limbs, Whole,
    affine::normalized,
    curve::{Affine, Projective, base},
    prepared::BaseTables,
    scalar::words,
};
use crate::{
    digits::{DIGITS, Odd, ROW, index, select},
    field_secp256k1::{Field, Packed, Tight},
    stack::swept,
};

/// Odd multiples from 1 to 127.
pub(super) const WIDE_ROW: usize = 64;

/// Multiples of the generator. Public constants, made at first use.
pub struct Tables<F: Field> {
    /// Row i: (2 j + 1) 32^i G.
    comb: [[Packed; ROW]; DIGITS],
    /// 2^255 G.
    top: Affine<F>,
    /// (2 j + 1) G, and (2 j + 1) 2^128 G.
    pub(super) odd: [[Affine<F>; WIDE_ROW]; 2],
}

/// A field whose tables an engine keeps.
pub trait HasTables: Field {
    /// The tables. To be called before any computation on a secret: the first call makes them.
    fn tables() -> &'static Tables<Self>;
    /// The tables for keys that have some, too.
    fn base_tables() -> &'static BaseTables<Self>;
}

/// More stack than the tables take while they are made.
const MAKING: usize = 192 << 10;

macro_rules! has_tables {
    ($($field:ty),*) => {$(
        impl HasTables for $field {
            fn tables() -> &'static Tables<Self> {
                // Swept, as those of P-256.
                static TABLES: LazyLock<Box<Tables<$field>>> =
                    LazyLock::new(|| swept::<MAKING, _>(Tables::new));
                &TABLES
            }

            fn base_tables() -> &'static BaseTables<Self> {
                static TABLES: LazyLock<Box<BaseTables<$field>>> =
                    LazyLock::new(|| swept::<MAKING, _>(BaseTables::new));
                &TABLES
            }
        }
    )*};
}

has_tables!(Fused, Limbs, Whole);

impl<F: Field> Tables<F> {
    // A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
    #[inline(never)]
    fn new() -> Box<Self> {
        let mut point = Projective::from_affine(&base::<F>());
        let odd = normalized(&odd_multiples::<F, WIDE_ROW>(&point));
        let mut upper = odd;
        let mut comb = [[[[0; 4]; 2]; ROW]; DIGITS];
        for (row, first) in comb.iter_mut().zip((0..).step_by(5)) {
            *row = normalized(&odd_multiples(&point)).map(Affine::<F>::to_words);
            for bit in first..first + 5 {
                if bit == 128 {
                    upper = normalized(&odd_multiples(&point));
                }
                point.double();
            }
        }
        let [top] = normalized(&[point]);
        Box::new(Self { comb, top, odd: [odd, upper] })
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

/// `scalar` times the generator. The scalar is not zero.
#[inline(never)]
pub(super) fn multiply<F: Field>(tables: &Tables<F>, scalar: &Scalar) -> Projective<F> {
    let odd = odd_of(scalar);
    let mut sum = Projective::from_affine(&tables.top);
    for (row, digit) in tables.comb.iter().zip(odd.digits.iter()) {
        let (index, negative) = index(*digit);
        sum.add_affine(&Tight::unpacked(&select(row, index)).high_negated_if(negative));
    }
    sum.negated_if(odd.negated)
}

/// The odd one of a scalar and its opposite, in digits.
#[inline(always)]
pub(super) fn odd_of(scalar: &Scalar) -> Odd {
    Odd::of(&Zeroizing::new(words(scalar)), &Zeroizing::new(words(&-scalar)))
}
