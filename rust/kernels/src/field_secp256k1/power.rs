//! Square roots, by powers with fixed exponents, both elements at once.

use super::{Field, Pair, Tight, mul, square};

impl<F: Field> Pair<F, 2> {
    /// Both powers with exponent (p + 1) / 4: square roots, where there are any.
    #[inline(never)]
    pub(crate) fn root(&self) -> Tight<F> {
        // (p + 1) / 4 ends in four zeros, 11, two zeros.
        let (upper, ones2) = self.upper();
        join(&upper, 6, &ones2).squared_times(2)
    }

    /// Powers: 223 ones, a zero and 22 ones, how (p + 1) / 4 = 2^254 - 2^30 - 244 starts; and two ones.
    #[inline(always)]
    fn upper(&self) -> (Tight<F>, Tight<F>) {
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
        (join(&ones223, 23, &ones22), ones2)
    }
}

/// The exponent of `upper`, `count` bits further up, and that of `lower`.
#[inline(always)]
fn join<F: Field>(upper: &Tight<F>, count: u32, lower: &Tight<F>) -> Tight<F> {
    mul(&upper.squared_times(count), lower)
}

impl<F: Field> Tight<F> {
    /// Both powers with exponent (p - 3) / 4, from which the roots of fractions are made.
    #[inline(never)]
    pub(crate) fn root_power(&self) -> Self {
        // It is less by one than that of a root: it ends in four zeros, 1, a zero, 11.
        let (upper, ones2) = self.loosened::<2>().upper();
        join(&join(&upper, 5, self), 3, &ones2)
    }

    /// Squares `count` times.
    #[inline(always)]
    fn squared_times(&self, count: u32) -> Self {
        Pair::new(F::squared_times(&self.0, count))
    }
}
