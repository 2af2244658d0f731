//! Multiples of the generator, in constant time, and the tables of its multiples.
//!
//! For a scalar k below n, either k or n - k is odd, and has the digits of [`Odd`]. Row i of the comb has 1, 3, .. 31
//! times 32^i G. A digit reads its whole row. The digit is compared through an opaque mask ([`crate::secret`]), and no
//! point is doubled.

use std::sync::LazyLock;

use super::{
    Fused, Limbs, Whole,
    curve::{Affine, Projective},
    jacobian::{Jacobian, normalize},
};
use crate::{
    digits::{DIGITS, Odd, ROW, index, select},
    field_p256::{Element, Field, Tight},
    numbers::Words,
    stack::swept,
};

/// Odd multiples from 1 to 127.
pub(super) const WIDE_ROW: usize = 64;

/// x and y, as fields store them.
pub(super) type Entry = [Words; 2];

/// Multiples of the generator. Public constants, made at first use: 60 KB.
#[derive(Clone)]
pub struct Tables {
    /// Row i: (2 j + 1) 32^i G.
    comb: [[Entry; ROW]; DIGITS],
    /// 2^255 G.
    top: Entry,
    /// (2 j + 1) 2^(64 i) G.
    pub(super) odd: [[Entry; WIDE_ROW]; 4],
}

/// A field whose tables an engine keeps.
pub trait HasTables: Field {
    /// The tables. To be called before any computation on a secret: the first call makes them.
    fn tables() -> &'static Tables;
}

/// More stack than the tables take while they are made: 158 KB in WebAssembly.
const MAKING: usize = 192 << 10;

macro_rules! has_tables {
    ($($field:ty),*) => {$(
        impl HasTables for $field {
            fn tables() -> &'static Tables {
                // Swept, so that a test can tell that nothing is left where secrets were: it goes deeper than they do.
                static TABLES: LazyLock<Box<Tables>> =
                    LazyLock::new(|| swept::<MAKING, _>(|| Box::new(Tables::of::<$field>())));
                &TABLES
            }
        }
    )*};
}

has_tables!(Fused, Limbs, Whole);

impl Tables {
    // A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
    #[inline(never)]
    fn of<F: Field>() -> Self {
        let mut point = Jacobian::from_affine(&Affine::<F>::base());
        let none = [[0; 4]; 2];
        let mut odd = [[none; WIDE_ROW]; 4];
        let mut comb = [[none; ROW]; DIGITS];
        for (row, first) in comb.iter_mut().zip((0..).step_by(5)) {
            *row = odd_entries(&point);
            for bit in first..first + 5 {
                if bit % 64 == 0 {
                    odd[bit / 64] = odd_entries(&point);
                }
                point.double();
            }
        }
        let [top] = entries(&[point]);
        Self { comb, top, odd }
    }
}

/// 1, 3, 5, .. times a public point that is not neutral.
#[inline(never)]
pub(super) fn odd_entries<F: Field, const N: usize>(point: &Jacobian<F>) -> [Entry; N] {
    entries(&point.odd_multiples())
}

fn entries<F: Field, const N: usize>(points: &[Jacobian<F>; N]) -> [Entry; N] {
    let (mut before, mut entries) = ([Tight::one(); N], [[[0; 4]; 2]; N]);
    normalize(points, &mut before, &mut entries);
    entries
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
pub(super) fn multiply<F: Field>(tables: &Tables, odd: &Odd) -> Projective<F> {
    let mut sum = Projective::from_affine(&Affine::of(&tables.top));
    for place in 0..DIGITS {
        let (index, negative) = index(odd.digits[place]);
        sum.add_affine(&Affine::of(&select(&tables.comb[place], index)).negated_if(negative));
    }
    sum.negated_if(odd.negated)
}
