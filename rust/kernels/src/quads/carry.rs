//! Columns of products, cut into limbs: the bits that stay, at most a half of the radix in magnitude, and a carry.
//!
//! A shift that keeps signs takes many instructions on x64. So [`BIAS`] is added before a shift, and taken away, shifted too,
//! where the carry is added. Columns, with what is carried into them, are below 2^61 in magnitude.

use core::hint::black_box;

use super::Duo;
use crate::numbers::Words;

/// Keeps what is shifted above zero.
const BIAS: i64 = 1 << 61;

/// Constants for limbs of `BITS`, that have one of `BELOW` below them.
pub(crate) struct Limb<const BITS: u32, const BELOW: u32> {
    first: Duo,
    next: Duo,
    half: Duo,
    mask: Duo,
}

/// What a [`Limb`] is read from: what is added before a shift, where no carry comes in and where one does; a half of the radix;
/// the bits of a limb. Each twice.
pub(crate) struct Constants<const BITS: u32, const BELOW: u32>([Words; 2]);

/// The carry of a limb of `BITS`, and [`BIAS`] shifted by them.
pub(crate) struct Carry<const BITS: u32>(Duo);

impl<const BITS: u32, const BELOW: u32> Constants<BITS, BELOW> {
    pub(crate) const fn new() -> Self {
        let half = 1_i64 << (BITS - 1);
        let (first, next) = (BIAS + half, BIAS + half - (BIAS >> BELOW));
        let (first, next) = (first.cast_unsigned(), next.cast_unsigned());
        let (half, mask) = (half.cast_unsigned(), (1 << BITS) - 1);
        Self([[first, first, next, next], [half, half, mask, mask]])
    }
}

impl<const BITS: u32, const BELOW: u32> Limb<BITS, BELOW> {
    /// Reads its constants. A compiler that knows them writes them out at each use, which engines make slow code of.
    #[inline(always)]
    pub(crate) fn read(Constants(constants): &'static Constants<BITS, BELOW>) -> Self {
        let [adds, bits] = black_box(constants);
        let ([first, next], [half, mask]) = (Duo::of_words(adds), Duo::of_words(bits));
        Self { first, next, half, mask }
    }

    /// Cuts a column that no carry comes into.
    #[inline(always)]
    pub(crate) fn cut_first(&self, column: Duo) -> (Duo, Carry<BITS>) {
        self.cut_biased(column.add(self.first))
    }

    /// Cuts a column and what the one below carries.
    #[inline(always)]
    pub(crate) fn cut(&self, column: Duo, Carry(carry): Carry<BELOW>) -> (Duo, Carry<BITS>) {
        self.cut_biased(column.add(carry).add(self.next))
    }

    #[inline(always)]
    fn cut_biased(&self, biased: Duo) -> (Duo, Carry<BITS>) {
        (biased.and(self.mask).sub(self.half), Carry(biased.shr::<BITS>()))
    }
}

impl<const BITS: u32> Carry<BITS> {
    /// The carry alone.
    #[inline(always)]
    pub(crate) fn out(self) -> Duo {
        self.0.sub(Duo::splat(BIAS >> BITS))
    }
}
