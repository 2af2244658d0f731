//! Numbers modulo n, the order of the group, in constant time: words below n.

use crate::{
    euclid,
    inverse::Modulus,
    numbers::{Words, add, added, below, from_be, less, multiply_add},
    secret::mask,
};

/// n, the order of the group.
pub(super) const N: Words =
    [0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000];
/// n / 2, rounded down.
const HALF: Words =
    [0x79dc_e561_7e31_92a8, 0xde73_7d56_d38b_cf42, 0x7fff_ffff_ffff_ffff, 0x7fff_ffff_8000_0000];
/// 2^512 modulo n.
const SQUARE: Words =
    [0x8324_4c95_be79_eea2, 0x4699_799c_49bd_6fa6, 0x2845_b239_2b6b_ec59, 0x66e1_2d94_f3d9_5620];
/// -1 / n modulo 2^64.
const INVERSE: u64 = 0xccd1_c8aa_ee00_bc4f;

/// For inverses modulo n.
pub(super) static MODULO_N: Modulus = Modulus::new(&N);

/// The number of 256 bits modulo n: as 2^256 < 2 n, n is in it once at most.
#[inline(always)]
pub(super) fn reduced(number: &Words) -> Words {
    below_n(number, 0)
}

/// `a + b`.
#[inline(always)]
fn sum(a: &Words, b: &Words) -> Words {
    let (sum, over) = added(a, b, 0);
    below_n(&sum, over)
}

/// `-a`, of a number that is not zero.
#[inline(always)]
pub(super) fn negated(a: &Words) -> Words {
    less(&N, a).0
}

/// `a b`.
#[inline(never)]
pub(super) fn product(a: &Words, b: &Words) -> Words {
    montgomery(&montgomery(a, b), &SQUARE)
}

/// `(a + b c) d`: what a signature computes from secrets.
#[inline(never)]
pub(super) fn response(a: &Words, b: &Words, c: &Words, d: &Words) -> Words {
    product(&sum(a, &product(b, c)), d)
}

/// The inverse of a public number, in variable time; zero of zero.
pub(super) fn invert_public(a: &Words) -> Words {
    euclid::invert(a, &N)
}

/// A public number between 0 and n, of big-endian bytes.
pub(super) fn parse(bytes: &[u8; 32]) -> Option<Words> {
    let number = from_be(bytes);
    (number != [0; 4] && below(&number, &N)).then_some(number)
}

/// Whether a public number is above n / 2.
pub(super) fn is_high(number: &Words) -> bool {
    below(&HALF, number)
}

/// Ones if a number is above n / 2.
pub(super) fn high(number: &Words) -> u64 {
    mask(less(&HALF, number).1)
}

/// `a b / 2^256`.
#[inline(always)]
fn montgomery(a: &Words, b: &Words) -> Words {
    let (mut sum, mut over) = ([0; 4], 0);
    for factor in a {
        let (with, first) = add_multiple(&sum, *factor, b);
        // The multiple of n that clears the lowest word.
        let (without, second) = add_multiple(&with, with[0].wrapping_mul(INVERSE), &N);
        let (top, carry) = add(over, first, 0);
        let (top, again) = add(top, second, 0);
        sum = [without[1], without[2], without[3], top];
        over = carry + again;
    }
    below_n(&sum, over)
}

/// `sum + factor number`, and the word above it.
#[inline(always)]
fn add_multiple(sum: &Words, factor: u64, number: &Words) -> (Words, u64) {
    let mut out = *sum;
    let mut carry = 0;
    for (to, word) in out.iter_mut().zip(number) {
        (*to, carry) = multiply_add(*to, factor, *word, carry);
    }
    (out, carry)
}

/// A number below 2 n, with its word above 2^256, brought below n.
#[inline(always)]
fn below_n(number: &Words, over: u64) -> Words {
    let (rest, borrow) = less(number, &N);
    let keep = mask(borrow) & !mask(over);
    core::array::from_fn(|index| rest[index] ^ (rest[index] ^ number[index]) & keep)
}
