//! Doubles and decimals: the double nearest to a decimal, and the shortest decimal that is read as a double.
//!
//! Both need powers of ten to 128 bits, in a table of 11 kB that is made when it is first asked for.
//!
//! - Reading: Mushtak and Lemire, "Fast number parsing without fallback" (2023). It rounds a decimal of at most 19
//!   digits correctly.
//! - Writing: Giulietti, "The Schubfach way to render doubles" (2021), as Neubauer's Drachennest has it. Of the shortest
//!   decimals the nearest, of two such the even one, as ECMAScript asks (Number::toString, note 2).

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "halves of products are meant; exponents are far below 2^31"
)]

use std::sync::OnceLock;

#[cfg(test)]
mod tests;

/// Bits of the significand of a double that are stored.
const STORED: u32 = 52;
const HIDDEN: u64 = 1 << STORED;
/// The stored exponent of infinity.
const INFINITE: i32 = 0x7ff;

/// The powers of ten that are needed: `10^LOWEST` times 19 digits is below every double.
const LOWEST: i32 = -342;
const HIGHEST: i32 = 324;

/// `digits · 10^exponent`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Decimal {
    pub(crate) digits: u64,
    pub(crate) exponent: i32,
}

/// Which of two decimals that are as near is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Tie {
    Even,
    Up,
}

impl Decimal {
    /// The nearest double, of two such the even one. `digits` is below 10^19.
    pub(crate) fn to_double(self) -> f64 {
        let Self { digits, exponent } = self;
        if digits == 0 || exponent < LOWEST {
            return 0.0;
        }
        if exponent > 308 {
            return f64::INFINITY;
        }
        let zeros = digits.leading_zeros();
        let (high, low) = product(exponent, digits << zeros);
        let top = (high >> 63) as u32;
        let shift = top + 64 - STORED - 3;
        let biased = floor_log2(exponent) + 1086 + top as i32 - zeros as i32;
        if biased <= 0 {
            return subnormal(high >> shift, 1 - biased);
        }
        let mut significand = high >> shift;
        // Exactly between two doubles, which only a small power can be, and the lower one is even.
        if low <= 1
            && (-4..=23).contains(&exponent)
            && significand & 3 == 1
            && significand << shift == high
        {
            significand &= !1;
        }
        // A carry out of the significand makes the exponent one larger, as it should.
        let rounded = (significand + (significand & 1)) >> 1;
        let bits = ((biased as u64) << STORED) + rounded - HIDDEN;
        f64::from_bits(bits.min(f64::INFINITY.to_bits()))
    }

    /// The shortest decimal that is read as `double`, which is finite and above zero.
    pub(crate) fn shortest(double: f64) -> Self {
        let bits = double.to_bits();
        let (fraction, stored) = (bits & (HIDDEN - 1), (bits >> STORED) as i32 & INFINITE);
        Self::shortest_of(fraction, stored, [STORED as i32, 1075], Tie::Even)
    }

    /// The shortest decimal that is read as this number of 32 bits, which is finite and above zero. Of two that are as
    /// near it is the upper one, as in Rust. The significand and the exponent are those of doubles too, so what holds for
    /// these holds here.
    pub(crate) fn shortest_single(single: f32) -> Self {
        let bits = single.to_bits();
        let (fraction, stored) = (bits & 0x7f_ffff, (bits >> 23) as i32 & 0xff);
        Self::shortest_of(u64::from(fraction), stored, [23, 150], Tie::Up)
    }

    /// Of what is stored of a number: so many bits of its significand, and an exponent with a bias.
    fn shortest_of(fraction: u64, stored: i32, [width, bias]: [i32; 2], tie: Tie) -> Self {
        let significand = if stored == 0 { fraction } else { fraction | 1 << width };
        let binary = stored.max(1) - bias;
        // The number below a power of two is half as far away.
        let closer = fraction == 0 && stored > 1;
        let exponent = (binary * 1_262_611 - if closer { 524_031 } else { 0 }) >> 22;
        let shift = binary + floor_log2(-exponent) + 1;
        let power = power(-exponent) + u128::from(!(0..=55).contains(&-exponent));
        let scaled = |quarters: u64| to_odd(power, quarters << shift);
        let quarters = 4 * significand;
        let odd = significand & 1;
        let lower = scaled(quarters - 2 + u64::from(closer)) + odd;
        let upper = scaled(quarters + 2) - odd;
        choose([lower, scaled(quarters), upper], exponent, tie)
    }
}

