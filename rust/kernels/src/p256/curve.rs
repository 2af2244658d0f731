//! The generator, and points as they are added to others.
//!
//! Nothing here branches on coordinates.

use crate::{
    field_p256::{Element, Field, Tight},
    numbers::Words,
};

/// The generator: x.
const BASE_X: Words =
    [0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2, 0x6b17_d1f2_e12c_4247];
/// The generator: y.
const BASE_Y: Words =
    [0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16, 0x4fe3_42e2_fe1a_7f9b];

/// (x, y) of a point that is not neutral.
#[derive(Clone, Copy)]
pub(super) struct Affine<F: Field> {
    pub(super) x: Element<F, 2>,
    pub(super) y: Element<F, 2>,
}

impl<F: Field> Affine<F> {
    /// The generator.
    pub(super) fn base() -> Self {
        let coordinate = |words| Tight::from_words(words).loosened();
        Self { x: coordinate(&BASE_X), y: coordinate(&BASE_Y) }
    }

    /// The point of opposite sign where `mask` has ones.
    #[inline(always)]
    pub(super) fn negated_if(&self, mask: u64) -> Self {
        Self { y: self.y.negated_if(mask), ..*self }
    }
}
