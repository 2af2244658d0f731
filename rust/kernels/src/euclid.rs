//! Euclid's algorithm on public numbers of 256 bits, in Lehmer's manner: inverses, and short fractions.
//!
//! The algorithm starts with (n, 0) and (k, 1) and subtracts pairs (a, v) with `a = k v` modulo n from each other. It
//! holds two of them, `(a, v)` and `(b, w)` with `a >= b`. As v and w have opposite signs, only their magnitudes are
//! stored. No step changes the determinant:
//!
//! ```text
//! a |w| + b |v| = n
//! ```
//!
//! So `|w| <= n / a` and, while b is not zero, `|v| <= n / b`: no number outgrows 256 bits. A common divisor of |v|
//! and |w| divides n. As the steps start at (n, 0) and (k, 1), v and w are consecutive and have no common divisor
//! at all, so at least one of them is odd.
//!
//! # A turn
//!
//! The highest 64 bits of a are x, those of b at the same place y, h bits are left out. Steps on (x, y) are
//! gathered in a matrix with entries below 2^31, which is then applied to all four numbers. A row (s, t) gives
//! `s a - t b = 2^h (s x - t y) + s a' - t b'` with `a', b' < 2^h`, so the result is within `2^31 2^h` of
//! `2^h (s x - t y)`. Steps end before `s x - t y` would fall below `2^31 + 1`, so the result is
//! positive whatever was left out. It may turn out that a < b: they trade places. Where h = 0 all
//! is exact.
//!
//! If no such step is to be had, the largest `2^s b` that is not above a is taken from a.
//!
//! Either leaves a product `a b` that is smaller by a factor of 1.9 or more: a step leaves `r < x / 2` in the place
//! of x, up to 2^31 of more than 2^63; and what is left of a after `2^s b > a / 2` is below a / 2. As `a b`
//! begins below 2^512, there are at most 560 turns. (Seven to twelve are usual.)
//!
//! Numbers are eight limbs of 32 bits, the lowest first, so that products need no more than 64. Variable
//! time. Tested against a big-integer oracle.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::indexing_slicing,
    reason = "limbs are taken out of sums; fixed arrays"
)]

#[cfg(test)]
mod tests;

/// Four words, the lowest first.
type Words = [u64; 4];
type Limbs = [u32; 8];

/// The two pairs.
struct Euclid {
    a: Limbs,
    b: Limbs,
    /// |v|, of a.
    of_a: Limbs,
    /// |w|, of b.
    of_b: Limbs,
    /// Whether w is negative, or v positive.
    negative: bool,
}

/// `u = k v` modulo n, with u not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction {
    pub(crate) u: Words,
    /// The magnitude of v.
    pub(crate) v: Words,
    /// Whether v is negative.
    pub(crate) negative: bool,
}

/// The inverse of k modulo a prime n, of which both have fewer than 2^256; zero of zero. k is below n.
pub(crate) fn invert(k: &Words, n: &Words) -> Words {
    let mut pairs = Euclid::new(k, n);
    pairs.reduce_below(1);
    match (join(&pairs.b), pairs.negative) {
        ([0, 0, 0, 0], _) => [0; 4],
        (_, false) => join(&pairs.of_b),
        (_, true) => join(&subtract(&split(n), &pairs.of_b)),
    }
}

/// A short fraction whose v is odd. n is even, below 2^256 and above 2^255, and k below n / 8.
///
/// For nearly all k, `u < 2^130` and `|v| < 2^130`. For some of them a lattice has no such vector (k = n / 8 - 1,
/// of which -8 / 8 is one); u and v are below `max(k, 2^128)` and `2^251` for every one.
///
/// The first b below 2^128 has `|w| <= n / a < 2^128`. If w is even, v is odd, and so are those of all
/// `a - q b`, of which the first one below 2^128 is taken, or one before it if v would grow longer than that is.
/// Then a was a remainder, or k itself, as n has v = 0 and the next w = 1 is odd.
pub(crate) fn odd_fraction(k: &Words, n: &Words) -> Fraction {
    let mut pairs = Euclid::new(k, n);
    pairs.reduce_below(128);
    if pairs.of_b[0] & 1 == 1 {
        let Euclid { b, of_b, negative, .. } = pairs;
        return Fraction { u: join(&b), v: join(&of_b), negative };
    }
    pairs.balance();
    Fraction { u: join(&pairs.a), v: join(&pairs.of_a), negative: !pairs.negative }
}

impl Euclid {
    fn new(k: &Words, n: &Words) -> Self {
        let (zero, one) = ([0; 8], [1, 0, 0, 0, 0, 0, 0, 0]);
        Self { a: split(n), b: split(k), of_a: zero, of_b: one, negative: false }
    }

    /// Steps until b has at most so many bits, and a has more. By itself in a module, whose callers `xtask
    /// inspect` knows: the time tells of the numbers.
    #[inline(never)]
    fn reduce_below(&mut self, width: u32) {
        while bits(&self.b) > width {
            match Matrix::of(&self.a, &self.b, width) {
                Some(matrix) => self.apply(&matrix),
                None => self.subtract(self.shift()),
            }
            if less(&self.a, &self.b) {
                core::mem::swap(&mut self.a, &mut self.b);
                core::mem::swap(&mut self.of_a, &mut self.of_b);
                self.negative = !self.negative;
            }
        }
    }

