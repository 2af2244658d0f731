//! Two elements as a table stores them: in four vectors instead of six, since a whole table is read at once.

use super::{Pair, Tight, Words};
use crate::lanes::Lanes;

/// Four words of both elements, each below 2^256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed([Lanes; 4]);

impl Tight {
    /// Both elements in canonical form.
    pub(crate) fn packed(self) -> Packed {
        let [low, high]: [Words; 2] = self.to_words();
        Packed([0, 1, 2, 3].map(|index| Lanes::pair_bits(low[index], high[index])))
    }
}

impl Packed {
    /// The same where `mask` has ones, zero where it has zeros; lane by lane.
    #[inline(always)]
    pub(crate) fn masked(&self, mask: Lanes) -> Self {
        Self(self.0.map(|word| word.and(mask)))
    }

    /// One of two, of which the other is zeros.
    #[inline(always)]
    pub(crate) fn or(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        Self([a[0].or(b[0]), a[1].or(b[1]), a[2].or(b[2]), a[3].or(b[3])])
    }

    /// Limbs of 43 bits. Those bits in a double with the exponent of 2^52 are 2^52 and the limb.
    #[inline(always)]
    pub(crate) fn unpacked(&self) -> Tight {
        const MASK: Lanes = Lanes::splat_bits((1 << 43) - 1);
        const EXPONENT: Lanes = Lanes::splat((1_u64 << 52) as f64);
        let [a, b, c, d] = self.0;
        let limbs = [
            a.and(MASK),
            a.shr::<43>().or(b.shl::<21>()).and(MASK),
            b.shr::<22>().or(c.shl::<42>()).and(MASK),
            c.shr::<1>().and(MASK),
            c.shr::<44>().or(d.shl::<20>()).and(MASK),
            d.shr::<23>(),
        ];
        Pair::new(limbs.map(|limb| limb.or(EXPONENT).sub(EXPONENT)))
    }
}
