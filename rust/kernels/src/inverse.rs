//! Inverses in constant time, by division steps: modulo the primes of the fields, and the orders of the groups.
//!
//! Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019), in the
//! variant that starts with delta = 1/2. For numbers of 256 bits 590 steps are enough (Wuille's analysis
//! in libsecp256k1, doc/safegcd_implementation.md); here there are 600, in 20 batches of 30. A number is nine
//! limbs of 30 bits, of which the highest is signed.
//!
//! Bounds, for m the modulus: a batch is a matrix with |u| + |v| <= 2^30 in each row, and it divides by
//! 2^30. So f and g stay within m, and d and e grow by at most m / 2, the |t| <= 2^29 multiples of m
//! that make the division exact: within 11 m < 2^260 after all. A column sum is at most 2 2^60 + 2^59 +
//! 2^33 < 2^63.
//!
//! Tested against a big-integer oracle. The number of steps is taken from the literature.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::indexing_slicing,
    reason = "limbs of 30 bits; fixed arrays"
)]

#[cfg(test)]
mod tests;

use crate::secret::zero;

/// A number below 2^256, the lowest word first.
type Words = [u64; 4];

type Limbs = [i64; 9];

const LIMB: i64 = (1 << 30) - 1;
const BATCHES: usize = 20;
const _: () = assert!(30 * BATCHES >= 590, "as many steps as the analysis asks for");

/// An odd modulus.
pub(crate) struct Modulus {
    limbs: Limbs,
    /// 1 / modulus, modulo 2^30.
    inverse: i64,
}

impl Modulus {
    /// Of words.
    pub(crate) const fn new(words: &Words) -> Self {
        let limbs = split(words);
        // Newton: each step doubles the bits that are right, three of them at first.
        let mut inverse = limbs[0];
        let mut right = 3;
        while right < 30 {
            inverse = (inverse * ((2 - limbs[0] * inverse) & LIMB)) & LIMB;
            right *= 2;
        }
        Self { limbs, inverse }
    }

    /// The inverse of a number below the modulus; zero of zero.
    #[inline(never)]
    pub(crate) fn invert(&self, number: &Words) -> Words {
        let (mut f, mut g) = (self.limbs, split(number));
        let (mut d, mut e) = ([0; 9], [1, 0, 0, 0, 0, 0, 0, 0, 0]);
        let mut zeta = -1;
        for _ in 0..BATCHES {
            let batch = steps(&mut zeta, low(&f), low(&g));
            batch.apply(&mut f, &mut g);
            batch.apply_modulo(self, &mut d, &mut e);
        }
        // f is 1 or -1, unless the number was zero.
        self.reduce(&d, f[8] >> 63 ^ zero() as i64)
    }

    /// `d`, or `-d` where `sign` has ones, modulo m. `d` is within 11 m.
    #[inline(always)]
    fn reduce(&self, d: &Limbs, sign: i64) -> Words {
        let mut sum = [0; 9];
        let mut carry = 0;
        for i in 0..9 {
            carry += (d[i] ^ sign) - sign + 11 * self.limbs[i];
            sum[i] = part(i, carry);
            carry >>= 30;
        }
        // Below 22 m, and below 2^(k + 1) m before each k.
        for k in (0..5).rev() {
            self.subtract(&mut sum, k);
        }
        join(&sum)
    }

    /// Takes 2^k m away, unless that leaves less than nothing.
    #[inline(always)]
    fn subtract(&self, sum: &mut Limbs, k: u32) {
        let mut rest = [0; 9];
        let mut carry = 0;
        for i in 0..9 {
            carry += sum[i] - (self.limbs[i] << k);
            rest[i] = part(i, carry);
            carry >>= 30;
        }
        let keep = rest[8] >> 63 ^ zero() as i64;
        for i in 0..9 {
            sum[i] = rest[i] ^ (rest[i] ^ sum[i]) & keep;
        }
    }
}

/// 30 bits; the highest limb takes the rest.
#[inline(always)]
const fn part(index: usize, value: i64) -> i64 {
    if index < 8 { value & LIMB } else { value }
}

