//! Arithmetic modulo the order of a group, in constant time but where a name says `public`.
//!
//! Montgomery's product `a b / 2^256` adds to each multiple of b the multiple of n that clears its lowest word. Bounds,
//! for a below 2^256 and b below n: the sum is below 2 n before a step, so that after it, it is below
//! `(2 n + 2 (2^64 - 1) n) / 2^64 = 2 n`, and n is subtracted once in the end, under a mask.

use crate::{
    euclid,
    inverse::Modulus,
    numbers::{Words, add, added, below, less, multiply_add},
    secret::mask,
};

/// The order of a group, an odd prime above 2^252, and what is computed modulo it.
pub struct Order {
    n: Words,
    /// n / 2, rounded down.
    half: Words,
    /// 2^512 modulo n.
    square: Words,
    /// 2^768 modulo n.
    cube: Words,
    /// -1 / n modulo 2^64.
    inverse: u64,
    modulus: Modulus,
}

impl Order {
    /// Of its words.
    pub(crate) const fn new(n: &Words) -> Self {
        let square = power_of_two(512, n);
        Self {
            n: *n,
            half: halved(n),
            square,
            cube: power_of_two(768, n),
            inverse: opposite_inverse(n[0]),
            modulus: Modulus::new(n),
        }
    }

    /// n.
    pub(crate) const fn n(&self) -> &Words {
        &self.n
    }

    /// A number of 256 bits modulo n, if n is above 2^255 and so in it once at most.
    #[inline(always)]
    pub(crate) fn reduced_once(&self, number: &Words) -> Words {
        self.below(number, 0)
    }

    /// `low + 2^256 high` modulo n, both of 256 bits.
    pub(crate) fn reduced(&self, low: &Words, high: &Words) -> Words {
        // Both times 2^256, which the last product takes away.
        let (low, high) = (self.montgomery(low, &self.square), self.montgomery(high, &self.cube));
        self.montgomery(&self.sum(&low, &high), &[1, 0, 0, 0])
    }

    /// `a + b`.
    #[inline(always)]
    pub(crate) fn sum(&self, a: &Words, b: &Words) -> Words {
        let (sum, over) = added(a, b, 0);
        self.below(&sum, over)
    }

    /// `-a`.
    #[inline(always)]
    pub(crate) fn negated(&self, a: &Words) -> Words {
        self.below(&less(&self.n, a).0, 0)
    }

    /// `a b`, of which a may be any number of 256 bits.
    pub(crate) fn product(&self, a: &Words, b: &Words) -> Words {
        self.montgomery(&self.montgomery(a, b), &self.square)
    }

    /// `a b + c`.
    #[inline(never)]
    pub(crate) fn product_sum(&self, a: &Words, b: &Words, c: &Words) -> Words {
        self.sum(&self.product(a, b), c)
    }

    /// `a - b c`.
    #[inline(never)]
    pub(crate) fn less_product(&self, [a, b, c]: [&Words; 3]) -> Words {
        self.sum(a, &self.negated(&self.product(b, c)))
    }

    /// `(a b + c) d`.
    #[inline(never)]
    pub(crate) fn response(&self, [a, b, c, d]: [&Words; 4]) -> Words {
        self.product(&self.product_sum(a, b, c), d)
    }

    /// The inverse; zero of zero.
    pub(crate) fn invert(&self, a: &Words) -> Words {
        self.modulus.invert(a)
    }

    /// The inverse of a public number, in variable time; zero of zero.
    pub(crate) fn invert_public(&self, a: &Words) -> Words {
        euclid::invert(a, &self.n)
    }

    /// Whether a number is below n.
    pub(crate) fn has(&self, number: &Words) -> bool {
        less(number, &self.n).1 == 1
    }

    /// Whether a public number is above n / 2.
    pub(crate) fn is_high(&self, number: &Words) -> bool {
        below(&self.half, number)
    }

    /// Ones if a number is above n / 2.
    pub(crate) fn high(&self, number: &Words) -> u64 {
        mask(less(&self.half, number).1)
    }

    /// `a b / 2^256`. a may be any number of 256 bits.
    #[inline(never)]
    fn montgomery(&self, a: &Words, b: &Words) -> Words {
        let (mut sum, mut over) = ([0; 4], 0);
        for factor in a {
            let (with, first) = add_multiple(&sum, *factor, b);
            let (without, second) =
                add_multiple(&with, with[0].wrapping_mul(self.inverse), &self.n);
            let (top, carry) = add(over, first, 0);
            let (top, again) = add(top, second, 0);
            sum = [without[1], without[2], without[3], top];
            over = carry + again;
        }
        self.below(&sum, over)
    }

    /// A number below 2 n, with its word above 2^256, brought below n.
    #[inline(always)]
    fn below(&self, number: &Words, over: u64) -> Words {
        let (rest, borrow) = less(number, &self.n);
        let keep = mask(borrow) & !mask(over);
        core::array::from_fn(|index| rest[index] ^ (rest[index] ^ number[index]) & keep)
    }
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

/// Half of a number, rounded down.
const fn halved(number: &Words) -> Words {
    let [a, b, c, d] = *number;
    [a >> 1 | b << 63, b >> 1 | c << 63, c >> 1 | d << 63, d >> 1]
}

/// -1 / n modulo 2^64, for an odd n. Newton: each step doubles the bits that are right, three of them at first.
const fn opposite_inverse(n: u64) -> u64 {
    let (mut inverse, mut right) = (n, 3);
    while right < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(n.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse.wrapping_neg()
}

/// A power of two modulo n, when an engine is compiled.
const fn power_of_two(exponent: usize, n: &Words) -> Words {
    let (mut power, mut done) = ([1, 0, 0, 0], 0);
    while done < exponent {
        power = doubled(&power, n);
        done += 1;
    }
    power
}

/// Twice a number below n, modulo n.
const fn doubled(number: &Words, n: &Words) -> Words {
    let [a, b, c, d] = *number;
    let twice = [a << 1, b << 1 | a >> 63, c << 1 | b >> 63, d << 1 | c >> 63];
    let (w0, carry) = add(twice[0], !n[0], 1);
    let (w1, carry) = add(twice[1], !n[1], carry);
    let (w2, carry) = add(twice[2], !n[2], carry);
    let (w3, carry) = add(twice[3], !n[3], carry);
    if carry == 1 || d >> 63 == 1 { [w0, w1, w2, w3] } else { twice }
}
