//! Products, and their reduction. Bounds and proofs are in the header of the module.

use super::Limbs;
use crate::lanes::Lanes;

/// 1.5 2^95.
const C: f64 = (3_u128 << 94) as f64;
/// 2^-43.
const PER_RADIX: f64 = 1.0 / (1_u64 << 43) as f64;
/// C 2^-43.
const C_PER_RADIX: f64 = (3_u64 << 51) as f64;
/// 2^258 modulo p.
const K: f64 = (4 * ((1_u64 << 32) + 977)) as f64;

/// One copy for all bounds: it is large.
#[inline(never)]
pub(super) fn multiply(a: &Limbs, b: &Limbs) -> Limbs {
    reduce(&products(a, b))
}

/// As [`multiply`], of a factor and itself.
#[inline(never)]
pub(super) fn multiply_self(a: &Limbs) -> Limbs {
    multiply_self_inlined(a)
}

/// As [`multiply`], of two products.
#[inline(never)]
pub(super) fn multiply_two(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs {
    let mut columns = products(a, b);
    add_products(&mut columns, c, d);
    reduce(&columns)
}

/// A running sum of products: h - C + l.
#[derive(Clone, Copy)]
struct Column {
    h: Lanes,
    l: Lanes,
}

impl Column {
    const UNSET: Self = Self { h: Lanes::splat(C), l: Lanes::splat(0.0) };

    #[inline(always)]
    fn first(a: Lanes, b: Lanes) -> Self {
        let c = Lanes::splat(C);
        let h = a.madd(b, c);
        Self { h, l: a.madd(b, c.sub(h)) }
    }

    #[inline(always)]
    fn and(self, a: Lanes, b: Lanes) -> Self {
        let h = a.madd(b, self.h);
        Self { h, l: self.l.add(a.madd(b, self.h.sub(h))) }
    }

    /// The carry to the next column: (h - C) / 2^43.
    #[inline(always)]
    fn carry(self) -> Lanes {
        self.h.madd(Lanes::splat(PER_RADIX), Lanes::splat(-C_PER_RADIX))
    }
}

/// Products `x[i] y[j]` onto their columns, `first` of a column or `and`. Written out: a compiler
/// that keeps a loop keeps the columns in memory.
macro_rules! gather {
    ($columns:ident, $x:ident, $y:ident; first $($i:literal $j:literal),*) => {
        $($columns[$i + $j] = Column::first($x[$i], $y[$j]);)*
    };
    ($columns:ident, $x:ident, $y:ident; and $($i:literal $j:literal),*) => {
        $($columns[$i + $j] = $columns[$i + $j].and($x[$i], $y[$j]);)*
    };
}

/// All columns. Products of different columns take turns, as those of one wait for each other.
#[inline(always)]
fn products(a: &Limbs, b: &Limbs) -> [Column; 11] {
    let mut c = [Column::UNSET; 11];
    gather!(c, a, b; first 5 5, 4 5, 3 5);
    gather!(c, a, b; and 5 4, 4 4, 5 3);
    gather!(c, a, b; first 2 5, 1 5, 0 5);
    gather!(c, a, b; and 3 4, 2 4, 1 4, 4 3, 3 3, 2 3, 5 2, 4 2, 3 2, 5 1, 4 1, 5 0);
    gather!(c, a, b; first 0 4, 0 3);
    gather!(c, a, b; and 1 3, 1 2, 2 2, 2 1, 3 1, 3 0, 4 0);
    gather!(c, a, b; first 0 2, 0 1, 0 0);
    gather!(c, a, b; and 1 1, 1 0, 2 0);
    c
}

/// As [`products`], onto columns that have some.
#[inline(always)]
fn add_products(c: &mut [Column; 11], a: &Limbs, b: &Limbs) {
    gather!(c, a, b; and 5 5, 4 5, 3 5, 5 4, 4 4, 5 3, 2 5, 1 5, 0 5, 3 4, 2 4, 1 4, 4 3, 3 3, 2 3);
    gather!(c, a, b; and 5 2, 4 2, 3 2, 5 1, 4 1, 5 0, 0 4, 0 3, 1 3, 1 2, 2 2, 2 1, 3 1, 3 0, 4 0);
    gather!(c, a, b; and 0 2, 0 1, 0 0, 1 1, 1 0, 2 0);
}

#[inline(always)]
pub(super) fn multiply_self_inlined(a: &Limbs) -> Limbs {
    // What stands below the diagonal is counted twice.
    let d = a.map(|x| x.add(x));
    let mut c = [Column::UNSET; 11];
    gather!(c, a, a; first 5 5);
    gather!(c, d, a; first 4 5, 3 5);
    gather!(c, a, a; and 4 4);
    gather!(c, d, a; first 2 5, 1 5, 0 5);
    gather!(c, d, a; and 3 4, 2 4, 1 4);
    gather!(c, a, a; and 3 3);
    gather!(c, d, a; and 2 3);
    gather!(c, d, a; first 0 4, 0 3);
    gather!(c, d, a; and 1 3, 1 2);
    gather!(c, a, a; and 2 2);
    gather!(c, d, a; first 0 2, 0 1);
    gather!(c, a, a; first 0 0);
    gather!(c, a, a; and 1 1);
    reduce(&c)
}

/// Folds the upper columns onto the lower ones and carries once.
#[inline(always)]
fn reduce(c: &[Column; 11]) -> Limbs {
    let k = Lanes::splat(K);
    let upper = |index: usize| c[index].l.add(c[index - 1].carry());
    // Column 5 first: what it carries, v_6 gets.
    let fifth = c[5].and(c[10].carry(), k);
    let first = c[1].and(upper(7), k);
    let second = c[2].and(upper(8), k);
    let third = c[3].and(upper(9), k);
    let fourth = c[4].and(upper(10), k);
    let zeroth = c[0].and(c[6].l.add(fifth.carry()), k);
    normal(&[
        zeroth.l,
        first.l.add(zeroth.carry()),
        second.l.add(first.carry()),
        third.l.add(second.carry()),
        fourth.l.add(third.carry()),
        fifth.l.add(fourth.carry()),
    ])
}

/// One carry from each limb to the next.
#[inline(always)]
fn normal(t: &Limbs) -> Limbs {
    let c = Lanes::splat(C);
    let top = t.map(|x| x.add(c).sub(c));
    let next = |index: usize, from: usize, scale: f64| {
        top[from].madd(Lanes::splat(scale), t[index].sub(top[index]))
    };
    [
        next(0, 5, K * PER_RADIX),
        next(1, 0, PER_RADIX),
        next(2, 1, PER_RADIX),
        next(3, 2, PER_RADIX),
        next(4, 3, PER_RADIX),
        next(5, 4, PER_RADIX),
    ]
}
