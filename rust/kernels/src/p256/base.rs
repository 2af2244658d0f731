//! Multiples of the generator, in constant time, and when its tables are made.
//!
//! For a scalar k below n, either k or n - k is odd, and has the digits of [`Odd`](crate::digits::Odd). Row i of the comb
//! has 1, 3, .. 31 times 32^i G. A digit reads its whole row. The digit is compared through an opaque mask
//! ([`crate::secret`]), and no point is doubled.
//!
//! # Why the sums need not be complete
//!
//! [`Jacobian::add_affine`] adds neither equal nor opposite points. The highest digit comes first, and then no two are
//! ever added: when digit i - 1 is, the sum is u G with
//!
//! ```text
//! u = 2^255 + the sum of d_j 32^j for j >= i = 32^i m,   m odd,   0 < u <= 2^256 - 32^i,
//! ```
//!
//! as all digits d are odd and at most 31 in magnitude, and 2^255 = 32^51. Let a = |d_(i-1)| 32^(i-1). It is less than
//! 32^i, hence less than u, and u + a < 2^256 < 2 n. So equal and opposite points need u + a = n or u - a = n. For
//! i > 1 both u and a are even, and n is odd. For i = 1, u is 32 modulo 64 and n is 17: then a is 49, and no digit is,
//! or 15, and the scalar, which is u + a or u - a, is no less than n.

use std::sync::LazyLock;

use super::{
    Fused, Limbs, Secret, Whole,
    curve::Affine,
    jacobian::{Jacobian, normalize},
    powers::{BaseOdd, powers},
    prepared::{STRIDE, TABLES},
};
use crate::{
    digits::{DIGITS, ROW, index, select},
    field_p256::{Element, Field, Tight},
    numbers::Words,
    stack::swept,
};

/// x and y, as fields store them.
pub(super) type Entry = [Words; 2];

/// Multiples of the generator. Public constants, 53 KB, made at the first use of a secret.
pub struct Comb {
    /// Row i: (2 j + 1) 32^i G.
    rows: [[Entry; ROW]; DIGITS],
    /// 2^255 G.
    top: Entry,
}

/// A field whose tables an engine keeps. Whoever verifies waits for no table but its own.
pub trait HasTables: Field {
    /// For secrets. To be called before any computation on one: the first call makes them.
    fn comb() -> &'static Comb;
    /// (2 j + 1) G.
    fn multiples() -> &'static BaseOdd<1>;
    /// (2 j + 1) 2^(64 i) G, for keys that have tables, too.
    fn parts() -> &'static BaseOdd<TABLES>;
}

/// More stack than the tables take while they are made: 158 KB in WebAssembly.
const MAKING: usize = 192 << 10;

macro_rules! has_tables {
    ($($field:ty),*) => {$(
        // Swept, so that a test can tell that nothing is left where secrets were: it goes deeper than they do.
        impl HasTables for $field {
            fn comb() -> &'static Comb {
                static COMB: LazyLock<Box<Comb>> =
                    LazyLock::new(|| swept::<MAKING, _>(|| Box::new(Comb::of::<$field>())));
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

impl Comb {
    // A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
    #[inline(never)]
    fn of<F: Field>() -> Self {
        let mut point = Jacobian::from_affine(&Affine::<F>::base());
        let mut rows = [[[[0; 4]; 2]; ROW]; DIGITS];
        for row in &mut rows {
            *row = odd_entries(&point);
            (0..5).for_each(|_| point.double());
        }
        let [top] = entries(&[point]);
        Self { rows, top }
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
pub(super) fn multiply<F: Field>(comb: &Comb, secret: &Secret) -> Jacobian<F> {
    let odd = secret.odd();
    let mut sum = Jacobian::from_affine(&Affine::of(&comb.top));
    for place in (0..DIGITS).rev() {
        let (index, negative) = index(odd.digits[place]);
        sum.add_affine(&Affine::of(&select(&comb.rows[place], index)).negated_if(negative));
    }
    sum.negated_if(odd.negated)
}