    /// Takes b away from a until a has 128 bits, as long as v is shorter than a, and has at most 250 bits.
    fn balance(&mut self) {
        let bounded = |pairs: &Self| bits(&pairs.a).min(250);
        while bits(&self.a) > 128 && bits(&self.b) > 0 {
            let shift = self.shift();
            if bits(&self.of_b) + shift >= bounded(self) {
                break;
            }
            self.subtract(shift);
        }
    }

    /// The largest s for which 2^s b is not above a. b is neither zero nor above a.
    fn shift(&self) -> u32 {
        let most = bits(&self.a) - bits(&self.b);
        most - u32::from(less(&self.a, &shifted(&self.b, most)))
    }

    /// Takes 2^s b away from a.
    fn subtract(&mut self, s: u32) {
        self.a = subtract(&self.a, &shifted(&self.b, s));
        self.of_a = sum(1, &self.of_a, 1, &shifted(&self.of_b, s));
    }

    fn apply(&mut self, matrix: &Matrix) {
        let Matrix { first: (s, t), second: (p, q), odd } = *matrix;
        let sign = if odd { -1 } else { 1 };
        let (a, b) = (self.a, self.b);
        self.a = difference(sign * s as i64, &a, -sign * t as i64, &b);
        self.b = difference(-sign * p as i64, &a, sign * q as i64, &b);
        let (of_a, of_b) = (self.of_a, self.of_b);
        self.of_a = sum(s, &of_a, t, &of_b);
        self.of_b = sum(p, &of_a, q, &of_b);
        self.negative ^= odd;
    }
}

/// What some steps make of (a, b): `(s a - t b, q b - p a)`, and both with the other sign after an odd
/// number of steps.
struct Matrix {
    /// (s, t)
    first: (u64, u64),
    /// (p, q)
    second: (u64, u64),
    odd: bool,
}

impl Matrix {
    /// The steps that the upper words of a and b tell, as long as b keeps more bits than `width`. Nothing if
    /// there are none.
    fn of(a: &Limbs, b: &Limbs, width: u32) -> Option<Self> {
        const LIMIT: u64 = 1 << 31;
        let below = bits(a).saturating_sub(64);
        let unsure = if below == 0 { 0 } else { LIMIT };
        let least = unsure + (1_u64 << width.saturating_sub(below).min(63));
        let (mut x, mut y) = (word_at(a, below), word_at(b, below));
        let mut matrix = Self { first: (1, 0), second: (0, 1), odd: false };
        while y > 0 {
            let (quotient, rest) = (x / y, x % y);
            if rest < least || quotient >= LIMIT {
                break;
            }
            let ((s, t), (p, q)) = (matrix.first, matrix.second);
            let next = (s + quotient * p, t + quotient * q);
            if next.0 >= LIMIT || next.1 >= LIMIT {
                break;
            }
            matrix = Self { first: (p, q), second: next, odd: !matrix.odd };
            (x, y) = (y, rest);
        }
        (matrix.second != (0, 1)).then_some(matrix)
    }
}

/// `s a + t b`, where both factors are below 2^31 in magnitude and the result is neither negative nor longer.
#[inline(always)]
fn difference(s: i64, a: &Limbs, t: i64, b: &Limbs) -> Limbs {
    let mut carry = 0;
    core::array::from_fn(|index| {
        // One factor is not positive and the other not negative: the sum is below 2^63 in magnitude.
        carry += s * i64::from(a[index]) + t * i64::from(b[index]);
        let limb = carry as u32;
        carry >>= 32;
        limb
    })
}

/// `s a + t b`, where both factors are below 2^31 and the result is not longer.
#[inline(always)]
fn sum(s: u64, a: &Limbs, t: u64, b: &Limbs) -> Limbs {
    let mut carry = 0;
    core::array::from_fn(|index| {
        // At most 2 (2^31 - 1) (2^32 - 1) + 2^32 < 2^64.
        carry += s * u64::from(a[index]) + t * u64::from(b[index]);
        let limb = carry as u32;
        carry >>= 32;
        limb
    })
}

/// `a - b`, which is not negative.
fn subtract(a: &Limbs, b: &Limbs) -> Limbs {
    difference(1, a, -1, b)
}

/// `2^s a`, which is not longer.
fn shifted(a: &Limbs, s: u32) -> Limbs {
    let (whole, part) = ((s / 32) as usize, s % 32);
    core::array::from_fn(|index| {
        let limb =
            |back: usize| index.checked_sub(whole + back).map_or(0, |from| u64::from(a[from]));
        ((limb(0) << 32 | limb(1)) << part >> 32) as u32
    })
}

fn less(a: &Limbs, b: &Limbs) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// How many bits a number has.
fn bits(a: &Limbs) -> u32 {
    let top = a.iter().rposition(|limb| *limb != 0);
    top.map_or(0, |index| 32 * index as u32 + 32 - a[index].leading_zeros())
}

/// The 64 bits from bit `from` on.
fn word_at(a: &Limbs, from: u32) -> u64 {
    let (index, part) = ((from / 32) as usize, from % 32);
    let limb = |index: usize| u64::from(a.get(index).copied().unwrap_or(0));
    let low = limb(index) | limb(index + 1) << 32;
    // Nothing of the third one at zero.
    low >> part | limb(index + 2) << 1 << (63 - part)
}

fn split(words: &Words) -> Limbs {
    core::array::from_fn(|index| (words[index / 2] >> (32 * (index % 2))) as u32)
}

fn join(limbs: &Limbs) -> Words {
    core::array::from_fn(|index| {
        u64::from(limbs[2 * index]) | u64::from(limbs[2 * index + 1]) << 32
    })
}
