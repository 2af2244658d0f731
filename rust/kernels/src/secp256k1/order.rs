//! The order of the group.

use crate::{
    numbers::Words,
    scalar::{self, Group, Order},
};

/// n.
pub(super) const N: Words =
    [0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff];

static ORDER: Order = Order::new(&N);

/// The group of all points.
#[derive(Debug)]
pub enum Secp256k1 {}

impl Group for Secp256k1 {
    fn order() -> &'static Order {
        &ORDER
    }
}

/// A number modulo n.
pub type Scalar = scalar::Scalar<Secp256k1>;
/// A secret scalar, 1 to n - 1. Wiped when dropped.
pub type Secret = scalar::Secret<Secp256k1>;
