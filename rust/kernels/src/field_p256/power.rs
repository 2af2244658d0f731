//! Square roots, by a power with a fixed exponent.

use super::{Element, Field, Tight};

impl<F: Field> Tight<F> {
    /// The power with exponent (p + 1) / 4 = 2^254 - 2^222 + 2^190 + 2^94: a square root, if there is one.
    #[inline(never)]
    pub(crate) fn root(&self) -> Self {
        // Names tell how many ones the exponent has.
        let ones2 = self.square().mul(self);
        let ones4 = ones2.squared_times(2).mul(&ones2);
        let ones8 = ones4.squared_times(4).mul(&ones4);
        let ones16 = ones8.squared_times(8).mul(&ones8);
        let ones32 = ones16.squared_times(16).mul(&ones16);
        let upper = ones32.squared_times(32).mul(self);
        upper.squared_times(96).mul(self).squared_times(94)
    }

    #[inline(always)]
    fn squared_times(&self, count: u32) -> Self {
        let mut power = *self;
        for _ in 0..count {
            power = Element::square(&power);
        }
        power
    }
}
