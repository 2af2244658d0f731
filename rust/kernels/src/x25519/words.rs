//! X25519 in words of 64 bits, one element at a time, for processors that multiply them: off WebAssembly.
//!
//! The same ladder as in [`super`], in constant time: the bits of the secret become masks, opaque to the compiler.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

use zeroize::Zeroizing;

use crate::{
    ed25519::clamped,
    field25519::Element,
    secret::mask,
    stack::{DEEP, swept},
};

/// (486662 - 2) / 4
const A24: u64 = 121_665;

/// `X25519(secret, u)`. The top bit of `u` is not read, and u is taken modulo p.
pub(super) fn agree_in_words(secret: &[u8; 32], u: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    agree_by::<A24>(secret, u)
}

/// On the curve of this constant: tests see that another one is noticed.
#[inline(always)]
pub(crate) fn agree_by<const A24: u64>(secret: &[u8; 32], u: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    swept::<DEEP, _>(|| {
        let multiple = ladder::<A24>(&Zeroizing::new(clamped(secret)), &Element::from_bytes(u));
        Zeroizing::new(multiple.x.mul(&multiple.z.inverse()).to_bytes())
    })
}

/// u = x / z
#[derive(Clone, Copy)]
struct Point {
    x: Element<1>,
    z: Element<1>,
}

/// The scalar's multiple.
#[inline(never)]
fn ladder<const A24: u64>(scalar: &[u8; 32], u: &Element<1>) -> Point {
    let mut second = Point { x: Element::ONE, z: Element::ZERO };
    let mut third = Point { x: *u, z: Element::ONE };
    let mut swapped = 0;
    // Bit 255 of a clamped scalar is zero.
    for index in (0..255).rev() {
        let bit = u64::from(scalar[index >> 3] >> (index & 7) & 1);
        exchange(&mut second, &mut third, swapped ^ bit);
        step::<A24>(&mut second, &mut third, u);
        swapped = bit;
    }
    exchange(&mut second, &mut third, swapped);
    second
}

/// Exchanges the two if `bit` is 1.
#[inline(always)]
fn exchange(a: &mut Point, b: &mut Point, bit: u64) {
    let mask = mask(bit);
    a.x.exchange(&mut b.x, mask);
    a.z.exchange(&mut b.z, mask);
}

/// Doubles the second and adds it to the third. Names as in RFC 7748.
#[inline(always)]
fn step<const A24: u64>(second: &mut Point, third: &mut Point, u: &Element<1>) {
    let (a, b): (Element<2>, Element<3>) = (second.x.add(&second.z), second.x.sub(&second.z));
    let (c, d): (Element<2>, Element<3>) = (third.x.add(&third.z), third.x.sub(&third.z));
    let (da, cb) = (d.mul(&a), c.mul(&b));
    let (aa, bb) = (a.square(), b.square());
    let (sum, difference): (Element<2>, Element<3>) = (da.add(&cb), da.sub(&cb));
    let e: Element<3> = aa.sub(&bb);
    *third = Point { x: sum.square(), z: u.mul(&difference.square()) };
    *second = Point { x: aa.mul(&bb), z: e.mul(&aa.add::<1, 2>(&e.times::<A24>())) };
}
