//! Multiples of the generator, in constant time, and the tables of its multiples.
//!
//! For a scalar k below n, either k or n - k is odd. The odd one is 2^255 plus 51 odd digits of -31 to 31,
//! one for each power of 32. Row i of the comb has 1, 3, .. 31 times 32^i G. A digit reads its whole row;
//! as the reading is the main cost, the entries are packed. The digit is compared through an opaque mask
//! ([`crate::secret`]), and no point is doubled.

#![allow(
    clippy::cast_possible_truncation,
    clippy::needless_range_loop,
    reason = "sixteen entries; a loop over two things at once has a branch out of it"
)]

use std::sync::LazyLock;

use k256::Scalar;
use zeroize::Zeroizing;

use super::{
    affine::normalized,
    curve::{Affine, BASE, Projective},
    scalar::words,
};
use crate::{
    digits::{DIGITS, Odd, ROW, index},
    field_secp256k1::Packed,
    lanes::Lanes,
};

/// Odd multiples from 1 to 127.
pub(super) const WIDE_ROW: usize = 64;

/// Multiples of the generator. Public constants, made at first use.
pub(crate) struct Tables {
    /// Row i: (2 j + 1) 32^i G.
    comb: [[Packed; ROW]; DIGITS],
    /// 2^255 G.
    top: Affine,
    /// (2 j + 1) G, and (2 j + 1) 2^128 G.
    pub(super) odd: [[Affine; WIDE_ROW]; 2],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new()));

/// The tables. Call this before any computation on a secret: the first call makes them.
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

impl Tables {
    // A function of its own: it computes in variable time, and the check of the engine lists such functions by name.
    #[inline(never)]
    fn new() -> Self {
        let mut point = Projective::from_affine(&BASE);
        let odd = normalized(&odd_multiples::<WIDE_ROW>(&point));
        let mut upper = odd;
        let mut comb = [[BASE.packed(); ROW]; DIGITS];
        for (row, at) in comb.iter_mut().zip((0..).step_by(5)) {
            *row = normalized(&odd_multiples(&point)).map(Affine::packed);
            for bit in at..at + 5 {
                if bit == 128 {
                    upper = normalized(&odd_multiples(&point));
                }
                point.double();
            }
        }
        let [top] = normalized(&[point]);
        Self { comb, top, odd: [odd, upper] }
    }
}

/// 1, 3, 5, .. times the point.
pub(super) fn odd_multiples<const N: usize>(point: &Projective) -> [Projective; N] {
    let mut twice = *point;
    twice.double();
    let mut sum = *point;
    let mut multiples = [sum; N];
    for multiple in multiples.iter_mut().skip(1) {
        sum.add(&twice);
        *multiple = sum;
    }
    multiples
}

/// `scalar` times the generator. The scalar is not zero.
#[inline(never)]
pub(super) fn multiply(tables: &Tables, scalar: &Scalar) -> Projective {
    let odd = odd_of(scalar);
    let mut sum = Projective::from_affine(&tables.top);
    for (row, digit) in tables.comb.iter().zip(odd.digits.iter()) {
        sum.add_affine(&select(row, *digit));
    }
    sum.negated_if(odd.negated)
}

/// The odd one of a scalar and its opposite, in digits.
#[inline(always)]
pub(super) fn odd_of(scalar: &Scalar) -> Odd {
    Odd::of(&Zeroizing::new(words(scalar)), &Zeroizing::new(words(&-scalar)))
}

/// `digit` times the point whose odd multiples the row has.
#[inline(never)]
fn select(row: &[Packed; ROW], digit: i8) -> Affine {
    let (index, negative) = index(digit);
    let index = Lanes::splat_bits(index);
    let mut chosen = row[0].masked(index.same(Lanes::splat_bits(0)));
    for at in 1..ROW {
        chosen = chosen.or(&row[at].masked(index.same(Lanes::splat_bits(at as u64))));
    }
    chosen.unpacked().high_negated_if(negative)
}