/// The decimal to print, of quarters of `10^exponent`: the ends of the interval that is read as the double, and the
/// double itself.
fn choose([lower, double, upper]: [u64; 3], exponent: i32, tie: Tie) -> Decimal {
    // One digit fewer, if just one of both neighbours is inside.
    let below = double / 40;
    let (down, up) = (lower <= 40 * below, 40 * below + 40 <= upper);
    if below > 0 && down != up {
        return Decimal { digits: below + u64::from(up), exponent: exponent + 1 };
    }
    let below = double / 4;
    let (down, up) = (lower <= 4 * below, 4 * below + 4 <= upper);
    let middle = 4 * below + 2;
    let nearer = double > middle || (double == middle && (tie == Tie::Up || below & 1 == 1));
    let up = if down == up { nearer } else { up };
    Decimal { digits: below + u64::from(up), exponent }
}

/// A double below 2^-1022, of a significand with two more bits, and shifted by so many.
fn subnormal(significand: u64, shift: i32) -> f64 {
    let shifted = significand.checked_shr(shift as u32).unwrap_or(0);
    f64::from_bits((shifted + (shifted & 1)) >> 1)
}

/// The upper 128 bits of `10^exponent`, as an integer that has its top bit, times `factor`, which has it too: enough of
/// them to round.
fn product(exponent: i32, factor: u64) -> (u64, u64) {
    let power = power(exponent) + u128::from((-27..0).contains(&exponent));
    let first = u128::from((power >> 64) as u64) * u128::from(factor);
    let (high, low) = ((first >> 64) as u64, first as u64);
    // The lower half of the power changes what is kept only if all these bits are ones.
    let ones = u64::MAX >> (STORED + 3);
    if high & ones != ones {
        return (high, low);
    }
    let second = (u128::from(power as u64) * u128::from(factor)) >> 64;
    let sum = first + second;
    ((sum >> 64) as u64, sum as u64)
}

/// `power · factor / 2^128`, with the last bit set if anything was cut off.
fn to_odd(power: u128, factor: u64) -> u64 {
    let factor = u128::from(factor);
    let low = (u128::from(power as u64) * factor) >> 64;
    let sum = (power >> 64) * factor + low;
    (sum >> 64) as u64 | u64::from(sum as u64 > 1)
}

/// The largest integer not above `log2(10^exponent)`.
const fn floor_log2(exponent: i32) -> i32 {
    (exponent * 1_741_647) >> 19
}

/// The first 128 bits of `10^exponent`; what follows is cut off.
fn power(exponent: i32) -> u128 {
    static POWERS: OnceLock<Vec<u128>> = OnceLock::new();
    let index = (exponent - LOWEST) as usize;
    POWERS.get_or_init(powers).get(index).copied().unwrap_or_default()
}

/// Words of 32 bits, the lowest first: as many as `5^HIGHEST` has, and `2^992 / 5^-LOWEST` with 128 bits to spare.
type Wide = [u32; 32];

/// The first bits of 10^n are those of 5^n. Cut off quotients give the cut off quotient of the product.
fn powers() -> Vec<u128> {
    let mut below: Wide = [0; 32];
    below[31] = 1;
    let mut above: Wide = [0; 32];
    above[0] = 1;
    let mut table: Vec<u128> =
        (LOWEST..0).map(|_| first_bits(divided_by_five(&mut below))).collect();
    table.reverse();
    table.extend((0..=HIGHEST).map(|_| {
        let first = first_bits(&above);
        times_five(&mut above);
        first
    }));
    table
}

fn divided_by_five(wide: &mut Wide) -> &Wide {
    wide.iter_mut().rev().fold(0, |rest, word| {
        let value = rest << 32 | u64::from(*word);
        *word = (value / 5) as u32;
        value % 5
    });
    wide
}

fn times_five(wide: &mut Wide) {
    wide.iter_mut().fold(0, |carry, word| {
        let value = u64::from(*word) * 5 + carry;
        *word = value as u32;
        value >> 32
    });
}

fn first_bits(wide: &Wide) -> u128 {
    let mut words = wide.iter().rev().skip_while(|word| **word == 0);
    let mut next = || u128::from(words.next().copied().unwrap_or_default());
    let first = (0..4).fold(0, |bits, _| bits << 32 | next());
    let zeros = first.leading_zeros();
    first << zeros | next() >> (32 - zeros)
}
