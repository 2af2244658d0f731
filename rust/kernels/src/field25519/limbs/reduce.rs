//! The reduction of products. Bounds are in the header of the module.

use core::hint::black_box;

use super::BITS;
use crate::{
    numbers::Words,
    quads::{Columns, Duo, Quad, Quads},
};

/// Columns modulo p.
#[inline(always)]
pub(super) fn reduced(columns: &Columns) -> Quads {
    let c = &Constants::read();
    let even = |k: usize| even_column(columns, k).add(times_19(even_column(columns, k + 5)));
    let odd = |k: usize| columns.mixed(k).add(times_19(columns.mixed(k + 5)));
    let (e0, carry) = c.first_even(even(0));
    let (o0, carry) = c.odd(odd(0), carry);
    let (e1, carry) = c.even(even(1), carry);
    let (o1, carry) = c.odd(odd(1), carry);
    let (e2, to_o2) = c.even(even(2), carry);
    let (o2, carry) = c.first_odd(odd(2));
    let (e3, carry) = c.even(even(3), carry);
    let (o3, carry) = c.odd(odd(3), carry);
    let (e4, carry) = c.even(even(4), carry);
    let (o4, over) = c.odd(columns.mixed(4), carry);
    let (o2, to_e3) = c.odd(o2, to_o2);
    let (e0, to_o0) = c.first_even(e0.add(times_19(over.out())));
    let (e3, o0) = (e3.add(to_e3.out()), o0.add(to_o0.out()));
    [Quad::of(e0, o0), Quad::of(e1, o1), Quad::of(e2, o2), Quad::of(e3, o3), Quad::of(e4, o4)]
}

#[inline(always)]
fn even_column(Columns { lower, upper, .. }: &Columns, k: usize) -> Duo {
    match k {
        0 => lower[0],
        1..9 => lower[k].add(upper[k - 1].shl::<1>()),
        _ => upper[8].shl::<1>(),
    }
}

#[inline(always)]
fn times_19(value: Duo) -> Duo {
    value.shl::<4>().add(value.shl::<1>()).add(value)
}

/// Keeps what is shifted above zero.
const BIAS: i64 = 1 << 60;

const ODD_BITS: u32 = BITS - 1;

/// What is added before a shift, where no carry comes in and where one does; a half of the radix; the bits of a limb. Of even
/// limbs and of odd ones; each twice.
static CONSTANTS: [[Words; 2]; 2] = [of_limb(BITS, ODD_BITS), of_limb(ODD_BITS, BITS)];

/// Of a limb, by its bits and those of the one below.
const fn of_limb(bits: u32, below: u32) -> [Words; 2] {
    let half = 1_i64 << (bits - 1);
    let (first, next) = (BIAS + half, BIAS + half - (BIAS >> below));
    let (first, next) = (first.cast_unsigned(), next.cast_unsigned());
    let (half, mask) = (half.cast_unsigned(), (1 << bits) - 1);
    [[first, first, next, next], [half, half, mask, mask]]
}

/// [`CONSTANTS`] as vectors. A compiler that knows them writes them out at each use, which engines make slow code of.
struct Constants {
    even: Limb<BITS>,
    odd: Limb<ODD_BITS>,
}

impl Constants {
    #[inline(always)]
    fn read() -> Self {
        let [even, odd] = black_box(&CONSTANTS);
        Self { even: Limb::read(even), odd: Limb::read(odd) }
    }

    #[inline(always)]
    fn first_even(&self, column: Duo) -> (Duo, Carry<BITS>) {
        self.even.cut(column.add(self.even.first))
    }

    #[inline(always)]
    fn first_odd(&self, column: Duo) -> (Duo, Carry<ODD_BITS>) {
        self.odd.cut(column.add(self.odd.first))
    }

    #[inline(always)]
    fn even(&self, column: Duo, Carry(carry): Carry<ODD_BITS>) -> (Duo, Carry<BITS>) {
        self.even.cut(column.add(carry).add(self.even.next))
    }

    #[inline(always)]
    fn odd(&self, column: Duo, Carry(carry): Carry<BITS>) -> (Duo, Carry<ODD_BITS>) {
        self.odd.cut(column.add(carry).add(self.odd.next))
    }
}

/// Constants for limbs of `BITS`.
struct Limb<const BITS: u32> {
    first: Duo,
    next: Duo,
    half: Duo,
    mask: Duo,
}

impl<const BITS: u32> Limb<BITS> {
    #[inline(always)]
    fn read([adds, bits]: &[Words; 2]) -> Self {
        let ([first, next], [half, mask]) = (Duo::of_words(adds), Duo::of_words(bits));
        Self { first, next, half, mask }
    }

    /// The lowest bits, at most a half of the radix in magnitude, and what is above them.
    #[inline(always)]
    fn cut(&self, biased: Duo) -> (Duo, Carry<BITS>) {
        (biased.and(self.mask).sub(self.half), Carry(biased.shr::<BITS>()))
    }
}

/// The carry of a limb of `BITS`, and [`BIAS`] shifted by them.
struct Carry<const BITS: u32>(Duo);

impl<const BITS: u32> Carry<BITS> {
    /// The carry alone.
    #[inline(always)]
    fn out(self) -> Duo {
        self.0.sub(Duo::splat(BIAS >> BITS))
    }
}
