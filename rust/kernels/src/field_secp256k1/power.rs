//! Square roots, by a power with a fixed exponent, both elements at once.

use super::{Pair, Tight, mul, product::multiply_self_inlined, square};

impl Pair<2> {
    /// Both powers with exponent (p + 1) / 4: square roots, where there are any.
    #[inline(never)]
    pub(crate) fn root(&self) -> Tight {
        let join =
            |upper: &Tight, count: u32, lower: &Tight| mul(&upper.squared_times(count), lower);
        // Names tell how many ones the exponent has.
        let ones2 = mul(&square(self), self);
        let ones3 = mul(&square(&ones2), self);
        let ones6 = join(&ones3, 3, &ones3);
        let ones11 = join(&join(&ones6, 3, &ones3), 2, &ones2);
        let ones22 = join(&ones11, 11, &ones11);
        let ones44 = join(&ones22, 22, &ones22);
        let ones88 = join(&ones44, 44, &ones44);
        let ones176 = join(&ones88, 88, &ones88);
        let ones220 = join(&ones176, 44, &ones44);
        let ones223 = join(&ones220, 3, &ones3);
        // (p + 1) / 4 = 2^254 - 2^30 - 244: 223 ones, a zero, 22 ones, four zeros, 11, two zeros.
        let upper = join(&ones223, 23, &ones22);
        join(&upper, 6, &ones2).squared_times(2)
    }
}

impl Tight {
    /// Squares `count` times.
    #[inline(never)]
    fn squared_times(&self, count: u32) -> Tight {
        let mut limbs = self.0;
        for _ in 0..count {
            limbs = multiply_self_inlined(&limbs);
        }
        Pair::new(limbs)
    }
}