/// The lowest 60 bits.
#[inline(always)]
const fn low(limbs: &Limbs) -> i64 {
    limbs[0] | limbs[1] << 30
}

/// The effect of a batch of division steps on a pair.
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// Thirty steps, which depend on the low bits of f and g alone. `zeta` is -(delta + 1/2), for delta of the paper.
#[inline(always)]
fn steps(zeta: &mut i64, mut f: i64, mut g: i64) -> Matrix {
    let hide = zero() as i64;
    // The rows, (u, v) as u + 2^32 v: whatever is added, negated or doubled of both is so at once.
    let (mut of_f, mut of_g) = (1_i64, 1_i64 << 32);
    for _ in 0..30 {
        let positive = *zeta >> 63 ^ hide;
        let odd = -(g & 1) ^ hide;
        // If g is odd, f is added, or taken away where the two then trade places.
        g += (f ^ positive).wrapping_sub(positive) & odd;
        of_g += (of_f ^ positive).wrapping_sub(positive) & odd;
        let swap = odd & positive;
        *zeta = (*zeta ^ swap) - 1;
        f += g & swap;
        of_f += of_g & swap;
        of_f <<= 1;
        g >>= 1;
    }
    let ([u, v], [q, r]) = (parts(of_f), parts(of_g));
    Matrix { u, v, q, r }
}

/// u and v of u + 2^32 v, both at most 2^30 in magnitude.
#[inline(always)]
const fn parts(row: i64) -> [i64; 2] {
    let low = row as i32 as i64;
    [low, (row - low) >> 32]
}

impl Matrix {
    /// (f, g) becomes the matrix times (f, g), over 2^30, which is exact.
    #[inline(always)]
    fn apply(&self, f: &mut Limbs, g: &mut Limbs) {
        let (mut first, mut second) = (0, 0);
        for i in 0..9 {
            first += self.u * f[i] + self.v * g[i];
            second += self.q * f[i] + self.r * g[i];
            if i > 0 {
                (f[i - 1], g[i - 1]) = (first & LIMB, second & LIMB);
            }
            (first, second) = (first >> 30, second >> 30);
        }
        (f[8], g[8]) = (first, second);
    }

    /// As [`Matrix::apply`], modulo m: multiples of it make the division exact.
    #[inline(always)]
    fn apply_modulo(&self, m: &Modulus, d: &mut Limbs, e: &mut Limbs) {
        // t with x + t m = 0 modulo 2^30, -2^29 <= t < 2^29.
        let multiple = |x: i64| {
            let t = x.wrapping_mul(m.inverse).wrapping_neg() & LIMB;
            t - (t >> 29 << 30)
        };
        let t = multiple(self.u * d[0] + self.v * e[0]);
        let s = multiple(self.q * d[0] + self.r * e[0]);
        let (mut first, mut second) = (0, 0);
        for i in 0..9 {
            first += self.u * d[i] + self.v * e[i] + t * m.limbs[i];
            second += self.q * d[i] + self.r * e[i] + s * m.limbs[i];
            if i > 0 {
                (d[i - 1], e[i - 1]) = (first & LIMB, second & LIMB);
            }
            (first, second) = (first >> 30, second >> 30);
        }
        (d[8], e[8]) = (first, second);
    }
}

/// Limbs of 30 bits of four words.
const fn split(words: &Words) -> Limbs {
    let mut limbs = [0; 9];
    let mut index = 0;
    while index < 9 {
        let (word, shift) = (30 * index / 64, 30 * index % 64);
        let mut bits = words[word] >> shift;
        if shift > 34 && word < 3 {
            bits |= words[word + 1] << (64 - shift);
        }
        limbs[index] = bits as i64 & LIMB;
        index += 1;
    }
    limbs
}

/// Four words of limbs of 30 bits.
#[inline(always)]
fn join(limbs: &Limbs) -> Words {
    let [a, b, c, d, e, f, g, h, i] = limbs.map(i64::cast_unsigned);
    [
        a | b << 30 | c << 60,
        c >> 4 | d << 26 | e << 56,
        e >> 8 | f << 22 | g << 52,
        g >> 12 | h << 18 | i << 48,
    ]
}
