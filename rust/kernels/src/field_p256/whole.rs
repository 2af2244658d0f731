//! Four words of 64 bits, always below p. R = 2^256.
//!
//! For hosts with products of 64 bits. A step of the reduction adds m p with m the lowest word: its part
//! `m (2^96 - 1)` needs only shifts, and `m (2^64 - 2^32 + 1)` one product.

use super::{Field, P};
use crate::{
    numbers::{Wide, Words, add, added, less, multiply_add, product},
    secret::mask,
};

/// The field on products of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

impl Field for Whole {
    type Value = Words;

    const ONE: Words = [
        0x0000_0000_0000_0001,
        0xffff_ffff_0000_0000,
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_fffe,
    ];
    const SQUARE: Words = [
        0x0000_0000_0000_0003,
        0xffff_fffb_ffff_ffff,
        0xffff_ffff_ffff_fffe,
        0x0000_0004_ffff_fffd,
    ];
    const B: Words = [
        0xd89c_df62_29c4_bddf,
        0xacf0_05cd_7884_3090,
        0xe5a2_20ab_f721_2ed6,
        0xdc30_061d_0487_4834,
    ];

    /// Below 2^256, and not below p: a product brings it there.
    #[inline(always)]
    fn unpacked(words: &Words) -> Words {
        *words
    }

    #[inline(always)]
    fn packed(value: &Words) -> Words {
        *value
    }

    #[inline(always)]
    fn sum(a: &Words, b: &Words) -> Words {
        let (sum, over) = added(a, b, 0);
        below_p(&sum, over)
    }

    #[inline(always)]
    fn difference(a: &Words, b: &Words) -> Words {
        let (rest, borrow) = less(a, b);
        let wrap = mask(borrow);
        added(&rest, &P.map(|word| word & wrap), 0).0
    }

    #[inline(always)]
    fn negated_if(a: &Words, mask: u64) -> Words {
        let opposite = Self::difference(&[0; 4], a);
        core::array::from_fn(|index| a[index] ^ (a[index] ^ opposite[index]) & mask)
    }

    #[inline(always)]
    fn tightened(a: &Words) -> Words {
        *a
    }

    #[inline(always)]
    fn product(a: &Words, b: &Words) -> Words {
        reduced(&product(a, b))
    }

    #[inline(always)]
    fn squared(a: &Words) -> Words {
        reduced(&wide_square(a))
    }
}

/// A number below 2 p, with its word above 2^256, brought below p.
#[inline(always)]
fn below_p(number: &Words, over: u64) -> Words {
    let (rest, borrow) = less(number, &P);
    // Nothing is over, and p was too much.
    let keep = mask(borrow) & !mask(over);
    core::array::from_fn(|index| rest[index] ^ (rest[index] ^ number[index]) & keep)
}

#[inline(always)]
fn wide_square(a: &Words) -> Wide {
    // The products above the diagonal, twice, and the squares.
    let (w1, carry) = multiply_add(0, a[0], a[1], 0);
    let (w2, carry) = multiply_add(0, a[0], a[2], carry);
    let (w3, w4) = multiply_add(0, a[0], a[3], carry);
    let (w3, carry) = multiply_add(w3, a[1], a[2], 0);
    let (w4, w5) = multiply_add(w4, a[1], a[3], carry);
    let (w5, w6) = multiply_add(w5, a[2], a[3], 0);
    let twice = [
        w1 << 1,
        w2 << 1 | w1 >> 63,
        w3 << 1 | w2 >> 63,
        w4 << 1 | w3 >> 63,
        w5 << 1 | w4 >> 63,
        w6 << 1 | w5 >> 63,
        w6 >> 63,
    ];
    let squares = a.map(|word| multiply_add(0, word, word, 0));
    let (o1, carry) = add(twice[0], squares[0].1, 0);
    let (o2, carry) = add(twice[1], squares[1].0, carry);
    let (o3, carry) = add(twice[2], squares[1].1, carry);
    let (o4, carry) = add(twice[3], squares[2].0, carry);
    let (o5, carry) = add(twice[4], squares[2].1, carry);
    let (o6, carry) = add(twice[5], squares[3].0, carry);
    let (o7, _) = add(twice[6], squares[3].1, carry);
    [squares[0].0, o1, o2, o3, o4, o5, o6, o7]
}

/// The number over R, modulo p: it is below p R.
#[inline(always)]
fn reduced(number: &Wide) -> Words {
    let [mut a, mut b, mut c, mut d, e, f, g, h] = *number;
    // Each step clears a: -a leaves with the a of m 2^96, and m p comes in above. What is above d then is a new word.
    for _ in 0..4 {
        let m = a;
        let (w1, carry) = add(b, m << 32, 0);
        let (w2, carry) = add(c, m >> 32, carry);
        let (w3, top) = multiply_add(d, m, P[3], carry);
        (a, b, c, d) = (w1, w2, w3, top);
    }
    let (sum, over) = added(&[a, b, c, d], &[e, f, g, h], 0);
    below_p(&sum, over)
}
