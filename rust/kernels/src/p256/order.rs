//! The order of the group.

use crate::{
    numbers::Words,
    scalar::{self, Group, Order},
};

/// n.
pub(super) const N: Words =
    [0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000];

static ORDER: Order = Order::new(&N);

/// The group of all points.
#[derive(Debug)]
pub enum P256 {}

impl Group for P256 {
    fn order() -> &'static Order {
        &ORDER
    }
}

/// A secret scalar, 1 to n - 1. Wiped when dropped.
pub type Secret = scalar::Secret<P256>;
