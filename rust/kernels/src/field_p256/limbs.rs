//! Nine limbs of radix 2^29, signed, in words of 64 bits. R = 2^261.
//!
//! A unit is 2^28, for the lowest eight limbs; the highest follows from the value, 2^24 a unit and one.
//!
//! - A column of a product is a sum of at most nine products of limbs, of which seven are of two long ones: below
//!   `7 14 2^56 + 2 14 2^53 < 2^62.7`. The reduction adds multiples of `q <= 2^28` by at most 2^24, and a carry
//!   below 2^34: columns stay below 2^63.
//! - Step i of the reduction adds q p 2^(29 i), with q = column i modulo 2^29, of either sign. As p is
//!   `2^24 r^8 - 2^21 r^7 + 2^18 r^6 + 2^9 r^3 - 1` with r = 2^29, that clears column i and needs only shifts.
//! - What is left is carried from limb to limb, each between -2^28 and 2^28, up to the highest.

use super::{Field, P, canonical::canonical};
use crate::numbers::Words;

const BITS: u32 = 29;
const MASK: u64 = (1 << BITS) - 1;

type Value = [i64; 9];
type Columns = [i64; 17];

/// The field on products of 32 bits, for hosts where longer ones are calls.
#[derive(Clone, Copy, Debug)]
pub struct Limbs;

impl Field for Limbs {
    type Value = Value;

    const ONE: Words = [
        0x0000_0000_0000_0020,
        0xffff_ffe0_0000_0000,
        0xffff_ffff_ffff_ffff,
        0x0000_001f_ffff_ffdf,
    ];
    const SQUARE: Words = [
        0x0000_0000_0000_0c00,
        0xffff_efff_ffff_fc00,
        0xffff_ffff_ffff_fbff,
        0x0000_13ff_ffff_f7ff,
    ];
    const B: Words = [
        0x139b_ec45_3897_bbfb,
        0x9e00_b994_1086_121b,
        0xb444_157e_e425_dad5,
        0x8600_c3bb_90e9_0681,
    ];

    #[inline(always)]
    fn unpacked([a, b, c, d]: &Words) -> Value {
        let limbs = [
            *a,
            a >> 29,
            a >> 58 | b << 6,
            b >> 23,
            b >> 52 | c << 12,
            c >> 17,
            c >> 46 | d << 18,
            d >> 11,
            d >> 40,
        ];
        limbs.map(|limb| (limb & MASK).cast_signed())
    }

    #[inline(never)]
    fn packed(value: &Value) -> Words {
        let mut limbs = *value;
        add_multiple(&mut limbs, 2);
        canonical::<9, BITS>(&limbs)
    }

    #[inline(always)]
    fn sum(a: &Value, b: &Value) -> Value {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn difference(a: &Value, b: &Value) -> Value {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn negated_if(a: &Value, mask: u64) -> Value {
        let mask = mask.cast_signed();
        a.map(|limb| (limb ^ mask) - mask)
    }

    /// Takes the multiple of p away that is next to the value, and carries.
    #[inline(always)]
    fn tightened(a: &Value) -> Value {
        let mut limbs = *a;
        add_multiple(&mut limbs, -((a[8] + (1 << 23)) >> 24));
        let mut carry = 0;
        for limb in limbs.iter_mut().take(8) {
            (*limb, carry) = split(*limb + carry);
        }
        limbs[8] += carry;
        limbs
    }

    #[inline(never)]
    fn product(a: &Value, b: &Value) -> Value {
        let mut columns = [0; 17];
        add_products(&mut columns, a, b);
        reduced(&mut columns)
    }

    #[inline(never)]
    fn squared(a: &Value) -> Value {
        let mut columns = [0; 17];
        for i in 0..9 {
            // What stands on both sides of the diagonal is counted twice.
            let twice = 2 * a[i];
            columns[2 * i] += a[i] * a[i];
            for j in i + 1..9 {
                columns[i + j] += twice * a[j];
            }
        }
        reduced(&mut columns)
    }

    /// With one reduction, which leaves it of bound 1.
    #[inline(never)]
    fn products_difference([a, c]: [&Value; 2], [b, d]: [&Value; 2]) -> Value {
        let mut columns = [0; 17];
        add_products(&mut columns, a, b);
        add_products(&mut columns, &c.map(i64::wrapping_neg), d);
        reduced(&mut columns)
    }
}

#[inline(always)]
fn zip(a: &Value, b: &Value, f: impl Fn(i64, i64) -> i64) -> Value {
    core::array::from_fn(|index| f(a[index], b[index]))
}

#[inline(always)]
fn add_products(columns: &mut Columns, a: &Value, b: &Value) {
    for i in 0..9 {
        for j in 0..9 {
            columns[i + j] += a[i] * b[j];
        }
    }
}

/// The columns over R, modulo p.
#[inline(always)]
fn reduced(columns: &mut Columns) -> Value {
    let mut carry = 0;
    for i in 0..9 {
        let (q, next) = split(columns[i] + carry);
        carry = next;
        columns[i + 3] += q << 9;
        columns[i + 6] += q << 18;
        columns[i + 7] -= q << 21;
        columns[i + 8] += q << 24;
    }
    let mut limbs = [0; 9];
    for (limb, column) in limbs.iter_mut().zip(&columns[9..]) {
        (*limb, carry) = split(column + carry);
    }
    limbs[8] = carry;
    limbs
}

/// The lowest bits, between -2^28 and 2^28, and what is above them.
#[inline(always)]
const fn split(value: i64) -> (i64, i64) {
    let low = value << (64 - BITS) >> (64 - BITS);
    (low, (value - low) >> BITS)
}

/// Adds k p.
#[inline(always)]
const fn add_multiple(limbs: &mut Value, k: i64) {
    limbs[0] -= k;
    limbs[3] += k << 9;
    limbs[6] += k << 18;
    limbs[7] -= k << 21;
    limbs[8] += k << 24;
}

const _: () = {
    // The sparse form of p above is p.
    let mut limbs = [0; 9];
    add_multiple(&mut limbs, 1);
    let low = limbs[3] as i128 * (1 << 87) + limbs[0] as i128;
    assert!(low as u128 == (P[1] as u128) << 64 | P[0] as u128);
};
