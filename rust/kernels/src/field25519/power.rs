//! Powers with fixed exponents, both elements at once. Inverses come by Fermat: a^(p - 2).

use super::{Arithmetic, Pair, Tight, mul, square};

impl<F: Arithmetic> Tight<F> {
    /// Both inverses; zero for zero.
    #[inline(never)]
    pub(crate) fn inverse(&self) -> Tight<F> {
        // p - 2 = (2^250 - 1) 2^5 + 11
        let (ones, eleven) = self.ladder();
        mul(&ones.squared_times(5), &eleven)
    }

    /// Both powers with exponent (p - 5) / 8, from which square roots are made.
    #[inline(never)]
    pub(crate) fn root_power(&self) -> Tight<F> {
        // (p - 5) / 8 = (2^250 - 1) 2^2 + 1
        let (ones, _) = self.ladder();
        mul(&ones.squared_times(2), self)
    }

    /// Powers with exponents 2^250 - 1 and 11.
    fn ladder(&self) -> (Tight<F>, Tight<F>) {
        let two = square(self);
        let nine = mul(&two.squared_times(2), self);
        let eleven = mul(&nine, &two);
        // Names tell how many ones the exponent has.
        let ones5 = mul(&square(&eleven), &nine);
        let ones10 = mul(&ones5.squared_times(5), &ones5);
        let ones20 = mul(&ones10.squared_times(10), &ones10);
        let ones40 = mul(&ones20.squared_times(20), &ones20);
        let ones50 = mul(&ones40.squared_times(10), &ones10);
        let ones100 = mul(&ones50.squared_times(50), &ones50);
        let ones200 = mul(&ones100.squared_times(100), &ones100);
        (mul(&ones200.squared_times(50), &ones50), eleven)
    }

    /// Squares `count` times.
    #[inline(always)]
    fn squared_times(&self, count: u32) -> Tight<F> {
        Pair::new(F::squared_times(&self.0, count))
    }
}
